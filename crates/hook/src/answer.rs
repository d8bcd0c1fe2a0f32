//! Reads one hook event, has it answered, and writes the client's reply.

use fusebox_clients::{EventVerdict, HookPoint, ReplyOptions};
use fusebox_engine::NotifyChannel;
use fusebox_runtime::answer::{AnswerError, EventBatch};
use fusebox_runtime::{FuseboxDirs, Runtime, checkpoint, clock};

use crate::failure::{HookFailure, log_warning};
use crate::process::CompilingCommand;
use crate::transcript::Transcript;
use crate::{Args, HookEnvironment, process};

/// What the hook writes and does at its end.
pub(crate) struct HookOutput {
    pub(crate) stdout: String,
    pub(crate) exit: u8,
    pub(crate) effects: bool,
}

/// Answers one event of a client.
pub(crate) fn answer(
    args: &Args,
    input: &[u8],
    environment: &HookEnvironment,
) -> Result<HookOutput, HookFailure> {
    let client = args.client;
    let call = (client.read)(input, &environment.client)
        .map_err(|error| HookFailure::new(format!("the {} event: {error}", client.title)))?;
    if let Some(defect) = &call.defect {
        let text =
            format!("the {} event is judged by what can be read of it: {defect}", client.title);
        log_warning(environment, &text);
    }
    let Some(first) = call.events.first() else {
        return Ok(HookOutput { stdout: String::new(), exit: 0, effects: false });
    };
    let (point, session) = (call.point, first.session.clone());
    let failed = |message: String| {
        HookFailure::new(message).at(point).of(session.clone(), environment.project.clone())
    };
    let dirs = FuseboxDirs::of(&environment.own).map_err(|error| failed(error.to_string()))?;
    let notes = dirs.open_notes(&dirs.state_dir);
    let mut runtime =
        Runtime::open(&dirs.state_dir, protected_paths(&dirs, environment), clock::now())
            .map_err(|error| failed(error.to_string()))?
            .with_notes(notes.clone());
    let transcript = Transcript::of(client, &call);
    let begins = matches!(call.point, HookPoint::SessionStart | HookPoint::Prompt);
    if runtime.is_new() && runtime.set_aside().is_none() && !begins {
        let noted = notes.count();
        if noted == Some(0) {
            log_warning(environment, STATE_LOST);
        }
        if noted.unwrap_or_default() == 0 {
            runtime = runtime.with_lost_state(args.on_error);
        }
    }
    let guarded = environment.guarded_files(client);
    let batch = EventBatch {
        guarded: Some(&guarded),
        project: environment.project.clone(),
        role: environment.client.role.as_deref(),
        transcript: transcript.as_ref().map(|transcript| transcript as _),
        client_pid: Some(environment.client_pid()),
        events: call.events,
    };
    let source = CompilingCommand { args, environment, dirs: &dirs };
    let answered = runtime.answer(batch, &source);
    if let Some(aside) = runtime.set_aside() {
        let text = format!("the database could not be read; it is kept as {}", aside.display());
        log_warning(environment, &text);
    }
    let answer = answered.map_err(|error: AnswerError| {
        let failure = HookFailure::new(error.message).at(point);
        failure.of(session.clone(), error.folder).under(error.on_failure)
    })?;
    let mut effects = answer.effects_queued;
    if let Some(wait) = &answer.wait {
        // What is waited for may have been queued just now.
        if std::mem::take(&mut effects) {
            process::deliver_effects();
        }
        checkpoint::wait(runtime.store(), wait);
    }
    runtime.end_with_process();
    let options = ReplyOptions {
        bell: answer.notify.contains(&NotifyChannel::Bell),
        lost_protection: answer.lost_protection,
    };
    let verdicts: Vec<EventVerdict> = answer
        .answers
        .into_iter()
        .map(|answer| EventVerdict { verdict: answer.verdict, duplicate: answer.duplicate })
        .collect();
    let reply = (client.reply)(point, &verdicts, &options);
    Ok(HookOutput { stdout: reply.stdout, exit: reply.exit, effects })
}

const STATE_LOST: &str = "a session is under way, and nothing is known of it: the database was missing or \
    empty, and so are the notes of open sessions; what was open may not be known any more";

/// What the agent must not write to: state, policy, programs, and settings that a variable moved.
fn protected_paths(dirs: &FuseboxDirs, environment: &HookEnvironment) -> Vec<String> {
    let mut paths = dirs.protected(&environment.own);
    paths.extend(process::programs());
    paths.extend(environment.settings.iter().cloned());
    paths
}
