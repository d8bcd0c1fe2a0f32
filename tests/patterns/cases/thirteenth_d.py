"""Long stuck sessions: good work first, then a borrow error, a missing compiler, a forbidden image, a denied push, a circle of files, a stale memory, two helpers, one exception."""
import random
from session import stuck


@stuck("thirteenth:long-rust", "kiln-control", "Split the controller into modules, and let the schedule change while a firing runs.", client="claude")
def a_borrow_error_after_a_good_morning(s):
    r = random.Random(161)
    mods = ["ramp", "probe", "relay", "alarm", "log", "menu", "clock"]
    s.look("src/main.rs", "mod hal;\nfn main() {\n    // 900 lines\n}\n")
    for n, m in enumerate(mods):
        s.write(f"src/{m}.rs", f"//! {m}\npub struct {m.title()} {{ pub t: u32 }}\n")
        s.edit("src/main.rs", "mod hal;", f"mod hal;\nmod {m};")
        s.bash("cargo check 2>&1 | tail -1", f"    Finished `dev` profile [unoptimized + debuginfo] target(s) in 0.{r.randint(20, 99)}s", ms=r.randint(700, 1400))
    s.bash("git commit -qam 'Split into modules'", "")
    ideas = ["clone the schedule", "take() the step", "a Cell for the index", "split_at_mut", "collect the indices first", "an Option around the ramp", "RefCell", "mem::replace", "pass the controller by value", "a raw index loop", "Rc<RefCell<_>>", "an inner block", "a helper function", "as_deref_mut", "two structs", "retain"]
    for n, idea in enumerate(ideas):
        if n == 6:
            s.stuck_here()
        s.edit("src/schedule.rs", f"        // {ideas[n - 1] if n else 'todo'}\n", f"        // {idea}\n        let step{n} = self.steps.iter_mut(); // {idea}\n")
        s.bash(["cargo check 2>&1 | tail -14", "cargo build 2>&1 | grep -A8 '^error'", "cargo check --message-format short"][n % 3], [f"error[E0502]: cannot borrow `self.ramp` as mutable because it is also borrowed as immutable\n  --> src/schedule.rs:88:13\n   |\n84 |         for step in self.steps(&self.ramp) {{\n   |                                ---------- immutable borrow occurs here\n88 |             self.ramp.shift(step);\n   |             ^^^^^^^^^^^^^^^^^^^^^ mutable borrow occurs here\n\nerror: could not compile `kiln-control` (bin \"kiln-control\") due to 1 previous error", "error[E0502]: cannot borrow `self.ramp` as mutable because it is also borrowed as immutable\n  --> src/schedule.rs:88:13\n   |\n84 |         for step in self.steps(&self.ramp) {\n   |                                ---------- immutable borrow occurs here\n88 |             self.ramp.shift(step);\n   |             ^^^^^^^^^^^^^^^^^^^^^ mutable borrow occurs here", "src/schedule.rs:88:13: error[E0502]: cannot borrow `self.ramp` as mutable because it is also borrowed as immutable: mutable borrow occurs here\nerror: could not compile `kiln-control` (bin \"kiln-control\") due to 1 previous error"][n % 3], 0 if n % 3 < 2 else 101, ms=r.randint(700, 1600))
        if n % 4 == 2:
            s.look("src/schedule.rs", f"    pub fn shift(&mut self) {{\n        // {idea}\n        for step in self.steps(&self.ramp) {{\n            self.ramp.shift(step);\n", first=82, count=4)
        if n % 5 == 3:
            s.bash("rustc --explain E0502 | head -12", "A variable already borrowed with a certain mutability (either mutable or\nimmutable) was borrowed again with a different mutability.")


