//! What the agents did so far, as far as it decides what their next calls mean.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::json;

use super::deed::{Fails, Mask, RUNS, SESSIONS, SUITE, TEST_FILES, TESTS, What, Who};
use super::output::{self, Effect};
use crate::attempts_model::{Seen, Selection};

#[derive(Default)]
pub(crate) struct Past {
    /// Who gave each file its content, and which.
    contents: BTreeMap<&'static str, (Who, usize)>,
    /// The tests that failed last, by task.
    failed: BTreeMap<&'static str, BTreeSet<&'static str>>,
}

impl Past {
    /// What `what` is when this agent does it now. `number` is another one for each call.
    pub(crate) fn call(&mut self, who: Who, what: &What, number: usize) -> output::Call {
        match what {
            What::Edit { path, same } => self.edit(who, path, *same, number),
            What::FailedEdit { path } => output::Call {
                tool: "write",
                input: json!({"file_path": path, "content": format!("lost {number}")}),
                result: json!({"ok": false, "output": "no such folder"}),
                ..output::Call::default()
            },
            What::ShellEdit { path } => {
                let command = format!("echo '// {number}' > {path}");
                let effect = Effect::Changed { is_test: TEST_FILES.contains(path) };
                let result = json!({"ok": true, "exit_code": 0, "output": ""});
                let writes = Some((*path, None));
                output::Call { writes, ..output::bash(command, result, effect) }
            }
            What::Look => {
                let result = json!({"ok": true, "output": "cart.rs"});
                output::bash("ls src".to_owned(), result, Effect::Nothing)
            }
            What::Run { run, fails, listed, told, cut } => {
                let seen = self.seen(who, *run, fails, *listed);
                output::verdict(RUNS[*run].0, seen, *told, *cut)
            }
            What::Unreadable { run } => {
                let (command, selection) = RUNS[*run].clone();
                let failed = BTreeSet::from([SUITE.to_owned()]);
                output::unreadable(command, Seen { selection, failed, passed: BTreeSet::new() })
            }
            What::Build { run, told } => output::build_error(RUNS[*run].0, *told),
            What::NoCargo { run } => output::no_cargo(RUNS[*run].0),
        }
    }

    /// The call was admitted.
    pub(crate) fn admit_call(&mut self, who: Who, call: &output::Call) {
        match call.writes {
            Some((path, Some(content))) => _ = self.contents.insert(path, (who, content)),
            Some((path, None)) => _ = self.contents.remove(path),
            None => {}
        }
    }

    fn edit(&self, who: Who, path: &'static str, same: bool, number: usize) -> output::Call {
        // What an agent wrote is compared with its own edits alone.
        let old = self.contents.get(path).filter(|(by, _)| same && *by == who);
        let number = old.map_or(number, |(_, number)| *number);
        let content = format!("// content {number}");
        let changed = if SESSIONS[who.0].tells_content {
            json!([{"path": path, "content": content}])
        } else {
            json!([path])
        };
        output::Call {
            tool: "write",
            input: json!({"file_path": path, "content": content}),
            result: json!({"ok": true, "output": "", "files_changed": changed}),
            effect: match old {
                Some(_) => Effect::Nothing,
                None => Effect::Changed { is_test: TEST_FILES.contains(&path) },
            },
            writes: Some((path, Some(number))),
        }
    }

    fn seen(&mut self, (session, _): Who, run: usize, fails: &Fails, listed: Mask) -> Seen {
        let selection = &RUNS[run].1;
        let runs = |test: &str| matches!(selection, Selection::Part(_)) || selection.names(test);
        let chosen = |mask: Mask| {
            let tests = TESTS.into_iter().zip(mask);
            tests.filter(|(test, chosen)| *chosen && runs(test)).map(|(test, _)| test)
        };
        let before = self.failed.entry(SESSIONS[session].task).or_default();
        let failed: BTreeSet<&str> = match fails {
            Fails::AsBefore => before.iter().copied().filter(|test| runs(test)).collect(),
            Fails::AsBeforeOf(mask) => chosen(*mask).filter(|test| before.contains(test)).collect(),
            Fails::These(mask) => chosen(*mask).collect(),
        };
        before.retain(|test| !runs(test));
        before.extend(&failed);
        let passed = chosen(listed).filter(|test| !failed.contains(test));
        Seen {
            selection: selection.clone(),
            passed: passed.map(str::to_owned).collect(),
            failed: failed.into_iter().map(str::to_owned).collect(),
        }
    }
}
