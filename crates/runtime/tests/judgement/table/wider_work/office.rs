//! Office tools behind MCP servers, and browsers: boards, tickets, channels, sheets, drawings, calendars, pages, Cypress.

use serde_json::json;

use super::super::call::{Call, every, laps, mcp, shell, tool};
use super::super::case::{Case, healthy, stuck};
use super::{count, in_turn, parts};

pub(super) fn cases() -> Vec<Case> {
    [healthy_cases(), stuck_cases()].concat()
}

fn healthy_cases() -> Vec<Case> {
    vec![
        healthy(
            "a job of a server, shown each minute",
            every(60, 24, mcp("ci/get_job", json!({"id": 7}), "{\"state\":\"queued\"}", true)),
        ),
        healthy(
            "cards that are moved on a board",
            parts(14, |n| {
                mcp("trello/move_card", json!({"card": n, "list": "done"}), "{\"ok\":true}", true)
            }),
        ),
        healthy(
            "tickets of Jira that get a label",
            count(20, |n| {
                mcp(
                    "jira/update_issue",
                    json!({"key": format!("SHOP-{}", 100 + n), "labels": ["q3"]}),
                    "Issue updated successfully",
                    true,
                )
            }),
        ),
        healthy(
            "channels that hear of a release",
            parts(12, |n| {
                mcp(
                    "slack/post_message",
                    json!({"channel": format!("#{n}"), "text": "Release 4 is out"}),
                    "{\"ok\":true}",
                    true,
                )
            }),
        ),
        healthy(
            "a sheet that is read page by page, most of it empty",
            count(12, |n| {
                mcp(
                    "sheets/get_values",
                    json!({"sheet": "stock", "range": format!("A{}:F{}", 50 * n - 49, 50 * n)}),
                    "{\"values\":[[\"\",\"\",\"0\"]]}",
                    true,
                )
            }),
        ),
        healthy(
            "components of Figma that are exported",
            parts(12, |n| {
                mcp(
                    "figma/export_node",
                    json!({"node": n, "format": "svg"}),
                    "{\"err\":null,\"status\":200}",
                    true,
                )
            }),
        ),
        healthy(
            "boxes of a form that are ticked",
            count(14, |n| {
                mcp(
                    "playwright/browser_click",
                    json!({"element": format!("Option {n}"), "ref": format!("e{}", 20 + n)}),
                    "### Ran Playwright code\n```js\nawait page.getByRole('checkbox').click();\n```\n### Page state\n- Page URL: http://shop.test/options\n- Page Title: Options",
                    true,
                )
            }),
        ),
        healthy(
            "pages of results, one click after the other",
            count(14, |n| {
                mcp(
                    "playwright/browser_click",
                    json!({"element": "Next", "ref": "e9"}),
                    format!(
                        "### Page state\n- Page URL: http://shop.test/list?page={n}\n- list:\n  - listitem: Product {}\n  - listitem: Product {}",
                        2 * n,
                        2 * n + 1
                    ),
                    true,
                )
            }),
        ),
        healthy(
            "pages that are opened and look alike",
            PAGES
                .iter()
                .flat_map(|page| {
                    [
                        mcp(
                            "playwright/browser_navigate",
                            json!({"url": format!("http://shop.test/{page}")}),
                            format!("Navigated to http://shop.test/{page}"),
                            true,
                        ),
                        mcp(
                            "playwright/browser_snapshot",
                            json!({}),
                            "- heading \"Shop\" [level=1]\n- link \"Home\"",
                            true,
                        ),
                    ]
                })
                .collect(),
        ),
        healthy(
            "days of a calendar without an event",
            count(20, |n| {
                mcp(
                    "calendar/list_events",
                    json!({"date": format!("2024-05-{n:02}")}),
                    "{\"events\":[]}",
                    true,
                )
            }),
        ),
        healthy(
            "a thread that nobody answers, asked each minute",
            every(
                60,
                24,
                mcp(
                    "slack/get_thread_replies",
                    json!({"channel": "C1", "ts": "171.2"}),
                    "{\"messages\":[]}",
                    true,
                ),
            ),
        ),
        healthy(
            "specs of Cypress that pass",
            parts(12, |n| {
                shell(
                    format!("npx cypress run --spec cypress/e2e/{n}.cy.js"),
                    "  ✔  All specs passed!                        00:04        6        6        -        -        -",
                    0,
                )
            }),
        ),
        healthy(
            "people who are asked for in a directory, half of them known",
            count(16, |n| {
                mcp(
                    "directory/find_person",
                    json!({"mail": format!("p{n}@shop.test")}),
                    if n % 2 == 0 {
                        "{\"person\":null}".to_owned()
                    } else {
                        format!("{{\"person\":{{\"id\":{}}}}}", 40 + n)
                    },
                    true,
                )
            }),
        ),
        healthy(
            "reviewers that find nothing, one for each part",
            parts(12, |n| {
                tool(
                    "task",
                    json!({"description": format!("Review {n}"), "prompt": format!("Review src/{n} for races and say what you find"), "subagent_type": "reviewer"}),
                    "No issues found.",
                    true,
                )
            }),
        ),
    ]
}

