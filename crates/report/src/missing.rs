//! Errors that speak of something that is not there, rather than of wrong logic.

use fusebox_text::{ansi, printable_line};

/// What is not there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct MissingResource {
    pub(super) kind: Kind,
    /// Its name, where the error says it.
    pub(super) what: Option<String>,
}

/// What kind of thing is not there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A library or module.
    Module,
    /// A program.
    Program,
    /// A file or folder.
    File,
    /// A server that answers.
    Server,
    /// A right.
    Permission,
    /// Room: a disk, a port, memory.
    Room,
    /// A name in the code: a function, an attribute, a type.
    Name,
}

/// Where the name stands beside the words that give the error away.
#[derive(Clone, Copy)]
enum At {
    After,
    Before,
    /// Before, in a line that a shell wrote: others say these words of anything.
    BeforeInShell,
    Nowhere,
}

/// The first that fits is believed.
const FORMS: &[(&str, At, Kind)] = &[
    ("No module named ", At::After, Kind::Module),
    ("Cannot find module ", At::After, Kind::Module),
    ("Failed to resolve import ", At::After, Kind::Module),
    ("no required module provides package ", At::After, Kind::Module),
    ("cannot find package ", At::After, Kind::Module),
    ("unresolved import ", At::After, Kind::Module),
    ("use of undeclared crate or module ", At::After, Kind::Module),
    ("use of unresolved module or unlinked crate ", At::After, Kind::Module),
    ("can't find crate for ", At::After, Kind::Module),
    ("cannot load such file -- ", At::After, Kind::Module),
    ("error: package ", At::After, Kind::Module),
    ("cannot import name ", At::After, Kind::Name),
    ("error: linker ", At::After, Kind::Program),
    (": command not found", At::Before, Kind::Program),
    ("command not found: ", At::After, Kind::Program),
    ("is not recognized as an internal", At::Nowhere, Kind::Program),
    (": not found", At::BeforeInShell, Kind::Program),
    ("executable file not found", At::Nowhere, Kind::Program),
    ("ECONNREFUSED ", At::After, Kind::Server),
    ("ENOTFOUND ", At::After, Kind::Server),
    ("Could not resolve host: ", At::After, Kind::Server),
    ("onnection refused", At::Nowhere, Kind::Server),
    ("ECONNREFUSED", At::Nowhere, Kind::Server),
    ("failure in name resolution", At::Nowhere, Kind::Server),
    ("could not connect to server", At::Nowhere, Kind::Server),
    ("No such file or directory: ", At::After, Kind::File),
    ("no such file or directory, open ", At::After, Kind::File),
    (": no such file or directory", At::Before, Kind::File),
    (": No such file or directory", At::Before, Kind::File),
    ("FileNotFoundException: ", At::After, Kind::File),
    ("No such file or directory", At::Nowhere, Kind::File),
    ("no such file or directory", At::Nowhere, Kind::File),
    ("ermission denied", At::Nowhere, Kind::Permission),
    ("EACCES", At::Nowhere, Kind::Permission),
    ("EPERM", At::Nowhere, Kind::Permission),
    ("No space left on device", At::Nowhere, Kind::Room),
    ("ddress already in use", At::Nowhere, Kind::Room),
    ("EADDRINUSE", At::Nowhere, Kind::Room),
    ("has no attribute ", At::After, Kind::Name),
    ("no method named ", At::After, Kind::Name),
    ("cannot find function ", At::After, Kind::Name),
    ("cannot find value ", At::After, Kind::Name),
    ("cannot find type ", At::After, Kind::Name),
    ("undefined method ", At::After, Kind::Name),
    ("NameError: name ", At::After, Kind::Name),
    (" is not a function", At::Before, Kind::Name),
    (" is not defined", At::Before, Kind::Name),
    ("undefined: ", At::After, Kind::Name),
    ("cannot find symbol", At::Nowhere, Kind::Name),
];

/// Ends of a wait rather than wrong answers.
const TIMEOUTS: &[&str] = &[
    "timed out",
    "timeout of ",
    "timeout exceeded",
    "exceeded timeout",
    "timeout (>",
    "deadline exceeded",
    "timeouterror",
    "timeoutexception",
    "test timeout",
];

impl MissingResource {
    /// What `error` says is not there.
    pub(super) fn read(error: &str) -> Option<Self> {
        let error = ansi::to_plain_text(error);
        FORMS.iter().find_map(|(words, at, kind)| {
            let (before, after) = error.split_once(words)?;
            let what = match at {
                At::After => first_word(after),
                At::BeforeInShell if !before.contains("sh: ") => return None,
                At::Before | At::BeforeInShell => last_word(before),
                At::Nowhere => address(&error).filter(|_| *kind == Kind::Server),
            };
            Some(Self { kind: *kind, what: what.map(|what| printable_line(what, 80)) })
        })
    }

