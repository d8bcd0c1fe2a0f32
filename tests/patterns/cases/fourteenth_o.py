"""Documents, research, tools of MCP servers, notebooks, browsers, hand-overs, long waits, installations: receipts, sources, mails, polars, date pickers, chapters, Glacier, conda; paywalls, formulas, page counts, drafts, thanks, captchas, soffice."""
from session import healthy, stuck


@healthy("work:documents", "receipts", "Read the scanned receipts in scans/ and enter date, shop and total in the sheet Expenses.", client="claude")
def scanned_receipts_read_and_entered(s):
    shops = ["REWE Markt", "DB Fernverkehr", "Hotel Adler", "Aral Station", "Bauhaus", "Café Kranz", "Post Filiale", "Taxi Weber", "IKEA", "Rossmann"]
    s.bash("ls scans | head -20", "\n".join(f"r{n:02}.jpg" for n in range(1, 11)))
    for n, shop in enumerate(shops, 1):
        total = f"{n * 1737 % 9000 / 100 + 3:.2f}"
        bad = n in (4, 8)
        s.bash(f"tesseract scans/r{n:02}.jpg - -l deu 2>/dev/null | grep -v '^$' | head -8", ("|\\ ._ 7\n~~ i;\n.-" if bad else f"{shop}\nBeleg {4100 + n * 37}\n{n + 2:02}.09.2026 1{n % 9}:2{n % 6}\nSumme EUR {total.replace('.', ',')}\nVielen Dank"), ms=1900 + n * 41)
        if bad:
            s.bash(f"convert scans/r{n:02}.jpg -rotate {180 if n == 4 else 90} -colorspace gray -normalize /tmp/r.png && tesseract /tmp/r.png - -l deu 2>/dev/null | grep -v '^$' | head -8", f"{shop}\n{n + 2:02}.09.2026\nGesamt {total.replace('.', ',')} EUR", ms=2800)
        s.mcp("sheets", "append_row", {"sheet": "Expenses", "values": [f"2026-09-{n + 2:02}", shop, total]}, {"updatedRange": f"Expenses!A{n + 1}:C{n + 1}", "updatedRows": 1})
    s.mcp("sheets", "read_range", {"sheet": "Expenses", "range": "C2:C11"}, {"rows": 10, "sum": "535.35"})


@healthy("work:research", "stat-source", "Everybody quotes that 80 % of office noise complaints are about speech. Where does the number come from? I need the first publication.", client="plain")
def a_statistic_traced_to_its_first_publication(s):
    s.other("web_search", {"query": "80% office noise complaints speech study"}, "1. acousticblog.net/open-office-noise — 'studies show that 80 % of complaints …'\n2. workspace-today.com/speech-privacy\n3. quietdesk.io/facts", ms=1400)
    trail = [("https://acousticblog.net/open-office-noise", "… as <a href=\"https://workspace-today.com/speech-privacy\">research shows</a>, 80 % of complaints …", True), ("https://workspace-today.com/speech-privacy", "404 Not Found", False),
             ("https://web.archive.org/web/2016/https://workspace-today.com/speech-privacy", "… according to Hargreave (2009), four fifths of noise complaints concern intelligible speech …", True), ("https://quietdesk.io/facts", "80 % (source: industry survey)", True)]
    for url, text, ok in trail:
        s.other("web", {"url": url}, text, ok=ok, ms=900)
    s.other("web_search", {"query": "Hargreave 2009 office noise intelligible speech complaints"}, "1. journal-ws.org/vol4/hargreave.pdf\n2. lib.uni-x.edu/record/88121", ms=1300)
    for url, text, ok in [("https://journal-ws.org/vol4/hargreave.pdf", "Request failed: 403 Forbidden", False), ("https://lib.uni-x.edu/record/88121", "Hargreave, P.: Speech in shared rooms. J. Workspace 4 (2009), 31–52. Abstract: … we confirm the proportion reported by Lindqvist …", True)]:
        s.other("web", {"url": url}, text, ok=ok, ms=1100)
    s.other("web_search", {"query": "Lindqvist office noise speech proportion complaints survey 1980s"}, "No relevant results.", ms=1200)
    s.other("web_search", {"query": "Lindqvist buller kontor tal störning enkät"}, "1. diva.se/record/5512 — Lindqvist, Å. (1984): Störningar i storrumskontor", ms=1200)
    s.other("web", {"url": "https://diva.se/record/5512"}, "Lindqvist, Å. (1984): Störningar i storrumskontor. Rapport R31. Fulltext: R31.pdf (4.1 MB)", ms=800)
    s.other("web", {"url": "https://diva.se/record/5512/R31.pdf"}, "PDF, 84 pages. Text layer missing; page images only.", ms=4100)
    s.bash("curl -sO https://diva.se/record/5512/R31.pdf && pdftoppm -r 150 R31.pdf p && ls p-*.ppm | wc -l", "84", ms=9000)
    for first in (1, 21, 41):
        s.bash(f"for i in $(seq -w {first} {first + 19}); do tesseract p-$i.ppm p-$i -l swe 2>/dev/null; done; grep -lE '80 ?(%|procent)' p-*.txt", "" if first < 41 else "p-47.txt", 0 if first == 41 else 1, ms=71_000)
    s.bash("sed -n '1,12p' p-47.txt", "Av 412 svarande uppgav 330 (80 procent) att samtal från kollegor var den huvudsakliga störningen …", 0)


