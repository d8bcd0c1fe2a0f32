//! A program that is not there, in the words of shells, runners and languages.

use serde_json::json;

use super::call::{Call, edit, laps, look, shell, tool};
use super::case::{Case, healthy, nudged_at_most, stuck};

/// Six runs of commands that miss one program, with an edit before each.
fn misses(name: &'static str, runs: &[(&str, &str)]) -> Case {
    let calls = (0..6).flat_map(|n| {
        let (command, output) = runs[n % runs.len()];
        let mended = edit(format!("src/part{n}.c"), format!("int a{n};"), format!("int b{n};"));
        [mended, shell(command, output, 127)]
    });
    stuck(name, calls.collect())
}

/// Four misses, what is done about it, and a program that runs.
fn repaired(name: &'static str, repair: &[&str], run: &str) -> Case {
    let miss = |n| shell(format!("zig build step{n}"), "bash: zig: command not found", 127);
    let ran = |n| shell(format!("{run} build step{n}"), format!("built the step number {n}"), 0);
    let repairs = repair.iter().map(|line| shell(*line, "", 0));
    nudged_at_most(name, (0..4).map(miss).chain(repairs).chain((4..10).map(ran)).collect())
}

fn each(names: &[&str], call: impl Fn(&str) -> Vec<Call>) -> Vec<Call> {
    names.iter().flat_map(|name| call(name)).collect()
}

