//! Random settings files: installing keeps all else, twice is once, uninstalling restores.

use proptest::prelude::*;
use serde::Serialize;
use serde_json::ser::{PrettyFormatter, Serializer};
use serde_json::{Map, Value, json};

use super::{install_status, plan, remove};
use crate::claude::SETTINGS_FORM as FORM;
use crate::install::HookCommand;

/// Any JSON value, shallow.
pub(crate) fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        any::<String>().prop_map(Value::from),
    ];
    leaf.prop_recursive(2, 12, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
            prop::collection::btree_map(any::<String>(), inner, 0..3)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

/// Groups of other people's hooks; never an empty list, which an uninstall removes with ours.
fn groups() -> impl Strategy<Value = Value> {
    let handler = "[a-z/ -]{0,12}".prop_map(|text| json!({ "type": "command", "command": text }));
    let group = (prop::collection::vec(handler, 0..3), prop::option::of("[A-Za-z|*]{0,8}"))
        .prop_map(|(hooks, matcher)| json!({ "matcher": matcher, "hooks": hooks }));
    prop::collection::vec(prop_oneof![3 => group, 1 => any_json()], 1..3).prop_map(Value::from)
}

fn settings() -> impl Strategy<Value = Value> {
    let names = ["PreToolUse", "PostToolBatch", "Stop", "Notification"];
    let hooks = prop::collection::btree_map(prop::sample::select(names.to_vec()), groups(), 1..4);
    let others = prop::collection::btree_map("[a-gi-z]{1,6}", any_json(), 0..4);
    (others, prop::option::of(hooks)).prop_map(|(others, hooks)| {
        let mut map: Map<String, Value> = others.into_iter().collect();
        if let Some(hooks) = hooks {
            map.insert("hooks".to_owned(), json!(hooks));
        }
        Value::Object(map)
    })
}

fn text(value: &Value, layout: &str) -> String {
    if layout == "inline" {
        return value.to_string();
    }
    let mut bytes = Vec::new();
    let formatter = PrettyFormatter::with_indent(layout.trim_end_matches('\r').as_bytes());
    value.serialize(&mut Serializer::with_formatter(&mut bytes, formatter)).unwrap();
    let text = String::from_utf8(bytes).unwrap() + "\n";
    if layout.ends_with('\r') { text.replace('\n', "\r\n") } else { text }
}

fn layout() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec!["  ", "    ", "\t", "", "  \r", "inline"])
}

proptest! {
    #[test]
    fn installing_keeps_all_else_and_uninstalling_restores(
        value in settings(),
        layout in layout(),
        deny in any::<bool>(),
    ) {
        let original = text(&value, layout);
        let command = HookCommand::new("/opt/my tools/fusebox-hook", "claude", &[]).unwrap();
        let once = plan(&FORM, Some(&original), &command, deny).unwrap();
        let found = install_status(&FORM, &once.text).unwrap();
        prop_assert_eq!((found.hooks.len(), found.missing.len()), (13, 0));

        let twice = plan(&FORM, Some(&once.text), &command, deny).unwrap();
        prop_assert_eq!(&twice.text, &once.text);
        prop_assert!(!twice.changed());

        let mut left: Value = serde_json::from_str(&once.text).unwrap();
        let hooks = left.as_object_mut().unwrap().remove("hooks").unwrap();
        let mut expected = value.clone();
        let before = expected.as_object_mut().unwrap().remove("hooks").unwrap_or(json!({}));
        prop_assert_eq!(left, expected);
        for (event, groups) in before.as_object().unwrap() {
            let groups = groups.as_array().unwrap();
            prop_assert_eq!(&hooks[event].as_array().unwrap()[..groups.len()], &groups[..]);
        }

        prop_assert_eq!(remove(&FORM, &once.text).unwrap().text, original);
    }

    #[test]
    fn a_newer_path_replaces_an_older_one(value in settings(), layout in layout()) {
        let old = HookCommand::new("/old/fusebox", "claude", &["--observe"]).unwrap();
        let new = HookCommand::new("/new/fusebox-hook", "claude", &[]).unwrap();
        let original = text(&value, layout);
        let first = plan(&FORM, Some(&original), &old, true).unwrap();
        let second = plan(&FORM, Some(&first.text), &new, false).unwrap();
        prop_assert_eq!(&second.text, &plan(&FORM, Some(&original), &new, false).unwrap().text);
    }

    #[test]
    fn no_text_can_end_the_installer(text in any::<String>(), json in any_json()) {
        let command = HookCommand::new("/opt/fusebox-hook", "claude", &[]).unwrap();
        for text in [text, json.to_string(), json!({ "hooks": { "Stop": json } }).to_string()] {
            let _ = plan(&FORM, Some(&text), &command, true);
            let _ = remove(&FORM, &text);
            let _ = install_status(&FORM, &text);
        }
    }
}
