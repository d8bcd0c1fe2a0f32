//! Sixty-four hooks at once on one session: none fails, none is lost, none counts twice.

use std::collections::BTreeSet;

use serde_json::json;

use crate::transcript::has;
use crate::world::World;

const HOOKS: usize = 64;

#[test]
fn sixty_four_hooks_at_once_all_count_once() {
    let world = World::new();
    std::thread::scope(|scope| {
        let world = &world;
        let hooks: Vec<_> = (0..HOOKS)
            .map(|n| scope.spawn(move || world.bash(&format!("call-{n}"), &format!("echo {n}"))))
            .collect();
        for hook in hooks {
            let ran = hook.join().unwrap();
            assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (0, "", ""));
        }
    });
    let status = world.run("status s1 --json").json();
    // Each of them tells of the session, whose start nobody reported: that counts once, too.
    has(&status, json!({"tool_calls": HOOKS, "events": HOOKS + 1}));
    let log = world.run("log s1 --json").lines();
    let ids: BTreeSet<String> = log.iter().map(|line| line["id"].to_string()).collect();
    assert_eq!((ids.len(), log.len()), (HOOKS + 1, HOOKS + 1));
}
