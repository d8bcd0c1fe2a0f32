//! Plays the script: each action goes to the hook, and what becomes of it is shown.

use std::time::Duration;

use fusebox_engine::{BreakerState, Incident};
use fusebox_runtime::query;

use super::client::ScriptedClient;
use super::sandbox::{DemoSandbox, SESSION};
use super::screen;
use super::script::{SCRIPT, ScriptAction, TEST};
use super::step::{CallRecord, DemoStep, DemoSummary, Milestone};
use super::tool::ToolCall;
use crate::commands::show;
use crate::incident_text::IncidentRecord;
use crate::{CliError, Context, Result, task_choice};

/// Where the steps are shown.
#[derive(Debug, Clone, Copy)]
pub(super) struct DemoOutput<'a> {
    pub(super) context: &'a Context,
    /// One JSON object a line instead of text.
    pub(super) is_json: bool,
    /// Both agents, and all of what is said.
    pub(super) is_long: bool,
    /// With pauses to read.
    pub(super) is_paced: bool,
}

impl DemoOutput<'_> {
    /// Shows one step.
    pub(super) fn show(&self, step: &DemoStep<'_>) -> Result<()> {
        if self.is_json {
            return self.context.print(&serde_json::to_string(step)?);
        }
        let lines = match self.is_long {
            true => screen::lines(step, self.context),
            false => screen::short_lines(step, self.context),
        };
        if lines.is_empty() {
            return Ok(());
        }
        self.context.print(&lines.join("\n"))?;
        if self.is_paced {
            std::thread::sleep(Duration::from_millis(reading_time_ms(step)));
        }
        Ok(())
    }
}

fn reading_time_ms(step: &DemoStep<'_>) -> u64 {
    match step {
        DemoStep::Call(call) if call.told.is_some() => 900,
        DemoStep::Call(_) | DemoStep::Message { .. } => 200,
        DemoStep::Breaker { .. } => 400,
        DemoStep::Start { .. } | DemoStep::Act { .. } | DemoStep::Prompt { .. } => 700,
        DemoStep::Incident { .. } => 2_500,
        DemoStep::Summary(_) => 0,
    }
}

/// The demo in progress.
pub(super) struct DemoPlayer<'a> {
    sandbox: &'a DemoSandbox,
    output: DemoOutput<'a>,
    client: ScriptedClient<'a>,
    state: BreakerState,
    summary: DemoSummary,
}

impl<'a> DemoPlayer<'a> {
    /// Starts the session of the first agent.
    pub(super) fn start(sandbox: &'a DemoSandbox, output: DemoOutput<'a>) -> Result<Self> {
        let (program, words) = sandbox.hook();
        let name = program.file_name().unwrap_or_default().display().to_string();
        output.show(&DemoStep::Start {
            repository: sandbox.repository().display().to_string(),
            hook: format!("{name} {}", words.join(" ")),
        })?;
        let mut client = ScriptedClient::new(sandbox);
        client.start_session(SESSION)?;
        let (state, summary) = (BreakerState::Closed, DemoSummary::default());
        Ok(Self { sandbox, output, client, state, summary })
    }

    /// Plays the whole script.
    pub(super) fn play(mut self) -> Result<DemoSummary> {
        let is_long = self.output.is_long;
        let is_next = |action: &ScriptAction| matches!(action, ScriptAction::NextAgent { .. });
        for action in SCRIPT.iter().take_while(|action| is_long || !is_next(action)) {
            self.act(*action)?;
        }
        let incidents = self.incidents()?.len();
        let (mut summary, mut hooks_ms) = (self.summary, self.client.hooks_ms);
        hooks_ms.sort_unstable();
        let agents = if is_long { 2 } else { 1 };
        summary.ok = summary.reached == Milestone::expected(is_long) && incidents == agents;
        summary.incidents = incidents;
        summary.hook_calls = hooks_ms.len();
        summary.hook_median_ms = hooks_ms.get(hooks_ms.len() / 2).copied().unwrap_or_default();
        Ok(summary)
    }

    fn act(&mut self, action: ScriptAction) -> Result<()> {
        match action {
            ScriptAction::NextAgent { title, text, session, policy } => {
                self.output.show(&DemoStep::Act { title, text })?;
                self.sandbox.reset_project(policy)?;
                self.client.start_session(session)?;
                self.state = BreakerState::Closed;
            }
            ScriptAction::Prompt(text) => {
                self.output.show(&DemoStep::Prompt { text })?;
                self.client.prompt(text)?;
                self.show_breaker()?;
            }
            ScriptAction::Say(text) => {
                self.client.say(text)?;
                self.output.show(&DemoStep::Message { text })?;
            }
            ScriptAction::Call(tool) => drop(self.call(tool)?),
            ScriptAction::Reach(milestone, tool) => {
                if milestone.is_reached_by(&self.call(tool)?) {
                    self.reach(milestone);
                }
            }
            ScriptAction::FailingTest => {
                let gist = self.call(TEST)?.gist.unwrap_or_default();
                if !gist.contains("1 failed") {
                    return Err(CliError::failed(format!("the test could not be run: {gist}"))
                        .hint("Rust needs a C linker: install gcc or clang"));
                }
            }
            ScriptAction::Stop(text) => self.client.stop(text)?,
            ScriptAction::ShowIncident(milestone) => {
                let question = self.show_incident()?;
                if let Some(asked) = milestone.filter(|_| question.contains('?')) {
                    self.reach(asked);
                }
            }
        }
        Ok(())
    }

    fn call(&mut self, tool: ToolCall) -> Result<CallRecord> {
        let call = self.client.call(tool)?;
        self.summary.calls_made += usize::from(call.ok.is_some());
        self.summary.calls_refused += usize::from(call.ok.is_none());
        self.output.show(&DemoStep::Call(&call))?;
        self.show_breaker()?;
        Ok(call)
    }

    /// Shows the breaker of the latest session if its state has changed.
    fn show_breaker(&mut self) -> Result<()> {
        let runtime = self.sandbox.runtime()?;
        let sessions = task_choice::sessions(&runtime)?;
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
        self.output.show(&DemoStep::Breaker { from, to })
    }

    /// Shows the report of the latest incident; its question.
    fn show_incident(&self) -> Result<String> {
        let runtime = self.sandbox.runtime()?;
        let Some(incident) = self.incidents()?.into_iter().next() else { return Ok(String::new()) };
        let calls = query::calls_before(runtime.store(), &incident)?;
        let report = show::incident_report(&runtime, &incident)?;
        let around = query::incident_context(runtime.store(), &incident)?;
        let record =
            IncidentRecord { incident: &incident, calls: &calls, context: &around, cost: None };
        self.output.show(&DemoStep::Incident { record, report: &report })?;
        Ok(report.specific_question)
    }

    fn incidents(&self) -> Result<Vec<Incident>> {
        let runtime = self.sandbox.runtime()?;
        Ok(query::incidents(runtime.store(), &Default::default())?)
    }

    fn reach(&mut self, milestone: Milestone) {
        if !self.summary.reached.contains(&milestone) {
            self.summary.reached.push(milestone);
        }
    }
}
