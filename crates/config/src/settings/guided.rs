//! `[guided]`: two levels, analysis, and a retry with what was learnt.

use fusebox_engine::Rule;

use crate::kind::SettingKind;
use crate::loosening::LooserDirection;
use crate::setting::{PolicyField, Setting};

pub(super) const DOC: &str = "Two levels, an analysis of the failure, and a retry with guidance.";

const STRATEGIES: &[&str] = &["last"];

const fn level(key: &'static str, rule: Rule, slot: PolicyField, doc: &'static str) -> Setting {
    Setting::new(key, SettingKind::Limit, doc).rule(rule).slot(slot)
}

pub(super) const SETTINGS: &[Setting] = &[
    Setting::new(
        "guided.enabled",
        SettingKind::Bool,
        "Whether a trip is analysed and the task retried.",
    )
    .aliases(&["enabled", "qc_on_exceed", "qcOnExceed"])
    .variables(&["QC_AUTO_ENABLE"])
    .looser(LooserDirection::Becoming(false)),
    Setting::new("guided.max_retries", SettingKind::Count, "Retries with guidance after a trip.")
        .aliases(&["max_retries", "maxRetries"])
        .variables(&["QC_MAX_RETRIES"]),
    Setting::new(
        "guided.analyst",
        SettingKind::Text,
        "Who analyses: `builtin`, a command, or an HTTP address.",
    )
    .looser(LooserDirection::AnyChange),
    Setting::new(
        "guided.analyst_timeout",
        SettingKind::Duration,
        "Time after which the built-in analysis stands.",
    )
    .variables(&["QC_TIMEOUT_SECONDS"]),
    level(
        "guided.tool_calls_warning",
        Rule::GuidedToolCalls,
        PolicyField::Limit(|policy| &mut policy.guided.tool_calls_warning),
        "Tool calls from which verification is recommended.",
    )
    .variables(&["CIRCUIT_BREAKER_TOOL_WARNING"]),
    level(
        "guided.tool_calls_critical",
        Rule::GuidedToolCalls,
        PolicyField::Limit(|policy| &mut policy.guided.tool_calls_critical),
        "Tool calls after which the turn is stopped at once.",
    )
    .variables(&["CIRCUIT_BREAKER_TOOL_CRITICAL"]),
    level(
        "guided.messages_warning",
        Rule::GuidedMessages,
        PolicyField::Limit(|policy| &mut policy.guided.messages_warning),
        "Messages from which verification is recommended.",
    )
    .variables(&["CIRCUIT_BREAKER_MESSAGE_WARNING"]),
    level(
        "guided.messages_critical",
        Rule::GuidedMessages,
        PolicyField::Limit(|policy| &mut policy.guided.messages_critical),
        "Messages after which the turn is stopped at once.",
    ),
    level(
        "guided.recursion",
        Rule::GuidedRecursion,
        PolicyField::Limit(|policy| &mut policy.guided.recursion),
        "Messages since the last prompt after which the turn is stopped.",
    ),
    level(
        "guided.context_warning",
        Rule::GuidedContext,
        PolicyField::Limit(|policy| &mut policy.guided.context_warning),
        "Tokens of context from which verification is recommended.",
    )
    .variables(&["CIRCUIT_BREAKER_CONTEXT_WARNING"]),
    level(
        "guided.context_critical",
        Rule::GuidedContext,
        PolicyField::Limit(|policy| &mut policy.guided.context_critical),
        "Tokens of context after which the turn is stopped at once.",
    ),
    Setting::new(
        "guided.trim_threshold",
        SettingKind::Limit,
        "Messages from which a gateway trims the conversation.",
    )
    .variables(&["MESSAGE_TRIM_THRESHOLD"]),
    Setting::new(
        "guided.trim_max_tokens",
        SettingKind::Limit,
        "Tokens a trimmed conversation has at most.",
    )
    .variables(&["MESSAGE_TRIM_MAX_TOKENS"]),
    Setting::new(
        "guided.trim_strategy",
        SettingKind::Choice(STRATEGIES),
        "Which messages a trimmed conversation keeps.",
    )
    .variables(&["MESSAGE_TRIM_STRATEGY"])
    .looser(LooserDirection::AnyChange),
];
