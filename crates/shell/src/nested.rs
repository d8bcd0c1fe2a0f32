//! What a command runs in turn: a script in a word, a command after `-exec`; and directory changes.

use std::borrow::Cow;

use super::command::{ShellWord, SimpleCommand, WorkingDir, basename};

/// What a command runs or changes for the commands after it.
pub(super) enum NestedCode<'a> {
    /// Nothing.
    Nothing,
    /// This text runs as a script.
    Script(Cow<'a, str>),
    /// These words run as a command.
    Command(Vec<ShellWord<'a>>),
    /// Its standard input runs as a script.
    StandardInput,
    /// Later commands run in this directory.
    Directory(WorkingDir<'a>),
}

pub(super) fn nested_code<'a>(command: &SimpleCommand<'a>) -> NestedCode<'a> {
    let words = command.words();
    let script = match command.program() {
        "cd" | "pushd" | "popd" => return directory(command),
        "sh" | "bash" | "zsh" | "dash" | "ksh" | "ash" | "fish" => return shell(words),
        "find" | "fd" | "fdfind" => return find_exec_command(words),
        "eval" => joined(words.get(1..).unwrap_or_default()),
        "trap" => words.iter().skip(1).find(|word| word.text != "--").map(|w| w.text.clone()),
        "env" => after(words, &["-S", "--split-string"]),
        "npx" | "su" | "flock" | "script" => after(words, &["-c", "--call", "--command"]),
        "npm" | "nix" => after(words, &["-c", "--call", "--command"]),
        "nix-shell" => after(words, &["--run", "--command"]),
        program if program.contains(' ') => spaced(command),
        _ => None,
    };
    script.map_or(NestedCode::Nothing, NestedCode::Script)
}

/// The script of `sh -lc 'script'`.
fn shell<'a>(words: &[ShellWord<'a>]) -> NestedCode<'a> {
    let mut is_next = false;
    let mut rest = words.iter().skip(1);
    while let Some(word) = rest.next() {
        let text = word.text.as_ref();
        if matches!(text, "--rcfile" | "--init-file") {
            rest.next();
        } else if text.starts_with("--") || text == "-" {
        } else if text.starts_with(['-', '+']) {
            is_next |= text.contains('c');
            if text.ends_with('o') {
                rest.next();
            }
        } else if is_next {
            return NestedCode::Script(word.text.clone());
        } else {
            return NestedCode::Nothing;
        }
    }
    NestedCode::StandardInput
}

/// The first command of `find … -exec command … ;`.
fn find_exec_command<'a>(words: &[ShellWord<'a>]) -> NestedCode<'a> {
    let is_exec = |word: &ShellWord<'_>| {
        matches!(
            word.text.as_ref(),
            "-exec" | "-execdir" | "-ok" | "-okdir" | "-x" | "-X" | "--exec" | "--exec-batch"
        )
    };
    let Some(start) = words.iter().position(is_exec) else { return NestedCode::Nothing };
    let run = &words[start + 1..];
    let plus = run.windows(2).position(|pair| pair[0].text == "{}" && pair[1].text == "+");
    let semicolon = run.iter().position(|word| word.text == ";");
    let end = semicolon.or(plus.map(|at| at + 1)).unwrap_or(run.len());
    NestedCode::Command(run[..end].to_vec())
}

fn after<'a>(words: &[ShellWord<'a>], options: &[&str]) -> Option<Cow<'a, str>> {
    let at = words.iter().position(|word| options.contains(&word.text.as_ref()))?;
    words.get(at + 1).map(|word| word.text.clone())
}

fn joined<'a>(words: &[ShellWord<'a>]) -> Option<Cow<'a, str>> {
    match words {
        [] => None,
        [word] => Some(word.text.clone()),
        _ => {
            let texts: Vec<&str> = words.iter().map(|word| word.text.as_ref()).collect();
            Some(Cow::Owned(texts.join(" ")))
        }
    }
}

/// `watch 'a | b'`: the wrapper passes its one word to a shell.
fn spaced<'a>(command: &SimpleCommand<'a>) -> Option<Cow<'a, str>> {
    let by_watch = command
        .wrappers()
        .iter()
        .any(|word| matches!(basename(&word.text), "watch" | "hatch" | "xvfb-run" | "chronic"));
    if by_watch { joined(command.words()) } else { None }
}

fn directory<'a>(command: &SimpleCommand<'a>) -> NestedCode<'a> {
    if command.piped_from || command.pipes_to || command.background {
        return NestedCode::Nothing;
    }
    let mut operands =
        command.words().iter().skip(1).filter(|word| !matches!(&*word.text, "-P" | "-L" | "--"));
    let dir = match operands.next() {
        None if command.program() == "cd" => WorkingDir::Known(Cow::Borrowed("~")),
        None => WorkingDir::Unknown,
        Some(word) if !word.is_literal() || word.text.starts_with(['-', '+']) => {
            WorkingDir::Unknown
        }
        Some(word) => match &word.text {
            Cow::Borrowed(path) => {
                command.dir.join(path).map_or(WorkingDir::Unknown, WorkingDir::Known)
            }
            Cow::Owned(path) => {
                let joined = WorkingDir::join(&command.dir, path).map(|path| path.into_owned());
                joined.map_or(WorkingDir::Unknown, |path| WorkingDir::Known(Cow::Owned(path)))
            }
        },
    };
    NestedCode::Directory(dir)
}

/// The script that the shell at `index` reads from standard input, if the text contains it.
pub(super) fn script_from_input<'a>(
    commands: &[SimpleCommand<'a>],
    index: usize,
) -> Option<Cow<'a, str>> {
    let shell = commands.get(index)?;
    if let Some(data) = shell.input().next() {
        return Some(data.text.clone());
    }
    if !shell.piped_from {
        return None;
    }
    let source = commands.get(index.checked_sub(1)?).filter(|command| command.pipes_to)?;
    match source.program() {
        "cat" | "" => source.input().next().map(|data| data.text.clone()),
        "echo" | "printf" => joined(source.words().get(1..)?),
        _ => None,
    }
}
