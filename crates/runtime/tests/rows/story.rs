//! Stories told to the runtime as canonical events, and what it answered.

use std::collections::BTreeMap;

use fusebox_clients::canonical;
use fusebox_engine::event::ControlOrder;
use fusebox_engine::state::TaskState;
use fusebox_engine::{
    AgentId, Event, EventKind, FindingLevel, Incident, Policy, Rule, SessionId, Timestamp, Verdict,
    VerdictAction,
};
use fusebox_runtime::{EventAnswer, PolicySet, Runtime, query};
use fusebox_store::{IncidentFilter, ScopeKind};
use serde_json::{Value, json};

/// One session under one policy.
pub(crate) struct Story {
    pub(crate) runtime: Runtime,
    pub(crate) policies: PolicySet,
    /// The clock, in milliseconds.
    pub(crate) at: u64,
    calls: u64,
    pub(crate) agent: &'static str,
    pub(crate) session: &'static str,
}

impl Story {
    pub(crate) fn new(policy: Policy) -> Self {
        Self::with_roles(policy, BTreeMap::new())
    }

    pub(crate) fn with_roles(policy: Policy, roles: BTreeMap<String, Policy>) -> Self {
        Self {
            runtime: Runtime::in_memory().unwrap(),
            policies: PolicySet::new(policy, roles),
            at: 1_000_000,
            calls: 0,
            agent: "main",
            session: "s1",
        }
    }

    /// Decides by another policy from now on.
    pub(crate) fn set_policy(&mut self, policy: Policy) {
        self.policies = PolicySet::of_one(policy);
    }

    /// The layers give a stricter policy from now on.
    pub(crate) fn tighten(&mut self, policy: &Policy) {
        let (held, found) = (self.policies.digest(), PolicySet::of_one(policy.clone()));
        let (store, at) = (self.runtime.store_mut(), Timestamp(self.at));
        fusebox_runtime::keep_stricter(store, held, found.digest(), &found, at).unwrap();
        self.policies = found;
    }

    /// Tells one canonical event, a second after the one before; session, agent and time are filled
    /// in.
    pub(crate) fn tell(&mut self, mut event: Value) -> EventAnswer {
        self.at += 1_000;
        let fields = event.as_object_mut().unwrap();
        fields.entry("session").or_insert(json!(self.session));
        fields.entry("agent").or_insert(json!(self.agent));
        fields.entry("at_ms").or_insert(json!(self.at));
        self.decide(&canonical::read_event(event.to_string().as_bytes()).unwrap())
    }

    fn decide(&mut self, event: &Event) -> EventAnswer {
        self.runtime.decide(&self.policies, event, Timestamp(self.at)).unwrap()
    }

    /// The verdict on one event.
    pub(crate) fn send(&mut self, event: Value) -> Verdict {
        self.tell(event).verdict
    }

    pub(crate) fn wait(&mut self, ms: u64) -> &mut Self {
        self.at += ms;
        self
    }

    /// Tells that time has passed.
    pub(crate) fn tick(&mut self) -> Verdict {
        self.send(json!({"type": "tick"}))
    }

    pub(crate) fn human(&mut self) -> Verdict {
        self.send(json!({"type": "prompt", "by": "human", "text": "go on"}))
    }

    pub(crate) fn automation(&mut self) -> Verdict {
        self.send(json!({"type": "prompt", "by": "automation", "text": "go on"}))
    }

    /// Asks for a call.
    pub(crate) fn request(&mut self, call: &str, tool: &str, input: Value) -> Verdict {
        self.send(json!({"type": "tool_request", "call": call, "tool": tool, "input": input}))
    }

    /// Tells the result of a call.
    pub(crate) fn result(&mut self, call: &str, mut result: Value) -> Verdict {
        result["type"] = json!("tool_result");
        result["call"] = json!(call);
        self.send(result)
    }

