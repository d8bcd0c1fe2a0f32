//! What a command line asks about: the files and ranges, hosts, packages, tables, URLs and patterns that
//! it names. Two lines with the same words ask the same question, whatever their flags and pipes are.

use std::borrow::Cow;

use super::command::{CommandLine, SimpleCommand};
use super::filter::{is_filter, is_viewer};
use super::folder::builds_folder;
use super::search::{greps, is_finder, is_resolver};
use super::shown_lines::shown_lines;
use super::waiting::{remote_host, remote_line};
use super::work::checks;

/// Programs that ask nothing.
const SILENT: [&str; 15] = [
    "", "cd", "pushd", "popd", "export", "set", "unset", "source", ".", "echo", "printf", "true",
    ":", "exit", "sleep",
];
/// Options whose value says how an answer looks, not what it is about.
const FORMAT_OPTIONS: [&str; 14] = [
    "format",
    "output",
    "color",
    "colour",
    "pretty",
    "log-level",
    "loglevel",
    "verbosity",
    "width",
    "sort",
    "reporter",
    "columns",
    "style",
    "tb",
];

/// Visits the words that say what the line asks about, in the order of the line. A look at a
/// file that does not begin at its first line has a word for where it begins, so that paging asks
/// something new with every page.
pub fn visit_question(line: &CommandLine<'_>, visit: &mut dyn FnMut(&str)) {
    if let Some(shown) = shown_lines(line) {
        visit_path(shown.dir, shown.path, visit);
        if shown.first > 1 {
            visit(&shown.first.to_string());
        }
        return;
    }
    for (command, next) in
        line.commands.iter().zip(line.commands.iter().skip(1).map(Some).chain([None]))
    {
        visit_command(command, visit);
        // What is asked may be given through a pipe: `echo 'select 1' | psql`.
        if command.pipes_to
            && matches!(command.program(), "echo" | "printf")
            && !next.is_some_and(is_filter)
        {
            operands(command, false).for_each(|word| visit(&plain_query(word)));
        }
    }
}

/// A query without what makes no difference: its case outside of quotes, blanks, the sign at its end. Other texts
/// as they are.
#[must_use]
pub fn plain_query(text: &str) -> Cow<'_, str> {
    if !is_reading_query(text) {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    let mut quote = None;
    for sign in text.trim_start().trim_end_matches([';', ' ', '\n']).chars() {
        match quote {
            Some(end) => {
                plain.push(sign);
                quote = (sign != end).then_some(end);
            }
            None if sign.is_whitespace() && plain.ends_with(' ') => {}
            None if sign.is_whitespace() => plain.push(' '),
            None => {
                quote = matches!(sign, '\'' | '"').then_some(sign);
                plain.push(sign.to_ascii_lowercase());
            }
        }
    }
    Cow::Owned(plain)
}

/// Whether the text is a query that only reads.
pub(super) fn is_reading_query(text: &str) -> bool {
    const VERBS: [&str; 6] = ["select", "show", "describe", "explain", "with", "pragma"];
    VERBS.iter().any(|verb| begins_with_verb(text, verb))
}

/// Whether the text is one statement of SQL that reads rows, and nothing behind it.
pub(super) fn is_one_select(text: &str) -> bool {
    begins_with_verb(text, "select") && !text.trim_end().trim_end_matches(';').contains(';')
}

fn begins_with_verb(text: &str, verb: &str) -> bool {
    let text = text.trim_start();
    let start = text.get(..verb.len());
    start.is_some_and(|start| start.eq_ignore_ascii_case(verb))
        && text[verb.len()..].starts_with(char::is_whitespace)
}

