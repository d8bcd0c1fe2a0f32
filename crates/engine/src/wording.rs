//! The sentences for agents and people, made from findings. No other module puts a finding into
//! words, and no text made here is ever read back.

mod agent;
mod iterations;
mod scope;
mod spending;

pub use agent::person_answered;
pub(crate) use agent::{
    CAP_HAS_ROOM, HOW_TO_REPORT, PAUSE_IS_OVER, after_trip, cap_lifted, early_sign, finding_lines,
    paused, subagent_stopped,
};
use fusebox_breaker::machine::Totals;
use fusebox_breaker::{CircuitOpen, State, advice};

use crate::event::Tampering;
use crate::spend::CapLimit;
use crate::{
    Duration, Finding, FindingAdvice, FindingSubject, OpenCause, OpenedBreaker, PicoUsd, Rule,
    WorkMeasure,
};

/// What a rule says of a call, or of nothing but its number: `{n}` is what was observed, `{limit}`
/// the limit, `{label}` the call.
const TEMPLATES: &[(Rule, &str)] = &[
    (
        Rule::ScopeFiles,
        "No files are named for this task, so any file may be changed: `fusebox task start ID \
         --files GLOB` names them.",
    ),
    (Rule::PerSlice, "{n} failed attempts in this slice: slice ceiling ({n}/{limit})."),
    (
        Rule::SameCall,
        "`{label}` has given the same result {n} times in a row, and nothing was changed in \
         between.",
    ),
    (
        Rule::SameCallAnywhere,
        "`{label}` has given the same result {n} times, and nothing new was changed.",
    ),
    (
        Rule::Cycle,
        "The last calls have gone round in the same circle {n} times with the same results, and \
         nothing new was changed; `{label}` is one of them.",
    ),
    (
        Rule::SameToolError,
        "The last {n} calls of this tool failed with the same error, `{label}` too, and nothing \
         new was changed. Other arguments do not help.",
    ),
    (
        Rule::SameErrorAcross,
        "The last {n} calls failed with the same error, whichever tool was tried; `{label}` is \
         the latest.",
    ),
    (
        Rule::SameOutput,
        "The last {n} calls of this tool gave the same output although they asked for different \
         things; `{label}` is the latest.",
    ),
    (Rule::Advice, "`{label}` still fails as it did before, after {n} tries."),
    (
        Rule::SameEdit,
        "The same edit was made {n} times, whatever it changed; `{label}` is the latest.",
    ),
    (
        Rule::RejectedEdits,
        "{n} edits were rejected and none was accepted; `{label}` is the latest.",
    ),
    (
        Rule::MissingProgram,
        "What `{label}` needs is not installed: {n} calls have failed for that.",
    ),
    (
        Rule::BarrenWindow,
        "Of the last {n} calls nearly none brought anything new, and nothing was changed; \
         `{label}` is the latest.",
    ),
    (Rule::LongWait, "`{label}` has waited with the same answer {n} times."),
    (Rule::SameMessage, "The same message was written {n} times, and nothing new came in between."),
    (Rule::EmptyEdits, "The last {n} edits changed nothing; `{label}` is the latest."),
    (
        Rule::RevertedWorkspace,
        "The last {n} edits went back to contents that were there before; `{label}` is the \
         latest.",
    ),
    (Rule::StopContinuations, "The agent wanted to stop and was made to go on {n} times."),
    (Rule::SubagentDepth, "Subagents stand {n} deep inside one another."),
    (
        Rule::NothingNew,
        "Each of the last {n} steps did what was done before and got the same answer, and \
         nothing new was changed; `{label}` is the latest.",
    ),
    (
        Rule::FailureRun,
        "The last {n} calls all failed, with hardly any different errors; `{label}` is the \
         latest.",
    ),
    (
        Rule::Drift,
        "The last {n} calls differ only in their numbers and gave the same output; `{label}` is \
         the latest.",
    ),
    (
        Rule::IdleCompactions,
        "The conversation was compacted {n} times with nothing new in between.",
    ),
    (Rule::TrippedSubagents, "{n} subagents of this agent were stopped by the breaker."),
    (
        Rule::Questions,
        "Blocked on a human: {n} iterations since the last progress asked questions instead of \
         working. Answer them with `fusebox reset --guidance \"...\"`.",
    ),
    (
        Rule::OutputDecline,
        "The output fell by {n} % twice in a row without progress; one more iteration without \
         progress stops the loop.",
    ),
    (Rule::EditsWithoutCheck, "{n} edits without a check: `{label}`."),
    (Rule::SameSearch, "{n} times the same search: `{label}`."),
    (
        Rule::GrowingEdits,
        "{n} edits of one file in a row, each larger than the one before: `{label}`.",
    ),
    (
        Rule::SpendUnknown,
        "A model without a known price answered, and `spend.unknown` refuses those. A person decides what \
         it costs there.",
    ),
    (Rule::Quiet, "No activity for {n} s."),
];

