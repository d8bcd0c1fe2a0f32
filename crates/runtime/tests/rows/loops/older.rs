//! A log that was written before loops were more than their errors.

use fusebox_engine::{Fact, Policy};
use fusebox_runtime::replay;
use fusebox_store::LogSelection;
use serde_json::json;

use super::iteration_event;
use crate::story::Story;

/// Iterations as the version before wrote them.
const OLDER: [&str; 2] = [
    r#"{"fact":"iteration","error":null}"#,
    r#"{"fact":"iteration","error":{"digest":81985529216486895,"line":"error: boom"}}"#,
];

#[test]
fn an_older_fact_is_read_and_says_what_it_said() {
    for text in OLDER {
        let fact: Fact = serde_json::from_str(text).unwrap();
        let Fact::Iteration(iterated) = &fact else { panic!("{fact:?}") };
        assert_eq!((iterated.files_changed, iterated.run), (None, None), "{text}");
        assert_eq!(serde_json::to_string(&fact).unwrap(), text);
    }
}

#[test]
fn l03_an_older_log_replays_as_it_was_lived() {
    let mut story = Story::new(Policy::default());
    for error in [None, Some("error: boom"), None] {
        story.send(iteration_event(json!({"error": error})));
    }
    for _ in 0..6 {
        story.send(iteration_event(json!({"error": "error: boom"})));
    }
    let store = story.runtime.store();
    let rows = store.read().log(LogSelection::All, 0, 20).unwrap();
    // What was told has the form of the version before.
    assert!(rows.iter().all(|row| {
        let fields: serde_json::Value = serde_json::from_str(&row.observation).unwrap();
        fields.as_object().unwrap().keys().eq(["error", "fact"])
    }));
    let found = replay::replay(store).unwrap();
    assert_eq!((found.events, found.differences.len()), (9, 0));
    assert!(rows[6].verdict.is_empty() && rows[7].verdict.contains("stagnation.same_error"));
}
