//! One check in many spellings: `dune test`, `dune build @runtest` and `dune clean && dune test` ask the same where they
//! fail with the same words.

use std::collections::BTreeSet;

use fusebox_shell::{CommandLine, SimpleCommand, hands_over, is_printer, parse};
use fusebox_text::digest::DigestBuilder;
use fusebox_text::{mask, word_runs};

use crate::named_words::{end_with_words, short_digest};
use crate::program_run::{PREPARES, add_run_folder, is_try};
use crate::test_scope::visit_environment;

/// Words that say that a check is made, or how, and not of what.
const VERBS: [&str; 18] = [
    "all",
    "cat",
    "check",
    "do",
    "exec",
    "head",
    "lint",
    "make",
    "only",
    "package",
    "run",
    "runtest",
    "tail",
    "test",
    "testonly",
    "testquick",
    "tests",
    "verify",
];

/// Compilers and linters that name files from the folder in which they run: which of them they were given, a fault tells.
const COMPILERS: [&str; 39] = [
    "biome",
    "buf",
    "c++",
    "cargo",
    "cc",
    "clang",
    "clang++",
    "clang-tidy",
    "cmake",
    "dotnet",
    "eslint",
    "flake8",
    "g++",
    "gcc",
    "ghc",
    "go",
    "golangci-lint",
    "javac",
    "msbuild",
    "mypy",
    "ninja",
    "oxlint",
    "phpstan",
    "pylint",
    "pyright",
    "rubocop",
    "ruff",
    "rustc",
    "shellcheck",
    "staticcheck",
    "stylelint",
    "swiftc",
    "terraform",
    "tofu",
    "tsc",
    "vale",
    "vue-tsc",
    "yamllint",
    "zig",
];

/// A short digest of where a line that checks or builds meets faults: the folder, the environment, and what else is named to a
/// program that may hand it on to another one (`npm run build -w web`). `None` where the line runs nothing, or was not read to
/// its end. `session` is the folder that the agent works in.
pub(crate) fn fault_scope(line: &CommandLine<'_>, session: Option<&str>) -> Option<u16> {
    let mut commands = line.commands.iter().rev().filter(|_| line.complete);
    let run = commands.find(|command| !is_printer(command))?;
    let mut digest = DigestBuilder::new();
    visit_environment(run, &mut |word| digest.text(word));
    let of_option = add_run_folder(run, session, &mut digest);
    // A program of the project is run for itself.
    let is_compiler =
        COMPILERS.contains(&run.program()) && !run.has("run") && !is_sent_elsewhere(run);
    let words = run.args().enumerate().filter(|(at, _)| !is_compiler && !of_option.contains(at));
    for (_, word) in words {
        let value = match word.strip_prefix('-') {
            Some(option) => option.split_once('=').map_or("", |(_, value)| value),
            None => word,
        };
        let names = word_runs(value).filter(|part| !(is_manner(part) || is_type_check(part)));
        names.for_each(|name| digest.text(name));
    }
    Some(digest.finish_short())
}

/// Whether an argument says where a compiler works: from there it names its files.
fn is_sent_elsewhere(run: &SimpleCommand<'_>) -> bool {
    run.args().any(|word| match word.split('=').next().unwrap_or(word) {
        "--manifest-path" | "--root" | "--context" | "-C" | "-chdir" => true,
        // To cargo it says that all of its crates are meant.
        "--workspace" => run.program() != "cargo",
        _ => false,
    })
}

/// Whether a part of the name of a task says that types are checked.
fn is_type_check(part: &str) -> bool {
    matches!(part, "tsc" | "type" | "typecheck" | "types")
}

/// A short digest of the program that checks, of what it runs in and of the folder; `None` where the line runs nothing, or
/// was not read to its end. `session` is the folder that the agent works in.
pub(crate) fn checking_program(line: &CommandLine<'_>, session: Option<&str>) -> Option<u16> {
    let mut commands = line.commands.iter().rev().filter(|_| line.complete);
    let run = commands.find(|command| !is_printer(command))?;
    let mut digest = DigestBuilder::new();
    visit_environment(run, &mut |word| digest.text(word));
    add_run_folder(run, session, &mut digest);
    digest.text(run.program());
    Some(digest.finish_short())
}