@healthy("work:mail", "supplier-mails", "Answer the open mails of our suppliers about delivery dates; the dates are in the sheet Deliveries.", client="claude")
def supplier_mails_answered_one_at_a_time(s):
    names = ["Holzmann", "Ferrotec", "Papyrus", "Lindgren", "Kabel Nord", "Glaswerk", "Textilia", "Oleum"]
    s.mcp("mail", "search", {"query": "label:suppliers is:unanswered"}, {"count": 8, "ids": [f"m{7100 + n}" for n in range(8)]})
    for n, name in enumerate(names):
        s.mcp("mail", "read", {"id": f"m{7100 + n}"}, {"from": f"sales@{name.lower().replace(' ', '-')}.example", "subject": f"Order {4410 + n * 7}: delivery date?", "body": f"Good morning, when shall we deliver order {4410 + n * 7}?"})
        s.mcp("sheets", "lookup", {"sheet": "Deliveries", "column": "order", "value": 4410 + n * 7}, {"row": n + 2, "date": f"2026-12-{n + 3:02}"} if n != 5 else {"row": None})
        if n == 5:
            s.mcp("mail", "add_label", {"id": "m7105", "label": "ask-purchasing"}, {"status": "ok"})
        else:
            s.mcp("mail", "reply", {"id": f"m{7100 + n}", "body": f"Please deliver order {4410 + n * 7} on {n + 3} December.", "send": True}, {"status": "sent"})


