"""Many targets with equal answers, and paging; the same targets and overlapping windows again."""
from session import healthy, stuck


@healthy("eleventh:targets", "tariff-plsql", "Document what PKG_TARIFF does, procedure by procedure.", client="codex")
def a_plsql_package_paged_in_blocks(s):
    s.bash("wc -l db/PKG_TARIFF.pkb", "5218 db/PKG_TARIFF.pkb")
    for n in range(18):
        s.bash(f"sed -n '{n * 290 + 1},{n * 290 + 290}p' db/PKG_TARIFF.pkb", f"  PROCEDURE calc_{['base', 'zone', 'night', 'weekend', 'bulk', 'rebate'][n % 6]}_{n} (p_id IN NUMBER, p_out OUT NUMBER) IS\n    l_rate NUMBER := {n * 13 % 71}.{n % 9}5;\n  BEGIN\n    SELECT rate INTO l_rate FROM tariff_zone WHERE id = p_id AND zone = {n};\n    p_out := l_rate * {n + 2};\n  EXCEPTION WHEN NO_DATA_FOUND THEN p_out := 0;\n  END;")
        if n % 6 == 5:
            s.write(f"docs/tariff_{n // 6}.md", f"## Lines {n * 290 - 1449} to {n * 290 + 290}\n\nBase, zone, night, weekend, bulk and rebate rates.\n")


@healthy("eleventh:targets", "lambda-runtimes", "Move all functions from nodejs18.x to nodejs22.x.", client="codex", gap=4)
def functions_moved_to_another_runtime(s):
    names = ["api-authorizer", "cart-expire", "csv-export", "email-bounce", "fx-rates", "geo-lookup", "image-resize", "invoice-pdf", "kyc-webhook", "ledger-close", "mail-digest", "order-split", "price-sync", "push-fanout", "sitemap", "sms-gateway", "stock-alert", "tax-quote"]
    s.bash("aws lambda list-functions --query \"Functions[?Runtime=='nodejs18.x'].FunctionName\" --output text", "\t".join(names), ms=1900)
    for n, name in enumerate(names):
        s.bash(f"aws lambda update-function-configuration --function-name {name} --runtime nodejs22.x --query '[Runtime,LastUpdateStatus]' --output text", "nodejs22.x\tInProgress", ms=1100 + n * 37)
    s.bash("aws lambda list-functions --query \"Functions[?Runtime=='nodejs18.x'].FunctionName\" --output text", "", ms=1800)


@healthy("eleventh:targets", "museum-scans", "Shrink the scans losslessly. Leave those alone that win nothing.", client="plain", gap=2)
def scans_that_cannot_be_made_smaller(s):
    for n in range(22):
        s.bash(f"oxipng -o 4 scans/plate_{n + 101}.png", f"Processing: scans/plate_{n + 101}.png\nFile already optimized" if n % 5 else f"Processing: scans/plate_{n + 101}.png\n{811234 - n * 991} bytes ({3 + n}.1{n % 10}% smaller): scans/plate_{n + 101}.png", ms=2400 + n * 91)


@healthy("eleventh:targets", "old-branches", "Delete the merged branches on the remote, one at a time; stop when one is not merged.", client="claude", times="none")
def merged_branches_deleted_in_turn(s):
    names = [f"feature/PAY-{n * 37 + 1204}" for n in range(15)]
    s.bash("git branch -r --merged origin/main | grep feature/", "\n".join(f"  origin/{name}" for name in names))
    for name in names:
        s.bash(f"git merge-base --is-ancestor origin/{name} origin/main && git push origin --delete {name}", f"To github.com:acme/pay.git\n - [deleted]             {name}", ms=1700)
    s.bash("git branch -r --merged origin/main | grep feature/", "", 1)


@healthy("eleventh:targets", "clinic-mysql", "Convert the tables to utf8mb4.", client="plain")
def tables_converted_to_utf8mb4(s):
    tables = ["admissions", "allergies", "appointments", "beds", "billing", "consents", "diagnoses", "discharges", "doctors", "lab_results", "letters", "medications", "nurses", "patients", "referrals", "rooms", "vitals", "wards"]
    for n, table in enumerate(tables):
        if table == "letters":
            s.bash(f"mysql clinic -e 'ALTER TABLE {table} CONVERT TO CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_ai_ci'", "ERROR 1071 (42000) at line 1: Specified key was too long; max key length is 3072 bytes", 1, ms=300)
            s.bash("mysql clinic -e 'ALTER TABLE letters DROP INDEX ix_subject, ADD INDEX ix_subject (subject(191))'", "", ms=5100)
        s.bash(f"mysql clinic -e 'ALTER TABLE {table} CONVERT TO CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_ai_ci'", "", ms=4100 + n * 913)
    s.bash("mysql clinic -Ne \"select count(*) from information_schema.tables where table_schema='clinic' and table_collation not like 'utf8mb4%'\"", "0")


CONTROLLER = """package com.acme.lending;

public class LoanController {
    private final LoanService loans;

    public LoanController(LoanService loans) { this.loans = loans; }

    @PostMapping("/loans")
    public ResponseEntity<Loan> lend(@RequestBody LoanRequest r) {
        return ResponseEntity.ok(loans.lend(r.copyId(), r.memberId()));
    }
}"""


