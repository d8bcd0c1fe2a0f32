//! The contents and failing tests that earlier calls left: what the next calls mean depends on them.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::json;

use super::action::{
    AgentCall, AgentInSession, FailingTests, RUNS, SESSIONS, SUITE, TEST_FILES, TESTS, TestMask,
};
use super::output::{self, Effect};
use crate::attempts_model::{ListedTests, Selection};

#[derive(Default)]
pub(crate) struct WorkSoFar {
    /// AgentInSession gave each file its content, and which.
    contents: BTreeMap<&'static str, (AgentInSession, usize)>,
    /// The tests that failed last, by task.
    failed: BTreeMap<&'static str, BTreeSet<&'static str>>,
}

impl WorkSoFar {
    /// Makes the call with its result as it is when this agent makes it now. `number` differs for each call.
    pub(crate) fn call(
        &mut self,
        agent: AgentInSession,
        call: &AgentCall,
        number: usize,
    ) -> output::Call {
        match call {
            AgentCall::Edit { path, same } => self.edit(agent, path, *same, number),
            AgentCall::FailedEdit { path } => output::Call {
                tool: "write",
                input: json!({"file_path": path, "content": format!("lost {number}")}),
                result: json!({"ok": false, "output": "no such folder"}),
                ..output::Call::default()
            },
            AgentCall::ShellEdit { path } => {
                let command = format!("echo '// {number}' > {path}");
                let effect = Effect::Changed { is_test: TEST_FILES.contains(path) };
                let result = json!({"ok": true, "exit_code": 0, "output": ""});
                let writes = Some((*path, None));
                output::Call { writes, ..output::bash(command, result, effect) }
            }
            AgentCall::Look => {
                let result = json!({"ok": true, "output": "cart.rs"});
                output::bash("ls src".to_owned(), result, Effect::Nothing)
            }
            AgentCall::Run { run, fails, listed, report, cut } => {
                let tests = self.listed_tests(agent, *run, fails, *listed);
                output::verdict(RUNS[*run].0, tests, *report, *cut)
            }
            AgentCall::Unreadable { run } => {
                let (command, selection) = RUNS[*run].clone();
                let failed = BTreeSet::from([SUITE.to_owned()]);
                output::unreadable(
                    command,
                    ListedTests { selection, failed, passed: BTreeSet::new() },
                )
            }
            AgentCall::Build { run, report } => output::build_error(RUNS[*run].0, *report),
            AgentCall::NoCargo { run } => output::no_cargo(RUNS[*run].0),
        }
    }

    /// The call was admitted.
    pub(crate) fn admit_call(&mut self, agent: AgentInSession, call: &output::Call) {
        match call.writes {
            Some((path, Some(content))) => _ = self.contents.insert(path, (agent, content)),
            Some((path, None)) => _ = self.contents.remove(path),
            None => {}
        }
    }

    fn edit(
        &self,
        agent: AgentInSession,
        path: &'static str,
        same: bool,
        number: usize,
    ) -> output::Call {
        // What an agent wrote is compared with its own edits alone.
        let old = self.contents.get(path).filter(|(by, _)| same && *by == agent);
        let number = old.map_or(number, |(_, number)| *number);
        let content = format!("// content {number}");
        let changed = if SESSIONS[agent.0].reports_content {
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

    fn listed_tests(
        &mut self,
        (session, _): AgentInSession,
        run: usize,
        fails: &FailingTests,
        listed: TestMask,
    ) -> ListedTests {
        let selection = &RUNS[run].1;
        let runs = |test: &str| matches!(selection, Selection::Part(_)) || selection.names(test);
        let chosen = |mask: TestMask| {
            let tests = TESTS.into_iter().zip(mask);
            tests.filter(|(test, chosen)| *chosen && runs(test)).map(|(test, _)| test)
        };
        let before = self.failed.entry(SESSIONS[session].task).or_default();
        let failed: BTreeSet<&str> = match fails {
            FailingTests::AsBefore => before.iter().copied().filter(|test| runs(test)).collect(),
            FailingTests::AsBeforeOf(mask) => {
                chosen(*mask).filter(|test| before.contains(test)).collect()
            }
            FailingTests::These(mask) => chosen(*mask).collect(),
        };
        before.retain(|test| !runs(test));
        before.extend(&failed);
        let passed = chosen(listed).filter(|test| !failed.contains(test));
        ListedTests {
            selection: selection.clone(),
            passed: passed.map(str::to_owned).collect(),
            failed: failed.into_iter().map(str::to_owned).collect(),
        }
    }
}
