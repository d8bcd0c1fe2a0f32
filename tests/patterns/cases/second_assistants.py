"""Second set. Assistants: browsers, trackers, chats, design files and mail over MCP, research, CI waits, subagents, todo lists."""
from session import healthy, stuck


@healthy("principle:targets", "tickets", "Move all tickets of the closed sprint to the backlog.", client="claude")
def every_ticket_to_the_backlog(s):
    s.mcp("jira", "search_issues", {"jql": "sprint = 41 AND status != Done", "maxResults": 50}, {"total": 12, "issues": [{"key": f"WEB-{n}"} for n in range(811, 823)]})
    for n in range(811, 823):
        s.mcp("jira", "move_to_backlog", {"issue": f"WEB-{n}"}, {"success": True})
    s.mcp("jira", "search_issues", {"jql": "sprint = 41 AND status != Done", "maxResults": 50}, {"total": 0, "issues": []})


@stuck("principle:same_error", "tickets", "Set the ticket WEB-812 to Done.", client="claude")
def a_transition_that_is_not_valid(s):
    s.mcp("jira", "get_issue", {"issue": "WEB-812"}, {"key": "WEB-812", "status": "In Review"})
    for n, given in enumerate([{"transition": "Done"}, {"transition": "done"}, {"transition": "DONE"}, {"transition": {"name": "Done"}}, {"transition": "Close"}, {"transition": "Closed"}, {"transition": "Resolve"}, {"transition": "Resolved"}, {"transition": "Complete"}, {"transition": "Finished"}, {"transition": "5"}, {"transition": "31"}, {"transition": "41"}]):
        s.mcp("jira", "transition_issue", {"issue": "WEB-812", **given}, "Error: 400 {\"errorMessages\":[\"It seems that you have tried to perform an illegal workflow operation.\"],\"errors\":{}}", ok=False)
        if n == 4:
            s.stuck_here()


@healthy("principle:waiting", "ci-watch", "Open the pull request and tell me when CI is green.", client="claude", gap=20)
def github_checks_until_green(s):
    s.bash("gh pr create --fill", "https://github.com/acme/web/pull/911", ms=2_100)
    for n in range(11):
        s.bash("sleep 60 && gh pr checks 911", "\n".join(f"{job}\t{'pass' if n > at else 'pending'}\t{'2m1s' if n > at else '0'}\thttps://github.com/acme/web/actions/runs/88{n // 20}" for job, at in [("lint", 0), ("unit", 3), ("e2e", 9)]), 0 if n > 9 else 8, ms=61_000)


@stuck("principle:waiting", "ci-watch", "Wait for the review bot and answer its comments.", client="plain", gap=5)
def a_review_bot_that_is_switched_off(s):
    s.bash("gh workflow list --all", "CI           active             8811\nreview-bot   disabled_manually  8812")
    for n in range(18):
        s.bash("gh pr view 912 --json reviews --jq '.reviews | length'" if n % 3 else "gh api repos/acme/web/pulls/912/comments --jq length", "0", ms=800)
        if n == 6:
            s.stuck_here()


@healthy("principle:paging", "chat-archive", "Collect what was decided about pricing in the channel this year.", client="plain")
def pages_of_a_channel(s):
    cursor = ""
    for n in range(12):
        s.mcp("slack", "channel_history", {"channel": "C0PRICE", "limit": 100, "cursor": cursor}, {"ok": True, "messages": [{"ts": f"17{61 - n}000000.0001", "text": f"thread {n}: {'decided: tier ' + str(n) if n % 4 == 1 else 'see above'}"}], "has_more": n < 11})
        cursor = f"bmV4dF90czox{n}"
    s.write("pricing.md", "# Decisions\n\n- tier 1\n- tier 5\n- tier 9\n")


