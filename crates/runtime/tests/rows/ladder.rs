//! Rows R1–R3 and R10–R13 through `decide`: each fires, and is silent one step earlier.

use crate::story::Heard::{Denied, Nothing, Stopped, Tripped, Warned};
use crate::story::{Story, heard, rules};
use fusebox_engine::{BreakerState, BudgetLimits, FindingLevel, Policy, Rule};
use serde_json::json;

fn story() -> Story {
    Story::new(Policy::default())
}

#[test]
fn r01_r12_the_ladder_of_the_same_call_in_a_row() {
    let mut story = story();
    story.human();
    let heard = story.loops(8, "make", "error: no rule");
    assert_eq!(
        heard,
        [Nothing, Nothing, Nothing, Warned, Nothing, Nothing, Denied, Tripped],
        "nudge on the 4th result, refusal of the 7th call, trip on the second refusal"
    );
    assert_eq!(story.incidents().len(), 1);
    assert_eq!(story.incidents()[0].rule(), Rule::SameCall);
}

#[test]
fn r01_the_nudge_brings_the_evidence_once() {
    let mut story = story();
    story.loops(3, "make", "error: no rule");
    let (_, fourth) = story.bash("make", "error: no rule");
    let fourth = fourth.unwrap();
    assert_eq!(rules(&fourth), [(Rule::SameCall, FindingLevel::Warning)]);
    assert_eq!((fourth.findings[0].observed, fourth.findings[0].limit), (4, 4));
    let text = fourth.context.unwrap();
    assert!(text.starts_with("Fusebox: `make` has given the same result 4 times"), "{text}");
    assert_eq!(fourth.state, BreakerState::HalfOpen);
    let (_, fifth) = story.bash("make", "error: no rule");
    assert_eq!(fifth.unwrap().context, None);
}

#[test]
fn r01_three_results_in_a_row_say_nothing() {
    assert_eq!(story().loops(3, "make", "no"), [Nothing; 3]);
}

#[test]
fn r01_a_change_in_between_starts_again() {
    let mut story = story();
    for n in 0..12 {
        assert_eq!(heard(&story.fails("cargo test", "boom")), Nothing, "{n}");
        story.edit("a.rs", &format!("fn f{n}() {{}}"));
    }
}

#[test]
fn r01_an_edit_that_brings_nothing_new_is_no_change() {
    let mut story = story();
    let mut said = Vec::new();
    for _ in 0..4 {
        said.push(heard(&story.fails("cargo test", "boom")));
        story.edit("a.rs", "the same content");
    }
    assert_eq!(said, [Nothing, Nothing, Nothing, Warned], "only the first edit was new");
}

#[test]
fn r01_unknown_arguments_or_results_never_repeat() {
    let mut story = story();
    for _ in 0..9 {
        let unknown = story.call("edit", json!(null), json!({"ok": true, "output": "done"}));
        assert_eq!(heard(&unknown), Nothing);
    }
    for _ in 0..9 {
        let no_output = story.call("read", json!({"path": "a"}), json!({"ok": true}));
        assert_eq!(heard(&no_output), Nothing);
    }
}

#[test]
fn r02_the_same_call_anywhere_without_progress() {
    let mut story = story();
    let mut said = Vec::new();
    for n in 0..5 {
        said.push(heard(&story.bash("git status", "clean")));
        assert_eq!(heard(&story.bash(&format!("cat {n}"), &format!("text {n}"))), Nothing);
    }
    assert_eq!(said, [Nothing, Nothing, Nothing, Nothing, Warned]);
}

#[test]
fn r02_reading_a_file_again_now_and_then_is_refused_from_the_8th_time_only() {
    let mut story = story();
    let mut said = Vec::new();
    for n in 0..8 {
        said.push(heard(&story.bash("cat scan.rs", "fn scan() {}")));
        for other in 0..3 {
            let name = format!("cat {n}-{other}");
            assert_eq!(heard(&story.bash(&name, &name)), Nothing);
        }
    }
    assert_eq!(said[..4], [Nothing; 4]);
    assert_eq!(said[4..], [Warned, Nothing, Nothing, Denied]);
}

