//! `[spend]`: what each scope of a cap adds up, and what a person allows, through the real hook.

use serde_json::json;

use crate::caps::{
    CAPS_BESIDE, begin_task, call, fields, is_refused, prompt, spend, stop_at_cap, stopped_world,
    world,
};
use crate::world::World;

/// Calls in a session that works in a folder.
fn call_in(world: &World, session: &str, folder: &str, id: &str) -> String {
    let input = json!({"file_path": format!("src/{id}.rs")});
    let mut event = fields(world, session, json!({"tool_name": "Read", "tool_input": input}));
    event["tool_use_id"] = json!(format!("{session}-{id}"));
    event["cwd"] = json!(world.path(folder));
    world.claude("PreToolUse", event).out
}

fn begin_in(world: &World, session: &str, folder: &str) {
    std::fs::create_dir_all(world.path(folder)).unwrap();
    let start = json!({"source": "startup", "cwd": world.path(folder)});
    world.claude("SessionStart", fields(world, session, start));
    spend(world, session, "before", 0);
    assert_eq!(call_in(world, session, folder, "first"), "");
}

#[test]
fn m03_a_project_is_one_sum_and_another_project_is_not_in_it() {
    let world = world("spend.project.day = \"0.50 USD\"");
    begin_in(&world, "s1", "project");
    // A folder of a repository is no project of its own.
    begin_in(&world, "s2", "project/src");
    begin_in(&world, "other", "elsewhere");
    spend(&world, "other", "m0", 30);
    assert_eq!(call_in(&world, "other", "elsewhere", "a"), "");
    spend(&world, "s1", "m1", 30);
    assert_eq!(call_in(&world, "s1", "project", "a"), "");
    spend(&world, "s2", "m2", 21);
    let refused = call_in(&world, "s2", "project/src", "a");
    assert!(refused.contains("$0.51 of $0.50 spent on project"), "{refused}");
    assert!(refused.contains("today"), "{refused}");
    assert!(is_refused(&call_in(&world, "s1", "project", "b")));
    assert_eq!(call_in(&world, "other", "elsewhere", "b"), "");
}

#[test]
fn m03_an_empty_or_broken_repository_leaves_no_project() {
    let world = world("spend.project.day = \"0.50 USD\"");
    let repository = |folder: &str| {
        world.write(&format!("{folder}/.git/HEAD"), "ref: refs/heads/main\n");
        for part in ["objects", "refs"] {
            std::fs::create_dir_all(world.path(&format!("{folder}/.git/{part}"))).unwrap();
        }
    };
    repository("project");
    begin_in(&world, "s1", "project");
    spend(&world, "s1", "m1", 51);
    assert!(is_refused(&call_in(&world, "s1", "project", "a")));
    std::fs::create_dir_all(world.path("project/empty/.git")).unwrap();
    world.write("project/broken/.git", "gitdir: nowhere\n");
    world.write("project/headless/.git/HEAD", "");
    for folder in ["empty", "broken", "headless"] {
        let cwd = format!("project/{folder}");
        let start = json!({"source": "startup", "cwd": world.path(&cwd)});
        world.claude("SessionStart", fields(&world, folder, start));
        let refused = call_in(&world, folder, &cwd, "a");
        assert!(refused.contains("$0.51 of $0.50 spent on project"), "{folder}: {refused}");
    }
    // A repository of its own is a project of its own.
    repository("project/module");
    begin_in(&world, "module", "project/module");
}

#[test]
fn m03_a_branch_is_one_sum_and_another_branch_is_not_in_it() {
    let world = world("spend.branch = \"0.50 USD\"");
    for (folder, branch) in [("shop", "fix/cart"), ("till", "main")] {
        world.write(&format!("{folder}/.git/HEAD"), format!("ref: refs/heads/{branch}\n"));
    }
    begin_in(&world, "s1", "shop");
    begin_in(&world, "s2", "till");
    spend(&world, "s1", "m1", 30);
    spend(&world, "s2", "m2", 30);
    assert_eq!(call_in(&world, "s1", "shop", "a"), "");
    assert_eq!(call_in(&world, "s2", "till", "a"), "");
    spend(&world, "s1", "m3", 21);
    let refused = call_in(&world, "s1", "shop", "b");
    assert!(refused.contains("$0.51 of $0.50 spent on branch fix/cart in"), "{refused}");
    assert_eq!(call_in(&world, "s2", "till", "b"), "");
    // On another branch of the same repository there is room.
    world.write("shop/.git/HEAD", "ref: refs/heads/next\n");
    let goes_on = call_in(&world, "s1", "shop", "c");
    assert!(!is_refused(&goes_on), "{goes_on}");
}

