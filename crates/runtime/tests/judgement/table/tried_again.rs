//! What has failed is tried again and again; answers of which only numbers and made-up names are new; and failures that
//! one change after the other leaves as they are.

use serde_json::json;

use super::agent_work::PARTS;
use super::call::{Call, edit, every, gaps, laps, mcp, shell, tool};
use super::case::{Case, healthy, nudged_at_most, stuck};

/// What a name server says of a name, with the number of the question and how long the answer holds.
fn no_such_name(n: usize) -> String {
    format!(
        "; <<>> DiG 9.20.1 <<>> api.tram.example\n;; ->>HEADER<<- opcode: QUERY, status: NXDOMAIN, id: {}\n\
         ;; AUTHORITY SECTION:\ntram.example. {} IN SOA ns1.tram.example. root.tram.example. 7 3600 600\n;; Query time: {n} msec",
        4_000 + n * 977,
        900 - n * 6
    )
}

/// Pods that are made anew and never start.
fn pods(n: usize, state: &str) -> String {
    let made = ["x7k2p", "q4m9z", "b8c3d", "t6w5r", "h2j7n", "k9v4s", "m3f8g"][n % 7];
    format!("thumbs-6c9d8b7f5d-{made}   0/1   {state}   {n}     {}s", 9 + n)
}

/// Another line in a file.
fn change(n: usize) -> Call {
    edit(format!("src/part_{n}.c"), format!("int a{n};"), format!("long a{n};"))
}

/// A job of a cluster, started and asked about.
fn run_and_ask(state: &str) -> [Call; 2] {
    [
        shell("tkn pipeline start nightly --use-param-defaults", "PipelineRun started", 0),
        shell("sleep 60; tkn pipelinerun describe --last", state, 0),
    ]
}

pub(crate) fn cases() -> Vec<Case> {
    vec![
        stuck(
            "a pipeline that is started again whenever it has failed",
            gaps(65, laps(7, |_| run_and_ask("nightly: Failed (step push: denied)"))),
        ),
        stuck(
            "a kustomization that is reconciled and fails as before",
            laps(7, |_| {
                [
                    shell("flux reconcile kustomization shop", "reconciliation finished", 0),
                    shell(
                        "flux get kustomization shop",
                        "NAME  READY  MESSAGE\nshop  False  build failed: no such base",
                        0,
                    ),
                ]
            }),
        ),
        stuck(
            "an image that never starts, under one name and the other",
            laps(8, |n| {
                let tag = ["3.1", "v3.1"][n % 2];
                [
                    shell(
                        format!("kubectl set image deploy/thumbs thumbs=r.example/thumbs:{tag}"),
                        "image updated",
                        0,
                    ),
                    shell(
                        "kubectl get pods -l app=thumbs --no-headers",
                        pods(n, "ErrImagePull"),
                        0,
                    ),
                    shell(
                        "kubectl get events --field-selector reason=Failed",
                        format!("{}s Failed pull of thumbs:{tag}", 9 + n),
                        0,
                    ),
                ]
            }),
        ),
        healthy(
            "a pipeline that passes at its fourth run",
            gaps(65, laps(4, |n| run_and_ask(["Failed", "Succeeded"][n / 3]))),
        ),
        healthy(
            "a pipeline that is still under way whenever it is asked",
            gaps(65, laps(9, |_| run_and_ask("nightly: Running, 2 of 5 steps"))),
        ),
        healthy(
            "pods that come up one after the other",
            laps(9, |n| {
                [
                    shell(format!("kubectl rollout restart deploy/web-{n}"), "restarted", 0),
                    shell(
                        format!("kubectl get pods -l app=web-{n} --no-headers"),
                        pods(n, "Running"),
                        0,
                    ),
                ]
            }),
        ),
        healthy(
            "machines that are restarted one after the other",
            laps(10, |n| {
                [
                    shell(
                        format!(
                            "ssh lab-x{n} 'sudo grubby --update-kernel=ALL --args=\"nvme.noacpi=1\" && sudo systemctl reboot'"
                        ),
                        format!("Connection to lab-x{n} closed by remote host."),
                        255,
                    ),
                    shell(
                        format!("sleep 90; ssh lab-x{n} cat /proc/cmdline"),
                        format!("root=/dev/sda{n} nvme.noacpi=1"),
                        0,
                    ),
                ]
            }),
        ),
        healthy(
            "machines that are restarted without a look in between",
            laps(10, |n| {
                let orders =
                    ["sudo reboot", "doas reboot", "sudo init 6", "/opt/ops/reboot-node.sh"];
                let told = "Please report errors to the operators\n";
                let closed = format!("Connection to lab-x{n} closed");
                [shell(
                    format!("ssh -t -l root lab-x{n} {}", orders[n % 4]),
                    format!("{told}{closed} by remote host.\n{closed}."),
                    255,
                )]
            }),
        ),
        healthy(
            "a service that is asked about each minute until it begins",
            every(
                60,
                20,
                shell(
                    "kafka-consumer-groups.sh --bootstrap-server k:9092 --describe --group g",
                    "g has 0 of 4 members",
                    0,
                ),
            ),
        ),
    ]
}

