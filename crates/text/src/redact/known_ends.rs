//! What scans of one text have found, so that nothing is read over and over: a place that lies inside
//! an earlier scan of the same kind has the same end.

/// The ends that are known of one text.
#[derive(Default)]
pub(super) struct KnownEnds {
    bare: SharedEndRange,
    web_head: SharedEndRange,
    /// By quote, each plain and escaped.
    quoted: [SharedEndRange; 6],
    redacted: NextMatch,
    last_line: NextMatch,
    /// Bytes read by these scans.
    pub(super) steps: usize,
}

/// From anywhere in here, what begins ends at its end.
#[derive(Default)]
struct SharedEndRange(Option<(usize, usize)>);

/// The next place of something, asked for from `.0` on.
#[derive(Default)]
struct NextMatch(Option<(usize, Option<usize>)>);

impl KnownEnds {
    /// The end of a value without quotes that begins at `at`.
    pub(super) fn bare(&mut self, at: usize, scan: impl FnOnce() -> usize) -> usize {
        self.bare.end(at, scan, &mut self.steps)
    }

    /// The end of the first part of a web token that begins at `at`.
    pub(super) fn web_head(&mut self, at: usize, scan: impl FnOnce() -> usize) -> usize {
        self.web_head.end(at, scan, &mut self.steps)
    }

    /// The end of a text in `quote`s, escaped or not, that begins at `at`, behind the quote.
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

    /// Where the next of our own marks is, from `at` on.
    pub(super) fn redacted(&mut self, bytes: &[u8], mark: &[u8], at: usize) -> Option<usize> {
        self.redacted.place(bytes, mark, at, &mut self.steps)
    }

    /// Where the next last line of a key is, from `at` on.
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
            // A little further back than the last time: only what lies between is new.
            Some((from, place)) if at < from => search(at, from + what.len() - 1).or(place),
            Some((_, place)) if place.is_none_or(|place| at <= place) => return place,
            _ => search(at, bytes.len()),
        };
        self.0 = Some((at, place));
        place
    }
}
