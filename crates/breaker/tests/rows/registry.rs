//! One breaker for each key: made once, kept while it protects something, let go when it does not.

use std::sync::{Arc, Barrier, Mutex};
use std::thread;

use fusebox_breaker::{ManualClock, Registry, Settings, State, Trip};

use crate::steps::tripping;

fn registry(capacity: usize) -> Registry<String, ManualClock> {
    Registry::with_clock(Settings::default(), ManualClock::default()).unwrap().capacity(capacity)
}

fn fail(registry: &Registry<String, ManualClock>, key: &str, times: usize) {
    for _ in 0..times {
        let _ = registry.get(key).call(|| Err::<(), _>(()));
    }
}

#[test]
fn a_key_has_one_breaker_whoever_asks_first() {
    for _ in 0..50 {
        let registry = registry(10);
        let barrier = Barrier::new(4);
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    barrier.wait();
                    fail(&registry, "search", 1);
                });
            }
        });
        assert_eq!(registry.len(), 1);
        assert_eq!(registry.get("search").snapshot().window.failed, 4);
    }
}

#[test]
fn rule_11_made_up_keys_push_out_no_breaker_with_failures() {
    let registry = registry(4);
    fail(&registry, "failing", 1);
    fail(&registry, "open", 5);
    for made_up in 0..10_000 {
        registry.get(&format!("made up {made_up}"));
    }
    assert_eq!(registry.len(), 4);
    assert_eq!(registry.overflowed(), 0);
    assert_eq!(registry.get("failing").snapshot().window.failed, 1);
    assert_eq!(registry.get("open").state(), State::Open);
}

#[test]
fn rule_11_where_none_may_go_the_newcomer_is_not_remembered() {
    let registry = registry(2);
    fail(&registry, "a", 1);
    fail(&registry, "b", 1);
    fail(&registry, "c", 1);
    assert_eq!((registry.len(), registry.overflowed()), (2, 1));
    assert_eq!(registry.get("c").snapshot().window.failed, 0);
    assert_eq!(registry.get("a").snapshot().window.failed, 1);
}

#[test]
fn a_breaker_in_use_stays_and_one_that_is_idle_goes() {
    let registry = registry(2);
    let held = registry.get("held");
    registry.get("idle");
    registry.get("new");
    let keys: Vec<String> = registry.all().into_iter().map(|(key, _)| key).collect();
    assert!(keys.contains(&"held".to_owned()) && keys.contains(&"new".to_owned()), "{keys:?}");
    held.force_open();
    assert_eq!(registry.get("held").state(), State::ForcedOpen, "it is the same breaker");
}

#[test]
fn settings_of_all_and_of_one_are_taken_over_while_running() {
    let registry = registry(10);
    let at = |failures| tripping(Trip::Consecutive { failures });
    fail(&registry, "all", 1);
    registry.reconfigure_one("own", at(7)).unwrap();
    registry.reconfigure(at(2)).unwrap();
    fail(&registry, "all", 1);
    assert_eq!(registry.get("all").state(), State::Open);
    fail(&registry, "new", 2);
    assert_eq!(registry.get("new").state(), State::Open);
    fail(&registry, "own", 6);
    assert_eq!(registry.get("own").state(), State::Closed);
    fail(&registry, "own", 1);
    assert_eq!(registry.get("own").state(), State::Open);
    assert!(registry.reconfigure(at(0)).is_err());
    assert!(registry.remove("own").is_some());
    assert_eq!(registry.get("own").state(), State::Closed);
}

#[test]
fn listeners_hear_which_key_it_was() {
    let heard = Arc::new(Mutex::new(Vec::new()));
    let told = Arc::clone(&heard);
    let registry = registry(10)
        .on_transition(move |key, change| told.lock().unwrap().push((key.clone(), change.to)));
    fail(&registry, "search", 5);
    fail(&registry, "files", 4);
    assert_eq!(*heard.lock().unwrap(), [("search".to_owned(), State::Open)]);
}
