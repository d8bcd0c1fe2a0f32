//! When Fusebox itself fails: one line on stderr, one in the log, and `on_error` decides.

use std::io::Write;
use std::path::PathBuf;

use fusebox_clients::{Client, HookPoint, HookReply, named_sessions};
use fusebox_engine::{EnforcementMode, OnError, SessionId};
use fusebox_runtime::answer::FailurePolicy;
use fusebox_runtime::{FuseboxDirs, clock, failures, query};
use fusebox_store::Store;

use crate::answer::HookOutput;
use crate::{Args, HookEnvironment, process};

/// A failure that kept an event from being answered.
#[derive(Debug)]
pub(crate) struct HookFailure {
    message: String,
    point: HookPoint,
    session: Option<SessionId>,
    project: Option<PathBuf>,
    policy: Option<FailurePolicy>,
}

impl HookFailure {
    /// A failure before it is known what the event is: it may be a call.
    pub(crate) fn new(message: impl Into<String>) -> Self {
        let message = message.into();
        Self { message, point: HookPoint::BeforeTool, session: None, project: None, policy: None }
    }

    /// The event could have been refused at this point.
    pub(crate) fn at(mut self, point: HookPoint) -> Self {
        self.point = point;
        self
    }

    /// The session of the event, and the project that it works in.
    pub(crate) fn of(mut self, session: SessionId, project: Option<PathBuf>) -> Self {
        (self.session, self.project) = (Some(session), project);
        self
    }

    /// What the policy says about failures, where it could be read.
    pub(crate) fn under(mut self, policy: Option<FailurePolicy>) -> Self {
        self.policy = policy;
        self
    }

    /// Logs the failure, and answers as the policy says.
    pub(crate) fn reply(
        self,
        args: &Args,
        input: &[u8],
        environment: &HookEnvironment,
    ) -> HookOutput {
        log_warning(environment, &self.message);
        let why = self.refusal(args, input, environment);
        let refuses = why.is_some();
        let HookReply { stdout, stderr, exit } =
            why.map_or_else(HookReply::default, |why| (args.client.refuse)(self.point, &why));
        HookOutput { stdout, stderr, exit, effects: false, refuses }
    }

    /// Why the call is refused, if it is.
    fn refusal(&self, args: &Args, input: &[u8], environment: &HookEnvironment) -> Option<String> {
        if args.observe || !self.point.can_refuse() {
            return None;
        }
        // The files say it as well as what was compiled of them, and need no store.
        let project = self.project.as_ref().or(environment.project.as_ref());
        let read_anew = || process::failure_policy(project, environment.client.role.as_deref());
        let policy = self.policy.or_else(read_anew);
        if policy.is_some_and(|policy| policy.mode == EnforcementMode::Observe) {
            return None;
        }
        let why = format!("Fusebox failed ({})", self.message);
        let next = "A person can look with `fusebox doctor`.";
        if self.point.is_before_tool()
            && let Some(reason) = self.open_reason(args.client, input, environment)
        {
            return Some(format!("The circuit breaker holds this session: {reason} {why}. {next}"));
        }
        let denies = policy.is_some_and(|policy| policy.on_error == OnError::Deny);
        (denies || args.on_error == OnError::Deny)
            .then(|| format!("{why} and its policy says to deny then. {next}"))
    }

    /// Why the session is open, if it is. A call that could not be read may name several.
    fn open_reason(
        &self,
        client: &Client,
        input: &[u8],
        environment: &HookEnvironment,
    ) -> Option<String> {
        let dirs = FuseboxDirs::of(&environment.own).ok()?;
        let sessions = match &self.session {
            Some(session) => vec![session.clone()],
            None => named_sessions(input, client.session_fields),
        };
        let (notes, task) = (dirs.open_notes(&dirs.state_dir), environment.client.task.as_ref());
        let noted = |session: &SessionId| Some(notes.holding(session, task).pop()?.reason);
        let stored = || {
            let store = Store::read_only(&dirs.state_dir).ok()?;
            let reason = |session| query::open_reason(&store, session, clock::now()).ok()?;
            sessions.iter().find_map(reason)
        };
        sessions.iter().find_map(noted).or_else(stored)
    }
}

/// One line on stderr and one in the log of failures. Neither may fail the hook.
pub(crate) fn log_warning(environment: &HookEnvironment, message: &str) {
    let line: String = message.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let _ = writeln!(std::io::stderr(), "fusebox-hook: {line}");
    if let Ok(home) = FuseboxDirs::of(&environment.own) {
        let _ = failures::log(&home.state_dir, &line);
    }
}
