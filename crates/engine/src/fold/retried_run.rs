//! Which run a command line is, in whichever spelling: `mix compile && mix run --no-start` is `mix run`, and
//! `sh pack_final_v2.sh` is of one family with `sh pack_v1.sh`.

use crate::detectors::mix;

/// What a program is told before the run itself, to make ready what it runs.
const PREPARES: [&str; 14] = [
    "build", "ci", "clean", "compile", "deps", "deps.get", "fetch", "generate", "get", "init",
    "install", "restore", "sync", "update",
];
/// Options that say how much is told, or how much is made anew or left out.
const MANNERS: [&str; 19] = [
    "-q",
    "--quiet",
    "-v",
    "-vv",
    "-vvv",
    "--verbose",
    "2>&1",
    "--force",
    "--no-build",
    "--no-cache",
    "--no-color",
    "--no-compile",
    "--no-daemon",
    "--no-halt",
    "--no-incremental",
    "--no-install",
    "--no-restore",
    "--no-start",
    "--no-warmup",
];
/// Words behind the first in the name of a script that say which try it is, and seldom what it is for:
/// `build_final_v2.sh`, but not `build_debug.sh`.
const TRIES: [&str; 17] = [
    "again", "attempt", "final", "fix", "fixed", "improved", "new", "really", "redo", "retry",
    "rewrite", "robust", "try", "updated", "ver", "version", "working",
];
const INTERPRETERS: [&str; 12] = [
    "bash", "bun", "deno", "julia", "node", "perl", "php", "python", "python3", "Rscript", "ruby",
    "sh",
];
/// Signs between the words of a name.
const GAPS: [char; 3] = ['_', '-', '.'];

/// The digest of what the command line `label` runs: its words without their numbers, without what only prepares the same
/// program for it, and without what says how much is told. `None` where words are quoted, piped or cut off.
pub(super) fn run_of(label: &str) -> Option<u64> {
    let line = match label.split_once('|') {
        Some((line, filter)) => {
            let mut words = filter.split_whitespace();
            let is_end = words.next().is_some_and(|word| matches!(word, "tail" | "head"));
            Some(line).filter(|_| is_end && !filter.contains(['|', '&', ';']))?
        }
        None => label,
    };
    if line.contains(['\'', '"', '`', '$', '(', '…']) {
        return None;
    }
    let (before, run) = match line.rfind("&&") {
        Some(at) => (&line[..at], &line[at + 2..]),
        None => ("", line),
    };
    let mut words = run.split_whitespace();
    let program = words.next()?;
    let is_script = INTERPRETERS.contains(&program);
    let prepares = |part: &&str| is_preparation(part, program);
    let needed = before.split("&&").filter(|part| !prepares(part));
    let digest = needed.flat_map(str::split_whitespace).fold(0, digest_of);
    // One folder is built, whichever program builds it.
    let is_folder_option = |word: &str| match program {
        "cmake" => word == "--build",
        "ninja" | "make" | "gmake" => word == "-C",
        _ => false,
    };
    let program = if words.clone().any(is_folder_option) { "ninja" } else { program };
    // What an option means to a program of the project, nobody but its author knows.
    let is_own = is_script || program.contains('/');
    let is_manner = |word: &str| !is_own && MANNERS.contains(&word) || is_folder_option(word);
    let mut named = words.filter(|word| !is_manner(word));
    let mut digest = digest_of(mix(digest, 1), program);
    if is_script {
        let script = named.by_ref().find(|word| {
            let is_option = word.starts_with('-');
            if is_option {
                digest = digest_of(digest, word);
            }
            !is_option
        });
        digest = script.map_or(digest, |script| of_script(digest, script));
    }
    Some(named.fold(digest, digest_of))
}