#[test]
fn r02_another_answer_of_the_same_call_is_progress() {
    let mut story = story();
    for n in 0..12 {
        assert_eq!(heard(&story.bash("tail log", &format!("entry {}", n / 3))), Nothing);
        assert_eq!(heard(&story.bash(&format!("cat {n}"), &format!("text {n}"))), Nothing);
    }
}

#[test]
fn r03_a_cycle_is_named_at_its_third_lap_and_refused_in_its_sixth() {
    let mut policy = Policy::default();
    policy.repetition.nothing_new = fusebox_engine::Limit::UNLIMITED;
    let mut story = Story::new(policy);
    let mut said = Vec::new();
    for lap in 0..6 {
        for step in ["a", "b", "c"] {
            said.push((lap, step, heard(&story.bash(step, step))));
        }
    }
    let loud: Vec<_> = said.into_iter().filter(|(_, _, heard)| *heard != Nothing).collect();
    assert_eq!(
        loud,
        [(2, "c", Warned), (5, "a", Denied), (5, "b", Tripped), (5, "c", Denied)],
        "one loop has one nudge and one count of refusals, whichever call goes on with it"
    );
}

#[test]
fn r03_two_laps_or_a_result_that_differs_say_nothing() {
    let mut story = story();
    for lap in 0..9 {
        for step in ["a", "b"] {
            let output = if step == "b" { format!("lap {lap}") } else { "a".to_owned() };
            // `a` alone comes back; R2 names it at its 5th time, the cycle is never named.
            let (_, told) = story.bash(step, &output);
            if let Some(told) = told {
                assert!(!rules(&told).contains(&(Rule::Cycle, FindingLevel::Warning)));
            }
        }
    }
}

#[test]
fn r10_pagination_batches_and_build_cycles_never_trip() {
    let mut story = story();
    for n in 0..40 {
        let page = json!({"path": "big.rs", "offset": n * 100});
        let read = story.call("read", page, json!({"ok": true, "output": format!("page {n}")}));
        assert_eq!(heard(&read), Nothing);
    }
    for n in 0..40 {
        assert_eq!(heard(&story.edit(&format!("f{n}.rs"), "license header")), Nothing);
    }
    for n in 0..40 {
        assert_eq!(heard(&story.edit("a.rs", &format!("version {n}"))), Nothing);
        assert_eq!(heard(&story.bash("cargo build", "Finished")), Nothing);
        assert_eq!(heard(&story.bash("git commit -am wip", "1 file changed")), Nothing);
    }
}

#[test]
fn r10_calls_that_wait_have_three_times_the_numbers() {
    let mut story = story();
    let said: Vec<_> =
        (0..12).map(|_| heard(&story.bash("sleep 5; cat status", "running"))).collect();
    assert_eq!(said[..11], [Nothing; 11]);
    assert_eq!(said[11], Warned);
    let mut story = self::story();
    let poll = |story: &mut Story| {
        let input = json!({"session_id": 7, "chars": ""});
        heard(&story.call("write_stdin", input, json!({"ok": true, "output": "Output:"})))
    };
    let said: Vec<_> = (0..12).map(|_| poll(&mut story)).collect();
    assert_eq!(said[..11], [Nothing; 11], "Codex asks for more of what still runs");
    assert_eq!(said[11], Warned);
    let mut story = self::story();
    let said: Vec<_> =
        (0..12).map(|_| heard(&story.wait(31_000).bash("gh run view 7", "in progress"))).collect();
    assert!(said[..10].iter().all(|heard| *heard == Nothing), "{said:?}");
    assert!(said.contains(&Warned), "{said:?}");
}

