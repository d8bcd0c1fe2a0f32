//! Remembers what scans of one text found, so that no part is scanned twice. A position inside an
//! earlier scan of the same kind has the same end.

use fusebox_scan::find_byte;

/// How many alphabets of tokens there are.
pub(super) const ALPHABETS: usize = 8;

/// The ends that are known in one text.
#[derive(Default)]
pub(super) struct KnownEnds {
    /// By what is read, the last range that was scanned: whatever starts in it ends at its end.
    ranges: [Option<(usize, usize)>; 8 + ALPHABETS],
    /// Whether the text may contain a command that stores secrets.
    has_store: Option<bool>,
    redacted: NextMatch,
    last_line: NextMatch,
    /// The number of bytes that these scans read.
    pub(super) steps: usize,
}

/// What a scan reads to its end.
#[derive(Clone, Copy)]
pub(super) enum ScanKind {
    /// A value without quotes.
    Bare,
    /// The first part of a web token.
    WebHead,
    /// Characters of this alphabet of tokens.
    Token(usize),
    /// The text behind this quote, which may be escaped.
    Quoted { quote: u8, escaped: bool },
}

/// The next match of a pattern, searched for from the first position on.
#[derive(Default)]
struct NextMatch(Option<(usize, Option<usize>)>);

impl KnownEnds {
    /// The end of what begins at `at`; `scan` finds it where it is not known.
    pub(super) fn end(&mut self, kind: ScanKind, at: usize, scan: impl FnOnce() -> usize) -> usize {
        let range = match kind {
            ScanKind::Bare => 0,
            ScanKind::WebHead => 1,
            ScanKind::Quoted { quote: b'"', escaped } => 2 + usize::from(escaped),
            ScanKind::Quoted { quote: b'\'', escaped } => 4 + usize::from(escaped),
            ScanKind::Quoted { escaped, .. } => 6 + usize::from(escaped),
            ScanKind::Token(alphabet) => 8 + alphabet,
        };
        match self.ranges[range] {
            Some((from, end)) if (from..=end).contains(&at) => end,
            _ => {
                let end = scan();
                self.steps += end.saturating_sub(at);
                self.ranges[range] = Some((at, end));
                end
            }
        }
    }

    /// Whether the text may contain a command that stores secrets; `search` looks for one.
    pub(super) fn has_store(&mut self, search: impl FnOnce() -> bool) -> bool {
        *self.has_store.get_or_insert_with(search)
    }

    /// The next placeholder from `at` on.
    pub(super) fn redacted(&mut self, bytes: &[u8], mark: &[u8], at: usize) -> Option<usize> {
        self.redacted.place(bytes, mark, at, &mut self.steps)
    }

    /// The next last line of a private key from `at` on.
    pub(super) fn last_line(&mut self, bytes: &[u8], line: &[u8], at: usize) -> Option<usize> {
        self.last_line.place(bytes, line, at, &mut self.steps)
    }
}

/// The position of the first `what`.
fn find(what: &[u8], bytes: &[u8]) -> Option<usize> {
    let first = *what.first()?;
    let mut from = 0;
    loop {
        from += find_byte(first, bytes.get(from..)?)?;
        if bytes.get(from..)?.starts_with(what) {
            return Some(from);
        }
        from += 1;
    }
}

impl NextMatch {
    fn place(&mut self, bytes: &[u8], what: &[u8], at: usize, steps: &mut usize) -> Option<usize> {
        let mut search = |from: usize, to: usize| {
            let part = bytes.get(from..to.min(bytes.len())).unwrap_or_default();
            let found = find(what, part);
            *steps += found.unwrap_or(part.len());
            found.map(|n| from + n)
        };
        let place = match self.0 {
            // Slightly before the previous search: only the bytes between are new.
            Some((from, place)) if at < from => search(at, from + what.len() - 1).or(place),
            Some((_, place)) if place.is_none_or(|place| at <= place) => return place,
            _ => search(at, bytes.len()),
        };
        self.0 = Some((at, place));
        place
    }
}
