//! Rows L11 to L13: what ends the time that a loop is open, and what stays.

use fusebox_engine::event::ControlOrder;
use fusebox_engine::{
    BreakerState, Duration, IncidentStatus, Limit, LoopRecovery, Policy, Rule, StagnationLimits,
    Timestamp, Verdict, VerdictAction,
};
use fusebox_runtime::query;
use fusebox_store::{ScopeKind, SessionSelection};
use serde_json::json;

use super::{iteration, iteration_event, play, preset, sign, status, story};
use crate::story::Story;

const HALF_AN_HOUR: u64 = 30 * 60_000;

fn with_cooldown() -> StagnationLimits {
    let recovery = LoopRecovery::Cooldown(Duration(HALF_AN_HOUR));
    StagnationLimits { recovery, ..preset() }
}

/// A loop that has just opened, under a cooldown of half an hour.
fn cooling() -> Story {
    let mut story = story(with_cooldown());
    play(&mut story, "p....", "ccchO");
    story
}

fn tick(story: &mut Story) -> char {
    sign(&story.tick())
}

fn reset(story: &mut Story, guidance: Option<&str>) -> Verdict {
    story.control(ControlOrder::Reset { guidance: guidance.map(str::to_owned), test: None })
}

#[test]
fn l11_without_a_cooldown_only_a_person_ends_it() {
    let mut story = story(preset());
    play(&mut story, "....", "cchO");
    story.wait(365 * 24 * 3_600_000);
    assert_eq!(tick(&mut story), 'O');
    assert_eq!(story.send(iteration('p')).verdict, VerdictAction::Stop);
    assert_eq!(status(&story).retry_at, None);
}

#[test]
fn l11_a_cooldown_that_has_not_passed_leaves_it_open() {
    let mut story = cooling();
    let opened = story.at;
    // The next event is told one second later.
    story.wait(HALF_AN_HOUR - 1_001);
    assert_eq!(tick(&mut story), 'O');
    assert_eq!(status(&story).retry_at, Some(Timestamp(opened + HALF_AN_HOUR)));
    assert_eq!(story.incidents()[0].status, IncidentStatus::Open);
    story.wait(1).at -= 1_000;
    assert_eq!(tick(&mut story), 'h');
    assert_eq!(story.incidents()[0].status, IncidentStatus::CooledDown);
    assert_eq!(status(&story).half_open, Some("probing"));
}

#[test]
fn l11_one_iteration_decides_after_the_cooldown() {
    for (iterations, expected) in [
        ("p...", "ccch"),
        (".", "O"),
        // Nobody looked, or it asked: the next one decides.
        ("?.", "hO"),
        ("?p", "hc"),
        ("qp", "hc"),
    ] {
        let mut story = cooling();
        story.wait(HALF_AN_HOUR);
        assert_eq!(tick(&mut story), 'h');
        play(&mut story, iterations, expected);
    }
}

#[test]
fn l11_a_new_trip_has_a_new_cooldown() {
    let mut story = cooling();
    story.wait(HALF_AN_HOUR);
    assert_eq!(tick(&mut story), 'h');
    play(&mut story, ".", "O");
    assert_eq!(story.incidents().len(), 2);
    let newest = &story.incidents()[0];
    assert_eq!((newest.rule(), newest.findings[0].observed), (Rule::NoProgress, 5));
    story.wait(HALF_AN_HOUR - 1_001);
    assert_eq!(tick(&mut story), 'O');
    story.wait(1_000);
    assert_eq!(tick(&mut story), 'h');
}

#[test]
fn l11_the_error_that_opened_it_opens_it_again_progress_or_not() {
    let mut story = story(with_cooldown());
    play(&mut story, "eeeee", "ccccO");
    story.wait(HALF_AN_HOUR);
    play(&mut story, "e", "O");
    story.wait(HALF_AN_HOUR);
    play(&mut story, "Feeee", "ccccc");
}

#[test]
fn l11_a_clock_in_the_future_leaves_it_open() {
    let mut story = cooling();
    // Another session of the loop's task, whose clock stands long before the trip.
    let start = json!({"type": "session_start", "session": "s2", "task": "s1", "at_ms": 1});
    assert_eq!(sign(&story.send(start)), 'O');
}

#[test]
fn l11_a_budget_has_no_cooldown() {
    let mut policy = Policy { stagnation: with_cooldown(), ..Policy::default() };
    policy.limits.turns = Limit::at(1);
    let mut story = Story::new(policy);
    story.automation();
    assert_eq!(sign(&story.automation()), 'O');
    // No iteration follows, whichever rule opened the breaker.
    assert_eq!(story.send(iteration('p')).verdict, VerdictAction::Stop);
    story.wait(9 * HALF_AN_HOUR);
    assert_eq!(tick(&mut story), 'O');
}

