//! Builds of apps, games, firmware and packages.

use super::super::call::{Call, edit, shell};
use super::super::case::{Case, healthy, stuck};
use super::{NAMES, count, each, in_turn};

pub(super) fn cases() -> Vec<Case> {
    let mut cases = mobile();
    cases.extend(games_and_boards());
    cases.extend(packages());
    cases
}

fn mobile() -> Vec<Case> {
    vec![
        healthy("an Android build of each module", each(|name| shell(format!("./gradlew :{name}:assembleDebug -q --console=plain"), "", 0))),
        stuck("a library that Gradle does not find, with other flags", in_turn(14, &[
            "./gradlew :app:assembleDebug", "./gradlew :app:assembleDebug --stacktrace", "./gradlew :app:assembleDebug --refresh-dependencies", "./gradlew --no-daemon :app:assembleDebug", "./gradlew clean :app:assembleDebug", "./gradlew :app:assembleDebug --offline",
        ], "FAILURE: Build failed with an exception.\n\n* What went wrong:\nExecution failed for task ':app:checkDebugAarMetadata'.\n> Could not find com.acme:payments-sdk:4.2.0.\n  Searched in the following locations:\n    - https://dl.google.com/dl/android/maven2/com/acme/payments-sdk/4.2.0/payments-sdk-4.2.0.pom\n\nBUILD FAILED in 3s", 1)).refused(),
        healthy("an app that is installed on many devices", count(12, |n| shell(format!("adb -s R58M{n:03} install -r app.apk"), "Performing Streamed Install\nSuccess", 0))),
        stuck("a device that is not there", in_turn(14, &[
            "adb install app.apk", "adb shell pm list packages", "adb logcat -d", "adb push a.txt /sdcard/", "adb shell getprop", "adb reverse tcp:8081 tcp:8081",
        ], "adb: no devices/emulators found", 1)).refused(),
        healthy("ten schemes that build", each(|name| shell(format!("xcodebuild -scheme {name} -quiet build | tail -1"), "** BUILD SUCCEEDED **", 0))),
        stuck("an app that nobody can sign", in_turn(12, &[
            "xcodebuild -scheme Shop archive", "xcodebuild -scheme Shop archive -allowProvisioningUpdates", "xcodebuild -scheme Shop archive CODE_SIGN_STYLE=Automatic", "xcodebuild -scheme Shop -configuration Release archive", "xcodebuild clean archive -scheme Shop",
        ], "error: No signing certificate \"iOS Development\" found: No \"iOS Development\" signing certificate matching team ID \"9ABC\" with a private key was found. (in target 'Shop' from project 'Shop')\n** ARCHIVE FAILED **", 65)).refused(),
        healthy("a screenshot of each simulator", each(|name| shell(format!("xcrun simctl io {name}-sim screenshot shots/{name}.png"), "Detected file type 'PNG' from extension\nNote: No display specified. Defaulting to 'internal'.", 0))),
        stuck("a lane whose session has expired", (0..8).flat_map(|_| -> [Call; 2] { [
            shell("fastlane spaceauth -u dev@acme.test", "[!] The request could not be completed because: Your session has expired. Please log in.", 1),
            shell("fastlane beta", "[!] The request could not be completed because: Your session has expired. Please log in.", 1),
        ] }).collect()).refused(),
    ]
}

fn games_and_boards() -> Vec<Case> {
    vec![
        healthy("a game that is built for each platform", ["Android", "iOS", "WebGL", "StandaloneLinux64", "StandaloneOSX", "StandaloneWindows64", "tvOS", "Switch", "PS5", "XboxOne"]
            .map(|target| shell(format!("unity -batchmode -quit -projectPath . -buildTarget {target} -executeMethod Build.Run -logFile -"), "Exiting batchmode successfully now!", 0)).to_vec()),
        stuck("an editor that holds the project", in_turn(11, &[
            "unity -batchmode -quit -projectPath . -runTests", "unity -batchmode -projectPath . -runTests -testPlatform EditMode", "unity -batchmode -nographics -projectPath . -runTests", "unity -batchmode -projectPath . -runTests -logFile -",
        ], "Aborting batchmode due to fatal error:\nIt looks like another Unity instance is running with this project open.\n\nMultiple Unity instances cannot open the same project.", 1)).refused(),
        healthy("presets that are exported without a word", each(|name| shell(format!("godot --headless --export-release {name} build/{name}.pck"), "", 0))),
        stuck("a cache that is thrown away before the same error", (0..9).flat_map(|_| -> [Call; 2] { [
            shell("rm -rf .godot", "", 0),
            shell("godot --headless --import", "SCRIPT ERROR: Parse Error: Identifier \"CartState\" not declared in the current scope.\n   at: GDScript::reload (res://cart.gd:14)", 1),
        ] }).collect()),
        healthy("a firmware for each board", ["nrf52840dk", "nucleo_f401re", "esp32_devkitc", "rpi_pico", "frdm_k64f", "arduino_due", "stm32f3_disco", "hifive1", "qemu_x86", "native_sim", "teensy41", "bl5340_dvk"]
            .map(|board| shell(format!("west build -p -b {board} app -d build/{board} 2>&1 | tail -1"), "[168/168] Linking C executable zephyr/zephyr.elf", 0)).to_vec()),
        stuck("a probe that is not plugged in", in_turn(14, &[
            "west flash", "west flash --runner jlink", "west flash -d build/nrf52840dk", "west -v flash", "west flash --skip-rebuild", "west debug --runner jlink",
        ], "-- west flash: using runner jlink\nFATAL ERROR: could not find a J-Link probe connected to this host", 1)).refused(),
        stuck("a target that answers at no speed", count(13, |n| {
            shell(format!("openocd -f interface/stlink.cfg -f target/stm32f4x.cfg -c 'adapter speed {}' -c 'init; reset halt; exit'", 4000 / n), format!("Open On-Chip Debugger 0.12.0\nInfo : clock speed {} kHz\nError: init mode failed (unable to connect to the target)", 4000 / n), 1)
        })).refused(),
        healthy("environments of a board project", each(|name| shell(format!("pio run -e {name}"), "Checking size .pio/build/firmware.elf\n========================= [SUCCESS] Took 3.10 seconds =========================", 0))),
        healthy("errors of a firmware that move on", (1..=10).flat_map(|n| [
            edit(format!("main/driver_{n}.c"), format!("int old_{n};"), format!("static int reg_{n};")),
            shell("idf.py build", format!("/home/dev/project/main/driver_{}.c:{}:5: error: 'reg_{}' undeclared (first use in this function)\nninja: build stopped: subcommand failed.", n + 1, 20 + n, n + 1), 2),
        ]).collect()),
        stuck("a firmware that fails alike after each edit", (1..=9).flat_map(|n| [
            edit("main/main.c", format!("/* try {} */", n - 1), format!("/* try {n} */ wifi_mode_{n}();")),
            shell("idf.py build", "/home/dev/project/main/main.c:31:9: error: implicit declaration of function 'esp_wifi_start_all' [-Werror=implicit-function-declaration]\nninja: build stopped: subcommand failed.", 2),
        ]).collect()),
    ]
}

