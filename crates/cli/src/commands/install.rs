//! `fusebox install`.

pub(crate) mod companion;
mod every_client;
pub(crate) mod hook_files;
pub(crate) mod hooks_pin;
mod planned_install;
pub(crate) mod program;
pub(crate) mod settings_file;
pub(crate) mod summary;
pub(crate) mod target;
mod toml_server;

use fusebox_clients::Client;
use fusebox_clients::install::{HookCommand, InstallStatus, SHARED_FOLDER};
use fusebox_engine::OnError;

use self::companion::CompanionArgs;
use self::planned_install::PlannedInstall;
use self::summary::shown;
use self::target::{InstallScope, InstallTarget, project_root};
use crate::client_settings::active_packages;
use crate::commands::doctor::client_version;
use crate::commands::doctor::each_client::version_caution;
use crate::policy::{self, PolicyArgs};
use crate::program_folder::ProgramFolder;
use crate::{CliError, Context, Result, display, style};

/// Put Fusebox's hooks into the settings of agent programs.
///
/// Without a name it finds the agent programs on this machine, shows what it would change, and asks.
/// Everything that is in the settings stays, and a copy of the file is kept beside it. Running it
/// again brings the hooks up to date. `fusebox uninstall` takes them out.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The agent program: `claude`, `codex`, `gemini`, `qwen`, `copilot`, `opencode`, `cline`, `cursor`, `windsurf`,
    /// `kiro`, `antigravity` or `vscode`. Without one, all that are on this machine.
    client: Option<String>,
    /// Every agent program that Fusebox knows, also those that are not on this machine.
    #[arg(long, conflicts_with = "client")]
    all: bool,
    /// Do not ask before several files are changed.
    #[arg(long, short = 'y')]
    yes: bool,
    /// Whose settings: yours, this project's, or the administrator's of this machine, whose hooks an agent's own
    /// settings cannot switch off.
    #[arg(long, value_enum, default_value = "user")]
    scope: InstallScope,
    /// Write nothing; show what would change.
    #[arg(long)]
    dry_run: bool,
    /// Refuse nothing, only write down what would have been done.
    #[arg(long)]
    observe: bool,
    /// Refuse every call while the program of the hooks is gone, and where the client can, while it crashes
    /// or takes too long.
    ///
    /// A line of shell around the hook before a call says what is wrong and which command mends it.
    #[arg(long, conflicts_with = "observe")]
    strict: bool,
    #[command(flatten)]
    companions: CompanionArgs,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<()> {
    let Some(name) = &args.client else { return every_client::run(args, context) };
    let plan =
        PlannedInstall::new(args, context, InstallTarget::named(context, name, args.scope)?)?;
    let was_strict = plan.refuses_without_program();
    let backup = if args.dry_run { None } else { plan.apply(context)? };
    if was_strict && !args.strict {
        context
            .note("calls are not refused any more while the program is gone; --strict keeps that.");
    }
    let summary = plan.summary(args.dry_run, backup);
    if args.json {
        return context.json(&summary);
    }
    context.print(&summary.text())?;
    if plan.patch.changed() && !args.dry_run {
        context.say(&next_steps(context, &plan))?;
    } else if let Some(step) = trust_step(&plan) {
        context.say(&step)?;
    }
    print_notes(args, context, &plan)
}

/// The hook's argument under `on_error = "deny"`.
pub(crate) const ON_ERROR_DENY: &str = "--on-error=deny";
/// How much is shown of why a file turns all hooks off.
pub(crate) const SWITCH_CHARS: usize = 160;

/// The command that the client will run.
fn command(args: &Args, context: &Context, target: &InstallTarget) -> Result<HookCommand> {
    let dir = match args.scope {
        InstallScope::User | InstallScope::Managed => None,
        InstallScope::Project => Some(project_root(&context.dir)),
    };
    let policy = policy::compiled(context, dir, &PolicyArgs::default(), None)?.policy;
    let observe = args.observe.then_some("--observe");
    let deny = (policy.on_error == OnError::Deny).then_some(ON_ERROR_DENY);
    let extra: Vec<&str> = observe.into_iter().chain(deny).collect();
    let name = if program::hook_beside(&program::own()?).1.is_empty() {
        "fusebox-hook"
    } else {
        "fusebox"
    };
    let program = match args.scope {
        InstallScope::User => ProgramFolder::of(context)?.path(name).to_string_lossy().into_owned(),
        InstallScope::Project => format!("{SHARED_FOLDER}{name}"),
        InstallScope::Managed => {
            program::for_everybody(context, name)?.to_string_lossy().into_owned()
        }
    };
    HookCommand::new(&program, target.client.name, &extra)
        .map(|command| if args.strict { refusing(command, target) } else { command })
        .map_err(|error| CliError::failed(error.to_string()))
}

