"""Building and testing: Rails, Django, Gradle, Xcode, adb, CMake, Bazel, Nix, Docker, probe-rs, Godot, pytest, Go, LaTeX.

The two patterns of a family are twins: they look alike and only one of them leads nowhere.
"""
from session import healthy, stuck


# Rails: migrations that fail one after another, and one that fails for ever.

@healthy("twin:rails_migration", "shop", "Bring the old dump up to the current schema; the migrations have not been run since spring.", client="claude")
def old_migrations_mended_one_by_one(s):
    s.bash("bin/rails db:migrate:status | grep down", "  down    20260311090112  Add currency to orders\n  down    20260402121500  Create refunds\n  down    20260419080145  Add index on invoices number\n  down    20260503101010  Rename users login\n  down    20260518163020  Backfill order totals")
    steps = [("20260311090112_add_currency_to_orders", "AddCurrencyToOrders", "PG::NotNullViolation: ERROR:  column \"currency\" of relation \"orders\" contains null values", "null: false", "null: false, default: \"EUR\""),
             ("20260402121500_create_refunds", "CreateRefunds", "PG::DuplicateTable: ERROR:  relation \"refunds\" already exists", "create_table :refunds do", "create_table :refunds, if_not_exists: true do"),
             ("20260419080145_add_index_on_invoices_number", "AddIndexOnInvoicesNumber", "PG::UniqueViolation: ERROR:  could not create unique index \"index_invoices_on_number\"\nDETAIL:  Key (number)=(2025-0417) is duplicated.", "unique: true", "unique: true, where: \"voided_at IS NULL\""),
             ("20260503101010_rename_users_login", "RenameUsersLogin", "PG::UndefinedColumn: ERROR:  column \"login\" does not exist", "rename_column :users, :login, :username", "rename_column :users, :login, :username if column_exists?(:users, :login)"),
             ("20260518163020_backfill_order_totals", "BackfillOrderTotals", "NameError: uninitialized constant BackfillOrderTotals::Order", "Order.find_each", "::Order.unscoped.find_each")]
    for file, name, error, old, new in steps:
        s.bash("bin/rails db:migrate", f"== {file[:14]} {name}: migrating ======================================\nbin/rails aborted!\nStandardError: An error has occurred, this and all later migrations canceled:\n\n{error}", 1, ms=4100)
        s.look(f"db/migrate/{file}.rb", f"class {name} < ActiveRecord::Migration[7.1]\n  def change\n    {old}\n  end\nend")
        s.edit(f"db/migrate/{file}.rb", old, new)
    s.bash("bin/rails db:migrate", "== 20260518163020 BackfillOrderTotals: migrating ==============================\n== 20260518163020 BackfillOrderTotals: migrated (3.1184s) =====================", ms=9000)


@stuck("twin:rails_migration", "shop", "The migration AddAccountToInvoices fails, please fix it.", client="claude")
def thirteen_theories_about_one_migration(s):
    error = "== 20260601101500 AddAccountToInvoices: migrating =============================\n-- add_reference(:invoices, :account, {:null=>false, :foreign_key=>true})\nbin/rails aborted!\nStandardError: An error has occurred, this and all later migrations canceled:\n\nPG::InsufficientPrivilege: ERROR:  must be owner of table invoices"
    s.bash("bin/rails db:migrate", error, 1, ms=3900)
    theories = ["null: true", "null: false, foreign_key: false", "null: true, foreign_key: { validate: false }", "index: { algorithm: :concurrently }", "type: :bigint", "type: :uuid", "foreign_key: { to_table: :accounts }", "index: false", "null: true, index: false", "foreign_key: { on_delete: :cascade }", "default: 1", "polymorphic: true", "null: true, default: nil"]
    old = "null: false, foreign_key: true"
    for n, new in enumerate(theories):
        if n == 4:
            s.stuck_here()
        s.say(f"The cause must be the option `{old}`; with `{new}` it will go through.")
        s.edit("db/migrate/20260601101500_add_account_to_invoices.rb", f"add_reference :invoices, :account, {old}", f"add_reference :invoices, :account, {new}")
        s.bash("bin/rails db:migrate", error.replace("{:null=>false, :foreign_key=>true}", "{…}"), 1, ms=3700 + 40 * n)
        old = new


# Django: the same answer from every app, and from one app asked again.

@healthy("twin:makemigrations", "clinic", "Check for each app alone whether its models and migrations agree.", codes=False)
def makemigrations_for_each_app(s):
    apps = ["accounts", "appointments", "billing", "calls", "documents", "insurance", "labs", "messages_app", "patients", "pharmacy", "reports", "rooms", "staff", "waiting_list"]
    s.bash("ls -d apps/*/", "\n".join(f"apps/{app}/" for app in apps))
    for app in apps:
        s.bash(f"python manage.py makemigrations --check --dry-run {app}", f"No changes detected in app '{app}'", ms=1900)
    s.write("notes/migrations.md", "All 14 apps agree with their migrations.\n")


