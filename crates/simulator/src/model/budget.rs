//! The budgets of a task, counted a second time.

use std::collections::{BTreeMap, BTreeSet};

use fusebox_engine::{FindingLevel, Rule};

use super::{BudgetRequest, ExpectedFinding};
use crate::rules::RuleLimits;

/// All budgets, in the order of their findings.
const BUDGETS: [Rule; 11] = [
    Rule::Iterations,
    Rule::ToolCalls,
    Rule::Turns,
    Rule::ActiveTime,
    Rule::SleepTime,
    Rule::OutputTokens,
    Rule::UnattendedToolCalls,
    Rule::UnattendedActiveTime,
    Rule::GuidedToolCalls,
    Rule::GuidedMessages,
    Rule::GuidedRecursion,
];

/// What a task has used since a person's last prompt.
#[derive(Debug, Clone, Default)]
pub(crate) struct TaskSpending {
    pub(crate) used: BTreeMap<Rule, u64>,
    messages_at_prompt: u64,
    messages_at_answer: u64,
    warned: BTreeSet<Rule>,
    /// Whether a calibrated limit was warned of.
    is_calibrated_near: bool,
    observed: BTreeSet<Rule>,
    /// What a person added to the limit of output tokens.
    more_output: u64,
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
        if rule == Rule::GuidedToolCalls || rule == Rule::UnattendedToolCalls {
            used(Rule::ToolCalls)
        } else if rule == Rule::UnattendedActiveTime {
            used(Rule::ActiveTime)
        } else if rule == Rule::GuidedMessages {
            used(Rule::Messages).saturating_sub(self.messages_at_answer)
        } else if rule == Rule::GuidedRecursion {
            used(Rule::Messages).saturating_sub(self.messages_at_prompt)
        } else {
            used(rule)
        }
    }

    /// Notes a prompt of any origin.
    pub(crate) fn note_prompt(&mut self) {
        self.messages_at_prompt = self.of(Rule::Messages);
    }

    /// Notes that a person answered a trip of the task, which does not make the conversation shorter.
    pub(crate) fn note_answer(&mut self) {
        self.messages_at_answer = self.of(Rule::Messages);
    }

    /// Notes a test run that passed.
    pub(crate) fn tests_passed(&mut self) {
        self.set(Rule::Iterations, 0);
        self.warned.remove(&Rule::Iterations);
    }

    /// Starts all counts again after a person's prompt. The number of messages is a gauge and stays.
    pub(crate) fn restart(&mut self) {
        self.note_prompt();
        self.used.retain(|rule, _| *rule == Rule::Messages);
        self.warned.clear();
        self.is_calibrated_near = false;
        self.observed.clear();
        self.more_output = 0;
    }

    /// Lets the model write this many tokens from now on, or from the limit if that is more.
    pub(crate) fn allow_output(&mut self, limit: u64, more: u64) {
        let from = self.of(Rule::OutputTokens).max(limit + self.more_output);
        self.more_output = from + more - limit;
        self.warned.remove(&Rule::OutputTokens);
    }

    /// Notes that observe mode recorded a trip.
    pub(crate) fn mark_observed(&mut self, rule: Rule) {
        self.observed.insert(rule);
    }

    /// Whether observe mode recorded a trip of this rule.
    pub(crate) fn is_observed(&self, rule: Rule) -> bool {
        self.observed.contains(&rule)
    }

    /// Notes a warning of this rule. Whether it is the first since the last prompt.
    pub(crate) fn warn_first(&mut self, rule: Rule) -> bool {
        self.warned.insert(rule)
    }

    /// The same for nearing the calibrated limit. It counts as told: a person who attends later is not told again.
    pub(crate) fn warn_of_calibrated(&mut self) -> bool {
        self.warned.insert(Rule::Calibrated);
        !std::mem::replace(&mut self.is_calibrated_near, true)
    }

    /// Adds the budgets that have no room for a request.
    pub(crate) fn add_refusals(
        &self,
        rules: &RuleLimits,
        request: BudgetRequest,
        has_net: bool,
        found: &mut Vec<ExpectedFinding>,
    ) {
        for (rule, used, limit) in self.limited(rules, has_net) {
            if used >= limit && concerns(rule, request) && !self.observed.contains(&rule) {
                let (level, counts) = (FindingLevel::Trip, Some((used, limit)));
                found.push(ExpectedFinding { rule, level, counts });
            }
        }
    }

    /// Adds the warnings that are due: each once, and all again beside a refusal.
    pub(crate) fn add_warnings(
        &mut self,
        rules: &RuleLimits,
        all: bool,
        has_net: bool,
        found: &mut Vec<ExpectedFinding>,
    ) {
        for (rule, used, limit) in self.limited(rules, has_net) {
            let two_levels = rule >= Rule::GuidedToolCalls;
            let near = if two_levels {
                rules.warnings.get(&rule).is_some_and(|from| used >= *from)
            } else if is_net(rule) {
                used >= limit / 2
            } else {
                used * 10 >= limit * 8
            };
            let listed = found.iter().any(|found| found.rule == rule);
            // What is spent is a cap, which warns once. Beyond the limit it is too late to wrap up.
            let is_cap = rule == Rule::OutputTokens;
            let all = all && !is_cap;
            let late = used > limit && !all || used == limit && is_cap;
            if near && !listed && !late && (self.warned.insert(rule) || all) {
                let level = if is_net(rule) { FindingLevel::Notice } else { FindingLevel::Warning };
                let counts = Some((used, limit));
                found.push(ExpectedFinding { rule, level, counts });
            }
        }
    }

    /// The budgets that have a limit and hold, those of a session that nobody attends only there: what is used of
    /// each, and its limit.
    fn limited(&self, rules: &RuleLimits, has_net: bool) -> Vec<(Rule, u64, u64)> {
        let holding = BUDGETS.iter().filter(|rule| has_net || !is_net(**rule));
        let limits = holding.filter_map(|rule| rules.budgets.get_key_value(rule));
        let more = |rule| if rule == Rule::OutputTokens { self.more_output } else { 0 };
        limits.map(|(rule, limit)| (*rule, self.of(*rule), *limit + more(*rule))).collect()
    }
}

/// Whether it limits a session that nobody attends.
fn is_net(rule: Rule) -> bool {
    rule == Rule::UnattendedToolCalls || rule == Rule::UnattendedActiveTime
}

fn concerns(rule: Rule, request: BudgetRequest) -> bool {
    if matches!(rule, Rule::ToolCalls | Rule::GuidedToolCalls | Rule::UnattendedToolCalls) {
        matches!(request, BudgetRequest::Call { .. })
    } else if rule == Rule::Iterations {
        request == BudgetRequest::Call { test_run: true }
    } else if rule == Rule::Turns {
        request == BudgetRequest::Prompt
    } else {
        true
    }
}

/// Whether a rule is a budget, which opens the breaker of the task.
pub(crate) fn is_budget(rule: Rule) -> bool {
    BUDGETS.contains(&rule) || rule == Rule::Calibrated
}
