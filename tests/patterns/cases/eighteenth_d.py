"""An ordinary month of paid work, stuck, second half: waiting for nothing, undoing and redoing, rereading, guessing, blaming the environment."""
from session import play_moves, stuck


@stuck("work:web", "kiosk-next", "Start the dev server and take a screenshot of /menu for the ticket.", client="claude", gap=3)
def a_ready_line_awaited_from_a_server_that_has_exited(s):
    log = "> kiosk-next@0.4.0 dev\n> next dev -p 3000\n\n ⨯ Failed to start server\nError: listen EADDRINUSE: address already in use :::3000\nnpm error Lifecycle script `dev` failed with error:\nnpm error code 1"
    play_moves(s, [("b", "nohup npm run dev > dev.log 2>&1 & sleep 5; tail -3 dev.log", "\n> kiosk-next@0.4.0 dev\n> next dev -p 3000"), ("b", "sleep 10; cat dev.log", log), ("b", "sleep 15; tail -5 dev.log", "\n".join(log.splitlines()[-5:])), ("b", "pgrep -f 'next dev'", "", 1), ("b", "sleep 20; grep -i ready dev.log", "", 1), "STUCK",
            ("b", "sleep 30; tail -n 20 dev.log", log), ("b", "sleep 30; grep -iE 'ready|started|compiled' dev.log", "", 1), ("b", "for i in $(seq 10); do grep -q Ready dev.log && break; sleep 3; done; tail -2 dev.log", "\n".join(log.splitlines()[-2:])), ("b", "jobs -l", ""), ("b", "sleep 45; wc -l dev.log", "7 dev.log"),
            ("b", "timeout 40 tail -f dev.log", "\n".join(log.splitlines()[-4:]), 124), ("r", "dev.log", log), ("b", "sleep 60; wc -l < dev.log", "7"), ("b", "sleep 30 && grep -c 'Local:' dev.log", "0", 1), ("b", "sleep 60; stat -c '%y %s' dev.log", "2026-10-07 09:14:31.081 214"), ("b", "timeout 60 sh -c 'until grep -q Ready dev.log; do sleep 2; done'", "", 124),
            ("b", "sleep 60; head -20 dev.log", log), ("b", "sleep 90; tail -c 120 dev.log", "\n".join(log.splitlines()[-2:])), ("b", "timeout 90 grep -m1 Ready <(tail -f dev.log)", "", 124), ("b", "sleep 60; stat -c '%y %s' dev.log", "2026-10-07 09:14:31.081 214")])


@stuck("work:node", "invoice-cli", "`npm start` dies with a SyntaxError since this morning, please fix", client="plain")
def a_json_comma_blamed_on_the_node_version(s):
    def start(n, node="20.17.0", command="npm start"):
        return ("b", command, f"undefined:14\n    \"locale\": \"de-DE\"\n    ^\n\nSyntaxError: Expected ',' or '}}' after property value in JSON at position 311 (line 14 column 5)\n    at JSON.parse (<anonymous>)\n    at loadConfig (/home/dev/invoice-cli/src/config.js:8:15)\n\nNode.js v{node}", 1)
    ci = ("b", "rm -rf node_modules && npm ci", "added 214 packages, and audited 215 packages in 7s\n\nfound 0 vulnerabilities")
    play_moves(s, [start(0), ("b", "node -v", "v20.17.0"), ci, start(1), ("b", "nvm install 18 && nvm use 18", "Now using node v18.20.4 (npm v10.7.0)"), start(2, "18.20.4"), ("b", "npm cache clean --force", "npm warn using --force Recommended protections disabled."), ci, start(3, "18.20.4"), ("b", "nvm install 22 && nvm use 22", "Now using node v22.9.0 (npm v10.8.3)"), start(4, "22.9.0"), "STUCK",
            ("r", "src/config.js", "const fs = require('fs');\n\nfunction loadConfig(path) {\n  const text = fs.readFileSync(path, 'utf8');\n  return JSON.parse(text);\n}\n"), ci, start(5, "22.9.0", "node src/index.js"), ("b", "nvm install 16 && nvm use 16", "Now using node v16.20.2 (npm v8.19.4)"), start(6, "16.20.2"), ("b", "npm i -g npm@latest", "changed 16 packages in 3s"), start(7, "16.20.2", "npm run start"),
            ("b", "nvm use 20 && npm rebuild", "Now using node v20.17.0 (npm v10.8.2)\nrebuilt dependencies successfully"), start(8), ("e", "package.json", '"node": ">=16"', '"node": ">=20"'), start(9), ("b", "corepack disable && hash -r && which node", "/home/dev/.nvm/versions/node/v20.17.0/bin/node"), start(10, "20.17.0", "NODE_OPTIONS= npm start"), ("b", "docker run --rm -v $PWD:/w -w /w node:20-alpine npm start 2>&1 | tail -5", "SyntaxError: Expected ',' or '}' after property value in JSON at position 311 (line 14 column 5)\n    at JSON.parse (<anonymous>)\n    at loadConfig (/w/src/config.js:8:15)\n\nNode.js v20.17.0"),
            ("b", "rm -rf node_modules package-lock.json && npm i", "added 214 packages, and audited 215 packages in 11s"), start(11), ("b", "nvm install 21 && nvm use 21", "Now using node v21.7.3 (npm v10.5.0)"), start(12, "21.7.3")])


