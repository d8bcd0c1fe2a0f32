"""Compilers, firmware, simulators, games, phones: west, idf.py, PlatformIO, zig, CMake, gdb, Verilator, Unity, fastlane, CocoaPods."""
from session import healthy, stuck


@healthy("work:boards", "zephyr-tag", "Build the tag firmware for all boards, repair what the new kernel broke.", client="claude")
def west_build_board_after_board(s):
    for n, board in enumerate(["nrf52840dk/nrf52840", "nrf5340dk/nrf5340/cpuapp", "nrf54l15dk/nrf54l15/cpuapp", "nucleo_l476rg", "esp32s3_devkitm/esp32s3/procpu", "rpi_pico", "frdm_k64f", "stm32f4_disco"]):
        flat = board.replace("/", "_")
        if n % 2 == 0:
            s.bash(f"west build -p -b {board} app -d build/{flat}", f"devicetree error: /home/dev/zephyr-tag/app/app.dts:14 (column 9): parse error: undefined node label 'tag_uart'\nCMake Error at zephyr/cmake/modules/dts.cmake:295 (execute_process):\n  execute_process failed command indexes:\n\n    1: \"Child return code: 1\"\n\nFATAL ERROR: command exited with status 1: /usr/bin/cmake -DWEST_PYTHON=/usr/bin/python3 -B/home/dev/zephyr-tag/build/{flat} -GNinja -DBOARD={board} -S/home/dev/zephyr-tag/app", 1, ms=9000)
            s.write(f"app/boards/{flat}.overlay", f"tag_uart: &uart{n % 3} {{\n\tstatus = \"okay\";\n}};\n")
        s.bash(f"west build -p -b {board} app -d build/{flat}", f"[142/142] Linking C executable zephyr/zephyr.elf\nMemory region         Used Size  Region Size  %age Used\n           FLASH:       {61400 + 512 * n} B         1 MB      {5 + n * .2:.2f}%\n             RAM:       20736 B       256 KB      7.91%", ms=48_000)


@healthy("work:boards", "idf-sense", "How large is the binary for each chip?", client="codex")
def idf_size_for_each_chip(s):
    for n, chip in enumerate(["esp32", "esp32s2", "esp32s3", "esp32c2", "esp32c3", "esp32c5", "esp32c6", "esp32h2", "esp32p4"]):
        s.bash(f"idf.py -B build-{chip} set-target {chip} | tail -1", "-- Configuring done", ms=12_000)
        s.bash(f"idf.py -B build-{chip} build | tail -1", "Project build complete. To flash, run:", ms=70_000)
        s.bash(f"idf.py -B build-{chip} size | grep 'Total image size'", f"Total image size: {201_342 + 3120 * n} bytes (.bin may be padded larger)", ms=2000)


@healthy("work:compiler", "zig-store", "Port the store to the new compiler.", client="claude")
def zig_errors_that_move(s):
    steps = [("src/wal.zig:41:22", "std.io.Writer", "root source file struct 'Io' has no member named 'Writer'", "std.io.getStdOut().writer()", "std.fs.File.stdout().writer(&buf)"), ("src/wal.zig:88:9", "usingnamespace", "expected type expression, found 'usingnamespace'", "usingnamespace @import(\"c.zig\");", "const c = @import(\"c.zig\");"), ("src/page.zig:12:30", "ArrayList", "expected 2 argument(s), found 1", "list.append(page)", "list.append(gpa, page)"), ("src/page.zig:57:13", "ArrayList", "expected 2 argument(s), found 1", "free.append(id)", "free.append(gpa, id)"), ("src/tree.zig:120:17", "ArrayList", "expected 2 argument(s), found 1", "path.append(node)", "path.append(gpa, node)"), ("src/tree.zig:204:17", "ArrayList", "expected 2 argument(s), found 1", "split.append(k)", "split.append(gpa, k)"), ("src/net.zig:9:33", "async", "expected ';' after declaration", "async accept()", "io.async(accept, .{})")]
    for where, _, message, old, new in steps:
        s.bash("zig build 2>&1 | head -12", f"install\n└─ install store\n   └─ zig build-exe store Debug native 1 errors\n{where}: error: {message}\n    {old}\n        ^~~~~~\nerror: the following command failed with 1 compilation errors:\nBuild Summary: 0/3 steps succeeded; 1 failed", 0, ms=5000)
        s.edit(where.split(":")[0], old, new)
    s.bash("zig build && zig build test --summary all", "Build Summary: 3/3 steps succeeded; 41/41 tests passed\ntest success", ms=21_000)


