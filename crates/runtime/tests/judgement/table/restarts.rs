//! Lines that start something anew and show how it goes: each is an attempt, and what it shows is the answer.

use super::attempts::WORDS;
use super::call::{Call, edit, every, shell};
use super::case::{Case, healthy, stuck};

/// An edit of one file and a line that starts anew what it configures, so many times.
fn attempts(count: usize, file: &str, start: impl Fn(usize) -> (String, String)) -> Vec<Call> {
    let lap = |n: usize| {
        let (command, output) = start(n);
        [
            edit(file, format!("x = {n}"), format!("y = {}", WORDS[n % 14])),
            shell(command, output, 0),
        ]
    };
    (0..count).flat_map(lap).collect()
}

/// The state of a unit that failed.
fn failed(unit: &str, n: usize, status: &str) -> String {
    format!(
        "× {unit}.service - Directory sync\n     Active: failed (Result: exit-code) since Wed 2026-11-11 09:{:02}:07 UTC; 1s ago\n    Process: {} ExecStart=/opt/sync/run (code=exited, status={status})",
        4 + n,
        2_311 + n * 57
    )
}

/// The state of a unit that runs.
fn runs(unit: &str, n: usize) -> String {
    format!(
        "● {unit}.service - Directory sync\n     Active: active (running) since Wed 2026-11-11 09:{:02}:07 UTC; 1s ago\n   Main PID: {}\nNov 11 08:02:07 box systemd[1]: {unit}.service: Main process exited, code=exited, status=1/FAILURE",
        4 + n,
        2_311 + n * 57
    )
}

/// The log of a container that was started anew.
fn log(error: &str) -> String {
    format!(
        " Container app-1  Started\napp-1  | > app@1.0.0 start\napp-1  | {error}\napp-1  |     at load (src/a.js:7:8)\napp-1  | Node.js v20.11.1"
    )
}

/// What is started anew after each edit and runs, beside what has failed of something else.
fn beside(line: &str, what: &str, output: impl Fn(usize) -> String) -> Case {
    let name: &'static str =
        Box::leak(format!("what runs after each edit, beside {what} that has failed").into());
    let start = |n: usize| (line.to_owned(), output(n));
    healthy(name, attempts(20, "conf/app.conf", start)).unattended()
}

pub(crate) fn cases() -> Vec<Case> {
    let unit = "systemctl daemon-reload; systemctl restart syncd; systemctl status syncd --no-pager | head -3";
    let compose = "docker compose up -d && docker compose logs --tail 20 app";
    let missing = "Error: Cannot find module 'pg'";
    let pm2 =
        |n: usize, state: &str| format!("│ 0  │ app  │ fork │ {}  │ {state} │ 0%  │ 0b │", 15 + n);
    vec![
        stuck(
            "a unit that fails alike after each edit",
            attempts(12, "/etc/systemd/system/syncd.service", |n| {
                (unit.to_owned(), failed("syncd", n, "203/EXEC"))
            }),
        )
        .at(12, 0),
        stuck(
            "a unit that fails alike, shown in three ways",
            attempts(12, "/etc/systemd/system/syncd.service", |n| {
                let line = [
                    "systemctl restart syncd; systemctl status syncd --no-pager | head -3",
                    "systemctl restart syncd; sleep 1; systemctl status syncd | sed -n 1,3p",
                    "sudo systemctl restart syncd; sleep 2; systemctl status syncd -l",
                ][n % 3];
                (line.to_owned(), failed("syncd", n, "203/EXEC"))
            }),
        ),
        stuck(
            "a container whose log tells the same error after each edit",
            attempts(12, "src/a.js", |_| (compose.to_owned(), log(missing))),
        ),
        stuck(
            "a process that is errored after each edit",
            attempts(12, "ecosystem.config.js", |n| {
                ("pm2 restart app; pm2 status".to_owned(), pm2(n, "errored"))
            }),
        ),
        healthy(
            "a unit that fails otherwise each time",
            attempts(12, "/etc/systemd/system/syncd.service", |n| {
                let status = format!("{}/{}", 200 + n, WORDS[n].to_uppercase());
                (unit.to_owned(), failed("syncd", n, &status))
            }),
        ),
        healthy(
            "a container whose log tells another error each time",
            attempts(12, "src/a.js", |n| {
                (compose.to_owned(), log(&missing.replace("pg", WORDS[n])))
            }),
        ),
        healthy(
            "one unit after the other that is upgraded and fails alike at first",
            (0..12)
                .flat_map(|n| {
                    let line =
                        format!("systemctl restart {0}; systemctl status {0} | head -3", WORDS[n]);
                    let file = format!("/etc/systemd/system/{}.service", WORDS[n]);
                    [
                        shell(line.clone(), failed(WORDS[n], n, "203/EXEC"), 0),
                        edit(file, "ExecStart=/opt/run", "ExecStart=/opt/sync/run"),
                        shell(line, runs(WORDS[n], n), 0),
                    ]
                })
                .collect(),
        ),
        healthy(
            "a unit that runs after each edit, below an old failure",
            attempts(12, "/etc/app.conf", |n| (unit.to_owned(), runs("syncd", n))),
        ),
        stuck(
            "a container that crashes beside one that is ready",
            attempts(12, "src/a.js", |_| {
                let db = "db-1   | LOG: database system is ready to accept connections";
                let line = "docker compose up -d && docker compose logs --tail 20";
                (line.to_owned(), format!("{}\n{db}", log(missing)))
            }),
        ),
        stuck(
            "a container that listens and then crashes",
            attempts(12, "src/a.js", |_| {
                (compose.to_owned(), log(missing).replace("> app@1.0.0 start", "Listening on :80"))
            }),
        ),
        beside("docker restart app; docker ps -a", "app", |n| {
            format!("app   Up {} seconds\nold-1   Exited (137) 3 weeks ago", 2 + n % 3)
        }),
        beside("docker compose up -d; docker compose ps -a", "a task", |n| {
            format!("migrate-1   Exited (1) 2 days ago\napp-1   Up {} seconds", 2 + n % 3)
        }),
        beside("supervisorctl restart app; supervisorctl status", "a program", |n| {
            format!(
                "app   RUNNING   pid {}, uptime 0:00:02\nold   FATAL   Exited too quickly",
                700 + n
            )
        }),
        beside("kubectl apply -f app.yml && kubectl get pods", "a pod", |n| {
            format!("app-{n}   1/1   Running   0   4s\nold-2   0/1   CrashLoopBackOff   91   7d")
        }),
        beside("docker restart app; docker logs --tail 20 app", "a plugin", |_| {
            "optional plugin sharp failed to load\nApp ready on :8080".to_owned()
        }),
        healthy("a unit that comes up at last", {
            let file = "/etc/systemd/system/syncd.service";
            let mut calls =
                attempts(4, file, |n| (unit.to_owned(), failed("syncd", n, "203/EXEC")));
            calls.extend(attempts(4, "/etc/syncd.conf", |n| (unit.to_owned(), runs("syncd", n))));
            calls
        }),
        healthy(
            "a failed unit that is asked for its state and not started anew",
            every(
                60,
                12,
                shell(
                    "systemctl status syncd --no-pager | head -3",
                    failed("syncd", 0, "203/EXEC"),
                    0,
                ),
            )
            .into_iter()
            .take(6)
            .collect(),
        ),
    ]
}
