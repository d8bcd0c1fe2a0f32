"""Negative fixtures, units on a host, sheets over MCP, a cornered bug, indexes, timings by turns, translations, accounts, slow CI, tests first, a browser."""
from session import healthy, run


@healthy("work:negative-fixtures", "units-cpp", "Write the negative tests for the unit library: every wrong combination in the table must be rejected by the compiler. Check each one, a fixture that compiles is a hole in the library.", client="codex")
def wrong_units_that_must_not_compile(s):
    wrong = [("metre_plus_second", "1.0_m + 1.0_s", "+"), ("metre_minus_kelvin", "1.0_m - 1.0_K", "-"), ("kg_less_metre", "1.0_kg < 1.0_m", "<"),
             ("volt_plus_ampere", "1.0_V + 1.0_A", "+"), ("second_equals_metre", "1.0_s == 1.0_m", "=="), ("watt_minus_joule", "1.0_W - 1.0_J", "-"),
             ("hertz_plus_second", "1.0_Hz + 1.0_s", "+"), ("newton_less_pascal", "1.0_N < 1.0_Pa", "<"), ("mole_plus_kg", "1.0_mol + 1.0_kg", "+"),
             ("lux_minus_lumen", "1.0_lx - 1.0_lm", "-"), ("tesla_equals_weber", "1.0_T == 1.0_Wb", "=="), ("ohm_plus_siemens", "1.0_ohm + 1.0_S", "+"),
             ("radian_plus_metre", "1.0_rad + 1.0_m", "+"), ("gray_plus_joule", "1.0_Gy + 1.0_J", "+")]
    s.look("include/units/ops.hpp", "template <class D, class E>\nconcept same_dimension = std::same_as<typename D::dimension, typename E::dimension>;\n\ntemplate <class D, class E> requires same_dimension<D, E>\nconstexpr auto operator+(quantity<D> a, quantity<E> b) { return quantity<D>{a.raw() + b.raw()}; }")
    for n, (name, text, op) in enumerate(wrong):
        file = f"tests/must_fail/{name}.cpp"
        check = f"g++-14 -std=c++20 -Iinclude -fsyntax-only {file}; echo rc=$?"
        refused = f"{file}: In function 'int main()':\n{file}:4:{14 + len(text) % 7}: error: no match for 'operator{op}' (operand types are 'units::quantity' and 'units::quantity')\n    4 |   auto x = ({text});\ninclude/units/ops.hpp:12:16: note:   constraints not satisfied\nrc=1"
        s.write(file, f"#include <units/all.hpp>\nusing namespace units::literals;\nint main() {{\n  auto x = ({text});\n  (void)x;\n}}\n")
        if name in ("hertz_plus_second", "radian_plus_metre"):
            s.bash(check, "rc=0", ms=1500)
            s.grep("dimension = ", f"include/units/{name.split('_')[0]}.hpp", "9:  using dimension = dim<>;" if n > 8 else "9:  using dimension = dim<0, 0, 1>;")
            s.edit(f"include/units/{name.split('_')[0]}.hpp", "  using dimension = dim<>;" if n > 8 else "  using dimension = dim<0, 0, 1>;", "  using dimension = dim_angle;" if n > 8 else "  using dimension = dim<0, 0, -1>;")
        s.bash(check, refused, ms=1400 + n * 31)
    s.bash("ctest --test-dir build -R must_fail; echo rc=$?", "100% tests passed, 0 tests failed out of 14\n\nTotal Test time (real) =  19.72 sec\nrc=0", ms=20_300)


