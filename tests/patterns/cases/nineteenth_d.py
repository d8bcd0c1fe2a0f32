"""Stuck sessions: Kafka, Helm, ssh incidents, GitLab CI, Cypress, Storybook, spreadsheets and Figma over MCP, firmware, audits, translations, git (branches, LFS, bisect)."""
from session import stuck, play_moves


@stuck("work:kafka", "meter-stream", "Our consumer of meter.readings gets nothing on the new broker (docker compose, kafka on 9092). Find out why and fix the compose file.", client="codex")
def a_consumer_that_gets_nothing_whatever_property_it_is_given(s):
    def warn(n):
        return (f"[2026-10-12 09:{n * 2:02}:{n * 17 % 60:02},{n * 137 % 1000:03}] WARN [Consumer clientId=console-consumer, groupId=console-consumer-{n * 7919 % 99991}] Error connecting to node kafka-int:29092 (id: 1 rack: null) (org.apache.kafka.clients.NetworkClient)\njava.net.UnknownHostException: kafka-int\n"
                f"[2026-10-12 09:{n * 2:02}:{(n * 17 + 9) % 60:02},{n * 91 % 1000:03}] ERROR Error processing message, terminating consumer process:  (org.apache.kafka.tools.consumer.ConsoleConsumer)\norg.apache.kafka.common.errors.TimeoutException\nProcessed a total of 0 messages")
    base = "kafka-console-consumer.sh --bootstrap-server localhost:9092 --topic meter.readings"
    extras = ["--from-beginning --timeout-ms 10000", "--from-beginning --group probe1 --timeout-ms 15000", "--partition 0 --offset earliest --timeout-ms 20000", "--consumer-property auto.offset.reset=earliest --timeout-ms 20000", "--from-beginning --consumer-property request.timeout.ms=60000 --timeout-ms 60000",
              "--from-beginning --consumer-property enable.auto.commit=false --timeout-ms 20000", "--group probe2 --from-beginning --consumer-property isolation.level=read_committed --timeout-ms 20000", "--from-beginning --isolation-level read_uncommitted --timeout-ms 20000", "--from-beginning --max-messages 1 --consumer-property fetch.min.bytes=1 --timeout-ms 30000",
              "--from-beginning --consumer-property client.dns.lookup=use_all_dns_ips --timeout-ms 30000", "--from-beginning --consumer-property session.timeout.ms=45000 --consumer-property heartbeat.interval.ms=3000 --timeout-ms 30000", "--partition 1 --offset earliest --timeout-ms 30000", "--group probe3 --from-beginning --consumer-property max.poll.interval.ms=600000 --timeout-ms 60000",
              "--from-beginning --consumer-property partition.assignment.strategy=org.apache.kafka.clients.consumer.RoundRobinAssignor --timeout-ms 30000", "--whitelist 'meter.*' --from-beginning --timeout-ms 30000", "--from-beginning --consumer-property metadata.max.age.ms=1000 --timeout-ms 30000", "--from-beginning --group probe4 --consumer-property reconnect.backoff.ms=50 --timeout-ms 45000"]
    said = {3: "The offset reset may be wrong for the group. I'll set it as a property.", 8: "Perhaps the fetch size keeps small messages back.", 12: "The group may be rebalancing. I'll give it more time between polls."}
    for n, extra in enumerate(extras, 1):
        if n == 5:
            s.stuck_here()
        if n in said:
            s.say(said[n])
        out = "whitelist is not a recognized option" if "whitelist" in extra else warn(n)
        s.bash(f"{base} {extra}", out, 1 if "whitelist" in extra else 0, ms=10_000 + n * 731)
        if n == 2:
            s.bash("docker compose ps --format '{{.Name}} {{.Status}}'", "meter-stream-kafka-1 Up 26 minutes\nmeter-stream-producer-1 Up 26 minutes")
        if n == 10:
            s.bash("docker compose restart kafka", " Container meter-stream-kafka-1  Restarting\n Container meter-stream-kafka-1  Started")


