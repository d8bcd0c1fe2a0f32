//! Calls in a row, in cycles, with numbers that drift, and errors that spread over tools.

use serde_json::json;

use super::super::call::{Call, edit, laps, look, mcp, search, shell};
use super::super::case::{Case, healthy, nudged_at_most, stuck};
use super::{NAMES, count};

pub(crate) fn cases() -> Vec<Case> {
    let cycle = |period: usize, laps: usize| -> Vec<Call> {
        (0..period * laps)
            .map(|n| {
                let name = NAMES[n % period];
                shell(
                    format!("helm get manifest {name}"),
                    format!("kind: Deployment\nname: {name}"),
                    0,
                )
            })
            .collect()
    };
    let ok = "{\"ok\": true}";
    vec![
        stuck(
            "one build in a row",
            count(9, |_| shell("zig build", "error: no field named 'rate' in struct 'Config'", 1)),
        )
        .at(4, 7),
        stuck(
            "one cell run in a row",
            count(9, |_| {
                mcp(
                    "jupyter-r/execute_cell",
                    json!({"index": 4}),
                    "NameError: name 'df' is not defined",
                    false,
                )
            }),
        ),
        stuck(
            "one query in a row",
            count(9, |_| shell("bq query 'select state from lake.jobs limit 1'", "state\ndone", 0)),
        )
        .at(4, 7),
        stuck("two in turn", cycle(2, 9)),
        stuck("three in turn", cycle(3, 6)),
        stuck("five in turn", cycle(5, 6)),
        stuck("seven in turn", cycle(7, 5)),
        stuck(
            "one call among others that are new",
            (0..20)
                .map(|n| {
                    if n % 2 == 0 {
                        shell("terraform output -raw url", "https://dev", 0)
                    } else {
                        look(format!("live/{n}.tf"), format!("# {n}"))
                    }
                })
                .collect(),
        ),
        stuck(
            "a head that drifts",
            count(12, |n| shell(format!("head -{} run.log", 1000 + n * 50), "tick ok", 0)),
        ),
        stuck(
            "a limit that drifts",
            count(12, |n| {
                mcp(
                    "db-r/query",
                    json!({"sql": "select * from jobs", "limit": 100 + n * 10}),
                    "[{\"state\":\"done\"}]",
                    true,
                )
            }),
        ),
        stuck(
            "a timeout that drifts",
            count(12, |n| {
                shell(
                    format!("curl -m {} http://10.0.0.9/", 5 + n * 5),
                    "curl: (7) Failed to connect to 10.0.0.9 port 80: Connection refused",
                    7,
                )
            }),
        ),
        stuck(
            "one denial by every tool",
            vec![
                shell("cat /etc/shadow", "cat: /etc/shadow: Permission denied", 1),
                look_denied(),
                shell("less /etc/shadow", "/etc/shadow: Permission denied", 1),
                mcp(
                    "fs-r/read_file",
                    json!({"path": "/etc/shadow"}),
                    "EACCES: permission denied, open '/etc/shadow'",
                    false,
                ),
                shell(
                    "cp /etc/shadow a",
                    "cp: cannot open '/etc/shadow' for reading: Permission denied",
                    1,
                ),
                shell(
                    "head /etc/shadow",
                    "head: cannot open '/etc/shadow' for reading: Permission denied",
                    1,
                ),
                shell(
                    "awk 1 /etc/shadow",
                    "awk: cannot open \"/etc/shadow\" (Permission denied)",
                    2,
                ),
                shell(
                    "dd if=/etc/shadow",
                    "dd: failed to open '/etc/shadow': Permission denied",
                    1,
                ),
                shell(
                    "tail /etc/shadow",
                    "tail: cannot open '/etc/shadow' for reading: Permission denied",
                    1,
                ),
                shell("xxd /etc/shadow", "xxd: /etc/shadow: Permission denied", 2),
            ],
        ),
        stuck(
            "three errors in turn, whatever is called",
            count(16, |n| {
                shell(
                    format!("opam install {}.{}", NAMES[n % 12], n),
                    [
                        "[ERROR] Sandboxing is not working on your platform",
                        "[ERROR] No solution found",
                        "[ERROR] Could not get the source",
                    ][n % 3],
                    20,
                )
            }),
        ),
        stuck(
            "fell back into the same loop",
            [
                count(6, |_| shell("guix build web", "guix build: error: web: unknown package", 1)),
                vec![edit("a.scm", "a", "b")],
                count(6, |_| shell("guix build web", "guix build: error: web: unknown package", 1)),
            ]
            .concat(),
        ),
        stuck(
            "a failing writer among looks",
            laps(8, |_| {
                [
                    shell(
                        "git push",
                        "remote: Permission to acme/web.git denied to bot.\nfatal: unable to access 'https://git.shop.example/acme/web.git/': The requested URL returned error: 403",
                        128,
                    ),
                    shell("git status -sb", "## main...origin/main [ahead 1]", 0),
                ]
            }),
        ),
        healthy(
            "a build, a test and a commit, many times",
            laps(9, |n| {
                [
                    edit(format!("src/{}.zig", NAMES[n]), "a", "b"),
                    shell("zig build", "", 0),
                    shell("zig build test", "All 14 tests passed.", 0),
                    shell(
                        format!("git commit -am 'Mend {}'", NAMES[n]),
                        format!("[main {n}a{n}f] Mend"),
                        0,
                    ),
                ]
            }),
        ),
        healthy(
            "one query whose answer changes",
            count(14, |n| {
                shell("bq query 'select count(*) from lake.jobs'", format!("{}", 100 + n), 0)
            }),
        ),
        nudged_at_most(
            "a second pass over the same files",
            (0..2)
                .flat_map(|_| {
                    NAMES.map(|name| look(format!("hdl/{name}.v"), format!("module {name};")))
                })
                .collect(),
        ),
        healthy(
            "acknowledgements of a server",
            NAMES
                .iter()
                .map(|name| {
                    mcp("crm-r/tag_contact", json!({"contact": name, "tag": "vip"}), ok, true)
                })
                .collect(),
        ),
        healthy(
            "edits and the same build after each",
            laps(12, |n| {
                [
                    edit("a.v", format!("reg r{n};"), format!("reg q{n};")),
                    shell("yosys -q a.ys", "Warning: wire has no driver", 0),
                ]
            }),
        ),
        healthy(
            "a page of results after the other",
            count(12, |n| {
                mcp(
                    "jira-r/search",
                    json!({"jql": "project = SHOP", "startAt": n * 50}),
                    format!("{{\"issues\": [\"SHOP-{}\"]}}", n * 50 + 1),
                    true,
                )
            }),
        ),
        healthy(
            "guesses of a key, each with its own error",
            NAMES
                .iter()
                .map(|name| {
                    shell(
                        format!("python -c 'import cfg; print(cfg.{name})'"),
                        format!("AttributeError: module 'cfg' has no attribute '{name}_x'"),
                        1,
                    )
                })
                .collect(),
        ),
        healthy(
            "a head whose result grows",
            count(12, |n| shell(format!("head -{} run.log", 2 + n), "tick ok\n".repeat(2 + n), 0)),
        ),
        healthy(
            "timeouts raised, and then it works",
            vec![
                shell(
                    "curl -m 5 http://10.0.0.9/",
                    "curl: (28) Operation timed out after 5001 milliseconds",
                    28,
                ),
                shell(
                    "curl -m 20 http://10.0.0.9/",
                    "curl: (28) Operation timed out after 20001 milliseconds",
                    28,
                ),
                shell(
                    "curl -m 60 http://10.0.0.9/",
                    "curl: (28) Operation timed out after 60001 milliseconds",
                    28,
                ),
                shell("curl -m 180 http://10.0.0.9/", "hello", 0),
            ],
        ),
        healthy(
            "a new page after each click",
            NAMES
                .iter()
                .flat_map(|name| {
                    [
                        mcp(
                            "browser-r/browser_click",
                            json!({"element": format!("{name} link"), "ref": format!("e-{name}")}),
                            format!("- Page URL: http://localhost/{name}"),
                            true,
                        ),
                        mcp(
                            "browser-r/browser_navigate_back",
                            json!({}),
                            "- Page URL: http://localhost/",
                            true,
                        ),
                    ]
                })
                .collect(),
        ),
        healthy(
            "the same search after each edit, until it is empty",
            laps(9, |n| {
                [
                    edit(format!("src/{}.c", NAMES[n]), "strcpy", "strlcpy"),
                    search(
                        "strcpy",
                        "src",
                        (n + 1..9)
                            .map(|m| format!("src/{}.c:3: strcpy\n", NAMES[m]))
                            .collect::<String>(),
                    ),
                ]
            }),
        ),
        healthy(
            "the same look after each thing that was done",
            NAMES
                .iter()
                .flat_map(|name| {
                    [
                        shell(
                            format!("nomad job stop -purge {name}"),
                            format!("==> Evaluation of {name} finished"),
                            0,
                        ),
                        shell("nomad status", "No running jobs", 0),
                    ]
                })
                .collect(),
        ),
        nudged_at_most(
            "one download tried a few times",
            count(5, |_| {
                shell(
                    "curl -fLO https://cdn.shop.example/a.bin",
                    "curl: (56) Recv failure: Connection reset by peer",
                    56,
                )
            }),
        ),
        nudged_at_most(
            "a push tried again after each pull",
            laps(4, |_| {
                [
                    shell("git push", "error: failed to push some refs (fetch first)", 1),
                    shell(
                        "git pull --rebase",
                        "Successfully rebased and updated refs/heads/main.",
                        0,
                    ),
                ]
            }),
        ),
    ]
}

/// A file that the client's own tool may not read.
fn look_denied() -> Call {
    super::super::call::tool(
        "read",
        json!({"file_path": "/etc/shadow"}),
        "EACCES: permission denied, open '/etc/shadow'",
        false,
    )
}
