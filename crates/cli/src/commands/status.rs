//! `fusebox status`.

mod line;

use std::collections::BTreeSet;
use std::path::Path;

use fusebox_config::NoticeKind;
use fusebox_engine::pause::Pause;
use fusebox_engine::{BreakerState, PicoUsd};
use fusebox_runtime::query::{self, SessionView};
use fusebox_runtime::spend;
use fusebox_store::SessionSelection;
use serde::Serialize;

use crate::cli::StoreArgs;
use crate::commands::{service, task};
use crate::policy::PolicyArgs;
use crate::spend_records::{self, SpendRecords};
use crate::text_table::{Cell, TextTable, plain};
use crate::{Context, Result, client_settings, clock, display, policy, style, task_choice};

/// The newest sessions that the list shows, beside those that are open.
const LISTED: u32 = 50;
const NEWEST_AND_OPEN: SessionSelection<'static> = SessionSelection::NewestAndOpen(LISTED);
/// Columns of a terminal that has room for every column of the list.
const WIDE: usize = 80;

/// Show the breakers of sessions, the open (stopped) ones first.
///
/// It changes nothing. A time limit that would trip now is shown before the next event.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// One session (the beginning of its id, or of its incident's, is enough); all without it.
    session: Option<String>,
    /// Every session: older ones too, and all that one trip holds.
    #[arg(long)]
    all: bool,
    /// The newest N sessions, and those that are open.
    #[arg(long, short = 'n', value_name = "N", default_value_t = LISTED, conflicts_with = "all")]
    last: u32,
    /// One line for a status bar; reads the client's JSON from standard input if there is any.
    #[arg(long)]
    line: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<()> {
    if args.line {
        return line::print(args.session.clone(), context);
    }
    client_settings::warn_of_programs(context);
    policy::warn_of_withheld(context);
    if let Some(prefix) = &args.session {
        let named = task_choice::session_named(&context.runtime(None)?, prefix)?;
        let view = views(context, SessionSelection::Id(&named.session))?.pop().unwrap_or(named);
        let records = SpendRecords::read(context)?;
        let session = SessionWithCost::of(&view, records.as_ref());
        return context.print_result(args.json, &session, |session| session_text(session, context));
    }
    let newest = SessionSelection::NewestAndOpen(args.last);
    let views = views(context, if args.all { SessionSelection::All } else { newest })?;
    if let Some(text) = pause_of_all(context)?.filter(|_| !args.json) {
        context.print(&text)?;
    }
    let empty = "No session has been watched yet. `fusebox install claude` begins.";
    let rows = if args.all { views.iter().collect() } else { one_row_for_each_trip(&views) };
    let records = SpendRecords::read(context)?;
    let sessions: Vec<SessionWithCost<'_>> = if args.json {
        views.iter().map(|view| SessionWithCost::of(view, records.as_ref())).collect()
    } else {
        views.iter().map(|view| SessionWithCost { view, cost_usd: None }).collect()
    };
    context.print_list(args.json, &sessions, empty, |_| Ok(list_lines(&rows, context)))?;
    if !args.json && !views.is_empty() {
        let left_out = display::count((views.len() - rows.len()) as u64, "more session");
        if rows.len() < views.len() {
            context.inform(&format!("… {left_out} of the same trips: `fusebox status --all`"));
        } else if !args.all && views.len() >= args.last as usize {
            context.inform("… `fusebox status --all` lists older ones too");
        }
        let services = service::views(context, &context.runtime(None)?)?;
        for line in service::view_text::notable_lines(&services) {
            context.print(&line)?;
        }
        for cap in spend::cap_standings(context.runtime(None)?.store(), clock::now())? {
            let what = if cap.is_spent() { "reached" } else { "has room" };
            let subject = display::one_line(&cap.sentence(), context.columns());
            context.print(&format!("cap {} {what}: {subject}", cap.name))?;
        }
        if let Some(records) = &records {
            let [today, hour] = [records.today(), records.last_hour()].map(spend_records::shown);
            context
                .print(&format!("spent today: {today} by all agents, {hour} in the last hour"))?;
        }
    }
    Ok(())
}

