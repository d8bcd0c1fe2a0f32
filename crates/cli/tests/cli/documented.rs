//! Every command that the documents show is run: as a person at a terminal, in a home of its own.

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::Stdio;

use serde_json::json;

use crate::replay_samples::{STUCK, claude};
use crate::world::{World, programs};

/// Commands that end with another code than 0, by their beginning, and why.
const OTHER_CODES: &[(&str, i32, &str)] = &[
    ("fusebox loop --prompt PLAN.md --max 30", 3, "the agent of this home makes no progress"),
    ("fusebox loop --confine", 3, "the agent of this home makes no progress"),
    ("fusebox spend allow 5", 1, "no cap is spent in this home"),
    ("fusebox spend allow '100000 tokens'", 1, "no limit is spent in this home"),
    ("fusebox spend allow '5 %' --cap subscription.week", 1, "no window is told in this home"),
    ("fusebox calibrate --write", 1, "this home has no 19 good runs"),
    ("fusebox replay --fail-on-trip", 3, "one of the sessions would have been stopped"),
];

/// What has to be done before a command means something, by a part of it.
const BEFORE: &[(&str, &str)] = &[
    ("~/.night-shift fusebox", "(umask 077; fusebox operator create night-shift > ~/.night-shift)"),
    ("< ~/.night-shift", "(umask 077; fusebox operator create night-shift > ~/.night-shift)"),
    ("restore 2", "fusebox rollback 42"),
    ("attempt 2", "fusebox rollback 42"),
    ("fusebox resume", "fusebox pause"),
    (
        "fusebox escalate",
        "mkdir -p ~/.config/fusebox && printf '[escalate]\\nneeds_person = [\"desktop\"]\\n' >> ~/.config/fusebox/config.toml",
    ),
    (
        "< reply.eml",
        "mkdir -p ~/.config/fusebox && printf '[inbox]\\ncodes = [\"email\"]\\n' >> ~/.config/fusebox/config.toml \
         && echo 'Thanks!' > reply.eml",
    ),
];

/// Lines at a prompt that are not run, by their beginning, and why.
const NOT_RUN: &[(&str, &str)] = &[
    ("cargo install ", "builds for minutes"),
    ("cargo run ", "builds for minutes; .ci/run does it"),
    ("FUSEBOX_CORPUS=", "reads recorded sessions that are not in the repository"),
    ("cargo test ", "runs these tests"),
    ("time -v ", "GNU time is not everywhere; another page has the command behind it"),
    ("fusebox watch", "runs until Ctrl-C; it has tests of its own"),
    ("fusebox top", "lasts until a person leaves it; it has tests of its own"),
    ("fusebox demo", "needs Rust; it has tests of its own"),
    ("fusebox metrics --textfile /var/", "writes outside of the home"),
    ("git clone ", "needs the network"),
    ("fusebox guidance ", "a line of an answer from elsewhere, no command"),
    ("fusebox spend allow 5 USD", "a line of an answer from elsewhere, no command"),
    ("fusebox 2J4K9-", "a line of an answer from elsewhere, no command"),
];

/// Commands that change nothing, by their beginning: one home does for all of them.
const READS: &[&str] = &[
    "fusebox attempts diff",
    "fusebox attempts list",
    "fusebox config check",
    "fusebox config presets",
    "fusebox config show",
    "fusebox debug",
    "fusebox doctor",
    "fusebox incidents",
    "fusebox metrics",
    "fusebox prices show",
    "fusebox replay",
    "fusebox runs",
    "fusebox schema",
    "fusebox service list",
    "fusebox show",
    "fusebox spend",
    "fusebox status",
    "fusebox task list",
    "fusebox task show",
];

/// Words that stand for something of a person's, and what they name in [`person_home`].
const STAND_INS: &[(&str, &str)] = &[
    ("SESSION", "s1"),
    ("TASK", "42"),
    ("TEST", "cart::rounds"),
    ("KEY", "mcp:jira/search"),
    ("CLIENT", "claude"),
    ("NAME", "laptop"),
    ("CORPUS", "../traces"),
    ("COMMAND", "status"),
    ("FILE", "PLAN.md"),
    ("FILE…", "PLAN.md"),
    ("9f3c2a10", "s1"),
    ("3f9c", "INCIDENT"),
    ("ID", "INCIDENT"),
];

/// Agents and tools as programs that answer at once.
const PROGRAMS: &[(&str, &str)] = &[
    ("claude", "cat > /dev/null; echo done"),
    ("codex", "cat > /dev/null; echo '{\"type\":\"turn.completed\"}'"),
    ("make", "echo ok"),
    ("cargo", "echo 'test cart::rounds ... ok'; echo 'test result: ok. 1 passed; 0 failed'"),
    ("gh", "cat > /dev/null"),
    ("jq", "cat"),
];

