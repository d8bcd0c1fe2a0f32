//! `[limits]`: budgets of a task since the last prompt of a person.

use crate::kind::SettingKind;
use crate::setting::{PolicyField, Setting};

pub(super) const DOC: &str =
    "Budgets of a task since a person's last prompt. A budget of N admits N and refuses the next.";

pub(super) const SETTINGS: &[Setting] = &[
    Setting::limit("limits.iterations", |p| &mut p.limits.iterations)
        .doc("Failing test runs that follow a change; a passing run sets the count to 0.")
        .aliases(&["max_iterations", "maxIterations"]),
    Setting::limit("limits.tool_calls", |p| &mut p.limits.tool_calls)
        .doc("Tool calls that were admitted.")
        .aliases(&["max_tool_calls", "maxToolCalls"]),
    Setting::limit("limits.turns", |p| &mut p.limits.turns)
        .doc("Prompts by machines since a person's prompt.")
        .aliases(&["max_turns", "maxTurns"]),
    Setting::time("limits.active_time", |p| &mut p.limits.active_time)
        .doc("Time inside turns; permission waits, sleep and gaps above 10 minutes do not count.")
        .aliases(&["max_active_duration", "max_duration", "maxDuration"]),
    Setting::time("limits.sleep_time", |p| &mut p.limits.sleep_time)
        .doc("Time spent waiting after `blocked`.")
        .aliases(&["max_sleep_duration"]),
    Setting::limit("limits.messages", |p| &mut p.limits.messages)
        .doc("Messages in the conversation.")
        .aliases(&["max_messages"]),
    Setting::limit("limits.context_tokens", |p| &mut p.limits.context_tokens)
        .doc("Tokens in the conversation.")
        .aliases(&["max_context", "maxContext"]),
    Setting::limit("limits.output_tokens", |p| &mut p.limits.output_tokens)
        .doc("Tokens written by the model: a cap of the task since a person's prompt, as those of `[spend]`."),
    Setting::number("limits.cost_usd", SettingKind::Money, |p| &mut p.limits.cost_micros)
        .doc("Cost of the task in US dollars: a cap since a person's prompt, as those of `[spend]`."),
    Setting::new("limits.warn_at", SettingKind::Ratio)
        .doc("The share of a budget at which the agent is told that it nears its end.")
        .aliases(&["warning_threshold", "warningThreshold"])
        .field(PolicyField::Ratio(|p| &mut p.limits.warn_at)),
    Setting::limit("limits.refusals", |p| &mut p.limits.refusals)
        .doc("Refused rounds of the model after a trip until the turn is stopped."),
    Setting::time("limits.quiet_after", |p| &mut p.limits.quiet_after).doc(
        "Time without any event, with no call in flight, until a notice is given; never a trip.",
    ),
    Setting::time("limits.wrap_up", |p| &mut p.limits.wrap_up)
        .doc("Time a supervised agent has to summarise after a trip before it is ended."),
    Setting::flag("limits.calibrated", |p| &mut p.limits.calibrated).doc(
        "Whether calls, time, output tokens and cost are limited to what 95 of 100 good runs of the client in the project \
         needed, as finished sessions show it. A session that nobody attends is stopped there; a person who attends gets \
         a notice.",
    ),
];
