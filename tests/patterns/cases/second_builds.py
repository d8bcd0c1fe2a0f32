"""Second set. Builds: Bazel, Nix, CMake, PlatformIO, the kernel, Android, Flutter, LaTeX, Yocto, Docker."""
from session import healthy, stuck


@healthy("principle:progress", "bazel-monorepo", "Give every target of //pay its missing deps so that strict deps pass.", client="codex")
def strict_deps_one_target_after_the_other(s):
    for n, (target, dep) in enumerate([("ledger", "//base:money"), ("fx", "//base:rates"), ("refund", "//base:money"), ("tax", "//geo:country"), ("dispute", "//mail:template"), ("payout", "//base:money")]):
        s.bash("bazel build //pay/... 2>&1 | tail -6", f"ERROR: /home/dev/bazel-monorepo/pay/BUILD:{10 + n * 9}:13: Building pay/lib{target}.jar failed: (Exit 1)\n"
               f"** Please add the following dependencies:\n  {dep} to //pay:{target}\nINFO: Elapsed time: {11 + n}.3s, Critical Path: 4.0{n}s\nFAILED: Build did NOT complete successfully", 0, ms=12_000)
        s.bash(f"buildozer 'add deps {dep}' //pay:{target}", f"fixed /home/dev/bazel-monorepo/pay/BUILD")
    s.bash("bazel build //pay/... 2>&1 | tail -6", "INFO: Build completed successfully, 214 total actions", ms=51_000)


@stuck("principle:same_error", "bazel-monorepo", "The build of //web:bundle fails, look into it.", client="codex")
def bazel_flags_against_a_missing_toolchain(s):
    fails = ("ERROR: /home/dev/bazel-monorepo/web/BUILD:3:10: While resolving toolchains for target //web:bundle: No matching toolchains found for types @rules_nodejs//nodejs:toolchain_type.\n"
             "ERROR: Analysis of target '//web:bundle' failed; build aborted\nINFO: Elapsed time: {}.{}s\nINFO: 0 processes.\nFAILED: Build did NOT complete successfully")
    s.look("web/BUILD", "js_bundle(\n    name = \"bundle\",\n    srcs = glob([\"src/**\"]),\n)")
    for n, command in enumerate(["bazel build //web:bundle", "bazel build //web:bundle --verbose_failures", "bazel clean && bazel build //web:bundle", "bazel clean --expunge && bazel build //web:bundle",
                                 "bazel build //web:bundle --noremote_accept_cached", "bazel shutdown; bazel build //web:bundle", "bazel build --config=ci //web:bundle", "bazel build //web:bundle --spawn_strategy=local",
                                 "bazel build //web:bundle -s", "bazelisk build //web:bundle", "bazel build //web:all", "bazel build //web:bundle --keep_going", "bazel build //web:bundle --jobs=1"]):
        s.bash(command, fails.format(n % 5, n % 9), 1, ms=1_700 + n * 600)
        if n == 3:
            s.stuck_here()


@healthy("principle:retry", "nix-flake", "Package the three Go programs.", client="claude")
def vendor_hash_by_fake_hash(s):
    for n, (name, got) in enumerate([("agent", "sha256-8pV1mQ0d3yqk2Jr5"), ("relay", "sha256-Uu71cX0w9sLLp0Qa"), ("probe", "sha256-Q2mTn4bV6ckZr8Wd")]):
        s.edit("flake.nix", f"  # {name}", f"  {name} = pkgs.buildGoModule {{ pname = \"{name}\"; src = ./{name}; vendorHash = pkgs.lib.fakeHash; }};")
        s.bash(f"nix build .#{name}", f"error: hash mismatch in fixed-output derivation '/nix/store/{n}k2j-{name}-go-modules.drv':\n         specified: sha256-AAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n            got:    {got}=", 102, ms=24_000)
        s.edit("flake.nix", f"src = ./{name}; vendorHash = pkgs.lib.fakeHash;", f"src = ./{name}; vendorHash = \"{got}=\";")
        s.bash(f"nix build .#{name}", "", ms=61_000)
    s.bash("nix flake check", "", ms=33_000)


