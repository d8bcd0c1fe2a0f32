//! Installs our hooks in the settings, or updates those that are there.

use std::collections::BTreeMap;

use jsonc_parser::ast;
use serde_json::Value;

use super::handler::{HookHandler, hooks_object, our_handlers, to_json, without_handler};
use super::{HookSettingsForm, SettingsHook, VERSION};
use crate::install::{ChangeKind, HookChange, HookCommand, InstallError, SettingsPatch};
use crate::settings::{SettingsText, member, split_byte_order_mark};

/// Plans the settings with our hooks in them; everything else stays as it is. No text, or an empty
/// one, is a new file. `deny_on_error` asks the client to refuse a call when its hook fails.
///
/// # Errors
/// When the text is not JSON, or does not have the shape that the client reads.
pub(crate) fn plan(
    form: &HookSettingsForm,
    existing: Option<&str>,
    command: &HookCommand,
    deny_on_error: bool,
) -> Result<SettingsPatch, InstallError> {
    let empty = form.empty_text();
    let existing = existing.filter(|text| !text.trim().is_empty()).unwrap_or(&empty);
    let (mark, text) = split_byte_order_mark(existing);
    let mut text = with_version(form, text)?;
    let mut changes = Vec::with_capacity(form.hooks.len());
    for hook in form.hooks {
        let (changed, kind) = with_hook(form, &text, hook, command, deny_on_error)?;
        text = changed.unwrap_or(text);
        changes.push(HookChange { event: hook.name.to_owned(), kind });
    }
    Ok(SettingsPatch { text: format!("{mark}{text}"), changes, empty: false })
}

/// The settings with the version that the client reads, if they have none.
fn with_version(form: &HookSettingsForm, text: &str) -> Result<String, InstallError> {
    let settings = SettingsText::parse(text)?;
    match form.version {
        Some(version)
            if settings.root.as_object().is_some() && member(&settings.root, VERSION).is_none() =>
        {
            Ok(settings.with(&settings.root, Some(VERSION), &version)?)
        }
        Some(_) | None => Ok(text.to_owned()),
    }
}

/// The settings with the hook of one event as it should be, if they change.
fn with_hook(
    form: &HookSettingsForm,
    text: &str,
    hook: &SettingsHook,
    command: &HookCommand,
    deny_on_error: bool,
) -> Result<(Option<String>, ChangeKind), InstallError> {
    let settings = SettingsText::parse(text)?;
    let handler = |old| HookHandler::new(form, hook, command, deny_on_error, old);
    let item = || handler(&Value::Null).into_item(form.layout, hook);
    let added = |text| Ok((Some(text), ChangeKind::Added));
    let Some(hooks) = hooks_object(form, &settings)? else {
        let lists = BTreeMap::from([(hook.name, [item()])]);
        return added(settings.with(&settings.root, Some("hooks"), &lists)?);
    };
    let hooks = ast::Value::Object(hooks.clone());
    let Some(list) = member(&hooks, hook.name) else {
        return added(settings.with(&hooks, Some(hook.name), &[item()])?);
    };
    match our_handlers(form, list).as_slice() {
        [] => added(settings.with(list, None, &item())?),
        [own] => {
            let value = to_json(own.value);
            let handler = handler(&value);
            if handler.equals(&value) {
                return Ok((None, ChangeKind::Unchanged));
            }
            Ok((Some(settings.replaced(own.value, &handler)?), ChangeKind::Updated))
        }
        [.., surplus] => {
            let fewer = without_handler(form, &settings, list, surplus);
            let (changed, _) = with_hook(form, &fewer, hook, command, deny_on_error)?;
            Ok((Some(changed.unwrap_or(fewer)), ChangeKind::Updated))
        }
    }
}

#[cfg(test)]
mod tests;
