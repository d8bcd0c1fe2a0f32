//! What a word, a name or a number seems to say, and what it says.

use serde_json::json;

use super::super::call::{every, mcp, shell, tool};
use super::super::case::{Case, healthy, nudged_at_most, stuck};
use super::{PARTS, count, each};

pub(super) fn cases() -> Vec<Case> {
    [batches(), counts(), host_names(), clocks(), files()].concat()
}

fn batches() -> Vec<Case> {
    let psql = |statement: &str, answer: &str| shell(format!("psql -c \"{statement}\""), answer, 0);
    vec![
        healthy(
            "batches that are as large as they may be",
            every(
                9,
                30,
                psql(
                    "DELETE FROM carts WHERE ctid IN (SELECT ctid FROM carts WHERE old LIMIT 1000)",
                    "DELETE 1000",
                ),
            ),
        ),
        stuck(
            "a column that is called limit",
            every(4, 14, psql("UPDATE plan SET limit = 5 WHERE id = 7", "UPDATE 1")),
        )
        .refused(),
        stuck(
            "a table that is called by a limit",
            every(
                4,
                14,
                mcp(
                    "pg/query",
                    json!({"sql": "UPDATE rate_limit SET n = 5 WHERE id = 7"}),
                    "UPDATE 1",
                    true,
                ),
            ),
        )
        .refused(),
        stuck(
            "a comment about a limit",
            every(4, 14, psql("UPDATE plan SET fee = 5 WHERE team = 7 -- LIMIT 3", "UPDATE 3")),
        )
        .refused(),
        stuck(
            "one row that is taken by a limit",
            every(
                4,
                14,
                psql(
                    "DELETE FROM locks WHERE ctid IN (SELECT ctid FROM locks LIMIT 1)",
                    "DELETE 1",
                ),
            ),
        )
        .refused(),
        stuck(
            "a last batch that comes again",
            every(
                4,
                14,
                psql(
                    "UPDATE orders SET total = 0 WHERE id IN (SELECT id FROM orders LIMIT 500)",
                    "UPDATE 312",
                ),
            ),
        )
        .refused(),
    ]
}

fn counts() -> Vec<Case> {
    let failing =
        |command: String, text: String| tool("ci_step", json!({"run": command}), text, false);
    vec![
        healthy(
            "folders of which no item failed",
            each(|name| {
                shell(
                    format!("./convert.sh in/{name}"),
                    format!("{name}: 12 item(s) converted, 0 item(s) failed"),
                    0,
                )
            }),
        ),
        healthy(
            "requests of which none failed",
            each(|name| {
                shell(
                    format!("ab -n 100 http://localhost/{name}"),
                    format!(
                        "Document Path: /{name}\nComplete requests:      100\nFailed requests:        0"
                    ),
                    0,
                )
            }),
        ),
        stuck(
            "a rollout of which the first member fails",
            count(16, |n| failing(format!("./roll {n}"), "web-0 deployment failed".to_owned())),
        )
        .refused(),
        stuck(
            "a release whose build fails",
            count(16, |n| failing(format!("./roll {n}"), "Release 1.0 build failed".to_owned())),
        )
        .refused(),
        stuck(
            "an expectation of something that has none",
            count(16, |n| {
                failing(format!("./roll {n}"), "Failed expectation: 0 widgets".to_owned())
            }),
        )
        .refused(),
    ]
}

fn host_names() -> Vec<Case> {
    let kinds = [
        "NXDOMAIN", "SERVFAIL", "REFUSED", "TIMEOUT", "FORMERR", "NOTIMP", "YXDOMAIN", "NXRRSET",
        "NOTAUTH", "NOTZONE",
    ];
    vec![
        healthy("answers of a resolver that is tested", kinds.iter().zip(PARTS).map(|(kind, name)| shell(format!("./rt run case-{name}"), format!("FAIL {name}: dns error {kind} for {name}.example"), 1)).collect()),
        stuck("programs that find no host by its name", each(|name| shell(format!("./fetch-{name}"), format!("{name}: client error (Connect): dns error: failed to lookup address information: nodename nor servname provided"), 1))).refused(),
    ]
}

fn clocks() -> Vec<Case> {
    vec![
        nudged_at_most(
            "a program of the project that is timed",
            every(20, 12, shell("time ./render --quiet", "real 0m1.2s", 0)),
        ),
        nudged_at_most(
            "a build in Rust that is timed",
            every(20, 12, shell("time cargo build -q --release", "real 0m9.2s", 0)),
        ),
        stuck(
            "a request that is timed",
            every(4, 14, shell("time curl -X POST http://shop.test/deploy", "{\"id\": 1}", 0)),
        )
        .refused(),
        stuck(
            "an order that is timed",
            every(4, 14, shell("time terraform apply -auto-approve", "Error: quota exceeded", 1)),
        )
        .refused(),
        stuck(
            "packages that are installed under a clock",
            every(
                4,
                14,
                shell(
                    "time npm install",
                    "npm error ERESOLVE unable to resolve dependency tree",
                    1,
                ),
            ),
        )
        .refused(),
    ]
}

fn files() -> Vec<Case> {
    let settings = json!({"name": "Ada", "state": "draft"});
    vec![
        stuck(
            "a profile that is updated without end",
            every(4, 14, tool("update_profile", settings, "{\"updated\": true}", true)),
        )
        .refused(),
        stuck(
            "a file that no search of the client finds",
            count(14, |n| {
                tool(
                    "file_search",
                    json!({"query": format!("ledger{}", PARTS[n])}),
                    "No files found",
                    true,
                )
            }),
        ),
    ]
}