@stuck("twin:makemigrations", "clinic", "Make the migration for the new field Visit.triage_level.", codes=False)
def makemigrations_asked_in_every_way(s):
    model = "class Visit(models.Model):\n    patient = models.ForeignKey(Patient, on_delete=models.CASCADE)\n    started_at = models.DateTimeField()\n    triage_level: models.IntegerField(default=0)"
    commands = ["python manage.py makemigrations visits", "python manage.py makemigrations", "python manage.py makemigrations visits -v 3", "python3 manage.py makemigrations visits", "python manage.py makemigrations visits --name add_triage_level", "DJANGO_SETTINGS_MODULE=clinic.settings python manage.py makemigrations visits", "python -m django makemigrations visits --settings clinic.settings", "python manage.py makemigrations visits --dry-run", "python manage.py makemigrations visits 2>&1 | tail -5", "python manage.py makemigrations visits --no-header", "./manage.py makemigrations visits", "python manage.py makemigrations visits --traceback", "django-admin makemigrations visits --pythonpath .", "python manage.py makemigrations visits --no-input", "python manage.py makemigrations visits --skip-checks"]
    for n, command in enumerate(commands):
        if n == 4:
            s.stuck_here()
        s.bash(command, "No changes detected" if command.endswith("makemigrations") else "No changes detected in app 'visits'", ms=1800)
        if n % 3 == 2:
            s.look("apps/visits/models.py", model)


# Gradle: a program that is not there.

@healthy("twin:missing_gradle", "billing", "Does the build of the billing service still work?", client="codex")
def gradle_is_there_as_a_wrapper(s):
    s.bash("ls", "build.gradle.kts\ngradle\ngradlew\nsettings.gradle.kts\nsrc")
    s.bash("gradle build", "bash: line 1: gradle: command not found", 127)
    s.bash("./gradlew build", "bash: line 1: ./gradlew: Permission denied", 126)
    s.bash("sh ./gradlew build --console=plain", "Downloading https://services.gradle.org/distributions/gradle-8.10.2-bin.zip\nERROR: JAVA_HOME is not set and no 'java' command could be found in your PATH.", 1, ms=2000)
    s.bash("ls /usr/lib/jvm", "java-21-openjdk-amd64")
    s.bash("export JAVA_HOME=/usr/lib/jvm/java-21-openjdk-amd64; sh ./gradlew build --console=plain 2>&1 | tail -12", "> Task :compileJava FAILED\n/home/dev/billing/src/main/java/net/billing/Invoice.java:41: error: cannot find symbol\n    return Money.of(total, currency);\n           ^\n  symbol:   variable Money\n1 error\n\nBUILD FAILED in 48s", 1, ms=48_000)
    s.look("src/main/java/net/billing/Invoice.java", "package net.billing;\n\nimport java.time.LocalDate;\n\npublic record Invoice(String number, LocalDate due) {")
    s.edit("src/main/java/net/billing/Invoice.java", "import java.time.LocalDate;", "import java.time.LocalDate;\n\nimport org.javamoney.moneta.Money;")
    s.bash("export JAVA_HOME=/usr/lib/jvm/java-21-openjdk-amd64; sh ./gradlew build --console=plain 2>&1 | tail -3", "> Task :build\n\nBUILD SUCCESSFUL in 31s\n7 actionable tasks: 7 executed", ms=31_000)


@stuck("twin:missing_gradle", "billing", "Does the build of the billing service still work?", client="codex")
def gradle_is_nowhere_and_tried_everywhere(s):
    s.bash("ls", "build.gradle.kts\nsettings.gradle.kts\nsrc")
    tries = [("gradle build", "bash: line 1: gradle: command not found", 127), ("which gradle", "", 1), ("/usr/bin/gradle build", "bash: line 1: /usr/bin/gradle: No such file or directory", 127), ("./gradlew build", "bash: line 1: ./gradlew: No such file or directory", 127), ("bash -lc 'gradle build'", "bash: line 1: gradle: command not found", 127), ("command -v gradle || echo none", "none", 0),
             ("/opt/gradle/bin/gradle build", "bash: line 1: /opt/gradle/bin/gradle: No such file or directory", 127), ("PATH=$PATH:/opt/gradle/bin gradle build", "bash: line 1: gradle: command not found", 127), ("env gradle build", "env: ‘gradle’: No such file or directory", 127), ("sh -c 'gradle --version'", "sh: 1: gradle: not found", 127), ("~/.sdkman/candidates/gradle/current/bin/gradle build", "bash: line 1: /home/dev/.sdkman/candidates/gradle/current/bin/gradle: No such file or directory", 127),
             ("/usr/local/bin/gradle build", "bash: line 1: /usr/local/bin/gradle: No such file or directory", 127), ("exec gradle build", "bash: line 1: exec: gradle: not found", 127), ("gradle --version", "bash: line 1: gradle: command not found", 127), ("sh gradlew build", "sh: 0: cannot open gradlew: No such file", 2), ("gradle -q build", "bash: line 1: gradle: command not found", 127)]
    for n, (command, output, rc) in enumerate(tries):
        if n == 6:
            s.stuck_here()
        s.bash(command, output, rc)


# Swift: errors that go down, and an edit that goes to and fro.

