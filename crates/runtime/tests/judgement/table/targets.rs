//! Successful work over many targets with equal output is progress; the same target is not.

use serde_json::json;

use super::call::{Call, edit, look, look_from, mcp, shell};
use super::case::{Case, healthy, stuck};

pub(crate) fn cases() -> Vec<Case> {
    let names =
        ["ada", "bell", "cray", "dijk", "eich", "fano", "gray", "hopp", "iver", "jobs", "kay"];
    let many = |call: &dyn Fn(&str) -> Call| names.iter().map(|name| call(name)).collect();
    let numbered = |call: &dyn Fn(usize) -> Call| (1..=12).map(call).collect();
    let topic = |n: usize| {
        let told = "Configs:retention.ms=604800000,cleanup.policy=delete";
        shell(
            format!(
                "kafka-configs.sh --bootstrap-server b1:9092 --describe --entity-type topics --entity-name shop.{}",
                names[n % 3]
            ),
            told,
            0,
        )
    };
    vec![
        healthy(
            "an index rebuilt in every database",
            many(&|db| shell(format!("reindexdb --host=db1 {db}"), "reindexdb: reindexing database", 0)),
        ),
        healthy(
            "the firmware of every board",
            numbered(&|n| shell(format!("esptool.py --port /dev/ttyUSB{n} flash_id"), "Chip is ESP32-D0WD-V3 (revision v3.1)\nDetected flash size: 4MB", 0)),
        ),
        healthy(
            "the key of every node rotated",
            numbered(&|n| shell(format!("nodetool -h cass-{n:02} upgradesstables shop orders"), "Nothing to upgrade: all sstables are on the current version of shop.orders", 0)),
        ),
        healthy(
            "one error looked for in every log",
            many(&|host| shell(format!("cat logs/{host}.log | grep error | tail -1"), "error: disk quota exceeded on /var/spool", 0)),
        ),
        healthy(
            "one error in every log, searched for without a pipe",
            many(&|host| shell(format!("grep -m1 fatal logs/{host}.log"), "fatal: the queue was full, 40 orders were dropped", 0)),
        ),
        healthy(
            "every module packaged with one warning",
            many(&|m| shell(format!("./gradlew -q :{m}:assemble"), "OpenJDK 64-Bit Server VM warning: Options -Xverify:none were deprecated in JDK 13", 0)),
        ),
        healthy(
            "every slide deck exported",
            many(&|deck| shell(format!("libreoffice --headless --convert-to pdf talks/{deck}.odp"), "convert via filter impress_pdf_Export, overwriting", 0)),
        ),
        healthy(
            "every sheet locked",
            many(&|sheet| mcp("sheets-t/protect_range", json!({"spreadsheet": "1aXb", "sheet": sheet, "range": "A1:Z1"}), "{\"protected\": true, \"editors\": [\"ops@shop.example\"]}", true)),
        ),
        healthy(
            "a scene imported level by level",
            many(&|level| shell(format!("cd levels/{level} && blender -b scene.blend -P ../../tools/export_gltf.py"), "Blender 4.2.1\nFinished glTF 2.0 export in 0.42 s\nBlender quit", 0)),
        ),
        healthy(
            "one account after the other, in a loop of the shell",
            many(&|who| shell(format!("for u in {who}; do chage -l $u | grep 'Password expires'; done"), "Password expires\t\t\t\t\t: never", 0)),
        ),
        healthy(
            "pages of a log with equal lines",
            (0..12).map(|n| look_from("var/sim.log", 1 + n * 80, "tick ok\n".repeat(80))).collect(),
        ),
        healthy(
            "one header in every file",
            names.iter().flat_map(|f| [
                look(format!("src/{f}.c"), "/* no license */\n#include \"all.h\""),
                edit(format!("src/{f}.c"), "/* no license */", "/* SPDX-License-Identifier: MIT */"),
            ]).collect(),
        ),
        healthy(
            "one look at each port of a switch",
            numbered(&|n| shell(format!("snmpget -v2c -c public switch1 IF-MIB::ifOperStatus.{n}"), "INTEGER: up(1)", 0)),
        ),
        healthy(
            "commits picked one after the other",
            ["3f9ac21", "77be01d", "a51c0fe", "09d2b7c", "e4418aa", "bb7f3d0", "5c2e9f8", "d10a6b3", "91f47ce"]
                .map(|id| shell(format!("git cherry-pick -x {id}"), "[release 1a2b3c4] Fix the rounding\n Date: Mon Nov 2 10:00:00 2026 +0100\n 1 file changed, 1 insertion(+), 1 deletion(-)", 0)).into(),
        ),
        healthy(
            "a branch asked for in every commit",
            (0..12).map(|n| shell(format!("git branch --contains {:07x}", 0x3f9_ac21 + n * 7919), "* main\n  release", 0)).collect(),
        ),
        healthy(
            "a playbook on every host, one after the other",
            many(&|host| shell(format!("ansible {host} -m ping"), "host | SUCCESS => {\n    \"changed\": false,\n    \"ping\": \"pong\"\n}", 0)),
        ),
        healthy(
            "plans of every folder of Terraform",
            many(&|dir| shell(format!("terraform -chdir=live/{dir} plan -no-color"), "No changes. Your infrastructure matches the configuration.", 0)),
        ),
        healthy(
            "a job accepted for every region",
            many(&|region| mcp("jobs-t/submit", json!({"region": region, "job": "reindex"}), "{\"status\":\"accepted\"}", true)),
        ),
        healthy(
            "every table vacuumed",
            many(&|table| shell(format!("psql -h db2 -c 'VACUUM (ANALYZE) {table}'"), "VACUUM", 0)),
        ),
        healthy(
            "a rollout of every deployment",
            many(&|name| shell(format!("kubectl -n shop rollout restart deploy/{name} && kubectl -n shop rollout status deploy/{name}"), "deployment successfully rolled out", 0)),
        ),
        healthy(
            "the nodes of every cluster",
            many(&|cluster| shell(format!("kubectl --context {cluster} get nodes --no-headers | awk '{{print $2}}' | sort | uniq -c"), "      3 Ready", 0)),
        ),
        healthy(
            "a bucket synchronised in every account",
            many(&|who| shell(format!("aws --profile {who} s3 sync build/ s3://assets-{who}/"), "upload complete", 0)),
        ),
        stuck(
            "one index looked up again and again",
            (0..9).map(|_| shell("psql -d ada -c '\\d users'", "Table \"public.users\"\n Column | Type\n id | bigint", 0)).collect(),
        )
        .at(4, 7),
        stuck("three topics round and round", (0..18).map(topic).collect()),
        stuck(
            "one board asked for over and over among looks",
            (0..20).map(|n| match n % 2 {
                0 => shell("arm-none-eabi-size build/app.elf", "   text\t   data\t    bss\n  41208\t    984\t  20116", 0),
                _ => look(format!("src/part{n}.c"), format!("int part{n}(void);")),
            }).collect(),
        ),
        stuck(
            "one sheet read again",
            (0..10).map(|_| mcp("sheets-s/read_range", json!({"spreadsheet": "1aXb", "range": "Costs!A1:D9"}), "[[\"Item\",\"Cost\"],[\"Rent\",1200]]", true)).collect(),
        )
        .at(4, 7),

        healthy("jobs that failed, read one after the other", many(&|job| mcp("queue-t/get_job", json!({"name": job}), "{\"state\":\"failed\",\"reason\":\"worker lost\"}", true))),
        healthy("the state of every job in a table", many(&|job| shell(format!("sqlite3 q.db \"select state from jobs where name='{job}'\""), "failed", 0))),
        healthy("the last line of every container", many(&|name| shell(format!("docker logs --tail 1 shop-{name}-1"), "panic: no config file", 0))),
        healthy("records on disk that say failed", many(&|name| look(format!("queue/{name}.json"), "{\"state\": \"failed\", \"reason\": \"worker lost\"}"))),
        healthy("mails about mails that failed", many(&|id| mcp("mail-t/read_thread", json!({"thread": id}), "Subject: Delivery failed\n\nError: mailbox full", true))),
        healthy("one event for every day", numbered(&|day| mcp("calendar-t/create_event", json!({"title": "Standup", "start": format!("2026-12-{day:02}T09:00")}), "{\"status\":\"confirmed\"}", true))),
        healthy("each guest typed in and saved", names.iter().flat_map(|name| [
            mcp("web-t/browser_type", json!({"element": "Name", "text": name}), format!("filled in {name}"), true),
            mcp("web-t/browser_click", json!({"element": "Save"}), "- Page URL: http://localhost:3000/guests/new\n- status: Saved", true),
        ]).collect()),
        healthy("each submodule pulled", many(&|name| shell(format!("git -C vendor/{name} pull --ff-only"), "Already up to date.", 0))),
        stuck("one job that failed, read again", vec![mcp("queue-t/get_job", json!({"name": "ada"}), "{\"state\":\"failed\",\"reason\":\"worker lost\"}", true); 8]),
        stuck("one button that changes nothing", vec![mcp("web-t/browser_click", json!({"element": "Save"}), "- Page URL: http://localhost:3000/guests/new\n- alert: Name is missing", true); 8]),
    ]
}
