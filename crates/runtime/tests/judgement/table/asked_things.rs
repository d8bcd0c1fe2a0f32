//! Questions about things: that there is no such thing is an answer about each, that it is not done yet is a wait, and what
//! is measured may be measured again.

use serde_json::json;

use super::attempts::WORDS;
use super::call::{Call, every, laps, mcp, shell};
use super::case::{Case, healthy, nudged_at_most, stuck};

const NO_EVENTS: &str = "Get-WinEvent : No events were found that match the specified selection criteria.\nAt line:1 char:1\n    + CategoryInfo          : ObjectNotFound: (:) [Get-WinEvent], Exception\n    + FullyQualifiedErrorId : NoMatchingEventsFound";

/// One question about each of many things.
fn about_each(ask: impl Fn(&str) -> Call) -> Vec<Call> {
    WORDS.iter().take(9).map(|word| ask(word)).collect()
}

/// A question that is answered alike, and then otherwise.
fn until(gap_s: u64, ask: &str, state: &str, end: &str) -> Vec<Call> {
    [every(gap_s, 13, shell(ask, state, 0)), vec![shell(ask, end, 0)]].concat()
}

pub(crate) fn absent() -> Vec<Case> {
    let names = [
        "Start-Service a",
        "Start-Service -Name a",
        "Restart-Service a",
        "Start-Service a -Verbose",
    ];
    let names = names.into_iter().chain(["Restart-Service a -Force", "Start-Service a -PassThru"]);
    vec![
        nudged_at_most(
            "events of each host",
            about_each(|host| {
                shell(format!("Get-WinEvent -ComputerName {host} -MaxEvents 5"), NO_EVENTS, 1)
            }),
        ),
        nudged_at_most(
            "a package on each host",
            about_each(|host| {
                shell(format!("ssh {host} rpm -q xz"), "package xz is not installed", 1)
            }),
        ),
        nudged_at_most(
            "a configuration of each namespace",
            about_each(|space| {
                shell(
                    format!("kubectl -n {space} get cm legacy"),
                    "Error from server (NotFound): configmaps \"legacy\" not found",
                    1,
                )
            }),
        ),
        nudged_at_most(
            "whether each gem is there",
            about_each(|word| shell(format!("gem list -i {word}"), "false", 1)),
        ),
        nudged_at_most(
            "a secret named for a token in each namespace",
            about_each(|space| {
                shell(
                    format!("kubectl -n {space} get secret pull-token"),
                    "Error from server (NotFound): secrets \"pull_token\" not found",
                    1,
                )
            }),
        ),
        nudged_at_most(
            "the owner of each file",
            about_each(|word| {
                let says = format!("dpkg-query: no path found matching pattern /usr/lib/{word}.so");
                shell(format!("dpkg -S /usr/lib/{word}.so"), says, 1)
            }),
        ),
        nudged_at_most(
            "a parameter of each region",
            about_each(|word| {
                shell(
                    format!("aws ssm get-parameter --name /shop --region {word}"),
                    "An error occurred (ParameterNotFound) when calling the GetParameter operation: ",
                    254,
                )
            }),
        ),
        nudged_at_most(
            "a tag of each repository",
            about_each(|word| {
                shell(
                    format!("git -C {word} rev-parse --verify v2"),
                    "fatal: Needed a single revision",
                    128,
                )
            }),
        ),
        stuck(
            "one log of events asked in every length",
            (1..=13)
                .map(|n| {
                    shell(format!("Get-WinEvent -LogName System -MaxEvents {n}"), NO_EVENTS, 1)
                })
                .collect(),
        ),
        stuck(
            "a service that is not there, started in every way",
            names
                .map(|command| {
                    shell(
                        command,
                        "Start-Service : Cannot find any service with service name 'a'.",
                        1,
                    )
                })
                .collect(),
        ),
        stuck(
            "the events of hosts that nobody may read",
            about_each(|host| {
                shell(
                    format!("Get-WinEvent -ComputerName {host}"),
                    "Get-WinEvent : Attempted to perform an unauthorized operation.\n    + CategoryInfo          : NotSpecified: (:) [Get-WinEvent], UnauthorizedAccessException",
                    1,
                )
            }),
        ),
        stuck(
            "one object under one name, asked again",
            vec![
                shell(
                    "aws s3api head-object --bucket shop --key a.csv",
                    "An error occurred (404) when calling the HeadObject operation: Not Found",
                    254,
                );
                26
            ],
        ),
    ]
}

