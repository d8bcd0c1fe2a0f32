//! What of ours is in the settings, for `doctor`.

use serde_json::Value;

use super::handler::{command_of, handler_at, hooks_of, ours};
use super::plan::split_mark;
use crate::claude::hook_event::HookEvent;
use crate::install::{InstallError, InstallStatus, InstalledHook};
use crate::settings::Document;

/// Reads which hooks of ours are there, which are missing, and whether hooks are turned off.
///
/// # Errors
/// When the text is not JSON, or has another shape than the client reads.
pub(in crate::claude) fn installed(text: &str) -> Result<InstallStatus, InstallError> {
    let text = if text.trim().is_empty() { "{}" } else { text };
    let document = Document::read(split_mark(text).1)?;
    let mut hooks = Vec::new();
    if let Some(lists) = hooks_of(&document)? {
        for member in lists.members() {
            let places = ours(&document, &member.value);
            let nodes = places.into_iter().filter_map(|place| handler_at(&member.value, place));
            let commands = nodes.filter_map(|node| command_of(&document.value(node)));
            hooks.extend(commands.map(|(program, args)| InstalledHook {
                event: member.key.clone(),
                program,
                args,
            }));
        }
    }
    let has = |event: &HookEvent| hooks.iter().any(|hook| hook.event == event.name());
    let missing = HookEvent::ALL.iter().filter(|event| !has(event)).map(|event| event.name());
    let is_on = |switch: &str| {
        let value = document.root().member(switch).map(|node| document.value(node));
        value == Some(Value::Bool(true))
    };
    let (disabled, managed_only) = (is_on("disableAllHooks"), is_on("allowManagedHooksOnly"));
    Ok(InstallStatus { missing: missing.collect(), disabled, managed_only, hooks })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_there_and_what_is_missing() {
        let text = r#"{"disableAllHooks":true,"hooks":{"PreToolUse":[{"hooks":[
            {"type":"command","command":"/old/fusebox-hook","args":["claude"]},
            {"type":"command","command":"other"}]}]}}"#;
        let found = installed(text).unwrap();
        let expected = InstalledHook {
            event: "PreToolUse".to_owned(),
            program: "/old/fusebox-hook".to_owned(),
            args: vec!["claude".to_owned()],
        };
        assert_eq!(found.hooks, [expected]);
        assert_eq!((found.missing.len(), found.disabled), (11, true));
        assert_eq!(installed("").unwrap().missing.len(), 12);
        assert!(!installed("{}").unwrap().disabled);
        let managed = installed(r#"{"allowManagedHooksOnly":true}"#).unwrap();
        assert_eq!((managed.disabled, managed.managed_only), (false, true));
    }
}
