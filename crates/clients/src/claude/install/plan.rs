//! Puts our hooks into the settings, or brings those that are there up to date.

use std::collections::BTreeMap;

use serde_json::Value;

use super::handler::{Handler, handler_at, hooks_of, ours};
use super::remove::without;
use crate::claude::hook_event::HookEvent;
use crate::install::{ChangeKind, HookChange, HookCommand, InstallError, SettingsPatch};
use crate::settings::Document;

/// Plans the settings with our hooks in them; all else stays as it is. No text, or an empty one,
/// is a new file. `deny_on_error` asks the client to refuse a call when its hook fails.
///
/// # Errors
/// When the text is not JSON, or has another shape than the client reads.
pub(in crate::claude) fn plan(
    existing: Option<&str>,
    command: &HookCommand,
    deny_on_error: bool,
) -> Result<SettingsPatch, InstallError> {
    let existing = existing.filter(|text| !text.trim().is_empty()).unwrap_or("{}\n");
    let (mark, text) = split_mark(existing);
    let mut document = Document::read(text)?;
    let mut changes = Vec::with_capacity(HookEvent::ALL.len());
    for event in HookEvent::ALL.iter().copied() {
        let (next, action) = step(document, event, command, deny_on_error)?;
        document = next;
        changes.push(HookChange { event: event.name().to_owned(), kind: action });
    }
    Ok(SettingsPatch { text: format!("{mark}{}", document.text()), changes, empty: false })
}

/// The byte order mark that some editors leave, and the rest.
pub(super) fn split_mark(text: &str) -> (&str, &str) {
    text.split_at(if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 })
}

/// The settings with the hook of one event as it should be.
fn step(
    document: Document,
    event: HookEvent,
    command: &HookCommand,
    deny: bool,
) -> Result<(Document, ChangeKind), InstallError> {
    let fresh = || Handler::of(event, command, deny, &Value::Null).into_group(event);
    let Some(hooks) = hooks_of(&document)? else {
        let lists = BTreeMap::from([(event.name(), [fresh()])]);
        return Ok((document.append(document.root(), Some("hooks"), &lists)?, ChangeKind::Added));
    };
    let Some(list) = hooks.member(event.name()) else {
        let next = document.append(hooks, Some(event.name()), &[fresh()])?;
        return Ok((next, ChangeKind::Added));
    };
    match *ours(&document, list).as_slice() {
        [] => Ok((document.append(list, None, &fresh())?, ChangeKind::Added)),
        [place] => {
            let Some(old) = handler_at(list, place) else {
                return Ok((document, ChangeKind::Unchanged));
            };
            let value = document.value(old);
            let handler = Handler::of(event, command, deny, &value);
            if handler.is(&value) {
                return Ok((document, ChangeKind::Unchanged));
            }
            Ok((document.replace(old, &handler)?, ChangeKind::Updated))
        }
        [.., extra] => {
            let fewer = without(&document, list, extra)?;
            let (next, _) = step(fewer, event, command, deny)?;
            Ok((next, ChangeKind::Updated))
        }
    }
}

#[cfg(test)]
#[path = "plan_tests.rs"]
mod tests;