/// A home in which a session of task 42 has tripped, with a recorded session, a loop and an attempt.
pub(super) fn person_home() -> (World, String) {
    let world = World::new();
    let path = format!(
        "{}:{}:/usr/local/bin:/usr/bin:/bin",
        world.path("bin").display(),
        programs().display()
    );
    for (name, script) in PROGRAMS {
        world.write(&format!("bin/{name}"), format!("#!/bin/sh\n{script}\n"));
    }
    world.write(".claude/projects/orders/stuck.jsonl", claude(STUCK, 9));
    world.write("runs/stuck.jsonl", claude(STUCK, 9));
    world.write("traces/stuck.jsonl", claude(STUCK, 9));
    for (file, text) in [
        ("old-session.json", claude(STUCK, 9)),
        ("PLAN.md", "make it pass\n".to_owned()),
        ("agent.sh", "#!/bin/sh\necho done\n".to_owned()),
        (".squadron/config.yaml", SQUADRON.to_owned()),
        (".cuedeck/config.toml", "[circuit_breaker]\nfailure_threshold = 4\n".to_owned()),
        (".env", "CIRCUIT_BREAKER_TOOL_WARNING=40\nOTHER=1\n".to_owned()),
        ("src/cart.rs", "one\n".to_owned()),
        ("src/lib/round.rs", "one\n".to_owned()),
        ("tests/cart.rs", "one\n".to_owned()),
        ("docs/smaller.md", "Change `src/lib/round.rs`.\n".to_owned()),
        ("docs/cart-totals.md", "Change `src/cart.rs`.\n".to_owned()),
        ("model_prices_and_context_window.json", PRICES.to_owned()),
        ("export.csv", "date,model,cost\n2026-11-01,m,1.25\n".to_owned()),
        ("costs.csv", "day,snapshot,net\n2026-11-01,m,1.25\n".to_owned()),
    ] {
        world.write(&format!("project/{file}"), text);
    }
    world.write(".config/fusebox/config.toml", "notify = []\n[roles.pm.limits]\ntool_calls = 9\n");
    fs::remove_dir(world.path("project/.git")).unwrap();
    let script = "chmod +x ../bin/* agent.sh && git init -q -b main && git config user.name A \
        && git config user.email a@b.example && git add . && git commit -q -m first \
        && fusebox task start 42 --slice 'Cart totals' --set preset=default,service \
        && fusebox loop --prompt PLAN.md --max 1 -- true; test $? = 4";
    let (code, said) = typed(&world, &path, script);
    assert_eq!(code, 0, "{said}");
    stopped(&world, &path);
    // The hook's own process may be at it.
    let attempt = "for n in $(seq 100); do fusebox effects drain; \
        git rev-parse -q --verify refs/fusebox/attempts/42/1 && exit 0; sleep 0.1; done; exit 1";
    let (code, said) = typed(&world, &path, attempt);
    assert_eq!(code, 0, "{said}");
    (world, path)
}

const SQUADRON: &str = "circuit_breakers:\n  defaults:\n    max_tool_calls: 150\n    max_active_duration: 7200\n    max_coffees: 3\n";

const PRICES: &str = r#"{"my-model": {"litellm_provider": "openai", "mode": "chat",
    "input_cost_per_token": 1e-06, "output_cost_per_token": 2e-06}}"#;

/// Session `s1` edits, sees a test fail, and asks for the same call until it trips.
fn stopped(world: &World, path: &str) {
    let red = "test cart::rounds ... FAILED\n\nfailures:\n\n---- cart::rounds stdout ----\n\
        assertion `left == right` failed\n  left: 1\n right: 2\n\nfailures:\n    cart::rounds\n\n\
        test result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out";
    let mut events = vec![
        json!({"type": "session_start", "client": "claude", "task": "42",
            "cwd": world.path("project")}),
        json!({"type": "prompt", "by": "human", "text": "make it pass"}),
        json!({"type": "tool_request", "call": "e", "tool": "edit",
            "input": {"file_path": "src/cart.rs", "old_string": "one", "new_string": "two"}}),
        json!({"type": "tool_result", "call": "e", "ok": true, "files_changed": ["src/cart.rs"]}),
        json!({"type": "tool_request", "call": "j", "tool": "mcp:jira/search", "input": {"q": "x"}}),
        json!({"type": "tool_result", "call": "j", "ok": false, "output": "HTTP 503"}),
    ];
    for n in 0..8 {
        let call = format!("c{n}");
        events.push(json!({"type": "tool_request", "call": call, "tool": "bash",
            "input": {"command": "cargo test"}}));
        if n < 6 {
            events.push(json!({"type": "tool_result", "call": call, "ok": false, "exit_code": 101,
                "output": red}));
        }
    }
    events.iter_mut().for_each(|event| event["session"] = json!("s1"));
    // The checkpoint is known before the work begins, as a hook waits for it.
    world.decide(&events[..2]);
    let (code, said) = typed(world, path, "fusebox effects drain");
    assert_eq!(code, 0, "{said}");
    world.write("project/src/cart.rs", "two\n");
    let verdicts = world.decide(&events[2..]);
    assert_eq!(verdicts.last().unwrap()["state"], "open");
}

