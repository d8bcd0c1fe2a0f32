//! A long reading of records shows its progress to a person at a terminal, and to nobody else.

use std::fs::File;
use std::io::{Read, Write};
use std::process::Stdio;

use serde_json::json;

use crate::spend::{FILE, response};
use crate::world::{FUSEBOX, World};

/// The mebibytes from which the progress is shown.
const LONG_MIB: usize = 16;

/// A world whose record has one response, and beside it as many lines of a mebibyte.
fn world_with_mib(lines: usize) -> World {
    let world = World::new();
    world.write(FILE, response("s1", 1, "2026-11-01T12:00:00Z"));
    let line = json!({"type": "user", "message": {"content": "x".repeat(1 << 20)}});
    let mut file = File::options().append(true).open(world.path(FILE)).unwrap();
    (0..lines).for_each(|_| writeln!(file, "{line}").unwrap());
    world
}

/// What `fusebox spend records` writes to standard output, which is a pipe, and to a terminal as its standard error.
fn at_terminal(world: &World, words: &[&str]) -> (String, String) {
    let (mut terminal, inner) = pty_process::blocking::open().unwrap();
    terminal.resize(pty_process::Size::new(24, 80)).unwrap();
    let mut child = pty_process::blocking::Command::new(FUSEBOX)
        .args(["spend", "records"])
        .args(words)
        .env_clear()
        .env("HOME", &world.home)
        .env("PATH", "/nowhere")
        .env("TERM", "xterm")
        .current_dir(world.path("project"))
        .stdout(Stdio::piped())
        .spawn(inner)
        .unwrap();
    // A terminal whose other side is closed ends with an error.
    let (mut out, mut shown) = (String::new(), Vec::new());
    let _ = terminal.read_to_end(&mut shown);
    child.stdout.take().unwrap().read_to_string(&mut out).unwrap();
    assert!(child.wait().unwrap().success());
    (out, String::from_utf8_lossy(&shown).into_owned())
}

#[test]
fn m01_a_long_reading_shows_its_progress_at_a_terminal_once() {
    let world = world_with_mib(LONG_MIB);
    let (out, shown) = at_terminal(&world, &[]);
    assert!(shown.contains("reading ") && shown.contains("of 16."), "{shown:?}");
    assert!(out.contains("total ") && !out.contains("reading"), "{out}");
    // The second reading has nothing new, so it is short.
    assert_eq!(at_terminal(&world, &[]).1, "");
}

#[test]
fn m01_a_short_reading_and_one_for_a_program_show_no_progress() {
    assert_eq!(at_terminal(&world_with_mib(1), &[]).1, "");
    let (out, shown) = at_terminal(&world_with_mib(LONG_MIB), &["--json"]);
    assert_eq!(shown, "", "standard output is read by a program");
    assert!(out.starts_with('{'), "{out}");
    let piped = world_with_mib(LONG_MIB).run("spend records");
    assert_eq!((piped.code, piped.err.as_str()), (0, ""), "no terminal");
}
