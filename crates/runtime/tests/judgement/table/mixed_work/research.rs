//! Research in the web, and the translation of documents.

use serde_json::json;

use super::super::call::{edit, laps, look_from, say, shell, tool};
use super::super::case::{Case, healthy, nudged_at_most, stuck};
use super::{count, each};

const HITS: &str = "1. Cancelling async tasks - blog.acme.test/cancel\n2. Select and drop safety - docs.acme.test/select\n3. Graceful shutdown - wiki.acme.test/shutdown";

// A host that fails has a name of its own: its circuit is shared by all sessions.

pub(super) fn cases() -> Vec<Case> {
    let fetch = |url: &str, output: &str, ok: bool| {
        tool("web", json!({"url": url, "prompt": "What does it say?"}), output, ok)
    };
    let ask = |query: &str, output: &str| tool("web_search", json!({"query": query}), output, true);
    vec![
        healthy(
            "parts of one long page, fetched one after the other",
            count(12, |n| {
                tool(
                    "mcp:fetch/fetch",
                    json!({"url": "https://docs.acme.test/book", "start_index": 5000 * n, "max_length": 5000}),
                    format!("Contents of https://docs.acme.test/book:\nChapter {n}."),
                    true,
                )
            }),
        ),
        healthy(
            "a question about each part",
            each(|name| {
                ask(
                    &format!("how shops handle {name}"),
                    &format!("1. All about {name} - docs.acme.test/{name}"),
                )
            }),
        ),
        healthy(
            "pages of hits",
            count(10, |n| {
                fetch(
                    &format!("https://search.acme.test/?q=cancel&page={n}"),
                    &format!("Hits {} to {}", 10 * n, 10 * n + 9),
                    true,
                )
            }),
        ),
        healthy(
            "a chapter that is read and translated, one after the other",
            (0..14)
                .flat_map(|n| {
                    [
                        look_from(
                            "book.md",
                            1 + 60 * n,
                            format!("Part {n}. The cart holds what is bought."),
                        ),
                        edit(
                            "buch.md",
                            format!("<!-- {n} -->"),
                            format!(
                                "Teil {n}. Der Korb hält, was gekauft wird.\n<!-- {} -->",
                                n + 1
                            ),
                        ),
                    ]
                })
                .collect(),
        ),
        healthy(
            "phrases that are not translated yet, fewer after each edit",
            laps(14, |n| {
                [
                    edit("po/de.po", format!("msgstr \"\" # {n}"), format!("msgstr \"Korb {n}\"")),
                    shell(
                        "msgfmt --statistics -o /dev/null po/de.po",
                        format!(
                            "{} translated messages, {} untranslated messages.",
                            40 + n,
                            30 - n
                        ),
                        0,
                    ),
                ]
            }),
        ),
        healthy(
            "catalogues that are compiled",
            ["de", "fr", "it", "es", "nl", "pl", "cs", "sv", "da", "fi", "pt", "ro"]
                .map(|l| shell(format!("msgfmt -c -o locale/{l}.mo po/{l}.po"), "", 0))
                .to_vec(),
        ),
        healthy(
            "sources that are put on a list",
            each(|name| {
                edit(
                    "sources.md",
                    format!("<!-- next {name} -->"),
                    format!("- {name}: docs.acme.test/{name}"),
                )
            }),
        ),
        healthy(
            "claims that each page says alike",
            each(|name| {
                fetch(
                    &format!("https://{name}.acme.test/license"),
                    "The page says that the licence is MIT.",
                    true,
                )
            }),
        ),
        healthy(
            "notes that follow each page",
            (0..10)
                .flat_map(|n| {
                    [
                        fetch(
                            &format!("https://docs.acme.test/guide/{n}"),
                            &format!("Guide {n} explains step {n} of {}.", 7 * n),
                            true,
                        ),
                        say(format!(
                            "Guide {n} names step {n}; I go on with the next one, about part {}.",
                            n + 1
                        )),
                    ]
                })
                .collect(),
        ),
        nudged_at_most(
            "papers that are behind a wall",
            // The tenth failure in a row opens the circuit of the whole web.
            each(|name| {
                fetch(
                    &format!("https://{name}.papers.test/a.pdf"),
                    "Request failed with status code 403",
                    false,
                )
            })[..9]
                .to_vec(),
        ),
        stuck(
            "one page, fetched at every heading",
            [
                "#intro", "#usage", "#api", "#faq", "#cancel", "#select", "#drop", "#more",
                "#notes", "#links", "#end", "#top",
            ]
            .map(|part| {
                fetch(
                    &format!("https://docs.acme.test/cancel{part}"),
                    "The page explains that a dropped future is cancelled at its next await.",
                    true,
                )
            })
            .to_vec(),
        ),
        stuck(
            "one question in another order of words",
            [
                "tokio select cancel safety",
                "cancel safety tokio select",
                "\"cancel safety\" tokio select",
                "tokio cancel safety select",
                "select tokio cancel safety",
                "safety cancel tokio select",
                "tokio select \"cancel safety\"",
                "tokio: select cancel safety",
                "select! tokio cancel safety",
                "tokio select cancel safety?",
            ]
            .map(|query| ask(query, HITS))
            .to_vec(),
        ),
        stuck(
            "words that no search finds",
            count(14, |n| {
                ask(&format!("acme cart error {} at line {}", 4000 + n, 17 * n), "No results found")
            }),
        ),
        stuck(
            "one page that is gone, fetched in every form",
            [
                "",
                "/",
                "?ref=1",
                "/index.html",
                "?ref=2",
                "#top",
                "/.",
                "?utm_source=x",
                "/?a=1",
                "?print=1",
            ]
            .map(|end| {
                fetch(
                    &format!("https://gone.acme.test/old{end}"),
                    "Request failed with status code 404",
                    false,
                )
            })
            .to_vec(),
        ),
        stuck(
            "one part of a page, fetched with another length",
            count(12, |n| {
                tool(
                    "mcp:fetch/fetch",
                    json!({"url": "https://docs.acme.test/short", "max_length": 5000 + 500 * n}),
                    "Contents of https://docs.acme.test/short:\nNothing here yet.",
                    true,
                )
            }),
        ),
    ]
}
