"""Checks that find something: for each target once, or for one target over and over with nothing changed."""
from session import healthy, stuck


@healthy("eleventh:check", "all-dockerfiles", "Run hadolint over the Dockerfiles and list the findings; don't fix.", client="codex")
def the_same_warning_in_nearly_every_dockerfile(s):
    for n, name in enumerate(["api", "batch", "billing", "cdn", "cron", "docs", "edge", "feed", "geo", "hooks", "images", "jobs", "kyc", "ledger", "mail", "notify"]):
        if n in (4, 11):
            s.bash(f"hadolint services/{name}/Dockerfile", "")
        else:
            s.bash(f"hadolint services/{name}/Dockerfile", f"services/{name}/Dockerfile:{n % 5 + 3} DL3008 warning: Pin versions in apt get install. Instead of `apt-get install <package>` use `apt-get install <package>=<version>`", 1)
    s.write("hadolint.md", "DL3008 in 14 of 16 Dockerfiles; cron and ledger are clean.\n")


@healthy("eleventh:check", "peppol-out", "Which of yesterday's invoices does the validator reject, and for what?", client="plain", codes=False)
def invoices_against_the_schema(s):
    for n in range(20):
        number = 88102 + n * 3
        if n % 4 == 1:
            s.bash(f"xmllint --noout --schema xsd/UBL-Invoice-2.1.xsd out/{number}.xml", f"out/{number}.xml validates")
        else:
            s.bash(f"xmllint --noout --schema xsd/UBL-Invoice-2.1.xsd out/{number}.xml", f"out/{number}.xml:{31 + n % 3}: element PartyTaxScheme: Schemas validity error : Element '{{urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2}}PartyTaxScheme': Missing child element(s). Expected is one of ( TaxScheme ).\nout/{number}.xml fails to validate", 3)
    s.bash("grep -L '<cac:TaxScheme>' out/*.xml | wc -l", "15")


@healthy("eleventh:check", "router-drift", "Compare the running configs with the wanted ones.", client="codex")
def a_diff_for_each_switch(s):
    for n in range(18):
        drift = n not in (3, 9, 10, 16)
        s.bash(f"diff -u want/sw{n + 1:02}.cfg running/sw{n + 1:02}.cfg", f"--- want/sw{n + 1:02}.cfg\t2026-10-12 06:00:0{n % 10}\n+++ running/sw{n + 1:02}.cfg\t2026-10-12 06:1{n % 10}:00\n@@ -41,3 +41,3 @@\n ntp server 10.0.0.1\n-ntp server 10.0.0.2\n+ntp server 10.0.9.9\n" if drift else "", 1 if drift else 0)
    s.write("drift.md", "14 switches still have the old second NTP server 10.0.9.9; sw04, sw10, sw11, sw17 do not drift.\n")


@healthy("eleventh:check", "handbook-docs", "Get the handbook through vale.", client="claude", gap=4)
def vale_alerts_chapter_by_chapter(s):
    for n, chapter in enumerate(["welcome", "hours", "holidays", "travel", "devices", "security", "remote", "leave", "pay"]):
        s.bash(f"vale --output=line docs/{chapter}.md", f"docs/{chapter}.md:{n + 4}:{n * 3 + 11}:Acme.Terms:Use 'sign in' instead of 'login'.\ndocs/{chapter}.md:{n * 2 + 19}:1:Acme.Sentence:Sentence is longer than 30 words.", 1)
        s.edit(f"docs/{chapter}.md", "login", "sign in")
        s.edit(f"docs/{chapter}.md", ", which means that", ". This means that")
        if n % 3 == 2:
            s.bash("vale --output=line " + " ".join(f"docs/{c}.md" for c in ["welcome", "hours", "holidays", "travel", "devices", "security", "remote", "leave", "pay"][n - 2:n + 1]), "")


@healthy("eleventh:check", "py-services", "Bandit report for each service, as a table in the wiki draft.", client="plain", times="none")
def bandit_in_each_service(s):
    rows = ""
    for n, name in enumerate(["account", "basket", "chat", "dispatch", "events", "fraud", "gifts", "hotel", "inbox", "kitchen", "loyalty", "menu", "orders", "payout", "rating"]):
        low = 2 if n % 3 else 0
        s.bash(f"bandit -q -r services/{name} -f txt | tail -6", f"Run metrics:\n\tTotal issues (by severity):\n\t\tUndefined: 0\n\t\tLow: {low}\n\t\tMedium: 0\n\t\tHigh: 0", 1 if low else 0, ms=1800 + n * 41)
        rows += f"| {name} | {low} | 0 | 0 |\n"
    s.write("wiki/bandit.md", "| service | low | medium | high |\n|---|---|---|---|\n" + rows)


@stuck("eleventh:check", "design-tokens", "Make stylelint green.", client="claude")
def stylelint_with_other_formatters_and_nothing_changed(s):
    for n in range(25):
        if n == 7:
            s.stuck_here()
        if n % 6 == 4:
            s.look("src/tokens.css", ":root {\n  --brand: #0A5;\n  --brand: #0a5;\n  --gap: 4px;\n}\n")
        elif n % 6 == 5:
            s.edit("README.md", f"Lint status: {['unknown', 'in progress', 'being fixed', 'under review'][n // 6 % 4]}", f"Lint status: {['in progress', 'being fixed', 'under review', 'unknown'][n // 6 % 4]}")
        else:
            s.bash(["npx stylelint 'src/**/*.css'", "npx stylelint src/tokens.css --formatter compact", "npm run lint:css", "npx stylelint src --cache --quiet"][n % 6], "src/tokens.css: line 3, col 3, error - Unexpected duplicate \"--brand\" (declaration-block-no-duplicate-custom-properties)\n\n1 problem (1 error, 0 warnings)" if n % 6 == 1 else "\nsrc/tokens.css\n  3:3  ✖  Unexpected duplicate \"--brand\"  declaration-block-no-duplicate-custom-properties\n\n✖ 1 problem (1 error, 0 warnings)", 2, ms=1300 + n * 19)


