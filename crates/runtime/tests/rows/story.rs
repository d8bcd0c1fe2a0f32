//! Stories told to the runtime as canonical events, and what it answered.

use std::collections::BTreeMap;

use fusebox_clients::canonical;
use fusebox_engine::event::ControlOrder;
use fusebox_engine::{
    AgentId, Event, EventKind, FindingLevel, Incident, Policy, Rule, SessionId, Timestamp, Verdict,
    VerdictAction,
};
use fusebox_runtime::{PolicySet, Runtime, query};
use fusebox_store::IncidentFilter;
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

    /// The layers give a stricter policy from now on.
    pub(crate) fn tighten(&mut self, policy: &Policy) {
        let (held, found) = (self.policies.digest(), PolicySet::of_one(policy.clone()));
        let (store, at) = (self.runtime.store_mut(), Timestamp(self.at));
        fusebox_runtime::keep_stricter(store, held, found.digest(), &found, at).unwrap();
        self.policies = found;
    }

    /// Tells one canonical event; session, agent and time are filled in.
    pub(crate) fn send(&mut self, mut event: Value) -> Verdict {
        self.at += 1_000;
        let fields = event.as_object_mut().unwrap();
        fields.entry("session").or_insert(json!(self.session));
        fields.entry("agent").or_insert(json!(self.agent));
        fields.entry("at_ms").or_insert(json!(self.at));
        let event = canonical::read_event(event.to_string().as_bytes()).unwrap();
        self.runtime.decide(&self.policies, &event, Timestamp(self.at)).unwrap().verdict
    }

    pub(crate) fn wait(&mut self, ms: u64) -> &mut Self {
        self.at += ms;
        self
    }

    pub(crate) fn human(&mut self) -> Verdict {
        self.send(json!({"type": "prompt", "by": "human", "text": "go on"}))
    }

    pub(crate) fn automation(&mut self) -> Verdict {
        self.send(json!({"type": "prompt", "by": "automation", "text": "go on"}))
    }

    /// Asks for a call and, when it is admitted, tells its result. The verdicts of both.
    pub(crate) fn call(
        &mut self,
        tool: &str,
        input: Value,
        result: Value,
    ) -> (Verdict, Option<Verdict>) {
        self.calls += 1;
        let id = format!("{}-{}-c{}", self.session, self.agent, self.calls);
        let asked =
            self.send(json!({"type": "tool_request", "call": id, "tool": tool, "input": input}));
        if asked.verdict >= VerdictAction::Deny {
            return (asked, None);
        }
        let mut told = json!({"type": "tool_result", "call": id});
        told.as_object_mut().unwrap().extend(result.as_object().unwrap().clone());
        let answered = self.send(told);
        (asked, Some(answered))
    }

    /// A command that succeeds with this output.
    pub(crate) fn bash(&mut self, command: &str, output: &str) -> (Verdict, Option<Verdict>) {
        self.call("bash", json!({"command": command}), json!({"ok": true, "output": output}))
    }

    /// A command that fails with this output.
    pub(crate) fn fails(&mut self, command: &str, output: &str) -> (Verdict, Option<Verdict>) {
        let result = json!({"ok": false, "exit_code": 1, "output": output});
        self.call("bash", json!({"command": command}), result)
    }

    /// An edit that gives the file this content.
    pub(crate) fn edit(&mut self, path: &str, content: &str) -> (Verdict, Option<Verdict>) {
        let input = json!({"file_path": path, "content": content});
        self.call("write", input, json!({"ok": true, "output": "", "files_changed": [path]}))
    }

    /// The same call `n` times: how each was answered, request and result.
    pub(crate) fn loops(&mut self, n: usize, command: &str, output: &str) -> Vec<Heard> {
        (0..n).map(|_| heard(&self.bash(command, output))).collect()
    }

    /// A person's order.
    pub(crate) fn control(&mut self, control: ControlOrder) -> Verdict {
        self.at += 1_000;
        let event = Event {
            session: SessionId::parse(self.session).unwrap(),
            id: None,
            at: None,
            agent: AgentId::main(),
            kind: EventKind::Control(control),
        };
        self.runtime.decide(&self.policies, &event, Timestamp(self.at)).unwrap().verdict
    }

    pub(crate) fn incidents(&self) -> Vec<Incident> {
        query::incidents(self.runtime.store(), &IncidentFilter::default()).unwrap()
    }
}

/// What became of one call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Heard {
    /// It passed and nothing was said.
    Nothing,
    /// It passed and the agent was told something.
    Warned,
    /// It was refused.
    Denied,
    /// It was refused and the breaker opened.
    Tripped,
    /// It was refused and the turn ended.
    Stopped,
}

pub(crate) fn heard((asked, answered): &(Verdict, Option<Verdict>)) -> Heard {
    let trips = asked.findings.iter().any(|finding| finding.level == FindingLevel::Trip);
    match asked.verdict {
        VerdictAction::Stop => Heard::Stopped,
        VerdictAction::Deny if trips => Heard::Tripped,
        VerdictAction::Deny => Heard::Denied,
        VerdictAction::Warn => Heard::Warned,
        VerdictAction::Allow => match answered.as_ref().map(|answered| answered.verdict) {
            Some(VerdictAction::Warn) => Heard::Warned,
            _ => Heard::Nothing,
        },
    }
}

/// The rules named in a verdict, with their levels.
pub(crate) fn rules(verdict: &Verdict) -> Vec<(Rule, FindingLevel)> {
    verdict.findings.iter().map(|finding| (finding.rule, finding.level)).collect()
}
