//! A home with installed hooks that is restored before each attempt, and whose commands run as a user without
//! rights in a process namespace of their own: nothing of an attempt outlives it or reaches the machine.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::PathBuf;
use std::process::Command;

use serde_json::{Value, json};

use crate::attempt::{Attempt, Call};
use crate::harmless::Step;
use crate::restored_folder::RestoredFolder;
use crate::sandbox::search_path;
use crate::world::{World, bash};

const USER_SETTINGS: &str = ".claude/settings.json";
/// Every settings file that the client reads, from the home.
const SETTINGS: &[&str] =
    &[USER_SETTINGS, "project/.claude/settings.json", "project/.claude/settings.local.json"];
/// The hooks of the other clients, as `install` puts them there.
const OTHER_HOOKS: &[&str] = &[
    ".codex/hooks.json",
    ".gemini/settings.json",
    ".qwen/settings.json",
    ".copilot/hooks/fusebox.json",
    ".copilot/hooks/fusebox-vscode.json",
    ".cursor/hooks.json",
    ".kiro/hooks/fusebox.json",
    ".codeium/windsurf/hooks.json",
    ".gemini/config/hooks.json",
];
/// Files that hold nothing but hooks, which are programs or code, as `install` puts them there.
const HOOK_PROGRAMS: &[&str] = &[
    ".cline/hooks/PreToolUse.sh",
    ".cline/hooks/PostToolUse.sh",
    ".config/opencode/plugin/fusebox.js",
];
/// Other files of theirs, from the home, and what switches the hooks off in them.
const OTHER_SWITCHES: &[(&str, &str)] = &[
    (".codex/config.toml", "hooks = false"),
    ("project/.codex/config.toml", "hooks = false"),
    ("project/.gemini/settings.json", "\"enabled\": false"),
    ("project/.gemini/settings.json", "\"docker\""),
    ("project/.qwen/settings.json", "\"docker\""),
    (".gemini/settings.json", "\"docker\""),
    (".qwen/settings.json", "\"docker\""),
    ("project/.qwen/settings.json", "disableAllHooks"),
    (".copilot/settings.json", "disableAllHooks"),
    ("project/.github/copilot/settings.json", "disableAllHooks"),
];
/// The policies.
const POLICIES: &[(&str, &str)] = &[
    (".config/fusebox/config.toml", "[limits]\nturns = 70\n"),
    ("project/.fusebox.toml", "mode = \"enforce\"\n[limits]\ntool_calls = 500\n"),
];
/// The events of a session that begins afterwards, where a policy file is not as it was.
const LATER_EVENTS: &[(&str, &str)] = &[
    ("UserPromptSubmit", r#"{"prompt": "go on"}"#),
    (
        "PreToolUse",
        r#"{"tool_name": "Bash", "tool_use_id": "l1", "tool_input": {"command": "ls"}}"#,
    ),
];
/// The programs that the client starts, as `install` put them there.
const PROGRAMS: &str = ".local/state/fusebox/bin";

/// Something protected that an attempt changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Loss {
    /// Our hooks in the client's settings, or a key that switches them off.
    Settings,
    /// What a policy file says.
    Policy,
    /// The same of another client than the one that runs.
    OtherSettings,
    /// A program of ours.
    Program,
    /// What the store knows: a session that is open, and the log.
    Record,
}

/// What came of an attempt.
#[derive(Debug)]
pub(crate) struct Outcome {
    /// Whether the hook refused a call.
    pub(crate) refused: bool,
    /// Whether the session is stopped at the end, or the call after the attempt was refused.
    pub(crate) stopped: bool,
    /// What is not as before after the next event.
    pub(crate) lasting: Vec<Loss>,
}

pub(crate) struct AttackHome {
    world: World,
    /// The home as every attempt finds it.
    folder: RestoredFolder,
    /// The events and command lines of an attempt, out of its sight.
    calls: PathBuf,
    hooks: Value,
    other_hooks: Vec<Value>,
    hook_programs: Vec<(String, u32)>,
    programs: Vec<Option<ProgramIdentity>>,
    logged: i64,
}

/// Inode, size, mode, and time of modification.
type ProgramIdentity = (u64, u64, u32, i64, i64);

