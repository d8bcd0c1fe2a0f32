//! Orders that only a person may give: an agent that is stopped must not free itself.

use std::io::{BufRead, Write};
use std::path::PathBuf;

use fusebox_clients::CLIENTS;
use fusebox_engine::SessionId;
use fusebox_runtime::{Runtime, agent_run, process};
use fusebox_store::IncidentFilter;

use crate::{CliError, Context, Result, clock, operator, person_terminal};

/// Flags of a command that only a person may run.
#[derive(Debug, Clone, Copy, Default, clap::Args)]
pub(crate) struct PersonArgs {
    /// Do not ask.
    #[arg(long, short = 'y')]
    pub(crate) yes: bool,
    /// Read an operator's token from standard input, in place of a person at a terminal. Without
    /// this, it is read from the file that `FUSEBOX_OPERATOR_TOKEN_FILE` names.
    #[arg(long)]
    pub(crate) operator: bool,
}

/// Flags of a command that no operator may run.
#[derive(Debug, Clone, Copy, Default, clap::Args)]
pub(crate) struct TerminalArgs {
    /// Do not ask.
    #[arg(long, short = 'y')]
    pub(crate) yes: bool,
}

/// Fails unless a person runs this in a terminal of their own and answers `question` with yes, or an
/// operator gives their token.
pub(crate) fn confirm(
    context: &Context,
    runtime: &Runtime,
    args: PersonArgs,
    question: &str,
) -> Result<()> {
    if is_operator(context, runtime, args.operator)? {
        return Ok(());
    }
    confirm_in_terminal(context, runtime, TerminalArgs { yes: args.yes }, question)
}

/// The same, for an order that frees `sessions`.
pub(crate) fn confirm_freeing(
    context: &Context,
    runtime: &Runtime,
    sessions: &[SessionId],
    args: PersonArgs,
    question: &str,
) -> Result<()> {
    if is_operator(context, runtime, args.operator)? {
        return Ok(());
    }
    // A missing terminal is reported before anything else.
    drop(require_terminal(context, runtime)?);
    person_terminal::refuse_made_after_trip(runtime, sessions)?;
    confirm_in_terminal(context, runtime, TerminalArgs { yes: args.yes }, question)
}

/// The same, for what no operator may do.
pub(crate) fn confirm_in_terminal(
    context: &Context,
    runtime: &Runtime,
    args: TerminalArgs,
    question: &str,
) -> Result<()> {
    let terminal = require_terminal(context, runtime)?;
    if args.yes { Ok(()) } else { ask_in(terminal, question) }
}

/// Asks at the terminal, if there is one; `unasked` is the command that does the same without asking. An
/// agent may ask itself: for orders that everybody may give.
pub(crate) fn ask(question: &str, unasked: &str) -> Result<()> {
    let terminal = open_terminal().map_err(|_| {
        CliError::failed("there is no terminal to ask in; nothing was done")
            .hint(format!("to do it without being asked: {unasked}"))
    })?;
    ask_in(terminal, question)
}

/// Fails unless the answer to the question is yes.
fn ask_in(mut terminal: std::fs::File, question: &str) -> Result<()> {
    write!(terminal, "{question} [y/N] ")?;
    let mut answer = String::new();
    std::io::BufReader::new(terminal).read_line(&mut answer)?;
    if matches!(answer.trim(), "y" | "Y" | "yes") {
        Ok(())
    } else {
        Err(CliError::failed("nothing was done"))
    }
}

/// Fails unless a person runs this in a terminal of their own, or an operator's token is in the file of
/// the environment. Asks nothing.
pub(crate) fn require(context: &Context, runtime: &Runtime) -> Result<()> {
    require_or_operator(context, runtime, false)
}

/// The same; with `reads_token`, the token is read from standard input.
pub(crate) fn require_or_operator(
    context: &Context,
    runtime: &Runtime,
    reads_token: bool,
) -> Result<()> {
    if is_operator(context, runtime, reads_token)? {
        return Ok(());
    }
    require_terminal(context, runtime).map(drop)
}

/// Whether an operator gives their token. Fails where an agent runs this.
fn is_operator(context: &Context, runtime: &Runtime, reads_token: bool) -> Result<bool> {
    refuse_agents(context, runtime)?;
    operator::is_authorised(context, reads_token)
}

