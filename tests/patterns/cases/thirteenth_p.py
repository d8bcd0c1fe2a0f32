"""Short sessions: digits that are names, errors that move, test counts, calls the client rejects, two agents."""
from session import healthy, stuck


@healthy("thirteenth:names", "pool-sensors", "Calibrate the chlorine probes 1 to 16 one after the other.", client="claude")
def probes_one_to_sixteen_calibrated_alike(s):
    for n in range(1, 17):
        s.mcp("modbus", "write_register", {"unit": n, "register": 4096, "value": 1}, {"status": "ok", "echo": 1}, ms=3100 + n * 17)
    s.mcp("modbus", "read_registers", {"unit": 1, "register": 4097, "count": 16}, {"values": [1] * 16})


@healthy("thirteenth:next_row", "herbarium-import", "Import specimens.csv; mend the rows that the database refuses, but look at each of them.", client="plain")
def a_check_constraint_that_moves_down_the_rows(s):
    for n, row in enumerate([41, 188, 212, 390, 391, 655, 902, 1217, 1544]):
        s.bash("psql -q herbarium -v ON_ERROR_STOP=1 -c \"\\copy specimen FROM 'specimens.csv' CSV HEADER\"", f"ERROR:  new row for relation \"specimen\" violates check constraint \"elevation_range\"\nDETAIL:  Failing row contains ({row}, Carex sp., {8848 + row * 3}, null).\nCONTEXT:  COPY specimen, line {row + 1}", 3, ms=310 + n * 20)
        s.edit("specimens.csv", f"{row},Carex sp.,{8848 + row * 3},", f"{row},Carex sp.,{(8848 + row * 3) // 10},")
    s.bash("psql -q herbarium -v ON_ERROR_STOP=1 -c \"\\copy specimen FROM 'specimens.csv' CSV HEADER\" && psql herbarium -Atc 'SELECT count(*) FROM specimen'", "1802", ms=660)


@healthy("thirteenth:fewer", "quill-editor", "The suite has been red since the upgrade of the DOM library. Make it green.", client="codex", times="none")
def mocha_failures_that_fall_with_plateaus(s):
    for n, failing in enumerate([17, 17, 15, 15, 15, 11, 11, 8, 4, 4, 1, 0]):
        if n:
            s.edit(f"src/{['selection', 'selection', 'clipboard', 'clipboard', 'keyboard', 'history', 'history', 'toolbar', 'syntax', 'syntax', 'embed'][n - 1]}.js", f"node.childNodes[{n}]", f"node.childNodes.item({n})")
        s.bash("npx mocha --reporter dot 2>&1 | grep -E 'passing|failing'", f"  {214 - failing} passing ({3 + n % 3}s)" + (f"\n  {failing} failing" if failing else ""), 0)


@stuck("thirteenth:seeds", "bakery-rails", "Three order specs are red. Repair them.", client="claude")
def three_specs_red_under_every_seed(s):
    failing = ["rspec ./spec/models/order_spec.rb:31 # Order rounds the total", "rspec ./spec/models/order_spec.rb:58 # Order applies the coupon", "rspec ./spec/requests/checkout_spec.rb:12 # Checkout charges the card"]
    files = ["app/models/order.rb", "app/models/coupon.rb", "app/services/checkout.rb", "config/initializers/money.rb", "spec/factories/orders.rb"]
    for n in range(13):
        if n == 5:
            s.stuck_here()
        if n in (3, 9):
            s.look("app/models/order.rb", "class Order < ApplicationRecord\n  def total\n    lines.sum(&:price)\n  end\nend\n")
        s.edit(files[n % 5], f"# {n}", ["total.round(2)", "BigDecimal(rate.to_s)", "Money.from_amount(total)", "Money.rounding_mode = BigDecimal::ROUND_HALF_UP", "price { 3.10.to_d }", "lines.sum(0) { _1.price }", "discount.to_d", "order.reload.total", "Money.default_currency = 'EUR'", "after(:create) { _1.reload }", "total.ceil(2)", "rate.to_r", "Money.new(total * 100)"][n])
        shown = failing[n % 3:] + failing[:n % 3]
        s.bash(["bundle exec rspec", "bin/rspec --order rand", "bundle exec rspec spec/models spec/requests", "bin/rspec --format progress 2>&1 | tail -12"][n % 4], f"Finished in {4 + n % 3}.{n * 37 % 100:02} seconds (files took {1 + n % 2}.{n * 13 % 90 + 10} seconds to load)\n148 examples, 3 failures\n\nFailed examples:\n\n" + "\n".join(shown) + f"\n\nRandomized with seed {1021 + n * 7919 % 60000}", 1, ms=7100 + n * 313)


