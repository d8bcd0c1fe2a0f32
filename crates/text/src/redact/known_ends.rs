//! Remembers what scans of one text found, so that no part is scanned twice. A position inside an
//! earlier scan of the same kind has the same end.

/// The ends that are known in one text.
#[derive(Default)]
pub(super) struct KnownEnds {
    bare: SharedEndRange,
    web_head: SharedEndRange,
    /// By quote, each plain and escaped.
    quoted: [SharedEndRange; 6],
    redacted: NextMatch,
    last_line: NextMatch,
    /// The number of bytes that these scans read.
    pub(super) steps: usize,
}

/// A range: whatever starts in it ends at its end.
#[derive(Default)]
struct SharedEndRange(Option<(usize, usize)>);

/// The next match of a pattern, searched for from the first position on.
#[derive(Default)]
struct NextMatch(Option<(usize, Option<usize>)>);

impl KnownEnds {
    /// The end of the value without quotes that begins at `at`.
    pub(super) fn bare(&mut self, at: usize, scan: impl FnOnce() -> usize) -> usize {
        self.bare.end(at, scan, &mut self.steps)
    }

    /// The end of the first part of the web token that begins at `at`.
    pub(super) fn web_head(&mut self, at: usize, scan: impl FnOnce() -> usize) -> usize {
        self.web_head.end(at, scan, &mut self.steps)
    }

    /// The end of the text in `quote`s, escaped or not, that begins at `at`, behind the quote.
    pub(super) fn quoted(
        &mut self,
        quote: u8,
        escaped: bool,
        at: usize,
        scan: impl FnOnce() -> usize,
    ) -> usize {
        let kind = match quote {
            b'"' => 0,
            b'\'' => 1,
            _ => 2,
        };
        match self.quoted.get_mut(kind * 2 + usize::from(escaped)) {
            Some(stretch) => stretch.end(at, scan, &mut self.steps),
            None => scan(),
        }
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

impl SharedEndRange {
    fn end(&mut self, at: usize, scan: impl FnOnce() -> usize, steps: &mut usize) -> usize {
        match self.0 {
            Some((from, end)) if (from..=end).contains(&at) => end,
            _ => {
                let end = scan();
                *steps += end.saturating_sub(at);
                self.0 = Some((at, end));
                end
            }
        }
    }
}

impl NextMatch {
    fn place(&mut self, bytes: &[u8], what: &[u8], at: usize, steps: &mut usize) -> Option<usize> {
        let mut search = |from: usize, to: usize| {
            let part = bytes.get(from..to.min(bytes.len())).unwrap_or_default();
            let found = part.windows(what.len()).position(|part| part == what);
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
