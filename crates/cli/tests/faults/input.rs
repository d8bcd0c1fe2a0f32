//! Events that no client should write: each is answered as planned, and the next one counts.

use serde_json::{Value, json};

use crate::machine::{Answer, Machine, bash, finish};

const MIB: usize = 1 << 20;

/// One event, what the hook says about it (nothing: it is understood), and what a call gets under
/// `--on-error=deny`.
struct Row {
    name: &'static str,
    input: fn(&Machine) -> Vec<u8>,
    says: &'static str,
}

const ROWS: &[Row] = &[
    Row { name: "empty", input: |_| Vec::new(), says: "this is not JSON" },
    Row { name: "blank", input: |_| b" \n\n ".to_vec(), says: "this is not JSON" },
    Row {
        name: "truncated",
        input: |machine| {
            let mut call = machine.call("s2", "call");
            call.truncate(call.len() / 2);
            call
        },
        says: "this is not JSON",
    },
    Row { name: "a list", input: |_| b"[1,2]".to_vec(), says: "expected a JSON object" },
    Row { name: "NUL bytes", input: |_| vec![0; 4096], says: "this is not JSON" },
    Row {
        name: "100,000 levels",
        input: |_| [vec![b'['; 100_000], vec![b']'; 100_000]].concat(),
        says: "recursion limit exceeded",
    },
    Row {
        name: "100,000 levels in a call's input",
        input: |machine| {
            let call = String::from_utf8(machine.call("s2", "call")).unwrap();
            let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
            call.replace("\"echo call\"", &deep).into_bytes()
        },
        says: "recursion limit exceeded",
    },
    Row {
        name: "the tool is a number",
        input: |machine| machine.event("s2", "PreToolUse", json!({"tool_name": 7})),
        says: "`tool_name` is 7; expected a string",
    },
    Row {
        name: "the session is a list",
        input: |machine| machine.event("s2", "PreToolUse", json!({"session_id": ["s2"]})),
        says: "`session_id` is a list; expected a string",
    },
    Row {
        name: "the event is null",
        input: |machine| machine.event("s2", "PreToolUse", json!({"hook_event_name": null})),
        says: "`hook_event_name` is missing",
    },
    Row {
        name: "an id of 10 KB",
        input: |machine| machine.call(&"x".repeat(10_000), "call"),
        says: "an id has at most 200 bytes, this one has 10000",
    },
    Row {
        name: "a call id of 10 KB",
        input: |machine| machine.call("s2", &"x".repeat(10_000)),
        says: "`tool_use_id` is not an id: an id has at most 200 bytes",
    },
    Row {
        name: "an id with an escape sequence",
        input: |machine| machine.call("s\u{1b}]0;PWNED\u{7}", "call"),
        says: "an id must not hold control characters",
    },
    Row {
        name: "an agent with a line break",
        input: |machine| {
            let mut call = bash("call", "ls");
            call["agent_id"] = "a\nb".into();
            machine.event("s2", "PreToolUse", call)
        },
        says: "an id must not hold control characters",
    },
];

#[test]
fn an_event_that_cannot_be_read_is_said_and_decided_by_on_error() {
    refuses(ROWS);
}

fn refuses(rows: &[Row]) {
    let mut machine = Machine::new();
    for (n, row) in rows.iter().enumerate() {
        let input = (row.input)(&machine);
        for (words, expected) in
            [(vec![], Answer::Passes), (vec!["--on-error=deny"], Answer::Denied)]
        {
            machine.words = words;
            let ran = finish(&mut machine.hook(), &input);
            assert_eq!(ran.answer(), expected, "{}: {ran:?}", row.name);
            assert_eq!(ran.stderr.lines().count(), 1, "{}: {ran:?}", row.name);
            assert!(ran.stderr.contains(row.says), "{}: {ran:?}", row.name);
            let told =
                [&ran.stderr, &ran.stdout].map(|text| text.trim_end_matches('\n').to_owned());
            assert!(told.iter().all(|text| !text.contains(char::is_control)), "{ran:?}");
        }
        let line = machine.errors().pop().unwrap();
        assert!(line.contains(row.says) && line.len() < 400, "{}: {line}", row.name);
        assert_eq!(machine.errors().len(), 2 * (n + 1), "{}", row.name);
    }
    machine.words = Vec::new();
    assert_eq!(machine.ask("s2", "last").answer(), Answer::Passes);
    assert_eq!(machine.logged("s2"), ["last:request"]);
}

