//! What has to pass before a run or a task counts as complete.

use serde_json::json;

use crate::machine::{Machine, kill, output_of};
use crate::transcript::has;

#[test]
fn q5_a_run_whose_verifier_fails_is_a_failure_and_one_that_passes_succeeds() {
    let machine = Machine::new();
    let work = "echo done > result";
    let ran = machine.run_expecting(1, &["--verify", "echo no good; exit 3"], work);
    assert!(ran.err.contains("verification failed: no good"), "{}", ran.err);
    let record = machine.record();
    has(&record, json!({"final_status": "failure", "qc_invoked": true}));
    has(&record["verification"], json!({"outcome": "failed", "verifier": "command"}));
    machine.run_expecting(0, &["--verify", "grep -q done result"], work);
    has(&machine.record(), json!({"final_status": "success", "failure_reason": null}));
    assert_eq!(machine.record()["verification"]["outcome"], "passed");
    // What failed by itself is not verified.
    machine.run_expecting(1, &["--verify", "touch verified"], "exit 7");
    assert!(!machine.path("verified").exists());
    let stats = machine.run_fusebox(&["runs", "--stats", "--json"]).json();
    has(&stats["verified"], json!({"runs": 2, "passed": 1}));
}

#[test]
fn q5_a_role_has_a_verifier_of_its_own() {
    let machine = Machine::new();
    machine.world.write(".config/fusebox/config.toml", "[roles.fixer]\nverify = \"false\"\n");
    machine.run_expecting(0, &["--role", "writer"], "true");
    machine.run_expecting(1, &["--role", "fixer"], "true");
    machine.run_expecting(0, &["--role", "fixer", "--verify", "true"], "true");
}

#[test]
fn q5_a_verifier_that_hangs_floods_or_is_not_there_passes_nothing() {
    for (verify, limit, outcome) in [
        ("sleep 600 & sleep 600", "1s", "timed_out"),
        ("yes | head -c 30000000; printf '\\377\\376 bad'; exit 1", "10m", "failed"),
        ("no-such-verifier", "10m", "unreadable"),
    ] {
        let machine = Machine::with(&[("FUSEBOX_GUIDED_VERIFICATION_TIMEOUT", limit)]);
        machine.run_expecting(1, &["--verify", verify], "true");
        assert_eq!(machine.record()["verification"]["outcome"], outcome, "{verify}");
        assert!(!machine.has_process("sleep 600"), "{verify}");
    }
}

#[test]
fn q5_criteria_are_answered_by_the_verifier_which_knows_what_was_neared() {
    let machine = crate::hooked::machine(&[("FUSEBOX_GUIDED_TOOL_CALLS_WARNING", "2")]);
    let config = "qcRole = \"security\"\n[guided]\nverifier = \"cat >> request; cat answer\"\n";
    machine.world.write(".config/fusebox/config.toml", config);
    machine.person(&["task", "start", "cart", "--criteria", "the totals are rounded"]);
    let script = format!("{}\ncall \"ls $$\"; call \"pwd $$\"", crate::hooked::CLIENT);
    let flood = "Nichts.\n".repeat(1_300_000);
    for (answer, code, outcome) in [
        ("I looked.\nPASS: they are\nPERSON: look at the tax\n", 0, "passed"),
        ("FAIL: they are not\n", 1, "failed"),
        ("Peut-\u{ea}tre.\n", 1, "unreadable"),
        (&flood, 1, "unreadable"),
        ("", 1, "unreadable"),
    ] {
        machine.world.write("project/answer", answer);
        let ran = machine.run_expecting(code, &["--preset", "guided"], &script);
        let verification = &machine.record()["verification"];
        let shown = &answer[..answer.len().min(40)];
        assert_eq!(verification["outcome"], outcome, "{shown}");
        assert_eq!(ran.err.contains("asks that a person looks"), answer.contains("PERSON"));
    }
    let request = machine.world.read("project/request");
    for part in ["- the totals are rounded", "security", "Limits that were neared", "tool calls"] {
        assert!(request.contains(part), "{part}: {request}");
    }
    let task = machine.run_fusebox(&["task", "show", "cart", "--json"]).json();
    assert_eq!(task["named"]["verification"]["outcome"], "unreadable");
    std::fs::write(machine.path("answer"), b"\xff\xfe\xc3(").unwrap();
    machine.run_expecting(1, &["--preset", "guided"], &script);
    assert_eq!(machine.record()["verification"]["outcome"], "unreadable", "not UTF-8");
}

