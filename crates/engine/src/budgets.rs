//! Budgets of a task: a budget of N admits N units and refuses unit N+1.

use crate::findings::FindingList;
use crate::state::{BudgetUsage, TaskState};
use crate::{Duration, Finding, FindingLevel, Limit, Policy, Rule};

/// How the units of a budget are written.
#[derive(Clone, Copy)]
enum BudgetUnit {
    Count,
    Time,
    Money,
}

/// When a used-up budget refuses.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RefusedEvents {
    /// Every tool call, and at any other event the breaker opens.
    Everything,
    /// Tool calls only.
    Calls,
    /// Test runs only.
    TestRuns,
    /// Automation prompts only.
    Prompts,
}

struct Budget {
    rule: Rule,
    unit: BudgetUnit,
    refuses: RefusedEvents,
    limit: fn(&Policy) -> Limit,
    /// From where on the agent is warned; `None` is the share of the limit that warns of budgets.
    warns: Option<fn(&Policy) -> Limit>,
    used: fn(&BudgetUsage) -> u64,
}

/// Every budget, in the order of the rules.
const BUDGETS: &[Budget] = &[
    Budget {
        rule: Rule::Iterations,
        unit: BudgetUnit::Count,
        refuses: RefusedEvents::TestRuns,
        limit: |policy| policy.limits.iterations,
        warns: None,
        used: |used| used.iterations,
    },
    Budget {
        rule: Rule::ToolCalls,
        unit: BudgetUnit::Count,
        refuses: RefusedEvents::Calls,
        limit: |policy| policy.limits.tool_calls,
        warns: None,
        used: |used| used.tool_calls,
    },
    Budget {
        rule: Rule::Turns,
        unit: BudgetUnit::Count,
        refuses: RefusedEvents::Prompts,
        limit: |policy| policy.limits.turns,
        warns: None,
        used: |used| used.turns,
    },
    Budget {
        rule: Rule::ActiveTime,
        unit: BudgetUnit::Time,
        refuses: RefusedEvents::Everything,
        limit: |policy| policy.limits.active_time,
        warns: None,
        used: |used| used.active_ms,
    },
    Budget {
        rule: Rule::SleepTime,
        unit: BudgetUnit::Time,
        refuses: RefusedEvents::Everything,
        limit: |policy| policy.limits.sleep_time,
        warns: None,
        used: |used| used.sleep_ms,
    },
    Budget {
        rule: Rule::Messages,
        unit: BudgetUnit::Count,
        refuses: RefusedEvents::Everything,
        limit: |policy| policy.limits.messages,
        warns: None,
        used: |used| used.messages.saturating_sub(used.messages_at_person),
    },
    Budget {
        rule: Rule::ContextTokens,
        unit: BudgetUnit::Count,
        refuses: RefusedEvents::Everything,
        limit: |policy| policy.limits.context_tokens,
        warns: None,
        used: |used| used.context_tokens,
    },
    Budget {
        rule: Rule::OutputTokens,
        unit: BudgetUnit::Count,
        refuses: RefusedEvents::Everything,
        limit: |policy| policy.limits.output_tokens,
        warns: None,
        used: |used| used.output_tokens,
    },
    Budget {
        rule: Rule::Cost,
        unit: BudgetUnit::Money,
        refuses: RefusedEvents::Everything,
        limit: |policy| policy.limits.cost_micros,
        warns: None,
        used: |used| used.cost_micros,
    },
    Budget {
        rule: Rule::GuidedToolCalls,
        unit: BudgetUnit::Count,
        refuses: RefusedEvents::Calls,
        limit: |policy| policy.guided.tool_calls_critical,
        warns: Some(|policy| policy.guided.tool_calls_warning),
        used: |used| used.tool_calls,
    },
    Budget {
        rule: Rule::GuidedMessages,
        unit: BudgetUnit::Count,
        refuses: RefusedEvents::Everything,
        limit: |policy| policy.guided.messages_critical,
        warns: Some(|policy| policy.guided.messages_warning),
        used: |used| used.messages.saturating_sub(used.messages_at_answer),
    },
    Budget {
        rule: Rule::GuidedRecursion,
        unit: BudgetUnit::Count,
        refuses: RefusedEvents::Everything,
        limit: |policy| policy.guided.recursion,
        warns: Some(|_| Limit::UNLIMITED),
        used: |used| used.messages.saturating_sub(used.messages_at_prompt),
    },
    Budget {
        rule: Rule::GuidedContext,
        unit: BudgetUnit::Count,
        refuses: RefusedEvents::Everything,
        limit: |policy| policy.guided.context_critical,
        warns: Some(|policy| policy.guided.context_warning),
        used: |used| used.context_tokens,
    },
];

