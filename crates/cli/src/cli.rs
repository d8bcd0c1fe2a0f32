//! The command line: one variant per command, whose help is the doc comment of its arguments.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ColorChoice, CommandFactory, FromArgMatches, Parser, Subcommand};
use fusebox_store::StoreLocation;

use crate::commands as c;
use crate::{CliError, Context, Result, exit};

/// The heading of the options that every command takes.
const GLOBAL: &str = "Options of every command";

/// Circuit breakers for AI agents.
///
/// Fusebox watches an agent from outside the model, detects that it no longer makes progress, stops
/// it where it cannot argue, and reports what happened.
///
/// Start with `fusebox demo`, then `fusebox install claude`.
#[derive(Debug, Parser)]
#[command(name = "fusebox", version, max_term_width = 100, disable_help_subcommand = true)]
pub(crate) struct CommandLine {
    /// When to use colour.
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", help_heading = GLOBAL)]
    pub(crate) color: ColorChoice,
    /// Show times in UTC, and not in the zone of this machine.
    #[arg(long, global = true, help_heading = GLOBAL)]
    pub(crate) utc: bool,
    #[command(subcommand)]
    pub(crate) command: FuseboxCommand,
}

/// Which store a question is about.
#[derive(Debug, clap::Args)]
pub(crate) struct StoreArgs {
    /// The store to read: a folder or `sqlite:FOLDER`, as `fusebox decide --store` has it. The hooks' own
    /// without it.
    #[arg(long = "store", value_name = "URL")]
    location: Option<StoreLocation>,
}

impl CommandLine {
    /// Reads the words of this process. Wrong ones, and a request for help, end it.
    pub(crate) fn parse_words(context: &Context) -> Self {
        let root = Self::command();
        let help = c::help::grouped(&root, context.help_columns());
        let mut root = root.override_help(help);
        let matches = root.try_get_matches_from_mut(std::env::args_os()).unwrap_or_else(|error| {
            let Some(missing) = missing_argument(&root, &context.arguments, &error) else {
                error.exit()
            };
            context.inform(&missing.text());
            std::process::exit(i32::from(missing.exit_code()))
        });
        Self::from_arg_matches(&matches).unwrap_or_else(|error| error.exit())
    }
}

/// Says what a command is missing and what that is; `None` for any other error.
fn missing_argument(
    root: &clap::Command,
    words: &[String],
    error: &clap::Error,
) -> Option<CliError> {
    if error.kind() != ErrorKind::MissingRequiredArgument {
        return None;
    }
    let Some(ContextValue::Strings(missing)) = error.get(ContextKind::InvalidArg) else {
        return None;
    };
    let (mut command, mut path) = (root, root.get_name().to_owned());
    for word in words {
        let Some(inner) = command.find_subcommand(word) else { continue };
        command = inner;
        path = format!("{path} {}", inner.get_name());
    }
    let mut told = CliError::usage(format!("`{path}` needs {}", missing.join(" and ")));
    for name in missing {
        let arg = command.get_arguments().find(|arg| arg.to_string() == *name);
        if let Some(help) = arg.and_then(clap::Arg::get_help) {
            told = told.hint(format!("{name}: {help}"));
        }
    }
    let path = path.split_once(' ').map_or("", |(_, path)| path);
    Some(told.hint(format!("`fusebox help {path}` says more")))
}

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum FuseboxCommand {
    Demo(c::demo::Args),
    Install(c::install::Args),
    Uninstall(c::uninstall::Args),
    Run(c::run::Args),
    Runs(c::runs::Args),
    Loop(c::looping::Args),
    Status(c::status::Args),
    Top(c::top::Args),
    Spend(c::spend::Args),
    Calibrate(c::calibrate::Args),
    Service(c::service::Args),
    Incidents(c::incidents::Args),
    Show(c::show::Args),
    Debug(c::debug::Args),
    Audit(c::audit::Args),
    Patterns(c::patterns::Args),
    #[command(subcommand)]
    Task(c::task::Args),
    Log(c::log::Args),
    Checkpoint(c::checkpoint::Args),
    Rollback(c::rollback::Args),
    #[command(subcommand)]
    Attempts(c::attempts::Args),
    Reset(c::reset::Args),
    Skip(c::skip::Args),
    Dismiss(c::dismiss::Args),
    Bypass(c::bypass::Args),
    Escalate(c::escalate::Args),
    Inbox(c::inbox::Args),
    Pause(c::pause::Args),
    Resume(c::resume::Args),
    Operator(c::operator::Args),
    #[command(subcommand)]
    Guard(c::guard::Args),
    #[command(subcommand)]
    Report(c::report::Args),
    Justify(c::justify::Args),
    Decide(c::decide::Args),
    Schema(c::schema::Args),
    Replay(c::replay::Args),
    #[command(subcommand)]
    Config(c::config::Args),
    Prices(c::prices::Args),
    Prompt(c::prompt::Args),
    Watch(c::watch::Args),
    Reconcile(c::reconcile::Args),
    Verifiers(c::verifiers::Args),
    #[command(subcommand)]
    Mcp(c::mcp::Args),
    Metrics(c::metrics::Args),
    Doctor(c::doctor::Args),
    Purge(c::purge::Args),
    Completions(c::completions::Args),
    Help(c::help::Args),
    #[command(hide = true)]
    Confined(c::confined::Args),
    #[command(subcommand, hide = true)]
    Effects(c::effects::Args),
}

