//! `fusebox top`: all sessions live, in a terminal of its own.

use std::io::{Read, Write};
use std::process::{Child, Command, Output};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::termios::{LocalModes, tcgetattr};

use crate::transcript::check;
use crate::world::{FUSEBOX, World};

const NO_TERMINAL: &str = "
2> error: there is no terminal that could show it
2> hint: `fusebox status` prints the same list once, and `fusebox status --json` for programs
exit 1
";
/// How long a screen is waited for, in seconds: a test that fails must not wait for ever.
const SCREEN_TIMEOUT_S: i64 = 300;

/// `fusebox top`, started by a shell in a terminal of 24 rows and 80 columns.
struct TopTerminal {
    terminal: pty_process::blocking::Pty,
    child: Child,
    screen: vt100::Parser,
    /// Everything that was written.
    written: Vec<u8>,
}

impl TopTerminal {
    fn open(world: &World, variables: &[(&str, &str)]) -> Self {
        let (terminal, inner) = pty_process::blocking::open().unwrap();
        terminal.resize(pty_process::Size::new(24, 80)).unwrap();
        let child = pty_process::blocking::Command::new("/bin/sh")
            .args(["-c", "echo before; \"$0\" top; echo after $?", FUSEBOX])
            .env_clear()
            .env("HOME", &world.home)
            .env("PATH", "/nowhere")
            .env("TERM", "xterm")
            .envs(variables.iter().copied())
            .current_dir(world.path("project"))
            .spawn(inner)
            .unwrap();
        Self { terminal, child, screen: vt100::Parser::new(24, 80, 0), written: Vec::new() }
    }

    fn shown(&self) -> String {
        self.screen.screen().contents()
    }

    /// Reads until this is on the screen.
    #[track_caller]
    fn until(&mut self, text: &str) {
        let mut buffer = [0; 4096];
        while !self.shown().contains(text) {
            let mut readable = [PollFd::new(&self.terminal, PollFlags::IN)];
            let timeout = Timespec { tv_sec: SCREEN_TIMEOUT_S, tv_nsec: 0 };
            poll(&mut readable, Some(&timeout)).unwrap();
            assert!(!readable[0].revents().is_empty(), "`{text}` is not in {}", self.shown());
            let read = self.terminal.read(&mut buffer).unwrap_or(0);
            assert!(read > 0, "`{text}` is not in {}", self.shown());
            self.screen.process(&buffer[..read]);
            self.written.extend_from_slice(&buffer[..read]);
        }
    }

    fn keys(&mut self, keys: &str) {
        self.terminal.write_all(keys.as_bytes()).unwrap();
    }

    fn has_line_editing(&self) -> bool {
        let modes = tcgetattr(&self.terminal).unwrap().local_modes;
        modes.contains(LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG)
    }

    /// Sends it a signal, not the shell.
    fn signal(&self, name: &str) {
        let shell = self.child.id();
        let children = format!("/proc/{shell}/task/{shell}/children");
        let children = std::fs::read_to_string(children).unwrap();
        let kill = format!("kill -{name} {}", children.trim());
        assert!(Command::new("/bin/sh").args(["-c", &kill]).status().unwrap().success());
    }

    /// Waits for its end. The terminal must be as it was.
    #[track_caller]
    fn end(mut self) {
        self.until("after 0");
        self.child.wait().unwrap();
        assert_eq!(self.shown(), "before\nafter 0");
        assert!(self.has_line_editing(), "the terminal still has no line editing");
        assert!(!self.screen.screen().hide_cursor(), "the cursor is still hidden");
    }
}

