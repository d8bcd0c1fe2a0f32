//! Rows for sessions, as `fusebox status` and `fusebox top` list them.

use fusebox_engine::pause::Pause;
use fusebox_engine::{BreakerState, Rule};
use fusebox_runtime::query::{SessionView, SubagentView, TaskLifecycle};

use super::pause_text;
use crate::commands::task::text::waits_on;
use crate::spend_records::{self, SessionUsage};
use crate::text_table::{Cell, TextTable, plain};
use crate::{display, style};

/// The longest sentence of a row, in columns; a list cuts it where the terminal ends.
const SENTENCE_COLUMNS: usize = 300;

/// A column of a list of sessions. The text of some is at most so many columns wide.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SessionColumn {
    /// The state of its breaker, or where its task stands.
    State,
    /// The beginning of its id.
    Session(usize),
    /// The name of its folder.
    Project(usize),
    /// The agent program.
    Client(usize),
    /// Calls that were let through since a person's last prompt.
    Calls,
    /// Time inside turns since a person's last prompt.
    ActiveTime,
    /// All tokens that its client recorded.
    Tokens,
    /// What those cost.
    Cost,
    /// How long ago its last event was.
    Last,
    /// The same without a word.
    Age,
    /// The rule of its latest trip, or of the limit of time that it is beyond.
    Rule(usize),
    /// Why it is open, or what else is special about it.
    Why,
}

impl SessionColumn {
    fn name(self) -> &'static str {
        match self {
            Self::State => "STATE",
            Self::Session(_) => "SESSION",
            Self::Project(_) => "PROJECT",
            Self::Client(_) => "CLIENT",
            Self::Calls => "CALLS",
            Self::ActiveTime => "TIME",
            Self::Tokens => "TOKENS",
            Self::Cost => "COST",
            Self::Last => "LAST",
            Self::Age => "AGO",
            Self::Rule(_) => "LAST RULE",
            Self::Why => "WHY",
        }
    }
}

/// A list of sessions with some of the columns.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SessionList<'a> {
    /// The columns, from left to right.
    pub(crate) columns: &'static [SessionColumn],
    /// Indexes of those with numbers.
    pub(crate) right_aligned: &'static [usize],
    /// The pause of every session. It is said elsewhere, and not in each row.
    pub(crate) pause_of_all: Option<&'a Pause>,
}

