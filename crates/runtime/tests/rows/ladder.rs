//! Rows R1–R3 and R10–R13 through `decide`: each fires, and is silent one step earlier.

use crate::story::{Call, Story, rules};
use fusebox_engine::event::ControlOrder;
use fusebox_engine::{
    BreakerState, BudgetLimits, EnforcementMode, FindingLevel, Limit, Policy, Rule, Timestamp,
    VerdictAction,
};
use proptest::prelude::*;
use serde_json::json;

fn story() -> Story {
    Story::new(Policy::default())
}

/// The nth of commands that are all different.
fn other(story: &mut Story, n: usize) -> Call {
    story.bash(&format!("cat {n}"), &format!("text {n}"))
}

#[test]
fn r01_r12_the_ladder_of_the_same_call_in_a_row() {
    let mut story = story();
    story.human();
    let why = "nudge on the 4th result, refusal of the 7th call, trip on the second refusal";
    assert_eq!(story.loops(8, "make", "error: no rule"), "...w..dT", "{why}");
    assert_eq!(story.opened(), [Rule::SameCall]);
}

#[test]
fn r01_the_nudge_brings_the_evidence_once() {
    let mut story = story();
    assert_eq!(story.loops(3, "make", "error: no rule"), "...");
    let fourth = story.bash("make", "error: no rule").answer();
    assert_eq!(rules(&fourth), [(Rule::SameCall, FindingLevel::Warning)]);
    assert_eq!((fourth.findings[0].observed, fourth.findings[0].limit), (4, 4));
    let text = fourth.context.unwrap();
    assert!(text.starts_with("Fusebox: `make` has given the same result 4 times"), "{text}");
    assert_eq!(fourth.state, BreakerState::HalfOpen);
    assert_eq!(story.bash("make", "error: no rule").answer().context, None);
}

#[test]
fn r01_a_change_in_between_starts_again() {
    let mut policy = Policy::default();
    policy.attempts.advice = Limit::UNLIMITED;
    let mut story = Story::new(policy);
    for n in 0..12 {
        assert_eq!(story.fails("cargo test", "boom").heard(), '.', "{n}");
        story.edit("a.rs", &format!("fn f{n}() {{}}"));
    }
}

#[test]
fn r01_an_edit_that_brings_nothing_new_is_no_change() {
    let said = story().hear(4, |story, _| {
        let run = story.fails("cargo test", "boom");
        story.edit("a.rs", "the same content");
        run
    });
    assert_eq!(said, "...w", "only the first edit was new");
}

#[test]
fn r01_unknown_arguments_or_results_never_repeat() {
    for (tool, input, result) in [
        ("edit", json!(null), json!({"ok": true, "output": "done"})),
        ("read", json!({"path": "a"}), json!({"ok": true})),
    ] {
        let said = story().hear(9, |story, _| story.call(tool, input.clone(), result.clone()));
        assert_eq!(said, ".........", "{tool}");
    }
}

/// What is heard of this command `n` times, with so many others after each.
fn between_others(n: usize, command: &str, others: usize) -> String {
    story().hear(n, |story, n| {
        let call = story.bash(command, "the same");
        for at in n * others..(n + 1) * others {
            assert_eq!(other(story, at).heard(), '.');
        }
        call
    })
}

#[test]
fn r02_the_same_call_anywhere_without_progress() {
    assert_eq!(between_others(5, "git status", 1), "....w");
}

#[test]
fn r02_reading_a_file_again_now_and_then_is_refused_from_the_8th_time_only() {
    assert_eq!(between_others(8, "cat scan.rs", 3), "....w..d");
}

#[test]
fn r02_another_answer_of_the_same_call_is_progress() {
    let mut story = story();
    for n in 0..12 {
        assert_eq!(story.bash("tail log", &format!("entry {}", n / 3)).heard(), '.');
        assert_eq!(other(&mut story, n).heard(), '.');
    }
}

#[test]
fn r03_a_cycle_is_named_at_its_third_lap_and_refused_in_its_sixth() {
    let mut policy = Policy::default();
    policy.repetition.nothing_new = Limit::UNLIMITED;
    policy.repetition.barren_window = Limit::UNLIMITED;
    let said = Story::new(policy).hear(18, |story, n| {
        let step = ["a", "b", "c"][n % 3];
        story.bash(step, step)
    });
    let why = "one loop has one nudge and one count of refusals, whichever call goes on with it";
    assert_eq!(said, "........w......dTd", "{why}");
}