@stuck("eleventh:targets", "lending-spring", "Return 409 when a copy is already on loan.", client="plain")
def two_java_files_read_in_shifting_windows(s):
    service = "package com.acme.lending;\n\npublic class LoanService {\n    public Loan lend(long copy, long member) {\n        return repo.save(new Loan(copy, member));\n    }\n}"
    for n in range(26):
        if n == 8:
            s.stuck_here()
        first = [1, 1, 3, 1, 5, 2][n % 6]
        text = service if n % 3 == 1 else CONTROLLER
        part = "\n".join(text.splitlines()[first - 1:])
        s.look("src/main/java/com/acme/lending/" + ("LoanService.java" if n % 3 == 1 else "LoanController.java"), part, first)
        if n in (11, 19):
            s.say("I have to understand how the controller and the service work together before I change them.")


@stuck("eleventh:targets", "go-monorepo", "Add a Makefile target that runs all linters.", client="codex")
def the_same_folder_by_ls_tree_and_find(s):
    listing = "Makefile\nREADME.md\ncmd\ngo.mod\ngo.sum\ninternal\npkg\n"
    looks = [("ls", listing), ("ls -1 .", listing), ("find . -maxdepth 1 -not -name '.*'", "./Makefile\n./README.md\n./cmd\n./go.mod\n./go.sum\n./internal\n./pkg\n"), ("tree -L 1", ".\n├── Makefile\n├── README.md\n├── cmd\n├── go.mod\n├── go.sum\n├── internal\n└── pkg\n\n4 directories, 4 files\n"), ("cat Makefile", "build:\n\tgo build ./...\n\ntest:\n\tgo test ./...\n"), ("ls -la | awk '{print $9}'", listing), ("cat Makefile | head -20", "build:\n\tgo build ./...\n\ntest:\n\tgo test ./...\n"), ("ls -p", "Makefile\nREADME.md\ncmd/\ngo.mod\ngo.sum\ninternal/\npkg/\n")]
    for n in range(24):
        if n == 9:
            s.stuck_here()
        command, answer = looks[(n + n // 8) % 8]
        s.bash(command, answer, ms=30 + n)


@stuck("eleventh:targets", "press-site", "Format the sources so that the pre-commit check passes.", client="claude")
def prettier_over_files_that_do_not_change(s):
    files = ["src/index.css", "src/app.tsx", "src/menu.tsx"]
    for n in range(24):
        if n == 7:
            s.stuck_here()
        kind = n % 4
        if kind == 3:
            s.bash(["git commit -m 'Format'", "git add -A && git commit -m 'Format sources'", "git commit -am 'style: format'"][n // 4 % 3], f"prettier.................................................................Passed\ntrailing-whitespace......................................................Failed\n- hook id: trailing-whitespace\n- exit code: 1\n- files were modified by this hook\n\nFixing docs/generated-api.md\n", 1, ms=2100 + n * 7)
        else:
            s.bash(["npx prettier --write src", "npx prettier --write 'src/**/*.{css,tsx}'", "npm run format"][kind], "\n".join(f"{f} {11 + (n * 7 + k) % 30}ms (unchanged)" for k, f in enumerate(files)), ms=1300 + n * 11)


@stuck("eleventh:targets", "seat-map", "Click the free seat 14C in the plan and go on to payment.", client="claude", gap=3)
def a_seat_plan_snapshotted_again_and_again(s):
    page = "uid=1_0 RootWebArea \"Seats\"\n  uid=1_4 heading \"Choose your seat\"\n  uid=1_9 image \"Plan\"\n  uid=1_12 button \"Continue\" disabled"
    for n in range(25):
        if n == 8:
            s.stuck_here()
        kind = n % 5
        if kind == 3:
            s.mcp("chrome-devtools", "take_screenshot", {"format": ["png", "jpeg"][n // 5 % 2]}, f"Took a screenshot of the current page's viewport.\nSaved screenshot to /tmp/shot-{1791800000 + n * 17}.png.")
        elif kind == 4:
            s.mcp("chrome-devtools", "click", {"uid": "1_9"}, "Successfully clicked on the element\n# Page content\n" + page)
        else:
            s.mcp("chrome-devtools", "take_snapshot", {} if kind else {"verbose": n % 10 == 0}, "# take_snapshot response\n## Page content\n" + page, ms=250 + n)


@stuck("eleventh:targets", "order-schema", "Write the migration that splits orders.address into street, zip and city.", client="plain", codes=False)
def one_table_described_before_a_migration_never_written(s):
    desc = " id         | bigint                   | not null\n address    | text                     |\n created_at | timestamp with time zone | not null\n"
    looks = [("psql -c '\\d orders'", '                 Table "public.orders"\n' + desc), ("psql -c '\\d+ orders'", '                 Table "public.orders"\n' + desc), ("psql -Atc \"select column_name, data_type from information_schema.columns where table_name='orders'\"", "id|bigint\naddress|text\ncreated_at|timestamp with time zone"), ("pg_dump -s -t orders", "CREATE TABLE public.orders (\n    id bigint NOT NULL,\n    address text,\n    created_at timestamp with time zone NOT NULL\n);"), ("psql -c 'select * from orders limit 0'", " id | address | created_at \n----+---------+------------\n(0 rows)")]
    for n in range(24):
        if n == 8:
            s.stuck_here()
        if n in (9, 16):
            s.plan([("Inspect the orders table", "in_progress"), ("Write the migration", "pending")])
        elif n % 7 == 6:
            s.bash("ls migrations", "0001_init.sql\n0002_orders.sql\n")
        else:
            command, answer = looks[n % 5]
            s.bash(command, answer, ms=120 + n * 5)
