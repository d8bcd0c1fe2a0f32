//! What a translation has told so far: the events that wait to be folded.

use std::borrow::Cow;
use std::collections::VecDeque;

use fusebox_engine::event::{PromptOrigin, SessionStart, TokenUsage, ToolRequest, ToolResult};
use fusebox_engine::{AgentId, CallId, Event, EventKind, MAX_ID_BYTES, SessionId, Timestamp, Tool};

use super::{ReportedOutcome, tool_names};

/// Events in the order in which they happened, and what surrounds the next one.
#[derive(Debug)]
pub struct TranscriptEvents {
    events: VecDeque<Event>,
    skipped: u64,
    /// What the session is called where no record names it.
    default_session: String,
    session: SessionId,
    agent: AgentId,
    at: Option<Timestamp>,
    /// Agents whose model response is still being answered, with its name.
    rounds: Vec<(AgentId, String)>,
    made: u64,
    outcome: ReportedOutcome,
}

impl TranscriptEvents {
    /// Nothing told yet, of a session with this name.
    #[must_use]
    pub fn new(session: &str) -> Self {
        Self {
            events: VecDeque::new(),
            skipped: 0,
            default_session: session.to_owned(),
            session: session_id(session),
            agent: AgentId::main(),
            at: None,
            rounds: Vec::new(),
            made: 0,
            outcome: ReportedOutcome::default(),
        }
    }

    /// Takes the earliest event that was told.
    pub fn pop(&mut self) -> Option<Event> {
        self.events.pop_front()
    }

    /// Records that were not understood.
    #[must_use]
    pub fn skipped(&self) -> u64 {
        self.skipped
    }

    /// Counts a record that was not understood.
    pub fn count_skipped(&mut self) {
        self.skipped += 1;
    }

    /// What was remarked of the run as a whole.
    #[must_use]
    pub fn outcome(&self) -> &ReportedOutcome {
        &self.outcome
    }

    /// What is remarked of the run as a whole.
    pub fn outcome_mut(&mut self) -> &mut ReportedOutcome {
        &mut self.outcome
    }

    /// What was given as the session's name where no record names it.
    #[must_use]
    pub fn default_session(&self) -> &str {
        &self.default_session
    }

    /// What the session is called from here on.
    pub fn set_session(&mut self, session: &str) {
        self.session = session_id(session);
    }

    /// The `n`th session of a file that holds several without names.
    pub fn set_numbered_session(&mut self, n: u64) {
        let name = self.default_session.clone();
        self.session = session_id(&format!("{name}#{n}"));
    }

    /// Whose events come next.
    pub fn set_agent(&mut self, agent: AgentId) {
        self.agent = agent;
    }

    /// When the next events happened; `None` where the record does not say.
    pub fn set_time(&mut self, at: Option<Timestamp>) {
        self.at = at;
    }

    /// Tells one thing, of the agent and at the time that were set.
    pub fn push(&mut self, kind: EventKind) {
        let event = Event {
            session: self.session.clone(),
            id: None,
            at: self.at,
            agent: self.agent.clone(),
            kind,
        };
        self.events.push_back(event);
    }

    /// An event as it stands in the record.
    pub fn push_event(&mut self, event: Event) {
        self.events.push_back(event);
    }

    /// The session begins, with this client.
    pub fn start_session(&mut self, client: &str) {
        let client = Some(client.to_owned());
        self.push(EventKind::SessionStart(SessionStart { client, ..SessionStart::default() }));
    }

    /// The agent is given a prompt; what the model answered before is done with.
    pub fn push_prompt(&mut self, by: PromptOrigin, text: &str) {
        self.end_round();
        self.push(EventKind::Prompt { by, text: text.to_owned() });
    }

