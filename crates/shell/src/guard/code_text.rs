//! Finds protected paths and orders in code and prose, and whether the text writes or runs them.

use super::orders::PERSON_ORDERS;
use super::protected::{ProtectedPaths, Protection};
use super::spelling::PathParts;

/// Calls that change a file, in addition to those of `crate::code::has_write_call`.
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
/// Calls that run code which the text does not show.
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

/// Whether the character separates paths inside a word: `--file=x`, `a:b`, `@x`.
pub(super) fn separates_in_words(c: char) -> bool {
    matches!(c, '=' | ':' | ',' | '@')
}

/// Whether the character separates paths inside code.
fn separates_in_code(c: char) -> bool {
    separates_in_words(c)
        || matches!(c, '\'' | '"' | '`' | '(' | ')' | '[' | ']' | '{' | '}' | ';')
        || matches!(c, '<' | '>' | '|' | '&' | '+' | '!')
        || c.is_ascii_whitespace()
}

/// Whether code changes a protected file or gives a person's order.
pub(super) fn code_writes_protected(code: &str, protected: &ProtectedPaths<'_>) -> bool {
    if !protected.may_be_named_in(code) && !code.contains("glob") {
        return false;
    }
    let has = |calls: &[&str]| calls.iter().any(|call| code.contains(call));
    let runs = has(RUNS);
    (runs && (names_protected(code, protected) || gives_person_order(code)))
        || ((has(CHANGES) || crate::code::has_write_call(code)) && opens(code, protected))
}

/// Whether code may change any file.
pub(super) fn may_write(code: &str) -> bool {
    RUNS.iter().chain(CHANGES).any(|call| code.contains(call)) || crate::code::has_write_call(code)
}

/// Whether any part of the text is a protected path, also in pieces: `'.claude' / 'settings.json'`.
pub(super) fn names_protected(text: &str, protected: &ProtectedPaths<'_>) -> bool {
    let parts = text.split(|c| separates_in_code(c) || c == '/').filter(|part| !part.is_empty());
    in_pieces(parts.collect(), protected)
        || text.split(separates_in_code).any(|part| protected.has(part))
}

/// Whether a string literal is a protected path, or several in a row make one.
fn opens(code: &str, protected: &ProtectedPaths<'_>) -> bool {
    let strings: Vec<&str> = strings(code);
    let pieces =
        strings.iter().flat_map(|string| string.split('/')).filter(|part| !part.is_empty());
    strings.iter().any(|string| protected.has(string)) || in_pieces(pieces.collect(), protected)
}

fn in_pieces(names: Vec<&str>, protected: &ProtectedPaths<'_>) -> bool {
    protected.protection_of_parts(&PathParts { absolute: false, names }) == Protection::Protected
}

/// The string literals without white space, with the signs of an open mode removed.
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

/// Whether a text contains `fusebox` followed by a person's order.
pub(super) fn gives_person_order(text: &str) -> bool {
    let words = text.split(|c| separates_in_code(c) || matches!(c, '/' | '\\'));
    let mut words = words.filter(|word| !word.is_empty() && !word.starts_with('-')).peekable();
    while let Some(word) = words.next() {
        if word == "fusebox-hook" {
            return true;
        }
        if word == "fusebox" && words.peek().is_some_and(|next| PERSON_ORDERS.contains(next)) {
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
            assert_eq!(
                code_writes_protected(code, &ProtectedPaths::new(&roots)),
                expected,
                "{code}"
            );
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
                "d = tempfile.mkdtemp(); open(Path.home() / '.claude' / 'settings.json', 'w')",
                "d = tempfile.mkdtemp(); os.rename(d, '/h/.claude/settings.json')",
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