/// The command that refuses while its program is gone, and says how to mend that.
fn refusing(command: HookCommand, target: &InstallTarget) -> HookCommand {
    let mend = repair_command(target.client, target.scope, true);
    command.refusing_without_program(&refusal_sentence(&mend))
}

/// What an agent is told while the program of its hooks is gone.
pub(crate) fn refusal_sentence(mend: &str) -> String {
    format!(
        "The hook program of Fusebox is gone, so that nothing guards this agent and every call is refused. \
         A person has to install Fusebox and run: {mend}"
    )
}

/// The command that puts the hooks of a client in order again.
pub(crate) fn repair_command(client: &Client, scope: InstallScope, strict: bool) -> String {
    let strict = if strict { " --strict" } else { "" };
    let sudo = if scope == InstallScope::Managed { "sudo " } else { "" };
    format!("{sudo}fusebox install {} --scope {}{strict}", client.name, scope.word())
}

/// What a person does after the hooks of one client were installed.
fn next_steps(context: &Context, plan: &PlannedInstall) -> String {
    let restart =
        format!("Restart {}: sessions that run now are not guarded.", plan.target.client.title);
    let status_line = status_line(context, &plan.status(), "the same file");
    steps(restart, trust_step(plan).into_iter().chain(status_line))
}

/// The same after the hooks of several clients were installed.
fn next_steps_of_all(context: &Context, plans: &[PlannedInstall]) -> String {
    let restart = "Restart the agents that run now: their sessions are not guarded.".to_owned();
    let trust_steps = plans.iter().filter_map(trust_step);
    let lines = plans
        .iter()
        .flat_map(|plan| status_line(context, &plan.status(), &shown(&plan.target.file)));
    steps(restart, trust_steps.chain(lines))
}

fn steps(restart: String, more: impl Iterator<Item = String>) -> String {
    let step = |command: &str, why: &str| {
        let command = style::command(format!("{command:<20}"));
        format!("  {command} {}", style::dim(why))
    };
    let [blank, heading] = style::section("What is next");
    let mut out = vec![
        blank,
        heading,
        format!("  {restart}"),
        step("fusebox status", "how sessions stand"),
        step("fusebox doctor", "whether everything works"),
    ];
    out.extend(more);
    out.join("\n")
}

/// How a person makes the client run the hooks, where it does not run them at once.
fn trust_step(plan: &PlannedInstall) -> Option<String> {
    let (title, step) = (plan.target.client.title, plan.trust_step?);
    Some(format!("  {title} is not guarded until the hooks are trusted: {step}."))
}

/// How a person shows the breaker in the status line of a client that has one.
fn status_line(context: &Context, installed: &InstallStatus, file: &str) -> Vec<String> {
    if !installed.lacks_status_line {
        return Vec::new();
    }
    let own = program::own().map(|own| program::stable(context, &own)).unwrap_or_default();
    let own = display::shell_word(&own.to_string_lossy());
    let line = serde_json::json!(format!("{own} status --line"));
    vec![
        format!("  To see the breaker in the status line, add to {file}:"),
        format!("    \"statusLine\": {{\"type\": \"command\", \"command\": {line}}}"),
    ]
}

/// Prints notes about settings that keep the hooks from working as expected.
fn print_notes(args: &Args, context: &Context, plan: &PlannedInstall) -> Result<()> {
    let (target, installed) = (&plan.target, &plan.status());
    for sentence in companion::unwritten(args.companions, context, target)? {
        context.note(&sentence);
    }
    if let Some(caution) = target.installer.facts.evidence.caution() {
        let title = target.client.title;
        context.note(&format!("the hooks of {title} were {caution}: watch whether they hold."));
    }
    // Asked of the program only where a version makes a difference.
    let facts = target.installer.facts;
    let version = facts.documented.and_then(|_| client_version::of(target.client, context));
    if let Some(caution) =
        version.and_then(|version| version_caution(target.client.title, &version, facts))
    {
        context.note(&format!("{caution}: watch whether they hold."));
    }
    for package in active_packages(context, target.client, std::iter::once(installed)) {
        let (text, next) = package.two_hooks_notice("");
        context.note(&format!("{text}; {next}"));
    }
    if let Some(switch) = &installed.disabled {
        context.note(&format!(
            "this file turns all hooks off ({}); Fusebox sees nothing until that is changed.",
            display::one_line(switch, SWITCH_CHARS)
        ));
    }
    for scope in InstallScope::ALL.into_iter().filter(|scope| *scope != target.scope) {
        let Ok(Some(other)) = InstallTarget::of(context, target.client, scope) else { continue };
        let files = other.read().ok().filter(|_| other.file != target.file);
        let there = files.and_then(|files| other.installer.status(&files.texts()).ok());
        if there.is_some_and(|there| !there.hooks.is_empty()) {
            context.note(&format!(
                "the hooks are in {} as well; one place is enough.",
                display::one_line(&other.file.display().to_string(), 300)
            ));
        }
    }
    Ok(())
}
