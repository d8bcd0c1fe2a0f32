//! Notes, tickets, drawings, sheets, mail, calendars, browsers and robots behind MCP servers.

use serde_json::{Value, json};

use super::super::call::{Call, gaps, mcp};
use super::super::case::{Case, healthy, stuck};
use super::{NAMES, count, each};

// A server that fails has a name of its own: its circuit is shared by all sessions.

pub(super) fn cases() -> Vec<Case> {
    let mut cases = offices();
    cases.extend(post());
    cases.extend(browsers_and_robots());
    cases
}

/// Calls of one tool with each of the inputs in turn, all with the same answer.
fn in_turn(calls: usize, tool: &str, inputs: &[Value], output: &str, ok: bool) -> Vec<Call> {
    inputs.iter().cycle().take(calls).map(|input| mcp(tool, input.clone(), output, ok)).collect()
}

fn offices() -> Vec<Case> {
    vec![
        healthy("pages that are made in a notebook", each(|name| mcp("notion/create_page", json!({"parent": "db1", "title": name}), "{\"object\":\"page\",\"archived\":false}", true))),
        stuck("one search of a notebook, with another size of page", count(14, |n| mcp("notion/search", json!({"query": "roadmap", "page_size": n * 5}), "{\"object\":\"list\",\"results\":[],\"has_more\":false}", true))),
        healthy("tickets that are updated", count(14, |n| mcp("linear/update_issue", json!({"id": format!("SHOP-{n}"), "state": "Done"}), "Issue updated", true))),
        stuck("tickets that nobody may make", each(|name| mcp("linear-b/create_issue", json!({"team": "SHOP", "title": format!("Check {name}")}), "Error: Authentication required, not authenticated", false))).refused(),
        healthy("issues that go on to the next state", count(14, |n| mcp("jira/transition_issue", json!({"issue": format!("SHOP-{n}"), "transition": "31"}), "{\"status\":\"accepted\"}", true))),
        stuck("numbers of a transition, guessed", count(12, |n| mcp("jra/transition_issue", json!({"issue": "SHOP-7", "transition": format!("{}1", n)}), format!("{{\"errorMessages\":[\"Transition id '{n}1' is not valid for this issue.\"]}}"), false))).refused(),
        healthy("rectangles of a drawing that look alike", count(14, |n| mcp("figma/get_node", json!({"file": "abc", "node": format!("12:{n}")}), "{\"type\":\"RECTANGLE\",\"fills\":[{\"color\":\"#fff\"}]}", true))),
        stuck("one drawing, fetched ever deeper", count(14, |n| mcp("figma/get_file", json!({"file": "abc", "depth": n}), "{\"name\":\"Shop\",\"document\":{\"children\":[{\"name\":\"Page 1\"}]}}", true))),
        healthy("cells of a sheet, written row by row", count(20, |n| mcp("sheets/update_cells", json!({"sheet": "s1", "range": format!("B{n}"), "values": [[n * 3]]}), "Updated 1 cells", true))),
        stuck("one cell that is written again and again", count(12, |_| mcp("sheets/update_cells", json!({"sheet": "s1", "range": "B7", "values": [["=SUM(A1:A6)"]]}), "Updated 1 cells", true))).refused(),
        healthy("rows of a sheet, read fifty at a time", count(14, |n| mcp("sheets/get_values", json!({"sheet": "s1", "range": format!("A{}:F{}", n * 50 - 49, n * 50)}), "{\"values\":[[\"\",\"\",\"0\"]]}", true))),
        stuck("a range of a sheet that grows by a row", count(14, |n| mcp("sheets/get_values", json!({"sheet": "s1", "range": format!("A1:F{}", 50 + n)}), "{\"values\":[[\"id\",\"total\"],[1,10]]}", true))),
        healthy("pages of a list of customers", count(14, |n| mcp("stripe/list_customers", json!({"limit": 10, "starting_after": format!("cus_{n}")}), format!("{{\"data\":[{{\"id\":\"cus_{}\"}}],\"has_more\":true}}", n + 1), true))),
        stuck("a page of contacts whose cursor leads to itself", count(14, |n| mcp("crm/list_contacts", json!({"cursor": "aGVsbG8", "request": n}), "{\"contacts\":[{\"id\":1,\"name\":\"Anna\"}],\"next\":\"aGVsbG8\"}", true))).refused(),
        healthy("materials without a message", count(14, |n| mcp("sap/call_bapi", json!({"name": "BAPI_MATERIAL_SAVEDATA", "material": format!("M-{n:04}")}), "{\"RETURN\":[]}", true))),
        stuck("a record that is locked", in_turn(12, "salesforce/update", &[json!({"id": "a01", "fields": {"Stage": "Won"}}), json!({"id": "a01", "fields": {"Stage": "Won"}, "allOrNone": false}), json!({"id": "a01", "fields": {"StageName": "Won"}})], "UNABLE_TO_LOCK_ROW: unable to obtain exclusive access to this record", false)).refused(),
        healthy("vectors that are put in, batch by batch", count(15, |n| mcp("vectors/upsert", json!({"index": "docs", "offset": n * 100, "count": 100}), "{\"upserted\":100}", true))),
        stuck("one question to the vectors, with more neighbours", count(14, |n| mcp("vectors/query", json!({"index": "docs", "text": "refund policy", "top_k": 4 + n}), "{\"matches\":[{\"id\":\"d7\",\"score\":0.81},{\"id\":\"d2\",\"score\":0.79}]}", true))),
    ]
}

