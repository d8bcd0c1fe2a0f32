//! A story on its way: the agent's wishes go to the hook, and what becomes of each is shown.

use fusebox_engine::{BreakerState, Incident};
use fusebox_runtime::{PolicySet, clock, query};

use super::client::Client;
use super::sandbox::{SESSION, Sandbox};
use super::step::{Call, Milestone, Step, Summary};
use super::tool::Tool;
use super::view::View;
use crate::commands::show;
use crate::error::CliError;

/// The stories, one after the other.
pub(super) struct Story<'a> {
    pub(super) sandbox: &'a Sandbox,
    pub(super) client: Client<'a>,
    pub(super) view: View<'a>,
    reached: Vec<Milestone>,
    state: BreakerState,
    made: usize,
    refused: usize,
    hooks: Vec<u64>,
}

impl<'a> Story<'a> {
    /// Starts the agent's session.
    pub(super) fn begin(sandbox: &'a Sandbox, view: View<'a>) -> Result<Self, CliError> {
        let (program, words) = sandbox.hook();
        let name = program.file_name().unwrap_or_default().display().to_string();
        view.show(&Step::Start {
            repository: sandbox.repository().display().to_string(),
            hook: format!("{name} {}", words.join(" ")),
        })?;
        let client = Client::start(sandbox, SESSION)?;
        let (reached, state) = (Vec::new(), BreakerState::Closed);
        Ok(Self { sandbox, client, view, reached, state, made: 0, refused: 0, hooks: Vec::new() })
    }

    /// Plays both to their end and tells what was reached.
    pub(super) fn play(mut self) -> Result<Summary, CliError> {
        self.get_stuck_in_a_loop()?;
        self.try_three_times()?;
        let incidents = self.incidents()?.len();
        self.hooks.extend(self.client.hook().took_ms());
        self.hooks.sort_unstable();
        Ok(Summary {
            ok: self.reached == Milestone::ALL && incidents == 2,
            reached: self.reached,
            incidents,
            hook_calls: self.hooks.len(),
            hook_median_ms: self.hooks.get(self.hooks.len() / 2).copied().unwrap_or_default(),
            calls_made: self.made,
            calls_refused: self.refused,
        })
    }

    /// Another session of the client.
    pub(super) fn another_session(&mut self, session: &'static str) -> Result<(), CliError> {
        let before = std::mem::replace(&mut self.client, Client::start(self.sandbox, session)?);
        self.hooks.extend(before.hook().took_ms());
        self.state = BreakerState::Closed;
        Ok(())
    }

    /// The report of the incident that is open.
    pub(super) fn show_incident(&mut self) -> Result<String, CliError> {
        let runtime = self.sandbox.runtime(clock::now())?;
        let Some(incident) = self.incidents()?.into_iter().next() else { return Ok(String::new()) };
        let calls = query::before(runtime.store(), &incident)?;
        let report = show::incident_report(&runtime, &incident)?;
        self.view.show(&Step::Incident { incident: &incident, calls: &calls, report: &report })?;
        Ok(report.specific_question)
    }

    pub(super) fn prompt(&mut self, text: &'static str) -> Result<(), CliError> {
        self.view.show(&Step::Prompt { text })?;
        self.client.prompt(text)?;
        self.look()
    }

    pub(super) fn say(&mut self, text: &'static str) -> Result<(), CliError> {
        self.client.say(text)?;
        self.view.show(&Step::Message { text })
    }

    pub(super) fn call(&mut self, tool: Tool) -> Result<Call, CliError> {
        let call = self.client.call(tool)?;
        let count = if call.ok.is_some() { &mut self.made } else { &mut self.refused };
        *count += 1;
        self.view.show(&Step::Call(&call))?;
        self.look()?;
        Ok(call)
    }

    /// Looks how the breaker stands after the event.
    fn look(&mut self) -> Result<(), CliError> {
        let now = clock::now();
        let runtime = self.sandbox.runtime(now)?;
        let sessions = query::sessions(runtime.store(), &PolicySet::default(), now)?;
        let to = sessions.first().map(|session| session.state).unwrap_or_default();
        let from = std::mem::replace(&mut self.state, to);
        if from == to {
            return Ok(());
        }
        match (from, to) {
            (BreakerState::Open, BreakerState::HalfOpen) => self.reach(Milestone::Guided),
            (BreakerState::HalfOpen, BreakerState::Closed) => self.reach(Milestone::Closed),
            _ => {}
        }
        self.view.show(&Step::Breaker { from, to })
    }

    fn incidents(&self) -> Result<Vec<Incident>, CliError> {
        let runtime = self.sandbox.runtime(clock::now())?;
        Ok(query::incidents(runtime.store(), &Default::default())?)
    }

    pub(super) fn reach(&mut self, milestone: Milestone) {
        if !self.reached.contains(&milestone) {
            self.reached.push(milestone);
        }
    }
}
