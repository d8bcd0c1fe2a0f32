"""Everything else that agents are asked: Blender, browsers, spreadsheets, Slack and Jira over MCP, reviews, bisecting,
refactors, labels, translations, subagents, plans, documentation on the web, files without permission.

The two patterns of a family are twins: they look alike and only one of them leads nowhere.
"""
from session import healthy, stuck


# Blender: a script that gets further each time, and one that does not.

@healthy("twin:blender", "product_shots", "Write the turntable script and render the six views.", client="claude")
def a_blender_script_that_gets_further(s):
    s.write("turntable.py", "import bpy\nbpy.ops.wm.open_mainfile(filepath='shoe.blend')\ncam = bpy.data.objects['Cam']\n")
    errors = [("KeyError: 'bpy_prop_collection[key]: key \"Cam\" not found'", 3, "objects['Cam']", "objects['Camera']"), ("AttributeError: 'Scene' object has no attribute 'objects_link'", 9, "scene.objects_link(empty)", "scene.collection.objects.link(empty)"), ("TypeError: bpy_struct: item.attr = val: enum \"BLENDER_EEVEE\" not found in ('BLENDER_EEVEE_NEXT', 'BLENDER_WORKBENCH', 'CYCLES')", 14, "'BLENDER_EEVEE'", "'BLENDER_EEVEE_NEXT'"), ("RuntimeError: Error: Cannot render, no camera", 22, "# camera", "scene.camera = cam")]
    for error, line, old, new in errors:
        s.bash("blender -b -P turntable.py -- --view 0", f"Blender 4.2.3 LTS\nRead blend: \"/home/dev/product_shots/shoe.blend\"\nTraceback (most recent call last):\n  File \"/home/dev/product_shots/turntable.py\", line {line}, in <module>\n{error}\n\nBlender quit", 0, ms=3100)
        s.edit("turntable.py", old, new)
    for view in range(6):
        s.bash(f"blender -b -P turntable.py -- --view {view}", f"Blender 4.2.3 LTS\nRead blend: \"/home/dev/product_shots/shoe.blend\"\nSaved: '/home/dev/product_shots/out/view{view}.png'\n Time: 00:21.{31 + view} (Saving: 00:00.12)\n\nBlender quit", ms=24_000)


@stuck("twin:blender", "product_shots", "Write the turntable script and render the six views.", client="claude")
def a_blender_script_that_stays_where_it_is(s):
    s.write("turntable.py", "import bpy\nbpy.ops.wm.open_mainfile(filepath='shoe.blend')\nbpy.ops.object.select_all(action='DESELECT')\n")
    fixes = ["bpy.context.view_layer.update()", "bpy.context.window.scene = bpy.data.scenes[0]", "bpy.ops.object.mode_set(mode='OBJECT')", "bpy.context.view_layer.objects.active = None", "bpy.ops.wm.redraw_timer(iterations=1)", "bpy.context.scene.frame_set(1)", "bpy.data.objects['Shoe'].select_set(True)", "bpy.context.view_layer.objects.active = bpy.data.objects['Shoe']", "bpy.ops.ed.undo_push()", "bpy.data.objects['Shoe'].hide_set(False)", "bpy.context.evaluated_depsgraph_get()", "import time; time.sleep(1)", "bpy.data.objects['Shoe'].hide_viewport = False"]
    old = "bpy.ops.object.select_all"
    for n, new in enumerate(fixes):
        if n == 4:
            s.stuck_here()
        s.bash("blender -b -P turntable.py -- --view 0", "Blender 4.2.3 LTS\nTraceback (most recent call last):\n  File \"/home/dev/product_shots/turntable.py\", line 3, in <module>\n    bpy.ops.object.select_all(action='DESELECT')\nRuntimeError: Operator bpy.ops.object.select_all.poll() failed, context is incorrect\n\nBlender quit", 0, ms=2900 + 30 * n)
        s.edit("turntable.py", f"{old}\nbpy.ops.object.select_all" if n else "bpy.ops.object.select_all", f"{new}\nbpy.ops.object.select_all")
        old = new