impl Finding {
    /// One or two sentences for the agent and for people.
    #[must_use]
    pub fn message(&self) -> String {
        let Self { rule, observed, limit, .. } = self;
        match &self.subject {
            FindingSubject::None | FindingSubject::SpendCap(_) if self.is_of_budget() => {
                self.budget_message()
            }
            FindingSubject::None => self.fill_template(""),
            FindingSubject::Call(label) => self.fill_template(label) + &self.what_follows(),
            FindingSubject::RelapsedCall(label) => format!(
                "`{label}` goes back into a loop that was named before: {}.{}",
                rule.title(),
                self.what_follows()
            ),
            FindingSubject::RepeatedWords => {
                format!("One thing was said {observed} times inside a message.")
            }
            FindingSubject::Protected(what) => {
                format!("{what} Only a person may do that, outside the agent.")
            }
            FindingSubject::Tampering(Tampering { lost, put_back }) => {
                let outcome = if *put_back { "It was put back." } else { "It was left as it is." };
                format!(
                    "Inside a call of the agent {lost}. {outcome} A person who wants the change \
                     makes it while no call runs, or with `fusebox guard accept`."
                )
            }
            FindingSubject::RefusedService { key, retry_after_ms } => {
                let retry_after = retry_after_ms.map(std::time::Duration::from_millis);
                advice::open(key, &CircuitOpen { state: State::Open, retry_after })
            }
            FindingSubject::ProbedService(key) => advice::probe(key),
            FindingSubject::OpenedBreaker(opened) => opened_breaker(opened),
            FindingSubject::FailingTest { name, by_run } => self.attempts_message(name, *by_run),
            FindingSubject::FailedRuns { end, error } => {
                let error = error.as_ref().map(|line| format!(": {line}")).unwrap_or_default();
                format!(
                    "The tests could not be run {observed} times in a row, {}{error}: \
                     infrastructure failures ({observed}/{limit}).",
                    end.title()
                )
            }
            FindingSubject::ChangedTest { name, change } => format!(
                "`{name}` fails, and this call leaves it {}. Changing the test is no fix: change \
                 the code, or say why the test is wrong with `fusebox report blocked \"...\"`.",
                change.title()
            ),
            FindingSubject::Scope(evidence) => scope::message(evidence),
            FindingSubject::Loop(evidence) => iterations::message(self, evidence),
            FindingSubject::SpendCap(cap) => spending::cap_message(self, cap),
            FindingSubject::UnusualCost { cost, usual } => {
                spending::unusual_cost_message(*cost, *usual)
            }
            FindingSubject::Calibrated { measure, within, runs } => {
                self.calibrated_message(*measure, *within, *runs)
            }
            FindingSubject::SeenBefore(seen) => seen.sentence(),
            FindingSubject::JudgeAsked { changes, calls } => judge_question(*changes, *calls),
            FindingSubject::Judged(reason) => {
                format!("A second opinion says that this gets nowhere: {reason}")
            }
            FindingSubject::Sentence(text) => text.clone(),
        }
    }

    /// Whether it says of a budget, or of a cap of a task since a person's prompt, what the agent is to do.
    fn is_of_budget(&self) -> bool {
        matches!(self.advice, FindingAdvice::Summarize | FindingAdvice::WrapUp)
    }

