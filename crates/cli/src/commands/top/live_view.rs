//! What the live view shows and how keys change it. It acts on nothing itself.

use fusebox_engine::AgentId;
use fusebox_runtime::person_order::GUIDANCE_BYTES;
use fusebox_runtime::query::SessionView;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::text::Line;

use super::live_sessions::LiveSessions;
use super::person_order::PersonOrder;
use super::spend_reader::LiveSpend;
use crate::spend_records::SessionUsage;

/// Which row of the list: a session, or a subagent of it whose breaker is not closed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct RowKey {
    /// The client's id of the session.
    pub(super) session: String,
    /// The subagent.
    pub(super) agent: Option<AgentId>,
}

/// What a key asks for beyond the view.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum KeyOutcome {
    /// Nothing: the view has taken the key, or it means nothing.
    Handled,
    /// The end of the view.
    Leave,
    /// The page of a row.
    Open(RowKey),
    /// An order, which the person has confirmed.
    Order(PersonOrder),
}

/// A page about one row, which covers the list.
#[derive(Debug)]
pub(super) struct RowPage {
    /// What it is about.
    pub(super) row: RowKey,
    /// Its text.
    pub(super) lines: Vec<Line<'static>>,
    /// The first line that is shown.
    pub(super) first_line: usize,
}

/// What the person is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Prompt {
    /// Words for the agent of a session, which may be none.
    Guidance {
        /// The client's id of the session.
        session: String,
        /// What was typed.
        text: String,
    },
    /// Whether an order is meant.
    Confirm(PersonOrder),
}

/// What the live view shows.
#[derive(Debug, Default)]
pub(super) struct LiveView {
    pub(super) sessions: LiveSessions,
    pub(super) spend: LiveSpend,
    /// The row that keys are about; the first where there is none. It stays with its session when the order of the list
    /// changes.
    selected: Option<RowKey>,
    /// The first row that is shown.
    pub(super) first_row: usize,
    /// The page that covers the list.
    pub(super) page: Option<RowPage>,
    /// The question that the next keys answer.
    pub(super) prompt: Option<Prompt>,
    pub(super) shows_help: bool,
    /// What came of the last order.
    pub(super) message: Option<String>,
    /// How many lines the list or the page had room for when it was drawn: how far the page keys go.
    pub(super) page_lines: usize,
}

impl LiveView {
    pub(super) fn new(sessions: LiveSessions) -> Self {
        Self { sessions, ..Self::default() }
    }

    /// Shows the text about a row; one that is shown already keeps its place.
    pub(super) fn show_page(&mut self, row: RowKey, lines: Vec<Line<'static>>) {
        let is_same = |page: &&RowPage| page.row == row;
        let first_line = self.page.as_ref().filter(is_same).map_or(0, |page| page.first_line);
        self.page = Some(RowPage { row, lines, first_line });
    }

    /// The row whose page is open.
    pub(super) fn open_page_row(&self) -> Option<RowKey> {
        self.page.as_ref().map(|page| page.row.clone())
    }

    /// All rows of the list.
    pub(super) fn rows(&self) -> Vec<RowKey> {
        let of_session = |view: &SessionView| {
            let session = view.session.as_str().to_owned();
            let agents = view.subagents.iter().map(|it| Some(it.agent.clone()));
            let row = |agent| RowKey { session: session.clone(), agent };
            std::iter::once(None).chain(agents).map(row).collect::<Vec<_>>()
        };
        self.sessions.views.iter().flat_map(of_session).collect()
    }

    /// The number of the row that keys are about.
    pub(super) fn selected_index(&self) -> usize {
        let rows = self.rows();
        let of_key = |key: &RowKey| {
            let exact = rows.iter().position(|row| row == key);
            exact.or_else(|| rows.iter().position(|row| row.session == key.session))
        };
        self.selected.as_ref().and_then(of_key).unwrap_or(0)
    }

    /// The row that keys are about: that of the page, where one is open.
    pub(super) fn current_row(&self) -> Option<RowKey> {
        self.open_page_row().or_else(|| self.rows().into_iter().nth(self.selected_index()))
    }

    /// The session of a row, if it is listed.
    pub(super) fn session(&self, row: &RowKey) -> Option<&SessionView> {
        self.sessions.views.iter().find(|view| view.session.as_str() == row.session)
    }

    /// The open incident of a row.
    pub(super) fn incident_of(&self, row: &RowKey) -> Option<String> {
        let view = self.session(row)?;
        match &row.agent {
            None => view.incident.clone(),
            Some(agent) => view.subagents.iter().find(|it| it.agent == *agent)?.incident.clone(),
        }
    }

    /// What a session used of models; none where no record is of it.
    pub(super) fn usage_of(&self, view: &SessionView) -> Option<SessionUsage> {
        self.spend.of_session(&view.session)
    }