fn post() -> Vec<Case> {
    vec![
        healthy("mails that are marked as read", count(20, |n| mcp("mail/mark_read", json!({"id": format!("m{n:03}")}), "{\"status\":\"ok\"}", true))),
        stuck("a mail that nobody takes", count(12, |n| mcp("smtp/send", json!({"to": "anna@acme.test", "subject": format!("Your order, try {n}"), "body": "Hello"}), "SMTP error: 550 5.1.1 <anna@acme.test>: Recipient address rejected: User unknown", false))).refused(),
        healthy("mailboxes without a complaint", each(|name| mcp("mail/search", json!({"mailbox": format!("{name}@acme.test"), "query": "complaint"}), "[]", true))),
        // Other questions each: named only.
        stuck("one mailbox, searched for what is not there", ["from:anna", "anna", "from:anna@acme.test", "anna refund", "subject:refund", "refund", "refund anna", "from:anna subject:refund", "\"refund\"", "anna order", "order anna", "from:a.meier", "meier", "anna meier", "subject:order", "order refund", "money back", "return anna", "reclaim", "from:anna has:attachment", "has:attachment refund", "anna pdf", "invoice anna", "invoice", "from:anna after:2024", "anna 2024"]
            .map(|query| mcp("mail/search", json!({"mailbox": "shop@acme.test", "query": query}), "No messages found", true)).to_vec()),
        healthy("twelve people who are free", each(|name| mcp("calendar/free_busy", json!({"person": format!("{name}@acme.test"), "day": "2024-03-01"}), "{\"busy\":[]}", true))),
        stuck("a meeting that collides, under other names", count(12, |n| mcp("calendar-b/create_event", json!({"room": "A", "start": "2024-03-01T10:00", "title": format!("Review, try {n}")}), "409 Conflict: the room A is booked from 10:00 to 11:00", false))).refused(),
        healthy("a message to each channel", each(|name| mcp("slack/post_message", json!({"channel": format!("#{name}"), "text": "The migration begins at noon."}), "{\"ok\":true}", true))),
        stuck("a channel that the robot is not in", ["The build is green.", "Build: green", "build green", "The build passes now.", "All green!", "Green.", "The build is fine", "It builds.", "Build OK", "ok", "CI is green", "Done: green"]
            .map(|text| mcp("slack-b/post_message", json!({"channel": "#builds", "text": text}), "{\"ok\":false,\"error\":\"not_in_channel\"}", true)).to_vec()).refused(),
        stuck("a reviewer that is switched off", count(12, |n| mcp("reviews/request_review", json!({"pull_request": 41, "note": format!("Please look again ({n})")}), "Review bot is disabled for this repository.", true))),
        healthy("reviews of twelve pull requests", count(12, |n| mcp("reviews/request_review", json!({"pull_request": 40 + n, "note": "Please look."}), "Review requested.", true))),
        stuck("a translation that is over its quota", each(|name| mcp("translate-b/text", json!({"text": format!("The {name} are empty."), "to": "de"}), "Error 456: Quota exceeded. The character limit has been reached.", false))).refused(),
        healthy("phrases that are translated", each(|name| mcp("translate/text", json!({"text": format!("The {name} are empty."), "to": "de"}), format!("{{\"text\":\"Leer: {name}.\"}}"), true))),
    ]
}