@healthy("work:act-and-show", "weir-gateway", "The relay units on gw2 must all be restarted to take the new CA. One by one please, and look that each is up before the next: the pumps hang on them.", client="claude")
def relay_units_restarted_and_shown(s):
    s.bash("ssh gw2 \"systemctl list-units 'relay@*' --no-legend --plain | wc -l\"", "16")
    for n in range(1, 17):
        unit = f"relay@{n:02}.service"
        shown = f"ssh gw2 'sudo systemctl restart {unit}; sleep 3; systemctl status {unit} --no-pager -n 0'; echo rc=$?"
        head = f"● {unit} - Relay to pump house {n:02}\n     Loaded: loaded (/etc/systemd/system/relay@.service; enabled; preset: enabled)\n"
        up = head + f"     Active: active (running) since Tue 2026-10-13 14:{n:02}:11 CEST; 3s ago\n   Main PID: {21044 + n * 37} (relayd)\n      Tasks: 5 (limit: 4563)\n        CPU: 74ms\nrc=0"
        if n == 11:
            s.bash(shown, head + "     Active: activating (auto-restart) (Result: exit-code) since Tue 2026-10-13 14:11:12 CEST; 2s ago\n    Process: 21451 ExecStart=/usr/sbin/relayd -c /etc/relay/11.toml (code=exited, status=1/FAILURE)\n        CPU: 31ms\nrc=3", ms=4300)
            s.bash(f"ssh gw2 'journalctl -u {unit} -n 3 --no-pager -o cat'", "relayd: /etc/relay/11.toml:8: ca_file \"/etc/relay/ca-2021.pem\": no such file\nrelay@11.service: Main process exited, code=exited, status=1/FAILURE\nrelay@11.service: Failed with result 'exit-code'.")
            s.bash("ssh gw2 \"sudo sed -i 's/ca-2021.pem/ca-2026.pem/' /etc/relay/11.toml; grep -n ca_file /etc/relay/*.toml | grep -v 2026\"", "", 1)
        s.bash(shown, up, ms=4100 + n * 13)
    s.bash("ssh gw2 \"systemctl list-units 'relay@*' --no-legend --plain --state=running | wc -l\"", "16")


@healthy("work:spreadsheet", "ward-rosters", "In every ward's sheet of the roster book the night allowance in F3 still says 18.40. It is 21.10 where the ward is in the collective agreement (B1 says so), otherwise leave it. Look before you write.", client="plain", gap=3)
def ward_rosters_corrected_over_a_sheet_server(s):
    wards = ["Cardiology", "Oncology", "Neurology", "Surgery 1", "Surgery 2", "Urology", "Paediatrics", "Maternity", "Geriatrics", "Dialysis", "Radiology", "Emergency", "Intensive 1", "Intensive 2", "Psychiatry", "Physiotherapy"]
    book = "1kTq8vN3rosters2026"
    for n, ward in enumerate(wards):
        agreed = n not in (9, 10, 15)
        s.mcp("sheets", "get_values", {"spreadsheet_id": book, "range": f"'{ward}'!A1:F3"}, {"range": f"'{ward}'!A1:F3", "majorDimension": "ROWS", "values": [["Agreement", "collective" if agreed else "house"], ["Role", "Day", "Late", "Weekend", "Holiday", "Night"], ["Nurse", "0", "6.20", "9.80", "30.00", "18.40"]]}, ms=420 + n * 17)
        if agreed:
            s.mcp("sheets", "update_values", {"spreadsheet_id": book, "range": f"'{ward}'!F3", "values": [["21.10"]], "value_input_option": "USER_ENTERED"}, {"updatedRows": 1, "updatedColumns": 1, "updatedCells": 1}, ms=510 + n * 11)
    s.mcp("sheets", "batch_get_values", {"spreadsheet_id": book, "ranges": [f"'{w}'!F3" for w in wards]}, {"valueRanges": [{"values": [["18.40" if n in (9, 10, 15) else "21.10"]]} for n in range(16)]}, ms=900)