#[test]
fn r03_two_laps_or_a_result_that_differs_say_nothing() {
    let mut story = story();
    for lap in 0..9 {
        for output in ["a".to_owned(), format!("lap {lap}")] {
            let step = if output == "a" { "a" } else { "b" };
            // `a` alone comes back; R2 names it at its 5th time, the cycle is never named.
            if let Some(told) = story.bash(step, &output).answered {
                assert!(!rules(&told).contains(&(Rule::Cycle, FindingLevel::Warning)));
            }
        }
    }
}

#[test]
fn r10_pagination_batches_and_build_cycles_never_trip() {
    let mut story = story();
    let silent = ".".repeat(40);
    let pages = story.hear(40, |story, n| {
        let page = json!({"path": "big.rs", "offset": n * 100});
        story.call("read", page, json!({"ok": true, "output": format!("page {n}")}))
    });
    let files = story.hear(40, |story, n| story.edit(&format!("f{n}.rs"), "license header"));
    assert_eq!((&pages, &files), (&silent, &silent));
    let cycles = story.hear(120, |story, n| match n % 3 {
        0 => story.edit("a.rs", &format!("version {n}")),
        1 => story.bash("cargo build", "Finished"),
        _ => story.bash("git commit -am wip", "1 file changed"),
    });
    assert_eq!(cycles, silent.repeat(3));
}

#[test]
fn r10_calls_that_wait_have_three_times_the_numbers() {
    assert_eq!(story().loops(12, "sleep 5; cat status", "running"), "...........w");
    let polls = story().hear(12, |story, _| {
        let input = json!({"session_id": 7, "chars": ""});
        story.call("write_stdin", input, json!({"ok": true, "output": "Output:"}))
    });
    assert_eq!(polls, "...........w", "Codex asks for more of what still runs");
    let said = story().hear(12, |story, _| story.wait(31_000).bash("gh run view 7", "in progress"));
    assert!(said.starts_with("..........") && said.contains('w'), "{said}");
}

#[test]
fn r10_a_poll_with_a_pause_of_its_own_waits_and_a_slow_circle_does_not() {
    let polls = story().hear(16, |story, n| match n % 2 {
        0 => story.bash("sleep 60", ""),
        _ => story.wait(60_000).bash("gh run view 7", "in progress"),
    });
    assert_eq!(polls, "................");
    let circle = story().hear(12, |story, n| {
        let step = ["a", "b", "c", "d"][n % 4];
        story.wait(15_000).bash(step, step)
    });
    assert!(circle.contains('w'), "a slow model goes round all the same: {circle}");
}

#[test]
fn r11_a_refused_call_counts_by_its_own_reason() {
    let said = story().hear(4, |story, _| {
        let refused = json!({"ok": false, "refused": true, "output": "the user said no"});
        story.call("bash", json!({"command": "rm -r x"}), refused)
    });
    assert_eq!(said, "...w");
}

#[test]
fn r11_parallel_twins_are_one_decision_and_a_known_id_is_the_same_call() {
    let mut story = story();
    for round in 0..3 {
        let ids = [0, 1, 2, 3].map(|twin| format!("r{round}t{twin}"));
        for id in &ids {
            story.send(json!({"type": "tool_request", "call": id, "round": round.to_string(),
                "tool": "read", "input": {"path": "a"}}));
        }
        for id in &ids {
            let told = story.result(id, json!({"output": "text"}));
            assert_eq!(told.context, None, "12 calls, 3 decisions");
        }
    }
    let mut story = self::story();
    for _ in 0..9 {
        // History is often sent again.
        assert_eq!(story.request("c1", "read", json!({})).context, None);
        assert_eq!(story.result("c1", json!({"output": "text"})).context, None);
    }
}

