//! Secrets planted everywhere in the life of a session: which of them Fusebox wrote down.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use rusqlite::types::ValueRef;
use serde_json::{Value, json};

use crate::session::Answer;
use crate::world::{HOOK, World, bash};

/// The shapes that redaction knows; `@` is where the part lies that is unlike any other.
const SHAPES: &[&str] = &[
    "ghp_@ABCDEF0123456789abcdefABCDEF01",
    "sk-ant-api03-@AbCdEf123456",
    "AKIA@",
    "glpat-@ABCDEF01234567",
    "xoxb-123456789012-@",
    "Authorization: Bearer @def456",
    "password=@",
    "\"api_key\": \"@\"",
    "https://user:@pass@host/x",
    "machine db.example.org login me password @",
    "Server=db;Uid=sa;Pwd=@;",
    "https://hooks.slack.com/services/T0000/B0000/@",
    "dop_v1_@0123456789abcdef0123456789",
    "X-Vault-Token: @",
    "mysql -u root -p@ shop",
    "redis-cli ACL SETUSER me on \">@\"",
    "bw unlock @",
    "the new token (valid for a day): @abcdef0123",
    "acme-secret-@ABCDEFabcdef0123456789",
    "printf %s @ | gcloud secrets create db --data-file=-",
    "-----BEGIN PRIVATE KEY-----\nMIIE@\n-----END PRIVATE KEY-----",
];

/// The part of shape `shape` at place `place` that is unlike any other: as an AWS key has it.
fn mark(place: usize, shape: usize) -> String {
    format!("QZ{place:02}X{shape:02}WVUTSRQPO")
}

/// A secret of every shape, each of them unlike those of other places.
fn secrets(place: usize) -> String {
    let each = SHAPES.iter().enumerate();
    let lines: Vec<String> =
        each.map(|(shape, text)| text.replacen('@', &mark(place, shape), 1)).collect();
    lines.join("\n")
}

/// A word that nobody could know to be a secret.
fn word(place: usize) -> String {
    format!("walrus{place:02}plain")
}

/// Where something is planted.
const ENVIRONMENT: usize = 0;
const PROMPT: usize = 1;
const TRANSCRIPT: usize = 2;
const FILE: usize = 3;
const COMMAND: usize = 4;
const EDIT: usize = 5;
const OUTPUT: usize = 6;
const BIG: usize = 7;
const ERROR: usize = 8;
const TEST_RUN: usize = 9;
const BIG_TEST_RUN: usize = 10;
const REPORT: usize = 11;
const SAID: usize = 12;
const TASK: usize = 13;
const GUIDANCE: usize = 14;
const OTHER_TOOL: usize = 15;
const PRINTED: usize = 16;
const PLACES: usize = 17;

/// Commands that print a secret and nothing else.
const PRINTERS: [&str; 10] = [
    "printenv API_KEY",
    "pass show shop/db",
    "op read op://shop/db/password",
    "kubectl -n shop get secret db -o jsonpath='{.data.password}' | base64 -d",
    "aws configure get aws_secret_access_key --profile prod",
    "aws secretsmanager get-secret-value --secret-id shop/db --query SecretString --output text",
    "cat config/master.key",
    "cd shop && vault kv get -field=password secret/shop",
    "cd /home/me/work/northpier/services/billing/packages/accounts/backend/app && cat config/master.key",
    "mix phx.gen.secret",
];

/// Places whose plain words are kept by design, and as what.
const KEPT: &[(usize, &str)] = &[
    (COMMAND, "the short form of a call, 90 characters"),
    (ERROR, "the most telling line of an output, 160 characters"),
    (TEST_RUN, "the beginning and end of what a failing test run printed, 4 KB"),
    (BIG_TEST_RUN, "the same of a long one"),
    (REPORT, "what the agent reports, 2,000 characters"),
    (SAID, "the last words of an agent that was stopped, 2,000 characters"),
    (TASK, "what a person says of a task"),
    (GUIDANCE, "a person's answer to a trip"),
    (
        OTHER_TOOL,
        "the short form of a call of another tool, and the line that its answer is known by",
    ),
];

fn planted(place: usize) -> String {
    format!("{} {}\n", word(place), secrets(place))
}

/// One hook, with secrets in its environment, under an open umask.
fn hook(world: &World, event: &str, mut fields: Value) -> Answer {
    fields["transcript_path"] = world.path("transcript.jsonl").to_str().unwrap().into();
    let mut command: Command = world.command("/bin/sh");
    command.args(["-c", "umask 000; exec \"$0\" claude", HOOK]);
    command.env("GITHUB_TOKEN", secrets(ENVIRONMENT)).env("HARMLESS", word(ENVIRONMENT));
    // Not this test: what runs under a recorded client may free nobody.
    command.env("CLAUDE_PID", "999999999");
    let ran = world.finish(&mut command, &world.event_of("s1", event, fields));
    assert_eq!(ran.err, "", "{event}");
    ran.answer()
}

