//! Build systems: Buck, Pants, Conan, Nix flakes, vcpkg, Meson, sbt, Leiningen, Kotlin, Crystal, Nim and D.

use super::super::call::{edit, laps, look, shell, tool};
use super::super::case::{Case, healthy, stuck};
use super::{count, edited_between, in_turn, parts};
use serde_json::json;

pub(super) fn cases() -> Vec<Case> {
    [healthy_cases(), stuck_cases()].concat()
}

fn healthy_cases() -> Vec<Case> {
    vec![
        healthy("targets of Buck2, all built", parts(14, |n| shell(format!("buck2 build //services/{n}:{n}"), "BUILD SUCCEEDED", 0))),
        healthy("folders that Pants lints", parts(14, |n| shell(format!("pants lint src/python/{n}::"), "✓ black succeeded.\n✓ ruff succeeded.", 0))),
        healthy("locks of Nix flakes", parts(12, |n| shell(format!("nix flake update --flake ./hosts/{n}"), "warning: Git tree '/home/dev/project' is dirty", 0))),
        healthy("ports of vcpkg that are there", parts(12, |n| shell(format!("vcpkg install {n}:x64-linux"), "All requested packages are currently installed.\nTotal install time: 2 us", 0))),
        healthy("options of Meson, set in silence", parts(12, |n| shell(format!("meson configure build -D{n}=enabled"), "", 0))),
        healthy("namespaces of Clojure that pass", parts(12, |n| shell(format!("lein test :only shop.{n}-test"), "Ran 4 tests containing 9 assertions.\n0 failures, 0 errors.", 0))),
        healthy("modules of Kotlin with one warning", parts(12, |n| shell(format!("./gradlew -q :{n}:compileKotlin"), "w: Language version 1.6 is deprecated and its support will be removed in a future version of Kotlin", 0))),
        healthy("imports that Pyright does not resolve, package by package", parts(12, |n| shell(format!("pyright packages/{n}"), "  error: Import \"yaml\" could not be resolved from source (reportMissingModuleSource)\n1 error, 0 warnings, 0 informations", 1))),
        healthy("files that Crystal would format", parts(12, |n| shell(format!("crystal tool format --check src/{n}.cr"), format!("formatting 'src/{n}.cr' produced changes"), 1))),
        healthy(
            "failures of Gradle fall, seen by their number",
            (0..14).flat_map(|n| {
                [
                    edit(format!("src/main/kotlin/Rule{n}.kt"), "TODO()", format!("apply({n})")),
                    shell("./gradlew test 2>&1 | tail -8", format!("> Task :test FAILED\n\n{} tests completed, {} failed\n\nFAILURE: Build failed with an exception.\n* What went wrong:\nExecution failed for task ':test'.\n> There were failing tests. See the report at: file:///home/dev/project/build/reports/tests/test/index.html", 96, 14 - n), 1),
                ]
            }).collect(),
        ),
        healthy(
            "a compile error of sbt that goes down the file",
            (0..10).flat_map(|n| {
                let line = 12 + 9 * n;
                [
                    edit("src/main/scala/Cart.scala", format!("def part{n}: Future[Int]"), format!("def part{n}: IO[Int]")),
                    shell("sbt compile", format!("[error] /home/dev/project/src/main/scala/Cart.scala:{line}:14: type mismatch;\n[error]  found   : scala.concurrent.Future[Int]\n[error]  required: cats.effect.IO[Int]\n[error] one error found\n[error] (Compile / compileIncremental) Compilation failed"), 1),
                ]
            }).collect(),
        ),
        healthy(
            "recipes of Conan, each with another fault",
            ["zlib", "fmt", "boost", "spdlog"].iter().zip(["undefined reference to `crc32_z'", "cannot find -lgtest", "error: 'optional' is not a member of 'std'", "CMake Error: Could NOT find OpenSSL"]).flat_map(|(name, why)| {
                [
                    shell(format!("conan create recipes/{name}"), format!("{name}/1.0: ERROR: {why}\nERROR: {name}/1.0: Error in build() method"), 1),
                    look(format!("recipes/{name}/conanfile.py"), format!("class {name}(ConanFile):\n    name = \"{name}\"\n    def build(self): pass")),
                    edit(format!("recipes/{name}/conanfile.py"), "def build(self): pass", format!("def build(self): cmake(\"{name}\")")),
                    shell(format!("conan create recipes/{name}"), format!("{name}/1.0: Created package"), 0),
                ]
            }).collect(),
        ),
    ]
}