@stuck("eleventh:check", "crate-policy", "cargo deny must pass before the release.", client="codex")
def an_advisory_checked_without_a_bump(s):
    for n in range(23):
        if n == 7:
            s.stuck_here()
        if n % 5 == 3:
            s.bash(["cargo tree -i idna", "grep -n idna Cargo.lock", "cargo tree -i idna --depth 1"][n // 5 % 3], ["idna v0.4.0\n└── url v2.4.1\n    └── crate-policy v1.3.0", '812:name = "idna"', "idna v0.4.0\n└── url v2.4.1"][n // 5 % 3])
        elif n % 5 == 4:
            s.edit("CHANGELOG.md", f"- security check {n // 5}", f"- security check {n // 5 + 1}")
        else:
            s.bash(["cargo deny check advisories", "cargo deny check", "cargo deny --all-features check advisories", "cargo deny --log-level info check advisories"][n % 4], f"error[vulnerability]: `idna` accepts Punycode labels that do not produce any non-ASCII when decoded\n   ┌─ /home/dev/crate-policy/Cargo.lock:71:1\n   │\n71 │ idna 0.4.0 registry+https://github.com/rust-lang/crates.io-index\n   │ ---------------------------------------------------------------- security vulnerability detected\n   ├ ID: RUSTSEC-2024-0421\n\nadvisories FAILED", 1, ms=2100 + n * 77)


@stuck("eleventh:check", "vpc-module", "terraform validate fails in the module. Fix it.", client="codex")
def validate_after_edits_of_comments(s):
    for n in range(13):
        if n == 4:
            s.stuck_here()
        words = ["# subnets of the VPC", "# Subnets of the VPC", "# subnets (private and public)", "# All subnets"]
        s.edit("main.tf", words[n % 4], words[(n + 1) % 4])
        s.bash(["terraform validate", "terraform init -backend=false >/dev/null && terraform validate", "terraform validate -no-color", "terraform fmt && terraform validate"][n % 4], "╷\n│ Error: Reference to undeclared input variable\n│ \n│   on main.tf line 22, in resource \"aws_subnet\" \"private\":\n│   22:   availability_zone = var.zones[count.index]\n│ \n│ An input variable with the name \"zones\" has not been declared. This variable can be declared with a variable \"zones\" {} block.\n╵", 1, ms=1900 + n * 33)


@stuck("eleventh:check", "library-web", "Fix the accessibility errors of the opening-hours page.", client="claude", times="none")
def pa11y_again_after_every_restart(s):
    result = "Results for URL: http://localhost:4321/hours\n\n • Error: This form field should be labelled in some way.\n   ├── WCAG2AA.Principle1.Guideline1_3.1_3_1.F68\n   ├── #day\n   └── <select id=\"day\"><option>Mon</option></select>\n\n1 Errors"
    for n in range(24):
        if n == 6:
            s.stuck_here()
        kind = n % 4
        if kind == 1:
            s.bash(["kill $(lsof -ti :4321); (npm run dev &>/tmp/dev.log &); sleep 4", "rm -rf .astro; (npm run dev &>/tmp/dev.log &); sleep 5", "npm run build"][n // 4 % 3], ["", "", f"{n:02}:11:02 [build] 14 page(s) built in 3.{n}s\n{n:02}:11:02 [build] Complete!"][n // 4 % 3], ms=5000 + n * 40)
        elif kind == 3:
            s.bash("curl -s localhost:4321/hours | grep -n 'id=\"day\"'", '41:<select id="day"><option>Mon</option></select>')
        else:
            s.bash(["npx pa11y http://localhost:4321/hours", "npx pa11y --standard WCAG2AA http://localhost:4321/hours", "npx pa11y --wait 1000 http://localhost:4321/hours/"][n // 2 % 3], result, 2, ms=3100 + n * 57)


@stuck("eleventh:check", "erp-dotnet", "CI says the formatting is wrong. Make it right.", client="plain", codes=False)
def a_format_verified_and_never_applied(s):
    for n in range(22):
        if n == 6:
            s.stuck_here()
        if n % 6 == 3:
            s.bash("dotnet build -v q", f"\nBuild succeeded.\n    0 Warning(s)\n    0 Error(s)\n\nTime Elapsed 00:00:0{3 + n % 5}.{n * 7 % 100:02}", ms=5000)
        elif n % 6 == 5:
            s.look(".editorconfig", "root = true\n[*.cs]\nindent_size = 4\ninsert_final_newline = true\n")
        else:
            s.bash(["dotnet format --verify-no-changes", "dotnet format Erp.sln --verify-no-changes --severity warn", "dotnet format whitespace --verify-no-changes", "dotnet format --verify-no-changes -v n | tail -2"][n % 4], "/home/dev/erp-dotnet/src/Booking.cs(18,5): error WHITESPACE: Fix whitespace formatting. Replace 5 characters with '\\n\\s\\s\\s\\s'. [/home/dev/erp-dotnet/src/Erp.csproj]\n/home/dev/erp-dotnet/src/Booking.cs(44,1): error FINALNEWLINE: Fix final newline. Insert '\\n'. [/home/dev/erp-dotnet/src/Erp.csproj]", 2, ms=7100 + n * 31)
