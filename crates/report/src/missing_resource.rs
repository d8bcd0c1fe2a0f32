//! Errors that say that something is missing, rather than that the logic is wrong.

use fusebox_text::{ansi, printable_line};

use NamePosition::{After, Before, BeforeInShell, Nowhere};
use ResourceKind::{File, Module, Name, Permission, Program, Room, Server};

use crate::phrases::quoted_name;

/// Something that the code or its tests need and that is not there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct MissingResource {
    pub(crate) kind: ResourceKind,
    /// Its name, where the error says it.
    pub(crate) name: Option<String>,
}

/// What kind of thing is not there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ResourceKind {
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

/// Where the name stands, seen from the words that show that something is missing.
#[derive(Clone, Copy)]
enum NamePosition {
    After,
    Before,
    /// Before them, in a line that a shell wrote: other programs say these words of anything.
    BeforeInShell,
    /// Nowhere beside them; of a server, its address may stand anywhere.
    Nowhere,
}

/// Words of errors, where the name stands, and what is missing. The first row that fits counts.
const ERROR_WORDS: &[(&str, NamePosition, ResourceKind)] = &[
    ("No module named ", After, Module),
    ("Cannot find module ", After, Module),
    ("Failed to resolve import ", After, Module),
    ("no required module provides package ", After, Module),
    ("cannot find package ", After, Module),
    ("unresolved import ", After, Module),
    ("use of undeclared crate or module ", After, Module),
    ("use of unresolved module or unlinked crate ", After, Module),
    ("can't find crate for ", After, Module),
    ("cannot load such file -- ", After, Module),
    ("error: package ", After, Module),
    ("cannot import name ", After, Name),
    ("error: linker ", After, Program),
    (": command not found", Before, Program),
    ("command not found: ", After, Program),
    ("is not recognized as an internal", Nowhere, Program),
    (": not found", BeforeInShell, Program),
    ("executable file not found", Nowhere, Program),
    ("ECONNREFUSED ", After, Server),
    ("ENOTFOUND ", After, Server),
    ("Could not resolve host: ", After, Server),
    ("onnection refused", Nowhere, Server),
    ("ECONNREFUSED", Nowhere, Server),
    ("failure in name resolution", Nowhere, Server),
    ("could not connect to server", Nowhere, Server),
    ("No such file or directory: ", After, File),
    ("no such file or directory, open ", After, File),
    (": no such file or directory", Before, File),
    (": No such file or directory", Before, File),
    ("FileNotFoundException: ", After, File),
    ("No such file or directory", Nowhere, File),
    ("no such file or directory", Nowhere, File),
    ("ermission denied", Nowhere, Permission),
    ("EACCES", Nowhere, Permission),
    ("EPERM", Nowhere, Permission),
    ("No space left on device", Nowhere, Room),
    ("ddress already in use", Nowhere, Room),
    ("EADDRINUSE", Nowhere, Room),
    ("has no attribute ", After, Name),
    ("no method named ", After, Name),
    ("cannot find function ", After, Name),
    ("cannot find value ", After, Name),
    ("cannot find type ", After, Name),
    ("undefined method ", After, Name),
    ("NameError: name ", After, Name),
    (" is not a function", Before, Name),
    (" is not defined", Before, Name),
    ("undefined: ", After, Name),
    ("cannot find symbol", Nowhere, Name),
];