pub(crate) fn changing_answers() -> Vec<Case> {
    let search = |n: usize, found: &str| {
        let words = [
            "launch price",
            "price at launch day",
            "msrp",
            "list price",
            "cost when new",
            "first price",
            "retail",
            "introductory cost",
        ][n % 8];
        (json!({"query": format!("X200 {words} {n}")}), found.to_owned())
    };
    let on_web = |(query, found)| tool("WebSearch", query, found, true);
    let at_server = |(query, found)| mcp("wiki-r/search", query, found, true);
    let nothing = "{\"results\": [], \"type\": \"search\"}";
    let pages = "1. X200 review (gearnotes.example)\n2. X200 data sheet (specs.example)";
    vec![
        stuck(
            "a name that is asked for between flushes of one cache and another",
            laps(7, |n| {
                let flush =
                    ["sudo resolvectl flush-caches", "sudo systemctl restart unbound"][n % 2];
                [shell(flush, "", 0), shell("dig api.tram.example", no_such_name(n), 0)]
            }),
        ),
        stuck(
            "other words for the same two pages",
            (0..12).map(|n| on_web(search(n, pages))).collect(),
        ),
        stuck(
            "searches of a server that find nothing, or one page again",
            (0..14).map(|n| at_server(search(n, if n % 4 == 1 { pages } else { nothing }))).collect(),
        ),
        healthy(
            "one article after the other is in stock",
            (0..14)
                .map(|n| mcp("shop-r/search_stock", json!({"query": format!("sku-{n}")}), "in stock: yes, shelf A", true))
                .collect(),
        ),
        healthy(
            "a worker that takes one request after the other",
            (0..14)
                .map(|n| {
                    let said = format!("Request {n} is done: the record was checked, corrected and written back to the table.");
                    tool("task", json!({"subagent_type": "worker", "prompt": "Take the next request from the queue."}), said, true)
                })
                .collect(),
        ),
        stuck(
            "searches of a server that find nothing, told with what kind of list it is",
            (0..12).map(|n| at_server(search(n, nothing))).collect(),
        ),
        healthy(
            "a name that appears after a while",
            gaps(
                60,
                (0..9)
                    .map(|n| shell("dig api.tram.example", no_such_name(n), 0))
                    .chain([shell("dig +short api.tram.example", "192.0.2.7", 0)])
                    .collect(),
            ),
        ),
        nudged_at_most(
            "twelve names of which none is there",
            (0..12).map(|n| shell(format!("dig +short host-{n}.tram.example"), "", 0)).collect(),
        ),
        healthy(
            "one name at ten servers, which all know it",
            (1..11)
                .map(|n| shell(format!("dig +short tram.example @198.51.100.{n}"), "192.0.2.7", 0))
                .collect(),
        ),
        healthy(
            "searches that find something else each time",
            (0..12).map(|n| on_web(search(n, &format!("1. page {n} (example.org/{n})")))).collect(),
        ),
        healthy(
            "a list that is empty as long as it is made",
            (0..9)
                .map(|n| {
                    mcp(
                        "web-r/get_index",
                        json!({"name": "a"}),
                        format!("{{\"results\": [], \"state\": \"indexing {n}\"}}"),
                        true,
                    )
                })
                .collect(),
        ),
    ]
}