pub(crate) fn under_way() -> Vec<Case> {
    let builds = "asc builds list --app 64 --limit 1 --output json | jq -r '.data[0].attributes.processingState'";
    let render = |state: &str| {
        mcp("video-w/get_render", json!({"id": "r1"}), format!("{{\"state\":\"{state}\"}}"), true)
    };
    vec![
        nudged_at_most(
            "a build that a store works on, in haste",
            until(6, builds, "PROCESSING", "VALID"),
        ),
        healthy("a build that a store works on", until(60, builds, "PROCESSING", "VALID")),
        healthy(
            "an export of a service",
            until(
                60,
                "curl -s https://api.example.org/v1/exports/17",
                "{\"id\":17,\"status\":\"processing\"}",
                "{\"id\":17,\"status\":\"done\"}",
            ),
        ),
        healthy(
            "a video that a server renders",
            [every(60, 13, render("rendering")), vec![render("ready")]].concat(),
        ),
        healthy(
            "a row that a worker takes",
            until(60, "psql -Atc \"select status from jobs where id=17\"", "pending", "done"),
        ),
        healthy(
            "a script that asks a queue",
            until(
                60,
                "python scripts/import_state.py 17",
                "import 17 is still processing",
                "17 done",
            ),
        ),
        stuck(
            "the agent's own file that says so",
            every(60, 9, shell("cat status.json", "{\"status\":\"pending\"}", 0)),
        )
        .at(4, 7),
        stuck(
            "the agent's own plan that says so",
            every(60, 9, shell("grep status: plan.yml", "status: pending", 0)),
        )
        .at(4, 7),
        stuck(
            "a build of its own that says so and fails",
            every(60, 9, shell("./build.sh", "Building...\nerror: no input files", 1)),
        )
        .at(4, 7),
        stuck(
            "a job that stays in the queue, in haste",
            every(
                2,
                26,
                shell("curl -s https://api.example.org/v1/jobs/17", "{\"status\":\"queued\"}", 0),
            ),
        )
        .refused(),
        stuck(
            "an item of a plan that nobody else works on",
            every(
                60,
                9,
                mcp(
                    "plan-w/get_item",
                    json!({"id": 3}),
                    "{\"id\":3,\"title\":\"Mend\",\"status\":\"in_progress\"}",
                    true,
                ),
            ),
        )
        .at(4, 7),
    ]
}

pub(crate) fn measured() -> Vec<Case> {
    let rate = |name: &str, n: usize| {
        format!("{name}: 211957760 -> 70112416 bytes, encode {}.0 MB/s", 400 + n)
    };
    let bench = |name: &'static str| {
        move |n: usize| shell(format!("./bench --coder {name}"), rate(name, n), 0)
    };
    let (huff, rans, fse) = (bench("huff"), bench("rans"), bench("fse"));
    vec![
        nudged_at_most("three programs measured in turns", laps(6, |n| [huff(n), rans(n), fse(n)])),
        nudged_at_most("one program measured again", laps(12, |n| [huff(n)])),
        nudged_at_most(
            "a program that measures, whatever its name",
            laps(12, |n| [shell("node compare/fib.js", format!("fib x 1,{} ops/sec", 200 + n), 0)]),
        ),
        nudged_at_most(
            "measurements of a build of the project",
            laps(12, |n| [shell("target/release/codec_bench", format!("huff 412.{n} ns/iter"), 0)]),
        ),
        nudged_at_most(
            "a program that tells durations alone",
            laps(16, |n| [shell("./sort data.bin", format!("0.{}s", 400 + 7 * n % 53), 0)]),
        ),
        nudged_at_most(
            "two programs in turns that tell durations alone",
            laps(8, |n| {
                ["old", "new"].map(|name| {
                    shell(format!("./sort-{name} a.bin"), format!("elapsed: {} ms", 380 + 7 * n), 0)
                })
            }),
        ),
        nudged_at_most(
            "two benchmarks of the project in turns, whose figures are kept",
            laps(14, |n| {
                ["base", "patched"].map(|name| {
                    let bench = format!("./build-{name}/decode_bench a.tiles --once");
                    let line = format!("taskset -c 3 {bench} | tee -a out/{name}.txt");
                    shell(line, format!("decode a.tiles: 8192 tiles in {} ms", 390 + 7 * n), 0)
                })
            }),
        ),
        stuck(
            "a program that says that it is done, and how long it took",
            laps(12, |n| {
                [shell("./export data.bin", format!("done in 0.{}s", 400 + 7 * n % 53), 0)]
            }),
        )
        .refused(),
        stuck("a measurement without end", laps(24, |n| [huff(n)])).refused(),
        stuck(
            "one file fetched again and again, each time at another speed",
            laps(9, |n| {
                let told = format!("base.tar  100%[=====>]  12.00M  38.{n}MB/s    in 0.3s");
                [shell("wget -q --show-progress https://files.example.org/base.tar", told, 0)]
            }),
        ),
        stuck(
            "a measurement that fails",
            vec![
                shell("./bench --coder huff", "bench: silesia.tar: No such file or directory", 1);
                9
            ],
        ),
    ]
}
