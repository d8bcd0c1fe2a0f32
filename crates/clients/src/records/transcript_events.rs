//! The events of a transcript that were translated and wait to be taken.

use std::borrow::Cow;
use std::collections::VecDeque;

use fusebox_engine::event::{PromptOrigin, SessionStart, TokenUsage, ToolRequest, ToolResult};
use fusebox_engine::{AgentId, CallId, Event, EventKind, MAX_ID_BYTES, SessionId, Timestamp, Tool};

use super::{JsonValue, ReportedOutcome, tool_names};

/// Events in the order in which they happened, and the session, agent and time of the next one.
#[derive(Debug)]
pub struct TranscriptEvents {
    events: VecDeque<Event>,
    skipped: u64,
    /// The session's name if no record gives one.
    default_session: String,
    session: SessionId,
    agent: AgentId,
    at: Option<Timestamp>,
    /// The open rounds, by agent: model responses whose results are not all in.
    rounds: Vec<(AgentId, String)>,
    unnamed_rounds: u64,
    /// What the records report of the run as a whole.
    pub outcome: ReportedOutcome,
}

impl TranscriptEvents {
    /// No events yet, of a session with this default name.
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
            unnamed_rounds: 0,
            outcome: ReportedOutcome::default(),
        }
    }

    /// Takes the earliest event.
    pub fn pop(&mut self) -> Option<Event> {
        self.events.pop_front()
    }

    /// The number of records that were not understood.
    #[must_use]
    pub fn skipped(&self) -> u64 {
        self.skipped
    }

    /// Counts a record that was not understood.
    pub fn count_skipped(&mut self) {
        self.skipped += 1;
    }

    /// The session's name if no record gives one.
    #[must_use]
    pub fn default_session(&self) -> &str {
        &self.default_session
    }

    /// Sets the session of the next events.
    pub fn set_session(&mut self, session: &str) {
        self.session = session_id(session);
    }

    /// Sets the `n`th session of a file that has several without names.
    pub fn set_numbered_session(&mut self, n: u64) {
        let name = self.default_session.clone();
        self.session = session_id(&format!("{name}#{n}"));
    }

    /// Sets the agent of the next events.
    pub fn set_agent(&mut self, agent: AgentId) {
        self.agent = agent;
    }

    /// Sets the time of the next events; `None` if the record has none.
    pub fn set_time(&mut self, at: Option<Timestamp>) {
        self.at = at;
    }

    /// Adds an event of the session, agent and time that were set.
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

    /// Adds an event that the record holds whole.
    pub fn push_event(&mut self, event: Event) {
        self.events.push_back(event);
    }

    /// Starts the session of a client.
    pub fn start_session(&mut self, client: &str) {
        let client = Some(client.to_owned());
        self.push(EventKind::SessionStart(SessionStart { client, ..SessionStart::default() }));
    }

    /// Adds a prompt, and ends the round before it.
    pub fn push_prompt(&mut self, by: PromptOrigin, text: &str) {
        self.end_round();
        self.push(EventKind::Prompt { by, text: text.to_owned() });
    }

    /// Adds a message, unless it is blank.
    pub fn push_message<'t>(&mut self, text: impl Into<Cow<'t, str>>) {
        let text = text.into();
        if !text.trim_start().is_empty() {
            self.push(EventKind::Message { text: text.into_owned(), part: false });
        }
    }

    /// Adds a thought, unless it is blank.
    pub fn push_thought<'t>(&mut self, text: impl Into<Cow<'t, str>>) {
        let text = text.into();
        if !text.trim_start().is_empty() {
            self.push(EventKind::Thought { text: text.into_owned() });
        }
    }

    /// Adds usage, unless it is zero.
    pub fn push_usage(&mut self, usage: TokenUsage) {
        if usage != TokenUsage::default() {
            self.push(EventKind::Usage(usage));
        }
    }

    /// Begins the round of the model response `name`, and ends the one before. The same name
    /// continues the round.
    pub fn begin_round(&mut self, name: impl Into<String>) {
        let name = name.into();
        if self.round() != Some(&name) {
            self.end_round();
            self.rounds.push((self.agent.clone(), name));
        }
    }

    /// Begins the round of a model response without a name.
    pub fn begin_unnamed_round(&mut self) {
        self.unnamed_rounds += 1;
        self.begin_round(format!("r{}", self.unnamed_rounds));
    }

    /// Continues the agent's round, or begins one.
    pub fn continue_round(&mut self) {
        if self.round().is_none() {
            self.begin_unnamed_round();
        }
    }

    /// Ends the agent's round.
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

    /// Adds a call, by the client's name of the tool.
    pub fn push_call(&mut self, id: &str, name: &str, input: Option<serde_json::Value>) {
        let (tool, input) = tool_names::canonical_call(name, input);
        self.push_canonical_call(id, tool, input);
    }

    /// Adds a call whose tool and arguments are canonical.
    pub fn push_canonical_call(&mut self, id: &str, tool: Tool, input: Option<serde_json::Value>) {
        let round = self.round().cloned();
        let call = call_id(id);
        self.push(EventKind::ToolRequest(ToolRequest {
            call,
            round,
            tool,
            input,
            cwd: None,
            can_ask: false,
        }));
    }

    /// Adds the result of a call, by the id of the call.
    pub fn push_result(&mut self, id: &str, result: ToolResult) {
        let result = ToolResult { call: call_id(id), ..result };
        self.push(EventKind::ToolResult(Box::new(result)));
    }
}

/// The usage of a record whose input tokens include those from the cache, which the key `cached` counts.
pub fn usage_with_cached(counts: &JsonValue<'_>, cached: &str) -> TokenUsage {
    let tokens = |key| counts.count(key).unwrap_or_default();
    TokenUsage {
        input_tokens: tokens("input_tokens").saturating_sub(tokens(cached)),
        output_tokens: tokens("output_tokens"),
        cache_read_tokens: tokens(cached),
        ..TokenUsage::default()
    }
}

/// The tokens and the cost between two totals.
pub fn usage_since(before: &TokenUsage, total: &TokenUsage) -> TokenUsage {
    TokenUsage {
        input_tokens: total.input_tokens.saturating_sub(before.input_tokens),
        output_tokens: total.output_tokens.saturating_sub(before.output_tokens),
        cache_read_tokens: total.cache_read_tokens.saturating_sub(before.cache_read_tokens),
        cost_usd: (total.cost_usd - before.cost_usd).max(0.0),
        ..TokenUsage::default()
    }
}

/// A session id from any text, without the characters that an id cannot have.
fn session_id(text: &str) -> SessionId {
    let text = id_text(text);
    SessionId::parse(if text.is_empty() { "unnamed".to_owned() } else { text })
        .unwrap_or_else(|_| unreachable!("a text without control characters is an id"))
}

/// An agent id from any text.
pub fn agent_id(text: &str) -> AgentId {
    AgentId::parse(id_text(text)).unwrap_or_else(|_| AgentId::main())
}

fn call_id(text: &str) -> Option<CallId> {
    CallId::parse(id_text(text)).ok()
}

/// The end of a long text, without control characters: ids differ at the end more than at the start.
fn id_text(text: &str) -> String {
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
