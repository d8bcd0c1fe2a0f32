//! What the runs of a command share: task, policy, agent, environment.

use clap::builder::PossibleValuesParser;
use fusebox_clients::{AGENTS, AgentProgram, GENERIC_AGENT, PromptDelivery, agent_of_command};
use fusebox_config::NoticeKind;
use fusebox_engine::{Duration, Policy, RunId, TaskId, VerificationSettings};
use fusebox_guard::policies::{CompiledPolicies, PolicyFlags};
use fusebox_hook::{HookServer, SOCKET_VARIABLE};
use fusebox_runtime::guarded::GuardedFiles;
use fusebox_runtime::risk::TaskEstimate;
use fusebox_runtime::task::{self, Task};
use fusebox_runtime::{PolicySet, Runtime};
use fusebox_supervisor::watchdog::RUN_VARIABLE;
use fusebox_supervisor::{
    CommandSpec, EndReason, FinishedCommand, RunContext, Unattended, is_attended,
};

use super::confinement::{ConfineLevel, Confinement};
use super::prompt::RunPrompt;
use super::{hooks, posted_hooks};
use crate::commands::install::target::project_root;
use crate::commands::spend::folders;
use crate::commands::task::{settings, start};
use crate::commands::verifiers::{self, EstimateArgs};
use crate::policy::{self, PolicyArgs};
use crate::{CliError, Context, Result, client_settings, clock, task_choice};

/// The flags of every command that runs an agent.
#[derive(Debug, clap::Args)]
pub(crate) struct RunArgs {
    /// The task that it works on: budgets, attempts and guidance belong to it. Without it, the
    /// active task of this folder, or one of its own.
    #[arg(long, value_name = "ID")]
    task: Option<String>,
    /// The issue that the task is about, kept with it as `task start` does.
    #[arg(long, value_name = "OWNER/REPO#N", requires = "task")]
    issue: Option<String>,
    /// A setting of the task, kept with it as `task start` does; several times for several.
    #[arg(long, value_name = "KEY=VALUE", requires = "task")]
    set: Vec<String>,
    /// The command line that has to succeed before the work counts as complete.
    #[arg(long, value_name = "CMD")]
    verify: Option<String>,
    #[command(flatten)]
    estimate: EstimateArgs,
    /// What the agent is for; selects overrides.
    #[arg(long, value_name = "ROLE")]
    role: Option<String>,
    /// Read the output of this agent, which is started with structured output: its calls are seen
    /// without hooks too. A loop recognises its agent by the command and always reads its output.
    #[arg(long, value_name = "AGENT", value_parser = agent_names())]
    agent: Option<String>,
    /// Use these presets (comma-separated, later wins) beside `budget`; a loop adds `loop`.
    #[arg(long, value_name = "PRESET", value_delimiter = ',')]
    preset: Vec<String>,
    /// Confine the command (Linux): it cannot change Fusebox, policies and hooks, nor signal other
    /// processes. `require` starts nothing unless all of that is to be had.
    #[arg(long, value_name = "LEVEL", num_args = 0..=1, require_equals = true,
        default_missing_value = "possible")]
    confine: Option<ConfineLevel>,
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

impl RunArgs {
    /// The task that is named.
    pub(super) fn task(&self) -> Option<&str> {
        self.task.as_deref()
    }

    /// The command.
    pub(super) fn command(&self) -> &[String] {
        &self.command
    }

    /// The agent that is named, else the one that the command starts.
    pub(super) fn agent(&self) -> &'static AgentProgram {
        let named = self.agent.as_deref().and_then(fusebox_clients::agent_named);
        named.or_else(|| agent_of_command(&self.command)).unwrap_or(GENERIC_AGENT)
    }
}

/// What the runs of a command share.
pub(crate) struct RunPlan {
    /// The policies with the settings of the task.
    pub(crate) policies: PolicySet,
    /// The policies that the hooks of the command find, too.
    compiled: CompiledPolicies,
    /// The command without a prompt.
    spec: CommandSpec,
    /// The files that hold the hooks of clients, and their programs.
    guarded: GuardedFiles,
    /// Ends with the plan.
    _confinement: Option<Confinement>,
    /// Answers the hooks of a confined command, which cannot write the store.
    _hooks: Option<HookServer>,
}

/// How `run` and `loop` differ.
pub(crate) struct RunKind<'a> {
    /// The run, or the loop.
    pub(crate) id: RunId,
    /// The task where none is named.
    pub(crate) own_task: &'a str,
    /// Presets before the chosen ones, which override them.
    pub(crate) presets: &'a [&'a str],
    /// How the command runs without a terminal.
    pub(crate) unattended: Option<Unattended>,
}