/// A session, and what the records of its client say that it cost.
#[derive(Debug, Serialize)]
struct SessionWithCost<'a> {
    #[serde(flatten)]
    view: &'a SessionView,
    cost_usd: Option<PicoUsd>,
}

impl<'a> SessionWithCost<'a> {
    fn of(view: &'a SessionView, records: Option<&SpendRecords>) -> Self {
        Self { view, cost_usd: records.and_then(|records| records.of_session(&view.session)) }
    }
}

/// Sessions under the policies of this folder: open ones first, then half-open ones.
pub(crate) fn views(
    context: &Context,
    selection: SessionSelection<'_>,
) -> Result<Vec<SessionView>> {
    let runtime = context.runtime(None)?;
    let policies = policy::in_force(context, &runtime)?;
    Ok(query::sessions(runtime.store(), &policies, clock::now(), selection)?)
}

/// The sessions without those that the same trip holds as one before them: a task that is open holds
/// all of its sessions, and each iteration of a loop is one.
fn one_row_for_each_trip(views: &[SessionView]) -> Vec<&SessionView> {
    let mut trips = BTreeSet::new();
    let mut rows: Vec<&SessionView> = views.iter().collect();
    rows.retain(|view| view.incident.as_ref().is_none_or(|id| trips.insert(id)));
    rows
}

/// A line for each session under the names of the columns, and one below it for each of its subagents
/// whose breaker is not closed.
fn list_lines(views: &[&SessionView], context: &Context) -> Vec<String> {
    let columns = context.columns();
    // A narrow terminal has no room for these.
    let is_wide = columns >= WIDE;
    let (session_columns, project_columns) = if is_wide { (14, 12) } else { (10, 8) };
    let cells = |first: [Cell; 3], wide: [Cell; 2], last: [Cell; 2]| -> Vec<Cell> {
        let wide = wide.into_iter().filter(|_| is_wide);
        first.into_iter().chain(wide).chain(last).collect()
    };
    let mut table = TextTable::right_aligned(if is_wide { &[4, 5] } else { &[3] });
    table.push(cells(
        ["STATE", "SESSION", "PROJECT"].map(style::column_name),
        ["CLIENT", "CALLS"].map(style::column_name),
        ["LAST", "WHY"].map(style::column_name),
    ));
    for view in views {
        table.push(cells(
            [
                session_state_cell(view),
                plain(display::one_line(
                    &display::short_id(view.session.as_str()),
                    session_columns,
                )),
                plain(display::ending(display::project(view.folder.as_deref()), project_columns)),
            ],
            [
                (style::DIM, display::one_line(view.client.as_deref().unwrap_or("-"), 8)),
                plain(view.tool_calls.to_string()),
            ],
            [(style::DIM, display::time_ago(view.last)), plain(why(view))],
        ));
        for agent in &view.subagents {
            table.push(cells(
                [
                    state_cell(agent.state),
                    plain(format!(
                        "└ {}",
                        display::one_line(agent.agent.as_str(), session_columns - 2)
                    )),
                    plain("subagent"),
                ],
                [plain(""), plain("")],
                [plain(""), plain(display::one_line(agent.reason.as_deref().unwrap_or(""), 300))],
            ));
        }
    }
    table.lines(columns)
}

/// What is said of a pause of every session, if it holds.
fn pause_of_all(context: &Context) -> Result<Option<String>> {
    let pauses = fusebox_runtime::pause::pauses(context.runtime(None)?.store(), clock::now())?;
    Ok(pauses.all.as_ref().map(|pause| {
        let paused = style::paint(style::WARNING, "Every agent on this machine is paused");
        let why = pause.why.as_ref().map(|why| format!(": {why}")).unwrap_or_default();
        let since = display::clock_and_ago(pause.since);
        let resume = style::command("fusebox resume");
        format!("{paused} since {since}{why}. {resume} lets them go on.\n")
    }))
}

/// The state of a session's breaker, or that a person has paused it.
fn session_state_cell(view: &SessionView) -> Cell {
    match &view.pause {
        Some(_) if view.state != BreakerState::Open => (style::WARNING, "paused".to_owned()),
        Some(_) | None => state_cell(view.state),
    }
}

