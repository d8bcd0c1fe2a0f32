//! Searches that find nothing, cleared results, lists of plans, and windows that bring nothing.

use serde_json::json;

use super::super::call::{Call, edit, laps, look, mcp, plan, search, shell, tool};
use super::super::case::{Case, healthy, nudged_at_most, stuck};
use super::{NAMES, count, each};

pub(crate) fn cases() -> Vec<Case> {
    let asks = |commands: &[&str], output: &str, code: i32| {
        commands.iter().map(|c| shell(*c, output, code)).collect::<Vec<Call>>()
    };
    let cleared = "[Old tool result content cleared]";
    let steps = [
        "Read the schema",
        "Write the model",
        "Run the model",
        "Look at the rows",
        "Write the test",
    ];
    vec![
        stuck(
            "one symbol in every search",
            asks(
                &[
                    "rg -n decode_frame",
                    "rg -n 'decode_frame'",
                    "grep -rn decode_frame lib",
                    "git grep -n decode_frame",
                    "rg -uuu decode_frame",
                    "ag decode_frame lib",
                    "rg -l decode_frame",
                    "grep -rl decode_frame .",
                    "rg decode_frame -g '*.erl'",
                    "git grep decode_frame HEAD",
                    "ack decode_frame",
                    "rg -w decode_frame",
                ],
                "",
                1,
            ),
        ),
        stuck(
            "one target of Bazel in every query",
            asks(
                &[
                    "bazel query 'filter(legacy_auth, //...)'",
                    "bazel query 'filter(\"legacy_auth\", //...)'",
                    "bazel query 'filter(legacy_auth, //...)' --output=label",
                    "bazel query 'filter(legacy_auth, //...)' | head",
                    "bazel query 'filter(legacy_auth, //...)' 2>/dev/null",
                    "bazel query 'filter(legacy_auth, //...)' --keep_going",
                    "bazel query 'filter(legacy_auth, //...)' | sort",
                    "bazel query 'filter(legacy_auth, //...)' --noshow_progress",
                    "bazel query 'filter(legacy_auth, //...)' | wc -l",
                ]
                .map(|c| c),
                "",
                0,
            ),
        ),
        stuck(
            "one package in Hackage, spelled otherwise",
            (0..10)
                .map(|n| {
                    mcp(
                        "hackage-s/search",
                        json!({"query": "servant-quickcheck2", "page_size": 10 + n}),
                        "[]",
                        true,
                    )
                })
                .collect(),
        ),
        stuck(
            "one word searched by the client's own tool",
            (0..12)
                .map(|n| search(["OldRouter", "old_router", "oldRouter"][n % 3], "app", ""))
                .collect(),
        ),
        stuck(
            "one file looked for",
            asks(
                &[
                    "find . -name schema.avsc",
                    "find / -name schema.avsc 2>/dev/null",
                    "fd schema.avsc",
                    "find . -iname schema.avsc",
                    "locate schema.avsc",
                    "find .. -name schema.avsc",
                    "fd -H schema.avsc",
                    "find ~ -name schema.avsc",
                    "find . -name 'schema.avsc' -type f",
                    "find . -name schema.avsc | head",
                ],
                "",
                0,
            ),
        ),
        nudged_at_most(
            "ten columns that nobody reads",
            NAMES
                .iter()
                .take(10)
                .map(|name| search(format!("{name}_legacy_id"), "models", ""))
                .collect(),
        ),
        nudged_at_most(
            "ten flags that nobody sets",
            NAMES
                .iter()
                .take(10)
                .map(|name| shell(format!("git grep -n 'flag_{name}'"), "", 1))
                .collect(),
        ),
        nudged_at_most(
            "ten senders in a mailbox",
            NAMES
                .iter()
                .take(10)
                .map(|name| {
                    mcp(
                        "mail-o/search",
                        json!({"query": format!("from:{name}")}),
                        "No messages matched your search.",
                        true,
                    )
                })
                .collect(),
        ),
        healthy(
            "pods without trouble in every namespace",
            each(|name| {
                shell(
                    format!("kubectl get events -n {name} --field-selector type=Warning"),
                    format!("No resources found in {name} namespace."),
                    0,
                )
            }),
        ),
        healthy(
            "locks of every database",
            each(|name| {
                shell(
                    format!("psql -d {name} -Atc 'select * from pg_locks where not granted'"),
                    "",
                    0,
                )
            }),
        ),
        healthy(
            "late partitions of every topic",
            each(|name| {
                shell(
                    format!(
                        "kafka-topics.sh --describe --topic {name} --under-replicated-partitions"
                    ),
                    "",
                    0,
                )
            }),
        ),
        healthy(
            "drift of every account",
            each(|name| {
                shell(
                    format!("AWS_PROFILE={name} pulumi preview --expect-no-changes"),
                    "Resources:\n    14 unchanged",
                    0,
                )
            }),
        ),
        healthy(
            "every second search finds",
            NAMES
                .iter()
                .enumerate()
                .map(|(n, name)| {
                    search(
                        format!("fn {name}"),
                        "src",
                        if n % 2 == 0 {
                            String::new()
                        } else {
                            format!("src/{name}.rs:4: fn {name}()")
                        },
                    )
                })
                .collect(),
        ),
        healthy(
            "alerts of every board in a browser",
            each(|name| mcp("grafana-o/list_alerts", json!({"dashboard": name}), "[]", true)),
        ),
        healthy("open files of every user", each(|name| shell(format!("lsof -u {name}"), "", 1))),
        healthy(
            "tags without a release",
            each(|name| shell(format!("git -C repos/{name} tag --points-at HEAD"), "", 0)),
        ),
        healthy(
            "one file, cleared each time",
            count(12, |_| shell("cat src/frame.erl", cleared, 0)),
        ),
        healthy(
            "one command whose result the client evicted",
            count(12, |_| shell("bazel query 'deps(//svc:api)'", "[… content evicted …]", 0)),
        ),
        healthy(
            "results kept elsewhere",
            count(12, |_| {
                shell(
                    "dbt ls",
                    "<persisted-output>\nOutput too large (212KB). Full output saved to: /home/dev/.claude/tool-results/b1.txt\n</persisted-output>",
                    0,
                )
            }),
        ),
        healthy(
            "a search whose results were cleared",
            count(12, |_| search("frame", "src", cleared)),
        ),
        stuck(
            "one file, cleared once, then the same",
            [
                vec![shell("cat src/frame.erl", cleared, 0)],
                count(9, |_| look("src/frame.erl", "-module(frame).")),
            ]
            .concat(),
        ),
        stuck(
            "a search, cleared once, then nothing again",
            [vec![search("frame", "lib", cleared)], count(9, |_| search("frame", "lib", ""))]
                .concat(),
        ),
        stuck(
            "twelve lists of the same steps",
            count(12, |n| plan(&[&steps[n % 5..], &steps[..n % 5]].concat())),
        ),
        stuck(
            "lists and a glance",
            laps(8, |n| [plan(&[steps[n % 5], "Go on"]), plan(&[steps[(n + 1) % 5]])]),
        ),
        healthy(
            "a list before each model",
            laps(10, |n| {
                [
                    plan(&[steps[n % 5]]),
                    shell(
                        format!("dbt run -s {}", NAMES[n]),
                        "Done. PASS=1 WARN=0 ERROR=0 SKIP=0 TOTAL=1",
                        0,
                    ),
                ]
            }),
        ),
        healthy(
            "a list after each edit",
            laps(10, |n| {
                [
                    edit(format!("models/{}.sql", NAMES[n]), "select 1", "select 2"),
                    plan(&[steps[n % 5]]),
                ]
            }),
        ),
        healthy(
            "three lists, then work",
            vec![
                plan(&steps),
                plan(&steps[1..]),
                plan(&steps[2..]),
                look("dbt_project.yml", "name: shop"),
                shell("dbt parse", "", 0),
            ],
        ),
        healthy(
            "tasks of a task tool, one after the other",
            each(|name| {
                tool(
                    "TaskUpdate",
                    json!({"taskId": name, "status": "completed"}),
                    format!("Updated task {name}"),
                    true,
                )
            }),
        ),
        stuck(
            "a window of old looks, comments and empty searches",
            count(20, |n| match n % 5 {
                0 => shell("ls zephyr", "app\nboards", 0),
                1 => search(["CONFIG_FOO", "CONFIG_BAR"][n % 2], "zephyr", ""),
                2 => shell(format!("# step {n}"), "", 0),
                3 => shell("git status --short", "", 0),
                _ => shell("cat zephyr/app/prj.conf", "CONFIG_GPIO=y", 0),
            }),
        ),
        stuck(
            "words that are only printed",
            count(12, |n| {
                shell(
                    format!("echo 'Now I consider {} and what follows from it'", NAMES[n]),
                    format!("Now I consider {} and what follows from it", NAMES[n]),
                    0,
                )
            }),
        ),
        stuck(
            "two looks and a word, round and round",
            laps(8, |n| {
                [
                    shell("guix describe", "guix 3f9ac21", 0),
                    shell(format!("echo {}", NAMES[n]), NAMES[n], 0),
                    shell("cat channels.scm", "(list %default-guix-channel)", 0),
                ]
            }),
        ),
        healthy(
            "services restarted silently",
            each(|name| shell(format!("nomad job restart -yes {name}"), "", 0)),
        ),
        healthy(
            "disks trimmed silently",
            each(|name| shell(format!("ssh {name} sudo fstrim -a"), "", 0)),
        ),
        healthy(
            "columns commented silently",
            each(|name| {
                shell(
                    format!("sqlite3 shop.db 'update {name} set tenant = 1 where tenant is null'"),
                    "",
                    0,
                )
            }),
        ),
        healthy(
            "new files made silently",
            each(|name| {
                shell(format!("mkdir -p pkgs/{name}/src && touch pkgs/{name}/src/lib.ml"), "", 0)
            }),
        ),
        healthy(
            "new looks with a word between them",
            NAMES
                .iter()
                .flat_map(|name| {
                    [
                        shell(format!("echo '--- {name}'"), format!("--- {name}"), 0),
                        look(format!("hdl/{name}.v"), format!("module {name}(input clk);")),
                    ]
                })
                .collect(),
        ),
        nudged_at_most(
            "words looked for in a huge repository, some found",
            NAMES
                .iter()
                .enumerate()
                .map(|(n, name)| {
                    shell(
                        format!("rg -n 'class {name}'"),
                        if n % 3 == 0 {
                            format!("a/{name}.kt:3:class {name}")
                        } else {
                            String::new()
                        },
                        i32::from(n % 3 != 0),
                    )
                })
                .collect(),
        ),
    ]
}