@stuck("principle:denied", "chat-archive", "Post the summary in #pricing.", client="claude")
def the_bot_is_not_in_the_channel(s):
    for n, (channel, tool) in enumerate([("#pricing", "post_message"), ("pricing", "post_message"), ("C0PRICE", "post_message"), ("C0PRICE", "post_ephemeral"), ("C0PRICE", "reply_to_thread"), ("#pricing ", "post_message"), ("C0PRICE", "upload_file"), ("PRICING", "post_message"), ("C0PRICE", "post_blocks"), ("C0PRICE", "schedule_message"), ("#Pricing", "post_message"), ("C0PRICE", "post_message")]):
        s.mcp("slack", tool, {"channel": channel, "text": "Summary of the pricing decisions" + "." * (n % 3)}, {"ok": False, "error": "not_in_channel"})
        if n == 4:
            s.stuck_here()


@healthy("principle:targets", "design-file", "Export every icon of the page as SVG.", client="claude")
def each_icon_is_exported(s):
    s.mcp("figma", "get_nodes", {"file": "kQ81", "page": "Icons"}, {"nodes": [{"id": f"12:{n}"} for n in range(40, 54)]})
    for n in range(40, 54):
        s.mcp("figma", "export_node", {"file": "kQ81", "node": f"12:{n}", "format": "svg"}, {"status": "ok", "err": None})
    s.bash("ls icons | wc -l", "14")


@stuck("principle:fruitless", "design-file", "Take the colour of the 'Danger' button from the design.", client="claude")
def a_component_no_search_finds(s):
    for n, query in enumerate(["Danger", "danger", "Button/Danger", "Button Danger", "DangerButton", "danger-button", "btn-danger", "Button=Danger", "Destructive", "Buttons/Danger", "*Danger*", "Danger Button", "danger_button", "Button / Danger", "BUTTON/DANGER"]):
        s.mcp("figma", "search_components", {"file": "kQ81", "query": query}, {"components": []})
        if n == 7:
            s.stuck_here()


@healthy("principle:fruitless", "research", "Which year did the harbour of Visby get its first crane? Give a source.", client="claude")
def sources_until_one_says_it(s):
    for n, (query, url) in enumerate([("Visby harbour first crane year", "https://en.example.org/Visby"), ("Visby hamn kran historia", "https://gotland.example.se/hamnen"), ("Visby hamnkran 1800-talet", "https://arkiv.example.se/visby-1860"), ("Gotland harbour works crane Lindström", "https://tekniska.example.se/kranar"), ("hamnstyrelsen Visby protokoll ångkran", "https://riksarkivet.example.se/hamnstyrelsen")]):
        s.other("WebSearch", {"query": query}, f"1. {url}\n2. https://forum.example.org/t/{n * 31}\n3. https://maps.example.org/visby", ms=2_000)
        s.other("web", {"url": url, "prompt": "When was the first crane built in the harbour of Visby?"}, "The page does not mention a crane in the harbour of Visby." if n < 4 else "The minutes of 4 May 1871 record the purchase of a steam crane, \"the first in this harbour\".", ms=4_000)
    s.say("1871, minutes of the harbour board.")


@stuck("principle:same_error", "research", "Summarise the regulation's annex III from the official page.", client="claude")
def one_page_that_never_opens(s):
    for n, url in enumerate(["https://law.example.eu/reg/2019/811/annex-iii", "https://law.example.eu/reg/2019/811", "http://law.example.eu/reg/2019/811/annex-iii", "https://www.law.example.eu/reg/2019/811/annex-iii", "https://law.example.eu/reg/2019/811/annex-iii?lang=en", "https://law.example.eu/reg/2019/811/annex-3", "https://law.example.eu/reg/2019/811.pdf",
                             "https://law.example.eu/reg/2019/811/annex-iii#content", "https://law.example.eu/eli/reg/2019/811", "https://law.example.eu/reg/2019/811/annexes", "https://law.example.eu/reg/2019/811/annex-iii/print", "https://law.example.eu/reg/2019/811/en", "https://law.example.eu/reg/2019/811/annex-iii.html"]):
        s.other("web", {"url": url, "prompt": "Summarise annex III"}, "Request failed with status code 403", ok=False, ms=900)
        if n == 4:
            s.stuck_here()