@healthy("work:debugging", "ray-cpp", "scene_07 of the regression suite crashes. Find out why.", client="claude")
def a_crash_seen_with_other_tools(s):
    crash = "Running scene_07\nAddressSanitizer:DEADLYSIGNAL"
    s.bash("ctest --test-dir build -R scene_07", "    Start 7: scene_07\n1/1 Test #7: scene_07 .........................***Exception: SegFault  0.41 sec\n\n0% tests passed, 1 tests failed out of 1", 8)
    s.bash("ctest --test-dir build -R scene_07 --output-on-failure", "7: loading assets/scene_07.gltf\n7: nodes 412, meshes 88\n1/1 Test #7: scene_07 .........................***Exception: SegFault  0.40 sec", 8)
    s.bash("gdb -batch -ex run -ex bt --args build/raytest --scene 7 2>&1 | tail -5", "Program received signal SIGSEGV, Segmentation fault.\n0x00005555555a1c2e in bvh::Node::hit (this=0x7ffff6a00040, ray=...) at src/bvh.cpp:88\n#1  bvh::Tree::hit (this=0x5555557e2eb0) at src/bvh.cpp:131")
    s.bash("gdb -batch -ex run -ex 'frame 0' -ex 'info locals' --args build/raytest --scene 7 2>&1 | tail -4", "left = 0x100000040\nright = 0x7ffff6a00080\nt = 3.40282347e+38")
    s.bash("gdb -batch -ex run -ex 'x/4gx this' --args build/raytest --scene 7 2>&1 | tail -2", "0x7ffff6a00040:\t0x0000000100000040\t0x00007ffff6a00080\n0x7ffff6a00050:\t0x0000000000000000\t0x0000000000000002")
    s.bash("valgrind --quiet build/raytest --scene 7 2>&1 | head -4", "==811== Invalid read of size 8\n==811==    at 0x1A1C2E: bvh::Node::hit(Ray const&) (bvh.cpp:88)\n==811==  Address 0x100000040 is not stack'd, malloc'd or (recently) free'd", 139, ms=9000)
    s.bash("cmake -B build-asan -DSANITIZE=address . >/dev/null && cmake --build build-asan -j2 | tail -1", "[100%] Built target raytest", ms=60_000)
    s.bash("build-asan/raytest --scene 7 2>&1 | head -3", crash + "\n==902==ERROR: AddressSanitizer: SEGV on unknown address 0x000100000040", 1)
    s.bash("cmake -B build-ub -DSANITIZE=undefined . >/dev/null && cmake --build build-ub -j2 | tail -1", "[100%] Built target raytest", ms=60_000)
    s.bash("build-ub/raytest --scene 7 2>&1 | head -3", "src/bvh.cpp:61:19: runtime error: left shift of 1 by 32 places cannot be represented in type 'int'", 1)
    s.look("src/bvh.cpp", "  // the low half holds the index\n  node.left = base + (1 << depth) * sizeof(Node);", first=60, count=2)
    s.bash("build/raytest --scene 7 --max-depth 31 | tail -1", "ok 412 nodes")
    s.bash("build/raytest --scene 7 --max-depth 32 | tail -1", "", 139)
    s.edit("src/bvh.cpp", "(1 << depth)", "(std::size_t{1} << depth)")
    s.bash("cmake --build build -j2 | tail -1 && ctest --test-dir build -R scene_07", "[100%] Built target raytest\n1/1 Test #7: scene_07 .........................   Passed    0.52 sec\n\n100% tests passed, 0 tests failed out of 1", ms=30_000)
    s.bash("ctest --test-dir build -j2 | tail -3", "100% tests passed, 0 tests failed out of 24", ms=20_000)


