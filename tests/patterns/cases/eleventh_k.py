"""Calls that the client rejects, and agents that hand the same thing to each other or something new each time."""
from session import healthy, stuck


@healthy("eleventh:reject", "house-finance", "Fill the budget sheet for the twelve months from the bank CSVs.", client="claude")
def a_sheet_call_rejected_and_then_right(s):
    months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    s.mcp("sheets", "update_values", {"range": "Jan!B2:B5", "values": [412, 88, 31, 190]}, "MCP error -32602: Invalid arguments for tool update_values: values: expected array of arrays", ok=False)
    for n, month in enumerate(months):
        values = [[412 + n * 7], [88 + n], [31 + n * 3], [190 + n * 11]]
        s.bash(f"mlr --icsv --onidx sum -f amount -g kind bank/{n + 1:02}.csv", "\n".join(str(v[0]) for v in values))
        s.mcp("sheets", "update_values", {"range": f"{month}!B2:B5", "values": values}, {"updatedRange": f"{month}!B2:B5", "updatedCells": 4})


@healthy("eleventh:reject", "cli-docs", "Translate the manual's ten chapters to Spanish, have each reviewed.", client="claude", times="none")
def translator_and_reviewer_chapter_by_chapter(s):
    for n, chapter in enumerate(["install", "login", "projects", "files", "search", "export", "plugins", "errors", "faq"]):
        s.task("translator", f"Translate docs/en/{chapter}.md to docs/es/{chapter}.md.", f"docs/es/{chapter}.md is written, {n * 41 + 310} words.")
        s.task("reviewer", f"Review docs/es/{chapter}.md against the English text.", ["Fine as it is.", f"Fine; line {n * 7 + 3} corrected ('archivo' for 'fichero').", "Fine as it is."][n % 3])
    s.bash("ls docs/es | wc -l", "9")


@healthy("eleventh:reject", "gym-kotlin", "Shorten the onboarding texts. Show me each edit before you make it.", client="plain", times="none")
def texts_that_the_person_wants_otherwise(s):
    for n, (key, first, second) in enumerate([("welcome", "Welcome!", None), ("goal", "Pick your goal", "What is your goal?"), ("body", "Your data", "Height and weight"), ("days", "How often?", None), ("place", "Home or gym?", "Where do you train?"), ("coach", "A coach?", None), ("remind", "Reminders", "May we remind you?"), ("done", "Let's go", None)]):
        old = f"<string name=\"onb_{key}\">long text {n}</string>"
        if second:
            s.edit("app/src/main/res/values/strings.xml", old, f"<string name=\"onb_{key}\">{first}</string>", rejected=f"The user does not want to proceed with this edit and says: rather \"{second}\"")
        s.edit("app/src/main/res/values/strings.xml", old, f"<string name=\"onb_{key}\">{second or first}</string>")
    s.bash("./gradlew :app:lintDebug -q", "", ms=31_000)


@healthy("eleventh:reject", "shop-hooks", "Remove the unused packages; a hook guards the lock file.", client="codex")
def packages_removed_by_the_way_the_hook_allows(s):
    s.bash("npm uninstall left-pad", "blocked by hook: use ./tools/remove.sh PACKAGE, it keeps the licence list in step", 2)
    for n, name in enumerate(["left-pad", "moment", "request", "lodash.merge", "node-sass", "bluebird", "q", "underscore", "tslint", "babel-eslint"]):
        s.bash(f"rg -l \"from '{name}'|require\\('{name}'\\)\" src", "", 1)
        s.bash(f"./tools/remove.sh {name}", f"removed {n % 7 + 1} packages, and audited {811 - n * 9} packages in {2 + n % 3}s\nLICENCES.md updated", ms=4100 + n * 91)
    s.bash("npm test 2>&1 | tail -1", "Tests: 118 passed, 118 total", ms=12_000)


