//! `fusebox audit export`: the records as a graph, with the names of a published design.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use clap::ValueEnum;
use fusebox_runtime::agent_run::{self, AgentRun};
use fusebox_runtime::query;
use fusebox_store::IncidentFilter;
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::{Context, Result};

/// Write the records of runs, sessions, tasks and incidents as a graph.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The format.
    #[arg(long, value_enum, default_value = "json")]
    format: GraphFormat,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum GraphFormat {
    /// `CREATE` statements, for a graph database.
    Cypher,
    /// XML that graph programs read.
    Graphml,
    /// Nodes and edges.
    Json,
}

/// The records as a graph.
#[derive(Debug, Default, Serialize)]
struct RecordGraph {
    nodes: Vec<GraphNode>,
    edges: Vec<GraphEdge>,
}

#[derive(Debug, Serialize)]
struct GraphNode {
    id: String,
    label: &'static str,
    properties: Map<String, Value>,
}

#[derive(Debug, Serialize)]
struct GraphEdge {
    from: String,
    to: String,
    #[serde(rename = "type")]
    kind: &'static str,
}

pub(super) fn run(args: &Args, context: &Context) -> Result<()> {
    let runtime = context.runtime(None)?;
    let runs = agent_run::records(runtime.store(), None, u32::MAX)?;
    let mut graph = RecordGraph::default();
    let mut tasks = BTreeSet::new();
    for run in runs.iter().filter(|run| run.final_status.is_some()) {
        graph.add_run(run)?;
        tasks.insert(run.task.to_string());
    }
    for incident in query::incidents(runtime.store(), &IncidentFilter::default())? {
        tasks.insert(incident.task.to_string());
        let (id, task) = (format!("incident:{}", incident.id), format!("task:{}", incident.task));
        graph.add_edge(&task, &id, "HAS_INCIDENT");
        graph.add_node(
            id,
            "Incident",
            json!({
                "id": incident.id, "at": incident.at, "rule": incident.rule(),
                "reason": incident.reason(), "status": incident.status, "guidance": incident.guidance,
            }),
        );
    }
    for task in tasks {
        graph.add_node(format!("task:{task}"), "Task", json!({"id": task}));
    }
    context.print(&match args.format {
        GraphFormat::Json => serde_json::to_string_pretty(&graph)?,
        GraphFormat::Cypher => graph.cypher(),
        GraphFormat::Graphml => graph.graphml(),
    })
}

impl RecordGraph {
    fn add_run(&mut self, run: &AgentRun) -> Result<()> {
        let id = format!("run:{}", run.run);
        self.add_edge(&format!("task:{}", run.task), &id, "HAS_RUN");
        if let Some(incident) = &run.incident {
            self.add_edge(&id, &format!("incident:{incident}"), "TRIPPED");
        }
        if let Some(before) = &run.retry_of {
            self.add_edge(&id, &format!("run:{before}"), "RETRY_OF");
        }
        let properties = json!({
            "taskId": run.task, "workerRole": run.role, "toolCalls": run.tool_calls,
            "duration": run.duration_s, "contextSize": run.estimated_context_tokens,
            "circuitBreakerTriggered": run.circuit_breaker_triggered, "qcInvoked": run.qc_invoked,
            "retryCount": run.retry_count, "finalStatus": run.final_status,
            "failureReason": run.failure_reason, "runId": run.run, "startedAt": run.started_at,
            "rootCause": run.analysis.as_ref().map(|analysis| &analysis.root_cause),
            "verification": run.verification.as_ref().map(|verification| verification.outcome),
            "costUsd": run.cost_usd,
        });
        self.add_node(id, "ExecutionMetrics", properties);
        Ok(())
    }

    /// A node without the properties that are null: a graph has none.
    fn add_node(&mut self, id: String, label: &'static str, properties: Value) {
        let Value::Object(properties) = properties else { return };
        let properties = properties.into_iter().filter(|(_, value)| !value.is_null()).collect();
        self.nodes.push(GraphNode { id, label, properties });
    }

    fn add_edge(&mut self, from: &str, to: &str, kind: &'static str) {
        self.edges.push(GraphEdge { from: from.to_owned(), to: to.to_owned(), kind });
    }

    fn cypher(&self) -> String {
        let mut text = String::new();
        for GraphNode { id, label, properties } in &self.nodes {
            let _ = write!(text, "CREATE (:{label} {{key: {}", cypher_value(&json!(id)));
            for (name, value) in properties {
                let _ = write!(text, ", {name}: {}", cypher_value(value));
            }
            text.push_str("});\n");
        }
        for GraphEdge { from, to, kind } in &self.edges {
            let (from, to) = (cypher_value(&json!(from)), cypher_value(&json!(to)));
            let _ = writeln!(
                text,
                "MATCH (a {{key: {from}}}), (b {{key: {to}}}) CREATE (a)-[:{kind}]->(b);"
            );
        }
        text.trim_end().to_owned()
    }

    fn graphml(&self) -> String {
        let names: BTreeSet<&String> =
            self.nodes.iter().flat_map(|node| node.properties.keys()).collect();
        let mut text = String::from(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<graphml \
             xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n",
        );
        for name in std::iter::once("label").chain(names.into_iter().map(String::as_str)) {
            let _ = writeln!(
                text,
                "  <key id=\"{name}\" for=\"node\" attr.name=\"{name}\" attr.type=\"string\"/>"
            );
        }
        text.push_str(
            "  <key id=\"type\" for=\"edge\" attr.name=\"type\" attr.type=\"string\"/>\n",
        );
        text.push_str("  <graph edgedefault=\"directed\">\n");
        for GraphNode { id, label, properties } in &self.nodes {
            let _ = write!(text, "    <node id=\"{}\"><data key=\"label\">{label}</data>", xml(id));
            for (name, value) in properties {
                let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                let _ = write!(text, "<data key=\"{name}\">{}</data>", xml(&value));
            }
            text.push_str("</node>\n");
        }
        for GraphEdge { from, to, kind } in &self.edges {
            let (from, to) = (xml(from), xml(to));
            let _ = writeln!(
                text,
                "    <edge source=\"{from}\" target=\"{to}\"><data key=\"type\">{kind}</data></edge>"
            );
        }
        text.push_str("  </graph>\n</graphml>");
        text
    }
}

/// A value as Cypher writes it. JSON's escapes are Cypher's too.
fn cypher_value(value: &Value) -> String {
    value.to_string()
}

/// A text inside XML, without the control characters that XML does not allow.
fn xml(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' | '\t' => escaped.push(' '),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => {}
            c => escaped.push(c),
        }
    }
    escaped
}
