//! Takes our hooks out of the settings, and what was empty without them.

use super::handler::{Place, handlers, hooks_of, ours};
use super::plan::split_mark;
use crate::install::{ChangeKind, HookChange, InstallError, SettingsPatch};
use crate::settings::{Document, Node};

/// Plans the settings without our hooks; a group, a list and the `hooks` object go with them when
/// nothing else stands there. All else stays as it is.
///
/// # Errors
/// When the text is not JSON, or has another shape than the client reads.
pub(in crate::claude) fn remove(existing: &str) -> Result<SettingsPatch, InstallError> {
    if existing.trim().is_empty() {
        return Ok(SettingsPatch { text: existing.to_owned(), changes: Vec::new(), empty: true });
    }
    let (mark, text) = split_mark(existing);
    let mut document = Document::read(text)?;
    let mut changes: Vec<HookChange> = Vec::new();
    while let Some((event, next)) = step(&document)? {
        document = next;
        if changes.last().is_none_or(|last| last.event != event) {
            changes.push(HookChange { event, kind: ChangeKind::Removed });
        }
    }
    let empty = document.root().members().is_empty();
    Ok(SettingsPatch { text: format!("{mark}{}", document.text()), changes, empty })
}

/// The settings without the first handler of ours, and the event it stood at.
fn step(document: &Document) -> Result<Option<(String, Document)>, InstallError> {
    let Some(hooks) = hooks_of(document)? else { return Ok(None) };
    for (number, member) in hooks.members().iter().enumerate() {
        let Some(place) = ours(document, &member.value).first().copied() else { continue };
        let list = &member.value;
        let is_last = list.items().len() == 1 && handlers(&list.items()[0]).len() == 1;
        let next = if !is_last {
            without(document, list, place)?
        } else if hooks.members().len() > 1 {
            document.remove(hooks, number)?
        } else {
            let root = document.root();
            let own = root.members().iter().rposition(|member| member.key == "hooks");
            document.remove(root, own.unwrap_or_default())?
        };
        return Ok(Some((member.key.clone(), next)));
    }
    Ok(None)
}

/// The settings without one handler of a list, and without its group if that was all of it.
pub(super) fn without(
    document: &Document,
    list: &Node,
    place: Place,
) -> Result<Document, InstallError> {
    let group = &list.items()[place.group];
    match group.member("hooks") {
        Some(handlers) if handlers.items().len() > 1 => {
            Ok(document.remove(handlers, place.handler)?)
        }
        _ => Ok(document.remove(list, place.group)?),
    }
}

#[cfg(test)]
#[path = "remove_tests.rs"]
mod tests;