/// A call and its result.
fn call(world: &World, id: &str, tool: &str, input: Value, outcome: (&str, Value)) {
    let mut fields = json!({"tool_name": tool, "tool_use_id": id, "tool_input": input});
    if hook(world, "PreToolUse", fields.clone()) == Answer::Passes {
        let (field, value) = outcome;
        fields[field] = value;
        let event = if field == "error" { "PostToolUseFailure" } else { "PostToolUse" };
        hook(world, event, fields);
    }
}

/// A failing run of cargo's tests that prints what is planted.
fn test_run(place: usize, filling: usize) -> Value {
    let text = format!(
        "running 1 test\ntest cart::adds ... FAILED\n\nfailures:\n\n---- cart::adds stdout ----\n{}{}\
         thread 'cart::adds' panicked at src/cart.rs:9:5:\nassertion failed {}\n\nfailures:\n    \
         cart::adds\n\ntest result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 0 filtered \
         out\n",
        planted(place),
        format!("filling {}\n", word(PLACES)).repeat(filling),
        planted(place),
    );
    format!("Exit code 101\n{text}").into()
}

/// A session with a task that works, fails, is stopped, reports and is answered.
fn live(world: &World) {
    world.write("project/secret.env", planted(FILE));
    let line = json!({"type": "assistant", "message": {"id": "m1", "role": "assistant",
        "content": [{"type": "text", "text": planted(TRANSCRIPT)}],
        "usage": {"input_tokens": 5, "output_tokens": 5}}});
    world.write("transcript.jsonl", format!("{line}\n"));
    world.person_does(&["task", "start", "42", "--criterion", &word(TASK)]);
    hook(world, "SessionStart", json!({"source": "startup"}));
    hook(world, "UserPromptSubmit", json!({"prompt": planted(PROMPT)}));
    work(world);
    fail(world);
    let report = format!("fusebox report blocked '{}'", planted(REPORT));
    hook(world, "PreToolUse", bash("r", &report));
    hook(world, "Stop", json!({"last_assistant_message": planted(SAID)}));
}

/// Calls that succeed.
fn work(world: &World) {
    let done = |id: &str, tool: &str, input: Value, response: Value| {
        call(world, id, tool, input, ("tool_response", response));
    };
    let command = format!("deploy {} {}", word(COMMAND), secrets(COMMAND).replace('\n', " "));
    done("a", "Bash", json!({"command": command}), json!({"stdout": "done"}));
    let path = world.path("project/secret.env");
    done("b", "Read", json!({"file_path": path}), json!({"file": {"content": planted(FILE)}}));
    let (path, content) = (world.path("project/a.txt"), planted(EDIT));
    let created = json!({"type": "create", "filePath": path, "content": content});
    done("c", "Write", json!({"file_path": path, "content": content}), created);
    let listed = json!({"stdout": format!("first\n{}last", planted(OUTPUT)), "stderr": ""});
    done("d", "Bash", json!({"command": "ls"}), listed);
    let filling = "nothing to see\n".repeat(40_000);
    let big = json!({"stdout": format!("{filling}{}{filling}", planted(BIG))});
    done("e", "Bash", json!({"command": "cat big"}), big);
    let told = json!([{"type": "text", "text": planted(OTHER_TOOL)}]);
    done("f", "mcp__vault__read", json!({"key": planted(OTHER_TOOL)}), told);
    for (n, command) in PRINTERS.iter().enumerate() {
        let twice = format!("{0}\n{0}\n", mark(PRINTED, n));
        let printed = json!({"stdout": twice, "stderr": ""});
        done(&format!("p{n}"), "Bash", json!({"command": command}), printed);
    }
    let (path, n) = (world.path("project/config/master.key"), PRINTERS.len());
    let read = json!({"file": {"content": mark(PRINTED, n)}});
    done("q1", "Read", json!({"file_path": path}), read);
    let read = json!([{"type": "text", "text": mark(PRINTED, n + 1)}]);
    done("q2", "mcp__fs__read_file", json!({"path": path}), read);
    // The hook that would have seen the request was not there yet.
    let fields = json!({"tool_name": "Bash", "tool_use_id": "q3", "tool_input": {"command": "cat config/master.key"},
        "tool_response": {"stdout": mark(PRINTED, n + 2), "stderr": ""}});
    hook(world, "PostToolUse", fields);
}

