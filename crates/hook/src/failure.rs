//! When Fusebox itself fails: one line on stderr, one in the log, and `on_error` decides.

use std::io::Write;
use std::path::PathBuf;

use fusebox_clients::{Client, HookPoint, HookReply, named_sessions};
use fusebox_engine::{EnforcementMode, OnError, SessionId};
use fusebox_runtime::answer::FailurePolicy;
use fusebox_runtime::{FuseboxDirs, clock, failures, query, unstored};
use fusebox_store::Store;

use crate::answer::{HookOutput, protected_paths};
use crate::{Args, HookEnvironment, process};

/// A failure that kept an event from being answered.
#[derive(Debug)]
pub(crate) struct HookFailure {
    message: String,
    point: HookPoint,
    session: Option<SessionId>,
    project: Option<PathBuf>,
    policy: Option<FailurePolicy>,
    is_obstructed: bool,
    is_held: bool,
}

impl HookFailure {
    /// A failure before it is known what the event is: it may be a call.
    pub(crate) fn new(message: impl Into<String>) -> Self {
        let message = message.into();
        Self {
            message,
            point: HookPoint::BeforeTool,
            session: None,
            project: None,
            policy: None,
            is_obstructed: false,
            is_held: false,
        }
    }

    /// Says whether others may have kept the event from being judged: the store from being written, or a policy from
    /// being read.
    pub(crate) fn by_obstruction(mut self, is_obstructed: bool) -> Self {
        self.is_obstructed = is_obstructed;
        self
    }

    /// No call passes while others may keep it from being judged, whatever the policy says.
    pub(crate) fn denying_on_obstruction(mut self, denies: bool) -> Self {
        self.is_held = denies && self.is_obstructed;
        self
    }

    /// The supervisor of a confined run took the event and gave no answer, as when its connections are all taken: no
    /// call passes.
    pub(crate) fn unanswered(
        error: &std::io::Error,
        args: &Args,
        input: &[u8],
        environment: &HookEnvironment,
    ) -> Self {
        let failure = Self::new(format!("the supervisor of the run gives no answer: {error}"));
        let call = (args.client.read)(input, &environment.client);
        let point = call.map_or(HookPoint::BeforeTool, |call| call.point);
        Self { is_held: true, ..failure.at(point) }
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
        // What a call may not change takes no state to say: a locked database would be a way to change it.
        if self.point.is_before_tool()
            && let Some(reason) = protected_reason(args.client, input, environment)
        {
            return Some(format!("{reason} {why}. {next}"));
        }
        if self.is_held && self.point.is_before_tool() {
            return Some(format!("{why}, and meanwhile no call of a confined run passes. {next}"));
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

/// Why the call is to change what protects, if it is. What panicked before may do so here again, and then nothing is known.
fn protected_reason(
    client: &Client,
    input: &[u8],
    environment: &HookEnvironment,
) -> Option<String> {
    let reason = || {
        let dirs = FuseboxDirs::of(&environment.own).ok()?;
        let call = (client.read)(input, &environment.client).ok()?;
        let protected = protected_paths(&dirs, environment);
        let folder = environment.project.as_ref().and_then(|folder| folder.to_str());
        call.events.iter().find_map(|event| unstored::protected_reason(event, &protected, folder))
    };
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(reason)).ok().flatten()
}

/// One line on stderr and one in the log of failures. Neither may fail the hook.
pub(crate) fn log_warning(environment: &HookEnvironment, message: &str) {
    let line: String = message.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let _ = writeln!(std::io::stderr(), "fusebox-hook: {line}");
    if let Ok(home) = FuseboxDirs::of(&environment.own) {
        let _ = failures::log(&home.state_dir, &line);
    }
}