@healthy("work:probes", "soc-uart", "The UART test bench fails at the third byte. Find the cause.", client="plain")
def probes_in_a_test_bench(s):
    fail = "%Error: tb_uart.sv:61: Assertion failed in tb_uart: byte 3: expected 5a got 2d\n%Error: tb_uart.sv:61: Verilog $stop"
    s.bash("make sim", fail, 2, ms=6000)
    s.look("rtl/uart_rx.sv", "always_ff @(posedge clk) begin\n  if (sample) shift <= {rx, shift[7:1]};\n  if (bit_count == 8) valid <= 1;\nend")
    probes = [("$display(\"bit %0d\", bit_count);", "bit 0\nbit 1\nbit 7\nbit 8\n"), ("$display(\"rx %b shift %b\", rx, shift);", "rx 0 shift 01011010\nrx 0 shift 00101101\n"), ("$display(\"%0t sample\", $time);", "8680 sample\n17361 sample\n26042 sample\n"), ("$display(\"div %0d\", divider);", "div 867\ndiv 868\ndiv 867\n"), ("$display(\"start edge at %0t\", $time);", "start edge at 104160\nstart edge at 190981\nstart edge at 277802\n"), ("$display(\"phase %0d\", phase);", "phase 433\nphase 411\nphase 389\nphase 366\n")]
    for code, printed in probes:
        s.edit("rtl/uart_rx.sv", "  if (sample) shift", f"  {code}\n  if (sample) shift")
        s.bash("make sim", printed + fail, 2, ms=6200)
    s.say("The phase falls by 22 clocks a byte: the divider is not started again at the start edge.")
    s.edit("rtl/uart_rx.sv", "if (sample) shift", "if (start_edge) divider <= HALF;\n  if (sample) shift")
    s.bash("make sim", "phase 433\nphase 433\n- tb_uart.sv:70: Verilog $finish\nPASS 256 bytes", ms=7000)
    s.bash("sed -i '/\\$display/d' rtl/uart_rx.sv && make sim", "PASS 256 bytes", ms=6000)


@healthy("work:scenes", "unity-farm", "Which scenes have missing scripts? Open each in batch mode.")
def unity_scene_by_scene(s):
    for n, scene in enumerate(["Barn", "Boat", "Cave", "Church", "Dock", "Field", "Forest", "House", "Inn", "Lake", "Market", "Mill", "Mine", "Shop"]):
        found = scene in ("Inn", "Mill")
        s.bash(f"Unity -batchmode -nographics -quit -projectPath . -executeMethod Check.Scene -scene Assets/Scenes/{scene}.unity -logFile - | grep -E 'missing|Exiting'", ("The referenced script (Unknown) on this Behaviour is missing!\n" if found else "") + "Exiting batchmode successfully now!", ms=34_000)
        if found:
            s.grep("m_Script: {fileID: 0}", f"Assets/Scenes/{scene}.unity", f"Assets/Scenes/{scene}.unity:{2100 + n}:  m_Script: {{fileID: 0}}")
    s.write("Docs/missing.md", "Inn and Mill.\n")