@healthy("twin:swift_concurrency", "player", "Turn on strict concurrency and make the app build again.", client="claude")
def concurrency_errors_go_down(s):
    places = [("Library.swift", "static var shared", "static let shared"), ("Queue.swift", "var onEnd: () -> Void", "var onEnd: @Sendable () -> Void"), ("Artwork.swift", "class ArtworkCache", "actor ArtworkCache"), ("PlayerView.swift", "class PlayerModel", "@MainActor class PlayerModel"), ("Download.swift", "struct Download", "struct Download: Sendable"), ("Lyrics.swift", "let parse: (String) -> Lyrics", "let parse: @Sendable (String) -> Lyrics"), ("Settings.swift", "class Settings", "final class Settings: @unchecked Sendable"), ("Remote.swift", "func handle(", "nonisolated func handle(")]
    left = [23, 21, 17, 16, 9, 6, 5, 2]
    for n, (file, old, new) in enumerate(places):
        s.bash("xcodebuild -scheme Player -destination 'generic/platform=iOS' build 2>&1 | grep -E 'error:|BUILD|errors'", f"/home/dev/player/Player/{file}:{12 + 7 * n}:9: error: sending '{old.split()[-1]}' risks causing data races\n({left[n]} errors)\n** BUILD FAILED **", ms=38_000)
        s.edit(f"Player/{file}", old, new)
    s.bash("xcodebuild -scheme Player -destination 'generic/platform=iOS' build 2>&1 | grep -E 'error:|BUILD|errors'", "** BUILD SUCCEEDED **", ms=61_000)


@stuck("twin:swift_concurrency", "player", "Fix the two concurrency errors in PlayerModel.", client="claude")
def main_actor_on_and_off(s):
    s.look("Player/PlayerModel.swift", "@MainActor\nfinal class PlayerModel: NSObject, AVAudioPlayerDelegate {\n  func audioPlayerDidFinishPlaying(_ p: AVAudioPlayer, successfully: Bool) { next() }\n}")
    forms = ["  nonisolated func audioPlayerDidFinishPlaying", "  func audioPlayerDidFinishPlaying"]
    errors = ["Player/PlayerModel.swift:3:84: error: call to main actor-isolated instance method 'next()' in a synchronous nonisolated context", "Player/PlayerModel.swift:3:8: error: main actor-isolated instance method 'audioPlayerDidFinishPlaying' cannot satisfy nonisolated protocol requirement"]
    for n in range(12):
        if n == 4:
            s.stuck_here()
        s.edit("Player/PlayerModel.swift", forms[1 - n % 2], forms[n % 2])
        s.bash("xcodebuild -scheme Player build 2>&1 | grep -E 'error:|BUILD'", f"/home/dev/player/{errors[n % 2]}\n** BUILD FAILED **", ms=22_000 + 130 * n)


# adb: many devices that answer alike, and a file that is not to be read.

@healthy("twin:adb", "courier", "Install the release on every test phone in the rack.", client="plain")
def install_on_every_phone(s):
    phones = ["R58M32ABCDE", "R58M32ABCDF", "emulator-5554", "emulator-5556", "0A171JEC2040", "0A171JEC2077", "ZY22B9K3QX", "ZY22B9K41P", "988e5c4a", "98a1773f"]
    s.bash("adb devices", "List of devices attached\n" + "\n".join(f"{phone}\tdevice" for phone in phones))
    for phone in phones:
        s.bash(f"adb -s {phone} install -r app/release/courier-4.2.apk", "Performing Streamed Install\nSuccess", ms=11_000)
    s.bash("for p in $(adb devices | awk 'NR>1{print $1}'); do adb -s $p shell dumpsys package net.courier | grep versionName; done", "\n".join(["    versionName=4.2"] * 10))


@stuck("twin:adb", "courier", "Get the databases of the release app from the phone.", client="plain")
def private_files_of_a_release_app(s):
    path = "/data/data/net.courier/databases"
    denied = f"ls: {path}: Permission denied"
    tries = [(f"adb shell ls {path}", denied), (f"adb shell run-as net.courier ls {path}", "run-as: package not debuggable: net.courier"), (f"adb shell su -c 'ls {path}'", "/system/bin/sh: su: inaccessible or not found"), (f"adb pull {path} .", f"adb: error: failed to stat remote object '{path}': Permission denied"), ("adb root", "adbd cannot run as root in production builds"), (f"adb shell cat {path}/courier.db > courier.db", f"cat: {path}/courier.db: Permission denied"), (f"adb exec-out cat {path}/courier.db > courier.db", f"cat: {path}/courier.db: Permission denied"),
             ("adb shell ls /data/user/0/net.courier/databases", "ls: /data/user/0/net.courier/databases: Permission denied"), (f"adb shell cp {path}/courier.db /sdcard/", f"cp: {path}/courier.db: Permission denied"), (f"adb shell 'cd {path} && ls'", f"/system/bin/sh: cd: {path}: Permission denied"), (f"adb shell tar cf - {path}", f"tar: {path}: Permission denied"), (f"adb shell run-as net.courier cat databases/courier.db", "run-as: package not debuggable: net.courier"), (f"adb shell dd if={path}/courier.db of=/sdcard/c.db", f"dd: {path}/courier.db: Permission denied"), (f"adb shell chmod 777 {path}", f"chmod: chmod '{path}' to 40777: Permission denied"), (f"adb shell find {path}", f"find: {path}: Permission denied")]
    for n, (command, output) in enumerate(tries):
        if n == 6:
            s.stuck_here()
        s.bash(command, output, 1)