fn state_cell(state: BreakerState) -> Cell {
    (style::for_state(state), state.to_string())
}

/// Why it is open, or what else is special about it.
fn why(view: &SessionView) -> String {
    let bypassed =
        view.bypass_until.map(|until| format!("bypassed until {}", display::time(until)));
    let paused = view.pause.as_ref().map(pause_text);
    let reason = view.reason.as_deref().map(|reason| display::one_line(reason, 300));
    [paused, bypassed, reason].into_iter().flatten().collect::<Vec<_>>().join("; ")
}

/// Since when a pause holds, until when, and why.
fn pause_text(pause: &Pause) -> String {
    let until = pause.until.map(|until| format!(" until {}", display::clock_time(until)));
    let why = pause.why.as_ref().map(|why| format!(": {why}"));
    let since = display::time_ago(pause.since);
    format!("paused {since}{}{}", until.unwrap_or_default(), why.unwrap_or_default())
}

/// The columns in front of a fact's value.
const FACT_COLUMNS: usize = 14;

fn session_text(session: &SessionWithCost<'_>, context: &Context) -> Result<String> {
    let view = session.view;
    let runtime = context.runtime(None)?;
    let task_view = query::task(runtime.store(), &view.task)?;
    let limits = task::policy_of::task(context, &runtime, &task_view)?.attempts;
    let mut facts = TextTable::indented();
    let is_named = view.task.as_str() != view.session.as_str();
    facts.push_facts("task", is_named.then(|| display::one_line(view.task.as_str(), 100)));
    facts.push_fact("client", view.client.as_deref().unwrap_or("-"));
    facts.push_facts("role", view.role.as_deref().map(|role| role_text(role, view, context)));
    facts.push_fact("calls", format!("{} ({} refused)", view.tool_calls, view.refused_calls));
    facts.push_fact("active", display::duration(view.active_ms));
    facts.push_facts("cost", session.cost_usd.map(spend_records::shown));
    facts.push_facts("attempts", task::text::counts(&task_view, &limits));
    facts.push_facts("checkpoint", task::checkpoint::text(&task_view));
    facts.push_fact("last event", display::time_ago(view.last));
    let bypassed = view.bypass_until.map(|until| format!("until {}", display::time(until)));
    facts.push_facts("bypassed", bypassed);
    let resume =
        || style::command(format!("fusebox resume {}", display::short_id(view.session.as_str())));
    let paused =
        view.pause.as_ref().map(|pause| format!("{}; {} ends it", pause_text(pause), resume()));
    facts.push_facts("paused", paused);
    let room = context.columns().saturating_sub(FACT_COLUMNS);
    if view.stricter_policy_holds {
        let text = "an earlier, stricter one holds until your next prompt or `fusebox reset`";
        facts.push_wrapped("policy", text, room);
    }
    if let Some(reason) = &view.reason {
        facts.push_wrapped("reason", &display::one_line(reason, 300), room);
    }
    for finding in &view.now {
        facts.push_wrapped("now", &display::one_line(&finding.message(), 300), room);
    }
    let report = view.incident.as_ref().map(|id| style::command(format!("fusebox show {id}")));
    facts.push_facts("report", report);
    let state = style::paint(style::for_state(view.state).bold(), view.state);
    let head = format!("{state} {}", display::one_line(view.session.as_str(), 200));
    Ok([vec![head], facts.lines(usize::MAX)].concat().join("\n"))
}

/// The role, and that it has the defaults where nothing gives it settings.
fn role_text(role: &str, view: &SessionView, context: &Context) -> String {
    let folder = view.folder.as_deref().map(Path::new);
    let compiled = policy::compiled(context, folder, &PolicyArgs::default(), Some(role));
    let is_unknown = compiled.is_ok_and(|compiled| {
        compiled.notices.iter().any(|notice| notice.kind == NoticeKind::UnknownRole)
    });
    let role = display::one_line(role, 100);
    if is_unknown {
        format!("{role} (no preset and no file has settings for it: the defaults hold)")
    } else {
        role
    }
}
