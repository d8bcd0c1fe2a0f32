//! `[limits]`: budgets of a task since the last prompt of a person.

use fusebox_engine::Rule;

use crate::kind::SettingKind;
use crate::setting::{PolicyField, Setting};

pub(super) const DOC: &str =
    "Budgets of a task since a person's last prompt. A budget of N admits N and refuses the next.";

const fn limit(key: &'static str, rule: Rule, slot: PolicyField, doc: &'static str) -> Setting {
    Setting::new(key, SettingKind::Limit, doc).rule(rule).slot(slot)
}

const fn time(key: &'static str, rule: Rule, slot: PolicyField, doc: &'static str) -> Setting {
    Setting::new(key, SettingKind::Time, doc).rule(rule).slot(slot)
}

pub(super) const SETTINGS: &[Setting] = &[
    limit(
        "limits.iterations",
        Rule::Iterations,
        PolicyField::Limit(|policy| &mut policy.limits.iterations),
        "Failing test runs that follow a change; a passing run sets the count to 0.",
    )
    .aliases(&["max_iterations", "maxIterations"]),
    limit(
        "limits.tool_calls",
        Rule::ToolCalls,
        PolicyField::Limit(|policy| &mut policy.limits.tool_calls),
        "Tool calls that were admitted.",
    )
    .aliases(&["max_tool_calls", "maxToolCalls"]),
    limit(
        "limits.turns",
        Rule::Turns,
        PolicyField::Limit(|policy| &mut policy.limits.turns),
        "Prompts of machines since a person's.",
    )
    .aliases(&["max_turns", "maxTurns"]),
    time(
        "limits.active_time",
        Rule::ActiveTime,
        PolicyField::Limit(|policy| &mut policy.limits.active_time),
        "Time inside turns; permission waits, sleep and gaps above 10 minutes do not count.",
    )
    .aliases(&["max_active_duration", "max_duration", "maxDuration"]),
    time(
        "limits.sleep_time",
        Rule::SleepTime,
        PolicyField::Limit(|policy| &mut policy.limits.sleep_time),
        "Time asleep after `blocked`.",
    )
    .aliases(&["max_sleep_duration"]),
    limit(
        "limits.messages",
        Rule::Messages,
        PolicyField::Limit(|policy| &mut policy.limits.messages),
        "Messages in the conversation.",
    )
    .aliases(&["max_messages"]),
    limit(
        "limits.context_tokens",
        Rule::ContextTokens,
        PolicyField::Limit(|policy| &mut policy.limits.context_tokens),
        "Tokens in the conversation.",
    )
    .aliases(&["max_context", "maxContext"]),
    limit(
        "limits.output_tokens",
        Rule::OutputTokens,
        PolicyField::Limit(|policy| &mut policy.limits.output_tokens),
        "Tokens written by the model.",
    ),
    Setting::new("limits.cost_usd", SettingKind::Money, "Cost of the task in US dollars.")
        .rule(Rule::Cost)
        .slot(PolicyField::Limit(|policy| &mut policy.limits.cost_micros)),
    Setting::new(
        "limits.warn_at",
        SettingKind::Ratio,
        "The share of a budget at which the agent is told that it nears its end.",
    )
    .aliases(&["warning_threshold", "warningThreshold"])
    .slot(PolicyField::Ratio(|policy| &mut policy.limits.warn_at)),
    Setting::new(
        "limits.refusals",
        SettingKind::Limit,
        "Refused rounds of the model after a trip until the turn is stopped.",
    )
    .slot(PolicyField::Limit(|policy| &mut policy.limits.refusals)),
    time(
        "limits.quiet_after",
        Rule::Quiet,
        PolicyField::Limit(|policy| &mut policy.limits.quiet_after),
        "Time without any event, with no call in flight, until a notice is given; never a trip.",
    ),
    Setting::new(
        "limits.wrap_up",
        SettingKind::Time,
        "Time a supervised agent has to summarise after a trip before it is ended.",
    )
    .slot(PolicyField::Limit(|policy| &mut policy.limits.wrap_up)),
];
