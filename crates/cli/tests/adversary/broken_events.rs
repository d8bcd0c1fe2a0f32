//! Events of every client in which a part is missing, of another kind, or no JSON: none of them passes an open session.

use std::process::Stdio;

use serde_json::{Value, json};

use crate::client_payloads::{Attacker, Work, attackers};
use crate::transcript::CommandOutput;
use crate::world::{HOOK, World};

const SESSION: &str = "a1";

/// The text of an event as it arrives.
type EventSpelling = (&'static str, fn(&str) -> Vec<u8>);

/// The whole event, told otherwise.
#[rustfmt::skip]
const FORMS: &[EventSpelling] = &[
    ("a byte order mark", |event| format!("\u{feff}{event}").into()),
    ("white space of 2 MB", |event| format!("{}{event}", " \r\n\t".repeat(1 << 19)).into()),
    ("lines that end with CR LF", |event| {
        let event: Value = serde_json::from_str(event).unwrap();
        serde_json::to_string_pretty(&event).unwrap().replace('\n', "\r\n").into()
    }),
    ("NUL bytes behind it", |event| format!("{event}\0\0\0").into()),
    ("another event behind it", |event| format!("{event}\n{}", event.replace(SESSION, "other")).into()),
    ("a comment", |event| event.replacen('{', "{/* \" */", 1).into()),
    ("a trailing comma", |event| format!("{},}}", event.strip_suffix('}').unwrap()).into()),
    ("no number", |event| event.replacen('{', "{\"x\":NaN,", 1).into()),
    ("a huge number", |event| event.replacen('{', "{\"x\":1e999999,\"y\":-0.0e-99999,", 1).into()),
    ("a number of 300,000 digits", |event| event.replacen('{', &format!("{{\"x\":{},", "9".repeat(300_000)), 1).into()),
    ("a bad escape", |event| event.replacen('{', "{\"x\":\"\\q\",", 1).into()),
    ("half a character as a key", |event| event.replacen('{', "{\"\\ud83d\":1,", 1).into()),
    ("a raw NUL byte in a key", |event| event.replacen('{', "{\"a\0b\":1,", 1).into()),
    ("a raw line break in a text", |event| event.replacen("make", "make\n\u{1}", 1).into()),
    ("bytes that are no text", |event| {
        let at = event.find("make").unwrap();
        [&event.as_bytes()[..at], b"\xc0\x80\xed\xa0\x80\xff", &event.as_bytes()[at..]].concat()
    }),
    ("an empty key", |event| event.replacen('{', "{\"\":{\"\":[]},", 1).into()),
    ("a key of 2 MB", |event| event.replacen('{', &format!("{{\"{}\":1,", "k".repeat(2 << 20)), 1).into()),
    ("100,000 keys", |event| event.replacen('{', &format!("{{{}", (0..100_000).map(|n| format!("\"k{n}\":1,")).collect::<String>()), 1).into()),
    ("another session before it", |event| event.replacen('{', "{\"session_id\":\"other\",\"sessionId\":\"other\",", 1).into()),
    ("other inputs before it", |event| event.replacen('{', "{\"tool_input\":{},\"toolArgs\":{},\"tool_call\":{},\"tool_name\":\"Read\",", 1).into()),
    ("200,000 levels before it", |event| event.replacen('{', &format!("{{\"x\":{}{},", "[".repeat(200_000), "]".repeat(200_000)), 1).into()),
    ("levels that are not closed", |event| event.replacen('{', "{\"x\":[[[{\"y\":", 1).into()),
    ("two braces too many", |event| format!("{{{{{event}}}}}").into()),
    ("its last byte is missing", |event| event.as_bytes()[..event.len() - 1].to_vec()),
];

/// What stands in the place of a part.
fn replacements() -> [Option<Value>; 9] {
    let deep = (0..100).fold(json!(1), |inner, _| json!([inner]));
    let values = [
        json!(null),
        json!(7),
        json!(true),
        json!(""),
        json!([]),
        json!({}),
        json!("x\u{0}y"),
        deep,
    ];
    let [a, b, c, d, e, f, g, h] = values.map(Some);
    [None, a, b, c, d, e, f, g, h]
}

/// The places of all parts of a value, as JSON pointers.
fn places(value: &Value, at: &str, found: &mut Vec<String>) {
    let Some(fields) = value.as_object() else { return };
    for (key, value) in fields {
        let place = format!("{at}/{key}");
        places(value, &place, found);
        found.push(place);
    }
}

/// Whether an event with this at a place is a fault: an event of another name is none of ours, and after several rounds
/// of refused calls Copilot's permission hook ends the turn in the place of this one.
fn is_fault(place: &str, new: Option<&Value>) -> bool {
    let names_hook = ["/hook_event_name", "/hookEventName", "/hookName", "/agent_action_name"];
    place != "/timestamp" && !(names_hook.contains(&place) && new.is_some_and(Value::is_string))
}

/// The event with something else at a place.
fn with(event: &Value, place: &str, new: Option<Value>) -> Value {
    let mut event = event.clone();
    match new {
        Some(new) => *event.pointer_mut(place).unwrap() = new,
        None => {
            let (parent, key) = place.rsplit_once('/').unwrap();
            event.pointer_mut(parent).unwrap().as_object_mut().unwrap().remove(key);
        }
    }
    event
}

fn hook(world: &World, client: &Attacker, event: &[u8]) -> CommandOutput {
    let mut command = world.command(HOOK);
    command.arg(client.name).stdin(Stdio::piped());
    if client.name == "antigravity" {
        command.arg("PreToolUse");
    }
    world.finish(&mut command, event)
}

fn is_refused(ran: &CommandOutput) -> bool {
    let words = ["deny", "refuse", "\"cancel\":true", "\"cancel\": true", "block"];
    ran.code == 2 || words.iter().any(|word| ran.out.contains(word))
}

/// What passes of the events of a client.
fn passing(client: &Attacker) -> Vec<String> {
    let world = World::new();
    world.tripped(SESSION);
    let event = client.before(&world, "t1", Work::Shell("make"));
    let mut passing = Vec::new();
    let mut tell = |name: &str, event: &[u8]| {
        let ran = hook(&world, client, event);
        if !is_refused(&ran) {
            passing.push(format!("{}: {name}: {ran:?}", client.name));
        }
    };
    tell("whole", event.to_string().as_bytes());
    for (name, form) in FORMS {
        tell(name, &form(&event.to_string()));
    }
    let mut all = Vec::new();
    places(&event, "", &mut all);
    for place in all {
        for new in replacements() {
            let is_fault = is_fault(&place, new.as_ref());
            let changed = with(&event, &place, new);
            // An event that names no session belongs to none.
            if is_fault && changed.to_string().contains(&format!("\"{SESSION}\"")) {
                tell(&format!("{place} {changed:.200}"), changed.to_string().as_bytes());
            }
        }
    }
    passing
}

/// What is refused of the same events while the session is closed.
fn refused_while_closed(client: &Attacker) -> Vec<String> {
    let world = World::new();
    let event = client.before(&world, "t1", Work::Shell("make")).to_string();
    let ran = hook(&world, client, event.as_bytes());
    is_refused(&ran).then(|| format!("{}: {ran:?}", client.name)).into_iter().collect()
}

#[test]
fn g06_the_same_event_passes_a_closed_session() {
    let refused: Vec<String> = attackers().iter().flat_map(refused_while_closed).collect();
    assert!(refused.is_empty(), "{}", refused.join("\n"));
}

#[test]
fn g06_no_event_of_any_client_that_has_a_fault_passes_an_open_session() {
    let passing: Vec<String> = attackers().iter().flat_map(passing).collect();
    assert!(passing.is_empty(), "{}:\n{}", passing.len(), passing.join("\n"));
}
