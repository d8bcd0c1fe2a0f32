//! The story of a task, the records as a graph, and queries over them.

use serde_json::{Value, json};

use crate::hooked::{CLIENT, machine};
use crate::machine::Machine;
use crate::retries::{GUIDED, heeding, run};
use crate::transcript::has;

/// Two runs: one that trips, one that ends well.
fn two_runs() -> Machine {
    let machine = machine(&[]);
    let trips = format!("{CLIENT}\nfor i in 1 2 3 4 5 6 7 8; do call ls; done; sleep 60");
    machine.run_expecting(3, &["--task", "cart"], &trips);
    let works = format!("{}\ncall pwd", CLIENT.replace("\"s1\"", "\"s2\""));
    machine.run_expecting(0, &["--task", "docs", "--role", "writer"], &works);
    machine
}

/// The names of a record in the published design.
const RECORD_NAMES: [&str; 10] = [
    "taskId",
    "workerRole",
    "toolCalls",
    "duration",
    "contextSize",
    "circuitBreakerTriggered",
    "qcInvoked",
    "retryCount",
    "finalStatus",
    "failureReason",
];

fn query(machine: &Machine, text: &str) -> Value {
    machine.run_fusebox(&["audit", "query", text, "--json"]).json()
}

#[test]
fn s6_the_two_queries_of_the_design_are_answered_word_for_word() {
    let machine = two_runs();
    let triggered = "// Tasks that triggered circuit breaker\nMATCH (e:ExecutionMetrics)\n\
        WHERE e.circuitBreakerTriggered = true\n\
        RETURN e.taskId, e.toolCalls, e.duration, e.finalStatus";
    let rows = query(&machine, triggered);
    let duration = rows[0]["e.duration"].clone();
    let expected = json!([{"e.taskId": "cart", "e.toolCalls": 6, "e.duration": duration,
        "e.finalStatus": "failure"}]);
    assert_eq!(rows, expected);
    let rate = "// Success rate with vs without QC\nMATCH (e:ExecutionMetrics)\nRETURN \n  e.qcInvoked,\n\
        \x20 COUNT(*) as tasks,\n\
        \x20 SUM(CASE WHEN e.finalStatus = 'success' THEN 1 ELSE 0 END) * 100.0 / COUNT(*) as successRate";
    let mut rows = query(&machine, rate);
    rows.as_array_mut().unwrap().sort_by_key(|row| row["e.qcInvoked"].as_bool());
    let expected = json!([
        {"e.qcInvoked": false, "tasks": 1, "successRate": 100.0},
        {"e.qcInvoked": true, "tasks": 1, "successRate": 0.0},
    ]);
    assert_eq!(rows, expected);
}

#[test]
fn s6_queries_read_only_and_say_what_is_wrong() {
    let machine = two_runs();
    let before = machine.world.number("SELECT count(*) FROM document WHERE kind = 'agent_run'");
    for (text, says) in [
        ("DELETE FROM document", "MATCH is expected"),
        ("MATCH (e:ExecutionMetrics) RETURN e.prompt", "has no `prompt`; it has taskId"),
        ("MATCH (e:ExecutionMetrics) DETACH DELETE e", "RETURN is expected"),
        ("MATCH (n:Incident) RETURN n.id ORDER BY COUNT(*)", "ORDER BY cannot use an aggregate"),
        ("MATCH (n:Incident) RETURN abs(-9223372036854775807 - 1)", "the query cannot be answered"),
    ] {
        let ran = machine.run_fusebox(&["audit", "query", text]);
        assert_eq!(ran.code, 2, "{text}: {}", ran.out);
        assert!(ran.err.contains(says), "{text}: {}", ran.err);
    }
    assert_eq!(
        machine.world.number("SELECT count(*) FROM document WHERE kind = 'agent_run'"),
        before
    );
    let ordered = "MATCH (e:ExecutionMetrics) WHERE e.workerRole IS NULL OR e.taskId STARTS WITH 'do' \
        RETURN e.taskId AS task, e.toolCalls ORDER BY e.toolCalls DESC, task LIMIT 1";
    assert_eq!(query(&machine, ordered), json!([{"task": "cart", "e.toolCalls": 6}]));
    let incidents = "MATCH (i:Incident) RETURN i.status, i.rule";
    assert_eq!(query(&machine, incidents)[0]["i.status"], "open");
    assert!(query(&machine, incidents)[0]["i.rule"].is_string());
}

#[test]
fn s6_the_story_of_a_task_is_told_in_order() {
    let machine = two_runs();
    let entries = machine.run_fusebox(&["audit", "cart", "--json"]).json();
    let kinds: Vec<&str> =
        entries.as_array().unwrap().iter().map(|entry| entry["kind"].as_str().unwrap()).collect();
    let mut rest = kinds.iter();
    for kind in ["run", "prompt", "calls", "nudge", "trip", "analysis", "outcome"] {
        assert!(rest.any(|found| *found == kind), "{kind} in {kinds:?}");
    }
    let told = machine.run_fusebox(&["audit", "cart"]).out;
    assert!(told.contains("a prompt, which is not stored"), "{told}");
    assert!(told.contains("failure after 6 calls"), "{told}");
}

