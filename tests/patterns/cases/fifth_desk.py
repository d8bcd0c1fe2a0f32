"""Text, reviews, history, data and tools over MCP: gettext, LaTeX, lychee, glab, git, notebooks, Airtable, browsers, screenshots, subagents."""
from session import healthy, stuck


@healthy("work:history", "archive-git", "Why was the limit of 512 in upload.c chosen? Dig it out of the history.", client="claude")
def a_number_traced_through_the_history(s):
    s.bash("git log --oneline -S512 -- src/upload.c", "9ac01fe Reformat\n31bb7d0 Move upload to src\n")
    s.bash("git show 9ac01fe --stat | tail -1", " 212 files changed, 40112 insertions(+), 39988 deletions(-)")
    s.bash("git show 31bb7d0 -- src/upload.c | head -20", "diff --git a/upload.c b/src/upload.c\nsimilarity index 100%\nrename from upload.c\nrename to src/upload.c")
    for term in ["512", "CHUNK_MAX", "chunk_max", "max_chunk"]:
        s.bash(f"git log --all --oneline -S{term} -- upload.c", "")
    s.bash("git log --follow --oneline -L12,12:src/upload.c | grep -E '^[0-9a-f]{7}'", "9ac01fe Reformat\n77d0e12 Use the shared limit")
    s.bash("git show 77d0e12 --stat | tail -3", " upload.c       | 4 ++--\n common/limit.h | 1 +\n 2 files changed, 3 insertions(+), 2 deletions(-)")
    for term in ["LIMIT_CHUNK", "512"]:
        s.bash(f"git log --all --oneline -S{term} -- common/limit.h", "77d0e12 Use the shared limit" if term != "512" else "")
    for branch in ["origin/2.x", "origin/3.x", "origin/3.1-hotfix", "origin/proxy", "origin/fat32"]:
        s.bash(f"git grep -n 'chunk.*512' {branch}", f"{branch}:port/fat.c:90:/* chunk 512: one sector, see bug 1181 */" if "fat" in branch else "", 0 if "fat" in branch else 1)
    s.bash("git log --all --oneline --grep='1181'", "b02fe11 Write whole sectors (bug 1181)")
    s.bash("git show b02fe11 | head -9", "commit b02fe11\nAuthor: H. Brandt\n\n    Write whole sectors (bug 1181)\n\n    The card reader loses half sectors, so chunks are 512.")


@healthy("work:codemod", "py-clock", "Replace datetime.utcnow() by the aware form in the whole service.", client="claude", gap=3)
def utcnow_replaced_file_by_file(s):
    files = [f"svc/{name}.py" for name in ["auth", "batch", "cache", "claims", "cron", "dunning", "emails", "events", "export", "feeds", "hooks", "invoices", "jobs", "metrics", "orders", "payouts", "reports"]]
    s.grep(r"utcnow\(\)", "svc", "\n".join(f"{file}:{20 + n}:    now = datetime.utcnow()" for n, file in enumerate(files)))
    for n, file in enumerate(files):
        if n % 5 == 0:
            s.look(file, "from datetime import datetime\n\n    now = datetime.utcnow()\n", first=18, count=5)
        s.edit(file, "now = datetime.utcnow()", "now = datetime.now(UTC)")
    s.bash("sed -i 's/^from datetime import datetime$/from datetime import UTC, datetime/' svc/*.py", "")
    s.bash("pytest -q", "FAILED tests/test_claims.py::test_expiry - TypeError: can't compare offset-naive and offset-aware datetimes\n1 failed, 301 passed in 21.20s", 1, ms=22_000)
    s.edit("tests/test_claims.py", "datetime(2026, 1, 1)", "datetime(2026, 1, 1, tzinfo=UTC)")
    s.bash("pytest -q", "302 passed in 21.08s", ms=22_000)


@healthy("work:tables", "airtable-fleet", "Set the field Inspected to true for all vans that are in the list.", client="plain")
def vans_marked_one_by_one(s):
    s.mcp("airtable", "list_records", {"baseId": "appFleet", "tableId": "tblVans", "filterByFormula": "NOT({Inspected})"}, {"records": [{"id": f"recV{n:02}", "fields": {"Plate": f"HH-KV {310 + n}"}} for n in range(16)]})
    for n in range(16):
        s.mcp("airtable", "update_records", {"baseId": "appFleet", "tableId": "tblVans", "records": [{"id": f"recV{n:02}", "fields": {"Inspected": True}}]}, "Successfully updated 1 record")
    s.mcp("airtable", "list_records", {"baseId": "appFleet", "tableId": "tblVans", "filterByFormula": "NOT({Inspected})"}, {"records": []})


