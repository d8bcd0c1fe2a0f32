//! What is written down of runs, and how it is shown.

use serde_json::Value;

use crate::machine::Machine;

#[test]
fn s6_a_record_has_every_field() {
    let machine = Machine::new();
    machine.run(&["--task", "42", "--role", "feat-dev"], "printf 12345");
    let record = machine.record();
    let expected: &[(&str, Value)] = &[
        ("task", "42".into()),
        ("role", "feat-dev".into()),
        ("agent", "generic".into()),
        ("program", "sh".into()),
        ("tool_calls", 0.into()),
        ("messages", 0.into()),
        ("estimated_context_tokens", 2.into()),
        ("qc_recommended", false.into()),
        ("circuit_breaker_triggered", false.into()),
        ("qc_invoked", false.into()),
        ("retry_count", 0.into()),
        ("final_status", "success".into()),
        ("failure_reason", Value::Null),
    ];
    for (name, value) in expected {
        assert_eq!(&record[*name], value, "{name}");
    }
    assert!(record["duration_s"].is_u64());
}

#[test]
fn no_argument_of_the_command_is_kept() {
    let machine = Machine::new();
    machine.run(&["--prompt", "the launch code is 0451"], "true # token=hunter2");
    let body: String =
        machine.sql().query_row("SELECT body FROM agent_run", [], |row| row.get(0)).unwrap();
    assert!(!body.contains("hunter2") && !body.contains("0451"), "{body}");
}

#[test]
fn runs_are_listed_and_counted() {
    let machine = Machine::new();
    assert_eq!(machine.says(&["runs"]).err, "No run yet. `fusebox run -- COMMAND` starts one.\n");
    machine.run(&["--task", "42"], "true");
    machine.run(&[], "exit 9");
    let listed = machine.says(&["runs"]).out;
    let lines: Vec<&str> = listed.lines().collect();
    assert!(lines[0].starts_with("failure "), "{listed}");
    assert!(lines[0].ends_with("the command ended with code 9"), "{listed}");
    assert!(lines[1].starts_with("success "), "{listed}");
    assert_eq!(machine.says(&["runs", "--task", "42"]).out.lines().count(), 1);
    let stats: Value =
        serde_json::from_str(&machine.says(&["runs", "--stats", "--json"]).out).unwrap();
    assert_eq!(
        (&stats["runs"], &stats["success"], &stats["failure"]),
        (&2.into(), &1.into(), &1.into())
    );
    assert!(machine.says(&["runs", "--stats"]).out.contains("success              1 (50 %)"));
}

#[test]
fn a_run_serves_the_open_task_of_its_folder() {
    let machine = Machine::new();
    assert_eq!(machine.person(&["task", "start", "cart"]), 0);
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
        let dir = machine.home.join(".config/fusebox");
        std::fs::create_dir_all(&dir).unwrap();
        std::fs::write(dir.join("config.toml"), config).unwrap();
        let script = "$FUSEBOX config show --json";
        let shown: Value = serde_json::from_str(&machine.run(&[], script).out).unwrap();
        let settings = shown["settings"].as_array().unwrap();
        let of = settings.iter().find(|setting| setting["key"] == "limits.tool_calls").unwrap();
        let value = of["value"].to_string();
        assert_eq!(value.trim_matches('"'), expected, "{config}");
    }
}
