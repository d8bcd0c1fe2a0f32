//! Finds protected paths and orders in code and prose, and whether the text writes or runs them.

use super::orders::PERSON_ORDERS;
use super::programs::removes_trees;
use super::protected::{ProtectedPaths, Protection};

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
    ".delete",
    "FileUtils",
    "remove_tree",
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

/// Whether code that runs in `dir` changes a protected file or gives a person's order.
pub(super) fn code_writes_protected(
    code: &str,
    dir: Option<&str>,
    protected: &ProtectedPaths<'_>,
) -> bool {
    let names_hooks = protected.names_hook_folders(code);
    if !names_hooks && !protected.may_be_named_in(code) && !code.contains("glob") {
        return false;
    }
    let has = |calls: &[&str]| calls.iter().any(|call| code.contains(call));
    let runs = has(RUNS);
    (runs && (names_protected(code, protected) || gives_person_order(code)))
        || ((has(CHANGES) || crate::code::has_write_call(code)) && opens(code, protected))
        || has(TREE_CHANGES) && removes_tree(code, dir, protected)
        || runs && runs_remover(code, dir, protected)
}

/// Calls that move or remove a folder with what is in it.
const TREE_CHANGES: &[&str] = &[
    "rmtree",
    "rm_r",
    "rmSync",
    "fs.rm",
    "rimraf",
    "rename",
    "move(",
    "moveSync(",
    "mv(",
    "unlink",
    "remove(",
    ".delete",
    "trash(",
];

/// Whether code moves or removes a folder above something protected, or names a folder of hooks beside a call that does.
fn removes_tree(code: &str, dir: Option<&str>, protected: &ProtectedPaths<'_>) -> bool {
    let (mut joined, mut end) = (String::new(), 0);
    string_literals(code).any(|(at, string)| {
        // `join('a', 'b')`, `Path('a') / 'b'`
        let is_next = code[end..at].chars().all(|c| "'\"`,/+) ".contains(c));
        if is_next && !joined.is_empty() {
            joined.push('/');
        } else {
            joined.clear();
        }
        joined.push_str(string);
        end = at + string.len();
        let reach_of = |path: &str| protected.protection(&protected.seen_from(dir, path));
        let is_whole = joined.len() == string.len() || reach_of(string) > reach_of(&joined);
        let path = protected.seen_from(dir, if is_whole { string } else { &joined });
        let reach = protected.protection(&path);
        if reach == Protection::Unrelated || matches!(string, "." | ".." | "/" | "~") {
            return false;
        }
        let takes_all = reach >= Protection::ClientFolder
            && (protected.is_hook_folder(&path) || path.contains('*'));
        let call =
            code[..at].trim_end_matches(|c: char| c.is_alphanumeric() || "'\"`.:_( ".contains(c));
        let is_given = || TREE_CHANGES.iter().any(|change| code[call.len()..at].contains(change));
        let after = code[end..].trim_start_matches(['\'', '"', '`', ')', '?', ' ']);
        let method = after.strip_prefix('.').unwrap_or_default();
        let is_asked =
            TREE_CHANGES.iter().any(|change| method.starts_with(change.trim_start_matches('.')));
        takes_all || is_given() || is_asked
    })
}

/// Whether code that runs programs gives one that removes or moves files something protected: `run(['rm', '-r', 'a'])`,
/// `system("rm -r a")`.
fn runs_remover(code: &str, dir: Option<&str>, protected: &ProtectedPaths<'_>) -> bool {
    let mut is_argument = false;
    string_literals(code).any(|(_, string)| {
        let first = string.split_ascii_whitespace().next().unwrap_or_default();
        if string.contains(char::is_whitespace) {
            let is_line = removes_trees(first) || matches!(first, "cd" | "chmod" | "find" | "sudo");
            return is_line && super::refusal(&crate::parse(string), protected).is_some();
        }
        let is_given = is_argument;
        is_argument |= removes_trees(string);
        is_given && protected.protection(&protected.seen_from(dir, string)) > Protection::Unrelated
    })
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
    let strings: Vec<&str> = strings(code).collect();
    let pieces =
        strings.iter().flat_map(|string| string.split('/')).filter(|part| !part.is_empty());
    strings.iter().any(|string| protected.has(string)) || in_pieces(pieces.collect(), protected)
}

fn in_pieces(names: Vec<&str>, protected: &ProtectedPaths<'_>) -> bool {
    protected.protection_of_pieces(names) == Protection::Protected
}

/// The string literals without white space, with the signs of an open mode removed.
fn strings(code: &str) -> impl Iterator<Item = &str> {
    let strings = string_literals(code)
        .map(|(_, string)| string.trim_start_matches(['>', '<', '+', '|', ' ']));
    strings.filter(|string| !string.is_empty() && !string.contains(char::is_whitespace))
}

/// The string literals, each with its place in the code.
fn string_literals(code: &str) -> impl Iterator<Item = (usize, &str)> {
    let bytes = code.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = bytes[at..].iter().position(|b| matches!(b, b'\'' | b'"' | b'`'))?;
        let start = at + start;
        let quote = bytes[start];
        let end = bytes[start + 1..].iter().position(|b| *b == quote || *b == b'\n')?;
        let end = start + 1 + end;
        at = end + 1;
        Some((start + 1, &code[start + 1..end]))
    })
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
                code_writes_protected(code, None, &ProtectedPaths::new(&roots)),
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