const PAGES: [&str; 8] = ["home", "cart", "login", "terms", "help", "jobs", "press", "about"];

fn handover(n: usize) -> [Call; 2] {
    [
        tool(
            "task",
            json!({"description": "Implement", "prompt": format!("Round {n}: address the reviewer's comments on the cart"), "subagent_type": "coder"}),
            "I addressed all comments. Please review again.",
            true,
        ),
        tool(
            "task",
            json!({"description": "Review", "prompt": format!("Round {n}: review the cart again"), "subagent_type": "reviewer"}),
            "There are still comments that are not addressed.",
            true,
        ),
    ]
}

fn stuck_cases() -> Vec<Case> {
    let clicks = [
        json!({"ref": "e12"}),
        json!({"ref": "e12", "doubleClick": true}),
        json!({"ref": "e12", "button": "left"}),
        json!({"ref": "e12", "force": true}),
        json!({"ref": "e12", "modifiers": ["Shift"]}),
    ];
    let words = [
        "refund limit policy eu",
        "policy refund limit eu",
        "eu refund policy limit",
        "limit policy refund eu",
        "refund policy eu limit",
        "eu limit refund policy",
    ];
    let cypress = [
        "npx cypress run --spec cypress/e2e/cart.cy.js",
        "npx cypress run --spec cypress/e2e/cart.cy.js --browser firefox",
        "npx cypress run --spec cypress/e2e/cart.cy.js --headed",
        "npx cypress run --spec cypress/e2e/cart.cy.js -q",
        "npx cypress run --spec cypress/e2e/cart.cy.js | tail -30",
    ];
    let expired = "401 Unauthorized: the access token has expired";
    vec![
        stuck("a thread that nobody answers, asked at once", every(4, 16, mcp("slack/get_thread_replies", json!({"channel": "C1", "ts": "171.2"}), "{\"messages\":[{\"text\":\"Is it out?\"}]}", true))).refused(),
        stuck("a file of a server, read each minute", every(60, 16, mcp("fs/read_file", json!({"path": "/srv/shop.toml"}), "port = 80\nname = \"shop\"", true))).refused(),
        stuck("a button that another element covers", clicks.iter().cycle().take(16).map(|input| mcp("browser/browser_click", input.clone(), "Error: locator.click: <div class=\"overlay\"></div> intercepts pointer events", false)).collect()).refused(),
        stuck("one range of a sheet that is made longer", count(14, |n| mcp("sheets/get_values", json!({"sheet": "stock", "range": format!("A1:D{}", 10 + n)}), "{\"values\":[[\"id\",\"sum\"],[\"1\",\"12\"],[\"2\",\"40\"]]}", true))).refused(),
        stuck("a node of Figma that is asked for in wrong forms", count(16, |n| mcp("figma/get_node", json!({"node": n, "depth": n % 3}), "Invalid arguments for tool get_node: [{\"code\":\"invalid_type\",\"expected\":\"string\",\"received\":\"undefined\",\"path\":[\"nodeId\"],\"message\":\"Required\"}]", false))).refused(),
        stuck("channels of Slack, guessed", parts(18, |n| mcp("slack/post_message", json!({"channel": format!("#{n}-alerts"), "text": "Build is red"}), "{\"ok\":false,\"error\":\"channel_not_found\"}", true))).refused(),
        stuck("one search of a wiki, its words in other orders", words.iter().cycle().take(24).map(|query| mcp("confluence/search", json!({"query": query}), "{\"results\":[],\"size\":0}", true)).collect()).refused(),
        stuck("a page that is looked at without end", every(4, 26, mcp("playwright/browser_snapshot", json!({}), "- heading \"Loading\" [level=1]\n- img", true))).refused(),
        stuck("a coder and a reviewer, round after round", laps(12, handover)).refused(),
        stuck("a token that has expired, whatever tool of the tracker", (0..16).map(|n| mcp(["tracker/get_issue", "tracker/search", "tracker/add_comment", "tracker/list_projects"][n % 4], json!({"key": format!("SHOP-{n}")}), expired, false)).collect()).refused(),
        stuck("one spec of Cypress in every browser", in_turn(16, &cypress, "  Cart\n    1) adds up\n\n  0 passing (4s)\n  1 failing\n\n  1) Cart\n       adds up:\n     AssertionError: Timed out retrying after 4000ms: expected '10' to equal '12'", 1)).refused(),
        stuck("a limit of Notion that never ends", count(24, |n| mcp("notion/append_block", json!({"page": "p1", "text": format!("Line {n}")}), "{\"object\":\"error\",\"status\":429,\"code\":\"rate_limited\",\"message\":\"You have been rate limited. Please try again in a few minutes.\"}", false))).refused(),
        stuck("a drawing that may not be written, node after node", parts(16, |n| mcp("figma/set_fill", json!({"node": n, "color": "#fff"}), "{\"error\":true,\"message\":\"You do not have permission to edit this file\"}", true))).refused(),
    ]
}
