//! What is written where: colours, pipes that close, results and talk apart.

use std::io::Read;
use std::process::Stdio;

use crate::world::World;

#[test]
fn a_pipe_gets_no_escapes_unless_asked_for() {
    let world = World::new();
    world.tripped("s1");
    for words in ["status", "show", "incidents", "doctor", "config show", "install claude"] {
        assert!(!world.run(words).transcript().contains('\u{1b}'), "{words}");
        let always = format!("{words} --color always");
        assert!(world.run(&always).stdout.contains('\u{1b}'), "{words}");
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
    let words = format!("decide --store {}", world.state_dir().display());
    let call = "{\"session\":\"s\",\"type\":\"tool_request\",\"call\":\"c\",\"tool\":\"bash\",\
                \"input\":{\"command\":\"echo \\u001b[2J\\u0007gone\"}}\n";
    assert_eq!(world.pipe(&words, call).code, 0);
    let log = world.run("log s --color always").stdout;
    assert!(!log.contains("\u{1b}[2J") && !log.contains('\u{7}'), "{log:?}");
}