#[test]
fn r10_a_poll_with_a_pause_of_its_own_waits_and_a_slow_circle_does_not() {
    let mut story = story();
    for n in 0..8 {
        assert_eq!(heard(&story.bash("sleep 60", "")), Nothing, "{n}");
        assert_eq!(heard(&story.wait(60_000).bash("gh run view 7", "in progress")), Nothing, "{n}");
    }
    let mut story = self::story();
    let mut said = Vec::new();
    for _ in 0..3 {
        for step in ["a", "b", "c", "d"] {
            said.push(heard(&story.wait(15_000).bash(step, step)));
        }
    }
    assert!(said.contains(&Warned), "a slow model goes round all the same: {said:?}");
}

#[test]
fn r11_a_refused_call_counts_by_its_own_reason() {
    let mut story = story();
    let refused = json!({"ok": false, "refused": true, "output": "the user said no"});
    let ask = |story: &mut Story| {
        heard(&story.call("bash", json!({"command": "rm -r x"}), refused.clone()))
    };
    assert_eq!([(); 4].map(|()| ask(&mut story)), [Nothing, Nothing, Nothing, Warned]);
}

#[test]
fn r11_parallel_twins_are_one_decision_and_a_known_id_is_the_same_call() {
    let mut story = story();
    for round in 0..3 {
        for twin in 0..4 {
            let id = format!("r{round}t{twin}");
            story.send(json!({"type": "tool_request", "call": id, "round": round.to_string(),
                "tool": "read", "input": {"path": "a"}}));
        }
        for twin in 0..4 {
            let id = format!("r{round}t{twin}");
            let told = story.send(json!({"type": "tool_result", "call": id, "output": "text"}));
            assert_eq!(told.context, None, "12 calls, 3 decisions");
        }
    }
    let mut story = self::story();
    for _ in 0..9 {
        // History is often sent again.
        let request = json!({"type": "tool_request", "call": "c1", "tool": "read", "input": {}});
        assert_eq!(story.send(request).context, None);
        let result = json!({"type": "tool_result", "call": "c1", "output": "text"});
        assert_eq!(story.send(result).context, None);
    }
}

#[test]
fn s7_a_persons_word_frees_a_subagent_also_while_the_clock_stands_still() {
    let mut story = story();
    let still = |story: &mut Story| story.at = 5_000;
    story.at = 9_000_000;
    story.bash("ls", "a");
    story.agent = "a1";
    for _ in 0..8 {
        still(&mut story);
        story.bash("make", "no");
    }
    still(&mut story);
    assert_eq!(heard(&story.bash("ls", "a")), Denied);
    story.agent = "main";
    still(&mut story);
    story.human();
    story.agent = "a1";
    still(&mut story);
    assert_eq!(heard(&story.bash("ls", "a")), Nothing);
    for _ in 0..8 {
        still(&mut story);
        story.bash("make", "no");
    }
    still(&mut story);
    assert_eq!(heard(&story.bash("ls", "a")), Stopped, "what it stopped for later is not answered");
}

/// A call that is never answered, and then the same one again and again: what is heard.
fn after_an_unanswered_call(
    round: fn(u64) -> Option<String>,
    ends: bool,
) -> Vec<crate::story::Heard> {
    let mut story = story();
    let ask = |story: &mut Story, n: u64| {
        let mut request = json!({"type": "tool_request", "call": format!("c{n}"), "tool": "read",
            "input": {"path": "a"}});
        if let Some(round) = round(n) {
            request["round"] = round.into();
        }
        story.send(request)
    };
    ask(&mut story, 0);
    let mut said = Vec::new();
    for n in 1..=5 {
        if ends {
            story.send(json!({"type": "round_end"}));
        }
        let asked = ask(&mut story, n);
        let id = format!("c{n}");
        let told = story.send(json!({"type": "tool_result", "call": id, "output": "text"}));
        said.push(heard(&(asked, Some(told))));
    }
    said
}

