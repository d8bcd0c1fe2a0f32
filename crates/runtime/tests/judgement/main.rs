//! The table of judgement through `observe` and the engine: stuck work is nudged, healthy work is not refused.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod table;

use fusebox_clients::canonical;
use fusebox_engine::state::Scopes;
use fusebox_engine::{Policy, TaskId, Timestamp, VerdictAction};
use fusebox_runtime::step::{EventContext, observe, step};
use serde_json::Value;
use table::{Answer, Case, Variant, Wording, families, variants};

/// What is answered to each event of the case.
fn play(case: &Case, variant: Variant) -> Vec<Answer> {
    let (policy, task, mut scopes) =
        (Policy::default(), TaskId::parse("t").unwrap(), Scopes::default());
    let mut answer = |event: Value| {
        let read = canonical::read_event(event.to_string().as_bytes()).unwrap();
        let at = Timestamp(event["at_ms"].as_u64().unwrap());
        let context = EventContext {
            task: &task,
            at,
            policy: &policy,
            folder: None,
            protected: &[],
            test_report: None,
            write_resolver: None,
        };
        let observation = observe(&read, &context, &scopes);
        let verdict = step(&policy, &mut scopes, &observation).verdict;
        let findings = verdict.findings.iter().map(|finding| finding.rule.name());
        Answer {
            asks: event["type"] == "tool_request",
            warns: verdict.verdict == VerdictAction::Warn,
            refuses: verdict.verdict > VerdictAction::Warn,
            rules: findings.collect::<Vec<_>>().join(", "),
        }
    };
    case.events(variant).into_iter().map(&mut answer).collect()
}

/// What is wrong with how the cases of a family are judged, in all variants.
fn check(family: &str) {
    let cases = families().into_iter().filter(|(name, _)| *name == family).flat_map(|(_, it)| it);
    let complaints: Vec<String> = cases
        .flat_map(|case| {
            let told = Wording::ALL.into_iter().flat_map(variants);
            let complaint = |variant| case.complaint(variant, &play(&case, variant));
            told.filter_map(complaint).collect::<Vec<_>>()
        })
        .collect();
    assert!(complaints.is_empty(), "{}\n", complaints.join("\n"));
}

#[test]
fn every_family_has_cases_to_stop_and_innocents() {
    for (family, cases) in families() {
        let stuck = cases.iter().filter(|case| case.is_stuck()).count();
        assert!(stuck >= 2 && cases.len() - stuck >= 4, "{family}");
    }
}

#[test]
fn r06_successful_work_over_many_targets() {
    check("targets");
}

#[test]
fn r02_r06_the_same_target_however_it_is_spelled() {
    check("spellings");
}

#[test]
fn r04_r05_r16_failures_with_the_same_error() {
    check("failures");
}

#[test]
fn r04_checks_that_find_something() {
    check("findings");
}

#[test]
fn r06_r20_searches_that_find_nothing() {
    check("fruitless");
}

#[test]
fn r01_results_that_the_client_cleared() {
    check("cleared");
}

#[test]
fn r06_checks_that_pass() {
    check("passing");
}

#[test]
fn r10_asking_about_what_others_change() {
    check("waiting");
}

#[test]
fn r10_how_long_a_call_takes() {
    check("durations");
}

#[test]
fn r20_plans() {
    check("plans");
}

#[test]
fn r19_programs_that_are_not_there() {
    check("missing");
}

#[test]
fn r20_windows_that_bring_nothing() {
    check("barren");
}

#[test]
fn r04_r08_edits() {
    check("edits");
}

#[test]
fn a13_r02_checks_that_fail_alike() {
    check("attempts");
}

#[test]
fn r03_r06_numbers_that_are_names_and_numbers_that_count() {
    check("numbers");
}