impl RunPlan {
    /// Reads everything that the runs depend on. No run has started when it fails.
    pub(crate) fn make(
        args: &RunArgs,
        kind: RunKind<'_>,
        context: &Context,
        runtime: &mut Runtime,
    ) -> Result<Self> {
        let grace = parse_duration("--grace", &args.grace)?;
        let (task, named) =
            task_choice::find_for_run(context, runtime, args.task.as_deref(), kind.own_task)?;
        let named = if args.issue.is_some() || !args.set.is_empty() {
            Some(keep_task(args, named, &task, context, runtime)?)
        } else {
            named
        };
        let role = args.role.clone().or_else(|| named.and_then(|task| task.role));
        let of_environment = || context.environment.setting("FUSEBOX_ROLE").map(str::to_owned);
        let role = role.or_else(of_environment);
        let mut environment = environment(args, kind.presets, &task, role.as_deref(), context)?;
        let compiled = compile_policies(&environment, context, runtime)?;
        let policies = task::policies(runtime.store(), compiled.as_set().clone(), &task)?;
        let agent = args.agent();
        let is_read = args.agent.is_some() || kind.unattended.is_some();
        let command = if is_read {
            agent.with_structured_output(&args.command)
        } else {
            args.command.clone()
        };
        let refusing = client_settings::refusing_command(agent, &command, context);
        let command = refusing.unwrap_or(command);
        // Before files take the places of settings that are not there.
        environment.extend(own_caps(agent, policies.of(role.as_deref()), context));
        let configured = match policies.of(role.as_deref()).run.confine {
            true => ConfineLevel::Possible,
            false => ConfineLevel::Never,
        };
        let level = args.confine.unwrap_or(configured);
        // Before files take the places of settings that are not there.
        let can_post = posted_hooks::can_post(agent, &command, &kind, context);
        let confinement = Confinement::prepare(level, &kind.id, context)?;
        // What the kernel gave decides, not what was asked for.
        let is_confined = confinement.as_ref().is_some_and(Confinement::protects_files);
        let post =
            || posted_hooks::post(agent, &command, &kind, &environment, is_confined, context);
        let posted = if can_post { post() } else { None };
        let command = posted.as_ref().map_or(command, |posted| posted.command.clone());
        environment.extend(posted.map(|posted| posted.secret));
        let confining = confinement.as_ref().map(|confinement| confinement.helper.clone());
        let is_attended = kind.unattended.is_none() && is_attended();
        let hooks = is_confined
            .then(|| hooks::start(&kind.id, &environment, is_attended, context))
            .transpose()?;
        let socket = hooks.as_ref().map(|hooks| hooks.path().to_string_lossy().into_owned());
        environment.extend(socket.map(|socket| (SOCKET_VARIABLE.to_owned(), socket)));
        let spec = CommandSpec {
            run: kind.id,
            task,
            role,
            agent,
            is_read,
            command,
            input: None,
            order: None,
            is_introduced: false,
            retries: None,
            retried_incident: None,
            verify: args.verify.clone(),
            risk: Vec::new(),
            estimate: TaskEstimate::default(),
            verifier_preamble: None,
            records: folders::existing(context),
            dir: context.dir.clone(),
            environment,
            confining: confining.unwrap_or_default(),
            grace,
            loop_start: None,
            unattended: kind.unattended,
        };
        let guarded = hooks::guarded_files(agent, context)?;
        Ok(Self { policies, compiled, spec, guarded, _confinement: confinement, _hooks: hooks })
    }

    /// Notes why the work is risky, by the text of its prompt and by what work here took before, and how its
    /// verifier is instructed.
    pub(crate) fn assess_risk(
        &mut self,
        args: &RunArgs,
        prompt: Option<&str>,
        context: &Context,
        runtime: &Runtime,
    ) -> Result<()> {
        let (named, settings) =
            (task::find(runtime.store(), &self.spec.task)?, self.verification());
        if settings.verifier.is_some() {
            self.spec.verifier_preamble = Some(verifiers::preamble(&settings, context)?);
        }
        if !settings.mandatory {
            return Ok(());
        }
        let of_command = || self.agent().split_prompt(&self.spec.command).map(|(_, text)| text);
        let text = prompt.map(str::to_owned).or_else(of_command).unwrap_or_default();
        let said = args.estimate.over(named.as_ref().map(|task| task.estimate).unwrap_or_default());
        self.spec.estimate = said;
        self.spec.risk = verifiers::risk(&text, named.as_ref(), said, &self.spec.dir, runtime)?;
        Ok(())
    }

    fn verification(&self) -> VerificationSettings {
        self.policies.of(self.spec.role.as_deref()).verification.clone()
    }

    /// The task that the command works on.
    pub(crate) fn task(&self) -> &TaskId {
        &self.spec.task
    }

