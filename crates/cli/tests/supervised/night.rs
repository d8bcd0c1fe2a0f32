//! A night of 40 tasks: what `fusebox runs --stats` says of it in the morning.

use serde_json::json;

use crate::machine::Machine;
use crate::retries::{GUIDED, prompts, run, with_client};
use crate::transcript::has;

/// What the agent does for each kind of task, which is the first word of its order.
const WORK: &str = r#"
calls() { for i in $(seq "$1"); do call "$2 $i.$$"; done; }
case "$prompt" in
  *short*) calls 3 look;;
  *medium*) calls 12 look;;
  *long*) calls 26 look;;
  *heeds*) if is_retry; then calls 2 mend; else calls 60 wander; sleep 60; fi;;
  *stubborn*) calls 60 wander; sleep 60;;
  *breaks*) calls 2 look; exit 7;;
esac
exit 0
"#;

/// Tasks of each kind: 20 + 10 + 4 end well, 4 trip and heed the analysis, 1 trips three times, 1 fails.
const NIGHT: &[(&str, usize)] =
    &[("short", 20), ("medium", 10), ("long", 4), ("heeds", 4), ("stubborn", 1), ("breaks", 1)];

/// The levels of the night, which is shorter than a real one: 50 calls are 20, 80 are 30.
fn machine() -> Machine {
    let levels = [
        ("FUSEBOX_GUIDED_TOOL_CALLS_WARNING", "20"),
        ("FUSEBOX_GUIDED_TOOL_CALLS_CRITICAL", "30"),
        ("FUSEBOX_REPETITION_SAME_OUTPUT", "unlimited"),
        ("FUSEBOX_REPETITION_DRIFT", "unlimited"),
        ("FUSEBOX_REPETITION_NOTHING_NEW", "unlimited"),
        ("FUSEBOX_REPETITION_BARREN_WINDOW", "unlimited"),
        ("FUSEBOX_CHECKPOINTS", "never"),
    ];
    with_client(&levels, WORK)
}

#[test]
fn q9_a_night_of_forty_tasks_is_counted_as_it_was_scripted() {
    let machine = machine();
    let mut codes = Vec::new();
    for (kind, tasks) in NIGHT {
        for n in 0..*tasks {
            let task = format!("{kind}-{n}");
            let options = [&GUIDED[..], &["--task", &task]].concat();
            let ran = run(&machine, &options, &["./claude", "-p", &format!("{kind} work {n}")]);
            codes.push((task, ran.code, ran.err));
        }
    }
    let of_code = |code| codes.iter().filter(|(_, other, _)| *other == code).count();
    assert_eq!(codes.len(), 40);
    assert_eq!((of_code(0), of_code(3) + of_code(4), of_code(1)), (38, 1, 1), "{codes:#?}");
    // 35 tasks ran once, 4 twice, 1 three times.
    assert_eq!(prompts(&machine).len(), 46);
    let stats = machine.run_fusebox(&["runs", "--stats", "--json"]).json();
    has(
        &stats,
        json!({
            "runs": 46, "success": 34, "passed_after_trip": 4, "failure": 8, "tripped": 7,
            "retries": 6, "retries_passed": 4,
            "with_analysis": {"runs": 6, "passed": 4}, "without_analysis": {"runs": 40, "passed": 34},
            "context_explosions": 0, "most_tool_calls": 30,
            // Neither the four long ones, which neared the level, nor the seven that tripped.
            "within_thresholds": 35,
            "tool_calls": 20 * 3 + 10 * 12 + 4 * 26 + 4 * (30 + 2) + 3 * 30 + 2,
        }),
    );
    let shown = machine.run_fusebox(&["runs", "--stats"]).out;
    for line in [
        "context              met: 0 runs above 150,000 tokens, the largest ",
        "within thresholds    not met: 35 of 46 (76 %) (95 % wanted)",
        "retries that pass    4 of 6 (66 %)",
        "most tool calls      30",
    ] {
        assert!(shown.contains(line), "no `{line}` in {shown}");
    }
    for (tokens, line) in [
        (150_000, "context              met: 0 runs above 150,000 tokens, the largest 150000"),
        (150_001, "context              not met: 1 run above 150,000 tokens, the largest 150001"),
    ] {
        let grows = "UPDATE document SET body = json_set(body, '$.estimated_context_tokens', ?1) \
            WHERE kind = 'agent_run' AND json_extract(body, '$.task') = 'long-0'";
        assert_eq!(machine.world.sql().execute(grows, [tokens]).unwrap(), 1);
        let shown = machine.run_fusebox(&["runs", "--stats"]).out;
        assert!(shown.contains(line), "no `{line}` in {shown}");
    }
}