@stuck("work:go", "sync-go", "TestUpload and TestCancel must both pass.", client="claude")
def a_retry_wrapper_added_and_checked_out_in_turn(s):
    a = "--- FAIL: TestUpload (0.0%ds)\n    upload_test.go:41: got 1 attempts, want 3\nFAIL\nFAIL\texample.com/sync\t0.4%ds"
    b = "--- FAIL: TestCancel (2.0%ds)\n    cancel_test.go:27: upload went on after cancel\nFAIL\nFAIL\texample.com/sync\t2.3%ds"
    for n in range(8):
        if n == 3:
            s.stuck_here()
        s.edit("upload.go", "\treturn c.put(ctx, part)\n", ["\treturn retry(3, func() error { return c.put(ctx, part) })\n", "\treturn retryN(c.put, 3)(ctx, part)\n", "\tfor i := 0; i < 3; i++ {\n\t\tif err = c.put(ctx, part); err == nil {\n\t\t\tbreak\n\t\t}\n\t}\n\treturn err\n"][n % 3])
        s.bash(["go test ./... 2>&1 | tail -4", "go test -run 'Upload|Cancel' ./...", "go test -count=1 ./..."][n % 3], b % (n, n), 0 if n % 3 == 0 else 1)
        if n % 3 == 1:
            s.look("cancel_test.go", "func TestCancel(t *testing.T) {\n\tctx, cancel := context.WithCancel(context.Background())\n\tcancel()\n", first=18)
        s.bash(["git checkout upload.go", "git restore upload.go", "git stash && git stash drop"][n % 3], ["Updated 1 path from the index", "", "Saved working directory and index state WIP on main: 71be0aa sync\nDropped refs/stash@{0} (%07x)" % (n * 77777 + 4111)][n % 3])
        s.bash(["go test ./...", "go test -run 'Upload|Cancel' ./... 2>&1 | tail -4", "go test -v -run Upload ."][n % 3], a % (n, n), 0 if n % 3 == 1 else 1)


