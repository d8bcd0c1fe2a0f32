//! Checks that the published schema of the report is the one that its types have, and that older
//! readers and older reports survive.

use fusebox_engine::{IncidentFacts, SessionId, TaskId, Timestamp};
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::Value;

use super::{Diagnostic, GitState};

/// What happened to a file, as the schema describes it.
#[derive(JsonSchema)]
#[serde(rename_all = "snake_case")]
#[expect(dead_code, reason = "stands for the engine's type in the schema")]
pub(crate) enum ChangeType {
    Created,
    Modified,
    Deleted,
}

/// A report with every field.
fn full_report() -> Value {
    let (session, task) = (SessionId::parse("s1").unwrap(), TaskId::parse("t1").unwrap());
    let report = Diagnostic {
        git: Some(GitState {
            branch: Some("main".to_owned()),
            head: None,
            status: vec![" M src/a.rs".to_owned()],
            recent_commits: Vec::new(),
        }),
        test_run: Some("1 failed".to_owned()),
        cost_usd: Some("0.51".to_owned()),
        debugger_finding: Some("a typing error".to_owned()),
        ..Diagnostic::compose(&IncidentFacts::new(session, task, Timestamp(0)))
    };
    serde_json::to_value(report).unwrap()
}

#[test]
#[expect(clippy::disallowed_methods, reason = "the test's one setting")]
fn the_published_schema_is_that_of_the_report() {
    let generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let schema = generator.into_root_schema_for::<Diagnostic>();
    let text = serde_json::to_string_pretty(&schema).unwrap() + "\n";
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/diagnostic.schema.json");
    if std::env::var_os("FUSEBOX_BLESS").is_some() {
        std::fs::write(file, &text).unwrap();
    }
    let published = std::fs::read_to_string(file).unwrap();
    assert!(
        published == text,
        "read the difference, then run FUSEBOX_BLESS=1 cargo test -p fusebox-report"
    );
    let names = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&schema.as_value()["properties"]), names(&full_report()));
}

#[test]
fn an_older_reader_and_an_older_report_survive() {
    let mut report = full_report();
    report["later"] = Value::from(1);
    for field in ["test_location", "branch", "checkpoint", "cost_usd", "git", "test_run"] {
        report.as_object_mut().unwrap().remove(field);
    }
    let read: Diagnostic = serde_json::from_value(report).unwrap();
    assert_eq!(read.test_location, None);
}