#[test]
fn q5_risky_work_must_be_verified_and_the_reason_is_said() {
    let machine = Machine::new();
    machine.world.write(".config/fusebox/config.toml", "preset = \"guided\"\n");
    // A run that nobody named a task for is flagged, and its end stands.
    let ran = machine.run_expecting(0, &["--prompt", "Write the migration"], "cat > /dev/null");
    assert!(ran.err.contains("it is database work (`migration`)"), "{}", ran.err);
    machine.person(&["task", "start", "cart", "--estimate-calls", "10"]);
    machine.run_expecting(0, &["--task", "cart"], "true");
    // One more expected call is a risk.
    machine.person(&["task", "start", "cart", "--estimate-calls", "11"]);
    let ran = machine.run_expecting(1, &["--task", "cart"], "true");
    let why = "verification is mandatory, and no verifier is named: 11 tool calls are expected";
    assert!(ran.err.contains(why), "{}", ran.err);
    assert_eq!(machine.record()["verification"]["outcome"], "missing");
    machine.person(&["task", "start", "cart", "--verify", "true"]);
    machine.run_expecting(0, &["--task", "cart"], "true");
    let mandatory = machine.record()["verification"]["mandatory_because"].clone();
    assert_eq!(mandatory, json!(["11 tool calls are expected"]));
}

#[test]
fn q5_risky_work_of_a_loop_must_be_verified_as_well() {
    let machine = Machine::new();
    machine.world.write(".config/fusebox/config.toml", "preset = \"guided\"\n");
    machine.person(&["task", "start", "cart", "--estimate-calls", "11"]);
    crate::loops::run_loop(&machine, &["--task", "cart", "--max", "1"], "true");
    let record = machine.record();
    assert_eq!(record["verification"]["outcome"], "missing", "{record}");
    assert_eq!(record["final_status"], "failure", "{record}");
}

#[test]
fn q5_a_report_of_completion_is_refused_until_the_verifier_passes() {
    let machine = Machine::new();
    machine.person(&["task", "start", "cart", "--verify", "test -e rounded"]);
    let report = ["report", "complete", "the totals are rounded"];
    let refused = machine.run_fusebox(&report);
    assert_eq!(refused.code, 1, "{}", refused.out);
    assert!(refused.err.contains("not complete: verification failed"), "{}", refused.err);
    machine.world.write("project/rounded", "");
    let noted = machine.run_fusebox(&report);
    assert_eq!(noted.code, 0, "{}", noted.err);
    assert!(noted.out.contains("Noted as complete"), "{}", noted.out);
}

#[test]
fn q5_a_verification_that_is_interrupted_passes_nothing() {
    let machine = Machine::new();
    let verify = "echo $$ > verifying; sleep 600; false";
    machine.person(&["task", "start", "cart", "--verify", verify]);
    let mut report = machine.fusebox();
    let started = report.args(["report", "complete", "the totals are rounded"]).spawn().unwrap();
    machine.wait_for("verifying");
    kill("TERM", started.id().into());
    let refused = output_of(started);
    assert_eq!(refused.code, 1, "{}{}", refused.out, refused.err);
    assert!(refused.err.contains("the verification was interrupted"), "{}", refused.err);
    assert!(!refused.out.contains("Noted"), "{}", refused.out);

    std::fs::remove_file(machine.path("verifying")).unwrap();
    let started = machine.start(&["--task", "cart"], "true");
    machine.wait_for("verifying");
    kill("TERM", started.id().into());
    let ended = output_of(started);
    assert_eq!(ended.code, 130, "{}", ended.err);
    let record = machine.record();
    has(&record, json!({"final_status": "failure", "verification": null}));
    assert!(record["failure_reason"].as_str().unwrap().contains("interrupted"), "{record}");
    let task = machine.run_fusebox(&["task", "show", "cart", "--json"]).json();
    assert_eq!(task["named"]["verification"], json!(null), "{task}");
    assert!(!machine.has_process("sleep 600"));
}

#[test]
fn q5_two_runs_of_one_task_at_once_are_each_verified() {
    let machine = Machine::new();
    machine.person(&["task", "start", "cart", "--verify", "echo x >> verified"]);
    let started = [1, 2].map(|_| machine.start(&["--task", "cart"], "sleep 0.3"));
    for child in started {
        assert_eq!(output_of(child).code, 0);
    }
    assert_eq!(machine.world.read("project/verified"), "x\nx\n");
    let outcomes = machine.records().into_iter().map(|run| run["verification"]["outcome"].clone());
    assert_eq!(outcomes.collect::<Vec<_>>(), [json!("passed"), json!("passed")]);
}

