//! Screens as terminals of 80 and of 60 columns show them, and what keys do.

use fusebox_engine::{AgentId, PicoUsd, Rule, SessionId, TaskId, Timestamp};
use fusebox_runtime::query::{SessionView, SubagentView, TaskLifecycle};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::style::Color;

use super::super::live_sessions::LiveSessions;
use super::super::live_view::{KeyOutcome, RowKey};
use super::super::person_order::PersonOrder;
use super::super::spend_reader::LiveSpend;
use super::*;
use crate::spend_records::SessionUsage;

const REASON: &str =
    "`make test` has given the same result 6 times in a row, and nothing was changed in between.";
const TRIPPED: &str = "9f3c2a10-0b7e-4c55-9f0e-000000000001";
const BUSY: &str = "5e5510a0-0b7e-4c55-9f0e-000000000002";

fn session(id: &str, folder: &str, state: BreakerState, tool_calls: u64) -> SessionView {
    SessionView {
        session: SessionId::parse(id).unwrap(),
        task: TaskId::parse(id).unwrap(),
        client: Some("claude".to_owned()),
        role: None,
        folder: Some(folder.to_owned()),
        lifecycle: TaskLifecycle::Active,
        state,
        reason: None,
        short_reason: None,
        last_rule: None,
        incident: None,
        tool_calls,
        refused_calls: 0,
        active_ms: 725_000,
        checkpoint: None,
        checkpoint_partial: None,
        bypass_until: None,
        pause: None,
        stricter_policy_holds: false,
        first: Timestamp(0),
        // Later than any clock: it was just now.
        last: Timestamp(u64::MAX),
        events: 1,
        now: Vec::new(),
        subagents: Vec::new(),
    }
}

/// A session that was stopped, one whose subagent was, and `others` that run.
fn live_view(others: usize) -> LiveView {
    let mut views = vec![
        SessionView {
            reason: Some(REASON.to_owned()),
            short_reason: Some("same result 6 times".to_owned()),
            last_rule: Some(Rule::SameCall),
            incident: Some("0123456789abcdef".to_owned()),
            refused_calls: 3,
            ..session(TRIPPED, "/home/u/orders-service-backend", BreakerState::Open, 41)
        },
        SessionView {
            last_rule: Some(Rule::SameErrorAcross),
            subagents: vec![SubagentView {
                agent: AgentId::parse("a7").unwrap(),
                state: BreakerState::Open,
                reason: Some("The same error 5 times.".to_owned()),
                short_reason: Some("same error".to_owned()),
                incident: Some("fedcba9876543210".to_owned()),
            }],
            ..session(BUSY, "/home/u/web", BreakerState::HalfOpen, 7)
        },
    ];
    for n in 0..others {
        views.push(session(
            &format!("run-{n}"),
            "/srv/batch",
            BreakerState::Closed,
            100 + n as u64,
        ));
    }
    let mut view = LiveView::new(LiveSessions { views, left_out: 0, pause_of_all: None });
    let usage = SessionUsage { cost: PicoUsd::from_micros(1_230_000).into(), tokens: 412_345 };
    view.spend = LiveSpend::of(
        &[(TRIPPED, usage)],
        (PicoUsd::from_micros(12_300_000).into(), PicoUsd::from_micros(450_000).into()),
    );
    view
}

fn buffer(view: &mut LiveView, columns: u16, rows: u16, has_color: bool) -> Buffer {
    let mut terminal = Terminal::new(TestBackend::new(columns, rows)).unwrap();
    terminal.draw(|frame| draw(frame, view, ScreenStyle { has_color })).unwrap();
    terminal.backend().buffer().clone()
}

/// The rows of a screen without blanks at their ends.
fn shown(view: &mut LiveView, columns: u16, rows: u16) -> String {
    let buffer = buffer(view, columns, rows, false);
    let row = |y| (0..columns).map(|x| buffer[(x, y)].symbol()).collect::<String>();
    let rows = (0..rows).map(|y| row(y).trim_end().to_owned());
    format!("\n{}", rows.collect::<Vec<_>>().join("\n"))
}

fn press(view: &mut LiveView, code: KeyCode) -> KeyOutcome {
    view.on_key(KeyEvent::new(code, KeyModifiers::NONE))
}

fn type_text(view: &mut LiveView, text: &str) {
    for c in text.chars() {
        assert_eq!(press(view, KeyCode::Char(c)), KeyOutcome::Handled);
    }
}