fn stuck_cases() -> Vec<Case> {
    let flake = [
        "nix build .#app",
        "nix build .#app --impure",
        "nix build -L .#app",
        "nix build .#app --show-trace",
        "nix build --refresh .#app",
        "nix build .#app --no-link",
        "nix build .#app --option sandbox false",
    ];
    let specs = [
        "crystal spec",
        "crystal spec --verbose",
        "crystal spec 2>&1 | tail -20",
        "crystal spec | grep -A5 Failures",
        "crystal spec spec/cart_spec.cr",
        "crystal spec spec/cart_spec.cr:14",
        "crystal spec --error-trace",
        "crystal spec || true",
    ];
    let views = [
        "cat meson.build | head -40",
        "head -40 meson.build",
        "head -n 41 meson.build",
        "sed -n '1,40p' meson.build",
        "sed -n 1,42p meson.build",
        "awk 'NR<=40' meson.build",
        "cat meson.build",
        "less meson.build | cat",
        "bat -p meson.build",
    ];
    let meson = "project('shop', 'c', version : '0.3')\ndep = dependency('libfoo')\nexecutable('shop', 'main.c', dependencies : dep)";
    vec![
        stuck("a daemon of Buck2 that does not start", in_turn(16, &["buck2 build //app:app", "buck2 kill; buck2 build //app:app", "buck2 build //app:app --no-remote-cache", "buck2 test //app:test", "buck2 clean && buck2 build //app:app"], "Command failed: Error connecting to buckd\nCaused by:\n    0: Failed to acquire lifecycle lock\n    1: timed out after 10s", 3)).refused(),
        stuck("versions of OpenSSL that no remote of Conan has", count(16, |n| shell(format!("conan install --requires=openssl/3.0.{n}"), format!("ERROR: Package 'openssl/3.0.{n}' not resolved: Unable to find 'openssl/3.0.{n}' in remotes."), 1))).refused(),
        stuck("a flake without its attribute, with other flags", in_turn(14, &flake, "error: flake 'git+file:///home/dev/project' does not provide attribute 'packages.x86_64-linux.app', 'legacyPackages.x86_64-linux.app' or 'app'", 1)).refused(),
        stuck("no sbt, with edits between", laps(7, |n| [edit("build.sbt", format!("version := \"0.{n}\""), format!("version := \"0.{}\"", n + 1)), shell(["sbt compile", "sbt test", "sbt -v compile"][n % 3], "/bin/sh: 1: sbt: not found", 127)])).refused(),
        stuck("no Java for Gradle", parts(9, |n| shell(format!("./gradlew :{n}:build"), "ERROR: JAVA_HOME is not set and no 'java' command could be found in your PATH.\n\nPlease set the JAVA_HOME variable in your environment to match the location of your Java installation.", 1))).refused(),
        stuck("one spec of Crystal in every dress", in_turn(20, &specs, "Failures:\n\n  1) Cart adds up\n     Failure/Error: cart.total.should eq 12\n\n       Expected: 12\n            got: 10\n\n     # spec/cart_spec.cr:14\n\nFinished in 3.1 milliseconds\n8 examples, 1 failures, 0 errors, 0 pending", 1)).refused(),
        stuck("a suite of Nim that fails alike after each edit", edited_between(8, "src/cart.nim", "nimble test", "[Suite] cart\n  [FAILED] adds up\n    /home/dev/project/tests/tcart.nim(9, 15): Check failed: total == 12\n    total was 10\nError: execution of an external program failed", 1)),
        stuck("a suite of Leiningen that fails alike while nobody watches", edited_between(18, "src/cart.clj", "lein test", "FAIL in (adds-up) (cart_test.clj:9)\nexpected: (= 12 (total cart))\n  actual: (not (= 12 10))\n\nRan 6 tests containing 11 assertions.\n1 failures, 0 errors.\nTests failed.", 1)).unattended().refused(),
        stuck(
            "solutions in Kotlin, each with the same exception",
            (1..=8).flat_map(|n| {
                [
                    tool("write", json!({"file_path": format!("/home/dev/project/solve_v{n}.kts"), "content": format!("// try {n}\nval m = load(\"in.txt\", {n})\nprintln(m[\"total\"]!!)")}), format!("File created successfully at: /home/dev/project/solve_v{n}.kts"), true),
                    shell(format!("kotlinc -script solve_v{n}.kts"), format!("java.lang.NullPointerException\n\tat Solve_v{n}.<init>(solve_v{n}.kts:3)"), 1),
                ]
            }).collect(),
        ),
        stuck("one file of Meson, shown in every way", in_turn(14, &views, meson, 0)).refused(),
        stuck(
            "a flag of D that goes there and back",
            laps(12, |n| {
                let (old, new) = if n % 2 == 0 { ("-release", "-debug") } else { ("-debug", "-release") };
                [edit("dub.sdl", format!("dflags \"{old}\""), format!("dflags \"{new}\"")), shell("dub build", "source/app.d(7,9): Error: undefined identifier `wirte`\nError dmd failed with exit code 1.", 2)]
            }),
        ).refused(),
        stuck("one import that is put in again and again", vec![edit("src/App.res", "open Belt", "open Belt\nopen Belt.Array"); 10]).refused(),
    ]
}
