//! The hook reads the end of the client's transcript: budgets of messages, context and tokens hold.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::os::unix::fs::{MetadataExt, symlink};
use std::process::Command;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use fusebox_engine::{AgentId, SessionId, Timestamp};
use fusebox_store::{Store, TailRow};
use serde_json::{Value, json};

use crate::caps::paid_response;
use crate::transcript::CommandOutput;
use crate::world::{AT, World};

/// The transcript, inside the home.
const FILE: &str = "transcript.jsonl";

fn world(limits: &str) -> World {
    let world = World::new();
    world.write(".config/fusebox/config.toml", format!("notify = []\n\n[limits]\n{limits}\n"));
    world
}

fn grow(world: &World, records: &[Value]) {
    let mut file = OpenOptions::new().create(true).append(true).open(world.path(FILE)).unwrap();
    for record in records {
        writeln!(file, "{record}").unwrap();
    }
}

fn user() -> Value {
    json!({"type": "user", "message": {"content": "x"}})
}

/// A response that makes the context as large as told.
fn response(id: &str, context: u64, output: u64) -> Value {
    json!({"type": "assistant", "message": {"id": id, "content": [], "usage": {
        "input_tokens": context - output, "output_tokens": output}}})
}

fn assistant_line(id: &str, text: &str) -> Value {
    json!({"type": "assistant", "message": {"id": id, "content": [{"type": "text", "text": text}]}})
}

fn hook(world: &World, event: &str, mut fields: Value) -> CommandOutput {
    fields["transcript_path"] = json!(world.path(FILE));
    let ran = world.claude(event, fields);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.out);
    ran
}

/// What the hook answers to a call that was not made before.
fn call(world: &World, id: &str) -> String {
    let input = json!({"file_path": format!("src/{id}.rs")});
    let fields = json!({"tool_name": "Read", "tool_use_id": id, "tool_input": input});
    hook(world, "PreToolUse", fields).out
}

/// Messages and output tokens of every usage in the log.
fn usages(world: &World) -> Vec<(Value, Value)> {
    let log = world.run("log s1 --json").lines().into_iter();
    let usages = log.map(|mut line| line["observation"].take()).filter(|it| it["fact"] == "usage");
    let of = |usage: &Value, key: &str| usage[key].clone();
    usages.map(|it| (of(&it, "messages"), of(&it, "output_tokens"))).collect()
}

fn output_tokens(world: &World) -> Vec<u64> {
    usages(world).iter().map(|(_, tokens)| tokens.as_u64().unwrap()).collect()
}

fn messages(world: &World) -> Vec<u64> {
    usages(world).iter().map(|(messages, _)| messages.as_u64().unwrap()).collect()
}