/// Whether a part of a line only makes ready what the same program runs behind it: `dotnet clean -v q`.
fn is_preparation(part: &str, program: &str) -> bool {
    let mut words = part.split_whitespace();
    let is_same = words.next() == Some(program);
    let mut before = "";
    is_same
        && words.next().is_some_and(|verb| PREPARES.contains(&verb))
        && words.all(|word| {
            let is_level = std::mem::replace(&mut before, word) == "-v";
            is_level || MANNERS.contains(&word) || matches!(word, "--all" | "-f")
        })
}

/// Adds the path of a script without the words that say which try it is.
fn of_script(digest: u64, path: &str) -> u64 {
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let mut parts = name.split(GAPS);
    let first = digest_of(digest_of(digest, folder), parts.next().unwrap_or_default());
    parts.filter(|part| !is_try(part)).fold(first, digest_of)
}

fn is_try(part: &str) -> bool {
    let name = part.trim_end_matches(|sign: char| sign.is_ascii_digit());
    name == "v" && name.len() < part.len() || TRIES.contains(&name)
}

/// A digest of a word behind others, in which all numbers are equal.
fn digest_of(before: u64, word: &str) -> u64 {
    let mut last = 0;
    word.bytes().fold(mix(before, 2), |sum, byte| {
        let sign = if byte.is_ascii_digit() { b'0' } else { byte };
        let is_same_number = (last, sign) == (b'0', b'0');
        last = sign;
        if is_same_number { sum } else { mix(sum, u64::from(sign)) }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn same(one: &str, other: &str, expected: bool) {
        assert_eq!(run_of(one).unwrap() == run_of(other).unwrap(), expected, "{one}; {other}");
    }

    #[test]
    fn a13_one_run_has_many_spellings() {
        for other in [
            "dotnet build -v q && dotnet run --project Host --no-build",
            "dotnet clean && dotnet build && dotnet run --project Host",
            "dotnet run --project Host 2>&1 | tail -4",
            "dotnet run -v --project Host",
        ] {
            same("dotnet run --project Host", other, true);
        }
        for other in [
            "dotnet run --project Tool",
            "cd a && dotnet run --project Host",
            "dotnet build a/a.csproj && dotnet run --project Host",
            "dotnet test && dotnet run --project Host",
            "cp a b && dotnet run --project Host",
            "dotnet build -p Host && dotnet run --project Host",
            "dotnet run --project Host --watch",
        ] {
            same("dotnet run --project Host", other, false);
        }
        same("make web && make check", "make api && make check", false);
        same("./go 17 a3", "./go 4 a12", true);
        same("cmake --build out", "ninja -C out -v 2>&1 | tail -9", true);
        same("cmake --build out", "make -C lib", false);
        same("make out", "ninja -C out", false);
        same("./tool -q", "./tool --verbose", false);
        same("node build.js --force", "node build.js --no-cache", false);
        same("./verify --no-lock", "./verify --no-leak", false);
        for line in ["echo 'a' | psql", "go run . | grep x", "sh -c \"x\"", "", "a && ", "./run a…"]
        {
            assert_eq!(run_of(line), None, "{line}");
        }
    }

    #[test]
    fn a13_files_of_a_family_differ_by_the_words_that_say_which_try_they_are() {
        same("sh pack_v2.sh", "sh pack_really_final_v11.sh", true);
        same("python check.py solution_v1.py", "python check.py solution_v9.py", true);
        same("python eval.py data_new.csv", "python eval.py data_fixed.csv", false);
        same("sh build_debug.sh", "sh build_safe.sh", false);
        same("python -u convert.py maps", "python -u convert_final.py maps", true);
        same("sh pack_v2.sh", "sh load_v2.sh", false);
        same("sh pack_v2.sh", "bash pack_v2.sh", false);
        same("make new", "make last", false);
        same("python jobs/newest.py", "python jobs/a.py", false);
        same("python convert.py maps", "python convert_robust.py maps", true);
        same("python clean.py", "python new.py", false);
        same("python new_users.py", "python new_carts.py", false);
        same("python a/load_new.py", "python b/load_new.py", false);
    }
}
