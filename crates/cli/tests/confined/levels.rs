//! When it is confined: the flag, the setting, and what a system without it gets.

use crate::prison::Prison;

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

/// Without user namespaces nothing is mounted.
#[test]
fn a_system_without_namespaces_says_so_and_required_confinement_refuses() {
    let prison = Prison::new();
    let run = |level: &str| {
        let fusebox = prison.world.programs.join("fusebox");
        let without = "echo 0 > /proc/sys/user/max_user_namespaces && exec ";
        prison.sh(&format!(
            "unshare -Ur sh -c '{without}{} run {level} -- echo ran'",
            fusebox.display()
        ))
    };
    let ran = run("--confine");
    assert_eq!((ran.code, ran.out.as_str()), (0, "ran\n"), "{}", ran.err);
    assert!(
        ran.err.contains("note: the command is not confined in full: protected files can be"),
        "{}",
        ran.err
    );
    let ran = run("--confine=require");
    assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{}", ran.err);
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