@healthy("work:browser", "docs-site", "Open each page of the new site and look for errors in the console.", client="claude", gap=4)
def console_of_each_page(s):
    pages = ["", "install", "quickstart", "config", "cli", "api", "plugins", "themes", "deploy", "faq", "changelog", "contribute", "licence"]
    for n, page in enumerate(pages):
        s.mcp("playwright", "browser_navigate", {"url": f"http://localhost:3000/{page}"}, f"### Page state\n- Page URL: http://localhost:3000/{page}\n- Page Title: Docs", ms=1200)
        s.mcp("playwright", "browser_console_messages", {"onlyErrors": True}, "### Result\n" if page != "themes" else "### Result\n[ERROR] Failed to load resource: the server responded with a status of 404 (Not Found) @ http://localhost:3000/img/dark.png:0")


@healthy("work:screenshots", "design-web", "Compare the pricing page at all widths with the draft and mend what is off.", client="claude")
def a_page_at_all_widths(s):
    for n, width in enumerate([320, 360, 390, 414, 540, 768, 820, 1024, 1280, 1440, 1920]):
        s.mcp("playwright", "browser_resize", {"width": width, "height": 900}, "### Ran Playwright code\nawait page.setViewportSize(...)")
        s.mcp("playwright", "browser_take_screenshot", {"filename": f"pricing-{width}.png"}, "### Result\nTook the viewport screenshot and saved it")
        if width in (540, 820, 1920):
            s.edit("src/pricing.css", f"@media (min-width: {width - 20}px)", f"@media (min-width: {width}px)")
            s.mcp("playwright", "browser_take_screenshot", {"filename": f"pricing-{width}.png"}, "### Result\nTook the viewport screenshot and saved it")


@healthy("work:review", "gitlab-mr", "Review merge request 211 file by file and leave your notes.", client="plain")
def a_merge_request_with_notes(s):
    files = ["api/rates.go", "api/rates_test.go", "api/server.go", "db/migrations/0031.sql", "db/query.sql", "db/query.sql.go", "docs/rates.md", "internal/fx/fx.go", "internal/fx/fx_test.go", "internal/fx/cache.go", "web/src/Rates.vue", "web/src/rates.ts", "go.mod"]
    s.bash("glab mr view 211", "Exchange rates with a cache !211\nopened by mira\n13 files")
    for n, file in enumerate(files):
        s.bash(f"glab mr diff 211 --raw | filterdiff -i '*/{file}'", f"--- a/{file}\n+++ b/{file}\n@@ -{n},3 +{n},9 @@\n+// {file} {n * 71 % 13}")
        if n % 3 == 0:
            s.bash(f"glab mr note 211 -m '{file}: line {n + 4} lacks a test for an empty answer'", f"https://gitlab.com/acme/rates/-/merge_requests/211#note_88{n:02}1", ms=900)
    s.bash("glab mr approve 211", "- Approving Merge Request !211\n✓ Approved")


@healthy("work:notebooks", "sea-levels", "Run all notebooks in order and repair those that fail.", client="claude", gap=4)
def notebooks_in_order(s):
    warn = "[NbConvertApp] Converting notebook {0} to notebook\n/usr/lib/python3/dist-packages/nbformat/__init__.py:96: MissingIDFieldWarning: Cell is missing an id field, this will become a hard error in future nbformat versions.\n[NbConvertApp] Writing 118204 bytes to {0}"
    for n in range(1, 14):
        name = f"{n:02}_{['load', 'clean', 'gaps', 'tides', 'trend', 'season', 'wind', 'merge', 'fit', 'check', 'plots', 'maps', 'report'][n - 1]}.ipynb"
        if n in (4, 9, 12):
            s.bash(f"jupyter nbconvert --to notebook --inplace --execute {name}", f"[NbConvertApp] Converting notebook {name} to notebook\nnbclient.exceptions.CellExecutionError: An error occurred while executing the following cell:\n------------------\ndf.resample('H').mean()\n------------------\nValueError: Invalid frequency: H. Did you mean h?", 1, ms=9000)
            s.other("NotebookEdit", {"notebook_path": f"/home/dev/sea-levels/{name}", "cell_id": f"c{n}", "new_source": "df.resample('h').mean()"}, f"Updated cell c{n} with df.resample('h').mean()")
        s.bash(f"jupyter nbconvert --to notebook --inplace --execute {name}", warn.format(name), ms=14_000)