# CMake: other headers each time, and an edit that the tool does not take.

@healthy("twin:cmake_edits", "viewer", "Port the viewer to the new Qt; fix what the compiler says.", client="claude")
def one_compiler_error_after_another(s):
    errors = [("src/mainwindow.cpp", 18, "‘QDesktopWidget’ does not name a type", "QDesktopWidget", "QScreen"), ("src/canvas.cpp", 77, "‘class QWheelEvent’ has no member named ‘delta’", "event->delta()", "event->angleDelta().y()"), ("src/loader.cpp", 31, "‘QRegExp’ was not declared in this scope", "QRegExp", "QRegularExpression"), ("src/loader.cpp", 58, "‘SkipEmptyParts’ is not a member of ‘QString’", "QString::SkipEmptyParts", "Qt::SkipEmptyParts"), ("src/export.cpp", 12, "‘class QTextStream’ has no member named ‘setCodec’", "setCodec(\"UTF-8\")", "setEncoding(QStringConverter::Utf8)"), ("src/layers.cpp", 140, "‘qSort’ was not declared in this scope", "qSort(", "std::sort("), ("src/tools.cpp", 9, "‘QMatrix’ does not name a type", "QMatrix", "QTransform")]
    s.bash("cmake -S . -B build -G Ninja -DQT_VERSION_MAJOR=6", "-- Configuring done (1.4s)\n-- Generating done (0.1s)\n-- Build files have been written to: /home/dev/viewer/build", ms=1900)
    for n, (file, line, error, old, new) in enumerate(errors):
        s.bash("ninja -C build 2>&1 | tail -6", f"ninja: Entering directory `build'\n[{n + 2}/31] Building CXX object CMakeFiles/viewer.dir/{file}.o\nFAILED: CMakeFiles/viewer.dir/{file}.o\n../{file}:{line}:5: error: {error}\nninja: build stopped: subcommand failed.", 0, ms=9000)
        if n == 2:
            s.edit(file, old + " re", new + " re", rejected="missing")
            s.look(file, "static const QRegExp  header(\"^#\\\\s*(\\\\w+)\");", line, 3)
        s.edit(file, old, new)
    s.bash("ninja -C build 2>&1 | tail -1", "[31/31] Linking CXX executable viewer", ms=41_000)


@stuck("twin:cmake_edits", "viewer", "Add the geometry library to the link line in CMakeLists.txt.", client="claude")
def the_edit_is_never_found(s):
    s.bash("ninja -C build 2>&1 | tail -2", "/usr/bin/ld: canvas.cpp:(.text+0x1c): undefined reference to `geo::clip(geo::Poly const&)'\nninja: build stopped: subcommand failed.", 0, ms=8000)
    spellings = ["target_link_libraries(viewer PRIVATE Qt6::Widgets)", "target_link_libraries(viewer Qt6::Widgets)", "target_link_libraries(viewer PUBLIC Qt6::Widgets)", "target_link_libraries( viewer PRIVATE Qt6::Widgets )", "target_link_libraries(viewer\n  PRIVATE Qt6::Widgets)", "target_link_libraries(viewer\n    PRIVATE\n    Qt6::Widgets)", "target_link_libraries(${PROJECT_NAME} PRIVATE Qt6::Widgets)", "target_link_libraries(viewer PRIVATE Qt6::Widgets Qt6::Gui)", "target_link_libraries(viewer PRIVATE Qt6::Gui Qt6::Widgets)", "TARGET_LINK_LIBRARIES(viewer Qt6::Widgets)", "target_link_libraries(viewer PRIVATE Qt::Widgets)", "target_link_libraries(viewer\n\tPRIVATE Qt6::Widgets)", "target_link_libraries(viewer PRIVATE\n  Qt6::Widgets\n)", "target_link_libraries(viewer LINK_PRIVATE Qt6::Widgets)"]
    for n, old in enumerate(spellings):
        if n == 4:
            s.stuck_here()
        s.edit("CMakeLists.txt", old, old.replace("Widgets", "Widgets geo", 1), rejected="missing")


# Bazel: many targets, and one target with many flags.

@healthy("twin:bazel_test", "search", "Run each test package on its own and note the slow ones.", client="codex")
def bazel_test_for_each_package(s):
    packages = ["index", "index/merge", "lexer", "query", "query/plan", "rank", "rank/features", "serve", "snippets", "spell", "store", "suggest", "util"]
    for n, package in enumerate(packages):
        s.bash(f"bazel test //{package}:all --noshow_progress 2>&1 | tail -4", f"//{package}:{package.split('/')[-1]}_test                                  PASSED in {0.4 + n % 4:.1f}s\n\nExecuted 1 out of 1 test: 1 test passes.", ms=7000)
    s.write("slow.txt", "rank, store: above three seconds\n")