@stuck("thirteenth:shifted", "plant-watch", "Decoding the sensor answer throws. Repair it.", client="codex")
def a_type_mismatch_pushed_down_by_comments(s):
    for n in range(12):
        if n == 4:
            s.stuck_here()
        if n == 8:
            s.bash("cat Fixtures/sensor.json", '{"id":"a7","moisture":"41","at":"2026-10-12T06:00:00Z"}')
        line = 18 + n * 2
        s.edit("Sources/Watch/Sensor.swift", "// decode\n", ["// moisture is an Int\n// decode\n", "print(String(data: data, encoding: .utf8) ?? \"\")\n// decode\n", "decoder.dateDecodingStrategy = .iso8601\n// decode\n", "// TODO: see below\n// decode\n"][n % 4])
        s.bash(["swift test --filter SensorTests", "swift test --filter SensorTests 2>&1 | tail -4", "swift build && swift test --skip-build --filter SensorTests"][n % 3], f"Test Case 'SensorTests.testDecode' started at 2026-10-12 09:{10 + n}:{n * 17 % 60:02}.{100 + n * 71}\n/home/dev/plant-watch/Sources/Watch/Sensor.swift:{line}: error: SensorTests.testDecode : threw error \"typeMismatch(Swift.Int, Swift.DecodingError.Context(codingPath: [CodingKeys(stringValue: \"moisture\", intValue: nil)], debugDescription: \"Expected to decode Int but found a string instead.\", underlyingError: nil))\"\nTest Case 'SensorTests.testDecode' failed (0.00{2 + n % 4} seconds)\nExecuted 1 test, with 1 failure (1 unexpected) in 0.00{2 + n % 4} (0.00{3 + n % 4}) seconds", 1, ms=8100 + n * 133)


@healthy("thirteenth:rejections", "museum-labels", "Shorten the seven labels to 60 words each.", client="claude")
def kinds_of_rejected_calls_and_then_the_work(s):
    s.look_fails("labels/room1.txt")
    s.bash("ls labels", "\n".join(f"room_{n}.txt" for n in range(1, 8)))
    s.edit("labels/room_1.txt", "The amphora, which was found", "Found", rejected="unread")
    s.other("read", {"file_path": f"{s.cwd}/labels/room_1.txt", "offset": "1"}, "<tool_use_error>InputValidationError: Read failed due to the following issue:\nThe parameter `offset` type is expected as `number` but provided as `string`</tool_use_error>", ok=False)
    s.look("labels/room_1.txt", "The amphora, which was found in 1911, is one of the oldest of its kind in the region.\n")
    s.edit("labels/room_1.txt", "The amphora, which was found", "Found")
    for n in range(2, 8):
        s.look(f"labels/room_{n}.txt", f"The {['', '', 'coin', 'oil lamp', 'brooch', 'mosaic', 'helmet', 'loom'][n]}, which was given to the museum in 19{n * 11}, is shown here for the first time.\n")
        if n == 4:
            s.edit(f"labels/room_{n}.txt", "which", "that", rejected="twice")
        s.edit(f"labels/room_{n}.txt", ", which was given to the museum in", ", a gift of")
    s.bash("wc -w labels/*.txt | tail -1", "  371 total")