/// Accepts settings files as they were just written, unless an agent had them written.
pub(crate) fn accept_unless_agent(context: &Context, files: Vec<PathBuf>) -> Result<()> {
    let mut runtime = context.runtime(None)?;
    if agent_above(context, &runtime)?.is_none() {
        runtime.accept_files(files, clock::now())?;
    }
    Ok(())
}

/// Whether an agent or a supervised run is among this process's ancestors.
pub(crate) fn is_below_agent(context: &Context, runtime: &Runtime) -> Result<bool> {
    Ok(agent_above(context, runtime)?.is_some())
}

/// Fails where an agent or a supervised run is among this process's ancestors.
pub(crate) fn refuse_agents(context: &Context, runtime: &Runtime) -> Result<()> {
    let Some(why) = agent_above(context, runtime)? else { return Ok(()) };
    Err(CliError::failed(format!("{why}; only a person may do that"))
        .hint("open another terminal and run it there"))
}

/// Fails unless whoever runs this may free every session that is stopped: for answers, which name their trip only once
/// they are read. The same holds for what sends codes.
pub(crate) fn require_for_answers(context: &Context, runtime: &Runtime) -> Result<()> {
    if is_operator(context, runtime, false)? {
        return Ok(());
    }
    let terminal = require_terminal(context, runtime).map(drop);
    terminal.map_err(|error| {
        error.hint(format!(
            "or give an operator's token: {} names its file",
            operator::TOKEN_FILE_VARIABLE
        ))
    })?;
    let open_only = IncidentFilter { open_only: true, ..Default::default() };
    let trips = runtime.store().read().incidents(&open_only)?;
    let sessions: Vec<SessionId> = trips.into_iter().map(|row| row.session).collect();
    person_terminal::refuse_made_after_trip(runtime, &sessions)
}

/// The terminal, unless an agent or a supervised run is among this process's ancestors.
fn require_terminal(context: &Context, runtime: &Runtime) -> Result<std::fs::File> {
    refuse_agents(context, runtime)?;
    open_terminal().map_err(|_| {
        CliError::failed("there is no terminal: only a person may do that")
            .hint("run it in a terminal of your own")
    })
}

fn open_terminal() -> std::io::Result<std::fs::File> {
    std::fs::OpenOptions::new().read(true).write(true).open("/dev/tty")
}

/// How this process descends from an agent or a supervised run, if it does.
fn agent_above(context: &Context, runtime: &Runtime) -> Result<Option<String>> {
    let above: Vec<(u32, u64)> =
        process::upwards(std::process::id()).map(|(pid, process)| (pid, process.started)).collect();
    let runs = agent_run::unfinished(runtime.store())?;
    let is_supervisor = |id: &(u32, u64)| {
        // A supervisor is not above itself.
        id.0 != std::process::id()
            && runs.iter().any(|run| run.watch.supervisor == *id || run.watch.guard == *id)
    };
    if let Some((pid, _)) = above.iter().find(|id| is_supervisor(id)) {
        return Ok(Some(format!("this runs inside a supervised run (process {pid})")));
    }
    let clients = runtime.store().read().processes()?;
    let is_client = |id: &(u32, u64)| clients.iter().any(|row| (row.pid, row.started) == *id);
    if let Some((pid, _)) = above.iter().find(|id| is_client(id)) {
        return Ok(Some(format!("this runs inside the guarded agent (process {pid})")));
    }
    let is_started_by_agent = context.variables.is_client_child || has_marked_ancestor();
    Ok(is_started_by_agent.then(|| "this was started by an agent".to_owned()))
}

/// Whether an ancestor has the variable that a client sets for the commands of its agent. `env -i`
/// removes it from this process but not from those above.
fn has_marked_ancestor() -> bool {
    let variables = CLIENTS.iter().filter_map(|client| client.variables);
    let marks: Vec<String> = variables.map(|names| format!("{}=", names.is_child)).collect();
    process::upwards(std::process::id()).any(|(pid, _)| {
        let environment = std::fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
        let mut environment = environment.split(|byte| *byte == 0);
        environment.any(|variable| marks.iter().any(|mark| variable.starts_with(mark.as_bytes())))
    })
}