#[test]
fn l12_asking_changes_nothing() {
    let mut story = cooling();
    story.wait(9 * HALF_AN_HOUR);
    let rows = |story: &Story| {
        let reader = story.runtime.store().read();
        let kinds = [ScopeKind::Agent, ScopeKind::Session, ScopeKind::Task];
        kinds.map(|kind| format!("{:?}", reader.scopes(kind, "").unwrap()))
    };
    let before = rows(&story);
    for _ in 0..3 {
        let found = status(&story);
        assert_eq!(found.state, BreakerState::Open);
        assert!(found.allow_continue, "the next event finds the cooldown passed");
        let store = story.runtime.store();
        query::sessions(store, &story.policies, Timestamp(story.at), SessionSelection::All)
            .unwrap();
    }
    assert_eq!(rows(&story), before);
    assert_eq!(story.incidents()[0].status, IncidentStatus::Open);
}

#[test]
fn l12_the_status_has_the_published_names() {
    let mut story = story(preset());
    for (files, length) in [(1, 100), (0, 90), (0, 80)] {
        let event = json!({"files_changed": files, "output_len": length, "error": "error: boom"});
        story.send(iteration_event(event));
    }
    let found = serde_json::to_value(status(&story)).unwrap();
    assert_eq!(found["state"], "closed");
    assert_eq!(found["consecutive_no_progress"], 2);
    assert_eq!(found["error_counts"], json!({"error: boom": 3}));
    assert_eq!(found["output_trend"], json!([100, 90, 80]));
    assert_eq!(found["last_progress"], json!(1_001_000));
    assert_eq!(found["allow_continue"], true);
    assert_eq!(found["reason"], json!(null));
    story.send(iteration('.'));
    assert_eq!(serde_json::to_value(status(&story)).unwrap()["half_open"], "watching");
}

#[test]
fn l13_a_reset_keeps_totals_and_history() {
    type Answers = fn(&mut Story) -> Verdict;
    let ways: [(Answers, IncidentStatus); 3] = [
        (|story| reset(story, Some("look at a.rs")), IncidentStatus::Guided),
        (|story| reset(story, None), IncidentStatus::Reset),
        (Story::human, IncidentStatus::Guided),
    ];
    for (answer, ended) in ways {
        let mut story = story(preset());
        play(&mut story, "pe....", "cccchO");
        assert_eq!(sign(&answer(&mut story)), 'h', "one iteration is tried");
        let found = status(&story);
        assert_eq!((found.consecutive_no_progress, found.half_open), (0, Some("probing")));
        assert_eq!((found.iterations, found.with_progress, found.total_opens), (6, 2, 1));
        assert_eq!((found.failures, found.last_progress_iteration), (1, Some(2)));
        let opened: Vec<_> = found.history.iter().map(|one| (one.rule, one.status)).collect();
        assert_eq!(opened, [(Rule::NoProgress, ended)]);
        // The same loop opens sooner than the first time; with progress it is as new.
        play(&mut story, ".", "O");
        assert_eq!(sign(&answer(&mut story)), 'h');
        play(&mut story, "p....", "ccchO");
        assert_eq!(status(&story).total_opens, 3);
        assert_eq!(status(&story).history.len(), 3);
    }
}

#[test]
fn l13_guidance_reaches_whoever_drives_the_loop() {
    let mut story = story(preset());
    play(&mut story, "....", "cchO");
    reset(&mut story, Some("use the other parser"));
    let told = story.send(iteration('p'));
    assert!(told.context.unwrap().contains("use the other parser"));
}

#[test]
fn l13_a_wrong_trip_leaves_nothing_behind() {
    let mut story = story(preset());
    play(&mut story, "....", "cchO");
    let incident = story.incidents()[0].id.clone();
    assert_eq!(sign(&story.control(ControlOrder::Dismiss { incident })), 'c');
    play(&mut story, "....", "cchO");
}

#[test]
fn l13_a_person_who_speaks_to_a_watched_loop_restarts_its_counts() {
    let mut story = story(preset());
    play(&mut story, "...", "cch");
    assert_eq!(sign(&story.human()), 'c');
    play(&mut story, "....", "cchO");
}

#[test]
fn l13_an_unreadable_state_is_open_for_every_session_of_the_task() {
    let mut story = story(preset());
    let start = |story: &mut Story, session: &str| {
        sign(&story.send(json!({"type": "session_start", "session": session, "task": "s1"})))
    };
    play(&mut story, ".", "c");
    let mut row = story.runtime.store().read().scope(ScopeKind::Task, "s1").unwrap().unwrap();
    row.durable = "{\"loop\":{\"idle\":".to_owned();
    let store = story.runtime.store_mut();
    store.write(|tx| tx.save_scope(ScopeKind::Task, "s1", &row)).unwrap();
    let found = status(&story);
    assert_eq!((found.state, found.allow_continue), (BreakerState::Open, false));
    assert!(found.reason.unwrap().contains("breaker.state_corrupt"));
    assert_eq!(start(&mut story, "s2"), 'O');
    assert_eq!(story.incidents()[0].rule(), Rule::StateCorrupt);
    // A driver that begins again with another session does not get past it.
    assert_eq!(start(&mut story, "s3"), 'O');
    let mut progress = iteration('p');
    progress["session"] = json!("s3");
    assert_eq!(story.send(progress).verdict, VerdictAction::Stop);
    assert_eq!(status(&story).state, BreakerState::Open);
    story.session = "s2";
    reset(&mut story, None);
    assert_eq!(story.incidents()[0].status, IncidentStatus::Reset);
    assert_eq!(start(&mut story, "s4"), 'c');
}
