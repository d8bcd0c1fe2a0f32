//! What uninstalling makes of a settings file.

use super::*;
use crate::claude::SETTINGS_FORM as FORM;
use crate::hook_settings::plan;
use crate::install::HookCommand;

fn round_trip(text: &str) -> SettingsPatch {
    let command = HookCommand::new("/opt/fusebox-hook", "claude", &["--observe"]).unwrap();
    let installed = plan(&FORM, Some(text), &command, true).unwrap();
    assert_ne!(installed.text, text);
    remove(&FORM, &installed.text).unwrap()
}

#[test]
fn install_and_uninstall_leave_the_file_as_it_was() {
    for text in [
        "{}",
        "{}\n",
        "{\"a\":1}",
        "{ \"a\": 1 }\n",
        "{\n    \"b\": {\"x\": [ ]},\n    \"a\": 1\n}\n",
        "{\r\n\t\"a\": 1\r\n}\r\n",
        "\u{feff}{\n  \"a\": 1\n}",
        "{\n  \"hooks\": {\n    \"Stop\": [\n      {\n        \"hooks\": [{\"type\": \"command\", \"command\": \"x\"}]\n      }\n    ]\n  },\n  \"z\": 0\n}\n",
        "{\"hooks\":{\"Notification\":[]},\"z\":0}",
    ] {
        assert_eq!(round_trip(text).text, text);
    }
}

#[test]
fn an_emptied_file_says_so() {
    let patch = round_trip("{}\n");
    assert_eq!((patch.text.as_str(), patch.empty, patch.changes.len()), ("{}\n", true, 13));
    assert!(!round_trip("{\"a\":1}").empty);
    assert!(remove(&FORM, "").unwrap().empty);
}

#[test]
fn exactly_ours_goes() {
    let text = r#"{"hooks":{"Stop":[{"hooks":[]},{"matcher":"x","hooks":[{"command":"/a/fusebox-hook claude"},{"command":"mine"}]}],"Old":[{"hooks":[{"command":"/a/fusebox","args":["hook","claude"]}]}]}}"#;
    let patch = remove(&FORM, text).unwrap();
    let expected =
        r#"{"hooks":{"Stop":[{"hooks":[]},{"matcher":"x","hooks":[{"command":"mine"}]}]}}"#;
    assert_eq!(patch.text, expected);
    let events: Vec<_> = patch.changes.iter().map(|change| change.event.as_str()).collect();
    assert_eq!(events, ["Stop", "Old"]);
}

#[test]
fn a_file_without_ours_is_not_touched() {
    let text = "{\n \"hooks\" : { \"Stop\":[ ] } }";
    let patch = remove(&FORM, text).unwrap();
    assert_eq!((patch.text.as_str(), patch.changed()), (text, false));
    assert!(remove(&FORM, "{").is_err());
}
