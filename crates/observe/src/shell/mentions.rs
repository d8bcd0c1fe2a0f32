//! Finds paths that a command line names, wherever in it they stand.

use super::code::is_interpreter;
use super::command::{Command, Dir, Script};

/// What separates paths inside a word.
fn in_words(c: char) -> bool {
    matches!(c, '=' | ':' | ',' | '@' | '{' | '}')
}

/// What separates paths inside code.
fn in_code(c: char) -> bool {
    in_words(c)
        || matches!(c, '\'' | '"' | '`' | '(' | ')' | '[' | ']' | ';' | '<' | '>' | '|' | '&')
        || c.is_ascii_whitespace()
}

/// Whether some path in the script is one that the predicate is for: a word, an assigned value, a
/// redirection's target, a part of one of these after `=`, `:` and the like, or any part of code
/// given to an interpreter. A relative path is tried as written, and from the `cd`s before it.
#[must_use]
pub fn mentions(script: &Script<'_>, path_predicate: &dyn Fn(&str) -> bool) -> bool {
    let cut_short = || script.text.split(in_code).any(path_predicate);
    script.commands.iter().any(|command| in_command(command, path_predicate))
        || (!script.complete && cut_short())
}

fn in_command(command: &Command<'_>, predicate: &dyn Fn(&str) -> bool) -> bool {
    let is_code = is_interpreter(command.program());
    let words = command.all_words.iter();
    let values = command.assignments.iter().map(|assignment| &assignment.value);
    let targets = command.redirects.iter().filter(|r| is_code || !r.kind.is_data());
    words.chain(values).chain(targets.map(|r| &r.target)).any(|word| {
        let separators = if is_code { in_code } else { in_words };
        in_text(&word.text, separators, &|path| predicate(path) || moved(command, path, predicate))
    })
}

fn in_text(text: &str, separators: fn(char) -> bool, predicate: &dyn Fn(&str) -> bool) -> bool {
    // `-o/x`: an option with its value attached.
    let attached = text.strip_prefix('-').map_or("", |rest| rest.get(1..).unwrap_or_default());
    predicate(text)
        || (!attached.is_empty() && predicate(attached))
        || (text.contains(separators)
            && text.split(separators).any(|part| !part.is_empty() && predicate(part)))
        || (text.contains('=') && text.split_once('=').is_some_and(|(_, value)| predicate(value)))
}

fn moved(command: &Command<'_>, path: &str, predicate: &dyn Fn(&str) -> bool) -> bool {
    matches!(command.dir, Dir::Known(_))
        && !path.starts_with(['/', '~', '-'])
        && Dir::join(&command.dir, path).is_some_and(|path| predicate(&path))
}

#[cfg(test)]
mod tests {
    use super::super::parse;
    use super::*;

    fn check(lines: &[&str], expected: bool) {
        let predicate = |path: &str| path == "/s" || path.starts_with("/s/");
        for line in lines {
            assert_eq!(mentions(&parse(line), &predicate), expected, "{line}");
        }
    }

    #[test]
    fn paths_wherever_they_stand() {
        check(
            &[
                "rm -rf /s",
                "rm '/s/'db",
                "echo x > /s/db",
                "cat < /s/db",
                "dd if=/dev/zero of=/s/db",
                "tool --file=/s/db",
                "tool -o/s/db",
                "X=/s/db tool",
                "sudo -D /s ls",
                "docker run -v /s:/x image",
                "curl -d @/s/db x",
                "python -c \"open('/s/db','w')\"",
                "python3 <<EOF\nopen('/s/db')\nEOF",
                "sh -c 'sh -c \"rm /s/db\"'",
                "echo $(cat /s/db)",
                "for f in a /s/db; do rm $f; done",
                "xs=(a /s/db)",
                "cd / && rm s/db",
                "cd /s && rm db",
                "echo 'rm /s/db' | sh",
                "sqlite3 x \".restore '/s/db'\"",
                "find /s -delete",
                "rm /{s,t}/db /s/x",
                "awk 'BEGIN { print > \"/s/db\" }'",
                "echo \"rm /s/db",
            ],
            true,
        );
    }

    #[test]
    fn paths_that_are_not_named() {
        check(
            &[
                "ls /store",
                "git commit -m 'see /s/db for it'",
                "cat > notes.md <<'EOF'\nrm /s/db\nEOF",
                "echo hi # rm /s/db",
                "rm s/db",
                "cd x && rm s/db",
                "",
            ],
            false,
        );
    }
}