#[test]
fn s6_messages_warn_once_and_then_refuse() {
    let world = world("messages = 6");
    grow(&world, &[user(), response("m1", 10, 1), user(), response("m2", 10, 1)]);
    assert_eq!(call(&world, "a"), "", "four of six");
    grow(&world, &[user()]);
    let warned = call(&world, "b");
    assert!(warned.contains("Approaching limit: messages at 5/6 (83%)"), "{warned}");
    assert!(warned.contains("additionalContext"), "{warned}");
    assert_eq!(call(&world, "c"), "", "said once");
    grow(&world, &[response("m3", 10, 1)]);
    let refused = call(&world, "d");
    assert!(refused.contains(r#""permissionDecision":"deny""#), "{refused}");
    assert!(refused.contains("Fusebox: circuit breaker tripped: "), "{refused}");
    let incidents = world.run("incidents --json").json();
    assert_eq!(incidents.as_array().unwrap().len(), 1);
    assert_eq!(world.run("show --json").json()["rule"], "limits.messages");
    assert!(call(&world, "e").contains("deny"), "it stays open");
    assert_eq!(messages(&world), [4, 5, 6]);
}

#[test]
fn s6_the_context_warns_and_trips_after_a_round() {
    let world = world("context_tokens = 50000");
    let round = || hook(&world, "PostToolBatch", json!({"tool_calls": []})).out;
    grow(&world, &[user(), response("m1", 39_999, 100)]);
    assert_eq!((round(), call(&world, "a")), (String::new(), String::new()));
    grow(&world, &[user(), response("m2", 40_000, 100)]);
    let warned = round() + &call(&world, "b");
    assert!(warned.contains("context tokens at 40000/50000 (80%)"), "{warned}");
    grow(&world, &[user(), response("m3", 49_999, 100)]);
    assert_eq!((round(), call(&world, "c")), (String::new(), String::new()), "said once");
    grow(&world, &[user(), response("m4", 50_000, 100)]);
    let tripped = round();
    assert!(tripped.contains("Fusebox: circuit breaker tripped: "), "{tripped}");
    assert!(call(&world, "d").contains(r#""permissionDecision":"deny""#));
    assert_eq!(world.run("show --json").json()["rule"], "limits.context_tokens");
}

#[test]
fn s6_a_trip_at_the_end_of_a_turn_is_told_to_the_person_and_holds_at_the_next() {
    let world = world("output_tokens = 1000");
    let prompt = |text: &str| {
        let fields = json!({"prompt": text, "source": "system"});
        hook(&world, "UserPromptSubmit", fields).out
    };
    assert_eq!(prompt("there is no transcript yet"), "");
    grow(&world, &[user(), response("m1", 5_000, 700)]);
    assert_eq!(hook(&world, "Stop", json!({})).out, "");
    assert_eq!(prompt("go on"), "");
    // The same response goes on: what was counted is not counted again.
    grow(&world, &[response("m1", 5_000, 790), user()]);
    assert_eq!(hook(&world, "Stop", json!({})).out, "");
    grow(&world, &[response("m2", 5_000, 210)]);
    let told = hook(&world, "Stop", json!({})).out;
    assert!(told.starts_with(r#"{"systemMessage":"Fusebox: circuit breaker tripped: "#), "{told}");
    let reminded = prompt("and on");
    assert!(reminded.contains("CIRCUIT BREAKER TRIPPED"), "{reminded}");
    assert!(call(&world, "a").contains(r#""permissionDecision":"deny""#));
    assert_eq!(output_tokens(&world), [700, 90, 210]);
}

#[test]
fn s6_a_warning_at_the_end_of_a_turn_reaches_the_agent_at_the_next() {
    let world = world("messages = 5");
    grow(&world, &[user(), user(), user()]);
    assert_eq!(hook(&world, "Stop", json!({})).out, "");
    grow(&world, &[user()]);
    assert_eq!(hook(&world, "Stop", json!({})).out, "");
    let fields = json!({"prompt": "go on", "source": "system"});
    let told = hook(&world, "UserPromptSubmit", fields).out;
    assert!(told.contains("messages at 4/5 (80%)"), "{told}");
}

#[test]
fn r07_the_same_message_in_the_transcript_is_seen() {
    let world = world("messages = 1000");
    let text = "I will now look at the failing test once more and then decide what to do.";
    for (id, told) in [("m1", false), ("m2", false), ("m3", true)] {
        grow(&world, &[assistant_line(id, text)]);
        assert_eq!(!call(&world, id).is_empty(), told, "{id}");
    }
}

#[test]
fn m01_a_cap_reads_what_was_spent_and_no_words() {
    let mut paid = paid_response("m1", 3);
    paid["message"]["content"] = json!([{"type": "text", "text": "I look for it now."}]);
    for (limits, facts) in [
        ("cost_usd = 100", &["usage", "request"] as &[_]),
        ("cost_usd = 100\nmessages = 100", &["usage", "request", "message", "usage", "request"]),
    ] {
        let world = world(limits);
        grow(&world, &[user()]);
        call(&world, "a");
        grow(&world, &[paid.clone(), user()]);
        call(&world, "b");
        let log = world.run("log s1 --json").lines().into_iter();
        let told: Vec<Value> = log.map(|mut line| line["observation"]["fact"].take()).collect();
        let requests = told.iter().rposition(|fact| fact == "request").unwrap();
        let of_transcript = &told[..=requests];
        assert_eq!(&of_transcript[of_transcript.len() - facts.len()..], facts, "{limits}");
        assert_eq!(output_tokens(&world).iter().sum::<u64>(), 2_000, "{limits}");
    }
}

#[test]
fn without_such_a_limit_nothing_is_read() {
    let world = world("tool_calls = 100");
    grow(&world, &[user(), response("m1", 10, 1)]);
    call(&world, "a");
    hook(&world, "PostToolBatch", json!({"tool_calls": []}));
    assert_eq!(messages(&world), [0; 0]);
}

#[test]
fn a_subagent_does_not_read_the_conversation_of_its_parent() {
    let world = world("messages = 100");
    grow(&world, &[user()]);
    let fields = json!({"tool_name": "Read", "agent_id": "a1", "tool_input": {"file_path": "a"}});
    hook(&world, "PreToolUse", fields);
    assert_eq!(messages(&world), [0; 0]);
}

#[test]
fn a_file_that_was_cut_or_replaced_begins_anew() {
    let world = world("messages = 100");
    grow(&world, &[user(), user(), response("m1", 10, 9)]);
    call(&world, "a");
    fs::write(world.path(FILE), format!("{}\n", response("m2", 10, 9))).unwrap();
    call(&world, "b");
    // Longer than before, and another text: the line that was read last does not end there.
    let other = format!("{}\n", json!({"type": "user", "message": {"content": "y".repeat(500)}}));
    fs::write(world.path(FILE), other.repeat(2)).unwrap();
    call(&world, "rewritten");
    fs::remove_file(world.path(FILE)).unwrap();
    call(&world, "gone");
    grow(&world, &[user(), user(), response("m3", 10, 9)]);
    call(&world, "c");
    grow(&world, &[response("m4", 10, 9)]);
    call(&world, "d");
    assert_eq!(messages(&world), [3, 1, 2, 3, 4]);
    // What stood there when it was first seen may be another session's.
    assert_eq!(output_tokens(&world), [0, 0, 0, 0, 9]);
}

#[test]
fn a_large_file_is_read_from_near_its_end_a_piece_at_a_time() {
    let world = world("messages = 1000000");
    let line = format!("{}\n", json!({"type": "user", "message": {"content": "x".repeat(983)}}));
    assert_eq!(line.len(), 1024);
    fs::write(world.path(FILE), line.repeat(3_000)).unwrap();
    call(&world, "a");
    let mut file = OpenOptions::new().append(true).open(world.path(FILE)).unwrap();
    file.write_all(line.repeat(2_000).as_bytes()).unwrap();
    for id in ["b", "c", "d"] {
        call(&world, id);
    }
    // The first line of the last mebibyte may have begun before it.
    assert_eq!(messages(&world), [1_023, 1_023 + 1_024, 1_023 + 2_000]);
}

#[test]
fn what_is_no_file_is_passed_over_without_waiting() {
    let world = world("messages = 1");
    let path = world.path(FILE);
    let (sender, done) = mpsc::channel();
    thread::spawn(move || {
        let check = |world: &World, what: &str| {
            assert_eq!(call(world, what), "", "{what}");
            fs::remove_file(world.path(FILE)).unwrap();
        };
        assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
        check(&world, "fifo");
        let fifo = world.path("fifo");
        assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
        symlink(&fifo, &path).unwrap();
        check(&world, "link to a fifo");
        symlink("/dev/zero", &path).unwrap();
        check(&world, "device");
        symlink(&path, &path).unwrap();
        check(&world, "link to itself");
        symlink(world.path("project"), &path).unwrap();
        check(&world, "folder");
        // A link to a file of one's own is as good as the file.
        world.write("real.jsonl", format!("{}\n", user()));
        symlink(world.path("real.jsonl"), &path).unwrap();
        assert!(call(&world, "link").contains("deny"));
        sender.send(()).unwrap();
    });
    done.recv_timeout(Duration::from_secs(60)).unwrap();
}

/// The row of the session.
const OF_S1: &str = "WHERE kind = 2 AND key = 's1'";

#[test]
fn m01_reading_goes_on_where_an_earlier_version_kept_its_end() {
    let world = world("messages = 100");
    grow(&world, &[user()]);
    call(&world, "a");
    let length = fs::metadata(world.path(FILE)).unwrap().len();
    let inode = fs::metadata(world.path(FILE)).unwrap().ino();
    assert_eq!(world.sql().execute(&format!("UPDATE scope SET beside = '' {OF_S1}"), []), Ok(1));
    let mut store = Store::open(&world.state_dir(), Timestamp(AT)).unwrap().store;
    let (session, agent) = (SessionId::parse("s1").unwrap(), AgentId::main());
    let body = format!("[{inode},0,{length},0,1,false,[]]");
    let row = TailRow { session, agent, body, at: Timestamp(AT) };
    assert!(store.write(|tx| tx.move_tail(&row, None)).unwrap());
    drop(store);
    grow(&world, &[user()]);
    call(&world, "b");
    grow(&world, &[user()]);
    call(&world, "c");
    assert_eq!(messages(&world), [1, 2, 3]);
}

#[test]
fn a_record_of_how_far_was_read_that_makes_no_sense_is_begun_anew() {
    let world = world("messages = 100");
    grow(&world, &[user()]);
    call(&world, "a");
    assert_eq!(
        world.sql().execute(&format!("UPDATE scope SET beside = char(10) || '37' {OF_S1}"), []),
        Ok(1)
    );
    grow(&world, &[user()]);
    call(&world, "b");
    grow(&world, &[user()]);
    call(&world, "c");
    // The second reading is taken for the first one again: its ids are the same.
    assert_eq!(messages(&world), [1, 3]);
}

#[test]
fn m01_a_limit_of_cost_trips_through_the_hooks() {
    let world = world("cost_usd = 0.60");
    grow(&world, &[user()]);
    assert_eq!(call(&world, "a"), "");
    // 0.48 US dollars are 80 %.
    grow(&world, &[paid_response("m1", 45)]);
    assert_eq!(call(&world, "b"), "");
    grow(&world, &[paid_response("m2", 3)]);
    let warned = call(&world, "c");
    assert!(warned.contains("cost at $0.48/$0.60"), "{warned}");
    assert!(!warned.contains("deny"), "{warned}");
    // The same response, streamed on.
    grow(&world, &[paid_response("m2", 12)]);
    assert_eq!(call(&world, "d"), "");
    grow(&world, &[paid_response("m3", 3)]);
    let refused = call(&world, "e");
    assert!(refused.contains("deny") && refused.contains("cost ($0.60/$0.60)"), "{refused}");
    world.person_does(&["reset", "s1"]);
    grow(&world, &[paid_response("m4", 45)]);
    let goes_on = call(&world, "f");
    assert!(!goes_on.contains("deny"), "{goes_on}");
}

#[test]
fn m02_a_model_without_a_price_is_not_free_for_a_limit() {
    let world = world("cost_usd = 0.01");
    grow(&world, &[user()]);
    assert_eq!(call(&world, "a"), "");
    let mut response = paid_response("m1", 3);
    response["message"]["model"] = json!("nobody-knows");
    grow(&world, &[response]);
    assert!(call(&world, "b").contains("deny"));
}