/// The digest of what the call of a check names and the end of its output does not repeat: where the output names it, the words of
/// the output tell it, and where it does not, another name is another check. 0 where there is nothing of the kind.
///
/// `label` is the short form of the call, and `more` are the digests of the words that it has no room for.
pub(crate) fn unrepeated_names(label: &str, more: &[u16], output: &str) -> u64 {
    let rest = if label.contains("git ") { without_handover(&parse(label)) } else { None };
    let label = rest.as_deref().unwrap_or(label);
    let (line, filters) =
        label.split_once(" | ").map_or((label, None), |(line, rest)| (line, Some(rest)));
    let mut names: Vec<&str> = Vec::new();
    let mut is_folder = false;
    for word in line.split_ascii_whitespace() {
        let before = std::mem::replace(&mut is_folder, matches!(word, "cd" | "pushd"));
        // The folder is known by where the check runs.
        if is_folder || before && !word.contains('$') {
            continue;
        }
        let value = match word.strip_prefix('-') {
            Some(option) => option.split_once('=').map_or("", |(_, value)| value),
            None => word,
        };
        names.extend(word_runs(value).filter(|part| !is_manner(part)));
    }
    // What a filter selects is another question.
    names.extend(filters.into_iter().flat_map(word_runs).filter(|part| !is_manner(part)));
    if names.is_empty() && more.is_empty() {
        return 0;
    }
    let end = end_with_words(output);
    let said: BTreeSet<u16> = word_runs(end).map(short_digest).collect();
    let is_known =
        |word: u16| VERBS.iter().chain(&PREPARES).any(|known| short_digest(known) == word);
    names.retain(|name| !said.contains(&short_digest(name)));
    let is_family = names.iter().any(|name| name.split('_').skip(1).any(is_try));
    let behind = more.iter().copied().filter(|word| !said.contains(word) && !is_known(*word));
    let unrepeated: BTreeSet<u16> =
        names.iter().map(|name| short_digest(&without_tries(name))).chain(behind).collect();
    let mut digest = DigestBuilder::new();
    unrepeated.iter().for_each(|name| digest.number(u64::from(*name)));
    // Another file of a family fails alike only where the numbers are the same: how near it has come.
    if is_family {
        digest.text(&mask(end));
    }
    if unrepeated.is_empty() { 0 } else { digest.finish() }
}

/// The words of a line without the commands that hand over the work beside it, whose messages ask nothing. `None` where no command
/// does.
pub(crate) fn without_handover(line: &CommandLine<'_>) -> Option<String> {
    line.commands.iter().any(hands_over).then(|| {
        let mut rest = String::new();
        for command in line.commands.iter().filter(|command| !hands_over(command)) {
            rest.push_str(if command.piped_from { " | " } else { " " });
            command.words().iter().for_each(|word| {
                rest.push_str(&word.text);
                rest.push(' ');
            });
        }
        rest
    })
}

/// A name without the parts behind its first that say which try it is: `p9_v3`.
fn without_tries(name: &str) -> String {
    let mut parts = name.split('_');
    let mut plain = parts.next().unwrap_or_default().to_owned();
    parts.filter(|part| !is_try(part)).for_each(|part| {
        plain.push('_');
        plain.push_str(part);
    });
    plain
}