pub(crate) fn cases() -> Vec<Case> {
    let oci = "OCI runtime exec failed: exec failed: unable to start container process: exec: \"pytest\": executable file not found in $PATH: unknown";
    let pwsh = "az: The term 'az' is not recognized as a name of a cmdlet, function, script file, or executable program.\nCheck the spelling of the name, or if a path was included, verify that the path is correct and try again.";
    let java = "ERROR: JAVA_HOME is not set and no 'java' command could be found in your PATH.\n\nPlease set the JAVA_HOME variable in your environment to match the\nlocation of your Java installation.";
    let node = "Error: Cannot find module 'esbuild'\nRequire stack:\n- /home/dev/project/build.js\n    at Module._resolveFilename (node:internal/modules/cjs/loader:1225:15)\n\nNode.js v20.18.0";
    let perl = "Can't locate JSON/XS.pm in @INC (you may need to install the JSON::XS module) (@INC contains: /etc/perl) at tools/x.pl line 4.";
    let words = ["lexer", "parser", "types", "emit", "config", "cache", "cli", "watch"];
    vec![
        misses(
            "missing in bash",
            &[
                ("ninja -C out", "bash: ninja: command not found"),
                ("ninja -C out test", "/bin/bash: line 1: ninja: command not found"),
            ],
        ),
        misses(
            "missing in dash, by a script and by hand",
            &[
                ("sh ci/gen.sh", "ci/gen.sh: 3: protoc: not found"),
                ("protoc --version", "/bin/sh: 1: protoc: not found"),
            ],
        ),
        misses(
            "missing in zsh",
            &[
                ("bazel build //...", "zsh: command not found: bazel"),
                ("bazel test //...", "(eval):1: command not found: bazel"),
            ],
        ),
        misses(
            "missing in fish",
            &[
                ("dotnet build", "fish: Unknown command: dotnet"),
                ("dotnet test", "fish: Unknown command dotnet"),
            ],
        ),
        misses(
            "missing in busybox",
            &[("swift build", "sh: swift: not found"), ("swift test", "ash: swift: not found")],
        ),
        misses("missing in PowerShell", &[("az vm list", pwsh), ("az login", pwsh)]),
        misses(
            "missing in cmd",
            &[(
                "msbuild app.sln",
                "'msbuild' is not recognized as an internal or external command,\noperable program or batch file.",
            )],
        ),
        misses(
            "missing behind make",
            &[(
                "make lint",
                "make: golangci-lint: No such file or directory\nmake: *** [Makefile:12: lint] Error 127",
            )],
        ),
        misses(
            "missing behind env",
            &[
                ("./tools/gen", "/usr/bin/env: ‘ruby’: No such file or directory"),
                ("./tools/gen --all", "env: ruby: No such file or directory"),
            ],
        ),
        misses(
            "missing behind pnpm",
            &[(
                "pnpm exec turbo build",
                "ERR_PNPM_RECURSIVE_EXEC_FIRST_FAIL  Command \"turbo\" not found",
            )],
        ),
        misses(
            "missing in a package script",
            &[("npm run build", "> app@1.0.0 build\n> vite build\n\nsh: 1: vite: not found")],
        ),
        misses(
            "missing in a container",
            &[("docker exec web pytest -q", oci), ("docker exec web pytest -x", oci)],
        ),
        misses(
            "missing as a module of Python",
            &[
                ("python3 -m mypy src", "/usr/bin/python3: No module named mypy"),
                ("python3 -m mypy .", "/usr/bin/python3: No module named mypy"),
            ],
        ),
        misses("missing as a tool of Node", &[("node build.js", node)]),
        misses(
            "missing as a module of Perl",
            &[("perl tools/x.pl", perl), ("perl -w tools/x.pl", perl)],
        ),
        misses("missing Java", &[("./gradlew build", java), ("./gradlew test", java)]),
        misses(
            "a program of another machine",
            &[
                (
                    "./bin/flatc --version",
                    "bash: ./bin/flatc: cannot execute binary file: Exec format error",
                ),
                ("./bin/flatc -c a.fbs", "zsh: exec format error: ./bin/flatc"),
            ],
        ),
        misses(
            "a subcommand that is not installed",
            &[
                ("cargo nextest run", "error: no such command: `nextest`"),
                ("cargo nextest list", "error: no such command: `nextest`"),
            ],
        ),
        misses(
            "hidden by a pipe",
            &[
                ("mvn -q verify 2>&1 | tail -20", "bash: mvn: command not found"),
                ("mvn -q test 2>&1 | tail -5", "bash: mvn: command not found"),
            ],
        ),
        stuck(
            "one repair that never helps",
            laps(8, |n| {
                [
                    shell("export PATH=$PATH:/opt/zig", "", 0),
                    shell(format!("zig build step{n}"), "bash: zig: command not found", 127),
                ]
            }),
        ),
        repaired("found by a variable", &["export PATH=$PATH:/opt/zig"], "zig"),
        repaired("found by a script of the environment", &["source ~/.zvm/env"], "zig"),
        repaired("found by a link", &["ln -s /opt/zig/zig ~/.local/bin/zig"], "zig"),
        repaired("found by a version manager", &["asdf global zig 0.13.0"], "zig"),
        repaired("found by a module of the cluster", &["module load zig/0.13"], "zig"),
        repaired(
            "found by a download",
            &["curl -sL https://zig.example/zig.tar.xz | tar xJ -C ~/bin"],
            "zig",
        ),
        repaired("found by a build", &["cd zig && make && sudo make install"], "zig"),
        repaired("found by its path", &[], "/opt/zig/zig"),
        repaired("found in a container", &[], "docker exec build zig"),
        repaired("found by a variable before it", &[], "PATH=$PATH:/opt/zig zig"),
        repaired("found after a script in the same line", &[], "source ~/.zvm/env && zig"),
        healthy(
            "own modules written one after the other",
            each(&words, |word| {
                vec![
                    shell(
                        "node index.js",
                        format!(
                            "Error: Cannot find module './{word}'\nRequire stack:\n- /home/dev/project/index.js"
                        ),
                        1,
                    ),
                    edit(format!("{word}.js"), "", format!("module.exports = '{word}'")),
                ]
            }),
        ),
        healthy(
            "modules installed one after the other",
            each(&words, |word| {
                vec![
                    shell(
                        "python3 app.py",
                        format!("ModuleNotFoundError: No module named '{word}'"),
                        1,
                    ),
                    shell(
                        format!("pip install {word}"),
                        format!("Successfully installed {word}-1.0"),
                        0,
                    ),
                ]
            }),
        ),
        healthy(
            "logs that tell of it",
            each(&words, |word| {
                vec![shell(
                    format!("grep -rn 'not found' logs/{word}"),
                    format!("logs/{word}/ci.log:9: bash: mvn: command not found"),
                    0,
                )]
            }),
        ),
        healthy(
            "pages that tell of it",
            each(&words, |word| {
                vec![shell(
                    format!("curl -s https://faq.example/{word}"),
                    format!("About {word}\nbash: brew: command not found"),
                    0,
                )]
            }),
        ),
        healthy(
            "another program instead",
            each(&words, |word| {
                vec![
                    shell(
                        format!("jq .{word} a.json || python3 get.py {word}"),
                        format!("bash: jq: command not found\nthe value of {word}"),
                        0,
                    ),
                    look(format!("{word}.md"), format!("# {word}")),
                ]
            }),
        ),

        stuck("no Java on a Mac", ["javac Main.java", "java -version", "java -jar tiles.jar", "java Main", "javac -d out Main.java", "java -cp out Main"].iter().map(|command| shell(*command, "The operation couldn\u{2019}t be completed. Unable to locate a Java Runtime.\nPlease visit http://www.java.com for information on installing Java.", 1)).collect()),
        nudged_at_most("six programs asked for, until one is there", ["podman", "docker", "nerdctl", "buildah", "finch", "colima"].iter().map(|name| shell(format!("{name} --version"), format!("bash: {name}: command not found"), 127)).chain([shell("lima --version", "limactl version 1.0", 0), shell("limactl start", "INFO READY.", 0)]).collect()),
        stuck(
            "missing in a tool for PowerShell",
            ["dotnet build", "dotnet test", "dotnet restore", "dotnet --info", "dotnet build Shop.sln", "dotnet run"]
                .map(|command| tool("powershell", json!({"command": command}), pwsh.replace("az", "dotnet"), false))
                .into(),
        )
        .at(3, 5),
        stuck(
            "a Java that is only a hint on a Mac",
            ["javac Main.java", "java -version", "java -jar app.jar", "javac -d out Main.java", "java -cp out Main", "java Main"]
                .map(|command| shell(command, "The operation couldn’t be completed. Unable to locate a Java Runtime.\nPlease visit http://www.java.com for information on installing Java.", 1))
                .into(),
        )
        .at(3, 5),
        healthy(
            "PowerShell asked for one folder after the other",
            each(&words, |word| vec![tool("powershell", json!({"command": format!("Get-ChildItem src/{word}")}), format!("{word}.cs"), true)]),
        ),
        healthy(
            "PowerShell that removes one folder after the other",
            each(&words, |word| vec![tool("powershell", json!({"command": format!("Remove-Item -Recurse bin/{word}")}), "", true)]),
        ),
        misses(
            "missing in the folders where it may be",
            &[
                ("octave tune.m", "bash: octave: command not found"),
                ("/opt/octave/bin/octave tune.m", "bash: /opt/octave/bin/octave: No such file or directory"),
            ],
        ),
        misses(
            "missing where zsh looks for it",
            &[
                ("/usr/local/bin/julia run.jl", "zsh: no such file or directory: /usr/local/bin/julia"),
                ("/usr/local/bin/julia -O0 run.jl", "zsh: no such file or directory: /usr/local/bin/julia"),
            ],
        ),
        nudged_at_most(
            "one program looked for in four folders until it is there",
            ["/usr/bin/idl", "/usr/local/bin/idl", "/opt/idl/bin/idl"]
                .iter()
                .map(|path| shell(format!("{path} -e 'print, 1'"), format!("bash: {path}: No such file or directory"), 127))
                .chain((0..6).map(|n| shell(format!("/opt/harris/idl/bin/idl run{n}.pro"), format!("run {n} is done"), 0)))
                .collect(),
        ),
        healthy(
            "other programs that are not there, by their paths",
            each(&["ocamlc", "ghc", "nim"], |name| vec![shell(format!("/usr/local/bin/{name} --version"), format!("bash: /usr/local/bin/{name}: No such file or directory"), 127), look(format!("{name}.md"), format!("# {name}"))]),
        ),
        healthy(
            "environments of one service after the other that are not there, each mended",
            each(&words, |word| {
                vec![
                    shell(format!("/srv/{word}/venv/bin/python -V"), format!("bash: /srv/{word}/venv/bin/python: No such file or directory"), 127),
                    edit(format!("deploy/{word}.yml"), "venv: no", "venv: yes"),
                ]
            }),
        ),
        healthy(
            "results written into a folder of programs that is not there yet",
            each(&words, |word| {
                vec![
                    shell(format!("sort {word}.txt > /opt/app/bin/{word}"), format!("bash: /opt/app/bin/{word}: No such file or directory"), 1),
                    shell(format!("mkdir -p /opt/app/bin && sort {word}.txt > /opt/app/bin/{word}"), "", 0),
                ]
            }),
        ),
        healthy(
            "programs of the project that are built one after the other",
            each(&words, |word| {
                vec![
                    shell(format!("./bin/{word} --help"), format!("bash: ./bin/{word}: No such file or directory"), 127),
                    shell(format!("go build -o bin/{word} ./cmd/{word}"), "", 0),
                    shell(format!("./bin/{word} --help"), format!("Usage of {word}"), 0),
                ]
            }),
        ),
        healthy(
            "files of data in a folder of programs",
            each(&words, |word| {
                vec![
                    shell(format!("/opt/app/run.sh {word}"), format!("bash: /opt/app/etc/{word}.env: No such file or directory"), 1),
                    shell(format!("touch /opt/app/etc/{word}.env && /opt/app/run.sh {word}"), format!("{word} is up"), 0),
                ]
            }),
        ),
    ]
}
