//! When Fusebox itself fails: one line on stderr, one in the log, and `on_error` decides.

use std::io::Write;
use std::path::PathBuf;

use fusebox_clients::{HookPoint, HookReply};
use fusebox_engine::{EnforcementMode, OnError, Policy, SessionId};
use fusebox_runtime::{FuseboxDirs, failures};
use fusebox_store::OpenList;

use crate::answer::HookOutput;
use crate::{Args, HookEnvironment, process};

/// Something that kept an event from being answered.
#[derive(Debug)]
pub(crate) struct HookFailure {
    message: String,
    moment: HookPoint,
    session: Option<SessionId>,
    project: Option<PathBuf>,
    rules: Option<FailurePolicy>,
}

/// What the policy says about failures.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FailurePolicy {
    pub(crate) on_error: OnError,
    pub(crate) mode: EnforcementMode,
}

impl FailurePolicy {
    pub(crate) fn of(policy: &Policy) -> Self {
        Self { on_error: policy.on_error, mode: policy.mode }
    }
}

impl HookFailure {
    /// What cannot be told apart may be a call.
    pub(crate) fn new(message: impl Into<String>) -> Self {
        let message = message.into();
        Self { message, moment: HookPoint::BeforeTool, session: None, project: None, rules: None }
    }

    /// The event could have been refused at this point.
    pub(crate) fn at(mut self, moment: HookPoint) -> Self {
        self.moment = moment;
        self
    }

    /// Whose event it was, and where that works.
    pub(crate) fn of(mut self, session: Option<SessionId>, project: Option<PathBuf>) -> Self {
        (self.session, self.project) = (session, project);
        self
    }

    /// What the policy says about failures, where it could be read.
    pub(crate) fn under(mut self, rules: FailurePolicy) -> Self {
        self.rules = Some(rules);
        self
    }

    pub(crate) fn reply(self, args: &Args, surround: &HookEnvironment) -> HookOutput {
        tell(surround, &self.message);
        let why = self.refusal(args, surround);
        let reply =
            why.map_or_else(HookReply::default, |why| (args.client.refuse)(self.moment, &why));
        HookOutput { stdout: reply.stdout, exit: reply.exit, effects: false }
    }

    /// Why the call is refused, if it is.
    fn refusal(&self, args: &Args, surround: &HookEnvironment) -> Option<String> {
        if args.observe || !matches!(self.moment, HookPoint::BeforeTool | HookPoint::Prompt) {
            return None;
        }
        // The files say it as well as what was compiled of them, and need no store.
        let project = self.project.as_ref().or(surround.project.as_ref());
        let asked = || process::rules(project, surround.client.role.as_deref());
        let rules = self.rules.or_else(asked);
        if rules.is_some_and(|rules| rules.mode == EnforcementMode::Observe) {
            return None;
        }
        let why = format!("Fusebox failed ({})", self.message);
        let next = "A person can look with `fusebox doctor`.";
        if self.moment == HookPoint::BeforeTool
            && let Some(reason) = self.held(surround)
        {
            return Some(format!("The circuit breaker holds this session: {reason} {why}. {next}"));
        }
        let denies = rules.is_some_and(|rules| rules.on_error == OnError::Deny);
        (denies || args.on_error == OnError::Deny)
            .then(|| format!("{why} and its policy says to deny then. {next}"))
    }

    /// Why the session was open when it was last known.
    fn held(&self, surround: &HookEnvironment) -> Option<String> {
        let open = OpenList::of(&FuseboxDirs::of(&surround.own).ok()?.state_dir).read().ok()?;
        let session = self.session.as_ref()?;
        open.into_iter()
            .find(|entry| entry.holds(session, surround.client.task.as_ref()))
            .map(|entry| entry.reason)
    }
}

/// One line on stderr and one in the log of failures. Neither may fail the hook.
pub(crate) fn tell(surround: &HookEnvironment, message: &str) {
    let line: String = message.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let _ = writeln!(std::io::stderr(), "fusebox-hook: {line}");
    if let Ok(home) = FuseboxDirs::of(&surround.own) {
        let _ = failures::log(&home.state_dir, &line);
    }
}
