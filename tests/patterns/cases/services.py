"""Tools over MCP and subagents: spreadsheets, mail, calendars, browsers; agents that hand work to each other."""
from session import healthy, stuck

TABS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"]


@healthy("principle:targets", "sheets", "Put the new header row on every month of the budget sheet.")
def a_header_on_every_tab(s):
    s.mcp("sheets", "get_spreadsheet", {"spreadsheet_id": "1kQm"}, {"sheets": TABS})
    for tab in TABS:
        s.mcp("sheets", "update_values", {"spreadsheet_id": "1kQm", "range": f"{tab}!A1:D1", "values": [["Date", "What", "Who", "Amount"]]}, {"status": "accepted", "updatedCells": 4})
    s.mcp("sheets", "get_values", {"spreadsheet_id": "1kQm", "range": "December!A1:D3"}, {"values": [["Date", "What", "Who", "Amount"], ["2026-12-01", "Rent", "Lena", "1450"]]})


@healthy("principle:fruitless", "mail", "Find the mail in which the landlord agreed to the new boiler.", client="codex")
def searches_until_one_finds(s):
    nothing = {"messages": [], "resultSizeEstimate": 0}
    for query in ["from:landlord boiler", "from:hausverwaltung boiler", "subject:Therme", "from:berger heizung", "from:berger Gastherme", "subject:(Heizung Austausch) has:attachment", "\"new boiler\" after:2026/01/01"]:
        s.mcp("gmail", "search_messages", {"q": query}, nothing)
    s.mcp("gmail", "list_labels", {}, {"labels": ["INBOX", "Flat", "Receipts"]})
    s.mcp("gmail", "search_messages", {"q": "label:flat from:berger"}, {"messages": [{"id": "18f2", "snippet": "Re: Kessel: einverstanden, bitte Firma Lorenz beauftragen"}, {"id": "18e9", "snippet": "Kessel"}], "resultSizeEstimate": 2})
    s.mcp("gmail", "get_message", {"id": "18f2"}, {"from": "berger@example.org", "date": "2026-03-14", "body": "Einverstanden, bitte Firma Lorenz beauftragen."})


@healthy("principle:waiting", "browser", "Upload the scan to the archive page and give me the link when it is processed.")
def a_page_that_processes_an_upload(s):
    s.mcp("playwright", "browser_navigate", {"url": "https://archive.example.org/upload"}, "### Page state\n- Page URL: https://archive.example.org/upload\n- Page Title: Upload\n- textbox \"Title\" [ref=e4]\n- button \"Choose file\" [ref=e5]")
    s.mcp("playwright", "browser_click", {"element": "Choose file", "ref": "e5"}, "### Modal state\n- [File chooser]: can be handled by the \"browser_file_upload\" tool")
    s.mcp("playwright", "browser_file_upload", {"paths": ["/home/dev/browser/scan.tif"]}, "### Page state\n- progressbar \"Processing\" [ref=e9]")
    for _ in range(7):
        s.mcp("playwright", "browser_wait_for", {"time": 5}, "### Result\nWaited for 5", ms=5010, gap=2)
        s.mcp("playwright", "browser_snapshot", {}, "### Page state\n- Page URL: https://archive.example.org/upload\n- Page Title: Upload\n- progressbar \"Processing\" [ref=e9]")
    s.mcp("playwright", "browser_wait_for", {"time": 5}, "### Result\nWaited for 5", ms=5010, gap=2)
    s.mcp("playwright", "browser_snapshot", {}, "### Page state\n- Page URL: https://archive.example.org/item/8841\n- Page Title: Scan\n- link \"Permanent link\" [ref=e12]")


@healthy("rule:handover", "review", "Plan the export feature with the planner, have each draft reviewed, and write the accepted plan down.", client="claude")
def reviews_that_move_on(s):
    for lap, (draft, objection) in enumerate([("Write CSV from the table component.", "The table is paged; the export would miss rows. Ask the API."),
                                              ("Add GET /export that streams CSV from the query of the table.", "No word on rights: the route must check the same policy as the table."),
                                              ("GET /export with TablePolicy, streamed, UTF-8 with BOM.", "Good. Say what happens above 100,000 rows."),
                                              ("As before; above 100,000 rows a job writes the file and mails a link.", "Accepted.")]):
        s.task("planner", f"Draft {lap + 1} of the plan for the CSV export. Objection to the last draft: {['none', 'paged table', 'rights', 'large exports'][lap]}.", draft)
        s.task("reviewer", f"Review draft {lap + 1} of the plan: {draft}", objection)
        s.write("docs/export-plan.md", f"# Export\n\n{draft}\n")


@stuck("principle:fruitless", "mail", "Did the insurance answer?", client="claude")
def one_mail_search_in_many_spellings(s):
    s.stuck_here()
    for query in ["from:insurance", "from:insurance newer_than:30d", "from:\"insurance\"", "from:(insurance)", "from:insurance in:anywhere", "from:insurance is:unread", "from:insurance OR from:insurance", "from: insurance", "FROM:insurance",
                  "from:insurance in:inbox", "insurance from:insurance", "from:insurance -in:trash", "from:insurance", "from:insurance newer_than:60d"]:
        s.mcp("gmail", "search_messages", {"q": query}, {"messages": [], "resultSizeEstimate": 0})