@healthy("work:links", "handbook", "Check the links chapter by chapter and mend the dead ones.")
def links_chapter_by_chapter(s):
    for n, name in enumerate(["arrival", "benefits", "breaks", "contracts", "devices", "expenses", "holidays", "insurance", "parents", "payroll", "remote", "safety", "travel", "training"]):
        bad = n in (3, 7, 11)
        s.bash(f"lychee --no-progress handbook/{name}.md", (f"Issues found in 1 input. Find details below.\n\n[handbook/{name}.md]:\n[404] https://intra.acme.dev/forms/{name}-old | Network error: Not Found\n\n" if bad else "") + f"🔍 12 Total (in 1s) ✅ {11 if bad else 12} OK 🚫 {1 if bad else 0} Error" + ("s" if not bad else ""), 2 if bad else 0, ms=1900)
        if bad:
            s.edit(f"handbook/{name}.md", f"forms/{name}-old", f"forms/{name}")
            s.bash(f"lychee --no-progress handbook/{name}.md", "🔍 12 Total (in 1s) ✅ 12 OK 🚫 0 Errors", ms=1800)


@healthy("work:rebase", "editor-core", "Rebase the long branch on main; every commit touches the changelog.", client="codex")
def a_rebase_with_the_same_conflict_in_each_commit(s):
    s.bash("git rebase origin/main", "Auto-merging CHANGELOG.md\nCONFLICT (content): Merge conflict in CHANGELOG.md\nerror: could not apply 3af0011... Add folding\nhint: Resolve all conflicts manually, mark them as resolved with\nhint: \"git add/rm <conflicted_files>\", then run \"git rebase --continue\".\nCould not apply 3af0011... Add folding", 1)
    names = ["folding", "minimap", "ligatures", "rulers", "sticky lines", "bracket colours", "word wrap", "snippets", "outline"]
    for n, name in enumerate(names):
        s.edit("CHANGELOG.md", f"<<<<<<< HEAD\n- Add themes\n=======\n- Add {name}\n>>>>>>> {3 + n}af001{n}", f"- Add themes\n- Add {name}")
        last = n == len(names) - 1
        s.bash("git add CHANGELOG.md && GIT_EDITOR=true git rebase --continue", "Successfully rebased and updated refs/heads/long." if last else f"[detached HEAD {n}c1f0aa] Add {name}\n 2 files changed, {14 + n} insertions(+)\nAuto-merging CHANGELOG.md\nCONFLICT (content): Merge conflict in CHANGELOG.md\nerror: could not apply {4 + n}af001{n + 1}... Add {names[n + 1]}", 0 if last else 1)
    s.bash("make test", "  214 passing (3s)", ms=9000)


@healthy("work:typeset", "dissertation", "Get rid of the overfull boxes of more than 5 pt, chapter by chapter.", client="codex")
def overfull_boxes_get_fewer(s):
    left = [14, 13, 12, 12, 10, 9, 7, 6, 5, 3, 2, 1, 0]
    for n, count in enumerate(left):
        s.bash("latexmk -pdf -silent thesis.tex; grep -c '^Overfull .hbox' thesis.log", f"Latexmk: Summary of warnings from last run of *latex:\n  Latex failed to resolve 2 citation(s)\nLatexmk: All targets (thesis.pdf) are up-to-date\n{count}", 0 if count else 1, ms=14_000)
        if count:
            s.edit(f"chapters/{1 + n // 3}.tex", f"Spectroscopy{n} of", ["Spectro\\-scopy%d of", "\\sloppy Spectroscopy%d of", "Spectroscopy%d\\linebreak of"][n % 3] % n)


# Those that lead nowhere.

@stuck("loop:plans", "intranet", "Move the staff list to the new API.", client="codex")
def a_plan_written_again_between_looks(s):
    steps = ["Read the old staff list", "Read the new API", "Write the adapter", "Switch the page", "Test"]
    for n in range(14):
        if n == 6:
            s.stuck_here()
        items = [(text if n % 2 else text + " carefully", "in_progress" if i == 0 else "pending") for i, text in enumerate(steps[: 3 + n % 3])]
        s.plan(items)
        if n % 4 == 1:
            s.bash("ls" if n % 8 == 1 else "ls -la | wc -l", "README.md\nsrc\nstaff" if n % 8 == 1 else "6")


@stuck("loop:handover", "payroll-ai", "Have the holiday rule designed and agreed, then write it.", client="claude")
def designer_and_critic_without_end(s):
    for n in range(1, 8):
        if n == 4:
            s.stuck_here()
        s.task("designer", f"Round {n}: revise the design of the holiday rule after the critic's remarks.", f"Revised design (round {n}): the rule counts working days of the calendar year and carries over at most five. I took up the remarks. Please have it reviewed.")
        s.task("critic", f"Round {n}: review the revised design of the holiday rule.", f"Review {n}: the carry-over is not clear enough and the terms could be named better. Please revise and hand it in again.")


