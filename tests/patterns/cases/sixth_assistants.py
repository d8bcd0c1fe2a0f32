"""Assistants with tools over MCP, documents and subagents: Sentry, Linear, Figma, Slack, calendars, research, PDFs, labels, docs sites, spreadsheets."""
from session import healthy, stuck


@healthy("work:sentry", "web-checkout", "Go through the new Sentry issues and close those from browser extensions.", client="claude")
def issues_judged_and_closed(s):
    s.mcp("sentry", "search_issues", {"query": "is:unresolved firstSeen:-24h"}, "\n".join(f"- **CHECKOUT-{800 + n}**: TypeError" for n in range(11)))
    for n in range(11):
        extension = n % 3 != 1
        s.mcp("sentry", "get_issue_details", {"issueId": f"CHECKOUT-{800 + n}"}, f"# Issue CHECKOUT-{800 + n}\nTypeError: Cannot read properties of undefined (reading 'get')\nat {'chrome-extension://kbf/inject.js:1' if extension else f'src/cart/total.ts:{40 + n}'}\nUsers: {n * 5 % 7 + 1}")
        if extension:
            s.mcp("sentry", "update_issue", {"issueId": f"CHECKOUT-{800 + n}", "status": "ignored"}, "Issue updated: status is now ignored")


@healthy("work:linear", "cycle-planning", "Give all tickets of the cycle without an estimate an estimate of two.", client="plain", gap=2)
def an_estimate_for_every_ticket(s):
    s.mcp("linear", "list_issues", {"cycle": "current", "filter": "estimate is null"}, [{"id": f"ENG-{410 + n}"} for n in range(15)])
    for n in range(15):
        s.mcp("linear", "update_issue", {"id": f"ENG-{410 + n}", "estimate": 2}, {"success": True})
    s.mcp("linear", "list_issues", {"cycle": "current", "filter": "estimate is null"}, [])


@healthy("work:figma", "design-kit", "Build the eight cards of the frame as components.", client="claude")
def each_card_of_a_frame_built(s):
    s.mcp("figma", "get_metadata", {"nodeId": "40:1"}, "".join(f"<instance id=\"40:{n}\" name=\"Card {n}\"/>" for n in range(2, 10)))
    for n in range(2, 10):
        s.mcp("figma", "get_design_context", {"nodeId": f"40:{n}"}, f"<div className=\"rounded-{n} p-4\" data-node-id=\"40:{n}\"><p>Card {n}</p></div>")
        s.mcp("figma", "get_screenshot", {"nodeId": f"40:{n}"}, "[image]")
        s.write(f"src/cards/Card{n}.tsx", f"export const Card{n} = () => <div className=\"rounded-{n} p-4\">Card {n}</div>;\n")


@healthy("work:slack", "support-digest", "Read this week's threads of the support channel and write a digest.", client="plain", gap=2)
def every_thread_of_a_week(s):
    s.mcp("slack", "conversations_history", {"channel_id": "C0SUP", "limit": "7d"}, "\n".join(f"{1763500000 + n * 4111}.00{n:02},Question {n}" for n in range(16)))
    for n in range(16):
        s.mcp("slack", "conversations_replies", {"channel_id": "C0SUP", "thread_ts": f"{1763500000 + n * 4111}.00{n:02}"}, "MsgID,UserID,Text\n" + ("" if n % 3 else f"9{n},U{n},Restart of the agent helped, version 4.{n}"))
    s.mcp("slack", "conversations_add_message", {"channel_id": "C0LEAD", "payload": "Digest: 16 threads, 6 answered."}, "Message posted")


@healthy("work:calendar", "front-office", "Find the first day on which all five have two hours together, then book it.", client="claude", gap=3)
def day_after_day_nobody_is_free(s):
    for day in range(1, 15):
        s.mcp("gcal", "find_free_slots", {"attendees": ["ana", "bo", "cy", "dee", "eli"], "date": f"2026-12-{day:02}", "minutes": 120}, {"slots": [] if day < 14 else ["14:00-16:00"]})
    s.mcp("gcal", "create_event", {"title": "Roadmap", "start": "2026-12-14T14:00", "minutes": 120, "attendees": ["ana", "bo", "cy", "dee", "eli"]}, {"id": "ev_88", "status": "confirmed"})


