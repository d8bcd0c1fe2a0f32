//! A run at a terminal: its size, its keys, and the mode it had before.

use std::io::{Read, Write};

use crate::machine::{DEFAULT_SIGNALS, Machine, PATH};
use crate::retries::{LOOPS, with_client};
use crate::world::{FUSEBOX, HOOK};

/// A command at a terminal.
pub(crate) struct AtTerminal {
    terminal: pty_process::blocking::Pty,
    child: std::process::Child,
    seen: String,
}

impl AtTerminal {
    /// `fusebox run -- sh -c SCRIPT` at a terminal of 20 rows and 50 columns.
    fn run(machine: &Machine, script: &str) -> Self {
        let words = [FUSEBOX, "run", "--grace", "1s", "--", "sh", "-c", script];
        Self::start(machine, pty_process::Size::new(20, 50), &words)
    }

    pub(crate) fn start(machine: &Machine, size: pty_process::Size, words: &[&str]) -> Self {
        let (terminal, inner) = pty_process::blocking::open().unwrap();
        terminal.resize(size).unwrap();
        let child = pty_process::blocking::Command::new("env")
            .arg(DEFAULT_SIGNALS)
            .args(words)
            .env_clear()
            .env("HOME", &machine.world.home)
            .env("PATH", PATH)
            .current_dir(machine.path("."))
            .spawn(inner)
            .unwrap();
        Self { terminal, child, seen: String::new() }
    }

    /// Reads until this is on the screen.
    pub(crate) fn until(&mut self, text: &str) {
        let mut buffer = [0; 4096];
        while !self.seen.contains(text) {
            let read = self.terminal.read(&mut buffer).unwrap_or(0);
            assert!(read > 0, "`{text}` is not in `{}`", self.seen);
            self.seen.push_str(&String::from_utf8_lossy(&buffer[..read]));
        }
    }

    pub(crate) fn keys(&mut self, keys: &[u8]) {
        self.terminal.write_all(keys).unwrap();
    }

    pub(crate) fn end(mut self) -> i32 {
        let mut rest = Vec::new();
        let _ = self.terminal.read_to_end(&mut rest);
        self.child.wait().unwrap().code().unwrap()
    }
}

#[test]
fn the_command_has_a_terminal_of_the_same_size_that_follows() {
    let machine = Machine::new();
    let script = "trap 'stty size' WINCH; [ -t 0 ] && [ -t 1 ] && [ -t 2 ] && stty size; \
        while [ ! -e go ]; do sleep 0.1; done";
    let mut run = AtTerminal::run(&machine, script);
    run.until("20 50");
    run.terminal.resize(pty_process::Size::new(33, 77)).unwrap();
    run.until("33 77");
    std::fs::write(machine.path("go"), "").unwrap();
    assert_eq!(run.end(), 0);
}

#[test]
fn keys_reach_the_command() {
    let machine = Machine::new();
    let mut run = AtTerminal::run(&machine, "echo ready; read line; echo \"got $line\"");
    run.until("ready");
    run.keys(b"abc\r");
    run.until("got abc");
    assert_eq!(run.end(), 0);
}

#[test]
fn control_c_is_the_commands_own_to_hear() {
    let machine = Machine::new();
    let script = "trap 'echo heard; exit 5' INT; echo ready; while :; do sleep 0.1; done";
    let mut run = AtTerminal::run(&machine, script);
    run.until("ready");
    run.keys(b"\x03");
    run.until("heard");
    assert_eq!((run.end(), &machine.record()["exit_code"]), (1, &5.into()));
}

#[test]
fn control_c_ends_a_command_that_does_not_hear_it() {
    let machine = Machine::new();
    let mut run = AtTerminal::run(&machine, "echo ready; exec sleep 60");
    run.until("ready");
    run.keys(b"\x03");
    assert_eq!((run.end(), &machine.record()["signal"]), (130, &2.into()));
}

#[test]
fn the_terminal_has_its_mode_back_whoever_is_killed() {
    for who in ["nobody", "supervisor"] {
        let machine = Machine::new();
        let script = format!(
            "\"{FUSEBOX}\" run -- sh -c 'echo ready; while [ ! -e go ]; do \
            sleep 0.1; done'; stty -a; echo over"
        );
        let size = pty_process::Size::new(24, 80);
        let mut run = AtTerminal::start(&machine, size, &["sh", "-c", &script]);
        run.until("ready");
        if who == "supervisor" {
            let pid = machine.record()["watch"]["supervisor"][0].as_u64().unwrap();
            crate::machine::kill("KILL", pid);
        } else {
            std::fs::write(machine.path("go"), "").unwrap();
        }
        run.until("over");
        let seen = &run.seen;
        assert!(seen.contains(" icanon") && seen.contains(" echo "), "{who}: {seen}");
        run.child.wait().unwrap();
    }
}

#[test]
fn q2_a_headless_command_at_a_terminal_is_told_why_it_is_not_tried_again() {
    // Its prompt is nowhere: neither among its arguments nor on a pipe.
    let machine = with_client(&[], LOOPS);
    let command = ["run", "--preset", "guided", "--", "./claude", "-p", "--output-format", "json"];
    let hook = format!("HOOK={HOOK}");
    let variables = [&hook, "CLAUDE_CODE_ENTRYPOINT=sdk-cli", "FUSEBOX_LIMITS_WRAP_UP=1s", FUSEBOX];
    let words = [&variables[..], &command].concat();
    let mut terminal = AtTerminal::start(&machine, pty_process::Size::new(24, 80), &words);
    terminal.until("not tried again: its prompt is not known");
    assert_eq!(terminal.end(), 3);
    assert_eq!(machine.records().len(), 1);
}
