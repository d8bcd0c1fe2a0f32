//! What installing makes of a settings file.

use super::*;
use crate::claude::SETTINGS_FORM as FORM;

fn command(program: &str, extra: &[&str]) -> HookCommand {
    HookCommand::new(program, "claude", extra).unwrap()
}

fn planned(text: &str) -> SettingsPatch {
    plan(&FORM, Some(text), &command("/opt/fusebox-hook", &[]), false).unwrap()
}

fn actions(patch: &SettingsPatch) -> Vec<ChangeKind> {
    let mut actions: Vec<ChangeKind> = patch.changes.iter().map(|change| change.kind).collect();
    actions.dedup();
    actions
}

const FIRST: &str = r#"{
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "*",
        "hooks": [
          {
            "type": "command",
            "command": "/opt/fusebox-hook",
            "args": [
              "claude"
            ],
            "timeout": 10
          }
        ]
      }
    ],
"#;

const LAST: &str = r#"
    "SessionEnd": [
      {
        "hooks": [
          {
            "type": "command",
            "command": "/opt/fusebox-hook",
            "args": [
              "claude"
            ],
            "timeout": 10
          }
        ]
      }
    ]
  }
}
"#;

#[test]
fn a_new_file_holds_every_hook() {
    let command = command("/opt/fusebox-hook", &[]);
    for existing in [None, Some(""), Some(" \n"), Some("{}\n")] {
        let patch = plan(&FORM, existing, &command, false).unwrap();
        assert!(patch.text.starts_with(FIRST), "{}", patch.text);
        assert!(patch.text.ends_with(LAST), "{}", patch.text);
        assert_eq!((patch.changes.len(), actions(&patch)), (13, vec![ChangeKind::Added]));
    }
}

#[test]
fn the_long_program_and_extra_arguments_are_written() {
    let patch =
        plan(&FORM, Some("{\"a\":1}"), &command("/b/fusebox", &["--observe"]), false).unwrap();
    let own = r#"{"a":1,"hooks":{"PreToolUse":[{"matcher":"*","hooks":[{"type":"command","command":"/b/fusebox","args":["hook","claude","--observe"],"timeout":10}]}],"PostToolUse":["#;
    assert!(patch.text.starts_with(own), "{}", patch.text);
}

#[test]
fn a_failing_hook_denies_only_before_a_call_and_only_if_asked() {
    let command = command("/opt/fusebox-hook", &[]);
    let strict = plan(&FORM, None, &command, true).unwrap();
    assert_eq!(strict.text.matches(r#""onFailure": "block""#).count(), 1);
    let before = strict.text.find("onFailure").unwrap();
    assert!(before < strict.text.find("PostToolUse").unwrap());
    let lax = plan(&FORM, Some(&strict.text), &command, false).unwrap();
    assert_eq!(lax.text, plan(&FORM, None, &command, false).unwrap().text);
    assert_eq!(actions(&lax), [ChangeKind::Updated, ChangeKind::Unchanged]);
}

#[test]
fn what_was_there_stays_byte_for_byte() {
    let before = "{\n\t\"z\": 1.50,\n\t\"model\": \"\\u006fpus\",\n\t\"hooks\": {\n\t\t\"PreToolUse\": [ { \"matcher\": \"Bash\", \"hooks\": [ {\"type\": \"command\", \"command\": \"./mine.sh\"} ] } ],\n\t\t\"Notification\": []\n\t},\n\t\"a\": [1,2,\n3]\n}";
    let patch = planned(before);
    let kept: Vec<&str> = before.split("} ]").collect();
    assert!(patch.text.starts_with(kept[0]), "{}", patch.text);
    assert!(patch.text.ends_with("},\n\t\"a\": [1,2,\n3]\n}"), "{}", patch.text);
    let own = r#"./mine.sh"} ] }, {"matcher":"*","hooks":[{"type":"command","command":"/opt/fusebox-hook","args":["claude"],"timeout":10}]} ],"#;
    assert!(patch.text.contains(own), "{}", patch.text);
    assert!(patch.text.contains("\n\t\t\"Notification\": [],\n\t\t\"PostToolUse\": [\n\t\t\t{"));
    assert_eq!(super::super::remove(&FORM, &patch.text).unwrap().text, before);
}

#[test]
fn an_older_path_is_updated_in_place() {
    let old = r#"{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"say done"},{"type":"command","command":"/old/fusebox hook claude","statusMessage":"…"}]}]}}"#;
    let patch = planned(old);
    let stop = r#""Stop":[{"hooks":[{"type":"command","command":"say done"},{"type":"command","command":"/opt/fusebox-hook","args":["claude"],"timeout":10,"statusMessage":"…"}]}]"#;
    assert!(patch.text.contains(stop), "{}", patch.text);
    assert!(!patch.text.contains("/old/"));
    let stop = patch.changes.iter().find(|change| change.event == "Stop").unwrap();
    assert_eq!(stop.kind, ChangeKind::Updated);
}

#[test]
fn a_doubled_hook_becomes_one() {
    let group = r#"{"hooks":[{"type":"command","command":"/old/fusebox-hook","args":["claude"]}]}"#;
    let patch = planned(&format!(r#"{{"hooks":{{"Stop":[{group},{{"hooks":[]}},{group}]}}}}"#));
    let stop = r#""Stop":[{"hooks":[{"type":"command","command":"/opt/fusebox-hook","args":["claude"],"timeout":10}]},{"hooks":[]}]"#;
    assert!(patch.text.contains(stop), "{}", patch.text);
}

#[test]
fn a_second_time_changes_nothing() {
    for text in ["{}", "{\"a\":1}", "\u{feff}{\r\n  \"a\": 1\r\n}\r\n", "{ \"hooks\": {} }"] {
        let once = planned(text);
        let twice = planned(&once.text);
        assert_eq!(twice.text, once.text);
        assert_eq!((actions(&twice), twice.changed()), (vec![ChangeKind::Unchanged], false));
    }
}

#[test]
fn a_file_of_another_shape_is_left_alone() {
    for (text, expected) in [
        (
            "{\n  'mine': 1\n}",
            "the settings are not JSON: Single-quoted strings are not allowed at line 2 column 3; mend the file, then try again",
        ),
        (
            "[]",
            "`the whole` in the settings is a list, not an object; mend the file, then try again",
        ),
        (
            r#"{"hooks":null}"#,
            "`hooks` in the settings is null, not an object; mend the file, then try again",
        ),
        (
            r#"{"hooks":{"Stop":{}}}"#,
            "`hooks.Stop` in the settings is an object, not a list; mend the file, then try again",
        ),
    ] {
        let error = plan(&FORM, Some(text), &command("/opt/fusebox-hook", &[]), false).unwrap_err();
        assert_eq!(error.to_string(), expected);
    }
}