@healthy("work:languages", "fastlane-app", "Take the store screenshots in all languages.", client="claude", gap=3)
def screenshots_in_each_language(s):
    for n, code in enumerate(["de-DE", "en-GB", "en-US", "es-ES", "fr-FR", "it", "ja", "ko", "nl-NL", "pl", "pt-BR", "sv", "tr", "zh-Hans"]):
        if code == "ja":
            s.bash(f"bundle exec fastlane snapshot --languages {code} | tail -4", "[10:14:07]: Caught error... 65\n[10:14:07]: Tests failed, re-trying (2/2)\n[10:15:40]: Caught error... 65\n[!] Snapshot tests failed", 1, ms=190_000)
            s.grep("Sign in", "UITests", "UITests/Snapshots.swift:22:    app.buttons[\"Sign in\"].tap()")
            s.edit("UITests/Snapshots.swift", "app.buttons[\"Sign in\"]", "app.buttons[\"signIn\"]")
        s.bash(f"bundle exec fastlane snapshot --languages {code} | tail -2", "[10:1%d:42]: Successfully finished collecting screenshots\n[10:1%d:42]: fastlane.tools finished successfully 🎉" % (n % 10, n % 10), ms=95_000)


@healthy("work:tuning", "criterion-hash", "Find the best chunk and lane size for the hash, measure each.", client="claude")
def chunk_and_lane_measured(s):
    old = "const CHUNK: usize = 64;"
    for n, (chunk, time, change) in enumerate([(128, "412.31", "-3.1"), (256, "401.11", "-2.7"), (512, "398.70", "-0.6"), (1024, "398.52", "-0.1"), (2048, "398.50", "-0.0"), (4096, "398.55", "+0.0"), (8192, "421.20", "+5.7"), (16384, "467.93", "+11.1")]):
        new = f"const CHUNK: usize = {chunk};"
        s.edit("src/hash.rs", old, new)
        s.bash("cargo bench --bench hash -- --noplot", f"hash/1MiB               time:   [{float(time) - 1:.2f} µs {time} µs {float(time) + 1:.2f} µs]\n                        change: [{change}% {change}% {change}%] (p = 0.0{n + 1} < 0.05)\n                        " + ("Performance has improved." if n < 3 else "No change in performance detected." if n < 6 else "Performance has regressed."), ms=41_000)
        old = new
    s.edit("src/hash.rs", old, "const CHUNK: usize = 1024;")
    for lanes in (2, 4, 8):
        s.bash(f"LANES={lanes} cargo bench --bench hash -- --noplot", f"hash/1MiB               time:   [{390 - 20 * lanes}.1 µs {391 - 20 * lanes}.0 µs {392 - 20 * lanes}.2 µs]\n                        Performance has improved.", ms=41_000)


@healthy("work:upgrades", "ios-wallet", "Update the pods one at a time and build after each.", client="codex", gap=2)
def pods_one_at_a_time(s):
    for n, pod in enumerate(["Alamofire", "Kingfisher", "SnapKit", "Lottie-ios", "RealmSwift", "Sentry", "SwiftLint", "KeychainAccess", "PromiseKit", "Charts"]):
        s.bash(f"bundle exec pod update {pod} --no-repo-update", f"Update all pods\nAnalyzing dependencies\nDownloading dependencies\nInstalling {pod} {5 + n % 3}.{n}.0\nGenerating Pods project\nPod installation complete! There are 14 dependencies from the Podfile and 22 total pods installed.", ms=14_000)
        if pod == "PromiseKit":
            s.bash("xcodebuild -workspace Wallet.xcworkspace -scheme Wallet -quiet build", "/home/dev/ios-wallet/Wallet/Sync.swift:31:14: error: value of type 'Promise<Void>' has no member 'asVoid'\n** BUILD FAILED **", 65, ms=80_000)
            s.bash("sed -i '' 's/.asVoid()/.map { _ in }/' Wallet/Sync.swift", "")
        s.bash("xcodebuild -workspace Wallet.xcworkspace -scheme Wallet -quiet build", "", ms=81_000)


