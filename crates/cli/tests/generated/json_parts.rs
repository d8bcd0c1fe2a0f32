//! Fields that several `--json` outputs have in common, or that are many.

use FieldsOf::{Finding, Incident, Report, Scope, Verdict};

/// What several outputs have in common.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum FieldsOf {
    Finding,
    Incident,
    Report,
    Scope,
    Verdict,
}

impl FieldsOf {
    pub(crate) const ALL: [Self; 5] = [Finding, Incident, Report, Scope, Verdict];

    pub(crate) fn title(self) -> &'static str {
        match self {
            Finding => "A finding",
            Incident => "An incident",
            Report => "The report",
            Scope => "A touch of the scope",
            Verdict => "A verdict",
        }
    }

    pub(crate) fn fields(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Finding => FINDING,
            Incident => INCIDENT,
            // `docs/diagnostic.schema.json` has them.
            Report => &[],
            Scope => SCOPE,
            Verdict => VERDICT,
        }
    }

    /// The fields of it that hold what yet another part explains.
    pub(crate) fn shared(self) -> &'static [(&'static str, FieldsOf)] {
        match self {
            Incident | Verdict => &[("findings[]", Finding)],
            Finding | Report | Scope => &[],
        }
    }
}

const FINDING: &[(&str, &str)] = &[
    ("rule", "the rule ([detectors.md](detectors.md))"),
    ("level", "`notice`, `warning`, `block` or `trip`"),
    ("observed", "what was counted"),
    ("limit", "the limit that it is compared with"),
    ("message", "the sentence"),
];

const VERDICT: &[(&str, &str)] = &[
    ("session", "the session"),
    ("id", "the event"),
    ("verdict", "`allow`, `warn`, `ask`, `deny` or `stop`"),
    ("state", "the breaker after the event"),
    ("context", "text for the agent, or null"),
    ("incident", "the open incident, or null"),
];

const INCIDENT: &[(&str, &str)] = &[
    ("id", "its id"),
    ("session", "the session that tripped"),
    ("agent", "the agent of the session; `main` or a subagent's id"),
    ("task", "the task of the session"),
    ("at", "when it tripped, in milliseconds since 1970"),
    ("rule", "the rule that opened the breaker"),
    ("reason", "its sentence"),
    ("call", "the call that was refused, short and redacted; null where it was no call"),
    ("observed_only", "nothing was refused: `mode = \"observe\"`"),
    ("status", "`open`, `guided`, `reset`, `dismissed`, `cooled_down` or `observed`"),
    ("summary", "what the agent says of its work, or null"),
    ("guidance", "what a person said, or null"),
    ("closed_at", "when it was closed, in milliseconds since 1970, or null"),
];

const SCOPE: &[(&str, &str)] = &[
    ("file", "its path"),
    ("justification", "why the agent wanted it, or null"),
    ("test_name", "the test that it was for, or null"),
    ("verdict", "`justified` or `violation`"),
];

/// A session as `status` prints it.
pub(crate) const SESSION: &[(&str, &str)] = &[
    ("session", "the client's id of the session"),
    ("task", "the task that it serves; its own id where none was named"),
    ("client", "the agent program, or null"),
    ("role", "what the agent is for, or null"),
    ("folder", "the folder that it works in, or null"),
    ("lifecycle", "`active`, `sleeping`, `completed` or `escalated`: where its task stands"),
    ("waits_on", "what a sleeping agent waits for, or null; absent where it does not sleep"),
    (
        "state",
        "`closed`, `half_open` or `open`: the worse of its main agent's breaker and its task's",
    ),
    ("reason", "why it is open, or null"),
    ("incident", "the open incident, or null"),
    ("tool_calls", "calls that ran since the last person's prompt"),
    ("refused_calls", "calls that were refused since the trip"),
    ("active_ms", "milliseconds inside turns since the last person's prompt"),
    ("checkpoint", "the ref of its task's checkpoint, or null"),
    ("checkpoint_partial", "in what way that is partial, or null"),
    ("bypass_until", "until when everything passes, in milliseconds since 1970, or null"),
    ("pause", "a person's pause, or null"),
    ("pause.since", "when it began, in milliseconds since 1970"),
    ("pause.until", "when it ends by itself; absent where a person ends it"),
    ("pause.why", "why, in the person's words; absent where they gave none"),
    ("stricter_policy_holds", "an earlier, stricter policy holds until a person speaks"),
    ("first", "its first event, in milliseconds since 1970"),
    ("last", "its last event, in milliseconds since 1970"),
    ("events", "its events in the log"),
    ("now[]", "findings that hold now although no event has brought them yet: limits of time"),
    ("subagents[].agent", "the id of a subagent whose breaker is not closed"),
    ("subagents[].state", "that breaker"),
    ("subagents[].reason", "why it is open, or null"),
    ("subagents[].incident", "the open incident, or null"),
    ("cost_usd", "what it cost, a string of US dollars; null without a record of its client"),
];