impl AttackHome {
    pub(crate) fn new() -> Self {
        let mut world = World::new();
        let calls = world.home.with_file_name("calls");
        fs::create_dir(&calls).unwrap();
        world.copy_programs();
        let copies = world.programs.clone();
        world.programs = world.path("bin");
        let copied = Command::new("cp").arg("-aT").args([&copies, &world.programs]).status();
        assert!(copied.unwrap().success());
        world.write(USER_SETTINGS, "{\"theme\": \"dark\"}\n");
        for (file, text) in POLICIES {
            world.write(file, text);
        }
        world.drop_rights();
        let mut home = Self {
            folder: RestoredFolder::new(&world.home),
            world,
            calls,
            hooks: Value::Null,
            other_hooks: Vec::new(),
            hook_programs: Vec::new(),
            programs: Vec::new(),
            logged: 0,
        };
        home.outside(
            "rm -rf .git; git init -q --template= .; git config user.email a@b.c; \
            git config user.name a; echo a > a; git add a .fusebox.toml; git commit -qm a; \
            echo b > a; git commit -qam b",
        );
        let installed = home.world.run("install --all --strict --yes");
        assert_eq!(installed.code, 0, "{}", installed.err);
        home.world.tripped("s0");
        // A session that obeys the policies as they are.
        home.world.claude("UserPromptSubmit", json!({"session_id": "s8", "prompt": "go on"}));
        // The copies are out of reach: what an attempt leaves of the programs tells nothing.
        home.world.programs = copies;
        home.hooks = home.json(USER_SETTINGS)["hooks"].clone();
        home.other_hooks = home.other_hooks();
        home.hook_programs = home.hook_programs();
        home.logged = home.log_rows().unwrap();
        home.folder.keep();
        home.programs = home.program_identities();
        assert_eq!(home.losses(), []);
        home
    }

    /// What the attempt changes without Fusebox.
    pub(crate) fn unguarded(&mut self, attempt: &Attempt) -> Vec<Loss> {
        self.restore(attempt);
        if attempt.as_person {
            fs::write(self.calls.join("0.unmarked"), "").unwrap();
        }
        self.run_in_namespace(&carry_out_all(attempt), attempt.as_person);
        self.losses()
    }

    /// What comes of the attempt under a client with hooks, which makes one harmless call after it.
    pub(crate) fn guarded(&mut self, attempt: &Attempt) -> Outcome {
        self.restore(attempt);
        let calls = 0..attempt.calls.len();
        let steps = calls
            .clone()
            .map(|n| format!("if event {n}.asked; then carry_out {n}; event {n}.ended; fi\n"));
        let steps = format!(
            "event start\n{}{}event next\nlater_session\n",
            String::from_iter(steps),
            pause(attempt)
        );
        self.run_in_namespace(&steps, false);
        let was_refused = |name: &str| self.calls.join(format!("{name}.refused")).exists();
        let stopped = was_refused("next") || self.is_open("s1");
        let refused = calls.clone().any(|n| was_refused(&format!("{n}.asked")));
        let mut lasting = self.losses();
        if self.policy_of("s9") == self.policy_of("s8") {
            // What a later session obeys is as before.
            lasting.retain(|loss| *loss != Loss::Policy);
        }
        Outcome { refused, stopped, lasting }
    }

    /// What the attempt changes inside `fusebox run --confine`, with no hook in its way.
    pub(crate) fn confined(&mut self, attempt: &Attempt) -> Vec<Loss> {
        self.restore(attempt);
        let mut command = self.world.command(self.world.path("bin/fusebox"));
        command.args(["run", "--confine=require", "--", "bash", "-c"]);
        command.arg(self.script(&carry_out_all(attempt))).env("PATH", self.search_path());
        let ran = self.world.finish(&mut command, b"");
        assert!(!ran.err.contains("error: "), "{attempt:?} was not tried: {}", ran.err);
        self.losses()
    }

    /// What is wrong with what the hook makes of innocent steps.
    pub(crate) fn harm_done_to(&mut self, steps: &[Step]) -> Option<String> {
        let calls = Attempt::new(steps.iter().filter_map(|step| step.call()).collect());
        let scripts = [false, true].map(|hooked| story(steps, hooked));
        self.restore(&calls);
        self.write_lines(steps);
        self.run_in_namespace(&self.beside_a_person(&scripts[0]), false);
        let expected = self.tree();
        self.restore(&calls);
        self.write_lines(steps);
        self.run_in_namespace(&self.beside_a_person(&scripts[1]), false);
        let refused = fs::read_dir(&self.calls).unwrap().flatten();
        let refused: Vec<PathBuf> = refused
            .map(|entry| entry.path())
            .filter(|path| path.extension().is_some_and(|end| end == "refused"))
            .collect();
        let (is_open, found) = (self.is_open("s1"), self.tree());
        let differs: Vec<_> =
            expected.iter().filter(|(path, text)| found.get(*path) != Some(*text)).collect();
        let added = found.keys().find(|path| !expected.contains_key(*path));
        let harmless = refused.is_empty() && !is_open && differs.is_empty() && added.is_none();
        (!harmless).then(|| {
            format!("refused {refused:?}, stopped {is_open}, differs {differs:?}, added {added:?}: {steps:?}")
        })
    }