@stuck("principle:same_error", "nix-flake", "Add the Ruby gem to the dev shell.", client="plain")
def an_attribute_that_does_not_exist(s):
    fails = ("error: attribute '{}' missing\n\n       at /nix/store/8dq-source/flake.nix:14:13:\n\n           13|           pkgs.git\n           14|           {}\n             |             ^\n       Did you mean one of libpq or libpqxx?")
    names = ["pkgs.rubyPackages.pgcopy", "pkgs.rubyPackages_3_3.pgcopy", "pkgs.ruby_3_3.pgcopy", "pkgs.pgcopy", "pkgs.rubyGems.pgcopy", "pkgs.ruby.gems.pgcopy", "pkgs.rubyPackages.pg-copy", "pkgs.rubyPackages.pg_copy",
             "pkgs.ruby_3_3.gems.pgcopy", "pkgs.gems.pgcopy"]
    old = "pkgs.git-lfs"
    for n, name in enumerate(names):
        s.edit("flake.nix", old, name)
        s.bash("nix develop --command ruby -v", fails.format(name.rsplit(".", 1)[1], name), 1, ms=2_100 + n * 50)
        old = name
        if n == 3:
            s.stuck_here()


@healthy("principle:progress", "cmake-engine", "Make the engine compile with GCC 14.", client="codex")
def one_header_after_the_other(s):
    for n, (file, line, said) in enumerate([("pool.cpp", 31, "'uint32_t' does not name a type"), ("hash.cpp", 12, "'std::exchange' is not a member"), ("job.cpp", 77, "'size_t' has not been declared"),
                                            ("mesh.cpp", 140, "'std::copy_n' was not declared"), ("log.cpp", 9, "'int64_t' was not declared in this scope"), ("net.cpp", 55, "'memcpy' was not declared in this scope")]):
        s.bash("cmake --build build -j8 2>&1 | grep -E 'error|Error' | head -3", f"/home/dev/cmake-engine/src/{file}:{line}:5: error: {said}\nmake[2]: *** [CMakeFiles/engine.dir/build.make:{90 + n * 14}: CMakeFiles/engine.dir/src/{file}.o] Error 1", ms=9_000 + n * 2_000)
        s.edit(f"src/{file}", "#include \"engine.h\"", "#include \"engine.h\"\n#include <cstdint>")
    s.bash("cmake --build build -j8 2>&1 | grep -E 'error|Error' | head -3", "", ms=48_000)
    s.bash("ctest --test-dir build -Q; echo $?", "0")


@stuck("principle:alternation", "cmake-engine", "The Windows cross build does not link.", client="claude")
def two_link_orders_in_turn(s):
    first = "/usr/bin/x86_64-w64-mingw32-ld: libnet.a(sock.o): undefined reference to `__imp_WSAStartup'\ncollect2: error: ld returned 1 exit status"
    second = "/usr/bin/x86_64-w64-mingw32-ld: libssl.a(bio.o): undefined reference to `__imp_CertOpenStore'\ncollect2: error: ld returned 1 exit status"
    a, b = "target_link_libraries(game net ssl ws2_32)", "target_link_libraries(game ws2_32 net ssl crypt32)"
    s.look("CMakeLists.txt", a)
    for n in range(7):
        s.bash("cmake --build build-win", first if n % 2 else second, 2, ms=14_000)
        s.edit("CMakeLists.txt", b if n % 2 else a, a if n % 2 else b)
        if n == 3:
            s.stuck_here()
    s.bash("cmake --build build-win", first, 2, ms=14_000)


@healthy("principle:targets", "firmware", "Check that each of our boards still builds.", client="plain", codes=False)
def pio_run_for_each_board(s):
    for n, env in enumerate(["uno", "nano", "mega2560", "esp32dev", "esp32-c3", "esp8266", "pico", "bluepill", "nucleo_f401", "teensy41", "samd21"]):
        s.bash(f"pio run -s -e {env}", "", ms=19_000 + n * 511)
    s.bash("git status --short", "")
    s.say("All eleven boards build.")