@stuck("work:helm", "chart-portal", "helm template of charts/portal fails with the staging values since we added autoscaling. Make it render.", client="claude")
def a_nil_pointer_in_a_template_while_a_values_file_nobody_passes_is_edited(s):
    def err(n):
        return "Error: template: portal/templates/hpa.yaml:1:14: executing \"portal/templates/hpa.yaml\" at <.Values.autoscaling.enabled>: nil pointer evaluating interface {}.enabled\n\nUse --debug flag to render out invalid YAML"
    cmds = ["helm template portal charts/portal -f env/staging.yaml", "helm template portal charts/portal -f env/staging.yaml --debug 2>&1 | tail -4", "helm lint charts/portal -f env/staging.yaml", "helm template portal charts/portal -f env/staging.yaml --show-only templates/hpa.yaml"]
    forms = ["autoscaling:\n  enabled: true\n", "autoscaling:\n  enabled: \"true\"\n", "autoscaling: {enabled: true}\n", "autoscaling:\n  enabled: true\n  minReplicas: 2\n  maxReplicas: 6\n", "portal:\n  autoscaling:\n    enabled: true\n", "global:\n  autoscaling:\n    enabled: true\n", "\"autoscaling\":\n  \"enabled\": true\n",
             "autoscaling: &as\n  enabled: true\n", "autoscaling:\n    enabled: yes\n", "autoscaling:\n  enabled: false\n", "---\nautoscaling:\n  enabled: true\n"]
    s.bash(cmds[0], err(0), 1)
    s.look("charts/portal/templates/hpa.yaml", "{{- if .Values.autoscaling.enabled }}\napiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\n", 1, 3)
    s.look("env/stage.yaml", "image:\n  tag: \"2.18\"\n")
    s.edit("env/stage.yaml", "image:\n", forms[0] + "image:\n")
    s.bash(cmds[1], err(1))
    for n in range(1, len(forms)):
        if n == 3:
            s.stuck_here()
        if n in (2, 5, 9):
            s.say({2: "Flow style will avoid an indentation problem.", 5: "Subcharts see only `global`, so the block belongs there.", 9: "Disabling it should at least get rid of the nil pointer."}[n])
        s.edit("env/stage.yaml", forms[n - 1] + "image:\n", forms[n] + "image:\n")
        s.bash(cmds[n % 4], err(n) if n % 4 != 2 else "==> Linting charts/portal\n[ERROR] templates/: template: portal/templates/hpa.yaml:1:14: executing \"portal/templates/hpa.yaml\" at <.Values.autoscaling.enabled>: nil pointer evaluating interface {}.enabled\n\nError: 1 chart(s) linted, 1 chart(s) failed", 0 if n % 4 == 1 else 1)
        if n == 6:
            s.bash("cat env/stage.yaml", forms[6] + "image:\n  tag: \"2.18\"")


@stuck("work:incident", "edge-logs", "On edge3: write a short incident note (incident.md) on last night's 502s between 02:10 and 02:25: how many, which upstream, which paths.", client="plain")
def the_same_502s_counted_over_ssh_in_every_dialect_and_no_note_written(s):
    log = "/var/log/nginx/access.log.1"
    ups = "    611 10.4.0.17:8080"
    play_moves(s, [
        ("b", f"ssh edge3 \"grep -c ' 502 ' {log}\"", "611"),
        ("b", f"ssh edge3 \"awk '\\$9==502 {{print \\$NF}}' {log} | sort | uniq -c\"", ups),
        ("b", f"ssh edge3 \"awk '\\$9==502 {{print \\$7}}' {log} | cut -d? -f1 | sort | uniq -c | sort -rn | head -5\"", "    402 /api/quote\n    187 /api/rates\n     22 /api/health"),
        ("b", f"ssh edge3 \"awk '\\$9==502 {{print \\$4}}' {log} | cut -c14-18 | sort | uniq -c | sed -n '1p;\\$p'\"", "     31 02:11\n     12 02:24"),
        ("say", "All 611 come from 10.4.0.17:8080, mostly /api/quote. Let me verify the number once more."),
        ("b", f"ssh edge3 \"grep ' 502 ' {log} | wc -l\"", "611"),
        ("b", f"ssh edge3 \"awk '\\$9 == 502' {log} | wc -l\"", "611"),
        "STUCK",
        ("b", f"ssh edge3 \"grep -E '\\\" 502 ' {log} | wc -l\"", "611"),
        ("b", f"ssh edge3 \"perl -ne '\\$n++ if / 502 /; END {{print \\$n}}' {log}\"", "611"),
        ("b", f"ssh edge3 \"awk '\\$9==502 {{c[\\$NF]++}} END {{for (u in c) print c[u], u}}' {log}\"", "611 10.4.0.17:8080"),
        ("b", f"ssh edge3 \"grep ' 502 ' {log} | awk '{{print \\$7}}' | sed 's/?.*//' | sort | uniq -c | sort -k1,1nr\"", "    402 /api/quote\n    187 /api/rates\n     22 /api/health"),
        ("say", "The counts agree. One more cross-check with another tool before I write it down."),
        ("b", f"ssh edge3 \"sudo cat {log} | python3 -c \\\"import sys; print(sum(' 502 ' in l for l in sys.stdin))\\\"\"", "611"),
        ("b", f"ssh edge3 \"sed -n '/ 502 /p' {log} | wc -l\"", "611"),
        ("b", f"scp -q edge3:{log} /tmp/a.log && grep -c ' 502 ' /tmp/a.log", "611"),
        ("b", "awk '$9==502{print $NF}' /tmp/a.log | sort | uniq -c", ups),
        ("b", "rg -c ' 502 ' /tmp/a.log", "611"),
        ("b", "python3 -c \"import re;print(len(re.findall(r'\\\" 502 ', open('/tmp/a.log').read())))\"", "611"),
        ("b", "awk '$9==502{print $7}' /tmp/a.log | cut -d'?' -f1 | sort | uniq -c | sort -rn", "    402 /api/quote\n    187 /api/rates\n     22 /api/health"),
        ("say", "Consistent. I'll count once more per upstream to be certain."),
        ("b", "grep ' 502 ' /tmp/a.log | rev | cut -d' ' -f1 | rev | sort | uniq -c", ups),
        ("b", f"ssh edge3 \"zgrep -h ' 502 ' {log} | awk 'END{{print NR}}'\"", "611"),
        ("b", f"ssh edge3 \"cut -d' ' -f9 {log} | grep -cx 502\"", "611"),
        ("b", "cut -d' ' -f9,12- /tmp/a.log | grep '^502' | awk '{print $NF}' | sort | uniq -c", ups),
    ])


