//! Where the two readers differ, and why.

use fusebox_shell::parse;

use crate::other_reader;
use DifferenceKind::{AdditionalCommand, MissingCommand, MissingTarget, OnlyOurs, OnlyTheirs};

/// One difference.
#[derive(Debug)]
pub(crate) struct Difference {
    pub(crate) kind: DifferenceKind,
    /// The error, the words or the target.
    pub(crate) text: String,
}

/// What differs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum DifferenceKind {
    /// Only this crate reads the line to its end.
    OnlyOurs,
    /// Only the other reader reads the line to its end.
    OnlyTheirs,
    /// This crate does not find these words as a command, at its place.
    MissingCommand,
    /// The other reader finds fewer commands, and nothing in the line runs others.
    AdditionalCommand,
    /// This crate does not find this target of a redirection.
    MissingTarget,
}

impl DifferenceKind {
    fn of(self, text: String) -> Difference {
        Difference { kind: self, text }
    }
}

/// A class of differences.
pub(crate) struct DifferenceClass {
    pub(crate) name: &'static str,
    pub(crate) example: &'static str,
    pub(crate) explains: fn(&str, &Difference) -> bool,
}

/// All known classes. A difference of no class fails the tests.
pub(crate) const CLASSES: &[DifferenceClass] = &[
    DifferenceClass {
        name: "a here-document without its last line is read to the end, as bash does",
        example: "cat <<'END'\nfirst",
        explains: |_, difference| {
            difference.kind == OnlyOurs && difference.text.contains("unterminated here document")
        },
    },
    DifferenceClass {
        name: "a line of PowerShell is no line of bash, and is read as far as it looks like one",
        example: "Get-Content (Get-ChildItem a | Select-Object -First 1)",
        explains: |line, difference| {
            let is_of_powershell = line.starts_with("@'\n") || line.contains("(Get-");
            is_of_powershell
                && difference.kind == OnlyOurs
                && difference.text.contains("syntax error")
        },
    },
];

/// How this crate and the other reader differ about the line.
pub(crate) fn differences(line: &str) -> Vec<Difference> {
    let ours = parse(line);
    let theirs = match (other_reader::read(line), ours.complete) {
        (Ok(theirs), true) => theirs,
        (Ok(_), false) => return vec![OnlyTheirs.of(line.to_owned())],
        (Err(error), true) => return vec![OnlyOurs.of(error)],
        (Err(_), false) => return Vec::new(),
    };
    let commands: Vec<Vec<&str>> = ours
        .commands
        .iter()
        .map(|command| command.wrappers().iter().chain(command.words()).map(|word| &*word.text))
        .map(Iterator::collect)
        .filter(|words: &Vec<&str>| !words.is_empty())
        .collect();
    let mut found = Vec::new();
    let mut rest = commands.as_slice();
    for wanted in &theirs.commands {
        match rest.iter().position(|words| are_same(words, wanted)) {
            Some(at) => rest = &rest[at + 1..],
            None => found.push(MissingCommand.of(format!("{wanted:?}"))),
        }
    }
    if commands.len() > theirs.commands.len() && !may_run_others(line) && found.is_empty() {
        let all = commands.iter().map(|words| words.join(" "));
        found.push(AdditionalCommand.of(all.collect::<Vec<_>>().join(" ; ")));
    }
    let targets: Vec<&str> = ours
        .commands
        .iter()
        .flat_map(|command| &command.redirects)
        .map(|redirect| &*redirect.target.text)
        .collect();
    let missing = theirs.targets.iter().flatten().filter(|target| !targets.contains(&&***target));
    found.extend(missing.map(|target| MissingTarget.of(target.clone())));
    found
}

/// Whether these are the same words, as far as both readers know them.
fn are_same(words: &[&str], wanted: &[Option<String>]) -> bool {
    let pairs = || words.iter().zip(wanted);
    words.len() == wanted.len()
        && pairs().all(|(word, wanted)| wanted.as_ref().is_none_or(|wanted| wanted == word))
}

/// Whether a part of the line may be a script of its own, which only this crate follows.
fn may_run_others(line: &str) -> bool {
    let signs = ["$(", "`", "<(", ">(", "[["];
    let runners = "sh bash zsh dash eval ssh su xargs find trap watch parallel env timeout exec script \
                   docker podman";
    signs.iter().any(|sign| line.contains(sign))
        || line
            .split(|c: char| !c.is_ascii_alphanumeric())
            .any(|word| runners.split_ascii_whitespace().any(|runner| runner == word))
}
