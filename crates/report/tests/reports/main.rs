//! The report, incident by incident: each as the Markdown that a person gets, kept in
//! `fixtures/reports`. `FUSEBOX_BLESS=1` writes them anew.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod bounds;
mod incident;
mod near_misses;
mod one_test;
mod other_trips;
mod whole_task;

use std::path::Path;

use fusebox_engine::IncidentFacts;
use fusebox_report::Diagnostic;

/// Reports that the documents show.
const PUBLISHED: &[&str] = &["py_same_value_many_files", "py_see_saw", "java_infra_program"];

/// The Markdown of the report of `facts` is the fixture `name`.
#[track_caller]
fn check(name: &str, facts: &IncidentFacts) {
    let report = Diagnostic::compose(facts);
    let json = serde_json::to_value(&report).unwrap();
    assert_eq!(serde_json::from_value::<Diagnostic>(json).unwrap(), report, "{name}");
    matches_file(&format!("fixtures/reports/{name}.md"), &report.markdown());
    if PUBLISHED.contains(&name) {
        matches_file(&format!("../../docs/reports/{name}.md"), &report.markdown());
    }
}

#[track_caller]
#[expect(clippy::disallowed_methods, reason = "the test's one setting")]
fn matches_file(path: &str, generated: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    if std::env::var_os("FUSEBOX_BLESS").is_some() {
        std::fs::write(&file, generated).unwrap();
    }
    let found = std::fs::read_to_string(&file).unwrap_or_default();
    let line = found.lines().zip(generated.lines()).position(|(a, b)| a != b);
    assert!(
        found == generated,
        "{path} has drifted (line {:?}): read the difference, then run FUSEBOX_BLESS=1 cargo test -p \
         fusebox-report --test reports",
        line.map(|line| line + 1)
    );
}
