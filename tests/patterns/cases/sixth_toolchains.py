"""Languages, build systems and packages: vcpkg, Conan, Nix, Elixir, OCaml, COBOL, kernels, wheels, Debian, RPM, R, Zig, Scala, Clojure, Perl, Haskell."""
from session import healthy, stuck


@healthy("work:vcpkg", "vision-sdk", "Move our overlay ports to the new baseline, port by port, and build each.", client="claude", gap=4)
def overlay_ports_one_at_a_time(s):
    ports = ["fmt", "spdlog", "zlib-ng", "libpng", "opencv-core", "ceres", "eigen3", "nanoflann", "flann", "glog", "gtest", "yaml-cpp"]
    for n, port in enumerate(ports):
        s.edit(f"ports/{port}/vcpkg.json", '"port-version": 1', '"port-version": 2')
        bad = port in ("ceres", "flann")
        if bad:
            s.bash(f"vcpkg install {port} --overlay-ports=ports", f"Computing installation plan...\nBuilding {port}:x64-linux@2...\n-- Applying patch 0001-{port}.patch\nCMake Error at scripts/cmake/z_vcpkg_apply_patches.cmake:34 (message):\n  Applying patch failed: patch failed: CMakeLists.txt:{40 + n * 11}\nerror: building {port}:x64-linux failed with: BUILD_FAILED", 1, ms=8000)
            s.look(f"ports/{port}/0001-{port}.patch", f"--- a/CMakeLists.txt\n+++ b/CMakeLists.txt\n@@ -{40 + n * 11},2 +{40 + n * 11},2 @@\n-find_package(X REQUIRED)\n+find_package(X CONFIG REQUIRED)")
            s.edit(f"ports/{port}/0001-{port}.patch", f"@@ -{40 + n * 11},2", f"@@ -{47 + n * 11},2")
        s.bash(f"vcpkg install {port} --overlay-ports=ports", f"Computing installation plan...\nInstalling 1/1 {port}:x64-linux@2...\nTotal install time: {20 + n * 7} s", ms=20_000)


@healthy("work:conan", "codec-lib", "Build the package with each of our profiles.", client="plain")
def conan_create_with_each_profile(s):
    for n, profile in enumerate(["gcc12", "gcc13", "gcc14", "clang17", "clang18", "clang19", "armv7", "armv8", "musl", "android-arm64", "asan", "tsan"]):
        s.bash(f"conan create . -pr:h profiles/{profile} --build=missing -vquiet", "" if profile != "musl" else "ERROR: codec/4.1.0: Error in build() method, line 61\n\tcmake.build()\n\tConanException: fatal error: execinfo.h: No such file or directory", 0 if profile != "musl" else 1, ms=30_000 + n * 800)
        if profile == "musl":
            s.edit("src/trace.c", "#include <execinfo.h>", "#ifdef __GLIBC__\n#include <execinfo.h>\n#endif")
            s.bash("conan create . -pr:h profiles/musl --build=missing -vquiet", "", ms=31_000)


@healthy("work:nix", "fleet-flake", "Check that every host of the flake still evaluates and say which would be rebuilt.", client="codex")
def each_host_of_a_flake_evaluated(s):
    hosts = ["anvil", "birch", "cedar", "delta", "ember", "fjord", "grove", "heron", "islay", "juniper", "kestrel", "larch", "mesa", "nettle"]
    for n, host in enumerate(hosts):
        s.bash(f"nix build .#nixosConfigurations.{host}.config.system.build.toplevel --dry-run 2>&1 | head -3", "these 3 derivations will be built:" if n % 6 == 5 else "", ms=14_000)
    s.bash("nix flake check --no-build", "warning: unknown flake output 'deploy'", ms=30_000)


@healthy("work:dialyzer", "chat-backend", "Bring the dialyzer warnings down to none.", client="claude")
def dialyzer_warnings_go_down(s):
    left = [12, 11, 9, 9, 7, 5, 4, 2, 1, 0]
    for n, count in enumerate(left):
        s.bash("mix dialyzer --format short 2>&1 | tail -4", (f"lib/chat/room_{n}.ex:{30 + n}:no_return Function join/{n % 3} has no local return.\n" if count else "") + f"Total errors: {count}, Skipped: 0, Unnecessary Skips: 0\ndone in 0m41.{n}s\n" + ("done (warnings were emitted)\nHalting VM with exit status 2" if count else "done (passed successfully)"), ms=41_000)
        if count:
            s.look(f"lib/chat/room_{n}.ex", f"  @spec join(binary) :: :ok\n  def join(id), do: GenServer.call(via(id), {{:join, {n}}})", first=28, count=4)
            s.edit(f"lib/chat/room_{n}.ex", "@spec join(binary) :: :ok", "@spec join(binary) :: {:ok, pid} | {:error, term}")


