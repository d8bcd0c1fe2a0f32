//! One thing that is lacking, one refusal, or one failure, with other options, other files and more prints each time.

use super::attempts::WORDS;
use super::call::{Call, edit, laps, look, shell};
use super::case::{Case, healthy, stuck};
use super::named_faults::attempts;

/// Silent where neither a status nor a word about success is told: the banner of the compiler stands in front.
pub(crate) const KNOWN_WRONG: [&str; 1] = ["a font that no new file brings"];

/// A configuration that lacks a package.
fn configured(package: &str, line: usize) -> String {
    format!(
        "-- The CXX compiler identification is GNU 13.2.0\nCMake Error at CMakeLists.txt:{line} (find_package):\n  Could not find a package configuration file provided by \"{package}\" with any of\n  the following names:\n\n    {package}Config.cmake\n    {package}-config.cmake\n\n-- Configuring incomplete, errors occurred!"
    )
}

/// A document that lacks a font.
fn typeset(font: &str, file: &str) -> String {
    format!(
        "This is XeTeX, Version 3.14\n(./{file}.tex\n! Package fontspec Error: The font \"{font}\" cannot be found; this may be but\n(fontspec)                usually is not a fatal error.\n\nl.4 \\setmainfont{{{font}}}\n\n!  ==> Fatal error occurred, no output PDF file produced!\nTranscript written on {file}.log."
    )
}

/// A feed that refuses who asks.
fn refused(feed: &str) -> String {
    let file = "/w/src/Api/Api.csproj : error NU1301:";
    format!(
        "  Determining projects to restore...\n{file} Unable to load the service index for source https://pkgs.example/{feed}/index.json.\n{file}   Response status code does not indicate success: 401 (Unauthorized).\n  Failed to restore /w/src/Api/Api.csproj (in 1.2 sec)."
    )
}

const CMAKE: [&str; 7] = [
    "cmake -B build -S .",
    "rm -rf build && cmake -B build -S . -DCMAKE_PREFIX_PATH=/opt/pkgs",
    "rm -rf build && cmake -B build -S . -Dpkg_DIR=/opt/pkgs/share",
    "rm -rf build && mkdir build && cd build && cmake ..",
    "cmake -G Ninja -B build -S .",
    "rm -rf out && cmake -B out -S . -DCMAKE_TOOLCHAIN_FILE=/opt/pkgs/tool.cmake",
    "cmake --fresh -B build -S . 2>&1 | tail -12",
];
const RESTORES: [&str; 8] = [
    "dotnet restore",
    "dotnet restore --no-cache",
    "dotnet restore --force",
    "dotnet restore Api.sln --configfile nuget.config",
    "dotnet restore --disable-parallel",
    "dotnet build",
    "dotnet restore --interactive",
    "dotnet restore --no-cache --force-evaluate",
];

