//! What a run is made of: its task, its policy, its prompt, its environment.

use std::path::Path;

use fusebox_clients::{Agent, GENERIC, Prompted, recognise};
use fusebox_engine::{Duration, RunId, TaskId};
use fusebox_runtime::{Environment, Layers, PolicySet, Runtime, task};
use fusebox_supervisor::guard::RUN_VARIABLE;
use fusebox_supervisor::{Spec, guidance};

use super::Args;
use crate::context::Context;
use crate::error::CliError;
use crate::policy::{self, PolicyArgs};

/// The longest prompt in a file, in bytes.
const LONGEST_PROMPT: u64 = 1 << 20;

/// A run that can begin.
pub(super) struct Plan {
    pub(super) spec: Spec,
    pub(super) policies: PolicySet,
}

/// Reads everything that the run depends on; nothing has begun when it fails.
pub(super) fn make(
    args: &Args,
    run: RunId,
    context: &Context,
    runtime: &mut Runtime,
) -> Result<Plan, CliError> {
    let grace = Duration::parse(&args.grace)
        .map_err(|error| CliError::usage(format!("--grace: {error}")))?;
    let (task, role) = task_and_role(args, &run, context, runtime)?;
    let environment = environment(args, &run, &task, role.as_deref(), context)?;
    let policies = policies(&environment, context, runtime)?;
    let policies = task::policies(runtime.store(), policies, &task)?;
    let agent = agent(args);
    let is_read = args.agent.is_some();
    let prompt = prompt(args, context, runtime, &task)?;
    let asked = if is_read { agent.structured(&args.command) } else { args.command.clone() };
    let (command, input) = match prompt {
        None => (asked, None),
        Some(prompt) => match agent.prompted(&asked, &prompt) {
            Ok(Prompted::Argument(command)) => (command, None),
            Ok(Prompted::Stdin) => (asked, Some(prompt)),
            Err(error) => return Err(CliError::usage(format!("--prompt: {error}"))),
        },
    };
    let spec = Spec {
        run,
        task,
        role,
        agent,
        is_read,
        command,
        input,
        dir: context.dir.clone(),
        environment,
        grace: std::time::Duration::from_millis(grace.0),
        is_guarded: true,
    };
    Ok(Plan { spec, policies })
}

/// The agent that is named, else the one that the command looks like.
fn agent(args: &Args) -> &'static Agent {
    let named = args.agent.as_deref().and_then(fusebox_clients::agent);
    named.or_else(|| recognise(&args.command)).unwrap_or(GENERIC)
}

/// The task that is named, else the open one of this folder, else the run itself.
fn task_and_role(
    args: &Args,
    run: &RunId,
    context: &Context,
    runtime: &Runtime,
) -> Result<(TaskId, Option<String>), CliError> {
    let given = args.task.as_deref().or_else(|| context.environment.setting("FUSEBOX_TASK"));
    let (id, named) = match given {
        Some(id) => {
            let id = TaskId::parse(id.trim())
                .map_err(|error| CliError::usage(format!("--task: {error}")))?;
            let named = task::find(runtime.store(), &id)?;
            (Some(id), named)
        }
        None => {
            let named = task::of_folder(runtime.store(), &context.dir)?;
            (named.as_ref().map(|task| task.id.clone()), named)
        }
    };
    let of_run = || TaskId::parse(run.as_str());
    let id = id.map_or_else(of_run, Ok).map_err(|error| CliError::failed(error.to_string()))?;
    let role = args.role.clone().or_else(|| named.and_then(|task| task.role));
    let given = context.environment.setting("FUSEBOX_ROLE").map(str::to_owned);
    Ok((id, role.or(given)))
}

/// What the hooks of the command go by. `budget` comes before the presets that are chosen, so that
/// these win.
fn environment(
    args: &Args,
    run: &RunId,
    task: &TaskId,
    role: Option<&str>,
    context: &Context,
) -> Result<Vec<(String, String)>, CliError> {
    let chosen = if args.preset.is_empty() {
        let looked_at = policy::look(context, None)?;
        let layers = policy::layers(&PolicyArgs::default(), &looked_at)?;
        policy::compiled(&layers, role)?.policy.preset
    } else {
        args.preset.clone()
    };
    let presets: Vec<String> = std::iter::once("budget".to_owned()).chain(chosen).collect();
    let mut variables = vec![
        (RUN_VARIABLE.to_owned(), run.to_string()),
        ("FUSEBOX_TASK".to_owned(), task.to_string()),
        ("FUSEBOX_PRESET".to_owned(), presets.join(",")),
    ];
    variables.extend(role.map(|role| ("FUSEBOX_ROLE".to_owned(), role.to_owned())));
    Ok(variables)
}

/// The policies that the hooks of the command will look for, kept where they look.
fn policies(
    variables: &[(String, String)],
    context: &Context,
    runtime: &mut Runtime,
) -> Result<PolicySet, CliError> {
    let mut inner: Environment = context.environment.clone();
    inner.settings.retain(|(name, _)| !variables.iter().any(|(ours, _)| ours == name));
    inner.settings.extend(variables.iter().cloned());
    inner.settings.sort();
    let looked_at = Layers::of(&context.home()?, &inner, Some(&context.dir));
    let (policies, _) = policy::set(&policy::layers(&PolicyArgs::default(), &looked_at)?)?;
    looked_at.keep(runtime.store_mut(), &policies, context.now())?;
    Ok(policies)
}

/// The prompt; after a trip that a person answered, with their words in front.
fn prompt(
    args: &Args,
    context: &Context,
    runtime: &Runtime,
    task: &TaskId,
) -> Result<Option<String>, CliError> {
    let given = args.prompt.as_deref().map(read).transpose()?;
    let words = guidance::before_the_prompt(runtime.store(), task)?;
    Ok(match (given, words) {
        (Some(prompt), Some(words)) => Some(guidance::in_front(&words, &prompt)),
        (None, Some(_)) => {
            context.tell(
                "fusebox: a person's answer waits for this task; give the prompt with --prompt, so \
                 that it can stand in front",
            );
            None
        }
        (prompt, None) => prompt,
    })
}

fn read(given: &str) -> Result<String, CliError> {
    let path = Path::new(given);
    // A long text is no name of a file, and asking for it is an error of its own.
    let Ok(meta) = std::fs::metadata(path) else { return Ok(given.to_owned()) };
    if !meta.is_file() {
        return Ok(given.to_owned());
    }
    let wrong = |why: &str| CliError::usage(format!("--prompt: {}: {why}", path.display()));
    if meta.len() > LONGEST_PROMPT {
        return Err(wrong("a prompt has at most 1 MiB"));
    }
    std::fs::read_to_string(path).map_err(|error| wrong(&error.to_string()))
}
