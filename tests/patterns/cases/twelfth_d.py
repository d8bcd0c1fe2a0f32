"""Searches that find little: glossaries, old tickets, mail, KQL, firmware images; registry, Unreal assets, papers, datasheets, copybooks."""
from session import healthy, stuck


@healthy("twelfth:search", "harvester-manual", "Which of the customer's new terms are not yet in our termbase? Add those.", client="claude")
def terms_missing_in_the_termbase(s):
    terms = ["Schneidwerk", "Dreschkorb", "Korntank", "Haspel", "Häcksler", "Strohschüttler", "Überkehr", "Einzugskanal", "Rapstrenner", "Ährenheber", "Querstromgebläse", "Restkornabscheidung"]
    for n, term in enumerate(terms):
        s.grep(f"<term>{term}</term>", "termbase.tbx", f"termbase.tbx:{n * 311 + 90}:        <term>{term}</term>" if n in (2, 7) else "")
    s.edit("termbase.tbx", "  </body>", "".join(f"  <termEntry><langSet xml:lang=\"de\"><tig><term>{t}</term></tig></langSet></termEntry>\n" for i, t in enumerate(terms) if i not in (2, 7)) + "  </body>")
    s.bash("xmllint --noout --dtdvalid TBX.dtd termbase.tbx && grep -c '<termEntry>' termbase.tbx", "1852", ms=300)


@healthy("twelfth:search", "boiler-support", "Has anybody before reported that the boiler beeps at night? Look in the old tickets.", client="plain")
def symptoms_looked_for_in_old_tickets(s):
    for n, query in enumerate(["beep night", "beeping 3am", "buzzer at night", "piept nachts", "acoustic alarm sleep mode", "pieptoon", "error 0x51 buzzer", "noise frost protection", "firmware 4.12 sound", "alarm without display", "frost cycle tone", "night setback buzzer"]):
        found = [{"id": 20417, "subject": "Tone each time the frost cycle starts", "status": "closed"}] if n == 10 else []
        s.mcp("zendesk", "search_tickets", {"query": f"type:ticket {query}", "sort_by": "created_at"}, {"results": found, "count": len(found)}, ms=520 + n * 31)
    s.mcp("zendesk", "get_ticket", {"id": 20417}, {"id": 20417, "description": "Since the update to 4.12 there is a tone each time the frost cycle starts.", "tags": ["firmware-4.12", "frost"]})
    s.mcp("zendesk", "list_comments", {"ticket_id": 20417}, {"comments": [{"body": "Known, fixed with 4.13 (BUZ-88)."}]})


@healthy("twelfth:search", "estate-office", "Find the mail with the signed heating contract; it is from 2021 or 2022.", client="claude")
def a_contract_mail_found_at_the_twelfth_question(s):
    queries = ["from:stadtwerke.example has:attachment after:2021/01/01 before:2023/01/01", "subject:Wärmeliefervertrag", "heizung vertrag unterschrieben", "from:hv-brandt.example filename:pdf", "subject:\"Contracting\" 2021", "from:notariat.example", "filename:vertrag.pdf after:2021/06/01", "in:anywhere Fernwärme Anschluss", "from:energie-nord.example", "subject:Unterlagen Haus 7", "to:verwaltung@estate.example scan", "from:kopierer@estate.example after:2022/02/01 before:2022/05/01"]
    for n, query in enumerate(queries):
        s.mcp("gmail", "search_threads", {"query": query}, {"threads": [{"id": "17f3a90c1", "snippet": "Scan vom Kopierer 2. OG: Wärmeliefervertrag_unterschrieben.pdf"}] if n == 11 else ([{"id": f"17e{n}44", "snippet": "Zählerstände Haus 7, wie besprochen"}] if n in (3, 9) else []), "resultSizeEstimate": 1 if n in (3, 9, 11) else 0}, ms=390 + n * 23)
        if n in (3, 9):
            s.mcp("gmail", "get_thread", {"threadId": f"17e{n}44"}, {"messages": [{"subject": "Zählerstände", "attachments": [f"zaehler_{n}.pdf"]}]})
    s.mcp("gmail", "get_thread", {"threadId": "17f3a90c1"}, {"messages": [{"subject": "Scan vom Kopierer 2. OG", "attachments": ["Waermeliefervertrag_unterschrieben.pdf"]}]})