@healthy("work:notebook", "polars-port", "Port the notebook churn.ipynb from pandas to polars, cell by cell, and check that each cell still gives the same.", client="claude")
def a_notebook_ported_cell_by_cell(s):
    cells = [("df = pd.read_parquet('events.parquet')", "df = pl.read_parquet('events.parquet')", "shape: (1_204_118, 9)"), ("df['day'] = df.at.dt.date", "df = df.with_columns(day=pl.col('at').dt.date())", "shape: (1_204_118, 10)"), ("df = df[df.kind != 'ping']", "df = df.filter(pl.col('kind') != 'ping')", "shape: (811_402, 10)"), ("daily = df.groupby(['user','day']).size()", "daily = df.group_by('user', 'day').len()", "shape: (402_119, 3)"),
             ("daily = daily.sort_values('day')", "daily = daily.sort('user', 'day')", "shape: (402_119, 3)"), ("last = df.groupby('user').day.max()", "last = df.group_by('user').agg(pl.col('day').max())", "shape: (31_877, 2)"), ("users = users.merge(last, how='left')", "users = users.join(last, on='user', how='left')", "shape: (33_010, 6)"), ("users['gone'] = users.day < cut", "users = users.with_columns(gone=pl.col('day') < cut)", "churn rate 0.2141"), ("users.gone.rolling(7).mean()", "users.select(pl.col('gone').rolling_mean(7))", "churn rate 0.2141"), ("pd.crosstab(users.plan, users.gone)", "users.pivot('gone', index='plan', values='user', aggregate_function='len')", "shape: (3, 3)")]
    for n, (old, new, out) in enumerate(cells):
        s.other("NotebookEdit", {"notebook_path": "/home/dev/polars-port/churn.ipynb", "cell_id": f"c{n:02}", "edit_mode": "replace", "new_source": new}, f"Updated cell c{n:02} with {new}", ms=40)
        if n in (3, 8):
            s.mcp("jupyter", "run_cell", {"cell_id": f"c{n:02}"}, "ColumnNotFoundError: kind" if n == 3 else "InvalidOperationError: `rolling_mean` operation not supported for dtype `bool`", ok=False, ms=700)
            new = new.replace("df.group_by", "df.lazy().group_by").replace("pl.col('gone')", "pl.col('gone').cast(pl.Float64)")
            s.other("NotebookEdit", {"notebook_path": "/home/dev/polars-port/churn.ipynb", "cell_id": f"c{n:02}", "edit_mode": "replace", "new_source": new}, f"Updated cell c{n:02} with {new}", ms=40)
        s.mcp("jupyter", "run_cell", {"cell_id": f"c{n:02}"}, out, ms=900 + n * 80)


@healthy("work:browser", "court-booking", "Book court 3 for Tuesday 12 May 2027, 18:00, on the club site. It is November, the picker opens on this month.", client="plain", codes=False)
def a_date_picker_clicked_forward_to_spring(s):
    months = ["November 2026", "December 2026", "January 2027", "February 2027", "March 2027", "April 2027", "May 2027"]
    s.mcp("browser", "navigate", {"url": "https://club.example/booking"}, {"title": "Book a court"})
    s.mcp("browser", "click", {"element": "Court 3", "ref": "e31"}, {"ok": True})
    s.mcp("browser", "click", {"element": "Date", "ref": "e40"}, {"ok": True, "snapshot": "dialog 'Choose a date' heading 'November 2026' button 'next' [e52]"})
    for month in months[1:]:
        s.mcp("browser", "click", {"element": "next", "ref": "e52"}, {"ok": True})
        s.mcp("browser", "snapshot", {}, f"dialog 'Choose a date' heading '{month}' button 'previous' [e51] button 'next' [e52] grid [e53]")
    s.mcp("browser", "click", {"element": "12", "ref": "e71"}, {"ok": True})
    s.mcp("browser", "snapshot", {}, "textbox 'Date' value '2027-05-12' note '12 May 2027 is a Wednesday' list 'Free hours' 17:00 18:00 19:00")
    s.say("12 May 2027 is a Wednesday. I ask before I book.")
    s.other("ask_user", {"question": "12 May 2027 is a Wednesday; Tuesday is the 11th. Which one?"}, "The 11th, sorry.", ms=61_000)
    s.mcp("browser", "click", {"element": "Date", "ref": "e40"}, {"ok": True})
    s.mcp("browser", "click", {"element": "11", "ref": "e70"}, {"ok": True})
    s.mcp("browser", "click", {"element": "18:00", "ref": "e83"}, {"ok": True})
    s.mcp("browser", "click", {"element": "Book", "ref": "e90"}, {"ok": True, "snapshot": "status 'Court 3 booked: 11 May 2027 18:00, no 88121'"})


