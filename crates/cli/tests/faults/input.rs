//! Events that no client should write: each is answered as planned, and the next one counts.

use serde_json::{Value, json};

use crate::session::Answer;
use crate::world::{World, bash};

const MIB: usize = 1 << 20;

/// What is wrong with an event, what the hook says about it, and the event.
type Row = (&'static str, &'static str, fn(&World) -> Vec<u8>);

/// The event before a call of session `s2`, with these fields.
fn before_call(world: &World, fields: Value) -> Vec<u8> {
    world.event_of("s2", "PreToolUse", fields)
}

const ROWS: &[Row] = &[
    ("empty", "this is not JSON", |_| Vec::new()),
    ("blank", "this is not JSON", |_| b" \n\n ".to_vec()),
    ("truncated", "this is not JSON", |world| {
        let mut call = world.call("s2", "call");
        call.truncate(call.len() / 2);
        call
    }),
    ("a list", "expected a JSON object", |_| b"[1,2]".to_vec()),
    ("NUL bytes", "this is not JSON", |_| vec![0; 4096]),
    ("100,000 levels", "expected a JSON object", |_| {
        [vec![b'['; 100_000], vec![b']'; 100_000]].concat()
    }),
    ("the tool is a number", "`tool_name` is 7; expected a string", |world| {
        before_call(world, json!({"tool_name": 7}))
    }),
    ("the session is a list", "`session_id` is a list; expected a string", |world| {
        before_call(world, json!({"session_id": ["s2"]}))
    }),
    ("the event is null", "`hook_event_name` is missing", |world| {
        before_call(world, json!({"hook_event_name": null}))
    }),
    ("an id of 10 KB", "an id has at most 200 bytes, this one has 10000", |world| {
        world.call(&"x".repeat(10_000), "call")
    }),
    ("a call id of 10 KB", "`tool_use_id` is not an id: an id has at most 200 bytes", |world| {
        world.call("s2", &"x".repeat(10_000))
    }),
    ("an id with an escape sequence", "an id must not hold control characters", |world| {
        world.call("s\u{1b}]0;PWNED\u{7}", "call")
    }),
    ("an agent with a line break", "an id must not hold control characters", |world| {
        let mut call = bash("call", "ls");
        call["agent_id"] = "a\nb".into();
        before_call(world, call)
    }),
];

#[test]
fn an_event_that_cannot_be_read_is_said_and_decided_by_on_error() {
    refuses(ROWS);
}

fn refuses(rows: &[Row]) {
    let mut world = World::with_programs();
    for (n, (name, says, input)) in rows.iter().enumerate() {
        let input = input(&world);
        for (words, expected) in
            [(vec![], Answer::Passes), (vec!["--on-error=deny"], Answer::Denied)]
        {
            world.hook_words = words;
            let ran = world.give(&input);
            assert_eq!(ran.answer(), expected, "{name}: {ran:?}");
            assert_eq!(ran.err.lines().count(), 1, "{name}: {ran:?}");
            assert!(ran.err.contains(*says), "{name}: {ran:?}");
            let told = [&ran.err, &ran.out].map(|text| text.trim_end_matches('\n').to_owned());
            assert!(told.iter().all(|text| !text.contains(char::is_control)), "{ran:?}");
        }
        let line = world.errors().pop().unwrap();
        assert!(line.contains(*says) && line.len() < 400, "{name}: {line}");
        assert_eq!(world.errors().len(), 2 * (n + 1), "{name}");
    }
    world.hook_words = Vec::new();
    assert_eq!(world.ask("s2", "last").answer(), Answer::Passes);
    assert_eq!(world.logged("s2"), ["last:request"]);
}

type Odd = (&'static str, fn(&World) -> Vec<u8>);

/// Events that are odd and understood.
const ODD: &[Odd] = &[
    ("bytes that are not UTF-8", |world| {
        let call = world.call("s2", "call");
        let at = call.windows(9).position(|part| part == b"echo call").unwrap();
        [&call[..at], b"\xff\xfe\xc3", &call[at..]].concat()
    }),
    ("duplicate keys", |world| {
        let call = String::from_utf8(world.call("s2", "call")).unwrap();
        call.replacen('{', "{\"session_id\":\"other\",\"tool_name\":\"Read\",", 1).into_bytes()
    }),
    ("unknown fields", |world| {
        let mut call = bash("call", "ls");
        call["from_the_future"] = json!({"a": [1, {"b": null}]});
        before_call(world, call)
    }),
    ("ids with path separators", |world| world.call("../../../etc/passwd", "../x/../../y")),
    ("an id that looks like SQL", |world| world.call("s'; DROP TABLE log; --", "call")),
    ("an empty input", |world| before_call(world, json!({"tool_name": "", "tool_input": {}}))),
    ("input of a wrong type", |world| {
        before_call(world, json!({"tool_name": "Bash", "tool_input": [1, "x"]}))
    }),
    ("4 MB of output", |world| {
        let mut result = bash("call", "make");
        result["tool_response"] = json!({"stdout": "all is well\n".repeat(4 * MIB / 12)});
        world.event_of("s2", "PostToolUse", result)
    }),
    ("a command of 200 KB", |world| before_call(world, bash("call", &"echo a; ".repeat(MIB / 40)))),
    ("20,000 open brackets in a command", |world| {
        before_call(world, bash("call", &"$(".repeat(20_000)))
    }),
];

#[test]
fn an_odd_event_is_understood() {
    check_understood(ODD);
}

fn check_understood(rows: &[Odd]) {
    for (name, input) in rows {
        let world = World::with_programs();
        world.give(&input(&world)).passes_quietly();
        let sessions = world.run("status --json").json();
        let events = world.number(
            "SELECT count(*) FROM log WHERE id <> 'unreported-start' AND kind <> 'checkpoint'",
        );
        assert_eq!(events, 1, "{name}: {sessions:#}");
        world.is_sound();
        // Nothing of a payload became a name of a file.
        let mut names = world.names(".local/state/fusebox");
        names.retain(|name| !name.starts_with("fusebox.db"));
        assert_eq!(names, Vec::<String>::new(), "{name}");
    }
}

#[test]
#[ignore = "slow without optimisation; .ci/run runs it"]
fn an_event_of_many_megabytes_is_understood() {
    check_understood(&[
        ("50 MB of output", |world| {
            let mut result = bash("call", "make");
            result["tool_response"] = json!({"stdout": "all is well\n".repeat(50 * MIB / 12)});
            world.event_of("s2", "PostToolUse", result)
        }),
        ("a command of 2 MB", |world| {
            before_call(world, bash("call", &"echo a; ".repeat(2 * MIB / 8)))
        }),
        ("100,000 open brackets in a command", |world| {
            before_call(world, bash("call", &"$(".repeat(100_000)))
        }),
    ]);
}

#[test]
fn an_unknown_event_is_none_of_ours() {
    let world = World::with_programs();
    for event in ["Notification", "PreToolUse2", "", "\u{1b}[2J"] {
        world.claude(event, json!({})).passes_quietly();
    }
    assert!(!world.state_dir().exists());
}
