//! Rows L1 to L10 and L14: each rule fires, and is silent one step earlier.

use fusebox_engine::{
    EnforcementMode, FindingLevel, Limit, Policy, Rule, StagnationLimits, VerdictAction,
};
use fusebox_runtime::query::LoopDecision;
use serde_json::json;

use super::{check, iteration, iteration_event, play, preset, reason, sign, status, story};
use crate::story::{Story, rules};

#[test]
fn l01_three_without_progress_are_watched_and_the_fourth_opens() {
    let loops = preset();
    check(&loops, "...", "cch", None);
    check(&loops, "....", "cchO", Some(Rule::NoProgress));
    check(&loops, "......", "cchOOO", Some(Rule::NoProgress));
    let one = StagnationLimits { no_progress: Limit::at(1), ..loops };
    check(&one, "..", "hO", Some(Rule::NoProgress));
    check(&StagnationLimits::default(), &".".repeat(50), &"c".repeat(50), None);
}

#[test]
fn l01_both_numbers_can_be_set() {
    let set = |half_open, open| StagnationLimits {
        half_open_after: Limit::at(half_open),
        open_after: Limit::at(open),
        ..preset()
    };
    check(&set(2, 3), "..", "ch", None);
    check(&set(2, 3), "...", "chO", Some(Rule::NoProgress));
    check(&set(3, 6), "......", "cchhhO", Some(Rule::NoProgress));
    check(&set(9, 2), "..", "cO", Some(Rule::NoProgress));
}

#[test]
fn l01_the_watched_loop_is_told_once_what_opens_it() {
    let mut story = story(preset());
    play(&mut story, "..", "cc");
    let told = story.send(iteration('.'));
    assert_eq!(rules(&told), [(Rule::NoProgress, FindingLevel::Warning)]);
    assert_eq!(told.verdict, VerdictAction::Warn);
    let decision = LoopDecision::from(&told);
    assert!(decision.allow_continue);
    let reason = "3 iterations in a row without progress: no file changed, no commit. The loop is \
        stopped at 4.";
    assert_eq!(decision.reason.as_deref(), Some(reason));
    // The words reach whoever starts the next iteration.
    assert!(told.context.unwrap().contains("The loop is stopped at 4."));
}

#[test]
fn l01_the_reason_holds_the_evidence() {
    assert_eq!(
        reason(preset(), "p5ccc"),
        "4 iterations in a row without progress: no file changed, no commit, no more than 50 tests \
         passing. The last progress was in iteration 1. The agent said 3 times that the work is done."
    );
}

#[test]
fn l02_progress_closes_a_watched_loop() {
    check(&preset(), "...p", "cchc", None);
    check(&preset(), "...p...", "cchccch", None);
    check(&preset(), "...p....", "cchccchO", Some(Rule::NoProgress));
    check(&preset(), &"p.".repeat(100), &"c".repeat(200), None);
    check(&preset(), &"...p".repeat(50), &"cchc".repeat(50), None);
}

#[test]
fn l03_the_same_error_opens_from_every_state_progress_or_not() {
    let loops = preset();
    let patient = StagnationLimits { open_after: Limit::at(9), ..preset() };
    check(&loops, "eeee", "cccc", None);
    check(&loops, "eeeee", "ccccO", Some(Rule::SameError));
    check(&patient, "EEEE", "cchh", None);
    check(&patient, "EEEEE", "cchhO", Some(Rule::SameError));
    check(&loops, "eeeepe", "cccccc", None);
    check(&loops, "eeee?ee", "ccccccc", None);
    check(&StagnationLimits::default(), "????EEEEE", "ccccccccO", Some(Rule::SameError));
    assert_eq!(reason(loops, "eeeee"), "Same error repeated 5 times: \"error: boom\"");
}

#[test]
fn l04_another_error_starts_at_one() {
    let mut story = story(preset());
    play(&mut story, "eeFe", "cccc");
    let counts: Vec<_> = status(&story).error_counts.into_iter().collect();
    assert_eq!(counts, [("error: boom".to_owned(), 1)]);
    play(&mut story, "eeee", "cccO");
}

/// The states after iterations with these outputs; negative ones made progress.
fn outputs(lengths: &[i64], expected: &str) -> Vec<Rule> {
    let limits = StagnationLimits { no_progress: Limit::UNLIMITED, ..preset() };
    let mut story = story(limits);
    let mut states = String::new();
    for length in lengths {
        let files = u64::from(*length < 0);
        let event =
            iteration_event(json!({"files_changed": files, "output_len": length.unsigned_abs()}));
        states.push(sign(&story.send(event)));
    }
    assert_eq!(states, expected, "{lengths:?}");
    story.opened()
}

