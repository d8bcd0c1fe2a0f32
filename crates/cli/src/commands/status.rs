//! `fusebox status`.

use std::io::{IsTerminal, Read};

use fusebox_engine::{BreakerState, SessionId};
use fusebox_runtime::Runtime;
use fusebox_runtime::query::{self, SessionView, TaskView};
use serde_json::{Value, json};

use crate::commands::service;
use crate::context::Context;
use crate::error::{CliError, exit};
use crate::{display, policy, style};

/// Show how sessions stand: closed, half-open or open, and why.
///
/// It never changes anything. What a limit of time would do now is shown although no event has
/// brought it yet.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// One session (the beginning of its id is enough); all of them without it.
    session: Option<String>,
    /// One line for a status bar; reads the client's JSON from standard input if there is any.
    #[arg(long)]
    line: bool,
    /// For programs.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<u8, CliError> {
    if args.line {
        return line(args, context);
    }
    let views = views(context)?;
    match &args.session {
        Some(prefix) => {
            let view = one(&views, prefix)?;
            if args.json {
                context.json(view)?;
            } else {
                let runtime = context.runtime(None)?;
                let task = query::task(runtime.store(), &view.task)?;
                let counts = counts(&task, &runtime, context)?;
                context.print(&whole(view, &task, counts.as_deref(), context))?;
            }
        }
        None if args.json => context.json(&views)?,
        None if views.is_empty() => {
            context.inform("No session has been watched yet. `fusebox install claude` begins.");
        }
        None => {
            for view in views.iter().take(50) {
                context.print(&short(view, context))?;
            }
            if views.len() > 50 {
                context
                    .inform(&format!("… and {} older ones (--json lists all)", views.len() - 50));
            }
            services(context)?;
        }
    }
    Ok(exit::OK)
}

/// Shared breakers that refuse calls, or are held by a person.
fn services(context: &Context) -> Result<(), CliError> {
    let runtime = context.runtime(None)?;
    let views = service::views(context, &runtime)?;
    for view in views.iter().filter(|view| service::text::is_news(view)) {
        context.print(&service::text::short(view))?;
    }
    Ok(())
}

pub(crate) fn views(context: &Context) -> Result<Vec<SessionView>, CliError> {
    let runtime = context.runtime(None)?;
    let policies = policy::in_force(context, &runtime)?;
    Ok(query::sessions(runtime.store(), &policies, context.now())?)
}

/// The one session whose id begins with `prefix`.
pub(crate) fn one<'a>(views: &'a [SessionView], prefix: &str) -> Result<&'a SessionView, CliError> {
    let exact = views.iter().find(|view| view.session.as_str() == prefix);
    let mut found = views.iter().filter(|view| view.session.as_str().starts_with(prefix));
    match (exact, found.next(), found.next()) {
        (Some(view), _, _) | (None, Some(view), None) => Ok(view),
        (None, None, _) => Err(CliError::failed(format!("no session begins with `{prefix}`"))
            .hint("`fusebox status` lists them")),
        (None, Some(_), Some(_)) => {
            Err(CliError::failed(format!("several sessions begin with `{prefix}`"))
                .hint("give more of the id"))
        }
    }
}

fn short(view: &SessionView, context: &Context) -> String {
    let state =
        style::paint(style::for_state(view.state), format!("{:<9}", view.state.to_string()));
    let session = display::short_id(view.session.as_str());
    let client = display::one_line(view.client.as_deref().unwrap_or("-"), 8);
    let quiet = format!("{:>11}", display::time_ago(view.last, context.now()));
    let start = format!("{state} {session:<8} {:>5} calls", view.tool_calls);
    let beside = style::paint(style::DIM, format!("{quiet}  {client:<8}"));
    let taken = 44 + session.chars().count().max(8);
    let room = context.columns().saturating_sub(taken);
    let reason =
        view.reason.as_deref().map(|reason| display::one_line(reason, room)).unwrap_or_default();
    format!("{start} {beside} {reason}").trim_end().to_owned()
}

/// The failed attempts of the session's task; none while nothing has failed.
fn counts(
    task: &TaskView,
    runtime: &Runtime,
    context: &Context,
) -> Result<Option<String>, CliError> {
    let limits = super::task::policy_of::task(context, runtime, task)?.attempts;
    Ok(super::task::text::counts(task, &limits))
}

fn whole(view: &SessionView, task: &TaskView, counts: Option<&str>, context: &Context) -> String {
    let mut text = vec![format!(
        "{} {}",
        style::paint(style::for_state(view.state).bold(), view.state),
        display::one_line(view.session.as_str(), 200)
    )];
    let mut row = |name: &str, value: String| {
        text.push(format!("  {} {value}", style::paint(style::DIM, format!("{name:<12}"))));
    };
    if view.task.as_str() != view.session.as_str() {
        row("task", display::one_line(view.task.as_str(), 100));
    }
    row("client", view.client.clone().unwrap_or_else(|| "-".to_owned()));
    row("calls", format!("{} ({} refused)", view.tool_calls, view.refused_calls));
    row("active", display::duration(view.active_ms));
    if let Some(counts) = counts {
        row("attempts", counts.to_owned());
    }
    if let Some(checkpoint) = super::task::checkpoint::words(task) {
        row("checkpoint", checkpoint);
    }
    row("last event", display::time_ago(view.last, context.now()));
    if let Some(until) = view.bypass_until {
        row("bypassed", format!("until {}", display::utc_time(until)));
    }
    if view.stricter_policy_holds {
        let holds = "an earlier, stricter one holds until your next prompt or `fusebox reset`";
        row("policy", holds.to_owned());
    }
    if let Some(reason) = &view.reason {
        row("reason", display::one_line(reason, 300));
    }
    for finding in &view.now {
        row("now", display::one_line(&finding.message(), 300));
    }
    if let Some(incident) = &view.incident {
        row("report", style::paint(style::COMMAND, format!("fusebox show {incident}")));
    }
    text.join("\n")
}

/// One line for a status bar: never an error, never more than a line.
fn line(args: &Args, context: &Context) -> Result<u8, CliError> {
    let session = args.session.clone().or_else(session_on_stdin);
    let views = views(context).unwrap_or_default();
    let view = match &session {
        Some(session) => views.iter().find(|view| view.session.as_str() == session.as_str()),
        None => views.first(),
    };
    let Some(view) = view else {
        context.print(&style::paint(style::DIM, "⏻ fusebox"))?;
        return Ok(exit::OK);
    };
    let mark = match view.state {
        BreakerState::Closed => "●",
        BreakerState::HalfOpen => "◐",
        BreakerState::Open => "○",
    };
    let state = style::paint(style::for_state(view.state), format!("{mark} {}", view.state));
    let rest = match (&view.incident, view.bypass_until) {
        (Some(incident), _) => format!(" · fusebox show {incident}"),
        (None, Some(_)) => " · bypassed".to_owned(),
        (None, None) => format!(" · {} calls", view.tool_calls),
    };
    context.print(&format!("{state}{}", style::paint(style::DIM, rest)))?;
    Ok(exit::OK)
}

/// The session that a client names in the JSON it gives to its status line.
fn session_on_stdin() -> Option<String> {
    let mut stdin = std::io::stdin();
    if stdin.is_terminal() {
        return None;
    }
    let mut text = String::new();
    stdin.by_ref().take(1 << 20).read_to_string(&mut text).ok()?;
    let told: Value = serde_json::from_str(&text).unwrap_or(json!(null));
    let session = told.get("session_id")?.as_str()?;
    SessionId::parse(session).ok().map(|session| session.to_string())
}