@healthy("principle:progress", "booking-browser", "Test the booking form by hand in the browser.", client="claude")
def a_form_is_filled_in(s):
    s.mcp("playwright", "browser_navigate", {"url": "http://localhost:5173/book"}, "- Page URL: http://localhost:5173/book\n- Page Title: Book a table")
    for n, (field, value) in enumerate([("Name", "Anna"), ("Email", "anna@example.org"), ("Phone", "0301234"), ("Guests", "4"), ("Date", "2026-12-01"), ("Time", "19:30"), ("Note", "Window")]):
        s.mcp("playwright", "browser_type", {"element": field, "ref": f"e{12 + n}", "text": value}, f"### Ran Playwright code\n```js\nawait page.getByRole('textbox', {{ name: '{field}' }}).fill('{value}');\n```")
        s.mcp("playwright", "browser_snapshot", {}, f"- Page URL: http://localhost:5173/book\n- Page Title: Book a table\n- textbox \"{field}\" [ref=e{12 + n}]: {value}")
    s.mcp("playwright", "browser_click", {"element": "Book", "ref": "e30"}, "await page.getByRole('button', { name: 'Book' }).click();")
    s.mcp("playwright", "browser_snapshot", {}, "- Page URL: http://localhost:5173/booked\n- heading \"Thank you, Anna\"")


@stuck("principle:same_error", "booking-browser", "Log in to the supplier's portal and download the invoice.", client="claude")
def a_login_that_bounces_back(s):
    for n in range(9):
        s.mcp("playwright", "browser_fill_form", {"fields": [{"name": ["Email", "Login", "User"][n % 3], "value": "buyer@acme.example"}, {"name": "Password", "value": "from-vault"}], "ref": f"e{4 + n}"}, "await page.getByRole('textbox').fill('buyer@acme.example');")
        s.mcp("playwright", "browser_click", {"element": ["Sign in", "Sign in button", "Submit"][n % 3], "ref": f"e{9 + n}"}, f"### Page state\n- Page URL: https://portal.example/login?try={n + 1}\n- Page Title: Sign in\n- alert: Your account has been locked. Please contact your administrator.")
        if n == 2:
            s.stuck_here()


@healthy("principle:targets", "mail-triage", "File the mails of the recruiters.", client="plain")
def a_label_for_each_mail(s):
    s.mcp("mail", "search", {"query": "from:recruiter in:inbox"}, {"ids": [f"18f{n:03x}" for n in range(13)]})
    for n in range(13):
        s.mcp("mail", "modify_labels", {"id": f"18f{n:03x}", "add": ["Recruiters"], "remove": ["INBOX"]}, "Email labels updated successfully")


@stuck("principle:same_error", "mail-triage", "Send the offer with the PDF attached.", client="plain")
def an_attachment_that_is_refused(s):
    for n, path in enumerate(["offer.pdf", "./offer.pdf", "/home/dev/mail-triage/offer.pdf", "file:///home/dev/mail-triage/offer.pdf", "~/mail-triage/offer.pdf", "/tmp/offer.pdf", "offer.PDF", "mail-triage/offer.pdf", "attachments/offer.pdf", "/home/dev/offer.pdf", "$HOME/mail-triage/offer.pdf", "../mail-triage/offer.pdf"]):
        s.mcp("mail", "send", {"to": "kim@example.org", "subject": "Offer", "attachments": [path]}, f"MCP error -32603: Attachment could not be read: {path}: access outside of the allowed directories is denied", ok=False)
        if n == 5:
            s.stuck_here()


@healthy("principle:handover", "agents", "Let a reviewer look at each of the nine modules and mend what it finds.", client="claude")
def a_review_of_each_module(s):
    for n, module in enumerate(["auth", "cart", "mail", "search", "stock", "tax", "ship", "refund", "admin"]):
        s.task("reviewer", f"Review src/{module} for errors that are swallowed.", "No findings." if n not in (2, 6) else f"src/{module}/send.ts:14 catches and drops the error.")
        if n in (2, 6):
            s.edit(f"src/{module}/send.ts", "catch {}", "catch (e) { report(e); throw e }")
            s.bash(f"npx vitest run src/{module} --reporter=dot", f"Test Files  1 passed (1)\n     Tests  {6 + n} passed ({6 + n})")
    s.bash("npx vitest run --reporter=dot", "Test Files  9 passed (9)\n     Tests  118 passed (118)")