/// The terminal is closed and nothing tells it so: under `nohup`, and where a signal is blocked.
#[test]
fn without_its_terminal_it_ends_by_itself() {
    let world = World::new();
    world.tripped("s1");
    let (mut terminal, inner) = pty_process::blocking::open().unwrap();
    terminal.resize(pty_process::Size::new(24, 80)).unwrap();
    let mut child = pty_process::blocking::Command::new("/bin/sh")
        .args(["-c", "trap '' HUP; exec \"$0\" top", FUSEBOX])
        .env_clear()
        .env("HOME", &world.home)
        .env("TERM", "xterm")
        .current_dir(world.path("project"))
        .spawn(inner)
        .unwrap();
    let (mut shown, mut buffer) = (Vec::new(), [0; 4096]);
    while !String::from_utf8_lossy(&shown).contains("same_call") {
        let read = terminal.read(&mut buffer).unwrap();
        shown.extend_from_slice(&buffer[..read]);
    }
    drop(terminal);
    for _ in 0..SCREEN_TIMEOUT_S {
        if child.try_wait().unwrap().is_some() {
            return;
        }
        std::thread::sleep(std::time::Duration::from_secs(1));
    }
    child.kill().unwrap();
    panic!("it runs on without a terminal");
}

fn state(world: &World) -> String {
    world.run("status --json").json()[0]["state"].as_str().unwrap().to_owned()
}

#[test]
fn without_a_terminal_it_says_what_to_do_instead() {
    let world = World::new();
    check(&world.run("top"), NO_TERMINAL);
    // A terminal that cannot place text.
    check(&world.with("TERM", "dumb", "top"), NO_TERMINAL);
}

#[test]
fn a_person_resets_with_guidance_bypasses_and_leaves() {
    let world = World::new();
    world.tripped("s1");
    let mut top = TopTerminal::open(&world, &[]);
    top.until("same_call");
    assert!(!top.has_line_editing());
    assert!(top.shown().contains("open   -        -           6"), "{}", top.shown());
    top.keys("\r");
    top.until("What actually happens");
    top.keys("\x1b");
    top.until("LAST RULE");
    top.keys("r");
    top.until("What is the agent of s1 to do?");
    // The end of a pasted line is no key.
    top.keys("\x1b[200~header\nfirst\x1b[201~\r");
    top.until("tell its agent “header first”? [y/N]");
    assert_eq!(state(&world), "open", "nothing is done before the answer");
    top.keys("y");
    top.until("s1: the agent is told at its next step");
    assert_eq!(state(&world), "half_open");
    let guidance = world.run("incidents --json").json()[0]["guidance"].clone();
    assert_eq!(guidance, "header first");
    top.keys("b");
    top.until("Let every call of s1 pass for 30m? [y/N]");
    top.keys("n");
    top.until("Nothing was done.");
    let bypass = || world.run("status s1 --json").json()["bypass_until"].clone();
    assert!(bypass().is_null());
    top.keys("by");
    top.until("s1: every call passes until");
    assert!(bypass().is_number());
    top.keys("q");
    top.end();
}

#[test]
fn what_other_processes_write_is_shown_and_a_trip_comes_first() {
    let world = World::new();
    world.decide(&[serde_json::json!({"session": "calm", "id": "p", "at_ms": crate::world::AT,
        "type": "prompt", "by": "human", "text": "go"})]);
    let mut top = TopTerminal::open(&world, &[("NO_COLOR", "1")]);
    top.until("1 closed");
    world.tripped("s1");
    top.until("1 open · 1 closed");
    let written = String::from_utf8_lossy(&top.written);
    assert!(!written.contains("\x1b[31m"), "NO_COLOR is set: {written:?}");
    top.keys("d");
    top.until("Dismiss incident");
    top.keys("y");
    top.until("is dismissed");
    assert_eq!(world.run("incidents --json").json()[0]["status"], "dismissed");
    top.keys("\x03");
    top.end();
}

/// SQLite maps this file into memory; a process that looks at a page which is cut off is ended by SIGBUS.
#[test]
fn a_file_of_the_store_that_is_cut_short_does_not_end_it() {
    let world = World::new();
    world.tripped("s1");
    let mut top = TopTerminal::open(&world, &[]);
    top.until("1 open");
    for (session, shown) in [("s2", "1 open · 1 closed"), ("s3", "1 open · 2 closed")] {
        let file = world.path(".local/state/fusebox/fusebox.db-shm");
        std::fs::OpenOptions::new().write(true).open(file).unwrap().set_len(0).unwrap();
        // It looks once a second whether something changed.
        std::thread::sleep(std::time::Duration::from_millis(2_500));
        world.decide(&[
            serde_json::json!({"session": session, "id": "p", "at_ms": crate::world::AT,
            "type": "prompt", "by": "human", "text": "go"}),
        ]);
        top.until(shown);
    }
    top.keys("q");
    top.end();
}