    /// Asks for a call and, when it is admitted, tells its result.
    pub(crate) fn call(&mut self, tool: &str, input: Value, result: Value) -> Call {
        self.calls += 1;
        let id = format!("{}-{}-c{}", self.session, self.agent, self.calls);
        let asked = self.request(&id, tool, input);
        let admitted = asked.verdict < VerdictAction::Deny;
        let answered = admitted.then(|| self.result(&id, result));
        Call { asked, answered }
    }

    /// A command that succeeds with this output.
    pub(crate) fn bash(&mut self, command: &str, output: &str) -> Call {
        self.call("bash", json!({"command": command}), json!({"ok": true, "output": output}))
    }

    /// A command that fails with this output.
    pub(crate) fn fails(&mut self, command: &str, output: &str) -> Call {
        let result = json!({"ok": false, "exit_code": 1, "output": output});
        self.call("bash", json!({"command": command}), result)
    }

    /// An edit that gives the file this content.
    pub(crate) fn edit(&mut self, path: &str, content: &str) -> Call {
        let input = json!({"file_path": path, "content": content});
        self.call("write", input, json!({"ok": true, "output": "", "files_changed": [path]}))
    }

    /// What is heard of `n` calls, a sign for each ([`Call::heard`]).
    pub(crate) fn hear(
        &mut self,
        n: usize,
        mut call: impl FnMut(&mut Self, usize) -> Call,
    ) -> String {
        (0..n).map(|n| call(self, n).heard()).collect()
    }

    /// What is heard of the same command `n` times.
    pub(crate) fn loops(&mut self, n: usize, command: &str, output: &str) -> String {
        self.hear(n, |story, _| story.bash(command, output))
    }

    /// A person's order.
    pub(crate) fn control(&mut self, control: ControlOrder) -> Verdict {
        self.at += 1_000;
        let session = SessionId::parse(self.session).unwrap();
        let kind = EventKind::Control(control);
        self.decide(&Event { session, id: None, at: None, agent: AgentId::main(), kind }).verdict
    }

    pub(crate) fn incidents(&self) -> Vec<Incident> {
        query::incidents(self.runtime.store(), &IncidentFilter::default()).unwrap()
    }

    /// The rules that opened a breaker, the latest first.
    pub(crate) fn opened(&self) -> Vec<Rule> {
        self.incidents().iter().map(Incident::rule).collect()
    }

    /// What is stored of a task.
    pub(crate) fn task(&self, id: &str) -> TaskState {
        let row = self.runtime.store().read().scope(ScopeKind::Task, id).unwrap();
        row.map(|row| serde_json::from_str(&row.durable).unwrap()).unwrap_or_default()
    }
}

/// A call: the verdicts on its request and, where that was admitted, on its result.
pub(crate) struct Call {
    pub(crate) asked: Verdict,
    pub(crate) answered: Option<Verdict>,
}

impl Call {
    /// `.`: it passed and nothing was said. `w`: it passed and the agent was warned. `d`: it was
    /// refused. `T`: it was refused and the breaker opened. `S`: it was refused and the turn ended.
    pub(crate) fn heard(&self) -> char {
        let trips = self.asked.findings.iter().any(|finding| finding.level == FindingLevel::Trip);
        let warned = |verdict: &Verdict| verdict.verdict == VerdictAction::Warn;
        match self.asked.verdict {
            VerdictAction::Stop => 'S',
            VerdictAction::Ask => 'Q',
            VerdictAction::Deny if trips => 'T',
            VerdictAction::Deny => 'd',
            VerdictAction::Warn => 'w',
            VerdictAction::Allow if self.answered.as_ref().is_some_and(warned) => 'w',
            VerdictAction::Allow => '.',
        }
    }

    /// The verdict on the result.
    pub(crate) fn answer(self) -> Verdict {
        self.answered.unwrap()
    }
}

/// The rules named in a verdict, with their levels.
pub(crate) fn rules(verdict: &Verdict) -> Vec<(Rule, FindingLevel)> {
    verdict.findings.iter().map(|finding| (finding.rule, finding.level)).collect()
}
