//! When it is confined: the flag, the setting, and what a system without it gets.

use crate::hooks::{CLIENT, LOCK};
use crate::prison::Prison;
use crate::transcript::CommandOutput;

const TRY: &str = "echo > ~/.claude/settings.json";

#[test]
fn it_is_off_unless_it_is_asked_for() {
    let prison = Prison::new();
    prison.run(&[], TRY);
    assert_eq!(prison.changes().len(), 1);
}

#[test]
fn the_setting_asks_for_it_and_the_flag_overrides_it() {
    let prison = Prison::with(&[("FUSEBOX_RUN_CONFINE", "true")]);
    prison.run(&[], TRY);
    assert_eq!(prison.changes().len(), 0);
    prison.run(&["--confine=never"], TRY);
    assert_eq!(prison.changes().len(), 1);
}

/// Runs `fusebox run LEVEL -- sh SCRIPT` where there are no user namespaces.
fn without_namespaces(prison: &Prison, level: &str, script: &str) -> CommandOutput {
    prison.world.write("project/script.sh", script);
    let fusebox = prison.world.programs.join("fusebox");
    let without = "echo 0 > /proc/sys/user/max_user_namespaces && exec ";
    prison.sh(&format!(
        "unshare -Ur sh -c '{without}{} run {level} -- sh script.sh'",
        fusebox.display()
    ))
}

/// Without user namespaces nothing is mounted.
#[test]
fn a_system_without_namespaces_says_so_and_required_confinement_refuses() {
    let prison = Prison::new();
    let ran = without_namespaces(&prison, "--confine", "echo ran");
    assert_eq!((ran.code, ran.out.as_str()), (0, "ran\n"), "{}", ran.err);
    assert!(
        ran.err.contains("note: the command is not confined in full: protected files can be"),
        "{}",
        ran.err
    );
    let ran = without_namespaces(&prison, "--confine=require", "echo ran");
    assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{}", ran.err);
}

/// A command that can change the state is not confined: its hooks write it, and where they cannot, `on_error` decides.
#[test]
fn where_the_state_can_be_changed_hooks_answer_as_without_confinement() {
    for (on_error, is_refused) in [("allow", false), ("deny", true)] {
        let variables = [("CLAUDE_CODE_ENTRYPOINT", "sdk-cli"), ("FUSEBOX_ON_ERROR", on_error)];
        let prison = Prison::with(&variables);
        prison.world.write("project/lock.py", LOCK);
        let script = format!(
            "{CLIENT}\ncall ls > first; echo \"$FUSEBOX_SOCKET\" > socket; sleep 2; python3 lock.py & \
            until [ -e held ]; do sleep 0.1; done; call pwd > locked; kill $!; wait; call date > free"
        );
        let ran = without_namespaces(&prison, "--confine", &script);
        assert!(ran.err.contains("is decided by `on_error`"), "{}", ran.err);
        assert!(ran.err.contains("stayed locked by other processes"), "{}", ran.err);
        let read = |file: &str| prison.world.read(&format!("project/{file}"));
        assert_eq!(ran.code, 0, "{}", ran.err);
        let locked = read("locked");
        assert_eq!(locked.contains("\"deny\""), is_refused, "{on_error}: {locked} {}", ran.err);
        assert!(!locked.contains("confined"), "{locked}");
        assert_eq!(["first", "free", "socket"].map(read), ["", "", "\n"], "{}", ran.err);
    }
}

/// A container's first process may belong to a session that is led from outside of it.
#[test]
fn a_session_that_is_led_from_outside_the_process_namespace_is_left() {
    let prison = Prison::new();
    let fusebox = prison.world.programs.join("fusebox");
    let ran = prison.sh(&format!(
        "unshare -Ur --pid --fork --mount-proc {} run --confine=require -- sh -c '{TRY}; echo ran'",
        fusebox.display()
    ));
    assert_eq!((ran.code, ran.out.as_str()), (0, "ran\n"), "{}", ran.err);
    assert_eq!(prison.changes().len(), 0);
}