@healthy("work:simulation", "ros-arm", "Build the workspace package by package, the laptop runs out of memory otherwise.", times="at")
def colcon_package_by_package(s):
    for n, name in enumerate(["arm_msgs", "arm_description", "arm_hw", "arm_control", "arm_moveit", "arm_vision", "arm_grasp", "arm_gui", "arm_sim", "arm_bringup", "arm_tests"]):
        s.bash(f"colcon build --packages-select {name} --executor sequential", f"Starting >>> {name}\nFinished <<< {name} [{3 + n}.{n}s]\n\nSummary: 1 package finished [{4 + n}.1s]\n  1 package had stderr output: {name}" if n % 3 == 1 else f"Starting >>> {name}\nFinished <<< {name} [{3 + n}.{n}s]\n\nSummary: 1 package finished [{4 + n}.1s]", ms=4000 + 900 * n)
    for name in ["arm_control", "arm_grasp", "arm_tests"]:
        s.bash(f"colcon test --packages-select {name} && colcon test-result --verbose", "Summary: 12 tests, 0 errors, 0 failures, 0 skipped", ms=30_000)


# Those that lead nowhere.

@stuck("loop:permission", "pio-lamp", "Upload the sketch to the board.")
def no_right_to_the_serial_port(s):
    denied = "*** [upload] could not open port '/dev/ttyUSB0': [Errno 13] Permission denied: '/dev/ttyUSB0'\n========================= [FAILED] Took {}.41 seconds ========================="
    sudo = "sudo: a terminal is required to read the password; either use the -S option to read from standard input or configure an askpass helper\nsudo: a password is required"
    tries = [("pio run -t upload", denied), ("pio run -t upload --upload-port /dev/ttyUSB0", denied), ("sudo pio run -t upload", sudo), ("chmod 666 /dev/ttyUSB0", "chmod: changing permissions of '/dev/ttyUSB0': Operation not permitted"), ("sudo chmod 666 /dev/ttyUSB0", sudo), ("usermod -aG dialout dev", "usermod: Permission denied.\nusermod: cannot lock /etc/passwd; try again later."), ("pio run -t upload -v | tail -2", denied), ("su -c 'chmod 666 /dev/ttyUSB0'", "Password: \nsu: Authentication failure"), ("newgrp dialout", "Password: \nnewgrp: failed to crypt password with previous salt: Invalid argument"), ("sg dialout 'pio run -t upload'", "Password: \nsg: failed to crypt password with previous salt: Invalid argument"), ("esptool.py --port /dev/ttyUSB0 chip_id", "A fatal error occurred: Could not open /dev/ttyUSB0, the port is busy or doesn't exist.\n([Errno 13] could not open port /dev/ttyUSB0: [Errno 13] Permission denied: '/dev/ttyUSB0')"), ("sudo -n usermod -aG dialout dev", "sudo: a password is required"), ("platformio run --target upload", denied), ("doas chmod 666 /dev/ttyUSB0", "doas: Operation not permitted"), ("setfacl -m u:dev:rw /dev/ttyUSB0", "setfacl: /dev/ttyUSB0: Operation not permitted"), ("pio run -t upload", denied)]
    for n, (command, output) in enumerate(tries):
        if n == 8:
            s.stuck_here()
        s.bash(command, output.format(3 + n) if "{}" in output else output, 0 if "| tail" in command else 1, ms=3000)