#[test]
fn l05_two_fallen_outputs_are_watched_and_one_more_idle_iteration_opens() {
    let usual = [-100; 5];
    let after = |rest: &[i64], states: &str| {
        outputs(&[&usual[..], rest].concat(), &format!("ccccc{states}"))
    };
    assert_eq!(after(&[69], "c"), []);
    assert_eq!(after(&[69, 69], "ch"), []);
    assert_eq!(after(&[69, 69, 69], "chO"), [Rule::OutputDecline]);
    assert_eq!(after(&[70, 70, 70], "ccc"), []);
    // Not in a row, or with progress in one of them.
    assert_eq!(after(&[30, 100, 30, 100], "cccc"), []);
    assert_eq!(after(&[-30, 30, -30, 30], "cccc"), []);
    assert_eq!(after(&[30, 30, -100, 100], "chcc"), []);
}

#[test]
fn l05_an_output_back_at_the_floor_closes_what_a_decline_half_opened() {
    let lengths = |rest: &[i64]| [&[-100; 5][..], rest].concat();
    assert_eq!(outputs(&lengths(&[69, 69, 70, 69]), "cccccchcc"), []);
    assert_eq!(outputs(&lengths(&[69, 69, 70, 50, 50, 50]), "cccccchcchO"), [Rule::OutputDecline]);
    // What another rule half-opened stays half-open.
    let mut story =
        story(StagnationLimits { no_progress: Limit::at(2), open_after: Limit::at(9), ..preset() });
    let mut states = String::new();
    for length in lengths(&[69, 69, 70, 70]) {
        let files = u64::from(length < 0);
        let told = json!({"files_changed": files, "output_len": length.unsigned_abs()});
        states.push(sign(&story.send(iteration_event(told))));
    }
    assert_eq!(states, "cccccchhh");
}

#[test]
fn l05_a_zero_baseline_or_few_samples_are_nothing() {
    assert_eq!(outputs(&[100, 100, 100, 100, 0, 100], "cccccc"), []);
    assert_eq!(outputs(&[100, 100, 100, 0, 0], "ccccc"), []);
    // The first 30 has four before it.
    assert_eq!(outputs(&[-100, -100, -100, -100, 30, 30, 30], "cccccch"), []);
    assert_eq!(outputs(&[0, 0, 0, 0, 0, 0, 0, 0], "cccccccc"), []);
}

#[test]
fn l05_the_reason_says_how_far_it_fell() {
    let mut story = story(preset());
    for length in [100, 100, 100, 100, 100] {
        story.send(iteration_event(json!({"files_changed": 1, "output_len": length})));
    }
    let idle = || iteration_event(json!({"files_changed": 0, "output_len": 20}));
    story.send(idle());
    let watched = story.send(idle());
    assert_eq!(rules(&watched), [(Rule::OutputDecline, FindingLevel::Warning)]);
    let opened = story.send(idle());
    assert_eq!(
        opened.findings[0].message(),
        "The output fell to 20 % of the usual, then 3 iterations in a row without progress: no file changed, no \
         commit. The last progress was in iteration 5."
    );
    assert_eq!((opened.findings[0].observed, opened.findings[0].limit), (20, 70));
    assert_eq!(status(&story).output_trend, [100, 100, 100, 100, 100, 20, 20, 20]);
}

#[test]
fn l06_a_commit_or_a_changed_file_is_progress_and_unknown_is_never_none() {
    check(&preset(), "kkkk", "cccc", None);
    check(&preset(), "pppp", "cccc", None);
    check(&preset(), &"?".repeat(30), &"c".repeat(30), None);
    // What nobody looked at neither counts nor clears.
    check(&preset(), "..??.", "cccch", None);
    check(&preset(), "...??.", "cchhhO", Some(Rule::NoProgress));
    let mut story = story(preset());
    for _ in 0..4 {
        story.send(iteration_event(json!({"files_changed": ["new.txt"]})));
    }
    assert_eq!(status(&story).with_progress, 4);
}

#[test]
fn l06_more_tests_than_ever_before_are_progress() {
    check(&preset(), "123456", "cccccc", None);
    // The first count has nothing before it; as many or fewer are none.
    check(&preset(), "555", "cch", None);
    check(&preset(), "5123", "cchO", Some(Rule::NoProgress));
    check(&preset(), "51.6", "cchc", None);
    check(&preset(), "5.16..", "cchccc", None);
}

#[test]
fn l07_a_claim_without_a_change_is_no_progress_and_is_logged() {
    check(&preset(), "cccc", "cchO", Some(Rule::NoProgress));
    check(&preset(), "cccC", "cchc", None);
    let mut story = story(preset());
    play(&mut story, "Ccc", "ccc");
    assert_eq!(status(&story).claims_complete, 2);
    let log = story.runtime.store().read().log(fusebox_store::LogSelection::All, 0, 10).unwrap();
    let claims = log.iter().filter(|row| row.observation.contains("\"claims_complete\":true"));
    assert_eq!(claims.count(), 3);
}