pub(crate) fn lacks() -> Vec<Case> {
    let code = |command: &str| if command.contains(" | ") { 0 } else { 1 };
    let set = |n: usize| {
        shell(
            format!(
                "dotnet nuget update source core -u {} -p $PAT --configfile nuget.config",
                WORDS[n % 14]
            ),
            "Package source \"core\" was successfully updated.",
            0,
        )
    };
    let cmake = |count: usize, package: &dyn Fn(usize) -> String| -> Vec<Call> {
        let run =
            |n: usize| shell(CMAKE[n % 7], configured(&package(n), 18 + n % 2), code(CMAKE[n % 7]));
        (0..count).map(run).collect()
    };
    let restores = |feed: &dyn Fn(usize) -> String| {
        laps(9, |n| [set(n), shell(RESTORES[n % 8], refused(&feed(n)), 1)])
    };
    let documents = |font: &dyn Fn(usize) -> String| {
        laps(10, |n| {
            let name = WORDS[n % 14];
            [
                edit(format!("{name}.tex"), "% next", format!("\\setmainfont{{{}}}", font(n))),
                shell(format!("xelatex -halt-on-error {name}.tex"), typeset(&font(n), name), 1),
            ]
        })
    };
    let licence = |n: usize, missing: &str| {
        format!(
            "[Licensing::Module] Launched the client (PId: {})\n{missing}\nAborting batchmode due to failure:\n{missing}\n\n[Licensing::Module] Time: 0.{}s",
            4_112 + n * 87,
            61 + n
        )
    };
    let unity = |missing: &dyn Fn(usize) -> String| {
        laps(11, |n| {
            [
                look(format!("Packages/{}.json", WORDS[n % 14]), format!("{{\"n\": {n}}}\n")),
                shell(
                    format!(
                        "unity-editor -batchmode -quit -projectPath . -buildLinux64Player dist/{} -logFile - 2>&1 | tail -12",
                        WORDS[n % 14]
                    ),
                    licence(n, &missing(n)),
                    0,
                ),
            ]
        })
    };
    vec![
        stuck("a package that no option brings", cmake(9, &|_| "absl".to_owned())),
        healthy(
            "packages that are missing one after the other",
            cmake(9, &|n| WORDS[n].to_owned()),
        ),
        stuck("a font that no new file brings", documents(&|_| "Garda Titling".to_owned())),
        healthy(
            "fonts that are missing one after the other",
            documents(&|n| format!("Garda {}", WORDS[n % 14])),
        ),
        stuck("a feed that refuses every setting", restores(&|_| "core".to_owned())),
        stuck(
            "a licence that no option of a build brings",
            unity(&|_| "No valid Editor license found. Please activate your license.".to_owned()),
        ),
        healthy(
            "a build that says each time what else its project lacks",
            unity(&|n| {
                format!("Could not find the package com.acme.{} in the registry.", WORDS[n % 14])
            }),
        ),
        healthy(
            "packages of which each is found in the end",
            laps(10, |n| {
                [
                    shell("cmake -B build -S .", configured(WORDS[n / 2], 18), 1),
                    edit(
                        "CMakeLists.txt",
                        "# next",
                        format!("list(APPEND CMAKE_PREFIX_PATH /opt/{n})"),
                    ),
                ]
            }),
        ),
        healthy(
            "parts that are configured in their folders",
            laps(9, |n| {
                [
                    shell(format!("cmake -S {0} -B build/{0}", WORDS[n]), configured("absl", 3), 1),
                    shell(
                        format!("cmake -S {0} -B build/{0} -Dabsl_DIR=/opt/absl", WORDS[n]),
                        format!("-- Build files have been written to: build/{}", WORDS[n]),
                        0,
                    ),
                ]
            }),
        ),
    ]
}

pub(crate) fn manners() -> Vec<Case> {
    let wrong = |part: &str, cause: &str, n: usize| {
        format!(
            "\nFAILURE: Build failed with an exception.\n\n* What went wrong:\nExecution failed for task ':{part}:compileKotlin'.\n> {cause}\n\n* Try:\n> Run with --stacktrace option to get the stack trace.\n\nBUILD FAILED in {}s",
            4 + n % 5
        )
    };
    let flags =
        ["", " --no-daemon", " --rerun-tasks", " --no-build-cache", " --stacktrace", " --info"];
    let jvm = "Inconsistent JVM Target Compatibility Between Java and Kotlin Tasks";
    let etl = |n: usize, total: &str| {
        let debug: Vec<String> =
            (0..n).map(|k| format!("DEBUG{k} {} rows", WORDS[k % 14])).collect();
        let output = format!(
            "{}\n2026-10-06 11:{}:08,211 ERROR etl.control\nAssertionError: control total {total}",
            debug.join("\n"),
            12 + n
        );
        ("python -m etl --month 2026-04".to_owned(), output, 1)
    };
    vec![
        stuck(
            "one task of a build with other options each time",
            attempts(9, "app/build.gradle.kts", |n| {
                (format!("./gradlew :app:compileKotlin{}", flags[n % 6]), wrong("app", jvm, n), 1)
            }),
        ),
        healthy(
            "one task after the other with other options",
            attempts(9, "build.gradle.kts", |n| {
                (
                    format!("./gradlew :{}:compileKotlin{}", WORDS[n], flags[n % 6]),
                    wrong(WORDS[n], jvm, n),
                    1,
                )
            }),
        ),
        healthy(
            "a task that fails for another cause each time",
            attempts(9, "app/build.gradle.kts", |n| {
                let cause = format!("Could not create plugin of type '{}Plugin'", WORDS[n]);
                (
                    format!("./gradlew :app:compileKotlin{}", flags[n % 6]),
                    wrong("app", &cause, n),
                    1,
                )
            }),
        ),
        healthy(
            "a build that passes by itself and fails where it is strict",
            laps(8, |n| {
                [
                    shell("mkdocs build", "INFO    -  Documentation built in 0.41 seconds", 0),
                    shell(
                        "mkdocs build --strict",
                        format!(
                            "WARNING -  Doc file 'a.md' contains a link '{}.md', but the target is not found among documentation files.\n\nAborted with 1 warnings in strict mode!",
                            WORDS[n]
                        ),
                        1,
                    ),
                    edit("docs/a.md", format!("{}.md", WORDS[n]), format!("{}/index.md", WORDS[n])),
                ]
            }),
        ),
        stuck(
            "prints that are added for an assertion that stays",
            attempts(10, "etl/load.py", |n| etl(n, "18482 != 18480")),
        ),
        healthy(
            "prints beside an assertion that moves on",
            attempts(10, "etl/load.py", |n| {
                let (command, output, code) = etl(n, "");
                (command, format!("{output}of {} is missing", WORDS[n % 14]), code)
            }),
        ),
        healthy(
            "a program that comes further and says so",
            attempts(10, "etl/load.py", |n| {
                let done: Vec<&str> = WORDS[..n].to_vec();
                (
                    "python -m etl --all".to_owned(),
                    format!("loaded {}\nValueError: bad row", done.join("\nloaded ")),
                    1,
                )
            }),
        ),
    ]
}

