//! Draws the live view into the cells of a terminal.

use fusebox_engine::BreakerState;
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;

use super::live_view::{LiveView, Prompt};
use super::{screen_text, styled_text};
use crate::commands::status::session_list::{SessionColumn, SessionList};
use crate::{display, style};

/// Rows of a terminal below which only the list is shown.
const LOW: usize = 14;
/// Lines about the selected row: who, how much, and why.
const DETAIL_LINES: usize = 4;

/// How the screen looks.
#[derive(Debug, Clone, Copy)]
pub(super) struct ScreenStyle {
    /// Whether it has colours.
    pub(super) has_color: bool,
}

/// Draws all of it.
pub(super) fn draw(frame: &mut Frame<'_>, view: &mut LiveView, style: ScreenStyle) {
    let area = frame.area();
    let (width, height) = (usize::from(area.width), usize::from(area.height));
    let bottom = bottom_lines(view, width, height);
    let top = match &view.page {
        Some(_) => Vec::new(),
        None => screen_text::head(view, width),
    };
    let room = height.saturating_sub(top.len() + bottom.len());
    let middle = if view.shows_help {
        screen_text::help(width)
            .into_iter()
            .map(|line| styled_text::line(&line, style.has_color))
            .collect()
    } else if view.page.is_some() {
        page_lines(view, room)
    } else {
        list_lines(view, width, room, style)
    };
    let styled = |line: String| styled_text::line(&line, style.has_color);
    let buffer = frame.buffer_mut();
    put(buffer, area, 0, top.into_iter().map(styled));
    let first = height.saturating_sub(room + bottom.len());
    put(buffer, area, first, middle.into_iter().take(room));
    put(buffer, area, height.saturating_sub(bottom.len()), bottom.into_iter().map(styled));
}

/// Writes lines from a row of the screen on.
fn put(buffer: &mut Buffer, area: Rect, first: usize, lines: impl Iterator<Item = Line<'static>>) {
    for (row, line) in (first..usize::from(area.height)).zip(lines) {
        let row = area.y.saturating_add(u16::try_from(row).unwrap_or(u16::MAX));
        let is_reversed = line.style.add_modifier.contains(Modifier::REVERSED);
        buffer.set_line(area.x, row, &line, area.width);
        if is_reversed {
            buffer.set_style(Rect { y: row, height: 1, ..area }, line.style);
        }
    }
}

/// What stands below the list or the page: the selected row, what came of an order, and a question or the keys.
fn bottom_lines(view: &LiveView, width: usize, height: usize) -> Vec<String> {
    let mut lines = Vec::new();
    if view.page.is_none() && !view.shows_help && height >= LOW {
        lines.push(style::dim("─".repeat(width)));
        lines.extend(screen_text::details(view, width).into_iter().take(DETAIL_LINES));
        lines.resize(DETAIL_LINES + 1, String::new());
    }
    if let Some(message) = &view.message {
        lines.extend(display::wrap(message, width));
    }
    match &view.prompt {
        Some(Prompt::Guidance { session, text }) => {
            lines.extend(screen_text::guidance_prompt(session, text, width));
        }
        Some(Prompt::Confirm(order)) => {
            let question = format!("{} [y/N]", order.question());
            lines.extend(display::wrap(&question, width).into_iter().map(style::warning));
        }
        None => lines.push(screen_text::keys(view, width)),
    }
    let excess = lines.len().saturating_sub(height);
    lines.split_off(excess)
}

/// The part of the open page that there is room for.
fn page_lines(view: &mut LiveView, room: usize) -> Vec<Line<'static>> {
    view.page_lines = room;
    let Some(page) = &mut view.page else { return Vec::new() };
    page.first_line = page.first_line.min(page.lines.len().saturating_sub(room));
    page.lines.iter().skip(page.first_line).take(room).cloned().collect()
}

/// The names of the columns, and the rows that there is room for.
fn list_lines(
    view: &mut LiveView,
    width: usize,
    room: usize,
    style: ScreenStyle,
) -> Vec<Line<'static>> {
    if view.sessions.views.is_empty() {
        return Vec::new();
    }
    let list = list_of(view, width);
    let mut table = list.table();
    for session in &view.sessions.views {
        list.push(&mut table, session, view.usage_of(session));
    }
    let mut lines = table.lines(width).into_iter();
    let names: Vec<String> = lines.next().into_iter().collect();
    let selected = view.selected_index();
    let shown = room.saturating_sub(names.len());
    view.page_lines = shown;
    // The selected row stays in sight.
    view.first_row = view.first_row.max((selected + 1).saturating_sub(shown)).min(selected);
    let rows = lines.enumerate().skip(view.first_row).take(shown).map(|(row, text)| {
        let line = styled_text::line(&text, style.has_color);
        if row == selected {
            line.style(Style::new().add_modifier(Modifier::REVERSED))
        } else {
            line
        }
    });
    let names = names.into_iter().map(|text| styled_text::line(&text, style.has_color));
    names.chain(rows).collect()
}

/// The columns that a terminal has room for. What is left out stands below the list.
fn list_of(view: &LiveView, width: usize) -> SessionList<'_> {
    use SessionColumn::{ActiveTime, Calls, Client, Cost, Project, Rule, Session, State, Tokens};
    let pause_of_all = view.sessions.pause_of_all.as_ref();
    match width {
        110.. => SessionList {
            columns: &[
                State,
                Session(14),
                Project(16),
                Client(10),
                Calls,
                ActiveTime,
                Tokens,
                Cost,
                Rule(40),
            ],
            right_aligned: &[4, 5, 6, 7],
            pause_of_all,
        },
        80.. => SessionList {
            columns: &[State, Project(10), Client(7), Calls, ActiveTime, Tokens, Cost, Rule(16)],
            right_aligned: &[3, 4, 5, 6],
            pause_of_all,
        },
        _ => SessionList {
            columns: &[State, Project(10), Calls, ActiveTime, Cost, Rule(14)],
            right_aligned: &[2, 3, 4],
            pause_of_all,
        },
    }
}

/// How many sessions are in each state that matters: `1 open · 2 half-open · 47 closed`.
pub(super) fn counts(view: &LiveView) -> String {
    let states = [
        (BreakerState::Open, "open", style::ERROR),
        (BreakerState::HalfOpen, "half-open", style::WARNING),
        (BreakerState::Closed, "closed", style::SUCCESS),
    ];
    let count = |(state, name, color)| {
        let count = view.sessions.count(state);
        (count > 0).then(|| style::paint(color, format!("{count} {name}")))
    };
    states.into_iter().filter_map(count).collect::<Vec<_>>().join(" · ")
}

#[cfg(test)]
mod tests;