@stuck("work:documentation", "lib-changelog", "Write CHANGELOG.md for 4.0 from the git log since v3.9.", client="codex")
def a_log_since_the_tag_reread_and_no_changelog_written(s):
    lines = [f"{n * 7919 + 1118481:07x} {t}" for n, t in enumerate(["feat: streaming reader", "fix: off by one in page()", "feat!: drop python 3.8", "docs: typo", "fix: leak in pool", "chore: ruff", "feat: retry budget", "perf: zero copy slices", "fix: utf-16 bom", "feat!: rename open_file to open"])]
    log = "\n".join(lines)
    play_moves(s, [("b", "git log --oneline v3.9..HEAD", log), ("b", "git log v3.9..HEAD --stat | head -12", f"commit {lines[0][:7]}\nAuthor: Ida <ida@example.com>\n\n    feat: streaming reader\n\n src/reader.py | 81 ++++++++\n 1 file changed, 81 insertions(+)"), ("b", "head -20 CHANGELOG.md", "# Changelog\n\n## 3.9\n\n- pool size can be set"), ("b", "git log --oneline v3.9..HEAD --no-merges", log), ("b", "git log v3.9..HEAD --pretty='%h %s'", log), ("b", "git log v3.9..HEAD --grep='^feat' --oneline", "\n".join(lines[0:7:2] + [lines[9]])), ("b", "git shortlog v3.9..HEAD", "Ida (10):\n" + "\n".join("      " + x[8:] for x in lines)),
            ("b", "git log --oneline v3.9.. | cat", log), ("b", "git log v3.9..HEAD --format='%s'", "\n".join(x[8:] for x in lines)), "STUCK", ("b", "cat CHANGELOG.md | head -5", "# Changelog\n\n## 3.9\n\n- pool size can be set"), ("b", "git log --reverse --oneline v3.9..HEAD", "\n".join(lines[::-1])), ("b", "git log v3.9..HEAD --pretty=format:'- %s (%h)'", "\n".join(f"- {x[8:]} ({x[:7]})" for x in lines)), ("b", "git rev-list --count v3.9..HEAD", "10"), ("b", "git log --oneline -10", log),
            ("b", "git log v3.9..HEAD --grep='^feat' --oneline -E", "\n".join(lines[0:7:2] + [lines[9]])), ("b", "git log v3.9..HEAD --oneline --decorate", lines[0][:7] + " (HEAD -> main) " + log[8:]), ("b", "sed -n '1,6p' CHANGELOG.md", "# Changelog\n\n## 3.9\n\n- pool size can be set"), ("b", "git log v3.9..HEAD --date=short --pretty='%ad %s'", "\n".join(f"2026-09-{20 - k} {x[8:]}" for k, x in enumerate(lines))),
            ("b", "git --no-pager log --oneline v3.9...HEAD", log), ("b", "git shortlog -n v3.9..HEAD", "Ida (10):\n" + "\n".join("      " + x[8:] for x in lines)), ("b", "git log --oneline v3.9..main", log), ("b", "git log v3.9..HEAD --abbrev-commit --pretty=oneline", log),
            ("b", "head -8 CHANGELOG.md", "# Changelog\n\n## 3.9\n\n- pool size can be set"), ("b", "git log v3.9..HEAD --oneline --no-decorate", log), ("b", "git log --format='%h %an %s' v3.9..HEAD", "\n".join(f"{x[:7]} Ida {x[8:]}" for x in lines))])


@stuck("work:graphql", "shop-bff", "Show the parcel tracking number on the order page; the backend has it in graphql (their schema is in contracts/order.graphql).", client="claude")
def a_graphql_field_guessed_under_every_name(s):
    names = ["trackingNumber", "tracking_number", "trackingCode", "tracking", "parcelNumber", "shipmentNumber", "trackingId", "parcelId", "carrierTracking", "shippingNumber", "trackAndTrace", "parcelTrackingNumber", "deliveryNumber", "trackingNo", "consignmentNumber", "shipTracking", "waybill", "awb", "shippingCode", "trackingRef"]
    s.bash("curl -s $GQL -d '{\"query\":\"{ __schema { types { name } } }\"}'", '{"errors":[{"message":"GraphQL introspection is not allowed"}]}')
    for n, name in enumerate(names):
        if n == 7:
            s.stuck_here()
        s.bash(f"curl -s $GQL -H 'content-type: application/json' -d '{{\"query\":\"{{ order(id: {4410 + n % 3}) {{ id {name} }} }}\"}}'" + [" | jq -c .", "", " | jq -r '.errors[0].message'"][n % 3], [f'{{"errors":[{{"message":"Cannot query field \\"{name}\\" on type \\"Order\\".","extensions":{{"code":"GRAPHQL_VALIDATION_FAILED"}}}}]}}', f'{{"errors":[{{"message":"Cannot query field \\"{name}\\" on type \\"Order\\".","extensions":{{"code":"GRAPHQL_VALIDATION_FAILED"}}}}]}}', f'Cannot query field "{name}" on type "Order".'][n % 3])
        if n in (3, 9, 13):
            s.edit("src/queries/order.ts", f"  # tracking {n}\n" if n == 3 else f"  {names[{9: 3, 13: 9}[n]]}\n", f"  {name}\n")
        if n == 11:
            s.look("src/queries/order.ts", "export const ORDER = gql`\n  query Order($id: Int!) { order(id: $id) {\n  id\n  shippingNumber\n  } }`;\n")


