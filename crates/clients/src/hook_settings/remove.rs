//! Removes our hooks from the settings, and the containers that would be left empty.

use jsonc_parser::ast;

use super::handler::{handlers_of, hooks_object, our_handlers, without_handler};
use super::{HookSettingsForm, VERSION};
use crate::install::{ChangeKind, HookChange, InstallError, SettingsPatch};
use crate::settings::{SettingsText, items, split_byte_order_mark};

/// Plans the settings without our hooks; a group, a list and the `hooks` object go with them if
/// nothing else is in them. Everything else stays as it is.
///
/// # Errors
/// When the text is not JSON, or does not have the shape that the client reads.
pub(crate) fn remove(
    form: &HookSettingsForm,
    existing: &str,
) -> Result<SettingsPatch, InstallError> {
    if existing.trim().is_empty() {
        return Ok(SettingsPatch { text: existing.to_owned(), changes: Vec::new(), empty: true });
    }
    let (mark, text) = split_byte_order_mark(existing);
    let mut text = text.to_owned();
    let mut changes: Vec<HookChange> = Vec::new();
    while let Some((event, next)) = without_first_hook(form, &text)? {
        text = next;
        if changes.last().is_none_or(|last| last.event != event) {
            changes.push(HookChange { event, kind: ChangeKind::Removed });
        }
    }
    let settings = SettingsText::parse(&text)?;
    // The version of the form says nothing by itself.
    let is_version = |key: &str| form.version.is_some() && key == VERSION;
    let empty = settings.root.as_object().is_none_or(|root| {
        root.properties.iter().all(|property| is_version(property.name.as_str()))
    });
    Ok(SettingsPatch { text: format!("{mark}{text}"), changes, empty })
}

/// The settings without the first handler of ours, and its event.
fn without_first_hook(
    form: &HookSettingsForm,
    text: &str,
) -> Result<Option<(String, String)>, InstallError> {
    let settings = SettingsText::parse(text)?;
    let Some(hooks) = hooks_object(form, &settings)? else { return Ok(None) };
    for (number, property) in hooks.properties.iter().enumerate() {
        let list = &property.value;
        let Some(own) = our_handlers(form, list).into_iter().next() else { continue };
        let is_last = items(list).len() == 1 && handlers_of(form, &items(list)[0]).len() == 1;
        let next = if !is_last {
            without_handler(form, &settings, list, &own)
        } else if hooks.properties.len() > 1 {
            settings.without(&ast::Value::Object(hooks.clone()), number)
        } else {
            let fields = settings.root.as_object().map_or(&[][..], |root| &root.properties);
            let own = fields.iter().rposition(|property| property.name.as_str() == "hooks");
            settings.without(&settings.root, own.unwrap_or_default())
        };
        return Ok(Some((property.name.as_str().to_owned(), next)));
    }
    Ok(None)
}

#[cfg(test)]
mod tests;