@stuck("work:gitlab", "docs-builder", "The publish job is red on main. Get the pipeline green; push to main is fine.", client="claude", gap=15)
def before_script_of_the_wrong_job_pushed_over_and_over(s):
    """The publish job has its own `before_script`, which replaces the default one that is edited."""
    tries = [("default:\n", "default:\n  before_script:\n    - apt-get install -y jq\n", "ci: install jq"), ("apt-get install -y jq", "apt-get update && apt-get install -y jq", "ci: update before installing jq"), ("apt-get install -y jq", "apt-get install -y --no-install-recommends jq", "fix ci"), ("apt-get update", "apt-get update -qq", "fix ci again"),
             ("-y --no-install-recommends jq", "-y jq curl", "ci: jq and curl"), ("    - apt-get update", "    - export DEBIAN_FRONTEND=noninteractive\n    - apt-get update", "ci: non-interactive"), ("-y jq curl", "-y jq=1.6-2.1", "ci: pin jq"), ("-y jq=1.6-2.1", "-y jq && jq --version", "ci: check jq"),
             ("    - apt-get update", "    - which apt-get\n    - apt-get update", "ci: debug"), ("  before_script:", "  before_script: &setup", "ci: anchor"), ("-y jq && jq --version", "-y jq && ln -sf /usr/bin/jq /usr/local/bin/jq", "ci: link jq")]
    log = "$ ./publish.sh\n./publish.sh: line 7: jq: command not found\nCleaning up project directory and file based variables\nERROR: Job failed: exit code 127"
    s.bash("glab ci view --branch main | head -6; glab ci trace publish | tail -4", "Pipeline #48110  failed\n  build    ✔\n  check    ✔\n  publish  ✘\n" + log)
    s.look(".gitlab-ci.yml", "default:\n  image: debian:12-slim\n\nbuild:\n  script: [make html]\n\npublish:\n  before_script:\n    - echo \"$DEPLOY_KEY\" > key && chmod 600 key\n  script: [./publish.sh]\n")
    for n, (old, new, message) in enumerate(tries):
        s.edit(".gitlab-ci.yml", old, new)
        if n == 4:
            s.stuck_here()
        s.bash(f"git commit -qam '{message}' && git push -q && glab ci status --live | tail -1", f"(failed) • 00m {n * 7 % 13 + 31}s  publish  publish", ms=92_000 + n * 3100)
        s.bash(["glab ci trace publish | tail -4", "glab ci trace publish 2>&1 | tail -8 | head -4", "glab job trace publish | grep -B1 -A3 publish.sh"][n % 3], log)


@stuck("work:cypress", "checkout-e2e", "Write the card payment step in checkout.cy.ts: type the test card 4242… into the card form and submit.", client="claude")
def selectors_guessed_for_a_field_that_lives_in_an_iframe(s):
    sel = ["#cardNumber", "[name=cardnumber]", "input[name=\"cardNumber\"]", "[data-testid=card-number]", "[data-cy=card-number]", ".CardNumberField-input", "input[autocomplete=cc-number]", "input[placeholder*=\"1234\"]", "#Field-numberInput", "form input:first", "[aria-label=\"Card number\"]", "input[inputmode=numeric]", "[id^=card]", ".card-form input"]

    def out(one, n):
        return (f"  Checkout\n    ✓ puts a plant into the basket ({n * 137 % 900 + 1100}ms)\n    1) pays by card\n\n  1 passing (9s)\n  1 failing\n\n  1) Checkout\n       pays by card:\n     AssertionError: Timed out retrying after 4000ms: Expected to find element: `{one}`, but never found it.\n      at Context.eval (webpack://checkout-e2e/./cypress/e2e/checkout.cy.ts:22:7)\n")
    run = "npx cypress run --spec cypress/e2e/checkout.cy.ts --browser electron"
    s.look("cypress/e2e/checkout.cy.ts", "  it('pays by card', () => {\n    cy.visit('/checkout');\n    // TODO\n  });\n", 19, 4)
    s.edit("cypress/e2e/checkout.cy.ts", "    // TODO", f"    cy.get('{sel[0]}').type('4242424242424242');\n    cy.contains('Pay').click();")
    s.bash(run, out(sel[0], 0), 1, ms=31_000)
    for n in range(1, len(sel)):
        if n == 5:
            s.say("The selector differs between versions of the payment form. Let me try the next common one.")
            s.stuck_here()
        s.edit("cypress/e2e/checkout.cy.ts", f"cy.get('{sel[n - 1]}'", f"cy.get('{sel[n]}'")
        s.bash([run, run + " 2>&1 | tail -14", run.replace("electron", "chrome --headless")][n % 3], out(sel[n], n), 0 if n % 3 == 1 else 1, ms=29_000 + n * 631)


