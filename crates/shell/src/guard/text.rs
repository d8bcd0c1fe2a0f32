//! Code and prose: which paths and orders a text names, and whether it would write or run them.

use super::order::A_PERSONS;
use super::protected::{ProtectedPaths, Protection};
use super::spelling::PathParts;

/// Calls of a language that change a file, beside those that `crate::code::writes` knows.
const CHANGES: &[&str] = &[
    "symlink",
    "unlink",
    "link(",
    "chmod",
    "chown",
    "truncate",
    "os.open(",
    "O_WRONLY",
    "O_RDWR",
    "mmap",
    "savetxt",
    "dump(",
    "rmtree",
    "rename",
    "move(",
    "print {",
    "syswrite",
    ".puts",
    "fs.rm",
    "fs.cp",
    "IO.write",
    "IO.copy",
    "executescript",
    "DELETE ",
    "UPDATE ",
    "INSERT ",
    "DROP ",
    "delete from",
    "update ",
    "insert ",
    "drop ",
];
/// Calls that run something that the text itself does not show.
const RUNS: &[&str] = &[
    "exec(",
    "exec ",
    "eval(",
    "eval ",
    "system(",
    "system ",
    "popen",
    "Popen",
    "subprocess",
    "child_process",
    "execSync",
    "spawn",
    "execv",
    "%x(",
    "getattr(",
    "__import__",
    "importlib",
    "b64decode",
    "base64",
    "chr(",
    "fromhex",
    "unhexlify",
    "sh(",
];

/// What separates paths inside a word: `--file=x`, `a:b`, `@x`.
pub(super) fn in_words(c: char) -> bool {
    matches!(c, '=' | ':' | ',' | '@')
}

/// What separates paths inside code.
fn in_code(c: char) -> bool {
    in_words(c)
        || matches!(c, '\'' | '"' | '`' | '(' | ')' | '[' | ']' | '{' | '}' | ';')
        || matches!(c, '<' | '>' | '|' | '&' | '+' | '!')
        || c.is_ascii_whitespace()
}

/// Whether code of a language changes a protected file or gives an order that is a person's.
pub(super) fn code_touches(code: &str, protected: &ProtectedPaths<'_>) -> bool {
    if !protected.may_be_in(code) && !code.contains("glob") {
        return false;
    }
    let has = |calls: &[&str]| calls.iter().any(|call| code.contains(call));
    let runs = has(RUNS);
    (runs && (names(code, protected) || gives_order(code)))
        || ((has(CHANGES) || crate::code::writes(code)) && opens(code, protected))
}

/// Whether code of a language may change any file.
pub(super) fn may_write(code: &str) -> bool {
    RUNS.iter().chain(CHANGES).any(|call| code.contains(call)) || crate::code::writes(code)
}

/// Whether any part of the text is a protected path, also in pieces: `'.claude' / 'settings.json'`.
pub(super) fn names(text: &str, protected: &ProtectedPaths<'_>) -> bool {
    let parts = text.split(|c| in_code(c) || c == '/').filter(|part| !part.is_empty());
    in_pieces(parts.collect(), protected) || text.split(in_code).any(|part| protected.has(part))
}

/// Whether a string of the code is, as a whole, a protected path, or several one after the other.
fn opens(code: &str, protected: &ProtectedPaths<'_>) -> bool {
    let strings: Vec<&str> = strings(code);
    let pieces =
        strings.iter().flat_map(|string| string.split('/')).filter(|part| !part.is_empty());
    strings.iter().any(|string| protected.has(string)) || in_pieces(pieces.collect(), protected)
}

fn in_pieces(names: Vec<&str>, protected: &ProtectedPaths<'_>) -> bool {
    protected.of(&PathParts { absolute: false, names }) == Protection::Inside
}

/// The quoted strings without white space, without the marks of an open mode before them.
fn strings(code: &str) -> Vec<&str> {
    let bytes = code.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = bytes[at..].iter().position(|b| matches!(b, b'\'' | b'"' | b'`')) {
        let start = at + start;
        let quote = bytes[start];
        let end = bytes[start + 1..].iter().position(|b| *b == quote || *b == b'\n');
        let Some(end) = end.map(|end| start + 1 + end) else { break };
        let string = code[start + 1..end].trim_start_matches(['>', '<', '+', '|', ' ']);
        if !string.is_empty() && !string.contains(char::is_whitespace) {
            found.push(string);
        }
        at = end + 1;
    }
    found
}

/// Whether a text with command lines in it names `fusebox` and then an order that is a person's.
pub(super) fn gives_order(text: &str) -> bool {
    let words = text.split(|c| in_code(c) || matches!(c, '/' | '\\'));
    let mut words = words.filter(|word| !word.is_empty() && !word.starts_with('-')).peekable();
    while let Some(word) = words.next() {
        if word == "fusebox-hook" {
            return true;
        }
        if word == "fusebox" && words.peek().is_some_and(|next| A_PERSONS.contains(next)) {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(codes: &[&str], expected: bool) {
        let roots = ["~/.local/state/fusebox".to_owned()];
        for code in codes {
            assert_eq!(code_touches(code, &ProtectedPaths::new(&roots)), expected, "{code}");
        }
    }

    #[test]
    fn code_that_writes_to_a_protected_path() {
        check(
            &[
                "open('/h/.claude/settings.json', 'w').write('{}')",
                "(Path.home() / '.claude' / 'settings.json').write_text('{}')",
                "p = os.path.join(h, '.local', 'state', 'fusebox', 'fusebox.db'); os.remove(p)",
                "import subprocess; subprocess.run(['rm', '/h/.claude/settings.json'])",
                "os.system('rm ~/.fusebox.toml')",
                "require('fs').writeFileSync(`${h}/.claude/settings.json`, '{}')",
                "open(F, \">$ENV{HOME}/.claude/settings.json\"); print F 1",
                "os.symlink('/h/.claude/settings.json', 'x')",
                "pty.spawn(['fusebox', 'reset', 's1', '--yes'])",
                "os.system(\"fusebox bypass s1\")",
                "subprocess.run(['/b/fusebox-hook', 'claude'], input=x)",
            ],
            true,
        );
    }

    #[test]
    fn code_that_does_not() {
        check(
            &[
                "print(json.load(open('/h/.claude/settings.json')))",
                "open('docs/a.md', 'w').write('see ~/.claude/settings.json for it')",
                "open('crates/fusebox/src/a.rs', 'w').write(s.replace('fusebox', 'x'))",
                "s = open('.fusebox.toml').read(); print(s)",
                "subprocess.run(['git', 'log'])",
                "open('settings.json', 'w').write('{}')",
                "subprocess.run(['fusebox', 'status'])",
                "'",
                "\"é",
            ],
            false,
        );
    }
}