#[test]
fn a_terminal_of_80_columns_shows_every_column_and_trips_first() {
    let expected = "
fusebox top  1 open · 1 half-open · 3 closed       $12.30 today, $0.45 last hour
STATE      PROJECT     CLIENT  CALLS    TIME  TOKENS   COST  LAST RULE
open       orde…ckend  claude     41  12 min   412 K  $1.23  same_call
half-open  web         claude      7  12 min       -      -  same_error
open       └ a7                                              same error
closed     batch       claude    100  12 min       -      -
closed     batch       claude    101  12 min       -      -
closed     batch       claude    102  12 min       -      -










────────────────────────────────────────────────────────────────────────────────
9f3c2a10 · claude · /home/u/orders-service-backend
41 calls (3 refused) · 12 min 5 s · 412 K tokens · $1.23 · last event 0 s ago
`make test` has given the same result 6 times in a row, and nothing was changed
in between.
enter report  r reset  b bypass  d dismiss  ? help  q leave";
    assert_eq!(shown(&mut live_view(3), 80, 24), expected);
}

#[test]
fn a_narrow_terminal_keeps_the_state_and_the_rule_and_scrolls_with_the_selection() {
    let mut view = live_view(30);
    let expected = "
fusebox top  1 open · 1 half-open · 30 closed
STATE      PROJECT     CALLS    TIME   COST  LAST RULE
open       orde…ckend     41  12 min  $1.23  same_call
half-open  web             7  12 min      -  same_error
open       └ a7                              same error
closed     batch         100  12 min      -
closed     batch         101  12 min      -
closed     batch         102  12 min      -
closed     batch         103  12 min      -
closed     batch         104  12 min      -
closed     batch         105  12 min      -
closed     batch         106  12 min      -
closed     batch         107  12 min      -
closed     batch         108  12 min      -
────────────────────────────────────────────────────────────
9f3c2a10 · claude · /home/u/orders-service-backend
41 calls (3 refused) · 12 min 5 s · 412 K tokens · $1.23 · …
`make test` has given the same result 6 times in a row, and
nothing was changed in between.
enter report  r reset  b bypass  d dismiss  ? help  q leave";
    assert_eq!(shown(&mut view, 60, 20), expected);
    press(&mut view, KeyCode::End);
    let last = shown(&mut view, 60, 20);
    assert!(last.contains("closed     batch         129  12 min"), "{last}");
    assert!(last.contains("\nrun-29 · claude · /srv/batch\n"), "{last}");
    assert!(!last.contains("same_call"), "{last}");
}

#[test]
fn a_wide_terminal_names_the_sessions_and_whole_rules() {
    let wide = shown(&mut live_view(1), 120, 10);
    for part in [
        "open       9f3c2a10  orders-…-backend  claude",
        "repetition.same_call\n",
        "└ a7      subagent",
    ] {
        assert!(wide.contains(part), "{part:?} is not in {wide}");
    }
}

#[test]
fn a_terminal_of_any_size_shows_what_fits() {
    for columns in [1, 20, 59, 61, 200] {
        for rows in 1..16 {
            let mut view = live_view(20);
            shown(&mut view, columns, rows);
            press(&mut view, KeyCode::Char('r'));
            shown(&mut view, columns, rows);
            view.shows_help = true;
            shown(&mut view, columns, rows);
        }
    }
}

#[test]
fn without_a_session_it_says_how_to_begin() {
    let shown = shown(&mut LiveView::default(), 80, 24);
    assert!(
        shown.contains("No session has been watched yet. Run `fusebox install`, then an agent.")
    );
    let mut view = LiveView::default();
    for key in ['r', 'b', 'd', 'j', '\n'] {
        assert_eq!(press(&mut view, KeyCode::Char(key)), KeyOutcome::Handled);
    }
    assert_eq!((press(&mut view, KeyCode::Enter), view.prompt), (KeyOutcome::Handled, None));
}

#[test]
fn colours_are_of_the_16_and_are_left_out_where_there_are_none() {
    let colors = |has_color| {
        let buffer = buffer(&mut live_view(3), 80, 24, has_color);
        let mut colors: Vec<Color> = buffer.content().iter().map(|cell| cell.fg).collect();
        colors.dedup();
        colors
    };
    assert!(colors(true).contains(&Color::Red));
    assert_eq!(colors(false), [Color::Reset]);
    // The selected row is seen without colours too.
    let buffer = buffer(&mut live_view(3), 80, 24, false);
    let reversed = (0..24).filter(|y| buffer[(0, *y)].modifier.contains(Modifier::REVERSED));
    assert_eq!(reversed.collect::<Vec<_>>(), [2]);
}

