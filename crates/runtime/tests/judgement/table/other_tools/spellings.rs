//! One target, however it is spelled, and ranges that advance.

use serde_json::json;

use super::super::call::{Call, edit, laps, look_from, mcp, shell};
use super::super::case::{Case, healthy, nudged_at_most, stuck};
use super::{NAMES, count, each};

/// Lines of a file, each with its number.
fn lines(first: usize, last: usize) -> String {
    (first..=last).map(|n| format!("let field_{n} = read({});\n", n * 7 % 100)).collect()
}

fn part(first: usize, last: usize) -> Call {
    look_from("src/wide.rs", first, lines(first, last))
}

fn sed(first: usize, last: usize) -> Call {
    shell(format!("sed -n '{first},{last}p' src/wide.rs"), lines(first, last), 0)
}

pub(crate) fn cases() -> Vec<Case> {
    let ranges = [
        (1, 60),
        (30, 80),
        (10, 70),
        (20, 75),
        (5, 50),
        (40, 80),
        (15, 65),
        (25, 60),
        (35, 78),
        (2, 55),
        (12, 72),
        (22, 44),
        (8, 30),
        (33, 66),
    ];
    let printed = |calls: &[&str], output: &str| {
        calls.iter().map(|c| shell(*c, output, 0)).collect::<Vec<_>>()
    };
    vec![
        stuck("ranges that overlap, read", ranges.map(|(a, b)| part(a, b)).into()),
        stuck("ranges that overlap, by sed", ranges.map(|(a, b)| sed(a, b)).into()),
        stuck(
            "beginnings of one file",
            [40, 30, 20, 35, 25, 38, 22, 33, 28, 36, 31, 27]
                .map(|n| shell(format!("head -n {n} src/wide.rs"), lines(1, n), 0))
                .into(),
        ),
        stuck(
            "windows of one file by head and tail",
            [
                (60, 20),
                (50, 20),
                (60, 30),
                (55, 20),
                (45, 15),
                (58, 25),
                (52, 22),
                (40, 20),
                (57, 18),
                (49, 21),
                (44, 12),
                (59, 24),
            ]
            .map(|(h, t)| {
                shell(format!("head -{h} src/wide.rs | tail -{t}"), lines(h - t + 1, h), 0)
            })
            .into(),
        ),
        stuck(
            "one manifest in every viewer",
            printed(
                &[
                    "cat app.toml",
                    "bat -p app.toml",
                    "less app.toml",
                    "more app.toml",
                    "head -100 app.toml",
                    "sed -n 1,50p app.toml",
                    "awk 1 app.toml",
                    "tail -n +1 app.toml",
                    "cat ./app.toml",
                ],
                "name = \"app\"\nversion = \"1.2\"",
            ),
        ),
        stuck(
            "one folder in every listing",
            printed(
                &[
                    "ls conf",
                    "ls -1 conf",
                    "ls conf/",
                    "ls ./conf",
                    "ls conf | cat",
                    "ls -1 conf | head",
                    "cd conf && ls",
                    "ls -1 ./conf/",
                    "ls conf 2>/dev/null",
                ],
                "a.toml\nb.toml",
            ),
        ),
        stuck(
            "one number of a table",
            printed(
                &[
                    "psql -Atc 'select count(*) from orders'",
                    "psql -At -c 'select count(*) from orders'",
                    "psql -Atqc 'select count(*) from orders;'",
                    "echo 'select count(*) from orders' | psql -At",
                    "psql -Atc 'SELECT count(*) FROM orders'",
                    "psql -Atc 'select count(*) from orders' | cat",
                    "psql -Atc 'select count(*) from orders' | tail -1",
                    "psql -Atc 'select count(*)  from orders'",
                ],
                "812|paid",
            ),
        ),
        stuck(
            "one field of a file of JSON",
            printed(
                &[
                    "jq .version package.json",
                    "jq '.version' package.json",
                    "cat package.json | jq .version",
                    "jq -M .version package.json",
                    "jq .version < package.json",
                    "jq .version ./package.json",
                    "jq .version package.json | cat",
                    "jq -c .version package.json",
                ],
                "\"1.4.0\"",
            ),
        ),
        healthy("ranges that overlap and advance", count(12, |n| part(1 + n * 50, 60 + n * 50))),
        healthy("ranges that advance, by sed", count(12, |n| sed(1 + n * 60, 60 + n * 60))),
        healthy(
            "pages from the end to the beginning",
            count(12, |n| part(1 + (11 - n) * 60, (12 - n) * 60)),
        ),
        healthy(
            "the whole, then three parts of it",
            vec![part(1, 400), part(120, 160), part(300, 340), part(50, 70)],
        ),
        healthy(
            "a part again after each edit",
            laps(10, |n| {
                [
                    edit("src/wide.rs", format!("let field_{n} "), format!("let value_{n} ")),
                    part(1, 60),
                ]
            }),
        ),
        healthy(
            "bytes of an image, page by page",
            count(12, |n| {
                shell(
                    format!("xxd -s {} -l 64 fw.bin", n * 64),
                    "ffff ffff ffff ffff ffff ffff ffff ffff  ................",
                    0,
                )
            }),
        ),
        healthy(
            "blocks of a disk",
            count(12, |n| {
                shell(
                    format!("dd if=disk.img bs=4k skip={n} count=1 status=none | md5sum"),
                    "620f0b67a91f7f74151bc5be745b7110  -",
                    0,
                )
            }),
        ),
        healthy(
            "lines by awk",
            count(12, |n| {
                shell(
                    format!("awk 'NR>={} && NR<={}' var/run.log", n * 50 + 1, n * 50 + 50),
                    "tick ok\n".repeat(50),
                    0,
                )
            }),
        ),
        healthy(
            "rows of a table, page by page",
            count(12, |n| {
                shell(
                    format!(
                        "duckdb lake.db 'select state from jobs order by id limit 20 offset {}'",
                        n * 20
                    ),
                    "done\n".repeat(20),
                    0,
                )
            }),
        ),
        healthy(
            "a document by its cursor",
            count(12, |n| {
                mcp(
                    "docs-o/read_page",
                    json!({"id": "handbook", "cursor": format!("p{n}")}),
                    "(this page is left blank)",
                    true,
                )
            }),
        ),
        healthy(
            "one partition after the other",
            count(12, |n| {
                shell(format!("kcat -C -b b:9092 -t shop -p {n} -o -1 -e -q"), "{\"v\":1}", 0)
            }),
        ),
        healthy(
            "one file in one revision after the other",
            [
                "3f9ac21", "77be01d", "a51c0fe", "09d2b7c", "e4418aa", "bb7f3d0", "5c2e9f8",
                "d10a6b3", "91f47ce",
            ]
            .map(|id| {
                shell(format!("git show {id}:app.toml"), "name = \"app\"\nversion = \"1.2\"", 0)
            })
            .into(),
        ),
        nudged_at_most(
            "an hour of a journal, ten minutes at a time",
            count(12, |n| {
                shell(
                    format!(
                        "journalctl -u web --since '10:{:02}' --until '10:{:02}'",
                        n * 5,
                        n * 5 + 5
                    ),
                    "-- No entries --",
                    0,
                )
            }),
        ),
        healthy(
            "one field of every file",
            each(|name| shell(format!("jq .version packages/{name}/package.json"), "\"1.4.0\"", 0)),
        ),
        healthy(
            "one query on every shard",
            count(12, |n| {
                shell(format!("mysql -h shard-{n:02} -Ne 'select @@version'"), "8.0.36", 0)
            }),
        ),
        healthy(
            "the head of every file",
            each(|name| {
                shell(format!("head -3 src/{name}.ml"), "(* Copyright Acme *)\nopen Base\n", 0)
            }),
        ),
        healthy(
            "a file read between the files that use it",
            NAMES
                .iter()
                .enumerate()
                .flat_map(|(n, name)| match n % 4 {
                    3 => vec![
                        part(1, 60),
                        look_from(format!("src/{name}.rs"), 1, format!("use wide::{name};")),
                    ],
                    _ => vec![look_from(format!("src/{name}.rs"), 1, format!("use wide::{name};"))],
                })
                .collect(),
        ),
    ]
}