pub(crate) fn kept_failures() -> Vec<Case> {
    let last_lines = |said: &str| format!("[ 92%] Linking\n{said}\nExiting");
    let firmware = |said: &str| shell("westbuild -b nrf52 app 2>&1 | tail -3", last_lines(said), 0);
    let overflow = "ERROR: region `FLASH' overflowed";
    vec![
        stuck(
            "a failure that a pipe hides, after each change",
            laps(8, |n| [change(n), firmware(overflow)]),
        ),
        stuck(
            "scripts of one family that end alike",
            laps(8, |n| {
                [
                    edit(
                        format!("pack_v{n}.sh"),
                        "",
                        format!("#!/bin/sh\n# try {n}\nmkimage spool"),
                    ),
                    shell(format!("sh pack_v{n}.sh"), "error: spool.cfg has no section [image]", 1),
                ]
            }),
        ),
        healthy(
            "templates that lack the same line, each mended and run again at the end only",
            laps(12, |n| {
                let name = [
                    "mail", "cart", "news", "blog", "shop", "auth", "feed", "jobs", "wiki", "docs",
                    "maps", "poll",
                ][n];
                [
                    shell(
                        format!("helm template charts/{name}"),
                        "Error: values don't meet the specifications of the schema",
                        1,
                    ),
                    edit(format!("charts/{name}/values.yaml"), "port: '80'", "port: 80"),
                ]
            }),
        ),
        healthy("four changes until a failure that a pipe hides is gone", {
            let mut calls = laps(4, |n| [change(n), firmware(overflow)]);
            calls.extend([change(4), firmware("Built app.hex")]);
            calls
        }),
        healthy(
            "a failure that is another one after each change",
            laps(8, |n| {
                let names = ["adc", "spi", "uart", "flash", "radio", "timer", "watchdog", "power"];
                [change(n), firmware(&format!("ERROR: undefined symbol {}_init", names[n]))]
            }),
        ),
        healthy(
            "scripts that lack the same line, each mended and run again",
            laps(7, |n| {
                let name = ["load", "clean", "join", "rank", "plot", "mail", "keep"][n];
                [
                    shell(format!("python {name}_data.py"), "KeyError: 'region'", 1),
                    edit(format!("{name}_data.py"), "row['region']", "row['area']"),
                    shell(format!("python {name}_data.py"), format!("{name}: {} rows", 40 + n), 0),
                ]
            }),
        ),
        healthy(
            "charts that fail alike, one after the other, each mended in turn",
            laps(14, |n| {
                [
                    shell(
                        format!("helm template charts/{}", PARTS[n]),
                        "Error: values don't meet the specifications of the schema",
                        1,
                    ),
                    edit(format!("charts/{}/values.yaml", PARTS[n]), "port: '80'", "port: 80"),
                ]
            }),
        ),
        healthy(
            "scripts that fail alike, one after the other, each mended in turn",
            laps(14, |n| {
                [
                    shell(
                        format!("python3 scripts/{}.py", PARTS[n]),
                        "AttributeError: module 'ssl' has no attribute 'wrap_socket'",
                        1,
                    ),
                    edit(
                        format!("scripts/{}.py", PARTS[n]),
                        "ssl.wrap_socket",
                        "context.wrap_socket",
                    ),
                ]
            }),
        )
        .unattended(),
        healthy(
            "a build that says after each change that it found no error",
            laps(9, |n| [change(n), firmware("errors: 0, warnings: 2")]),
        ),
    ]
}