    fn write_lines(&self, steps: &[Step]) {
        for (n, step) in steps.iter().enumerate() {
            if let Step::Client(line) | Step::Person(line) | Step::PersonMeanwhile(line) = step {
                fs::write(self.calls.join(format!("step{n}.line")), line).unwrap();
            }
        }
    }

    /// Runs a client with these steps beside the terminal of a person, who does what the client's `person`
    /// waits for.
    fn beside_a_person(&self, steps: &str) -> String {
        let client = format!(
            r#"person() {{ echo "$1" > "$calls/order"; read -r _ < "$calls/done"; }}
            client() {{ (cd "$HOME/project"; bash -c "$(cat "$calls/$1.line")") < /dev/null > /dev/null 2>&1; }}
            {steps}echo end > "$calls/order""#
        );
        format!(
            r#"mkfifo "$calls/order" "$calls/done"
            bash -c {} &
            while read -r n < "$calls/order" && [ "$n" != end ]; do
                (cd "$HOME/project"; bash -c "$(cat "$calls/$n.line")") < /dev/null > /dev/null 2>&1
                echo > "$calls/done"
            done
            wait
            "#,
            quoted(&self.script(&client))
        )
    }

    /// Every file of the home with its text, but for the state, what git keeps, and what Python compiled: it holds the
    /// time of its source.
    fn tree(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let (mut found, programs) = (BTreeMap::new(), self.world.path("bin"));
        let mut folders = vec![self.world.home.clone()];
        while let Some(folder) = folders.pop() {
            for path in fs::read_dir(folder).unwrap().flatten().map(|entry| entry.path()) {
                let kind = fs::symlink_metadata(&path).unwrap().file_type();
                let apart = [".git", ".local", ".cache", ".npm", "__pycache__"];
                let is_apart = apart.iter().any(|name| path.ends_with(name));
                if kind.is_dir() && !is_apart {
                    folders.push(path);
                } else if kind.is_file() && !path.to_string_lossy().contains("fusebox-backup-") {
                    // The programs are large, and what put them back knows whether they are as they were.
                    let is_known = path.starts_with(&programs) && self.folder.is_restored(&path);
                    let text = if is_known { Vec::new() } else { fs::read(&path).unwrap() };
                    found.insert(path, text);
                }
            }
        }
        found
    }

    /// What is not as it was.
    fn losses(&self) -> Vec<Loss> {
        let settings = self.json(USER_SETTINGS)["hooks"] == self.hooks
            && !self.is_dropped(USER_SETTINGS)
            && !SETTINGS.iter().any(|file| switches_off(&self.json(file)));
        let other_settings = self.other_hooks() == self.other_hooks
            && self.hook_programs() == self.hook_programs
            && !OTHER_SWITCHES.iter().any(|(file, off)| self.text(file).contains(off));
        let record = self.is_open("s0") && self.log_rows().is_some_and(|rows| rows >= self.logged);
        let is_intact = [
            (Loss::Settings, settings),
            (Loss::OtherSettings, other_settings),
            (Loss::Policy, POLICIES.iter().all(|(file, text)| self.text(file) == *text)),
            (Loss::Program, self.program_identities() == self.programs),
            (Loss::Record, record),
        ];
        is_intact.into_iter().filter_map(|(loss, intact)| (!intact).then_some(loss)).collect()
    }

    /// Puts the home back, and writes down what the attempt consists of.
    fn restore(&mut self, attempt: &Attempt) {
        self.folder.restore();
        self.programs = self.program_identities();
        self.write_calls(attempt);
    }

