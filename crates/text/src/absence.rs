//! Recognises answers that say that there is no such thing as was asked about.

use super::ansi;
use super::word_runs;

/// A longer answer tells of more than that, in bytes.
const MAX_BYTES: usize = 1_200;
/// How a tool says that there is none, lower-cased.
const ABSENCES: [&str; 22] = [
    "not found",
    "notfound",
    "could not be found",
    "cannot be found",
    "couldn't find",
    "cannot find",
    "can't find",
    "could not find",
    "unable to find",
    "unable to locate package",
    "does not exist",
    "doesn't exist",
    "not installed",
    "no path found",
    "no such object",
    "no such instance",
    "no package owns",
    "not owned by any package",
    "no crontab for",
    "nosuch",
    "no tag exactly matches",
    "needed a single revision",
];
/// What is said of what the tool itself needs, or of the way to whom it asks: then it has not asked.
const HINDRANCES: [&str; 20] = [
    "command not found",
    "commandnotfound",
    "not recognized",
    "no such file or directory",
    "pathnotfound",
    "resolve host",
    "no such host",
    "name or service not known",
    "connection",
    "connect to",
    "timed out",
    "timeout",
    "denied",
    "unauthorized",
    "forbidden",
    "credential",
    "certificate",
    "config file",
    "configuration file",
    "usage:",
];
/// Words of which each says so where it stands alone: `secret-token` is the name of a thing, and so is `lodash.modules`.
const HINDERING: [&str; 2] = ["module", "token"];

/// Whether the body of an answer says that there is no such thing as was asked about, and nothing of what kept the tool from
/// asking. Who reads this has to know that something was asked.
pub fn tells_absence(body: &str) -> bool {
    let body = body.trim();
    if body.len() > MAX_BYTES {
        return false;
    }
    let said = ansi::to_plain_text(body).to_ascii_lowercase();
    let has = |words: &[&str]| words.iter().any(|words| said.contains(words));
    let is_hindered = || has(&HINDRANCES) || word_runs(&said).any(|word| HINDERING.contains(&word));
    (has(&ABSENCES) || finds_no(&said) || said.ends_with("(empty)")) && !is_hindered()
}

/// Whether a line says that no such things were found, or that there is none of this name: `No events were found that match`,
/// `Error: No such image: a`, `No match for "A.EXAMPLE"`.
fn finds_no(said: &str) -> bool {
    said.lines().take(4).any(|line| {
        let no = line.match_indices("no ").find(|(at, _)| {
            let before = line[..*at].trim_end();
            before.is_empty() || before.ends_with([':', '-'])
        });
        no.is_some_and(|(at, _)| {
            let what = &line[at + 3..];
            what.contains(" found") || what.starts_with("such ") || what.starts_with("match for ")
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r06_answers_that_there_is_no_such_thing() {
        for answer in [
            "Get-WinEvent : No events were found that match the specified selection criteria.\n    + CategoryInfo          : ObjectNotFound: (:) [Get-WinEvent], Exception",
            "Get-Service : Cannot find any service with service name 'a'.",
            "dpkg-query: no path found matching pattern /usr/lib/a.so",
            "package xz is not installed",
            "N: Unable to locate package jq\nE: No packages found",
            "No installed package found matching input criteria.",
            "Error: No such keg: /opt/homebrew/Cellar/a",
            "error: package 'a' was not found",
            "error: No package owns /usr/bin/a",
            "Error from server (NotFound): configmaps \"legacy\" not found",
            "An error occurred (NoSuchEntity) when calling the GetUser operation: The user with name a cannot be found.",
            "[]\nError: No such object: db",
            "no crontab for dev",
            "No match for \"A.EXAMPLE\".",
            "shop@1.0.0 /home/dev/shop\n\u{2514}\u{2500}\u{2500} (empty)",
            "fatal: Needed a single revision",
            "ERROR: The system was unable to find the specified registry key or value.",
            "Error from server (NotFound): secrets \"tokens\" not found",
            "error: package 'perl-modules-5.36' was not found",
        ] {
            assert!(tells_absence(answer), "{answer}");
        }
        for answer in [
            "bash: rpm: command not found",
            "Get-Foo : The term 'Get-Foo' is not recognized\n    + CategoryInfo          : ObjectNotFound: (Get-Foo:String) [], CommandNotFoundException",
            "cat: a: No such file or directory",
            "Could not resolve host: a.example",
            "dial tcp: lookup a: no such host",
            "Error: could not find credentials",
            "The connection to the server was refused",
            "Error: Cannot find module 'a'",
            "error: no such token: log in again, user not found",
            "false",
            "An error occurred (AccessDenied) when calling the GetUser operation",
            "running",
            "",
        ] {
            assert!(!tells_absence(answer), "{answer}");
        }
    }
}
