//! An agent that works on tests, told through the real hook.

use std::cell::Cell;

use serde_json::{Value, json};

use crate::transcript::CommandOutput;
use crate::world::World;

/// A session of an agent that works on tests, told through the real hook.
pub(crate) struct Agent<'a> {
    world: &'a World,
    session: &'a str,
    calls: Cell<u32>,
}

impl<'a> Agent<'a> {
    pub(crate) fn new(world: &'a World, session: &'a str) -> Self {
        Self::with_task(world, session, None)
    }

    pub(crate) fn with_task(world: &'a World, session: &'a str, task: Option<&str>) -> Self {
        let agent = Self { world, session, calls: Cell::new(0) };
        let ran = agent.send_hook_event("SessionStart", json!({"source": "startup"}), task);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.out);
        agent
    }

    fn send_hook_event(&self, event: &str, mut fields: Value, task: Option<&str>) -> CommandOutput {
        fields["session_id"] = json!(self.session);
        let mut command = self.world.hook_below_shell();
        command.env("CLAUDE_PROJECT_DIR", self.world.path("project"));
        command.envs(task.map(|task| ("FUSEBOX_TASK", task)));
        self.world.finish(&mut command, &self.world.event(event, fields))
    }

    fn call(&self, tool: &str, input: Value, result: impl FnOnce(&mut Value) -> &'static str) {
        self.calls.set(self.calls.get() + 1);
        let id = format!("{}-{}", self.session, self.calls.get());
        let mut fields = json!({"tool_name": tool, "tool_input": input, "tool_use_id": id});
        self.send_hook_event("PreToolUse", fields.clone(), None);
        let event = result(&mut fields);
        self.send_hook_event(event, fields, None);
    }

    /// A change of the code, then a test run in which these tests fail.
    pub(crate) fn attempt(&self, failing: &[&str]) {
        self.change();
        self.run("cargo test", failing);
    }

    /// A failing run and `n` failed attempts at a test, `cart::adds`.
    pub(crate) fn attempts(&self, n: usize) {
        self.run("cargo test", &["cart::adds"]);
        for _ in 0..n {
            self.attempt(&["cart::adds"]);
        }
    }

    /// The same, where the run prints nothing and writes its report here.
    pub(crate) fn reported_attempt(&self, report: &str, failing: &[&str]) {
        self.change();
        self.call("Bash", json!({"command": "mvn -q test | tail -1"}), |fields| {
            let case = |name: &&str| {
                format!(r#"<testcase name="{name}"><failure message="no"/></testcase>"#)
            };
            let cases: String = failing.iter().map(case).collect();
            let suite = format!("<testsuite tests=\"{}\">{cases}</testsuite>", failing.len());
            self.world.write(report, &suite);
            fields["tool_response"] = json!({"stdout": "", "stderr": "", "interrupted": false});
            "PostToolUse"
        });
    }

    fn change(&self) {
        let path = "src/cart.rs";
        let content = format!("// {}", self.calls.get());
        self.call("Write", json!({"file_path": path, "content": content}), |fields| {
            fields["tool_response"] = json!({"filePath": path, "type": "update"});
            "PostToolUse"
        });
    }

    pub(crate) fn run(&self, command: &str, failing: &[&str]) {
        self.call("Bash", json!({"command": command}), |fields| {
            fields["error"] = json!(format!("Exit code 101\n{}", red(failing)));
            "PostToolUseFailure"
        });
    }

    /// What the hook answers to a call.
    pub(crate) fn asks(&self, command: &str) -> String {
        let fields = json!({"tool_name": "Bash", "tool_input": {"command": command}});
        self.send_hook_event("PreToolUse", fields, None).out
    }
}

/// What `cargo test` prints when these tests fail.
fn red(failing: &[&str]) -> String {
    let lines = |form: &dyn Fn(&str) -> String| -> String {
        failing.iter().map(|name| form(name)).collect()
    };
    format!(
        "\nrunning {n} tests\n{}\nfailures:\n\n{}\nfailures:\n{}\ntest result: FAILED. 0 passed; \
         {n} failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n\nerror: test \
         failed, to rerun pass `--test cart`\n",
        lines(&|name| format!("test {name} ... FAILED\n")),
        lines(&|name| format!(
            "---- {name} stdout ----\n\nthread '{name}' panicked at tests/cart.rs:14:5:\n\
             assertion `left == right` failed\n  left: 3\n right: 4\n\n"
        )),
        lines(&|name| format!("    {name}\n")),
        n = failing.len(),
    )
}

/// A project that limits attempts, with a task of that id.
pub(crate) fn started(id: &str) -> World {
    let world = World::new();
    world
        .write("project/.fusebox.toml", "preset = \"tdd\"\nnotify = []\ncheckpoints = \"never\"\n");
    world.person_does(&["task", "start", id]);
    world
}

/// The same with dates and lengths of time named instead.
pub(crate) fn undated(mut ran: CommandOutput) -> CommandOutput {
    let digits = |c: char| c.is_ascii_digit() || "-: ".contains(c);
    let dated = |line: &str| {
        // A column of facts keeps its width.
        if let Some(end) = line.find(" UTC (AGO)") {
            let fact = &line[..end - "2026-11-22 01:06:48".len()];
            return format!("{fact}DATE (AGO){}", &line[end + " UTC (AGO)".len()..]);
        }
        // On a first screen the day stands only where it is another.
        let Some((before, after)) = line.split_once(" UTC, AGO") else { return line.to_owned() };
        let sign = before.trim_end_matches(digits);
        format!(
            "{sign}{}DATE  {}",
            if sign.ends_with('N') { "   " } else { " " },
            after.trim_start()
        )
    };
    ran.out = ran.out.lines().map(|line| dated(line) + "\n").collect();
    ran
}
