//! Asking about what others change is waiting; reading what only the agent changes is not.

use serde_json::json;

use super::call::{edit, every, gaps, laps, look, mcp, shell};
use super::case::{Case, healthy, nudged_at_most, stuck};

pub(crate) fn cases() -> Vec<Case> {
    vec![
        healthy(
            "a pipeline asked every minute",
            every(
                60,
                30,
                shell(
                    "glab ci status",
                    "(running) • 04m 12s\tmain\nhttps://git.shop.example/p/1",
                    0,
                ),
            ),
        ),
        healthy(
            "a pod that starts",
            every(
                20,
                11,
                shell("kubectl get pod web-0 -o jsonpath='{.status.phase}'", "Pending", 0),
            ),
        ),
        healthy("a port that opens", every(10, 11, shell("nc -z localhost 5432", "", 1))),
        healthy(
            "a service that becomes healthy",
            every(
                15,
                11,
                shell("curl -sf http://localhost:9090/-/ready", "Service Unavailable", 22),
            ),
        ),
        healthy(
            "a job in a queue",
            every(
                30,
                11,
                shell(
                    "bjobs -noheader 88213",
                    "88213 dev PEND normal login1 train Nov 23 10:00",
                    0,
                ),
            ),
        ),
        healthy(
            "a simulator that boots",
            every(
                15,
                11,
                shell("xcrun simctl list devices booted", "== Devices ==\n-- iOS 18.1 --", 0),
            ),
        ),
        healthy(
            "an emulator that boots",
            every(15, 11, shell("adb shell getprop sys.boot_completed", "", 0)),
        ),
        healthy(
            "a volume that is resized",
            every(
                30,
                11,
                shell(
                    "aws ec2 describe-volumes-modifications --volume-ids vol-1",
                    "{\"VolumesModifications\": [{\"ModificationState\": \"optimizing\", \"Progress\": 12}]}",
                    0,
                ),
            ),
        ),
        healthy(
            "a process in the background",
            every(15, 11, mcp("term-w/poll_output", json!({"id": 4}), "compiling…", true)),
        ),
        healthy(
            "a crawl whose state is asked",
            every(
                20,
                11,
                mcp(
                    "crawl-w/get_job_status",
                    json!({"job": "c-9"}),
                    "{\"state\": \"running\", \"pages\": 40}",
                    true,
                ),
            ),
        ),
        healthy(
            "a replica that catches up",
            every(20, 11, shell("patronictl list", "| db-2 | Replica | running | 7 | 812 |", 0)),
        ),
        nudged_at_most(
            "a log that something else writes",
            gaps(
                20,
                laps(11, |_| {
                    [
                        shell("sleep 20", "", 0),
                        shell("tail -n 3 logs/train.log", "epoch 3: step 1200", 0),
                    ]
                }),
            ),
        ),
        healthy(
            "a notarisation that is asked about",
            every(
                30,
                11,
                shell(
                    "xcrun notarytool info 2efe2717 --keychain-profile ci",
                    "status: In Progress",
                    0,
                ),
            ),
        ),
        nudged_at_most(
            "a deployment asked in haste, and then done",
            every(8, 11, shell("flyctl status -a shop", "app shop: deploying", 0)),
        ),
        stuck(
            "a pod asked about for ever in haste",
            every(
                3,
                24,
                shell(
                    "kubectl get pod web-0",
                    "NAME    READY   STATUS             RESTARTS\nweb-0   0/1     CrashLoopBackOff   14",
                    0,
                ),
            ),
        ),
        stuck(
            "a queue polled for ever",
            every(
                6,
                24,
                mcp("jobs-w/get_status", json!({"job": 7}), "{\"state\": \"queued\"}", true),
            ),
        ),
        stuck(
            "the agent's own file asked as if it moved",
            every(20, 9, look("config/app.toml", "port = 8080")),
        )
        .at(4, 7),
        stuck(
            "its own branch asked as if it moved",
            every(50, 9, shell("git status --short", " M src/a.rs", 0)),
        )
        .at(4, 7),
        stuck("its own build folder", every(31, 9, shell("ls build", "app.o\nmain.o", 0))).at(4, 7),
        healthy(
            "edits between looks at its own branch",
            laps(9, |n| {
                [
                    edit(format!("src/f{n}.rs"), "a", format!("b{n}")),
                    shell("git status --short", " M src/a.rs", 0),
                ]
            }),
        ),
        healthy(
            "a queue asked every minute",
            every(
                60,
                14,
                shell("rabbitmqctl list_queues name messages", "name\tmessages\nmail\t812", 0),
            ),
        ),
        healthy(
            "a consumer that lags",
            every(
                60,
                14,
                shell(
                    "kafka-consumer-groups.sh --bootstrap-server k:9092 --describe --group g",
                    "g t 0 10 99 89",
                    0,
                ),
            ),
        ),
        healthy(
            "a list that drains",
            every(60, 14, shell("redis-cli llen jobs", "(integer) 812", 0)),
        ),
        healthy(
            "a pool that is mended",
            every(
                60,
                14,
                shell(
                    "zpool status -x tank | grep scan",
                    "scan: resilver in progress since Tue",
                    0,
                ),
            ),
        ),
        healthy(
            "a replica that catches up",
            every(60, 14, shell("psql -h replica -Atc 'select pg_is_in_recovery()'", "t", 0)),
        ),
        healthy(
            "a log that a run writes, every minute",
            every(60, 20, shell("tail -n 2 runs/train.log", "epoch 3/90 loading shards", 0)),
        ),
        stuck(
            "a log read again and again at once",
            every(2, 9, shell("tail -n 2 runs/train.log", "epoch 3/90 loading shards", 0)),
        )
        .at(4, 7),
        stuck(
            "the agent's own changes, asked every minute",
            every(60, 9, shell("git status --short", " M src/a.c", 0)),
        )
        .at(4, 7),
        healthy("partitions that are moved for an hour", {
            let line = "kafka-reassign-partitions.sh --bootstrap-server k1:9092 --reassignment-json-file move.json --verify";
            let state = |n: usize| match n {
                0..16 => "Reassignment of partition web-0 is still in progress.",
                _ => "Reassignment of partition web-0 is completed.",
            };
            gaps(240, (0..17).map(|n| shell(line, state(n), 0)).collect())
        }),
        healthy(
            "partitions of which some are under way",
            every(
                60,
                14,
                shell(
                    "kafka-reassign-partitions --bootstrap-server k1:9092 --list",
                    "Current partition reassignments:\nweb-0: replicas: 1,2,3. adding: 3.",
                    0,
                ),
            ),
        ),
        stuck(
            "partitions that no broker may move",
            every(
                60,
                12,
                shell(
                    "kafka-reassign-partitions --bootstrap-server k1:9092 --reassignment-json-file move.json --execute",
                    "Cannot execute because there is an existing partition assignment.",
                    1,
                ),
            ),
        ),
        nudged_at_most(
            "a runner that somebody plugs in after ten minutes",
            every(
                41,
                17,
                shell("gh api repos/o/r/actions/runners --jq '.runners[0].status'", "offline", 0),
            ),
        ),
        nudged_at_most(
            "hosts that are pinged each minute",
            every(60, 17, shell("ansible tills -m ping -o | grep -c SUCCESS", "0", 0)),
        ),
        stuck(
            "a runner that is asked for at once",
            every(
                3,
                16,
                shell("gh api repos/o/r/actions/runners --jq '.runners[0].status'", "offline", 0),
            ),
        )
        .refused(),
        stuck(
            "a document of a repository, again and again",
            every(41, 8, shell("gh api repos/o/r/contents/plan.md --jq .size", "412", 0)),
        )
        .refused(),
    ]
}
