//! The lines that a failed check printed, and whether one of them is new.

use fusebox_engine::LineSet;
use fusebox_text::line_digests;

/// The lines of an output.
#[derive(Debug, Default)]
pub(crate) struct PrintedLines {
    pub(crate) lines: LineSet,
    /// Whether one of them is not among those that were printed before.
    pub(crate) has_new_line: bool,
}

impl PrintedLines {
    /// The lines of `body`, which the call of this `label` printed. A line that differs from one in `known` only in words
    /// of the call is none that is new.
    pub(crate) fn of(body: &str, label: &str, known: Option<&LineSet>) -> Self {
        let is_known = |digest: u64| known.is_some_and(|known| known.has(digest));
        let mut digests: Vec<u64> = Vec::new();
        let mut has_new_line = false;
        for line in line_digests(body, behind_settings(label)) {
            has_new_line |= !is_known(line.whole) && !is_known(line.beyond_call);
            digests.extend([line.whole, line.beyond_call]);
        }
        Self { lines: LineSet::of(digests), has_new_line }
    }
}

/// The command line behind the variables that it sets: which log is turned on (`RUST_LOG=cart=trace`) is what its lines tell.
fn behind_settings(label: &str) -> &str {
    let is_setting = |word: &str| word == "env" || word.contains('=');
    let mut rest = label.trim_start();
    while let Some((_, behind)) = rest.split_once(' ').filter(|(word, _)| is_setting(word)) {
        rest = behind.trim_start();
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r06_a_view_of_what_was_printed_has_no_new_line() {
        let whole = "collected 4 items\nRan all suites matching /ring/i.\nFAILED a.py::wraps - assert 4 == 3";
        let known = PrintedLines::of(whole, "npx jest ring", None).lines;
        for (label, output, is_new) in [
            ("npx jest ring | tail -1", "FAILED a.py::wraps - assert 5 == 3", false),
            ("npx jest rin", "Ran all suites matching /rin/i.", false),
            ("npx jest wraps", "FAILED a.py::wraps - assert 4 == 3", false),
            ("npx jest ring", "FAILED a.py::wraps - assert None == 3", true),
            ("npx jest ring", "collected 4 items\nDEBUG opened", true),
            ("DEBUG=cart npx jest ring", "collected cart items", true),
        ] {
            let lines = PrintedLines::of(output, label, Some(&known));
            assert_eq!(lines.has_new_line, is_new, "{output}");
        }
    }
}