@stuck("twin:bazel_test", "search", "//query/plan:plan_test is red. Make it green.", client="codex")
def bazel_test_with_every_flag(s):
    flags = ["", " --test_output=errors", " --test_output=all", " --nocache_test_results", " --test_output=streamed", " --runs_per_test=1", " --test_arg=--verbose", " --spawn_strategy=local", " --verbose_failures", " --config=debug", " -c opt", " -c dbg", " --test_timeout=600", " --sandbox_debug", " --jobs=1", " --test_output=errors 2>&1 | tail -20"]
    for n, flag in enumerate(flags):
        if n == 5:
            s.stuck_here()
        s.bash(f"bazel test //query/plan:plan_test{flag}", f"FAIL: //query/plan:plan_test (see /home/dev/.cache/bazel/testlogs/query/plan/plan_test/test.log)\n[ RUN      ] PlanTest.PushesFilterBelowJoin\nquery/plan/plan_test.cc:88: Failure\nExpected equality of these values:\n  plan.depth()\n    Which is: 4\n  3\n[  FAILED  ] PlanTest.PushesFilterBelowJoin (0 ms)\n//query/plan:plan_test                                   FAILED in 0.{3 + n % 5}s\n\nExecuted 1 out of 1 test: 1 fails locally.", 0 if "|" in flag else 3, ms=6400 + 90 * n)


# Nix: many things looked up, and one thing looked up in many words.

@healthy("twin:nix_search", "dotfiles", "Which of the fifteen tools in tools.txt are in nixpkgs? Make two lists.", client="plain")
def fifteen_tools_looked_up(s):
    tools = ["ripgrep", "hexyl", "zellij", "treefmt", "pgloader", "kubeswitch-x", "watchexec", "orgtool", "vtcol", "mcfly", "lazyjj", "qrtool9", "fselect", "bartib", "wikiman2"]
    there = {"ripgrep": "14.1.1", "hexyl": "0.16.0", "zellij": "0.41.2", "mcfly": "0.9.2", "bartib": "1.1.0"}
    s.look("tools.txt", "\n".join(tools))
    for tool in tools:
        found = tool in there
        s.bash(f"nix search nixpkgs '^{tool}$'", f"* legacyPackages.x86_64-linux.{tool} ({there[tool]})" if found else "error: no results for the given search term(s)!", 0 if found else 1, ms=2600)
    s.write("missing.txt", "\n".join(tool for tool in tools if tool not in there) + "\n")


@stuck("twin:nix_search", "dotfiles", "Add our formatter `larkfmt` to the dev shell.", client="plain")
def a_package_that_nixpkgs_lacks(s):
    s.look("flake.nix", "devShells.default = pkgs.mkShell {\n  packages = [ pkgs.git pkgs.just ];\n};")
    words = ["larkfmt", "lark-fmt", "lark_fmt", "larkfmt-bin", "'lark.*fmt'", "lark formatter", "larkformat", "'^larkfmt'", "python3Packages.larkfmt", "nodePackages.larkfmt", "lark-format", "larkfmt-unwrapped", "haskellPackages.larkfmt", "lark-formatter", "rustPackages.larkfmt", "'lark' 'fmt'", "larkfmt2", "larkfmt-nightly"]
    for n, word in enumerate(words):
        if n == 8:
            s.stuck_here()
        s.bash(f"nix search nixpkgs {word}", "error: no results for the given search term(s)!", 1, ms=2400)


# Docker: a network that comes back, and a disk that stays full.

@healthy("twin:docker_build", "gateway", "Build the image of the gateway with the new base.", client="claude")
def docker_build_after_hiccups(s):
    s.edit("Dockerfile", "FROM node:18-slim", "FROM node:22-slim")
    for n in range(2):
        s.bash("docker build -t gateway:dev .", "#3 [internal] load metadata for docker.io/library/node:22-slim\n#3 ERROR: failed to do request: Head \"https://registry-1.docker.io/v2/library/node/manifests/22-slim\": net/http: TLS handshake timeout\n------\nERROR: failed to solve: node:22-slim: failed to resolve source metadata", 1, ms=31_000, gap=20)
    s.bash("docker build -t gateway:dev .", "#7 [3/6] RUN apt-get update && apt-get install -y python\n#7 4.112 E: Package 'python' has no installation candidate\n------\nERROR: failed to solve: process \"/bin/sh -c apt-get update && apt-get install -y python\" did not complete successfully: exit code: 100", 1, ms=44_000)
    s.edit("Dockerfile", "install -y python", "install -y python3 make g++")
    s.bash("docker build -t gateway:dev .", "#9 [5/6] RUN npm ci\n#9 12.80 npm error engine Unsupported engine\n#9 12.80 npm error notsup Required: {\"node\":\"<20\"}\n------\nERROR: failed to solve: process \"/bin/sh -c npm ci\" did not complete successfully: exit code: 1", 1, ms=52_000)
    s.edit("package.json", "\"node\": \"<20\"", "\"node\": \">=20\"")
    s.bash("docker build -t gateway:dev .", "#11 exporting to image\n#11 naming to docker.io/library/gateway:dev done", ms=58_000)
    s.bash("docker run --rm gateway:dev node --version", "v22.11.0")