@healthy("principle:hypotheses", "relay-rs", "drains_every_message fails since Monday. Please understand it before you change anything.", client="codex", gap=25)
def a_lost_message_cornered_one_hypothesis_at_a_time(s):
    test = "cargo test -p relay --test shutdown drains_every_message -- --nocapture 2>&1 | tail -9"
    bad = "thread 'drains_every_message' panicked at relay/tests/shutdown.rs:41:5:\nassertion `left == right` failed: messages in the sink\n  left: 63\n right: 64\ntest drains_every_message ... FAILED\n\ntest result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 6 filtered out; finished in 0.31s"
    s.bash(test, bad, ms=9100)
    s.look("relay/tests/shutdown.rs", "#[tokio::test]\nasync fn drains_every_message() {\n    let (relay, sink) = Relay::for_test(64).await;\n    for id in 0..64u32 { relay.send(Message::new(id)).await.unwrap(); }\n    relay.shutdown().await;\n    assert_eq!(sink.len(), 64, \"messages in the sink\");\n}")
    s.say("First idea: the last send races with the shutdown and never enters the channel. I count on the sending side.")
    s.edit("relay/src/lib.rs", "        self.tx.send(m).await\n", "        let r = self.tx.send(m).await;\n        eprintln!(\"sent {} ok={}\", self.count.fetch_add(1, Relaxed) + 1, r.is_ok());\n        r\n")
    s.bash(test, "sent 63 ok=true\nsent 64 ok=true\n" + bad, ms=11_400)
    s.say("All 64 are sent. Next: the receiver leaves its loop on the signal with a message still in the channel.")
    s.edit("relay/src/recv.rs", "            _ = stop.changed() => { rx.close(); }\n", "            _ = stop.changed() => { eprintln!(\"signal after {seen}\"); rx.close(); }\n")
    s.edit("relay/src/recv.rs", "        None => break,\n", "        None => { eprintln!(\"channel empty after {seen}\"); break }\n")
    s.bash(test, "signal after 41\nchannel empty after 64\n" + bad, ms=11_100)
    s.say("The receiver sees 64, so it is behind it: dedupe, batcher or sink. I count at the entrance of the batcher.")
    s.look("relay/src/pipeline.rs", "pub async fn run(mut rx: Recv, mut dedupe: Dedupe, mut batch: Batcher) {\n    while let Some(m) = rx.next().await {\n        if dedupe.seen(m.id) { continue; }\n        batch.push(m).await;\n    }\n    batch.flush().await;\n}")
    s.edit("relay/src/pipeline.rs", "    batch.flush().await;\n", "    eprintln!(\"batcher got {}\", batch.total());\n    batch.flush().await;\n")
    s.bash(test, "channel empty after 64\nbatcher got 63\n" + bad, ms=10_800)
    s.say("63 arrive at the batcher: dedupe drops one. Which?")
    s.edit("relay/src/pipeline.rs", "        if dedupe.seen(m.id) { continue; }\n", "        if dedupe.seen(m.id) { eprintln!(\"dropped id={}\", m.id); continue; }\n")
    s.bash(test, "dropped id=0\nbatcher got 63\n" + bad, ms=10_900)
    s.look("relay/src/dedupe.rs", "pub struct Dedupe { ring: [u32; 256], at: usize }\nimpl Dedupe {\n    pub fn new() -> Self { Self { ring: [0; 256], at: 0 } }\n    pub fn seen(&mut self, id: u32) -> bool {\n        if self.ring.contains(&id) { return true; }\n        self.ring[self.at] = id;\n        self.at = (self.at + 1) % 256;\n        false\n    }\n}")
    s.say("The ring starts full of zeros, so id 0 counts as seen. That came on Monday with the array.")
    s.edit("relay/src/dedupe.rs", "ring: [u32; 256]", "ring: [Option<u32>; 256]")
    s.edit("relay/src/dedupe.rs", "ring: [0; 256]", "ring: [None; 256]")
    s.bash(test, "error[E0308]: mismatched types\n --> relay/src/dedupe.rs:5:32\n  |\n5 |         if self.ring.contains(&id) { return true; }\n  |                               ^^^ expected `&Option<u32>`, found `&u32`\nerror: could not compile `relay` (lib) due to 2 previous errors", ms=4000)
    s.edit("relay/src/dedupe.rs", "contains(&id) { return true; }\n        self.ring[self.at] = id;", "contains(&Some(id)) { return true; }\n        self.ring[self.at] = Some(id);")
    s.bash(test, "channel empty after 64\nbatcher got 64\n" + bad, ms=11_200)
    s.say("The batcher now gets 64 and the sink still has 63, so there is a second loss further down. I print what the sink writes.")
    s.edit("relay/src/sink.rs", "        self.out.extend(batch.drain(..n));\n", "        self.out.extend(batch.drain(..n));\n        eprintln!(\"sink wrote {n}, {} left\", batch.len());\n")
    s.bash(test, "batcher got 64\nsink wrote 32, 0 left\nsink wrote 31, 1 left\n" + bad, ms=11_000)
    s.look("relay/src/sink.rs", "    pub async fn write(&mut self, batch: &mut Vec<Message>, last: bool) {\n        let n = if last { batch.len().saturating_sub(1) } else { batch.len() };\n        self.out.extend(batch.drain(..n));", first=18, count=3)
    s.bash("git log -L19,19:relay/src/sink.rs --oneline -s | head -2", "8c01e7d Array ring in dedupe, trim the zero sentinel in sink\n1f6aa20 Sink in its own file")
    s.edit("relay/src/sink.rs", "if last { batch.len().saturating_sub(1) } else { batch.len() }", "batch.len()")
    s.bash(test, "batcher got 64\nsink wrote 32, 0 left\nsink wrote 32, 0 left\ntest drains_every_message ... ok\n\ntest result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 6 filtered out; finished in 0.29s", ms=11_300)
    s.bash("sed -i '/eprintln!(\"sink wrote/d; /eprintln!(\"batcher got/d' relay/src/sink.rs relay/src/pipeline.rs && git checkout -q relay/src/recv.rs relay/src/lib.rs && git diff --stat", " relay/src/dedupe.rs   | 8 ++++----\n relay/src/pipeline.rs | 2 +-\n relay/src/sink.rs     | 2 +-\n 3 files changed, 6 insertions(+), 6 deletions(-)")
    s.edit("relay/src/pipeline.rs", "{ eprintln!(\"dropped id={}\", m.id); continue; }", "{ continue; }")
    s.bash("cargo test -p relay 2>&1 | grep 'test result'", "test result: ok. 22 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.84s\ntest result: ok. 7 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.66s", ms=13_000)


