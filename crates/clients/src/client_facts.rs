//! What is known of a client beside its wire formats: how it was tried, what its hooks can bring about,
//! and what they cannot. Installers and pages read it; the hook does not link it.

use fusebox_engine::{BreakerState, EventId, Finding, Rule, SessionId, Verdict, VerdictAction};

use crate::{Client, EventVerdict, HookCoverage, HookPoint, ReplyOptions};

/// What is known of a client.
#[derive(Debug)]
pub struct ClientFacts {
    /// How the adapter was tried.
    pub evidence: Evidence,
    /// The versions that it was made for, first and last.
    pub versions: (&'static str, &'static str),
    /// Further versions, first and last, for which it was written from their documents alone; `None` if there are
    /// none.
    pub documented: Option<(&'static str, &'static str)>,
    /// How a session that tripped is held when it is resumed.
    pub resume: &'static str,
    /// How subagents are told apart.
    pub subagents: &'static str,
    /// Whether the client asks a hook for permission, beside asking it before a call.
    pub asks_permission: bool,
    /// What the client does not let a hook do.
    pub limits: &'static [&'static str],
    /// The client's own guards against loops.
    pub own_guards: Option<&'static str>,
    /// A call as the client reports it before it is made, for a test: of the session `fusebox-doctor`.
    pub test_call: &'static str,
    /// The hook that reports it.
    pub test_hook: &'static str,
}

/// How an adapter was tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Evidence {
    /// With the real client.
    RealClient,
    /// From the client's documents alone.
    Documents,
}

impl Evidence {
    /// What people are told wherever the client is shown; nothing if it was tried.
    #[must_use]
    pub fn caution(self) -> Option<&'static str> {
        match self {
            Self::RealClient => None,
            Self::Documents => Some("not tried with the real client"),
        }
    }

    /// What the adapter's range of versions is the range of, after "the last".
    #[must_use]
    pub fn of_versions(self) -> &'static str {
        match self {
            Self::RealClient => "that was tried",
            Self::Documents => "whose documents were read",
        }
    }
}

/// What a client lets its hooks bring about, as the adapter uses it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClientAbilities {
    /// Whether a call can be refused.
    pub denies: bool,
    /// The points at which the agent can be warned.
    pub warns: Vec<HookPoint>,
    /// The points at which the turn can be ended.
    pub stops: Vec<HookPoint>,
    /// Whether a prompt can be refused.
    pub refuses_prompts: bool,
    /// Whether the hooks know the tokens and the cost of each response.
    pub knows_usage: bool,
    /// Whether the hooks know the messages of the conversation.
    pub knows_messages: bool,
}

/// Every point at which the agent could be told something, or its turn ended.
const POINTS: &[HookPoint] = &[
    HookPoint::BeforeTool,
    HookPoint::Permission,
    HookPoint::AfterTool,
    HookPoint::AfterFailure,
    HookPoint::AfterRound,
    HookPoint::Prompt,
    HookPoint::SessionStart,
    HookPoint::SubagentStart,
];

/// A text that no client writes by itself.
const PROBE: &str = "fusebox-probe";

impl ClientAbilities {
    /// Asks the adapter for its reply to each verdict at each point that the client has.
    #[must_use]
    pub fn of(client: &Client, facts: &ClientFacts) -> Self {
        let points = POINTS.iter().copied();
        let points = points.filter(|one| *one != HookPoint::Permission || facts.asks_permission);
        let reply = |point, action| {
            let answers = Vec::from_iter(verdict(action));
            (client.reply)(point, &answers, &ReplyOptions::default())
        };
        let tells = |point, action| {
            let reply = reply(point, action);
            reply.stdout.contains(PROBE) || reply.stderr.contains(PROBE)
        };
        let ends = |point, action| {
            let text = reply(point, action).stdout;
            [r#""continue":false"#, r#""interrupt":true"#, r#""cancel":true"#, r#""abort":true"#]
                .iter()
                .any(|mark| text.contains(mark))
        };
        // A text in `systemMessage` is for the person.
        let warns = |point| {
            tells(point, VerdictAction::Warn)
                && !reply(point, VerdictAction::Warn).stdout.starts_with(r#"{"systemMessage""#)
        };
        let coverage = client.transcript_coverage(true);
        Self {
            // A refusal that ends the run refuses no single call.
            denies: tells(HookPoint::BeforeTool, VerdictAction::Deny)
                && !ends(HookPoint::BeforeTool, VerdictAction::Deny),
            warns: points.clone().filter(|point| warns(*point)).collect(),
            // A prompt that is refused ends no turn.
            stops: points
                .filter(|point| *point != HookPoint::Prompt && ends(*point, VerdictAction::Stop))
                .collect(),
            refuses_prompts: tells(HookPoint::Prompt, VerdictAction::Deny),
            knows_usage: coverage != HookCoverage::Calls,
            knows_messages: coverage == HookCoverage::Conversation,
        }
    }
}

/// A verdict of an engine whose breaker has just opened where it refuses.
fn verdict(action: VerdictAction) -> Option<EventVerdict> {
    let is_refusal = action >= VerdictAction::Deny;
    let mut findings = Vec::new();
    if is_refusal {
        findings.push(Finding::from_sentence(Rule::SameCall, PROBE.to_owned()));
    }
    let verdict = Verdict {
        session: SessionId::parse(PROBE).ok()?,
        id: EventId::parse(PROBE).ok()?,
        verdict: action,
        state: if is_refusal { BreakerState::Open } else { BreakerState::Closed },
        context: Some(PROBE.to_owned()),
        findings,
        incident: None,
    };
    Some(EventVerdict { verdict, duplicate: false })
}
