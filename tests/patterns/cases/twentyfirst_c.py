"""How people say that their agents got stuck: fixes in variants, edits that never apply, waiting for the dead, and so on."""
from session import play_moves, run, stuck


def clock(n, start=14 * 3600 + 2 * 60 + 11, step=71):
    """A time of day that goes on from call to call."""
    t = start + n * step + (n * 37) % 23
    return f"{t // 3600 % 24:02}:{t // 60 % 60:02}:{t % 60:02}"


@stuck("work:frontend", "storefront", "The price tag gives a hydration warning on the product page and its test is red. Make `PriceTag.test.tsx` green.", client="claude")
def hydration_mismatch_fixed_in_ten_variants(s):
    def vitest(n):
        return (f"\n RUN  v2.1.8 /home/dev/storefront\n\n ❯ src/components/PriceTag.test.tsx (3 tests | 1 failed) {402 + n * 13 % 90}ms\n"
                "   ✓ PriceTag > renders the currency\n   ✓ PriceTag > renders a struck-through old price\n   × PriceTag > hydrates without a mismatch\n"
                "     → Hydration failed because the server rendered text didn't match the client. As a result this tree will be regenerated on the client.\n\n"
                "⎯⎯⎯⎯⎯⎯⎯ Failed Tests 1 ⎯⎯⎯⎯⎯⎯⎯\n\n FAIL  src/components/PriceTag.test.tsx > PriceTag > hydrates without a mismatch\n"
                "Error: Hydration failed because the server rendered text didn't match the client.\n\n+  12,90 €\n-  €12.90\n\n ❯ throwOnHydrationMismatch node_modules/react-dom/cjs/react-dom-client.development.js:4461:11\n\n"
                f" Test Files  1 failed (1)\n      Tests  1 failed | 2 passed (3)\n   Start at  {clock(n)}\n   Duration  1.{70 + n * 7 % 29}s")
    tsx = ("import { useLocale } from '../i18n';\n\nexport function PriceTag({ cents }: { cents: number }) {\n  const locale = useLocale();\n"
           "  const text = new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' }).format(cents / 100);\n  return <span className=\"price\">{text}</span>;\n}")
    s.look("src/components/PriceTag.tsx", tsx)
    run(s, "npx vitest run src/components/PriceTag.test.tsx", vitest(0), 1, ms=2900)
    body = ["  return <span className=\"price\">{text}</span>;",
            "  return <span className=\"price\" suppressHydrationWarning>{text}</span>;",
            "  const [shown, setShown] = useState(text);\n  useEffect(() => setShown(text), [text]);\n  return <span className=\"price\" suppressHydrationWarning>{shown}</span>;",
            "  const shown = useMemo(() => text, [text]);\n  return <span className=\"price\">{shown}</span>;",
            "  const shown = useSyncExternalStore(noop, () => text, () => text);\n  return <span className=\"price\">{shown}</span>;",
            "  const shown = useDeferredValue(text);\n  return <span className=\"price\">{shown}</span>;",
            "  return <span className=\"price\" dangerouslySetInnerHTML={{ __html: text }} />;",
            "  const [mounted, setMounted] = useState(false);\n  useLayoutEffect(() => setMounted(true), []);\n  return <span className=\"price\">{mounted ? text : text}</span>;",
            "  return <span className=\"price\" key={locale} suppressHydrationWarning={true}>{text}</span>;",
            "  const ref = useRef(text);\n  return <span className=\"price\">{ref.current}</span>;",
            "  const shown = useMemo(() => text.normalize('NFKC'), [text]);\n  return <span className=\"price\">{shown}</span>;"]
    for n, (old, new) in enumerate(zip(body, body[1:]), 1):
        if n == 5:
            s.stuck_here()
        s.edit("src/components/PriceTag.tsx", old, new)
        run(s, "npx vitest run src/components/PriceTag.test.tsx" + ("" if n % 3 else " 2>&1 | tail -40"), vitest(n), 1, ms=2700 + n * 31)
        if n in (3, 7):
            s.look("src/components/PriceTag.test.tsx", "it('hydrates without a mismatch', async () => {\n  const html = renderToString(<PriceTag cents={1290} />);\n  document.body.innerHTML = html;\n"
                   "  await act(() => hydrateRoot(document.body, <Locale value=\"de-DE\"><PriceTag cents={1290} /></Locale>));\n});", 28, 5)
        if n == 8:
            s.look("src/components/PriceTag.tsx", tsx.replace(body[0], new))


@stuck("work:node", "billing-api", "The suite broke when we moved to uuid 13. Please get `test/invoice.test.js` to run again.", client="codex")
def jest_and_the_module_that_is_esm(s):
    def jest(n):
        return ("FAIL test/invoice.test.js\n  ● Test suite failed to run\n\n    Jest encountered an unexpected token\n\n    Jest failed to parse a file. This happens e.g. when your code or its dependencies use non-standard JavaScript syntax, or when Jest is not configured to support such syntax.\n\n"
                "    Details:\n\n    /home/dev/billing-api/node_modules/uuid/dist/index.js:1\n    ({\"Object.<anonymous>\":function(module,exports,require,__dirname,__filename,jest){export { default as MAX } from './max.js';\n"
                "                                                                                      ^^^^^^\n\n    SyntaxError: Unexpected token 'export'\n\n    > 1 | const { v4 } = require('uuid');\n        |                ^\n\n"
                "      at Runtime.createScriptFromCode (node_modules/jest-runtime/build/index.js:1505:14)\n      at Object.require (src/invoice.js:1:16)\n\n"
                f"Test Suites: 1 failed, 1 total\nTests:       0 total\nSnapshots:   0 total\nTime:        0.{412 + n * 57 % 300} s\nRan all test suites matching /test\\/invoice.test.js/i.")
    run(s, "cat package.json jest.config.js", '{\n  "name": "billing-api",\n  "scripts": { "test": "jest" },\n  "dependencies": { "uuid": "^13.0.0" },\n  "devDependencies": { "jest": "^29.7.0" }\n}\nmodule.exports = {\n  testEnvironment: \'node\',\n};')
    run(s, "npx jest test/invoice.test.js", jest(0), 1, ms=1600)
    lines = ["  testEnvironment: 'node',",
             "  testEnvironment: 'node',\n  transformIgnorePatterns: ['/node_modules/(?!uuid)'],",
             "  testEnvironment: 'node',\n  transformIgnorePatterns: ['node_modules/(?!(uuid)/)'],",
             "  testEnvironment: 'node',\n  transformIgnorePatterns: [],",
             "  testEnvironment: 'node',\n  transform: {},\n  transformIgnorePatterns: ['node_modules/(?!uuid/)'],",
             "  testEnvironment: 'node',\n  extensionsToTreatAsEsm: ['.mjs'],\n  transformIgnorePatterns: ['<rootDir>/node_modules/(?!uuid/dist)'],",
             "  testEnvironment: 'node',\n  moduleFileExtensions: ['js', 'mjs', 'cjs'],\n  transformIgnorePatterns: ['/node_modules/(?!(uuid|nanoid)/)'],",
             "  testEnvironment: 'node',\n  resolver: undefined,\n  transformIgnorePatterns: ['node_modules/(?!.*uuid.*)'],",
             "  testEnvironment: 'node',\n  testEnvironmentOptions: { customExportConditions: ['node', 'require'] },",
             "  testEnvironment: 'node',\n  testEnvironmentOptions: { customExportConditions: ['node'] },\n  transformIgnorePatterns: ['/node_modules/(?!uuid)'],"]
    tests = ["npx jest test/invoice.test.js", "npx jest --no-cache test/invoice.test.js", "npx jest --clearCache && npx jest test/invoice.test.js", "npm test -- test/invoice.test.js", "npx jest test/invoice.test.js 2>&1 | head -40"]
    for n, (old, new) in enumerate(zip(lines, lines[1:]), 1):
        if n == 4:
            s.stuck_here()
        s.edit("jest.config.js", old, new)
        run(s, tests[n % 5], ("Cleared /tmp/jest_rs\n" if n % 5 == 2 else "") + jest(n), 1, ms=1500 + n * 43)
        if n in (2, 6):
            run(s, "grep -n '\"exports\"' -A8 node_modules/uuid/package.json", '25:  "exports": {\n26-    ".": {\n27-      "node": "./dist-node/index.js",\n28-      "default": "./dist/index.js"\n29-    },\n30-    "./package.json": "./package.json"\n31-  },')
        if n in (5, 8):
            run(s, "ls .babelrc babel.config.js", "ls: cannot access '.babelrc': No such file or directory\nls: cannot access 'babel.config.js': No such file or directory", 2)