@healthy("work:research", "heat-report", "Find out how much the ten largest German cities spend on heat plans, with sources.", client="claude")
def a_sum_for_each_city(s):
    for n, city in enumerate(["Berlin", "Hamburg", "Munich", "Cologne", "Frankfurt", "Stuttgart", "Düsseldorf", "Leipzig", "Dortmund", "Essen"]):
        s.other("WebSearch", {"query": f"{city} heat action plan budget 2026"}, f"Links: [{{\"title\":\"{city}: Hitzeaktionsplan\",\"url\":\"https://www.{city.lower()}.example/hitze\"}}]", ms=2400)
        s.other("web", {"url": f"https://www.{city.lower()}.example/hitze", "prompt": "What sum is planned for 2026?"}, "The page does not state a sum for 2026." if n % 3 else f"The plan names {1 + n * 0.4:.1f} million euros for 2026.", ms=4100)


@healthy("work:scans", "archive-scans", "Read the scanned minute book page by page and write down all decisions.", client="plain", gap=3)
def a_minute_book_page_by_page(s):
    for page in range(1, 23):
        s.mcp("pdf", "ocr_page", {"file": "minutes-1931.pdf", "page": page}, {"text": ""} if page in (2, 4, 9, 15, 16, 21) else {"text": f"Item {page}. The board decides to grant {page * 35} marks."}, ms=2600)
    s.write("decisions.md", "# Decisions\n\nSixteen grants, see the list.\n")


@healthy("work:labels", "road-signs", "Label the signs on these pictures.", client="claude", gap=2)
def pictures_labelled_one_by_one(s):
    kinds = ["stop", "yield", "stop", "stop", "limit30", "stop", "stop", "stop", "limit50", "stop", "yield", "stop"]
    for n, kind in enumerate(kinds):
        s.mcp("labelstudio", "get_image", {"task": 7000 + n}, "[image]")
        s.mcp("labelstudio", "create_annotation", {"task": 7000 + n, "label": kind, "box": [n * 11 % 90, n * 7 % 50, 40, 40]}, {"status": "created"})


@healthy("work:docs", "guide-mkdocs", "mkdocs build --strict must pass.", client="codex")
def strict_warnings_mended_in_turn(s):
    left = [9, 8, 8, 6, 5, 3, 2, 1, 0]
    for n, count in enumerate(left):
        s.bash("mkdocs build --strict 2>&1 | tail -2", (f"WARNING -  Doc file 'guide/part{n}.md' contains a link '../old/{n}.md', but the target is not found among documentation files.\nAborted with {count} warnings in strict mode!" if count else f"INFO    -  Documentation built in 4.{n} seconds"), ms=5000)
        if count:
            s.edit(f"docs/guide/part{n}.md", f"](../old/{n}.md)", f"](../reference/{n}.md)")


@healthy("work:subagents", "locale-audit", "Have each locale checked for missing keys by a subagent.", client="claude")
def a_subagent_for_each_locale(s):
    for pair in (("cs", "da", "de"), ("es", "et", "fi"), ("fr", "hu", "it"), ("ja", "ko", "nl"), ("pl", "pt", "sv")):
        with s.together():
            for locale in pair:
                s.task("checker", f"Compare locales/{locale}.json with locales/en.json and report missing keys.", "No keys are missing." if locale != "hu" else "Two keys are missing: cart.empty, cart.undo.")
    s.edit("locales/hu.json", '"cart.title"', '"cart.empty": "A kosár üres",\n  "cart.undo": "Visszavonás",\n  "cart.title"')


# Those that lead nowhere.

