//! `fusebox verifiers`, and how work is verified: who verifies it, and why it has to be verified.

use std::fs;
use std::path::Path;

use clap::Subcommand;
use fusebox_engine::VerificationSettings;
use fusebox_runtime::Runtime;
use fusebox_runtime::agent_run::{self, AgentRun};
use fusebox_runtime::project::project_folder;
use fusebox_runtime::risk::{self, TaskEstimate};
use fusebox_runtime::task::Task;
use serde::Serialize;

use crate::{CliError, Context, Result, display, style};

/// The role of a verifier where the configuration names none.
const DEFAULT_ROLE: &str = "tests";
/// The columns of a role's name in the list.
const NAME_COLUMNS: usize = 14;
/// The longest instructions of a verifier, in bytes.
const PREAMBLE_BYTES: u64 = 64 << 10;
/// Past runs that an estimate reads.
const PAST_RUNS: u32 = 200;

/// The built-in roles, with their instructions.
const ROLES: &[(&str, &str)] = &[
    (DEFAULT_ROLE, include_str!("../../verifiers/tests.md")),
    ("security", include_str!("../../verifiers/security.md")),
    ("architecture", include_str!("../../verifiers/architecture.md")),
    ("docs", include_str!("../../verifiers/docs.md")),
];

const EXAMPLES: &str = "\
Examples:
  fusebox verifiers list
  fusebox verifiers show security
  fusebox run --verify \"cargo test\" -- claude -p \"fix the totals\"

A file verifiers/NAME.md beside your config.toml replaces the instructions of a role, or adds a role.";

/// List the roles of verifiers, or show the instructions of one.
///
/// `guided.qc_role` chooses the role, and `guided.verifier` the command that answers the criteria of a
/// task with these instructions.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: VerifiersCommand,
}

