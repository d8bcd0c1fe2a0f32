//! What is written down of runs, and how it is shown.

use serde_json::json;

use crate::machine::Machine;
use crate::transcript::has;

#[test]
fn s6_a_record_has_every_field() {
    let machine = Machine::new();
    machine.run(&["--task", "42", "--role", "feat-dev"], "printf 12345");
    let record = machine.record();
    has(
        &record,
        json!({
            "task": "42", "role": "feat-dev", "agent": "generic", "program": "sh", "tool_calls": 0,
            "messages": 0, "estimated_context_tokens": 2, "qc_recommended": false,
            "circuit_breaker_triggered": false, "qc_invoked": false, "retry_count": 0,
            "final_status": "success", "failure_reason": null,
        }),
    );
    assert!(record.get("failure_reason").is_some());
    assert!(record["duration_s"].is_u64());
}

#[test]
fn no_argument_of_the_command_is_kept() {
    let machine = Machine::new();
    machine.run(&["--prompt", "the launch code is 0451"], "true # token=hunter2");
    let body = machine.world.text("SELECT body FROM document WHERE kind = 'agent_run'");
    assert!(!body.contains("hunter2") && !body.contains("0451"), "{body}");
}

#[test]
fn runs_are_listed_and_counted() {
    let machine = Machine::new();
    assert_eq!(
        machine.run_fusebox(&["runs"]).err,
        "No run yet. `fusebox run -- COMMAND` starts one.\n"
    );
    machine.run(&["--task", "42"], "true");
    machine.run(&[], "exit 9");
    let listed = machine.run_fusebox(&["runs"]).out;
    let lines: Vec<&str> = listed.lines().collect();
    assert!(lines[0].starts_with("END "), "{listed}");
    assert!(lines[1].starts_with("failure "), "{listed}");
    assert!(lines[1].ends_with("the command ended with code 9"), "{listed}");
    assert!(lines[2].starts_with("success "), "{listed}");
    assert_eq!(machine.run_fusebox(&["runs", "--task", "42"]).out.lines().count(), 2);
    let stats = machine.run_fusebox(&["runs", "--stats", "--json"]).json();
    has(&stats, json!({"runs": 2, "success": 1, "failure": 1}));
    assert!(
        machine.run_fusebox(&["runs", "--stats"]).out.contains("success              1 (50 %)")
    );
}

#[test]
fn a_run_serves_the_open_task_of_its_folder() {
    let machine = Machine::new();
    machine.person(&["task", "start", "cart"]);
    let ran = machine.run(&[], "echo $FUSEBOX_TASK");
    assert_eq!((ran.out.as_str(), &machine.record()["task"]), ("cart\n", &"cart".into()));
}

#[test]
fn budget_is_beside_whatever_is_chosen() {
    for (config, expected) in [
        ("", "200"),
        ("preset = \"tdd\"", "200"),
        ("[limits]\ntool_calls = 7", "7"),
        ("[limits]\ntool_calls = \"unlimited\"", "unlimited"),
    ] {
        let machine = Machine::new();
        machine.world.write(".config/fusebox/config.toml", config);
        let script = "$FUSEBOX config show --json";
        let shown = machine.run(&[], script).json();
        let settings = shown["settings"].as_array().unwrap();
        let of = settings.iter().find(|setting| setting["key"] == "limits.tool_calls").unwrap();
        let value = of["value"].to_string();
        assert_eq!(value.trim_matches('"'), expected, "{config}");
    }
}

#[test]
fn a_run_names_its_tasks_issue_and_settings() {
    let machine = Machine::new();
    let words = ["--task", "42", "--issue", "acme/shop#42", "--set", "max_tool_calls=100"];
    machine.run_expecting(0, &[&words[..], &["--preset", "guided"]].concat(), "true");
    let told = machine.run_fusebox(&["task", "show", "42", "--json"]).json();
    has(&told["named"], json!({"issue": "acme/shop#42", "set": {"limits.tool_calls": "100"}}));
    // Another run keeps what it does not name.
    machine.run_expecting(0, &["--task", "42", "--set", "attempts.per_test=2"], "true");
    let told = machine.run_fusebox(&["task", "show", "42", "--json"]).json();
    assert_eq!(told["named"]["issue"], "acme/shop#42");
    let ran = machine.run_expecting(2, &["--issue", "acme/shop#42"], "true");
    assert!(ran.err.contains("--task"), "{}", ran.err);
}

#[test]
fn a_word_that_is_no_preset_or_role_is_said_where_it_was_given() {
    let machine = Machine::new();
    let ran = machine.run_expecting(2, &["--preset", "nope"], "true");
    assert!(ran.err.contains("error: --preset: \"nope\" is not a preset"), "{}", ran.err);
    let ran = machine.run_expecting(0, &["--role", "pm-typo"], "true");
    let note = "role pm-typo is in no preset and no file: it has the defaults";
    assert_eq!(ran.err.matches(note).count(), 1, "{}", ran.err);
    let ran = machine.run_expecting(0, &["--role", "pm"], "true");
    assert!(!ran.err.contains("role pm"), "{}", ran.err);
}

#[test]
fn statistics_say_how_long_runs_took_as_far_as_it_was_measured() {
    let machine = Machine::new();
    let stats = |machine: &Machine| {
        let said = machine.run_fusebox(&["runs", "--stats"]).out;
        let of = |name: &str| {
            let line = said.lines().find_map(|line| line.strip_prefix(name));
            line.unwrap().trim().to_owned()
        };
        (of("median duration"), of("total duration"))
    };
    let pair = |one: &str, other: &str| (one.to_owned(), other.to_owned());
    let none = machine.run_fusebox(&["runs", "--stats"]);
    let said = "No run has ended yet. `fusebox run -- COMMAND` starts one.\n";
    assert_eq!((none.code, none.out.as_str(), none.err.as_str()), (0, "", said));
    let stats_of_none = machine.run_fusebox(&["runs", "--stats", "--json"]).json();
    has(&stats_of_none, json!({"runs": 0, "median_duration_s": null}));
    // Whole seconds are kept: less than one is not none.
    machine.run_expecting(0, &["--task", "t"], "true");
    assert_eq!(stats(&machine), pair("under 1 s", "under 1 s"));
    for _ in 0..2 {
        machine.run_expecting(0, &["--task", "t"], "sleep 2.2");
    }
    let (median, total) = stats(&machine);
    let seconds = |text: &str| text.strip_suffix(" s").unwrap().parse::<u64>().unwrap();
    assert!((2..10).contains(&seconds(&median)), "{median}");
    assert!(seconds(&total) >= 4, "{total}");
}

#[test]
fn a_loop_names_its_tasks_issue_and_settings() {
    let machine = Machine::new();
    std::fs::write(machine.path("PLAN.md"), "go").unwrap();
    let words = "loop --task 42 --issue acme/shop#42 --set max_tool_calls=7 --prompt PLAN.md --max 1 -- true";
    let words: Vec<&str> = words.split(' ').collect();
    let ran = machine.run_fusebox(&words);
    assert_eq!(ran.code, 4, "{}", ran.err);
    let task = machine.run_fusebox(&["task", "show", "42", "--json"]).json();
    assert_eq!(task["named"]["issue"], "acme/shop#42", "{task}");
    let shown = machine.run_fusebox(&["task", "show", "42"]).out;
    assert!(shown.contains("limits.tool_calls = 7"), "{shown}");
}
