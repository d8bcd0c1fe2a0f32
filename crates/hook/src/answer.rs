//! The way of one event through the hook.

use std::path::{Path, PathBuf};

use fusebox_clients::{Answered, Manner};
use fusebox_engine::event::SessionStart;
use fusebox_engine::{Channel, Event, EventKind, Timestamp};
use fusebox_runtime::{Home, Layers, PolicySet, Runtime, RuntimeError, clock};

use crate::conversation::News;
use crate::failure::{Failed, Rules, tell};
use crate::process::NotCompiled;
use crate::{Args, Surround, nested, process};

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
    let session = call.events.first().map(|event| event.session.clone());
    let project = surround.project.clone().or_else(|| call.events.iter().find_map(cwd));
    let failed = |error: &dyn std::fmt::Display| {
        Failed::new(error.to_string()).at(moment).of(session.clone(), project.clone())
    };
    let now = clock::now();
    let home = Home::of(&surround.own).map_err(|error| failed(&error))?;
    let protected = protected(&home, surround);
    let mut runtime =
        Runtime::open(&home.state_dir, protected, now).map_err(|error| failed(&error))?;
    let policies = policies(args, project.as_ref(), surround, &home, &mut runtime, now)
        .map_err(|error| failed(&error))?;
    let role = surround.client.role.as_deref();
    let policy = &policies.of(role).policy;
    let rules = Rules::of(policy);
    let manner = Manner { bell: policy.notify.contains(&Channel::Bell) };
    let wanted = policy.wants_conversation();
    let mut news = News::of(client, &call, wanted, runtime.store(), now);
    let mut events = std::mem::take(&mut news.events);
    events.extend(call.events);
    nested::mark(&mut events, &runtime, surround);
    let answered = runtime.decide_all(&policies, &events, clock::now());
    if let Some(aside) = runtime.set_aside() {
        let text = format!("the database could not be read; it is kept as {}", aside.display());
        tell(surround, &text);
    }
    let answered = answered.map_err(|error| failed(&error).under(rules))?;
    news.keep(runtime.store_mut());
    record_client(&events, &mut runtime, surround);
    let effects = answered.iter().any(|one| one.effects);
    let verdicts: Vec<Answered> = answered
        .into_iter()
        .map(|one| Answered { verdict: one.verdict, duplicate: one.duplicate })
        .collect();
    let reply = (client.reply)(moment, &verdicts, &manner);
    Ok(Outcome { stdout: reply.stdout, exit: reply.exit, effects })
}

/// What the agent must not write to: our state and policy, the programs, settings elsewhere.
fn protected(home: &Home, surround: &Surround) -> Vec<String> {
    let mut paths = home.protected(&surround.own);
    paths.extend(process::programs());
    paths.extend(surround.settings.iter().cloned());
    paths
}

/// Nothing that runs under the client's process may free the agent.
fn record_client(events: &[Event], runtime: &mut Runtime, surround: &Surround) {
    let begins = |event: &&Event| matches!(event.kind, EventKind::SessionStart(_));
    if let Some(event) = events.iter().find(begins)
        && let Some((pid, started)) = process::client(surround)
        && let Err(error) = runtime.record_client(&event.session, pid, started, clock::now())
    {
        tell(surround, &format!("the client's process is not recorded: {error}"));
    }
}

/// The policy of these layers; on a miss it is compiled by the command, and when that fails the
/// last good one holds.
fn policies(
    args: &Args,
    project: Option<&PathBuf>,
    surround: &Surround,
    home: &Home,
    runtime: &mut Runtime,
    now: Timestamp,
) -> Result<PolicySet, String> {
    let layers = Layers::of(home, &surround.own, project.map(PathBuf::as_path));
    let failed = |error: RuntimeError| error.to_string();
    let found = match runtime.policies(&layers, now).map_err(failed)? {
        Some(found) => found,
        None => match process::compile_policy(project) {
            Ok(()) => runtime.policies(&layers, now).map_err(failed)?.unwrap_or_default(),
            Err(NotCompiled::Failed(why)) => return Err(why),
            Err(NotCompiled::Mistake(why)) => {
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

fn cwd(event: &Event) -> Option<PathBuf> {
    let EventKind::SessionStart(SessionStart { cwd, .. }) = &event.kind else { return None };
    cwd.as_deref().map(Path::new).filter(|path| path.is_absolute()).map(Path::to_owned)
}