@stuck("work:storybook", "ui-kit", "Move our 9 stories from storiesOf to CSF3. Start with Button.stories.js.", client="claude")
def a_survey_of_the_stories_begun_anew_after_each_lost_context(s):
    button = "import { storiesOf } from '@storybook/react';\nimport { Button } from './Button';\nstoriesOf('Button', module)\n  .add('primary', () => <Button primary>OK</Button>)\n  .add('ghost', () => <Button ghost>OK</Button>);\n"
    main = "module.exports = {\n  stories: ['../src/**/*.stories.js'],\n  addons: ['@storybook/addon-essentials'],\n};\n"
    listing = "src/Avatar.stories.js\nsrc/Badge.stories.js\nsrc/Button.stories.js\nsrc/Card.stories.js\nsrc/Dialog.stories.js\nsrc/Menu.stories.js\nsrc/Select.stories.js\nsrc/Tabs.stories.js\nsrc/Toast.stories.js"
    intros = ["I'll start by looking at how the stories are set up.", "This session continues an earlier one. I'll first get an overview of the stories before migrating.", "I don't have the details of the earlier exploration any more, so I'll begin by surveying the stories.", "Let me start by understanding the Storybook setup.", "Before migrating I need to see which stories exist and how Storybook is configured.", "I'll begin with an overview of the stories."]
    for n, intro in enumerate(intros):
        s.say(intro)
        if n == 3:
            s.stuck_here()
        s.bash(["find src -name '*.stories.js' | sort", "git ls-files 'src/*.stories.js'", "ls src/*.stories.js"][n % 3], listing)
        s.look(".storybook/main.js", main)
        if n % 2:
            s.grep("storiesOf(", "src", "\n".join(f"{f}:3:storiesOf('{f[4:-11]}', module)" for f in listing.splitlines()))
        s.look("src/Button.stories.js", button)
        s.plan([("Survey the stories", "in_progress"), ("Move Button.stories.js", "pending"), ("Move the other eight", "pending")])


@stuck("work:spreadsheet", "rota-sheet", "In the sheet 'Rota 2026' please write the dates in column B as ISO dates (2026-03-01).", client="plain", codes=False)
def iso_dates_written_to_a_sheet_whose_script_turns_them_back(s):
    """The sheet has an onEdit script that writes `dd/mm/yyyy`; each write is accepted and each read shows the old form."""
    given = {"spreadsheetId": "1rOtA26", "range": "Rota 2026!B2:B6"}
    iso = [["2026-03-01"], ["2026-03-08"], ["2026-03-15"], ["2026-03-22"], ["2026-03-29"]]
    back = [["01/03/2026"], ["08/03/2026"], ["15/03/2026"], ["22/03/2026"], ["29/03/2026"]]

    def read(r="Rota 2026!B2:B6", rows=5):
        s.mcp("sheets", "get_values", {"spreadsheetId": "1rOtA26", "range": r}, {"range": r, "majorDimension": "ROWS", "values": back[:rows]}, ms=280 + s.calls * 9)

    def put(values, **more):
        s.mcp("sheets", "update_values", given | {"values": values} | more, {"updatedRange": "Rota 2026!B2:B6", "updatedRows": 5, "updatedCells": 5}, ms=410 + s.calls * 7)

    def form(pattern, kind="DATE"):
        s.mcp("sheets", "format_cells", given | {"numberFormat": {"type": kind, "pattern": pattern}}, {"replies": [{}]})
    s.mcp("sheets", "list_sheets", {"spreadsheetId": "1rOtA26"}, {"sheets": ["Rota 2026", "Staff"]})
    read()
    put(iso, valueInputOption="USER_ENTERED")
    read()
    put(iso, valueInputOption="RAW")
    read()
    form("yyyy-mm-dd")
    put(iso, valueInputOption="USER_ENTERED")
    read()
    s.say("The values were turned back again. I'll write them as text.")
    s.stuck_here()
    put([["'" + r[0]] for r in iso], valueInputOption="USER_ENTERED")
    read()
    form("@", "TEXT")
    put(iso, valueInputOption="RAW")
    read("Rota 2026!B2:B4", 3)
    s.say("Still the old form. Perhaps a formula keeps its format.")
    put([[f"=TEXT(DATE(2026,3,{1 + 7 * n}),\"yyyy-mm-dd\")"] for n in range(5)], valueInputOption="USER_ENTERED")
    read()
    s.mcp("sheets", "clear_values", given, {"clearedRange": "Rota 2026!B2:B6"})
    put(iso, valueInputOption="RAW")
    read()
    form("yyyy\"-\"mm\"-\"dd")
    put([[r[0] + "T00:00:00"] for r in iso], valueInputOption="USER_ENTERED")
    read("'Rota 2026'!B2:B6")
    put(iso, valueInputOption="USER_ENTERED")
    read()
    form("yyyy-MM-dd")
    put([[46082 + 7 * n] for n in range(5)], valueInputOption="RAW")
    read()


