//! What the decider says at which time.

use super::*;

const LIMITS: StormLimits = StormLimits { runs: 3, cooldown: Duration::from_secs(30) };

fn ms(ms: u64) -> Timestamp {
    Timestamp::from_millis(ms)
}

fn run(paths: &[&str]) -> Option<WatchAction> {
    Some(WatchAction::Run(paths.iter().map(PathBuf::from).collect()))
}

fn decider(limits: StormLimits) -> RunDecider {
    RunDecider::new(limits, ms(0)).unwrap()
}

#[test]
fn nothing_runs_before_a_change() {
    let mut watch = decider(LIMITS);
    assert_eq!((watch.next(ms(0)), watch.next(ms(1_000_000))), (None, None));
}

#[test]
fn changes_that_settle_are_one_run() {
    let mut watch = decider(LIMITS);
    watch.change("a".into(), ms(3_000));
    assert_eq!(watch.next(ms(3_150)), None);
    watch.change("b".into(), ms(3_150));
    assert_eq!(watch.next(ms(3_349)), None);
    assert_eq!(watch.next(ms(3_350)), run(&["a", "b"]));
}

#[test]
fn changes_that_never_settle_start_a_run_all_the_same() {
    let mut watch = decider(LIMITS);
    for at in 0..20 {
        watch.change("a".into(), ms(3_000 + at * 100));
        assert_eq!(watch.next(ms(3_000 + at * 100)), None, "{at}");
    }
    watch.change("a".into(), ms(5_000));
    assert_eq!(watch.next(ms(5_000)), run(&["a"]));
}

#[test]
fn a_change_during_a_run_is_one_more_run_after_it() {
    let mut watch = decider(LIMITS);
    watch.change("a".into(), ms(0));
    assert_eq!(watch.next(ms(200)), run(&["a"]));
    watch.change("b".into(), ms(300));
    watch.change("c".into(), ms(400));
    assert_eq!(watch.next(ms(60_000)), None);
    watch.ended(ms(60_000));
    assert_eq!(watch.next(ms(60_000)), run(&["b", "c"]));
    watch.ended(ms(60_100));
    assert_eq!(watch.next(ms(90_000)), None);
}

/// Runs that a change follows at once; returns the time after the last.
fn hurried(watch: &mut RunDecider, runs: u64, from: u64) -> u64 {
    watch.change("a".into(), ms(from));
    for n in 0..runs {
        let at = from + n * 400;
        assert_eq!(watch.next(ms(at + 200)), run(&["a"]), "run {n}");
        watch.change("a".into(), ms(at + 250));
        watch.ended(ms(at + 300));
        if n + 1 < runs {
            assert_eq!(watch.next(ms(at + 300)), None, "run {n}");
        }
    }
    from + runs * 400
}

fn paused(seconds: u64) -> Option<WatchAction> {
    let retry_after = Some(Duration::from_secs(seconds));
    Some(WatchAction::Paused { changed: vec!["a".into()], retry_after })
}

#[test]
fn s2_a_storm_pauses_the_watch_and_one_run_after_the_cooldown_decides() {
    let mut watch = decider(LIMITS);
    let at = hurried(&mut watch, 3, 10_000);
    assert_eq!(watch.next(ms(at)), paused(30));
    watch.change("b".into(), ms(at + 20_000));
    assert_eq!(watch.next(ms(at + 29_999)), None);
    let later = at + 30_000;
    assert_eq!(watch.next(ms(later)), Some(WatchAction::Resumed(PauseEnd::Cooldown)));
    assert_eq!(watch.next(ms(later)), run(&["a", "b"]));
    watch.ended(ms(later + 10));
    watch.change("a".into(), ms(later + 900));
    // The probe failed.
    assert_eq!(watch.next(ms(later + 900)), paused(30));
}

#[test]
fn s2_a_probe_that_no_change_follows_ends_the_storm() {
    let mut watch = decider(LIMITS);
    let at = hurried(&mut watch, 3, 10_000);
    assert_eq!(watch.next(ms(at)), paused(30));
    assert_eq!(watch.next(ms(at + 30_000)), Some(WatchAction::Resumed(PauseEnd::Cooldown)));
    assert_eq!(watch.next(ms(at + 30_000)), run(&["a"]));
    watch.ended(ms(at + 30_010));
    assert_eq!(watch.next(ms(at + 31_010)), None);
    // The count begins anew.
    hurried(&mut watch, 2, at + 40_000);
    assert_eq!(watch.next(ms(at + 42_000)), run(&["a"]));
}

#[test]
fn s2_with_one_quiet_second_in_between_there_is_no_storm() {
    let mut watch = decider(LIMITS);
    let mut at = 10_000;
    for _ in 0..3 {
        at = hurried(&mut watch, 2, at);
        assert_eq!(watch.next(ms(at + 100)), run(&["a"]));
        watch.ended(ms(at + 200));
        assert_eq!(watch.next(ms(at + 1_200)), None);
        at += 1_200;
    }
}

#[test]
fn s7_a_person_resumes_a_paused_watch_and_no_other() {
    let mut watch = decider(StormLimits { cooldown: Duration::MAX, ..LIMITS });
    assert_eq!(watch.resume(ms(5_000)), None);
    let at = hurried(&mut watch, 3, 10_000);
    let endless = WatchAction::Paused { changed: vec!["a".into()], retry_after: None };
    assert_eq!(watch.next(ms(at)), Some(endless));
    assert_eq!(watch.next(ms(at + 1_000_000_000)), None);
    let now = ms(at + 1_000_000_001);
    assert_eq!(watch.resume(now), Some(WatchAction::Resumed(PauseEnd::Person)));
    assert_eq!(watch.next(now), run(&["a"]));
}

#[test]
fn a_watch_without_a_limit_never_pauses() {
    let mut watch = decider(StormLimits { runs: u32::MAX, ..LIMITS });
    let at = hurried(&mut watch, 1_000, 10_000);
    assert_eq!(watch.next(ms(at + 100)), run(&["a"]));
}
