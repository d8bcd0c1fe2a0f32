//! `kill -9` at random moments, with sixty-four hooks on one store: what was answered counts.

use std::process::ExitStatus;
use std::thread::sleep;
use std::time::Duration;

use serde_json::json;

use crate::dice::Dice;
use crate::session::Answer;
use crate::transcript::has;
use crate::world::{World, start};

const HOOKS: usize = 64;

/// Hooks at once, every third one killed at some moment; the ids of the calls that were answered.
fn round(world: &World, round: usize, dice: &mut Dice) -> Vec<String> {
    let moments: Vec<Option<usize>> =
        (0..HOOKS).map(|n| (n % 3 == 0).then(|| dice.below(60_000))).collect();
    std::thread::scope(|scope| {
        let hooks: Vec<_> = moments
            .into_iter()
            .enumerate()
            .map(|(n, kill_us)| {
                scope.spawn(move || {
                    let id = format!("call-{round}-{n}");
                    let mut hook = start(&mut world.hook(), &world.call("s2", &id));
                    if let Some(us) = kill_us {
                        sleep(Duration::from_micros(us as u64));
                        hook.kill().unwrap();
                    }
                    let output = hook.wait_with_output().unwrap();
                    let told = (output.stdout.len(), String::from_utf8(output.stderr).unwrap());
                    assert_eq!(told, (0, String::new()));
                    ended(output.status).then_some(id)
                })
            })
            .collect();
        hooks.into_iter().filter_map(|hook| hook.join().unwrap()).collect()
    })
}

/// Whether it answered; the others were killed.
fn ended(status: ExitStatus) -> bool {
    assert!(matches!(status.code(), Some(0) | None), "{status}");
    status.success()
}

fn check(rounds: usize, seed: u64) {
    let world = World::with_programs();
    world.trip_by_looping();
    let mut dice = Dice::of(seed);
    let (mut answered, mut killed) = (0, 0);
    for n in 0..rounds {
        let ids = round(&world, n, &mut dice);
        (answered, killed) = (answered + ids.len(), killed + HOOKS - ids.len());
        world.is_sound();
        let logged = world.logged("s2");
        for id in ids {
            let found = logged.iter().filter(|logged| **logged == format!("{id}:request")).count();
            assert_eq!(found, 1, "{id}: {logged:?}");
        }
    }
    let status = world.run("status s2 --json").json();
    let events = world.logged("s2").len();
    // The start of the session, which nobody reported, is one more.
    has(&status, json!({"events": events + 1, "tool_calls": events}));
    assert!(killed > 0 && (answered..=answered + killed).contains(&events), "{events} {killed}");
    assert_eq!(world.ask("s1", "again").answer(), Answer::Denied);
    assert_eq!(world.errors(), Vec::<String>::new());
}

#[test]
fn hooks_that_are_killed_leave_the_others_whole() {
    check(3, 0);
}

#[test]
#[ignore = "takes a minute; .ci/run runs it"]
fn hooks_that_are_killed_a_thousand_times() {
    for seed in 1..=10 {
        check(5, seed);
    }
}
