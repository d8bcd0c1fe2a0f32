//! Reads lines and positions in the forms that test runners share.

pub(super) use fusebox_scan::lines;

use super::ParsedTestRun;

/// A reader that goes through an output line by line.
pub(super) trait LineReader<'t>: Default {
    /// Reads the next line.
    fn read_line(&mut self, line: &'t str);

    /// What was read, after the last line.
    fn into_run(self) -> Option<ParsedTestRun>;
}

/// Reads all lines of an output.
pub(super) fn read_lines<'t, R: LineReader<'t>>(text: &'t str) -> Option<ParsedTestRun> {
    let mut reader = R::default();
    lines(text).for_each(|line| reader.read_line(line));
    reader.into_run()
}

/// The file and the line of `src/a.rs:12:5: …` or `src/a.rs:12`.
pub(super) fn place(text: &str) -> Option<(&str, u32)> {
    let text = text.trim_start();
    text.match_indices(':').find_map(|(at, _)| {
        let (file, after) = text.split_at_checked(at)?;
        let after = after.get(1..)?;
        let digits = after.bytes().take(10).take_while(u8::is_ascii_digit).count();
        let line = after.get(..digits)?.parse().ok()?;
        (!file.is_empty()).then_some((file, line))
    })
}

/// Whether the file belongs to a language or a package, and not to the project.
pub(super) fn is_foreign(file: &str) -> bool {
    const FOREIGN: &str = "/rustc/ /.cargo/registry/ /.cargo/git/ site-packages/ dist-packages/ /lib/python \
    <frozen /src/runtime/ /src/testing/ /go/pkg/mod/ /usr/local/go/src/ /usr/lib/go \
    /hostedtoolcache/go/ /sdk/go1.";
    FOREIGN.split(' ').any(|part| file.contains(part))
}

/// Whether the text starts with one of these.
pub(super) fn starts_with_any(text: &str, starts: &[&str]) -> bool {
    starts.iter().any(|start| text.starts_with(start))
}

/// Whether the text contains one of these.
pub(super) fn contains_any(text: &str, parts: &[&str]) -> bool {
    parts.iter().any(|part| text.contains(part))
}

/// Adds a line to those that say why a test failed, unless it is empty or there are enough.
pub(super) fn push_error_line<'t>(error: &mut Vec<&'t str>, line: &'t str) {
    const MAX_LINES: usize = 8;
    if error.len() < MAX_LINES && !line.trim().is_empty() {
        error.push(line.trim());
    }
}

/// The number and the text of `  3) text`.
pub(super) fn numbered(line: &str) -> Option<(usize, &str)> {
    let (number, text) = line.strip_prefix("  ")?.trim_start().split_once(") ")?;
    Some((number.parse().ok()?, text.trim_end()))
}

/// The text between two runs of the same mark, as in `=== title ===`.
pub(super) fn ruled(line: &str, mark: char) -> Option<&str> {
    let line = line.trim_end();
    let title = line.strip_prefix(mark)?.strip_suffix(mark)?.trim_matches(mark);
    let title = title.strip_prefix(' ')?.strip_suffix(' ')?;
    (!title.trim().is_empty()).then_some(title)
}

/// Whether a client or a pager cut the output here, as in `... [1200 characters truncated] ...`.
pub(super) fn is_cut(line: &str) -> bool {
    line.contains("truncated") && line.trim_start().starts_with(['.', '[', '<', '(', '…', '-'])
}
