//! Analyses a trip: its root cause, the mistakes with the calls that show them, and a plan for the
//! next attempt. The same facts always give the same analysis.
//!
//! The causes are looked for in a fixed order, and the first that the calls show wins: what is missing
//! makes every plan fail, a false belief makes wrong plans, and either ends in repetition.

mod answer;
mod approach_critic;
mod calls;
mod error_analyst;
mod loop_detective;
mod mistakes;

use fusebox_engine::IncidentFacts;
use serde::{Deserialize, Serialize};

pub use answer::AnswerProblem;
use calls::AnalysedCalls;

/// What went wrong before a trip, and how to go on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Analysis {
    /// Whose evidence decided.
    pub analyst: Analyst,
    /// Why the agent got stuck.
    pub root_cause: RootCause,
    /// The evidence for it, in a sentence or two. Text from outside stands between backticks.
    pub explanation: String,
    /// What it did wrong, at most 5, the most important first.
    pub mistakes: Vec<Mistake>,
    /// What to do next, at most 5 steps.
    pub plan: Vec<String>,
}

/// Who found the cause: a part of the built-in analysis, or whom the person named.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Analyst {
    /// A command of the person's.
    Command,
    /// A model behind HTTP.
    Model,
    /// Looks for calls and answers that repeat.
    LoopDetective,
    /// Reads what the errors mean.
    ErrorAnalyst,
    /// Compares what was changed with what that moved.
    ApproachCritic,
}

/// Why an agent got stuck.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum RootCause {
    /// Something that the work needs is missing, broken or refused, and the agent cannot supply it.
    Environment,
    /// The agent believes something false and misreads the results that contradict it.
    Confusion,
    /// The agent tries new things, and its plan cannot reach the goal.
    WrongApproach,
    /// The agent repeats what it has done.
    Loop,
    /// The work still advanced when a limit ended it.
    Budget,
}

/// A mistake and its evidence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Mistake {
    /// What the agent did. Text from outside stands between backticks.
    pub what: String,
    /// The numbers of the calls that show it, from 1, at most 12, ascending.
    pub calls: Vec<u64>,
}

/// The cause with its evidence.
struct CauseEvidence {
    analyst: Analyst,
    root_cause: RootCause,
    explanation: String,
    mistake: Mistake,
    /// The first steps of the plan.
    steps: Vec<String>,
}

impl Analysis {
    /// The most mistakes of an analysis.
    pub const MAX_MISTAKES: usize = 5;
    /// The most steps of a plan.
    pub const MAX_STEPS: usize = 5;
    /// The most calls that a mistake names.
    pub const MAX_CALLS: usize = 12;

    /// The analysis of these facts; `None` where no calls are known.
    #[must_use]
    pub fn compose(facts: &IncidentFacts) -> Option<Self> {
        let rule = facts.incident.as_ref().map(fusebox_engine::Incident::rule);
        let calls = AnalysedCalls::new(facts.history.calls())?;
        let evidence = error_analyst::missing(&calls)
            .or_else(|| error_analyst::misreading(&calls))
            .or_else(|| approach_critic::fruitless_changes(&calls))
            .or_else(|| loop_detective::repetition(&calls, rule))
            .unwrap_or_else(|| approach_critic::progress(&calls));
        let mistakes = mistakes::list(evidence.mistake, &calls, evidence.root_cause);
        let mut plan = evidence.steps;
        plan.push(match evidence.root_cause {
            RootCause::Environment => REPORT_STEP.to_owned(),
            RootCause::Confusion
            | RootCause::WrongApproach
            | RootCause::Loop
            | RootCause::Budget => STOP_STEP.to_owned(),
        });
        plan.truncate(Self::MAX_STEPS);
        let CauseEvidence { analyst, root_cause, explanation, .. } = evidence;
        Some(Self { analyst, root_cause, explanation, mistakes, plan })
    }
}

impl Analysis {
    /// What it says to the agent that goes on, in at most so many bytes: the cause, then the plan, then as many
    /// mistakes as there is room for.
    #[must_use]
    pub fn guidance(&self, max_bytes: usize) -> String {
        // A text that is cut says so in as many bytes.
        let whole = max_bytes.saturating_sub(40);
        let mut text = format!("Cause: {}. {}", self.root_cause.title(), self.explanation);
        let steps = (1..).zip(&self.plan).map(|(number, step)| format!("{number}. {step}"));
        let mistakes = self.mistakes.iter().map(|mistake| format!("Not again: {}", mistake.what));
        for line in steps.chain(mistakes) {
            if text.len() + 1 + line.len() > whole {
                break;
            }
            text.push('\n');
            text.push_str(&line);
        }
        fusebox_text::excerpt(&text, whole, 0)
    }
}

const REPORT_STEP: &str = "Run `fusebox report blocked` with the name of what is missing, and end.";
const STOP_STEP: &str = "If the next two calls bring nothing new, report what blocks you and end.";

impl Analyst {
    /// Its name, for people.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Command => "command",
            Self::Model => "model",
            Self::LoopDetective => "loop detective",
            Self::ErrorAnalyst => "error analyst",
            Self::ApproachCritic => "approach critic",
        }
    }

    /// Whether it is not a part of the built-in analysis.
    #[must_use]
    pub fn is_outside(self) -> bool {
        matches!(self, Self::Command | Self::Model)
    }
}

impl RootCause {
    /// Its name, for people.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Environment => "environment",
            Self::Confusion => "confusion",
            Self::WrongApproach => "wrong approach",
            Self::Loop => "loop",
            Self::Budget => "budget",
        }
    }
}

impl Mistake {
    fn new(what: String, calls: impl IntoIterator<Item = u64>) -> Self {
        Self { what, calls: calls.into_iter().take(Analysis::MAX_CALLS).collect() }
    }
}

#[cfg(test)]
mod tests;
