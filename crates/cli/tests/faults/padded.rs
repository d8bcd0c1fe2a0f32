//! Events that are too deep, too long, cut or damaged: they pass no open session, and hide nothing on a
//! closed one.

use serde_json::{Value, json};

use crate::session::Answer;
use crate::world::{World, bash};

const MIB: usize = 1 << 20;

/// Where the client puts what a form pads an event with.
const PAD: &str = "\"PAD\"";

/// A call of a tool with something beside its arguments, before them and after them.
fn padded_call(world: &World, session: &str, mut call: Value) -> String {
    let input = call["tool_input"].as_object_mut().unwrap();
    input.insert("a".to_owned(), json!("PAD"));
    input.insert("z".to_owned(), json!("PAD"));
    call["a"] = json!("PAD");
    String::from_utf8(world.event_of(session, "PreToolUse", call)).unwrap()
}

type Form = (&'static str, fn(&str) -> Vec<u8>);

fn nested(levels: usize) -> String {
    format!("{}1{}", "[".repeat(levels), "]".repeat(levels))
}

fn pad(call: &str, with: &str) -> Vec<u8> {
    call.replace(PAD, with).into_bytes()
}

/// What is padded and whole: everything but the padding is judged.
const PADDED: &[Form] = &[
    ("126 levels", |call| pad(call, &nested(126))),
    ("1,000 levels", |call| pad(call, &nested(1_000))),
    ("100,000 levels", |call| pad(call, &nested(100_000))),
    ("100,000 levels of objects", |call| {
        pad(call, &format!("{}1{}", "{\"a\":".repeat(100_000), "}".repeat(100_000)))
    }),
    ("a string of 3 MB", |call| pad(call, &format!("\"{}\"", "x".repeat(3 * MIB)))),
    ("escapes of 9 MB", |call| pad(call, &format!("\"{}\"", "\\u00e9".repeat(9 * MIB / 6)))),
    ("a list of 1,000,000 numbers", |call| pad(call, &format!("[{}1]", "1,".repeat(MIB)))),
    ("a list of 400,000 objects", |call| {
        pad(call, &format!("[{}1]", "{\"a\":[]},".repeat(400_000)))
    }),
    ("bytes that are not UTF-8", |call| {
        let at = call.find(PAD).unwrap();
        [&call.as_bytes()[..at], b"\"\xff\xfe\xc3\"", &call.as_bytes()[at + PAD.len()..]].concat()
    }),
    ("half a character", |call| pad(call, "\"\\ud83d\"")),
    ("rubbish after it", |call| [call.as_bytes(), b"}] rubbish \xff"].concat()),
    ("the event twice", |call| call.repeat(2).into_bytes()),
    ("the last brace is cut", |call| call.as_bytes()[..call.len() - 1].to_vec()),
];

/// Forms that take long without optimisation.
const HUGE: &[Form] = &[
    ("a string of 100 MB", |call| pad(call, &format!("\"{}\"", "x".repeat(34 * MIB)))),
    ("100 MB of numbers", |call| pad(call, &format!("[{}1]", "1,".repeat(17 * MIB)))),
    ("100 MB of levels", |call| pad(call, &nested(17 * MIB))),
    ("100 MB of objects", |call| pad(call, &format!("[{}1]", "{\"a\":[]},".repeat(4 * MIB)))),
    ("100 MB of white space", |call| pad(call, &format!("{}1", " ".repeat(34 * MIB)))),
];

/// What is no event any more: it names its session, and that is all.
const BROKEN: &[Form] = &[
    ("cut after the session", |call| {
        let at = call.find("\"s1\"").map_or(call.len() / 2, |at| at + 4);
        call.as_bytes()[..at].to_vec()
    }),
    ("no JSON", |call| [b"rubbish ", call.as_bytes()].concat()),
    ("a list", |call| format!("[{call}]").into_bytes()),
    ("the tool is a number", |call| {
        call.replace("\"Write\"", "7").replace("\"Bash\"", "7").into_bytes()
    }),
    ("the name of the event is cut out", |call| {
        call.replace("\"hook_event_name\"", "\"\"").into_bytes()
    }),
    ("a NUL byte at its beginning", |call| [b"\0", call.as_bytes()].concat()),
    ("100,000 open brackets", |call| format!("{}{call}", "[".repeat(100_000)).into_bytes()),
];

fn settings_write(world: &World) -> Value {
    let file = world.path("project/.claude/settings.json");
    json!({"tool_name": "Write", "tool_use_id": "w",
           "tool_input": {"file_path": file, "content": "{\"disableAllHooks\":true}"}})
}

/// Nothing passes an open session, whatever was said about it before.
fn check_open(forms: &[Form]) {
    let world = World::with_programs();
    world.trip_by_looping();
    for (name, form) in forms {
        let call = padded_call(&world, "s1", bash("open", "echo open"));
        let ran = world.give(&form(&call));
        assert_eq!(ran.answer(), Answer::Denied, "{name}: {:.300}", ran.err);
        let says = ["CIRCUIT BREAKER TRIPPED", "The circuit breaker holds this session"];
        assert!(says.iter().any(|says| ran.out.contains(says)), "{name}: {:.300}", ran.out);
    }
}

/// On a closed session a write to the settings is seen, and what is harmless passes.
fn check_closed(forms: &[Form]) {
    let world = World::with_programs();
    world.write("project/.claude/settings.json", "{}");
    for (n, (name, form)) in forms.iter().enumerate() {
        // Each in a session of its own: an earlier refusal refuses nothing here.
        let write = padded_call(&world, &format!("write-{n}"), settings_write(&world));
        assert_eq!(world.give(&form(&write)).answer(), Answer::Denied, "{name}");
        let call = padded_call(&world, "s3", bash(name, &format!("echo {name}")));
        let ran = world.give(&form(&call));
        assert_eq!((ran.answer(), ran.out.as_str()), (Answer::Passes, ""), "{name}");
        assert!(ran.err.lines().count() <= 1, "{name}: {:.300}", ran.err);
    }
    assert_eq!(world.logged("s3").len(), forms.len(), "each one is counted");
}

/// A loop is seen through the padding of its calls.
fn check_loop(forms: &[Form]) {
    for (n, (name, form)) in forms.iter().enumerate() {
        let world = World::with_programs();
        let session = format!("loop-{n}");
        let mut answers = Vec::new();
        for n in 0..8 {
            let mut call = bash(&format!("c{n}"), "make test");
            let ran = world.give(&form(&padded_call(&world, &session, call.clone())));
            answers.push(ran.answer());
            if ran.answer() == Answer::Passes {
                call["error"] = "Exit code 2\norders.c: error: no such field".into();
                world.tell(&session, "PostToolUseFailure", call).answer();
            }
        }
        // The seventh is refused, as without padding, and none before it.
        assert_eq!(answers[..6], [Answer::Passes; 6], "{name}");
        assert_eq!(answers[6..], [Answer::Denied; 2], "{name}");
    }
}

#[test]
fn g06_no_padding_passes_an_open_session() {
    check_open(PADDED);
    check_open(BROKEN);
}

#[test]
fn g06_no_padding_hides_a_write_to_the_settings() {
    check_closed(PADDED);
}

/// What one call has a server call is looked at however many calls stand before it.
#[test]
fn g06_no_calls_before_it_hide_a_write_within_a_call() {
    let world = World::with_programs();
    let file = world.path("project/.claude/settings.json");
    let answer = |session: &str, last: Value| {
        let read = json!({"tool": "read_file", "arguments": {"path": "a"}});
        let calls: Vec<Value> = std::iter::repeat_n(read, 500).chain([last]).collect();
        let call = json!({"tool_name": "mcp__hub__call_tools", "tool_use_id": "c",
                          "tool_input": {"calls": calls}});
        world.give(&world.event_of(session, "PreToolUse", call)).answer()
    };
    let read = json!({"tool": "read_file", "arguments": {"path": file}});
    let content = "{\"disableAllHooks\":true}";
    let write = json!({"tool": "write_file", "arguments": {"path": file, "content": content}});
    let levels = (0..100).fold(json!("a"), |inner, _| json!({"name": "a", "value": inner}));
    assert_eq!(answer("levels", levels), Answer::Passes);
    assert_eq!(answer("reads", read), Answer::Passes);
    assert_eq!(answer("writes", write), Answer::Denied);
}

#[test]
fn g06_no_padding_hides_a_loop() {
    check_loop(&PADDED[1..5]);
    check_loop(&PADDED[8..]);
}

#[test]
#[ignore = "slow without optimisation; .ci/run runs it"]
fn g06_a_hundred_megabytes_hide_nothing() {
    check_open(HUGE);
    check_closed(HUGE);
}

#[test]
fn g06_an_event_of_seventy_megabytes_is_judged() {
    let form: Form = ("70 MB", |call| pad(call, &format!("\"{}\"", "x".repeat(24 * MIB))));
    check_open(&[form]);
    check_closed(&[form]);
}

#[test]
fn g06_a_broken_event_of_a_closed_session_is_decided_by_on_error() {
    let mut world = World::with_programs();
    world.trip_by_looping();
    for (words, expected) in [(vec![], Answer::Passes), (vec!["--on-error=deny"], Answer::Denied)] {
        world.hook_words = words;
        for (name, form) in BROKEN {
            let call = padded_call(&world, "s2", bash("closed", "echo closed"));
            let ran = world.give(&form(&call));
            assert_eq!(ran.answer(), expected, "{name}: {ran:?}");
            assert_eq!(ran.err.lines().count(), 1, "{name}: {ran:?}");
        }
    }
    assert_eq!(world.run("status s2 --json").code, 1, "nothing was counted");
}

/// The note of the trip is gone: the database knows it all the same.
#[test]
fn g06_a_broken_event_is_refused_by_what_the_database_knows() {
    let world = World::with_programs();
    world.trip_by_looping();
    for note in world.notes() {
        std::fs::remove_file(note).unwrap();
    }
    for (name, form) in BROKEN {
        let call = padded_call(&world, "s1", bash("open", "echo open"));
        assert_eq!(world.give(&form(&call)).answer(), Answer::Denied, "{name}");
    }
}

#[test]
fn g06_an_event_that_is_cut_anywhere_passes_no_open_session() {
    let world = World::with_programs();
    world.trip_by_looping();
    let call = world.call("s1", "open");
    let named = String::from_utf8_lossy(&call).find("\"session_id\":\"s1\"").unwrap() + 17;
    for end in named..call.len() {
        let ran = world.give(&call[..end]);
        assert_eq!(ran.answer(), Answer::Denied, "{end}: {ran:?}");
    }
}