#[test]
fn s6_a_run_ends_in_the_story_before_its_retry_starts_in_the_same_millisecond() {
    let machine = heeding();
    let options = [&GUIDED[..], &["--task", "cart"]].concat();
    assert_eq!(run(&machine, &options, &["./claude", "-p", "work"]).code, 0);
    let at_once = "WITH tripped AS (SELECT json_extract(body, '$.ended_at') AS at FROM document \
        WHERE kind = 'agent_run' AND json_extract(body, '$.retry_of') IS NULL) \
        UPDATE document SET body = json_set(body, '$.started_at', (SELECT at FROM tripped), \
        '$.ended_at', (SELECT at FROM tripped)) \
        WHERE kind = 'agent_run' AND json_extract(body, '$.retry_of') IS NOT NULL";
    assert_eq!(machine.world.sql().execute(at_once, []).unwrap(), 1);
    let entries = machine.run_fusebox(&["audit", "cart", "--json"]).json();
    let records = machine.records();
    let of_runs: Vec<(&Value, &Value)> = entries
        .as_array()
        .unwrap()
        .iter()
        .filter(|entry| entry["kind"] == "run" || entry["kind"] == "outcome")
        .map(|entry| (&entry["run"], &entry["kind"]))
        .collect();
    let (retry, tripped) = (&records[0]["run"], &records[1]["run"]);
    let (starts, ends) = (&json!("run"), &json!("outcome"));
    assert_eq!(of_runs, [(tripped, starts), (tripped, ends), (retry, starts), (retry, ends)]);
}

#[test]
fn q9_a_failure_pattern_is_exported_with_the_names_of_the_design() {
    let machine = heeding();
    for trips in 1..=2 {
        assert_eq!(run(&machine, &GUIDED, &["./claude", "-p", "work"]).code, 0);
        machine.until("what helped, and how the told session ended", || {
            let row = machine.run_fusebox(&["patterns", "list", "--json"]).json()[0].clone();
            let is_learnt = row["occurrences"] == trips && row["what_helped"].is_string();
            (is_learnt && row["told"] == trips - 1).then_some(())
        });
    }
    let names = [
        "kind",
        "signature",
        "occurrences",
        "tasks",
        "whatHelped",
        "symptoms",
        "rootCause",
        "remediation",
        "preventionRate",
    ];
    let columns = names.map(|name| format!("p.{name} AS {name}")).join(", ");
    let rows = query(&machine, &format!("MATCH (p:FailurePattern) RETURN {columns}"));
    let export = |format| machine.run_fusebox(&["audit", "export", "--format", format]).out;
    let graph: Value = serde_json::from_str(&export("json")).unwrap();
    let nodes = graph["nodes"].as_array().unwrap();
    let pattern = nodes.iter().find(|node| node["label"] == "FailurePattern").unwrap();
    let (cypher, graphml) = (export("cypher"), export("graphml"));
    assert!(cypher.contains("CREATE (:FailurePattern {key: \"pattern:"), "{cypher}");
    assert!(graphml.contains("<data key=\"label\">FailurePattern</data>"), "{graphml}");
    for name in names {
        assert_eq!(pattern["properties"][name], rows[0][name], "{name}");
        assert!(!rows[0][name].is_null(), "{name} in {rows}");
        assert!(cypher.contains(&format!("{name}: ")), "{name} in {cypher}");
        assert!(graphml.contains(&format!("<data key=\"{name}\">")), "{name} in {graphml}");
    }
    let expected = json!({"kind": "repeated_call", "occurrences": 2, "rootCause": "loop", "preventionRate": 0.0});
    has(&rows[0], expected);
    assert_eq!(rows[0]["symptoms"], rows[0]["signature"]);
    assert_eq!(rows[0]["remediation"], rows[0]["whatHelped"]);
    let shows = |graph: &Value| {
        let edges = graph["edges"].as_array().unwrap();
        let of_pattern = |edge: &&Value| edge["type"] == "SHOWS" && edge["to"] == pattern["id"];
        edges.iter().filter(of_pattern).count()
    };
    assert_eq!(shows(&graph), 2);
    assert_eq!(graphml.matches("<data key=\"type\">SHOWS</data>").count(), 2);
    // An incident that is no longer kept leaves no edge behind.
    let oldest = "DELETE FROM incident WHERE at_ms = (SELECT min(at_ms) FROM incident)";
    assert_eq!(machine.world.sql().execute(oldest, []).unwrap(), 1);
    assert_eq!(shows(&serde_json::from_str(&export("json")).unwrap()), 1);
}

#[test]
fn s6_the_graph_has_the_names_of_the_design() {
    let machine = two_runs();
    let export = |format| machine.run_fusebox(&["audit", "export", "--format", format]).out;
    let graph: Value = serde_json::from_str(&export("json")).unwrap();
    let nodes = graph["nodes"].as_array().unwrap();
    let run = nodes.iter().find(|node| node["properties"]["taskId"] == "cart").unwrap();
    assert_eq!(run["label"], "ExecutionMetrics");
    for name in RECORD_NAMES.iter().filter(|name| **name != "workerRole") {
        assert!(!run["properties"][name].is_null(), "{name}");
    }
    let (cypher, graphml) = (export("cypher"), export("graphml"));
    for name in RECORD_NAMES {
        let is_named = |node: &Value| node["properties"].get(name).is_some();
        assert!(nodes.iter().any(is_named), "{name} in JSON");
        assert!(cypher.contains(&format!("{name}: ")), "{name} in {cypher}");
        assert!(graphml.contains(&format!("<data key=\"{name}\">")), "{name} in {graphml}");
    }
    let edges = graph["edges"].as_array().unwrap();
    assert!(edges.iter().any(|edge| edge["type"] == "TRIPPED" && edge["from"] == run["id"]));
    assert!(cypher.contains("CREATE (:ExecutionMetrics {key: "), "{cypher}");
    assert!(cypher.contains("CREATE (a)-[:TRIPPED]->(b);"), "{cypher}");
    assert!(graphml.contains("<data key=\"taskId\">cart</data>"), "{graphml}");
    assert_eq!(graphml.matches("<node ").count(), nodes.len());
}
