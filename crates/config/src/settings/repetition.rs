//! `[repetition]`: when an agent does the same again and nothing changes.

use crate::kind::SettingKind;
use crate::loosening::LooserDirection;
use crate::setting::Setting;

pub(super) const DOC: &str = "When an agent does the same again and nothing changes. A number N nudges on the Nth result, \
     denies that call from N+3, and trips on the second denial.";

pub(super) const SETTINGS: &[Setting] = &[
    Setting::new("repetition.same_call", SettingKind::Limit)
        .doc("R1: the same call with the same result in a row, nothing changed in between.")
        .limit(|policy| &mut policy.repetition.same_call),
    Setting::new("repetition.same_call_anywhere", SettingKind::Limit)
        .doc("R2: the same call and result anywhere in the window without progress.")
        .limit(|policy| &mut policy.repetition.same_call_anywhere),
    Setting::new("repetition.cycle", SettingKind::Limit)
        .doc("R3: laps of a cycle of 2 to 8 calls without progress.")
        .limit(|policy| &mut policy.repetition.cycle),
    Setting::new("repetition.tripped_subagents", SettingKind::Limit)
        .doc("Tripped subagents of one agent that trip the agent itself.")
        .limit(|policy| &mut policy.repetition.tripped_subagents),
    Setting::new("repetition.ignore", SettingKind::List)
        .doc("Tools whose calls are never counted as repetition: names, or prefixes ending in `*`.")
        .looser(LooserDirection::Longer)
        .list(|policy| &mut policy.repetition.ignore),
    Setting::new("repetition.same_tool_error", SettingKind::Limit)
        .doc("R4: the same tool, the same error, arguments varied.")
        .limit(|policy| &mut policy.repetition.same_tool_error),
    Setting::new("repetition.same_error", SettingKind::Limit)
        .doc("R5: the same error across tools.")
        .limit(|policy| &mut policy.repetition.same_error),
    Setting::new("repetition.same_output", SettingKind::Limit)
        .doc("R6: the same non-trivial output, arguments varied.")
        .limit(|policy| &mut policy.repetition.same_output),
    Setting::new("repetition.same_message", SettingKind::Limit)
        .doc("R7: the same message, or a passage inside a message.")
        .limit(|policy| &mut policy.repetition.same_message),
    Setting::new("repetition.empty_edits", SettingKind::Limit)
        .doc("R8: edits that change nothing.")
        .limit(|policy| &mut policy.repetition.empty_edits),
    Setting::new("repetition.reverted_workspace", SettingKind::Limit)
        .doc("R8: returns of the workspace to an earlier content.")
        .limit(|policy| &mut policy.repetition.reverted_workspace),
    Setting::new("repetition.stop_continuations", SettingKind::Limit)
        .doc("R9: continuations forced by a stop hook.")
        .limit(|policy| &mut policy.repetition.stop_continuations),
    Setting::new("repetition.subagent_depth", SettingKind::Limit)
        .doc("R9: depth of subagents inside subagents.")
        .limit(|policy| &mut policy.repetition.subagent_depth),
    Setting::new("repetition.edits_without_check", SettingKind::Limit)
        .doc("R14: edits in a row without a check; a notice only.")
        .limit(|policy| &mut policy.repetition.edits_without_check),
    Setting::new("repetition.same_search", SettingKind::Limit)
        .doc("R14: the same search again; a notice only.")
        .limit(|policy| &mut policy.repetition.same_search),
    Setting::new("repetition.nothing_new", SettingKind::Limit)
        .doc("R15: calls whose results were all seen since the last change.")
        .limit(|policy| &mut policy.repetition.nothing_new),
    Setting::new("repetition.failure_run", SettingKind::Limit)
        .doc("R16: failures in a row with few distinct errors.")
        .limit(|policy| &mut policy.repetition.failure_run),
    Setting::new("repetition.failure_run_errors", SettingKind::Limit)
        .doc("R16: the distinct errors such a run may have at most.")
        .limit(|policy| &mut policy.repetition.failure_run_errors),
    Setting::new("repetition.drift", SettingKind::Limit)
        .doc("R17: calls equal but for their numbers, with equal results.")
        .limit(|policy| &mut policy.repetition.drift),
    Setting::new("repetition.idle_compactions", SettingKind::Limit)
        .doc("R18: compactions with nothing new between them.")
        .limit(|policy| &mut policy.repetition.idle_compactions),
];
