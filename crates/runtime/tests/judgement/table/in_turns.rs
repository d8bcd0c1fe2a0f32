//! Failures that come in turns while one change after the other does not help, and calls that go a step further each time.

use serde_json::json;

use super::attempts::{WORDS, attempts};
use super::call::{Call, edit, every, gaps, laps, mcp, shell};
use super::case::{Case, healthy, nudged_at_most, stuck};

/// One narrow run after the other that fails, fails again after an edit, and is shown mended by a wider one.
fn mended_by_a_wider_run(count: usize) -> Vec<Call> {
    laps(count, |n| {
        let word = WORDS[n % 14];
        let fails = || {
            let told = format!(
                "Traceback (most recent call last):\n  File \"{word}.py\", line 3, in <module>\nNotImplementedError"
            );
            shell(format!("python {word}.py --fast"), told, 1)
        };
        [
            fails(),
            edit(format!("{word}.py"), "raise", format!("return {n}")),
            fails(),
            edit(format!("{word}.py"), "return", format!("yield {n}")),
            shell(format!("python all.py --only {word}"), format!("{word}: done"), 0),
        ]
    })
}

/// A change of a deployment, and how it went: what is looked at takes turns.
fn deployed(
    count: usize,
    pods: impl Fn(usize) -> String,
    log: impl Fn(usize) -> String,
) -> Vec<Call> {
    laps(count, |n| {
        let look = match n % 2 {
            0 => shell("sleep 60; kubectl -n shop get pods", pods(n), 0),
            _ => shell("kubectl -n shop logs deploy/cart --tail=2", log(n), 0),
        };
        [
            edit("k8s/cart.yaml", format!("limit: {n}"), format!("limit: {}", WORDS[n % 14])),
            shell("kubectl apply -f k8s/cart.yaml", "deployment.apps/cart configured", 0),
            look,
        ]
    })
}

fn crashing(n: usize) -> String {
    format!(
        "NAME                    READY   STATUS             RESTARTS      AGE\ncart-6d4f9c7b9c-x2k{n}p   0/1     CrashLoopBackOff   3 (1{n}s ago)   6{n}s"
    )
}

fn running(n: usize) -> String {
    format!(
        "NAME                    READY   STATUS    RESTARTS   AGE\ncart-6d4f9c7b9c-x2k{n}p   1/1     Running   0          6{n}s"
    )
}

