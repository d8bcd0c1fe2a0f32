//! `fusebox audit export`: the records as a graph, with the names of a published design.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use clap::ValueEnum;
use fusebox_audit::{GraphLabel, LABELS};
use fusebox_store::{StoreLocation, select};
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::query::object;
use crate::{CliError, Context, Result};

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
    drop(context.runtime(None)?); // Makes or upgrades the database.
    let location = StoreLocation::from(&context.home()?.state_dir);
    let mut graph = RecordGraph::default();
    let mut tasks = BTreeSet::new();
    for label in LABELS {
        for properties in rows_of(label, &location)? {
            tasks.extend(text_of(&properties, "taskId").map(str::to_owned));
            graph.add_row(label.name, properties);
        }
    }
    for task in tasks {
        let properties = Map::from_iter([("id".to_owned(), json!(task))]);
        graph.add_node(format!("task:{task}"), "Task", properties);
    }
    graph.drop_loose_edges();
    context.print(&match args.format {
        GraphFormat::Json => serde_json::to_string_pretty(&graph)?,
        GraphFormat::Cypher => graph.cypher(),
        GraphFormat::Graphml => graph.graphml(),
    })
}

/// Every row of a label, with the properties that a query finds too.
fn rows_of(label: &GraphLabel, location: &StoreLocation) -> Result<Vec<Map<String, Value>>> {
    let columns = label.properties.iter().map(|property| format!("n.{0} AS {0}", property.name));
    let columns: Vec<String> = columns.collect();
    let query = format!("MATCH (n:{}) RETURN {}", label.name, columns.join(", "));
    let query = fusebox_audit::compile(&query).map_err(|e| CliError::failed(e.to_string()))?;
    let rows = select(location, &query.sql, &[], usize::MAX)?;
    Ok(rows.iter().map(|row| object(&query.columns, row)).collect())
}

fn text_of<'a>(properties: &'a Map<String, Value>, name: &str) -> Option<&'a str> {
    properties.get(name).and_then(Value::as_str)
}

impl RecordGraph {
    /// Adds a row as a node, with its edges.
    fn add_row(&mut self, label: &'static str, properties: Map<String, Value>) {
        let text = |name| text_of(&properties, name).unwrap_or_default();
        let task = format!("task:{}", text("taskId"));
        let id = match label {
            "ExecutionMetrics" => {
                let id = format!("run:{}", text("runId"));
                self.add_edge(&task, &id, "HAS_RUN");
                for (name, prefix, kind) in
                    [("incident", "incident", "TRIPPED"), ("retryOf", "run", "RETRY_OF")]
                {
                    if let Some(to) = text_of(&properties, name) {
                        self.add_edge(&id, &format!("{prefix}:{to}"), kind);
                    }
                }
                id
            }
            "FailurePattern" => {
                let id = format!("pattern:{}:{}", text("project"), text("sign"));
                let incidents: Vec<String> =
                    serde_json::from_str(text("incidents")).unwrap_or_default();
                for incident in incidents {
                    self.add_edge(&format!("incident:{incident}"), &id, "SHOWS");
                }
                id
            }
            _ => {
                let id = format!("incident:{}", text("id"));
                self.add_edge(&task, &id, "HAS_INCIDENT");
                id
            }
        };
        self.add_node(id, label, properties);
    }

    /// A node without the properties that are null: a graph has none.
    fn add_node(&mut self, id: String, label: &'static str, properties: Map<String, Value>) {
        let properties = properties.into_iter().filter(|(_, value)| !value.is_null()).collect();
        self.nodes.push(GraphNode { id, label, properties });
    }

    fn add_edge(&mut self, from: &str, to: &str, kind: &'static str) {
        self.edges.push(GraphEdge { from: from.to_owned(), to: to.to_owned(), kind });
    }

    /// Drops the edges to what is no longer stored: programs that read a graph refuse them.
    fn drop_loose_edges(&mut self) {
        let nodes: BTreeSet<&str> = self.nodes.iter().map(|node| node.id.as_str()).collect();
        self.edges
            .retain(|edge| nodes.contains(edge.from.as_str()) && nodes.contains(edge.to.as_str()));
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