fn visit_command(command: &SimpleCommand<'_>, visit: &mut dyn FnMut(&str)) {
    let program = command.program();
    // Also of a `for` loop, whose list says what the loop is about.
    let values = command.assignments.iter().map(|assignment| assignment.value.text.as_ref());
    values.filter(|value| is_name(value)).for_each(&mut *visit);
    if SILENT.contains(&program) {
        return;
    }
    let shows_whole = program == "jq" && matches!(operands(command, false).next(), Some("." | ""));
    let is_look = is_viewer(program) || shows_whole;
    let is_check = checks(command);
    let has_script = matches!(program, "sed" | "awk") || shows_whole;
    let mut named = operands(command, is_check).skip(usize::from(has_script)).peekable();
    if is_filter(command) && named.peek().is_none() {
        return;
    }
    let dir = command.known_dir().unwrap_or_default();
    if is_look {
        named.for_each(|path| visit_path(dir, path, visit));
        first_line(command, is_check).into_iter().for_each(visit);
        return;
    }
    if is_filter(command) && greps(program) {
        visit("grep");
        named.for_each(|pattern| visit(&pattern.to_lowercase()));
        return;
    }
    if is_finder(program) {
        visit_names(command, dir, visit);
        return;
    }
    if let Some(line) = remote_line(command) {
        // Which host is asked, whoever asks it and with whose rights.
        let host = remote_host(command).unwrap_or_default();
        visit(host.rsplit('@').next().unwrap_or(host));
        line.split_whitespace().filter(|word| *word != "sudo").for_each(&mut *visit);
        return;
    }
    if let Some(script) = windows_script(command) {
        visit_windows_script(&script, visit);
        return;
    }
    if is_resolver(program) {
        // One question, whichever program asks it of this machine's own server.
        visit("dig");
        named.filter(|word| !is_local_server(word)).for_each(&mut *visit);
        return;
    }
    visit(if builds_folder(command) { "ninja" } else { program });
    // A check is asked about a file from any folder.
    let is_path = |word: &&str| is_check && word.contains(['/', '.']);
    let has_path = !dir.is_empty() && operands(command, is_check).any(|word| is_path(&word));
    if !dir.is_empty() && !has_path {
        visit(dir);
    }
    named.for_each(|word| match has_path && is_path(&word) {
        true => visit_path(dir, word, visit),
        false => visit(plain(&plain_query(word))),
    });
    option_values(command).for_each(&mut *visit);
    command.input().for_each(|data| visit(&plain_query(data.text.trim())));
}

/// Whether a word of a question to a name server says no more than what it asks anyway: an address, of the server of
/// this machine.
fn is_local_server(word: &str) -> bool {
    let server = word.strip_prefix('@').unwrap_or(word);
    word.starts_with('+')
        || server.starts_with("127.")
        || matches!(server, "::1" | "localhost" | "A" | "a" | "IN" | "in")
}

/// The words that a shell of Windows runs: `pwsh -NoProfile -Command "Get-Content a"`, `cmd /c type a`.
pub(super) fn windows_script<'c>(command: &'c SimpleCommand<'_>) -> Option<Vec<&'c str>> {
    let is_shell = matches!(
        command.program(),
        "pwsh" | "powershell" | "powershell.exe" | "pwsh.exe" | "cmd" | "cmd.exe"
    );
    let mut words = command.args().skip_while(|word| {
        !["-command", "-c", "/c"].iter().any(|option| word.eq_ignore_ascii_case(option))
    });
    words.next().filter(|_| is_shell)?;
    Some(words.flat_map(str::split_whitespace).collect())
}

fn visit_windows_script(script: &[&str], visit: &mut dyn FnMut(&str)) {
    const VIEWERS: [&str; 5] = ["get-content", "gc", "type", "cat", "more"];
    let is_viewer = |word: &str| VIEWERS.iter().any(|known| word.eq_ignore_ascii_case(known));
    let is_whole = !script.contains(&"|");
    match script.split_first() {
        // One question, whichever shows it.
        Some((program, rest)) if is_whole && is_viewer(program) => {
            let paths = rest.iter().filter(|word| !word.starts_with('-'));
            paths.for_each(|path| visit(plain(path)));
        }
        _ => script.iter().for_each(|word| visit(word)),
    }
}

/// What a search for files looks for, and where: one question for every program that finds files, by exact
/// names or by patterns around them.
fn visit_names(command: &SimpleCommand<'_>, dir: &str, visit: &mut dyn FnMut(&str)) {
    visit("find");
    let mut option = "";
    for word in command.args() {
        let is_option = word.len() > 1 && word.starts_with('-');
        let before = std::mem::replace(&mut option, if is_option { word } else { "" });
        let is_manner = match before {
            "-type" | "-t" | "--type" => true,
            before => !before.is_empty() && is_amount(before) && is_number(word),
        };
        if is_option || is_manner {
            continue;
        }
        match plain(word).trim_matches('*') {
            "" | "." | "./" | "$PWD" | "$(pwd)" => {}
            name => visit(name),
        }
    }
    // Below the folder where the line starts is everywhere.
    Some(dir).filter(|dir| !dir.is_empty()).into_iter().for_each(visit);
}

/// The path of a file, from where the line starts.
fn visit_path(dir: &str, path: &str, visit: &mut dyn FnMut(&str)) {
    match plain(path) {
        path if dir.is_empty() || path.starts_with(['/', '~']) => visit(path),
        path => visit(&[dir, "/", path].concat()),
    }
}

/// A path or a URL without needless parts.
fn plain(word: &str) -> &str {
    let mut bare = word;
    while let Some(rest) = bare.strip_prefix("./") {
        bare = rest;
    }
    let bare = bare.trim_end_matches('/');
    if bare.is_empty() { word } else { bare }
}