#[test]
fn m03_an_issue_is_one_sum_for_its_tasks() {
    let world = world("spend.issue = \"0.50 USD\"");
    for (task, issue) in [("42", "acme/shop#7"), ("43", "acme/shop#7"), ("44", "acme/shop#8")] {
        let ran = world.person(&["task", "start", task, "--issue", issue], "");
        assert_eq!(ran.code, 0, "{}", ran.err);
    }
    begin_task(&world, "s1", "42");
    begin_task(&world, "s2", "43");
    begin_task(&world, "other", "44");
    spend(&world, "s1", "m1", 30);
    assert_eq!(call(&world, "s1", "a"), "");
    spend(&world, "other", "m2", 30);
    assert_eq!(call(&world, "other", "a"), "");
    spend(&world, "s2", "m3", 21);
    let refused = call(&world, "s2", "a");
    assert!(refused.contains("$0.51 of $0.50 spent on issue acme/shop#7"), "{refused}");
    assert!(is_refused(&call(&world, "s1", "b")), "the other task of the issue");
    assert_eq!(call(&world, "other", "b"), "");
}

#[test]
fn m03_a_role_is_one_sum_for_its_agents() {
    let world = world("spend.role.pm.day = \"0.50 USD\"");
    let ask = |session: &str, role: &str, id: &str| {
        let input = json!({"file_path": format!("src/{id}.rs")});
        let event = json!({"tool_name": "Read", "tool_input": input,
            "tool_use_id": format!("{session}-{id}")});
        let bytes = world.event("PreToolUse", fields(&world, session, event));
        world.finish(world.hook().env("FUSEBOX_ROLE", role), &bytes).out
    };
    let start = |session: &str, role: &str| {
        let event = json!({"session_id": session, "source": "startup"});
        let bytes = world.event("SessionStart", event);
        world.finish(world.hook().env("FUSEBOX_ROLE", role), &bytes);
        spend(&world, session, "before", 0);
        ask(session, role, "first");
    };
    for (session, role) in [("s1", "pm"), ("s2", "pm"), ("other", "dev")] {
        start(session, role);
        spend(&world, session, "m1", 30);
    }
    assert!(!is_refused(&ask("s1", "pm", "a")));
    assert!(!is_refused(&ask("other", "dev", "a")));
    let refused = ask("s2", "pm", "a");
    assert!(refused.contains("$0.60 of $0.50 spent on role pm today"), "{refused}");
    assert!(is_refused(&ask("s1", "pm", "b")));
    assert!(!is_refused(&ask("other", "dev", "b")));
}

#[test]
fn m05_what_is_allowed_for_today_ends_with_the_day() {
    let world = stopped_world("[spend]\nsession = \"0.50 USD\"");
    let ran = world.person(&["spend", "allow", "1", "--today", "--yes"], "");
    assert!(ran.out.starts_with("session: $0.51 of $1.51 spent by this session."), "{}", ran.out);
    assert!(!is_refused(&call(&world, "s1", "b")));
    let ends = format!(
        "UPDATE scope SET beside = json_set({CAPS_BESIDE}, '$.session.allowed_until[1]', 1)
           || substr(beside, instr(beside, char(10))) WHERE kind = 2"
    );
    assert_eq!(world.sql().execute(&ends, []).unwrap(), 1);
    let refused = call(&world, "s1", "c");
    assert!(refused.contains("$0.51 of $0.50 spent by this session"), "{refused}");
}

#[test]
fn m05_today_ends_where_the_days_of_caps_end() {
    const DAY_MS: i64 = 86_400_000;
    const HOUR_MS: i64 = 3_600_000;
    for (days, offset) in [("local", 14 * HOUR_MS), ("utc", 0)] {
        let world = World::with_variables(&[("TZ", "Etc/GMT-14")]);
        let config = format!("notify = []\n\n[spend]\nsession = \"0.50 USD\"\ndays = \"{days}\"\n");
        world.write(".config/fusebox/config.toml", config);
        stop_at_cap(&world);
        world.person_does(&["spend", "allow", "1", "--today", "--yes"]);
        let ends = world.number(&format!(
            "SELECT {CAPS_BESIDE} ->> '$.session.allowed_until[1]' FROM scope WHERE kind = 2"
        ));
        assert_eq!((ends + offset) % DAY_MS, 0, "{days}");
        let length = ends - jiff::Timestamp::now().as_millisecond();
        assert!((0..=DAY_MS).contains(&length), "{days}: {length}");
    }
}