@healthy("work:expect", "ledger-ml", "The printer changed on purpose. Look at the diffs of the expect tests and promote those that are right.", client="codex", gap=5)
def expect_tests_promoted_one_after_another(s):
    for n, part in enumerate(["account", "amount", "commodity", "date", "journal", "parser", "posting", "price", "query", "report"]):
        s.bash(f"dune build @test/{part}/runtest", f"File \"test/{part}/{part}_test.ml\", line 1, characters 0-0:\n-  ({part} (v 1))\n+  ({part} v:1)", 1, ms=2400)
        s.bash(f"dune promote test/{part}/{part}_test.ml", f"Promoting _build/default/test/{part}/{part}_test.ml.corrected to test/{part}/{part}_test.ml.", ms=300)
    s.bash("dune runtest", "", ms=9000)


@healthy("work:cobol", "bank-batch", "Compile all programs of the batch with the new copybooks and repair what does not.", client="plain", gap=3)
def cobol_programs_compiled_in_silence(s):
    for n, program in enumerate(["ACCT010", "ACCT020", "ACCT030", "BALN010", "BALN020", "CARD010", "CLOS010", "FEES010", "FEES020", "INTR010", "INTR020", "LOAN010", "LOAN020", "STMT010", "XFER010"]):
        bad = program in ("CARD010", "LOAN020")
        s.bash(f"cobc -x -std=ibm -I copy -fsyntax-only src/{program}.cbl", f"src/{program}.cbl:{210 + n}: error: 'WS-{program[:4]}-RATE' is not defined" if bad else "", 1 if bad else 0)
        if bad:
            s.grep(f"{program[:4]}-RATE", "copy", f"copy/RATES.cpy:14:       05  {program[:4]}-INT-RATE  PIC 9(3)V9(5).")
            s.edit(f"src/{program}.cbl", f"WS-{program[:4]}-RATE", f"{program[:4]}-INT-RATE")
            s.bash(f"cobc -x -std=ibm -I copy -fsyntax-only src/{program}.cbl", "")


@healthy("work:kernel", "board-kernel", "Our trimmed kernel config no longer boots in QEMU while the full one does. Find the option.", client="claude")
def kernel_options_halved_until_one_is_left(s):
    s.bash("scripts/diffconfig full.config .config | wc -l", "412")
    rounds = [(206, False), (103, True), (52, False), (26, True), (13, True), (6, False), (3, True), (1, False)]
    for n, (count, boots) in enumerate(rounds):
        s.bash(f"python3 halve.py --round {n} --take {count} && make olddefconfig >/dev/null && make -j16 -s bzImage", f"Kernel: arch/x86/boot/bzImage is ready  (#{n + 2})", ms=95_000)
        s.bash("timeout 60 qemu-system-x86_64 -nographic -kernel arch/x86/boot/bzImage -initrd rootfs.cpio.gz -append console=ttyS0 | tail -1", "buildroot login:" if boots else "[    2.014] ---[ end Kernel panic - not syncing: No working init found. ]---", ms=22_000)
    s.bash("scripts/diffconfig full.config round7.config", " BINFMT_SCRIPT y -> n")
    s.bash("scripts/config -e BINFMT_SCRIPT && make -j16 -s bzImage && timeout 60 qemu-system-x86_64 -nographic -kernel arch/x86/boot/bzImage -initrd rootfs.cpio.gz -append console=ttyS0 | tail -1", "Kernel: arch/x86/boot/bzImage is ready  (#10)\nbuildroot login:", ms=110_000)


@healthy("work:wheels", "fast-geo", "Build and test the wheels for every Python and platform that we ship.", client="codex")
def wheels_for_every_python(s):
    for n, tag in enumerate([f"cp{v}-{p}" for p in ("manylinux_x86_64", "musllinux_x86_64", "manylinux_aarch64") for v in (310, 311, 312, 313, 314)]):
        s.bash(f"cibuildwheel --only {tag} --output-dir dist 2>&1 | tail -2", f"✓ {tag} finished in {70 + n}.{n}s\n1 wheels produced in 2 minutes", ms=100_000)
    s.bash("ls dist | wc -l && twine check dist/*.whl | grep -vc PASSED", "15\n0", 1)


