//! Reads one hook event, has it answered, and writes the client's reply.

use fusebox_clients::{Client, EventVerdict, HookCall, HookPoint, HookReply, ReplyOptions};
use fusebox_engine::event::PromptOrigin;
use fusebox_engine::{Event, EventKind, NotifyChannel, VerdictAction};
use fusebox_runtime::answer::{AnswerError, EventBatch, PolicySource};
use fusebox_runtime::{FuseboxDirs, Runtime, checkpoint, clock};

use crate::failure::{HookFailure, log_warning};
use crate::process::CompilingCommand;
use crate::transcript::Transcript;
use crate::{Args, HookEnvironment, process};

/// The exit code with which clients refuse a call.
const REFUSAL_EXIT: u8 = 2;

/// What the hook writes and does at its end.
#[derive(Default)]
pub(crate) struct HookOutput {
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) exit: u8,
    pub(crate) effects: bool,
    /// Whether the answer holds the event up: it refuses it, or has a person asked first.
    pub(crate) refuses: bool,
}

impl HookOutput {
    /// Refuses by the exit code alone the call that the answer refuses: it could not be written.
    pub(crate) fn refuse_unread(
        &mut self,
        args: &Args,
        input: &[u8],
        environment: &HookEnvironment,
    ) {
        let call = (args.client.read)(input, &environment.client);
        if self.refuses && !args.observe && call.is_ok_and(|call| call.point.is_before_tool()) {
            self.exit = REFUSAL_EXIT;
            self.stderr = "Fusebox could not write its answer to this call, so that the call is \
                refused. A person can look with `fusebox doctor`."
                .to_owned();
        }
    }
}

/// Answers one event of a client in a process of its own.
pub(crate) fn answer(
    args: &Args,
    input: &[u8],
    environment: &HookEnvironment,
) -> Result<HookOutput, HookFailure> {
    let event = HookEvent::read(args, input, environment)?;
    if event.call.events.is_empty() {
        return Ok(HookOutput::default());
    }
    let dirs = event.dirs()?;
    let mut runtime = event.open_runtime(args, &dirs)?;
    let output =
        event.answer(&mut runtime, &CompilingCommand { args, environment, dirs: &dirs })?;
    runtime.end_with_process();
    Ok(output)
}

/// One event of a client that was read.
pub(crate) struct HookEvent<'a> {
    client: &'static Client,
    environment: &'a HookEnvironment,
    call: HookCall,
}

impl<'a> HookEvent<'a> {
    pub(crate) fn read(
        args: &Args,
        input: &[u8],
        environment: &'a HookEnvironment,
    ) -> Result<Self, HookFailure> {
        let client = args.client;
        let call = (client.read)(input, &environment.client)
            .map_err(|error| HookFailure::new(format!("the {} event: {error}", client.title)))?;
        if let Some(defect) = &call.defect {
            let text =
                format!("the {} event is judged by what can be read of it: {defect}", client.title);
            log_warning(environment, &text);
        }
        Ok(Self { client, environment, call })
    }

    /// Whether it is something that only a person may say, and that no client says for them.
    pub(crate) fn is_order(&self) -> bool {
        let is_order = |event: &Event| {
            let by_person = matches!(event.kind, EventKind::Prompt { by: PromptOrigin::Human, .. });
            matches!(event.kind, EventKind::Guidance { .. } | EventKind::Control(_))
                || (by_person && self.client.variables.is_none())
        };
        self.call.events.iter().any(is_order)
    }

    /// The store of this event's environment. Where nothing is known of a session that is under way,
    /// `on_error` decides whether it is held.
    pub(crate) fn open_runtime(
        &self,
        args: &Args,
        dirs: &FuseboxDirs,
    ) -> Result<Runtime, HookFailure> {
        let protected = protected_paths(dirs, self.environment);
        let notes = dirs.open_notes(&dirs.state_dir);
        let mut runtime = Runtime::open(&dirs.state_dir, protected, clock::now())
            .map_err(|error| self.failed(&error).by_obstruction(error.is_obstructed()))?
            .with_notes(notes.clone());
        // An agent of the same user can put some there.
        runtime.store_mut().distrust_schema().map_err(|error| self.failed(&error))?;
        let begins = matches!(self.call.point, HookPoint::SessionStart | HookPoint::Prompt);
        if begins || !runtime.is_new() || runtime.set_aside().is_some() {
            return Ok(runtime);
        }
        let noted = notes.count();
        if noted == Some(0) {
            log_warning(self.environment, STATE_LOST);
        }
        let is_lost = noted.unwrap_or_default() == 0;
        Ok(if is_lost { runtime.with_lost_state(args.on_error) } else { runtime })
    }