    /// Whether it is a matter of where the test runs, not of the code.
    pub(super) fn is_environment(&self) -> bool {
        let local = |what: &String| what.starts_with(['.', '/']) || what.starts_with("crate::");
        match self.kind {
            Kind::Name => false,
            Kind::Module => !self.what.as_ref().is_some_and(local),
            Kind::Program | Kind::File | Kind::Server | Kind::Permission | Kind::Room => true,
        }
    }
}

/// Whether `error` is the end of a wait.
pub(super) fn is_timeout(error: &str) -> bool {
    let error = error.to_lowercase();
    TIMEOUTS.iter().any(|words| error.contains(words))
}

/// A quoted name, or the word that begins here.
fn first_word(text: &str) -> Option<&str> {
    let text = text.lines().next()?.trim_start();
    let quote = text.chars().next().filter(|c| matches!(c, '\'' | '"' | '`'));
    let word = match quote {
        // Ruby opens with a backtick and closes with an apostrophe.
        Some(quote) => text.get(1..)?.split([quote, '\'']).next()?,
        None => text.split([' ', ',', ';', ')', '(']).next()?.trim_end_matches([':', '.']),
    };
    (!word.is_empty()).then_some(word)
}

/// A quoted name, or the word that ends here.
fn last_word(text: &str) -> Option<&str> {
    let text = text.lines().next_back()?.trim_end();
    let quote = text.chars().next_back().filter(|c| matches!(c, '\'' | '"' | '`'));
    let word = match quote {
        Some(quote) => text.get(..text.len() - 1)?.rsplit(quote).next()?,
        None => text.rsplit([' ', ':', '(']).next()?,
    };
    (!word.is_empty()).then_some(word)
}

/// The first `host:port` of the text.
fn address(text: &str) -> Option<&str> {
    text.split([' ', '\n', ',', '(', ')', '"', '\'', '/']).find_map(|word| {
        let word = word.trim_end_matches(':');
        let (host, port) = word.rsplit_once(':')?;
        let digits = port.len() >= 2 && port.bytes().all(|b| b.is_ascii_digit());
        let named = host.contains('.') || host == "localhost" || host.ends_with(']');
        // `file.py:14` looks like an address too; a line of code is never a port of a name in letters
        // with a dot and an ending that is no number.
        let number =
            host == "localhost" || host.ends_with(|c: char| c.is_ascii_digit() || c == ']');
        (digits && named && number).then_some(word)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(error: &str, kind: Kind, what: &str) {
        let wanted = MissingResource { kind, what: (!what.is_empty()).then(|| what.to_owned()) };
        assert_eq!(MissingResource::read(error), Some(wanted), "{error:?}");
    }

    #[test]
    fn what_is_missing_is_named() {
        check("ModuleNotFoundError: No module named 'requests'", Kind::Module, "requests");
        check("Error: Cannot find module './main-new.js' or its", Kind::Module, "./main-new.js");
        check("error[E0432]: unresolved import `a::B`", Kind::Module, "a::B");
        check("ImportError: cannot import name 'I' from 'm'", Kind::Name, "I");
        check("bash: line 1: javac: command not found", Kind::Program, "javac");
        check("error: linker `cc` not found", Kind::Program, "cc");
        check("sh: 1: tox: not found", Kind::Program, "tox");
        check("connect ECONNREFUSED 127.0.0.1:5432", Kind::Server, "127.0.0.1:5432");
        check(
            "dial tcp 127.0.0.1:6379: connect: connection refused",
            Kind::Server,
            "127.0.0.1:6379",
        );
        check("a.py:14: Connection refused", Kind::Server, "");
        check("[Errno 2] No such file or directory: 'a.json'", Kind::File, "a.json");
        check("open testdata/a.json: no such file or directory", Kind::File, "testdata/a.json");
        check("PermissionError: [Errno 13] Permission denied: 'x'", Kind::Permission, "");
        check("AttributeError: 'C' object has no attribute 'cmd_read'", Kind::Name, "cmd_read");
        check("undefined method `total' for nil", Kind::Name, "total");
        check("TypeError: cart.total is not a function", Kind::Name, "cart.total");
        check("./a_test.go:9:2: undefined: Sum", Kind::Name, "Sum");
    }

    #[test]
    fn other_errors_miss_nothing() {
        for text in ["", "KeyError: 'tax'", "assert 1 == 2", "/x: not found", "'", ": command", "`"]
        {
            assert_eq!(MissingResource::read(text), None, "{text:?}");
        }
    }

    #[test]
    fn a_module_of_the_project_is_no_matter_of_the_environment() {
        let environment =
            |text| MissingResource::read(text).is_some_and(|missing| missing.is_environment());
        assert!(environment("No module named 'numpy'"));
        assert!(!environment("Cannot find module '../shell.js'"));
        assert!(!environment("undefined: Sum"));
    }

    #[test]
    fn ends_of_a_wait() {
        assert!(is_timeout("thrown: \"Exceeded timeout of 5000 ms for a test.\""));
        assert!(is_timeout("context deadline exceeded"));
        assert!(!is_timeout("expected timeout to be 3"));
    }
}