@stuck("work:docker", "gis-image", "Build our image on top of the vendor's gis-base, the newest version please. The tags are listed in docs/gis-base.md.", client="codex")
def an_image_tag_guessed_at_a_registry(s):
    tags = ["latest", "3", "3.0", "3.4", "3.4.0", "v3.4.0", "3-slim", "stable", "bookworm", "3.4-bookworm", "3.4.0-slim", "v3", "2026.1", "2026", "release", "3.5", "3.5.0", "v3.5", "ubuntu24.04", "3.4.1", "3.3"]
    for n, tag in enumerate(tags):
        if n == 7:
            s.stuck_here()
        if n % 3 == 0:
            s.edit("Dockerfile", f"FROM registry.vendor.example/gis-base:{tags[n - 3] if n else '2.8'}", f"FROM registry.vendor.example/gis-base:{tag}")
            s.bash("docker build -t gis .", f"[+] Building {n % 3}.{n % 10}s (2/2) FINISHED\n => ERROR [internal] load metadata for registry.vendor.example/gis-base:{tag}\n------\nERROR: failed to solve: registry.vendor.example/gis-base:{tag}: registry.vendor.example/gis-base:{tag}: not found", 1)
        else:
            s.bash([f"docker pull registry.vendor.example/gis-base:{tag}", f"docker manifest inspect registry.vendor.example/gis-base:{tag}"][n % 2], [f"Error response from daemon: manifest for registry.vendor.example/gis-base:{tag} not found: manifest unknown: manifest unknown", "manifest unknown: manifest unknown"][n % 2], 1)


@stuck("work:gcloud", "run-deploy", "Deploy the worker to cloud run so that it always gets 2 cpus even when idle.", client="plain", codes=False)
def gcloud_flags_invented_one_by_one(s):
    flags = ["--cpu-always-on", "--always-on", "--cpu-always", "--idle-cpu=2", "--cpu-idle=false", "--always-allocate-cpu", "--cpu-allocation=always", "--allocate-cpu=always", "--no-idle", "--keep-cpu", "--cpu-mode=always", "--cpu-always-allocated", "--min-cpu=2", "--reserved-cpu=2", "--background-cpu", "--enable-cpu-always", "--no-scale-cpu", "--cpu-policy=always", "--cpu-throttle=off", "--instance-cpu=always", "--always-cpu"]
    for n, flag in enumerate(flags):
        if n == 6:
            s.stuck_here()
        s.bash(f"gcloud {'beta ' if n % 4 == 2 else 'alpha ' if n % 4 == 3 else ''}run deploy worker --image eu.gcr.io/acme/worker:{n // 6 + 41} --region europe-west1 --cpu 2 {flag}", f"ERROR: (gcloud.{'beta.' if n % 4 == 2 else 'alpha.' if n % 4 == 3 else ''}run.deploy) unrecognized arguments: {flag}\n\nTo search the help text of gcloud commands, run:\n  gcloud help -- SEARCH_TERMS", 2, ms=1400 + n * 33)
        if n in (4, 10):
            s.edit("deploy.sh", f"--cpu 2 {flags[n - 4] if n == 4 else flags[4]}", f"--cpu 2 {flag}")