@healthy("thirteenth:gain", "tile-server", "Let the profiler and the tuner work in turn until a tile takes less than 40 ms.", client="claude")
def profiler_and_tuner_that_gain_in_each_round(s):
    for n, (found, after) in enumerate([("62 % in PNG compression (zlib 9)", 212), ("41 % in the label collision grid", 151), ("38 % in repeated projection of the coast line", 104), ("29 % in opening the font for each label", 81), ("33 % in a sort of all features", 58), ("24 % in copying the tile buffer", 39)]):
        s.task("profiler", "Profile the rendering of tile 12/2200/1343 and name the largest part.", f"Largest part: {found}.")
        s.task("tuner", "Reduce the part that the profiler named and measure the tile again.", f"Done. The tile takes {after} ms now (median of 50).")
        if n % 2:
            s.bash("git commit -qam 'Faster tiles' && git log --oneline -1", f"{(n * 48271 + 99991) % 16777216:07x} Faster tiles")
    s.bash("make check", "31 tiles compared, 31 equal", ms=14_000)


@stuck("thirteenth:validation", "seed-shop", "Read the price list on the third page of the vendor's site.", client="claude", times="none")
def a_page_number_in_every_invalid_shape(s):
    shapes = [{"url": "https://seeds.example/list", "page": "3"}, {"url": "https://seeds.example/list", "page": "three"}, {"url": "https://seeds.example/list", "page": [3]}, {"url": "https://seeds.example/list", "page": {"number": 3}}, {"url": "https://seeds.example/list", "page": "3", "format": "markdown"}, {"url": "https://seeds.example/list/", "page": "'3'"}, {"url": "https://seeds.example/list", "page": "[3]"}]
    for n in range(22):
        if n == 6:
            s.stuck_here()
        if n == 8:
            s.plan([("Read page 3 of the price list", "in_progress"), ("Note the prices", "pending")])
        elif n == 14:
            s.look("prices.csv", "seed,price\n")
        else:
            given = shapes[n * 3 % 7]
            kind = "array" if given["page"] == [3] else "object" if isinstance(given["page"], dict) else "string"
            s.mcp("reader", "read_page", given, f"<tool_use_error>InputValidationError: mcp__reader__read_page failed due to the following issue:\nThe parameter `page` type is expected as `number` but provided as `{kind}`</tool_use_error>", ok=False, ms=4)


@stuck("thirteenth:handover", "metro-alerts", "Let the operations agent and the developer agent clear the alert about the slow departures API.", client="plain")
def an_alert_that_operations_and_developers_hand_over(s):
    ops = ["This is slow code, not a slow machine. Handed over to the developer agent.", "CPU and memory are normal; the query is the developers' part. Back to the developer agent.", "Nothing to do in operations. Assigned to the developer agent."]
    dev = ["The query is fast on my side; this is the size of the database machine. Handed over to operations.", "No change in code is needed. Operations have to scale the database. Back to operations.", "Not a code issue. Assigned to the operations agent."]
    for n in range(12):
        if n == 4:
            s.stuck_here()
        s.task("operations", ["Clear the alert `departures p95 > 2s`.", "The developer agent says that this is yours. Please clear the alert.", "Please take the alert over again; the developers see nothing."][n % 3], ops[n % 3])
        if n % 5 == 3:
            s.bash("curl -s localhost:9093/api/v2/alerts | jq -r '.[].labels.alertname'", "DeparturesSlow")
        s.task("developer", ["Operations say that the departures API is slow code. Please repair it.", "The alert comes back from operations, please look at it.", "Operations have nothing to do. It is yours."][n % 3], dev[n % 3])


@stuck("thirteenth:same_edit", "tram-kiosk", "The kiosk should go to sleep after 90 seconds.", client="plain", codes=False)
def a_timeout_edited_again_while_a_sync_sets_it_back(s):
    for n in range(9):
        if n == 4:
            s.stuck_here()
        s.edit("public/config.json", "\"sleepAfter\": 30", "\"sleepAfter\": 90")
        s.bash(["npm run build --silent && npm run kiosk:status --silent", "npm run build 2>&1 | tail -1; npm run kiosk:status --silent"][n % 2], f"✓ built in {2 + n % 3}.{n * 17 % 90 + 10}s\nsleepAfter 30", ms=4100 + n * 99)
        if n % 3 != 1:
            s.bash(["jq .sleepAfter public/config.json", "grep sleepAfter public/config.json"][n % 2], ["30", "  \"sleepAfter\": 30,"][n % 2])
        else:
            s.bash("systemctl --user restart kiosk", "")
