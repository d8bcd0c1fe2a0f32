//! Who is not let in: a password or a token with other options each time, a path that a server does not have; and searches of the web
//! that find the same pages in another order.

use serde_json::json;

use super::attempts::WORDS;
use super::call::{Call, edit, laps, look, shell, tool};
use super::case::{Case, healthy, nudged_at_most, stuck};

/// Silent where no status is told: what a look prints is data then.
pub(crate) const KNOWN_WRONG: [&str; 1] = ["a password that is wrong in every spelling"];

const PSQL: [&str; 8] = [
    "PGPASSWORD=$PW psql -h HOST -U etl -d clinic -c 'select 1'",
    "psql 'postgresql://etl@HOST/clinic' -c 'select 1'",
    "PGPASSWORD=$PW psql -h HOST -U etl clinic -c '\\dt'",
    "psql 'host=HOST user=etl dbname=clinic sslmode=require' -c 'select 1'",
    "PGSSLMODE=disable psql -h HOST -U etl -d clinic -c 'select now()'",
    "psql -h HOST -p 5432 -U etl -d postgres -c 'select 1'",
    "psql -w -h HOST -U etl -d clinic -c 'select 1'",
    "psql -h HOST -U etl -d clinic -c 'select 1' --no-psqlrc",
];

const RELEASES: [&str; 8] = [
    "gh release create v3.4.0 --notes-file notes.md",
    "gh release create v3.4.0 --title v3.4.0 --notes-file notes.md --verify-tag",
    "gh release create v3.4.0 --draft --notes-file notes.md",
    "GITHUB_TOKEN=$GH_TOKEN gh release create v3.4.0 --notes x",
    "gh release create v3.4.0 --target main --notes-file notes.md",
    "gh release create v3.4.0 --prerelease --notes-file notes.md",
    "gh release create v3.4.0 --latest=false --notes-file notes.md",
    "gh release create v3.4.0 -F notes.md -t 'Docs 3.4.0'",
];

const FORECASTS: [&str; 8] = [
    "curl -sS 'https://api.met.example/v2/forecast/hourly?lat=59.91&key='$KEY",
    "curl -sS 'https://api.met.example/v2/forecast/hourly?lat=59.91' -H \"X-Api-Key: $KEY\"",
    "curl -sSL 'https://api.met.example/v2/forecast/hourly/?latitude=59.91'",
    "curl -sS -X POST https://api.met.example/v2/forecast/hourly -d '{\"lat\": 59}'",
    "curl -sS -A Mozilla 'https://api.met.example/v2/forecast/hourly?lat=59.91'",
    "curl -sS --http1.1 'https://api.met.example/v2/forecast/hourly?lat=59.91'",
    "curl -sS -G https://api.met.example/v2/forecast/hourly --data-urlencode lat=59.98",
    "http --ignore-stdin GET https://api.met.example/v2/forecast/hourly lat==59.91",
];

/// A database that lets nobody in, asked in other words each time, with a look in between.
fn logins(count: usize, host: &dyn Fn(usize) -> String, then: i32) -> Vec<Call> {
    laps(count, |n| {
        let host = host(n);
        let denied = format!(
            "psql: error: connection to server at \"{host}\", port 5432 failed: FATAL:  password authentication failed for user \"etl\""
        );
        [
            shell(PSQL[n % 8].replace("HOST", &host), denied, 2),
            look(format!("config/{}.ini", WORDS[n % 14]), format!("[{n}]\nuser = etl\n")),
            shell(
                format!("pg_isready -h {host}"),
                format!("{host}:5432 - accepting connections"),
                then,
            ),
        ]
    })
}

fn releases(count: usize, answer: &dyn Fn(usize) -> (String, i32)) -> Vec<Call> {
    laps(count, |n| {
        let (output, code) = answer(n);
        [
            shell(
                RELEASES[n % 8].replace("3.4.0", &format!("3.4.{}", if code == 0 { n } else { 0 })),
                output,
                code,
            ),
            shell("gh auth status", format!("Logged in to github.com account bot{n}"), 0),
            look(format!("{}.md", WORDS[n % 14]), format!("# {n}\n")),
            edit("notes.md", format!("- {}", WORDS[n % 14]), format!("* {}", WORDS[n % 14])),
        ]
    })
}

