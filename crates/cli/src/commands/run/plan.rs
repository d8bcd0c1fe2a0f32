//! What a run is made of: its task, its policy, its prompt, its environment.

use clap::builder::PossibleValuesParser;
use fusebox_clients::{AGENTS, AgentProgram, GENERIC_AGENT, PromptDelivery, agent_of_command};
use fusebox_engine::{Duration, RunId, TaskId};
use fusebox_runtime::{FuseboxEnvironment, PolicyLayers, PolicySet, Runtime, task};
use fusebox_supervisor::guard::RUN_VARIABLE;
use fusebox_supervisor::{Spec, Unattended, guidance};

use crate::context::Context;
use crate::error::CliError;
use crate::policy::{self, PolicyArgs};

/// The longest prompt in a file, in bytes.
const LONGEST_PROMPT: u64 = 1 << 20;

/// What is said of every command that is run under a breaker.
#[derive(Debug, clap::Args)]
pub(crate) struct Wanted {
    /// The task that it works on: budgets, attempts and guidance belong to it. Without it, the open
    /// task of this folder, or one of its own.
    #[arg(long, value_name = "ID")]
    task: Option<String>,
    /// What the agent is for; selects overrides.
    #[arg(long, value_name = "ROLE")]
    role: Option<String>,
    /// Read the output of this agent: it is asked for its structured form, and is seen without
    /// hooks as well. A loop knows its agent by the command, and reads its output always.
    #[arg(long, value_name = "AGENT", value_parser = names())]
    agent: Option<String>,
    /// Use these presets (comma-separated, later wins) beside `budget`; a loop adds `loop`.
    #[arg(long, value_name = "PRESET", value_delimiter = ',')]
    preset: Vec<String>,
    /// Time between the request to end and the end by force.
    #[arg(long, value_name = "TIME", default_value = "5s")]
    grace: String,
    /// Set by the watchdog.
    #[arg(long, value_name = "RUN", hide = true)]
    pub(crate) supervised: Option<String>,
    /// The command.
    #[arg(last = true, required = true, value_name = "COMMAND")]
    command: Vec<String>,
}

/// What every run of a command has in common.
pub(crate) struct Plan {
    pub(crate) task: TaskId,
    pub(crate) policies: PolicySet,
    role: Option<String>,
    agent: &'static AgentProgram,
    is_read: bool,
    command: Vec<String>,
    environment: Vec<(String, String)>,
    grace: std::time::Duration,
    unattended: Option<Unattended>,
}

/// Which kind of supervision is wanted.
pub(crate) struct Kind<'a> {
    /// The task where none is named.
    pub(crate) own_task: &'a str,
    /// Presets before those that are chosen, so that these win.
    pub(crate) presets: &'a [&'a str],
    /// How it runs with nobody in front.
    pub(crate) unattended: Option<Unattended>,
}

/// Reads everything that the runs of a command depend on; nothing has begun when it fails.
pub(crate) fn make(
    wanted: &Wanted,
    kind: &Kind<'_>,
    context: &Context,
    runtime: &mut Runtime,
) -> Result<Plan, CliError> {
    let grace = length("--grace", &wanted.grace)?;
    let (task, role) = task_and_role(wanted, kind.own_task, context, runtime)?;
    let environment = environment(wanted, kind.presets, &task, role.as_deref(), context)?;
    let policies = policies(&environment, context, runtime)?;
    let policies = task::policies(runtime.store(), policies, &task)?;
    let agent = agent(wanted);
    let asks = wanted.agent.is_some() || kind.unattended.is_some();
    let command =
        if asks { agent.with_structured_output(&wanted.command) } else { wanted.command.clone() };
    Ok(Plan {
        task,
        policies,
        role,
        agent,
        is_read: asks,
        command,
        environment,
        grace,
        unattended: kind.unattended,
    })
}

impl Plan {
    /// One run of the command, with this prompt.
    pub(crate) fn spec(
        &self,
        run: RunId,
        prompt: Option<String>,
        context: &Context,
    ) -> Result<Spec, CliError> {
        let (command, input) = match prompt {
            None => (self.command.clone(), None),
            Some(prompt) => match self.agent.with_prompt(&self.command, &prompt) {
                Ok(PromptDelivery::Argument(command)) => (command, None),
                Ok(PromptDelivery::Stdin) => (self.command.clone(), Some(prompt)),
                Err(error) => return Err(CliError::usage(format!("--prompt: {error}"))),
            },
        };
        let mut environment = self.environment.clone();
        environment.push((RUN_VARIABLE.to_owned(), run.to_string()));
        Ok(Spec {
            run,
            task: self.task.clone(),
            role: self.role.clone(),
            agent: self.agent,
            is_read: self.is_read,
            command,
            input,
            dir: context.dir.clone(),
            environment,
            grace: self.grace,
            is_guarded: true,
            unattended: self.unattended,
        })
    }
}