    /// The agent says something; nothing but blanks is not told.
    pub fn push_message<'t>(&mut self, text: impl Into<Cow<'t, str>>) {
        let text = text.into();
        if !text.trim_start().is_empty() {
            self.push(EventKind::Message { text: text.into_owned(), part: false });
        }
    }

    /// The agent thinks something; nothing but blanks is not told.
    pub fn push_thought<'t>(&mut self, text: impl Into<Cow<'t, str>>) {
        let text = text.into();
        if !text.trim_start().is_empty() {
            self.push(EventKind::Thought { text: text.into_owned() });
        }
    }

    /// What was used; nothing is not told.
    pub fn push_usage(&mut self, usage: TokenUsage) {
        if usage != TokenUsage::default() {
            self.push(EventKind::Usage(usage));
        }
    }

    /// The model response `name` begins; the one before has all its answers. The same name again
    /// goes on with it.
    pub fn begin_round(&mut self, name: impl Into<String>) {
        let name = name.into();
        if self.round() != Some(&name) {
            self.end_round();
            self.rounds.push((self.agent.clone(), name));
        }
    }

    /// A model response without a name of its own begins.
    pub fn begin_unnamed_round(&mut self) {
        self.made += 1;
        self.begin_round(format!("r{}", self.made));
    }

    /// Goes on with the agent's response, or begins one.
    pub fn continue_round(&mut self) {
        if self.round().is_none() {
            self.begin_unnamed_round();
        }
    }

    /// The agent's response is answered.
    pub fn end_round(&mut self) {
        let agent = self.agent.clone();
        let before = self.rounds.len();
        self.rounds.retain(|(owner, _)| *owner != agent);
        if self.rounds.len() < before {
            self.push(EventKind::RoundEnd);
        }
    }

    fn round(&self) -> Option<&String> {
        self.rounds.iter().find(|(owner, _)| *owner == self.agent).map(|(_, name)| name)
    }

    /// A call, by the client's own name for the tool.
    pub fn push_call(&mut self, id: &str, name: &str, input: Option<serde_json::Value>) {
        let (tool, input) = tool_names::canonical_call(name, input);
        self.push_canonical_call(id, tool, input);
    }

    /// A call whose tool and arguments are canonical already.
    pub fn push_canonical_call(&mut self, id: &str, tool: Tool, input: Option<serde_json::Value>) {
        let round = self.round().cloned();
        let call = call_id(id);
        self.push(EventKind::ToolRequest(ToolRequest { call, round, tool, input, cwd: None }));
    }

    /// A call ended, by the id with which it was told.
    pub fn push_result(&mut self, id: &str, result: ToolResult) {
        let result = ToolResult { call: call_id(id), ..result };
        self.push(EventKind::ToolResult(Box::new(result)));
    }
}

/// A session's id out of any text: what cannot stand in an id is left out.
fn session_id(text: &str) -> SessionId {
    let fit = fitting(text);
    SessionId::parse(if fit.is_empty() { "unnamed".to_owned() } else { fit })
        .unwrap_or_else(|_| unreachable!("a text without control characters is an id"))
}

/// An agent's id out of any text.
pub fn agent_id(text: &str) -> AgentId {
    AgentId::parse(fitting(text)).unwrap_or_else(|_| AgentId::main())
}

fn call_id(text: &str) -> Option<CallId> {
    CallId::parse(fitting(text)).ok()
}

/// The end of a long text tells ids apart better than its beginning.
fn fitting(text: &str) -> String {
    if text.len() <= MAX_ID_BYTES && text.bytes().all(|byte| byte.is_ascii_graphic()) {
        return text.to_owned();
    }
    let clean: String = text.chars().filter(|c| !c.is_control()).collect();
    let mut from = clean.len().saturating_sub(MAX_ID_BYTES);
    while !clean.is_char_boundary(from) {
        from += 1;
    }
    clean[from..].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(events: &mut TranscriptEvents) -> Vec<&'static str> {
        std::iter::from_fn(|| events.pop())
            .map(|event| {
                if matches!(event.kind, EventKind::ToolRequest(_)) {
                    "request"
                } else if matches!(event.kind, EventKind::ToolResult(_)) {
                    "result"
                } else {
                    "end"
                }
            })
            .collect()
    }

    #[test]
    fn a_round_ends_where_the_next_begins() {
        let mut events = TranscriptEvents::new("s");
        events.begin_round("m1");
        events.push_call("a", "Bash", None);
        events.begin_round("m1");
        events.push_call("b", "Bash", None);
        events.push_result("a", ToolResult::default());
        events.push_result("b", ToolResult::default());
        events.begin_round("m2");
        events.end_round();
        events.end_round();
        let expected = ["request", "request", "result", "result", "end", "end"];
        assert_eq!(kinds(&mut events), expected);
    }

    #[test]
    fn any_text_gives_an_id() {
        assert_eq!(session_id("").as_str(), "unnamed");
        assert_eq!(session_id("a\nb").as_str(), "ab");
        assert_eq!(session_id(&"é".repeat(300)).as_str(), "é".repeat(100));
        assert!(agent_id("").is_main());
        assert_eq!(call_id(""), None);
    }
}