@stuck("rule:R6", "browser", "Log in to the supplier's portal and download the invoice.")
def a_button_that_cannot_be_clicked(s):
    s.mcp("playwright", "browser_navigate", {"url": "https://portal.example.com/login"}, "### Page state\n- Page Title: Supplier portal\n- dialog \"We value your privacy\" [ref=e2]\n- button \"Log in\" [ref=e7]")
    s.stuck_here()
    for selector in ["button[type=submit]", "#login", "text=Log in", "button:has-text('Log in')", "role=button[name='Log in']", "form >> button", "xpath=//button[1]", ".btn-primary", "button >> nth=0", "[data-testid=login]", "css=form button", "text='Log in' >> visible=true"]:
        s.mcp("playwright", "browser_click", {"element": "Log in button", "ref": selector},
              "### Error\nTimeoutError: locator.click: Timeout 5000ms exceeded.\nCall log:\n  - waiting for element to be visible, enabled and stable\n  - <div class=\"consent-overlay\"></div> intercepts pointer events", ok=False, ms=5020)


@stuck("principle:same_error", "sheets", "Fill in the totals of the shared sheet.", codes=False)
def no_permission_for_any_range(s):
    s.mcp("sheets", "get_spreadsheet", {"spreadsheet_id": "9xTr"}, {"sheets": TABS, "access": "reader"})
    s.stuck_here()
    no = "Error: 403 PERMISSION_DENIED: The caller does not have permission"
    for tab in TABS[:6]:
        s.mcp("sheets", "update_values", {"spreadsheet_id": "9xTr", "range": f"{tab}!D40", "values": [["=SUM(D2:D39)"]]}, no, ok=False)
    for tab in TABS[:4]:
        s.mcp("sheets", "append_values", {"spreadsheet_id": "9xTr", "range": f"{tab}!A:D", "values": [["", "", "", "total"]]}, no, ok=False)
    s.mcp("sheets", "batch_update", {"spreadsheet_id": "9xTr", "requests": [{"addSheet": {"properties": {"title": "Totals"}}}]}, no, ok=False)
    s.mcp("sheets", "update_values", {"spreadsheet_id": "9xTr", "range": "July!D40", "values": [["=SUM(D2:D39)"]]}, no, ok=False)


@stuck("rule:client_rejects", "sheets", "Mark the paid rows of the ledger green.", client="claude")
def calls_the_client_rejects(s):
    s.look("ledger/README.md", "The ledger is ledger/2026.csv; `paid` is the sixth column.")
    s.stuck_here()
    for n, old in enumerate(["2026-01-04,rent", "2026-01-09,power", "2026-01-11,water", "2026-01-15,phone", "2026-01-20,tax", "2026-02-04,rent", "2026-02-09,power", "2026-02-11,water", "2026-02-15,phone", "2026-02-20,tax", "2026-03-04,rent"]):
        if n % 4 == 3:
            s.other("mark_row", {"row": n}, "<tool_use_error>Error: No such tool available: mark_row</tool_use_error>", ok=False)
        else:
            s.edit("ledger/2026.csv", old, old + ",green", rejected="unread")


@stuck("rule:handover", "review", "Have the migration planned and reviewed, then do it.", client="claude")
def plan_and_review_without_end(s):
    s.look("db/schema.sql", "create table orders (id bigint primary key, total numeric);")
    s.stuck_here()
    for lap in range(1, 9):
        s.task("planner", f"Plan the migration of orders.total to cents. Iteration {lap}.", "1. Add total_cents. 2. Backfill. 3. Switch reads. 4. Drop total. Please have this reviewed before anything is done.")
        s.task("reviewer", f"Review the plan, iteration {lap}: add total_cents, backfill, switch reads, drop total.", "The plan looks reasonable but should be refined by the planner before implementation.")


@stuck("rule:handover", "calendar", "Find a slot for the quarterly review with the other team's assistant.", times="none")
def two_assistants_pass_it_back(s):
    s.mcp("calendar", "list_events", {"day": "2026-12-03"}, {"events": [{"start": "09:00", "end": "10:00", "title": "Stand-up"}]})
    s.stuck_here()
    for turn in range(1, 10):
        s.mcp("agents", "send", {"to": "assistant-b", "text": f"Message {turn}: please propose a slot for the quarterly review."}, {"reply": "Please let your side propose a slot first, then I will confirm."})
        s.mcp("agents", "send", {"to": "scheduler", "text": f"Message {turn}: assistant-b asks us to propose a slot first."}, {"reply": "I need a proposal from assistant-b before I can choose a slot."})


@stuck("rule:R6", "sheets", "Import the expenses once I have confirmed the account.", client="claude")
def talking_to_the_shell(s):
    s.look("expenses/import.md", "Ask the owner for the account before importing.")
    s.stuck_here()
    for text in ["Waiting for the account", "Waiting for the account.", "Still waiting for the account", "Please confirm the account", "Waiting for confirmation of the account", "Ready once the account is confirmed", "Waiting for the account to be confirmed", "Still waiting", "Please tell me the account", "Waiting", "Waiting for your reply", "Standing by"]:
        s.bash(f"echo \"{text}\"", text)