/// Attempts at a test, and a loop until the session is stopped.
fn fail(world: &World) {
    for (n, (place, size)) in [(TEST_RUN, 1), (BIG_TEST_RUN, 20_000)].into_iter().enumerate() {
        let failed = ("error", test_run(place, size));
        call(world, &format!("t{n}"), "Bash", json!({"command": "cargo test"}), failed);
        let path = world.path("project/src/cart.rs");
        let edit = json!({"file_path": path, "old_string": "a", "new_string": n});
        call(world, &format!("u{n}"), "Edit", edit, ("tool_response", json!({})));
    }
    let error =
        format!("Exit code 2\nerror: {} {}", word(ERROR), secrets(ERROR).replace('\n', " "));
    for n in 0..8 {
        let failed = ("error", json!(error));
        call(world, &format!("g{n}"), "Bash", json!({"command": "make"}), failed);
    }
}

/// What a person does afterwards.
fn looked_at(world: &World) {
    let incident = world.incident();
    for words in ["debug 42 --json", "debug s1", "show", "task show 42", "effects drain"] {
        assert_eq!(world.run(words).code, 0, "{words}");
    }
    world.person_does(&["reset", "s1", "--yes", "--guidance", &planted(GUIDANCE)]);
    world.person_does(&["dismiss", &incident, "--wrong", "--yes"]);
    world.give(format!("no event {}", secrets(OTHER_TOOL)).as_bytes());
    assert_eq!(world.errors().len(), 1);
}

/// Every file below a folder.
fn files(dir: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(dir).unwrap().flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(files(&path));
            found.push(path);
        } else {
            found.push(path);
        }
    }
    found
}

/// Everything in the state folder, as bytes and as values: a page of the database may part a text.
fn written(world: &World) -> Vec<(String, Vec<u8>)> {
    let mut all: Vec<(String, Vec<u8>)> = files(&world.state_dir())
        .into_iter()
        .filter(|path| path.is_file())
        .map(|path| (path.display().to_string(), fs::read(&path).unwrap()))
        .collect();
    let sql = world.sql();
    let mut tables = sql.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").unwrap();
    let tables: Vec<String> =
        tables.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    for table in tables {
        let mut rows = sql.prepare(&format!("SELECT * FROM {table}")).unwrap();
        let columns = rows.column_count();
        let mut rows = rows.query([]).unwrap();
        while let Some(row) = rows.next().unwrap() {
            for column in 0..columns {
                if let ValueRef::Text(bytes) | ValueRef::Blob(bytes) = row.get_ref(column).unwrap()
                {
                    all.push((table.clone(), bytes.to_vec()));
                }
            }
        }
    }
    all
}

fn holds(bytes: &[u8], text: &str) -> bool {
    bytes.windows(text.len()).any(|part| part == text.as_bytes())
}

#[test]
fn k03_what_a_session_leaves_behind_holds_no_secret() {
    let world = World::with_programs();
    live(&world);
    looked_at(&world);
    holds_no_secret(&world);
    is_short(&world);
    is_private(&world);
}

/// What is written down holds no secret.
fn holds_no_secret(world: &World) {
    let written = written(world);
    let kinds: BTreeSet<&str> = written.iter().map(|(name, _)| name.as_str()).collect();
    for kind in ["log", "scope", "incident", "document", "task", "policy"] {
        assert!(kind == "policy" || kinds.contains(kind), "{kind}: {kinds:?}");
    }
    assert!(kinds.iter().any(|name| name.contains("/cases/")), "{kinds:?}");
    let mut leaked = Vec::new();
    for (name, bytes) in &written {
        for place in 0..PLACES {
            for (shape, text) in SHAPES.iter().enumerate() {
                if holds(bytes, &mark(place, shape)) {
                    leaked.push(format!("{name}: {text} of place {place}"));
                }
            }
            if holds(bytes, &word(place)) && !KEPT.iter().any(|(kept, _)| *kept == place) {
                leaked.push(format!("{name}: the word of place {place}"));
            }
        }
    }
    leaked.sort();
    leaked.dedup();
    assert!(leaked.is_empty(), "\n{}", leaked.join("\n"));
}

/// What is kept by design is there, and short.
fn is_short(world: &World) {
    let written = written(world);
    for (place, what) in KEPT {
        let kept = written.iter().any(|(_, bytes)| holds(bytes, &word(*place)));
        assert!(kept, "{what} is not kept any more: take it off the list and out of the documents");
    }
    let evidence = "SELECT max(length(json_extract(body, '$.evidence'))) FROM document
        WHERE kind = 'test_run'";
    let evidence = world.number(evidence);
    assert!((500..=4_200).contains(&evidence), "{evidence}");
    let observation = world.number("SELECT max(length(observation)) FROM log");
    assert!(observation <= 8_192, "{observation}");
}

/// What is written is for its owner alone, whatever the umask says.
fn is_private(world: &World) {
    for path in files(&world.path(".local")) {
        let expected = if path.is_dir() { 0o700 } else { 0o600 };
        let found = fs::metadata(&path).unwrap().permissions().mode() & 0o777;
        assert_eq!(found, expected, "{}: {found:o}", path.display());
    }
}