@stuck("loop:issue", "mobile-crash", "Look at the Sentry issue about the crash in the wallet screen.", client="claude")
def an_issue_that_no_query_finds(s):
    for n, query in enumerate(["wallet crash", "wallet screen crash", "WalletScreen", "is:unresolved wallet", "title:wallet", "crash in wallet", "message:\"wallet\"", "wallet is:unresolved level:fatal", "transaction:WalletScreen", "Wallet*", "screen:wallet", "wallet firstSeen:-30d"]):
        if n == 6:
            s.stuck_here()
        s.mcp("sentry", "search_issues", {"organizationSlug": "acme", "query": query}, "No issues found matching your search criteria.\n\nTry adjusting your search criteria or time range.")


@stuck("loop:node", "landing-figma", "Build the hero from the Figma frame in the link.", client="plain")
def a_figma_node_under_every_spelling(s):
    for n, (tool, node) in enumerate([("get_design_context", "12-340"), ("get_design_context", "12:340"), ("get_metadata", "12:340"), ("get_screenshot", "12:340"), ("get_design_context", "12%3A340"), ("get_metadata", "12-340"), ("get_design_context", "I12:340"), ("get_variable_defs", "12:340"), ("get_design_context", "0:340"), ("get_screenshot", "12-340"), ("get_design_context", "12:340")]):
        if n == 5:
            s.stuck_here()
        s.mcp("figma", tool, {"nodeId": node, "clientFrameworks": "react"}, f"The node was not found in the active document. Make sure that the document that contains it is open in the Figma desktop app and is the active tab.", ok=False)


@stuck("loop:handover", "market-brief", "Have the subagents write the brief on heat pumps.", client="claude")
def researcher_and_writer_wait_for_each_other(s):
    asks = ["Collect the figures for the brief on heat pumps.", "Collect the numbers that the writer needs for the heat pump brief.", "Please gather the heat pump figures now; the writer waits for them.", "Gather figures for the brief. Decide yourself which.", "Research heat pumps for the writer.", "Deliver the figures for the brief."]
    for n, ask in enumerate(asks):
        if n == 2:
            s.stuck_here()
        s.task("researcher", ask, ["I can begin as soon as the writer gives the outline. Please have the outline written first.", "The outline is still missing; without it I cannot know which figures are needed. Please ask the writer."][n % 2])
        s.task("writer", ["Write the outline of the brief.", "The researcher needs your outline.", "Please write the outline now."][n % 3] + f" ({n + 1})", ["I need the figures of the researcher before I can outline the brief.", "Without figures an outline would be a guess. Please ask the researcher for them first."][n % 2])


@stuck("loop:slot", "dental-desk", "Move Mr Aalto's appointment to Thursday afternoon.", client="plain", gap=3)
def an_appointment_between_two_full_slots(s):
    for n in range(10):
        if n == 4:
            s.stuck_here()
        slot = ["14:00", "15:30"][n % 2]
        s.mcp("calendar", "update_event", {"eventId": "apt_5512", "start": f"2026-11-26T{slot}:00"}, {"error": {"code": 409, "message": f"Slot {slot} is taken by another appointment of room 2"}}, ok=False)
        if n % 4 == 3:
            s.mcp("calendar", "get_event", {"eventId": "apt_5512"}, {"id": "apt_5512", "start": "2026-11-24T09:00:00", "room": 2})


@stuck("loop:search", "price-watch", "What did the X200 cost when it came out?", client="claude")
def other_words_and_the_same_three_pages(s):
    result = "Links: [{\"title\":\"X200 review\",\"url\":\"https://gearnotes.example/x200\"},{\"title\":\"X200 specifications\",\"url\":\"https://specs.example/x200\"},{\"title\":\"X200 forum\",\"url\":\"https://forum.example/t/x200\"}]\n\nNone of the results states the price at launch."
    for n, query in enumerate(["X200 launch price", "X200 price at launch", "X200 original price", "X200 MSRP", "X200 introductory price", "how much did the X200 cost", "X200 release price", "X200 initial retail price", "X200 launch cost", "X200 RRP at release", "price of X200 when released", "X200 list price launch day"]):
        if n == 6:
            s.stuck_here()
        s.other("WebSearch", {"query": query}, result, ms=2300)


