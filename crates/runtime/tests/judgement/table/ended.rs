//! What has ended changes no more, however it is awaited.

use super::call::{Call, every, gaps, shell};
use super::case::{Case, healthy, stuck};

/// A question, asked so often, each time with a greater age in its answer.
fn aging(times: usize, command: &str, answer: impl Fn(usize) -> String) -> Vec<Call> {
    (0..times).map(|n| shell(command, answer(n), 0)).collect()
}

pub(crate) fn cases() -> Vec<Case> {
    vec![
        stuck(
            "a job that has failed is awaited for ever",
            gaps(
                90,
                aging(14, "sleep 60; kubectl get job load-4711", |n| {
                    let age = 3 + n;
                    format!(
                        "NAME        STATUS   COMPLETIONS   DURATION   AGE\nload-4711   Failed   0/1           {age}m        {age}m"
                    )
                }),
            ),
        ),
        stuck(
            "a container that has exited is awaited for ever",
            gaps(
                90,
                aging(14, "docker ps -a --filter name=etl-7 --format '{{.Status}}'", |n| {
                    format!("Exited (137) {} hours ago", 3 + n)
                }),
            ),
        ),
        stuck(
            "a batch job whose number stands in a column of its own",
            every(
                90,
                14,
                shell(
                    "sacct -X -j 88213 -o jobid,state",
                    "JobID        State\n88213        FAILED",
                    0,
                ),
            ),
        ),
        healthy(
            "a count of none that failed is no end",
            every(
                60,
                30,
                shell("kubectl get job load -o jsonpath='{.status}'", "done: 40, failed: 0", 0),
            ),
        ),
        healthy(
            "so many of a batch failed, and the rest goes on",
            every(60, 30, shell("batchctl status nightly", "120 items (2 failed), 40 done", 0)),
        ),
        healthy(
            "a pipeline that is retried until it passes",
            gaps(
                60,
                (0..4)
                    .flat_map(|n| {
                        let ended = if n == 3 { "success" } else { "failure" };
                        [
                            shell("gh run rerun 4411 --failed", "", 0),
                            shell(
                                "sleep 300; gh run view 4411",
                                format!("in_progress attempt {n}"),
                                0,
                            ),
                            shell(
                                "sleep 300; gh run view 4411",
                                format!("completed {ended} attempt {n}"),
                                0,
                            ),
                        ]
                    })
                    .collect(),
            ),
        ),
        healthy(
            "one job after the other has failed, and each is asked once",
            gaps(
                60,
                (0..14)
                    .map(|n| {
                        shell(
                            format!("kubectl get job load-{n}"),
                            format!("NAME STATUS AGE\nload-{n}   Failed   {n}m"),
                            0,
                        )
                    })
                    .collect(),
            ),
        ),
        healthy(
            "a batch of which so many failed stays at one count for a while",
            every(
                60,
                20,
                shell("batchctl status nightly", "done     40\nfailed   2\nleft     80", 0),
            ),
        ),
        healthy(
            "one of several failed, and the others go on",
            gaps(
                60,
                aging(20, "kubectl get pods", |n| {
                    format!(
                        "NAME   STATUS              AGE\na-1    Failed              {n}m\nc-1    ContainerCreating   {n}m"
                    )
                }),
            ),
        ),
    ]
}