#[test]
fn l08_questions_are_held_three_times() {
    check(&preset(), "qqq", "ccc", None);
    check(&preset(), "qqqq", "cccO", Some(Rule::Questions));
    check(&preset(), "qqqpqqq", "ccccccc", None);
    check(&preset(), "QQQQQ", "ccccc", None);
    // A question neither counts as none nor clears what was counted.
    check(&preset(), "..q.", "ccch", None);
    check(&preset(), "..qqq.", "ccccch", None);
    check(&preset(), "...q.", "cchhO", Some(Rule::NoProgress));
    // Where questions are not held, they are no progress.
    let unheld = StagnationLimits { questions: Limit::UNLIMITED, ..preset() };
    check(&unheld, "qqqq", "cchO", Some(Rule::NoProgress));
    assert!(reason(preset(), "qqqq").starts_with("Blocked on a human: 4 iterations"));
}

#[test]
fn l09_permissions_denied_twice_open_and_the_tools_are_named() {
    check(&preset(), "d", "c", None);
    check(&preset(), "dd", "cO", Some(Rule::Denials));
    check(&preset(), "dpd", "ccc", None);
    check(&preset(), "mm", "cO", Some(Rule::Denials));
    check(&StagnationLimits { denials: Limit::UNLIMITED, ..preset() }, "dddd", "cccc", None);
    assert_eq!(
        reason(preset(), "dw"),
        "Permission was denied in 2 iterations in a row: Bash, WebFetch. Allow what the work \
         needs, or say how it is to be done without."
    );
    assert!(reason(preset(), "mm").contains("in a row: Edit. "));
}

#[test]
fn l09_a_denial_that_a_compound_command_explains_is_advisory() {
    check(&preset(), "xxxx", "cccc", None);
    check(&preset(), "dxd", "ccc", None);
    let mut story = story(preset());
    let told = story.send(iteration('x'));
    assert_eq!(told.verdict, VerdictAction::Allow);
    assert_eq!(rules(&told), [(Rule::Denials, FindingLevel::Notice)]);
    assert!(told.findings[0].message().ends_with("commands that are allowed: Bash."));
}

#[test]
fn l10_a_timeout_with_changes_is_productive() {
    check(&preset(), &"t".repeat(12), &"c".repeat(12), None);
    let patient = StagnationLimits { open_after: Limit::at(9), ..preset() };
    check(&patient, "TTTT", "cchh", None);
    check(&patient, "TTTTT", "cchhO", Some(Rule::SameError));
    // It is no failure, so it ends a row of them.
    check(&preset(), "eeeete", "cccccc", None);
}

#[test]
fn l10_other_ends_are_failures_with_their_own_text() {
    for (sign, text) in [
        ('I', "the agent did nothing for too long"),
        ('X', "the agent ended with an exit code that is not 0"),
        ('A', "429 overloaded"),
    ] {
        let ends = String::from(sign).repeat(5);
        check(&preset(), &ends[..4], "cccc", None);
        check(&preset(), &ends, "ccccO", Some(Rule::SameError));
        assert_eq!(reason(preset(), &ends), format!("Same error repeated 5 times: \"{text}\""));
    }
    check(&preset(), "IXAIX", "ccccc", None);
}

#[test]
fn l03_every_rule_is_asked_and_the_order_is_fixed() {
    let mut story = story(StagnationLimits { open_after: Limit::at(5), ..preset() });
    play(&mut story, "EEEE", "cchh");
    let both = story.send(iteration('E'));
    assert_eq!(
        rules(&both),
        [(Rule::SameError, FindingLevel::Trip), (Rule::NoProgress, FindingLevel::Trip)]
    );
    assert_eq!(story.incidents()[0].findings.len(), 2);
}

#[test]
fn l14_iterations_of_an_earlier_run_are_ignored() {
    let mut story = story(preset());
    let mut tell = |run: Option<&str>| {
        sign(&story.send(iteration_event(json!({"run": run, "files_changed": 0}))))
    };
    let runs = [Some("r1"), Some("r1"), Some("r2"), Some("r1"), None, Some("r1"), Some("r2")];
    let states: String = runs.into_iter().map(&mut tell).collect();
    assert_eq!(states, "cchhhhO", "a new run goes on where the one before ended");
    assert_eq!(status(&story).iterations, 4);
    // Whoever drives an earlier run is stopped with the loop.
    let stale = story.send(iteration_event(json!({"run": "r1", "files_changed": 9})));
    assert_eq!(stale.verdict, VerdictAction::Stop);
    assert_eq!(LoopDecision::from(&stale).reason, Some(story.incidents()[0].reason().clone()));
    assert_eq!(status(&story).iterations, 4);
}

#[test]
fn a_trip_in_observe_mode_is_written_down_once() {
    let mode = EnforcementMode::Observe;
    let mut story = Story::new(Policy { mode, stagnation: preset(), ..Policy::default() });
    let verdicts: Vec<_> = (0..8).map(|_| story.send(iteration('.'))).collect();
    assert!(verdicts.iter().all(|verdict| verdict.verdict == VerdictAction::Allow));
    let states: String = verdicts.iter().map(sign).collect();
    assert_eq!(states, "cchccchc");
    assert_eq!(story.incidents().len(), 2, "once for each time that it would have opened");
    assert!(story.incidents().iter().all(|incident| incident.observed_only));
}