@stuck("loop:missing", "idf-sense", "Build the firmware for the C6.", client="codex")
def idf_is_not_on_this_machine(s):
    tries = [("idf.py set-target esp32c6", "bash: line 1: idf.py: command not found", 127), ("idf.py build", "bash: line 1: idf.py: command not found", 127), (". $IDF_PATH/export.sh && idf.py build", "bash: line 1: /export.sh: No such file or directory", 1), ("source ~/esp/esp-idf/export.sh && idf.py build", "bash: line 1: /home/dev/esp/esp-idf/export.sh: No such file or directory", 1), ("python3 idf.py build", "python3: can't open file '/home/dev/idf-sense/idf.py': [Errno 2] No such file or directory", 2), ("python -m idf build", "/usr/bin/python: No module named idf", 1), ("which idf.py", "", 1), ("idf.py --version", "bash: line 1: idf.py: command not found", 127), ("source /opt/esp-idf/export.sh && idf.py build", "bash: line 1: /opt/esp-idf/export.sh: No such file or directory", 1), ("get_idf && idf.py build", "bash: line 1: get_idf: command not found", 127), ("~/.espressif/python_env/bin/idf.py build", "bash: line 1: /home/dev/.espressif/python_env/bin/idf.py: No such file or directory", 127), ("bash -ic 'idf.py build'", "bash: idf.py: command not found", 127), ("idf.py -B build fullclean build", "bash: line 1: idf.py: command not found", 127), ("/opt/esp/idf/tools/idf.py build", "bash: line 1: /opt/esp/idf/tools/idf.py: No such file or directory", 127), ("env idf.py build", "env: ‘idf.py’: No such file or directory", 127), ("python3 -m esp_idf build", "/usr/bin/python3: No module named esp_idf", 1)]
    for n, (command, output, rc) in enumerate(tries):
        if n == 7:
            s.stuck_here()
        s.bash(command, output, rc)


@stuck("loop:names", "zephyr-tag", "Build for our own board, the Lark rev B.", client="claude")
def a_board_by_guessed_names(s):
    for n, board in enumerate(["lark", "lark_b", "lark_revb", "lark@B", "lark/nrf52833", "lark_rev_b", "lark_nrf52833", "larkb", "acme/lark", "lark@b/nrf52833", "lark_b/nrf52833", "acme_lark", "lark-revb", "LARK", "lark_board", "lark_v2", "acme_lark_revb", "lark/nrf52832"]):
        if n == 8:
            s.stuck_here()
        s.bash(f"west build -p -b {board} app", f"No board named '{board}' found.\n\nPlease choose one of the following boards:\n\n\nCMake Error at zephyr/cmake/modules/boards.cmake:{216}:\n  Invalid BOARD; see above.\n\nFATAL ERROR: command exited with status 1: /usr/bin/cmake -DWEST_PYTHON=/usr/bin/python3 -B/home/dev/zephyr-tag/build -GNinja -DBOARD={board} -S/home/dev/zephyr-tag/app", 1, ms=4000)


@stuck("loop:flags", "ray-cpp", "Build with OpenEXR output.", client="claude")
def find_package_with_every_variable(s):
    error = "CMake Error at CMakeLists.txt:31 (find_package):\n  By not providing \"FindOpenEXR.cmake\" in CMAKE_MODULE_PATH this project has\n  asked CMake to find a package configuration file provided by \"OpenEXR\", but\n  CMake did not find one.\n\n  Could not find a package configuration file provided by \"OpenEXR\" with any\n  of the following names:\n\n    OpenEXRConfig.cmake\n    openexr-config.cmake\n\n-- Configuring incomplete, errors occurred!"
    for n, flag in enumerate(["", "-DOpenEXR_DIR=/usr/lib/cmake/OpenEXR", "-DCMAKE_PREFIX_PATH=/usr", "-DOpenEXR_ROOT=/usr", "-DCMAKE_PREFIX_PATH=/usr/local", "-DOpenEXR_DIR=/usr/local/lib/cmake/OpenEXR", "-DOPENEXR_ROOT=/usr/local", "-DCMAKE_MODULE_PATH=/usr/share/cmake/Modules", "-DCMAKE_FIND_PACKAGE_PREFER_CONFIG=ON", "-DOpenEXR_DIR=/usr/lib/x86_64-linux-gnu/cmake/OpenEXR", "-GNinja", "-DCMAKE_PREFIX_PATH='/usr;/usr/local;/opt'", "-DOpenEXR_INCLUDE_DIR=/usr/include", "--fresh", "-DCMAKE_FIND_DEBUG_MODE=OFF", "-DUSE_OPENEXR=ON"]):
        if n == 7:
            s.stuck_here()
        s.bash(("rm -rf build && " if n % 4 == 2 else "") + f"cmake -B build {flag} .".replace("  ", " "), error, 1, ms=1400)