@stuck("work:merge", "tariff-java", "Merge develop into release/7, tests must pass.", client="claude")
def a_recorded_resolution_that_brings_the_same_failure_back(s):
    def merge(how="git merge develop"):
        return ("b", how, "Auto-merging src/main/java/tariff/Rates.java\nCONFLICT (content): Merge conflict in src/main/java/tariff/Rates.java\nResolved 'src/main/java/tariff/Rates.java' using previous resolution.\nAutomatic merge failed; fix conflicts and then commit the result.", 1)

    def test(n, how="mvn -q test -Dtest=RatesTest 2>&1 | tail -4"):
        return ("b", how, f"[ERROR]   RatesTest.nightRateAppliesAfterTen:58 expected: <0.31> but was: <0.27>\n[ERROR] Tests run: 19, Failures: 1, Errors: 0, Skipped: 0\n[INFO] Total time:  {n % 4 + 8}.{n * 71 % 900 + 100} s\n[ERROR] There are test failures.", 1)
    abort = ("b", "git merge --abort", "")
    play_moves(s, [merge(), ("b", "git add -A && git status --short", "M  src/main/java/tariff/Rates.java"), test(0), abort, merge("git merge develop -X theirs --no-commit"), test(1), abort, merge("git merge --no-ff develop"), ("r", "src/main/java/tariff/Rates.java", "  double night(LocalTime t) {\n    return t.isAfter(TEN) ? 0.27 : day();\n  }\n", 40), test(2), abort, "STUCK",
            merge("git merge develop --no-edit"), test(3), ("b", "git reset --hard -q HEAD", ""), merge("git merge origin/develop"), test(4, "mvn -q test -Dtest=RatesTest"), abort, ("b", "git fetch -q origin && git log -1 --oneline origin/develop", "5d0c11e night rate 2026"), merge("git merge -s recursive -X patience develop"), test(5), ("b", "git merge --abort && git switch -q -c release/7-merge", ""), merge(), test(6, "mvn -q -o test -Dtest=RatesTest 2>&1 | tail -4"),
            ("b", "git reset --merge", ""), merge("git merge develop -X diff-algorithm=histogram"), ("b", "mvn -q clean", ""), test(7), abort, merge("git merge --squash develop"), test(8)])


@stuck("work:react", "plan-board", "The board page crashes with 'Maximum update depth exceeded'. Please fix it.", client="codex")
def maximum_update_depth_after_every_memo(s):
    def test(n, command="npx vitest run Board"):
        return ("b", command, f" FAIL  src/Board.test.tsx > Board > shows lanes\nError: Maximum update depth exceeded. This can happen when a component repeatedly calls setState inside componentWillUpdate or componentDidUpdate.\n ❯ src/store/useLanes.ts:22:5\n ❯ src/Board.tsx:{30 + n % 7}:{n % 9 + 3}\n\n Test Files  1 failed (1)\n      Tests  1 failed | {3} passed (4)\n   Duration  {n % 2 + 1}.{n * 7 % 90 + 10}s", 1)
    edits = [("const lanes = useLanes(id)", "const lanes = useMemo(() => useLanesData(id), [id])"), ("useMemo(() => useLanesData(id), [id])", "useLanes(id)"), ("const onDrop = (", "const onDrop = useCallback(("), ("export function Board", "export const Board = memo(function Board"), ("[onDrop]", "[onDrop, id]"), ("const columns = lanes.map(", "const columns = useMemo(() => lanes.map("),
             ("useEffect(() => {", "useLayoutEffect(() => {"), ("[lanes])", "[lanes.length])"), ("useLayoutEffect(() => {", "useEffect(() => {"), ("[onDrop, id]", "[]"), ("<Lane key={l.id}", "<MemoLane key={l.id}"), ("[lanes.length])", "[JSON.stringify(lanes)])"), ("setWidth(w)", "setWidth((old) => (old === w ? old : w))"), ("<MemoLane key={l.id}", "<Lane key={l.name}"), ("[JSON.stringify(lanes)])", "[lanes])")]
    play_moves(s, [test(0), ("r", "src/Board.tsx", "export function Board({ id }) {\n  const lanes = useLanes(id);\n  const onDrop = (e) => move(e);\n")])
    for n, (old, new) in enumerate(edits, 1):
        if n == 7:
            s.stuck_here()
        play_moves(s, [("e", "src/Board.tsx", old, new), test(n, ["npx vitest run Board", "npm test -- Board.test", "npx vitest run src/Board.test.tsx --no-cache"][n % 3])])
        if n in (5, 11):
            play_moves(s, [("r", "src/Board.tsx", "export const Board = memo(function Board({ id }) {\n  const lanes = useLanes(id);\n  const onDrop = useCallback((e) => move(e), []);\n")])