#[test]
fn m05_a_prompt_raises_the_cap_of_its_task_and_says_so() {
    let world = stopped_world("[spend]\ntask = \"0.50 USD\"");
    let said = prompt(&world, "s1");
    assert!(said.contains("raised the spending cap task: $0.51 of $1.01"), "{said}");
    assert!(!is_refused(&call(&world, "s1", "b")), "without a step, by the cap again");
}

#[test]
fn m05_a_reset_does_not_give_room_beyond_a_cap() {
    let world = stopped_world("[spend]\nall.day = \"0.50 USD\"");
    let ran = world.person(&["reset", "s1", "--yes"], "");
    assert_eq!(ran.code, 0, "{}", ran.err);
    let refused = call(&world, "s1", "b");
    assert!(is_refused(&refused) && refused.contains("$0.51 of $0.50"), "{refused}");
}

#[test]
fn m05_the_prompt_of_a_machine_passes_once_a_person_has_allowed_more() {
    let world = world("[spend]\nsession = \"0.50 USD\"");
    let prompt_of_machine = || {
        let event = fields(&world, "s1", json!({"prompt": "go on"}));
        let bytes = world.event("UserPromptSubmit", event);
        world.finish(world.hook().env("CLAUDE_CODE_ENTRYPOINT", "sdk-cli"), &bytes).out
    };
    stop_at_cap(&world);
    let told = prompt_of_machine();
    assert!(told.contains("CIRCUIT BREAKER TRIPPED"), "{told}");
    world.person(&["spend", "allow", "5", "--yes"], "");
    let passes = prompt_of_machine();
    assert!(!passes.contains("TRIPPED") && passes.contains("has room again"), "{passes}");
    assert!(!is_refused(&call(&world, "s1", "b")));
}

/// Noon of a day in UTC.
const NOON_MS: u64 = 1_800_014_400_000;
const HOUR_MS: u64 = 3_600_000;

#[test]
fn m03_a_clock_that_is_set_back_or_ahead_opens_no_day_again_and_counts_nothing_twice() {
    let world = world("[spend]\nall.day = \"1 USD\"\ndays = \"utc\"");
    let n = std::cell::Cell::new(0);
    let tell = |at_ms: u64, mut event: serde_json::Value| {
        n.set(n.get() + 1);
        event["session"] = json!("s1");
        event["at_ms"] = json!(at_ms);
        event["id"] = json!(format!("e{}", n.get()));
        world.decide(&[event]).pop().unwrap()
    };
    let spend = |at_ms: u64, usd: f64| tell(at_ms, json!({"type": "usage", "cost_usd": usd}));
    let call = |at_ms: u64| {
        let verdict = tell(
            at_ms,
            json!({"type": "tool_request", "call": format!("c{}", n.get()),
            "tool": "read", "input": {"file_path": format!("src/{}.rs", n.get())}}),
        );
        verdict["verdict"].as_str().unwrap().to_owned()
    };
    let day = 24 * HOUR_MS;
    spend(NOON_MS, 0.60);
    // Set back by a day, and mended: the sum goes on, and nothing is in it twice.
    spend(NOON_MS - day, 0.30);
    assert_ne!(call(NOON_MS - day), "deny", "$0.90 of $1.00");
    spend(NOON_MS + HOUR_MS, 0.09);
    assert_ne!(call(NOON_MS + HOUR_MS), "deny", "$0.99: one step earlier");
    spend(NOON_MS + HOUR_MS, 0.02);
    assert_eq!(call(NOON_MS + HOUR_MS), "deny");
    assert_eq!(call(NOON_MS - 2 * day), "deny", "setting the clock back gives no room");
    // Set ahead by a day, the next day's cap holds; mended, today's is as spent as it was.
    assert_ne!(call(NOON_MS + day), "deny");
    spend(NOON_MS + day, 0.40);
    assert_eq!(call(NOON_MS + 2 * HOUR_MS), "deny", "$1.01 of $1.00");
    // The next day comes, with the 40 cents that were told of it.
    assert_ne!(call(NOON_MS + day), "deny");
    spend(NOON_MS + day, 0.59);
    assert_ne!(call(NOON_MS + day), "deny", "$0.99: one step earlier");
    spend(NOON_MS + day, 0.01);
    assert_eq!(call(NOON_MS + day), "deny");
}
