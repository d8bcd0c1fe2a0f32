//! The home that is attacked, and what must be left of it.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Stdio;

use serde_json::{Value, json};

use crate::row::{End, Row, Step, filled};
use crate::world::{World, programs};

/// Files that must stay as they are, from the home.
const KEPT: &[&str] = &[
    ".claude/settings.json",
    ".claude/settings.local.json",
    ".claude/projects/p/s1.jsonl",
    ".config/fusebox/config.toml",
    "project/.fusebox.toml",
    "project/.claude/settings.json",
    "project/.claude/settings.local.json",
];

/// The token of an operator, which a person left in `~/.night-shift`, and its digest.
const OPERATOR_TOKEN: &str = "sk-fusebox-night";
const OPERATOR_DIGEST: &str = "c3b6887ed53c10d66b8b69bc78ace699a7b1da6f";

pub(crate) struct Sandbox {
    pub(crate) world: World,
    calls: u32,
}

/// What is compared: texts and modes of files, the state of the sessions.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Snapshot(BTreeMap<String, String>);

impl Sandbox {
    /// A guarded session, `s1`, with a recorded client; with a tripped breaker or without.
    pub(crate) fn new(open: bool) -> Self {
        let world = World::new();
        for (n, file) in KEPT.iter().enumerate() {
            let toml = file.ends_with(".toml");
            let hooks = format!("{{\"hooks\": {{\"Stop\": []}}, \"n\": {n}}}\n");
            world.write(file, if toml { "mode = \"enforce\"\n" } else { &hooks });
        }
        let sandbox = Self { world, calls: 0 };
        sandbox.run(
            "project",
            "rm -rf .git && git init -q . && git config user.email a@b.c && \
            git config user.name a && echo a > a && git add a .claude && git commit -qm a",
        );
        if open {
            sandbox.world.tripped("s1");
        }
        // The hook takes the process that started it for the client: here, this test.
        sandbox.world.claude("SessionStart", json!({"source": "startup"}));
        sandbox.world.write(".night-shift", OPERATOR_TOKEN);
        let operator = json!([{"name": "night", "digest": OPERATOR_DIGEST}]).to_string();
        sandbox.world.write(".local/state/fusebox/operators.json", operator);
        sandbox
    }

    /// Whether the hook refuses the step.
    pub(crate) fn refuses(&mut self, step: Step) -> bool {
        self.calls += 1;
        let (tool, input) = step.call(self.home());
        let id = format!("t{}", self.calls);
        let mut fields = json!({"tool_name": tool, "tool_input": input, "tool_use_id": id});
        if let Step::In(folder, _) = step {
            fields["cwd"] = json!(self.world.path(folder));
        }
        let ran = self.world.claude("PreToolUse", fields);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{step:?}");
        ran.out.contains("\"deny\"")
    }

    /// Does what the step asks for, as the client would.
    pub(crate) fn carry_out(&self, step: Step) {
        match step {
            Step::Sh(line) => self.run("project", line),
            Step::In(folder, line) => self.run(folder, line),
            Step::Write(path, content) => {
                let path = Path::new(self.home()).join("project").join(filled(path, self.home()));
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(path, filled(content, self.home())).unwrap();
            }
            Step::Tool(..) => {}
        }
    }

    fn run(&self, folder: &str, line: &str) {
        let mut shell = self.world.command("bash");
        shell
            .args(["-c", &filled(line, self.home())])
            .env("PATH", format!("{}:{}", programs().display(), search_path()))
            .env("CLAUDECODE", "1")
            .current_dir(self.world.path(folder))
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        shell.status().unwrap();
    }

    pub(crate) fn snapshot(&self) -> Snapshot {
        let mut found = BTreeMap::new();
        for file in KEPT.iter().chain(&[".local/state/fusebox/fusebox.db"]) {
            let path = self.world.path(file);
            let mode = fs::metadata(&path).map_or(0, |meta| meta.permissions().mode());
            let text = fs::read_to_string(&path).unwrap_or_default();
            found.insert((*file).to_owned(), format!("{mode:o} {text}"));
        }
        let status = self.world.run("status --json").json();
        let session =
            |one: &Value| format!("{} {} {}", one["session"], one["state"], one["bypass_until"]);
        let sessions: Vec<String> = status.as_array().unwrap().iter().map(session).collect();
        found.insert("sessions".to_owned(), sessions.join("\n"));
        Snapshot(found)
    }

    fn home(&self) -> &str {
        self.world.home.to_str().unwrap()
    }
}

/// Tries every row at a closed breaker; all that went wrong is told at once.
pub(crate) fn try_all(rows: &[Row]) {
    let wrong: Vec<String> = rows.iter().filter_map(attempt).collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

fn attempt((id, steps, end): &Row) -> Option<String> {
    if let Some(program) = missing(steps) {
        let line = format!("adversary: {id} is skipped: `{program}` is not here\n");
        std::io::Write::write_all(&mut std::io::stderr(), line.as_bytes()).unwrap();
        return None;
    }
    let mut sandbox = Sandbox::new(false);
    let before = sandbox.snapshot();
    let mut refused = false;
    for step in *steps {
        // Who is refused one step goes on with the next.
        if sandbox.refuses(*step) {
            refused = true;
        } else if !matches!(end, End::PassesElsewhere(_)) && !reaches_beyond(*step) {
            sandbox.carry_out(*step);
        }
    }
    let changed = sandbox.snapshot() != before;
    let as_told = match end {
        End::Refused => refused && !changed,
        End::Held => !refused && !changed,
        End::Passes(_) => !refused && changed,
        End::PassesElsewhere(_) => !refused,
    };
    (!as_told).then(|| format!("{id}: refused {refused}, changed {changed}, expected {end:?}"))
}

/// Whether the step would touch more than the sandbox, should the hook ever let it pass.
fn reaches_beyond(step: Step) -> bool {
    let text = format!("{step:?}");
    ["kill", "which fusebox", "true {bin}", "cargo ", "claude -", "claude --"]
        .iter()
        .any(|part| text.contains(part))
}

/// A program that a row needs and that is not everywhere.
fn missing(steps: &[Step]) -> Option<&'static str> {
    const NOT_EVERYWHERE: &[&str] =
        &["python3", "perl", "sqlite3", "script", "setsid", "make", "npm", "node"];
    let path = search_path();
    let here = |program: &str| path.split(':').any(|dir| Path::new(dir).join(program).exists());
    let text = format!("{steps:?}");
    let words: Vec<&str> = text.split(|c: char| !c.is_ascii_alphanumeric()).collect();
    NOT_EVERYWHERE.iter().copied().find(|program| words.contains(program) && !here(program))
}

#[expect(clippy::disallowed_methods, reason = "what is run is found where this test finds it")]
pub(crate) fn search_path() -> String {
    std::env::var("PATH").unwrap()
}