@healthy("twelfth:search", "hospital-siem", "Was the leaked service account used anywhere in the last month? Check every table.", client="codex")
def a_leaked_account_in_none_of_the_log_tables(s):
    for n, table in enumerate("SigninLogs AADNonInteractiveUserSignInLogs SecurityEvent IdentityLogonEvents DeviceLogonEvents OfficeActivity AuditLogs StorageBlobLogs AzureActivity CommonSecurityLog KeyVaultLogs VMConnection Syslog W3CIISLog".split()):
        s.bash(f"az monitor log-analytics query -w $WS --analytics-query \"{table} | where TimeGenerated > ago(30d) | where * has 'svc-pacs' | summarize count() by bin(TimeGenerated, 1d)\" -o json", "[]", ms=2900 + n * 170)
    s.write("ir/svc-pacs.md", "# svc-pacs\n\nNo use in any of the 14 tables between 12 September and 12 October.\n")


@healthy("twelfth:search", "router-images", "Is the vulnerable libupnp 1.6.18 in any of our shipped images?", client="plain", times="none")
def no_old_upnp_in_the_shipped_images(s):
    for n in range(15):
        s.bash(f"unsquashfs -q -d /tmp/fs{n} images/rt{300 + n * 10}.bin.squashfs >/dev/null && strings /tmp/fs{n}/usr/lib/libupnp.so* 2>/dev/null | grep -F '1.6.18'", "", 1)
    s.bash("for i in /tmp/fs*; do strings $i/usr/lib/libupnp.so* | grep -m1 -E '^1\\.1?[0-9]\\.'; done | sort | uniq -c", "     11 1.14.12\n      4 1.14.18")
    s.bash("rm -rf /tmp/fs*", "")