@stuck("principle:denied", "firmware", "Flash the board at ttyUSB0.", client="plain")
def serial_port_is_busy_or_closed(s):
    fails = "A fatal error occurred: Could not open /dev/ttyUSB0, the port is busy or doesn't exist.\n([Errno 13] could not open port /dev/ttyUSB0: [Errno 13] Permission denied: '/dev/ttyUSB0')\n"
    for n, command in enumerate(["pio run -t upload", "pio run -t upload --upload-port /dev/ttyUSB0", "esptool.py -p /dev/ttyUSB0 chip_id", "esptool.py -p /dev/ttyUSB0 -b 115200 flash_id", "pio run -e esp32dev -t upload -v",
                                 "esptool.py --port /dev/ttyUSB0 --before default_reset read_mac", "python -m esptool -p /dev/ttyUSB0 erase_flash", "esptool.py -p /dev/ttyUSB0 --no-stub chip_id", "pio device monitor -p /dev/ttyUSB0",
                                 "esptool.py -p /dev/ttyUSB0 -b 9600 run", "pio run -t erase", "esptool.py -c esp32 -p /dev/ttyUSB0 write_flash 0x10000 firmware.bin"]):
        s.bash(command, f"esptool.py v4.7.0\nSerial port /dev/ttyUSB0\n" + fails if "esptool" in command else fails, 2 if "esptool" in command else 1)
        if n == 1:
            s.bash("ls -l /dev/ttyUSB0", "crw-rw---- 1 root dialout 188, 0 Nov  3 09:12 /dev/ttyUSB0")
        if n == 4:
            s.stuck_here()


@healthy("principle:checks", "kernel-driver", "Make the series pass checkpatch.", client="claude")
def checkpatch_patch_by_patch(s):
    for n in range(1, 10):
        if n in (3, 7):
            s.bash(f"scripts/checkpatch.pl --strict 000{n}-*.patch", f"CHECK: Alignment should match open parenthesis\n#4{n}: FILE: drivers/iio/adc/ad7999.c:21{n}:\ntotal: 0 errors, 0 warnings, 1 checks, {60 + n} lines checked", 1)
            s.edit("drivers/iio/adc/ad7999.c", f"\tread_{n}(a,\n\tb);", f"\tread_{n}(a,\n\t       b);")
            s.bash(f"git commit -q --fixup HEAD~{9 - n} drivers && git rebase -q -i --autosquash HEAD~10 && git format-patch -q -9", "")
        s.bash(f"scripts/checkpatch.pl --strict 000{n}-*.patch", f"total: 0 errors, 0 warnings, 0 checks, {60 + n} lines checked\n\n000{n}-iio.patch has no obvious style problems and is ready for submission.")


@stuck("principle:alternation", "kernel-driver", "The probe of the driver returns -517; make it bind.", client="plain", gap=20)
def reverts_and_applies_one_line(s):
    s.grep("EPROBE_DEFER", "drivers/iio", "drivers/iio/adc/ad7999.c:311:\t\treturn -EPROBE_DEFER;")
    for n in range(6):
        s.edit("drivers/iio/adc/ad7999.c", "\t\treturn -EPROBE_DEFER;" if n % 2 == 0 else "\t\treturn -ENODEV;", "\t\treturn -ENODEV;" if n % 2 == 0 else "\t\treturn -EPROBE_DEFER;")
        s.bash("make -s M=drivers/iio/adc modules", "", ms=8_800)
        s.bash("insmod drivers/iio/adc/ad7999.ko; dmesg | tail -1", f"[ {4411 + n * 53}.20{n}] ad7999 spi0.0: probe with driver ad7999 failed with error {'-19' if n % 2 == 0 else '-517'}")
        s.bash("rmmod ad7999", "")
        if n == 2:
            s.stuck_here()


