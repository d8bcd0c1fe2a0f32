//! `[repetition]`: when an agent does the same again and nothing changes.

use fusebox_engine::Rule;

use crate::kind::SettingKind;
use crate::loosening::LooserDirection;
use crate::setting::{PolicyField, Setting};

pub(super) const DOC: &str = "When an agent does the same again and nothing changes. A number N nudges on the Nth result, \
     denies that call from N+3, and trips on the second denial.";

const fn built(key: &'static str, rule: Rule, slot: PolicyField, doc: &'static str) -> Setting {
    Setting::new(key, SettingKind::Limit, doc).rule(rule).slot(slot)
}

pub(super) const SETTINGS: &[Setting] = &[
    built(
        "repetition.same_call",
        Rule::SameCall,
        PolicyField::Limit(|policy| &mut policy.repetition.same_call),
        "R1: the same call with the same result in a row, nothing changed in between.",
    ),
    built(
        "repetition.same_call_anywhere",
        Rule::SameCallAnywhere,
        PolicyField::Limit(|policy| &mut policy.repetition.same_call_anywhere),
        "R2: the same call and result anywhere in the window without progress.",
    ),
    built(
        "repetition.cycle",
        Rule::Cycle,
        PolicyField::Limit(|policy| &mut policy.repetition.cycle),
        "R3: laps of a cycle of 2 to 8 calls without progress.",
    ),
    built(
        "repetition.tripped_subagents",
        Rule::TrippedSubagents,
        PolicyField::Limit(|policy| &mut policy.repetition.tripped_subagents),
        "Tripped subagents of one agent that trip the agent itself.",
    ),
    Setting::new(
        "repetition.ignore",
        SettingKind::List,
        "Tools whose calls are never counted as repetition: names, or prefixes ending in `*`.",
    )
    .looser(LooserDirection::Longer)
    .slot(PolicyField::List(|policy| &mut policy.repetition.ignore)),
    built(
        "repetition.same_tool_error",
        Rule::SameToolError,
        PolicyField::Limit(|policy| &mut policy.repetition.same_tool_error),
        "R4: the same tool, the same error, arguments varied.",
    ),
    built(
        "repetition.same_error",
        Rule::SameErrorAcross,
        PolicyField::Limit(|policy| &mut policy.repetition.same_error),
        "R5: the same error across tools.",
    ),
    built(
        "repetition.same_output",
        Rule::SameOutput,
        PolicyField::Limit(|policy| &mut policy.repetition.same_output),
        "R6: the same non-trivial output, arguments varied.",
    ),
    built(
        "repetition.same_message",
        Rule::SameMessage,
        PolicyField::Limit(|policy| &mut policy.repetition.same_message),
        "R7: the same message, or a passage inside a message.",
    ),
    built(
        "repetition.empty_edits",
        Rule::EmptyEdits,
        PolicyField::Limit(|policy| &mut policy.repetition.empty_edits),
        "R8: edits that change nothing.",
    ),
    built(
        "repetition.reverted_workspace",
        Rule::RevertedWorkspace,
        PolicyField::Limit(|policy| &mut policy.repetition.reverted_workspace),
        "R8: returns of the workspace to an earlier content.",
    ),
    built(
        "repetition.stop_continuations",
        Rule::StopContinuations,
        PolicyField::Limit(|policy| &mut policy.repetition.stop_continuations),
        "R9: continuations forced by a stop hook.",
    ),
    built(
        "repetition.subagent_depth",
        Rule::SubagentDepth,
        PolicyField::Limit(|policy| &mut policy.repetition.subagent_depth),
        "R9: depth of subagents inside subagents.",
    ),
    built(
        "repetition.edits_without_check",
        Rule::EditsWithoutCheck,
        PolicyField::Limit(|policy| &mut policy.repetition.edits_without_check),
        "R14: edits in a row without a check; a notice only.",
    ),
    built(
        "repetition.same_search",
        Rule::SameSearch,
        PolicyField::Limit(|policy| &mut policy.repetition.same_search),
        "R14: the same search again; a notice only.",
    ),
    built(
        "repetition.nothing_new",
        Rule::NothingNew,
        PolicyField::Limit(|policy| &mut policy.repetition.nothing_new),
        "R15: calls whose results were all seen since the last change.",
    ),
    built(
        "repetition.failure_run",
        Rule::FailureRun,
        PolicyField::Limit(|policy| &mut policy.repetition.failure_run),
        "R16: failures in a row with few distinct errors.",
    ),
    built(
        "repetition.failure_run_errors",
        Rule::FailureRun,
        PolicyField::Limit(|policy| &mut policy.repetition.failure_run_errors),
        "R16: the distinct errors such a run may have at most.",
    ),
    built(
        "repetition.drift",
        Rule::Drift,
        PolicyField::Limit(|policy| &mut policy.repetition.drift),
        "R17: calls equal but for their numbers, with equal results.",
    ),
    built(
        "repetition.idle_compactions",
        Rule::IdleCompactions,
        PolicyField::Limit(|policy| &mut policy.repetition.idle_compactions),
        "R18: compactions with nothing new between them.",
    ),
];
