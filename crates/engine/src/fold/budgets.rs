//! Budgets of a task: a budget of N admits N units and refuses unit N+1.

use RefusedEvents::{Calls, Everything, Prompts, TestRuns};

use super::Fold;
use crate::state::{BudgetUsage, TaskState};
use crate::{Finding, FindingAdvice, FindingLevel, Limit, LimitedSum, Policy, Rule};

/// What a used-up budget refuses.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RefusedEvents {
    /// Every tool call; at any other event the breaker opens.
    Everything,
    /// Tool calls.
    Calls,
    /// Test runs.
    TestRuns,
    /// Automation prompts.
    Prompts,
}

struct Budget {
    rule: Rule,
    refuses: RefusedEvents,
    limit: fn(&Policy) -> Limit,
    used: fn(&BudgetUsage) -> u64,
    /// The number that warns; `None` is the share of the limit that `limits.warn_at` gives.
    warns_at: Option<fn(&Policy) -> Limit>,
}

/// Every budget, in the order of the rules, but for those of what is spent: these are caps (`fold/spend.rs`).
const BUDGETS: &[Budget] = &[
    budget(Rule::Iterations, TestRuns, |p| p.limits.iterations, |u| u.iterations),
    budget(Rule::ToolCalls, Calls, |p| p.limits.tool_calls, |u| u.tool_calls),
    budget(Rule::Turns, Prompts, |p| p.limits.turns, |u| u.turns),
    budget(Rule::ActiveTime, Everything, |p| p.limits.active_time, |u| u.active_ms),
    budget(Rule::SleepTime, Everything, |p| p.limits.sleep_time, |u| u.sleep_ms),
    budget(
        Rule::Messages,
        Everything,
        |p| p.limits.messages,
        |u| u.messages.saturating_sub(u.messages_at_person),
    ),
    budget(Rule::ContextTokens, Everything, |p| p.limits.context_tokens, |u| u.context_tokens),
    budget(Rule::UnattendedToolCalls, Calls, |p| p.unattended.tool_calls, |u| u.tool_calls)
        .with_warning(|p| half(p.unattended.tool_calls)),
    budget(Rule::UnattendedActiveTime, Everything, |p| p.unattended.active_time, |u| u.active_ms)
        .with_warning(|p| half(p.unattended.active_time)),
    budget(
        Rule::GuidedToolCalls,
        Calls,
        |p| p.guided.in_force().tool_calls_critical,
        |u| u.tool_calls.saturating_sub(u.tool_calls_at_retry),
    )
    .with_warning(|p| p.guided.in_force().tool_calls_warning),
    budget(
        Rule::GuidedMessages,
        Everything,
        |p| p.guided.in_force().messages_critical,
        |u| u.messages.saturating_sub(u.messages_at_answer),
    )
    .with_warning(|p| p.guided.in_force().messages_warning),
    budget(
        Rule::GuidedRecursion,
        Everything,
        |p| p.guided.in_force().recursion,
        |u| u.messages.saturating_sub(u.messages_at_prompt),
    )
    .with_warning(|_| Limit::UNLIMITED),
    budget(
        Rule::GuidedContext,
        Everything,
        |p| p.guided.in_force().context_critical,
        |u| u.context_tokens,
    )
    .with_warning(|p| p.guided.in_force().context_warning),
];

const fn budget(
    rule: Rule,
    refuses: RefusedEvents,
    limit: fn(&Policy) -> Limit,
    used: fn(&BudgetUsage) -> u64,
) -> Budget {
    Budget { rule, refuses, limit, used, warns_at: None }
}

/// Half of a limit, at least 1.
fn half(limit: Limit) -> Limit {
    limit.get().map_or(Limit::UNLIMITED, |limit| Limit::at(limit / 2))
}

impl Budget {
    /// What is used, beside the units that it admits; `None` where it has no limit.
    fn sum(&self, policy: &Policy, used: &BudgetUsage) -> Option<LimitedSum> {
        let limit = (self.limit)(policy).get()?;
        Some(LimitedSum { used: (self.used)(used), limit })
    }

    /// The sum of the budget where its warning is reached. A warning without a limit behind it is measured
    /// against itself.
    fn near_sum(&self, policy: &Policy, used: &BudgetUsage) -> Option<LimitedSum> {
        let Some(warns_at) = self.warns_at else {
            return self.sum(policy, used).filter(|sum| sum.is_near(policy.limits.warn_at));
        };
        let warning = LimitedSum { used: (self.used)(used), limit: warns_at(policy).get()? };
        warning.is_used_up().then(|| self.sum(policy, used).unwrap_or(warning))
    }

