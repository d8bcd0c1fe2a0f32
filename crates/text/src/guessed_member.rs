//! Finds the name of a method, a field or an attribute that something does not have: one name after the other may be guessed.

use super::digest::of_parts;
use super::excerpt::suffix_up_to;
use super::frames::{python_frame, script_place};
use super::{ansi, word_runs};
use fusebox_scan::lines;

/// A program tells of its exception at the end of what it printed, in bytes.
const END_BYTES: usize = 8 << 10;
/// What stands before the name, lower-cased.
const BEFORE_NAME: [&str; 12] = [
    "has no field or method ",
    "no method named ",
    "no field ",
    "no function or associated item named ",
    "no associated item named ",
    "no member named ",
    "has no member ",
    "does not contain a definition for ",
    "has no attribute ",
    "undefined method ",
    "argument named ",
    "blocks of type ",
];
/// What stands behind the name, lower-cased.
const BEHIND_NAME: [&str; 2] = [" does not exist on type ", " is not a function"];
/// Folders of code that nobody who works on the project wrote.
const FOREIGN: [&str; 6] =
    ["site-packages", "dist-packages", "node_modules", "node:", "/lib/python", "<"];

/// The name that a message says something does not have: `no method named `a` found for struct `B``.
fn guessed_member(message: &str) -> Option<&str> {
    let lower = message.to_ascii_lowercase();
    let behind = |words: &str| message.get(lower.find(words)? + words.len()..);
    if let Some(rest) = BEFORE_NAME.iter().find_map(|words| behind(words)) {
        // The name of the type may stand before it: `undefined method A::b()`.
        let name = rest.split_ascii_whitespace().next()?.rsplit("::").next()?;
        return word_runs(name).next();
    }
    let front = BEHIND_NAME.iter().find_map(|words| message.get(..lower.find(words)?))?;
    word_runs(front).last()
}

/// The words of a message that says that something has no member of some name, without that name.
pub(super) fn words_of_guess(message: &str) -> Option<String> {
    guessed_member(message).map(|name| words_without(message, name))
}

fn words_without(message: &str, name: &str) -> String {
    word_runs(message).filter(|word| *word != name).collect::<Vec<_>>().join(" ")
}

/// Digest of an exception of Python or JavaScript that says that something has no member of some name: without the name, and with
/// the line of the project in which it is written. `None` for any other error, and where no such line is shown.
#[must_use]
pub fn guess_of_exception(body: &str, error: &str) -> Option<u64> {
    let name = guessed_member(error)?;
    let plain = ansi::to_plain_text(suffix_up_to(body, END_BYTES));
    // A line that takes the name from elsewhere guesses nothing: `getattr(settings, name)`.
    let has_name = |line: &&str| word_runs(line).any(|word| word == name);
    lines(&plain).filter(has_name).nth(1)?;
    let (file, line) = raising_line(&plain)?;
    Some(of_parts(&[file, &line.to_string(), &words_without(error, name)]))
}

/// The file and the line of the project in which an exception was raised: the last one that Python tells, the first of JavaScript.
fn raising_line(plain: &str) -> Option<(&str, u32)> {
    let is_own = |(file, _): &(&str, u32)| !FOREIGN.iter().any(|folder| file.contains(folder));
    let python = lines(plain).filter_map(python_frame).filter(is_own).last();
    let mut script =
        lines(plain).filter_map(|line| script_place(line.trim_start().strip_prefix("at ")?));
    python.or_else(|| script.find(is_own))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a13_the_name_that_was_guessed() {
        for (message, name) in [
            (
                "error[E0599]: no method named `rotate` found for struct `zpl::Bitmap` in the current scope",
                Some("rotate"),
            ),
            ("error TS2339: Property 'alerts' does not exist on type 'RouteMap'.", Some("alerts")),
            ("b.Turn undefined (type Bitmap has no field or method Turn)", Some("Turn")),
            ("error: 'class Bitmap' has no member named 'turn'", Some("turn")),
            ("error CS1061: 'Bitmap' does not contain a definition for 'Turn'", Some("Turn")),
            (
                "AttributeError: 'Client' object has no attribute 'get_readings'",
                Some("get_readings"),
            ),
            ("TypeError: client.readings is not a function", Some("readings")),
            (
                "PHP Fatal error:  Uncaught Error: Call to undefined method App\\Client::readings()",
                Some("readings"),
            ),
            (
                "undefined method `readings' for an instance of Client (NoMethodError)",
                Some("readings"),
            ),
            ("An argument named \"window\" is not expected here.", Some("window")),
            // Names in a list are taken out of it one after the other.
            ("ImportError: cannot import name 'connect' from 'zpl'", None),
            ("TypeError: f() got an unexpected keyword argument 'retries'", None),
            ("error[E0308]: mismatched types", None),
            ("", None),
        ] {
            assert_eq!(guessed_member(message), name, "{message}");
        }
    }

    #[test]
    fn a13_guesses_at_one_line_are_one() {
        let python = |name: &str, line: u32| {
            let error = format!("AttributeError: 'Client' object has no attribute '{name}'");
            let body = format!(
                "Traceback (most recent call last):\n  File \"/w/pull.py\", line {line}, in <module>\n    rows = c.{name}(4711)\n  File \"/v/lib/python3.12/site-packages/m/c.py\", line 9, in f\n{error}"
            );
            guess_of_exception(&body, &error)
        };
        assert!(python("rows", 6).is_some());
        assert_eq!(python("rows", 6), python("fetch_rows", 6));
        assert_ne!(python("rows", 6), python("rows", 7));
        let script = |name: &str, line: u32| {
            let error = format!("TypeError: c.{name} is not a function");
            let body = format!(
                "/w/pull.js:{line}\nconst all = c.{name}()\n\n{error}\n    at g (node:internal/a:1:2)\n    at f (/w/pull.js:{line}:7)\n    at /w/main.js:1:1"
            );
            guess_of_exception(&body, &error)
        };
        assert!(script("rows", 6).is_some());
        assert_eq!(script("rows", 6), script("fetchRows", 6));
        assert_ne!(script("rows", 6), script("rows", 7));
        let named_elsewhere = "  File \"/w/a.py\", line 6\n    getattr(c, name)\nAttributeError: 'C' object has no attribute 'rows'";
        assert_eq!(
            guess_of_exception(
                named_elsewhere,
                "AttributeError: 'C' object has no attribute 'rows'"
            ),
            None
        );
        let bare = "AttributeError: 'Client' object has no attribute 'rows'";
        assert_eq!(guess_of_exception(bare, bare), None);
        assert_eq!(
            guess_of_exception("  File \"/w/a.py\", line 6\nKeyError: 'a'", "KeyError: 'a'"),
            None
        );
    }
}