@healthy("work:handover", "field-guide", "Coordinate: scout gathers, writer writes, checker checks, for the five chapters of the field guide. Messages through the bus.", client="plain", times="at")
def chapters_that_go_from_scout_to_writer_to_checker(s):
    for n, bird in enumerate(["heron", "kingfisher", "dipper", "grebe", "reed warbler"], 1):
        s.other("send_message", {"to": "scout", "text": f"Please gather facts for chapter {n}: {bird}."}, "delivered")
        s.other("wait_message", {"timeout_s": 300}, f"scout: {11 + n} facts and {n + 2} sources in notes/{n}.md", ms=90_000 + n * 7000)
        s.other("send_message", {"to": "writer", "text": f"notes/{n}.md is ready, please write chapter {n}."}, "delivered")
        if n == 3:
            s.other("wait_message", {"timeout_s": 300}, "(no message)", ms=300_000)
        s.other("wait_message", {"timeout_s": 300}, f"writer: drafts/{n}.md, {780 + n * 41} words", ms=140_000 + n * 3000)
        s.other("send_message", {"to": "checker", "text": f"Please check drafts/{n}.md against notes/{n}.md."}, "delivered")
        s.other("wait_message", {"timeout_s": 300}, f"checker: {'one wrong wing span in line 14, rest fine' if n in (2, 4) else 'no findings'}", ms=61_000)
        if n in (2, 4):
            s.other("send_message", {"to": "writer", "text": f"drafts/{n}.md line 14: wing span, see notes."}, "delivered")
            s.other("wait_message", {"timeout_s": 300}, "writer: corrected", ms=20_000)


@healthy("work:wait", "glacier-back", "I need the 2019 survey from the archive bucket (Deep Archive). Request it, wait, then unpack it. It takes some hours, that is fine.", client="plain")
def an_archive_that_comes_back_in_the_afternoon(s):
    s.bash("aws s3api head-object --bucket cold --key survey-2019.tar.zst | jq '{StorageClass, ContentLength, Restore}'", '{\n  "StorageClass": "DEEP_ARCHIVE",\n  "ContentLength": 48122019220,\n  "Restore": null\n}', ms=900)
    s.bash("aws s3api restore-object --bucket cold --key survey-2019.tar.zst --restore-request '{\"Days\":3,\"GlacierJobParameters\":{\"Tier\":\"Expedited\"}}'", "An error occurred (InvalidArgument) when calling the RestoreObject operation: The Expedited tier is not supported for the DEEP_ARCHIVE storage class", 254, ms=800)
    s.bash("aws s3api restore-object --bucket cold --key survey-2019.tar.zst --restore-request '{\"Days\":3,\"GlacierJobParameters\":{\"Tier\":\"Standard\"}}'", "", ms=800)
    for n in range(16):
        s.bash("sleep 1800; aws s3api head-object --bucket cold --key survey-2019.tar.zst --query Restore --output text", "ongoing-request=\"true\"", ms=1_801_000 + n * 31)
    s.bash("sleep 1800; aws s3api head-object --bucket cold --key survey-2019.tar.zst --query Restore --output text", "ongoing-request=\"false\", expiry-date=\"Sat, 14 Nov 2026 00:00:00 GMT\"", ms=1_801_300)
    s.bash("aws s3 cp s3://cold/survey-2019.tar.zst . --no-progress && tar --zstd -xf survey-2019.tar.zst && ls survey-2019 | wc -l", "download: s3://cold/survey-2019.tar.zst to ./survey-2019.tar.zst\n1204", ms=590_000)