@stuck("loop:notebook", "churn-lab", "Run the notebook churn.ipynb to the end.", client="plain")
def a_kernel_restarted_for_ever(s):
    for n in range(7):
        if n == 3:
            s.stuck_here()
        s.mcp("jupyter", "restart_kernel", {"notebook": "churn.ipynb"}, "Kernel restarted")
        s.mcp("jupyter", "execute_cell", {"notebook": "churn.ipynb", "index": 0, "timeout": 30 + 10 * n}, f"[{1}] pandas 2.3.1")
        s.mcp("jupyter", "execute_cell", {"notebook": "churn.ipynb", "index": 1, "timeout": 60 * (n + 1)}, "FileNotFoundError                         Traceback (most recent call last)\nCell In[2], line 1\n----> 1 df = pd.read_parquet('data/churn_2026.parquet')\nFileNotFoundError: [Errno 2] No such file or directory: 'data/churn_2026.parquet'", ok=False)


@stuck("loop:login", "supplier-portal", "Download the April statement from the supplier's portal.", client="claude")
def a_login_form_filled_for_ever(s):
    words = ["portal2026", "Portal2026", "Portal2026!", "portal", "Supplier2026", "supplier", "portal-2026", "PORTAL2026"]
    for n, word in enumerate(words):
        if n == 4:
            s.stuck_here()
        s.mcp("playwright", "browser_navigate", {"url": "https://portal.nordwind-parts.com/login"}, "### Page state\n- Page URL: https://portal.nordwind-parts.com/login\n- Page Title: Sign in", ms=1800)
        s.mcp("playwright", "browser_fill_form", {"fields": [{"name": "User", "ref": f"e{11 + 4 * n}", "value": "einkauf@acme.dev"}, {"name": "Password", "ref": f"e{13 + 4 * n}", "value": word}]}, "### Ran Playwright code\nawait page.getByRole('textbox', { name: 'Password' }).fill(...)")
        s.mcp("playwright", "browser_click", {"element": "Sign in", "ref": f"e{15 + 4 * n}"}, "### Page state\n- Page URL: https://portal.nordwind-parts.com/login?error=1\n- Page Title: Sign in\n- alert: User name or password is wrong.", ms=2100)


@stuck("loop:flip", "design-web", "The badge sits one pixel too low. Mend it.", client="claude")
def a_margin_to_and_fro_with_screenshots(s):
    s.mcp("playwright", "browser_take_screenshot", {"filename": "badge.png"}, "### Result\nTook the viewport screenshot and saved it as badge.png")
    values = ["2px", "3px"]
    for n in range(12):
        if n == 5:
            s.stuck_here()
        s.edit("src/badge.css", f"margin-top: {values[n % 2]};", f"margin-top: {values[1 - n % 2]};")
        s.mcp("playwright", "browser_take_screenshot", {"filename": f"badge-{n + 2}.png"}, f"### Result\nTook the viewport screenshot and saved it as badge-{n + 2}.png")


@stuck("loop:edit_check", "shop-po", "msgfmt complains about ro.po. Mend it.", client="plain")
def a_plural_header_with_invented_forms(s):
    forms = ["nplurals=2; plural=(n != 1);", "nplurals=3; plural=n==1 ? 0 : 1;", "nplurals=3; plural=(n==1 ? 0 : n==0 ? 1 : 2);", "nplurals=3; plural=(n==1?0:(n==0||(n%100>0&&n%100<20))?1:2);", "nplurals=4; plural=(n==1 ? 0 : 2);", "nplurals=2; plural=n>1;", "nplurals=3; plural=(n==1 ? 0 : (n<20 ? 1 : 2));", "nplurals=1; plural=0;", "nplurals=3; plural=n%3;", "nplurals=2; plural=(n == 1);", "nplurals=3; plural=(n==1 ? 0 : 2)", "nplurals=2; plural=(n > 1)"]
    for n in range(11):
        if n == 5:
            s.stuck_here()
        s.edit("po/ro.po", f"Plural-Forms: {forms[n]}", f"Plural-Forms: {forms[n + 1]}")
        s.bash("msgfmt --check -o /dev/null po/ro.po", "po/ro.po:812: end-of-line within string\nmsgfmt: found 1 fatal error", 1)


