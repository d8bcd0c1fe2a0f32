//! Asking about what others change, and what is no waiting however long it takes.

use serde_json::json;

use super::super::call::{Call, edit, every, gaps, laps, look, mcp, shell, tool};
use super::super::case::{Case, healthy, nudged_at_most, stuck};
use super::count;

/// A question every minute, so many times.
fn minute(command: &str, output: &str) -> Vec<Call> {
    every(60, 20, shell(command, output, 0))
}

pub(crate) fn cases() -> Vec<Case> {
    vec![
        healthy("a deployment of Nomad", minute("nomad deployment status 3f9a", "Status = running")),
        healthy("a rollout of Argo", minute("argocd app get web", "Sync Status: OutOfSync\nHealth Status: Progressing")),
        healthy("a run of Airflow", minute("airflow dags state etl 2026-11-01", "running")),
        healthy("an application of Spark", minute("yarn application -status application_17_42", "State : ACCEPTED")),
        healthy("a release that Helm shows", minute("helm status web", "STATUS: pending-upgrade")),
        healthy("an update of Pulumi's", minute("pulumi stack history --show-secrets=false -n 1", "Status: in-progress")),
        healthy("a task of Snowflake", minute("snowsql -q \"select state from table(information_schema.task_history()) limit 1\"", "EXECUTING")),
        healthy("a mutation of ClickHouse", minute("clickhouse-client -q 'select is_done from system.mutations'", "0")),
        healthy("a training on a cluster", minute("squeue -j 88213", "88213 gpu train dev PD 0:00 1 (Priority)")),
        healthy("a check of a pull request", minute("gh pr checks 907", "build\tpending\t0\thttps://ci.shop.example/1")),
        healthy("a run of a workflow", minute("gh run view 1181", "* main build · 1181\nJOBS\n* build (ID 7)")),
        healthy("a build in the background", every(50, 20, tool("BashOutput", json!({"bash_id": "b1"}), "<status>running</status>", true))),
        healthy("a notebook that runs", every(60, 20, mcp("jupyter-w/kernel_status", json!({"kernel": "k1"}), "busy", true))),
        healthy("a page that loads", every(10, 11, mcp("browser-w/browser_wait_for", json!({"time": 10}), "- text: Processing", true))),
        healthy("a board that comes back", every(20, 10, shell("ping -c1 -W1 192.168.7.2", "1 packets transmitted, 0 received, 100% packet loss", 1))),
        healthy("a certificate that is issued", every(30, 11, shell("kubectl get certificate web-tls", "NAME      READY   SECRET\nweb-tls   False   web-tls", 0))),
        healthy("a volume that is repaired", minute("ssh nas1 zpool status tank", "scan: scrub in progress")),
        nudged_at_most("a queue that drains, with a sleep", gaps(1, laps(11, |_| [shell("sleep 60", "", 0), shell("nats consumer info JOBS work | grep Unprocessed", "Unprocessed Messages: 812", 0)]))),
        healthy("a loss that falls in a log", every(60, 20, shell("tail -n 1 runs/7/log.txt", "epoch 1", 0))),
        healthy("a process of another program", every(60, 14, shell("pgrep -fa train.py", "812 python train.py", 0))),
        nudged_at_most("a stack asked in haste", every(5, 11, shell("pulumi stack history -n 1", "Status: in-progress", 0))),
        nudged_at_most("a simulator asked in haste", every(5, 11, shell("xcrun simctl list devices | grep Booted", "", 1))),
        stuck("a deployment asked in haste for ever", every(2, 26, shell("nomad deployment status 3f9a", "Status = running", 0))),
        stuck("a background build asked in haste for ever", every(2, 26, tool("BashOutput", json!({"bash_id": "b2"}), "<status>running</status>", true))),
        stuck("a rollout asked in haste for ever", every(3, 26, shell("kubectl -n shop get pods", "web-0   0/1   ImagePullBackOff", 0))),
        stuck("a health check asked in haste for ever", every(3, 26, shell("curl -s localhost:8080/health", "{\"status\":\"DOWN\"}", 0))),
        stuck("a tool of a server named poll, for ever", every(3, 26, mcp("render-w/poll_job", json!({"id": 3}), "{\"state\":\"queued\"}", true))),

        stuck("a slow build that fails alike", every(70, 9, shell("dune build 2>&1 | tail -3", "Error: Unbound module Base", 0))).at(4, 7),
        stuck("a slow synthesis that fails alike", every(300, 9, shell("yosys -p 'synth_ice40' top.v", "ERROR: Module `\\uart' referenced in module `\\top' in cell `\\u0' is not part of the design.", 1))).at(4, 7),
        stuck("a slow simulation of Julia that fails alike", every(46, 9, shell("julia fit.jl", "ERROR: LoadError: UndefVarError: `rhs` not defined", 1))).at(4, 7),
        stuck("a file of its own, ten minutes apart", every(600, 9, look("hdl/top.v", "module top(input clk);"))).at(4, 7),
        stuck("its own staged changes, a minute apart", every(60, 9, shell("git diff --cached --stat", " a.v | 2 +-", 0))).at(4, 7),
        stuck("its own folder, two minutes apart", every(120, 9, shell("ls hdl", "top.v\nuart.v", 0))).at(4, 7),
        healthy("slow builds of each board", gaps(120, (0..11).map(|n| shell(format!("west build -b board{n} app"), "[214/214] Linking C executable zephyr/zephyr.elf", 0)).collect())),
        healthy("a slow suite after each edit", gaps(90, laps(11, |n| [edit("hdl/uart.v", format!("reg [{n}:0]"), format!("reg [{}:0]", n + 1)), shell("make -C sim", "** PASS: 12 tests", 0)]))),
        healthy("nights of a training with other rates", gaps(3_600, count(11, |n| shell(format!("python fit.py --lr 1e-{n}"), format!("val 0.{}", 700 + n * 3), 0)))),
    ]
}