@stuck("principle:handover", "agents", "Find out why the nightly import is slow.", client="claude")
def one_question_to_many_subagents(s):
    for n, (kind, prompt) in enumerate([("explorer", "Find out why the nightly import is slow."), ("general-purpose", "Investigate why the nightly import is slow."), ("explorer", "Please find why the nightly import is slow. Look carefully."), ("debugger", "The nightly import is slow. Find the reason."), ("explorer", "Why is the nightly import slow? Be thorough."), ("general-purpose", "Find out why the nightly import is slow, think hard."),
                                        ("explorer", "Determine the reason for the slow nightly import."), ("debugger", "Find out why the nightly import is so slow."), ("general-purpose", "Find the root cause of the slow nightly import."), ("explorer", "Find out why the nightly import is slow. This is important.")]):
        s.task(kind, prompt, "I could not determine the reason: the repository has no logs of the nightly import and I have no access to the production host. I would need the job's log or its metrics.")
        if n == 3:
            s.stuck_here()


@healthy("principle:plans", "todo-work", "Work through the accessibility list.", client="claude")
def a_list_ticked_off_beside_the_work(s):
    items = ["Labels of inputs", "Alt texts", "Focus ring", "Heading order", "Contrast of links", "Skip link", "Language attribute"]
    for n in range(len(items) + 1):
        s.plan([(item, "completed" if i < n else "in_progress" if i == n else "pending") for i, item in enumerate(items)])
        if n < len(items):
            s.edit(f"src/pages/p{n}.html", f"<!-- a11y {n} -->", f"<!-- {items[n]} done -->")
            s.bash("npx pa11y-ci --threshold 99 | tail -1", f"✘ {6 - n}/7 URLs failed" if n < 6 else "✔ 7/7 URLs passed", 2 if n < 6 else 0, ms=12_000)


@stuck("principle:plans", "todo-work", "Add dark mode to the settings page.", client="claude")
def a_list_that_is_only_reordered(s):
    items = ["Look at the settings page", "Add a theme context", "Add the switch", "Style the page", "Test both themes"]
    for n in range(12):
        order = items[n % 5:] + items[:n % 5]
        s.plan([(item if n % 3 else item + " (first)", "in_progress" if i == 0 else "pending") for i, item in enumerate(order)])
        if n == 3:
            s.stuck_here()
        if n in (2, 7):
            s.bash("ls src/pages", "home.tsx\nsettings.tsx")


@healthy("principle:evicted", "docs-site", "Check the code samples of all pages against the API.", client="claude")
def pages_reread_after_the_context_was_trimmed(s):
    pages = ["install", "auth", "orders", "webhooks", "errors", "limits"]
    for page in pages:
        s.look(f"docs/{page}.md", f"# {page.title()}\n\n```ts\nclient.{page}.list()\n```")
    s.say("The earlier outputs are no longer in my context, so I read the pages again while I check them.")
    for n, page in enumerate(pages):
        s.look(f"docs/{page}.md", f"# {page.title()}\n\n```ts\nclient.{page}.list()\n```")
        s.grep(f"{page}\\(|{page}:", "src/client.ts", f"{12 + n * 9}:  {page} = new Resource(this, '/{page}')")
    s.edit("docs/limits.md", "client.limits.list()", "client.limits.get()")


@stuck("principle:talk", "docs-site", "Publish the documentation.", client="plain")
def echoes_that_it_is_done(s):
    s.bash("ls", "docs\nmkdocs.yml")
    for n, text in enumerate(["Publishing the documentation", "The documentation is being published", "Documentation published", "Done", "The documentation is live", "All done", "Task complete", "The documentation has been published", "Publishing complete", "Done!", "Finished", "Everything is published", "The task is complete"]):
        s.bash(f"echo '{text}'", text)
        if n == 4:
            s.stuck_here()