@stuck("work:rest-client", "freight-client", "Our requests to the partner's API are refused with 401. Docs for the signature are in docs/partner.pdf (and .txt). Make test_live.py pass.", client="plain", times="at")
def a_signature_permuted_without_a_look_at_its_description(s):
    orders = ["method + path + body", "path + method + body", "method + '\\n' + path + '\\n' + body", "ts + method + path + body", "method + path + ts", "ts + '.' + body", "body + ts", "key_id + ts + body", "method.lower() + path + ts + body", "ts + path", "path + '?' + query + ts", "sha256(body).hexdigest() + ts", "method + host + path + ts", "key_id + ':' + ts + ':' + path", "ts + '\\n' + method + '\\n' + path", "body", "ts + key_id"]
    play_moves(s, [("b", "pytest test_live.py -q", "E   AssertionError: 401 {\"code\":\"SIGNATURE_MISMATCH\"}\n1 failed in 1.02s", 1), ("r", "freight/sign.py", "def sign(method, path, body, ts):\n    text = body + method\n    return hmac.new(KEY, text.encode(), 'sha256').hexdigest()\n")])
    for n, o in enumerate(orders):
        if n == 7:
            s.stuck_here()
        s.edit("freight/sign.py", f"text = {orders[n - 1] if n else 'body + method'}", f"text = {o}")
        if n in (6, 12):
            s.edit("freight/sign.py", ".hexdigest()" if n == 6 else ".digest().hex()", ".digest().hex()" if n == 6 else ".hexdigest().upper()")
        s.bash(["pytest test_live.py -q", "python -m pytest -q test_live.py", "pytest test_live.py -q -x"][n % 3], f"E   AssertionError: 401 {{\"code\":\"SIGNATURE_MISMATCH\"}}\n1 failed in {1 + n % 2}.{n * 13 % 90 + 10}s", 1, ms=1800 + n * 7)


@stuck("work:go", "ledger-go", "Move the currency code out of package account into its own package money. Must compile.", client="claude")
def an_import_cycle_pushed_from_package_to_package(s):
    def build(n, command="go build ./..."):
        return ("b", command, f"package example.com/ledger/cmd/ledger\n\timports example.com/ledger/account\n\timports example.com/ledger/money\n\timports example.com/ledger/account: import cycle not allowed" + (f"\nFAIL\texample.com/ledger/cmd/ledger [setup failed]" if "test" in command else ""), 1)
    m, a = "money/money.go", "account/account.go"
    play_moves(s, [("w", m, "package money\n\nimport \"example.com/ledger/account\"\n\nfunc Of(a account.Account) Amount { return a.Total }\n"), ("e", a, "package account\n", "package account\n\nimport \"example.com/ledger/money\"\n"), build(0), ("e", m, "import \"example.com/ledger/account\"", "import acct \"example.com/ledger/account\""), build(1), ("e", a, "import \"example.com/ledger/money\"", "import mny \"example.com/ledger/money\""), build(2), ("e", m, "func Of(a acct.Account) Amount", "func Of(a *acct.Account) Amount"), build(3, "go vet ./..."),
            ("b", "git mv money/money.go money/amount.go && go mod tidy", ""), build(4), "STUCK", ("e", "money/amount.go", "import acct", "import . "), build(5), ("b", "git mv money/amount.go money/money.go; go clean -cache", ""), build(6, "go build -a ./..."), ("e", a, "import mny", "import _ "), build(7), ("e", m, "import . ", "import acct "), build(8, "go test ./... 2>&1 | tail -5"), ("r", a, "package account\n\nimport _ \"example.com/ledger/money\"\n\ntype Account struct{ Total money.Amount }\n"),
            ("e", a, "import _ ", "import mny "), build(9), ("e", m, "func Of(a *acct.Account) Amount", "func Of(a acct.Account) (Amount, error)"), build(10), ("w", "money/convert.go", "package money\n\nimport \"example.com/ledger/account\"\n\nfunc Convert(a account.Account) Amount { return Of(a) }\n"), build(11), ("b", "rm money/convert.go && go mod tidy", ""), build(12, "go vet ./money"), ("e", m, "import acct ", "import account "), build(13)])


