//! Settings of a client that switch hooks off.

use std::collections::BTreeMap;

use jsonc_parser::ast;
use serde_json::Value;

use super::HookSettingsForm;
use super::handler::to_json;
use super::protecting_text::{ProtectingText, read_protecting, unreadable_switch};

/// A setting that can switch hooks off, and the value with which it does not.
#[derive(Debug)]
pub(crate) struct HookSwitch {
    /// The keys that lead to it; [`ANY`] stands for each key of an object.
    path: &'static [&'static str],
    harmless: HarmlessValue,
}

/// Lets only the hooks of the administrator run.
pub(crate) const MANAGED_ONLY: &str = "allowManagedHooksOnly";

/// Stands for each key of an object.
pub(crate) const ANY: &str = "*";

/// The value of a switch with which hooks run. Without a value they run, too.
#[derive(Debug, Clone, Copy)]
enum HarmlessValue {
    False,
    True,
    EmptyList,
    Number(i64),
    AllBut(&'static str),
}

impl HookSwitch {
    /// Hooks run while it is false.
    pub(crate) const fn off(path: &'static [&'static str]) -> Self {
        Self { path, harmless: HarmlessValue::False }
    }

    /// Hooks run while it is true.
    pub(crate) const fn on(path: &'static [&'static str]) -> Self {
        Self { path, harmless: HarmlessValue::True }
    }

    /// A list of hooks that do not run.
    pub(crate) const fn list(path: &'static [&'static str]) -> Self {
        Self { path, harmless: HarmlessValue::EmptyList }
    }

    /// Hooks run while it is this number.
    pub(crate) const fn number(path: &'static [&'static str], number: i64) -> Self {
        Self { path, harmless: HarmlessValue::Number(number) }
    }

    /// Hooks run unless it has this value.
    pub(crate) const fn unless(path: &'static [&'static str], value: &'static str) -> Self {
        Self { path, harmless: HarmlessValue::AllBut(value) }
    }

    fn is_harmless(&self, value: &Value) -> bool {
        match self.harmless {
            HarmlessValue::False => *value == Value::Bool(false),
            HarmlessValue::True => *value == Value::Bool(true),
            HarmlessValue::EmptyList => value.as_array().is_some_and(Vec::is_empty),
            HarmlessValue::Number(number) => value.as_i64() == Some(number),
            HarmlessValue::AllBut(off) => value != off,
        }
    }
}

/// What settings switch off: the values by the keys that lead to them.
pub(crate) type SwitchedOff = BTreeMap<String, String>;

/// What of these switches is off in the settings below `root`.
pub(super) fn switched_off(switches: &[HookSwitch], root: &ast::Value<'_>) -> SwitchedOff {
    let mut off = SwitchedOff::new();
    for switch in switches {
        visit(root, switch.path, String::new(), &mut |name, value| {
            let value = to_json(value);
            if !switch.is_harmless(&value) {
                off.insert(name, value.to_string());
            }
        });
    }
    off
}

/// Calls `found` with every value to which these keys lead. Of two fields of one name, clients read the
/// last.
fn visit(
    value: &ast::Value<'_>,
    path: &[&str],
    name: String,
    found: &mut impl FnMut(String, &ast::Value<'_>),
) {
    let Some((first, rest)) = path.split_first() else { return found(name, value) };
    for property in value.as_object().iter().flat_map(|object| &object.properties) {
        let key = property.name.as_str();
        if key == *first || *first == ANY {
            let name = if name.is_empty() { key.to_owned() } else { format!("{name}.{key}") };
            visit(&property.value, rest, name, found);
        }
    }
}

/// The first setting that switches all hooks off, with its value. A list names some of them only.
pub(super) fn off_for_all(form: &HookSettingsForm, root: &ast::Value<'_>) -> Option<String> {
    let is_whole = |switch: &&HookSwitch| {
        !matches!(switch.harmless, HarmlessValue::EmptyList) && switch.path != [MANAGED_ONLY]
    };
    let off = form.switches.iter().filter(is_whole);
    let first = off.flat_map(|switch| switched_off(std::slice::from_ref(switch), root)).next();
    first.map(|(name, value)| format!("{name}: {value}"))
}

/// What is off in the second settings and was not so in the first, in words that go on after the name of
/// the file.
pub(crate) fn newly_off(accepted: &SwitchedOff, present: &SwitchedOff) -> Vec<String> {
    let is_new = |(name, value): &(&String, &String)| accepted.get(*name) != Some(*value);
    let switched = present.iter().filter(is_new);
    switched.map(|(name, _)| format!("got `{name}`, which can switch hooks off")).collect()
}

/// Compares two contents of a settings file that holds none of our hooks, but these switches; see
/// [`LostProtection`](crate::LostProtection).
pub(crate) fn lost_switches(
    switches: &[HookSwitch],
    accepted: Option<&[u8]>,
    present: Option<&[u8]>,
) -> Vec<String> {
    let off = |content: Option<&[u8]>| {
        let content = content?;
        match read_protecting(content, |settings, _| switched_off(switches, &settings.root)) {
            ProtectingText::Read(off) => Some(off),
            ProtectingText::Broken => None,
            ProtectingText::Unreadable => Some(unreadable_switch(content)),
        }
    };
    newly_off(&off(accepted).unwrap_or_default(), &off(present).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SWITCHES: &[HookSwitch] = &[
        HookSwitch::off(&["disableAllHooks"]),
        HookSwitch::on(&["hooksConfig", "enabled"]),
        HookSwitch::list(&["hooksConfig", "disabled"]),
        HookSwitch::unless(&[ANY], "DO_NOT_TRUST"),
    ];

    #[track_caller]
    fn check(accepted: &str, present: &str, expected: &[&str]) {
        let lost = lost_switches(SWITCHES, Some(accepted.as_bytes()), Some(present.as_bytes()));
        let text = |name: &&str| format!("got `{name}`, which can switch hooks off");
        assert_eq!(lost, expected.iter().map(text).collect::<Vec<_>>(), "{accepted} {present}");
    }

    #[test]
    fn g01_a_switch_is_off_by_its_value() {
        check("{}", r#"{"disableAllHooks":true}"#, &["disableAllHooks"]);
        check("{}", r#"{"disableAllHooks":false,"disableAllHooks":true}"#, &["disableAllHooks"]);
        check("{}", r#"{"hooksConfig":{"enabled":false}}"#, &["hooksConfig.enabled"]);
        check("{}", r#"{"hooksConfig":{"disabled":["x"]}}"#, &["hooksConfig.disabled"]);
        check("{}", r#"{"/p":"DO_NOT_TRUST"}"#, &["/p"]);
        let one = r#"{"hooksConfig":{"disabled":["x"]}}"#;
        let two = r#"{"hooksConfig":{"disabled":["x","y"]}}"#;
        check(one, two, &["hooksConfig.disabled"]);
        check(one, one, &[]);
        check(two, "{}", &[]);
        check(
            "{}",
            r#"{"disableAllHooks":false,"hooksConfig":{"enabled":true,"disabled":[]}}"#,
            &[],
        );
        check(
            "{}",
            r#"{"/p":"TRUST_FOLDER","hooks":{"enabled":false},"b":{"disableAllHooks":1}}"#,
            &[],
        );
        check("{}", "not JSON", &[]);
        assert!(lost_switches(SWITCHES, Some(b"{}"), None).is_empty());
        assert_eq!(lost_switches(SWITCHES, None, Some(br#"{"disableAllHooks":1}"#)).len(), 1);
    }
}