    fn budget_message(&self) -> String {
        let Self { rule, observed, limit, .. } = self;
        if self.advice == FindingAdvice::Summarize {
            return format!(
                "CIRCUIT BREAKER: {}. Summarize your progress and call report_complete or \
                 report_blocked.{}",
                self.cause(),
                spending::how_to_allow(self)
            );
        }
        format!(
            "Approaching limit: {} at {}/{} ({}%). Plan to wrap up soon.",
            rule.title(),
            amount(*rule, *observed),
            amount(*rule, *limit),
            u128::from(*observed) * 100 / u128::from(*limit).max(1)
        )
    }

    /// Why a breaker opened, for people: of a budget its numbers, of any other rule the message.
    #[must_use]
    pub fn cause(&self) -> String {
        if self.advice != FindingAdvice::Summarize {
            return self.message();
        }
        let Self { rule, observed, limit, .. } = self;
        if let FindingSubject::Calibrated { measure, within, runs } = self.subject {
            return good_runs(measure, *limit, within, runs);
        }
        format!("{} ({}/{})", rule.title(), amount(*rule, *observed), amount(*rule, *limit))
    }

    fn attempts_message(&self, name: &str, by_run: bool) -> String {
        let Self { observed, limit, .. } = self;
        let what = match by_run {
            true => format!("`{name}` failed again after {observed} attempts at it"),
            false => format!("`{name}` has {observed} failed attempts"),
        };
        format!("{what}: per-test limit ({observed}/{limit}).")
    }

    fn calibrated_message(&self, measure: WorkMeasure, within: u64, runs: u64) -> String {
        let Self { observed, limit, advice, .. } = self;
        let good = good_runs(measure, *limit, within, runs);
        let used = match measure {
            WorkMeasure::ToolCalls => format!("{observed} were made"),
            WorkMeasure::ActiveTime => format!("{} have passed", shown_time(*observed)),
            WorkMeasure::OutputTokens => format!("{observed} were written"),
            WorkMeasure::Cost => format!("{} were spent", shown_micros(*observed)),
        };
        if *advice == FindingAdvice::Summarize {
            return format!(
                "CIRCUIT BREAKER: {good}. Summarize your progress and call report_complete or \
                 report_blocked."
            );
        }
        if *advice == FindingAdvice::WrapUp {
            return format!("Approaching limit: {good}, and {used}. Plan to wrap up soon.");
        }
        format!("{good}, and {used} here.")
    }

    /// Why a breaker opened, in the few words that a narrow terminal has room for: `6 × cargo test`, or what was reached.
    #[must_use]
    pub fn short_cause(&self) -> String {
        if let FindingSubject::Call(call) | FindingSubject::RelapsedCall(call) = &self.subject {
            return format!("{} × {call}", self.observed);
        }
        self.label()
    }

    /// What was reached, as a label: `tool calls (200/200)`. The sentence about it is [`Self::cause`].
    #[must_use]
    pub fn label(&self) -> String {
        let Self { rule, observed, limit, subject, .. } = self;
        if let FindingSubject::SpendCap(cap) = subject {
            return format!("{} ({}/{})", cap.name, cap.spent.shown(), cap.limit.shown());
        }
        if let FindingSubject::Calibrated { measure, .. } = subject {
            let (observed, limit) = (shown_work(*measure, *observed), shown_work(*measure, *limit));
            return format!("{} ({observed}/{limit})", rule.title());
        }
        if *limit > 0 {
            let (observed, limit) = (amount(*rule, *observed), amount(*rule, *limit));
            return format!("{} ({observed}/{limit})", rule.title());
        }
        // Of an incident of an earlier version only the sentence is kept: that of a budget is a label.
        if rule.is_budget() { self.cause() } else { rule.title().to_owned() }
    }