# A browser: a form filled in many times, and a button that is never found.

@healthy("twin:browser_form", "events", "Enter the seven guests of guests.csv in the form.", client="claude")
def seven_guests_typed_in(s):
    guests = ["Ada Reyes", "Bo Lindt", "Carla Wu", "Dan Osei", "Eva Marek", "Finn Dahl", "Gita Rao"]
    s.look("guests.csv", "name\n" + "\n".join(guests))
    s.mcp("playwright", "browser_navigate", {"url": "http://localhost:3000/guests/new"}, "- Page URL: http://localhost:3000/guests/new\n- Page Title: New guest\n- Page Snapshot:\n- textbox \"Name\" [ref=e11]\n- button \"Save\" [ref=e14]")
    for guest in guests:
        s.mcp("playwright", "browser_type", {"element": "Name", "ref": "e11", "text": guest}, f"### Ran Playwright code\nawait page.getByRole('textbox', {{ name: 'Name' }}).fill('{guest}');")
        s.mcp("playwright", "browser_click", {"element": "Save", "ref": "e14"}, "### Ran Playwright code\nawait page.getByRole('button', { name: 'Save' }).click();\n- Page URL: http://localhost:3000/guests/new\n- status: Saved\n- textbox \"Name\" [ref=e11]\n- button \"Save\" [ref=e14]")
    s.mcp("playwright", "browser_navigate", {"url": "http://localhost:3000/guests"}, "- Page URL: http://localhost:3000/guests\n" + "\n".join(f"- row \"{guest}\"" for guest in guests))


@stuck("twin:browser_form", "events", "Click on Export in the guest list.", client="claude")
def a_button_that_is_never_found(s):
    s.mcp("playwright", "browser_navigate", {"url": "http://localhost:3000/guests"}, "- Page URL: http://localhost:3000/guests\n- heading \"Guests\" [ref=e3]\n- table [ref=e5]")
    for n, (element, ref) in enumerate([("Export button", "e41"), ("Export", "e42"), ("Export link", "e12"), ("button Export", "e7"), ("Export CSV", "e8"), ("Export in the toolbar", "e40"), ("Export icon", "e9"), ("Download", "e10"), ("menu item Export", "e43"), ("Export as CSV button", "e44"), ("Export (top right)", "e15"), ("Export guests", "e16"), ("Export", "s1e42"), ("Export", "button-export"), ("Export button in header", "e17")]):
        if n == 5:
            s.stuck_here()
        s.mcp("playwright", "browser_click", {"element": element, "ref": ref}, f"### Error\nError: Ref {ref} not found in the current page snapshot. Try capturing new snapshot.", ok=False)


# Spreadsheets: many cells, and a sheet that may not be written.