@stuck("work:build", "firmware-tools", "Add the `-Wshadow` warning to CFLAGS in the Makefile and a `size` target after `all`.", client="codex")
def patches_that_never_fit_the_makefile(s):
    text = "CC := arm-none-eabi-gcc\nCFLAGS := -Os -Wall -Wextra \\\n          -ffunction-sections\nLDFLAGS := -Wl,--gc-sections\n\nall: $(BUILD)/app.elf\n\n$(BUILD)/app.elf: $(OBJS)\n\t$(CC) $(LDFLAGS) -o $@ $^"
    run(s, "ls", "LICENSE\nMakefile\nREADME.md\ninclude\nlinker\nsrc")
    s.look("Makefile", text)
    tries = [("CFLAGS := -Os -Wall -Wextra \\\n          -ffunction-sections", "CFLAGS := -Os -Wall -Wextra -Wshadow \\\n          -ffunction-sections"),
             ("CFLAGS := -Os -Wall -Wextra \\", "CFLAGS := -Os -Wall -Wextra -Wshadow \\"),
             ("CC := arm-none-eabi-gcc\nCFLAGS := -Os -Wall -Wextra \\", "CC := arm-none-eabi-gcc\nCFLAGS := -Os -Wall -Wextra -Wshadow \\"),
             ("CFLAGS := -Os -Wall -Wextra", "CFLAGS := -Os -Wall -Wextra -Wshadow"),
             ("          -ffunction-sections", "          -ffunction-sections -Wshadow"),
             ("all: $(BUILD)/app.elf", "all: $(BUILD)/app.elf\n\nsize: $(BUILD)/app.elf\n\tarm-none-eabi-size $<"),
             ("LDFLAGS := -Wl,--gc-sections", "CFLAGS += -Wshadow\nLDFLAGS := -Wl,--gc-sections"),
             ("all: $(BUILD)/app.elf\n", "all: $(BUILD)/app.elf size\n"),
             ("CFLAGS := -Os -Wall -Wextra \\\n\t-ffunction-sections", "CFLAGS := -Os -Wall -Wextra -Wshadow \\\n\t-ffunction-sections"),
             ("CC := arm-none-eabi-gcc", "CC := arm-none-eabi-gcc\nCFLAGS += -Wshadow"),
             ("$(BUILD)/app.elf: $(OBJS)", "size: $(BUILD)/app.elf\n\tarm-none-eabi-size $<\n\n$(BUILD)/app.elf: $(OBJS)"),
             ("CFLAGS := -Os -Wall -Wextra \\\n          -ffunction-sections\nLDFLAGS := -Wl,--gc-sections", "CFLAGS := -Os -Wall -Wextra -Wshadow \\\n          -ffunction-sections\nLDFLAGS := -Wl,--gc-sections"),
             ("CFLAGS := -Os -Wall -Wextra \\\n          -ffunction-sections\n", "CFLAGS := -Os -Wall -Wextra -Wshadow \\\n          -ffunction-sections\n"),
             ("all: $(BUILD)/app.elf\n\n$(BUILD)/app.elf: $(OBJS)", "all: $(BUILD)/app.elf size\n\nsize: $(BUILD)/app.elf\n\tarm-none-eabi-size $<\n\n$(BUILD)/app.elf: $(OBJS)")]
    looks = [("sed -n '1,6p' Makefile", "\n".join(text.split("\n")[:6])), ("grep -n CFLAGS Makefile", "2:CFLAGS := -Os -Wall -Wextra \\"), ("head -5 Makefile", "\n".join(text.split("\n")[:5])),
             ("nl -ba Makefile | sed -n '1,7p'", "\n".join(f"{n:6}\t{line}" for n, line in enumerate(text.split("\n")[:7], 1))), ("cat Makefile", text), ("git status --short", "")]
    for n, (old, new) in enumerate(tries):
        if n == 4:
            s.stuck_here()
        s.edit("Makefile", old, new, rejected="missing")
        if n % 2:
            run(s, *looks[n // 2 % 6])


@stuck("work:legal", "contracts", "In the framework agreement, change the notice period in § 7 from thirty to sixty days, and the supplier's address in the header.", client="claude")
def edits_against_typographic_quotes(s):
    lines = ["## § 7 Term and termination", "", "7.1 This Agreement enters into force on the Effective Date.", "", "7.2 Either Party may terminate this Agreement upon thirty (30) days’ written notice to the other Party’s registered office.", "",
             "7.3 The Supplier’s obligations under § 5 survive termination."]
    s.grep("thirty", "framework-agreement.md", "framework-agreement.md:212:7.2 Either Party may terminate this Agreement upon thirty (30) days’ written notice to the other Party’s registered office.")
    s.look("framework-agreement.md", "\n".join(lines), 208, 7)
    full = "7.2 Either Party may terminate this Agreement upon thirty (30) days' written notice to the other Party's registered office."
    tries = [full, full[4:], "upon thirty (30) days' written notice", "terminate this Agreement upon thirty (30) days' written notice to the other Party's", "thirty (30) days' written notice to the other Party's registered office.",
             full + "\n\n7.3 The Supplier's obligations under § 5 survive termination.", "thirty (30) days' written", "(30) days' written notice", full + "\n", "  " + full, "thirty (30) days' ", full.replace("  ", " "), "Agreement upon thirty (30) days'"]
    for n, old in enumerate(tries):
        if n == 4:
            s.stuck_here()
        s.edit("framework-agreement.md", old, old.replace("thirty (30)", "sixty (60)").replace("(30)", "(60)"), rejected="missing")
        if n in (1, 5, 9):
            s.look("framework-agreement.md", "\n".join(lines[2:5] if n != 5 else lines), 210 if n != 5 else 208, 3 if n != 5 else 7)
        if n in (3, 7, 11):
            s.grep("7\\.2 Either" if n != 7 else "written notice", "framework-agreement.md", "framework-agreement.md:212:" + lines[4])


@stuck("work:typescript", "report-service", "`npm run check` (tsc and the smoke test) must pass; it broke with the new csv library.")
def back_and_forth_between_two_imports(s):
    star, default = "import * as stringify from 'csv-stringify';", "import stringify from 'csv-stringify';"
    named = "import { stringify } from 'csv-stringify';"
    tsc = "\n> report-service@2.3.0 check\n> tsc --noEmit && node --import tsx test/smoke.ts\n\nsrc/export.ts(1,8): error TS1192: Module '\"csv-stringify\"' has no default export."
    smoke = ("\n> report-service@2.3.0 check\n> tsc --noEmit && node --import tsx test/smoke.ts\n\n/home/dev/report-service/src/export.ts:14\n  const out = stringify(rows, { header: true });\n              ^\n\n"
             "TypeError: stringify is not a function\n    at exportRows (/home/dev/report-service/src/export.ts:14:15)\n    at <anonymous> (/home/dev/report-service/test/smoke.ts:6:1)\n\nNode.js v22.11.0")
    s.look("src/export.ts", default + "\nimport type { Row } from './rows';\n\nexport function exportRows(rows: Row[]) {\n  // …\n  const out = stringify(rows, { header: true });\n  return out;\n}")
    run(s, "npm run check", tsc, 2, ms=6100)
    s.edit("src/export.ts", default, star)
    run(s, "npm run check", smoke, 1, ms=6900)
    s.look("tsconfig.json", '{\n  "compilerOptions": {\n    "module": "nodenext",\n    "target": "es2022",\n    "strict": true\n  }\n}')
    s.edit("src/export.ts", star, default)
    run(s, "npm run check", tsc, 2, ms=6000)
    s.edit("src/export.ts", default, star)
    s.stuck_here()
    run(s, "npm run check", smoke, 1, ms=7020)
    s.edit("src/export.ts", star, default)
    run(s, "npm run check 2>&1 | tail -20", tsc, 0, ms=6110)
    s.look("src/export.ts", default + "\nimport type { Row } from './rows';", 1, 2)
    s.edit("src/export.ts", default, star)
    run(s, "npm run check", smoke, 1, ms=6800)
    run(s, "ls node_modules/csv-stringify/lib", "api\nbrowser\nindex.d.ts\nindex.js\nstream.d.ts\nstream.js\nsync.d.ts\nsync.js")
    s.edit("src/export.ts", star, default)
    run(s, "npm run check", tsc, 2, ms=6240)
    s.edit("src/export.ts", default, star)
    run(s, "npm run check", smoke, 1, ms=6900)
    s.edit("src/export.ts", star, default)
    run(s, "npx tsc --noEmit", tsc.rsplit("\n", 1)[1], 2, ms=4200)
    s.edit("src/export.ts", default, star)
    run(s, "npm run check", smoke, 1, ms=7100)
    s.edit("src/export.ts", star, default)
    run(s, "npm run check", tsc, 2, ms=6050)


@stuck("work:ml", "lm-finetune", "Run the fine-tune on the A100 (train.py, about 3 hours) and evaluate the last checkpoint afterwards.", client="claude")
def waiting_for_a_training_that_was_killed(s):
    log = [f"step {n}/6000 | loss {2.31 - n / 4000:.4f} | lr {1.8 - n / 40000:.3f}e-05 | {3.1 + n % 5 / 10:.1f} it/s" for n in range(1780, 1850, 10)]
    s.look("train.py", "args = parse()\nmodel = load(args.base)\nfor step, batch in enumerate(loader):\n    loss = model(**batch).loss\n    loss.backward()", 1)
    run(s, "nohup python train.py --config configs/sft.yaml > train.log 2>&1 & echo $!", "41822")
    run(s, "sleep 60; tail -3 train.log", "Loading checkpoint shards: 100%|██████████| 4/4 [00:31<00:00,  7.84s/it]\nstep 10/6000 | loss 2.4410 | lr 1.99e-05 | 3.2 it/s\nstep 20/6000 | loss 2.4187 | lr 1.99e-05 | 3.3 it/s", ms=60_200)
    run(s, "sleep 580; tail -3 train.log", "\n".join(log[:3]), ms=580_300)
    run(s, "sleep 300; tail -3 train.log", "\n".join(log[-3:]), ms=300_200)
    run(s, "sleep 300; tail -3 train.log", "\n".join(log[-3:]), ms=300_200)
    run(s, "ps -p 41822 -o pid,etime,cmd", "    PID     ELAPSED CMD", 1)
    s.stuck_here()
    for n, (command, output) in enumerate([
            ("sleep 300; tail -3 train.log", "\n".join(log[-3:])), ("sleep 600; tail -5 train.log", "\n".join(log[-5:])),
            ("ls -la checkpoints/", "total 12\ndrwxr-xr-x 3 dev dev 4096 Nov 20 10:41 .\ndrwxr-xr-x 9 dev dev 4096 Nov 20 10:14 ..\ndrwxr-xr-x 2 dev dev 4096 Nov 20 10:33 step-1000"),
            ("sleep 600; tail -n 3 train.log", "\n".join(log[-3:])), ("sleep 540 && tail -1 train.log", log[-1]),
            ("nvidia-smi --query-gpu=utilization.gpu,memory.used --format=csv", "utilization.gpu [%], memory.used [MiB]\n0 %, 4 MiB"),
            ("sleep 600; tail -3 train.log", "\n".join(log[-3:])), ("sleep 600; tail -3 train.log | cut -c1-60", "\n".join(log[-3:])), ("ls checkpoints", "step-1000"),
            ("sleep 600; grep step train.log | tail -2", "\n".join(log[-2:])), ("sleep 300; wc -l train.log; tail -1 train.log", "191 train.log\n" + log[-1]),
            ("sleep 600; tail -3 train.log", "\n".join(log[-3:])), ("sleep 600; ls checkpoints; tail -1 train.log", "step-1000\n" + log[-1]), ("sleep 600; tail -3 train.log", "\n".join(log[-3:])),
            ("sleep 590; tail -4 train.log", "\n".join(log[-4:])), ("sleep 600; tail -3 train.log", "\n".join(log[-3:]))]):
        seconds = int(command.split()[1].strip(";")) if command.startswith("sleep") else 0
        run(s, command, output, ms=seconds * 1000 + 180 + n * 11)


@stuck("work:backend", "order-service", "Run the integration tests of the order service (Testcontainers) and fix what fails.", client="codex")
def no_docker_in_the_sandbox(s):
    daemon = "Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?"
    def mvn(n):
        return (f"[INFO] Running com.nordlys.orders.OrderRepositoryIT\n10:4{n % 10}:12.{311 + n * 7} ERROR o.t.d.DockerClientProviderStrategy - Could not find a valid Docker environment. Please check configuration. Attempted configurations were:\n"
                "\tEnvironmentVariableStrategy: failed with exception InvalidConfigurationException (Could not find unix domain socket). Root cause AccessDeniedException (/var/run/docker.sock)\n"
                f"[ERROR] Tests run: 1, Failures: 0, Errors: 1, Skipped: 0, Time elapsed: 1.{204 + n * 31 % 700} s <<< ERROR! -- in com.nordlys.orders.OrderRepositoryIT\n"
                "[ERROR] com.nordlys.orders.OrderRepositoryIT » IllegalState Could not find a valid Docker environment. Please see logs and check configuration\n[INFO] BUILD FAILURE")
    run(s, "ls && git log --oneline -3", "Dockerfile\npom.xml\nsrc\n4c1ab02 bump testcontainers to 1.20.3\n91ce0f7 add order repository\n0d77a51 initial")
    run(s, "mvn -q -o verify -Dit.test=OrderRepositoryIT", mvn(1), 1, ms=14_200)
    run(s, "docker ps", daemon, 1)
    run(s, "sudo service docker start", "sudo: The \"no new privileges\" flag is set, which prevents sudo from running as root.\nsudo: If sudo is running in a container, you may need to adjust the container configuration to disable the flag.", 1)
    run(s, "dockerd --host unix:///tmp/docker.sock", "failed to start daemon, ensure docker is not running or delete /var/run/docker.pid: open /var/run/docker.pid: permission denied", 1)
    s.stuck_here()
    run(s, "DOCKER_HOST=unix:///tmp/docker.sock docker ps", daemon.replace("/var/run", "/tmp"), 1)
    run(s, "docker info", f"Client: Docker Engine - Community\n Version:    27.3.1\n Context:    default\n\nServer:\nERROR: {daemon}\nerrors pretty printing info", 1)
    s.write("src/test/resources/testcontainers.properties", "docker.client.strategy=org.testcontainers.dockerclient.UnixSocketClientProviderStrategy\nryuk.disabled=true\n")
    run(s, "mvn -q -o verify -Dit.test=OrderRepositoryIT", mvn(2), 1, ms=13_900)
    run(s, "TESTCONTAINERS_RYUK_DISABLED=true mvn -q -o verify -Dit.test=OrderRepositoryIT", mvn(3), 1, ms=14_050)
    run(s, "ls -l /var/run/docker.sock", "srw-rw---- 1 root docker 0 Nov 20 08:00 /var/run/docker.sock")
    run(s, "chmod 666 /var/run/docker.sock", "chmod: changing permissions of '/var/run/docker.sock': Operation not permitted", 1)
    run(s, "docker context ls", "NAME        DESCRIPTION                               DOCKER ENDPOINT               ERROR\ndefault *   Current DOCKER_HOST based configuration   unix:///var/run/docker.sock")
    run(s, "docker --context default ps -a", daemon, 1)
    run(s, "dockerd-rootless-setuptool.sh install", "[ERROR] Aborting because rootful Docker (/var/run/docker.sock) is running and accessible. Set --force to ignore.", 1)
    s.edit("pom.xml", "<testcontainers.version>1.20.3</testcontainers.version>", "<testcontainers.version>1.19.8</testcontainers.version>")
    run(s, "mvn -q -o verify -Dit.test=OrderRepositoryIT", mvn(4), 1, ms=14_400)
    run(s, "DOCKER_HOST=unix:///var/run/docker.sock mvn -q -o verify -Dit.test=OrderRepositoryIT", mvn(5), 1, ms=13_700)
    run(s, "newgrp docker -c 'docker ps'", "newgrp: failed to crypt password with previous salt: Invalid argument", 1)
    run(s, "docker version", f"Client: Docker Engine - Community\n Version:           27.3.1\n API version:       1.47\n{daemon}", 1)
    run(s, "mvn -o verify -Dit.test=OrderRepositoryIT -Ddocker.host=unix:///var/run/docker.sock | tail -20", mvn(6), 0, ms=15_100)
    s.edit("src/test/resources/testcontainers.properties", "ryuk.disabled=true", "ryuk.disabled=true\nchecks.disable=true")
    run(s, "mvn -q -o verify -Dit.test=OrderRepositoryIT", mvn(7), 1, ms=14_000)


@stuck("work:release", "docs-site", "Publish the release notes as a GitHub release v3.4.0 of nordlys/docs-site.", client="claude")
def token_without_the_right_to_release(s):
    refusal = "HTTP 403: Resource not accessible by personal access token (https://api.github.com/repos/nordlys/docs-site/releases)"
    body = '{\n  "message": "Resource not accessible by personal access token",\n  "documentation_url": "https://docs.github.com/rest/releases/releases#create-a-release",\n  "status": "403"\n}'
    s.look("CHANGELOG.md", "## 3.4.0\n\n- New search\n- Dark mode for code blocks\n\n## 3.3.2\n\n- Fixes", 1)
    run(s, "git tag --list 'v3.*' | tail -3", "v3.3.1\nv3.3.2\nv3.4.0")
    s.write("tmp/notes.md", "- New search\n- Dark mode for code blocks\n")
    run(s, "gh release create v3.4.0 --notes-file tmp/notes.md", refusal, 1, ms=1300)
    run(s, "gh auth status", "github.com\n  ✓ Logged in to github.com account nordlys-bot (GH_TOKEN)\n  - Active account: true\n  - Git operations protocol: https\n  - Token: github_pat_11A************")
    run(s, "gh release create v3.4.0 --title v3.4.0 --notes-file tmp/notes.md --verify-tag", refusal, 1, ms=1290)
    run(s, "gh api repos/nordlys/docs-site/releases -f tag_name=v3.4.0", body + "\ngh: Resource not accessible by personal access token (HTTP 403)", 1, ms=900)
    s.stuck_here()
    for command, output, rc in [
            ("gh release create v3.4.0 --draft --notes-file tmp/notes.md", refusal, 1),
            ("gh api -X POST /repos/nordlys/docs-site/releases -f tag_name=v3.4.0 -f name='v3.4.0' -F draft=true", body + "\ngh: Resource not accessible by personal access token (HTTP 403)", 1),
            ("curl -sS -X POST -H \"Authorization: Bearer $GH_TOKEN\" https://api.github.com/repos/nordlys/docs-site/releases -d '{\"tag_name\":\"v3.4.0\"}'", body, 0),
            ("curl -sS -X POST -H \"Authorization: token $GH_TOKEN\" -H 'Accept: application/vnd.github+json' https://api.github.com/repos/nordlys/docs-site/releases -d '{\"tag_name\":\"v3.4.0\",\"name\":\"v3.4.0\"}'", body, 0),
            ("gh repo view --json viewerPermission", '{"viewerPermission":"READ"}', 0),
            ("gh release create v3.4.0 --repo nordlys/docs-site --generate-notes", "HTTP 403: Resource not accessible by personal access token (https://api.github.com/repos/nordlys/docs-site/releases/generate-notes)", 1),
            ("GITHUB_TOKEN=$GH_TOKEN gh release create v3.4.0 --notes 'New search, dark mode'", refusal, 1),
            ("gh auth refresh -s repo", "The value of the GH_TOKEN environment variable is being used for authentication.\nTo refresh credentials stored in GitHub CLI, first clear the value from the environment.", 1),
            ("gh release create v3.4.0 --target main --notes-file tmp/notes.md", refusal, 1),
            ("git push origin v3.4.0", "remote: Permission to nordlys/docs-site.git denied to nordlys-bot.\nfatal: unable to access 'https://github.com/nordlys/docs-site.git/': The requested URL returned error: 403", 128),
            ("gh release create v3.4.0 --notes-file tmp/notes.md --latest=false", refusal, 1),
            ("python3 -c \"import os,requests;r=requests.post('https://api.github.com/repos/nordlys/docs-site/releases',headers={'Authorization':'Bearer '+os.environ['GH_TOKEN']},json={'tag_name':'v3.4.0'});print(r.status_code,r.text)\"", "403 " + body.replace("\n  ", "").replace("\n", ""), 0),
            ("gh workflow run release.yml -f tag=v3.4.0", "could not create workflow dispatch event: HTTP 403: Resource not accessible by personal access token (https://api.github.com/repos/nordlys/docs-site/actions/workflows/8122/dispatches)", 1),
            ("gh release create v3.4.0 --prerelease --notes-file tmp/notes.md", refusal, 1),
            ("gh release create 'v3.4.0' -F tmp/notes.md -t 'Docs 3.4.0'", refusal, 1)]:
        run(s, command, output, rc, ms=870 + len(command))


@stuck("work:database", "warehouse-db", "The report query takes 40 s since Monday. Find out why and make it fast again.")
def one_slow_query_looked_at_in_circles(s):
    def plan(ms):
        return ("                                                       QUERY PLAN\n------------------------------------------------------------------------------------------------------------------------\n"
                f" HashAggregate  (cost=812334.10..812590.22 rows=25612 width=48) (actual time={ms - 12}.204..{ms}.871 rows=23984 loops=1)\n   ->  Seq Scan on movements m  (cost=0.00..731204.00 rows=16226020 width=20) (actual time=0.021..{ms - 3900}.402 rows=16198233 loops=1)\n"
                f"         Filter: (booked_at >= (now() - '90 days'::interval))\n         Rows Removed by Filter: 20417\n Planning Time: 0.{312 + ms % 90} ms\n Execution Time: {ms}.{ms % 977:03} ms\n(6 rows)")
    q = "explain (analyze) select sku, sum(qty) from movements m where booked_at >= now() - interval '90 days' group by sku"
    p = "psql -d warehouse -c "
    table = ("                       Table \"public.movements\"\n  Column   |           Type           | Collation | Nullable | Default\n-----------+--------------------------+-----------+----------+---------\n id        | bigint                   |           | not null |\n"
             " sku       | text                     |           | not null |\n qty       | integer                  |           | not null |\n booked_at | timestamp with time zone |           | not null |\nIndexes:\n    \"movements_pkey\" PRIMARY KEY, btree (id)\n    \"movements_booked_at_idx\" btree (booked_at)")
    stat = "  relname  | n_live_tup | n_dead_tup |         last_autovacuum\n-----------+------------+------------+-------------------------------\n movements |   16218650 |      11204 | 2026-11-20 03:12:44.120394+01\n(1 row)"
    s.look("reports/stock.sql", "select sku, sum(qty)\nfrom movements m\nwhere booked_at >= now() - interval '90 days'\ngroup by sku;")
    run(s, p + f"\"{q}\"", plan(40211), ms=40_900)
    run(s, p + "'\\d movements'", table)
    s.say("The planner ignores the index. Probably statistics are stale.")
    run(s, p + "'analyze movements'", "ANALYZE", ms=5100)
    run(s, p + f"\"{q}\"", plan(39877), ms=40_600)
    run(s, p + "\"select relname, n_live_tup, n_dead_tup, last_autovacuum from pg_stat_user_tables where relname='movements'\"", stat)
    s.say("Maybe the table is bloated.")
    run(s, p + "'vacuum (analyze) movements'", "VACUUM", ms=61_000)
    run(s, p + f"\"{q}\"", plan(40120), ms=40_800)
    s.stuck_here()
    for n, (command, output, ms) in enumerate([
            (p + "'\\d+ movements'", table, 120), (p + f"\"{q.replace('(analyze)', '(analyze, buffers)')}\"", plan(40340), 41_000), (p + "\"set random_page_cost=1.1; " + q + "\"", "SET\n" + plan(39960), 40_500),
            (p + "\"select relname, n_dead_tup, n_live_tup, last_autovacuum from pg_stat_user_tables where relname = 'movements'\"", stat, 130), (p + "'analyze verbose movements'", "INFO:  analyzing \"public.movements\"\nANALYZE", 5200),
            (p + f"\"{q}\"", plan(40077), 40_700), (p + "\"\\d movements\"", table, 110), (p + "'reindex index movements_booked_at_idx'", "REINDEX", 48_000), (p + f"\"{q}\"", plan(40190), 40_900),
            (p + "\"set work_mem='256MB'; " + q + "\"", "SET\n" + plan(39702), 40_300), (p + "\"select indexname, indexdef from pg_indexes where tablename='movements'\"", "        indexname        |                                      indexdef\n-------------------------+-------------------------------------------------------------------------------------\n movements_pkey          | CREATE UNIQUE INDEX movements_pkey ON public.movements USING btree (id)\n movements_booked_at_idx | CREATE INDEX movements_booked_at_idx ON public.movements USING btree (booked_at)\n(2 rows)", 140),
            (p + f"\"{q}\"", plan(40244), 40_900), (p + "'vacuum full movements'", "VACUUM", 181_000), (p + f"\"{q}\"", plan(39914), 40_500), (p + "\"set random_page_cost=1.0; " + q + "\"", "SET\n" + plan(40033), 40_600),
            (p + "'analyze movements'", "ANALYZE", 5150), (p + f"\"{q}\"", plan(40102), 40_700), (p + "'\\d movements'", table, 110)]):
        run(s, command, output, ms=ms)


@stuck("work:python", "ledger-core", "Explain why `Posting.amount` is sometimes rounded twice, and fix it.", client="claude")
def reading_the_same_four_files_all_day(s):
    files = {"ledger/posting.py": "class Posting:\n    def __init__(self, account, amount):\n        self.account = account\n        self._amount = amount\n\n    @property\n    def amount(self):\n        return quantize(self._amount)",
             "ledger/money.py": "from decimal import Decimal, ROUND_HALF_EVEN\n\nCENT = Decimal('0.01')\n\ndef quantize(value):\n    return Decimal(value).quantize(CENT, rounding=ROUND_HALF_EVEN)",
             "ledger/book.py": "def book(journal, entry):\n    for p in entry.postings:\n        journal.add(p.account, quantize(p.amount), entry.date)",
             "ledger/journal.py": "class Journal:\n    def add(self, account, amount, date):\n        self.rows.append((account, amount, date))\n\n    def total(self, account):\n        return sum(a for acc, a, _ in self.rows if acc == account)"}
    def look(path, first=1, count=None):
        lines = files[path].split("\n")
        s.look(path, "\n".join(lines[first - 1:first - 1 + (count or 99)]), first, count)
    s.grep("quantize", "ledger", "ledger/posting.py:8:        return quantize(self._amount)\nledger/money.py:5:def quantize(value):\nledger/book.py:3:        journal.add(p.account, quantize(p.amount), entry.date)")
    for path in files:
        look(path)
    s.say("Let me look at the posting again to understand the flow.")
    look("ledger/posting.py")
    look("ledger/book.py")
    s.stuck_here()
    look("ledger/money.py")
    look("ledger/posting.py", 6, 3)
    s.say("I need to see how the journal adds up the amounts.")
    look("ledger/journal.py")
    s.grep("quantize\\(", "ledger", "ledger/posting.py:8:        return quantize(self._amount)\nledger/money.py:5:def quantize(value):\nledger/book.py:3:        journal.add(p.account, quantize(p.amount), entry.date)")
    look("ledger/book.py")
    look("ledger/posting.py")
    s.say("Let me re-read the money module for the rounding mode.")
    look("ledger/money.py", 3, 4)
    look("ledger/journal.py", 1, 4)
    look("ledger/book.py", 1, 3)
    run(s, "cat ledger/posting.py ledger/money.py", files["ledger/posting.py"] + "\n" + files["ledger/money.py"])
    look("ledger/posting.py")
    s.say("I now have a clear picture. Let me verify it once more.")
    look("ledger/money.py")
    look("ledger/book.py")
    run(s, "grep -rn quantize ledger/", "ledger/posting.py:8:        return quantize(self._amount)\nledger/money.py:5:def quantize(value):\nledger/book.py:3:        journal.add(p.account, quantize(p.amount), entry.date)")
    look("ledger/journal.py")
    look("ledger/posting.py", 5, 4)
    look("ledger/book.py")


@stuck("work:research", "garden-controller", "Does the Hunter X2 controller have a local API without the cloud? Write the answer to notes.md.", client="claude")
def the_same_question_to_the_search_engine(s):
    links = [("Hydrawise Support - Hunter X2 Wi-Fi (WAND) installation", "https://support.hydrawise.com/x2-wand"), ("X2™ | Hunter Industries", "https://www.hunterirrigation.com/irrigation-product/controllers/x2"),
             ("Hunter Hydrawise integration - Home Assistant", "https://www.home-assistant.io/integrations/hydrawise/"), ("Hydrawise API v1 documentation (PDF)", "https://support.hydrawise.com/api"), ("Local control of Hunter X2? : r/Irrigation", "https://www.reddit.com/r/Irrigation/comments/x2local")]
    def search(query, shift):
        found = links[shift % 5:] + links[:shift % 5]
        s.other("WebSearch", {"query": query}, f'Web search results for query: "{query}"\n\nLinks: ' + "[" + ",".join(f'{{"title":"{t}","url":"{u}"}}' for t, u in found[:4 + shift % 2])
                + "]\n\nThe results describe the Hydrawise cloud API and the WAND Wi-Fi module. None of the pages documents a local (LAN) API for the Hunter X2.", ms=6100 + shift * 217)
    def fetch(url, text):
        s.other("web", {"url": url, "prompt": "Does it describe a local API?"}, text, ms=3900)
    search("Hunter X2 controller local API", 0)
    fetch(links[0][1], "The page explains how to insert the WAND module and to connect it to Wi-Fi. It does not mention a local API.")
    search("Hunter X2 WAND local API without cloud", 1)
    fetch(links[2][1], "The integration is of the class Cloud Polling. It uses the Hydrawise cloud API; no local API is described.")
    search("Hunter X2 irrigation controller LAN API", 2)
    search("Hunter X2 WAND REST API local network", 3)
    s.stuck_here()
    for n, query in enumerate(["Hunter X2 local HTTP API", "Hunter X2 WAND module local control no cloud", "Hydrawise X2 local network API endpoint", "Hunter X2 API offline access", "FETCH2", "Hunter X2 WAND reverse engineering local API", "Hunter X2 controller \"local API\"",
                               "Hunter X2 local API 2026", "does Hunter X2 support local API", "FETCH0", "Hydrawise WAND LAN control without internet", "Hunter Hydrawise local API undocumented X2", "Hunter X2 local API home assistant", "Hunter X2 WAND local polling", "FETCH2", "Hunter X2 local REST endpoint port", "Hunter X2 irrigation local API documentation"]):
        if query == "FETCH2":
            fetch(links[2][1], "The integration is of the class Cloud Polling. It uses the Hydrawise cloud API; no local API is described.")
        elif query == "FETCH0":
            fetch(links[0][1], "The page explains how to insert the WAND module and to connect it to Wi-Fi. It does not mention a local API.")
        else:
            search(query, n)


@stuck("work:planning", "crm-migration", "Migrate the contact importer from Sidekiq 6 to Solid Queue.", client="claude")
def todo_lists_and_no_migration(s):
    steps = ["Analyse current Sidekiq jobs", "Design Solid Queue configuration", "Migrate ContactImportJob", "Update tests", "Verify the importer"]
    def plan(words, active, done=0):
        s.plan([(text, "completed" if n < done else "in_progress" if n == active else "pending") for n, text in enumerate(words)])
    job = "class ContactImportJob\n  include Sidekiq::Job\n  sidekiq_options queue: :imports, retry: 5\n\n  def perform(file_id)\n    Importer.new(ImportFile.find(file_id)).run\n  end\nend"
    plan(steps, 0)
    s.grep("Sidekiq::Job", "app", "app/jobs/contact_import_job.rb:2:  include Sidekiq::Job")
    s.look("app/jobs/contact_import_job.rb", job)
    plan(steps, 1, 1)
    s.say("Before changing anything I will refine the plan.")
    plan(["Review ContactImportJob", "Choose queue adapter", "Write config/queue.yml", "Rewrite job with ActiveJob", "Adapt specs", "Run specs"], 0)
    plan(["Review ContactImportJob", "Choose queue adapter", "Write config/queue.yml", "Rewrite job with ActiveJob", "Adapt specs", "Run specs", "Document the change"], 1, 1)
    s.stuck_here()
    plan(["Phase 1: Analysis", "Phase 2: Configuration", "Phase 3: Job migration", "Phase 4: Specs", "Phase 5: Rollout"], 0)
    plan(["Phase 1: Analysis", "Phase 1.1: List jobs", "Phase 1.2: List queues", "Phase 2: Configuration", "Phase 3: Job migration", "Phase 4: Specs", "Phase 5: Rollout"], 1)
    s.look("app/jobs/contact_import_job.rb", job)
    plan(["Phase 1: Analysis", "Phase 1.1: List jobs", "Phase 1.2: List queues", "Phase 2: Configuration", "Phase 3: Job migration", "Phase 4: Specs", "Phase 5: Rollout"], 2, 2)
    s.say("The plan should take the risk into account.")
    plan(["Assess migration risk", "Analyse jobs", "Configure Solid Queue", "Migrate job", "Specs", "Rollback plan"], 0)
    plan(["Assess migration risk", "Analyse jobs", "Configure Solid Queue", "Migrate job", "Specs", "Rollback plan"], 1, 1)
    s.grep("Sidekiq::Job", "app", "app/jobs/contact_import_job.rb:2:  include Sidekiq::Job")
    plan(steps + ["Rollback plan"], 0)
    plan(steps + ["Rollback plan", "Monitoring"], 0)
    plan(["Analyse", "Configure", "Migrate", "Test", "Verify"], 0)
    s.say("Now I have a solid plan. Let me structure it better.")
    plan(["Analyse (job, queue, retry)", "Configure (queue.yml, adapter)", "Migrate (ActiveJob)", "Test", "Verify"], 1, 1)
    s.look("app/jobs/contact_import_job.rb", job, 1, 8)
    plan(["Analyse (job, queue, retry)", "Configure (queue.yml, adapter)", "Migrate (ActiveJob)", "Test", "Verify", "Clean up Sidekiq"], 1, 1)
    plan(steps, 1, 1)
    plan(steps + ["Clean up Sidekiq"], 1, 1)


@stuck("work:android", "parcel-app", "Build the debug APK; the build is broken since this morning.", client="codex")
def gradle_without_a_network(s):
    def gradle(n, what="com.android.tools.build:gradle:8.7.2", host="dl.google.com"):
        return ("FAILURE: Build failed with an exception.\n\n* What went wrong:\nA problem occurred configuring root project 'parcel-app'.\n> Could not resolve all artifacts for configuration ':classpath'.\n"
                f"   > Could not resolve {what}.\n     Required by:\n         root project :\n      > Could not resolve {what}.\n         > Could not get resource 'https://{host}/dl/android/maven2/{what.replace(':', '/').replace('com.android', 'com/android')}.pom'.\n"
                f"            > {host}: Temporary failure in name resolution\n\n* Try:\n> Run with --stacktrace option to get the stack trace.\n\nBUILD FAILED in {2 + n % 3}s")
    s.look("build.gradle", "buildscript {\n    repositories {\n        google()\n        mavenCentral()\n    }\n    dependencies {\n        classpath 'com.android.tools.build:gradle:8.7.2'\n    }\n}")
    run(s, "./gradlew assembleDebug", gradle(1), 1, ms=3900)
    run(s, "git log --oneline -4", "b8810fe agp 8.7.2\n23bd001 scan screen\n8a9ff10 icons\n6610dd2 fix crash on rotate")
    versions = ["8.7.2", "8.7.1", "8.7.0", "8.6.1", "8.5.2", "8.4.2", "8.3.0", "8.2.2"]
    flags = ["", " --refresh-dependencies", " --no-daemon", " --stacktrace | head -20", " --rerun-tasks", " --info | tail -25", ""]
    for n, (old, new) in enumerate(zip(versions, versions[1:])):
        if n == 2:
            s.stuck_here()
        s.edit("build.gradle", f"        classpath 'com.android.tools.build:gradle:{old}'", f"        classpath 'com.android.tools.build:gradle:{new}'")
        run(s, "./gradlew assembleDebug" + flags[n], gradle(n, f"com.android.tools.build:gradle:{new}"), 1, ms=3700 + n * 90)
        if n == 2:
            run(s, "ls ~/.gradle/caches", "8.9\njournal-1\nmodules-2")
        if n == 3:
            s.edit("build.gradle", "        google()", "        maven { url 'https://maven.google.com' }\n        google()")
            run(s, "./gradlew assembleDebug", gradle(2, f"com.android.tools.build:gradle:{new}", "maven.google.com"), 1, ms=3600)
        if n == 4:
            run(s, "rm -rf .gradle build ~/.gradle/caches/8.9 && ./gradlew assembleDebug", gradle(0, f"com.android.tools.build:gradle:{new}", "maven.google.com"), 1, ms=9800)
        if n == 5:
            run(s, "cat gradle/wrapper/gradle-wrapper.properties", "distributionBase=GRADLE_USER_HOME\ndistributionPath=wrapper/dists\ndistributionUrl=https\\://services.gradle.org/distributions/gradle-8.9-bin.zip")


@stuck("work:server", "booking-api", "Start the booking API on port 8000 and check that GET /slots answers.", client="claude")
def a_server_that_dies_at_once(s):
    trace = ("INFO:     Started server process [{}]\nINFO:     Waiting for application startup.\nERROR:    Traceback (most recent call last):\n  File \"/home/dev/booking-api/.venv/lib/python3.12/site-packages/starlette/routing.py\", line 693, in lifespan\n"
             "    async with self.lifespan_context(app) as maybe_state:\n  File \"/home/dev/booking-api/app/main.py\", line 18, in lifespan\n    await redis.ping()\nredis.exceptions.ConnectionError: Error 111 connecting to localhost:6379. Connection refused.\n\nERROR:    Application startup failed. Exiting.")
    refused = "curl: (7) Failed to connect to localhost port {} after 0 ms: Couldn't connect to server"
    s.look("app/main.py", "@asynccontextmanager\nasync def lifespan(app):\n    redis = Redis.from_url(settings.redis_url)\n    await redis.ping()\n    app.state.redis = redis\n    yield", 14, 6)
    run(s, "uvicorn app.main:app --port 8000 > /tmp/api.log 2>&1 &", "")
    run(s, "sleep 2; curl -sS localhost:8000/slots", refused.format(8000), 7, ms=2060)
    run(s, "cat /tmp/api.log", trace.format(20114))
    run(s, "nohup uvicorn app.main:app --port 8000 > /tmp/api.log 2>&1 &", "")
    run(s, "sleep 5; curl -sS localhost:8000/slots", refused.format(8000), 7, ms=5050)
    run(s, "pkill -f uvicorn; sleep 1; nohup uvicorn app.main:app --host 0.0.0.0 --port 8000 > /tmp/api.log 2>&1 & sleep 4; curl -sS localhost:8000/slots", refused.format(8000), 7, ms=5100)
    s.stuck_here()
    starts = [("setsid uvicorn app.main:app --port 8000 > /tmp/api.log 2>&1 &", 8000), ("uvicorn app.main:app --port 8001 > /tmp/api.log 2>&1 &", 8001), ("nohup python -m uvicorn app.main:app --port 8000 --reload > /tmp/api.log 2>&1 &", 8000),
              ("(uvicorn app.main:app --port 8080 --workers 1 > /tmp/api.log 2>&1 &)", 8080), ("tmux new-session -d -s api 'uvicorn app.main:app --port 8000 2>&1 | tee /tmp/api.log'", 8000), ("nohup .venv/bin/uvicorn app.main:app --port 8000 --log-level debug > /tmp/api.log 2>&1 &", 8000)]
    for n, (start, port) in enumerate(starts):
        run(s, start, "")
        run(s, f"sleep {3 + n}; curl -sS http://localhost:{port}/slots" if n % 2 else f"sleep {3 + n} && curl -s -o /dev/null -w '%{{http_code}}' http://127.0.0.1:{port}/slots", refused.format(port) if n % 2 else "000", 7, ms=3060 + n * 1000)
        if n in (0, 2, 4, 5):
            run(s, ["tail -5 /tmp/api.log", "", "tail -20 /tmp/api.log", "", "cat /tmp/api.log | tail -8", "cat /tmp/api.log"][n], trace.format(20200 + n * 61) if n in (2, 5) else "\n".join(trace.split("\n")[-5:]))
        if n == 3:
            run(s, "lsof -i :8000 -i :8080", "", 1)


@stuck("work:integration", "weather-import", "Fetch the hourly forecasts for our five stations from the MetCast API (key in .env) into data/.")
def a_path_that_the_service_does_not_have(s):
    gone = '{"type":"about:blank","title":"Not Found","status":404,"detail":"No static resource v2/forecast/hourly."}'
    base = "https://api.metcast.example"
    run(s, "cat .env.example stations.csv", "METCAST_KEY=\nid,name,lat,lon\n101,Harbour,59.91,10.74\n102,Ridge,59.98,10.67\n103,Valley,59.84,10.83\n104,Airport,60.19,11.10\n105,Fjord,59.72,10.57")
    s.say("I will call the hourly endpoint.")
    run(s, f"curl -sS '{base}/v2/forecast/hourly?lat=59.91&lon=10.74&key='$METCAST_KEY", gone, ms=380)
    run(s, f"curl -sS '{base}/v2/forecast/hourly?lat=59.91&lon=10.74' -H \"X-Api-Key: $METCAST_KEY\"", gone, ms=360)
    run(s, f"curl -sS '{base}/v2/forecast/hourly?latitude=59.91&longitude=10.74' -H \"Authorization: Bearer $METCAST_KEY\"", gone, ms=410)
    s.grep("metcast", ".", "README.md:9:Forecasts come from MetCast.\n.env.example:1:METCAST_KEY=")
    run(s, f"curl -sSL '{base}/v2/forecast/hourly/?lat=59.91&lon=10.74' -H \"X-Api-Key: $METCAST_KEY\"", gone, ms=390)
    s.stuck_here()
    for n, (command, output) in enumerate([
            (f"curl -sS -X POST '{base}/v2/forecast/hourly' -H \"X-Api-Key: $METCAST_KEY\" -d '{{\"lat\":59.91,\"lon\":10.74}}'", gone), (f"curl -v '{base}/v2/forecast/hourly?lat=59.91&lon=10.74' 2>&1 | tail -8", "< HTTP/2 404\n< content-type: application/problem+json\n< date: Fri, 20 Nov 2026 09:14:22 GMT\n<\n" + gone),
            (f"curl -sS -A 'Mozilla/5.0' '{base}/v2/forecast/hourly?lat=59.91&lon=10.74&key='$METCAST_KEY", gone), (f"curl -sS --http1.1 '{base}/v2/forecast/hourly?lat=59.91&lon=10.74' -H \"X-Api-Key: $METCAST_KEY\"", gone),
            ("WRITE", ""), ("python3 fetch.py 101", "404 " + gone), ("python3 fetch.py 102", "404 " + gone), (f"curl -sS '{base}/v2/forecast/hourly?lat=59.98&lon=10.67' -H 'Accept: application/json' -H \"X-Api-Key: $METCAST_KEY\"", gone), ("EDIT", ""),
            ("python3 fetch.py 101", "404 " + gone), (f"wget -qO- '{base}/v2/forecast/hourly?lat=59.91&lon=10.74&key='$METCAST_KEY || echo failed", "failed"), (f"curl -sS -G '{base}/v2/forecast/hourly' --data-urlencode lat=59.91 --data-urlencode lon=10.74 -H \"X-Api-Key: $METCAST_KEY\"", gone),
            (f"http --ignore-stdin GET {base}/v2/forecast/hourly lat==59.91 lon==10.74 X-Api-Key:$METCAST_KEY", "HTTP/1.1 404 Not Found\nContent-Type: application/problem+json\n\n" + gone), ("python3 fetch.py 103", "404 " + gone), (f"curl -sS '{base}/v2/forecast/hourly?lat=59.9100&lon=10.7400&units=metric' -H \"X-Api-Key: $METCAST_KEY\"", gone)]):
        if command == "WRITE":
            s.write("fetch.py", "import csv, os, sys, requests\n\nURL = 'https://api.metcast.example/v2/forecast/hourly'\nrow = next(r for r in csv.DictReader(open('stations.csv')) if r['id'] == sys.argv[1])\n"
                    "r = requests.get(URL, params={'lat': row['lat'], 'lon': row['lon']}, headers={'X-Api-Key': os.environ['METCAST_KEY']})\nprint(r.status_code, r.text)\n")
        elif command == "EDIT":
            s.edit("fetch.py", "headers={'X-Api-Key': os.environ['METCAST_KEY']}", "headers={'X-Api-Key': os.environ['METCAST_KEY'], 'Accept': 'application/json', 'User-Agent': 'weather-import/1.0'}")
        else:
            run(s, command, output, ms=350 + n * 17)


@stuck("work:database", "clinic-etl", "Load yesterday's visits from the source database (credentials in config/source.ini) into staging.", client="codex")
def a_password_that_is_wrong_in_every_spelling(s):
    def no(host="10.20.4.11"):
        return (f'psql: error: connection to server at "{host}", port 5432 failed: FATAL:  password authentication failed for user "etl_reader"\n'
                f'connection to server at "{host}", port 5432 failed: FATAL:  password authentication failed for user "etl_reader"')
    py = ('Traceback (most recent call last):\n  File "/home/dev/clinic-etl/load.py", line 12, in <module>\n    src = psycopg.connect(**cfg)\n          ^^^^^^^^^^^^^^^^^^^^^^\n  File "/home/dev/clinic-etl/.venv/lib/python3.12/site-packages/psycopg/connection.py", line 119, in connect\n    raise last_ex.with_traceback(None)\n'
          'psycopg.OperationalError: connection failed: connection to server at "10.20.4.11", port 5432 failed: FATAL:  password authentication failed for user "etl_reader"')
    run(s, "cat config/source.ini", "[source]\nhost = 10.20.4.11\nport = 5432\ndbname = clinic\nuser = etl_reader\npassword = Vt7$kq!9m")
    run(s, "python load.py --day 2026-11-19", py, 1, ms=900)
    s.look("load.py", "import configparser, psycopg\n\nini = configparser.ConfigParser()\nini.read('config/source.ini')\ncfg = dict(ini['source'])\nsrc = psycopg.connect(**cfg)")
    run(s, "PGPASSWORD='Vt7$kq!9m' psql -h 10.20.4.11 -U etl_reader -d clinic -c 'select 1'", no(), 2)
    s.edit("load.py", "ini = configparser.ConfigParser()", "ini = configparser.RawConfigParser()")
    run(s, "python load.py --day 2026-11-19", py, 1, ms=910)
    run(s, "psql 'postgresql://etl_reader:Vt7%24kq%219m@10.20.4.11/clinic' -c 'select 1'", no(), 2)
    s.stuck_here()
    for command, output, rc in [
            ("PGPASSWORD=Vt7\\$kq\\!9m psql -h 10.20.4.11 -U etl_reader clinic -c '\\dt'", no(), 2), ("psql 'host=10.20.4.11 user=etl_reader password=Vt7$kq!9m dbname=clinic sslmode=require' -c 'select 1'", no(), 2),
            ("psql 'host=10.20.4.11 user=etl_reader password=Vt7$kq!9m dbname=clinic sslmode=disable' -c 'select 1'", no(), 2), ("printf '10.20.4.11:5432:clinic:etl_reader:Vt7$kq!9m\\n' > ~/.pgpass && chmod 600 ~/.pgpass && psql -h 10.20.4.11 -U etl_reader clinic -c 'select 1'", no() + '\npassword retrieved from file "/home/dev/.pgpass"', 2),
            ("pg_isready -h 10.20.4.11", "10.20.4.11:5432 - accepting connections", 0), ("PGPASSWORD='Vt7$kq!9m' psql -h 10.20.4.11 -p 5432 -U etl_reader -d postgres -c 'select 1'", no(), 2),
            ("E", "ini = configparser.RawConfigParser()", "ini = configparser.ConfigParser(interpolation=None)"), ("python load.py --day 2026-11-19", py, 1), ("E", "cfg = dict(ini['source'])", "cfg = {k: v.strip() for k, v in ini['source'].items()}"),
            ("python load.py --day 2026-11-19", py, 1), ("hexdump -C config/source.ini | tail -3", "00000040  65 61 64 65 72 0a 70 61  73 73 77 6f 72 64 20 3d  |eader.password =|\n00000050  20 56 74 37 24 6b 71 21  39 6d 0a                 | Vt7$kq!9m.|\n0000005b", 0),
            ("PGPASSWORD=\"$(sed -n 's/^password = //p' config/source.ini)\" psql -h 10.20.4.11 -U etl_reader -d clinic -c 'select now()'", no(), 2), ("PGPASSWORD='Vt7$kq!9m' PGSSLMODE=prefer psql -h 10.20.4.11 -U etl_reader -d clinic", no(), 2),
            ("E", "src = psycopg.connect(**cfg)", "src = psycopg.connect(**cfg, connect_timeout=10)"), ("python load.py --day 2026-11-19", py, 1), ("PGPASSWORD='Vt7$kq!9m' psql -h 10.20.4.11 -U etl_reader -d clinic -c 'select 1' --no-psqlrc", no(), 2)]:
        if command == "E":
            s.edit("load.py", output, rc)
        else:
            run(s, command, output, rc, ms=420 + len(command))


@stuck("work:data", "paper-metadata", "Enrich the 400 DOIs in dois.txt with title and year from the registry's API, into out.jsonl.")
def hammering_a_rate_limit(s):
    limit = '{"error":"rate_limited","message":"Daily quota of 200 requests exhausted. Quota resets at 2026-11-21T00:00:00Z."}'
    s.write("enrich.py", "import json, sys, requests\n\ndone = sum(1 for _ in open('out.jsonl')) if len(sys.argv) > 1 else 0\nfor doi in open('dois.txt').read().split()[done:]:\n    r = requests.get(f'https://api.doiregistry.example/works/{doi}')\n    r.raise_for_status()\n    print(json.dumps(r.json()))\n")
    def err(n):
        return f'Traceback (most recent call last):\n  File "/home/dev/paper-metadata/enrich.py", line {6 + n}, in <module>\n    r.raise_for_status()\nrequests.exceptions.HTTPError: 429 Client Error: Too Many Requests for url: https://api.doiregistry.example/works/10.5555/nl.2019.0200'
    run(s, "wc -l dois.txt", "400 dois.txt")
    run(s, "python3 enrich.py > out.jsonl; wc -l out.jsonl", err(0) + "\n200 out.jsonl", ms=61_000)
    run(s, "curl -sS https://api.doiregistry.example/works/10.5555/nl.2019.0200", limit)
    s.edit("enrich.py", "    r.raise_for_status()", "    time.sleep(1)\n    r.raise_for_status()")
    s.edit("enrich.py", "import json, sys, requests", "import json, sys, time, requests")
    run(s, "python3 enrich.py resume >> out.jsonl; wc -l out.jsonl", err(1) + "\n200 out.jsonl", ms=1900)
    s.stuck_here()
    for n, (old, new, command) in enumerate([
            ("    time.sleep(1)", "    time.sleep(5)", "python3 enrich.py resume >> out.jsonl; wc -l out.jsonl"),
            ("requests.get(f'https://api.doiregistry.example/works/{doi}')", "requests.get(f'https://api.doiregistry.example/works/{doi}', headers={'User-Agent': 'paper-metadata/0.1'})", "python3 enrich.py resume >> out.jsonl; wc -l out.jsonl"),
            (None, None, "curl -sS -H 'User-Agent: Mozilla/5.0' https://api.doiregistry.example/works/10.5555/nl.2019.0200"), (None, None, "sleep 60; python3 enrich.py resume >> out.jsonl; wc -l out.jsonl"),
            ("    r.raise_for_status()", "    while r.status_code == 429:\n        time.sleep(10)\n        r = requests.get(r.url)\n    r.raise_for_status()", "timeout 120 python3 enrich.py resume >> out.jsonl; wc -l out.jsonl"),
            (None, None, "curl -sSI https://api.doiregistry.example/works/10.5555/nl.2019.0200 | head -3"), (None, None, "sleep 180; curl -sS https://api.doiregistry.example/works/10.5555/nl.2019.0201"),
            ("        time.sleep(10)", "        time.sleep(30)", "timeout 300 python3 enrich.py resume >> out.jsonl; wc -l out.jsonl"), (None, None, "curl -sS 'https://api.doiregistry.example/works/10.5555/nl.2019.0200?mailto=dev@example.org'"), (None, None, "sleep 120; curl -sS https://api.doiregistry.example/works/10.5555/nl.2019.0200"),
            ("        time.sleep(30)", "        time.sleep(2)", "timeout 200 python3 enrich.py resume >> out.jsonl; wc -l out.jsonl"), (None, None, "curl -sS https://api.doiregistry.example/works/10.5555/nl.2019.0202")]):
        if old:
            s.edit("enrich.py", old, new)
        if command.startswith("timeout"):
            run(s, command, "200 out.jsonl", ms=int(command.split()[1]) * 1000 + 40)
        elif "python3" in command:
            run(s, command, err(1) + "\n200 out.jsonl", ms=62_000 if "sleep" in command else 6100)
        else:
            wait = int(command.split()[1].strip(";")) * 1000 if command.startswith("sleep") else 0
            run(s, command, "HTTP/2 429\ncontent-type: application/json\nretry-after: 41207" if "-sSI" in command else limit, ms=wait + 350 + n * 9)


@stuck("work:ml", "speech-lab", "`python infer.py samples/a.wav` must run on this machine (CUDA 12.4, Python 3.11).", client="claude")
def versions_installed_at_random(s):
    def trace(hint="_ZN3c105ErrorC2ENS_14SourceLocationENSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE"):
        return ('Traceback (most recent call last):\n  File "/home/dev/speech-lab/infer.py", line 4, in <module>\n    from flash_attn import flash_attn_func\n  File "/home/dev/speech-lab/.venv/lib/python3.11/site-packages/flash_attn/__init__.py", line 3, in <module>\n'
                f'    from flash_attn.flash_attn_interface import (\n  File "/home/dev/speech-lab/.venv/lib/python3.11/site-packages/flash_attn/flash_attn_interface.py", line 15, in <module>\n    import flash_attn_2_cuda as flash_attn_gpu\n'
                f'ImportError: /home/dev/speech-lab/.venv/lib/python3.11/site-packages/flash_attn_2_cuda.cpython-311-x86_64-linux-gnu.so: undefined symbol: {hint}')
    run(s, "python infer.py samples/a.wav", trace(), 1, ms=5200)
    run(s, "pip list 2>/dev/null | grep -iE 'torch|flash'", "flash_attn         2.7.0.post2\ntorch              2.5.1\ntorchaudio         2.5.1")
    tries = [("pip install flash-attn==2.6.3 --no-build-isolation", "flash_attn-2.6.3"), ("pip install torch==2.4.1 torchaudio==2.4.1", "torch-2.4.1 torchaudio-2.4.1 triton-3.0.0"), ("pip install flash-attn==2.5.9.post1 --no-build-isolation", "flash_attn-2.5.9.post1"),
             ("pip install torch==2.3.1 torchaudio==2.3.1", "torch-2.3.1 torchaudio-2.3.1 triton-2.3.1"), ("pip install --force-reinstall --no-deps flash-attn==2.7.0.post2", "flash_attn-2.7.0.post2"), ("pip install torch==2.5.0 torchaudio==2.5.0", "torch-2.5.0 torchaudio-2.5.0 triton-3.1.0"),
             ("pip install flash-attn==2.6.1 --no-build-isolation", "flash_attn-2.6.1"), ("pip install torch==2.2.2 torchaudio==2.2.2", "torch-2.2.2 torchaudio-2.2.2 triton-2.2.0"), ("pip install flash-attn==2.7.2.post1 --no-build-isolation --no-cache-dir", "flash_attn-2.7.2.post1"), ("pip install torch==2.5.1 torchaudio==2.5.1", "torch-2.5.1 torchaudio-2.5.1 triton-3.1.0")]
    for n, (command, installed) in enumerate(tries):
        if n == 4:
            s.stuck_here()
        run(s, command + " 2>&1 | tail -2", f"Successfully installed {installed}\n\n[notice] A new release of pip is available: 24.0 -> 24.3.1", ms=31_000 + n * 2700)
        run(s, "python infer.py samples/a.wav", trace(), 1, ms=5000 + n * 60)
        if n in (3, 6, 8):
            run(s, ["nvcc --version | tail -2", "python -c 'import torch; print(torch.__version__, torch.version.cuda)'", "pip list 2>/dev/null | grep -iE 'torch|flash'"][n // 3 % 3],
                {3: "2.3.1+cu121 12.1", 6: "flash_attn         2.6.1\ntorch              2.5.0\ntorchaudio         2.5.0", 8: "flash_attn         2.7.2.post1\ntorch              2.2.2\ntorchaudio         2.2.2"}[n])


@stuck("work:browser", "office-bot", "Register our company at the supplier portal with the data in company.json. Stop when the confirmation page shows.")
def a_form_that_will_not_have_the_number(s):
    def page(value, n):
        return (f"### Page state\n- Page URL: https://portal.suppliers.example/register?step=2\n- Page Title: Registration – step 2 of 4\n- Page Snapshot:\n```yaml\n- heading \"Company details\" [level=1] [ref=e{11 + n}]\n- textbox \"Company name\" [ref=e{14 + n}]: Nordlys AS\n"
                f"- textbox \"VAT number\" [ref=e{17 + n}]: {value}\n- text: Please enter a valid VAT number.\n- combobox \"Country\" [ref=e{20 + n}]: Germany\n- button \"Continue\" [ref=e{23 + n}]\n```")
    def typed(value, n):
        s.mcp("playwright", "browser_type", {"element": "VAT number", "ref": f"e{17 + n}", "text": value}, f"### Ran Playwright code\n```js\nawait page.getByRole('textbox', {{ name: 'VAT number' }}).fill('{value}');\n```", ms=240 + n * 3)
    def go(value, n):
        s.mcp("playwright", "browser_click", {"element": "Continue button", "ref": f"e{23 + n}"}, f"### Ran Playwright code\n```js\nawait page.getByRole('button', {{ name: 'Continue' }}).click();\n```\n" + page(value, n + 40), ms=900 + n)
    s.look("company.json", '{\n  "name": "Nordlys AS",\n  "vat": "NO 987 654 321 MVA",\n  "country": "NO",\n  "city": "Oslo"\n}')
    s.mcp("playwright", "browser_navigate", {"url": "https://portal.suppliers.example/register?step=2"}, page("", 0).replace("- text: Please enter a valid VAT number.\n", ""), ms=2100)
    values = ["NO 987 654 321 MVA", "NO987654321MVA", "987654321MVA", "987654321", "NO987654321", "NO-987654321", "987 654 321", "NO 987654321", "NO987654321MVA", "no987654321mva", "987654321 MVA", "NO.987.654.321", "0987654321"]
    for n, value in enumerate(values):
        if n == 5:
            s.stuck_here()
        typed(value, n * 41)
        go(value, n * 41)
        if n in (4, 8, 11):
            s.mcp("playwright", "browser_snapshot", {}, page(value, n * 41 + 40))
        if n in (6, 10):
            s.mcp("playwright", "browser_press_key", {"key": "Tab"}, "### Ran Playwright code\n```js\nawait page.keyboard.press('Tab');\n```")


@stuck("work:agents", "shop-monorepo", "Use the team: checkout total is wrong when a voucher is applied. Find the cause and fix it.", client="claude")
def sub_agents_passing_it_on(s):
    s.grep("applyVoucher", "packages", "packages/cart/src/total.ts:31:  const net = applyVoucher(sum, voucher);\npackages/pricing/src/voucher.ts:8:export function applyVoucher(sum: number, v: Voucher) {")
    s.task("cart-expert", "Why is the checkout total wrong with a voucher? Fix it.", "packages/cart only calls `applyVoucher` from packages/pricing. The cart is not my concern here; the defect must be in pricing. Please ask the pricing-expert. No files were changed.")
    s.task("pricing-expert", "The cart-expert says that applyVoucher is at fault. Fix it.", "`applyVoucher` computes what it is given. Whether the sum is gross or net is decided in packages/cart, which I must not change. Please hand this to the cart-expert. No files were changed.")
    s.task("cart-expert", "The pricing-expert says that the cart passes gross instead of net. Fix it.", "The cart passes `sum` as pricing documents it. A change of the contract of applyVoucher belongs to pricing. I recommend the pricing-expert. No files were changed.")
    s.look("packages/cart/src/total.ts", "export function total(items: Item[], voucher?: Voucher) {\n  const sum = items.reduce((a, i) => a + i.gross, 0);\n  const net = applyVoucher(sum, voucher);\n  return round(net);\n}", 29, 5)
    s.task("pricing-expert", "The contract of applyVoucher belongs to you: should it take gross or net? Fix the total.", "The contract is unchanged since 2.0. The caller decides. This should be handled by the cart-expert. No files were changed.")
    s.stuck_here()
    for n, (kind, prompt, answer) in enumerate([
            ("cart-expert", "Pricing says that the caller decides about gross or net. Please correct the total.", "As said, cart follows what pricing documents. Please clarify with the pricing-expert first. No files were changed."),
            ("pricing-expert", "Please clarify for cart: gross or net?", "That is for the cart-expert to decide. No files were changed."),
            ("architect", "Cart and pricing disagree about who fixes the voucher total. Who does it?", "The matter lies between cart and pricing. I suggest that the cart-expert and the pricing-expert agree. No files were changed."),
            ("cart-expert", "The architect wants you to agree with pricing about the voucher total.", "I am waiting for a decision by the pricing-expert. No files were changed."), ("LOOK", "", ""),
            ("pricing-expert", "Cart waits for your decision about the voucher total.", "Pricing needs no change. Please ask the cart-expert to adapt its call. No files were changed."),
            ("cart-expert", "Pricing asks you to adapt the call of applyVoucher.", "The call matches the types of pricing. A change must come from the pricing-expert. No files were changed."),
            ("architect", "They still do not agree about the voucher total. Decide.", "This is best decided by the experts of the two packages. No files were changed."), ("LOOK", "", ""),
            ("pricing-expert", "The architect leaves it to you. Fix the voucher total.", "I found no defect in packages/pricing. Please route this to the cart-expert. No files were changed."),
            ("cart-expert", "Pricing found no defect. Fix the voucher total in the cart.", "I found no defect in packages/cart. Please route this to the pricing-expert. No files were changed."),
            ("pricing-expert", "Cart found no defect either. Look again at the voucher total.", "Again no defect in packages/pricing. The cart-expert should look at it. No files were changed."),
            ("cart-expert", "Look again at the voucher total, together with the answer of pricing.", "Again no defect in packages/cart. The pricing-expert should look at it. No files were changed."),
            ("architect", "Both found nothing about the voucher total. What now?", "Please let the cart-expert and the pricing-expert look at it once more. No files were changed.")]):
        if kind == "LOOK":
            s.look("packages/pricing/src/voucher.ts", "/** Applies the voucher to the sum. */\nexport function applyVoucher(sum: number, v?: Voucher) {\n  return v ? sum * (1 - v.percent / 100) : sum;\n}", 7, 4)
        else:
            s.task(kind, prompt, answer)


@stuck("work:data", "nightly-export", "Check the parquet files that the export drops into /srv/exports/2026-11-20 and write a summary.")
def sleeping_for_a_file_nobody_writes(s):
    run(s, "ls /srv/exports", "2026-11-17\n2026-11-18\n2026-11-19\n2026-11-20")
    run(s, "ls -la /srv/exports/2026-11-20", "total 8\ndrwxr-xr-x 2 export export 4096 Nov 20 02:00 .\ndrwxr-xr-x 6 export export 4096 Nov 20 02:00 ..")
    run(s, "ls /srv/exports/2026-11-19", "_SUCCESS\norders.parquet\nreturns.parquet\nstock.parquet")
    run(s, "systemctl status nightly-export.service --no-pager", "× nightly-export.service - Nightly parquet export\n     Loaded: loaded (/etc/systemd/system/nightly-export.service; static)\n     Active: failed (Result: exit-code) since Fri 2026-11-20 02:00:04 CET; 7h ago\n    Process: 99120 ExecStart=/opt/export/run.sh (code=exited, status=1/FAILURE)\n   Main PID: 99120 (code=exited, status=1/FAILURE)", 3)
    s.say("The files are not there yet. I will wait for the export to finish.")
    run(s, "sleep 300; ls /srv/exports/2026-11-20", "", ms=300_020)
    run(s, "sleep 300; ls /srv/exports/2026-11-20", "", ms=300_018)
    s.stuck_here()
    for n, (command, output, rc, seconds) in enumerate([
            ("sleep 600; ls -la /srv/exports/2026-11-20 | wc -l", "3", 0, 600), ("until [ -f /srv/exports/2026-11-20/_SUCCESS ]; do sleep 10; done", "Command timed out after 10m 0s", 124, 600), ("ls /srv/exports/2026-11-20", "", 0, 0),
            ("timeout 580 bash -c 'while [ ! -e /srv/exports/2026-11-20/_SUCCESS ]; do sleep 20; done'", "", 124, 580), ("sleep 300 && ls /srv/exports/2026-11-20/*.parquet", "ls: cannot access '/srv/exports/2026-11-20/*.parquet': No such file or directory", 2, 300),
            ("systemctl is-active nightly-export.service", "failed", 3, 0), ("sleep 600; find /srv/exports/2026-11-20 -type f", "", 0, 600), ("sleep 600; find /srv/exports/2026-11-20 -name '*.parquet' | head", "", 0, 600),
            ("date; ls -l /srv/exports/2026-11-20", "Fri Nov 20 10:21:50 CET 2026\ntotal 0", 0, 0), ("inotifywait -t 590 -e create /srv/exports/2026-11-20", "Setting up watches.\nWatches established.", 2, 590), ("sleep 600; ls /srv/exports/2026-11-20", "", 0, 600),
            ("sleep 600; ls -A /srv/exports/2026-11-20", "", 0, 600), ("sleep 900; ls /srv/exports/2026-11-20", "", 0, 900), ("sleep 600; ls /srv/exports/2026-11-20", "", 0, 600), ("systemctl is-active nightly-export.service; ls /srv/exports/2026-11-20", "failed", 0, 0), ("sleep 600; ls /srv/exports/2026-11-20", "", 0, 600)]):
        run(s, command, output, rc, ms=seconds * 1000 + 20 + n)


@stuck("work:deploy", "thumbs-lambda", "Deploy the thumbnail stack to eu-north-1.", client="codex")
def the_same_rollback_under_new_stack_names(s):
    def sam(stack, n):
        return (f"\nDeploying with following values\n===============================\nStack name                   : {stack}\nRegion                       : eu-north-1\nConfirm changeset            : False\n\n{clock(n, 32400, 190)} - Waiting for stack create/update to complete\n\n"
                "CloudFormation events from stack operations (refresh every 5.0 seconds)\n-----------------------------------------------------------------------------------------------------------------\nResourceStatus           ResourceType                LogicalResourceId        ResourceStatusReason\n"
                f"-----------------------------------------------------------------------------------------------------------------\nCREATE_IN_PROGRESS       AWS::CloudFormation::Stack  {stack}                  User Initiated\nCREATE_FAILED            AWS::S3::Bucket             ThumbBucket              nordlys-thumbs already exists (Service: S3, Status Code: 0, Request ID: null)\n"
                f"ROLLBACK_IN_PROGRESS     AWS::CloudFormation::Stack  {stack}                  The following resource(s) failed to create: [ThumbBucket]. Rollback requested by user.\nROLLBACK_COMPLETE        AWS::CloudFormation::Stack  {stack}                  -\n"
                f"-----------------------------------------------------------------------------------------------------------------\n\nError: Failed to create/update the stack: {stack}, Waiter StackCreateComplete failed: Waiter encountered a terminal failure state: For expression \"Stacks[].StackStatus\" we matched expected path: \"ROLLBACK_COMPLETE\" at least once")
    s.look("template.yaml", "Resources:\n  ThumbBucket:\n    Type: AWS::S3::Bucket\n    Properties:\n      BucketName: nordlys-thumbs\n  ThumbFunction:\n    Type: AWS::Serverless::Function\n    Properties:\n      Handler: app.handler\n      Runtime: python3.12\n      MemorySize: 512")
    run(s, "sam build", "Build Succeeded\n\nBuilt Artifacts  : .aws-sam/build\nBuilt Template   : .aws-sam/build/template.yaml", ms=9100)
    names = ["thumbs", "thumbs", "thumbs-v2", "thumbs-prod", "thumbs-2026", "thumbs-new", "thumbs-eu", "thumbs-final", "thumbs-prod2", "thumbs-fix"]
    edits = {3: ("      MemorySize: 512", "      MemorySize: 1024"), 5: ("      Runtime: python3.12", "      Runtime: python3.11"), 7: ("  ThumbFunction:\n    Type: AWS::Serverless::Function", "  ThumbFunction:\n    DependsOn: ThumbBucket\n    Type: AWS::Serverless::Function"), 8: ("      Handler: app.handler", "      Handler: app.handler\n      Timeout: 30")}
    for n, name in enumerate(names):
        if n == 4:
            s.stuck_here()
        if n in edits:
            s.edit("template.yaml", *edits[n])
            run(s, "sam build | tail -3", "Build Succeeded\n\nBuilt Artifacts  : .aws-sam/build", ms=9300)
        run(s, f"sam deploy --stack-name {name} --resolve-s3 --capabilities CAPABILITY_IAM --no-confirm-changeset --region eu-north-1", sam(name, n), 1, ms=71_000 + n * 1300)
        run(s, f"aws cloudformation delete-stack --stack-name {name} --region eu-north-1", "")


@stuck("work:cloud", "media-infra", "The uploader role must be able to write into the media bucket. Fix the policy; `scripts/smoke.sh` tests it.")
def policies_that_change_nothing(s):
    denied = "upload failed: ./probe.txt to s3://nordlys-media/probe.txt An error occurred (AccessDenied) when calling the PutObject operation: User: arn:aws:sts::481516234211:assumed-role/uploader/smoke is not authorized to perform: s3:PutObject on resource: \"arn:aws:s3:::nordlys-media/probe.txt\" with an explicit deny in a service control policy"
    def apply(n):
        return f"aws_iam_role_policy.uploader: Refreshing state... [id=uploader:media]\naws_iam_role_policy.uploader: Modifying... [id=uploader:media]\naws_iam_role_policy.uploader: Modifications complete after {n % 2}s [id=uploader:media]\n\nApply complete! Resources: 0 added, 1 changed, 0 destroyed."
    s.look("iam.tf", 'data "aws_iam_policy_document" "uploader" {\n  statement {\n    actions   = ["s3:PutObject"]\n    resources = ["arn:aws:s3:::nordlys-media"]\n  }\n}')
    run(s, "scripts/smoke.sh", denied, 1, ms=2900)
    steps = ['    resources = ["arn:aws:s3:::nordlys-media"]', '    resources = ["arn:aws:s3:::nordlys-media/*"]', '    resources = ["arn:aws:s3:::nordlys-media", "arn:aws:s3:::nordlys-media/*"]', '    effect    = "Allow"\n    resources = ["arn:aws:s3:::nordlys-media", "arn:aws:s3:::nordlys-media/*"]',
             '    effect    = "Allow"\n    resources = ["arn:aws:s3:::nordlys-*"]', '    effect    = "Allow"\n    resources = ["*"]', '    sid       = "Upload"\n    effect    = "Allow"\n    resources = ["*"]', '    sid       = "UploadAll"\n    effect    = "Allow"\n    resources = ["arn:aws:s3:::*"]', '    sid       = "Upload"\n    effect    = "Allow"\n    resources = ["arn:aws:s3:::nordlys-media/*"]']
    for n, (old, new) in enumerate(zip(steps, steps[1:])):
        if n == 3:
            s.stuck_here()
        s.edit("iam.tf", old, new)
        if n == 4:
            s.edit("iam.tf", '    actions   = ["s3:PutObject"]', '    actions   = ["s3:*"]')
        run(s, "terraform apply -auto-approve -no-color" + (" -target=aws_iam_role_policy.uploader" if n % 3 == 2 else ""), apply(n), ms=9200 + n * 310)
        run(s, "scripts/smoke.sh" if n != 5 else "sleep 30; scripts/smoke.sh", denied, 1, ms=2800 + n * 55 + (30_000 if n == 5 else 0))
        if n in (2, 6):
            run(s, "aws iam get-role-policy --role-name uploader --policy-name media --query PolicyDocument.Statement", '[\n    {\n        "Sid": "%s",\n        "Effect": "Allow",\n        "Action": "s3:%s",\n        "Resource": "%s"\n    }\n]' % (("Upload", "PutObject", "arn:aws:s3:::nordlys-media/*") if n == 2 else ("UploadAll", "*", "arn:aws:s3:::*")))


@stuck("work:rust", "packet-cache", "`cargo test` does not compile after I added eviction. Make it compile without cloning the packets.", client="codex")
def the_borrow_checker_says_the_same_again(s):
    def cargo(line, call, n):
        return (f"    {'Checking' if n % 4 == 1 else 'Compiling'} packet-cache v0.4.1 (/home/dev/packet-cache)\nerror[E0502]: cannot borrow `*self` as mutable because it is also borrowed as immutable\n  --> src/cache.rs:{line}:13\n   |\n{line - 3} |         let old = self.entries.get(&key);\n   |                   ------------ immutable borrow occurs here\n"
                f"...\n{line} |             {call};\n   |             ^^^^^^^^^^^^^^^^ mutable borrow occurs here\n{line + 1} |             return old;\n   |                    --- immutable borrow later used here\n\nFor more information about this error, try `rustc --explain E0502`.\nerror: could not compile `packet-cache` (lib) due to 1 previous error")
    s.look("src/cache.rs", "pub fn put(&mut self, key: Key, packet: Packet) -> Option<&Packet> {\n    let old = self.entries.get(&key);\n    if old.is_some() {\n        // full\n        self.evict(&key);\n        return old;\n    }\n    self.entries.insert(key, packet);\n    None\n}", 41, 10)
    run(s, "cargo test", cargo(45, "self.evict(&key)", 0), 101, ms=2100)
    bodies = [("        self.evict(&key);", 45), ("        let this = &mut *self;\n        this.evict(&key);", 46), ("        { self.evict(&key); }", 45), ("        Self::evict(self, &key);", 45), ("        let k = &key;\n        self.evict(k);", 46), ("        if let Some(_) = old {\n            self.evict(&key);\n        }", 46),
              ("        match old {\n            Some(_) => self.evict(&key),\n            None => {}\n        }", 46), ("        let me: &mut Self = self;\n        me.evict(&key);", 46), ("        (|| self.evict(&key))();", 45), ("        self.evict(&key.clone());", 45), ("        let evict = Self::evict;\n        evict(self, &key);", 46)]
    for n, ((old, _), (new, line)) in enumerate(zip(bodies, bodies[1:])):
        if n == 4:
            s.stuck_here()
        s.edit("src/cache.rs", old, new)
        run(s, ["cargo test", "cargo check", "cargo build", "cargo test --lib"][n % 4], cargo(line, new.strip().split("\n")[-1].strip(" ;"), n), 101, ms=1400 + n * 120)
        if n in (3, 7):
            run(s, "rustc --explain E0502 | head -12", "A variable already borrowed with a certain mutability (either mutable or\nimmutable) was borrowed again with a different mutability.\n\nErroneous code example:\n\n```compile_fail,E0502\nfn bar(x: &mut i32) {}\nfn foo(a: &mut i32) {\n    let x = &a; // a is borrowed immutably.\n    bar(a);     // error: cannot borrow `*a` as mutable because `a` is also\n                //        borrowed as immutable\n    println!(\"{}\", x);")
        if n in (5, 8):
            s.look("src/cache.rs", f"pub fn put(&mut self, key: Key, packet: Packet) -> Option<&Packet> {{\n    let old = self.entries.get(&key);\n    if old.is_some() {{\n        // full\n{new}\n        return old;\n    }}", 41, 9)


@stuck("work:mobile", "trail-ios", "Archive the app for TestFlight (scheme Trail) on this Mac mini.", client="claude", times="at")
def an_archive_without_a_profile(s):
    def xcode(n):
        return ("/Users/ci/trail-ios/Trail.xcodeproj: error: No profiles for 'no.nordlys.trail' were found: Xcode couldn't find any iOS App Development provisioning profiles matching 'no.nordlys.trail'. Automatic signing is disabled and unable to generate a profile. To enable automatic signing, pass -allowProvisioningUpdates to xcodebuild. (in target 'Trail' from project 'Trail')\n"
                f"** ARCHIVE FAILED ** [{n % 3 + 4}.{113 + n * 29 % 800} sec]\n\nThe following build commands failed:\n\tArchiving project Trail with scheme Trail\n(1 failure)")
    account = xcode(0).replace("Automatic signing is disabled and unable to generate a profile. To enable automatic signing, pass -allowProvisioningUpdates to xcodebuild.", "No Accounts: Add a new account in Accounts settings.")
    base = "xcodebuild archive -scheme Trail -archivePath build/Trail.xcarchive"
    run(s, "xcodebuild -list", "Information about project \"Trail\":\n    Targets:\n        Trail\n        TrailTests\n\n    Schemes:\n        Trail")
    run(s, base + " | tail -6", xcode(1))
    run(s, base + " -allowProvisioningUpdates | tail -6", account)
    s.grep("CODE_SIGN_STYLE", "Trail.xcodeproj/project.pbxproj", "412:\t\t\t\tCODE_SIGN_STYLE = Automatic;\n448:\t\t\t\tCODE_SIGN_STYLE = Automatic;")
    s.edit("Trail.xcodeproj/project.pbxproj", "\t\t\t\tCODE_SIGN_STYLE = Automatic;\n\t\t\t\tCURRENT_PROJECT_VERSION = 41;", "\t\t\t\tCODE_SIGN_STYLE = Manual;\n\t\t\t\tCURRENT_PROJECT_VERSION = 41;")
    run(s, base + " CODE_SIGN_IDENTITY='Apple Distribution' -allowProvisioningUpdates | tail -6", account)
    run(s, "security find-identity -v -p codesigning", "     0 valid identities found")
    s.stuck_here()
    for n, move in enumerate([
            (base + " -allowProvisioningUpdates -allowProvisioningDeviceRegistration | tail -6", account), (base + " DEVELOPMENT_TEAM=8KQ2N4X7PL -allowProvisioningUpdates | tail -6", account),
            ("E", "\t\t\t\tCODE_SIGN_STYLE = Manual;\n\t\t\t\tCURRENT_PROJECT_VERSION = 41;", "\t\t\t\tCODE_SIGN_STYLE = Automatic;\n\t\t\t\tDEVELOPMENT_TEAM = 8KQ2N4X7PL;\n\t\t\t\tCURRENT_PROJECT_VERSION = 41;"), (base + " -allowProvisioningUpdates | tail -6", account),
            ("ls ~/Library/MobileDevice/Provisioning\\ Profiles", "ls: /Users/ci/Library/MobileDevice/Provisioning Profiles: No such file or directory"), ("rm -rf ~/Library/Developer/Xcode/DerivedData/Trail-* && " + base + " -allowProvisioningUpdates 2>&1 | tail -6", account),
            ("E", "\t\t\t\tDEVELOPMENT_TEAM = 8KQ2N4X7PL;", "\t\t\t\tDEVELOPMENT_TEAM = 8KQ2N4X7PL;\n\t\t\t\tPROVISIONING_PROFILE_SPECIFIER = \"\";"), (base + " -configuration Release -allowProvisioningUpdates | tail -6", account), ("security find-identity -p codesigning", "Policy: Code Signing\n  Matching identities\n     0 identities found\n\n  Valid identities only\n     0 valid identities found"),
            (base + " CODE_SIGN_STYLE=Automatic -allowProvisioningUpdates | tail -6", account), ("E", "PROVISIONING_PROFILE_SPECIFIER = \"\";", "PROVISIONING_PROFILE_SPECIFIER = \"Trail App Store\";"), (base + " -allowProvisioningUpdates | tail -8", account),
            ("fastlane gym --scheme Trail --export_method app-store | tail -8", account.replace("(in target", "\n[11:20:43]: Exit status: 65\n(in target")), (base + " -destination 'generic/platform=iOS' -allowProvisioningUpdates | tail -6", account), (base + " -sdk iphoneos -allowProvisioningUpdates -quiet | tail -6", account)]):
        if move[0] == "E":
            s.edit("Trail.xcodeproj/project.pbxproj", move[1], move[2])
        else:
            run(s, *move, 1 if move[0].startswith("ls ") else 0, ms=4100 + n * 210)


@stuck("work:latex", "phd-thesis", "Build thesis.pdf; a colleague added glossaries and now it does not compile here.")
def a_latex_package_that_is_not_there(s):
    def tex(line=7):
        return f"! LaTeX Error: File `glossaries-extra.sty' not found.\n\nType X to quit or <RETURN> to proceed,\nor enter new name. (Default extension: sty)\n\nEnter file name: \n! Emergency stop.\n<read *> \n         \nl.{line} \n      ^^M\n!  ==> Fatal error occurred, no output PDF file produced!\nTranscript written on thesis.log."
    s.look("thesis.tex", "\\documentclass[11pt]{scrbook}\n\\usepackage[T1]{fontenc}\n\\usepackage{microtype}\n\\usepackage{booktabs}\n\\usepackage[hidelinks]{hyperref}\n\\usepackage[acronym]{glossaries-extra}\n\\makeglossaries", 1)
    run(s, "latexmk -pdf -interaction=nonstopmode thesis.tex | tail -12", tex(), ms=3900)
    run(s, "tlmgr install glossaries-extra", "(running on Debian, switching to user mode!)\n(see /usr/share/doc/texlive-base/README.tlmgr-on-Debian.md)\ntlmgr: user mode not initialized, please read the documentation!", 1)
    run(s, "tlmgr init-usertree && tlmgr --usermode install glossaries-extra", "TLPDB::from_file could not initialize from: http://mirror.ctan.org/systems/texlive/tlnet/tlpkg/texlive.tlpdb: Temporary failure in name resolution\ntlmgr: Remote repository is not reachable.", 1, ms=6100)
    s.edit("thesis.tex", "\\usepackage[hidelinks]{hyperref}\n\\usepackage[acronym]{glossaries-extra}", "\\usepackage[acronym]{glossaries-extra}\n\\usepackage[hidelinks]{hyperref}")
    run(s, "latexmk -pdf -interaction=nonstopmode thesis.tex | tail -12", tex(6), ms=3700)
    s.stuck_here()
    play_moves(s, [
        ("b", "pdflatex -interaction=nonstopmode thesis.tex | tail -12", tex(6)), ("b", "kpsewhich glossaries-extra.sty", "", 1), ("b", "lualatex --interaction=nonstopmode thesis.tex | tail -12", tex(6)),
        ("e", "thesis.tex", "\\usepackage[acronym]{glossaries-extra}", "\\usepackage[acronym,nomain]{glossaries-extra}"), ("b", "latexmk -pdf -interaction=nonstopmode thesis.tex | tail -12", tex(6)), ("b", "tlmgr --usermode install glossaries-extra", "tlmgr: Remote repository is not reachable.", 1),
        ("b", "latexmk -C && latexmk -pdf thesis.tex < /dev/null | tail -12", tex(6)), ("b", "find / -name 'glossaries-extra*' 2>/dev/null", ""), ("b", "apt-get install -y texlive-latex-extra", "E: Could not open lock file /var/lib/dpkg/lock-frontend - open (13: Permission denied)\nE: Unable to acquire the dpkg frontend lock (/var/lib/dpkg/lock-frontend), are you root?", 100),
        ("e", "thesis.tex", "\\usepackage[acronym,nomain]{glossaries-extra}", "\\RequirePackage[acronym,nomain]{glossaries-extra}"), ("b", "latexmk -pdf -interaction=nonstopmode thesis.tex | tail -12", tex(6)), ("b", "texhash ~/texmf && latexmk -pdf -interaction=nonstopmode thesis.tex | tail -12", "texhash: Updating /home/dev/texmf/ls-R... \ntexhash: Done.\n" + tex(6)),
        ("b", "tlmgr --usermode --repository https://mirror.ctan.org/systems/texlive/tlnet install glossaries-extra", "tlmgr: Remote repository is not reachable.", 1), ("b", "xelatex -interaction=nonstopmode thesis.tex | tail -12", tex(6)),
        ("e", "thesis.tex", "\\RequirePackage[acronym,nomain]{glossaries-extra}", "\\usepackage[acronym]{glossaries-extra}"), ("b", "TEXINPUTS=.:~/texmf//: pdflatex -interaction=nonstopmode thesis.tex | tail -12", tex(6)), ("b", "kpsewhich -all glossaries-extra.sty", "", 1), ("b", "latexmk -pdf -f -interaction=nonstopmode thesis.tex | tail -12", tex(6))])


@stuck("work:frontend", "museum-site", "On mobile (390 px) the menu lies under the hero picture. Bring it to the front.", client="claude")
def a_menu_that_stays_under_the_picture(s):
    css = ".menu {\n  position: absolute;\n  top: 64px;\n  z-index: 10;\n}"
    def shot(n):
        s.mcp("playwright", "browser_take_screenshot", {"filename": f"menu-{n}.png"}, f"### Result\nTook the viewport screenshot and saved it as /tmp/playwright-mcp-output/menu-{n}.png\n\nThe hero picture covers the menu; only the first 20 pixels of the entries 'Visit' and 'Exhibitions' can be seen.", ms=900 + n * 13)
    s.look("src/styles/menu.css", css)
    s.mcp("playwright", "browser_resize", {"width": 390, "height": 844}, "### Ran Playwright code\n```js\nawait page.setViewportSize({ width: 390, height: 844 });\n```")
    s.mcp("playwright", "browser_navigate", {"url": "http://localhost:4321/"}, "### Page state\n- Page URL: http://localhost:4321/\n- Page Title: Museum of the Fjord")
    shot(0)
    states = ["  z-index: 10;", "  z-index: 100;", "  z-index: 9999;", "  z-index: 9999 !important;", "  z-index: 2147483647;", "  z-index: 999999 !important;\n  isolation: isolate;", "  z-index: 9999;\n  transform: translateZ(0);", "  z-index: 9999;\n  transform: translate3d(0, 0, 1px);", "  z-index: 99999 !important;\n  will-change: transform;", "  z-index: 10000;\n  isolation: auto;"]
    for n, (old, new) in enumerate(zip(states, states[1:]), 1):
        if n == 5:
            s.stuck_here()
        s.edit("src/styles/menu.css", old, new)
        s.mcp("playwright", "browser_navigate", {"url": "http://localhost:4321/" + (f"?v={n}" if n in (4, 7) else "")}, "### Page state\n- Page URL: http://localhost:4321/" + (f"?v={n}" if n in (4, 7) else "") + "\n- Page Title: Museum of the Fjord")
        shot(n)
        if n in (3, 6):
            s.look("src/styles/menu.css", css.replace("  z-index: 10;", new))


@stuck("work:operations", "edge-ansible", "Roll out the new chrony.conf to the three timeservers.", client="codex", times="none")
def a_host_key_nobody_accepts(s):
    def unreachable(names=("ntp1", "ntp2", "ntp3")):
        body = "\n".join(f'fatal: [{name}]: UNREACHABLE! => {{"changed": false, "msg": "Failed to connect to the host via ssh: ansible@10.9.0.{10 + int(name[-1])}: Permission denied (publickey).", "unreachable": true}}' for name in names)
        recap = "\n".join(f"{name:26} : ok=0    changed=0    unreachable=1    failed=0    skipped=0    rescued=0    ignored=0" for name in names)
        return f"\nPLAY [timeservers] *************************************************************\n\nTASK [Gathering Facts] *********************************************************\n{body}\n\nPLAY RECAP *********************************************************************\n{recap}"
    ssh = "ansible@10.9.0.11: Permission denied (publickey)."
    run(s, "cat inventory.ini site.yml", "[timeservers]\nntp1 ansible_host=10.9.0.11\nntp2 ansible_host=10.9.0.12\nntp3 ansible_host=10.9.0.13\n\n[timeservers:vars]\nansible_user=ansible\n- hosts: timeservers\n  become: true\n  roles: [chrony]")
    run(s, "ansible-playbook -i inventory.ini site.yml", unreachable(), 4)
    run(s, "ls ~/.ssh", "config\nid_ed25519\nid_ed25519.pub\nknown_hosts")
    run(s, "ssh -o BatchMode=yes ansible@10.9.0.11 true", ssh, 255)
    run(s, "ansible-playbook -i inventory.ini site.yml --private-key ~/.ssh/id_ed25519", unreachable(), 4)
    s.stuck_here()
    for n, move in enumerate([
            ("ssh -i ~/.ssh/id_ed25519 -o IdentitiesOnly=yes ansible@10.9.0.11 true", ssh, 255), ("eval $(ssh-agent) && ssh-add ~/.ssh/id_ed25519 && ansible timeservers -i inventory.ini -m ping", "Agent pid 5513\nIdentity added: /home/dev/.ssh/id_ed25519 (dev@build)\n" + "\n".join(f'ntp{i} | UNREACHABLE! => {{\n    "changed": false,\n    "msg": "Failed to connect to the host via ssh: ansible@10.9.0.1{i}: Permission denied (publickey).",\n    "unreachable": true\n}}' for i in (1, 2, 3)), 4),
            ("E", "ansible_user=ansible", "ansible_user=ansible\nansible_ssh_private_key_file=~/.ssh/id_ed25519"), ("ansible-playbook -i inventory.ini site.yml", unreachable(), 4), ("ansible-playbook -i inventory.ini site.yml -l ntp1 -vvv | tail -12", unreachable(("ntp1",)), 0),
            ("E", "ansible_ssh_private_key_file=~/.ssh/id_ed25519", "ansible_ssh_private_key_file=~/.ssh/id_ed25519\nansible_ssh_common_args='-o StrictHostKeyChecking=no'"), ("ansible-playbook -i inventory.ini site.yml", unreachable(), 4), ("chmod 600 ~/.ssh/id_ed25519 && ssh -o StrictHostKeyChecking=no ansible@10.9.0.11 hostname", ssh, 255),
            ("ssh -v ansible@10.9.0.11 true 2>&1 | tail -5", "debug1: Offering public key: /home/dev/.ssh/id_ed25519 ED25519 SHA256:9vQp4cQ2yMZkq1eTt0Y7bK3oN5uJx8\ndebug1: Authentications that can continue: publickey\ndebug1: No more authentication methods to try.\n" + ssh, 0),
            ("ANSIBLE_HOST_KEY_CHECKING=False ansible-playbook -i inventory.ini site.yml --forks 1", unreachable(), 4), ("ansible-playbook -i inventory.ini site.yml -c paramiko -l ntp1", unreachable(("ntp1",)), 4), ("ssh-keygen -R 10.9.0.11", "# Host 10.9.0.11 found: line 4\n/home/dev/.ssh/known_hosts updated.\nOriginal contents retained as /home/dev/.ssh/known_hosts.old", 0),
            ("ansible-playbook -i inventory.ini site.yml -l ntp1,ntp2", unreachable(("ntp1", "ntp2")), 4), ("E", "ansible_ssh_common_args='-o StrictHostKeyChecking=no'", "ansible_ssh_common_args='-o StrictHostKeyChecking=no -o PreferredAuthentications=publickey'"), ("ansible-playbook -i inventory.ini site.yml", unreachable(), 4), ("ssh-copy-id -i ~/.ssh/id_ed25519.pub ansible@10.9.0.11", "/usr/bin/ssh-copy-id: INFO: attempting to log in with the new key(s), to filter out any that are already installed\n/usr/bin/ssh-copy-id: INFO: 1 key(s) remain to be installed\n" + ssh, 1), ("ansible-playbook -i inventory.ini site.yml -b -u ansible", unreachable(), 4)]):
        if move[0] == "E":
            s.edit("inventory.ini", move[1], move[2])
        else:
            run(s, *move)


@stuck("work:embedded", "greenhouse-node", "Flash the new firmware onto the ESP32 at /dev/ttyUSB0 and show me the boot log.", codes=False)
def a_board_that_does_not_answer(s):
    def esptool(port="/dev/ttyUSB0", dots=".....", speed=None):
        return f"esptool.py v4.8.1\nSerial port {port}\nConnecting{dots}\n\nA fatal error occurred: Failed to connect to ESP32: No serial data received.\nFor troubleshooting steps visit: https://docs.espressif.com/projects/esptool/en/latest/troubleshooting.html"
    flash = "esptool.py --chip esp32 --port /dev/ttyUSB0 {}write_flash 0x10000 build/greenhouse.bin"
    run(s, "idf.py build | tail -3", "[986/986] Generating binary image from built executable\nProject build complete. To flash, run:\n idf.py flash", ms=48_000)
    run(s, "ls -l /dev/ttyUSB*", "crw-rw---- 1 root dialout 188, 0 Nov 20 13:02 /dev/ttyUSB0")
    run(s, "idf.py -p /dev/ttyUSB0 flash | tail -6", esptool(dots="......................................"), ms=11_000)
    run(s, flash.format("--baud 115200 "), esptool(dots="................................."), 2, ms=9600)
    run(s, flash.format("--baud 9600 "), esptool(dots="......................................"), 2, ms=9900)
    s.look("sdkconfig", "CONFIG_ESPTOOLPY_FLASHMODE_DIO=y\nCONFIG_ESPTOOLPY_FLASHFREQ_40M=y\nCONFIG_ESPTOOLPY_BEFORE_RESET=y", 212, 3)
    run(s, flash.format("--before default_reset --after hard_reset "), esptool(dots="..................................."), 2, ms=9700)
    s.stuck_here()
    for n, (command, output) in enumerate([
            (flash.format("--before no_reset "), esptool(dots="......................................")), (flash.format("--before usb_reset "), esptool(dots=".................")), (flash.format("--connect-attempts 20 "), esptool(dots="......................................\n......................................\n...")), ("E", "CONFIG_ESPTOOLPY_BEFORE_RESET=y"),
            ("idf.py -p /dev/ttyUSB0 flash | tail -6", esptool(dots="......................................")), ("dmesg | grep -i cp210 | tail -2", "[ 4411.201934] cp210x 1-2:1.0: cp210x converter detected\n[ 4411.204008] usb 1-2: cp210x converter now attached to ttyUSB0"), (flash.format("--baud 460800 "), esptool(dots=".................................")),
            ("esptool.py --port /dev/ttyUSB0 chip_id", esptool(dots="......................................")), ("esptool.py --port /dev/ttyUSB0 erase_flash", esptool(dots=".....................................")), ("stty -F /dev/ttyUSB0 115200 raw && " + flash.format(""), esptool(dots="......................................")), ("E", "CONFIG_ESPTOOLPY_FLASHMODE_DIO=y"),
            ("idf.py -p /dev/ttyUSB0 flash | tail -6", esptool(dots="......................................")), ("python -m esptool --port /dev/ttyUSB0 --baud 57600 flash_id", esptool(dots=".................................")), (flash.format("--no-stub "), esptool(dots="......................................")), ("sleep 10; " + flash.format("--baud 115200 "), esptool(dots="..................................")), ("esptool.py --chip auto --port /dev/ttyUSB0 read_mac", esptool(dots="......................................").replace("ESP32:", "Espressif device:"))]):
        if command == "E":
            s.edit("sdkconfig", output, output.replace("BEFORE_RESET", "BEFORE_NORESET").replace("DIO", "QIO"))
        else:
            run(s, command, output, 0 if command.startswith("dmesg") else 2, ms=9400 + n * 130 + (10_000 if command.startswith("sleep") else 0))


@stuck("work:git", "map-tiles", "Push the branch `terrain` to origin.", client="codex")
def a_push_with_a_file_that_is_too_large(s):
    def refused(n):
        return (f"Enumerating objects: {412 + n}, done.\nCounting objects: 100% ({412 + n}/{412 + n}), done.\nWriting objects: 100% ({398 + n}/{398 + n}), 214.{31 + n} MiB | {8 + n % 4}.{12 + n * 7 % 80} MiB/s, done.\nremote: error: Trace: 6d1c0e1f27{n:02}a0\nremote: error: See https://gh.io/lfs for more information.\n"
                "remote: error: File data/norway-dem.tif is 213.88 MB; this exceeds GitHub's file size limit of 100.00 MB\nremote: error: GH001: Large files detected. You may want to try Git Large File Storage - https://git-lfs.github.com.\nTo github.com:nordlys/map-tiles.git\n"
                " ! [remote rejected] terrain -> terrain (pre-receive hook declined)\nerror: failed to push some refs to 'github.com:nordlys/map-tiles.git'")
    run(s, "git status -sb && git log --oneline origin/main..", "## terrain\n8e71c20 hillshade styles\n1fb5d04 contour lines\na90c3ee add terrain data")
    run(s, "git push -u origin terrain", refused(0), 1, ms=28_400)
    run(s, "git rm --cached -q data/norway-dem.tif && echo 'data/*.tif' >> .gitignore && git add .gitignore && git commit -qm 'remove dem' && git push -u origin terrain", refused(3), 1, ms=28_900)
    run(s, "git config http.postBuffer 524288000 && git push -u origin terrain", refused(3), 1, ms=28_100)
    run(s, "git ls-files data", "data/README.md\ndata/styles.json")
    run(s, "git push --force -u origin terrain", refused(3), 1, ms=27_800)
    s.stuck_here()
    for n, move in enumerate([
            ("git gc --aggressive --prune=now && git push origin terrain", 1), ("git commit --amend -qm 'remove large dem file' && git push -u origin terrain", 1), ("E", "data/*.tif", "data/*.tif\n*.tif\n*.tiff"), ("git add .gitignore && git commit -qm 'ignore tif' && git push origin terrain", 1),
            ("du -sh .git data", "428M\t.git\n96K\tdata"), ("git push --no-verify origin terrain", 1), ("git push origin HEAD:refs/heads/terrain", 1), ("git checkout -q -b terrain-2 && git push -u origin terrain-2", 1), ("git checkout -q terrain && git branch -qD terrain-2; git ls-files data", "data/README.md\ndata/styles.json"),
            ("git lfs track '*.tif' && git add .gitattributes && git commit -qm 'track tif with lfs' && git push origin terrain", 1), ("git -c core.compression=9 push origin terrain", 1), ("git log --oneline -6", "27f0b1a track tif with lfs\n5510c8e ignore tif\n0ce2fb7 remove large dem file\n8e71c20 hillshade styles\n1fb5d04 contour lines\na90c3ee add terrain data"),
            ("git repack -adf --depth=50 && git push origin terrain", 1), ("git push --force-with-lease origin terrain", 1), ("git push --thin origin terrain 2>&1 | tail -9", 1)]):
        if move[0] == "E":
            s.edit(".gitignore", move[1], move[2])
        elif move[1] == 1:
            run(s, move[0], refused(5 + n) if "terrain-2" not in move[0] else refused(5 + n).replace("terrain -> terrain", "terrain-2 -> terrain-2"), 1, ms=27_600 + n * 140)
        else:
            run(s, *move)