fn pushes(count: usize) -> Vec<Call> {
    let denied =
        "fatal: unable to access 'https://h.example/r/': The requested URL returned error: 403";
    laps(count, |n| {
        [
            edit("a.md", format!("- {}", WORDS[n % 14]), format!("* {} {n}", WORDS[n % 14])),
            shell("git push", denied, 128),
        ]
    })
}

fn no_resource(path: &str) -> String {
    format!(
        "{{\"type\":\"about:blank\",\"title\":\"Not Found\",\"status\":404,\"detail\":\"No static resource {path}.\"}}"
    )
}

pub(crate) fn cases() -> Vec<Case> {
    let forbidden = "HTTP 403: Resource not accessible by personal access token (https://api.github.com/repos/o/docs/releases)";
    let forecasts = |count: usize| {
        laps(count, |n| {
            [
                shell(FORECASTS[n % 8], no_resource("v2/forecast/hourly"), 0),
                look(format!("{}.md", WORDS[n % 14]), format!("# {n}\n")),
            ]
        })
    };
    vec![
        stuck("a password that is wrong in every spelling", logins(8, &|_| "10.20.4.11".into(), 0)),
        nudged_at_most(
            "a password that each of the databases refuses",
            logins(8, &|n| format!("db-{n}.example"), 0),
        ),
        healthy(
            "a password that is given after three tries, again and again",
            laps(3, |lap| {
                let host = format!("db-{lap}.example");
                let tried = |n: usize| logins(2, &|_| host.clone(), 0).swap_remove(3 * n);
                let opened = shell(PSQL[3].replace("HOST", &host), format!(" {lap}\n(1 row)"), 0);
                [tried(0), tried(1), opened]
            }),
        ),
        stuck("a token that may not release", releases(8, &|_| (forbidden.into(), 1))),
        healthy(
            "releases that are made one after the other",
            releases(8, &|n| (format!("https://github.com/o/docs/releases/tag/v3.4.{n}"), 0)),
        ),
        healthy(
            "a token that may not release until it may",
            releases(8, &|n| {
                if n % 3 < 2 {
                    (forbidden.into(), 1)
                } else {
                    ("https://github.com/o/docs".into(), 0)
                }
            }),
        ),
        // Each try is one, however many words tell of it.
        stuck("a push that is refused after each edit, and nobody attends", pushes(18))
            .unattended()
            .at(12, 33),
        healthy(
            "pages of the web that let nobody in, among those that do",
            laps(18, |n| {
                let fetch = |site: &str, output: &str, code: i32| {
                    shell(format!("curl -fsSL https://{site}{n}.example/a"), output, code)
                };
                let price = format!("Item {n} costs {} in {}.", n * 7, WORDS[n % 14]);
                [
                    fetch("closed", "curl: (22) The requested URL returned error: 403", 22),
                    fetch("open", &price, 0),
                ]
            }),
        )
        .unattended(),
        healthy(
            "endpoints that are found to be protected",
            laps(12, |n| {
                let path = format!("http://localhost:8080/api/{}", WORDS[n]);
                let answer = r#"{"status":401,"error":"Unauthorized"}"#;
                [
                    shell(format!("curl -sS {path}"), answer, 0),
                    shell(
                        format!("curl -sS -u a:b {path}"),
                        format!("{{\"{}\": {n}}}", WORDS[n]),
                        0,
                    ),
                ]
            }),
        )
        .unattended(),
        healthy(
            "one path that is gone on every host",
            laps(12, |n| {
                let url = format!("https://{}.shop.example/api/legacy", WORDS[n]);
                let gone = r#"{"status":404,"error":"Not Found","path":"/api/legacy"}"#;
                [
                    shell(format!("curl -sS {url}"), gone, 0),
                    edit("hosts.md", format!("| {} |", WORDS[n]), format!("| {} | ok |", WORDS[n])),
                ]
            }),
        ),
        healthy(
            "an endpoint that names the next field that it lacks",
            laps(12, |n| {
                let said =
                    format!("{{\"error\":\"POST /api/orders: field {} is required\"}}", WORDS[n]);
                let line = "curl -sS -X POST http://localhost:8080/api/orders -d @order.json";
                [shell(line, said, 0), edit("order.json", "}", format!("\"{}\": 1}}", WORDS[n]))]
            }),
        ),
        stuck("a path that a server does not have", forecasts(9)),
        healthy(
            "paths that a server does not have, one after the other",
            laps(9, |n| {
                let path = format!("v2/{}/hourly", WORDS[n]);
                [
                    shell(
                        format!("curl -sS https://api.met.example/{path}"),
                        no_resource(&path),
                        0,
                    ),
                    edit(
                        "routes.md",
                        format!("| {} |", WORDS[n]),
                        format!("| {} | gone |", WORDS[n]),
                    ),
                ]
            }),
        ),
    ]
}

