//! The same target with the same answer brings nothing, however it is spelled; advancing ranges are paging.

use serde_json::json;

use super::call::{laps, look, look_from, mcp, shell};
use super::case::{Case, healthy, nudged_at_most, stuck};

const RECIPE: &str = "FROM alpine:3.20\nRUN apk add --no-cache tini\nCOPY app /app\nENTRYPOINT [\"/sbin/tini\", \"/app\"]";
const ROWS: &str = " count\n-------\n   412\n(1 row)";

pub(crate) fn cases() -> Vec<Case> {
    let all = |commands: &[&str], output: &str| {
        commands.iter().map(|command| shell(*command, output, 0)).collect::<Vec<_>>()
    };
    let diff = "3c3\n< timeout=30\n---\n> timeout=60";
    vec![
        stuck(
            "one recipe shown by every program",
            all(
                &[
                    "cat Dockerfile",
                    "less Dockerfile",
                    "head -50 Dockerfile",
                    "sed -n '1,80p' Dockerfile",
                    "bat -p Dockerfile",
                    "more Dockerfile",
                    "cat ./Dockerfile | head -60",
                    "head -n 99 Dockerfile",
                    "cat -A Dockerfile | tr -d '$'",
                    "sed -n 1,30p Dockerfile",
                ],
                RECIPE,
            ),
        ),
        stuck(
            "one count asked with other flags",
            all(
                &[
                    "psql -c 'select count(*) from jobs'",
                    "psql -X -c 'select count(*) from jobs'",
                    "psql -c 'select count(*) from jobs' 2>&1",
                    "psql -c 'select count(*) from jobs' | head -5",
                    "psql --no-psqlrc -c 'select count(*) from jobs'",
                    "psql -q -c 'select count(*) from jobs'",
                    "PAGER=cat psql -c 'select count(*) from jobs'",
                    "psql -c 'select count(*) from jobs' | cat",
                    "psql -P pager=off -c 'select count(*) from jobs'",
                ],
                ROWS,
            ),
        ),
        stuck(
            "two files compared in both directions",
            all(
                &[
                    "diff a.ini b.ini",
                    "diff b.ini a.ini",
                    "diff -u a.ini b.ini",
                    "diff b.ini a.ini | head",
                    "diff -w a.ini b.ini",
                    "diff -y a.ini b.ini",
                    "cmp a.ini b.ini",
                    "diff --color a.ini b.ini",
                    "diff -u b.ini a.ini",
                ],
                diff,
            ),
        ),
        stuck(
            "one page fetched in every way",
            all(
                &[
                    "curl -s https://api.shop.example/v2/prices",
                    "curl -sS https://api.shop.example/v2/prices",
                    "curl -L https://api.shop.example/v2/prices",
                    "curl --compressed https://api.shop.example/v2/prices",
                    "curl -s https://api.shop.example/v2/prices | head -c 400",
                    "curl -s -m 10 https://api.shop.example/v2/prices/",
                    "wget -qO- https://api.shop.example/v2/prices",
                    "curl -sk https://api.shop.example/v2/prices",
                    "curl -4 -s https://api.shop.example/v2/prices",
                    "curl -s https://api.shop.example/v2/prices | cat",
                ],
                "{\"apple\": 12, \"pear\": 14}",
            ),
        ),
        stuck(
            "one list asked with larger limits",
            (1..12)
                .map(|n| {
                    mcp(
                        "crm-l/list_deals",
                        json!({"stage": "won", "limit": n * 10}),
                        "[{\"id\": 4, \"name\": \"Harbour\"}]",
                        true,
                    )
                })
                .collect(),
        ),
        stuck(
            "one package asked by every manager's flags",
            all(
                &[
                    "dpkg -s libpq5",
                    "dpkg --status libpq5",
                    "dpkg -s libpq5 | head -20",
                    "dpkg -s libpq5 2>/dev/null",
                    "sudo dpkg -s libpq5",
                    "dpkg -s libpq5 | cat",
                    "LANG=C dpkg -s libpq5",
                    "dpkg -s libpq5 | less",
                ],
                "Package: libpq5\nStatus: install ok installed\nVersion: 16.4-1",
            ),
        ),
        healthy(
            "a long file read page by page",
            (0..11)
                .map(|n| {
                    look_from(
                        "src/big.ml",
                        1 + n * 120,
                        format!("let part_{n} = function\n  | A -> {n}\n"),
                    )
                })
                .collect(),
        ),
        healthy(
            "a binary dumped part by part with equal bytes",
            (0..11)
                .map(|n| {
                    shell(
                        format!("dd if=flash.bin bs=4096 skip={n} count=1 2>/dev/null | md5sum"),
                        "620f0b67a91f7f74151bc5be745b7110  -",
                        0,
                    )
                })
                .collect(),
        ),
        healthy(
            "a table read page by page, all rows alike",
            (0..11)
                .map(|n| {
                    shell(
                        format!("sqlite3 app.db 'select state from jobs limit 5 offset {}'", n * 5),
                        "done\ndone\ndone\ndone\ndone",
                        0,
                    )
                })
                .collect(),
        ),
        healthy(
            "pages of a server's list, each of them alike",
            (1..12)
                .map(|n| {
                    mcp(
                        "crm-p/list_tasks",
                        json!({"project": 9, "page": n}),
                        "[\"call back\", \"call back\"]",
                        true,
                    )
                })
                .collect(),
        ),
        healthy(
            "twelve configurations with equal content",
            (1..13)
                .map(|n| {
                    look(
                        format!("hosts/h{n:02}/ntp.conf"),
                        "server 10.0.0.1 iburst\ndriftfile /var/lib/ntp/drift",
                    )
                })
                .collect(),
        ),
        healthy(
            "the tail of a file from one place to the next",
            (1..12)
                .map(|n| {
                    shell(
                        format!("tail -n +{} export.csv | head -40", n * 40),
                        "0,0,0\n".repeat(40),
                        0,
                    )
                })
                .collect(),
        ),
        healthy(
            "one pattern in one file after the other",
            (1..12).map(|n| shell(format!("grep -c TODO chapters/{n:02}.tex"), "3", 0)).collect(),
        ),
        nudged_at_most(
            "one file looked at again after each of its neighbours",
            laps(4, |n| {
                [
                    look("include/api.h", "int open(const char *);"),
                    look(format!("src/impl{n}.c"), format!("int impl{n};")),
                ]
            }),
        ),
        healthy(
            "pairs of files compared, all with the same difference",
            ["de", "fr", "it", "es", "pt", "nl", "pl", "sv", "fi"]
                .map(|l| shell(format!("diff old/{l}.ini new/{l}.ini"), diff, 1))
                .into(),
        ),
        stuck(
            "one table with ever larger limits",
            [10, 11, 12, 15, 20, 25, 30, 40, 50]
                .iter()
                .map(|n| {
                    shell(
                        format!("sqlite3 -header shop.db \"SELECT * FROM stock LIMIT {n}\""),
                        "id|sku|qty\n1|A-17|3\n2|B-02|0",
                        0,
                    )
                })
                .collect(),
        ),
        stuck(
            "one line of one answer, filtered in many ways",
            all(
                &[
                    "exiftool a.jpg | grep Model",
                    "exiftool a.jpg | grep -i model",
                    "exiftool ./a.jpg | grep 'Model'",
                    "exiftool a.jpg 2>&1 | grep Model | head -1",
                    "exiftool a.jpg | egrep Model",
                    "exiftool -s a.jpg | grep -m1 Model",
                    "exiftool a.jpg | grep MODEL -i",
                    "exiftool a.jpg | rg Model",
                    "exiftool a.jpg | grep -w Model | tail -1",
                ],
                "Camera Model Name               : X-T5",
            ),
        )
        .at(5, 8),
        healthy(
            "one file asked for ten tags",
            ["Make", "Lens", "ISO", "Flash", "Gamma", "White", "Focal", "Width", "Height"]
                .map(|tag| {
                    shell(
                        format!("exiftool a.jpg | grep {tag}"),
                        format!("{tag} : {}", tag.len()),
                        0,
                    )
                })
                .into(),
        ),
        healthy(
            "symbols of one library counted",
            ["open", "close", "read", "write", "seek", "flush", "lock", "sync", "trim"]
                .map(|name| shell(format!("nm libfs.so | grep -c fs_{name}"), "1", 0))
                .into(),
        ),
    ]
}
