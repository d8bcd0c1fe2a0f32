//! The way of one event through the hook.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use fusebox_clients::{EventVerdict, ReplyOptions};
use fusebox_engine::event::SessionStart;
use fusebox_engine::state::SessionState;
use fusebox_engine::{Event, EventKind, NotifyChannel, Timestamp};
use fusebox_runtime::{
    FuseboxDirs, PolicyLayers, PolicySet, Runtime, RuntimeError, SessionPolicy, checkpoint, clock,
};

use crate::conversation::TranscriptUpdate;
use crate::failure::{FailurePolicy, HookFailure, tell};
use crate::process::CompileError;
use crate::{Args, HookEnvironment, nested, process};

/// What the hook writes and does at its end.
pub(crate) struct HookOutput {
    pub(crate) stdout: String,
    pub(crate) exit: u8,
    pub(crate) effects: bool,
}

/// Reads one event, decides, and writes the answer.
pub(crate) fn answer(
    args: &Args,
    input: &[u8],
    surround: &HookEnvironment,
) -> Result<HookOutput, HookFailure> {
    let client = args.client;
    let mut call = (client.read)(input, &surround.client)
        .map_err(|error| HookFailure::new(format!("the {} event: {error}", client.title)))?;
    let Some(session) = call.events.first().map(|event| event.session.clone()) else {
        return Ok(HookOutput { stdout: String::new(), exit: 0, effects: false });
    };
    let moment = call.point;
    let told = surround.project.clone().or_else(|| call.events.iter().find_map(cwd));
    let failed_in = |project: &Option<PathBuf>, error: &dyn std::fmt::Display| {
        HookFailure::new(error.to_string()).at(moment).of(Some(session.clone()), project.clone())
    };
    let failed = |error: &dyn std::fmt::Display| failed_in(&told, error);
    let now = clock::now();
    let home = FuseboxDirs::of(&surround.own).map_err(|error| failed(&error))?;
    let protected = protected(&home, surround);
    let mut runtime =
        Runtime::open(&home.state_dir, protected, now).map_err(|error| failed(&error))?;
    let known = runtime.session(&session, now).map_err(|error| failed(&error))?;
    let project = told.clone().or_else(|| began(&known));
    let failed = |error: &dyn std::fmt::Display| failed_in(&project, error);
    let at = PolicyQuery { args, project: project.as_ref(), surround, home: &home, now };
    nested::mark(&mut call.events, &runtime, surround);
    let policies = found(&at, &mut runtime).map_err(|error| failed(&error))?;
    let obeyed = obeyed(&at, &mut runtime, &known, &call.events, &policies)
        .map_err(|error| failed(&error))?;
    let role = surround.client.role.as_deref();
    let policy = &obeyed.of(role).policy;
    let rules = FailurePolicy::of(policy);
    let manner = ReplyOptions { bell: policy.notify.contains(&NotifyChannel::Bell) };
    let wanted = policy.wants_conversation();
    let mut news = TranscriptUpdate::of(client, &call, wanted, runtime.store(), now);
    let mut events = std::mem::take(&mut news.events);
    events.append(&mut call.events);
    let answered = runtime.decide_all(&policies, &events, clock::now());
    if let Some(aside) = runtime.set_aside() {
        let text = format!("the database could not be read; it is kept as {}", aside.display());
        tell(surround, &text);
    }
    let answered = answered.map_err(|error| failed(&error).under(rules))?;
    news.keep(runtime.store_mut());
    record_client(&events, &mut runtime, surround);
    let mut effects = answered.iter().any(|one| one.effects);
    if let Some(wait) = answered.iter().find_map(|one| one.wait.as_ref()) {
        // What is waited for may have been queued just now.
        if std::mem::take(&mut effects) {
            process::carry_out_effects();
        }
        checkpoint::wait(runtime.store(), wait);
    }
    let verdicts: Vec<EventVerdict> = answered
        .into_iter()
        .map(|one| EventVerdict { verdict: one.verdict, duplicate: one.duplicate })
        .collect();
    runtime.end_with_process();
    let reply = (client.reply)(moment, &verdicts, &manner);
    Ok(HookOutput { stdout: reply.stdout, exit: reply.exit, effects })
}