@stuck("twin:docker_build", "gateway", "Build the image of the gateway with the new base.", client="claude")
def docker_build_on_a_full_disk(s):
    s.edit("Dockerfile", "FROM node:18-slim", "FROM node:22-slim")
    flags = ["-t gateway:dev .", "-t gateway:dev . --no-cache", "--progress=plain -t gateway:dev .", "-t gateway:latest .", "--pull -t gateway:dev .", "--network=host -t gateway:dev .", "-f ./Dockerfile -t gateway:dev .", "--rm -t gateway:dev .", "--force-rm -t gateway:dev .", "-t gateway:dev -m 2g .", "--squash -t gateway:dev .", "--platform linux/amd64 -t gateway:dev .", "-t gateway:dev2 ."]
    for n, flag in enumerate(flags):
        if n == 4:
            s.stuck_here()
        s.bash(f"docker build {flag}", "#4 [1/6] FROM docker.io/library/node:22-slim\n#4 extracting sha256:2f44b7a888fa 3.1s\n#4 ERROR: failed to extract layer: write /var/lib/docker/tmp/GetImageBlob: no space left on device\n------\nERROR: failed to solve: failed to register layer: no space left on device", 1, ms=17_000 + 200 * n)


# Embedded: a probe that wakes up, and one that is not plugged in.

@healthy("twin:probe", "meter", "Flash the meter and measure how fast each SWD speed is.", gap=4)
def a_probe_that_needs_a_reset(s):
    busy = "       Error Connecting to the chip was unsuccessful.\n\nCaused by:\n    0: An ARM specific error occurred.\n    1: Target device did not respond to request."
    s.bash("probe-rs download --chip STM32G071CB target/meter.elf", busy, 1, ms=1500)
    s.bash("probe-rs download --chip STM32G071CB --connect-under-reset target/meter.elf", busy, 1, ms=1500)
    s.bash("probe-rs list", "The following debug probes were found:\n[0]: STLink V3 -- 0483:374f:003B00123 (ST-LINK)")
    s.bash("probe-rs reset --chip STM32G071CB --connect-under-reset", "", ms=900)
    for n, speed in enumerate([100, 200, 480, 950, 1800, 4000, 8000]):
        s.bash(f"probe-rs download --chip STM32G071CB --speed {speed} target/meter.elf", f"      Erasing ✔ 100% [####################]  36.00 KiB\n  Programming ✔ 100% [####################]  36.00 KiB\n     Finished in {9.8 - 1.2 * n:.2f}s", ms=9800 - 1200 * n)
    s.write("doc/speeds.md", "8000 kHz works and takes 2.6 s.\n")


@stuck("twin:probe", "meter", "Flash the meter.", gap=4)
def no_probe_is_plugged_in(s):
    s.bash("cargo build --release", "    Finished `release` profile [optimized + debuginfo] target(s) in 4.20s", ms=4200)
    none = "Error: No connected probes were found."
    tries = ["probe-rs download --chip STM32G071CB target/meter.elf", "probe-rs list", "probe-rs run --chip STM32G071CB target/meter.elf", "cargo flash --chip STM32G071CB --release", "probe-rs download --chip STM32G071CB --connect-under-reset target/meter.elf", "probe-rs download --chip STM32G071CB --speed 100 target/meter.elf", "probe-rs download --chip STM32G071CBTx target/meter.elf", "probe-rs download --protocol swd --chip STM32G071CB target/meter.elf", "probe-rs info", "probe-rs download --protocol jtag --chip STM32G071CB target/meter.elf", "cargo embed --chip STM32G071CB", "probe-rs erase --chip STM32G071CB", "probe-rs reset --chip STM32G071CB", "sudo -n probe-rs download --chip STM32G071CB target/meter.elf", "probe-rs download --chip STM32G0 target/meter.elf"]
    for n, command in enumerate(tries):
        if n == 5:
            s.stuck_here()
        listed = command.endswith("list")
        s.bash(command, "No debug probes were found." if listed else none, 0 if listed else 1, ms=400)


# Godot: an export for each preset, and one edit made again and again.

@healthy("twin:godot", "platformer", "Export the game with every preset.", client="claude")
def godot_export_for_each_preset(s):
    presets = ["Linux", "Windows", "macOS", "Web", "Android", "Linux Demo", "Windows Demo", "macOS Demo", "Web Demo"]
    s.bash("grep '^name=' export_presets.cfg", "\n".join(f'name="{preset}"' for preset in presets))
    for preset in presets:
        s.bash(f"godot --headless --export-release '{preset}' build/{preset.lower().replace(' ', '-')}/game", "Godot Engine v4.3.stable.official.77dcf97d8 - https://godotengine.org\n\nWARNING: Blend file import is enabled in the project settings, but no Blender path is configured.\n     at: _parse_config (modules/gltf/register_types.cpp:73)\n[ DONE ] export", ms=21_000)
    s.bash("du -sh build/*", "\n".join(f"{38 + n}M\tbuild/{preset.lower().replace(' ', '-')}" for n, preset in enumerate(presets)))