@healthy("work:debian", "scan-tool-deb", "Make the package lintian-clean.", client="plain")
def lintian_tags_get_fewer(s):
    tags = ["no-copyright-file", "extended-description-is-empty", "package-contains-empty-directory usr/share/scan/", "manpage-has-errors-from-man", "script-not-executable usr/share/scan/hook", "spelling-error-in-description", "missing-systemd-service-for-init.d-script", "debian-changelog-line-too-long"]
    for n in range(len(tags) + 1):
        s.bash("dpkg-buildpackage -us -uc -b >/dev/null 2>&1; lintian ../scan-tool_1.9-1_amd64.changes", "\n".join(f"{'E' if i < 2 else 'W'}: scan-tool: {tag}" for i, tag in enumerate(tags) if i >= n), 1 if n < 2 else 0, ms=21_000)
        if n < len(tags):
            s.edit(["debian/rules", "debian/control", "debian/dirs", "debian/scan.1", "debian/rules", "debian/control", "debian/scan.service", "debian/changelog"][n], f"# {n}", f"# mended: {tags[n].split()[0]}")


@healthy("work:r", "mixed-models", "R CMD check must end without notes before the upload.", client="claude")
def r_check_notes_get_fewer(s):
    notes = [4, 4, 3, 2, 2, 1, 0]
    what = ["no visible binding for global variable 'grp'", "no visible binding for global variable 'eta'", "Undocumented arguments in Rd file 'fit.Rd': 'nAGQ'", "Examples with CPU time > 5s: fit", "Examples with CPU time > 5s: fit_boot", "Non-standard file found at top level: 'tmp.R'", ""]
    for n, count in enumerate(notes):
        s.bash("R CMD build . && R CMD check --as-cran mixedmodels_0.9.tar.gz 2>&1 | tail -5", f"* checking for code/documentation mismatches ... OK\n{what[n]}\n* DONE\nStatus: {str(count) + ' NOTEs' if count > 1 else '1 NOTE' if count else 'OK'}", ms=140_000)
        if count:
            s.edit(["R/fit.R", "R/eta.R", "R/fit.R", "R/fit.R", "R/boot.R", ".Rbuildignore"][n], f"x{n}", f"x{n} <- mended")
            if n in (2, 3):
                s.bash("Rscript -e 'devtools::document()'", "ℹ Updating mixedmodels documentation\nℹ Loading mixedmodels\nWriting fit.Rd", ms=9000)


# Those that lead nowhere.

@stuck("loop:flake", "home-flake", "Add the backup module to the flake and build the system.", client="codex")
def a_flake_file_that_git_does_not_know(s):
    s.write("modules/backup.nix", "{ ... }: { services.restic.backups.home = { }; }")
    s.edit("flake.nix", "./modules/net.nix", "./modules/net.nix ./modules/backup.nix")
    for n, command in enumerate(["nix build .#host", "nix build .#host --refresh", "nix build .#host --option eval-cache false", "nix build .#host --impure", "nix-collect-garbage && nix build .#host", "nix build $PWD#host --recreate-lock-file", "rm -rf ~/.cache/nix && nix build .#host", "nix build .#host --show-trace", "nix flake update && nix build .#host", "nix build .#host --no-eval-cache --refresh", "nix store gc && nix build .#host --impure --refresh", "sudo nix build .#host"]):
        if n == 5:
            s.stuck_here()
        s.bash(command, f"warning: Git tree '/home/dev/home-flake' is dirty\nerror:\n       … while evaluating the module argument\n       error: path '/nix/store/{(n * 7919 + 104729):x}vq3k0zpm1{n}-source/modules/backup.nix' does not exist", 1, ms=5000)


@stuck("loop:caches", "mesh-tools", "The link of meshview fails; make it build.", client="claude")
def caches_blamed_for_an_undefined_symbol(s):
    error = "FAILED: meshview\n/usr/bin/ld: CMakeFiles/meshview.dir/main.cpp.o: in function `main':\nmain.cpp:(.text.startup+0x4c): undefined reference to `mesh::decimate(mesh::Soup const&, float)'\ncollect2: error: ld returned 1 exit status\nninja: build stopped: subcommand failed."
    for n, wipe in enumerate(["ninja -C build -t clean", "rm -rf build && cmake -S . -B build -G Ninja", "ccache -C", "rm -rf build ~/.ccache && cmake -S . -B build -G Ninja", "cmake --fresh -S . -B build", "git clean -fdxq build && cmake -S . -B build -G Ninja", "ccache -C && rm -rf build && cmake -S . -B build -G Ninja"]):
        if n == 4:
            s.stuck_here()
        s.bash(wipe, "-- Configuring done (1.2s)\n-- Generating done (0.1s)\n-- Build files have been written to: /home/dev/mesh-tools/build" if "cmake" in wipe else "Clearing... 100.0% [==============================]" if "ccache" in wipe else "Cleaning... 41 files.", ms=1700)
        s.bash("cmake --build build" if n % 2 else "ninja -C build", error, 1, ms=24_000)


