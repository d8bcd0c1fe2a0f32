//! The budgets of a task, counted a second time.

use std::collections::{BTreeMap, BTreeSet};

use fusebox_engine::{FindingLevel, Rule};

use super::{BudgetRequest, ExpectedFinding};
use crate::rules::RuleLimits;

/// Every budget, in the order in which they are named.
const BUDGETS: [Rule; 9] = [
    Rule::Iterations,
    Rule::ToolCalls,
    Rule::Turns,
    Rule::ActiveTime,
    Rule::SleepTime,
    Rule::OutputTokens,
    Rule::GuidedToolCalls,
    Rule::GuidedMessages,
    Rule::GuidedRecursion,
];

/// What a task has used since a person's last word.
#[derive(Debug, Clone, Default)]
pub(crate) struct TaskSpending {
    pub(crate) used: BTreeMap<Rule, u64>,
    messages_at_prompt: u64,
    messages_at_answer: u64,
    warned: BTreeSet<Rule>,
    observed: BTreeSet<Rule>,
}

impl TaskSpending {
    pub(crate) fn count(&mut self, rule: Rule, units: u64) {
        *self.used.entry(rule).or_default() += units;
    }

    pub(crate) fn set(&mut self, rule: Rule, units: u64) {
        self.used.insert(rule, units);
    }

    pub(crate) fn of(&self, rule: Rule) -> u64 {
        let used = |rule| self.used.get(&rule).copied().unwrap_or_default();
        if rule == Rule::GuidedToolCalls {
            used(Rule::ToolCalls)
        } else if rule == Rule::GuidedMessages {
            used(Rule::Messages).saturating_sub(self.messages_at_answer)
        } else if rule == Rule::GuidedRecursion {
            used(Rule::Messages).saturating_sub(self.messages_at_prompt)
        } else {
            used(rule)
        }
    }

    /// A prompt of whatever origin.
    pub(crate) fn prompted(&mut self) {
        self.messages_at_prompt = self.of(Rule::Messages);
    }

    /// A person answered a trip of the task: a conversation does not get shorter by that.
    pub(crate) fn answered(&mut self) {
        self.messages_at_answer = self.of(Rule::Messages);
    }

    /// A test run passed.
    pub(crate) fn passed(&mut self) {
        self.set(Rule::Iterations, 0);
        self.warned.remove(&Rule::Iterations);
    }

    /// A person spoke: what is a gauge stays.
    pub(crate) fn restart(&mut self) {
        self.prompted();
        self.used.retain(|rule, _| *rule == Rule::Messages);
        self.warned.clear();
        self.observed.clear();
    }

    /// Observe mode wrote the trip down.
    pub(crate) fn observe(&mut self, rule: Rule) {
        self.observed.insert(rule);
    }

    /// The budgets that have no room for what is asked.
    pub(crate) fn refusals(
        &self,
        rules: &RuleLimits,
        asks: BudgetRequest,
        found: &mut Vec<ExpectedFinding>,
    ) {
        for rule in BUDGETS {
            let Some(limit) = rules.budgets.get(&rule).copied() else { continue };
            let used = self.of(rule);
            if used >= limit && concerns(rule, asks) && !self.observed.contains(&rule) {
                found.push(ExpectedFinding {
                    rule,
                    level: FindingLevel::Trip,
                    counts: Some((used, limit)),
                });
            }
        }
    }

    /// Warnings that are due: each once, and all again beside a refusal.
    pub(crate) fn warnings(
        &mut self,
        rules: &RuleLimits,
        all: bool,
        found: &mut Vec<ExpectedFinding>,
    ) {
        for rule in BUDGETS {
            let Some(limit) = rules.budgets.get(&rule).copied() else { continue };
            let used = self.of(rule);
            let two_levels = rule >= Rule::GuidedToolCalls;
            let near = if two_levels {
                rules.warnings.get(&rule).is_some_and(|from| used >= *from)
            } else {
                used * 10 >= limit * 8
            };
            let listed = found.iter().any(|found| found.rule == rule);
            // Beyond the limit there is nothing left to wrap up for.
            let late = used > limit && !all;
            if near && !listed && !late && (self.warned.insert(rule) || all) {
                found.push(ExpectedFinding {
                    rule,
                    level: FindingLevel::Warning,
                    counts: Some((used, limit)),
                });
            }
        }
    }
}

fn concerns(rule: Rule, asks: BudgetRequest) -> bool {
    if rule == Rule::ToolCalls || rule == Rule::GuidedToolCalls {
        matches!(asks, BudgetRequest::Call { .. })
    } else if rule == Rule::Iterations {
        asks == BudgetRequest::Call { test_run: true }
    } else if rule == Rule::Turns {
        asks == BudgetRequest::Prompt
    } else {
        true
    }
}

/// Whether a rule is a budget: its breaker is the task's.
pub(crate) fn is_budget(rule: Rule) -> bool {
    BUDGETS.contains(&rule)
}