impl FuseboxCommand {
    /// The store that a question is about, where it is not the person's own.
    pub(crate) fn store_location(&self) -> Option<&StoreLocation> {
        let store = if let Self::Status(args) = self {
            &args.store
        } else if let Self::Incidents(args) = self {
            &args.store
        } else if let Self::Show(args) = self {
            &args.store
        } else if let Self::Log(args) = self {
            &args.store
        } else {
            return None;
        };
        store.location.as_ref()
    }

    /// Runs the command and returns the exit code.
    pub(crate) fn run(&self, context: &Context) -> Result<u8> {
        match self {
            Self::Demo(args) => c::demo::run(args, context)?,
            Self::Install(args) => c::install::run(args, context)?,
            Self::Uninstall(args) => c::uninstall::run(args, context)?,
            Self::Run(args) => return c::run::run(args, context),
            Self::Runs(args) => c::runs::run(args, context)?,
            Self::Loop(args) => return c::looping::run(args, context),
            Self::Status(args) => c::status::run(args, context)?,
            Self::Top(args) => c::top::run(args, context)?,
            Self::Spend(args) => c::spend::run(args, context)?,
            Self::Calibrate(args) => c::calibrate::run(args, context)?,
            Self::Service(args) => c::service::run(args, context)?,
            Self::Incidents(args) => c::incidents::run(args, context)?,
            Self::Show(args) => c::show::run(args, context)?,
            Self::Debug(args) => c::debug::run(args, context)?,
            Self::Audit(args) => c::audit::run(args, context)?,
            Self::Patterns(args) => c::patterns::run(args, context)?,
            Self::Task(args) => c::task::run(args, context)?,
            Self::Log(args) => c::log::run(args, context)?,
            Self::Checkpoint(args) => c::checkpoint::run(args, context)?,
            Self::Rollback(args) => c::rollback::run(args, context)?,
            Self::Attempts(args) => c::attempts::run(args, context)?,
            Self::Reset(args) => c::reset::run(args, context)?,
            Self::Skip(args) => c::skip::run(args, context)?,
            Self::Dismiss(args) => c::dismiss::run(args, context)?,
            Self::Bypass(args) => c::bypass::run(args, context)?,
            Self::Escalate(args) => c::escalate::run(args, context)?,
            Self::Pause(args) => c::pause::run(args, context)?,
            Self::Resume(args) => c::resume::run(args, context)?,
            Self::Guard(args) => c::guard::run(args, context)?,
            Self::Operator(args) => c::operator::run(args, context)?,
            Self::Report(args) => c::report::run(args, context)?,
            Self::Justify(args) => c::justify::run(args, context)?,
            Self::Decide(args) => c::decide::run(args, context)?,
            Self::Schema(args) => c::schema::run(args, context)?,
            Self::Replay(args) => return c::replay::run(args, context),
            Self::Config(args) => return c::config::run(args, context),
            Self::Prices(args) => c::prices::run(args, context)?,
            Self::Prompt(args) => c::prompt::run(args, context)?,
            Self::Inbox(args) => return c::inbox::run(args, context),
            Self::Watch(args) => return c::watch::run(args, context),
            Self::Reconcile(args) => return c::reconcile::run(args, context),
            Self::Verifiers(args) => c::verifiers::run(args, context)?,
            Self::Mcp(args) => c::mcp::run(args, context)?,
            Self::Metrics(args) => c::metrics::run(args, context)?,
            Self::Doctor(args) => return c::doctor::run(args, context),
            Self::Purge(args) => c::purge::run(args, context)?,
            Self::Completions(args) => {
                c::completions::run(args, &mut CommandLine::command(), context)?;
            }
            Self::Help(args) => c::help::run(args, CommandLine::command(), context)?,
            Self::Confined(args) => return c::confined::run(args, context),
            Self::Effects(args) => c::effects::run(args, context)?,
        }
        Ok(exit::OK)
    }
}