#[test]
fn an_order_is_given_after_a_question_and_on_no_other_key() {
    let reset = |guidance: Option<&str>| {
        let guidance = guidance.map(str::to_owned);
        KeyOutcome::Order(PersonOrder::Reset { session: TRIPPED.to_owned(), guidance })
    };
    let mut view = live_view(3);
    type_text(&mut view, "rgo on");
    // Ctrl-U empties the line, and blanks are no guidance.
    view.on_key(KeyEvent::new(KeyCode::Char('u'), KeyModifiers::CONTROL));
    type_text(&mut view, "  ");
    press(&mut view, KeyCode::Enter);
    assert_eq!(press(&mut view, KeyCode::Char('y')), reset(None));

    type_text(&mut view, "rread ity");
    press(&mut view, KeyCode::Backspace);
    press(&mut view, KeyCode::Enter);
    let screen = shown(&mut view, 80, 24);
    assert!(
        screen.ends_with("\nLet 9f3c2a10 go on, and tell its agent “read it”? [y/N]"),
        "{screen}"
    );
    assert_eq!(press(&mut view, KeyCode::Char('y')), reset(Some("read it")));

    for no in [KeyCode::Char('n'), KeyCode::Enter, KeyCode::Esc, KeyCode::Char('q')] {
        type_text(&mut view, "b");
        assert_eq!(press(&mut view, no), KeyOutcome::Handled);
        assert_eq!(view.prompt, None, "{no:?}");
    }
    type_text(&mut view, "d");
    let incident = "0123456789abcdef".to_owned();
    let dismissed = KeyOutcome::Order(PersonOrder::Dismiss { incident });
    assert_eq!(press(&mut view, KeyCode::Char('Y')), dismissed);
}

#[test]
fn pasted_text_is_guidance_and_no_key() {
    let mut view = live_view(3);
    view.on_paste("b\ny");
    assert_eq!(view.prompt, None);
    type_text(&mut view, "r");
    view.on_paste(&format!("one\ntwo{}", "x".repeat(5_000)));
    let Some(Prompt::Guidance { text, .. }) = &view.prompt else { panic!("{:?}", view.prompt) };
    assert!(text.starts_with("one twox"));
    assert_eq!(text.len(), fusebox_runtime::person_order::GUIDANCE_BYTES);
}

#[test]
fn keys_stay_with_the_session_when_the_list_changes_its_order() {
    let mut view = live_view(3);
    let row = |session: &str, agent: Option<&str>| RowKey {
        session: session.to_owned(),
        agent: agent.map(|agent| AgentId::parse(agent).unwrap()),
    };
    assert_eq!(view.current_row(), Some(row(TRIPPED, None)));
    type_text(&mut view, "jj");
    assert_eq!(view.current_row(), Some(row(BUSY, Some("a7"))));
    view.sessions.views.rotate_left(1);
    assert_eq!(view.current_row(), Some(row(BUSY, Some("a7"))));
    assert_eq!(press(&mut view, KeyCode::Enter), KeyOutcome::Open(row(BUSY, Some("a7"))));
    assert_eq!(view.incident_of(&row(BUSY, Some("a7"))).as_deref(), Some("fedcba9876543210"));
    // The subagent goes on: its session is next to it.
    view.sessions.views[0].subagents.clear();
    assert_eq!(view.current_row(), Some(row(BUSY, None)));
    type_text(&mut view, "d");
    assert_eq!(view.message.as_deref(), Some("Nothing has stopped this session."));
}

#[test]
fn escape_goes_back_and_then_out() {
    let mut view = live_view(3);
    let row = view.current_row().unwrap();
    let lines = (0..50).map(|n| Line::from(format!("line {n}"))).collect();
    view.show_page(row, lines);
    assert!(shown(&mut view, 80, 24).starts_with("\nline 0\nline 1\n"));
    press(&mut view, KeyCode::PageDown);
    assert!(shown(&mut view, 80, 24).starts_with("\nline 22\n"));
    press(&mut view, KeyCode::End);
    assert!(shown(&mut view, 80, 24).contains("\nline 49\n↑↓ scroll"));
    type_text(&mut view, "?");
    assert!(shown(&mut view, 80, 24).contains("dismiss: this trip was wrong"));
    assert_eq!(press(&mut view, KeyCode::Esc), KeyOutcome::Handled);
    assert_eq!(press(&mut view, KeyCode::Esc), KeyOutcome::Handled);
    assert!(view.page.is_none());
    assert_eq!(press(&mut view, KeyCode::Esc), KeyOutcome::Leave);
    let control_c = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
    assert_eq!(live_view(0).on_key(control_c), KeyOutcome::Leave);
}