@healthy("twin:spreadsheet", "budget", "Put the monthly sums in the row Total of the sheet 2026 and check them.", client="plain")
def a_row_of_monthly_sums(s):
    s.mcp("sheets", "get_values", {"spreadsheet": "1xQk", "range": "2026!A1:M1"}, {"values": [["Item", "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]]})
    for column in "BCDEFGHIJKLM":
        s.mcp("sheets", "update_cell", {"spreadsheet": "1xQk", "range": f"2026!{column}31", "value": f"=SUM({column}2:{column}30)"}, {"updatedCells": 1, "updatedColumns": 1, "updatedRows": 1})
    s.mcp("sheets", "get_values", {"spreadsheet": "1xQk", "range": "2026!B31:M31"}, {"values": [[str(4100 + 37 * n) for n in range(12)]]})


@stuck("twin:spreadsheet", "budget", "Put the monthly sums in the row Total of the sheet 2026.", client="plain")
def a_sheet_that_may_not_be_written(s):
    tries = [("update_cell", {"range": "2026!B31", "value": "=SUM(B2:B30)"}), ("update_cell", {"range": "'2026'!B31", "value": "=SUM(B2:B30)"}), ("update_values", {"range": "2026!B31:M31", "values": [["=SUM(B2:B30)"]]}), ("update_cell", {"range": "2026!C31", "value": "=SUM(C2:C30)"}), ("append_values", {"range": "2026!A31", "values": [["Total"]]}), ("update_cell", {"range": "2026!B31", "value": "4100"}), ("batch_update", {"requests": [{"updateCells": {"fields": "*"}}]}), ("update_cell", {"range": "2026!R31C2", "value": "=SUM(B2:B30)"}), ("update_values", {"range": "B31:M31", "values": [["=SUM(B2:B30)"]], "valueInputOption": "RAW"}), ("update_values", {"range": "2026!B31", "values": [[4100]], "valueInputOption": "USER_ENTERED"}), ("clear_values", {"range": "2026!B31:M31"}), ("append_values", {"range": "2026", "values": [["Total", 4100]]}), ("update_cell", {"range": "2026!$B$31", "value": "=SUM(B2:B30)"}), ("batch_update", {"requests": [{"repeatCell": {"fields": "userEnteredValue"}}]}), ("insert_row", {"sheet": "2026", "at": 31})]
    for n, (tool, given) in enumerate(tries):
        if n == 5:
            s.stuck_here()
        s.mcp("sheets", tool, {"spreadsheet": "1xQk"} | given, {"error": {"code": 403, "message": "The caller does not have permission", "status": "PERMISSION_DENIED"}}, ok=False)


# Slack: many people, and a channel that is not there.

@healthy("twin:slack", "people_ops", "Remind each of the eleven in the list of the security course.", client="claude")
def eleven_reminders(s):
    people = [f"U0{n}K{n * 7 % 9}Q" for n in range(11)]
    s.look("open.csv", "\n".join(people))
    for n, person in enumerate(people):
        s.mcp("slack", "post_message", {"channel": person, "text": "Hi! The security course is still open for you; it ends on Friday."}, {"ok": True, "channel": f"D0{n}A", "ts": f"17488{41200 + 9 * n}.000{100 + n}"})
    s.write("sent.csv", "\n".join(f"{person},sent" for person in people) + "\n")


@stuck("twin:slack", "people_ops", "Post the agenda in #all-hands.", client="claude")
def a_channel_that_is_not_there(s):
    for n, channel in enumerate(["#all-hands", "all-hands", "#allhands", "allhands", "#all_hands", "#general-all-hands", "#All-Hands", "C-all-hands", "#all-hands-meeting", "#company-all-hands", "#all-hands-2026", "all_hands", "#hands", "#all-hands-emea", "#townhall"]):
        if n == 6:
            s.stuck_here()
        s.mcp("slack", "post_message", {"channel": channel, "text": "Agenda for Thursday: numbers, hiring, questions."}, {"ok": False, "error": "channel_not_found"})


# Jira: many tickets, and a field that does not exist.

@healthy("twin:jira", "support", "Close the fourteen tickets that the release fixes.", client="plain", times="none")
def fourteen_tickets_closed(s):
    keys = [f"SUP-{3100 + 17 * n}" for n in range(14)]
    s.mcp("jira", "search", {"jql": "fixVersion = 8.2 and status = Resolved"}, {"total": 14, "issues": [{"key": key} for key in keys]})
    for key in keys:
        s.mcp("jira", "transition_issue", {"issue": key, "transition": "Close"}, {"success": True, "status": "Closed"})
    s.mcp("jira", "search", {"jql": "fixVersion = 8.2 and status = Resolved"}, {"total": 0, "issues": []})


@stuck("twin:jira", "support", "Which tickets have the severity S1?", client="plain", times="none")
def a_field_that_jira_lacks(s):
    for n, clause in enumerate(["severity = S1", "Severity = S1", "\"Severity\" = S1", "severity = \"S1\"", "severity in (S1)", "severity = 1", "severity ~ S1", "\"severity\" = \"S1\"", "severity = S1 order by created", "project = SUP and severity = S1", "severity = Critical", "severity is not empty", "project = SUP and \"Severity\" in (\"S1\")", "severity != S2", "status != Closed and severity = S1"]):
        if n == 6:
            s.stuck_here()
        name = "Severity" if "Severity" in clause else "severity"
        s.mcp("jira", "search", {"jql": clause}, {"errorMessages": [f"Field '{name}' does not exist or you do not have permission to view it."], "warningMessages": []}, ok=False)


# Reviews: a large change read file by file, and one file read in overlapping parts.

def _module(first, count):
    return "\n".join(f"    def rule_{n:03}(self, order): return self.check(order.field_{n:03})" for n in range(first, first + count))


@healthy("twin:review", "rules", "Review pull request 907, all of it.", client="codex")
def a_pull_request_read_file_by_file(s):
    files = ["api/orders.py", "api/refunds.py", "core/engine.py", "core/context.py", "core/rules.py", "core/trace.py", "db/models.py", "db/migrations/0041.py", "tests/test_engine.py", "tests/test_refunds.py", "docs/rules.md"]
    s.bash("gh pr view 907 --json title,files --jq '.files[].path'", "\n".join(files))
    s.bash("gh pr checkout 907", "Switched to branch 'rule-traces'")
    for n, file in enumerate(files):
        s.bash(f"git diff main...HEAD -- {file}", f"diff --git a/{file} b/{file}\n@@ -{10 + n},4 +{10 + n},6 @@\n-    return engine.run(order)\n+    trace = Trace(order.id, step={n})\n+    return engine.run(order, trace)")
    s.look("core/rules.py", _module(1, 40), 1, 40)
    s.look("core/rules.py", _module(41, 40), 41, 40)
    s.look("core/rules.py", _module(81, 40), 81, 40)
    s.bash("gh pr review 907 --request-changes -F review.md", "- Requested changes to pull request #907")


@stuck("twin:review", "rules", "Is there a rule for the tax number in core/rules.py?", client="codex")
def one_file_in_overlapping_parts(s):
    ranges = [(1, 60), (30, 60), (1, 90), (20, 70), (40, 60), (10, 80), (1, 100), (35, 50), (5, 90), (25, 60), (50, 50), (1, 80), (15, 70), (45, 55), (3, 95), (28, 64)]
    for n, (first, count) in enumerate(ranges):
        if n == 6:
            s.stuck_here()
        s.look("core/rules.py", _module(first, min(count, 101 - first)), first, count)


# git: a bisection, and a rebase that is continued without a change.

@healthy("twin:git_bisect", "engine", "Since when does the replay test fail?", client="plain")
def a_bisection(s):
    s.bash("git bisect start HEAD v2.1", "Bisecting: 511 revisions left to test after this (roughly 9 steps)\n[4b1c0aa] Split the loader")
    for n in range(9):
        bad = n in (0, 2, 3, 6, 8)
        s.bash("cargo test --test replay 2>&1 | tail -3", "test replay_long_session ... FAILED\n\ntest result: FAILED. 6 passed; 1 failed; 0 ignored" if bad else "\ntest result: ok. 7 passed; 0 failed; 0 ignored", ms=31_000)
        s.bash(f"git bisect {'bad' if bad else 'good'}", f"Bisecting: {511 >> (n + 1)} revisions left to test after this (roughly {8 - n} steps)\n[{0x4b1c0 * (n + 3):07x}] Step {n}" if n < 8 else "9d02e11 is the first bad commit\ncommit 9d02e11\n    Read events lazily")
    s.bash("git bisect reset", "Previous HEAD position was 9d02e11 Read events lazily\nSwitched to branch 'main'")


@stuck("twin:git_bisect", "engine", "Rebase the branch on main.", client="plain")
def a_rebase_continued_without_a_change(s):
    s.bash("git rebase main", "Auto-merging src/loader.rs\nCONFLICT (content): Merge conflict in src/loader.rs\nerror: could not apply 9d02e11... Read events lazily\nhint: Resolve all conflicts manually, mark them as resolved with\nhint: \"git add/rm <conflicted_files>\", then run \"git rebase --continue\".", 1)
    commands = ["git rebase --continue", "GIT_EDITOR=true git rebase --continue", "git rebase --continue 2>&1", "git -c core.editor=true rebase --continue", "git rebase --continue --quiet", "git -c rebase.autoStash=true rebase --continue", "EDITOR=: git rebase --continue", "git rebase --continue", "git -C . rebase --continue", "git rebase --continue || true", "git -c advice.mergeConflict=false rebase --continue", "git rebase --continue; git status | head -3", "git rebase --continue"]
    for n, command in enumerate(commands):
        if n == 4:
            s.stuck_here()
        s.bash(command, "src/loader.rs: needs merge\nYou must edit all merge conflicts and then\nmark them as resolved using git add" + ("\ninteractive rebase in progress; onto 51cd2aa" if "status" in command else ""), 0 if "|| true" in command or ";" in command else 1)


# Edits: a refactor of one kind, and one that turns back and forth.

@healthy("twin:refactor", "crm", "Replace every logger.warn by logger.warning.", client="claude")
def a_refactor_in_twenty_files(s):
    files = [f"crm/{name}.py" for name in ["accounts", "addresses", "auth", "calls", "campaigns", "contacts", "deals", "emails", "events", "exports", "imports", "leads", "notes", "permissions", "pipelines", "quotes", "reports", "search", "tasks", "webhooks"]]
    s.grep("logger.warn(", "crm", "\n".join(f"{file}:{17 + 3 * n}:    logger.warn(\"retry\")" for n, file in enumerate(files)))
    for file in files:
        s.edit(file, "    logger.warn(\"retry\")", "    logger.warning(\"retry\")")
    s.grep("logger.warn(", "crm")
    s.bash("pytest -q", "318 passed in 21.40s", ms=22_000)


@stuck("twin:refactor", "crm", "Two tests of the deal stage fail; fix the rounding.", client="claude")
def rounding_up_and_down_again(s):
    forms = ["Decimal(value).quantize(CENT, ROUND_HALF_UP)", "Decimal(value).quantize(CENT, ROUND_HALF_EVEN)"]
    tests = ["FAILED tests/test_deals.py::test_half_even - AssertionError: assert Decimal('2.35') == Decimal('2.34')\n1 failed, 1 passed in 0.21s", "FAILED tests/test_deals.py::test_half_up - AssertionError: assert Decimal('1.12') == Decimal('1.13')\n1 failed, 1 passed in 0.20s"]
    for n in range(14):
        if n == 5:
            s.stuck_here()
        s.edit("crm/deals.py", forms[1 - n % 2], forms[n % 2])
        s.bash("pytest -q tests/test_deals.py 2>&1 | tail -2", tests[n % 2], ms=900)


# Labels: many pieces, and one piece that comes again and again.

@healthy("twin:labels", "reviews", "Label the next batch of reviews.", client="plain")
def fourteen_reviews_labelled(s):
    texts = ["Arrived broken", "Love it", "Too small", "Great", "Never came", "Fine", "Colour is off", "Best so far", "Smells", "As described", "Zip failed", "Ok", "Returned it", "Perfect gift"]
    for n, text in enumerate(texts):
        s.mcp("labels", "next_item", {"batch": "b12"}, {"id": f"r{880 + n}", "text": text})
        s.mcp("labels", "save_label", {"id": f"r{880 + n}", "label": "negative" if n % 2 == 0 else "positive"}, {"saved": True})


@stuck("twin:labels", "reviews", "Label the next batch of reviews.", client="plain")
def the_same_review_again_and_again(s):
    for n in range(14):
        if n == 5:
            s.stuck_here()
        s.mcp("labels", "next_item", {"batch": "b13"}, {"id": "r902", "text": "Not bad for the price, I guess"})
        s.mcp("labels", "save_label", {"id": "r902", "label": ["positive", "neutral", "negative", "mixed"][n % 4]}, {"saved": False, "error": "batch b13 is read-only"})


# Translations: many languages, and one sentence that is never accepted.

@healthy("twin:translation", "shop_app", "Translate the new string checkout.later into all languages.", client="claude")
def one_string_in_many_languages(s):
    words = {"cs": "Zaplatit později", "da": "Betal senere", "de": "Später zahlen", "es": "Pagar más tarde", "fi": "Maksa myöhemmin", "fr": "Payer plus tard", "hu": "Fizetés később", "it": "Paga più tardi", "nl": "Later betalen", "pl": "Zapłać później", "pt": "Pagar depois", "ro": "Plătește mai târziu", "sv": "Betala senare", "tr": "Sonra öde"}
    for language, text in words.items():
        s.edit(f"locales/{language}.json", "  \"checkout.now\":", f"  \"checkout.later\": \"{text}\",\n  \"checkout.now\":")
    s.bash("npm run i18n:check", "> i18n-check\n14 languages, 412 keys, 0 missing", ms=1400)


@stuck("twin:translation", "shop_app", "i18n:check complains about the plural in pl.json, mend it.", client="claude")
def one_plural_that_is_never_accepted(s):
    forms = ["{n, plural, one {# produkt} other {# produkty}}", "{n, plural, one {# produkt} few {# produkty} other {# produktów}}", "{n, plural, =1 {# produkt} other {# produktów}}", "{n,plural,one{# produkt}few{# produkty}other{# produktów}}", "{count, plural, one {# produkt} other {# produktów}}", "{n, plural, one {produkt} few {produkty} many {produktów}}", "{n, plural, one {1 produkt} few {# produkty} many {# produktów}}", "{ n, plural, one { # produkt } few { # produkty } }", "{n, plural, one {# produkt} few {# produkty} many {# produktów} other {# produktu}} ", "{n, selectordinal, one {# produkt} other {# produktów}}", "{n, plural, offset:0 one {# produkt} other {# produktów}}", "{n, select, 1 {# produkt} other {# produktów}}", "{n, plural, zero {0 produktów} one {# produkt} other {# produktów}}", "{n} produktów"]
    s.bash("npm run i18n:check", "> i18n-check\nlocales/pl.json: cart.items: unexpected end of file (brace opened in line 208)\n14 languages, 412 keys, 1 error", 1, ms=1300)
    for n, (old, new) in enumerate(zip(forms, forms[1:])):
        if n == 5:
            s.stuck_here()
        s.edit("locales/pl.json", f"\"cart.items\": \"{old}\"", f"\"cart.items\": \"{new}\"")
        s.bash("npm run i18n:check", "> i18n-check\nlocales/pl.json: cart.items: unexpected end of file (brace opened in line 208)\n14 languages, 412 keys, 1 error", 1, ms=1250 + 20 * n)


# Subagents: a part for each, and a matter that goes from hand to hand.

@healthy("twin:subagents", "backend", "Have each module looked at for missing input checks.", client="claude")
def a_subagent_for_each_module(s):
    modules = ["accounts", "billing", "carts", "deliveries", "exports", "invites", "offers", "payments", "search", "uploads"]
    for n, module in enumerate(modules):
        s.task("general-purpose", f"Read src/{module} and list the handlers that use request fields without a check. Do not change anything.", "All handlers check their fields." if n % 3 else f"{n + 1} handlers lack a check: {module}.create, line {40 + n}.")
    s.write("checks.md", "\n".join(f"- {module}.create" for module in modules[::3]) + "\n")


@stuck("twin:subagents", "backend", "The upload handler needs a size limit. Have it designed and written.", client="claude")
def from_the_architect_to_the_coder_and_back(s):
    for n in range(7):
        if n == 3:
            s.stuck_here()
        s.task("architect", "The coder needs a decision: where does the size limit of uploads belong, in the proxy or in the handler?" + [" Please decide.", " It is still open.", " Decide now."][n % 3], "This depends on what the coder finds easier to write. Please ask the coder.")
        s.task("coder", "The architect asks which is easier to write: the size limit in the proxy or in the handler?" + [" Then write it.", " Please start.", " Go on then."][n % 3], "Either is fine with me. I have changed nothing; I wait for the architect's decision.")


# Talk: short words between real steps, and one sentence in place of them.

@healthy("twin:talk", "mail", "Move the ten templates to the new layout.", client="plain")
def short_words_between_steps(s):
    for n, name in enumerate(["welcome", "invoice", "reminder", "receipt", "reset", "invite", "digest", "survey", "goodbye", "alert"]):
        s.say("Done. On to the next template.")
        s.look(f"templates/{name}.html", f"{{% extends 'old.html' %}}\n<h1>{name.title()}</h1>\n<p>{{{{ text_{n} }}}}</p>")
        s.edit(f"templates/{name}.html", "{% extends 'old.html' %}", "{% extends 'layout.html' %}")
    s.bash("pytest -q tests/test_templates.py", "10 passed in 0.80s")


@stuck("twin:talk", "mail", "Why is the digest sent twice?", client="plain")
def one_sentence_in_place_of_a_step(s):
    for n in range(12):
        if n == 4:
            s.stuck_here()
        s.say("Let me look at the scheduler once more to understand how the digest is sent.")
        s.look("mail/scheduler.py", "@every('day', at='07:00')\ndef digest():\n    for user in users.active():\n        send('digest', user)")


# Plans: a list that is worked off, and one that is only rewritten.

@healthy("twin:plans", "api", "Add pagination to the six list endpoints.", client="claude")
def a_list_that_is_worked_off(s):
    names = ["users", "teams", "orders", "items", "events", "files"]
    for n, name in enumerate(names):
        s.plan([(f"Paginate /{other}", "completed" if k < n else "in_progress" if k == n else "pending") for k, other in enumerate(names)])
        s.edit(f"api/{name}.py", f"return jsonify({name}.all())", f"return paginate({name}.query())")
        s.bash(f"pytest -q tests/test_{name}.py", f"{4 + n % 3} passed in 0.3{n}s")
    s.plan([(f"Paginate /{name}", "completed") for name in names])


@stuck("twin:plans", "api", "Add pagination to the six list endpoints.", client="claude")
def a_list_that_is_only_rewritten(s):
    verbs = ["Plan", "Think about", "Outline", "Define", "Prepare", "Structure", "Clarify", "Refine", "Detail", "Review the plan for", "Reconsider", "Organise", "Specify", "Sketch"]
    for n, verb in enumerate(verbs):
        if n == 5:
            s.stuck_here()
        s.say(["I will first make a clear plan.", "Before I begin I refine the plan.", "Now the plan is nearly right."][n % 3])
        s.plan([(f"{verb} the pagination", "in_progress"), ("Write the helper", "pending"), ("Change the endpoints", "pending"), ("Test", "pending")])


# Documentation: a manual read page by page, and a page that is not there.

@healthy("twin:documentation", "importer", "Read the vendor's manual of the feed format and write the parser.", client="plain")
def a_manual_page_by_page(s):
    for n in range(1, 15):
        if n in (4, 11):
            s.other("web", {"url": f"https://docs.feedco.example/v3/chapter-{n}"}, "404 Not Found", ok=False, ms=400)
        else:
            s.other("web", {"url": f"https://docs.feedco.example/v3/chapter-{n}"}, f"Feed format v3 | Search | Sign in\nChapter {n}: record type {chr(64 + n)}{n:02}\nEach record begins with its type, {n + 2} fields follow, split by tabs.", ms=700)
    s.write("importer/records.py", "\n".join(f"{chr(64 + n)}{n:02} = {n + 2}" for n in range(1, 15) if n not in (4, 11)) + "\n")
    s.bash("pytest -q tests/test_records.py", "12 passed in 0.11s")


@stuck("twin:documentation", "importer", "Use the bulk endpoint of FeedCo, the manual is on their site.", client="plain")
def a_page_of_the_manual_that_is_not_there(s):
    for n, path in enumerate(["v3/bulk", "v3/bulk-endpoint", "v3/api/bulk", "api/bulk", "v3/bulk.html", "v3/reference/bulk", "reference/bulk", "v2/bulk", "v3/endpoints/bulk", "bulk", "v3/guides/bulk", "latest/bulk", "v3/bulk-api", "v3/batch", "v3/api/batch", "v3/bulk/", "v3/rest/bulk", "en/v3/bulk"]):
        if n == 9:
            s.stuck_here()
        s.other("web", {"url": f"https://docs.feedco.example/{path}"}, "404 Not Found", ok=False, ms=400)


# Permission: folders looked over, and one file that may not be written.

@healthy("twin:permission", "host_audit", "Which of these folders may the user deploy read?", client="codex")
def folders_that_deploy_may_read(s):
    folders = ["/etc/nginx", "/etc/ssl/private", "/etc/sudoers.d", "/opt/app", "/opt/backup", "/root", "/srv/data", "/srv/mail", "/var/lib/mysql", "/var/lib/redis", "/var/log/audit", "/var/log/nginx", "/var/spool/cron"]
    for folder in folders:
        readable = folder in ("/etc/nginx", "/opt/app", "/var/log/nginx")
        s.bash(f"ls {folder} | wc -l", "14" if readable else f"ls: cannot open directory '{folder}': Permission denied\n0")
    s.write("readable.md", "deploy may read /etc/nginx, /opt/app and /var/log/nginx.\n")


@stuck("twin:permission", "host_audit", "Point api.local to 10.0.0.5 on this machine.", client="codex")
def a_hosts_file_that_may_not_be_written(s):
    tries = [("echo '10.0.0.5 api.local' >> /etc/hosts", "bash: line 1: /etc/hosts: Permission denied"), ("sudo -n sh -c \"echo '10.0.0.5 api.local' >> /etc/hosts\"", "sudo: a password is required"), ("echo '10.0.0.5 api.local' | tee -a /etc/hosts", "tee: /etc/hosts: Permission denied\n10.0.0.5 api.local"), ("sed -i '$a 10.0.0.5 api.local' /etc/hosts", "sed: couldn't open temporary file /etc/sedX1bQ2a: Permission denied"), ("python3 -c \"open('/etc/hosts', 'a').write('10.0.0.5 api.local')\"", "PermissionError: [Errno 13] Permission denied: '/etc/hosts'"), ("echo '10.0.0.5 api.local' | sudo -n tee -a /etc/hosts", "sudo: a password is required"), ("chmod u+w /etc/hosts", "chmod: changing permissions of '/etc/hosts': Operation not permitted"), ("cp /tmp/hosts /etc/hosts", "cp: cannot create regular file '/etc/hosts': Permission denied"), ("mv /tmp/hosts /etc/hosts", "mv: cannot move '/tmp/hosts' to '/etc/hosts': Permission denied"), ("chown dev /etc/hosts", "chown: changing ownership of '/etc/hosts': Operation not permitted"), ("dd if=/tmp/hosts of=/etc/hosts", "dd: failed to open '/etc/hosts': Permission denied"), ("perl -i -pe '' /etc/hosts", "Can't do inplace edit: Cannot make temp name: Permission denied"), ("ln -sf /tmp/hosts /etc/hosts", "ln: cannot remove '/etc/hosts': Permission denied"), ("su -c 'cp /tmp/hosts /etc/hosts'", "su: must be run from a terminal"), ("install -m 644 /tmp/hosts /etc/hosts", "install: cannot remove '/etc/hosts': Permission denied"), ("rsync /tmp/hosts /etc/hosts", "rsync: [receiver] mkstemp \"/etc/.hosts.Qk3vT1\" failed: Permission denied (13)")]
    for n, (command, output) in enumerate(tries):
        if n == 6:
            s.stuck_here()
        s.bash(command, output, 1)