pub(crate) fn cases() -> Vec<Case> {
    let login = [
        "Error: 403 invalid csrf token",
        "Error: CORS: the 'Access-Control-Allow-Origin' header must not be the wildcard '*'.",
        "Error: 401 no session cookie",
    ];
    let in_a_ring =
        |count| attempts(count, |n| ("node scripts/login.mjs".to_owned(), login[n % 3].to_owned()));
    let remote = "Traceback (most recent call last):\n  File \"/home/dev/project/read.py\", line 9, in <module>\n    bus.write(0x44)\nOSError: [Errno 121] Remote I/O error";
    let sensor = ["python3 read.py", "python3 probe.py --bus one"];
    let pushed = |count: usize, told: fn(usize) -> String| {
        laps(count, |n| {
            [
                edit(
                    ".github/workflows/release.yml",
                    format!("- run: {n}"),
                    format!("- run: {}", WORDS[n % 14]),
                ),
                shell("git commit -qam 'ci: again' && git push -q", "", 0),
                shell(
                    format!(
                        "sleep 90; gh run view {} --log-failed | tail -1",
                        11_840_076_000_u64 + 17 * n as u64
                    ),
                    told(n),
                    0,
                ),
            ]
        })
    };
    let linked = "FAILED: view\n/usr/bin/ld: main.o: in function `main': undefined reference to `mesh::decimate(float)'\ncollect2: error: ld returned 1 exit status";
    vec![
        stuck("three faults in a ring, one script", in_a_ring(10)).at(18, 0),
        stuck("three faults in a ring, and nobody attends", in_a_ring(20)).unattended().at(18, 37),
        healthy(
            "three faults in a ring, until it passes",
            [in_a_ring(7), vec![shell("node scripts/login.mjs", "200 welcome back", 0)]].concat(),
        ),
        nudged_at_most(
            "two scripts that fail alike, one change after the other",
            attempts(9, |n| (sensor[n % 2].to_owned(), remote.to_owned())),
        ),
        healthy(
            "eight scripts that fail alike, each mended",
            WORDS
                .iter()
                .take(8)
                .flat_map(|word| {
                    [
                        shell(format!("python3 {word}.py"), remote, 1),
                        edit(format!("{word}.py"), "0x44", "0x45"),
                        shell(
                            format!("python3 {word}.py"),
                            format!("{word}: 21 degrees, 40 percent"),
                            0,
                        ),
                    ]
                })
                .collect(),
        ),
        stuck(
            "a build folder made anew again and again, and the linker says the same",
            laps(8, |n| {
                [
                    shell(
                        [
                            "ccache -C",
                            "rm -rf build && cmake -S . -B build -G Ninja",
                            "cmake --fresh -S . -B build",
                        ][n % 3],
                        format!(
                            "-- Build files have been written to: /home/dev/project/build{}",
                            "\n".repeat(n % 2)
                        ),
                        0,
                    ),
                    edit("cmake/tools.cmake", format!("# {n}"), WORDS[n]),
                    shell(["ninja -C build", "cmake --build build"][n % 2], linked, 1),
                ]
            }),
        ),
        healthy(
            "pods and their log that say the same, one change after the other",
            deployed(10, crashing, |n| {
                format!("boot cart 3.1.{n}\nFATAL: environment variable DATABASE_URL is not set")
            }),
        ),
        healthy("one narrow run after the other, mended by a wider one", mended_by_a_wider_run(9)),
        healthy(
            "services that crash twice and run then, one after the other",
            laps(27, |n| {
                let told = if n % 3 == 2 { running(0) } else { crashing(0) };
                [
                    edit(
                        "k8s/cart.yaml",
                        format!("limit: {n}"),
                        format!("limit: {}{}", WORDS[n % 14], n / 14),
                    ),
                    shell(format!("sleep 60; kubectl -n {} get pods", WORDS[n / 3]), told, 0),
                ]
            }),
        ),
        healthy(
            "a log that ends with a harmless line, after each change",
            laps(12, |n| {
                [
                    edit("web/app.js", format!("{n}"), WORDS[n % 14]),
                    shell(
                        "docker logs web --tail 3",
                        "listening on :3000\nerror: telemetry could not be sent, ignored",
                        0,
                    ),
                ]
            }),
        ),
        healthy(
            "pods that start, one change after the other",
            deployed(12, running, |n| {
                format!("boot cart 3.1.{n}\nlistening on :8080, failed: 0, errors: 0")
            }),
        ),
        healthy(
            "pods of which an old failure is told above what is new",
            deployed(12, running, |n| {
                format!(
                    "FATAL: lost the queue, again in 5 s\nserved {} orders of {}",
                    40 + n,
                    WORDS[n % 14]
                )
            }),
        ),
        stuck(
            "a run that may not comment, after each push",
            pushed(8, |n| {
                format!(
                    "Post comment\t2026-10-09T17:2{n}:31Z ##[error]Resource not accessible by integration"
                )
            }),
        ),
        healthy(
            "a run that fails otherwise after each push",
            pushed(9, |n| {
                format!(
                    "Test\t2026-10-09T17:2{n}:31Z ##[error]Process of {} completed with exit code 1",
                    WORDS[n]
                )
            }),
        ),
        stuck(
            "a loss that is no number at any rate",
            attempts(8, |n| {
                (
                    format!("python train.py --rate 0.{n} | tail -2"),
                    format!("step 49 loss nan ({n} ms/step)\nstep 50 loss nan ({n} ms/step)"),
                )
            }),
        ),
        healthy(
            "a table in which values are missing, after each change",
            laps(9, |n| {
                [
                    edit("explore.py", format!("n = {n}"), format!("n = {}", WORDS[n])),
                    shell(
                        "python explore.py | tail -2",
                        "1  jena   NaN  4.5\n2  weimar 3.1  NaN",
                        0,
                    ),
                ]
            }),
        ),
    ]
}

pub(crate) fn steps() -> Vec<Case> {
    let lines = [
        "for leg in legs:",
        "base = leg.km * RATE",
        "base = base.quantize(CENT)",
        "total += base",
        "log(leg)",
    ];
    let at = |n: usize| {
        format!("> /home/dev/project/fare.py({})price()\n-> {}\n(Pdb)", 20 + n % 5, lines[n % 5])
    };
    let next = |output: String| mcp("pdb/send", json!({"command": "n"}), output, true);
    let queue =
        |n: usize| format!("JobState : Transferring\nBytes    : {}", 268_435_456 * (n / 14 + 1));
    let values = ["p total", "p base"];
    let poll =
        "powershell -Command \"Start-Sleep 1500; Get-BitsTransfer | Format-List JobState,Bytes\"";
    vec![
        healthy(
            "a debugger that steps through a loop",
            laps(30, |n| match n % 6 {
                5 => [mcp(
                    "pdb/send",
                    json!({"command": "p total"}),
                    format!("Decimal('{}.8500')\n(Pdb)", 6 + 8 * n),
                    true,
                )],
                _ => [next(at(n - n / 6))],
            }),
        ),
        stuck("a debugger that does not move", (0..9).map(|_| next(at(1))).collect()),
        stuck(
            "a debugger asked for two values in turns",
            laps(8, |n| {
                [mcp(
                    "pdb/send",
                    json!({ "command": values[n % 2] }),
                    ["Decimal('6.8500')", "Decimal('2.1200')"][n % 2],
                    true,
                )]
            }),
        ),
        healthy(
            "a transfer that rests by day",
            gaps(1_502, (0..28).map(|n| shell(poll, queue(n), 0)).collect()),
        ),
        healthy(
            "a job of another shell, asked for seldom",
            every(
                61,
                24,
                shell("pwsh -c 'Start-Sleep -Seconds 60; (Get-Job 4).State'", "Running", 0),
            ),
        ),
        nudged_at_most(
            "a tree that stays clean, looked at after each change",
            laps(12, |n| {
                [
                    edit("notes/a.md", format!("{n}"), WORDS[n]),
                    shell("git status --short src", "", 0),
                ]
            }),
        ),
    ]
}