@healthy("work:install", "geo-env", "Make an environment.yml that solves again with Python 3.12; the old pins are from 2021.", client="codex")
def an_environment_solved_pin_by_pin(s):
    pins = [("python=3.8", "python=3.12", "numpy 1.20"), ("numpy=1.20", "numpy=1.26", "gdal 3.2"), ("gdal=3.2", "gdal=3.8", "rasterio 1.2"), ("rasterio=1.2", "rasterio=1.3.10", "fiona 1.8"), ("fiona=1.8", "fiona=1.9", "geopandas 0.9"), ("geopandas=0.9", "geopandas=0.14", "shapely 1.7"), ("shapely=1.7", "shapely=2.0", "pygeos 0.10"), ("  - pygeos=0.10\n", "", "xarray 0.19"), ("xarray=0.19", "xarray=2024.3", "dask 2021.8"), ("dask=2021.8", "dask=2024.4", None)]
    for n, (old, new, culprit) in enumerate(pins):
        s.edit("environment.yml", old, new)
        s.bash("micromamba create -n geo -f environment.yml --dry-run 2>&1 | tail -4", f"error    libmamba Could not solve for environment specs\n    The following packages are incompatible\n    └─ {culprit} ** is not installable because there are no viable options with python 3.12\ncritical libmamba Could not solve for environment specs" if culprit else "  Install: 311 packages\n  Total download: 641MB\nDry run. Not executing the transaction.", 0, ms=21_000 + n * 1300)
    s.bash("micromamba create -y -n geo -f environment.yml 2>&1 | tail -2 && micromamba run -n geo python -c 'import geopandas, rasterio, xarray; print(\"ok\")'", "Transaction finished\nTo activate this environment, use: micromamba activate geo\nok", ms=181_000)