@stuck("work:typescript", "api-express", "tsc says Property 'user' does not exist on type 'Request'. Declare it once for the whole project.", client="codex")
def a_declaration_in_every_folder_that_tsc_does_not_read(s):
    def tsc(n, command="npx tsc --noEmit"):
        return ("b", command, "src/routes/me.ts(9,24): error TS2339: Property 'user' does not exist on type 'Request<ParamsDictionary, any, any, ParsedQs, Record<string, any>>'.\nsrc/routes/orders.ts(17,31): error TS2339: Property 'user' does not exist on type 'Request<ParamsDictionary, any, any, ParsedQs, Record<string, any>>'.", 2)
    bodies = ["declare namespace Express { interface Request { user?: User } }", "declare global { namespace Express { interface Request { user?: User } } }", "declare module 'express' { interface Request { user?: any } }", "declare module 'express-serve-static-core' { interface Request { user?: any } }", "import 'express'; declare global { namespace Express { export interface Request { user?: any } } }"]
    places = ["types/express.d.ts", "types/express/index.d.ts", "typings/express.d.ts", "@types/express/index.d.ts", "types/global.d.ts", "custom.d.ts", "types/express-serve-static-core.d.ts", "global.d.ts", "typings/index.d.ts", "types/index.d.ts", "declarations/express.d.ts", "typings/express/index.d.ts"]
    play_moves(s, [tsc(0), ("b", "cat tsconfig.json", '{\n  "compilerOptions": { "strict": true, "rootDir": "src", "outDir": "dist" },\n  "files": ["src/server.ts"]\n}')])
    for n, place in enumerate(places, 1):
        if n == 5:
            s.stuck_here()
        s.write(place, bodies[n % 5] + "\n")
        play_moves(s, [tsc(n, ["npx tsc --noEmit", "npx tsc -p tsconfig.json --noEmit", "npm run -s typecheck", "npx tsc --noEmit --pretty false"][n % 4])])
        if n % 4 == 0:
            s.bash(f"git rm -q -f --ignore-unmatch {places[n - 2]}; rm -f {places[n - 2]}", "")


@stuck("work:ansible", "site-ansible", "Run site.yml against staging. Vault password should be somewhere in the repo, I don't have it at hand.", client="plain")
def a_vault_that_no_password_file_opens(s):
    def play(args):
        return ("b", f"ansible-playbook -i staging site.yml {args}", "ERROR! Decryption failed (no vault secrets were found that could decrypt) on /home/dev/site-ansible/group_vars/all/vault.yml", 1)
    play_moves(s, [("b", "ansible-playbook -i staging site.yml", "ERROR! Attempting to decrypt but no vault secrets found", 4), ("b", "find . -name '*vault*' -o -name '.vault*'", "./group_vars/all/vault.yml"), ("g", "vault_password", ".", "./README.md:14:The vault password is in the team's password manager (entry \"ansible staging\")."), ("b", "echo staging > .vp", ""), play("--vault-password-file .vp"), ("b", "echo ansible > .vp", ""), play("--vault-password-file .vp"), ("b", "echo changeme > .vp", ""), play("--vault-password-file .vp"), ("b", "git log --oneline -S vault_password -- . | cat", "77ae910 readme: where the vault password is"), "STUCK",
            ("b", "echo password > .vp", ""), play("--vault-password-file .vp -l web"), play("--vault-id staging@.vp"), ("b", "printf 'site-ansible' > .vp", ""), play("--vault-password-file=.vp --tags packages"), ("b", "ansible-vault view group_vars/all/vault.yml --vault-password-file .vp", "ERROR! Decryption failed (no vault secrets were found that could decrypt) on group_vars/all/vault.yml for group_vars/all/vault.yml", 1), ("b", "printf 'vault' > .vp", ""), play("--vault-id default@.vp"), ("e", "ansible.cfg", "[defaults]", "[defaults]\nvault_password_file = .vp"), play(""), ("b", "printf 'admin123' > .vp", ""), play("-vv | tail -1"), ("b", "for p in secret root deploy staging1 Staging; do echo $p > .vp; ansible-vault view group_vars/all/vault.yml 2>&1 | cut -c1-26; done", "ERROR! Decryption failed (\n" * 4 + "ERROR! Decryption failed ("),
            ("b", "printf 'Ansible2026!' > .vp", ""), play("--vault-password-file .vp"), ("b", "ansible-vault decrypt group_vars/all/vault.yml --output - --vault-password-file .vp", "ERROR! Decryption failed (no vault secrets were found that could decrypt) on group_vars/all/vault.yml for group_vars/all/vault.yml", 1), ("b", "printf 'staging2026' > .vp", ""), play("--vault-password-file .vp"), ("b", "head -2 group_vars/all/vault.yml", "$ANSIBLE_VAULT;1.1;AES256\n39316463656438333266326338643134"), ("b", "printf 'ansible-staging' > .vp", ""), play("--vault-password-file .vp -l db")])


