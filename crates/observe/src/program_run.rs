//! Which run a command line is, in whichever spelling: `mix compile && mix run --no-start` is `mix run`, and
//! `sh pack_final_v2.sh` is of one family with `sh pack_v1.sh`.

use std::ops::Range;

use fusebox_shell::{
    CommandLine, START_VERBS, SimpleCommand, WorkingDir, builds_folder, checks_or_builds,
    folder_option, handed_over_names, hands_over, is_printer, last_restart,
};
use fusebox_text::digest::DigestBuilder;

use crate::call_folder::plain_folder;
use crate::reset_first::resets;
use crate::test_scope::visit_environment;

/// What a program is told before the run itself, to make ready what it runs.
pub(crate) const PREPARES: [&str; 14] = [
    "build", "ci", "clean", "compile", "deps", "deps.get", "fetch", "generate", "get", "init",
    "install", "restore", "sync", "update",
];
/// Options that say how much is told, or how much is made anew or left out.
const MANNERS: [&str; 26] = [
    "-q",
    "--quiet",
    "-v",
    "-vv",
    "-vvv",
    "--verbose",
    "--disable-parallel",
    "--force",
    "--force-evaluate",
    "--fresh",
    "--info",
    "--no-build-cache",
    "--refresh-dependencies",
    "--rerun-tasks",
    "--stacktrace",
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

/// A short digest of what the command line runs and in which folder: its words without their numbers, without what only
/// prepares the same program for it or resets something, without what hands over the work beside it, and without what says how much is told. `None` where it runs nothing, or was not
/// read to its end. `session` is the folder that the agent works in.
pub(crate) fn program_run(line: &CommandLine<'_>, session: Option<&str>) -> Option<u16> {
    let commands = &line.commands;
    if let Some(at) = last_restart(line).filter(|_| line.complete) {
        return restarted_run(commands.get(at)?, session);
    }
    let at = asking_command(commands).filter(|_| line.complete)?;
    let run = commands.get(at)?;
    // The pipe that the run is a part of.
    let first = (0..=at).rev().find(|at| !commands[*at].piped_from).unwrap_or_default();
    let mut digest = DigestBuilder::new();
    for command in &commands[..first] {
        let is_beside = is_handed_over(command, run) || resets(command);
        if !(is_idle(command) || is_preparation(command, run) || is_beside) {
            add_words(command, &mut digest);
        }
    }
    digest.number(0);
    commands[first..at].iter().for_each(|command| add_words(command, &mut digest));
    add_run(run, session, &mut digest);
    // What a search selects is said; how much of it is shown is not.
    let is_end = |command: &SimpleCommand<'_>| matches!(command.program(), "tail" | "head" | "cat");
    let filters = commands[at + 1..].iter().take_while(|command| command.piped_from);
    filters.filter(|filter| !is_end(filter)).for_each(|filter| add_words(filter, &mut digest));
    Some(digest.finish_short())
}

/// Which command of a line is what the line is for: the last one that does not only print, or the check or the build in front of what
/// only hands over the work.
fn asking_command(commands: &[SimpleCommand<'_>]) -> Option<usize> {
    let last = commands.iter().rposition(|command| !is_printer(command))?;
    let is_beside = |command: &SimpleCommand<'_>| is_printer(command) || hands_over(command);
    let before = commands[..last].iter().rposition(|command| !is_beside(command));
    let check = before.filter(|at| hands_over(&commands[last]) && checks_or_builds(&commands[*at]));
    check.or(Some(last))
}

/// Whether a command hands over the work beside the run. Beside what hands it over itself, all of git is about how to.
fn is_handed_over(command: &SimpleCommand<'_>, run: &SimpleCommand<'_>) -> bool {
    hands_over(command) || hands_over(run) && command.program() == "git"
}

/// A short digest of what a command starts anew, and in which folder: what is made ready before it, how it is told to, and how it
/// is asked after that how it goes, make no other run.
fn restarted_run(start: &SimpleCommand<'_>, session: Option<&str>) -> Option<u16> {
    const ORDERS: [&str; 4] = ["compose", "enable", "run", "up"];
    let is_order = |word: &str| ORDERS.iter().chain(&START_VERBS).any(|order| *order == word);
    let mut digest = DigestBuilder::new();
    visit_environment(start, &mut |word| digest.text(word));
    let of_option = add_run_folder(start, session, &mut digest);
    digest.text(start.program());
    let named = start.args().enumerate().filter(|(at, _)| !of_option.contains(at));
    let named = named.map(|(_, word)| word);
    let names = named.filter(|word| !(word.starts_with('-') || is_order(word)));
    names.for_each(|name| digest.text(name));
    Some(digest.finish_short())
}

/// Whether the command says nothing about what runs behind it: it goes to a folder, which the run tells, prints words,
/// or is a shell whose own commands follow.
fn is_idle(command: &SimpleCommand<'_>) -> bool {
    let is_free = !command.pipes_to && command.written_redirects().next().is_none();
    match command.program() {
        "cd" | "pushd" | "popd" | "echo" | "true" | ":" => {
            is_free && command.assignments.is_empty()
        }
        "sh" | "bash" | "zsh" | "dash" => {
            command.args().take_while(|word| word.starts_with('-')).any(|word| word.ends_with('c'))
        }
        _ => false,
    }
}

/// Whether a command only makes ready what the same program runs behind it: `dotnet clean -v q`.
fn is_preparation(command: &SimpleCommand<'_>, run: &SimpleCommand<'_>) -> bool {
    let mut words = command.args();
    let mut before = "";
    command.words().first() == run.words().first()
        && command.assignments.is_empty()
        && words.next().is_some_and(|verb| PREPARES.contains(&verb))
        && words.all(|word| {
            let is_level = std::mem::replace(&mut before, word) == "-v";
            is_level || MANNERS.contains(&word) || matches!(word, "--all" | "-f")
        })
}

/// Adds all that a command says, but for the numbers in it.
fn add_words(command: &SimpleCommand<'_>, digest: &mut DigestBuilder) {
    visit_environment(command, &mut |word| digest.shape(word));
    command.words().iter().for_each(|word| digest.shape(&word.text));
    add_files(command, digest);
}

/// Adds the files that a command reads and writes by redirections, and the text that it is given.
fn add_files(command: &SimpleCommand<'_>, digest: &mut DigestBuilder) {
    let files = command.redirects.iter().filter(|one| one.is_file() || one.kind.is_data());
    files.for_each(|redirect| digest.shape(&redirect.target.text));
}

fn add_run(run: &SimpleCommand<'_>, session: Option<&str>, digest: &mut DigestBuilder) {
    let Some((program, args)) = run.words().split_first() else { return };
    visit_environment(run, &mut |word| digest.shape(word));
    let of_option = add_run_folder(run, session, digest);
    if hands_over(run) {
        digest.shape(&program.text);
        handed_over_names(run).for_each(|name| digest.shape(name));
        return;
    }
    // One folder is built, whichever program builds it.
    digest.shape(if builds_folder(run) { "ninja" } else { &program.text });
    let is_module = run.wrappers().last().is_some_and(|word| word.text == "-m");
    let is_script = INTERPRETERS.contains(&program.text.as_ref());
    let is_wrapper = matches!(run.program(), "gradlew" | "mvnw");
    // What an option means to a program of the project, nobody but its author knows.
    let is_own = is_script || is_module || program.text.contains('/') && !is_wrapper;
    // A task that only clears what another one makes is no part of the run either.
    let has_tasks = is_wrapper || matches!(run.program(), "gradle" | "mvn");
    let is_manner = |word: &str| !is_own && MANNERS.contains(&word) || has_tasks && word == "clean";
    let named = args.iter().enumerate().filter(|(at, _)| !of_option.contains(at));
    let mut named = named.map(|(_, word)| word.text.as_ref()).filter(|word| !is_manner(word));
    if is_script {
        add_script(&mut named, digest);
    }
    named.for_each(|word| digest.shape(word));
    add_files(run, digest);
}

/// Adds the folder of a run, and returns which of its words are the option that names it.
pub(crate) fn add_run_folder(
    run: &SimpleCommand<'_>,
    session: Option<&str>,
    digest: &mut DigestBuilder,
) -> Range<usize> {
    let option = folder_option(run);
    let told = option.as_ref().map(|option| option.folder);
    match &run.dir {
        WorkingDir::Unknown => digest.text("?"),
        WorkingDir::Start => add_folder("", told, session, digest),
        WorkingDir::Known(dir) => add_folder(dir, told, session, digest),
    }
    option.map(|option| option.words).unwrap_or_default()
}

/// Adds the options of an interpreter and the path of its script without the words that say which try it is.
fn add_script<'w>(words: &mut impl Iterator<Item = &'w str>, digest: &mut DigestBuilder) {
    for word in words {
        let is_code = matches!(word, "-c" | "-e" | "-E" | "-p" | "--eval");
        if !word.starts_with('-') {
            let (folder, name) = word.rsplit_once('/').unwrap_or(("", word));
            digest.shape(folder);
            return add_name(name, digest, DigestBuilder::shape);
        }
        digest.shape(word);
        if is_code {
            return;
        }
    }
}

/// Adds the folder of a run, as seen from the session's. A number in its name says which one it is.
fn add_folder(dir: &str, told: Option<&str>, session: Option<&str>, digest: &mut DigestBuilder) {
    if dir.is_empty() && told.is_none() {
        return;
    }
    let folder = plain_folder(&[dir, told.unwrap_or_default()], session);
    for name in folder.split('/').filter(|name| !name.is_empty()) {
        add_name(name, digest, DigestBuilder::text);
    }
}

/// Adds the words of a name but for those behind the first that say which try it is.
fn add_name(name: &str, digest: &mut DigestBuilder, add: fn(&mut DigestBuilder, &str)) {
    let mut parts = name.split(GAPS);
    add(digest, parts.next().unwrap_or_default());
    parts.filter(|part| !is_try(part)).for_each(|part| add(digest, part));
}

/// Whether a part of a name says which try it is: `v3`, `final`.
pub(crate) fn is_try(part: &str) -> bool {
    let name = part.trim_end_matches(|sign: char| sign.is_ascii_digit());
    name == "v" && name.len() < part.len() || TRIES.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run_of(line: &str) -> Option<u16> {
        program_run(&fusebox_shell::parse(line), Some("/p"))
    }

    fn same(one: &str, other: &str, expected: bool) {
        assert_eq!(run_of(one).unwrap() == run_of(other).unwrap(), expected, "{one}; {other}");
    }

    #[test]
    fn a13_one_run_has_many_spellings() {
        for other in [
            "dotnet build -v q && dotnet run --project Host --no-build",
            "dotnet clean && dotnet build && dotnet run --project Host",
            "dotnet clean; dotnet run --project Host || true",
            "dotnet run --project Host 2>&1 | tail -4",
            "dotnet run -v --project Host",
            "timeout 60 dotnet run --project Host; echo $?",
            "bash -lc 'dotnet run --project Host'",
            "RUST_LOG=debug dotnet run --project 'Host' > /dev/null",
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
            "dotnet run --project Host < a.txt",
            "dotnet run --project Host > a.txt",
            "dotnet run --project Host | grep web",
            "TENANT=a dotnet run --project Host",
            "cat a | dotnet run --project Host",
        ] {
            same("dotnet run --project Host", other, false);
        }
        for other in [
            "systemctl restart a; sleep 1; systemctl status a | head -3",
            "systemctl restart a && systemctl is-active a",
            "sed -i s/b/c/ a.conf && systemctl daemon-reload && systemctl start a; systemctl is-active a",
        ] {
            same("systemctl restart a; systemctl status a", other, true);
        }
        same(
            "systemctl restart a; systemctl status a",
            "systemctl restart b; systemctl status b",
            false,
        );
        let up = "docker compose up -d; docker compose ps";
        same(
            up,
            "docker compose build a && docker compose up -d --build && docker compose logs a",
            true,
        );
        same(up, "cd b && docker compose up -d; docker compose ps", false);
        same("make web && make check", "make api && make check", false);
        same("./go 17 a3", "./go 4 a12", true);
        same("psql -c 'select a from t'", "psql -c 'select b from t'", false);
        same("python3 - <<E\nprint('a')\nE", "python3 - <<E\nprint('b')\nE", false);
        same("python -c 'new_a'", "python -c 'new_a_final'", false);
        same("cmake --build out", "ninja -C out -v 2>&1 | tail -9", true);
        same("cmake --build out", "make -C lib", false);
        same("make out", "ninja -C out", false);
        same("./tool -q", "./tool --verbose", false);
        same("node build.js --force", "node build.js --no-cache", false);
        same("./verify --no-lock", "./verify --no-leak", false);
        same(
            "./gradlew :app:compileKotlin",
            "./gradlew clean :app:compileKotlin --rerun-tasks",
            true,
        );
        for line in ["", "cd a && ", "echo a", "./run 'a"] {
            assert_eq!(run_of(line), None, "{line}");
        }
    }

    #[test]
    fn a13_how_much_is_made_anew_makes_no_other_run() {
        same("./gradlew :app:compileKotlin", "./gradlew :web:compileKotlin --rerun-tasks", false);
        same("mkdocs build", "mkdocs build --strict", false);
        same("helm upgrade app ./chart", "helm upgrade app ./chart --dry-run", false);
        same("gpg --sign a", "gpg --verify a", false);
        same("cmake -B out", "cmake --fresh -B out", true);
        same("dotnet restore", "dotnet restore --no-cache --force-evaluate", true);
    }

    #[test]
    fn a13_what_is_reset_first_makes_no_other_run() {
        same("npm ci", "rm -rf node_modules && npm cache clean --force && npm ci", true);
        same("npx nx build", "npx nx reset && npx nx build", true);
        same("npm ci", "rm -rf src/a && npm ci", false);
        same("make api", "make web && make api", false);
    }

    #[test]
    fn a13_what_is_handed_over_makes_no_other_run() {
        for other in [
            "git add -A && git commit -qm 'fix' && make check",
            "git commit -qam 'fix again' && git push -q && make check",
            "make check && git commit -am 'try' && git push",
            "make check 2>&1 | tail -5 && git push origin main",
        ] {
            same("make check", other, true);
        }
        for (one, other) in [
            ("git commit -am 'a'", "git add . && git commit -m 'b c'"),
            ("git commit -am 'a'", "git stash -q && git stash pop -q && git commit -qam 'b'"),
            ("git push", "git pull --rebase && git push -q"),
            ("git push", "git commit -qam 'x' && git push"),
        ] {
            same(one, other, true);
        }
        for (one, other) in [
            ("git commit -am 'a'", "cd web && git commit -am 'a'"),
            ("git commit -am 'a'", "git -C web commit -am 'a'"),
            ("git push origin main", "git push origin next"),
            ("git push", "./release.sh && git push"),
            ("make check", "make lint && git push"),
            ("make check", "make web && git add -A && make check"),
        ] {
            same(one, other, false);
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

    #[test]
    fn a13_a_run_is_in_the_folder_that_the_line_or_an_option_names() {
        for (one, other) in [
            ("cd web && npm start", "npm --prefix web start"),
            ("cd ./web/ && npm start", "npm start --prefix=/p/web"),
            ("cd web && npm start", "cd /p/web; npm start"),
            ("cd web/src/.. && npm start", "(cd web && npm start)"),
            ("cd try_v1 && ./run", "cd try_v2 && ./run"),
            ("cd web && ninja", "ninja -C web"),
        ] {
            same(one, other, true);
        }
        for (one, other) in [
            ("cd web && npm start", "npm start"),
            ("cd web && npm start", "cd api && npm start"),
            ("npm --prefix web start", "npm --prefix api start"),
            ("cd shard1 && npm start", "cd shard2 && npm start"),
            ("cd \"$a\" && npm start", "npm start"),
            ("cd /q/web && npm start", "cd web && npm start"),
        ] {
            same(one, other, false);
        }
    }
}