@healthy("principle:progress", "android-notes", "Update to AGP 8.5 and make assembleDebug pass.", client="claude", gap=12)
def each_agp_error_is_another(s):
    for n, (said, old, new) in enumerate([("Namespace not specified. Specify a namespace in the module's build file", "android {", "android {\n    namespace 'org.notes'"),
                                          ("Inconsistent JVM-target compatibility detected for tasks 'compileDebugJavaWithJavac' (1.8) and 'compileDebugKotlin' (17).", "sourceCompatibility 1.8", "sourceCompatibility 17"),
                                          ("Build Type 'debug' contains custom BuildConfig fields, but the feature is disabled.", "buildFeatures {", "buildFeatures {\n        buildConfig true"),
                                          ("Manifest merger failed : android:exported needs to be explicitly specified for element <activity#org.notes.Main>.", "<activity", "<activity android:exported=\"true\""),
                                          ("Could not find method jcenter() for arguments [] on repository container", "jcenter()", "mavenCentral()")]):
        s.bash("./gradlew assembleDebug -q", f"\nFAILURE: Build failed with an exception.\n\n* What went wrong:\n{said}\n\n* Try:\n> Run with --stacktrace option to get the stack trace.\n\nBUILD FAILED in {9 + n}s", 1, ms=11_000)
        s.edit("app/build.gradle" if n != 3 else "app/src/main/AndroidManifest.xml", old, new)
    s.bash("./gradlew assembleDebug -q", "", ms=92_000)


@stuck("principle:same_error", "android-notes", "Make the debug build work again.", client="claude")
def gradle_finds_no_sdk(s):
    fails = ("\nFAILURE: Build failed with an exception.\n\n* What went wrong:\nCould not determine the dependencies of task ':app:compileDebugJavaWithJavac'.\n> SDK location not found. Define a valid SDK location with an ANDROID_HOME environment variable or by setting "
             "the sdk.dir path in your project's local properties file at '/home/dev/android-notes/local.properties'.\n\nBUILD FAILED in {}s\n1 actionable task: {} executed")
    for n, command in enumerate(["./gradlew assembleDebug", "./gradlew assembleDebug --stacktrace", "./gradlew clean assembleDebug", "./gradlew --stop && ./gradlew assembleDebug", "ls ~/Android", "./gradlew assembleDebug --info | tail -20",
                                 "./gradlew assembleDebug --offline", "./gradlew :app:assembleDebug --rerun-tasks", "./gradlew assembleDebug --no-daemon", "cat local.properties", "ANDROID_HOME= ./gradlew assembleDebug", "./gradlew build -x test",
                                 "./gradlew installDebug", "./gradlew assembleDebug --refresh-dependencies", "./gradlew bundleDebug"]):
        if "gradlew" not in command:
            s.bash(command, f"{command.split()[0]}: {'cannot access ' if command[0] == 'l' else ''}{command.split()[1]}: No such file or directory", 2)
        else:
            s.bash(command, fails.format(2 + n % 7, 1), 1, ms=2_000 + 700 * (n % 7))
        if n == 5:
            s.stuck_here()


@healthy("principle:rereading", "flutter-chat", "Split chat_page.dart into widgets.", client="claude")
def one_file_read_after_every_edit(s):
    for n, part in enumerate(["Header", "Bubble", "Composer", "Typing", "Reactions", "Avatar", "DayLine"]):
        s.look("lib/chat_page.dart", "\n".join([f"import 'widgets/{p}.dart';" for p in ["Header", "Bubble", "Composer", "Typing", "Reactions", "Avatar", "DayLine"][:n]] + [f"  Widget _build{part}() => Container();", "}"]))
        s.write(f"lib/widgets/{part.lower()}.dart", f"class {part} extends StatelessWidget {{}}")
        s.edit("lib/chat_page.dart", f"  Widget _build{part}() => Container();", f"  // {part} moved")
    s.bash("flutter analyze", "Analyzing flutter-chat...\nNo issues found! (ran in 4.1s)")