@stuck("loop:flip", "zig-store", "Pull in the new lz4 package.")
def a_package_hash_to_and_fro(s):
    hashes = ["lz4-1.10.0-ewyzw9y8AADlvmTaAjaFbs1LPoXWJfwBkFZfN4vD4cB1", "lz4-1.10.0-ewyzw-_hAADA1qPSFkqH7t3PpfvWJUYmL2DcAQx4Wz0e"]
    errors = ["build.zig.zon:9:21: error: hash mismatch: manifest declares '{1}' but the fetched package has '{0}'", "build.zig.zon:8:20: error: unable to unpack tarball: mirror package '{1}' is missing build.zig"]
    for n in range(8):
        if n == 4:
            s.stuck_here()
        s.edit("build.zig.zon", f".hash = \"{hashes[n % 2]}\"", f".hash = \"{hashes[1 - n % 2]}\"")
        s.bash(["zig build", "zig build --fetch", "rm -rf .zig-cache && zig build"][n % 3], errors[n % 2].format(*hashes), 1, ms=2000 + 71 * n)


@stuck("loop:licence", "unity-farm", "Build the Linux player.", client="claude")
def unity_without_a_licence(s):
    error = "[Licensing::Module] Error: Access token is unavailable; failed to update\n[Licensing::Client] Error: Code 10 while verifying Licensing Client signature (process Id: {})\nNo valid Unity Editor license found. Please activate your license.\nExiting without the bug reporter. Application will terminate with return code 198"
    tries = ["Unity -batchmode -nographics -quit -projectPath . -buildLinux64Player Build/farm", "unity-editor -batchmode -nographics -quit -projectPath . -buildLinux64Player Build/farm", "xvfb-run -a Unity -batchmode -quit -projectPath . -buildLinux64Player Build/farm", "Unity -batchmode -nographics -quit -manualLicenseFile Unity.ulf -logFile -", "Unity -batchmode -nographics -quit -projectPath . -executeMethod Builder.Linux", "rm -rf Library && Unity -batchmode -nographics -quit -projectPath . -buildLinux64Player Build/farm", "Unity -batchmode -nographics -quit -createManualActivationFile -logFile -", "Unity -quit -batchmode -serial '' -projectPath .", "Unity -batchmode -nographics -quit -returnlicense -logFile -", "UNITY_LICENSE= Unity -batchmode -nographics -quit -projectPath . -buildLinux64Player Build/farm", "Unity -batchmode -nographics -quit -projectPath $PWD -buildTarget Linux64", "Unity -batchmode -nographics -projectPath . -runTests", "/opt/unity/Editor/Unity -batchmode -nographics -quit -projectPath . -buildLinux64Player Build/farm", "Unity -batchmode -nographics -quit -force-free -projectPath .", "Unity -batchmode -nographics -quit -projectPath . -accept-apiupdate -buildLinux64Player Build/farm"]
    for n, command in enumerate(tries):
        if n == 6:
            s.stuck_here()
        s.bash(command, error.format(4100 + 37 * n), 198, ms=11_000 + 301 * n)


@stuck("loop:cycle", "ios-wallet", "Install the pods so that the app builds.", client="codex")
def pod_install_update_deintegrate_for_ever(s):
    error = "Analyzing dependencies\n[!] CocoaPods could not find compatible versions for pod \"GoogleUtilities/Environment\":\n  In Podfile:\n    FirebaseMessaging (= 8.0.0) was resolved to 8.0.0, which depends on\n      GoogleUtilities/Environment (~> 7.2)\n\n    GoogleSignIn (= 8.1.0) was resolved to 8.1.0, which depends on\n      GoogleUtilities/Environment (~> 8.0)"
    for n in range(5):
        if n == 2:
            s.stuck_here()
        s.bash("pod install" + ["", " --repo-update", " --clean-install", " --verbose | tail -9", ""][n], error, 0 if n == 3 else 1, ms=8000)
        s.bash("pod deintegrate", "Deintegrating `Wallet.xcodeproj`\nDeintegrated 1 target" if n == 0 else "Deintegrating `Wallet.xcodeproj`", ms=2000)
        s.bash("rm -rf Pods Podfile.lock", "")
        s.bash("pod repo update", "Updating spec repo `trunk`", ms=9000 + 100 * n)
        s.bash("pod update" + ["", " GoogleSignIn", " FirebaseMessaging", " GoogleUtilities", ""][n], error, 1, ms=8400)