/// What a search of the web found: these pages.
fn search_results(query: &str, pages: &[String]) -> String {
    let link =
        |page: &String| format!("{{\"title\":\"{page}\",\"url\":\"https://{page}.example/x\"}}");
    let links: Vec<String> = pages.iter().map(link).collect();
    format!(
        "Web search results for query: \"{query}\"\n\nLinks: [{}]\n\nSee these.",
        links.join(",")
    )
}

pub(crate) fn searches() -> Vec<Case> {
    let asked = |count: usize, pages: &dyn Fn(usize) -> Vec<String>| {
        laps(count, |n| {
            let query = format!("controller {} local api {}", WORDS[n % 14], WORDS[n * 5 % 14]);
            let results = search_results(&query, &pages(n));
            [tool("WebSearch", json!({"query": query}), results, true)]
        })
    };
    let page = |n: usize| format!("page{}", n % 6);
    let with_fetches = |count: usize| {
        laps(count, |n| {
            let query = format!("controller {} api", WORDS[n % 14]);
            let results = search_results(&query, &[page(n), page(n + 1)]);
            let url = json!({"url": format!("https://page{n}.example/x"), "prompt": "local api?"});
            [
                tool("WebSearch", json!({"query": query}), results, true),
                tool("web", url, format!("The page tells of the {} alone.", WORDS[n % 14]), true),
            ]
        })
    };
    vec![
        stuck(
            "one question in other words that finds the same pages",
            asked(16, &|n| vec![page(n), page(n + 1), page(n + 2), page(n + 3)]),
        ),
        stuck(
            "one question in other words, and the pages are read once more",
            laps(12, |n| {
                let query = format!("controller {} offline {}", WORDS[n % 14], WORDS[n * 5 % 14]);
                let results = search_results(&query, &[page(n), page(n + 2), page(n + 1)]);
                let url = json!({"url": format!("https://page{}.example/x", n % 2), "prompt": "local api?"});
                [
                    tool("WebSearch", json!({"query": query}), results, true),
                    tool("web", url, format!("The page tells of cloud {} alone.", n % 2), true),
                ]
            }),
        ),
        healthy(
            "questions to a server of which each finds another page",
            asked(14, &|n| vec![format!("new{n}")]),
        ),
        healthy(
            "tickets of one server that all name it",
            laps(14, |n| {
                let found = format!(
                    "[{{\"key\":\"A-{n}\",\"summary\":\"the {} is late\",\"self\":\"https://acme.example\"}}]",
                    WORDS[n]
                );
                [tool("mcp:tickets/search_issues", json!({"query": WORDS[n]}), found, true)]
            }),
        ),
        healthy(
            "questions of which each finds another page",
            asked(16, &|n| vec![page(n), page(n + 1), format!("new{n}")]),
        ),
        healthy("pages that are read one after the other", with_fetches(10)),
        healthy(
            "searches that find the same pages while something is written",
            laps(12, |n| {
                let query = format!("how to {}", WORDS[n % 14]);
                let results = search_results(&query, &[page(n), page(n + 1), page(n + 2)]);
                [
                    tool("WebSearch", json!({"query": query}), results, true),
                    edit("a.md", format!("- {n}"), format!("* {}", WORDS[n % 14])),
                ]
            }),
        ),
    ]
}