@stuck("loop:deps", "shop-phoenix", "mix compile fails after the merge. Repair it.", client="plain")
def deps_cleaned_fetched_and_compiled_again(s):
    error = "== Compilation error in file lib/shop_web/views/form_helpers.ex ==\n** (CompileError) lib/shop_web/views/form_helpers.ex:7: module Phoenix.HTML.FormData.Tag is not loaded and could not be found"
    for n in range(7):
        if n == 3:
            s.stuck_here()
        s.bash(["mix deps.clean --all", "rm -rf _build deps", "mix deps.clean phoenix_html --unlock"][n % 3], ["* Cleaning phoenix\n* Cleaning phoenix_html\n* Cleaning plug", "", "* Cleaning phoenix_html"][n % 3])
        s.bash("mix deps.get", "Resolving Hex dependencies...\nResolution completed in 0.1%ds\nUnchanged:\n  phoenix 1.8.1\n  phoenix_html 4.2.1\nAll dependencies have been fetched" % n, ms=4000)
        s.bash("mix compile", f"Compiling {61 - n % 2} files (.ex)\n\n{error}", 1, ms=18_000)


@stuck("loop:formatter", "zig-http", "Format the tree and get the lint job green.", client="codex", gap=4)
def formatted_and_checked_out_in_turn(s):
    for n in range(7):
        if n == 3:
            s.stuck_here()
        s.bash("zig fmt src", "src/header.zig\nsrc/server.zig")
        s.bash("./ci/lint.sh", "ci/lint.sh: src/header.zig: generated file differs from tools/gen_header.py", 1, ms=900)
        s.bash("git checkout src/header.zig src/server.zig" if n % 2 else "git checkout -- src", "Updated 2 paths from the index")
        s.bash("./ci/lint.sh", "ci/lint.sh: zig fmt --check: src/header.zig", 1, ms=900)


@stuck("loop:rotation", "risk-scala", "sbt test runs out of memory; get it through.", client="claude")
def three_heaps_in_rotation(s):
    sizes = ["2G", "4G", "1G -XX:+UseParallelGC"]
    for n in range(9):
        if n == 4:
            s.stuck_here()
        s.edit(".jvmopts", f"-Xmx{sizes[(n - 1) % 3]}", f"-Xmx{sizes[n % 3]}")
        s.bash("sbt -batch test 2>&1 | tail -3", f"[error] java.lang.OutOfMemoryError: unable to create native thread: possibly out of memory or process/resource limits reached\n[error] (Test / executeTests) java.lang.OutOfMemoryError\n[error] Total time: {41 + n * 3 % 5} s, completed", ms=45_000)


@stuck("loop:reload", "metrics-clj", "Start the REPL and evaluate the metrics namespace.", client="plain")
def a_namespace_reloaded_in_every_way(s):
    error = "Execution error (FileNotFoundException) at user/eval{0} (REPL:1).\nCould not locate acme/metrics_core__init.class, acme/metrics_core.clj or acme/metrics_core.cljc on classpath. Please check that namespaces with dashes use underscores in the Clojure file name."
    forms = ["(require 'acme.metrics-core)", "(require 'acme.metrics-core :reload)", "(require '[acme.metrics-core :as m] :reload-all)", "(use 'acme.metrics-core)", "(load \"/acme/metrics_core\")", "(do (remove-ns 'acme.metrics-core) (require 'acme.metrics-core))", "(ns user (:require [acme.metrics-core]))", "(require 'acme.metrics-core :verbose)", "(dosync (commute @#'clojure.core/*loaded-libs* disj 'acme.metrics-core) (require 'acme.metrics-core))", "(binding [*ns* *ns*] (require 'acme.metrics-core))"]
    for n, form in enumerate(forms):
        if n == 5:
            s.stuck_here()
        s.mcp("clojure", "eval", {"code": form, "session": "main"}, error.format(140 + n * 3), ok=False)