@stuck("work:research", "paywalled", "What does the article 'The quiet wells' in the Journal of Hydrology Notes 12 say about nitrate? https://jhn.example/12/quiet-wells", client="claude")
def a_paywalled_article_through_every_mirror(s):
    wall = "Get access to the full article. Log in through your institution or buy this article (EUR 39.00). Preview: 'The quiet wells' — S. Maro. Abstract not available."
    tries = ["https://jhn.example/12/quiet-wells", "https://jhn.example/12/quiet-wells.pdf", "https://jhn.example/12/quiet-wells/full", "https://web.archive.org/web/https://jhn.example/12/quiet-wells", "https://archive.ph/https://jhn.example/12/quiet-wells",
             "https://jhn.example/12/quiet-wells?view=print", "https://amp.jhn.example/12/quiet-wells", "https://jhn.example/12/quiet-wells/abstract", "https://r.jina.example/https://jhn.example/12/quiet-wells", "https://m.jhn.example/12/quiet-wells", "https://jhn.example/12/quiet-wells#nitrate", "https://jhn.example/12/quiet-wells?download=true", "https://web.archive.org/web/2024/https://jhn.example/12/quiet-wells.pdf", "https://jhn.example/api/articles/quiet-wells", "https://jhn.example/12/quiet-wells/references", "https://jhn.example/12/quiet-wells?utm_source=mail", "https://jhn.example/12/quiet-wells/epub", "https://jhn.example/doi/quiet-wells"]
    for n, url in enumerate(tries):
        if n == 5:
            s.stuck_here()
        s.other("web", {"url": url, "prompt": ["What does it say about nitrate?", "Give me the full text.", "Extract the nitrate results."][n % 3]}, wall if n % 5 != 2 else "The page shows a paywall: " + wall, ms=1900 + n * 70)
        if n in (8, 13):
            s.other("web_search", {"query": ["\"The quiet wells\" nitrate full text", "Maro quiet wells pdf free"][n // 13]}, "1. jhn.example/12/quiet-wells — The quiet wells (subscription)\n2. jhn.example/12 — Contents of volume 12", ms=1400)


@stuck("work:spreadsheet", "budget-ref", "Cell F4 of the sheet Budget shows #REF!. Put the sum of the department costs there.", client="plain")
def a_cell_that_shows_ref_after_every_formula(s):
    s.mcp("sheets", "read_range", {"sheet": "Budget", "range": "A1:F4"}, {"values": [["Dept", "Q1", "Q2", "Q3", "Q4", "Sum"], ["Sales", 10, 12, 9, 14, "#REF!"], ["IT", 7, 7, 8, 9, "#REF!"], ["Total", "", "", "", "", "#REF!"]]})
    formulas = ["=SUM(Costs!F2:F3)", "=SUM('Costs'!F2:F3)", "=SUM(Costs!$F$2:$F$3)", "=Costs!F2+Costs!F3", "=SUMPRODUCT(Costs!F2:F3)", "=SUM(INDIRECT(\"Costs!F2:F3\"))", "=SUM('Costs'!$F2:$F3)", "=SUM({Costs!F2;Costs!F3})", "=ARRAYFORMULA(SUM(Costs!F2:F3))", "=SUM(Costs!F:F)", "=SUM(FILTER(Costs!F2:F3, Costs!F2:F3<>\"\"))", "=QUERY(Costs!A:F, \"select sum(F)\")"]
    for n, formula in enumerate(formulas):
        if n == 4:
            s.mcp("sheets", "list_sheets", {}, {"sheets": ["Budget", "Archive"]})
            s.stuck_here()
        s.mcp("sheets", "write_cell", {"sheet": "Budget", "cell": "F4", "formula": formula}, {"updatedCells": 1})
        s.mcp("sheets", "read_cell", {"sheet": "Budget", "cell": "F4"}, {"value": "#REF!", "error": "Unresolved sheet name 'Costs'."})


@stuck("work:documents", "report-12p", "The report must have at most 12 pages as PDF; make it so. report.md, pandoc with reference.docx.", client="claude")
def a_report_that_stays_at_thirteen_pages(s):
    s.bash("cat Makefile", "report.pdf: report.md\n\tpandoc report.md -o report.docx\n\tsoffice --headless --convert-to pdf report.docx >/dev/null\n\tpdfinfo report.pdf | grep Pages")
    s.bash("make -B report.pdf | tail -1", "Pages:           13", ms=6100)
    edits = [("margin_top = Cm(2.5)", "margin_top = Cm(2.0)"), ("margin_left = Cm(2.5)", "margin_left = Cm(2.0)"), ("font.size = Pt(11)", "font.size = Pt(10.5)"), ("line_spacing = 1.15", "line_spacing = 1.0"), ("font.size = Pt(10.5)", "font.size = Pt(10)"), ("space_after = Pt(8)", "space_after = Pt(4)"), ("margin_top = Cm(2.0)", "margin_top = Cm(1.5)"), ("font.name = 'Calibri'", "font.name = 'Carlito'"), ("font.size = Pt(10)", "font.size = Pt(9)"), ("space_after = Pt(4)", "space_after = Pt(0)"), ("margin_left = Cm(2.0)", "margin_left = Cm(1.5)")]
    for n, (old, new) in enumerate(edits):
        if n == 5:
            s.stuck_here()
        s.edit("make_reference.py", old, new)
        s.bash(["python make_reference.py && make -B report.pdf | tail -1", "python make_reference.py; make -B report.pdf | grep Pages", "python make_reference.py && make -B report.pdf && pdfinfo report.pdf | grep Pages"][n % 3], "Pages:           13" if n % 3 != 2 else "pandoc report.md -o report.docx\nsoffice --headless --convert-to pdf report.docx >/dev/null\npdfinfo report.pdf | grep Pages\nPages:           13\nPages:           13", ms=6000 + n * 91)


@stuck("work:mail", "one-mail", "Write Mrs Okafor that the meeting is moved to Friday 10:00, and send it.", client="plain", codes=False)
def a_draft_polished_and_never_sent(s):
    s.mcp("contacts", "find", {"name": "Okafor"}, {"email": "n.okafor@hafen.example"})
    s.mcp("mail", "create_draft", {"to": "n.okafor@hafen.example", "subject": "Meeting", "body": "Dear Mrs Okafor, the meeting is moved to Friday 10:00."}, {"draft": "d4101"})
    texts = ["Dear Mrs Okafor, our meeting has been moved to Friday at 10:00.", "Dear Mrs Okafor, please note that our meeting has been moved to Friday at 10:00.", "Dear Mrs Okafor, I would like to let you know that our meeting has moved to Friday at 10:00.", "Dear Ms Okafor, I would like to let you know that our meeting has moved to Friday at 10:00.", "Dear Mrs Okafor, just a short note: our meeting has moved to Friday, 10:00.", "Dear Mrs Okafor, our meeting has been moved to Friday, 10:00 am. Kind regards", "Dear Mrs Okafor, our meeting is now on Friday, 10:00 am. Kind regards", "Dear Mrs Okafor, our meeting will now take place on Friday at 10:00 am. Kind regards", "Dear Mrs Okafor, the meeting will now take place on Friday at 10 am. Best regards", "Dear Mrs Okafor, please be informed that the meeting will take place on Friday at 10 am. Best regards", "Dear Mrs Okafor, the meeting was moved to Friday at 10 am. Best regards", "Dear Mrs Okafor, the meeting has been moved to Friday, 10:00. Best regards"]
    for n, text in enumerate(texts):
        if n == 4:
            s.stuck_here()
        s.mcp("mail", "update_draft", {"draft": "d4101", "body": text}, {"draft": "d4101", "status": "saved"})
        if n % 2:
            s.mcp("mail", "get_draft", {"draft": "d4101"}, {"to": "n.okafor@hafen.example", "subject": "Meeting", "body": text})
        if n % 4 == 2:
            s.say(["The draft reads well; one more improvement of the tone.", "Nearly ready to send. I refine the wording.", "I make it a little more courteous."][n // 4])


@stuck("work:handover", "two-bots", "You are the planner. Work with the builder over the bus until the landing page is live.", client="plain", times="at")
def two_agents_that_thank_each_other(s):
    s.other("send_message", {"to": "builder", "text": "Please build the landing page from spec.md."}, "delivered")
    s.other("wait_message", {"timeout_s": 120}, "builder: I will start as soon as you confirm the plan.", ms=9000)
    pairs = [("The plan is confirmed.", "Thank you for the confirmation! Please let me know when I may begin."), ("You may begin.", "Great, thanks! I am ready whenever you are."), ("Excellent, I look forward to it.", "Wonderful. Just say the word."), ("Please go ahead.", "Perfect, thank you for your trust!"), ("Thank you, too.", "You are welcome! Happy to work with you."), ("Likewise. Ready when you are.", "Ready as well! Waiting for your go."), ("Go.", "Understood, thank you! I stand by."), ("Great teamwork.", "Indeed, great teamwork!"), ("Let me know of anything you need.", "Will do. Let me know, too."), ("Of course.", "Thank you so much!"), ("My pleasure.", "The pleasure is mine.")]
    for n, (mine, theirs) in enumerate(pairs):
        if n == 3:
            s.stuck_here()
        s.other("send_message", {"to": "builder", "text": mine}, "delivered")
        s.other("wait_message", {"timeout_s": 120}, f"builder: {theirs}", ms=4000 + n * 300)


@stuck("work:browser", "captcha-wall", "Download the register extract for company HRB 20417 from the portal.", client="claude")
def a_captcha_that_comes_back_on_every_page(s):
    wall = "heading 'Please confirm that you are human' iframe 'captcha' [e7] button 'Continue' [e9] disabled"
    s.mcp("browser", "navigate", {"url": "https://register.example/search?q=HRB+20417"}, wall)
    s.mcp("browser", "click", {"element": "captcha", "ref": "e7"}, "dialog 'Select all images with bicycles' 9 images")
    s.mcp("browser", "navigate", {"url": "https://register.example/"}, wall)
    s.mcp("browser", "click", {"element": "Continue", "ref": "e9"}, "Error: element is disabled", ok=False)
    s.mcp("browser", "navigate", {"url": "https://register.example/extract/HRB20417"}, wall)
    s.stuck_here()
    for tool, given, out, ok in [("reload", {}, wall, True), ("wait", {"seconds": 10}, wall, True), ("snapshot", {}, wall, True), ("click", {"element": "Continue", "ref": "e9", "force": True}, "Error: element is disabled", False), ("navigate", {"url": "https://www.register.example/search?q=20417"}, wall, True), ("evaluate", {"script": "document.querySelector('button').disabled = false"}, wall.replace(" disabled", ""), True), ("click", {"element": "Continue", "ref": "e9"}, wall, True),
                                 ("clear_cookies", {}, "cookies cleared", True), ("navigate", {"url": "https://register.example/en/search?q=HRB+20417"}, wall, True), ("reload", {"ignore_cache": True}, wall, True), ("set_user_agent", {"value": "Mozilla/5.0 (X11; Linux x86_64) Firefox/131.0"}, "user agent set", True), ("navigate", {"url": "https://register.example/search?q=HRB+20417"}, wall, True), ("screenshot", {}, wall, True), ("press_key", {"key": "Enter"}, wall, True), ("navigate", {"url": "https://m.register.example/HRB20417"}, wall, True), ("wait", {"seconds": 30}, wall, True)]:
        s.mcp("browser", tool, given, out, ok=ok, ms=1400)


@stuck("work:documents", "soffice-pdf", "Convert protokoll.docx to PDF.", client="codex")
def a_document_that_no_conversion_loads(s):
    bad = "Error: source file could not be loaded"
    s.bash("ls -l protokoll.docx; file protokoll.docx", "-rw-r--r-- 1 dev dev 0 Nov 11 08:20 protokoll.docx\nprotokoll.docx: empty")
    for command in ["soffice --headless --convert-to pdf protokoll.docx", "soffice --headless --convert-to pdf:writer_pdf_Export protokoll.docx", "libreoffice --headless --convert-to pdf --outdir out protokoll.docx"]:
        s.bash(command, bad, 0, ms=4100)
    s.stuck_here()
    for n, command in enumerate(["soffice --headless --infilter='MS Word 2007 XML' --convert-to pdf protokoll.docx", "HOME=/tmp/lo soffice --headless --convert-to pdf protokoll.docx", "soffice -env:UserInstallation=file:///tmp/lo2 --headless --convert-to pdf protokoll.docx", "cp protokoll.docx /tmp/p.docx && soffice --headless --convert-to pdf /tmp/p.docx", "soffice --headless --convert-to odt protokoll.docx", "chmod 644 protokoll.docx; soffice --headless --convert-to pdf $PWD/protokoll.docx", "pandoc protokoll.docx -o protokoll.pdf", "unoconv -f pdf protokoll.docx", "sudo soffice --headless --convert-to pdf protokoll.docx", "soffice --headless --writer --convert-to pdf protokoll.docx", "apt-get install -y libreoffice-writer | tail -1; soffice --headless --convert-to pdf protokoll.docx", "python3 -c \"import docx; docx.Document('protokoll.docx')\" 2>&1 | tail -1", "xvfb-run soffice --convert-to pdf protokoll.docx", "soffice --headless --norestore --convert-to pdf protokoll.docx", "pandoc -f docx protokoll.docx -t html"]):
        out, rc = bad, 0
        if "pandoc" in command:
            out, rc = "couldn't unpack docx container: not enough bytes", 63
        elif "unoconv" in command:
            out, rc = "unoconv: UnoException during import phase:\nOffice probably died. Unsupported URL <file:///home/dev/soffice-pdf/protokoll.docx>: \"type detection failed\"", 6
        elif "import docx" in command:
            out, rc = "zipfile.BadZipFile: File is not a zip file", 0
        elif "apt-get" in command:
            out = "0 upgraded, 0 newly installed, 0 to remove and 12 not upgraded.\n" + bad
        s.bash(command, out, rc, ms=3900 + n * 60)