    /// The agent that runs.
    pub(crate) fn agent(&self) -> &'static AgentProgram {
        self.spec.agent
    }

    /// The command without a prompt of ours.
    pub(crate) fn command(&self) -> &[String] {
        &self.spec.command
    }

    /// How often a trip is tried again.
    pub(crate) fn retries(&self) -> u64 {
        self.policies.of(self.spec.role.as_deref()).guided.retries()
    }

    /// Whether a run that ended so is tried again where its prompt is known.
    pub(crate) fn would_retry(&self, finished: &FinishedCommand) -> bool {
        let is_retried =
            matches!(&finished.why, EndReason::Tripped(trip) if trip.rule().is_retried());
        is_retried && self.retries() > 0 && !self.is_attended()
    }

    /// Whether a person sits at the client: a command that runs without one has no need of the terminal.
    pub(crate) fn is_attended(&self) -> bool {
        is_attended() && self.agent().wants_person(self.command())
    }

    /// The program and the first arguments of the helper that confines the command.
    pub(crate) fn confining(&self) -> &[String] {
        &self.spec.confining
    }

    /// What every run of the command shares.
    pub(crate) fn context<'a>(
        &'a self,
        runtime: &'a mut Runtime,
        inform: &'a dyn Fn(&str),
    ) -> RunContext<'a> {
        let (source, policies) = (&self.compiled, &self.policies);
        RunContext { runtime, source, policies, guarded: Some(&self.guarded), inform }
    }

    /// One run of the command, with this prompt.
    pub(crate) fn to_spec(&self, run: RunId, prompt: Option<RunPrompt>) -> Result<CommandSpec> {
        self.to_spec_of(run, &self.spec.command, prompt)
    }

    /// One run of another form of the command, with this prompt.
    pub(crate) fn to_spec_of(
        &self,
        run: RunId,
        command: &[String],
        prompt: Option<RunPrompt>,
    ) -> Result<CommandSpec> {
        let mut spec = CommandSpec { command: command.to_vec(), ..self.spec.clone() };
        if let Some(RunPrompt { text: prompt, is_introduced }) = prompt {
            spec.is_introduced = is_introduced;
            match spec.agent.with_prompt(&spec.command, &prompt) {
                Ok(PromptDelivery::Argument(command)) => spec.command = command,
                Ok(PromptDelivery::Stdin) => spec.input = Some(prompt.into_bytes()),
                Err(error) => return Err(CliError::usage(format!("--prompt: {error}"))),
            }
        }
        spec.environment.push((RUN_VARIABLE.to_owned(), run.to_string()));
        Ok(CommandSpec { run, ..spec })
    }
}

/// Keeps what the flags say of the task, which begins with them where nobody started it.
fn keep_task(
    args: &RunArgs,
    named: Option<Task>,
    id: &TaskId,
    context: &Context,
    runtime: &mut Runtime,
) -> Result<Task> {
    let (dir, now) = (project_root(&context.dir), clock::now());
    let mut task = named.unwrap_or_else(|| Task::new(id.clone(), dir, now));
    if let Some(issue) = &args.issue {
        task.issue = Some(start::parse_issue(issue)?);
    }
    for pair in &args.set {
        settings::set(&mut task, "--set", pair)?;
    }
    for notice in settings::resolve(context, &mut task)? {
        context.note(&notice.to_string());
    }
    task::keep(runtime.store_mut(), &task, now)?;
    Ok(task)
}

/// A duration of the command line.
pub(crate) fn parse_duration(flag: &str, text: &str) -> Result<std::time::Duration> {
    let duration = Duration::parse(text).map_err(CliError::of_flag(flag))?;
    Ok(std::time::Duration::from_millis(duration.0))
}

fn agent_names() -> PossibleValuesParser {
    PossibleValuesParser::new(AGENTS.iter().map(|agent| agent.name))
}

/// The variables that lower the agent's own caps to the limits of the policy.
fn own_caps(
    agent: &'static AgentProgram,
    policy: &Policy,
    context: &Context,
) -> Vec<(String, String)> {
    let lowered = agent.own_caps.iter().filter_map(|cap| {
        let number = cap.lowered(policy, context.variables.own_cap(cap.variable))?;
        Some((cap.variable.to_owned(), number.to_string()))
    });
    lowered.collect()
}

/// The settings that the hooks of the command read from their environment.
fn environment(
    args: &RunArgs,
    first_presets: &[&str],
    task: &TaskId,
    role: Option<&str>,
    context: &Context,
) -> Result<Vec<(String, String)>> {
    let flags = PolicyArgs { preset: args.preset.clone(), ..PolicyArgs::default() };
    let compiled = policy::compiled(context, Some(&context.dir), &flags, role)?;
    // An unknown role would have no limits, and no message would say so.
    for notice in compiled.notices.iter().filter(|one| one.kind == NoticeKind::UnknownRole) {
        context.note(&notice.to_string());
    }
    let chosen = if args.preset.is_empty() { compiled.policy.preset } else { flags.preset };
    let first = first_presets.iter().map(|preset| (*preset).to_owned());
    let presets: Vec<String> = first.chain(chosen).collect();
    let role = role.map(|role| ("FUSEBOX_ROLE".to_owned(), role.to_owned()));
    let variables = [
        ("FUSEBOX_TASK".to_owned(), task.to_string()),
        ("FUSEBOX_PRESET".to_owned(), presets.join(",")),
    ];
    Ok(variables.into_iter().chain(role).collect())
}

/// Compiles the policies of that environment and stores them where the hooks look them up.
fn compile_policies(
    variables: &[(String, String)],
    context: &Context,
    runtime: &mut Runtime,
) -> Result<CompiledPolicies> {
    let inner = hooks::environment_with(variables, context);
    let layers = policy::layers_under(context, &inner, Some(&context.dir))?;
    Ok(CompiledPolicies::compile(layers, &PolicyFlags::default(), runtime.store_mut())?)
}