/// Runs a command line at a terminal, where every question is answered with yes.
pub(super) fn typed(world: &World, path: &str, line: &str) -> (i32, String) {
    let (mut terminal, child_side) = pty_process::blocking::open().unwrap();
    let mut child = pty_process::blocking::Command::new("/bin/sh")
        .args(["-c", line])
        .env_clear()
        .env("HOME", &world.home)
        .env("PATH", path)
        .current_dir(world.path("project"))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn(child_side)
        .unwrap();
    // More answers than any line has questions.
    terminal.write_all(&b"y\n".repeat(12)).unwrap();
    let mut said = String::new();
    let mut bytes = Vec::new();
    child.stdout.take().unwrap().read_to_end(&mut bytes).unwrap();
    child.stderr.take().unwrap().read_to_end(&mut bytes).unwrap();
    said.push_str(&String::from_utf8_lossy(&bytes));
    (child.wait().unwrap().code().unwrap_or(-1), said)
}

fn pages() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let docs = fs::read_dir(root.join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let mut pages: Vec<PathBuf> =
        docs.filter(|path| path.extension().is_some_and(|end| end == "md")).collect();
    pages.push(root.join("README.md"));
    pages.sort();
    pages
}

/// The command lines that a page shows: in blocks, in the examples of a help text, and in sentences.
fn commands(page: &str) -> Vec<String> {
    let (mut found, mut prose) = (Vec::new(), String::new());
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        let Some(language) = line.strip_prefix("```") else {
            prose.push_str(line);
            prose.push('\n');
            continue;
        };
        let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        let mut block = block.into_iter();
        let mut is_example = false;
        while let Some(line) = block.next() {
            is_example = line == "Examples:" || (is_example && !line.is_empty());
            let shown = match language {
                "console" => line.strip_prefix("$ "),
                "text" if is_example => Some(line.trim()),
                "sh" | "text" => Some(line),
                _ => None,
            };
            // What two blanks part from it explains it.
            let Some(line) = shown.map(|line| line.split("  ").next().unwrap_or(line)) else {
                continue;
            };
            let mut command = line.to_owned();
            if let Some((_, end)) = line.split_once("<<'") {
                for line in block.by_ref() {
                    command.push_str(&format!("\n{line}"));
                    if Some(line) == end.strip_suffix('\'') {
                        break;
                    }
                }
            }
            if is_command(&command) || language == "console" {
                found.push(command);
            }
        }
    }
    let spans = prose.split('`').skip(1).step_by(2);
    found.extend(
        spans
            .filter(|span| span.starts_with("fusebox "))
            .map(|span| span.split_whitespace().collect::<Vec<_>>().join(" ")),
    );
    found
}

fn is_command(line: &str) -> bool {
    let words = ["fusebox ", "(umask 077; fusebox ", "FUSEBOX_"];
    words.iter().any(|word| line.starts_with(word)) && !line.contains(" COMMAND")
}

/// The lines to run for what a page shows: one for each of several words, without brackets around
/// what may be left out, with real names for what stands for them.
fn runnable(shown: &str, incident: &str) -> Vec<String> {
    let (first, rest) = shown.split_once('\n').unwrap_or((shown, ""));
    let choices = first.split(' ').find(|word| word.contains('|') && word.len() > 1);
    let choices: Vec<&str> = choices.map_or(vec![""], |word| word.split('|').collect());
    let one = |choice: &&str| {
        let words = first.split(' ').filter(|word| *word != "…").map(|word| {
            let word = if word.contains('|') && word.len() > 1 { choice } else { word };
            let word = word.trim_start_matches('[').trim_end_matches(']');
            let named = STAND_INS.iter().find(|(stand_in, _)| *stand_in == word);
            match named.map_or(word, |(_, name)| name) {
                "INCIDENT" => incident.to_owned(),
                word => word.to_owned(),
            }
        });
        let line = words.collect::<Vec<_>>().join(" ");
        if rest.is_empty() { line } else { format!("{line}\n{rest}") }
    };
    choices.iter().map(one).map(completed).collect()
}