@stuck("loop:form", "grant-forms", "Fill in the grant form and save it.", client="plain")
def a_form_that_is_empty_after_every_save(s):
    for n in range(8):
        if n == 4:
            s.stuck_here()
        s.mcp("pdf", "fill_form", {"file": "grant.pdf", "out": ["grant.pdf", "grant_filled.pdf", "grant_out.pdf", "grant_final.pdf"][n % 4], "fields": {"name": "Ida Moreau", "sum": "12 000"}, "flatten": bool(n % 2)}, {"ok": True, "fields_set": 0})
        s.mcp("pdf", "read_fields", {"file": ["grant.pdf", "grant_filled.pdf", "grant_out.pdf", "grant_final.pdf"][n % 4]}, {"fields": []})


@stuck("loop:formula", "team-budget", "Put the sum of the open invoices into B2.", client="claude", gap=3)
def commas_and_semicolons_in_a_formula(s):
    for n in range(9):
        if n == 4:
            s.stuck_here()
        formula = ["=SUMIF(Invoices!D:D,\"open\",Invoices!E:E)", "=SUMIF(Invoices!D:D;\"open\";Invoices!E:E)"][n % 2]
        s.mcp("gsheets", "update_cells", {"sheet": "Budget", "range": "B2", "data": [[formula]]}, {"updatedCells": 1})
        s.mcp("gsheets", "get_sheet_data", {"sheet": "Budget", "range": "B2"}, {"values": [["#REF!" if n % 2 else "#ERROR!"]]})


@stuck("loop:scroll", "flat-hunt", "Collect at least fifty flats from the list.", client="plain", gap=3)
def scrolling_at_the_end_of_a_list(s):
    for n in range(20):
        if n == 8:
            s.stuck_here()
        if n % 2:
            s.mcp("browser", "snapshot", {}, "- heading \"Flats in Turku\"\n- list: 23 items\n- text: You have seen all results")
        else:
            s.mcp("browser", "evaluate", {"function": ["() => window.scrollTo(0, document.body.scrollHeight)", "() => window.scrollBy(0, 5000)", "() => document.querySelector('footer').scrollIntoView()"][n // 2 % 3]}, "undefined")


@stuck("loop:stale", "guide-hugo", "The new page about backups does not appear on the site. Repair it.", client="codex")
def a_draft_page_and_a_server_restarted(s):
    for n in range(7):
        if n == 3:
            s.stuck_here()
        s.bash(["hugo --gc --cleanDestinationDir", "rm -rf public resources && hugo", "hugo --ignoreCache", "hugo mod clean && hugo"][n % 4], f"                  │ EN\n──────────────────┼─────\n Pages            │ 84\n Static files     │ 31\n\nTotal in {210 + n * 13} ms", ms=900)
        s.bash(["sudo systemctl restart caddy", "pkill hugo; (hugo server -D=false >/dev/null 2>&1 &)", "sudo systemctl reload caddy"][n % 3], "")
        s.bash(["curl -s -o /dev/null -w '%{http_code}' http://localhost/backups/", "curl -s -H 'Cache-Control: no-cache' -o /dev/null -w '%{http_code}' http://localhost/backups/"][n % 2], "404")


@stuck("loop:planner", "portal-rewrite", "Rewrite the login page with the new component library.", client="claude")
def a_planner_asked_for_ever_better_plans(s):
    asks = ["Plan the rewrite of the login page.", "Make the plan more detailed.", "Reconsider the plan with risks.", "Give a plan in phases.", "Refine phase 1 of the plan.", "Check the plan for gaps and give a new one.", "Simplify the plan.", "Give a final plan.", "Improve the final plan.", "Give the definitive plan with milestones."]
    for n, ask in enumerate(asks):
        if n == 5:
            s.stuck_here()
        s.task("planner", ask, f"Plan {n + 1}: {['first look at the page, then replace the inputs, then the button, then test', 'phase 1 analysis; phase 2 components; phase 3 tests', 'analyse the page, list the components, replace them in small steps, verify'][n % 3]}. No file was changed.")
        s.plan([("Analyse the login page", "in_progress"), (f"Replace the inputs{' carefully' if n % 2 else ''}", "pending"), ("Test", "pending")])