fn packages() -> Vec<Case> {
    vec![
        healthy("targets that the cache has tested", each(|name| shell(format!("bazel test //services/{name}/..."), "INFO: Build completed successfully, 1 total action\n//services:unit (cached) PASSED in 0.4s\nExecuted 0 out of 1 test: 1 test passes.", 0))),
        stuck("a remote cache that is down, with other flags", in_turn(13, &[
            "bazel build //app", "bazel build //app --remote_timeout=600", "bazel build //app --remote_retries=10", "bazel build //app --jobs=1", "bazel clean && bazel build //app", "bazel build //app --verbose_failures",
        ], "ERROR: Failed to query remote execution capabilities: UNAVAILABLE: io exception\nchannel: grpcs://cache.acme.test", 34)).refused(),
        healthy("the owners of twelve files", each(|name| shell(format!("buck2 uquery \"owner(lib/{name}.cpp)\""), "root//lib:core", 0))),
        stuck("a hash that never matches", in_turn(12, &[
            "nix build .#carts", "nix build .#carts -L", "nix build .#carts --rebuild", "nix-build -A carts", "nix build .#carts --option sandbox false", "nix build .#carts --no-link",
        ], "error: hash mismatch in fixed-output derivation '/nix/store/0a1-source.drv':\n         specified: sha256-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n            got:    sha256-9n1d2kq8h0C9Vb7mE5mQ1hJ0Kx3Vb7mE5mQ1hJ0Kx3U=", 102)).refused(),
        healthy("sources that are fetched and pinned", NAMES.iter().flat_map(|name| [
            shell(format!("nix-prefetch-url https://src.acme.test/{name}.tar.gz"), format!("0{name}xq7c2n9v4k"), 0),
            edit(format!("nix/{name}.nix"), "hash = lib.fakeHash;", format!("sha256 = \"0{name}xq7c2n9v4k\";")),
        ]).collect()),
        stuck("a package manager that is not installed, with edits between", (1..=8).flat_map(|n| [
            edit("guix.scm", format!("(version \"{}\")", n - 1), format!("(version \"{n}\")")),
            shell(format!("guix build -f guix.scm --cores={n}"), "bash: guix: command not found", 127),
        ]).collect()).refused(),
        healthy("packages that are there already", each(|name| shell(format!("conda install -y py{name}"), "Collecting package metadata (current_repodata.json): done\nSolving environment: done\n\n# All requested packages already installed.", 0))),
        stuck("versions of a package, guessed", count(12, |n| {
            shell(format!("conda install -y -c conda-forge tensorkit=2.{n}"), format!("Solving environment: failed\n\nPackagesNotFoundError: The following packages are not available from current channels:\n\n  - tensorkit=2.{n}*\n"), 1)
        })).refused(),
        healthy("workspaces that build alike", each(|name| shell(format!("pnpm --filter @shop/{name} build"), "> tsc -p tsconfig.build.json\n", 0))),
        stuck("a lockfile that is always outdated", in_turn(12, &[
            "pnpm install --frozen-lockfile", "pnpm i --frozen-lockfile --prefer-offline", "CI=1 pnpm install", "pnpm install --frozen-lockfile --reporter=append-only", "corepack pnpm install --frozen-lockfile",
        ], " ERR_PNPM_OUTDATED_LOCKFILE  Cannot install with \"frozen-lockfile\" because pnpm-lock.yaml is not up to date with package.json", 1)).refused(),
        healthy("formulas that are pinned, each at once", each(|name| shell(format!("brew pin {name}"), "", 0))),
        stuck("a linker that lacks one library", in_turn(12, &[
            "make -j8", "make", "make V=1 | tail -5", "make -B", "make LDFLAGS=-L/usr/lib", "make clean all",
        ], "/usr/bin/ld: cannot find -lshopcrypt: No such file or directory\ncollect2: error: ld returned 1 exit status\nmake: *** [Makefile:12: shop] Error 1", 2)).refused(),
    ]
}
