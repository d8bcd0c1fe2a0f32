//! Reports which hooks of ours are in the settings, for `fusebox doctor`.

use jsonc_parser::ast;
use serde_json::Value;

use super::handler::{hooks_object, our_handlers, shell_line, to_json};
use super::switch::{MANAGED_ONLY, off_for_all};
use super::{HookSettingsForm, SettingsHook};
use crate::client_named;
use crate::install::{InstallError, InstallStatus, InstalledHook, has_refusal};
use crate::settings::{SettingsText, member, split_byte_order_mark};

/// How the plugin of Fusebox is named, before the name of its marketplace.
pub(crate) const PLUGIN: &str = "fusebox@";

/// Reads which hooks of ours are there, which are missing, and whether hooks are turned off.
///
/// # Errors
/// When the text is not JSON, or does not have the shape that the client reads.
pub(crate) fn install_status(
    form: &HookSettingsForm,
    text: &str,
) -> Result<InstallStatus, InstallError> {
    let text = if text.trim().is_empty() { "{}" } else { text };
    let settings = SettingsText::parse(split_byte_order_mark(text).1)?;
    let (mut hooks, mut unread) = (Vec::new(), Vec::new());
    for property in hooks_object(form, &settings)?.iter().flat_map(|hooks| &hooks.properties) {
        let event = property.name.as_str();
        let ours = our_handlers(form, &property.value);
        if !ours.is_empty() && form.dropped_files.drops_event(&property.value) {
            unread.push(event.to_owned());
        }
        hooks.extend(ours.into_iter().map(|own| InstalledHook {
            event: event.to_owned(),
            line: shell_line(&own),
            position: (own.group, own.handler),
            program: own.program,
            args: own.args,
        }));
    }
    let has = |hook: &&SettingsHook| hooks.iter().any(|known| known.event == hook.name);
    let missing = form.hooks.iter().filter(|hook| !has(hook)).map(|hook| hook.name);
    let is_on = |switch: &str| {
        member(&settings.root, switch).is_some_and(|value| to_json(value) == Value::Bool(true))
    };
    let dropped = || {
        let fault = form.dropped_files.fault(text.as_bytes(), text, &settings.root);
        let title = client_named(form.client).map_or(form.client, |client| client.title);
        fault
            .filter(|_| !hooks.is_empty())
            .map(|fault| format!("{title} reads none of it while {fault}"))
    };
    let managed_only = is_on(MANAGED_ONLY);
    let lacks_status_line = form.has_status_line && member(&settings.root, "statusLine").is_none();
    Ok(InstallStatus {
        missing: missing.collect(),
        unread,
        disabled: off_for_all(form, &settings.root).or_else(dropped),
        managed_only,
        lacks_status_line,
        refuses_without_program: !hooks.is_empty() && has_refusal(text),
        has_plugin: has_plugin(&settings.root),
        hooks,
    })
}

/// Whether a text of settings enables the plugin of Fusebox, as Claude Code and Copilot CLI write it.
pub(crate) fn enables_plugin(text: &str) -> bool {
    SettingsText::parse(split_byte_order_mark(text).1)
        .is_ok_and(|settings| has_plugin(&settings.root))
}

fn has_plugin(root: &ast::Value<'_>) -> bool {
    let plugins = member(root, "enabledPlugins").and_then(ast::Value::as_object);
    let is_ours = |plugin: &ast::ObjectProp<'_>| plugin.name.as_str().starts_with(PLUGIN);
    let is_on = |plugin: &ast::ObjectProp<'_>| to_json(&plugin.value) == Value::Bool(true);
    plugins.is_some_and(|all| all.properties.iter().any(|one| is_ours(one) && is_on(one)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claude::SETTINGS_FORM as FORM;

    #[test]
    fn what_is_there_and_what_is_missing() {
        let text = r#"{"disableAllHooks":true,"hooks":{"PreToolUse":[{"hooks":[
            {"type":"command","command":"/old/fusebox-hook","args":["claude"]},
            {"type":"command","command":"other"}]}]}}"#;
        let found = install_status(&FORM, text).unwrap();
        let expected = InstalledHook {
            event: "PreToolUse".to_owned(),
            program: "/old/fusebox-hook".to_owned(),
            args: vec!["claude".to_owned()],
            line: "/old/fusebox-hook claude".to_owned(),
            position: (0, 0),
        };
        assert_eq!(found.hooks, [expected]);
        assert_eq!(
            (found.missing.len(), found.disabled.as_deref()),
            (12, Some("disableAllHooks: true"))
        );
        for (with, expected) in [
            (
                "// mine\n",
                Some("Claude Code reads none of it while it is not strict JSON, as with a comment"),
            ),
            ("\"model\": 5,", Some("Claude Code reads none of it while `model` is not a text")),
            ("\"model\": \"opus\",", None),
        ] {
            let text = text.replacen("\"disableAllHooks\":true,", with, 1);
            assert_eq!(install_status(&FORM, &text).unwrap().disabled.as_deref(), expected);
        }
        let broken = text.replacen("[{\"hooks\"", "[{}, {\"hooks\"", 1);
        let broken = install_status(&FORM, &broken).unwrap();
        assert_eq!((broken.unread, found.unread), (vec!["PreToolUse".to_owned()], Vec::new()));
        assert_eq!(install_status(&FORM, "").unwrap().missing.len(), 13);
        assert_eq!(install_status(&FORM, "{}").unwrap().disabled, None);
        for (plugins, expected) in [
            (r#"{"fusebox@fusebox":true}"#, true),
            (r#"{"fusebox@fusebox":false,"other@fusebox":true}"#, false),
            ("[]", false),
        ] {
            let text = format!(r#"{{"enabledPlugins":{plugins}}}"#);
            assert_eq!(install_status(&FORM, &text).unwrap().has_plugin, expected, "{text}");
        }
        let later = install_status(&crate::cursor::hooks::SETTINGS, r#"{"version":2,"hooks":{}}"#);
        assert_eq!(later.unwrap().disabled.as_deref(), Some("version: 2"));
        let managed = install_status(&FORM, r#"{"allowManagedHooksOnly":true}"#).unwrap();
        assert_eq!((managed.disabled, managed.managed_only), (None, true));
    }
}
