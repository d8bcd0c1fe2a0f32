//! Limits in the order in which a real client tells its events: request, result, round, end of turn.

use std::thread::sleep;
use std::time::Duration;

use crate::agent::Agent;
use crate::world::World;

#[test]
fn b06_who_reports_through_a_client_sleeps_until_it_is_asked_again() {
    let world = World::with_variables(&[("FUSEBOX_LIMITS_SLEEP_TIME", "1s")]);
    let (sleeper, idle) = (Agent::new(&world, "s1"), Agent::new(&world, "s2"));
    sleeper.sleeps();
    idle.asks("ls");
    sleep(Duration::from_millis(1_100));
    assert_eq!(idle.asks("pwd"), "");
    let refusal = sleeper.asks("ls");
    assert!(refusal.contains("CIRCUIT BREAKER: sleep time ("), "{refusal}");
}
