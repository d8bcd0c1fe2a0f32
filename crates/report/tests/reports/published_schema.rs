//! The published schema is the one that the code makes, and says neither more nor less than a report.

use fusebox_report::{Diagnostic, GitState, IncidentFacts, schema};
use serde_json::Value;

use crate::matches_file;
use crate::validator::{check, complaints};

fn full() -> Value {
    let mut report = Diagnostic::of(&IncidentFacts::default());
    report.git = Some(GitState {
        branch: Some("main".to_owned()),
        head: None,
        status: vec![" M src/a.rs".to_owned()],
        recent_commits: Vec::new(),
    });
    report.test_run = Some("1 failed".to_owned());
    serde_json::to_value(report).unwrap()
}

#[test]
fn it_is_the_one_in_the_documents() {
    let text = serde_json::to_string_pretty(&schema()).unwrap() + "\n";
    matches_file("../../docs/diagnostic.schema.json", &text);
}

#[test]
fn it_names_every_field_and_no_other() {
    let names = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&schema()["properties"]), names(&full()));
    check(&schema(), &full());
}

#[test]
fn it_refuses_what_is_no_report() {
    let refused = |change: fn(&mut Value)| {
        let mut report = full();
        change(&mut report);
        !complaints(&schema(), &report).is_empty()
    };
    assert!(refused(|report| report["version"] = Value::from(2)));
    assert!(refused(|report| report["test"] = Value::from(2)));
    assert!(refused(|report| report["best_hypothesis"] = Value::Null));
    assert!(refused(|report| report["git"]["status"] = Value::from("x")));
    assert!(refused(|report| {
        report.as_object_mut().unwrap().remove("attempt_log");
    }));
    assert!(!refused(|report| report["later"] = Value::from(1)));
}

#[test]
fn an_older_reader_and_an_older_report_survive() {
    let mut report = full();
    report["later"] = Value::from(1);
    for field in ["test_location", "checkpoint", "git", "test_run"] {
        report.as_object_mut().unwrap().remove(field);
    }
    let read: Diagnostic = serde_json::from_value(report).unwrap();
    assert_eq!(read.test_location, None);
}