@stuck("loop:merge", "editor-core", "Merge main into the branch.", client="codex")
def a_merge_begun_and_aborted(s):
    conflict = "Auto-merging src/layout.ts\nCONFLICT (content): Merge conflict in src/layout.ts\nAuto-merging src/view.ts\nCONFLICT (content): Merge conflict in src/view.ts\nAutomatic merge failed; fix conflicts and then commit the result."
    for n, options in enumerate(["", "--no-ff ", "-s recursive ", "-X patience ", "-s ort ", "--no-commit ", "-X ignore-all-space ", "-X diff-algorithm=histogram "]):
        if n == 4:
            s.stuck_here()
        s.bash(f"git merge {options}origin/main", conflict, 1)
        s.bash("git status --short | grep ^UU", "UU src/layout.ts\nUU src/view.ts")
        s.bash("git merge --abort", "")


@stuck("loop:pages", "sdk-docs", "Use the streaming call of the Corvid SDK, look it up on their site.", client="claude")
def a_page_by_guessed_addresses(s):
    for n, path in enumerate(["docs/streaming", "docs/stream", "docs/sdk/streaming", "docs/api/streaming", "docs/guides/streaming", "en/docs/streaming", "documentation/streaming", "docs/v2/streaming", "docs/latest/streaming", "reference/streaming", "docs/streaming.html", "docs/streaming/", "docs/streaming-api", "docs/guides/stream", "api/streaming", "docs/sdk/stream", "sdk/streaming", "docs/how-to/streaming", "docs/python/streaming"]):
        if n == 9:
            s.stuck_here()
        s.other("web", {"url": f"https://corvid.dev/{path}", "prompt": "How is the streaming call used?"}, "Request failed with status code 404", ok=False, ms=700)


@stuck("loop:parameters", "airtable-fleet", "Add the new van HH-KV 400 to the table.", client="claude")
def a_record_with_a_field_that_is_not_there(s):
    fields = [{"Plate": "HH-KV 400"}, {"plate": "HH-KV 400"}, {"Number plate": "HH-KV 400"}, {"PLATE": "HH-KV 400"}, {"Licence plate": "HH-KV 400"}, {"License Plate": "HH-KV 400"}, {"Kennzeichen": "HH-KV 400"}, {"Registration": "HH-KV 400"}, {"Van": "HH-KV 400"}, {"Name": "HH-KV 400"}, {"Plate ": "HH-KV 400"}, {"Plates": "HH-KV 400"}, {"Plate No": "HH-KV 400"}, {"Plate no.": "HH-KV 400"}, {"fldPlate": "HH-KV 400"}]
    for n, given in enumerate(fields):
        if n == 8:
            s.stuck_here()
        s.mcp("airtable", "create_record", {"baseId": "appFleet", "tableId": "tblVans", "fields": given}, f"Error: Airtable API error: 422 {{\"error\":{{\"type\":\"UNKNOWN_FIELD_NAME\",\"message\":\"Unknown field name: \\\"{next(iter(given))}\\\"\"}}}}", ok=False)


@stuck("loop:typeset", "dissertation", "Compile the thesis.", client="codex")
def a_missing_style_with_every_engine(s):
    error = "! LaTeX Error: File `tudscrreprt.cls' not found.\n\nType X to quit or <RETURN> to proceed,\nor enter new name. (Default extension: cls)\n\n! Emergency stop."
    tries = [("pdflatex thesis.tex", error), ("pdflatex -interaction=nonstopmode thesis.tex", error), ("lualatex thesis.tex", error), ("xelatex -interaction=nonstopmode thesis.tex", error), ("tlmgr install tudscr", "bash: line 1: tlmgr: command not found"), ("latexmk -pdf thesis.tex", error + "\nLatexmk: Errors, so I did not complete making targets"), ("kpsewhich tudscrreprt.cls", ""), ("latexmk -xelatex thesis.tex", error), ("latexmk -C && latexmk -pdf thesis.tex", error), ("pdflatex -halt-on-error thesis.tex", error), ("find / -name 'tudscr*.cls' 2>/dev/null", ""), ("TEXINPUTS=.: pdflatex thesis.tex", error), ("TEXINPUTS=/usr/share/texmf//: pdflatex thesis.tex", error), ("lualatex -interaction=batchmode thesis.tex; tail -4 thesis.log", error), ("texhash && pdflatex thesis.tex", "mktexlsr: /var/lib/texmf: directory not writable. Skipping...\n" + error), ("latexmk -lualatex -f thesis.tex", error), ("pdflatex \\\\input thesis.tex", error)]
    for n, (command, output) in enumerate(tries):
        if n == 9:
            s.stuck_here()
        s.bash(command, output, 127 if "tlmgr" in command else 0 if "; tail" in command else 1, ms=2100)
