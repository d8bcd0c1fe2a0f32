//! The guard: what the agent does goes in, verdicts come out.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use fusebox_engine::event::{
    ChangedFiles, ControlOrder, LoopIteration, PromptOrigin, SessionStart, TokenUsage, ToolRequest,
    ToolResult,
};
use fusebox_engine::{
    AgentId, BreakerState, CallId, Event, EventKind, InvalidId, SessionId, TaskId, Verdict,
    VerdictAction,
};
use fusebox_runtime::answer::{AnswerError, EventBatch};
use fusebox_runtime::query::{self, LoopDecision, LoopStatus};
use fusebox_runtime::{FuseboxDirs, FuseboxEnvironment, Runtime, RuntimeError, clock};
use serde_json::Value;
use thiserror::Error;

use crate::GuardConfig;
use crate::policies::{CompiledPolicies, PolicyError};

/// A circuit breaker around one agent.
///
/// Every method tells one fact and returns the verdict on it. Nothing is enforced by the guard itself:
/// the loop asks [`GuardVerdict::is_refused`] and does not make the call.
pub struct Guard {
    runtime: Runtime,
    policies: CompiledPolicies,
    config: GuardConfig,
    session: SessionId,
    task: TaskId,
    /// What makes the ids of this guard's calls its own: a resumed session remembers earlier ones.
    opening: String,
    calls: u64,
    last_call: Option<String>,
}

/// Why a guard cannot be opened, or cannot answer.
#[derive(Debug, Error)]
pub enum GuardError {
    /// The policy has a mistake; the message names the place and the fix.
    #[error(transparent)]
    Policy(#[from] PolicyError),
    /// A session, a task or a call has a name that is no id.
    #[error("not an id: {0}")]
    Id(#[from] InvalidId),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] RuntimeError),
    /// An event could not be answered; nothing of it is kept.
    #[error(transparent)]
    Answer(#[from] AnswerError),
}

/// What a tool call came to.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ToolOutcome {
    call: Option<String>,
    result: ToolResult,
}

impl ToolOutcome {
    /// The call did what was asked, and printed or answered `output`.
    #[must_use]
    pub fn succeeded(output: impl Into<String>) -> Self {
        Self::of(true, output.into())
    }

    /// The call failed with `output`.
    #[must_use]
    pub fn failed(output: impl Into<String>) -> Self {
        Self::of(false, output.into())
    }

    fn of(ok: bool, output: String) -> Self {
        let result = ToolResult { ok: Some(ok), output: Some(output), ..ToolResult::default() };
        Self { call: None, result }
    }

    /// The exit code of a command.
    #[must_use]
    pub fn exit_code(mut self, code: i32) -> Self {
        self.result.exit_code = Some(code);
        self
    }

    /// The class of the error, as `NetworkError` or `RateLimitExceeded`: breakers of services count these.
    #[must_use]
    pub fn error_kind(mut self, kind: impl Into<String>) -> Self {
        self.result.error_kind = Some(kind.into());
        self
    }

    /// The files that the call changed.
    #[must_use]
    pub fn changed(mut self, files: ChangedFiles) -> Self {
        self.result.changed = Some(files);
        self
    }

    /// The id of the call that [`Guard::tool_request_with_id`] got; by default that of the last call.
    #[must_use]
    pub fn for_call(mut self, id: impl Into<String>) -> Self {
        self.call = Some(id.into());
        self
    }
}

/// The verdict on one fact.
#[derive(Debug, Clone, PartialEq)]
pub struct GuardVerdict {
    /// The whole verdict: rules, numbers, levels.
    pub verdict: Verdict,
}

impl GuardVerdict {
    /// Whether the call must not be made, or the agent must stop.
    #[must_use]
    pub fn is_refused(&self) -> bool {
        self.verdict.verdict >= VerdictAction::Deny
    }

    /// Whether the breaker is open: every call is refused until a person, or the program, answers.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.verdict.state == BreakerState::Open
    }

    /// The text for the agent: a nudge, or the reason of a refusal.
    #[must_use]
    pub fn context(&self) -> Option<&str> {
        self.verdict.context.as_deref()
    }

    /// The text for the agent; empty where there is none.
    #[must_use]
    pub fn reason(&self) -> &str {
        self.context().unwrap_or_default()
    }
}

impl Guard {
    /// Opens a guard. The policy is compiled now, so that a mistake in it is found here.
    ///
    /// # Errors
    /// When the policy has a mistake, a name is no id, or the store cannot be opened.
    pub fn open(config: GuardConfig) -> Result<Self, GuardError> {
        let opening = opening_name();
        let name = config.session.clone().unwrap_or_else(|| format!("guard-{opening}"));
        let session = SessionId::parse(name)?;
        let task = match &config.task {
            Some(task) => TaskId::parse(task.as_str())?,
            None => TaskId::from(&session),
        };
        let environment = FuseboxEnvironment::default();
        let dirs = FuseboxDirs {
            state_dir: config.store.clone().unwrap_or_default(),
            config_file: PathBuf::new(),
            cache_dir: None,
        };
        let mut runtime = match &config.store {
            Some(folder) => {
                let files = [Some(folder), config.flags.config.as_ref()].into_iter().flatten();
                let protected = files.map(|path| absolute(path).display().to_string());
                Runtime::open(folder, protected.collect(), clock::now())?
            }
            None => Runtime::in_memory()?,
        };
        let folder = config.folder.as_deref();
        let layers = runtime.policy_layers((&dirs, &environment), folder, clock::now())?;
        // Stored apart from what the hooks of this machine obey.
        let layers = layers.under_flags(vec!["--library".to_owned()]);
        let store = runtime.store_mut();
        let policies = CompiledPolicies::compile(layers, &config.flags, store)?;
        let mut guard =
            Self { runtime, policies, config, session, task, opening, calls: 0, last_call: None };
        guard.event(EventKind::SessionStart(guard.session_start()))?;
        Ok(guard)
    }