    /// Whether its warning or its limit is reached. Every event asks for every budget: most are not used at all, and a
    /// limit is at least 1.
    fn is_reached(&self, policy: &Policy, usage: &BudgetUsage) -> bool {
        let used = (self.used)(usage);
        if used == 0 {
            return false;
        }
        let limit = (self.limit)(policy);
        match self.warns_at {
            Some(warns_at) => limit.is_used_up(used) || warns_at(policy).is_used_up(used),
            None => limit
                .get()
                .is_some_and(|limit| LimitedSum { used, limit }.is_near(policy.limits.warn_at)),
        }
    }

    const fn with_warning(mut self, warns_at: fn(&Policy) -> Limit) -> Self {
        self.warns_at = Some(warns_at);
        self
    }
}

/// What an event demands of the budgets.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum BudgetDemand {
    /// A tool call.
    Call {
        /// Whether it is a test run.
        test_run: bool,
    },
    /// An automation prompt.
    Prompt,
    /// Nothing: time or tokens were used.
    Nothing,
}

impl Fold<'_> {
    /// Checks every budget: one that has no room left for what is demanded opens the task's breaker.
    pub(super) fn budgets(&mut self, demand: BudgetDemand) {
        let reached = self.reached_budgets(|_| true);
        let task = &self.scopes.task;
        let is_open = task.breaker.trip_record().is_some();
        for budget in reached.iter().filter(|_| !is_open) {
            let is_demanded = match budget.refuses {
                Everything => true,
                Calls => matches!(demand, BudgetDemand::Call { .. }),
                TestRuns => demand == BudgetDemand::Call { test_run: true },
                Prompts => demand == BudgetDemand::Prompt,
            };
            if !is_demanded {
                continue;
            }
            let Some(sum) = budget.sum(self.policy, &task.used) else { continue };
            if sum.is_used_up()
                && !task.observed.contains(&budget.rule)
                && !has_wrap_up_room(budget.rule, sum.limit, &task.used)
            {
                let finding = Finding::new(budget.rule, FindingLevel::Trip, sum.used, sum.limit);
                self.out.push(finding.with_advice(FindingAdvice::Summarize));
            }
        }
        self.check_caps_since_prompt();
        self.check_calibrated(demand);
        self.warn_of(&reached, self.out.refuses());
    }

    /// Warns of the budgets of calls, now that one more is counted.
    pub(super) fn warn_of_calls(&mut self) {
        self.warn_of(&self.reached_budgets(|budget| budget.refuses == Calls), false);
    }

    /// Warns of the budgets that have reached their share.
    pub(super) fn warn_of_budgets(&mut self) {
        self.warn_of(&self.reached_budgets(|_| true), false);
    }

    /// Those of the budgets meant whose warning or limit is reached, as far as they hold in this session.
    fn reached_budgets(&self, is_meant: impl Fn(&Budget) -> bool) -> Vec<&'static Budget> {
        let has_net = self.scopes.session.has_unattended_net();
        let used = &self.scopes.task.used;
        let holds = |budget: &Budget| has_net || !budget.rule.is_unattended_net();
        let is_reached = |budget: &&Budget| {
            is_meant(budget) && holds(budget) && budget.is_reached(self.policy, used)
        };
        BUDGETS.iter().filter(is_reached).collect()
    }

    /// Warns of budgets that are reached: those not warned of yet, or `all` of them where a refusal is to show the
    /// whole picture.
    fn warn_of(&mut self, reached: &[&Budget], all: bool) {
        let TaskState { used, warned, .. } = &mut self.scopes.task;
        for budget in reached {
            let Some(near) = budget.near_sum(self.policy, used) else { continue };
            let sum = budget.sum(self.policy, used);
            let was_given = warned.contains(&budget.rule);
            let is_listed = self.out.iter().any(|finding| finding.rule == budget.rule);
            // Beyond the limit there is nothing left to wrap up for.
            let is_beyond = sum.is_some_and(LimitedSum::is_exceeded) && !all;
            if is_listed || (was_given && !all) || is_beyond {
                continue;
            }
            if !was_given {
                warned.push(budget.rule);
            }
            // Half of the net is for people to know: the agent has not neared anything.
            let is_net = budget.rule.is_unattended_net();
            let level = if is_net { FindingLevel::Notice } else { FindingLevel::Warning };
            let finding = Finding::new(budget.rule, level, near.used, near.limit);
            self.out.push(finding.with_advice(FindingAdvice::WrapUp));
        }
    }
}

/// Whether a conversation may grow beyond its limit. It does not get shorter when a person answers
/// a trip, so it then has room for a fifth of the limit more, to wrap up or be compacted.
fn has_wrap_up_room(rule: Rule, limit: u64, used: &BudgetUsage) -> bool {
    let before = used.context_at_answer;
    matches!(rule, Rule::ContextTokens | Rule::GuidedContext)
        && before >= limit
        && used.context_tokens < before.saturating_add(limit / 5)
}