@stuck("loop:comments", "tax-perl", "t/vat.t fails. Make it pass.", client="claude")
def only_comments_change_between_the_tests(s):
    comments = ["# rate in percent", "# The rate is in percent.", "# NOTE: the rate is given in percent", "# rate (percent, not a fraction)", "# FIXME: rate in percent?", "# rate: percent, see RFC on rounding", "# The rate is given in percent, rounded half up.", "# rate in percent (half up)"]
    s.bash("prove -l t/vat.t", "t/vat.t .. 1/4\n#   Failed test 'reduced rate'\n#   at t/vat.t line 14.\n#          got: '7.00'\n#     expected: '7.01'\nt/vat.t .. Dubious, test returned 1\nResult: FAIL", 1)
    s.look("lib/Vat.pm", "package Vat;\n# rate\nsub vat { my ($net, $rate) = @_; return sprintf '%.2f', $net * $rate / 100 }\n1;")
    for n, comment in enumerate(comments):
        if n == 3:
            s.stuck_here()
        s.edit("lib/Vat.pm", comments[n - 1] if n else "# rate", comment)
        s.bash("prove -l t/vat.t", "t/vat.t .. 1/4\n#   Failed test 'reduced rate'\n#   at t/vat.t line 14.\n#          got: '7.00'\n#     expected: '7.01'\nt/vat.t .. Dubious, test returned 1\nResult: FAIL", 1)


@stuck("loop:module", "nic-driver", "Load the driver that we built on this laptop.", client="plain")
def a_module_whose_key_is_rejected(s):
    for n, command in enumerate(["insmod nicx.ko", "modprobe nicx", "modprobe -f nicx", "depmod -a && modprobe nicx", "insmod ./nicx.ko debug=1", "cp nicx.ko /lib/modules/$(uname -r)/extra/ && depmod && modprobe nicx", "strip -g nicx.ko && insmod nicx.ko", "make clean && make && insmod nicx.ko", "modprobe --force-vermagic nicx", "xz nicx.ko && modprobe nicx", "rmmod nicx; insmod nicx.ko"]):
        if n == 5:
            s.stuck_here()
        tool = "insmod" if "insmod" in command else "modprobe"
        s.bash(f"sudo sh -c '{command}'", f"{tool}: ERROR: could not insert {'module nicx.ko' if tool == 'insmod' else chr(39) + 'nicx' + chr(39)}: Key was rejected by service", 1)


@stuck("loop:scripts", "spool-rpm", "Build the RPM.", client="codex")
def build_scripts_up_to_final_v7(s):
    for n, name in enumerate(["build_rpm.sh", "build_rpm_v2.sh", "build_rpm_fixed.sh", "build_rpm_final.sh", "build_rpm_final_v2.sh", "build_rpm_final_v3.sh", "build_rpm_really_final.sh", "build_rpm_final_v7.sh"]):
        if n == 4:
            s.stuck_here()
        s.write(name, f"#!/bin/bash\nset -e\n# attempt {n + 1}\nrpmbuild {['-ba', '-bb', '-ba --clean', '-bb --noclean'][n % 4]} --define '_topdir {['/tmp/rpm', '$HOME/rpmbuild'][n % 2]}' spool.spec\n")
        s.bash(f"bash {name}", "error: Failed build dependencies:\n\tlibspool-devel >= 4.2 is needed by spool-2.0-1.x86_64", 1, ms=1300)


@stuck("loop:symbol", "dsp-hs", "Use lookupDefault of Data.Map in the router.", client="claude")
def a_function_that_no_haskell_package_has(s):
    s.bash("hoogle search 'Data.Map.lookupDefault'", "No results found")
    asks = ["hoogle search lookupDefault +containers", "hoogle search 'lookupDefault :: Ord k => a -> k -> Map k a -> a'", "grep -rn 'lookupDefault' ~/.stack/snapshots/*/containers* | head", "stack exec -- ghc -e ':info Data.Map.lookupDefault'", "stack exec -- ghc -e 'import Data.Map.Strict' -e ':t lookupDefault'", "grep -rIn 'lookupDefault ::' ~/.stack | head -5", "hoogle search 'Data.Map.Strict.lookupDefault'", "stack exec -- ghc -e ':browse Data.Map' | grep -i lookupdefault", "stack exec -- ghc -e ':browse Data.Map.Strict' | grep -i default", "hoogle search 'lookupdefault' --count=50 +containers", "grep -rn lookupDefault .stack-work | head"]
    for n, ask in enumerate(asks):
        if n == 5:
            s.stuck_here()
        if "ghc -e" in ask and "browse" not in ask:
            s.bash(ask, "<interactive>:1:1: error: [GHC-88464]\n    Variable not in scope: lookupDefault", 1, ms=1600)
        else:
            s.bash(ask, "No results found" if "hoogle" in ask else "", 0 if "hoogle" in ask or "head" in ask else 1)