@stuck("work:figma", "tariff-card-web", "Build the TariffCard component in src/TariffCard.tsx from the Figma frame 'Tariff card' (file Tq81, node 412:88).", client="claude")
def one_figma_frame_fetched_at_every_depth_and_no_component_written(s):
    kids = [{"id": "412:89", "name": "title", "type": "TEXT", "style": {"fontSize": 20, "fontWeight": 600}}, {"id": "412:90", "name": "price", "type": "TEXT", "style": {"fontSize": 32}}, {"id": "412:91", "name": "cta", "type": "INSTANCE", "fills": ["#0B5FFF"]}]
    frame = {"id": "412:88", "name": "Tariff card", "type": "FRAME", "size": [320, 188], "padding": 24, "itemSpacing": 12, "cornerRadius": 12, "children": kids}
    css = ".tariff-card { width: 320px; padding: 24px; gap: 12px; border-radius: 12px; }\n.title { font: 600 20px Inter; }\n.price { font: 400 32px Inter; }\n.cta { background: #0B5FFF; }"

    def node(**more):
        s.mcp("figma", "get_node", {"fileKey": "Tq81", "nodeId": "412:88"} | more, frame, ms=700 + s.calls * 31)

    def shot(**more):
        s.mcp("figma", "get_screenshot", {"fileKey": "Tq81", "nodeId": "412:88"} | more, "[image: 320x188 png, card with title, price and blue button]", ms=1400 + s.calls * 17)

    def code(**more):
        s.mcp("figma", "get_css", {"fileKey": "Tq81", "nodeId": "412:88"} | more, css)
    node()
    shot()
    code()
    s.look("src/Card.tsx", "export function Card({ children }) {\n  return <div className=\"card\">{children}</div>;\n}\n")
    s.say("I have the layout, the type sizes and the colours. Let me take another look at the frame to get the details right.")
    node(depth=2)
    shot(scale=2)
    node(depth=3)
    s.say("I now have everything I need. Let me check the frame once more before writing the component.")
    s.stuck_here()
    code(format="css")
    node(depth=4)
    shot(scale=3)
    s.say("Now I'll write the component. First, the spacing again.")
    node(depth=2, geometry="paths")
    node()
    code(includeChildren=True)
    s.look("src/Card.tsx", "export function Card({ children }) {\n  return <div className=\"card\">{children}</div>;\n}\n")
    shot()
    s.say("The design is clear. I'll confirm the button colour.")
    node(depth=5)
    code()
    shot(scale=1, format="svg")
    node(depth=1)
    s.say("I'll get the frame one final time and then build it.")
    node(depth=3)
    shot(scale=2)
    code(format="css", includeChildren=True)


@stuck("work:firmware", "ble-tag", "Flash dist/app.zip over BLE DFU to the tag on my desk (nrfutil, tag C4:11:9A).", client="plain")
def softdevice_numbers_guessed_until_a_tag_would_take_the_package(s):
    ids = ["0xB6", "0x0100", "0xCB", "0xB7", "0xA9", "0xAF", "0xCA", "0x0101", "0xC1", "0x0102", "0xAE", "0x0103", "0xB8"]

    def err(n):
        return (f"  [------------------------------------]    0%\nTraceback (most recent call last):\n  File \"nordicsemi/dfu/dfu_transport_ble.py\", line {462}, in send_init_packet\npc_ble_driver_py.exceptions.NordicSemiException: Extended Error 0x06: The requested SoftDevice version in the init packet is not valid (fw version failure)\n"
                f"2026-10-12 14:{n + 10:02}:{n * 23 % 60:02},{n * 131 % 1000:03} DFU aborted")
    s.bash("nrfutil dfu ble -ic NRF52 -pkg dist/app.zip -p /dev/ttyACM0 -a C4:11:9A", err(0), 1, ms=14_000)
    s.bash("nrfutil pkg display dist/app.zip | grep -i sd_req", "    |- sd_req: 0xFFFE")
    for n, one in enumerate(ids, 1):
        if n == 5:
            s.say("Not that SoftDevice either. I'll go on with the next number.")
            s.stuck_here()
        s.bash(f"nrfutil pkg generate --hw-version 52 --application-version {n} --application build/app.hex --sd-req {one} --key-file priv.pem dist/app.zip", "Zip created at dist/app.zip", ms=900)
        s.bash(f"nrfutil dfu ble -ic NRF52 -pkg dist/app.zip -p /dev/ttyACM0 -a C4:11:9A{' -v' if n % 4 == 3 else ''}{' --prn 1' if n > 7 else ''}", err(n), 1, ms=13_000 + n * 311)