@stuck("principle:versions", "flutter-chat", "Add the maps plugin.", client="codex")
def pub_constraints_by_guess(s):
    s.look("pubspec.yaml", "environment:\n  sdk: ^3.3.0\ndependencies:\n  intl: 0.19.0\n")
    old = "intl: 0.19.0"
    for n, version in enumerate(["^3.0.0", "^2.9.0", "^2.4.1", "^2.2.0", "^2.0.0", "^1.9.9", "^1.7.0", "^1.4.0", "^1.0.0"]):
        s.edit("pubspec.yaml", f"  {old}", f"  mapkit_flutter: {version}")
        old = f"mapkit_flutter: {version}"
        s.bash("flutter pub get", f"Resolving dependencies...\nBecause every version of flutter from sdk depends on intl 0.19.0 and mapkit_flutter {version} depends on intl ^0.17.0, mapkit_flutter {version} is forbidden.\nSo, because chat depends on mapkit_flutter {version}, version solving failed.\nFailed to update packages.", 65, ms=3_100 + 47 * n)
        if n == 3:
            s.stuck_here()


@healthy("principle:progress", "thesis", "The thesis does not compile with the new class; mend it.", client="plain", times="none")
def latex_errors_in_turn(s):
    for line, said, fix in [(14, "Undefined control sequence. \\degreeyear", "\\year"), (52, "LaTeX Error: Environment theorem undefined.", "\\newtheorem{theorem}{Theorem}"), (201, "Missing $ inserted.", "$x_1$"),
                            (388, "LaTeX Error: Unknown graphics extension: .eps.", "plot.pdf"), (512, "Package babel Error: Unknown option 'british'.", "UKenglish")]:
        s.bash("latexmk -pdf -interaction=nonstopmode -halt-on-error thesis.tex | tail -4", f"! {said}\nl.{line} \n!  ==> Fatal error occurred, no output PDF file produced!\nTranscript written on thesis.log.", 12)
        s.look("thesis.tex", f"% around {line}\n{said.split()[-1]}", first=line - 3, count=8)
        s.edit("thesis.tex", said.split()[-1], fix)
    s.bash("latexmk -pdf -interaction=nonstopmode -halt-on-error thesis.tex | tail -4", "Output written on thesis.pdf (184 pages, 4410112 bytes).\nLatexmk: All targets (thesis.pdf) are up-to-date")


@stuck("principle:same_error", "thesis", "The bibliography is empty, please mend that.", client="claude")
def citations_stay_undefined(s):
    s.bash("latexmk -pdf thesis.tex | tail -3", "Latexmk: Summary of warnings from last run of *latex:\n  Latex failed to resolve 41 citation(s)\n")
    orders = ["pdflatex thesis && bibtex thesis && pdflatex thesis", "pdflatex thesis && biber thesis && pdflatex thesis", "latexmk -C && latexmk -pdf thesis.tex", "latexmk -pdf -bibtex thesis.tex", "rm -f thesis.bbl && latexmk -pdf thesis.tex",
              "lualatex thesis && biber thesis && lualatex thesis", "latexmk -gg -pdf thesis.tex", "pdflatex thesis; bibtex thesis; pdflatex thesis; pdflatex thesis", "latexmk -xelatex thesis.tex", "arara thesis", "tectonic thesis.tex", "latexmk -pdf -f thesis.tex"]
    for n, order in enumerate(orders):
        s.bash(f"({order}) 2>&1 | grep -iE 'citation|bib' | tail -2", "LaTeX Warning: Empty bibliography on input line 611.\nLaTeX Warning: There were undefined citations.", ms=12_000 + 800 * n)
        if n == 4:
            s.look("refs.bib", "@article{kim2021,\n  title={On waiting}\n}")
            s.stuck_here()


@healthy("principle:waiting", "yocto-image", "Build the image and tell me its size.", client="plain", codes=False)
def bitbake_in_the_background(s):
    s.bash("nohup bitbake core-image-kiosk > build.log 2>&1 & echo $!", "48121")
    for done in [214, 961, 1550, 2210, 2911, 3380, 4102, 4873, 5310]:
        s.bash("sleep 300; tail -1 build.log", f"NOTE: Running task {done} of 5311 (/home/dev/yocto-image/meta/recipes-core/glibc/glibc_2.39.bb:do_compile)", ms=300_000)
    s.bash("sleep 60; tail -1 build.log", "NOTE: Tasks Summary: Attempted 5311 tasks of which 120 didn't need to be rerun and all succeeded.", ms=60_000)
    s.bash("ls -lh tmp/deploy/images/kiosk/*.wic", "-rw-r--r-- 2 dev dev 412M Nov  3 12:40 core-image-kiosk.wic")