type Odd = (&'static str, fn(&Machine) -> Vec<u8>);

/// Events that are odd and understood.
const ODD: &[Odd] = &[
    ("bytes that are not UTF-8", |machine| {
        let call = machine.call("s2", "call");
        let at = call.windows(9).position(|part| part == b"echo call").unwrap();
        [&call[..at], b"\xff\xfe\xc3", &call[at..]].concat()
    }),
    ("duplicate keys", |machine| {
        let call = String::from_utf8(machine.call("s2", "call")).unwrap();
        call.replacen('{', "{\"session_id\":\"other\",\"tool_name\":\"Read\",", 1).into_bytes()
    }),
    ("unknown fields", |machine| {
        let mut call = bash("call", "ls");
        call["from_the_future"] = json!({"a": [1, {"b": null}]});
        machine.event("s2", "PreToolUse", call)
    }),
    ("ids with path separators", |machine| machine.call("../../../etc/passwd", "../x/../../y")),
    ("an id that looks like SQL", |machine| machine.call("s'; DROP TABLE log; --", "call")),
    ("an empty input", |machine| {
        machine.event("s2", "PreToolUse", json!({"tool_name": "", "tool_input": {}}))
    }),
    ("input of a wrong type", |machine| {
        machine.event("s2", "PreToolUse", json!({"tool_name": "Bash", "tool_input": [1, "x"]}))
    }),
    ("4 MB of output", |machine| {
        let mut result = bash("call", "make");
        result["tool_response"] = json!({"stdout": "all is well\n".repeat(4 * MIB / 12)});
        machine.event("s2", "PostToolUse", result)
    }),
    ("a command of 200 KB", |machine| {
        machine.event("s2", "PreToolUse", bash("call", &"echo a; ".repeat(MIB / 40)))
    }),
    ("20,000 open brackets in a command", |machine| {
        machine.event("s2", "PreToolUse", bash("call", &"$(".repeat(20_000)))
    }),
];

#[test]
fn an_odd_event_is_understood() {
    understands(ODD);
}

fn understands(rows: &[Odd]) {
    for (name, input) in rows {
        let machine = Machine::new();
        let ran = finish(&mut machine.hook(), &input(&machine));
        assert_eq!((ran.answer(), ran.stderr.as_str()), (Answer::Passes, ""), "{name}: {ran:?}");
        let sessions = machine.run("status --json").json();
        let events: u64 =
            sessions.as_array().unwrap().iter().map(|one| one["events"].as_u64().unwrap()).sum();
        assert_eq!(events, 1, "{name}: {sessions:#}");
        machine.is_sound();
        // Nothing of a payload became a name of a file.
        let mut names: Vec<String> = std::fs::read_dir(machine.state())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .filter(|name| !name.starts_with("fusebox.db"))
            .collect();
        names.sort();
        assert_eq!(names, Vec::<String>::new(), "{name}");
    }
}

#[test]
#[ignore = "slow without optimisation; .ci/run runs it"]
fn an_event_of_many_megabytes_is_understood_or_said() {
    refuses(&[Row {
        name: "over 64 MiB",
        input: |machine| machine.call("s2", &"x".repeat(65 * MIB)),
        says: "an event of over 64 MiB",
    }]);
    understands(&[
        ("50 MB of output", |machine| {
            let mut result = bash("call", "make");
            result["tool_response"] = json!({"stdout": "all is well\n".repeat(50 * MIB / 12)});
            machine.event("s2", "PostToolUse", result)
        }),
        ("a command of 2 MB", |machine| {
            machine.event("s2", "PreToolUse", bash("call", &"echo a; ".repeat(2 * MIB / 8)))
        }),
        ("100,000 open brackets in a command", |machine| {
            machine.event("s2", "PreToolUse", bash("call", &"$(".repeat(100_000)))
        }),
    ]);
}

#[test]
fn an_unknown_event_is_none_of_ours() {
    let machine = Machine::new();
    for event in ["Notification", "PreToolUse2", "", "\u{1b}[2J"] {
        let ran = machine.claude(event, Value::Object(serde_json::Map::new()));
        assert_eq!((ran.answer(), ran.stderr.as_str()), (Answer::Passes, ""), "{event:?}");
    }
    assert!(!machine.state().exists());
}
