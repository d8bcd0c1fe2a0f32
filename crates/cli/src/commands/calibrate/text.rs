//! The proposals for people.

use fusebox_engine::PicoUsd;
use fusebox_runtime::work::{GoodRunShare, WorkAmounts, WorkMeasure};

use super::configuration::LimitsToWrite;
use super::groups::{CalibratedGroup, Calibration, GroupLimit};
use crate::text_table::{TextTable, plain};
use crate::{Context, display, style};

/// The columns of the table.
const HEAD: [&str; 9] =
    ["attended by", "client", "role", "finished", "good", "calls", "time", "tokens", "cost"];

/// The columns that a narrow terminal has no room for, the first of them first: tokens, time, finished.
const GIVE_WAY: [usize; 3] = [7, 6, 3];

/// The whole page.
pub(super) fn page(
    calibration: &Calibration,
    limits: &LimitsToWrite,
    asked: GoodRunShare,
    context: &Context,
) -> String {
    let width = context.columns().min(100);
    let mut lines = display::wrap(&read(calibration), width);
    lines.push(String::new());
    lines.extend(table(calibration, context));
    lines.push(String::new());
    let bound = match calibration.limits.len() {
        1 => format!("Each number alone stops at most {asked} of good runs on average."),
        several => format!(
            "Each number alone stops at most {} of good runs on average, the {several} that are configured together \
             at most {asked}.",
            calibration.stop_good
        ),
    };
    lines.extend(display::wrap(&bound, width));
    for group in calibration.configured.iter().take(1) {
        for measure in &calibration.limits {
            let sentence = match group.limit(*measure) {
                Some(limit) => saved(limit, group),
                None => too_few(group.runs(*measure), *measure, group, calibration),
            };
            lines.extend(display::wrap(&sentence, width));
        }
    }
    let toml = limits.toml();
    if !toml.is_empty() {
        lines.push(String::new());
        lines.extend(toml.trim_end().lines().map(style::command));
    }
    lines.join("\n")
}

/// What was read, in one sentence.
fn read(calibration: &Calibration) -> String {
    let outcomes: Vec<String> =
        calibration.outcomes.iter().map(|(name, count)| format!("{count} {name}")).collect();
    let dismissed = match calibration.dismissed {
        0 => String::new(),
        some => format!(" ({} dismissed as wrong)", display::count(some as u64, "trip")),
    };
    format!(
        "Read: {} that Fusebox watched and {} that clients recorded: {}{dismissed}.",
        display::count(calibration.watched as u64, "session"),
        calibration.recorded,
        outcomes.join(", ")
    )
}

fn table(calibration: &Calibration, context: &Context) -> Vec<String> {
    let mut table = TextTable::right_aligned(&[3, 4, 5, 6, 7, 8]);
    table.push(HEAD.map(|name| (style::DIM, name.to_owned())));
    for group in &calibration.groups {
        let shown = |name: &Option<String>| match name.as_deref() {
            None => "all".to_owned(),
            Some("") => "-".to_owned(),
            Some(name) => display::one_line(name, 30),
        };
        let mut cells = vec![
            plain(shown(&group.kind)),
            plain(shown(&group.client)),
            plain(shown(&group.role)),
            plain(group.finished.to_string()),
            plain(group.good.to_string()),
        ];
        cells.extend(WorkMeasure::ALL.map(|measure| {
            plain(group.limit(measure).map_or_else(|| "-".to_owned(), shown_limit))
        }));
        table.push(cells);
    }
    table.fitting_lines(context.columns(), &GIVE_WAY)
}

/// Why there is no number of a measure.
fn too_few(
    known: usize,
    measure: WorkMeasure,
    group: &CalibratedGroup,
    calibration: &Calibration,
) -> String {
    let good = display::count(group.good as u64, "good run");
    let Calibration { stop_good, needs, .. } = calibration;
    match (measure, known) {
        (WorkMeasure::ToolCalls, _) => format!(
            "{good} is too few to propose a number of calls: a bound of {stop_good} needs {needs}."
        ),
        (_, 0) => format!(
            "The {} of none of {good} is known: a bound of {stop_good} needs {needs}.",
            name(measure)
        ),
        _ => format!(
            "The {} of {known} of {good} is known, which is too few to propose a number: a bound of {stop_good} \
             needs {needs}.",
            name(measure)
        ),
    }
}

/// What a measure counts, for people.
fn name(measure: WorkMeasure) -> &'static str {
    match measure {
        WorkMeasure::ToolCalls => "calls",
        WorkMeasure::ActiveTime => "active time",
        WorkMeasure::OutputTokens => "output tokens",
        WorkMeasure::Cost => "cost",
    }
}

/// A limit in the unit of its measure.
fn shown_limit(limit: &GroupLimit) -> String {
    let number = limit.limit.unwrap_or_default();
    match limit.measure {
        WorkMeasure::ToolCalls => number.to_string(),
        WorkMeasure::ActiveTime => display::duration(number),
        WorkMeasure::OutputTokens => display::thousands(number),
        WorkMeasure::Cost => format!("${}", PicoUsd::from_picos(number * 1_000_000).to_cents()),
    }
}

/// How many good runs stay within a limit: "95 of 100 good runs needed at most 71 calls".
pub(super) fn needed(limit: &GroupLimit) -> String {
    let shown = shown_limit(limit);
    let amount = match limit.measure {
        WorkMeasure::ToolCalls => format!("at most {shown} calls"),
        WorkMeasure::ActiveTime => format!("less than {shown} of active time"),
        WorkMeasure::OutputTokens => format!("fewer than {shown} output tokens"),
        WorkMeasure::Cost => format!("less than {shown}"),
    };
    format!("{} of {} good runs needed {amount}.", limit.within, limit.runs)
}

/// What a limit would have done over the same history.
fn saved(limit: &GroupLimit, group: &CalibratedGroup) -> String {
    let others = group.finished - group.good.min(group.finished);
    let stopped = limit.runs - limit.within;
    format!(
        "{} Over this history it would have stopped {stopped} of them and {} of {} other runs, which went on for {}.",
        needed(limit),
        limit.others_stopped,
        others,
        shown_amounts(&limit.saved)
    )
}

fn shown_amounts(amounts: &WorkAmounts) -> String {
    let mut parts = vec![display::count(amounts.tool_calls, "call")];
    if amounts.active_ms > 0 {
        parts.push(display::duration(amounts.active_ms));
    }
    if amounts.output_tokens > 0 {
        parts.push(format!("{} output tokens", display::thousands(amounts.output_tokens)));
    }
    if !amounts.cost_usd.is_zero() {
        parts.push(format!("${}", amounts.cost_usd.to_cents()));
    }
    parts.join(", ")
}