@stuck("thirteenth:long-cmake", "sea-charts", "Add the buoy layer and make the build pass.", client="codex")
def flatc_stays_missing_while_cmake_is_edited(s):
    r = random.Random(162)
    s.bash("ls", "CMakeLists.txt\ncmake\nlayers\nschema\nsrc\ntests")
    for f in ["layers/light.cc", "layers/depth.cc", "layers/wreck.cc", "src/scene.cc", "schema/layer.fbs"]:
        s.look(f, f"// {f}\nnamespace chart {{\nvoid add_{f.split('/')[1].split('.')[0]}(Scene&);\n}}\n")
    s.write("layers/buoy.cc", "namespace chart {\nvoid add_buoy(Scene& s) { s.add(Layer::Buoy); }\n}\n")
    s.edit("schema/layer.fbs", "enum Layer:byte { Light, Depth, Wreck }", "enum Layer:byte { Light, Depth, Wreck, Buoy }")
    for f in ["scene", "legend", "export", "import", "theme", "print"]:
        s.edit(f"src/{f}.cc", "case Layer::Wreck:", f"case Layer::Buoy: // {f}\n    case Layer::Wreck:")
    tries = [("CMakeLists.txt", "find_program(FLATC flatc)"), ("CMakeLists.txt", "set(FLATBUFFERS_FLATC_EXECUTABLE flatc)"), ("cmake/Schema.cmake", "add_custom_command(OUTPUT layer_generated.h COMMAND flatc --cpp layer.fbs)"), ("cmake/Schema.cmake", "COMMAND ${CMAKE_COMMAND} -E env flatc --cpp"), ("CMakeLists.txt", "list(APPEND CMAKE_PROGRAM_PATH /usr/local/bin)"), ("cmake/Schema.cmake", "WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}/schema"), ("CMakePresets.json", "\"PATH\": \"/opt/flatbuffers/bin:$penv{PATH}\""), ("cmake/Schema.cmake", "VERBATIM"), ("CMakeLists.txt", "cmake_policy(SET CMP0109 NEW)"), ("cmake/Schema.cmake", "COMMAND sh -c 'flatc --cpp layer.fbs'"), ("CMakeLists.txt", "add_dependencies(chart schema)"), ("cmake/Schema.cmake", "COMMAND flatc --cpp -o ${CMAKE_BINARY_DIR}"), ("cmake/Schema.cmake", "DEPENDS schema/layer.fbs"), ("CMakeLists.txt", "set(ENV{PATH} \"/snap/bin:$ENV{PATH}\")")]
    for n, (f, line) in enumerate(tries):
        if n == 5:
            s.stuck_here()
        s.bash(["cmake --build build", "cmake --build build -j8 2>&1 | tail -4", "cmake -S . -B build && cmake --build build", "make -C build", "rm -rf build && cmake --preset dev && cmake --build build"][n % 5], f"[{r.randint(2, 5)}%] Generating layer_generated.h\n/bin/sh: 1: flatc: not found\n" + ("make[2]: *** [CMakeFiles/schema.dir/build.make:74: layer_generated.h] Error 127\nmake[1]: *** [CMakeFiles/Makefile2:111: CMakeFiles/schema.dir/all] Error 2\nmake: *** [Makefile:136: all] Error 2" if n % 2 else "gmake[2]: *** [CMakeFiles/schema.dir/build.make:74: layer_generated.h] Error 127"), 0 if n % 5 == 1 else 2, ms=r.randint(800, 6000))
        s.edit(f, f"# {n}", f"{line}\n# {n + 1}")
        if n % 3 == 1:
            s.bash(["which flatc", "ls /usr/local/bin | grep flat", "command -v flatc", "find / -name 'flatc*' -type f 2>/dev/null", "type flatc"][n // 3 % 5], "" if n // 3 % 5 != 4 else "bash: line 1: type: flatc: not found", 1 if n // 3 % 5 != 3 else 0)


@stuck("thirteenth:long-k8s", "lamp-shop", "Write the manifests for the three new services and bring them up on staging.", client="plain", codes=False)
def an_image_pull_that_no_manifest_edit_cures(s):
    r = random.Random(163)
    for svc in ["prices", "stock", "quotes"]:
        for kind in ["deployment", "service", "config"]:
            s.write(f"k8s/{svc}/{kind}.yaml", f"kind: {kind.title()}\nmetadata:\n  name: {svc}\n")
        s.bash(f"kubectl apply -f k8s/{svc}", f"configmap/{svc} created\ndeployment.apps/{svc} created\nservice/{svc} created")
    s.bash("kubectl get pods", "\n".join(["NAME                      READY   STATUS             RESTARTS   AGE", "prices-6c7d9c5b8-hb2vw    1/1     Running            0          40s", "stock-7f9d8d66c4-zz8pq    1/1     Running            0          31s", "quotes-5b5b99f7d9-qk4lw   0/1     ImagePullBackOff   0          25s"]))
    things = ["imagePullPolicy: Always", "imagePullPolicy: IfNotPresent", "replicas: 1", "terminationGracePeriodSeconds: 5", "restartPolicy: Always", "revisionHistoryLimit: 1", "minReadySeconds: 5", "imagePullSecrets: [{name: regcred}]", "nodeSelector: {pool: b}", "memory: 512Mi", "strategy: {type: Recreate}", "progressDeadlineSeconds: 900", "hostNetwork: true"]
    for n, thing in enumerate(things):
        if n == 4:
            s.stuck_here()
        s.edit("k8s/quotes/deployment.yaml", f"# {n}", f"{thing}\n# {n + 1}")
        s.bash(["kubectl apply -f k8s/quotes/deployment.yaml", "kubectl replace --force -f k8s/quotes/deployment.yaml"][n % 2], ["deployment.apps/quotes configured", "deployment.apps \"quotes\" deleted\ndeployment.apps/quotes replaced"][n % 2], ms=r.randint(400, 1500))
        if n % 4 == 3:
            s.bash(["kubectl rollout restart deploy/quotes", "kubectl delete pod -l app=quotes"][n // 4 % 2], ["deployment.apps/quotes restarted", f"pod \"quotes-{r.getrandbits(40):010x}-x7k2p\" deleted"][n // 4 % 2])
        s.bash(["kubectl describe pod -l app=quotes | tail -3", "kubectl get events --sort-by=.lastTimestamp | grep quotes | tail -1", "kubectl describe pods -l app=quotes | grep -A1 'Failed to pull'"][n % 3], f"{r.randint(3, 50)}s         Warning   Failed              pod/quotes-{r.getrandbits(40):010x}-{r.choice(['x7k2p', 'm4zt8', 'q9wvn'])}   Failed to pull image \"registry.lamps.example/quotes:1.0\": failed to authorize: failed to fetch anonymous token: unexpected status from GET request to https://registry.lamps.example/token?scope=repository%3Aquotes%3Apull: 401 Unauthorized" if n % 3 == 1 else f"  Warning  Failed     {r.randint(3, 50)}s (x{r.randint(2, 4)} over {r.randint(51, 90)}s)  kubelet            Failed to pull image \"registry.lamps.example/quotes:1.0\": failed to authorize: failed to fetch anonymous token: unexpected status from GET request to https://registry.lamps.example/token?scope=repository%3Aquotes%3Apull: 401 Unauthorized\n  Warning  Failed     {r.randint(3, 50)}s (x{r.randint(2, 4)} over {r.randint(51, 90)}s)  kubelet            Error: ErrImagePull", ms=r.randint(300, 900))


@stuck("thirteenth:long-docker", "clinic-stack", "Build the images with the new base and push them to the registry.", client="claude")
def images_built_well_and_all_denied_at_the_push(s):
    r = random.Random(164)
    images = ["intake", "triage", "lab", "xray", "pharmacy", "billing", "portal", "sms", "fhir", "backup", "kiosk", "rota", "audit", "mailer"]
    s.grep("^FROM", ".", "\n".join(f"{i}/Dockerfile:1:FROM debian:11-slim" for i in images))
    for i in images:
        s.bash(f"sed -i 's/debian:11-slim/debian:12-slim/' {i}/Dockerfile && docker build -q -t reg.clinic.example/{i}:26.10 {i}", f"sha256:{r.getrandbits(256):064x}", ms=r.randint(20_000, 90_000))
    s.bash("docker image ls --format '{{.Repository}}' | grep -c clinic", "14")
    denied = "denied: requested access to the resource is denied"
    for n, i in enumerate(images):
        if n == 6:
            s.stuck_here()
        s.bash(f"docker push {'-q ' if n % 3 == 1 else ''}reg.clinic.example/{i}:26.10", f"The push refers to repository [reg.clinic.example/{i}]\n{r.getrandbits(48):012x}: Preparing\n{r.getrandbits(48):012x}: Preparing\n{denied}" if n % 3 != 1 else denied, 1, ms=r.randint(900, 2100))
        if n == 3:
            s.bash("docker info 2>/dev/null | grep -i registry", " Registry: https://index.docker.io/v1/")
        if n == 8:
            s.bash("cat ~/.docker/config.json", "{\n  \"auths\": {}\n}")
    for n, c in enumerate(["sudo docker push reg.clinic.example/intake:26.10", "docker tag reg.clinic.example/intake:26.10 reg.clinic.example/clinic/intake:26.10", "docker push reg.clinic.example/clinic/intake:26.10", "skopeo copy docker-daemon:reg.clinic.example/lab:26.10 docker://reg.clinic.example/lab:26.10", "crane push lab.tar reg.clinic.example/lab:26.10", "docker push --all-tags reg.clinic.example/sms", "DOCKER_BUILDKIT=0 docker push reg.clinic.example/sms:26.10", "buildah push reg.clinic.example/fhir:26.10", "docker compose push"]):
        s.bash(c, "" if " tag " in c else (f"FATA[0001] {denied}" if "skopeo" in c or "crane" in c else denied), 0 if " tag " in c else 1, ms=r.randint(900, 2100))


@stuck("thirteenth:long-circle", "ring-menu", "Add keyboard navigation to the ring menu. Tell me when it is ready.", client="plain", gap=3)
def five_finished_files_walked_in_circles(s):
    r = random.Random(165)
    text = {"src/ring.ts": "export class Ring {\n  focus(i: number) { this.items[i].el.focus(); }\n}\n", "src/keys.ts": "export const keys = { ArrowLeft: -1, ArrowRight: 1 };\n", "src/item.ts": "export class Item {\n  constructor(readonly el: HTMLElement) {}\n}\n", "src/index.ts": "export * from './ring';\nexport * from './keys';\n", "test/ring.test.ts": "test('arrow right moves the focus', () => {});\n"}
    for f, t in text.items():
        s.look(f, t)
    for n, key in enumerate(["ArrowUp", "ArrowDown", "Home", "End", "Escape", "Enter"]):
        s.edit("src/keys.ts", "};", f", {key}: {n} }};")
        s.edit("test/ring.test.ts", "test('arrow", f"test('{key}', () => {{ press('{key}'); }});\ntest('arrow")
        s.bash("npx vitest run 2>&1 | tail -4", f" Test Files  1 passed (1)\n      Tests  {n + 2} passed ({n + 2})\n   Start at  10:0{n}:{r.randint(10, 59)}\n   Duration  {r.randint(400, 700)}ms")
    text["src/keys.ts"] = "export const keys = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: 0, ArrowDown: 1, Home: 2, End: 3, Escape: 4, Enter: 5 };\n"
    s.bash("npx tsc --noEmit && npx eslint src", "")
    files = list(text)
    for lap in range(7):
        if lap == 2:
            s.stuck_here()
        order = files[lap % 5:] + files[:lap % 5]
        for n, f in enumerate(order[:4 + lap % 2]):
            if (lap + n) % 3 == 1:
                s.bash(f"{['cat', 'head -100', 'nl -ba'][lap % 3]} {f}", text[f] if lap % 3 < 2 else "".join(f"     {k}\t{line}\n" for k, line in enumerate(text[f].splitlines(), 1)))
            else:
                s.look(f, text[f])
        s.think(["Let me verify once more that everything is consistent.", "Before I report I want to be sure about the exports.", "I should look at the implementation again."][lap % 3])
        if lap % 2:
            s.bash("git status --short", " M src/keys.ts\n M test/ring.test.ts")


@stuck("thirteenth:long-stale", "vat-engine", "Rename the rates to bands in all modules, and rewrite compute() so that reduced bands come first.", client="codex")
def patches_from_an_old_memory_of_one_file(s):
    r = random.Random(166)
    mods = ["at", "be", "cz", "de", "dk", "ee", "fi", "fr", "gr", "hu", "ie", "it"]
    for m in mods:
        s.edit(f"vat/{m}.py", f"RATES = {{'std': {r.randint(17, 27)}}}", f"BANDS = {{'std': {r.randint(17, 27)}}}")
    s.bash("python -m pytest -q 2>&1 | tail -2", "FAILED tests/test_compute.py::test_reduced_first - AssertionError: assert ['std', 'red'] == ['red', 'std']\n1 failed, 88 passed in 1.31s", 0)
    wrong = ["def compute(rates, net):\n    for rate in rates:", "def compute(rates, net):\n    total = 0\n    for rate in sorted(rates):", "    total = 0\n    for rate in rates.values():", "def compute(rates, net, /):", "    return sum(net * r for r in rates)", "def compute(rates: dict, net: Decimal):", "    for rate in rates:\n        total += net * rate", "class Compute:\n    def compute(self, rates):", "def compute(rates, net) -> Decimal:", "    total = Decimal(0)\n    for rate in rates:", "    # order matters\n    for rate in rates:", "def compute(rates,net):", "    rates = list(rates)", "def compute(*rates):"]
    real = "def compute(bands, net, *, on=None):\n\treturn _fold(_ordered(bands), net, on)\n"
    for n, old in enumerate(wrong):
        if n == 5:
            s.stuck_here()
        s.edit("vat/compute.py", old, old.replace("rate", "band") + f"  # {n}", rejected="missing")
        if n % 3 == 1:
            s.bash(["cat vat/compute.py", "sed -n '1,40p' vat/compute.py", "head -20 vat/compute.py", "cat -A vat/compute.py", "nl vat/compute.py"][n // 3 % 5], [real, real, real, real.replace("\t", "^I").replace("\n", "$\n"), real][n // 3 % 5])
        if n % 4 == 2:
            s.bash("sed -i 's/for rate in rates:/for band in sorted(bands):/' vat/compute.py", "")
            s.bash("git diff --stat -- vat/compute.py", "")
        if n % 5 == 4:
            s.bash("python -m pytest -q tests/test_compute.py 2>&1 | tail -2", f"FAILED tests/test_compute.py::test_reduced_first - AssertionError: assert ['std', 'red'] == ['red', 'std']\n1 failed, 6 passed in 0.{r.randint(10, 40)}s", 0)


@stuck("thirteenth:long-handover", "gift-cards", "Let the helpers build the gift card endpoint: one writes, one tests. Report when QA accepts it.", client="claude")
def an_endpoint_that_dev_and_qa_hand_over(s):
    r = random.Random(167)
    for f in ["api/cards.py", "api/orders.py", "api/refunds.py", "schema/card.json", "docs/api.md"]:
        s.look(f, f"# {f}\nROUTES = ['{f.split('/')[1].split('.')[0]}']\n")
    for n, part in enumerate(["the model", "the migration", "the serializer", "the route", "the docs"]):
        s.task("dev", f"Write {part} of the gift card endpoint.", f"Done: {part} is in api/giftcards.py ({20 + n * 14} lines), tests of the part pass.")
        s.bash("pytest -q tests/api 2>&1 | tail -1", f"{60 + n * 3} passed in {r.uniform(3, 4):.2f}s")
    s.bash("git commit -qam 'Gift cards, first draft'", "")
    for n in range(9):
        if n == 3:
            s.stuck_here()
        s.task("qa", ["Test the gift card endpoint and accept it.", "Please test the endpoint again; dev says that it is for you.", "Dev answered that the currency is a question of the test plan. Please decide and accept."][n % 3], ["I cannot accept it before dev says which currency a card without currency has. Please ask dev.", "The currency of cards without one is still not stated. This is a decision of dev. Back to dev.", "QA does not decide on currencies; I need the decision from dev first."][n % 3])
        if n % 3 == 1:
            s.bash("git log --oneline -1", "5ad0e2b Gift cards, first draft")
        s.task("dev", ["QA asks which currency a card without currency has. Please settle it.", "QA needs your decision about the currency.", "Settle the default currency so that QA can accept."][n % 3], ["That belongs into the test plan of QA; I implement what the plan says. Nothing changed. Please ask QA.", "I changed nothing: QA must write the expected currency in the test plan first. Back to QA.", "Waiting for the test plan of QA. No changes."][n % 3])
        if n % 3 == 2:
            s.plan([("Gift card endpoint", "completed"), ("QA accepts", "in_progress"), (f"Round {n + 1} with dev and QA", "in_progress")])
        if n % 4 == 3:
            s.bash("pytest -q tests/api 2>&1 | tail -1", f"72 passed in {r.uniform(3, 4):.2f}s")


@stuck("thirteenth:long-elixir", "choir-planner", "Fix the four failing contexts and the docs.", client="codex")
def an_ownership_error_at_one_line_for_an_hour(s):
    r = random.Random(168)
    for n, c in enumerate(["members", "scores", "venues"]):
        s.bash(f"mix test test/choir/{c}_test.exs 2>&1 | tail -9", f"  1) test lists {c} (Choir.{c.title()}Test)\n     test/choir/{c}_test.exs:{12 + n}\n     Assertion with == failed\n     left:  []\n     right: [%{{id: {n}}}]\n\nFinished in 0.{r.randint(1, 9)} seconds\n8 tests, 1 failure", 0)
        s.look(f"lib/choir/{c}.ex", f"defmodule Choir.{c.title()} do\n  def list, do: Repo.all(from x in {c.title()[:-1]}, where: x.gone)\nend\n")
        s.edit(f"lib/choir/{c}.ex", "where: x.gone", "where: not x.gone")
        s.bash(f"mix test test/choir/{c}_test.exs 2>&1 | tail -3", f"Finished in 0.{r.randint(1, 9)} seconds\n8 tests, 0 failures\n\nRandomized with seed {r.randint(1, 999999)}", 0)
    for c in ["members", "scores", "venues", "rehearsals"]:
        s.edit(f"lib/choir/{c}.ex", "  @moduledoc false", f"  @moduledoc \"The {c} of a choir.\"")
    places = [("test/test_helper.exs", "Ecto.Adapters.SQL.Sandbox.mode(Choir.Repo, :manual)"), ("test/support/data_case.ex", "Sandbox.checkout(Choir.Repo)"), ("config/test.exs", "pool_size: 20"), ("test/choir/rehearsals_test.exs", "async: false"), ("test/support/data_case.ex", "Sandbox.mode(Choir.Repo, {:shared, self()})"), ("lib/choir/reminder.ex", "Process.sleep(50)"), ("config/test.exs", "ownership_timeout: 60_000"), ("test/support/data_case.ex", "Sandbox.start_owner!(Choir.Repo, shared: true)"), ("lib/choir/reminder.ex", "Task.async(fn -> send_all() end)"), ("config/test.exs", "queue_target: 5000"), ("test/choir/rehearsals_test.exs", "setup :checkout"), ("lib/choir/application.ex", "{Choir.Reminder, []}"), ("test/test_helper.exs", "ExUnit.start(max_cases: 1)"), ("lib/choir/reminder.ex", "GenServer.cast(__MODULE__, :tick)")]
    for n, (f, line) in enumerate(places):
        if n == 5:
            s.stuck_here()
        s.edit(f, f"# {n}", f"{line}\n# {n + 1}")
        s.bash(["mix test test/choir/rehearsals_test.exs 2>&1 | tail -12", "mix test test/choir/rehearsals_test.exs:41 2>&1 | tail -12", "MIX_ENV=test mix test test/choir/rehearsals_test.exs --trace 2>&1 | tail -12", "mix test --only rehearsals --seed 0 2>&1 | tail -12"][n % 4], f"  1) test reminds everyone (Choir.RehearsalsTest)\n     test/choir/rehearsals_test.exs:41\n     ** (DBConnection.OwnershipError) cannot find ownership process for #PID<0.{r.randint(400, 900)}.0>.\n     When using ownership, you must manage connections in one of the four ways\n     stacktrace:\n       (ecto_sql 3.11.3) lib/ecto/adapters/sql.ex:1078: Ecto.Adapters.SQL.raise_sql_call_error/1\n       (choir 0.4.0) lib/choir/reminder.ex:33: Choir.Reminder.handle_info/2\n\nFinished in 0.{r.randint(2, 9)} seconds\n9 tests, 1 failure\n\nRandomized with seed {r.randint(1, 999999)}", 0, ms=r.randint(2000, 4000))
        if n % 4 == 1:
            s.look("lib/choir/reminder.ex", "  def handle_info(:tick, state) do\n    Repo.all(Rehearsal)\n", first=30, count=4 + n)
        if n == 8:
            s.bash("rm -rf _build deps/.hex && mix deps.get | tail -1", "* Getting ecto_sql (Hex package)", ms=21_000)