@stuck("twin:godot", "platformer", "The jump buffer does not work, fix it.", client="claude")
def the_same_jump_edit_again(s):
    s.look("player.gd", "func _physics_process(delta):\n\tif Input.is_action_just_pressed(\"jump\"):\n\t\tbuffer = 0.1")
    for n in range(9):
        if n == 3:
            s.stuck_here()
        s.edit("player.gd", "\tif Input.is_action_just_pressed(\"jump\"):\n\t\tbuffer = 0.1", "\tif Input.is_action_just_pressed(\"jump\"):\n\t\tbuffer = JUMP_BUFFER")
        s.bash("godot --headless -s addons/gut/gut_cmdln.gd -gtest=res://test/test_jump.gd -gexit | tail -6", "* test_buffered_jump\n    [Failed]:  [Invalid access to property or key 'JUMP_BUFFER'] at line 31\n0/1 passed.\n---- 1 failing tests ----", 1, ms=3100 + 20 * n)
        if n < 8:
            s.bash("git checkout player.gd", "Updated 1 path from the index")


# Tests first: red and green in turn, and red with reads between.

@healthy("twin:red_green", "parser", "Write the expression parser test first, one operator after another.", client="codex")
def red_edit_green_seven_times(s):
    for n, name in enumerate(["addition", "subtraction", "product", "quotient", "power", "parentheses", "unary_minus"]):
        s.edit("tests/test_parser.py", "# next test", f"def test_{name}():\n    assert parse(EXAMPLES['{name}']) == TREES['{name}']\n\n# next test")
        s.bash("pytest -q tests/test_parser.py 2>&1 | tail -5", f"E       parser.ParseError: unexpected token at 1\nFAILED tests/test_parser.py::test_{name} - parser.ParseError: unexpected token at 1\n1 failed, {n} passed in 0.0{3 + n % 4}s")
        s.edit("parser.py", "        # next operator", f"        if token.kind == '{name}':\n            return self.{name}()\n        # next operator")
        s.bash("pytest -q tests/test_parser.py 2>&1 | tail -5", f"{'.' * (n + 1)}\n{n + 1} passed in 0.0{3 + n % 4}s")


@stuck("twin:red_green", "parser", "test_unary_minus fails. Fix it.", client="codex")
def red_and_only_reads(s):
    source = "    def factor(self):\n        token = self.next()\n        if token.kind == 'number':\n            return Number(token.text)\n        raise ParseError(token)"
    commands = ["pytest -q tests/test_parser.py", "pytest -q tests/test_parser.py -k unary", "pytest -q tests/test_parser.py -k unary -vv", "python -m pytest tests/test_parser.py -k unary", "pytest -q tests/test_parser.py -x", "pytest tests/test_parser.py::test_unary_minus --tb=long", "pytest tests/test_parser.py::test_unary_minus --tb=short", "pytest -q tests/test_parser.py 2>&1 | tail -8", "pytest -q tests/test_parser.py::test_unary_minus -s", "pytest -q tests/test_parser.py -p no:cacheprovider", "pytest --lf -q"]
    for n, command in enumerate(commands):
        if n == 4:
            s.stuck_here()
        s.bash(command, f"F                                                                        [100%]\n=================================== FAILURES ===================================\n______________________________ test_unary_minus ______________________________\n>       assert parse('-1') == Neg(Number('1'))\nE       parser.ParseError: unexpected token at 0\n=========================== short test summary info ============================\nFAILED tests/test_parser.py::test_unary_minus - parser.ParseError: unexpected token at 0\n1 failed in 0.0{2 + n % 5}s", 0 if "|" in command else 1)
        if n % 2:
            s.look("parser.py", source, 40 - n % 3, 12)


# Go: a suite that is flaky, and a failure that is only called so.

@healthy("twin:flaky", "queue", "TestDrain fails now and then. Run the suite until you have seen how often, fifteen times or so.", client="plain")
def a_flaky_suite_counted(s):
    s.bash("go test ./queue -run TestDrain -count=1", "ok  \tqueue/queue\t0.412s", ms=1500)
    fails = {3, 7, 8, 12}
    for n in range(1, 16):
        s.bash("go test ./queue -count=1", f"--- FAIL: TestDrain (0.{n % 7}1s)\n    drain_test.go:61: {3 + n % 4} items left\nFAIL\nFAIL\tqueue/queue\t0.{400 + 7 * n}s" if n in fails else f"ok  \tqueue/queue\t0.{400 + 7 * n}s", 1 if n in fails else 0, ms=1500)
    s.bash("go test -race ./queue -count=1", "WARNING: DATA RACE\nWrite at 0x00c0000b4010 by goroutine 12:\n  queue.(*Queue).push()\n      /home/dev/queue/queue/queue.go:44\nFAIL\tqueue/queue\t1.902s", 1, ms=3900)
    s.edit("queue/queue.go", "q.items = append(q.items, it)", "q.mu.Lock()\n\tq.items = append(q.items, it)\n\tq.mu.Unlock()")
    s.bash("go test -race ./queue -count=50", "ok  \tqueue/queue\t22.118s", ms=23_000)


@stuck("twin:flaky", "queue", "TestClose fails, please repair it.", client="plain")
def never_green_but_called_flaky(s):
    for n in range(16):
        if n == 5:
            s.stuck_here()
        s.bash("go test ./queue -run TestClose -count=1", f"--- FAIL: TestClose (0.00s)\n    close_test.go:22: Close() = <nil>, want ErrClosed\nFAIL\nFAIL\tqueue/queue\t0.{210 + 3 * n}s\nFAIL", 1, ms=1400)
        s.say(["This may be flaky, I will run it once more.", "Probably a timing problem; again.", "It could pass this time."][n % 3])


