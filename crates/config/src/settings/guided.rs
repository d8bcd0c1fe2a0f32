//! `[guided]`: two levels, analysis, and a retry with what was learnt.

use crate::kind::{OFF, SettingKind};
use crate::loosening::LooserDirection;
use crate::setting::{PolicyField, Setting, SettingScope};

pub(super) const DOC: &str =
    "Two levels: a warning, and a critical number at which the turn is stopped.";

/// The word for no analyst outside.
const BUILTIN: &str = "builtin";
/// The word for no model, and for no key.
const NONE: &str = "none";
const STRATEGIES: &[&str] = &["last"];

pub(super) const SETTINGS: &[Setting] = &[
    Setting::flag("guided.enabled", |p| &mut p.guided.enabled)
        .doc("Whether the two levels hold.")
        .aliases(&["enabled"]),
    Setting::flag("guided.qc_on_exceed", |p| &mut p.guided.qc_on_exceed)
        .doc("Whether the record of a run that neared a limit recommends to verify it (`qc_recommended`).")
        .aliases(&["qc_on_exceed", "qcOnExceed"])
        .env_aliases(&["QC_AUTO_ENABLE"]),
    Setting::number("guided.max_retries", SettingKind::Count, |p| &mut p.guided.max_retries)
        .doc("How often `run` and `loop` start a fresh session after a trip, with its analysis before the prompt; none where `guided.enabled` is false.")
        .aliases(&["max_retries", "maxRetries"])
        .env_aliases(&["QC_MAX_RETRIES"]),
    Setting::new("guided.qc_role", SettingKind::Text)
        .doc("The role of the verifier, which gives its instructions: `fusebox verifiers list` lists them; `off` is `tests`.")
        .aliases(&["qc_role", "qcRole"])
        .looser(LooserDirection::AnyChange)
        .field(PolicyField::Word(
            |p| p.verification.role.clone().unwrap_or_else(|| OFF.to_owned()),
            |p, w| p.verification.role = (w != OFF).then(|| w.to_owned()),
        )),
    Setting::new("guided.qc_preamble", SettingKind::Text)
        .doc("The file with the instructions of the verifier, in place of those of its role; `off` is none.")
        .aliases(&["qc_preamble", "qcPreamblePath"])
        .looser(LooserDirection::AnyChange)
        .scope(SettingScope::NotInProject)
        .field(PolicyField::Word(
            |p| p.verification.preamble.clone().unwrap_or_else(|| OFF.to_owned()),
            |p, w| p.verification.preamble = (w != OFF).then(|| w.to_owned()),
        )),
    Setting::new("guided.verifier", SettingKind::Text)
        .doc("The command line that answers the criteria of a task: it reads the request on its standard input, and a line of its answer begins with PASS or FAIL; `off` is none.")
        .looser(LooserDirection::AnyChange)
        .scope(SettingScope::NotInProject)
        .field(PolicyField::Word(
            |p| p.verification.verifier.clone().unwrap_or_else(|| OFF.to_owned()),
            |p, w| p.verification.verifier = (w != OFF).then(|| w.to_owned()),
        )),
    Setting::flag("guided.mandatory_verification", |p| &mut p.verification.mandatory)
        .doc("Whether risky work must be verified before it counts as complete: more than 10 calls or 15 minutes expected, more than 5 files, authentication, databases, APIs or deployments, or other tasks that wait for it."),
    Setting::duration("guided.verification_timeout", |p| &mut p.verification.timeout)
        .doc("How long a verifier may take; one that takes longer has not passed the work."),
    Setting::flag("guided.from_checkpoint", |p| &mut p.guided.from_checkpoint)
        .doc("Whether a retry of `run` starts from the task's checkpoint; the failed work is kept as an attempt.")
        .looser(LooserDirection::AnyChange),
    Setting::new("guided.analyst", SettingKind::Text)
        .doc("Who analyses a trip: `builtin`, a command that reads the request on standard input, or an HTTP address of a model.")
        .looser(LooserDirection::AnyChange)
        .scope(SettingScope::NotInProject)
        .field(PolicyField::Word(
            |p| or_word(&p.advisors.analyst, BUILTIN),
            |p, word| p.advisors.analyst = unless_word(word, BUILTIN),
        )),
    Setting::duration("guided.analyst_timeout", |p| &mut p.advisors.analyst_timeout)
        .doc("Time after which the built-in analysis stands.")
        .env_aliases(&["QC_TIMEOUT_SECONDS"]),
    Setting::new("guided.judge", SettingKind::Text)
        .doc("Who is asked in the background whether the agent still gets anywhere, after 12 changes without a green run or 40 calls without an accepted change, at most once in 10 minutes: a command that reads the request on standard input, or an HTTP address of `guided.model`; `off` is nobody.")
        .aliases(&["judge"])
        .looser(LooserDirection::AnyChange)
        .scope(SettingScope::NotInProject)
        .field(PolicyField::Word(
            |p| or_word(&p.advisors.judge, OFF),
            |p, word| p.advisors.judge = unless_word(word, OFF),
        )),
    Setting::new("guided.model", SettingKind::Text)
        .doc("The model that is asked where `guided.analyst` is an HTTP address.")
        .looser(LooserDirection::AnyChange)
        .scope(SettingScope::NotInProject)
        .field(PolicyField::Word(
            |p| or_word(&p.advisors.model, NONE),
            |p, word| p.advisors.model = unless_word(word, NONE),
        )),
    Setting::new("guided.model_key", SettingKind::Text)
        .doc("Where the key of that model is: `env:NAME`, `file:/PATH`, or `command:LINE` whose output it is. Never the key itself.")
        .looser(LooserDirection::AnyChange)
        .scope(SettingScope::NotInProject)
        .field(PolicyField::Word(
            |p| or_word(&p.advisors.model_key, NONE),
            |p, word| p.advisors.model_key = unless_word(word, NONE),
        )),
    Setting::limit("guided.tool_calls_warning", |p| &mut p.guided.tool_calls_warning)
        .doc("Tool calls from which verification is recommended.")
        .env_aliases(&["CIRCUIT_BREAKER_TOOL_WARNING"]),
    Setting::limit("guided.tool_calls_critical", |p| &mut p.guided.tool_calls_critical)
        .doc("Tool calls after which the turn is stopped at once.")
        .env_aliases(&["CIRCUIT_BREAKER_TOOL_CRITICAL"]),
    Setting::limit("guided.messages_warning", |p| &mut p.guided.messages_warning)
        .doc("Messages from which verification is recommended.")
        .env_aliases(&["CIRCUIT_BREAKER_MESSAGE_WARNING"]),
    Setting::limit("guided.messages_critical", |p| &mut p.guided.messages_critical)
        .doc("Messages after which the turn is stopped at once."),
    Setting::limit("guided.recursion", |p| &mut p.guided.recursion)
        .doc("Messages since the last prompt after which the turn is stopped."),
    Setting::limit("guided.context_warning", |p| &mut p.guided.context_warning)
        .doc("Tokens of context from which verification is recommended.")
        .env_aliases(&["CIRCUIT_BREAKER_CONTEXT_WARNING"]),
    Setting::limit("guided.context_critical", |p| &mut p.guided.context_critical)
        .doc("Tokens of context after which the turn is stopped at once."),
    Setting::new("guided.trim_threshold", SettingKind::Limit)
        .doc("Messages from which a gateway trims the conversation.")
        .env_aliases(&["MESSAGE_TRIM_THRESHOLD"]),
    Setting::new("guided.trim_max_tokens", SettingKind::Limit)
        .doc("Tokens a trimmed conversation has at most.")
        .env_aliases(&["MESSAGE_TRIM_MAX_TOKENS"]),
    Setting::new("guided.trim_strategy", SettingKind::Choice(STRATEGIES))
        .doc("Which messages a trimmed conversation keeps.")
        .env_aliases(&["MESSAGE_TRIM_STRATEGY"])
        .looser(LooserDirection::AnyChange),
];

fn or_word(value: &str, word: &str) -> String {
    if value.is_empty() { word.to_owned() } else { value.to_owned() }
}

fn unless_word(written: &str, word: &str) -> String {
    if written == word { String::new() } else { written.to_owned() }
}