@stuck("work:security", "intake-portal", "Audit the upload endpoint (src/upload.ts) for path traversal and fix what you find.", client="claude")
def an_audit_methodology_refined_instead_of_reading_the_endpoint(s):
    s.bash("wc -l src/upload.ts", "141 src/upload.ts")
    docs = ["docs/audit-plan.md", "docs/audit-methodology.md", "docs/threat-model-outline.md", "docs/audit-plan.md", "docs/audit-checklist.md", "docs/audit-plan-v2.md", "docs/audit-scope.md", "docs/audit-roadmap.md", "docs/audit-plan-final.md"]
    heads = ["# Plan\n1. Read src/upload.ts\n2. Look for path traversal\n3. Fix\n", "# Method\nPhase 1: read the upload endpoint.\nPhase 2: look at how paths are built.\nPhase 3: fix and verify.\n", "# Threats\n- Path traversal in src/upload.ts (to be examined)\n", "# Plan (refined)\n1. Understand the upload endpoint\n2. Identify path joins\n3. Remediate\n",
             "# Checklist\n- [ ] upload endpoint read\n- [ ] path joins found\n- [ ] traversal mended\n", "# Plan 2\n## Step 1: review src/upload.ts\n## Step 2: assess traversal\n## Step 3: mend\n", "# Scope\nIn scope: src/upload.ts, path traversal.\n", "# Road map\nWeek 1: read the endpoint\nWeek 1: find the joins\nWeek 1: mend\n", "# Final plan\n1. Read src/upload.ts\n2. Find path traversal\n3. Mend it\n"]
    todo = ["Prepare the audit", "Structure the audit", "Refine the plan of the audit", "Define the phases of the audit", "Align checklist and plan", "Consolidate the plans", "Clarify the scope", "Order the steps of the audit", "Finalise the plan"]
    for n, (path, text) in enumerate(zip(docs, heads)):
        if n == 3:
            s.stuck_here()
        s.plan([(todo[n], "in_progress"), ("Read src/upload.ts", "pending"), ("Mend path traversal", "pending")])
        s.write(path, text)
        s.say(["A good audit starts with a clear plan.", "Before reading code I'll set down the method.", "Let me make the plan more systematic before I begin."][n % 3])
        if n in (3, 6):
            s.look("docs/audit-plan.md", heads[3])


@stuck("work:i18n", "museum-guide", "Add the key tour.audio.speed to all locale files (en, nl, fr) and commit; the screen that uses it comes next week.", client="codex")
def a_key_that_the_extract_hook_drops_at_every_commit(s):
    hook = "[pre-commit] i18next 'src/**/*.tsx' --keep-removed=false\n  [write] locales/en.json\n  [write] locales/nl.json\n  [write] locales/fr.json\n  Removed keys: 1 (tour.audio.speed)\nOn branch main\nnothing to commit, working tree clean"

    def add(form="    \"speed\": \"Speed\"", path="locales/en.json"):
        s.edit(path, "    \"play\": \"Play\"\n", "    \"play\": \"Play\",\n" + form + "\n")
    play_moves(s, [("r", "locales/en.json", "{\n  \"tour\": {\n   \"audio\": {\n    \"play\": \"Play\"\n   }\n  }\n}\n")])
    for path in ("locales/en.json", "locales/nl.json", "locales/fr.json"):
        add(path=path)
    s.bash("git commit -qam 'Add tour.audio.speed'", hook, 1)
    s.bash("git diff HEAD --stat; grep -c speed locales/*.json", "locales/en.json:0\nlocales/fr.json:0\nlocales/nl.json:0", 1)
    s.say("The edits seem to have been lost. Adding them again.")
    add()
    s.bash("git add -A && git commit -m 'Add tour.audio.speed'", hook, 1)
    s.stuck_here()
    add("    \"speed\": \"Playback speed\"")
    s.bash("git commit -am 'Add audio speed key'", hook, 1)
    s.bash("grep -n speed locales/en.json", "", 1)
    s.say("Perhaps the order of the keys matters to the tool. I'll put it first.")
    s.edit("locales/en.json", "    \"play\": \"Play\"\n", "    \"speed\": \"Speed\",\n    \"play\": \"Play\"\n")
    s.bash("git add locales && git commit -m 'Add audio speed key (sorted)'", hook, 1)
    s.bash("python3 -c \"import json; p='locales/en.json'; d=json.load(open(p)); d['tour']['audio']['speed']='Speed'; json.dump(d, open(p,'w'), indent=1)\" && git commit -am 'Add key'", hook, 1)
    s.bash("jq '.tour.audio.speed=\"Speed\"' locales/en.json > /tmp/en && mv /tmp/en locales/en.json && git add locales/en.json && git commit -m 'Add key with jq'", hook, 1)
    add("    \"speed\": \"Speed\" ")
    s.bash("npx prettier --write locales/*.json && git commit -am 'Add formatted key'", "locales/en.json 41ms\nlocales/fr.json 3ms (unchanged)\nlocales/nl.json 3ms (unchanged)\n" + hook, 1)
    s.bash("git status --short; cat locales/en.json", "{\n  \"tour\": {\n   \"audio\": {\n    \"play\": \"Play\"\n   }\n  }\n}")
    add("    \"speed\": \"Tempo\"", "locales/nl.json")
    s.bash("git add locales/nl.json && git commit -m 'nl: add key first'", hook, 1)
    add()
    s.bash("git stash -q && git stash pop -q && git commit -am 'Add tour.audio.speed'", hook, 1)
    s.bash("grep -rn 'audio.speed' locales || echo none", "none")


