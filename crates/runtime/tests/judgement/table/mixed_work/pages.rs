//! Browsers, sheets, boards and drawings behind MCP servers.

use serde_json::json;

use super::super::call::{laps, mcp, shell};
use super::super::case::{Case, healthy, nudged_at_most, stuck};
use super::{count, each, in_turn};

const LIST: &str = "- heading \"Products\"\n- link \"Lamp\" [ref=e1]\n- link \"Chair\" [ref=e2]\n- link \"Desk\" [ref=e3]";
const DIALOG: &str = "- dialog \"We value your privacy\"\n  - button \"Accept\" [ref=e9]\n  - button \"Settings\" [ref=e10]";

// A server that fails has a name of its own: its circuit is shared by all sessions.

pub(super) fn cases() -> Vec<Case> {
    vec![
        healthy("a list of products that is left and come back to", (1..=8).flat_map(|n| [
            mcp("playwright/browser_navigate", json!({"url": "http://localhost:3000/products"}), LIST, true),
            mcp("playwright/browser_click", json!({"element": "Product", "ref": format!("e{n}")}), format!("- heading \"Product {n}\"\n- button \"Buy\" [ref=e40]"), true),
            mcp("playwright/browser_click", json!({"element": "Buy", "ref": "e40"}), "- status \"Added to cart\"", true),
        ]).collect()),
        healthy("rows of a menu, gone through by a key", laps(10, |n| [
            mcp("playwright/browser_press_key", json!({"key": "ArrowDown"}), "Pressed key ArrowDown", true),
            mcp("playwright/browser_snapshot", json!({}), format!("- menuitem \"Row {n}\" [focused]"), true),
        ])),
        healthy("sheets of one book, each empty", each(|name| mcp("gsheets/get_values", json!({"spreadsheet_id": "1AbC", "range": format!("{name}!A1:Z50")}), "{\"values\": []}", true))),
        healthy("pages that are made in a wiki", each(|name| mcp("confluence/create_page", json!({"space": "SHOP", "title": name}), "{\"status\":\"current\"}", true))),
        nudged_at_most("tickets of twelve people, of which there are none", each(|name| mcp("jira/search", json!({"jql": format!("assignee = {name} AND status = Open")}), "{\"issues\":[],\"total\":0}", true))),
        healthy("frames of a drawing that are exported", count(12, |n| mcp("figma/export_image", json!({"file": "Zx81", "node": format!("12:{n}"), "format": "png"}), "Image saved", true))),
        healthy("tables of a base, each without a record", each(|name| mcp("airtable/list_records", json!({"base": "app1", "table": name}), "{\"records\":[]}", true))),
        healthy("cells of a book that are filled", count(14, |n| mcp("excel/write_cell", json!({"file": "plan.xlsx", "cell": format!("C{n}"), "value": n * 17}), "ok", true))),
        healthy("a form of many fields", each(|name| mcp("puppeteer/puppeteer_fill", json!({"selector": format!("#{name}"), "value": format!("{name} of Ada")}), format!("Filled #{name}"), true))),
        healthy("links of a page whose targets answer", each(|name| mcp("puppeteer/puppeteer_evaluate", json!({"script": format!("fetch('/{name}').then(r => r.status)")}), "Execution result:\n200", true))),
        healthy("blocks that are appended to a page", count(12, |n| mcp("notion/append_block", json!({"page": "7f0a", "text": format!("Step {n}: move the next part.")}), "{\"object\":\"list\"}", true))),
        nudged_at_most("selectors of a page, of which one may fit", ["#buy", ".buy", "button.buy", "[data-buy]", "form button", "[type=submit]", ".cta", "#cart button"]
            .map(|selector| mcp("puppeteer/puppeteer_evaluate", json!({"script": format!("document.querySelector('{selector}')")}), "Execution result:\nnull", true)).to_vec()),
        stuck("selectors of a page that never fit", count(16, |n| mcp("puppeteer/puppeteer_evaluate", json!({"script": format!("document.querySelector('#buy-{n} > button')")}), "Execution result:\nnull", true))),
        stuck("a consent that comes back whatever is done", laps(6, |n| [
            mcp("playwright/browser_click", json!({"element": "Accept", "ref": "e9"}), DIALOG, true),
            mcp("playwright/browser_press_key", json!({"key": "Escape"}), DIALOG, true),
            mcp("playwright/browser_evaluate", json!({"function": format!("() => document.querySelector('dialog').remove({n})")}), DIALOG, true),
            mcp("playwright/browser_snapshot", json!({}), DIALOG, true),
        ])),
        stuck("pages of a server that does not run", each(|name| mcp("puppeteer-b/puppeteer_navigate", json!({"url": format!("http://localhost:3000/{name}")}), format!("Error: net::ERR_CONNECTION_REFUSED at http://localhost:3000/{name}"), false))).refused(),
        stuck("a field that no ticket takes", count(12, |n| mcp("jira-b/create_issue", json!({"project": "SHOP", "summary": format!("Cart {n}"), "customfield_10016": n}), "{\"errors\":{\"customfield_10016\":\"Field 'customfield_10016' cannot be set. It is not on the appropriate screen, or unknown.\"}}", false))).refused(),
        stuck("one sheet, read with four tools", laps(6, |_| [
            mcp("excel/read_range", json!({"file": "plan.xlsx", "sheet": "Q1", "range": "A1:B2"}), "[[\"month\",\"total\"],[\"Jan\",17]]", true),
            mcp("excel/get_sheet", json!({"file": "plan.xlsx", "sheet": "Q1"}), "[[\"month\",\"total\"],[\"Jan\",17]]", true),
            mcp("excel/describe_sheet", json!({"file": "plan.xlsx", "sheet": "Q1"}), "2 rows, 2 columns", true),
            mcp("excel/read_cells", json!({"file": "plan.xlsx", "sheet": "Q1", "cells": ["A1", "B2"]}), "[\"month\",17]", true),
        ])),
        stuck("a page that is scrolled and shows the same", laps(14, |n| [
            mcp("playwright/browser_evaluate", json!({"function": format!("() => window.scrollBy(0, {})", 500 + 10 * n)}), "null", true),
            mcp("playwright/browser_snapshot", json!({}), LIST, true),
        ])),
        stuck("a board that allows no more requests", each(|name| mcp("airtable-b/list_records", json!({"base": "app1", "table": name}), "{\"errors\":[{\"error\":\"RATE_LIMIT_REACHED\",\"message\":\"Rate limit exceeded. Please try again later\"}]}", false))),
        stuck("a page that a shell fetches in many ways", in_turn(14, &["curl -s http://localhost:3000/cart", "curl -sL http://localhost:3000/cart", "wget -qO- http://localhost:3000/cart", "curl -s -H 'Accept: text/html' http://localhost:3000/cart", "curl -s http://localhost:3000/cart | cat"], "<h1>Cart</h1><p>Nothing here</p>", 0)).refused(),
    ]
    .into_iter()
    .chain([healthy("addresses of one server that all accept", each(|name| shell(format!("curl -s -X PUT http://localhost:3000/api/{name} -d @{name}.json"), "{\"ok\":true}", 0)))])
    .collect()
}
