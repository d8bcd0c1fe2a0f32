//! Commands that write much, at once, or to nobody.

use std::fs;
use std::io::Read;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use crate::machine::{Machine, output_of};

#[test]
fn a_pipe_that_nobody_reads_waits_and_loses_nothing() {
    let machine = Machine::new();
    let mut child = machine.start(&[], "head -c 8000000 /dev/zero; echo end >&2");
    // Its reader is slow to begin with.
    std::thread::sleep(Duration::from_millis(300));
    let mut out = Vec::new();
    child.stdout.take().unwrap().read_to_end(&mut out).unwrap();
    assert_eq!(out.len(), 8_000_000);
    assert_eq!(output_of(child).code, 0);
    assert_eq!(machine.record()["output_bytes"], 8_000_000);
}

#[test]
fn a_command_that_closes_its_output_goes_on() {
    let machine = Machine::new();
    machine.run_expecting(0, &[], "exec >&- 2>&-; sleep 1.5; echo done > file");
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
    assert_eq!(output_of(child).code, 1);
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
    let ran = output_of(child);
    drop(out);
    assert_eq!(ran.code, 4, "{}", ran.err);
}

/// What the command writes.
const GIGABYTE: u64 = 1_000_000_000;
/// The most memory that a watcher may ever have held, in bytes.
const MEMORY: u64 = 64 << 20;

/// Lets the command write a gigabyte: all of it passes, and neither watcher holds much of it.
fn check_gigabyte(words: &[&str], writes: &str, own: u8, code: i32) {
    let machine = Machine::new();
    fs::write(machine.path("PLAN.md"), "write").unwrap();
    let script = format!("{writes}; while [ ! -e go ]; do sleep 0.1; done; exit {own}");
    let mut command = machine.fusebox();
    let mut child = command.args(words).args(["--", "sh", "-c", &script]).spawn().unwrap();
    let passed = Arc::new(AtomicU64::new(0));
    let (out, err) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
    let readers = [reader(out, &passed), reader(err, &passed)];
    let whole = || (passed.load(Ordering::Relaxed) >= GIGABYTE).then_some(());
    machine.within(Duration::from_secs(600), "the gigabyte", whole);
    // Its lines are read as fast as may be: the most was held when the last of it came.
    let watch = machine.record()["watch"].clone();
    let most = ["supervisor", "guard"].map(|name| peak(watch[name][0].as_u64().unwrap()));
    fs::write(machine.path("go"), "").unwrap();
    assert_eq!(output_of(child).code, code, "{words:?}: {writes}");
    for reader in readers {
        reader.join().unwrap();
    }
    assert!(
        most.iter().all(|most| *most < MEMORY),
        "{words:?}: {writes}: {most:?} bytes were held"
    );
    assert_eq!(machine.record()["output_bytes"], GIGABYTE, "{words:?}: {writes}");
    // What is beyond is what Fusebox says itself.
    let beyond = passed.load(Ordering::Relaxed) - GIGABYTE;
    assert!(beyond < 1_000, "{words:?}: {writes}: {beyond} bytes more");
}

/// Counts what comes.
fn reader(from: impl Read + Send + 'static, passed: &Arc<AtomicU64>) -> JoinHandle<()> {
    let passed = Arc::clone(passed);
    std::thread::spawn(move || {
        let (mut from, mut buffer) = (from, vec![0; 1 << 20]);
        while let Ok(read @ 1..) = from.read(&mut buffer) {
            passed.fetch_add(read as u64, Ordering::Relaxed);
        }
    })
}

/// The most memory that a living process ever held, in bytes.
fn peak(pid: u64) -> u64 {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().strip_suffix(" kB").unwrap().parse::<u64>().unwrap() << 10
}

#[test]
#[ignore = "five gigabytes; .ci/run runs it"]
fn b11_a_gigabyte_passes_whole_in_bounded_memory() {
    let lines = format!("yes {} | head -c {GIGABYTE}", "x".repeat(999));
    let endless = format!("head -c {GIGABYTE} /dev/zero");
    // Passed on unread.
    check_gigabyte(&["run"], &endless, 7, 1);
    // Read for what a client says: lines that are none of its own, and one that never ends.
    check_gigabyte(&["run", "--agent", "claude"], &lines, 0, 0);
    check_gigabyte(&["run", "--agent", "claude"], &endless, 0, 0);
    // A loop reads both outputs.
    let looped = ["loop", "--prompt", "PLAN.md", "--max", "1"];
    check_gigabyte(&looped, &lines, 0, 4);
    check_gigabyte(&looped, &format!("({lines}) >&2"), 0, 4);
}