/// The words that are no options, without the numbers that follow one.
fn operands<'c>(command: &'c SimpleCommand<'_>, is_check: bool) -> impl Iterator<Item = &'c str> {
    let mut option = "";
    let is_path = |word: &str| !word.starts_with('-') && word.contains(['/', '.']);
    let has_path = is_check && command.args().any(is_path);
    let program = command.program();
    command.args().filter(move |word| {
        let is_option = word.len() > 1 && word.starts_with('-');
        let before = std::mem::replace(&mut option, if is_option { word } else { "" });
        let is_size = !before.is_empty()
            && is_amount(before)
            && is_number(word)
            && !begins_bytes(program, before);
        // How a check looks at its files: `-f gcc`, `--language 1800-2017`.
        let is_manner = has_path && !before.is_empty() && !is_path(word);
        !is_option && !is_size && !is_manner && *word != "-"
    })
}

/// The values of `--name=value` and `-name=value` that say what is asked.
fn option_values<'c>(command: &'c SimpleCommand<'_>) -> impl Iterator<Item = &'c str> {
    command.args().filter_map(|word| {
        // `-chdir=live/a` is Terraform's.
        let (name, value) = word.strip_prefix('-')?.trim_start_matches('-').split_once('=')?;
        let is_named = is_name(value) || is_number(value) && !is_amount(name);
        (is_named && !FORMAT_OPTIONS.contains(&name)).then_some(value)
    })
}

/// Whether the number of an option says how much or how long, and not which: `--seed 3` is another question
/// than `--seed 4`, as is another port.
fn is_amount(option: &str) -> bool {
    const AMOUNTS: [&str; 27] = [
        "after",
        "attempt",
        "attempts",
        "before",
        "concurrency",
        "context",
        "count",
        "delay",
        "depth",
        "duration",
        "head",
        "interval",
        "jobs",
        "length",
        "level",
        "limit",
        "lines",
        "num",
        "parallel",
        "precision",
        "retries",
        "retry",
        "size",
        "tail",
        "threads",
        "timeout",
        "workers",
    ];
    // `-n 20`, `-c 3`, `-j 8`. Other letters may say which: `-f 7` is the seventh frame, `-o 40` an offset.
    const AMOUNT_LETTERS: &str = "ABCLNWcdjklmnrw";
    match option.trim_start_matches('-') {
        name if name.len() == 1 => AMOUNT_LETTERS.contains(name),
        name => name.split('-').any(|word| {
            AMOUNTS.contains(&word) || ["max", "min"].iter().any(|start| word.starts_with(start))
        }),
    }
}

/// Whether the option says where a look at bytes begins: `xxd -s 64`.
fn begins_bytes(program: &str, option: &str) -> bool {
    matches!(program, "xxd" | "od" | "hexdump" | "hd" | "cmp")
        && matches!(option, "-s" | "-j" | "-i")
}

fn is_number(word: &str) -> bool {
    let digits = word.trim_start_matches(['+', '-']).trim_end_matches(['s', 'm', 'h', 'k', 'M']);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
}

/// Whether a value names something: no number, no switch.
fn is_name(value: &str) -> bool {
    value.len() > 1
        && !is_number(value)
        && !["true", "false", "yes", "no", "on", "off", "full", "always", "never"].contains(&value)
}