@stuck("principle:same_error", "yocto-image", "Build the image.", client="codex")
def one_fetch_that_never_works(s):
    fails = ("ERROR: vendor-blob-2.1-r0 do_fetch: Bitbake Fetcher Error: FetchError('Unable to fetch URL from any source.', 'https://dl.vendor.example/blob-2.1.tar.gz')\n"
             "ERROR: Logfile of failure stored in: /home/dev/yocto-image/tmp/work/vendor-blob/2.1/temp/log.do_fetch.{}\nSummary: 1 task failed:\n  /home/dev/yocto-image/meta-vendor/blob_2.1.bb:do_fetch")
    for n, command in enumerate(["bitbake core-image-kiosk", "bitbake vendor-blob", "bitbake -c cleanall vendor-blob && bitbake vendor-blob", "bitbake -c fetch -f vendor-blob", "bitbake -k core-image-kiosk", "BB_NO_NETWORK=0 bitbake vendor-blob",
                                 "bitbake -c cleansstate vendor-blob && bitbake vendor-blob", "bitbake vendor-blob -D", "rm -rf tmp/work/vendor-blob && bitbake vendor-blob", "bitbake -v vendor-blob", "bitbake core-image-kiosk --runall=fetch", "bitbake -c fetchall core-image-kiosk"]):
        s.bash(command, fails.format(41_000 + n * 119), 1, ms=22_000 + n * 900)
        if n == 3:
            s.stuck_here()


@healthy("principle:retry", "images", "Push the release image.", client="plain")
def pull_limit_then_it_pushes(s):
    limit = "toomanyrequests: You have reached your pull rate limit. You may increase the limit by authenticating and upgrading: https://www.docker.com/increase-rate-limit"
    s.bash("git describe --tags", "v4.2")
    s.bash("docker build -t registry.local/app:4.2 .", f"ERROR: failed to solve: node:20-slim: {limit}", 1)
    s.bash("sleep 600; docker build -t registry.local/app:4.2 .", f"ERROR: failed to solve: node:20-slim: {limit}", 1, ms=602_000)
    s.bash("sleep 1800; docker pull node:20-slim", limit, 1, ms=1_802_000)
    s.bash("sleep 3600; docker pull node:20-slim", "Status: Downloaded newer image for node:20-slim", ms=3_622_000)
    s.bash("docker build -q -t registry.local/app:4.2 .", "sha256:51c88a", ms=140_000)
    s.bash("docker push -q registry.local/app:4.2", "registry.local/app:4.2", ms=31_000)
    s.bash("docker buildx imagetools inspect registry.local/app:4.2 | head -3", "Name:      registry.local/app:4.2\nMediaType: application/vnd.oci.image.index.v1+json\nDigest:    sha256:51c88a")
    s.say("Pushed; the pull limit held us up for two hours.")


@stuck("principle:denied", "images", "Start the stack with compose.", client="claude")
def docker_socket_in_every_form(s):
    fails = "permission denied while trying to connect to the Docker daemon socket at unix:///var/run/docker.sock: Get \"http://%2Fvar%2Frun%2Fdocker.sock/v1.45/{}\": dial unix /var/run/docker.sock: connect: permission denied"
    for n, (command, what) in enumerate([("docker compose up -d", "containers/json"), ("docker ps", "containers/json"), ("docker info", "info"), ("docker-compose up", "containers/json"), ("sg docker -c 'docker ps'", "containers/json"), ("newgrp docker", ""), ("docker compose -f compose.yml up", "containers/json"),
                                         ("DOCKER_HOST=unix:///var/run/docker.sock docker ps", "containers/json"), ("docker context use default && docker ps", "containers/json"), ("docker version", "version"), ("docker images", "images/json"), ("docker run hello-world", "containers/create")]):
        s.bash(command, "Password: \nnewgrp: failed to crypt password with previous salt: Invalid argument" if command == "newgrp docker" else fails.format(what), 1)
        if n == 4:
            s.stuck_here()