    fn session_start(&self) -> SessionStart {
        SessionStart {
            client: Some("library".to_owned()),
            role: self.config.role.clone(),
            task: self.config.task.is_some().then(|| self.task.clone()),
            cwd: self.config.folder.as_ref().map(|folder| folder.display().to_string()),
            ..SessionStart::default()
        }
    }

    /// The agent wants to call a tool. Tools have the names of the canonical events: `bash`, `read`,
    /// `edit`, `write`, `search`, `web`, `task`, `mcp:<server>/<tool>`, or one of your own.
    ///
    /// # Errors
    /// When the event cannot be answered.
    pub fn tool_request(&mut self, tool: &str, input: Value) -> Result<GuardVerdict, GuardError> {
        self.calls += 1;
        let id = format!("{}-{}", self.opening, self.calls);
        self.tool_request_with_id(&id, tool, input)
    }

    /// As [`Guard::tool_request`], for a call that has an id: several may be in flight at once.
    ///
    /// # Errors
    /// When the event cannot be answered, or `id` is no id.
    pub fn tool_request_with_id(
        &mut self,
        id: &str,
        tool: &str,
        input: Value,
    ) -> Result<GuardVerdict, GuardError> {
        let call = Some(CallId::parse(id)?);
        self.last_call = Some(id.to_owned());
        let request =
            ToolRequest { call, tool: tool.into(), input: Some(input), ..ToolRequest::default() };
        self.event(EventKind::ToolRequest(request))
    }

    /// The call came back.
    ///
    /// # Errors
    /// When the event cannot be answered.
    pub fn tool_result(&mut self, outcome: ToolOutcome) -> Result<GuardVerdict, GuardError> {
        let id = outcome.call.or_else(|| self.last_call.clone());
        let call = id.map(CallId::parse).transpose()?;
        self.event(EventKind::ToolResult(Box::new(ToolResult { call, ..outcome.result })))
    }

    /// The agent was given a prompt. A person's prompt starts the counts of the repetition rules and
    /// budgets again, and answers an open breaker.
    ///
    /// # Errors
    /// When the event cannot be answered.
    pub fn prompt(
        &mut self,
        by: PromptOrigin,
        text: impl Into<String>,
    ) -> Result<GuardVerdict, GuardError> {
        self.event(EventKind::Prompt { by, text: text.into() })
    }

    /// The agent said something.
    ///
    /// # Errors
    /// When the event cannot be answered.
    pub fn message(&mut self, text: impl Into<String>) -> Result<GuardVerdict, GuardError> {
        self.event(EventKind::Message { text: text.into(), part: false })
    }

    /// The results of one model response are in.
    ///
    /// # Errors
    /// When the event cannot be answered.
    pub fn round_end(&mut self) -> Result<GuardVerdict, GuardError> {
        self.event(EventKind::RoundEnd)
    }

    /// Tokens and money were spent.
    ///
    /// # Errors
    /// When the event cannot be answered.
    pub fn usage(&mut self, usage: TokenUsage) -> Result<GuardVerdict, GuardError> {
        self.event(EventKind::Usage(usage))
    }

    /// One iteration of a loop ended. What was not measured is `None`, which is never "none".
    ///
    /// # Errors
    /// When the event cannot be answered.
    pub fn iteration(&mut self, iteration: LoopIteration) -> Result<LoopDecision, GuardError> {
        let answer = self.event(EventKind::Iteration(Box::new(iteration)))?;
        Ok(LoopDecision::from(&answer.verdict))
    }

    /// How the loop stands. Asking changes nothing.
    ///
    /// # Errors
    /// When the store fails.
    pub fn loop_status(&self) -> Result<LoopStatus, GuardError> {
        let (store, policies) = (self.runtime.store(), self.policies.as_set());
        Ok(query::loop_status(store, policies, &self.task, clock::now())?)
    }

    /// Closes an open breaker, with a word of guidance or without: a person's order.
    ///
    /// # Errors
    /// When the event cannot be answered.
    pub fn reset(&mut self, guidance: Option<&str>) -> Result<GuardVerdict, GuardError> {
        let guidance = guidance.map(str::to_owned);
        self.event(EventKind::Control(ControlOrder::Reset { guidance, test: None }))
    }

    /// Any other fact.
    ///
    /// # Errors
    /// When the event cannot be answered.
    pub fn event(&mut self, kind: EventKind) -> Result<GuardVerdict, GuardError> {
        let (session, agent) = (self.session.clone(), AgentId::main());
        let event = Event { session, id: None, at: None, agent, kind };
        let batch = EventBatch {
            events: vec![event],
            project: self.config.folder.clone(),
            role: self.config.role.as_deref(),
            ..EventBatch::default()
        };
        let answer = self.runtime.answer(batch, &self.policies)?;
        let verdict = answer.answers.into_iter().next_back().map(|answer| answer.verdict);
        let verdict = verdict.ok_or_else(|| AnswerError {
            message: "the event has no answer".to_owned(),
            folder: None,
            on_failure: None,
            is_obstructed: false,
        })?;
        Ok(GuardVerdict { verdict })
    }
}

/// A name that no other guard has: the time, the process, and a number in it.
fn opening_name() -> String {
    static OPENED: AtomicU64 = AtomicU64::new(0);
    let number = OPENED.fetch_add(1, Ordering::Relaxed);
    format!("{:x}-{:x}-{number:x}", clock::now().0, std::process::id())
}

fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}