@healthy("work:database", "meter-db", "Rebuild the bloated indexes of the readings partitions, concurrently and one after the other. Tell me the sizes before and after.", client="claude", gap=4)
def bloated_indexes_rebuilt_partition_by_partition(s):
    for n in range(15):
        index = f"readings_{2025 + n // 12}_{n % 12 + 1:02}_meter_ts_idx"
        size = f"psql -d meters -Atc \"select pg_size_pretty(pg_relation_size('{index}'))\""
        s.bash(size, f"{1180 + n * 53 % 400} MB")
        if n == 6:
            s.bash(f"psql -d meters -c 'reindex index concurrently {index}'", "ERROR:  canceling statement due to lock timeout", 1, ms=60_200)
            s.bash("psql -d meters -Atc \"select pid, state, left(query, 40) from pg_stat_activity where query ilike '%readings_2025_07%' and pid <> pg_backend_pid()\"", "88213|active|copy (select * from readings_2025_07) to s")
            s.bash(f"psql -d meters -c 'drop index concurrently if exists {index}_ccnew'", "DROP INDEX", ms=900)
            s.bash("sleep 240; psql -d meters -Atc 'select count(*) from pg_stat_activity where pid = 88213'", "0", ms=240_300)
        s.bash(f"psql -d meters -c 'reindex index concurrently {index}'", "REINDEX", ms=48_000 + n * 3171 % 20_000)
        s.bash(size, f"{402 + n * 19 % 60} MB")


@healthy("work:benchmark", "tile-codec", "Is the patched decoder really faster? This machine throttles, so run base and patched by turns, twelve each, and then use the rank test in tools/.", client="plain", codes=False, gap=2)
def base_and_patched_timed_by_turns(s):
    base = [412, 415, 411, 431, 418, 412, 412, 440, 417, 413, 412, 414]
    new = [398, 399, 398, 417, 401, 398, 399, 428, 402, 398, 398, 400]
    for b, p in zip(base, new):
        for which, ms in (("base", b), ("patched", p)):
            s.bash(f"taskset -c 3 ./build-{which}/decode_bench corpus/alps.tiles --once | tee -a out/{which}.txt", f"decode alps.tiles: 8192 tiles in {ms} ms", ms=ms + 140)
    s.bash("python3 tools/ranktest.py out/base.txt out/patched.txt", "n=12/12  median 413.5 -> 399.0 ms (-3.5 %)\nMann-Whitney U=24.5  p=0.0066", ms=700)


@healthy("work:translation", "ticket-app", "The translators have confirmed the passkey text in every language, so take the fuzzy mark away in each po file and check that each still compiles.", client="claude", gap=3)
def fuzzy_marks_taken_from_each_language(s):
    old, new = "#, fuzzy\nmsgid \"Sign in with a passkey\"", "msgid \"Sign in with a passkey\""
    for n, language in enumerate(["bg", "cs", "da", "de", "el", "es", "et", "fi", "fr", "hr", "hu", "it", "lt", "lv", "nb", "nl", "pl", "pt"]):
        file = f"po/{language}.po"
        check = f"msgfmt -c --statistics -o /dev/null {file}; echo rc=$?"
        s.edit(file, old, new)
        if language == "hu":
            s.bash(check, "po/hu.po:311: 'msgid' and 'msgstr' entries do not both end with '\\n'\nmsgfmt: found 1 fatal error\n214 translated messages.\nrc=1")
            s.look(file, "msgid \"Your ticket was sent.\\n\"\nmsgstr \"A jegyet elküldtük.\"", first=310, count=2)
            s.edit(file, "msgstr \"A jegyet elküldtük.\"", "msgstr \"A jegyet elküldtük.\\n\"")
        s.bash(check, "214 translated messages.\nrc=0")
    s.grep("fuzzy", "po")
    s.bash("git commit -qam 'Confirm the passkey text in all languages'; git show --stat --oneline HEAD | tail -1", " 18 files changed, 1 insertion(+), 19 deletions(-)")


