//! Commands that write much, at once, or to nobody.

use std::io::Read;

use crate::machine::{Machine, ended};

#[test]
fn a_pipe_that_nobody_reads_waits_and_loses_nothing() {
    let machine = Machine::new();
    let mut child = machine.start(&[], "head -c 8000000 /dev/zero; echo end >&2");
    // Its reader is slow to begin with.
    std::thread::sleep(std::time::Duration::from_millis(300));
    let mut out = Vec::new();
    child.stdout.take().unwrap().read_to_end(&mut out).unwrap();
    assert_eq!(out.len(), 8_000_000);
    assert_eq!(ended(child).code, 0);
    assert_eq!(machine.record()["output_bytes"], 8_000_000);
}

#[test]
fn a_command_that_closes_its_output_goes_on() {
    let machine = Machine::new();
    let ran = machine.run(&[], "exec >&- 2>&-; sleep 1.5; echo done > file");
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(machine.wait_for("file"), "done\n");
}

#[test]
fn a_reader_that_goes_away_ends_the_writer() {
    let machine = Machine::new();
    let mut child = machine.start(
        &[],
        "trap 'echo gone > gone; exit 9' PIPE; while :; do \
        echo y || { echo gone > gone; exit 9; }; done",
    );
    drop(child.stdout.take());
    assert_eq!(ended(child).code, 1);
    assert_eq!(machine.wait_for("gone"), "gone\n");
    assert_eq!(machine.record()["exit_code"], 9);
}

#[test]
fn limits_hold_while_nobody_reads() {
    let machine =
        Machine::with(&[("FUSEBOX_LIMITS_ACTIVE_TIME", "1s"), ("FUSEBOX_LIMITS_WRAP_UP", "1s")]);
    let child = machine.start(&["--grace", "500ms"], "while :; do cat /dev/zero; done");
    let mut child = child;
    let out = child.stdout.take();
    let ran = ended(child);
    drop(out);
    assert_eq!(ran.code, 4, "{}", ran.err);
}

#[test]
#[ignore = "a gigabyte takes a while in a debug build"]
fn a_gigabyte_passes() {
    let machine = Machine::new();
    let mut child = machine.start(&[], "head -c 1000000000 /dev/zero");
    let mut out = child.stdout.take().unwrap();
    let copied = std::io::copy(&mut out, &mut std::io::sink()).unwrap();
    assert_eq!((copied, ended(child).code), (1_000_000_000, 0));
}