@stuck("work:git", "rent-forms", "Put the VAT fix on the branch hotfix/3.2 and push it; the fix is the last commit on feature/vat.", client="claude")
def a_fix_picked_onto_the_wrong_branch_and_taken_back_in_turn(s):
    """A worktree holds hotfix/3.2, so every checkout of it is refused and the agent lands on its other branch again."""
    no = "fatal: 'hotfix/3.2' is already used by worktree at '/home/dev/rent-forms-hotfix'"
    head = "d9177aa (HEAD -> feature/vat) Round VAT per line"
    play_moves(s, [
        ("b", "git log --oneline -2 feature/vat", "d9177aa Round VAT per line\n70ac1be Form for deposits"),
        ("b", "git checkout hotfix/3.2", no, 128),
        ("b", "git cherry-pick d9177aa", "The previous cherry-pick is now empty, possibly due to conflict resolution.\nOn branch feature/vat\nnothing to commit, working tree clean", 1),
        ("b", "git cherry-pick --skip; git status -sb", "## feature/vat...origin/feature/vat"),
        ("b", "git switch hotfix/3.2; git log --oneline -1", no + "\n" + head),
        ("say", "Something is left over. I'll reset and pick it again."),
        ("b", "git reset --hard HEAD~1 && git cherry-pick d9177aa", "HEAD is now at 70ac1be Form for deposits\n[feature/vat 51e09d3] Round VAT per line\n Date: Fri Oct 9 16:20:11 2026 +0200\n 2 files changed, 9 insertions(+), 3 deletions(-)"),
        ("b", "git push origin HEAD:hotfix/3.2", "To github.com:rent/rent-forms.git\n ! [rejected]        HEAD -> hotfix/3.2 (non-fast-forward)\nerror: failed to push some refs to 'github.com:rent/rent-forms.git'", 1),
        ("b", "git reset --hard origin/feature/vat", "HEAD is now at d9177aa Round VAT per line"),
        ("b", "git checkout -f hotfix/3.2; git branch --show-current", no + "\nfeature/vat"),
        "STUCK",
        ("b", "git reset --hard HEAD~1 && git cherry-pick -x d9177aa && git push origin HEAD:hotfix/3.2", "HEAD is now at 70ac1be Form for deposits\n[feature/vat 8aa3c10] Round VAT per line\n ! [rejected]        HEAD -> hotfix/3.2 (non-fast-forward)", 1),
        ("b", "git reset --hard origin/feature/vat && git checkout hotfix/3.2", "HEAD is now at d9177aa Round VAT per line\n" + no, 128),
        ("b", "git stash -u && git checkout hotfix/3.2", "No local changes to save\n" + no, 128),
        ("say", "I'll go back and apply the commit by hand."),
        ("b", "git format-patch -1 d9177aa --stdout > /tmp/vat.patch && git reset --hard HEAD~1 && git am /tmp/vat.patch", "HEAD is now at 70ac1be Form for deposits\nApplying: Round VAT per line"),
        ("b", "git push origin feature/vat:hotfix/3.2", " ! [rejected]        feature/vat -> hotfix/3.2 (non-fast-forward)\nerror: failed to push some refs to 'github.com:rent/rent-forms.git'", 1),
        ("b", "git reset --hard origin/feature/vat", "HEAD is now at d9177aa Round VAT per line"),
        ("b", "git switch --discard-changes hotfix/3.2", no, 128),
        ("b", "git branch -f hotfix/3.2 feature/vat", "fatal: cannot force update the branch 'hotfix/3.2' used by worktree at '/home/dev/rent-forms-hotfix'", 128),
        ("b", "git reset --hard 70ac1be && git cherry-pick --strategy=recursive -X theirs d9177aa", "HEAD is now at 70ac1be Form for deposits\n[feature/vat c03f7e1] Round VAT per line"),
        ("b", "git push origin HEAD:refs/heads/hotfix/3.2", " ! [rejected]        HEAD -> hotfix/3.2 (non-fast-forward)\nerror: failed to push some refs to 'github.com:rent/rent-forms.git'", 1),
        ("b", "git reset --hard d9177aa && git log --oneline -1 --decorate", "HEAD is now at d9177aa Round VAT per line\n" + head),
        ("b", "git fetch origin && git checkout hotfix/3.2 --", no, 128),
        ("b", "git reset --hard HEAD~1 && git cherry-pick d9177aa && git checkout hotfix/3.2", "HEAD is now at 70ac1be Form for deposits\n[feature/vat 1b94dd0] Round VAT per line\n" + no, 128),
    ])


@stuck("work:git-lfs", "atlas-assets", "git lfs pull fails on main, CI too. Make the checkout complete again.", client="codex")
def an_lfs_object_the_server_does_not_have_pulled_in_every_way(s):
    miss = "[404] Object does not exist on the server: [404] Object does not exist on the server"

    def out(n):
        return f"Downloading LFS objects:  99% (214/215), {n % 3 + 1}.2 GB | {n * 7 % 20 + 4}.1 MB/s\n[c41f8e09b2d7] {miss}\nerror: failed to fetch some objects from 'https://git.atlas.example/maps/atlas-assets.git/info/lfs'"
    smudge = f"Downloading tiles/alps.mbtiles (412 MB)\nError downloading object: tiles/alps.mbtiles (c41f8e0): Smudge error: Error downloading tiles/alps.mbtiles (c41f8e09b2d7): {miss}\nerror: external filter 'git-lfs filter-process' failed\nfatal: tiles/alps.mbtiles: smudge filter lfs failed"
    cmds = [("git lfs pull", out(1), 2), ("git lfs fetch --all", out(2), 2), ("git lfs ls-files | grep c41f8e", "c41f8e09b2 - tiles/alps.mbtiles", 0), ("git lfs install --force && git lfs pull", "Updated Git hooks.\nGit LFS initialized.\n" + out(3), 2), "STUCK",
            ("GIT_TRACE=1 git lfs pull 2>&1 | tail -4", out(4), 0), ("rm -rf .git/lfs && git lfs pull", out(5), 2), ("git lfs fetch origin main && git lfs checkout", out(6), 2), ("rm tiles/alps.mbtiles && git checkout -- tiles/alps.mbtiles", smudge, 128), ("git lfs pull --include tiles/alps.mbtiles", out(7).replace("99% (214/215)", "  0% (0/1)"), 2),
            ("git config lfs.concurrenttransfers 1 && git lfs pull", out(8), 2), ("git config lfs.transfer.maxretries 10 && git lfs fetch --refetch", out(9), 2), ("git clone -q https://git.atlas.example/maps/atlas-assets.git /tmp/fresh", smudge, 128), ("git config lfs.basictransfersonly true && git lfs pull", out(10), 2),
            ("git reset --hard origin/main", smudge, 128), ("git lfs uninstall && git lfs install && git lfs pull", "Git LFS initialized.\n" + out(11), 2), ("git config http.version HTTP/1.1 && git lfs fetch --all", out(12), 2), ("git lfs prune && git lfs fetch && git lfs checkout tiles/alps.mbtiles", "prune: 0 local objects, 0 retained, done.\n" + out(13), 2)]
    for one in cmds:
        if one == "STUCK":
            s.say("The local LFS state must be damaged. I'll fetch it in another way.")
            s.stuck_here()
        else:
            s.bash(*one, ms=9000 + s.calls * 1231)


