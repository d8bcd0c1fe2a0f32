//! Queries of the subset, and what is refused.

use super::*;

fn error(text: &str) -> String {
    compile(text).unwrap_err().to_string()
}

#[test]
fn an_aggregate_groups_by_the_other_columns() {
    let query = compile(
        "MATCH (e:ExecutionMetrics) RETURN e.qcInvoked, COUNT(*) as tasks, \
         SUM(CASE WHEN e.finalStatus = 'success' THEN 1 ELSE 0 END) * 100.0 / COUNT(*) as rate",
    )
    .unwrap();
    assert!(query.sql.ends_with("'session_record')) GROUP BY 1"), "{}", query.sql);
    let names: Vec<&str> = query.columns.iter().map(|column| column.name.as_str()).collect();
    assert_eq!(names, ["e.qcInvoked", "tasks", "rate"]);
    assert_eq!(query.parameters[0], Parameter::Text("success".to_owned()));
}

#[test]
fn text_is_never_part_of_the_statement() {
    let query =
        compile("MATCH (e:ExecutionMetrics) WHERE e.taskId = 'x\\'); DROP TABLE log' RETURN 1");
    let query = query.unwrap();
    assert!(!query.sql.contains("DROP"), "{}", query.sql);
    assert_eq!(query.parameters[1], Parameter::Text("x'); DROP TABLE log".to_owned()));
}

#[test]
fn order_skip_and_limit_are_kept() {
    let query = compile(
        "match (e:ExecutionMetrics) where e.toolCalls > 80 and not e.qcInvoked or e.failureReason is not null \
         return distinct e.taskId as id order by id desc, e.toolCalls skip 5 limit 10;",
    );
    let sql = query.unwrap().sql;
    assert!(
        sql.contains(" ORDER BY 1 DESC, json_extract(body, '$.tool_calls') LIMIT 10 OFFSET 5"),
        "{sql}"
    );
}

#[test]
fn what_is_no_query_is_refused_with_its_place() {
    assert_eq!(error("DELETE (n)"), "MATCH is expected, and there is `DELETE` (at byte 1)");
    assert!(error("MATCH (e:Nope) RETURN 1").starts_with("no label `Nope`; there are Exec"));
    assert!(
        error("MATCH (e:Incident) RETURN e.nope").starts_with("Incident has no `nope`; it has id")
    );
    assert!(error("MATCH (e:Incident) RETURN f.id").contains("nothing is named `f`"));
    assert!(error("MATCH (e:Incident) RETURN e.id DELETE e").contains("the end of the query"));
    assert!(error("MATCH (a:Incident)-[:OF]->(b) RETURN a.id").contains("takes one node"));
    assert!(error("MATCH (e:Incident) WHERE count(*) > 1 RETURN e.id").contains("aggregate"));
    assert!(error("MATCH (e:Incident) RETURN 'x").contains("no end"));
    assert!(
        error(&format!("MATCH (e:Incident) RETURN {}1{}", "(".repeat(5_000), ")".repeat(5_000)))
            .contains("too deep")
    );
    assert!(
        error(&format!("MATCH (e:Incident) RETURN {}1", "- ".repeat(5_000))).contains("too deep")
    );
    assert!(
        error(&format!("MATCH (e:Incident) RETURN 1{}", " OR 1".repeat(3_000)))
            .contains("too many")
    );
    assert!(error(&"x".repeat(20_000)).contains("at most 16 KiB"));
}

#[test]
fn an_aggregate_orders_only_where_rows_are_summed_up() {
    let refused = "ORDER BY cannot use an aggregate where RETURN has none";
    assert!(error("MATCH (n:Incident) RETURN n.id ORDER BY COUNT(*)").starts_with(refused));
    assert!(error("MATCH (n:Incident) RETURN n.id ORDER BY n.id, 1 + max(n.at)").contains(refused));
    for by in ["COUNT(*) DESC", "sum(n.at)", "total"] {
        let text = format!("MATCH (n:Incident) RETURN n.rule, COUNT(*) AS total ORDER BY {by}");
        compile(&text).unwrap();
    }
}

fn nested_ends(depth: usize) -> String {
    let (open, close) = ("n.id ENDS WITH (".repeat(depth), ")".repeat(depth));
    format!("MATCH (n:Incident) WHERE {open}'x'{close} RETURN n.id")
}

#[test]
fn what_is_written_twice_makes_no_statement_without_end() {
    let query = compile(&nested_ends(3)).unwrap();
    assert_eq!(query.parameters, [Parameter::Text("x".to_owned())]);
    assert_eq!(query.sql.matches("?1").count(), 8, "{}", query.sql);
    assert!(error(&nested_ends(30)).contains("more than 64 KiB of SQL"));
    let long = vec!["e.incident"; 1_300].join(", ");
    let long = format!("MATCH (e:ExecutionMetrics) RETURN {long}");
    assert!(long.len() <= MAX_QUERY_BYTES);
    assert!(compile(&long).unwrap().sql.len() <= 64 << 10);
}