#[test]
fn r11_a_call_that_is_never_answered_hides_no_later_ones() {
    let named = after_an_unanswered_call(|n| Some(format!("r{n}")), false);
    assert_eq!(named, [Nothing, Nothing, Nothing, Warned, Nothing], "rounds are named");
    let ended = after_an_unanswered_call(|_| None, true);
    assert_eq!(ended, [Nothing, Nothing, Nothing, Warned, Nothing], "the end of rounds is told");
    let untold = after_an_unanswered_call(|_| None, false);
    assert_eq!(untold, [Nothing, Nothing, Nothing, Nothing, Warned], "nothing is told of rounds");
    let same = after_an_unanswered_call(|_| Some("r0".to_owned()), false);
    assert_eq!(same, [Nothing; 5], "one model response is one decision");
}

#[test]
fn r13_falling_back_into_a_named_loop_is_refused_at_once() {
    let mut story = story();
    story.loops(4, "make", "no");
    assert_eq!(heard(&story.bash("cat Makefile", "all:")), Nothing, "it obeys");
    assert_eq!(heard(&story.bash("make", "no")), Nothing, "one call is no loop");
    assert_eq!(heard(&story.bash("make", "no")), Denied);
    assert_eq!(heard(&story.bash("make", "no")), Tripped);
}

#[test]
fn r13_the_loop_is_remembered_across_compaction_and_resume() {
    let mut story = story();
    story.loops(4, "make", "no");
    story.send(json!({"type": "compaction"}));
    story.bash("cat Makefile", "all:");
    story.send(json!({"type": "session_end"}));
    story.send(json!({"type": "session_start", "client": "generic"}));
    story.bash("make", "no");
    assert_eq!(heard(&story.bash("make", "no")), Denied);
}

#[test]
fn r13_after_a_change_the_same_call_is_free_again() {
    let mut story = story();
    story.loops(4, "make", "no");
    story.edit("Makefile", "all:\n\ttrue\n");
    let said = story.loops(5, "make", "no");
    assert_eq!(said, [Nothing, Nothing, Nothing, Nothing, Denied], "refused sooner than at first");
}

#[test]
fn s0_a_persons_prompt_clears_block_evidence_and_not_the_nudge() {
    let mut story = story();
    story.loops(6, "make", "no");
    story.human();
    let said = story.loops(5, "make", "no");
    assert_eq!(said, [Nothing, Nothing, Nothing, Nothing, Denied]);
}

#[test]
fn s0_guidance_makes_the_breaker_half_open_and_the_same_loop_trips_sooner() {
    let mut story = story();
    story.loops(8, "make", "no");
    assert_eq!(heard(&story.bash("ls", "a b")), Denied);
    let answered = story.human();
    assert_eq!(answered.state, BreakerState::HalfOpen);
    assert_eq!(heard(&story.bash("ls", "a b")), Nothing);
    let said = story.loops(5, "make", "no");
    assert_eq!(said, [Nothing, Nothing, Nothing, Nothing, Tripped]);
    assert_eq!(story.incidents().len(), 2);
}

#[test]
fn s0_after_five_refused_calls_the_turn_is_stopped() {
    let mut story = story();
    story.loops(8, "make", "no");
    let said: Vec<_> = (0..5).map(|n| heard(&story.bash(&format!("ls {n}"), ""))).collect();
    assert_eq!(said, [Denied, Denied, Denied, Stopped, Stopped], "the trip itself was the first");
}

#[test]
fn s0_where_the_client_tells_rounds_the_refused_rounds_count() {
    let mut story = story();
    story.send(json!({"type": "round_end"}));
    story.loops(7, "make", "no");
    for round in 1..=5 {
        for n in 0..3 {
            assert_ne!(
                heard(&story.bash(if round == 1 { "make" } else { "ls" }, "no")),
                Stopped,
                "{round} {n}"
            );
        }
        let end = story.send(json!({"type": "round_end"}));
        assert_eq!(end.verdict == fusebox_engine::VerdictAction::Stop, round == 5, "round {round}");
    }
}

