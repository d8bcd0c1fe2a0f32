//! `[limits]`: budgets of a task since the last prompt of a person.

use crate::kind::SettingKind;
use crate::setting::{PolicyField, Setting};

pub(super) const DOC: &str =
    "Budgets of a task since a person's last prompt. A budget of N admits N and refuses the next.";

pub(super) const SETTINGS: &[Setting] = &[
    Setting::new("limits.iterations", SettingKind::Limit)
        .doc("Failing test runs that follow a change; a passing run sets the count to 0.")
        .aliases(&["max_iterations", "maxIterations"])
        .limit(|policy| &mut policy.limits.iterations),
    Setting::new("limits.tool_calls", SettingKind::Limit)
        .doc("Tool calls that were admitted.")
        .aliases(&["max_tool_calls", "maxToolCalls"])
        .limit(|policy| &mut policy.limits.tool_calls),
    Setting::new("limits.turns", SettingKind::Limit)
        .doc("Prompts by machines since a person's prompt.")
        .aliases(&["max_turns", "maxTurns"])
        .limit(|policy| &mut policy.limits.turns),
    Setting::new("limits.active_time", SettingKind::Time)
        .doc("Time inside turns; permission waits, sleep and gaps above 10 minutes do not count.")
        .aliases(&["max_active_duration", "max_duration", "maxDuration"])
        .limit(|policy| &mut policy.limits.active_time),
    Setting::new("limits.sleep_time", SettingKind::Time)
        .doc("Time spent waiting after `blocked`.")
        .aliases(&["max_sleep_duration"])
        .limit(|policy| &mut policy.limits.sleep_time),
    Setting::new("limits.messages", SettingKind::Limit)
        .doc("Messages in the conversation.")
        .aliases(&["max_messages"])
        .limit(|policy| &mut policy.limits.messages),
    Setting::new("limits.context_tokens", SettingKind::Limit)
        .doc("Tokens in the conversation.")
        .aliases(&["max_context", "maxContext"])
        .limit(|policy| &mut policy.limits.context_tokens),
    Setting::new("limits.output_tokens", SettingKind::Limit)
        .doc("Tokens written by the model.")
        .limit(|policy| &mut policy.limits.output_tokens),
    Setting::new("limits.cost_usd", SettingKind::Money)
        .doc("Cost of the task in US dollars.")
        .limit(|policy| &mut policy.limits.cost_micros),
    Setting::new("limits.warn_at", SettingKind::Ratio)
        .doc("The share of a budget at which the agent is told that it nears its end.")
        .aliases(&["warning_threshold", "warningThreshold"])
        .field(PolicyField::Ratio(|policy| &mut policy.limits.warn_at)),
    Setting::new("limits.refusals", SettingKind::Limit)
        .doc("Refused rounds of the model after a trip until the turn is stopped.")
        .limit(|policy| &mut policy.limits.refusals),
    Setting::new("limits.quiet_after", SettingKind::Time)
        .doc(
            "Time without any event, with no call in flight, until a notice is given; never a trip.",
        )
        .limit(|policy| &mut policy.limits.quiet_after),
    Setting::new("limits.wrap_up", SettingKind::Time)
        .doc("Time a supervised agent has to summarise after a trip before it is ended.")
        .limit(|policy| &mut policy.limits.wrap_up),
];