@stuck("work:documentation", "handbook-mkdocs", "mkdocs build --strict fails in CI: the API page isn't found. Fix the nav.", client="claude")
def pages_moved_about_in_a_folder_mkdocs_does_not_read(s):
    def build(n, page="api/index.md", command="mkdocs build --strict 2>&1 | tail -4"):
        return ("b", command, f"INFO    -  Building documentation to directory: /home/dev/handbook-mkdocs/site\nWARNING -  A reference to '{page}' is included in the 'nav' configuration, which is not found in the documentation files.\n\nAborted with 1 warnings in strict mode!", 1)
    y = "mkdocs.yml"
    play_moves(s, [build(0), ("b", "ls doc", "api  guide  index.md"), ("r", y, "site_name: Handbook\ndocs_dir: documentation\nnav:\n  - Home: index.md\n  - API: api/index.md\n"), ("b", "mv doc/api/README.md doc/api/index.md", ""), build(1), ("e", y, "- API: api/index.md", "- API: api.md"), ("b", "mv doc/api/index.md doc/api.md", ""), build(2, "api.md"), ("e", y, "- API: api.md", "- API: ./api.md"), build(3, "./api.md"), "STUCK",
            ("b", "mkdir -p doc/reference && git mv -f doc/api.md doc/reference/index.md", ""), ("e", y, "- API: ./api.md", "- API: reference/index.md"), build(4, "reference/index.md"), ("b", "ls -R doc | head -8", "doc:\nguide  index.md  reference\n\ndoc/guide:\nstart.md\n\ndoc/reference:"), ("b", "rm -rf site && mkdocs build --strict --clean 2>&1 | tail -3", "WARNING -  A reference to 'reference/index.md' is included in the 'nav' configuration, which is not found in the documentation files.\n\nAborted with 1 warnings in strict mode!"),
            ("b", "cp doc/reference/index.md doc/api.md", ""), ("e", y, "- API: reference/index.md", "- API: doc/api.md"), build(5, "doc/api.md"), ("e", y, "- API: doc/api.md", "- API: '/api.md'"), build(6, "api.md"), ("w", "doc/api/index.md", "# API\n\nSee the reference.\n"), ("e", y, "- API: '/api.md'", "- API: api/index.md"), build(7), ("b", "pip install -q -U mkdocs mkdocs-material", ""), build(8, command="python -m mkdocs build --strict"),
            ("e", y, "- API: api/index.md", "- API:\n    - Overview: api/index.md"), build(9), ("b", "chmod -R a+rX doc && touch doc/api/index.md", ""), build(10, command="mkdocs build -s -v 2>&1 | grep -A3 WARNING"), ("e", y, "    - Overview: api/index.md", "    - api/index.md"), build(11)])
