//! The labels of the graph, their properties, and where the store keeps them.

use crate::compile::ValueKind;

/// A label.
#[derive(Debug, PartialEq, Eq)]
pub struct GraphLabel {
    /// Its name.
    pub name: &'static str,
    /// The rows of the store, each with the JSON `body`.
    pub(crate) rows: &'static str,
    /// Its properties.
    pub properties: &'static [Property],
}

/// A property of a label.
#[derive(Debug, PartialEq, Eq)]
pub struct Property {
    /// Its name.
    pub name: &'static str,
    /// What it holds.
    pub kind: ValueKind,
    /// Its value in a row, as SQL.
    pub(crate) sql: &'static str,
}

const fn of(name: &'static str, kind: ValueKind, sql: &'static str) -> Property {
    Property { name, kind, sql }
}

use ValueKind::{Bool, Number, Text};

/// Every label.
pub const LABELS: &[GraphLabel] = &[
    GraphLabel {
        name: "ExecutionMetrics",
        rows: "(SELECT body FROM document WHERE rank = 0 AND kind IN ('agent_run', 'session_record'))",
        properties: &[
            of("taskId", Text, "json_extract(body, '$.task')"),
            of("runId", Text, "json_extract(body, '$.run')"),
            of("kind", Text, "coalesce(json_extract(body, '$.kind'), 'run')"),
            of("workerRole", Text, "json_extract(body, '$.role')"),
            of("program", Text, "json_extract(body, '$.program')"),
            of(
                "project",
                Text,
                "coalesce(json_extract(body, '$.other_project'), json_extract(body, '$.folder'))",
            ),
            of("startedAt", Number, "json_extract(body, '$.started_at')"),
            of("toolCalls", Number, "json_extract(body, '$.tool_calls')"),
            of("messages", Number, "json_extract(body, '$.messages')"),
            of("duration", Number, "json_extract(body, '$.duration_s')"),
            of("contextSize", Number, "json_extract(body, '$.estimated_context_tokens')"),
            of(
                "circuitBreakerTriggered",
                Bool,
                "json_extract(body, '$.circuit_breaker_triggered')",
            ),
            of("qcRecommended", Bool, "json_extract(body, '$.qc_recommended')"),
            of("qcInvoked", Bool, "json_extract(body, '$.qc_invoked')"),
            of("verification", Text, "json_extract(body, '$.verification.outcome')"),
            of("rootCause", Text, "json_extract(body, '$.analysis.root_cause')"),
            of("incident", Text, "json_extract(body, '$.incident')"),
            of("retryOf", Text, "json_extract(body, '$.retry_of')"),
            of("retryCount", Number, "json_extract(body, '$.retry_count')"),
            of("costUsd", Number, "CAST(json_extract(body, '$.cost_usd') AS REAL)"),
            of("finalStatus", Text, "json_extract(body, '$.final_status')"),
            of("failureReason", Text, "json_extract(body, '$.failure_reason')"),
        ],
    },
    GraphLabel {
        name: "Incident",
        rows: "(SELECT id, session, task, at_ms, status, body FROM incident)",
        properties: &[
            of("id", Text, "id"),
            of("taskId", Text, "task"),
            of("session", Text, "session"),
            of("at", Number, "at_ms"),
            of("status", Text, "status"),
            of(
                "rule",
                Text,
                "coalesce(json_extract(body, '$.cause.rule'), json_extract(body, '$.rule'))",
            ),
            of("reason", Text, "json_extract(body, '$.reason')"),
            of("guidance", Text, "json_extract(body, '$.guidance')"),
        ],
    },
    GraphLabel {
        name: "FailurePattern",
        // The root cause is that of the last trip whose report is kept.
        rows: "(SELECT substr(scope.key, 10) AS project, known.value AS body, (SELECT json_extract(report.body, \
               '$.analysis.root_cause') FROM document AS report WHERE report.kind = 'report' AND report.key = \
               json_extract(known.value, '$.incidents[#-1]')) AS root_cause FROM scope, \
               json_each(scope.durable, '$.patterns') AS known \
               WHERE scope.kind = 4 AND scope.key LIKE 'patterns:%')",
        properties: &[
            of("sign", Text, "json_extract(body, '$.id')"),
            of("project", Text, "project"),
            of("kind", Text, "json_extract(body, '$.kind')"),
            of("signature", Text, "json_extract(body, '$.signature')"),
            of("occurrences", Number, "json_extract(body, '$.occurrences')"),
            of("tasks", Text, "json_extract(body, '$.tasks')"),
            of("incidents", Text, "json_extract(body, '$.incidents')"),
            of("lastAt", Number, "json_extract(body, '$.last')"),
            of("whatHelped", Text, "json_extract(body, '$.what_helped')"),
            of("symptoms", Text, "json_extract(body, '$.signature')"),
            of("rootCause", Text, "root_cause"),
            of("remediation", Text, "json_extract(body, '$.what_helped')"),
            of("preventionRate", Number, "json_extract(body, '$.prevention_rate')"),
        ],
    },
];