/// What an event asks for, as far as budgets are concerned.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum BudgetDemand {
    /// A tool call.
    Call {
        /// It is a test run.
        test_run: bool,
    },
    /// An automation prompt.
    Prompt,
    /// Nothing: time or tokens were used.
    Nothing,
}

/// Which budgets have no room left for what is asked.
pub(crate) fn refuse(policy: &Policy, task: &TaskState, asks: BudgetDemand, out: &mut FindingList) {
    for budget in BUDGETS {
        let concerned = match budget.refuses {
            RefusedEvents::Everything => true,
            RefusedEvents::Calls => matches!(asks, BudgetDemand::Call { .. }),
            RefusedEvents::TestRuns => asks == BudgetDemand::Call { test_run: true },
            RefusedEvents::Prompts => asks == BudgetDemand::Prompt,
        };
        let used = (budget.used)(&task.used);
        let Some(limit) = (budget.limit)(policy).get() else { continue };
        let concerned = concerned && !is_pardoned(budget.rule, limit, &task.used);
        if concerned && used >= limit && !task.observed.contains(&budget.rule) {
            out.push(Finding {
                rule: budget.rule,
                level: FindingLevel::Trip,
                observed: used,
                limit,
                message: format!(
                    "CIRCUIT BREAKER: {} ({}/{}). Summarize your progress and call \
                     report_complete or report_blocked.",
                    budget.rule.title(),
                    budget.unit.write(used),
                    budget.unit.write(limit)
                ),
            });
        }
    }
}

/// A conversation does not get shorter because a person answers: after a trip there is room for a
/// fifth of the limit more, so that the agent can wrap up or the conversation be compacted.
fn is_pardoned(rule: Rule, limit: u64, used: &BudgetUsage) -> bool {
    let of_context = matches!(rule, Rule::ContextTokens | Rule::GuidedContext);
    let before = used.context_at_answer;
    of_context && before >= limit && used.context_tokens < before.saturating_add(limit / 5)
}

/// Warnings of budgets that have reached their share: those not given yet, or `all` of them where
/// a refusal is to show the whole picture.
pub(crate) fn warn(policy: &Policy, task: &mut TaskState, all: bool, out: &mut FindingList) {
    for budget in BUDGETS {
        let limit = (budget.limit)(policy).get();
        let from = match budget.warns {
            Some(warns) => warns(policy).get(),
            None => limit.map(|limit| policy.limits.warn_at.of(limit)),
        };
        let Some(from) = from else { continue };
        let used = (budget.used)(&task.used);
        let given = task.warned.contains(&budget.rule);
        let listed = out.iter().any(|finding| finding.rule == budget.rule);
        // Beyond the limit there is nothing left to wrap up for.
        let beyond = limit.is_some_and(|limit| used > limit) && !all;
        if used < from || listed || (given && !all) || beyond {
            continue;
        }
        if !given {
            task.warned.push(budget.rule);
        }
        // A warning without a limit behind it is measured against itself.
        let limit = limit.unwrap_or(from);
        out.push(Finding {
            rule: budget.rule,
            level: FindingLevel::Warning,
            observed: used,
            limit,
            message: format!(
                "Approaching limit: {} at {}/{} ({}%). Plan to wrap up soon.",
                budget.rule.title(),
                budget.unit.write(used),
                budget.unit.write(limit),
                u128::from(used) * 100 / u128::from(limit)
            ),
        });
    }
}

impl BudgetUnit {
    fn write(self, n: u64) -> String {
        match self {
            Self::Count => n.to_string(),
            // Milliseconds say nothing beside seconds.
            Self::Time if n >= 1_000 => Duration(n / 1_000 * 1_000).to_string(),
            Self::Time => Duration(n).to_string(),
            Self::Money => format!("${}.{:02}", n / 1_000_000, n % 1_000_000 / 10_000),
        }
    }
}