#[cfg(test)]
mod tests {
    use fusebox_shell::guard::PERSON_ORDERS;

    use super::*;

    /// Whether the help of the command, or of one below it, says that only a person may run it.
    fn is_for_people(command: &clap::Command) -> bool {
        let about = command.get_long_about().map(ToString::to_string).unwrap_or_default();
        about.contains("Only a person may") || command.get_subcommands().any(is_for_people)
    }

    /// The words of a command as a page shows it, up to a pipe, a redirection or a comment.
    fn shown_words(line: &str) -> Vec<String> {
        let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
        for c in line.chars() {
            match (c, quote) {
                ('"' | '\'', None) => {
                    quote = Some(c);
                    word.get_or_insert_default();
                }
                (c, Some(open)) if c == open => quote = None,
                ('|' | '<' | '>' | ';' | '&' | '#', None) if word.is_none() => break,
                (' ', None) => words.extend(word.take()),
                (c, _) => word.get_or_insert_default().push(c),
            }
        }
        words.extend(word);
        words
    }

    #[test]
    fn every_command_that_a_page_shows_is_one_that_this_program_takes() {
        let docs = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs");
        let pages = std::fs::read_dir(docs).unwrap().map(|entry| entry.unwrap().path());
        let pages = pages.filter(|path| path.extension().is_some_and(|ending| ending == "md"));
        let mut shown = 0;
        for page in pages {
            let text = std::fs::read_to_string(&page).unwrap();
            let commands = text.lines().filter_map(|line| line.strip_prefix("$ ").or(Some(line)));
            for command in commands.filter(|line| line.starts_with("fusebox ")) {
                let words = shown_words(command.trim_end_matches('\\'));
                let is_partial = words.iter().any(|word| word.contains(['…', '[']));
                // The hook has no place in the help: clients start it.
                if is_partial || words[1] == "hook" || command.ends_with('\\') {
                    continue;
                }
                shown += 1;
                let parsed = CommandLine::command().try_get_matches_from(&words);
                let error = parsed.err().filter(|error| error.exit_code() != 0);
                assert!(error.is_none(), "{}: {command}\n{}", page.display(), error.unwrap());
            }
        }
        assert!(shown > 20, "{shown} commands were found");
    }

    #[test]
    fn the_guard_knows_every_order_that_only_a_person_may_give() {
        let root = CommandLine::command();
        let orders = root.get_subcommands().filter(|command| is_for_people(command));
        let unknown: Vec<&str> = orders
            .map(clap::Command::get_name)
            .filter(|name| !PERSON_ORDERS.contains(name))
            .collect();
        assert!(unknown.is_empty(), "{unknown:?}");
    }
}