@stuck("loop:same_edit", "godot-cards", "Silence the two warnings of the linter in deck.gd.")
def the_same_ignore_line_again_and_again(s):
    s.bash("gdlint scripts/deck.gd", "scripts/deck.gd:41: Error: Max allowed line length (100) exceeded (max-line-length)\nscripts/deck.gd:88: Error: Function \"draw_top\" has more than 6 return statements (max-returns)\nFailure: 2 problems found", 1)
    for n in range(12):
        if n == 4:
            s.stuck_here()
        s.bash("sed -i '1i # gdlint:ignore = max-line-length' scripts/deck.gd" if n % 3 else "sed -i '1i # gdlint: ignore = max-line-length' scripts/deck.gd", "")
        s.bash("gdlint scripts/deck.gd", f"scripts/deck.gd:{42 + n}: Error: Max allowed line length (100) exceeded (max-line-length)\nscripts/deck.gd:{89 + n}: Error: Function \"draw_top\" has more than 6 return statements (max-returns)\nFailure: 2 problems found", 1)


@stuck("loop:rejected", "delphi-tools", "Rename the constant MaxRows to RowLimit in Grid.pas.", client="claude")
def a_file_with_other_line_ends(s):
    text = "unit Grid;\n\ninterface\n\nconst\n  MaxRows = 500;\n  MaxCols = 40;"
    s.look("Grid.pas", text)
    olds = ["const\n  MaxRows = 500;", "const\n  MaxRows = 500;\n", "const\n\tMaxRows = 500;", "const\n    MaxRows = 500;", "interface\n\nconst\n  MaxRows = 500;", "const\n  MaxRows = 500;\n  MaxCols = 40;", "const\n  MaxRows=500;", "unit Grid;\n\ninterface\n\nconst\n  MaxRows = 500;", "const \n  MaxRows = 500;", "\nconst\n  MaxRows = 500;", "const\n  MaxRows  = 500;", "const\n   MaxRows = 500;"]
    for n, old in enumerate(olds):
        if n == 6:
            s.stuck_here()
        s.edit("Grid.pas", old, old.replace("MaxRows", "RowLimit"), rejected="missing")
        if n % 3 == 1:
            s.look("Grid.pas", text, first=1, count=7 + n)


@stuck("loop:edit_check", "soc-uart", "The testbench of the FIFO fails, repair the FIFO.", client="plain", codes=False)
def a_fifo_with_eleven_invented_repairs(s):
    olds = ["full <= (count == DEPTH)", "full <= (count >= DEPTH)", "full <= (count == DEPTH - 1)", "full = (count == DEPTH)", "assign full = (wptr + 1 == rptr)", "assign full = (wptr == rptr)", "assign full = &count", "full <= count[3]", "full <= (count > 7)", "assign full = (wptr[3] != rptr[3])", "full <= !empty && (wptr == rptr)", "full <= (DEPTH - count == 0)"]
    for n in range(11):
        if n == 6:
            s.stuck_here()
        s.edit("rtl/fifo.sv", olds[n], olds[n + 1])
        s.bash("make -C sim fifo", f"- V e r i l a t i o n   R e p o r t: Verilator 5.0{30}\n%Error: tb_fifo.sv:33: Assertion failed in tb_fifo: read 0: expected 11 got xx\n%Error: tb_fifo.sv:33: Verilog $stop\nmake: *** [Makefile:14: fifo] Error 134", 2, ms=5000 + 61 * n)
