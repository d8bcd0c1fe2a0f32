//! What is written where: colours, pipes that close, results and talk apart.

use std::io::Read;
use std::process::Stdio;

use serde_json::json;

use crate::world::World;

#[test]
fn a_pipe_gets_no_escapes_unless_asked_for() {
    let world = World::new();
    world.tripped("s1");
    for words in ["status", "show", "incidents", "doctor", "config show", "install claude"] {
        assert!(!world.run(words).transcript().contains('\u{1b}'), "{words}");
        let always = format!("{words} --color always");
        assert!(world.run(&always).out.contains('\u{1b}'), "{words}");
        assert!(!world.with("NO_COLOR", "1", words).transcript().contains('\u{1b}'), "{words}");
    }
}

#[test]
fn a_reader_that_leaves_is_no_error() {
    let world = World::new();
    for session in 0..40 {
        world.tripped(&format!("s{session}"));
    }
    for words in [&["status", "--json"][..], &["log", "s7", "--json"], &["config", "schema"]] {
        let mut child = world.fusebox().args(words).stdin(Stdio::null()).spawn().unwrap();
        drop(child.stdout.take());
        let mut talk = String::new();
        child.stderr.take().unwrap().read_to_string(&mut talk).unwrap();
        assert_eq!((child.wait().unwrap().code(), talk.as_str()), (Some(0), ""), "{words:?}");
    }
}

#[test]
fn text_from_outside_cannot_move_the_cursor() {
    let world = World::new();
    world.decide(&[json!({"session": "s", "type": "tool_request", "call": "c", "tool": "bash",
        "input": {"command": "echo \u{1b}[2J\u{7}gone"}})]);
    let log = world.run("log s --color always").out;
    assert!(!log.contains("\u{1b}[2J") && !log.contains('\u{7}'), "{log:?}");
}