@stuck("eleventh:reject", "news-hugo", "Replace the footer in the theme.", client="claude")
def an_edit_call_without_one_of_its_arguments(s):
    for n in range(22):
        if n == 6:
            s.stuck_here()
        if n % 7 == 6:
            s.look("themes/plain/layouts/partials/footer.html", "<footer>© 2024</footer>\n")
            continue
        given = {"file_path": "/home/dev/news-hugo/themes/plain/layouts/partials/footer.html", "new_string": ["<footer>© 2026 News</footer>", "<footer>&copy; 2026 News</footer>", "<footer>© {{ now.Year }} News</footer>"][n % 3]}
        if n % 4 == 2:
            given["old_text"] = "<footer>© 2024</footer>"
        s.other("Edit", given, "<tool_use_error>InputValidationError: Edit failed due to the following issue:\nThe required parameter `old_string` is missing" + ("\nAn unexpected parameter `old_text` was provided" if n % 4 == 2 else "") + "</tool_use_error>", ok=False)


@stuck("eleventh:reject", "desk-tracker", "Close the eleven tickets that were released yesterday.", client="plain")
def a_status_argument_in_every_invalid_shape(s):
    shapes = [{"status": "done"}, {"status": ["done"]}, {"state": "done"}, {"status": {"name": "done"}}, {"status": "Done"}, {"status": "closed"}, {"fields": {"status": "done"}}]
    for n in range(23):
        if n == 8:
            s.stuck_here()
        if n % 8 == 7:
            s.mcp("tracker", "get_ticket", {"id": 7100 + n // 8}, {"id": 7100 + n // 8, "statusId": 2, "title": ["Crash on start", "Wrong icon"][n // 8 % 2]})
        else:
            s.mcp("tracker", "update_ticket", {"id": 7100 + n % 3} | shapes[n % 7], "MCP error -32602: Invalid arguments for tool update_ticket: [\n  {\n    \"code\": \"invalid_type\",\n    \"expected\": \"number\",\n    \"received\": \"undefined\",\n    \"path\": [\"statusId\"],\n    \"message\": \"Required\"\n  }\n]", ok=False, ms=40 + n)


@stuck("eleventh:reject", "lunch-app", "Let the designer agent and the developer agent build the menu page together.", client="claude", gap=4)
def a_mock_up_and_an_api_that_wait_for_each_other(s):
    for n in range(12):
        if n == 4:
            s.stuck_here()
        s.task("developer", ["Build the menu page.", "Please go on with the menu page.", "The designer says that the API shape comes first. Start with it.", "Implement the API for the menu page now."][n % 4], ["I need the designer's mock-up before I can fix the API shape. Nothing was changed.", "The API depends on the mock-up; I wait for the designer. No files changed."][n % 2])
        s.task("designer", ["Draw the mock-up of the menu page.", "The developer waits for the mock-up. Please deliver it.", "Deliver the mock-up so that the developer can begin."][n % 3], ["I need to know what fields the API returns before I draw. Nothing was changed.", "Without the developer's API I can't lay out the page. I wait for it."][n % 2])


@stuck("eleventh:reject", "parish-archive", "Merge the two baptism registers; have the checker confirm the merge.", client="plain", codes=False)
def a_merger_and_a_checker_with_two_spellings(s):
    for n in range(12):
        if n == 4:
            s.stuck_here()
        first, second = ("Mayer", "Maier") if n % 2 == 0 else ("Maier", "Mayer")
        s.task("merger", [f"Merge the registers; the checker wants {second} in entry 88.", f"Entry 88 again: {second}, says the checker.", f"Please set entry 88 to {second} as the checker asks."][n % 3], f"Entry 88 now reads {second}. merged.csv is written.")
        s.task("checker", ["Check merged.csv.", "Check entry 88 of merged.csv once more.", "The merger has corrected entry 88. Confirm."][n % 3], f"Entry 88 reads {second}, but the {'first' if n % 2 else 'second'} register has {first}. Not confirmed; send it back to the merger.")