#[test]
fn s7_a_persons_word_frees_a_subagent_also_while_the_clock_stands_still() {
    let mut story = story();
    story.at = 9_000_000;
    story.bash("ls", "a");
    let still = |story: &mut Story, agent| (story.at, story.agent) = (5_000, agent);
    let ask = |story: &mut Story| {
        still(story, "a1");
        story.bash("ls", "a").heard()
    };
    let stopped = |story: &mut Story| {
        story.hear(8, |story, _| {
            still(story, "a1");
            story.bash("make", "no")
        });
    };
    stopped(&mut story);
    assert_eq!(ask(&mut story), 'd');
    still(&mut story, "main");
    story.human();
    assert_eq!(ask(&mut story), '.');
    stopped(&mut story);
    assert_eq!(ask(&mut story), 'S', "what it stopped for later is not answered");
}

/// A call that is never answered, and then the same one again and again: what is heard.
fn after_an_unanswered_call(round: fn(usize) -> Option<String>, ends: bool) -> String {
    let mut story = story();
    let ask = |story: &mut Story, n: usize| {
        let mut request = json!({"type": "tool_request", "call": format!("c{n}"), "tool": "read",
            "input": {"path": "a"}});
        if let Some(round) = round(n) {
            request["round"] = round.into();
        }
        story.send(request)
    };
    ask(&mut story, 5);
    story.hear(5, |story, n| {
        if ends {
            story.send(json!({"type": "round_end"}));
        }
        let asked = ask(story, n);
        let answered = Some(story.result(&format!("c{n}"), json!({"output": "text"})));
        Call { asked, answered }
    })
}

#[test]
fn r11_a_call_that_is_never_answered_hides_no_later_ones() {
    let said = after_an_unanswered_call;
    assert_eq!(said(|n| Some(format!("r{n}")), false), "...w.", "rounds are named");
    assert_eq!(said(|_| None, true), "...w.", "the end of rounds is told");
    assert_eq!(said(|_| None, false), "....w", "nothing is told of rounds");
    assert_eq!(said(|_| Some("r0".into()), false), ".....", "one model response is one decision");
}

#[test]
fn r13_falling_back_into_a_named_loop_is_refused_at_once() {
    let mut story = story();
    story.loops(4, "make", "no");
    assert_eq!(story.bash("cat Makefile", "all:").heard(), '.', "it obeys");
    assert_eq!(story.loops(3, "make", "no"), ".dT", "one call is no loop");
}

#[test]
fn r13_the_loop_is_remembered_across_compaction_and_resume() {
    let mut story = story();
    story.loops(4, "make", "no");
    story.send(json!({"type": "compaction"}));
    story.bash("cat Makefile", "all:");
    story.send(json!({"type": "session_end"}));
    story.send(json!({"type": "session_start", "client": "generic"}));
    assert_eq!(story.loops(2, "make", "no"), ".d");
}

#[test]
fn r13_after_a_change_the_same_call_is_free_again() {
    let mut story = story();
    story.loops(4, "make", "no");
    story.edit("Makefile", "all:\n\ttrue\n");
    assert_eq!(story.loops(5, "make", "no"), "....d", "refused sooner than at first");
}

#[test]
fn s0_a_persons_prompt_clears_block_evidence_and_not_the_nudge() {
    let mut story = story();
    story.loops(6, "make", "no");
    story.human();
    assert_eq!(story.loops(5, "make", "no"), "....d");
}

#[test]
fn s0_guidance_makes_the_breaker_half_open_and_the_same_loop_trips_sooner() {
    let mut story = story();
    story.loops(8, "make", "no");
    assert_eq!(story.bash("ls", "a b").heard(), 'd');
    assert_eq!(story.human().state, BreakerState::HalfOpen);
    assert_eq!(story.bash("ls", "a b").heard(), '.');
    assert_eq!(story.loops(5, "make", "no"), "....T");
    assert_eq!(story.incidents().len(), 2);
}

#[test]
fn s0_after_five_refused_calls_the_turn_is_stopped() {
    let mut story = story();
    story.loops(8, "make", "no");
    let said = story.hear(5, |story, n| story.bash(&format!("ls {n}"), ""));
    assert_eq!(said, "dddSS", "the trip itself was the first");
}

#[test]
fn s0_where_the_client_tells_rounds_the_refused_rounds_count() {
    let mut story = story();
    story.send(json!({"type": "round_end"}));
    story.loops(7, "make", "no");
    for round in 1..=5 {
        let said = story.loops(3, if round == 1 { "make" } else { "ls" }, "no");
        assert!(!said.contains('S'), "{round} {said}");
        let end = story.send(json!({"type": "round_end"}));
        assert_eq!(end.verdict == VerdictAction::Stop, round == 5, "round {round}");
    }
}