#[test]
fn q5_time_tasks_that_wait_and_past_runs_make_verification_mandatory() {
    let config = "preset = \"guided\"\n";
    let required = "verification is mandatory, and no verifier is named: ";
    for (estimate, why) in [
        (["--minutes", "15"].as_slice(), None),
        (&["--minutes", "16"], Some("16 minutes are expected")),
        (&["--blocks"], Some("other tasks wait for it")),
    ] {
        let machine = Machine::new();
        machine.world.write(".config/fusebox/config.toml", config);
        machine.person(&[&["task", "start", "cart"], estimate].concat());
        let ran = machine.run_expecting(i32::from(why.is_some()), &["--task", "cart"], "true");
        let said = why.map_or(String::new(), |why| format!("{required}{why}"));
        assert!(ran.err.contains(&said), "{estimate:?}: {}", ran.err);
    }
    let machine = crate::hooked::machine(&[]);
    machine.world.write(".config/fusebox/config.toml", config);
    // Each run is a session of its own, and each call brings something else.
    let client = crate::hooked::CLIENT.replace("\"s1\"", "\"s'$$'\"");
    let client = client.replace("\"stdout\":\"same\"", "\"stdout\":\"page '$n'\"");
    let eleven = format!("{client}\nfor i in 1 2 3 4 5 6 7 8 9 10 11; do call \"cat f$i\"; done");
    let usual = "11 tool calls are usual in this project";
    for _ in 0..3 {
        let ran = machine.run_expecting(0, &[], &eleven);
        assert!(!ran.err.contains(usual), "two runs say nothing: {}", ran.err);
    }
    let ran = machine.run_expecting(0, &[], "true");
    assert!(ran.err.contains(usual), "{}", ran.err);
}

#[test]
fn q5_the_names_of_the_design_do_what_the_modern_names_do() {
    for (preamble, criteria) in [
        ("guided.qc_preamble", ["--criteria", "the totals are rounded"]),
        ("qc_preamble", ["--verification-criteria", "the totals are rounded"]),
        ("guided.qcPreamblePath", ["--verification_criteria", "the totals are rounded"]),
        ("qcPreamblePath", ["--set", "verification_criteria=the totals are rounded"]),
        ("qcPreamblePath", ["--set", "verificationCriteria=the totals are rounded"]),
    ] {
        let machine = Machine::new();
        let verifier = "guided.verifier = \"cat > request; echo PASS: they are\"\n";
        let config = format!("{preamble} = \"strict.md\"\n{verifier}");
        machine.world.write(".config/fusebox/config.toml", &config);
        machine.world.write("project/strict.md", "Ask what happens to half a cent.\n");
        let start = [&["task", "start", "cart"][..], &criteria].concat();
        machine.person(&start);
        machine.run_expecting(0, &["--task", "cart"], "true");
        let request = machine.world.read("project/request");
        for part in ["Ask what happens to half a cent.", "- the totals are rounded"] {
            assert!(request.contains(part), "{preamble} {criteria:?}: {request}");
        }
        assert_eq!(machine.record()["verification"]["outcome"], "passed", "{preamble}");
        let shown = machine.run_fusebox(&["config", "show"]).out;
        assert!(shown.contains("\nqc_preamble = \"strict.md\""), "{preamble}: {shown}");
        assert!(!shown.contains("qcPreamble"), "{shown}");
        let checked = machine.run_fusebox(&["config", "check"]);
        assert_eq!(checked.code, 0, "{preamble}: {}", checked.err);
        // One of another kind is named as it is written, with its modern name.
        machine.world.write(".config/fusebox/config.toml", format!("{preamble} = 5\n"));
        let checked = machine.run_fusebox(&["config", "check"]);
        assert!(checked.out.contains("guided.qc_preamble"), "{preamble}: {}", checked.out);
        assert!(checked.out.contains(preamble), "{preamble}: {}", checked.out);
        assert_eq!(checked.code, 2, "{preamble}");
    }
}

#[test]
fn verifiers_are_listed_shown_and_replaced() {
    let machine = Machine::new();
    let listed = machine.run_fusebox(&["verifiers", "list", "--json"]).json();
    let names: Vec<_> =
        listed.as_array().unwrap().iter().map(|role| role["name"].clone()).collect();
    assert_eq!(names, ["tests", "security", "architecture", "docs"]);
    machine.world.write(".config/fusebox/verifiers/docs.md", "Read the French page.\n");
    assert_eq!(machine.run_fusebox(&["verifiers", "show", "docs"]).out, "Read the French page.\n");
    assert_eq!(machine.run_fusebox(&["verifiers", "show", "../config"]).code, 2);
}