/// Words of errors that end a wait rather than report a wrong answer.
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
    pub(crate) fn read(error: &str) -> Option<Self> {
        let error = ansi::to_plain_text(error);
        ERROR_WORDS.iter().find_map(|(words, position, kind)| {
            let (before, after) = error.split_once(words)?;
            let name = match position {
                After => first_word(after),
                BeforeInShell if !before.contains("sh: ") => return None,
                Before | BeforeInShell => last_word(before),
                Nowhere => address(&error).filter(|_| *kind == Server),
            };
            Some(Self { kind: *kind, name: name.map(|name| printable_line(name, 80)) })
        })
    }

    /// What `error` says is missing from the place where the tests run.
    pub(crate) fn of_environment(error: &str) -> Option<Self> {
        Self::read(error).filter(Self::is_environment)
    }

    /// Whether it belongs to the place where the tests run, not to the code.
    pub(crate) fn is_environment(&self) -> bool {
        let local = |name: &String| name.starts_with(['.', '/']) || name.starts_with("crate::");
        match self.kind {
            Name => false,
            Module => !self.name.as_ref().is_some_and(local),
            Program | File | Server | Permission | Room => true,
        }
    }

    /// A sentence that says what is not there; it may follow a colon.
    pub(crate) fn statement(&self) -> String {
        let (named, unnamed, end) = match self.kind {
            Module => ("the module ", "a module", " cannot be found."),
            Program => ("the program ", "a program", " is not installed or not on the path."),
            File => ("", "a file", " does not exist where it is looked for."),
            Server => ("", "a server that is needed", " cannot be reached."),
            Permission => ("a permission for ", "a permission", " is missing."),
            Room => ("room for ", "room on a disk, or a free port,", " is missing."),
            Name => ("", "a name that is used", " does not exist in the code that runs."),
        };
        let name = self.name.as_deref().map(|name| named.to_owned() + &quoted_name(name));
        name.unwrap_or_else(|| unnamed.to_owned()) + end
    }

    /// The question that asks how to get it.
    pub(crate) fn question(&self) -> String {
        let (unnamed, begin, end) = match self.kind {
            Module => (
                "the module",
                "How is ",
                " installed here (which command), or what should be used instead?",
            ),
            Program => (
                "the program",
                "How is ",
                " installed here, or which command should be run instead?",
            ),
            File => (
                "the file",
                "Where does ",
                " come from: which command makes it, or which path is right?",
            ),
            Server => (
                "the server",
                "How can ",
                " be reached from here (what starts it), or what should be used instead?",
            ),
            Permission => ("the missing permission", "Who can give ", ", or which way needs none?"),
            Room => ("room", "What may be stopped or deleted to make ", "?"),
            Name => (
                "the missing name",
                "Where should ",
                " be: should the code define it, or which name should be used instead?",
            ),
        };
        let name = self.name.as_deref().map(quoted_name);
        format!("{begin}{}{end}", name.unwrap_or_else(|| unnamed.to_owned()))
    }
}

/// Whether `error` says that a wait took too long.
pub(crate) fn is_timeout(error: &str) -> bool {
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

    #[test]
    fn what_is_missing_is_named() {
        for (error, kind, name) in [
            ("ModuleNotFoundError: No module named 'requests'", Module, "requests"),
            ("Error: Cannot find module './main-new.js' or its", Module, "./main-new.js"),
            ("error[E0432]: unresolved import `a::B`", Module, "a::B"),
            ("ImportError: cannot import name 'I' from 'm'", Name, "I"),
            ("bash: line 1: javac: command not found", Program, "javac"),
            ("error: linker `cc` not found", Program, "cc"),
            ("sh: 1: tox: not found", Program, "tox"),
            ("connect ECONNREFUSED 127.0.0.1:5432", Server, "127.0.0.1:5432"),
            ("dial tcp 127.0.0.1:6379: connect: connection refused", Server, "127.0.0.1:6379"),
            ("a.py:14: Connection refused", Server, ""),
            ("[Errno 2] No such file or directory: 'a.json'", File, "a.json"),
            ("open testdata/a.json: no such file or directory", File, "testdata/a.json"),
            ("PermissionError: [Errno 13] Permission denied: 'x'", Permission, ""),
            ("AttributeError: 'C' object has no attribute 'cmd_read'", Name, "cmd_read"),
            ("undefined method `total' for nil", Name, "total"),
            ("TypeError: cart.total is not a function", Name, "cart.total"),
            ("./a_test.go:9:2: undefined: Sum", Name, "Sum"),
        ] {
            let name = Some(name.to_owned()).filter(|name| !name.is_empty());
            assert_eq!(
                MissingResource::read(error),
                Some(MissingResource { kind, name }),
                "{error:?}"
            );
        }
        for error in
            ["", "KeyError: 'tax'", "assert 1 == 2", "/x: not found", "'", ": command", "`"]
        {
            assert_eq!(MissingResource::read(error), None, "{error:?}");
        }
    }

    #[test]
    fn a_module_of_the_project_is_not_part_of_the_environment() {
        let is_environment = |text| MissingResource::of_environment(text).is_some();
        assert!(is_environment("No module named 'numpy'"));
        assert!(!is_environment("Cannot find module '../shell.js'"));
        assert!(!is_environment("undefined: Sum"));
    }

    #[test]
    fn ends_of_a_wait() {
        assert!(is_timeout("thrown: \"Exceeded timeout of 5000 ms for a test.\""));
        assert!(is_timeout("context deadline exceeded"));
        assert!(!is_timeout("expected timeout to be 3"));
    }
}