    /// Changes the view, and says what else is asked for.
    #[expect(clippy::wildcard_enum_match_arm, reason = "most keys mean nothing here")]
    pub(super) fn on_key(&mut self, key: KeyEvent) -> KeyOutcome {
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        if is_control && key.code == KeyCode::Char('c') {
            return KeyOutcome::Leave;
        }
        if let Some(prompt) = self.prompt.take() {
            return self.on_prompt_key(prompt, key.code, is_control);
        }
        if is_control {
            return KeyOutcome::Handled;
        }
        self.message = None;
        if self.shows_help {
            self.shows_help = false;
            return KeyOutcome::Handled;
        }
        match key.code {
            KeyCode::Char('q') | KeyCode::Esc => {
                if self.page.take().is_none() {
                    return KeyOutcome::Leave;
                }
            }
            KeyCode::Char('?') => self.shows_help = true,
            KeyCode::Enter if self.page.is_none() => {
                return self.current_row().map_or(KeyOutcome::Handled, KeyOutcome::Open);
            }
            KeyCode::Char(key @ ('r' | 'b' | 'd')) => self.ask(key),
            code => self.on_move_key(code),
        }
        KeyOutcome::Handled
    }

    /// Takes pasted text as words for the agent. Anywhere else it is no key.
    pub(super) fn on_paste(&mut self, pasted: &str) {
        if let Some(Prompt::Guidance { text, .. }) = &mut self.prompt {
            for c in pasted.chars() {
                push_char(text, if c.is_control() { ' ' } else { c });
            }
        }
    }

    fn on_prompt_key(&mut self, prompt: Prompt, code: KeyCode, is_control: bool) -> KeyOutcome {
        match (prompt, code) {
            (_, KeyCode::Esc) => {}
            (Prompt::Guidance { session, text }, KeyCode::Enter) => {
                let guidance = Some(text.trim().to_owned()).filter(|text| !text.is_empty());
                self.prompt = Some(Prompt::Confirm(PersonOrder::Reset { session, guidance }));
            }
            (Prompt::Guidance { session, mut text }, code) => {
                match (code, is_control) {
                    (KeyCode::Char('u'), true) => text.clear(),
                    (KeyCode::Backspace, _) => drop(text.pop()),
                    (KeyCode::Char(c), false) => push_char(&mut text, c),
                    _ => {}
                }
                self.prompt = Some(Prompt::Guidance { session, text });
            }
            (Prompt::Confirm(order), KeyCode::Char('y' | 'Y')) => return KeyOutcome::Order(order),
            // Every other key means no, as at the question of a command.
            (Prompt::Confirm(_), _) => self.message = Some("Nothing was done.".to_owned()),
        }
        KeyOutcome::Handled
    }

    /// Asks what the order of a key needs.
    fn ask(&mut self, key: char) {
        let Some(row) = self.current_row() else { return };
        let incident = self.incident_of(&row);
        let session = row.session;
        self.prompt = match key {
            'r' => Some(Prompt::Guidance { session, text: String::new() }),
            'b' => Some(Prompt::Confirm(PersonOrder::Bypass { session })),
            _ => incident.map(|incident| Prompt::Confirm(PersonOrder::Dismiss { incident })),
        };
        if self.prompt.is_none() {
            self.message = Some("Nothing has stopped this session.".to_owned());
        }
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "most keys mean nothing here")]
    fn on_move_key(&mut self, code: KeyCode) {
        let page = self.page_lines.saturating_sub(1).max(1);
        let (back, ahead) = match code {
            KeyCode::Up | KeyCode::Char('k') => (1, 0),
            KeyCode::Down | KeyCode::Char('j') => (0, 1),
            KeyCode::PageUp => (page, 0),
            KeyCode::PageDown | KeyCode::Char(' ') => (0, page),
            KeyCode::Home | KeyCode::Char('g') => (usize::MAX, 0),
            KeyCode::End | KeyCode::Char('G') => (0, usize::MAX),
            _ => return,
        };
        let moved =
            |from: usize, last: usize| from.saturating_sub(back).saturating_add(ahead).min(last);
        if let Some(open) = &mut self.page {
            let last = open.lines.len().saturating_sub(self.page_lines.max(1));
            open.first_line = moved(open.first_line, last);
            return;
        }
        let rows = self.rows();
        let index = moved(self.selected_index(), rows.len().saturating_sub(1));
        self.selected = rows.into_iter().nth(index);
    }
}

/// Adds a character, as long as a reset takes the text.
fn push_char(text: &mut String, c: char) {
    if !c.is_control() && text.len() + c.len_utf8() <= GUIDANCE_BYTES {
        text.push(c);
    }
}
