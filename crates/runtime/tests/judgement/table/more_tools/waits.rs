//! Waits for what others change, and for what has ended long ago.

use super::super::call::{Call, every, gaps, mcp, shell};
use super::super::case::{Case, healthy, nudged_at_most, stuck};
use super::count;
use serde_json::json;

pub(super) fn cases() -> Vec<Case> {
    let mut cases = running();
    cases.extend(ended());
    cases
}

fn running() -> Vec<Case> {
    vec![
        healthy(
            "a run of a workflow, once a minute",
            every(
                60,
                24,
                shell(
                    "gh run list --workflow ci.yml -L 1",
                    "in_progress\tAdd carts\tci\tmain\tpush\t8123",
                    0,
                ),
            ),
        ),
        stuck(
            "a run of a workflow, at once and at once",
            every(
                5,
                32,
                shell(
                    "gh run list --workflow ci.yml -L 1",
                    "in_progress\tAdd carts\tci\tmain\tpush\t8123",
                    0,
                ),
            ),
        ),
        healthy(
            "a roll-out, once a minute",
            every(
                60,
                18,
                shell("kubectl get deploy carts -o jsonpath='{.status.readyReplicas}'", "1", 0),
            ),
        ),
        healthy(
            "a port that opens after a while",
            count(7, |n| shell("nc -z localhost 5432", "", i32::from(n < 7))),
        ),
        stuck("a port that never opens", every(6, 40, shell("nc -z localhost 5432", "", 1))),
        healthy(
            "a batch job in the queue, once a minute",
            every(60, 22, shell("squeue -j 8812 -h", "8812 gpu carts dev PD 0:00 1 (Priority)", 0)),
        ),
        healthy(
            "a stack that is being made, every fifty seconds",
            every(
                50,
                20,
                shell(
                    "aws cloudformation describe-stacks --stack-name carts --query 'Stacks[0].StackStatus'",
                    "\"CREATE_IN_PROGRESS\"",
                    0,
                ),
            ),
        ),
        healthy(
            "a query that runs in the warehouse",
            every(
                60,
                16,
                shell(
                    "bq show -j bquxjob_1",
                    "Job shop:bquxjob_1\n  Job Type    State\n ---------- ---------\n  query      RUNNING",
                    0,
                ),
            ),
        ),
        healthy(
            "a build on an agent, told by a tool",
            every(
                60,
                16,
                mcp("ci/get_build_status", json!({"build": 812}), "{\"state\":\"running\"}", true),
            ),
        ),
        stuck(
            "a build on an agent, asked without a pause",
            every(
                4,
                30,
                mcp("ci/get_build_status", json!({"build": 812}), "{\"state\":\"running\"}", true),
            ),
        ),
        healthy(
            "a server that starts within two minutes",
            count(9, |n| {
                shell(
                    "curl -sf localhost:8080/health",
                    if n < 9 { "" } else { "ok" },
                    if n < 9 { 7 } else { 0 },
                )
            }),
        ),
        healthy(
            "sleeps between looks at a growing file",
            (1..=12)
                .flat_map(|n| {
                    [
                        shell("sleep 20", "", 0),
                        shell("wc -l out.log", format!("{} out.log", n * 120), 0),
                    ]
                })
                .collect(),
        ),
        nudged_at_most(
            "a certificate that is issued within ten minutes",
            every(
                60,
                11,
                shell(
                    "kubectl get certificate shop -o wide",
                    "NAME   READY   SECRET   ISSUER   STATUS\nshop   False   shop     le       Issuing certificate as Secret does not exist",
                    0,
                ),
            ),
        ),
        stuck(
            "a name that never spreads",
            every(5, 34, shell("dig +short carts.acme.test", "", 0)),
        ),
        healthy(
            "a training run, once a minute",
            count(20, |n| {
                gaps(
                    60,
                    vec![shell(
                        "tail -n 1 train.log",
                        format!("epoch {n} loss 0.{}", 900 - n * 11),
                        0,
                    )],
                )
                .remove(0)
            }),
        ),
        healthy(
            "an emulator that boots",
            count(8, |n| {
                shell("adb shell getprop sys.boot_completed", if n < 8 { "" } else { "1" }, 0)
            }),
        ),
    ]
}

