//! How commands end, and that nothing of them goes on.

use crate::machine::Machine;

#[test]
fn the_exit_code_is_ours_and_the_record_has_the_commands_own() {
    for (script, code, own, signal) in [
        ("exit 0", 0, Some(0), None),
        ("exit 1", 1, Some(1), None),
        ("exit 7", 1, Some(7), None),
        ("exit 3", 1, Some(3), None),
        ("kill -9 $$", 1, None, Some(9)),
        ("kill -2 $$", 130, None, Some(2)),
        ("exit 130", 130, Some(130), None),
    ] {
        let machine = Machine::new();
        assert_eq!(machine.run(&[], script).code, code, "{script}");
        let record = machine.record();
        assert_eq!(record["exit_code"].as_i64(), own, "{script}");
        assert_eq!(record["signal"].as_i64(), signal, "{script}");
        let status = if code == 0 { "success" } else { "failure" };
        assert_eq!(record["final_status"], status, "{script}");
    }
}

#[test]
fn a_command_that_cannot_be_started_is_an_error_of_use() {
    let machine = Machine::new();
    let ran = machine.run_fusebox(&["run", "--", "no-such-program"]);
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    assert!(ran.err.starts_with("error: no-such-program: "), "{}", ran.err);
    assert_eq!(machine.record()["final_status"], "failure");
    assert_eq!(machine.run_fusebox(&["run"]).code, 2);
    assert_eq!(machine.run_fusebox(&["run", "--grace", "soon", "--", "true"]).code, 2);
}

#[test]
fn output_errors_and_input_pass_through() {
    let machine = Machine::new();
    let ran = machine.run(&["--prompt", "a b"], "cat; echo; echo told >&2");
    assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (0, "a b\n", "told\n"));
    std::fs::write(machine.path("PLAN.md"), "the plan").unwrap();
    assert_eq!(machine.run(&["--prompt", "PLAN.md"], "cat").out, "the plan");
}

#[test]
fn what_is_left_behind_is_ended() {
    for (script, mark) in [
        // In the background.
        ("sleep 7001 & exit 0", "sleep 7001"),
        // In a session of its own.
        ("setsid sleep 7002 & exit 0", "sleep 7002"),
        // Forked twice, so that its parent is gone.
        ("(setsid sh -c 'sleep 7003 & exit' &); exit 0", "sleep 7003"),
        // And it hears no request.
        ("(setsid sh -c 'trap \"\" TERM HUP; sleep 7004; sleep 7004' &); sleep 0.2", "sleep 7004"),
        // And it has thrown away its environment.
        ("(env -i setsid sleep 7005 &); sleep 0.2", "sleep 7005"),
        // And it is stopped.
        ("(sh -c 'kill -STOP $$; sleep 7006' &); sleep 0.2", "sleep 7006"),
    ] {
        let machine = Machine::new();
        let ran = machine.run(&["--grace", "500ms"], script);
        assert_eq!(ran.code, 0, "{script}: {}", ran.err);
        assert!(!machine.has_process(mark), "{script}");
        assert!(ran.err.contains("left behind"), "{script}: {}", ran.err);
    }
}

#[test]
fn a_command_that_leaves_nothing_is_not_talked_about() {
    assert_eq!(Machine::new().run(&[], "echo done").err, "");
}

#[test]
fn a_request_to_end_after_the_commands_end_changes_no_result_and_is_obeyed() {
    // The command has ended; what it left behind is asked to end, says so and does not hear it.
    let left = "(trap 'echo asked > asked' TERM; : > ready; while :; do sleep 0.05; done) & \
                until [ -e ready ]; do sleep 0.01; done; echo done > work; exit 0";
    for (options, code, status, verified) in [
        (&[][..], 0, "success", false),
        (&["--verify", "echo verified > verified"], 130, "failure", false),
    ] {
        let machine = Machine::new();
        let child = machine.start(&[&["--grace", "3s"], options].concat(), left);
        machine.wait_for("asked");
        crate::machine::kill("TERM", child.id().into());
        let ran = crate::machine::output_of(child);
        assert_eq!(ran.code, code, "{options:?}: {}", ran.err);
        let record = machine.record();
        assert_eq!((&record["exit_code"], &record["final_status"]), (&0.into(), &status.into()));
        assert_eq!(machine.path("verified").exists(), verified, "{options:?}");
        assert_eq!(machine.wait_for("work"), "done\n");
    }
}

#[test]
fn a_request_to_end_that_comes_with_the_commands_end_leaves_one_story() {
    for signal in ["TERM", "INT", "HUP"] {
        let machine = Machine::new();
        let script = "echo $$ > pid; until [ -e go ]; do sleep 0.05; done; echo done > work";
        let child = machine.start(&[], script);
        let pid = machine.wait_for("pid").trim().to_owned();
        let supervisor = machine.record()["watch"]["supervisor"][0].as_u64().unwrap();
        crate::machine::kill("STOP", supervisor);
        std::fs::write(machine.path("go"), "").unwrap();
        machine.until("the end of the command", || {
            let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap();
            stat.contains(") Z ").then_some(())
        });
        // Both are there when it looks.
        crate::machine::kill(signal, supervisor);
        crate::machine::kill("CONT", supervisor);
        let ran = crate::machine::output_of(child);
        let record = machine.record();
        assert_eq!(record["exit_code"], 0, "{signal}: {}", ran.err);
        let status = if ran.code == 130 { "failure" } else { "success" };
        assert_eq!(record["final_status"], status, "{signal}: {}", ran.code);
        let why = record["failure_reason"].as_str().unwrap_or_default();
        assert_eq!(why.starts_with("interrupted (signal "), ran.code == 130, "{signal}: {why}");
        assert!([0, 130].contains(&ran.code), "{signal}: {}", ran.err);
        assert_eq!(machine.wait_for("work"), "done\n");
    }
}

#[test]
fn a_request_to_end_reaches_the_command_and_all_below_it() {
    let machine = Machine::new();
    let script = "trap 'echo heard > heard; exit 0' INT TERM; echo $$ > pid; setsid sleep 7010 & \
        while :; do sleep 0.1; done";
    for signal in ["INT", "TERM", "HUP"] {
        let _ = std::fs::remove_file(machine.path("pid"));
        let child = machine.start(&["--grace", "1s"], script);
        machine.wait_for("pid");
        crate::machine::kill(signal, child.id().into());
        let ran = crate::machine::output_of(child);
        assert_eq!(ran.code, 130, "{signal}: {}", ran.err);
        assert!(!machine.has_process("sleep 7010"), "{signal}");
        let record = machine.record();
        assert_eq!(record["final_status"], "failure");
        assert!(record["failure_reason"].as_str().unwrap().starts_with("interrupted"));
    }
    assert_eq!(machine.wait_for("heard"), "heard\n");
}