/// What the agent must not write to: our state and policy, the programs, settings elsewhere.
fn protected(home: &FuseboxDirs, surround: &HookEnvironment) -> Vec<String> {
    let mut paths = home.protected(&surround.own);
    paths.extend(process::programs());
    paths.extend(surround.settings.iter().cloned());
    paths
}

/// Nothing that runs under the client's process may free the agent.
fn record_client(events: &[Event], runtime: &mut Runtime, surround: &HookEnvironment) {
    let begins = |event: &&Event| matches!(event.kind, EventKind::SessionStart(_));
    if let Some(event) = events.iter().find(begins)
        && let Some((pid, started)) = process::client(surround)
        && let Err(error) = runtime.record_client(&event.session, pid, started, clock::now())
    {
        tell(surround, &format!("the client's process is not recorded: {error}"));
    }
}

/// What surrounds the question which policy holds.
struct PolicyQuery<'a> {
    args: &'a Args,
    project: Option<&'a PathBuf>,
    surround: &'a HookEnvironment,
    home: &'a FuseboxDirs,
    now: Timestamp,
}

/// The policy of these layers; on a miss it is compiled by the command, and when that fails the
/// last good one holds.
fn found(at: &PolicyQuery<'_>, runtime: &mut Runtime) -> Result<PolicySet, String> {
    let PolicyQuery { args, project, surround, home, now } = *at;
    let layers = PolicyLayers::of(home, &surround.own, project.map(PathBuf::as_path));
    let failed = |error: RuntimeError| error.to_string();
    let found = match runtime.policies(&layers, now).map_err(failed)? {
        Some(found) => found,
        None => match process::compile_policy(project, &[]) {
            Ok(()) => runtime.policies(&layers, now).map_err(failed)?.unwrap_or_default(),
            Err(CompileError::HookFailure(why)) => return Err(why),
            Err(CompileError::Mistake(why)) => {
                tell(
                    surround,
                    &format!("the policy has a mistake, the last good one holds: {why}"),
                );
                layers.last_good(runtime.store()).map_err(failed)?.unwrap_or_default()
            }
        },
    };
    Ok(if args.observe { found.observed() } else { found })
}

/// What the session obeys where its layers give `found`: since a person spoke they only tighten.
fn obeyed<'a>(
    at: &PolicyQuery<'_>,
    runtime: &mut Runtime,
    known: &SessionState,
    events: &[Event],
    found: &'a PolicySet,
) -> Result<Cow<'a, PolicySet>, String> {
    let ask = |runtime: &mut Runtime| {
        runtime
            .in_force(known, events, found, at.now)
            .map_err(|error: RuntimeError| error.to_string())
    };
    let mut in_force = ask(runtime)?;
    if let SessionPolicy::Unmade(held) = &in_force {
        let held = format!("{:016x}", held.digest);
        let observe = if at.args.observe { &["--observe"][..] } else { &[] };
        let words = [&["--held", held.as_str()], observe].concat();
        // With a mistake in its layers, what held goes on; the mistake was told above.
        if let Err(CompileError::HookFailure(why)) = process::compile_policy(at.project, &words) {
            return Err(why);
        }
        in_force = ask(runtime)?;
    }
    Ok(match in_force {
        SessionPolicy::Found => Cow::Borrowed(found),
        SessionPolicy::Stricter(kept) | SessionPolicy::Unmade(kept) => Cow::Owned(kept.set),
    })
}

/// The folder that the session began in, whatever folder the agent went to since: a policy is not
/// chosen by `cd`.
fn began(known: &SessionState) -> Option<PathBuf> {
    known.folder.as_ref().map(PathBuf::from).filter(|folder| folder.is_absolute())
}

fn cwd(event: &Event) -> Option<PathBuf> {
    let EventKind::SessionStart(SessionStart { cwd, .. }) = &event.kind else { return None };
    cwd.as_deref().map(Path::new).filter(|path| path.is_absolute()).map(Path::to_owned)
}