fn ended() -> Vec<Case> {
    vec![
        stuck("a process that is dead", every(6, 34, shell("ps -p 4321 -o stat=", "", 1))),
        stuck(
            "a job that was killed, once a minute",
            every(
                60,
                20,
                shell(
                    "yarn application -status application_17_0001",
                    "Application Report :\n\tState : FINISHED\n\tFinal-State : KILLED\n\tProgress : 100%",
                    0,
                ),
            ),
        ),
        stuck(
            "a batch job that has failed, once a minute",
            every(
                60,
                20,
                shell(
                    "aws batch describe-jobs --jobs 8f2c --query 'jobs[0].status'",
                    "\"FAILED\"",
                    0,
                ),
            ),
        ),
        stuck(
            "a run that has failed, once a minute",
            every(
                60,
                20,
                shell(
                    "gh run view 8123 --json status,conclusion",
                    "{\"conclusion\":\"failure\",\"status\":\"completed\"}",
                    0,
                ),
            ),
        ),
        stuck(
            "a container that has ended, once a minute",
            every(
                60,
                20,
                shell(
                    "docker ps -a --filter name=carts --format '{{.Status}}'",
                    "Exited (137) 3 hours ago",
                    0,
                ),
            ),
        ),
        stuck(
            "a workflow that does not exist, once a minute",
            every(
                60,
                20,
                shell("gh workflow view nightly", "could not find any workflows named nightly", 1),
            ),
        ),
        stuck(
            "a job that nobody knows, once a minute",
            every(
                60,
                20,
                shell("squeue -j 99", "slurm_load_jobs error: Invalid job id specified", 1),
            ),
        ),
        stuck(
            "a build that was cancelled, told by a tool",
            every(
                60,
                20,
                mcp(
                    "ci/get_build_status",
                    json!({"build": 812}),
                    "{\"state\":\"cancelled\",\"finished\":true}",
                    true,
                ),
            ),
        ),
        healthy(
            "jobs that have failed, each looked at once",
            count(14, |n| {
                shell(
                    format!("aws batch describe-jobs --jobs job-{n} --query 'jobs[0].status'"),
                    "\"FAILED\"",
                    0,
                )
            }),
        ),
        healthy(
            "a pod that is made anew after it failed",
            count(12, |n| {
                gaps(
                    60,
                    vec![shell(
                        "kubectl get pod carts-0 --no-headers",
                        format!("carts-0   0/1   CrashLoopBackOff   {n}   {}m", n * 5),
                        0,
                    )],
                )
                .remove(0)
            }),
        ),
        nudged_at_most(
            "a run that has failed, looked at three more times",
            every(
                30,
                4,
                shell(
                    "gh run view 8123 --json status,conclusion",
                    "{\"conclusion\":\"failure\",\"status\":\"completed\"}",
                    0,
                ),
            ),
        ),
        healthy(
            "runs that fail one after the other",
            count(10, |n| {
                shell(
                    format!("gh run view {} --json conclusion", 8100 + n),
                    "{\"conclusion\":\"failure\"}",
                    0,
                )
            }),
        ),
        healthy(
            "a job that is started again each time it fails",
            (1..=4)
                .flat_map(|n| -> [Call; 2] {
                    [
                        shell(
                            "nomad job dispatch carts",
                            format!("Dispatched Job ID = carts/dispatch-{n}"),
                            0,
                        ),
                        shell(
                            format!("nomad job status carts/dispatch-{n}"),
                            "Status = dead\nFailed = 1",
                            0,
                        ),
                    ]
                })
                .collect(),
        ),
    ]
}
