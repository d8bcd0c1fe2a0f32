//! What the settings of a client say for Fusebox: our hooks, and the switches that would turn them off.

use std::collections::{BTreeMap, BTreeSet};

use jsonc_parser::ast;

use super::HookSettingsForm;
use super::handler::{hooks_object, our_handlers, to_json};
use super::protecting_text::{ProtectingText, read_protecting, unreadable_switch};
use super::switch::{SwitchedOff, newly_off, switched_off};
use super::variables::reaches_hooks;
use crate::settings::{SettingsText, items, member};

/// The part of a settings file that protects.
#[derive(Debug, Default, PartialEq, Eq)]
struct ProtectedExtract {
    /// Our handlers with their matchers, by the event.
    hooks: BTreeMap<String, BTreeSet<String>>,
    /// Switches that are off, and variables, with their values.
    switches: SwitchedOff,
}

/// Compares two contents of a settings file; see [`LostProtection`](crate::LostProtection).
pub(crate) fn lost_protection(
    form: &HookSettingsForm,
    accepted: Option<&[u8]>,
    present: Option<&[u8]>,
) -> Vec<String> {
    let accepted = accepted.and_then(|text| ProtectedExtract::of(form, text)).unwrap_or_default();
    let present = present.and_then(|text| ProtectedExtract::of(form, text)).unwrap_or_default();
    let keeps = |event: &&String| {
        let (before, now) = (accepted.hooks.get(*event), present.hooks.get(*event));
        before.zip(now).is_some_and(|(before, now)| before.is_subset(now))
    };
    let gone: Vec<&str> =
        accepted.hooks.keys().filter(|event| !keeps(event)).map(String::as_str).collect();
    let mut lost = Vec::new();
    if !gone.is_empty() {
        lost.push(format!("lost or changed the hooks of Fusebox at {}", gone.join(", ")));
    }
    lost.extend(newly_off(&accepted.switches, &present.switches));
    lost
}