impl SessionList<'_> {
    /// A table with the names of the columns.
    pub(crate) fn table(&self) -> TextTable {
        let mut table = TextTable::right_aligned(self.right_aligned);
        let names = self.columns.iter().map(|column| style::column_name(column.name()));
        table.push(names.collect::<Vec<_>>());
        table
    }

    /// Adds the row of a session, and one below it for each of its subagents whose breaker is not closed. Where a terminal
    /// has no room for the sentence at the end of a row, it says the same in a few words.
    pub(crate) fn push(
        &self,
        table: &mut TextTable,
        view: &SessionView,
        usage: Option<SessionUsage>,
    ) {
        let ends_with_why = self.columns.last() == Some(&SessionColumn::Why);
        let mut push = |row, short: String| match ends_with_why {
            true => table.push_with_short_end(row, short),
            false => table.push(row),
        };
        let short = why(view, view.short_reason.as_deref(), self.pause_of_all);
        push(self.row(view, usage), short);
        for agent in &view.subagents {
            let short = agent.short_reason.as_deref().unwrap_or_default();
            push(self.subagent_row(agent), display::one_line(short, SENTENCE_COLUMNS));
        }
    }

    /// The row of a session.
    fn row(&self, view: &SessionView, usage: Option<SessionUsage>) -> Vec<Cell> {
        self.columns.iter().map(|column| self.cell(*column, view, usage)).collect()
    }

    fn cell(&self, column: SessionColumn, view: &SessionView, usage: Option<SessionUsage>) -> Cell {
        let unknown = || "-".to_owned();
        match column {
            SessionColumn::State => session_state_cell(view),
            SessionColumn::Session(width) => {
                plain(display::one_line(&display::short_id(view.session.as_str()), width))
            }
            SessionColumn::Project(width) => {
                plain(display::shortened(display::project(view.folder.as_deref()), width))
            }
            SessionColumn::Client(width) => {
                (style::DIM, display::one_line(view.client.as_deref().unwrap_or("-"), width))
            }
            SessionColumn::Calls => plain(view.tool_calls.to_string()),
            SessionColumn::ActiveTime => plain(display::rough_duration(view.active_ms)),
            SessionColumn::Tokens => {
                plain(usage.map_or_else(unknown, |usage| display::thousands(usage.tokens)))
            }
            SessionColumn::Cost => {
                plain(usage.map_or_else(unknown, |usage| spend_records::shown(usage.cost)))
            }
            SessionColumn::Last => (style::DIM, display::time_ago(view.last)),
            SessionColumn::Age => (style::DIM, display::age(view.last)),
            SessionColumn::Rule(width) => plain(last_rule(view, width)),
            SessionColumn::Why => plain(why(view, view.reason.as_deref(), self.pause_of_all)),
        }
    }

    /// The row of a subagent whose breaker is not closed, below that of its session.
    fn subagent_row(&self, agent: &SubagentView) -> Vec<Cell> {
        let has_session_column =
            self.columns.iter().any(|column| matches!(column, SessionColumn::Session(_)));
        let id = |width: usize| {
            let room = width.saturating_sub(2);
            plain(format!("└ {}", display::one_line(agent.agent.as_str(), room)))
        };
        let sentence = |text: &Option<String>| {
            plain(display::one_line(text.as_deref().unwrap_or_default(), SENTENCE_COLUMNS))
        };
        let cell = |column: &SessionColumn| match *column {
            SessionColumn::State => state_cell(agent.state),
            SessionColumn::Session(width) => id(width),
            SessionColumn::Project(_) if has_session_column => plain("subagent"),
            SessionColumn::Project(width) => id(width),
            SessionColumn::Why => sentence(&agent.reason),
            SessionColumn::Rule(_) => sentence(&agent.short_reason),
            SessionColumn::Client(_)
            | SessionColumn::Calls
            | SessionColumn::ActiveTime
            | SessionColumn::Tokens
            | SessionColumn::Cost
            | SessionColumn::Last
            | SessionColumn::Age => plain(""),
        };
        self.columns.iter().map(cell).collect()
    }
}

/// Why it is open, or what else is special about it; the pause of every session is said elsewhere.
pub(crate) fn why(
    view: &SessionView,
    reason: Option<&str>,
    pause_of_all: Option<&Pause>,
) -> String {
    let reason = reason.map(|reason| display::one_line(reason, SENTENCE_COLUMNS));
    let bypassed =
        view.bypass_until.map(|until| format!("bypassed until {}", display::clock_time(until)));
    let own_pause = view.pause.as_ref().filter(|pause| Some(*pause) != pause_of_all);
    let paused = own_pause.map(|pause| format!("paused {}", pause_text(pause)));
    let waits = waits_on(&view.lifecycle);
    [reason, waits, bypassed, paused].into_iter().flatten().collect::<Vec<_>>().join("; ")
}

/// The name of the rule, without its section where there is no room for both.
fn last_rule(view: &SessionView, width: usize) -> String {
    let due = view.now.first().map(|finding| finding.rule);
    let name = view.last_rule.or(due).map(Rule::name).unwrap_or_default();
    let short = name.rsplit('.').next().unwrap_or_default();
    if name.len() <= width { name.to_owned() } else { short.to_owned() }
}

/// The state of a session's breaker, that a person has paused it, or where its task stands in its life.
fn session_state_cell(view: &SessionView) -> Cell {
    match (&view.pause, &view.lifecycle) {
        (Some(_), _) if view.state != BreakerState::Open => (style::WARNING, "paused".to_owned()),
        (_, TaskLifecycle::Escalated) => (style::for_state(view.state), "escalated".to_owned()),
        (_, TaskLifecycle::Sleeping { .. }) if view.state == BreakerState::Closed => {
            (style::WARNING, "sleeping".to_owned())
        }
        (_, TaskLifecycle::Completed) if view.state == BreakerState::Closed => {
            (style::DIM, "completed".to_owned())
        }
        _ => state_cell(view.state),
    }
}

fn state_cell(state: BreakerState) -> Cell {
    (style::for_state(state), state.to_string())
}