/// Where a look begins, if not at the first line. `head -20` and `head -21` begin alike.
fn first_line<'c>(command: &'c SimpleCommand<'_>, is_check: bool) -> Option<&'c str> {
    match command.program() {
        "tail" if !command.piped_from => {
            let from = |arg: &'c str| arg.strip_prefix("-n").unwrap_or(arg).strip_prefix('+');
            Some(command.args().find_map(from).unwrap_or("end"))
        }
        "sed" => {
            let script = operands(command, is_check).next()?;
            let digits = script.bytes().take_while(u8::is_ascii_digit).count();
            script.get(..digits).filter(|start| !start.is_empty() && *start != "1")
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::parse;
    use super::*;

    fn words(line: &str) -> Vec<String> {
        let mut words = Vec::new();
        visit_question(&parse(line), &mut |word| words.push(word.to_owned()));
        words.sort();
        words
    }

    #[test]
    fn r06_spellings_of_one_question() {
        for alike in [
            &[
                "cat src/f.rs | head -20",
                "head -21 src/f.rs",
                "sed -n 1,40p ./src/f.rs",
                "sed -n '1,60p' src/f.rs",
                "cat src/f.rs",
                "cd src && cat f.rs",
                "head -n 30 src/f.rs 2>/dev/null | cat -n",
                "less src/f.rs",
            ] as &[&str],
            &["ssh web1 uname -r", "ssh -q web1 uname -r | head -1", "sudo ssh web1 uname -r"],
            &[
                "ssh web1 cat /etc/a",
                "ssh dev@web1 'cat /etc/a' | cat",
                "ssh -o BatchMode=yes web1 sudo cat /etc/a",
            ],
            &["more a.ini", "pwsh -Command \"Get-Content -Raw a.ini\"", "cmd /c type a.ini"],
            &["pip show numpy", "pip show numpy 2>&1 | tail -3", "sudo -E pip show numpy"],
            &["cargo test", "cargo test 2>&1 | tail -5", "RUST_BACKTRACE=1 cargo test || true"],
            &[
                "psql -c 'select 1 from a'",
                "psql -A -t -c 'select 1 from a'",
                "psql -c 'SELECT 1  FROM a;'",
                "echo 'select 1 from a' | psql -At",
            ],
            &["curl -s http://h/x/", "curl -sS --max-time 5 http://h/x"],
            &["shellcheck a.sh", "shellcheck -f gcc ./a.sh", "shellcheck -s bash a.sh"],
            &["tflint ops/a.tf", "cd ops && tflint --format compact a.tf"],
            &["diff a b", "diff b a", "diff -u a b"],
            &["./run a", "MAX_JOBS=4 ./run a", "DEBUG=1 ./run a", "V=2 ./run a", "TRY=3 ./run a"],
            &[
                "ninja -C out",
                "cmake --build out -j 8",
                "make -C out",
                "ninja -v -C ./out | tail -3",
            ],
            &["dig a.example", "dig +short A a.example @127.0.0.53", "host a.example"],
            &["kubectl get job a", "sleep 60; kubectl get job a", "sleep 5 && kubectl get job a"],
            &[
                "exiftool a | grep Model",
                "exiftool ./a | egrep -m1 -i model",
                "exiftool a | rg Model",
            ],
            &[
                "find . -name hero.fbx",
                "find ./ -iname '*hero.fbx*' -type f -print",
                "find $PWD -name hero.fbx -maxdepth 9 | sort",
                "fd -HI hero.fbx",
                "locate hero.fbx",
            ],
        ] {
            for other in alike {
                assert_eq!(words(other), words(alike[0]), "{other}");
            }
        }
    }

    #[test]
    fn r06_other_targets_are_other_questions() {
        for different in [
            &[
                "cat a",
                "cat b",
                "ls a",
                "tail a",
                "tail -n +40 a",
                "sed -n 41,80p a",
                "cd x && cat a",
            ] as &[&str],
            &["kubectl get pods -n a", "kubectl get pods -n b", "kubectl get pods --namespace=c"],
            &["gh pr view 123", "gh pr view 124"],
            &["ninja -C a", "cmake --build b", "cmake -S a -B b", "make a", "make -C c"],
            &["ps aux | grep web", "ps aux | grep db", "ps aux"],
            &["cd infra/a && terraform plan", "cd infra/b && terraform plan"],
            &["psql -c 'select 1 from a'", "psql -c 'select 1 from b'"],
            &["python3 - <<E\nprint(1)\nE", "python3 - <<E\nprint(2)\nE"],
            &["AWS_PROFILE=dev aws s3 ls", "AWS_PROFILE=prod aws s3 ls"],
            &["ssh web1 uname -r", "ssh web2 uname -r"],
            &[
                "psql -c \"select 1 from a where n = 'X'\"",
                "psql -c \"select 1 from a where n = 'x'\"",
            ],
            &["xxd -s 0 -l 64 fw.bin", "xxd -s 64 -l 64 fw.bin"],
            &["awk 'NR>=1 && NR<=50' f", "awk 'NR>=51 && NR<=100' f"],
            &["head -50 f | tail -20", "head -70 f | tail -20"],
            &["find a -name x", "find b -name x", "find a -name y", "cd a && find . -name '*.x'"],
            &["for h in web01; do ssh $h uptime; done", "for h in web02; do ssh $h uptime; done"],
            &["redis-cli -p 7000 info", "redis-cli -p 7001 info"],
            &["dig a.example", "dig a.example @9.9.9.9", "dig MX a.example", "dig b.example"],
            &["blender -b a.blend -f 1", "blender -b a.blend -f 2"],
            &["kcat -t carts -o 7 -c 1", "kcat -t carts -o 8 -c 1"],
            &["./fuzz --seed 1", "./fuzz --seed 2", "./fuzz --seed=3", "./fuzz --runs 9 --seed 1"],
            &["cd a && terraform plan", "cd b && terraform plan"],
            &["terraform -chdir=live/a plan", "terraform -chdir=live/b plan", "terraform plan"],
        ] {
            for (at, one) in different.iter().enumerate() {
                for other in &different[at + 1..] {
                    assert_ne!(words(one), words(other), "{one} / {other}");
                }
            }
        }
    }
}
