//! `[limits]`: budgets of a task since the last prompt of a person.

use fusebox_engine::Rule;

use crate::kind::Kind;
use crate::setting::{Setting, Slot};

pub(super) const DOC: &str =
    "Budgets of a task since a person's last prompt. A budget of N admits N and refuses the next.";

const fn limit(key: &'static str, rule: Rule, slot: Slot, doc: &'static str) -> Setting {
    Setting::new(key, Kind::Limit, doc).rule(rule).slot(slot)
}

const fn time(key: &'static str, rule: Rule, slot: Slot, doc: &'static str) -> Setting {
    Setting::new(key, Kind::Time, doc).rule(rule).slot(slot)
}

pub(super) const SETTINGS: &[Setting] = &[
    limit(
        "limits.iterations",
        Rule::Iterations,
        Slot::Limit(|policy| &mut policy.limits.iterations),
        "Failing test runs that follow a change; a passing run sets the count to 0.",
    )
    .aliases(&["max_iterations", "maxIterations"]),
    limit(
        "limits.tool_calls",
        Rule::ToolCalls,
        Slot::Limit(|policy| &mut policy.limits.tool_calls),
        "Tool calls that were admitted.",
    )
    .aliases(&["max_tool_calls", "maxToolCalls"]),
    limit(
        "limits.turns",
        Rule::Turns,
        Slot::Limit(|policy| &mut policy.limits.turns),
        "Prompts of machines since a person's.",
    )
    .aliases(&["max_turns", "maxTurns"]),
    time(
        "limits.active_time",
        Rule::ActiveTime,
        Slot::Limit(|policy| &mut policy.limits.active_time),
        "Time inside turns; permission waits, sleep and gaps above 10 minutes do not count.",
    )
    .aliases(&["max_active_duration", "max_duration", "maxDuration"]),
    time(
        "limits.sleep_time",
        Rule::SleepTime,
        Slot::Limit(|policy| &mut policy.limits.sleep_time),
        "Time asleep after `blocked`.",
    )
    .aliases(&["max_sleep_duration"]),
    limit(
        "limits.messages",
        Rule::Messages,
        Slot::Limit(|policy| &mut policy.limits.messages),
        "Messages in the conversation.",
    )
    .aliases(&["max_messages"]),
    limit(
        "limits.context_tokens",
        Rule::ContextTokens,
        Slot::Limit(|policy| &mut policy.limits.context_tokens),
        "Tokens in the conversation.",
    )
    .aliases(&["max_context", "maxContext"]),
    limit(
        "limits.output_tokens",
        Rule::OutputTokens,
        Slot::Limit(|policy| &mut policy.limits.output_tokens),
        "Tokens written by the model.",
    ),
    Setting::new("limits.cost_usd", Kind::Money, "Cost of the task in US dollars.")
        .rule(Rule::Cost)
        .slot(Slot::Limit(|policy| &mut policy.limits.cost_micros)),
    Setting::new(
        "limits.warn_at",
        Kind::Ratio,
        "The share of a budget at which the agent is told that it nears its end.",
    )
    .aliases(&["warning_threshold", "warningThreshold"])
    .slot(Slot::Ratio(|policy| &mut policy.limits.warn_at)),
    Setting::new(
        "limits.refusals",
        Kind::Limit,
        "Refused rounds of the model after a trip until the turn is stopped.",
    )
    .slot(Slot::Limit(|policy| &mut policy.limits.refusals)),
    time(
        "limits.quiet_after",
        Rule::Quiet,
        Slot::Limit(|policy| &mut policy.limits.quiet_after),
        "Time without any event, with no call in flight, until a notice is given; never a trip.",
    ),
    Setting::new(
        "limits.wrap_up",
        Kind::Time,
        "Time a supervised agent has to summarise after a trip before it is ended.",
    )
    .slot(Slot::Limit(|policy| &mut policy.limits.wrap_up)),
];