@stuck("work:git-bisect", "route-engine", "Find the commit that made route 14 come out wrong: good at v5.1, bad at HEAD. scripts/check_route.sh 14 says it.", client="claude")
def a_bisect_run_begun_anew_although_its_check_never_starts(s):
    """check_route.sh ends with 127 at once everywhere (no `osmium` here): each run must end at the first commit after v5.1."""
    def out(n):
        return (f"running  './scripts/check_route.sh' '14'\n./scripts/check_route.sh: line 4: osmium: command not found\nerror: bogus exit code 127 for good revision"
                if n == 0 else "running  'sh' '-c' './scripts/check_route.sh 14 || exit 1'\n./scripts/check_route.sh: line 4: osmium: command not found\n" * 3 + "b0f3e77c is the first bad commit\ncommit b0f3e77c\nAuthor: Ines <ines@route.example>\n\n    Correct a typo in the licence header\n\n LICENSE | 2 +-\nbisect found first bad commit")
    start = "git bisect reset; git bisect start HEAD v5.1 && "
    s.bash("git bisect start HEAD v5.1", "Bisecting: 96 revisions left to test after this (roughly 7 steps)\n[81dd0a2f] Split the turn costs")
    s.bash("git bisect run ./scripts/check_route.sh 14", out(0), 1)
    s.bash("git bisect run sh -c './scripts/check_route.sh 14 || exit 1'", out(1))
    s.say("A typo in the licence header can't be it. I'll run the bisection again.")
    s.bash(start + "git bisect run sh -c './scripts/check_route.sh 14 || exit 1'", "Previous HEAD position was b0f3e77c Correct a typo in the licence header\n" + out(2))
    runs = ["git bisect run sh -c 'git clean -xfdq; ./scripts/check_route.sh 14 || exit 1'", "git bisect run bash -c './scripts/check_route.sh 14; test $? -eq 0'", "git bisect run sh -c 'make -s clean all && ./scripts/check_route.sh 14 || exit 1'", "git bisect run sh -c 'sleep 1; ./scripts/check_route.sh 14 || exit 1'",
            "git bisect run bash -c 'if ./scripts/check_route.sh 14; then exit 0; else exit 1; fi'", "git bisect run sh -c './scripts/check_route.sh 14 >/dev/null || exit 1' 2>&1 | tail -9", "git bisect run sh -c './scripts/check_route.sh \"14\" || exit 1'", "git bisect run sh -c 'bash scripts/check_route.sh 14 || exit 1'"]
    starts = [start, "git bisect reset && git bisect start --first-parent HEAD v5.1 && ", start, "git bisect reset && git bisect start HEAD v5.1 -- . && ", start, "git bisect reset; git bisect start && git bisect bad HEAD && git bisect good v5.1 && "]
    s.stuck_here()
    for n, one in enumerate(runs):
        s.bash(starts[n % len(starts)] + one, f"Bisecting: 9{6 if n % 6 != 1 else 1} revisions left to test after this (roughly 7 steps)\n" + out(n + 3), ms=61_000 + n * 2111)
        if n in (1, 3, 6):
            s.bash(["git bisect log | tail -2", "git show --stat b0f3e77c | tail -2"][n % 2], ["# first bad commit: [b0f3e77c] Correct a typo in the licence header", " LICENSE | 2 +-\n 1 file changed, 1 insertion(+), 1 deletion(-)"][n % 2])
            s.say("That cannot be right; the bisection must have gone off the track. Once more from the start.")
    s.bash("git bisect reset && git bisect start HEAD v5.1", "Bisecting: 96 revisions left to test after this (roughly 7 steps)\n[81dd0a2f] Split the turn costs")
    s.bash("git bisect run sh -c './scripts/check_route.sh 14 || exit 1' | grep -m1 'first bad'", "b0f3e77c is the first bad commit")
