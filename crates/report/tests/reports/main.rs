//! The report, story by story: each as the Markdown that a person gets, kept in `fixtures/reports`.
//! `FUSEBOX_BLESS=1` writes them, and the published schema, anew.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod bounds;
mod near_misses;
mod one_test;
mod other_trips;
mod published_schema;
mod told;
mod validator;
mod whole_task;

use std::path::Path;

use fusebox_report::{Diagnostic, IncidentFacts};

/// The report of `story` says `hypothesis` and asks `question`; its Markdown is the fixture `name`.
#[track_caller]
fn check(name: &str, story: &IncidentFacts, hypothesis: &str, question: &str) {
    let report = Diagnostic::of(story);
    assert_eq!(report, Diagnostic::of(story), "the same story gives the same report");
    let said = &report.best_hypothesis;
    assert!(said.contains(hypothesis), "{name}: the hypothesis is\n{said}");
    let asked = &report.specific_question;
    assert!(asked.contains(question), "{name}: the question is\n{asked}");
    let json = serde_json::to_value(&report).unwrap();
    validator::check(&fusebox_report::schema(), &json);
    assert_eq!(serde_json::from_value::<Diagnostic>(json).unwrap(), report, "{name}");
    matches_file(&format!("fixtures/reports/{name}.md"), &report.markdown());
    if PUBLISHED.contains(&name) {
        matches_file(&format!("../../docs/reports/{name}.md"), &report.markdown());
    }
}

/// Reports that the documents show.
const PUBLISHED: &[&str] = &["py_same_value_many_files", "py_see_saw", "java_infra_program"];

#[track_caller]
#[expect(clippy::disallowed_methods, reason = "the test's one setting")]
fn matches_file(path: &str, generated: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    if std::env::var_os("FUSEBOX_BLESS").is_some() {
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
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
