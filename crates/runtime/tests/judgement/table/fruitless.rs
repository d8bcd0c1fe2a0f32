//! A search that finds nothing is weak news: many are one answer, ten different ones may be honest work.

use serde_json::json;

use super::call::{look, mcp, search, shell};
use super::case::{Case, healthy, nudged_at_most, stuck};

pub(crate) fn cases() -> Vec<Case> {
    let names = [
        "parse_v1", "old_sum", "tmp_dir", "cfg_get", "as_utc", "to_rgb", "pad_left", "is_even",
        "walk_up", "mk_uid",
    ];
    vec![
        nudged_at_most(
            "ten functions without a caller",
            names.iter().map(|name| search(*name, "src", "")).collect(),
        ),
        nudged_at_most(
            "a mailbox searched for ten senders",
            names
                .iter()
                .map(|name| {
                    mcp(
                        "mail-f/search_messages",
                        json!({"from": format!("{name}@shop.example")}),
                        "{\"messages\": [], \"total\": 0}",
                        true,
                    )
                })
                .collect(),
        ),
        healthy(
            "searches of which some find",
            names
                .iter()
                .enumerate()
                .map(|(n, name)| {
                    search(
                        *name,
                        "lib",
                        if n % 3 == 2 { format!("lib/a.rb:{n}: {name}()") } else { String::new() },
                    )
                })
                .collect(),
        ),
        healthy(
            "a search after each file that was read",
            names
                .iter()
                .flat_map(|name| {
                    [
                        look(format!("lib/{name}.rb"), format!("def {name}; end")),
                        search(format!("{name}!"), "lib", ""),
                    ]
                })
                .collect(),
        ),
        healthy(
            "empty lists of one namespace after the other",
            names
                .iter()
                .map(|name| {
                    shell(
                        format!("kubectl get networkpolicies -n {}", name.replace('_', "-")),
                        format!("No resources found in {} namespace.", name.replace('_', "-")),
                        0,
                    )
                })
                .collect(),
        ),
        healthy(
            "a few searches that find nothing, then work",
            vec![
                search("rate_limit", ".", ""),
                search("throttle", ".", ""),
                search("RateLimiter", ".", ""),
                search("429", ".", ""),
                look("src/app.ex", "defmodule App do"),
                shell("mix deps", "* plug 1.16 (Hex package) (mix)\n  ok", 0),
            ],
        ),
        healthy(
            "tables without a row",
            names
                .iter()
                .map(|name| {
                    shell(
                        format!("psql -c 'select id from {name} where tenant is null'"),
                        " id \n----\n(0 rows)",
                        0,
                    )
                })
                .collect(),
        ),
        nudged_at_most(
            "packages looked up, of which some are there",
            names
                .iter()
                .enumerate()
                .map(|(n, name)| match n % 4 {
                    1 => shell(
                        format!("nix search nixpkgs '^{name}$'"),
                        format!("* legacyPackages.x86_64-linux.{name} (1.{n})"),
                        0,
                    ),
                    _ => shell(
                        format!("nix search nixpkgs '^{name}$'"),
                        "error: no results for the given search term(s)!",
                        1,
                    ),
                })
                .collect(),
        ),
        nudged_at_most(
            "charts looked up",
            names
                .iter()
                .map(|name| {
                    shell(
                        format!("helm search repo {}", name.replace('_', "-")),
                        "No results found",
                        0,
                    )
                })
                .collect(),
        ),
        stuck(
            "one key of a cache in every spelling",
            [
                "cart:41",
                "cart:41:*",
                "*41*",
                "carts:41",
                "cart_41",
                "*:41",
                "41:cart",
                "cart*41",
                "c:41",
                "user:41:cart",
                "basket:41",
                "*cart*41*",
            ]
            .map(|key| shell(format!("redis-cli --scan --pattern '{key}'"), "", 0))
            .into(),
        ),
        stuck(
            "one name searched with every option",
            [
                "grep -rn frobnicate .",
                "grep -rin frobnicate .",
                "rg frobnicate",
                "rg -i frobnicate",
                "git grep frobnicate",
                "grep -R frobnicate --include='*.py' .",
                "rg -uu frobnicate",
                "ag frobnicate",
                "ack frobnicate",
                "grep -rnw frobnicate .",
                "rg --hidden frobnicate",
                "grep -rl frobnicate .",
            ]
            .map(|command| shell(command, "", 1))
            .into(),
        ),
        stuck(
            "one search repeated word by word",
            (0..9).map(|_| search("DeprecatedClient", "app", "")).collect(),
        ),
        stuck(
            "a search and its twin, turn by turn",
            (0..14).map(|n| search(["LegacyMailer", "legacy_mailer"][n % 2], "app", "")).collect(),
        ),
        stuck(
            "a tool of a server asked for one thing again",
            (0..12)
                .map(|n| {
                    mcp(
                        "wiki-s/search_pages",
                        json!({"query": "VPN setup", "limit": 5 + n}),
                        "{\"pages\": []}",
                        true,
                    )
                })
                .collect(),
        ),
        stuck(
            "one library looked for in every way",
            [
                "find / -name libfoo.so 2>/dev/null",
                "find / -name 'libfoo.so' -xdev 2>/dev/null",
                "find / -name libfoo.so -print 2>/dev/null",
                "find / -mount -name libfoo.so 2>/dev/null",
                "find / -name libfoo.so 2>/dev/null | head",
                "find / -name libfoo.so 2>/dev/null | head -5",
                "find / -name libfoo.so 2>/dev/null | sort",
                "find / -iname libfoo.so 2>/dev/null",
                "find / -name libfoo.so 2>/dev/null | cat",
            ]
            .iter()
            .map(|command| shell(*command, "", 0))
            .collect(),
        ),
        nudged_at_most(
            "leftovers looked for in ten folders",
            names
                .iter()
                .map(|name| shell(format!("find src/{name} -name '*.orig'"), "", 0))
                .collect(),
        ),
        healthy(
            "unread mail of every folder",
            names
                .iter()
                .map(|name| {
                    mcp(
                        "mail-f/search_messages",
                        json!({"folder": name, "query": "UNSEEN"}),
                        "[]",
                        true,
                    )
                })
                .collect(),
        ),
        healthy(
            "old keys on every cache",
            names
                .iter()
                .map(|name| {
                    shell(
                        format!("redis-cli -h {name}.cache --scan --pattern 'tmp:*' | head"),
                        "",
                        0,
                    )
                })
                .collect(),
        ),
        stuck(
            "one header looked for with every finder",
            [
                "find /usr -name zmq.h 2>/dev/null",
                "find /usr -name 'zmq.h' -type f 2>/dev/null",
                "find /usr -iname '*zmq.h*' 2>/dev/null | head",
                "find /usr -xdev -name zmq.h 2>/dev/null | head -5",
                "find /usr -name zmq.h 2>/dev/null | sort | head -3",
                "find /usr -name zmq.h -print 2>/dev/null",
                "fd zmq.h /usr",
                "find /usr/ -name zmq.h 2>/dev/null || true",
                "find /usr -name zmq.h 2>/dev/null | wc -l",
                "find /usr -maxdepth 6 -name zmq.h 2>/dev/null",
            ]
            .map(|command| shell(command, if command.contains("wc") { "0" } else { "" }, 0))
            .into(),
        )
        .at(8, 0),
        stuck(
            "one name looked for, cut otherwise each time",
            (1..13).map(|n| shell(format!("find . -name theme.psd | head -{n}"), "", 0)).collect(),
        )
        .at(8, 11),
        stuck(
            "twenty-two words that nobody wrote",
            (0..22).map(|n| search(format!("{}{n}", names[n % 10]), "src", "")).collect(),
        )
        .at(8, 21),
        nudged_at_most(
            "twelve pictures that are gone",
            (0..12).map(|n| shell(format!("find assets -name 'icon_{n}.png'"), "", 0)).collect(),
        ),
        nudged_at_most(
            "nineteen names that have no caller left",
            (0..19).map(|n| search(format!("{}{n}", names[n % 10]), "src", "")).collect(),
        ),
        healthy(
            "empty files in one folder after the other",
            names.iter().map(|name| shell(format!("find logs/{name} -size 0"), "", 0)).collect(),
        ),
        healthy(
            "object files deleted in one folder after the other",
            names
                .iter()
                .map(|name| shell(format!("find build/{name} -name '*.o' -delete"), "", 0))
                .collect(),
        ),
        healthy(
            "object files removed by a command of find",
            names
                .iter()
                .map(|name| shell(format!("find {name} -name '*.bak' -exec rm {{}} +"), "", 0))
                .collect(),
        ),
        healthy(
            "names of which every third is found",
            names
                .iter()
                .enumerate()
                .map(|(n, name)| {
                    let found =
                        if n % 3 == 2 { format!("./lib/{name}.lua") } else { String::new() };
                    shell(format!("find . -name '{name}.lua'"), found, 0)
                })
                .collect(),
        ),
    ]
}