@healthy("work:audit", "cloud-accounts", "Audit: which of the machine accounts still have access keys, and which are older than a year? Go through the list in accounts.txt one by one and fill in keys.csv.", client="plain", gap=3)
def access_keys_of_each_machine_account(s):
    accounts = ["svc-backup", "svc-billing", "svc-ci", "svc-crawler", "svc-dns", "svc-etl", "svc-export", "svc-fax", "svc-grafana", "svc-heat", "svc-import", "svc-jobs", "svc-kiosk", "svc-ledger", "svc-mail", "svc-notify", "svc-ocr", "svc-print", "svc-queue", "svc-report", "svc-scan", "svc-tiles", "svc-vault", "svc-web"]
    s.look("accounts.txt", "\n".join(accounts))
    rows = []
    for n, user in enumerate(accounts):
        has = n in (2, 7, 17)
        out = "{\n    \"AccessKeyMetadata\": [" + (f"\n        {{\n            \"UserName\": \"{user}\",\n            \"AccessKeyId\": \"AKIAEXAMPLE{n:04}\",\n            \"Status\": \"{'Inactive' if n == 7 else 'Active'}\",\n            \"CreateDate\": \"202{n % 3 + 3}-0{n % 8 + 1}-11T08:14:02+00:00\"\n        }}\n    " if has else "") + "]\n}"
        s.bash(f"aws iam list-access-keys --user-name {user} --profile audit", out, ms=1200 + n * 41)
        rows.append(f"{user},{'1' if has else '0'}")
    for n in (2, 7, 17):
        s.bash(f"aws iam get-access-key-last-used --access-key-id AKIAEXAMPLE{n:04} --profile audit", f"{{\n    \"UserName\": \"{accounts[n]}\",\n    \"AccessKeyLastUsed\": {{\n        \"LastUsedDate\": \"2026-0{n % 8 + 1}-02T03:00:00+00:00\",\n        \"ServiceName\": \"s3\",\n        \"Region\": \"eu-central-1\"\n    }}\n}}", ms=1300)
    s.write("keys.csv", "account,keys\n" + "\n".join(rows) + "\n")


@healthy("work:waiting", "hydro-tools", "Build 4412 is running; the arm leg is emulated and takes about an hour. When it is green tag v2.9.0 and push the tag, not before.", client="codex", gap=4)
def an_emulated_arm_build_awaited_on_buildkite(s):
    look = "curl -s -H \"Authorization: Bearer $BUILDKITE_TOKEN\" https://api.buildkite.com/v2/organizations/hydro/pipelines/tools/builds/4412 | jq -r '.state, (.jobs[] | \"\\(.name) \\(.state)\")'"
    for n in range(17):
        arm = "scheduled" if n < 2 else "running" if n < 14 else "passed"
        package = "waiting" if n < 14 else "running" if n < 16 else "passed"
        s.bash((f"sleep {240 if n else 0}; " if n else "") + look, f"{'passed' if n == 16 else 'running'}\nlint passed\nx86_64 {'running' if n < 1 else 'passed'}\naarch64-qemu {arm}\npackage {package}", ms=240_900 if n else 900)
    s.bash("git fetch -q && git tag -a v2.9.0 -m 'hydro-tools 2.9.0' 5d1be07 && git push origin v2.9.0", "To git.hydro.example:hydro/tools.git\n * [new tag]         v2.9.0 -> v2.9.0", ms=2100)


