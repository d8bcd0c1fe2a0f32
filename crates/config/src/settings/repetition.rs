//! `[repetition]`: when an agent does the same again and nothing changes.

use crate::loosening::LooserDirection;
use crate::setting::Setting;

pub(super) const DOC: &str = "When an agent does the same again and nothing changes. A number N nudges on the Nth result, \
     refuses that call from N+3, and trips on the second refusal.";

pub(super) const SETTINGS: &[Setting] = &[
    Setting::limit("repetition.same_call", |p| &mut p.repetition.same_call)
        .doc("R1: the same call with the same result in a row, nothing changed in between."),
    Setting::limit("repetition.same_call_anywhere", |p| &mut p.repetition.same_call_anywhere)
        .doc("R2: the same call and result anywhere in the window without progress."),
    Setting::limit("repetition.cycle", |p| &mut p.repetition.cycle)
        .doc("R3: laps of a cycle of 2 to 8 calls without progress."),
    Setting::limit("repetition.tripped_subagents", |p| &mut p.repetition.tripped_subagents)
        .doc("Tripped subagents of one agent that trip the agent itself."),
    Setting::list("repetition.ignore", |p| &mut p.repetition.ignore)
        .doc("Tools whose calls are never counted as repetition: names, or prefixes ending in `*`.")
        .looser(LooserDirection::Longer),
    Setting::flag("repetition.ask", |p| &mut p.repetition.ask)
        .doc("The first refusal of a loop asks the person at the client instead, where one sits there.")
        .looser(LooserDirection::Becoming(true)),
    Setting::limit("repetition.same_tool_error", |p| &mut p.repetition.same_tool_error)
        .doc("R4: the same tool, the same error, arguments varied."),
    Setting::limit("repetition.same_error", |p| &mut p.repetition.same_error)
        .doc("R5: the same error across tools."),
    Setting::limit("repetition.same_output", |p| &mut p.repetition.same_output)
        .doc("R6: the same non-trivial output, arguments varied."),
    Setting::limit("repetition.same_message", |p| &mut p.repetition.same_message)
        .doc("R7: the same message, or a passage inside a message."),
    Setting::limit("repetition.empty_edits", |p| &mut p.repetition.empty_edits)
        .doc("R8: edits that change nothing."),
    Setting::limit("repetition.reverted_workspace", |p| &mut p.repetition.reverted_workspace)
        .doc("R8: returns of the workspace to an earlier content."),
    Setting::limit("repetition.same_edit", |p| &mut p.repetition.same_edit)
        .doc("R8: the same edit again and again, accepted or not."),
    Setting::limit("repetition.rejected_edits", |p| &mut p.repetition.rejected_edits)
        .doc("R4: rejected edits without an accepted one; the next edit but one is refused once."),
    Setting::limit("repetition.missing_program", |p| &mut p.repetition.missing_program)
        .doc("R19: calls that need a program that is not there; refused from two more on."),
    Setting::limit("repetition.barren_window", |p| &mut p.repetition.barren_window)
        .doc("R20: calls of which at most one brought something; two more open the breaker."),
    Setting::limit("repetition.long_wait", |p| &mut p.repetition.long_wait)
        .doc("R10: equal answers of a call that waits and is made seldom; a notice only."),
    Setting::limit("repetition.stop_continuations", |p| &mut p.repetition.stop_continuations)
        .doc("R9: continuations forced by a stop hook."),
    Setting::limit("repetition.subagent_depth", |p| &mut p.repetition.subagent_depth)
        .doc("R9: depth of subagents inside subagents."),
    Setting::limit("repetition.edits_without_check", |p| &mut p.repetition.edits_without_check)
        .doc("R14: edits in a row without a check; a notice only."),
    Setting::limit("repetition.same_search", |p| &mut p.repetition.same_search)
        .doc("R14: the same search again; a notice only."),
    Setting::limit("repetition.growing_edits", |p| &mut p.repetition.growing_edits)
        .doc("R14: edits of one file, each larger than the one before; a notice only."),
    Setting::limit("repetition.nothing_new", |p| &mut p.repetition.nothing_new)
        .doc("R15: calls whose results were all seen since the last change."),
    Setting::limit("repetition.failure_run", |p| &mut p.repetition.failure_run)
        .doc("R16: failures in a row with few distinct errors."),
    Setting::limit("repetition.failure_run_errors", |p| &mut p.repetition.failure_run_errors)
        .doc("R16: the distinct errors such a run may have at most."),
    Setting::limit("repetition.drift", |p| &mut p.repetition.drift)
        .doc("R17: calls equal but for their numbers, with equal results."),
    Setting::limit("repetition.idle_compactions", |p| &mut p.repetition.idle_compactions)
        .doc("R18: compactions with nothing new between them."),
];