/// Commands that a sentence names without what has to follow, and whole.
const WHOLE: &[(&str, &str)] = &[
    ("fusebox reset --guidance \"…\"", "fusebox reset 42 --guidance \"…\""),
    ("fusebox run --issue", "fusebox run --task i --issue acme/shop#42 -- true"),
    ("fusebox run --task 42 --set", "fusebox run --task i --set max_tool_calls=100 -- true"),
    ("fusebox task start --contract PLAN.md", "fusebox task start 44 --contract docs/smaller.md"),
    (
        "fusebox task start --set max_tool_calls=100",
        "fusebox task start 44 --set max_tool_calls=100",
    ),
];

/// A sentence may name an option of `run` or `loop` without what has to follow.
fn completed(line: String) -> String {
    if let Some((_, whole)) = WHOLE.iter().find(|(named, _)| *named == line) {
        return (*whole).to_owned();
    }
    let is_complete =
        line.contains(" -- ") || line.split(' ').nth(2).is_none_or(|word| !word.starts_with('-'));
    match line.split(' ').nth(1) {
        Some("run") if !is_complete => line + " -- true",
        Some("loop") if !is_complete => line + " --prompt PLAN.md -- true",
        Some(_) | None => line
            .replace("config import PLAN.md", "config import .squadron/config.yaml")
            .replace("prices import PLAN.md", "prices import model_prices_and_context_window.json"),
    }
}

/// A command without arguments is only named: its help is asked for, unless it needs none.
fn is_only_named(line: &str) -> bool {
    let words = line.split_whitespace().skip(1);
    words.clone().all(|word| word.chars().all(|c| c.is_ascii_lowercase() || c == '-'))
        && words.count() <= 2
}

/// What went wrong when a command that a page shows was run.
fn complaints(shown: &str, shared: &(World, String)) -> Vec<String> {
    let mut failed = Vec::new();
    for line in runnable(shown, "INCIDENT") {
        let is_read = READS.iter().any(|begin| line.starts_with(begin));
        let own = (!is_read).then(person_home);
        let (world, path) = own.as_ref().unwrap_or(shared);
        let line = line.replace("INCIDENT", &world.incident());
        for (_, before) in BEFORE.iter().filter(|(part, _)| line.contains(part)) {
            let (code, said) = typed(world, path, before);
            assert_eq!(code, 0, "{before}: {said}");
        }
        let expected = OTHER_CODES.iter().find(|(begin, ..)| line.starts_with(begin));
        let expected = expected.map_or(0, |(_, code, _)| *code);
        let (mut code, mut said) = typed(world, path, &line);
        if code == 2 && is_only_named(&line) {
            (code, said) = typed(world, path, &format!("{line} --help"));
        }
        if code != expected {
            failed.push(format!("{line}\n  ends with {code}: {said}"));
        }
    }
    failed
}

#[test]
fn every_command_that_the_documents_show_is_run() {
    let mut all: Vec<String> =
        pages().iter().flat_map(|page| commands(&fs::read_to_string(page).unwrap())).collect();
    all.sort();
    all.dedup();
    assert!(all.len() > 120, "only {} commands were found", all.len());
    let is_run = |shown: &String| !NOT_RUN.iter().any(|(begin, _)| shown.starts_with(begin));
    all.retain(is_run);
    let shared = person_home();
    let failed: Vec<String> = std::thread::scope(|scope| {
        let part = |lines: &[String]| {
            let lines = lines.to_vec();
            scope.spawn(|| {
                let shared = &shared;
                lines.into_iter().flat_map(|line| complaints(&line, shared)).collect::<Vec<_>>()
            })
        };
        let parts: Vec<_> = all.chunks(all.len().div_ceil(4)).map(part).collect();
        parts.into_iter().flat_map(|part| part.join().unwrap()).collect()
    });
    assert!(failed.is_empty(), "{} fail:\n{}", failed.len(), failed.join("\n"));
}

#[test]
fn the_commands_of_a_page_are_found_wherever_they_stand() {
    let page = "Ask `fusebox status\nSESSION` or `status`.\n\n```console\n$ fusebox decide <<'EVENTS'\n{}\n\
        EVENTS\nan answer\n$ cargo build\n```\n\n```text\nfusebox replay --json   for programs\n\
        Usage: fusebox COMMAND\nExamples:\n  fusebox skip t     why\n```\n\n```toml\nfusebox = 1\n```\n";
    let found = [
        "fusebox decide <<'EVENTS'\n{}\nEVENTS",
        "cargo build",
        "fusebox replay --json",
        "fusebox skip t",
        "fusebox status SESSION",
    ];
    assert_eq!(commands(page), found);
    assert_eq!(
        runnable("fusebox service open|close KEY", ""),
        ["fusebox service open mcp:jira/search", "fusebox service close mcp:jira/search",]
    );
    assert_eq!(
        runnable("fusebox loop status [TASK] [--json]", ""),
        ["fusebox loop status 42 --json"]
    );
    assert_eq!(
        runnable("fusebox loop --confine", ""),
        ["fusebox loop --confine --prompt PLAN.md -- true"]
    );
}