@healthy("work:tests-first", "feast-days", "The test suite for the feast day rules is complete, the module is empty. Work through it rule by rule.", client="codex", times="none")
def feast_day_rules_one_by_one_under_alcotest(s):
    rules = [("epiphany", "fixed 1 6", "2026-01-06"), ("ash_wednesday", "easter y |> add_days (-46)", "2026-02-18"), ("annunciation", "fixed 3 25", "2026-03-25"),
             ("annunciation_moved", "easter_in y Gregorian |> add_days 8", "2024-04-08"), ("palm_sunday", "easter y |> add_days (-7)", "2026-03-29"),
             ("good_friday", "easter y |> add_days (-2)", "2026-04-03"), ("easter", "easter y", "2026-04-05"), ("easter_julian", "easter_in y Julian |> to_gregorian", "2026-04-12"),
             ("ascension", "easter y |> add_days 39", "2026-05-14"), ("pentecost", "easter y |> add_days 49", "2026-05-24"), ("trinity", "easter y |> add_days 56", "2026-05-31"),
             ("corpus_christi", "easter y |> add_days 60", "2026-06-04"), ("assumption", "fixed 8 15", "2026-08-15"), ("all_saints", "fixed 11 1", "2026-11-01"),
             ("advent_1", "sunday_from y 11 27", "2026-11-29"), ("christmas", "fixed 12 25", "2026-12-25"), ("none", "", "")]
    left = 19
    for n, (rule, how, _) in enumerate(rules[:-1]):
        calendar = " Julian" if n == 7 else " Gregorian"
        first_try = how.replace(calendar, "") if n in (3, 7) else how
        s.edit("lib/feast.ml", f"  (* rule {n} *)\n", f"  | \"{rule}\" -> Some ({first_try})\n  (* rule {n + 1} *)\n")
        if n in (3, 7):
            run(s, "dune test 2>&1 | tail -7", f"File \"lib/feast.ml\", line {21 + n}, characters {20 + len(rule)}-{31 + len(rule)}:\n{21 + n} |   | \"{rule}\" -> Some ({first_try})\n{' ' * (25 + len(rule))}^^^^^^^^^^^\nError: This expression has type calendar -> date\n       but an expression was expected of type date")
            s.edit("lib/feast.ml", first_try, how)
        left = left - (2 if n in (4, 9, 11) else 1)
        missing, _, day = rules[n + 1]
        run(s, "dune test 2>&1 | tail -7", (f"[FAIL]        feast          {19 - left:2}   {missing}.\n\nASSERT {missing}\nFAIL   Expected: `Some {day}'\n       Received: `None'\n\n{left} failure{'s' if left > 1 else ''}! in 0.00{n % 5 + 1}s. 19 tests run." if left else "  [OK]          feast          18   christmas.\n\nFull test results in `~/feast-days/_build/_tests/feast'.\nTest Successful in 0.006s. 19 tests run."), ms=2600)


@healthy("work:browser", "bakery-admin", "Enter the winter opening hours (7:00 to 17:30) for every branch in the shop admin. Saturday stays.", client="claude", gap=5)
def winter_hours_entered_for_each_branch(s):
    branches = ["Altmarkt", "Bahnhof", "Domplatz", "Elbufer", "Friedhofsweg", "Hafen", "Kirchgasse", "Lindenhof", "Messe", "Neustadt", "Ostring", "Parkallee"]
    s.mcp("playwright", "browser_navigate", {"url": "https://admin.bakery.example/branches"}, "### Page state\n- Page URL: https://admin.bakery.example/branches\n- Page Title: Branches\n- table [ref=e12]: 12 rows", ms=2100)
    for n, name in enumerate(branches):
        url = f"https://admin.bakery.example/branches/{31 + n}/hours"
        s.mcp("playwright", "browser_navigate", {"url": url}, f"### Page state\n- Page URL: {url}\n- Page Title: Hours\n- heading \"{name}\" [level=1]\n- textbox \"Open (Mon-Fri)\" [ref=e21]: \"06:30\"\n- textbox \"Close (Mon-Fri)\" [ref=e22]: \"18:30\"\n- textbox \"Open (Sat)\" [ref=e23]: \"07:00\"\n- button \"Save\" [ref=e30]", ms=1600)
        s.mcp("playwright", "browser_fill_form", {"fields": [{"name": "Open (Mon-Fri)", "type": "textbox", "ref": "e21", "value": "07:00"}, {"name": "Close (Mon-Fri)", "type": "textbox", "ref": "e22", "value": "17:30"}]}, "### Ran Playwright code\nawait page.getByLabel('Open (Mon-Fri)').fill('07:00');\nawait page.getByLabel('Close (Mon-Fri)').fill('17:30');", ms=380)
        s.mcp("playwright", "browser_click", {"element": "Save", "ref": "e30"}, "### Ran Playwright code\nawait page.getByRole('button', { name: 'Save' }).click();\n### Page state\n- alert: \"Opening hours saved.\"", ms=1400)