impl ProtectedExtract {
    /// `None` where the client would not read the file either.
    fn of(form: &HookSettingsForm, content: &[u8]) -> Option<Self> {
        let read = |settings: &SettingsText<'_>, text: &str| {
            let mut extract = Self::of_settings(form, settings);
            // What switches hooks off counts as leniently as any client reads, and hooks as strictly as theirs does.
            if form.dropped_files.fault(content, text, &settings.root).is_some() {
                extract.hooks.clear();
            }
            extract
        };
        match read_protecting(content, read) {
            ProtectingText::Read(extract) => Some(extract),
            ProtectingText::Broken => None,
            ProtectingText::Unreadable => {
                Some(Self { switches: unreadable_switch(content), ..Self::default() })
            }
        }
    }

    fn of_settings(form: &HookSettingsForm, settings: &SettingsText<'_>) -> Self {
        let mut extract = Self::default();
        // Switches count where the hooks are of no shape that we know.
        let hooks = hooks_object(form, settings).ok().flatten();
        for property in hooks.iter().flat_map(|hooks| &hooks.properties) {
            let handlers = our_handlers(form, &property.value).into_iter().map(|own| {
                let group = &items(&property.value)[own.group];
                let matcher = member(group, "matcher").map(to_json).unwrap_or_default();
                let position = form.is_trusted_by_position.then_some((own.group, own.handler));
                format!("{position:?} {matcher} {}", to_json(own.value))
            });
            let is_dropped = form.dropped_files.drops_event(&property.value);
            let handlers: BTreeSet<String> = handlers.filter(|_| !is_dropped).collect();
            // Of several of one name, clients read the last.
            let name = property.name.as_str();
            if handlers.is_empty() {
                extract.hooks.remove(name);
            } else {
                extract.hooks.insert(name.to_owned(), handlers);
            }
        }
        extract.switches = switched_off(form.switches, &settings.root);
        let variables = member(&settings.root, "env").and_then(ast::Value::as_object);
        for property in variables.iter().flat_map(|variables| &variables.properties) {
            let name = property.name.as_str();
            let value = to_json(&property.value);
            let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            if reaches_hooks(name, &text, form.variables) {
                let value = value.to_string();
                extract.switches.insert(format!("env.{name}"), value);
            }
        }
        extract
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::claude::SETTINGS_FORM as FORM;
    use crate::hook_settings::{DroppedFiles, plan};
    use crate::install::HookCommand;

    /// Settings with all of our hooks and one key of a person.
    fn settings() -> Value {
        let command = HookCommand::new("/opt/fusebox-hook", "claude", &[]).unwrap();
        let planned = plan(&FORM, Some("{\"theme\": \"dark\"}"), &command, false).unwrap();
        serde_json::from_str(&planned.text).unwrap()
    }

    #[track_caller]
    fn check(change: impl FnOnce(&mut Value), expected: &[&str]) {
        let before = settings();
        let mut after = before.clone();
        change(&mut after);
        let bytes = |value: &Value| value.to_string().into_bytes();
        let lost = lost_protection(&FORM, Some(&bytes(&before)), Some(&bytes(&after)));
        assert_eq!(lost, expected, "{after}");
    }

    #[test]
    fn g01_a_hook_or_a_switch_that_is_changed_is_a_loss() {
        let at = "lost or changed the hooks of Fusebox at ";
        let stop = format!("{at}Stop");
        let pre = format!("{at}PreToolUse");
        check(|all| drop(all["hooks"].as_object_mut().unwrap().remove("Stop")), &[&stop]);
        check(|all| all["hooks"]["Stop"] = json!([]), &[&stop]);
        check(|all| all["hooks"]["Stop"][0]["hooks"][0]["command"] = json!("/bin/true"), &[&stop]);
        check(|all| all["hooks"]["Stop"][0]["hooks"][0]["timeout"] = json!(0.001), &[&stop]);
        check(|all| all["hooks"]["Stop"][0]["hooks"][0]["async"] = json!(true), &[&stop]);
        check(|all| all["hooks"]["PreToolUse"][0]["matcher"] = json!("Nothing"), &[&pre]);
        check(|all| all["hooks"]["PreToolUse"][0]["hooks"][0]["if"] = json!("Read"), &[&pre]);
        for (switch, value) in
            [("disableAllHooks", json!(true)), ("allowManagedHooksOnly", json!(1))]
        {
            let text = format!("got `{switch}`, which can switch hooks off");
            check(|all| all[switch] = value, &[&text]);
        }
        let observe = "got `env.FUSEBOX_MODE`, which can switch hooks off";
        check(|all| all["env"] = json!({"FUSEBOX_MODE": "observe", "A": "b"}), &[observe]);
        for name in ["CLAUDE_CODE_SIMPLE", "CLAUDE_CODE_SAFE_MODE", "CLAUDE_CODE_SHELL_PREFIX"] {
            let off = format!("got `env.{name}`, which can switch hooks off");
            check(|all| all["env"] = json!({name: "1", "A": "b"}), &[&off]);
        }
        let limit = "got `env.CIRCUIT_BREAKER_TOOL_CRITICAL`, which can switch hooks off";
        check(|all| all["env"] = json!({"CIRCUIT_BREAKER_TOOL_CRITICAL": "9999"}), &[limit]);
        let all: Vec<String> = settings()["hooks"].as_object().unwrap().keys().cloned().collect();
        let mut all: Vec<&str> = all.iter().map(String::as_str).collect();
        all.sort_unstable();
        let everything = format!("{at}{}", all.join(", "));
        check(|all| all["hooks"] = json!("none"), &[&everything]);
        check(|all| *all = json!({}), &[&everything]);
        let whole = settings().to_string();
        for present in [None, Some(&b"{"[..]), Some(b""), Some(b"\xff")] {
            assert_eq!(
                lost_protection(&FORM, Some(whole.as_bytes()), present),
                [everything.as_str()]
            );
        }
    }

    #[test]
    fn g01_what_a_client_reads_and_a_strict_reader_does_not_is_a_loss() {
        let lost = |text: &[u8]| lost_protection(&FORM, None, Some(text));
        let off = b"\"disableAllHooks\": true";
        let with = |before: &[u8], after: &[u8]| [&b"{"[..], before, off, after, b"}"].concat();
        let deep = |sign: &str| sign.repeat(2_000).into_bytes();
        let nested = [&b"\"x\": "[..], &deep("["), &deep("]"), b", "].concat();
        let commented = [&b"// a \" [\n/* { */ "[..], &nested].concat();
        for text in [
            with(b"", b""),
            with(b"", b", \"x\": \"\xff\""),
            with(b"\"x\": \"\\ud800\", ", b""),
            with(b"\"x\": \"a // \\\" /* \\udfff\", ", b""),
            with(&nested, b""),
            with(&commented, b""),
            with(b"\"disableAllHooks\": false, ", b""),
            with(b"\"hooks\": 5, ", b""),
            with(b"\"hooks\": {\"PreToolUse\": {}}, ", b""),
        ] {
            assert_eq!(lost(&text).len(), 1, "{}", String::from_utf8_lossy(&text));
            assert!(lost_protection(&FORM, Some(&text), Some(&text)).is_empty());
        }
        // Hooks of which only the last of a name are read.
        let whole = settings().to_string();
        for (from, to) in [
            ("\"PreToolUse\":", "\"PreToolUse\":[],\"PreToolUse\":"),
            ("\"hooks\":{", "\"hooks\":{},\"hooks\":{"),
        ] {
            let ours = whole.replacen(from, to, 1);
            assert!(
                lost_protection(&FORM, Some(whole.as_bytes()), Some(ours.as_bytes())).is_empty()
            );
        }
        let end = whole.rfind("}").unwrap();
        let twice = format!("{},\"hooks\":{{}}}}", &whole[..end]);
        let name = "\"SubagentStop\":";
        let at = whole.find(name).unwrap();
        let event = format!("{}\"PreToolUse\":[],{}", &whole[..at], &whole[at..]);
        for text in [twice, event] {
            let lost = lost_protection(&FORM, Some(whole.as_bytes()), Some(text.as_bytes()));
            assert_eq!(lost.len(), 1, "{text}");
        }
        for broken in ["{\"disableAllHooks\": true", "{\"disableAllHooks\": true}}", "// {}", ""] {
            assert!(lost(broken.as_bytes()).is_empty(), "{broken}");
        }
    }

    #[test]
    fn g01_hooks_in_a_file_that_the_client_drops_are_lost() {
        const STRICT: HookSettingsForm =
            HookSettingsForm { dropped_files: DroppedFiles::IMPERFECT, ..FORM };
        let whole = settings().to_string();
        let told = |form: &HookSettingsForm, text: &[u8]| {
            lost_protection(form, Some(whole.as_bytes()), Some(text)).len()
        };
        let replaced = |from: &str, to: &[u8]| {
            let (before, after) = whole.split_once(from).unwrap();
            [before.as_bytes(), to, after.as_bytes()].concat()
        };
        for (text, by_claude) in [
            (replaced("dark", b"d\xffrk"), 0),
            (replaced("\"PreToolUse\":", b"\"PreToolUse\":[],\"PreToolUse\":"), 0),
            (replaced("\"hooks\":{", b"\"hooks\":{},\"hooks\":{"), 0),
            (replaced("\"hooks\":{", b"\"hooks\":{\"Notification\":5,"), 0),
            (replaced("\"hooks\":", b"// mine\n\"hooks\":"), 1),
            (["\u{feff}", &whole].concat().into_bytes(), 0),
        ] {
            assert_eq!((told(&FORM, &text), told(&STRICT, &text)), (by_claude, 1));
        }
        assert_eq!(told(&STRICT, &replaced("dark", b"light")), 0);
    }

    #[test]
    fn g01_a_file_that_claude_code_drops_for_one_value_has_lost_its_hooks() {
        let whole = settings();
        let told =
            |text: &[u8]| lost_protection(&FORM, Some(whole.to_string().as_bytes()), Some(text));
        let changed = |change: fn(&mut Value)| {
            let mut after = whole.clone();
            change(&mut after);
            told(after.to_string().as_bytes()).len()
        };
        for change in [
            |all: &mut Value| all["model"] = json!(5),
            |all: &mut Value| all["env"] = json!([]),
            |all: &mut Value| all["permissions"] = json!({"allow": "Bash"}),
            |all: &mut Value| all["sandbox"] = json!({"enabled": "no"}),
            |all: &mut Value| all["cleanupPeriodDays"] = json!("30"),
            |all: &mut Value| all["hooks"]["PreToolUse"].as_array_mut().unwrap().push(json!({})),
        ] {
            assert_eq!(changed(change), 1);
        }
        for change in [
            |all: &mut Value| all["model"] = json!("opus"),
            |all: &mut Value| all["env"] = json!({"A": 5}),
            |all: &mut Value| all["permissions"] = json!({"allow": ["Bash(", 5]}),
            |all: &mut Value| all["sandbox"] = json!({"enabled": true, "network": {"x": 1}}),
            |all: &mut Value| all["cleanupPeriodDays"] = json!(30),
            |all: &mut Value| all["theme"] = json!(5),
            |all: &mut Value| all["a key of tomorrow"] = json!({"b": [1]}),
            |all: &mut Value| all["hooks"]["Notification"] = json!(5),
        ] {
            assert_eq!(changed(change), 0);
        }
        let text = whole.to_string();
        let blanks = |count: usize| [text.as_bytes(), &b" ".repeat(count)].concat();
        assert_eq!(told(&blanks(1 << 20)).len(), 0);
        assert_eq!(told(&blanks(2 << 20)).len(), 1);
    }

    #[test]
    fn g02_settings_with_half_a_character_are_read_as_the_client_reads_them() {
        let whole = settings().to_string();
        let told =
            |text: &str| lost_protection(&FORM, Some(whole.as_bytes()), Some(text.as_bytes()));
        for half in
            [r"\ud83d", r"\uDC00", r"\ud83d\ud83d\ude00", r"\\\ud800", r"\ud83dx\n", r"\\ud83d"]
        {
            let with_half = whole.replacen("dark", half, 1);
            assert!(told(&with_half).is_empty(), "{half}");
            let off = with_half.replacen('{', "{\"disableAllHooks\": true,", 1);
            assert_eq!(told(&off), ["got `disableAllHooks`, which can switch hooks off"], "{half}");
            let gone = with_half.replacen("\"PreToolUse\"", &format!("\"Pre{half}\""), 1);
            assert_eq!(told(&gone).len(), 1, "{half}");
        }
    }

    #[test]
    fn g01_settings_in_utf_16_are_read_as_the_client_reads_them() {
        let whole = settings().to_string();
        let utf_16 = |text: &str| {
            let units = text.encode_utf16().flat_map(u16::to_le_bytes);
            [0xff, 0xfe].into_iter().chain(units).collect::<Vec<u8>>()
        };
        let told =
            |text: &str| lost_protection(&FORM, Some(whole.as_bytes()), Some(&utf_16(text))).len();
        assert_eq!((told(&whole), told("{}")), (0, 1));
        assert_eq!(
            lost_protection(&FORM, None, Some(&utf_16("{\"disableAllHooks\": true}"))).len(),
            1
        );
    }

    #[test]
    fn g02_the_rest_of_the_file_is_the_persons_and_the_clients() {
        check(|all| all["permissions"] = json!({"allow": ["Bash(ls:*)"]}), &[]);
        check(|all| drop(all.as_object_mut().unwrap().remove("theme")), &[]);
        check(|all| all["env"] = json!({"PATH": "/bin", "NODE_ENV": "test"}), &[]);
        check(|all| all["disableAllHooks"] = json!(false), &[]);
        let other = json!({"hooks": [{"type": "command", "command": "prettier"}]});
        check(|all| all["hooks"]["Stop"].as_array_mut().unwrap().push(other.clone()), &[]);
        check(|all| all["hooks"]["Stop"].as_array_mut().unwrap().insert(0, other.clone()), &[]);
        check(|all| all["hooks"]["Notification"] = json!([other]), &[]);
        assert!(lost_protection(&FORM, None, Some(b"{}")).is_empty());
        assert!(lost_protection(&FORM, Some(b"{}"), None).is_empty());
        assert!(lost_protection(&FORM, None, Some(b"{\"broken")).is_empty());
        let whole = settings().to_string();
        assert!(lost_protection(&FORM, None, Some(whole.as_bytes())).is_empty());
        let off = br#"{"disableAllHooks": true}"#;
        assert!(lost_protection(&FORM, Some(off), Some(off)).is_empty());
        assert!(lost_protection(&FORM, Some(off), None).is_empty());
        assert_eq!(lost_protection(&FORM, None, Some(off)).len(), 1);
    }
}
