//! Spellings of a path in a command line: home folders, variables, patterns, braces.

use super::client_traits::SETTINGS_VARIABLES;

/// The most alternatives into which the braces of one word are expanded.
const MAX_ALTERNATIVES: usize = 32;
/// The longest pattern that is compared, in bytes. A longer one matches everything.
pub(super) const MAX_PATTERN: usize = 256;

/// The names of a path, with `.` and `..` resolved, the home folder as `~`, a variable as `$NAME`.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct PathParts<'p> {
    /// It begins at the root.
    pub(super) absolute: bool,
    pub(super) names: Vec<&'p str>,
}

impl<'p> PathParts<'p> {
    pub(super) fn of(path: &'p str) -> Self {
        let (first, rest) = leading_variable(path);
        let mut names = Vec::with_capacity(8);
        names.extend(first);
        for name in rest.split('/') {
            match name {
                "" | "." => {}
                ".." if names.last().is_some_and(|last| *last != "..") => {
                    names.pop();
                }
                home if home.starts_with('~') && names.is_empty() => names.push("~"),
                name => names.push(name),
            }
        }
        let absolute = path.starts_with('/');
        if absolute && names.len() > 2 && names[0] == "proc" && matches!(names[2], "root" | "cwd") {
            names.drain(..3);
        }
        Self { absolute, names }
    }

    /// The path of the folder of the first names.
    pub(super) fn folder(&self, names: usize) -> String {
        let root = if self.absolute { "/" } else { "" };
        format!("{root}{}", self.names[..names].join("/"))
    }
}

/// The variable at the beginning of a path, and the rest: `$HOME/x`, `${NAME:-/a/b}/x`.
fn leading_variable(path: &str) -> (Option<&str>, &str) {
    let Some(after) = path.strip_prefix('$') else { return (None, path) };
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let (name, rest) = match after.strip_prefix('{') {
        Some(inside) => {
            let end = inside.find(|c| !is_name(c)).unwrap_or(inside.len());
            (&inside[..end], &inside[closing(inside)..])
        }
        None => {
            let end = after.find(|c| !is_name(c)).unwrap_or(after.len());
            (&after[..end], &after[end..])
        }
    };
    if !(rest.is_empty() || rest.starts_with('/')) {
        return (None, path);
    }
    let known = known_variables().find(|known| known[1..] == *name);
    (Some(if name == "HOME" { "~" } else { known.unwrap_or("$") }), rest)
}

/// Whether the path lies in a folder, or is a file, that `mktemp` makes in the same line.
pub(super) fn is_in_new_temporary(path: &str) -> bool {
    below_new_temporary(path).is_some()
}

/// What follows the folder or file that `mktemp` makes in the same line: `/x` of `$(mktemp -d)/x`. Nothing that
/// exists lies there.
pub(super) fn below_new_temporary(path: &str) -> Option<&str> {
    let substitution = path
        .strip_prefix("$(")
        .and_then(|inside| inside.split_once(')'))
        .or_else(|| path.strip_prefix('`').and_then(|inside| inside.split_once('`')));
    let (command, rest) = substitution?;
    let mut words = command.split_ascii_whitespace();
    let is_system_folder = |word: &str| word.starts_with("/tmp/") || word.starts_with("/var/tmp/");
    let is_plain = |word: &str| {
        !word.contains(['$', '`', '(', ';', '|', '&', '<', '>'])
            && !matches!(word, "-u" | "--dry-run")
            && (!word.contains('/') || is_system_folder(word.trim_matches(['"', '\''])))
    };
    let is_below = words.next() == Some("mktemp")
        && words.all(is_plain)
        && (rest.is_empty() || rest.starts_with('/'))
        && PathParts::of(rest).names.first() != Some(&"..");
    is_below.then_some(rest)
}

/// Variables that point to something protected, besides [`SETTINGS_VARIABLES`].
const OWN_VARIABLES: &[&str] =
    &["$XDG_STATE_HOME", "$XDG_CONFIG_HOME", "$FUSEBOX_STATE_DIR", "$FUSEBOX_CONFIG"];

fn known_variables() -> impl Iterator<Item = &'static str> {
    OWN_VARIABLES.iter().chain(SETTINGS_VARIABLES).copied()
}

/// Where the text after the closing brace begins.
fn closing(inside: &str) -> usize {
    let mut open = 1_usize;
    for (at, byte) in inside.bytes().enumerate() {
        match byte {
            b'{' => open += 1,
            b'}' => open -= 1,
            _ => {}
        }
        if open == 0 {
            return at + 1;
        }
    }
    inside.len()
}

/// Whether a name is a variable of unknown value.
pub(super) fn is_unknown(name: &str) -> bool {
    name.starts_with('$') && !known_variables().any(|known| known == name)
}