#[test]
fn s0_observe_mode_denies_nothing_and_writes_down_once() {
    let mut story = Story::new(Policy { mode: EnforcementMode::Observe, ..Policy::default() });
    assert_eq!(story.loops(20, "make", "no"), ".".repeat(20));
    let observed: Vec<bool> = story.incidents().iter().map(|it| it.observed_only).collect();
    assert_eq!(observed, [true]);
}

#[test]
fn s0_ignored_tools_are_never_counted() {
    let mut policy = Policy::default();
    policy.repetition.ignore = vec!["mcp:jira/*".to_owned()];
    let said = Story::new(policy).hear(20, |story, _| {
        story.call("mcp:jira/get", json!({"id": 1}), json!({"ok": true, "output": "x"}))
    });
    assert_eq!(said, ".".repeat(20));
}

#[test]
fn s7_a_subagents_trip_stops_that_subagent_and_tells_its_parent() {
    let mut story = story();
    story.human();
    for agent in ["a1", "a2"] {
        story.agent = "a3";
        assert_eq!(story.bash("ls", "").heard(), '.', "another agent is not concerned");
        story.agent = agent;
        story.send(json!({"type": "subagent", "parent": "main", "depth": 1}));
        assert!(story.loops(8, "make", "no").ends_with('T'));
        assert_eq!(story.bash("ls", "").heard(), 'd');
        story.agent = "main";
        let asked = story.bash(&format!("ls {agent}"), "").asked;
        if agent == "a1" {
            assert!(asked.context.unwrap().contains("stopped your subagent a1"));
        } else {
            assert_eq!(rules(&asked)[0], (Rule::TrippedSubagents, FindingLevel::Trip));
        }
    }
    story.agent = "a3";
    assert_eq!(story.bash("ls", "").heard(), 'd', "the parent's trip stops all below it");
    story.agent = "main";
    story.human();
    story.agent = "a3";
    assert_eq!(story.bash("ls", "").heard(), '.');
}

#[test]
fn s0_bypass_lets_everything_pass_for_a_while() {
    let mut story = story();
    story.control(ControlOrder::Bypass { until: Timestamp(story.at + 60_000) });
    assert_eq!(story.loops(12, "make", "no"), "............");
    assert!(story.incidents().is_empty());
}

#[test]
fn b05_after_a_trip_only_the_listed_calls_pass() {
    let limits = BudgetLimits { tool_calls: Limit::at(1), ..BudgetLimits::default() };
    let mut story = Story::new(Policy { limits, ..Policy::default() });
    story.bash("ls", "");
    assert_eq!(story.bash("ls -l", "").heard(), 'T');
    for command in [
        "fusebox status",
        "fusebox report complete \"did half of it\"",
        "fusebox report blocked --on '#41' waiting",
        "fusebox justify src/a.rs --test t --because \"it is needed\"",
    ] {
        assert_ne!(story.bash(command, "noted").heard(), 'd', "{command}");
    }
    for tool in ["report_complete", "report_blocked", "mcp:fusebox/status"] {
        assert_ne!(story.call(tool, json!({"summary": "s"}), json!({})).heard(), 'd', "{tool}");
    }
    for command in ["ls", "fusebox status; ls", "fusebox status | sh", "echo fusebox status"] {
        assert!(['d', 'S'].contains(&story.bash(command, "").heard()), "{command}");
    }
    assert_eq!(story.incidents().len(), 1);
    assert_eq!(story.incidents()[0].summary.as_deref(), Some("s"), "the report fills it in");
}

/// One step of a random life.
#[derive(Debug, Clone, Copy)]
pub(crate) enum LifeStep {
    Fails(u8, u8),
    Answers(u8, u8),
    Edits(u8),
    Rejected(u8),
    Misses(u8),
    Denied(u8),
    Searches(u8),
    Talks(u8),
    Passes(u8),
    Waits,
    /// A person writes.
    Person,
    /// The clock goes back by so many seconds.
    ClockBack(u8),
}