    fn fill_template(&self, label: &str) -> String {
        let Some((_, template)) = TEMPLATES.iter().find(|(rule, _)| *rule == self.rule) else {
            return format!("{} ({}/{}).", self.rule.title(), self.observed, self.limit);
        };
        let n = if self.rule == Rule::Quiet { self.observed / 1_000 } else { self.observed };
        // The label comes last: it may hold braces of its own.
        let filled = template.replace("{n}", &n.to_string());
        filled.replace("{limit}", &self.limit.to_string()).replace("{label}", label)
    }

    fn what_follows(&self) -> String {
        let then = match self.advice {
            FindingAdvice::None | FindingAdvice::WrapUp | FindingAdvice::Summarize => {
                return String::new();
            }
            FindingAdvice::DoNotRetry => {
                return " This call is refused. Do not retry it: one more attempt opens the \
                        breaker."
                    .to_owned();
            }
            FindingAdvice::AskPerson => return " Let it run once more?".to_owned(),
            FindingAdvice::Hypothesis => {
                return " Before the next edit, write down what you think the cause is, and test \
                        that with the smallest experiment you can think of."
                    .to_owned();
            }
            FindingAdvice::ReadAgain => {
                return " Read the file again and copy the lines that you replace exactly as they \
                        are there."
                    .to_owned();
            }
            FindingAdvice::AnotherWay => String::new(),
            FindingAdvice::CallRefusedFrom(n) => format!(" From number {n} on it is refused."),
            FindingAdvice::ToolRefusedFrom(n) => {
                format!(" From number {n} on this tool is refused.")
            }
            FindingAdvice::BreakerOpensAt(n) => format!(" At number {n} the breaker opens."),
        };
        format!(
            " Doing it again will not give a new answer: change something, try another way, or \
             say what blocks you.{then}"
        )
    }
}

/// What good runs needed.
fn good_runs(measure: WorkMeasure, limit: u64, within: u64, runs: u64) -> String {
    let amount = match measure {
        WorkMeasure::ToolCalls => format!("fewer than {} calls", limit.saturating_add(1)),
        WorkMeasure::ActiveTime => format!("less than {} of active time", shown_time(limit)),
        WorkMeasure::OutputTokens => format!("fewer than {limit} output tokens"),
        WorkMeasure::Cost => format!("less than {}", shown_micros(limit)),
    };
    format!("{within} of {runs} good runs here needed {amount}")
}

/// An amount of work in its unit.
fn shown_work(measure: WorkMeasure, n: u64) -> String {
    match measure {
        WorkMeasure::ToolCalls => format!("{n} calls"),
        WorkMeasure::ActiveTime => shown_time(n),
        WorkMeasure::OutputTokens => CapLimit::Tokens(n).shown(),
        WorkMeasure::Cost => shown_micros(n),
    }
}

/// A number of a budget in its unit.
fn amount(rule: Rule, n: u64) -> String {
    if matches!(rule, Rule::ActiveTime | Rule::SleepTime | Rule::UnattendedActiveTime) {
        shown_time(n)
    } else if matches!(rule, Rule::Cost | Rule::UnattendedCost) {
        shown_micros(n)
    } else {
        n.to_string()
    }
}

/// A time in milliseconds, which say nothing beside seconds.
fn shown_time(ms: u64) -> String {
    Duration(if ms < 1_000 { ms } else { ms / 1_000 * 1_000 }).to_string()
}

/// A number of millionths of a US dollar.
fn shown_micros(micros: u64) -> String {
    CapLimit::Usd(PicoUsd::from_micros(micros)).shown()
}

fn judge_question(changes: u64, calls: u64) -> String {
    format!(
        "The judge is asked whether the agent still gets anywhere: {changes} changes without a green run, {calls} calls \
         without an accepted change."
    )
}

fn opened_breaker(opened: &OpenedBreaker) -> String {
    let OpenedBreaker { key, threshold, calls: Totals { calls, failed, .. }, .. } = opened;
    let why = match opened.by {
        _ if *calls == 0 => format!("The probe of {key} failed"),
        OpenCause::InARow => format!("{key} failed {threshold} times in a row"),
        OpenCause::Rate => format!("{key} failed {failed} of its last {calls} calls"),
    };
    format!("{why}: its breaker is open for {}.", Duration(opened.open_for_ms))
}