    pub(crate) fn dirs(&self) -> Result<FuseboxDirs, HookFailure> {
        FuseboxDirs::of(&self.environment.own).map_err(|error| self.failed(error))
    }

    fn failed(&self, error: impl std::fmt::Display) -> HookFailure {
        let failure = HookFailure::new(error.to_string()).at(self.call.point);
        match self.call.events.first() {
            Some(first) => failure.of(first.session.clone(), self.environment.project.clone()),
            None => failure,
        }
    }

    pub(crate) fn answer(
        self,
        runtime: &mut Runtime,
        policies: &dyn PolicySource,
    ) -> Result<HookOutput, HookFailure> {
        let dirs = self.dirs()?;
        let Self { client, environment, call } = self;
        let Some(first) = call.events.first() else { return Ok(HookOutput::default()) };
        let (point, session) = (call.point, first.session.clone());
        let transcript = Transcript::of(client, &call);
        let guarded = environment.guarded_files(Some(client), &dirs);
        let batch = EventBatch {
            guarded: Some(&guarded),
            project: environment.project.clone(),
            session: call.session,
            role: environment.client.role.as_deref(),
            transcript: transcript.as_ref().map(|transcript| transcript as _),
            client_pid: environment.client_pid(),
            reporter_pid: environment.hook_pid,
            events: call.events,
        };
        let answered = runtime.answer(batch, policies);
        if let Some(aside) = runtime.set_aside() {
            let text = format!("the database could not be read; it is kept as {}", aside.display());
            log_warning(environment, &text);
        }
        let answer = answered.map_err(|error: AnswerError| {
            let failure =
                HookFailure::new(error.message).at(point).by_obstruction(error.is_obstructed);
            failure.of(session, error.folder).under(error.on_failure)
        })?;
        if answer.unknown_role {
            let role = environment.client.role.as_deref().unwrap_or_default();
            let text = format!(
                "role `{role}` has no settings in the presets and files that hold: it has the defaults"
            );
            log_warning(environment, &text);
        }
        let mut effects = answer.effects_queued;
        if let Some(wait) = &answer.wait {
            // What is waited for may have been queued just now.
            if std::mem::take(&mut effects) {
                process::deliver_effects();
            }
            checkpoint::wait(runtime.store(), wait);
        }
        let options = ReplyOptions {
            bell: answer.notify.contains(&NotifyChannel::Bell),
            lost_protection: answer.lost_protection,
        };
        let verdicts: Vec<EventVerdict> = answer
            .answers
            .into_iter()
            .map(|answer| EventVerdict { verdict: answer.verdict, duplicate: answer.duplicate })
            .collect();
        let refuses = verdicts.iter().any(|event| match event.verdict.verdict {
            VerdictAction::Allow | VerdictAction::Warn => false,
            VerdictAction::Ask | VerdictAction::Deny | VerdictAction::Stop => true,
        });
        let HookReply { stdout, stderr, exit } = (client.reply)(point, &verdicts, &options);
        Ok(HookOutput { stdout, stderr, exit, effects, refuses })
    }
}

const STATE_LOST: &str = "a session is under way, and nothing is known of it: the database was missing or \
    empty, and so are the notes of open sessions; what was open may not be known any more";

/// What the agent must not write to: state, policy, programs, and settings that a variable moved.
pub(crate) fn protected_paths(dirs: &FuseboxDirs, environment: &HookEnvironment) -> Vec<String> {
    let mut paths = dirs.protected(&environment.own, process::programs());
    paths.extend(environment.settings.iter().cloned());
    paths
}