impl Wanted {
    /// The same words for the supervisor, the command last.
    pub(crate) fn words(&self) -> Vec<String> {
        let mut words = vec![format!("--grace={}", self.grace)];
        let given = [("agent", &self.agent), ("task", &self.task), ("role", &self.role)];
        for (name, value) in given {
            words.extend(value.as_ref().map(|value| format!("--{name}={value}")));
        }
        words.extend(self.preset.iter().map(|preset| format!("--preset={preset}")));
        words.push("--".to_owned());
        words.extend(self.command.iter().cloned());
        words
    }
}

/// A length of time of the command line.
pub(crate) fn length(name: &str, given: &str) -> Result<std::time::Duration, CliError> {
    let length =
        Duration::parse(given).map_err(|error| CliError::usage(format!("{name}: {error}")))?;
    Ok(std::time::Duration::from_millis(length.0))
}

/// The agents whose output is understood.
fn names() -> PossibleValuesParser {
    PossibleValuesParser::new(AGENTS.iter().map(|agent| agent.name))
}

/// The agent that is named, else the one that the command looks like.
fn agent(wanted: &Wanted) -> &'static AgentProgram {
    let named = wanted.agent.as_deref().and_then(fusebox_clients::agent_named);
    named.or_else(|| agent_of_command(&wanted.command)).unwrap_or(GENERIC_AGENT)
}

/// The task that is named, else the open one of this folder, else one of its own.
fn task_and_role(
    wanted: &Wanted,
    own: &str,
    context: &Context,
    runtime: &Runtime,
) -> Result<(TaskId, Option<String>), CliError> {
    let given = wanted.task.as_deref().or_else(|| context.environment.setting("FUSEBOX_TASK"));
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
    let id = id
        .map_or_else(|| TaskId::parse(own), Ok)
        .map_err(|error| CliError::failed(error.to_string()))?;
    let role = wanted.role.clone().or_else(|| named.and_then(|task| task.role));
    let given = context.environment.setting("FUSEBOX_ROLE").map(str::to_owned);
    Ok((id, role.or(given)))
}

/// What the hooks of the command go by.
fn environment(
    wanted: &Wanted,
    first: &[&str],
    task: &TaskId,
    role: Option<&str>,
    context: &Context,
) -> Result<Vec<(String, String)>, CliError> {
    let chosen = if wanted.preset.is_empty() {
        let looked_at = policy::look(context, None)?;
        let layers = policy::layers(&PolicyArgs::default(), &looked_at)?;
        policy::compiled(&layers, role)?.policy.preset
    } else {
        wanted.preset.clone()
    };
    let presets: Vec<String> =
        first.iter().map(|preset| (*preset).to_owned()).chain(chosen).collect();
    let mut variables = vec![
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
    let mut inner: FuseboxEnvironment = context.environment.clone();
    inner.settings.retain(|(name, _)| !variables.iter().any(|(ours, _)| ours == name));
    inner.settings.extend(variables.iter().cloned());
    inner.settings.sort();
    let looked_at = PolicyLayers::of(&context.home()?, &inner, Some(&context.dir));
    let (policies, _) = policy::set(&policy::layers(&PolicyArgs::default(), &looked_at)?)?;
    looked_at.keep(runtime.store_mut(), &policies, context.now())?;
    Ok(policies)
}

/// The prompt; after a trip that a person answered, with their words in front.
pub(crate) fn prompt(
    given: Option<&str>,
    context: &Context,
    runtime: &Runtime,
    task: &TaskId,
) -> Result<Option<String>, CliError> {
    let words = answer(runtime, task)?;
    if given.is_none() && words.is_some() {
        context.inform(
            "fusebox: a person's answer waits for this task; give the prompt with --prompt, so \
             that it can stand in front",
        );
    }
    let given = given.map(read).transpose()?;
    Ok(given.map(|prompt| with_answer(words.as_deref(), prompt)))
}

/// What a person answered to the last trip, if no run had it in front of its prompt yet.
pub(crate) fn answer(runtime: &Runtime, task: &TaskId) -> Result<Option<String>, CliError> {
    Ok(guidance::before_the_prompt(runtime.store(), task)?)
}

/// A prompt, with a person's answer in front.
pub(crate) fn with_answer(words: Option<&str>, prompt: String) -> String {
    match words {
        Some(words) => guidance::in_front(words, &prompt),
        None => prompt,
    }
}

/// What is given as a prompt: the file of that name, else the text itself.
fn read(given: &str) -> Result<String, CliError> {
    // A long text is no name of a file, and asking for it is an error of its own.
    if std::fs::metadata(given).is_ok_and(|meta| meta.is_file()) {
        file(given)
    } else {
        Ok(given.to_owned())
    }
}

/// The prompt in a file.
pub(crate) fn file(given: &str) -> Result<String, CliError> {
    let wrong = |why: &str| CliError::usage(format!("--prompt: {given}: {why}"));
    let meta = std::fs::metadata(given).map_err(|error| wrong(&error.to_string()))?;
    if !meta.is_file() {
        return Err(wrong("it is no file"));
    }
    if meta.len() > LONGEST_PROMPT {
        return Err(wrong("a prompt has at most 1 MiB"));
    }
    std::fs::read_to_string(given).map_err(|error| wrong(&error.to_string()))
}