#[test]
fn s0_observe_mode_denies_nothing_and_writes_down_once() {
    let policy = Policy { mode: fusebox_engine::EnforcementMode::Observe, ..Policy::default() };
    let mut story = Story::new(policy);
    assert_eq!(story.loops(20, "make", "no"), [Nothing; 20]);
    let incidents = story.incidents();
    assert_eq!(incidents.len(), 1);
    assert!(incidents[0].observed_only);
}

#[test]
fn s0_ignored_tools_are_never_counted() {
    let mut policy = Policy::default();
    policy.repetition.ignore = vec!["mcp:jira/*".to_owned()];
    let mut story = Story::new(policy);
    for _ in 0..20 {
        let call = story.call("mcp:jira/get", json!({"id": 1}), json!({"ok": true, "output": "x"}));
        assert_eq!(heard(&call), Nothing);
    }
}

#[test]
fn s7_a_subagents_trip_stops_that_subagent_and_tells_its_parent() {
    let mut story = story();
    story.human();
    for agent in ["a1", "a2"] {
        story.agent = agent;
        story.send(json!({"type": "subagent", "parent": "main", "depth": 1}));
        assert_eq!(story.loops(8, "make", "no")[7], Tripped);
        assert_eq!(heard(&story.bash("ls", "")), Denied);
        story.agent = "main";
        let (asked, _) = story.bash(&format!("ls {agent}"), "");
        if agent == "a1" {
            assert!(asked.context.unwrap().contains("stopped your subagent a1"));
        } else {
            assert_eq!(rules(&asked)[0], (Rule::TrippedSubagents, FindingLevel::Trip));
        }
    }
    story.agent = "a3";
    assert_eq!(heard(&story.bash("ls", "")), Nothing, "another agent is not concerned");
}

#[test]
fn s0_bypass_lets_everything_pass_for_a_while() {
    let mut story = story();
    let until = story.at + 60_000;
    let event = fusebox_engine::Event {
        session: fusebox_engine::SessionId::parse("s1").unwrap(),
        id: None,
        at: None,
        agent: fusebox_engine::AgentId::main(),
        kind: fusebox_engine::EventKind::Control(fusebox_engine::event::ControlOrder::Bypass {
            until: fusebox_engine::Timestamp(until),
        }),
    };
    let policies = story.policies.clone();
    story.runtime.decide(&policies, &event, fusebox_engine::Timestamp(story.at)).unwrap();
    assert_eq!(story.loops(12, "make", "no"), [Nothing; 12]);
    assert!(story.incidents().is_empty());
}

#[test]
fn b05_after_a_trip_only_the_listed_calls_pass() {
    let limits =
        BudgetLimits { tool_calls: fusebox_engine::Limit::at(1), ..BudgetLimits::default() };
    let mut story = Story::new(Policy { limits, ..Policy::default() });
    story.bash("ls", "");
    assert_eq!(heard(&story.bash("ls -l", "")), Tripped);
    for command in [
        "fusebox status",
        "fusebox report complete \"did half of it\"",
        "fusebox report blocked --on '#41' waiting",
        "fusebox justify src/a.rs --test t --because \"it is needed\"",
    ] {
        assert_ne!(heard(&story.bash(command, "noted")), Denied, "{command}");
    }
    for tool in ["report_complete", "report_blocked", "mcp:fusebox/status"] {
        assert_ne!(heard(&story.call(tool, json!({"summary": "s"}), json!({}))), Denied, "{tool}");
    }
    for command in ["ls", "fusebox status; ls", "fusebox status | sh", "echo fusebox status"] {
        let said = heard(&story.bash(command, ""));
        assert!(matches!(said, Denied | Stopped), "{command}: {said:?}");
    }
    assert_eq!(story.incidents().len(), 1);
    assert_eq!(story.incidents()[0].summary.as_deref(), Some("s"), "the report fills it in");
}