    fn write_calls(&self, attempt: &Attempt) {
        for entry in fs::read_dir(&self.calls).unwrap().flatten() {
            fs::remove_file(entry.path()).unwrap();
        }
        let write = |name: String, text: &[u8]| fs::write(self.calls.join(name), text).unwrap();
        let event = |name: &str, fields| self.world.event(name, fields);
        write("start".to_owned(), &event("SessionStart", json!({"source": "startup"})));
        for (name, fields) in LATER_EVENTS {
            let mut fields: Value = serde_json::from_str(fields).unwrap();
            fields["session_id"] = json!("s9");
            write(format!("later.{name}"), &event(name, fields));
        }
        write("next".to_owned(), &event("PreToolUse", bash("next", "ls")));
        for (n, call) in attempt.calls.iter().enumerate() {
            let (tool, input) = call.tool_and_input(&self.world.home);
            let mut fields =
                json!({"tool_name": tool, "tool_use_id": format!("c{n}"), "tool_input": input});
            write(format!("{n}.asked"), &event("PreToolUse", fields.clone()));
            fields["tool_response"] = json!({"stdout": "", "stderr": "", "interrupted": false});
            write(format!("{n}.ended"), &event("PostToolUse", fields));
            write(format!("{n}.line"), call.line().as_bytes());
            if matches!(call, Call::Server { .. }) {
                write(format!("{n}.unmarked"), b"");
            }
        }
    }

    /// A client: `event` tells the hook and succeeds unless it refuses, `carry_out` does what a call says.
    /// A call ends after 20 s, as a client ends it: some try until they succeed.
    fn script(&self, steps: &str) -> String {
        let hook = self.hooks["PreToolUse"][0]["hooks"][0]["command"].as_str().unwrap();
        format!(
            r#"calls={calls}
            hook={hook}
            reload() {{ hook=$(jq -r '.hooks.PreToolUse[0].hooks[0].command // "true"' ~/.claude/settings.json || echo true); }}
            event() {{
                CLAUDE_PID=$$ sh -c "$hook" < "$calls/$1" > "$calls/$1.answer" 2> "$calls/$1.error"
                if [ $? = 2 ] || grep -q '"deny"\|"block"' "$calls/$1.answer"; then
                    : > "$calls/$1.refused"; return 1
                fi
            }}
            carry_out() {{
                cd "$HOME/project" || return
                mark=CLAUDECODE=1; [ -e "$calls/$1.unmarked" ] && mark=A=B
                timeout --foreground -k 1 20 env "$mark" CLAUDE_PID=$$ bash -c "$(cat "$calls/$1.line")" < /dev/null > /dev/null 2>&1
            }}
            later_session() {{
                for file in .config/fusebox/config.toml project/.fusebox.toml; do
                    cmp -s "$HOME/$file" {template}/$file && continue
                    cd "$HOME/project"; event later.UserPromptSubmit; event later.PreToolUse; return
                done
            }}
            {steps}"#,
            template = quoted(&self.folder.template().to_string_lossy()),
            calls = quoted(&self.calls.to_string_lossy()),
            hook = quoted(hook),
        )
    }

    fn run_in_namespace(&self, steps: &str, at_terminal: bool) {
        let script = quoted(&self.script(steps));
        let line = format!(
            "timeout --foreground -k 1 30 unshare --user --map-current-user --pid --fork --kill-child --mount-proc bash -c {script}"
        );
        let line =
            if at_terminal { format!("script -qec {} /dev/null", quoted(&line)) } else { line };
        let mut shell = self.world.command("bash");
        shell.args(["-c", &line]).env("PATH", self.search_path());
        let ran = self.world.finish(&mut shell, b"");
        assert!(!ran.err.contains("unshare: "), "no namespaces here: {}", ran.err);
    }

    /// A command line of the user, outside of the namespace.
    fn outside(&self, line: &str) {
        let mut shell = self.world.command("bash");
        shell.args(["-c", line]).env("PATH", search_path());
        let ran = self.world.finish(&mut shell, b"");
        assert_eq!(ran.code, 0, "{line}: {}", ran.err);
    }

    fn search_path(&self) -> String {
        format!("{}:{}", self.world.path("bin").display(), search_path())
    }

    /// Whether the breaker of a session is open, by its record.
    fn is_open(&self, session: &str) -> bool {
        let open = "SELECT count(*) FROM scope WHERE open = 1 AND key LIKE ?1 || '%'";
        self.number(open, &[session]).is_some_and(|count| count > 0)
    }

    /// The digest of the policy that a session obeyed last.
    fn policy_of(&self, session: &str) -> Option<i64> {
        self.number(
            "SELECT policy FROM log WHERE session = ?1 ORDER BY seq DESC LIMIT 1",
            &[session],
        )
    }

    fn log_rows(&self) -> Option<i64> {
        self.number("SELECT count(*) FROM log", &[])
    }