pub(crate) fn life_step() -> impl Strategy<Value = (LifeStep, u64)> {
    let step = prop_oneof![
        4 => (0..4_u8, 0..2_u8).prop_map(|(call, error)| LifeStep::Fails(call, error)),
        4 => (0..4_u8, 0..2_u8).prop_map(|(call, answer)| LifeStep::Answers(call, answer)),
        2 => (0..3_u8).prop_map(LifeStep::Edits),
        2 => (0..3_u8).prop_map(LifeStep::Rejected),
        2 => (0..2_u8).prop_map(LifeStep::Misses),
        2 => (0..9_u8).prop_map(LifeStep::Denied),
        2 => (0..3_u8).prop_map(LifeStep::Searches),
        2 => (0..3_u8).prop_map(LifeStep::Talks),
        2 => (0..2_u8).prop_map(LifeStep::Passes),
        2 => Just(LifeStep::Waits),
        1 => Just(LifeStep::Person),
        1 => (1..90_u8).prop_map(LifeStep::ClockBack),
    ];
    (step, prop_oneof![Just(0), Just(30_000), Just(50_000), Just(3_600_000)])
}

/// What the agent hears of a step; nothing of one that is no call.
fn live(story: &mut Story, step: LifeStep) -> char {
    take(story, step).map_or('.', |call| call.heard())
}

/// The call that a step makes, if it makes one.
pub(crate) fn take(story: &mut Story, step: LifeStep) -> Option<Call> {
    let call = match step {
        LifeStep::Fails(call, error) => {
            story.fails(&format!("make t{call}"), &format!("error: {error}"))
        }
        LifeStep::Answers(call, answer) => {
            story.bash(&format!("cat f{call}"), &format!("line {answer}"))
        }
        LifeStep::Edits(content) => story.edit("a.rs", &format!("fn f{content}() {{}}")),
        LifeStep::Rejected(text) => {
            let input = json!({"file_path": "a.rs", "old_string": format!("fn g{text}()"),
                "new_string": "fn h()"});
            let output = "String to replace not found in file.";
            story.call("edit", input, json!({"ok": false, "output": output}))
        }
        LifeStep::Misses(program) => {
            let output = format!("bash: tool{program}: command not found");
            story.fails(&format!("tool{program} run"), &output)
        }
        LifeStep::Denied(folder) => {
            let output = format!("ls: cannot open directory '/srv/{folder}': Permission denied");
            story.fails(&format!("ls /srv/{folder}"), &output)
        }
        LifeStep::Searches(word) => {
            let input = json!({"pattern": format!("word{word}"), "path": "src"});
            story.call("search", input, json!({"ok": true, "output": "No matches found"}))
        }
        LifeStep::Talks(part) => {
            let said = format!("part {part} is done");
            story.bash(&format!("echo '{said}'"), &said)
        }
        LifeStep::Passes(suite) => story
            .bash(&format!("cargo test --test s{suite}"), "test result: ok. 3 passed; 0 failed"),
        LifeStep::Waits => story.bash("sleep 30", ""),
        LifeStep::Person => {
            story.human();
            return None;
        }
        LifeStep::ClockBack(seconds) => {
            story.at = story.at.saturating_sub(u64::from(seconds) * 1_000);
            return None;
        }
    };
    Some(call)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Whatever is called, however long it takes, in whatever order, and whatever the clock does.
    #[test]
    fn s0_nothing_is_refused_that_was_not_nudged_before(
        life in prop::collection::vec(life_step(), 1..80),
    ) {
        let mut story = story();
        let mut is_warned = false;
        for (step, gap) in life {
            story.wait(gap);
            match live(&mut story, step) {
                'w' => is_warned = true,
                'd' | 'T' => prop_assert!(is_warned, "{step:?}"),
                _ => {}
            }
        }
    }

    /// The same where the life is one step, or two in turn.
    #[test]
    fn s0_no_plain_loop_is_refused_that_was_not_nudged_before(
        lap in prop::collection::vec(life_step(), 1..3),
    ) {
        let mut story = story();
        let mut is_warned = false;
        for (step, gap) in lap.iter().cycle().take(40) {
            story.wait(*gap);
            match live(&mut story, *step) {
                'w' => is_warned = true,
                'd' | 'T' => prop_assert!(is_warned, "{step:?}"),
                _ => {}
            }
        }
    }
}