@stuck("twelfth:search", "kiosk-win", "Turn the edge swipe off on the kiosk; there is a registry value for it.", client="claude")
def a_registry_value_under_every_command(s):
    key = "HKLM:\\SOFTWARE\\Policies\\Microsoft\\Windows\\EdgeUI"
    ways = [(f"Get-ItemProperty -Path '{key}' -Name DisableEdgeSwipe", f"Get-ItemProperty : Cannot find path '{key.replace('HKLM:', 'HKLM:')}' because it does not exist."), ("reg query HKLM\\SOFTWARE\\Policies\\Microsoft\\Windows\\EdgeUI /v DisableEdgeSwipe", "ERROR: The system was unable to find the specified registry key or value."), ("reg query HKLM\\SOFTWARE\\Policies /s /f EdgeSwipe", "End of search: 0 match(es) found."), (f"Get-Item '{key}'", f"Get-Item : Cannot find path '{key}' because it does not exist."), (f"Test-Path '{key}'", "False"), ("Get-ChildItem HKLM:\\SOFTWARE\\Policies\\Microsoft\\Windows | Where-Object Name -like '*EdgeUI*'", ""), ("(Get-ItemProperty 'Registry::HKEY_LOCAL_MACHINE\\SOFTWARE\\Policies\\Microsoft\\Windows\\EdgeUI' -EA SilentlyContinue).DisableEdgeSwipe", "")]
    for n in range(26):
        if n == 8:
            s.stuck_here()
        command, output = ways[(n * 3 + n // 7) % 7]
        if n > 7 and n % 3 == 0:
            command = command.replace("DisableEdgeSwipe", "disableedgeswipe").replace("HKLM\\", "HKEY_LOCAL_MACHINE\\")
        if n in (9, 18):
            s.bash("gpupdate /force", "Updating policy...\n\nComputer Policy update has completed successfully.\nUser Policy update has completed successfully.", ms=9100)
        else:
            s.bash(f"powershell -NoProfile -Command \"{command}\"", output, 1 if "ot find" in output or "unable" in output or "0 match" in output else 0, ms=410 + n * 13)


@stuck("twelfth:search", "lantern-unreal", "Remove BP_LanternOld from the project; a designer says that it is still placed somewhere.", client="codex")
def a_blueprint_sought_with_every_switch(s):
    ways = ["rg -l BP_LanternOld Content", "rg -a -l BP_LanternOld Content", "find Content -name '*LanternOld*'", "grep -rl BP_LanternOld Content", "find . -iname 'bp_lanternold*'", "strings -f Content/Maps/*.umap | grep LanternOld", "rg -uuu -l -i lanternold", "git ls-files | grep -i lanternold", "grep -rli LanternOld Content Config Source", "fd -I lanternold"]
    for n in range(26):
        if n == 11:
            s.stuck_here()
        if n in (9, 16, 22):
            s.bash(["ls Content/Blueprints", "ls -la Content/Blueprints", "ls Content/Blueprints | sort"][n // 8 - 1], "BP_Door.uasset\nBP_Lantern.uasset\nBP_Rope.uasset")
            continue
        way = ways[n * 3 % 10]
        if n > 11:
            way = way.replace(" -l ", [" -l --hidden ", " -il ", " --no-ignore -l "][n % 3]).replace("Content", ["Content/", "./Content", "Content"][n % 3])
        s.bash(way, "", 0 if way.startswith(("find", "fd")) else 1, ms=900 + n * 120)


@stuck("twelfth:search", "reef-review", "Complete the reference 'Halvorsen & Pike 2016, Reef lights'; DOI and pages are missing.", client="plain")
def a_paper_that_was_never_written(s):
    words = ["Halvorsen Pike 2016 reef lights", "Halvorsen and Pike reef light", "reef lights Halvorsen", "\"Reef lights\" 2016", "Pike Halvorsen artificial light reef", "Halvorsen K, Pike J (2016) Reef lights", "reef lights Pike 2016 journal", "halvorsen pike \"reef lights\" doi"]
    for n in range(25):
        if n == 10:
            s.stuck_here()
        word = words[n * 3 % 8]
        server, tool, given, out = [("pubmed", "search_articles", {"query": word, "max_results": 10 + n % 3 * 10}, {"total_count": 0, "pmids": []}), ("crossref", "search_works", {"query.bibliographic": word, "rows": 5 + n % 2 * 5}, {"message": {"total-results": 0, "items": []}}), ("zotero", "search_items", {"q": word}, []), ("semantic-scholar", "paper_search", {"query": word, "year": ["2016", "2015-2017"][n % 2]}, {"total": 0, "data": []})][n % 4]
        s.mcp(server, tool, given, out, ms=700 + n * 19)
        if n in (8, 15, 21):
            s.edit("refs.bib", f"  note = {{todo {n}}}", f"  note = {{todo {n}, still to be found}}")


@stuck("twelfth:search", "scale-fw", "Which bit of the ADC turns the chopping off? It is in the datasheet.", client="plain", codes=False)
def a_register_the_datasheet_lacks(s):
    words = ["CHOP_DIS", "CHOPDIS", "CHOP_OFF", "chop", "CHOP", "DISCHOP", "NOCHOP", "chopping"]
    for n in range(27):
        if n == 11:
            s.stuck_here()
        word = words[n * 3 % 8]
        if n % 7 == 5:
            s.bash(["pdftotext -layout docs/hx7120.pdf /tmp/ds.txt; wc -l /tmp/ds.txt", "pdftotext docs/hx7120.pdf - | wc -l", "pdfinfo docs/hx7120.pdf | grep Pages"][n // 7 % 3], ["1184 /tmp/ds.txt", "1902", "Pages:          31"][n // 7 % 3])
        else:
            s.bash(["pdfgrep -n -i '%s' docs/hx7120.pdf", "grep -n -i '%s' /tmp/ds.txt", "pdftotext docs/hx7120.pdf - | grep -i -n '%s'", "grep -i -E '\\b%s' /tmp/ds.txt", "strings docs/hx7120.pdf | grep -i %s"][n % 5] % word, "", 1, ms=220 + n * 8)


@stuck("twelfth:search", "pension-cobol", "PENS040 must compile again on the new box.", client="codex")
def a_copybook_in_no_library(s):
    for n in range(24):
        if n == 7:
            s.stuck_here()
        if n % 3 == 0:
            s.bash(["cobc -x -I copy PENS040.cbl", "cobc -x -I copy -I ../copylib PENS040.cbl", "COB_COPY_DIR=copy cobc -x PENS040.cbl", "cobc -x -std=ibm -I copy -ext CPY PENS040.cbl"][n // 3 % 4], "PENS040.cbl:47: error: PNSTAB9: No such file or directory", 1, ms=240 + n * 3)
        elif n % 3 == 1:
            s.bash(["find / -iname 'PNSTAB9*' 2>/dev/null", "find /opt /home -iname '*pnstab9*' 2>/dev/null", "locate -i pnstab9", "ls -R copy ../copylib | grep -i pnstab9", "git log --all --oneline -- '*PNSTAB9*'"][n // 3 % 5], "", 1 if n // 3 % 5 in (2, 3) else 0, ms=3000 + n * 90)
        else:
            s.bash(["ls copy | head", "sed -n '40,50p' PENS040.cbl", "grep -n COPY PENS040.cbl"][n // 3 % 3], ["PNSHDR.CPY\nPNSREC.CPY\nPNSTAB1.CPY\nPNSTAB8.CPY", "       WORKING-STORAGE SECTION.\n           COPY PNSHDR.\n           COPY PNSREC.\n           COPY PNSTAB9.", "45:           COPY PNSHDR.\n46:           COPY PNSREC.\n47:           COPY PNSTAB9."][n // 3 % 3])