# Scripts with numbers in their names.

@healthy("twin:numbered_files", "puzzles", "Solve the first nine days with the inputs in inputs/.", client="claude")
def a_script_for_each_day(s):
    for day in range(1, 10):
        s.look(f"puzzles/day{day:02}.md", f"Day {day}: " + ["sum of gaps", "safe reports", "products in noise", "word search", "page order", "guard walk", "operators", "antennas", "defragment"][day - 1])
        s.write(f"day{day:02}.py", f"import sys\nrows = sys.stdin.read().splitlines()\nprint(len(rows) * {day} + {day * 17})  # day {day}\n")
        s.bash(f"python3 day{day:02}.py < inputs/day{day:02}.txt", f"{1000 * day + 37 * day * day}", ms=300)


@stuck("twin:numbered_files", "puzzles", "Read the events out of calendar.pst and write them as CSV.", client="claude")
def solution_one_to_nine(s):
    bodies = ["import pypff\nf = pypff.open('calendar.pst')", "import pypff\nf = pypff.file()\nf.open('calendar.pst')", "from pypff import file as pst\nf = pst()\nf.open('calendar.pst')", "import os, pypff\nf = pypff.open(os.path.abspath('calendar.pst'))", "import pypff\nwith open('calendar.pst', 'rb') as raw:\n    f = pypff.open_file_object(raw)", "try:\n    import pypff\nexcept ImportError:\n    raise\nf = pypff.open('calendar.pst')", "import importlib\npypff = importlib.import_module('pypff')", "import sys\nsys.path.append('.')\nimport pypff", "import sys\nsys.path.insert(0, '/usr/lib/python3/dist-packages')\nimport pypff"]
    for n, body in enumerate(bodies, 1):
        if n == 4:
            s.stuck_here()
        s.write(f"solution_v{n}.py", body + "\n# write events.csv\n")
        line = body.split("\n").index(next(row for row in body.split("\n") if "pypff" in row)) + 1
        s.bash(f"python3 solution_v{n}.py", f"Traceback (most recent call last):\n  File \"/home/dev/puzzles/solution_v{n}.py\", line {line}, in <module>\n    {body.split(chr(10))[line - 1].strip()}\nModuleNotFoundError: No module named 'pypff'", 1)


# LaTeX: errors that move, and one that does not.

@healthy("twin:latex", "thesis", "The thesis does not compile with the new class. Make it compile.", client="plain", times="at")
def latex_errors_that_move_down(s):
    errors = [(12, "! LaTeX Error: Option clash for package hyperref.", "\\usepackage[hidelinks]{hyperref}", "\\hypersetup{hidelinks}"), (88, "! Undefined control sequence.\nl.88 \\chaptermark", "\\chaptermark", "\\markboth"), (140, "! LaTeX Error: Environment subfigure undefined.", "\\begin{subfigure}", "\\begin{minipage}"), (212, "! Missing $ inserted.", "x_i", "$x_i$"), (377, "! Extra alignment tab has been changed to \\cr.", "a & b & c \\\\", "a & b \\\\"), (640, "! Undefined control sequence.\nl.640 \\textsubscipt", "\\textsubscipt", "\\textsubscript"), (702, "! LaTeX Error: File `figures/phases.eps' not found.", "phases.eps", "phases.pdf")]
    for line, error, old, new in errors:
        s.bash("latexmk -pdf -interaction=nonstopmode -halt-on-error thesis.tex 2>&1 | grep -A2 '^!'", f"{error}\nl.{line}" if "l." not in error else error, ms=6200)
        s.edit("thesis.tex", old, new)
    s.bash("latexmk -pdf -interaction=nonstopmode -halt-on-error thesis.tex 2>&1 | tail -2", "Output written on thesis.pdf (143 pages, 2210431 bytes).\nLatexmk: All targets (thesis.pdf) are up-to-date", ms=19_000)


@stuck("twin:latex", "thesis", "The thesis does not compile with the new class. Make it compile.", client="plain", times="at")
def latex_error_that_stays(s):
    theories = ["\\usepackage{amsmath}", "\\usepackage{amssymb}", "\\usepackage{mathtools}", "\\let\\openbox\\relax", "\\usepackage{etoolbox}", "\\RequirePackage{fix-cm}", "\\PassOptionsToPackage{all}{nowidow}", "\\usepackage[T1]{fontenc}", "\\usepackage{lmodern}", "\\usepackage{babel}", "\\usepackage{csquotes}", "\\usepackage{xpatch}", "\\usepackage{microtype}"]
    old = "% preamble"
    for n, new in enumerate(theories):
        if n == 5:
            s.stuck_here()
        s.bash("latexmk -pdf -interaction=nonstopmode -halt-on-error thesis.tex 2>&1 | grep -A3 '^!'", "! LaTeX Error: File `unithesis.cls' not found.\n\nType X to quit or <RETURN> to proceed,\nor enter new name. (Default extension: cls)", ms=2100 + 30 * n)
        s.edit("thesis.tex", old, new)
        old = new