fn browsers_and_robots() -> Vec<Case> {
    vec![
        healthy("a form that is filled for each name", NAMES.iter().flat_map(|name| [
            mcp("browser/fill", json!({"selector": "#name", "value": name}), "Filled", true),
            mcp("browser/click", json!({"selector": "#save"}), "Clicked", true),
            mcp("browser/snapshot", json!({}), "- status: Saved\n- textbox \"Name\"\n- button \"Save\"", true),
        ]).collect()),
        stuck("a login that leads back to itself", (0..9).flat_map(|_| [
            mcp("browser/fill", json!({"selector": "#user", "value": "dev"}), "Filled", true),
            mcp("browser/click", json!({"selector": "#login"}), "Clicked", true),
            mcp("browser/snapshot", json!({}), "- heading \"Sign in\"\n- textbox \"User\"\n- button \"Log in\"", true),
        ]).collect()),
        stuck("a page that only turns its wheel", (0..22).flat_map(|_| [
            mcp("browser/wait", json!({"seconds": 2}), "Waited 2 seconds", true),
            mcp("browser/snapshot", json!({}), "- progressbar \"Loading\"", true),
        ]).collect()),
        healthy("a page that loads after a while", (0..6).flat_map(|n| [
            mcp("browser/wait", json!({"seconds": 2}), "Waited 2 seconds", true),
            mcp("browser/snapshot", json!({}), if n < 5 { "- progressbar \"Loading\"" } else { "- heading \"Cart\"" }, true),
        ]).collect()),
        healthy("links of a page, followed one by one", NAMES.iter().flat_map(|name| [
            mcp("browser/navigate", json!({"url": format!("https://shop.test/{name}")}), "Navigated", true),
            mcp("browser/snapshot", json!({}), "- heading \"Shop\"\n- text: Nothing here yet", true),
        ]).collect()),
        stuck("a link that opens the same page", (0..9).flat_map(|_| [
            mcp("browser/navigate", json!({"url": "https://shop.test/cart"}), "Navigated", true),
            mcp("browser/snapshot", json!({}), "- heading \"Not found\"", true),
        ]).collect()).refused(),
        stuck("a button that no selector finds", ["#buy", ".buy", "button.buy", "text=Buy", "//button[1]", "[data-test=buy]", "button >> nth=0", "role=button", "#buy-now", ".btn-primary", "form button", "a.buy"]
            .map(|selector| mcp("browser-b/click", json!({"selector": selector}), format!("TimeoutError: locator.click: Timeout 5000ms exceeded.\nwaiting for locator('{selector}')"), false)).to_vec()).refused(),
        healthy("rows of a window, clicked one by one", count(14, |n| mcp("rpa/click", json!({"window": "ERP", "row": n}), "{\"clicked\":true}", true))),
        stuck("a field that no robot may type into", ["Total", "Total:", "total", "txtTotal", "edit1", "#total", "Total EUR", "field 3", "Total (net)", "TOTAL", "sum", "Sum"]
            .map(|field| mcp("rpa-b/type_text", json!({"window": "ERP", "field": field, "text": "10"}), format!("Error: ElementNotInteractable: element '{field}' is disabled"), false)).to_vec()).refused(),
        healthy("requests of a page, looked at one by one", count(12, |n| mcp("browser/network_request", json!({"index": n}), "{\"method\":\"GET\",\"status\":200,\"type\":\"image/png\"}", true))),
        stuck("the console of a page that nobody changes", count(12, |_| mcp("browser/console_messages", json!({}), "[ERROR] Uncaught TypeError: cart is undefined @ app.js:12", true))).refused(),
        healthy("a tab that is reloaded after each edit", (1..=8).flat_map(|n| [
            super::super::call::edit("app.css", format!("margin: {}px", n - 1), format!("margin: {n}px")),
            mcp("browser/reload", json!({}), "Reloaded", true),
            mcp("browser/screenshot", json!({}), format!("screenshot of {n} bytes: 9f{n:02x}"), true),
        ]).collect()),
        // Of one page: other pages that show the same are looked at in honest work too.
        stuck("a captcha that is asked for each time", gaps(8, (0..9).flat_map(|_| [
            mcp("browser/navigate", json!({"url": "https://search.test/?q=cart"}), "Navigated", true),
            mcp("browser/snapshot", json!({}), "- heading \"Are you a robot?\"\n- checkbox \"I am not a robot\"", true),
        ]).collect())),
    ]
}