/// Whether a word says how a check is made, or how much of it is shown.
fn is_manner(word: &str) -> bool {
    let is_known = |known: &&str| known.eq_ignore_ascii_case(word);
    word.bytes().all(|byte| byte.is_ascii_digit()) || VERBS.iter().chain(&PREPARES).any(is_known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a13_one_program_that_checks_has_many_spellings() {
        let of = |line: &str| checking_program(&parse(line), Some("/p")).unwrap();
        for other in [
            "dune build @runtest",
            "dune clean && dune test --force 2>&1 | tail -40",
            "dune runtest lib/cart",
            "timeout 60 dune test",
            "cd /p && dune test",
        ] {
            assert_eq!(of("dune test"), of(other), "{other}");
        }
        for other in [
            "sbt test",
            "cd lib && dune test",
            "SEED=3 dune test",
            "dune test --root=lib; make test",
        ] {
            assert_ne!(of("dune test"), of(other), "{other}");
        }
        assert_eq!(checking_program(&parse("cd a && "), None), None);
    }

    #[test]
    fn a13_where_a_line_meets_faults() {
        let of = |line: &str| fault_scope(&parse(line), Some("/p")).unwrap();
        for other in [
            "npx tsc --noEmit -p tsconfig.json 2>&1 | grep error",
            "yarn build",
            "npm run -s typecheck; echo exit $?",
            "cargo check -p cart",
            "cargo clippy --workspace --all-targets -- -D warnings",
            "go vet ./cart",
            "make -s -j8",
            "cd /p && npx eslint src/a.ts",
            "dotnet restore src/Api --force",
            "dotnet build all.sln 2>&1 | tail -6",
        ] {
            assert_eq!(of("npm run typecheck"), of(other), "{other}");
        }
        for other in [
            "cd web && npx tsc",
            "npm run typecheck -w web",
            "npm --prefix web run typecheck",
            "npm run build:web",
            "make web",
            "pnpm --filter=web build",
            "MODE=web yarn build",
            "go run ./cmd/web",
            "cargo check --manifest-path crates/web/Cargo.toml",
            "cargo check --manifest-path=crates/web/Cargo.toml",
            "npx svelte-check --workspace web",
            "npx vite build web",
        ] {
            assert_ne!(of("npm run typecheck"), of(other), "{other}");
        }
    }

    #[test]
    fn a13_what_the_output_does_not_repeat_is_a_part_of_a_check() {
        let output = "FAIL shop.CartSpec in test/cart_test.dart:31";
        let of = |label: &str| unrepeated_names(label, &[], output);
        for label in [
            "sbt test",
            "sbt clean test",
            "sbt \"testOnly shop.CartSpec\"",
            "flutter test test/cart_test.dart -r",
            "flutter test 2>&1 | tail -40",
            "cd web && flutter test",
        ] {
            assert_eq!(
                of(label) == of("sbt test"),
                !label.starts_with("flutter") && !label.starts_with("cd"),
                "{label}"
            );
            assert_eq!(of(label) == of("flutter test"), !label.starts_with("sbt"), "{label}");
        }
        for label in [
            "sbt core/test",
            "sbt test | grep core",
            "sbt \"testOnly shop.UserSpec\"",
            "sbt -Dmode=slow test",
        ] {
            assert_ne!(of(label), of("sbt test"), "{label}");
        }
        assert_eq!(of("git commit -qam 'Mend core' && sbt test"), of("sbt test"));
        assert_ne!(of("git commit -qam 'Mend it' && sbt core/test"), of("sbt test"));
        assert_eq!(of("./check p9_v2"), of("./check p9_v13"));
        assert_ne!(of("./check p9"), of("./check p8"));
        let more = [short_digest("core"), short_digest("CartSpec"), short_digest("tail")];
        assert_ne!(unrepeated_names("sbt test", &more[..1], output), of("sbt test"));
        assert_eq!(unrepeated_names("sbt test", &more[1..], output), of("sbt test"));
    }

    #[test]
    fn a13_a_long_output_repeats_what_its_end_names() {
        let log: String = (0..20_000).map(|n| format!("step{n}\n")).collect();
        let output = format!("FAIL first\n{log}FAIL last");
        let of = |label: &str| unrepeated_names(label, &[], &output);
        assert_eq!(of("sbt last"), of("sbt"));
        assert_ne!(of("sbt first"), of("sbt"));
        for name in (0..20).map(|n| format!("suite{n}x")) {
            assert_ne!(of(&format!("sbt {name}")), of("sbt"), "{name}");
        }
    }
}