/// A task as `task show` prints it.
pub(crate) const TASK: &[(&str, &str)] = &[
    ("task", "its id"),
    ("slice_id", "the same"),
    ("named", "what a person started it with; null where a session is its own task"),
    ("named.**", "the options of `task start`, each by its name, and when it was started"),
    ("lifecycle", "`active`, `sleeping`, `completed` or `escalated`: where it stands"),
    ("waits_on", "what a sleeping agent waits for, or null; absent where it does not sleep"),
    ("state", "its breaker"),
    ("reason", "why that is open, or null"),
    ("incident", "the open incident, or null"),
    ("checkpoint", "the ref of its checkpoint, or null"),
    ("checkpoint_partial", "in what way that is partial, or null"),
    ("checkpoint_missing", "why there is none, or null"),
    ("per_test_attempts.*.count", "failed attempts at the test of this name since it passed last"),
    ("per_test_attempts.*.failing", "whether it fails now"),
    ("per_test_attempts.*.changes[].attempt", "the number of an attempt in the slice"),
    ("per_test_attempts.*.changes[].files_touched[]", "a file that was changed before the run"),
    (
        "per_test_attempts.*.changes[].description",
        "the agent's last sentence before the run, or null",
    ),
    ("per_test_attempts.*.changes[].error", "how the test failed, or null"),
    ("total_slice_failures", "failed attempts of the slice"),
    ("infrastructure_failures", "test runs in a row that could not run"),
    ("skipped[]", "a test that a person took out of the count"),
    ("scope_violations[]", "what was asked for or written outside the scope, the latest last"),
    ("tool_calls", "calls that ran since the last person's prompt"),
    ("sessions[]", "a session that served it, the latest first"),
];

/// A shared breaker as `service list` prints it.
pub(crate) const SERVICE: &[(&str, &str)] = &[
    ("key", "`mcp:SERVER/TOOL`, or `mcp:SERVER` for all of its tools"),
    ("service", "the service that it belongs to"),
    ("state", "`closed`, `half_open`, `open`, `forced_open`, `forced_closed` or `disabled`"),
    ("failures", "failures in a row, while it is closed"),
    ("threshold", "failures in a row that open it; null without a limit"),
    ("rate.calls", "calls in the window; `rate` is absent where no share of failures opens it"),
    ("rate.failed", "how many of them failed"),
    ("rate.limit", "percent of failures that opens it"),
    ("retry_after_ms", "milliseconds until a probe may run, or null"),
    ("probes", "probes whose results it waits for"),
    ("open_ms", "milliseconds in which it has turned calls away"),
    ("last", "when it was last used, in milliseconds since 1970"),
    ("counts.*", "what was counted since it was made, by name"),
];

/// A sum as `spend` prints it.
pub(crate) const SPENT: &[(&str, &str)] = &[
    ("cost_usd", "US dollars, as a string: exact to the trillionth"),
    ("tokens.*", "tokens by kind"),
    ("web_searches", "searches of the web that a provider made"),
    ("responses", "responses"),
    ("unknown_models[]", "a model without a price, whose cost is an estimate"),
];