#[derive(Debug, Subcommand)]
enum VerifiersCommand {
    /// List the roles.
    List {
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Show the instructions of one role.
    Show {
        /// The role.
        name: String,
    },
}

/// One role of a verifier.
#[derive(Debug, Serialize)]
struct VerifierRole {
    name: String,
    /// The file of a person that replaces the built-in instructions, if any.
    file: Option<String>,
    /// The first line of its instructions.
    does: String,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<()> {
    match &args.command {
        VerifiersCommand::Show { name } => context.print(role_text(name, context)?.trim_end()),
        VerifiersCommand::List { json } => {
            let built_in = ROLES.iter().map(|(name, _)| (*name).to_owned());
            let roles = built_in.chain(added_roles(context)?).map(|name| {
                let text = role_text(&name, context)?;
                let file = own_file(&name, context)?.map(|(file, _)| file);
                let does = text.lines().next().unwrap_or_default().to_owned();
                Ok(VerifierRole { name, file, does })
            });
            let roles: Vec<VerifierRole> = roles.collect::<Result<_>>()?;
            context.print_list(*json, &roles, "", |roles| {
                Ok(roles.iter().flat_map(|role| role_lines(role, context.columns())).collect())
            })
        }
    }
}

/// The lines of a role: its name, and what it does in a column of its own.
fn role_lines(role: &VerifierRole, width: usize) -> Vec<String> {
    let file = role.file.as_deref().map(|file| format!(" ({file})")).unwrap_or_default();
    let indent = " ".repeat(NAME_COLUMNS + 1);
    let mut lines = display::wrap_after(&indent, &(role.does.clone() + &file), width);
    if let Some(first) = lines.first_mut() {
        let name = style::command(format!("{:<NAME_COLUMNS$} ", role.name));
        first.replace_range(..indent.len(), &name);
    }
    lines
}

/// The names of the roles that a person's files add, in order.
fn added_roles(context: &Context) -> Result<Vec<String>> {
    let home = context.home()?;
    let folder = home.config_file.parent().map(|folder| folder.join("verifiers"));
    let entries = folder.and_then(|folder| fs::read_dir(folder).ok()).into_iter().flatten();
    let names = entries.flatten().filter_map(|entry| {
        let name = entry.file_name().into_string().ok()?;
        Some(name.strip_suffix(".md")?.to_owned())
    });
    let is_added =
        |name: &String| is_role_name(name) && ROLES.iter().all(|(known, _)| known != name);
    let mut names: Vec<String> = names.filter(is_added).collect();
    names.sort_unstable();
    Ok(names)
}

fn is_role_name(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
}

/// The file of a person with the instructions of a role, and its text.
fn own_file(name: &str, context: &Context) -> Result<Option<(String, String)>> {
    let home = context.home()?;
    let Some(folder) = home.config_file.parent() else { return Ok(None) };
    let file = folder.join("verifiers").join(format!("{name}.md"));
    Ok(read_instructions(&file)?.map(|text| (file.display().to_string(), text)))
}

/// The text of a file with instructions, if it exists.
fn read_instructions(file: &Path) -> Result<Option<String>> {
    match fs::metadata(file) {
        Ok(meta) if meta.is_file() && meta.len() <= PREAMBLE_BYTES => {
            Ok(Some(fs::read_to_string(file)?))
        }
        Ok(_) => Err(CliError::usage(format!("{}: not a file of at most 64 KiB", file.display()))),
        Err(_) => Ok(None),
    }
}

/// The instructions of a role: those of a person's file, else the built-in ones.
fn role_text(name: &str, context: &Context) -> Result<String> {
    if is_role_name(name)
        && let Some((_, text)) = own_file(name, context)?
    {
        return Ok(text);
    }
    let built_in = ROLES.iter().find(|(known, _)| *known == name);
    built_in.map(|(_, text)| (*text).to_owned()).ok_or_else(|| {
        CliError::usage(format!("`{name}` is no role of a verifier"))
            .hint("`fusebox verifiers list` lists them")
    })
}

/// What a verifier is instructed with: the file that the settings name, else the text of its role.
pub(crate) fn preamble(settings: &VerificationSettings, context: &Context) -> Result<String> {
    if let Some(file) = &settings.preamble {
        let problem = |what: &str| CliError::usage(format!("guided.qc_preamble: {file}: {what}"));
        let instructions = read_instructions(&context.dir.join(file))
            .map_err(|error| problem(&error.to_string()))?;
        return instructions.ok_or_else(|| problem("there is no such file"));
    }
    role_text(settings.role.as_deref().unwrap_or(DEFAULT_ROLE), context)
}

/// What a person expects of a task.
#[derive(Debug, Clone, Copy, Default, clap::Args)]
pub(crate) struct EstimateArgs {
    /// The tool calls that it is expected to take. More than 10 make its verification mandatory where
    /// `guided.mandatory_verification` is on; without it, the text and past runs of this folder say.
    #[arg(long, value_name = "N")]
    estimate_calls: Option<u64>,
    /// The minutes that it is expected to take. More than 15 make its verification mandatory as well.
    #[arg(long, value_name = "N")]
    minutes: Option<u64>,
    /// Other tasks wait for it, which makes its verification mandatory as well.
    #[arg(long)]
    blocks: bool,
}

impl EstimateArgs {
    /// An earlier estimate with what is given over it.
    pub(crate) fn over(self, earlier: TaskEstimate) -> TaskEstimate {
        TaskEstimate {
            calls: self.estimate_calls.or(earlier.calls),
            minutes: self.minutes.or(earlier.minutes),
            blocks: self.blocks || earlier.blocks,
        }
    }
}

/// Why a task is risky: by its text, what a person says of it, and what runs in this project took.
pub(crate) fn risk(
    text: &str,
    task: Option<&Task>,
    said: TaskEstimate,
    folder: &Path,
    runtime: &Runtime,
) -> Result<Vec<String>> {
    let past = agent_run::latest(runtime.store(), None, PAST_RUNS)?;
    let here = project_folder(&folder.to_string_lossy());
    let past: Vec<AgentRun> = past.into_iter().filter(|run| run.project() == here).collect();
    let of_task = task.map(|task| {
        let slice = task.slice.as_deref().unwrap_or_default();
        format!("{} {slice} {}", task.id, task.criteria.join(" "))
    });
    Ok(risk::reasons(&format!("{} {text}", of_task.unwrap_or_default()), said, &past))
}