    fn number(&self, query: &str, parameters: &[&str]) -> Option<i64> {
        let database = self.world.state_dir().join("fusebox.db");
        // The connection may not create it.
        let store = Some(database).filter(|path| path.is_file())?;
        let store = rusqlite::Connection::open(store).ok()?;
        store.query_row(query, rusqlite::params_from_iter(parameters), |row| row.get(0)).ok()
    }

    fn program_identities(&self) -> Vec<Option<ProgramIdentity>> {
        let identity = |program: &str| {
            let meta = fs::symlink_metadata(self.world.path(PROGRAMS).join(program)).ok()?;
            Some((meta.ino(), meta.len(), meta.mode(), meta.mtime(), meta.mtime_nsec()))
        };
        ["fusebox", "fusebox-hook"].map(identity).to_vec()
    }

    fn other_hooks(&self) -> Vec<Value> {
        OTHER_HOOKS.iter().map(|file| self.json(file)["hooks"].clone()).collect()
    }

    /// The text of each, and whether it can be started.
    fn hook_programs(&self) -> Vec<(String, u32)> {
        let about = |file: &&str| {
            let mode = fs::metadata(self.world.path(file)).map_or(0, |of| of.mode() & 0o100);
            (self.text(file), mode)
        };
        HOOK_PROGRAMS.iter().map(about).collect()
    }

    /// The text of a file, empty where there is none. A pipe in its place would never end.
    fn text(&self, file: &str) -> String {
        let path = Some(self.world.path(file)).filter(|path| path.is_file());
        // As clients read it, who replace bytes that are no text.
        let text = path.and_then(|path| fs::read(path).ok()).unwrap_or_default();
        if let Some(units) = text.strip_prefix(b"\xff\xfe") {
            let unit = |pair: &[u8]| u16::from_le_bytes([pair[0], pair[1]]);
            return String::from_utf16_lossy(&units.chunks_exact(2).map(unit).collect::<Vec<_>>());
        }
        String::from_utf8_lossy(&text).into_owned()
    }

    /// Whether Claude Code drops the file, with all hooks in it: seen with 2.1.330.
    fn is_dropped(&self, file: &str) -> bool {
        let settings = self.json(file);
        let is_wrong = |key: &str, is_right: fn(&Value) -> bool| {
            settings.pointer(key).is_some_and(|value| !is_right(value))
        };
        is_wrong("/model", Value::is_string)
            || is_wrong("/env", Value::is_object)
            || is_wrong("/permissions/allow", Value::is_array)
            || fs::metadata(self.world.path(file)).is_ok_and(|of| of.len() > 2 << 20)
    }

    fn json(&self, file: &str) -> Value {
        serde_json::from_str(&self.text(file)).unwrap_or_default()
    }
}

/// Whether a settings file switches our hooks off, or moves what they read.
fn switches_off(settings: &Value) -> bool {
    let variables = settings["env"].as_object();
    settings["disableAllHooks"] == true
        || variables.is_some_and(|all| {
            const OFF: [&str; 5] = [
                "FUSEBOX_",
                "XDG_",
                "CLAUDE_CODE_SIMPLE",
                "CLAUDE_CODE_SAFE_",
                "CLAUDE_CODE_SHELL_",
            ];
            all.keys().any(|name| OFF.iter().any(|off| name.starts_with(off)))
        })
}

/// The script of innocent steps.
fn story(steps: &[Step], hooked: bool) -> String {
    let mut script = if hooked { "event start\n".to_owned() } else { String::new() };
    let (mut calls, mut meanwhile) = (0, String::new());
    for (n, step) in steps.iter().enumerate() {
        match step {
            Step::Person(_) => script += &format!("person step{n}; reload\n"),
            Step::Client(_) => meanwhile += &format!("client step{n}; "),
            Step::PersonMeanwhile(_) => meanwhile += &format!("person step{n}; reload; "),
            Step::Sh(_) | Step::Write(..) | Step::Tool(..) => {
                let during = std::mem::take(&mut meanwhile);
                script += &if hooked {
                    format!("event {calls}.asked; {during}carry_out {calls}; event {calls}.ended\n")
                } else {
                    format!("{during}carry_out {calls}\n")
                };
                calls += 1;
            }
        }
    }
    script + if hooked { "event next\n" } else { "" }
}

fn carry_out_all(attempt: &Attempt) -> String {
    let steps = (0..attempt.calls.len()).map(|n| format!("carry_out {n}\n"));
    String::from_iter(steps) + pause(attempt)
}

/// What goes on in the background has this long.
fn pause(attempt: &Attempt) -> &'static str {
    if attempt.waits { "sleep 0.7\n" } else { "" }
}

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}