pub(crate) fn shown_files() -> Vec<Case> {
    let text = "{\n  \"name\": \"@atlas/forms\",\n  \"version\": \"1.8.0\",\n  \"main\": \"./dist/index.js\"\n}";
    let numbered: Vec<String> =
        text.lines().zip(1..).map(|(line, n)| format!("{n:6}\t{line}")).collect();
    let file = "packages/forms/package.json";
    let ways = |n: usize| match n % 7 {
        0 => look(file, text),
        1 => shell(format!("cat {file}"), text, 0),
        2 => shell(format!("cat -n {file}"), numbered.join("\n"), 0),
        3 => shell(format!("head -20 {file}"), text, 0),
        4 => shell(format!("jq . {file}"), text, 0),
        5 => shell(format!("nl -ba {file}"), numbered.join("\n"), 0),
        _ => shell("cd packages/forms && cat package.json", text, 0),
    };
    let manifest = |name: &str| format!("{{\n  \"name\": \"@atlas/{name}\"\n}}");
    vec![
        stuck("one file that is shown in every way", (0..14).map(ways).collect()),
        stuck(
            "one file that is shown in every way between others",
            laps(10, |n| {
                [ways(n), look(format!("docs/{}.md", WORDS[n]), format!("# {}\n", WORDS[n]))]
            }),
        ),
        healthy(
            "a folder that grows, and a queue that is worked off",
            laps(8, |n| {
                [
                    shell("du -sk out", format!("{}\tout", 120 + n * 40), 0),
                    shell(
                        "mysql -N -e 'select count(*), status from jobs group by status'",
                        format!("{}\tqueued", 5_120 - n * 60),
                        0,
                    ),
                ]
            }),
        ),
        healthy(
            "the same file of many packages",
            laps(12, |n| {
                let name = WORDS[n];
                [
                    shell(format!("cat packages/{name}/package.json"), manifest(name), 0),
                    look(
                        format!("packages/{name}/index.ts"),
                        format!("export * from './{name}'\n"),
                    ),
                ]
            }),
        ),
        healthy(
            "one file that is shown after each edit",
            laps(9, |n| [edit(file, "1.8.0", format!("1.8.{n}")), ways(n)]),
        ),
        healthy(
            "numbered parts of one file",
            (0..10)
                .map(|n| {
                    let lines: Vec<String> =
                        (1..=20).map(|k| format!("{:6}\tx = {}", n * 20 + k, n * 20 + k)).collect();
                    shell(
                        format!("cat -n src/a.py | sed -n '{},{}p'", n * 20 + 1, n * 20 + 20),
                        lines.join("\n"),
                        0,
                    )
                })
                .collect(),
        ),
        healthy(
            "files of many folders that are equal",
            laps(12, |n| {
                [
                    shell(format!("cat {}/LICENSE", WORDS[n]), "MIT License\n\nCopyright", 0),
                    shell(format!("ls {}", WORDS[n]), format!("LICENSE\n{}.go", WORDS[n]), 0),
                ]
            }),
        ),
    ]
}
