//! What is set or cleared between two failures helps nothing where they are alike; and what a command has printed until it
//! ended, nobody waits for.

use serde_json::json;

use super::attempts::WORDS;
use super::call::{Call, edit, laps, shell, tool};
use super::case::{Case, healthy, nudged_at_most, stuck};

/// A line that fails, and one of these between two of them.
fn between(count: usize, failing: impl Fn(usize) -> Call, settings: &[&str]) -> Vec<Call> {
    laps(count, |n| [failing(n), shell(settings[n % settings.len()], "", 0)])
}

pub(crate) fn cases() -> Vec<Case> {
    let image = "ERROR: failed to solve: process \"/bin/sh -c npm ci\" did not complete successfully: exit code: 1";
    let login =
        "fatal: could not read Username for 'https://github.com': terminal prompts disabled";
    let module = "error: failed to run custom build command for `openssl-sys v0.9.102`\n  Could not find directory of OpenSSL installation";
    let read = |filter: &str, output: &str| {
        let input = match filter {
            "" => json!({"bash_id": "bash_1"}),
            filter => json!({"bash_id": "bash_1", "filter": filter}),
        };
        tool("BashOutput", input, output, true)
    };
    vec![
        stuck(
            "an image that cannot be built, with caches cleared between",
            between(
                7,
                |n| shell(format!("docker build -t shop:{n} --build-arg {}=1 .", WORDS[n]), image, 1),
                &["docker builder prune -f", "docker system prune -af"],
            ),
        ),
        stuck(
            "a module that nobody may fetch, with settings between",
            between(
                7,
                |n| shell(format!("go get github.com/acme/taxkit@v0.{n}.0"), login, 1),
                &[
                    "git config --global url.ssh://git@github.com/.insteadOf https://github.com/",
                    "go env -w GOPRIVATE=github.com/acme",
                    "go clean -modcache",
                    "export GOFLAGS=-mod=mod",
                ],
            ),
        ),
        stuck(
            "a crate that cannot be built, with its folder cleared in the same line",
            (0..8).map(|n| {
                let clear = ["cargo clean && ", "", "rm -rf target; "][n % 3];
                let flag = ["", " --release", " -j1", " --workspace"][n % 4];
                shell(format!("{clear}OPENSSL_DIR=/opt/{} cargo build{flag}", WORDS[n]), module, 101)
            }).collect(),
        )
        .refused(),
        healthy(
            "packages built one after the other, with a cache cleared between",
            between(
                9,
                |n| shell(format!("npm run build -w packages/{}", WORDS[n]), format!("built {} in {n}.2s", WORDS[n]), 0),
                &["npm cache clean --force"],
            ),
        ),
        healthy(
            "settings made one after the other",
            WORDS.iter().map(|word| shell(format!("git config --global alias.{word} {word}"), "", 0)).collect(),
        ),
        healthy(
            "four failures with settings between, and then an edit that helps",
            [
                between(4, |n| shell(format!("cargo build -p {}", WORDS[n]), "error: linker `cc` failed", 101), &["cargo clean"]),
                vec![edit(".cargo/config.toml", "linker = \"cc\"", "linker = \"clang\""), shell("cargo build", "    Finished dev", 0)],
            ]
            .concat(),
        ),
        healthy(
            "databases that are dropped and made anew, one after the other",
            laps(9, |n| [
                shell(format!("flyway -url=jdbc:h2:{} clean", WORDS[n]), "Successfully cleaned schema", 0),
                shell(format!("flyway -url=jdbc:h2:{} migrate", WORDS[n]), format!("Successfully applied {} migrations", n + 2), 0),
            ]),
        ),
        nudged_at_most(
            "failures of one tool around its own successes and settings",
            laps(6, |n| [
                shell(format!("./tool add {}", WORDS[n]), "tool: error: quota exceeded", 1),
                shell(format!("./tool show {}", WORDS[n]), format!("{} {n}", WORDS[n]), 0),
                shell("git config --global core.pager cat", "", 0),
            ]),
        ),
        stuck(
            "the output of a shell that was killed",
            [vec![read("", "<status>running</status>\n\n<stdout>\n> vite\n</stdout>")], vec![read("", "<status>killed</status>"); 5]].concat(),
        ),
        stuck(
            "the output of a command that has ended, between looks at a port",
            laps(6, |n| [
                read("", "<status>completed</status>\n<exit_code>1</exit_code>\n<stderr>\nport 5173 is in use\n</stderr>"),
                shell(format!("sleep {}; curl -sI localhost:5173", 10 + n), "", 7),
            ]),
        ),
        healthy(
            "the output of a command that goes on",
            (0..9).map(|n| read("", &format!("<status>running</status>\n\n<stdout>\nstep {n} killed 0 jobs\n</stdout>"))).collect(),
        ),
        healthy(
            "the output of a server that says nothing for a while",
            vec![read("", "<status>running</status>"); 9],
        ),
        healthy(
            "the output of several commands that have ended",
            WORDS.iter().map(|word| tool("BashOutput", json!({"bash_id": word}), "<status>completed</status>\n<exit_code>0</exit_code>", true)).collect(),
        ),
        nudged_at_most(
            "the output of a command that has ended, read in its parts",
            ["", "error", "warning", "panic", "FAIL"].map(|part| read(part, "<status>completed</status>\n<exit_code>0</exit_code>")).to_vec(),
        ),
    ]
}
