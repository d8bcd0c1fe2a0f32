//! The lines that a failed check printed, or the pages that a search of the web found, and whether one of them is new.

use fusebox_engine::LineSet;
use fusebox_text::{digest, is_evicted, line_digests};

/// An answer with fewer addresses is no list of pages.
const LEAST_PAGES: usize = 3;

/// The lines of an output.
#[derive(Debug, Default)]
pub(crate) struct PrintedLines {
    pub(crate) lines: LineSet,
    /// Whether one of them is not among those that were printed before.
    pub(crate) has_new_line: bool,
}

impl PrintedLines {
    /// The lines of a check that `has_failed`, or the pages that a search found, as far as the output is known.
    pub(crate) fn of_call(
        body: Option<&str>,
        has_failed: bool,
        label: Option<&str>,
        known: Option<&LineSet>,
    ) -> Self {
        let label = label.unwrap_or_default();
        let asks_web = || label.strip_prefix("web ").is_some_and(|rest| !rest.contains("://"));
        match body.filter(|body| !is_evicted(body)) {
            Some(body) if has_failed => Self::of(body, label, known),
            Some(body) if asks_web() => Self::of_pages(body, known),
            Some(_) | None => Self::default(),
        }
    }

    /// The lines of `body`, which the call of this `label` printed. A line that differs from one in `known` only in words
    /// of the call is none that is new.
    fn of(body: &str, label: &str, known: Option<&LineSet>) -> Self {
        let is_known = |digest: u64| known.is_some_and(|known| known.has(digest));
        let mut digests: Vec<u64> = Vec::new();
        let mut has_new_line = false;
        for line in line_digests(body, behind_settings(label)) {
            has_new_line |= !is_known(line.whole) && !is_known(line.beyond_call);
            digests.extend([line.whole, line.beyond_call]);
        }
        Self { lines: LineSet::of(digests), has_new_line }
    }

    /// The pages that a search of the web found, by their addresses: nothing where they are too few to be a list of what was found.
    /// Each has two digests, as a line does: that both seem to be known by chance is rare.
    fn of_pages(body: &str, known: Option<&LineSet>) -> Self {
        let pages =
            addresses(body).flat_map(|page| [digest::of_text(page), digest::of_parts(&["", page])]);
        let pages: Vec<u64> = pages.collect();
        if pages.len() < LEAST_PAGES * 2 {
            return Self::default();
        }
        let has_new_line = !pages.iter().all(|page| known.is_some_and(|known| known.has(*page)));
        Self { lines: LineSet::of(pages), has_new_line }
    }
}

/// The addresses in a text.
fn addresses(text: &str) -> impl Iterator<Item = &str> {
    let is_end = |sign: char| sign.is_whitespace() || "\"'`<>()[]{}\\|,".contains(sign);
    text.split("://").skip(1).filter_map(move |rest| {
        let address = rest.split(is_end).next()?.trim_end_matches(['.', '/', ':', ';']);
        Some(address).filter(|address| address.contains('.'))
    })
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
    fn r20_a_search_of_the_web_finds_pages() {
        let first = "Links: [{\"url\":\"https://a.example/x\"},{\"url\":\"https://b.example/\"},{\"url\":\"https://c.example/#y\"}]";
        let known = PrintedLines::of_pages(first, None);
        assert!(known.has_new_line);
        for (found, is_new) in [
            (
                "- [C](https://c.example/#y)\n- [B](https://b.example)\n- [A](https://a.example/x).",
                false,
            ),
            ("https://a.example/x https://b.example https://c.example/#z", true),
            ("https://a.example/x https://b.example https://d.example", true),
            ("https://a.example/y https://b.example", false),
            ("no page", false),
        ] {
            let pages = PrintedLines::of_pages(found, Some(&known.lines));
            assert_eq!(pages.has_new_line, is_new, "{found}");
        }
        assert_eq!(PrintedLines::of_pages("no page", None).lines, LineSet::default());
    }

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
