//! The way of one event through the hook.

use std::path::Path;

use fusebox_clients::{Answered, Call, Manner};
use fusebox_engine::event::SessionStart;
use fusebox_engine::{Channel, Event, EventKind};
use fusebox_runtime::{Home, Layers, PolicySet, Runtime, clock};

use crate::failure::{Failed, tell};
use crate::{Args, Surround, process};

/// What the hook writes and does at its end.
pub(crate) struct Outcome {
    pub(crate) stdout: String,
    pub(crate) exit: u8,
    pub(crate) effects: bool,
}

/// Reads one event, decides, and writes the answer.
pub(crate) fn answer(args: &Args, input: &[u8], surround: &Surround) -> Result<Outcome, Failed> {
    let client = args.client;
    let call = (client.read)(input, &surround.client)
        .map_err(|error| Failed::new(format!("the {} event: {error}", client.title)))?;
    let nothing = Outcome { stdout: String::new(), exit: 0, effects: false };
    if call.events.is_empty() {
        return Ok(nothing);
    }
    let moment = call.moment;
    let failed = |error: &dyn std::fmt::Display| Failed::new(error.to_string()).at(moment);
    let now = clock::now();
    let home = Home::of(&surround.own).map_err(|error| failed(&error))?;
    let protected = home.protected(&surround.own);
    let mut runtime =
        Runtime::open(&home.state_dir, protected, now).map_err(|error| failed(&error))?;
    if let Some(aside) = runtime.set_aside() {
        let text = format!("the database could not be read; it is kept as {}", aside.display());
        tell(surround, &text);
    }
    let policies =
        policies(args, &call, surround, &home, &runtime).map_err(|error| error.at(moment))?;
    let role = surround.client.role.as_deref();
    let policy = &policies.of(role).policy;
    let on_error = policy.on_error;
    let manner = Manner { bell: policy.notify.contains(&Channel::Bell) };
    let answered = decide_all(&call, &mut runtime, &policies, surround)
        .map_err(|error| error.at(moment).under(on_error))?;
    let effects = answered.iter().any(|(_, effects)| *effects);
    let verdicts: Vec<Answered> = answered.into_iter().map(|(verdict, _)| verdict).collect();
    let reply = (client.reply)(moment, &verdicts, &manner);
    Ok(Outcome { stdout: reply.stdout, exit: reply.exit, effects })
}

fn decide_all(
    call: &Call,
    runtime: &mut Runtime,
    policies: &PolicySet,
    surround: &Surround,
) -> Result<Vec<(Answered, bool)>, Failed> {
    let mut answers = Vec::with_capacity(call.events.len());
    for event in &call.events {
        let now = clock::now();
        let answered =
            runtime.decide(policies, event, now).map_err(|error| Failed::new(error.to_string()))?;
        let verdict = Answered { verdict: answered.verdict, duplicate: answered.duplicate };
        answers.push((verdict, answered.effects));
        if matches!(event.kind, EventKind::SessionStart(_))
            && let Some((pid, started)) = process::client(surround)
            && let Err(error) = runtime.record_client(&event.session, pid, started, now)
        {
            tell(surround, &format!("the client's process is not recorded: {error}"));
        }
    }
    Ok(answers)
}

/// The policy of these layers; on a miss it is compiled by the command, and when that fails the
/// last good one holds.
fn policies(
    args: &Args,
    call: &Call,
    surround: &Surround,
    home: &Home,
    runtime: &Runtime,
) -> Result<PolicySet, Failed> {
    let project = surround.project.clone().or_else(|| call.events.iter().find_map(cwd));
    let layers = Layers::of(home, &surround.own, project.as_deref());
    let failed = |error: fusebox_runtime::RuntimeError| Failed::new(error.to_string());
    let found = match layers.find(runtime.store()).map_err(failed)? {
        Some(found) => found,
        None => match process::compile_policy(project.as_ref()) {
            Ok(()) => layers.find(runtime.store()).map_err(failed)?.unwrap_or_default(),
            Err(why) => {
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

fn cwd(event: &Event) -> Option<std::path::PathBuf> {
    let EventKind::SessionStart(SessionStart { cwd, .. }) = &event.kind else { return None };
    cwd.as_deref().map(Path::new).filter(|path| path.is_absolute()).map(Path::to_owned)
}