#[test]
fn an_agent_gives_no_order_there() {
    let world = World::new();
    world.tripped("s1");
    // The hook takes the process that started it for the client: here, this test.
    world.claude("SessionStart", serde_json::json!({"session_id": "s2", "source": "startup"}));
    let mut top = TopTerminal::open(&world, &[]);
    top.until("same_call");
    top.keys("b");
    top.until("[y/N]");
    top.keys("y");
    top.until("this runs inside the guarded agent");
    assert!(world.run("status s1 --json").json()["bypass_until"].is_null());
    top.keys("q");
    top.end();
}

#[test]
fn a_signal_ends_it_and_gives_the_terminal_back() {
    let world = World::new();
    world.tripped("s1");
    for signal in ["TERM", "HUP", "QUIT"] {
        let mut top = TopTerminal::open(&world, &[]);
        top.until("same_call");
        top.signal(signal);
        top.end();
    }
}

#[test]
fn a_stop_gives_the_terminal_back_until_it_goes_on() {
    let world = World::new();
    world.tripped("s1");
    let mut top = TopTerminal::open(&world, &[]);
    top.until("same_call");
    top.signal("TSTP");
    top.until("before");
    while !top.has_line_editing() {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    top.signal("CONT");
    top.until("same_call");
    assert!(!top.has_line_editing());
    top.keys("q");
    top.end();
}

/// tmux with a server of its own, which ends with this.
struct Tmux<'w>(&'w World);

impl Tmux<'_> {
    fn run(&self, words: &[&str]) -> Output {
        let mut command = Command::new("tmux");
        command.arg("-S").arg(self.0.path("tmux.socket")).args(["-u", "-f", "/dev/null"]);
        command.env_clear().env("HOME", &self.0.home).env("PATH", "/usr/bin:/bin");
        command.current_dir(self.0.path("project")).args(words).output().unwrap()
    }

    /// What its screen shows, once it contains `text`.
    #[track_caller]
    fn until(&self, text: &str) -> String {
        for _ in 0..600 {
            let shown = self.run(&["capture-pane", "-p"]).stdout;
            let shown = String::from_utf8(shown).unwrap();
            if shown.contains(text) {
                return shown;
            }
            std::thread::sleep(std::time::Duration::from_millis(100));
        }
        panic!("`{text}` does not come: {:?}", self.run(&["capture-pane", "-p"]));
    }

    fn keys(&self, keys: &[&str]) {
        self.run(&[&["send-keys"], keys].concat());
    }
}

impl Drop for Tmux<'_> {
    fn drop(&mut self) {
        self.run(&["kill-server"]);
    }
}

#[test]
#[ignore = "needs tmux"]
fn in_tmux_it_fits_at_80_and_60_columns_and_leaves_the_screen_as_it_was() {
    let world = World::new();
    world.tripped("s1");
    let tmux = Tmux(&world);
    let script = format!("echo before; {FUSEBOX} top; echo after $?; exec sleep 600");
    tmux.run(&["new-session", "-d", "-x", "80", "-y", "24", "sh", "-c", &script]);
    for (columns, head) in [
        ("80", "STATE  PROJECT  CLIENT  CALLS  TIME  TOKENS  COST  LAST RULE"),
        ("60", "STATE  PROJECT  CALLS  TIME  COST  LAST RULE"),
    ] {
        tmux.run(&["resize-window", "-x", columns, "-y", "24"]);
        let shown = tmux.until(head);
        assert!(shown.starts_with("fusebox top  1 open"), "{shown}");
        assert!(shown.contains("s1 · 6 calls") || shown.contains("6 calls (1 refused)"), "{shown}");
        assert!(shown.trim_end().ends_with("q leave"), "{shown}");
    }
    tmux.keys(&["Enter"]);
    tmux.until("What actually happens");
    tmux.keys(&["q"]);
    tmux.until("LAST RULE");
    tmux.keys(&["q"]);
    let shown = tmux.until("after");
    assert_eq!(shown.trim_end(), "before\nafter 0");
}