/// Whether a part of a path, which may be a pattern or a variable, can be this name.
pub(super) fn fits(part: &str, name: &str) -> bool {
    if name.starts_with('$') {
        return part == name;
    }
    // Usually the first letters differ.
    if let (Some(first), Some(wanted)) = (part.bytes().next(), name.bytes().next())
        && !matches!(first, b'*' | b'?' | b'[' | b'$')
        && !first.eq_ignore_ascii_case(&wanted)
        && part.len() <= MAX_PATTERN
    {
        return false;
    }
    if is_unknown(part) {
        return true;
    }
    if !part.contains(['*', '?', '[']) {
        return part.eq_ignore_ascii_case(name);
    }
    // A shell's `*` does not match a leading dot.
    let hidden = name.starts_with('.') && !part.starts_with('.');
    !hidden && (part.len() > MAX_PATTERN || glob(part.as_bytes(), name.as_bytes()))
}

fn glob(pattern: &[u8], name: &[u8]) -> bool {
    let (mut at, mut n) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while n < name.len() {
        let step = match pattern.get(at) {
            Some(b'*') => {
                star = Some((at, n));
                at += 1;
                continue;
            }
            Some(b'?') => Some(1),
            // Any class may contain this byte.
            Some(b'[') => Some(class_length(&pattern[at..])),
            Some(byte) => byte.eq_ignore_ascii_case(&name[n]).then_some(1),
            None => None,
        };
        match (step, star) {
            (Some(step), _) => {
                at += step;
                n += 1;
            }
            (None, Some((star_at, matched))) => {
                star = Some((star_at, matched + 1));
                at = star_at + 1;
                n = matched + 1;
            }
            (None, None) => return false,
        }
    }
    pattern.get(at..).is_some_and(|rest| rest.iter().all(|byte| *byte == b'*'))
}

fn class_length(pattern: &[u8]) -> usize {
    pattern.iter().skip(2).position(|byte| *byte == b']').map_or(1, |at| at + 3)
}

/// The paths into which `a{b,c}d` expands.
pub(super) fn alternatives(path: &str) -> Vec<String> {
    let mut done = Vec::new();
    let mut open = vec![path.to_owned()];
    while let Some(path) = open.pop() {
        match expanded(&path) {
            Some(parts) if done.len() + open.len() + parts.len() <= MAX_ALTERNATIVES => {
                open.extend(parts);
            }
            _ => done.push(path),
        }
    }
    done
}

fn expanded(path: &str) -> Option<Vec<String>> {
    let begins = |(at, _): &(usize, &str)| !path[..*at].ends_with('$');
    let (start, _) = path.match_indices('{').find(begins)?;
    let end = start + closing(&path[start + 1..]);
    let inside = path.get(start + 1..end).filter(|_| path[end..].starts_with('}'))?;
    let after = path.get(end + 1..)?;
    let mut depth = 0_usize;
    let parts: Vec<&str> = inside
        .split(|c| {
            match c {
                '{' => depth += 1,
                '}' => depth = depth.saturating_sub(1),
                _ => {}
            }
            c == ',' && depth == 0
        })
        .collect();
    let joined = parts.iter().map(|part| format!("{}{part}{after}", &path[..start]));
    (parts.len() > 1).then(|| joined.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_fit_as_in_a_shell() {
        for (pattern, name, expected) in [
            ("fuse*", "fusebox", true),
            ("*box*", "fusebox", true),
            ("f?s[a-z]box", "fusebox", true),
            ("*", "fusebox", true),
            ("*", ".claude", false),
            (".*", ".claude", true),
            ("fuse", "fusebox", false),
            ("fuse*x?", "fusebox", false),
            ("[", "f", true),
            ("$X", "anything", true),
        ] {
            assert_eq!(fits(pattern, name), expected, "{pattern} {name}");
        }
    }

    #[test]
    fn g05_what_mktemp_makes_is_new() {
        for (path, expected) in [
            ("$(mktemp -d)/.fusebox.toml", true),
            ("$(mktemp)", true),
            ("`mktemp -d -t x-XXXX`/a/../.claude/settings.json", true),
            ("$(mktemp -d /tmp/x.XXXX)/.claude", true),
            ("$(mktemp -d)/../.claude/settings.json", false),
            ("$(mktemp -d ~/.claude/XXX)/../settings.json", false),
            ("$(mktemp -u ../.claude/XXX)/settings.json", false),
            ("$(mktemp -d)settings.json", false),
            ("$(mktemp -d; echo x)/settings.json", false),
            ("$(echo x)/.fusebox.toml", false),
            ("mktemp/.fusebox.toml", false),
        ] {
            assert_eq!(is_in_new_temporary(path), expected, "{path}");
        }
    }

    #[test]
    fn braces_stand_for_several() {
        let mut paths = alternatives("a{b,{c,d}}e");
        paths.sort();
        assert_eq!(paths, ["abe", "ace", "ade"]);
        assert_eq!(alternatives("${a,b}"), ["${a,b}"]);
        assert_eq!(alternatives("{a"), ["{a"]);
        assert!(alternatives(&"{a,b}".repeat(40)).len() <= MAX_ALTERNATIVES);
    }
}
