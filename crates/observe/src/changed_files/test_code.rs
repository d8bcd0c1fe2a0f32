//! Words of test code, in any language: names of tests, assertions, marks that skip.

use fusebox_scan::{BytePositions, lines};

/// What begins a function or a named test.
const DEFINES: &[&str] = &["fn ", "def ", "func ", "function ", "fun ", "void "];
/// Calls whose first argument is the name of a test.
const CALLS: &[&str] = &["it", "test", "it.only", "test.only", "it.each", "test.each", "specify"];
/// What an asserting line has in it.
const ASSERTS: &[&str] = &[
    "assert",
    "expect(",
    "expect!",
    "should",
    "XCTAssert",
    "t.Error",
    "t.Fatal",
    "require.",
    "raises(",
    "panics",
    "must_",
    "verify(",
];
/// The same where tests stand beside the code they test: what code itself asserts is left out.
const ASSERTS_OF_TESTS: &[&str] = &["assert_eq!", "assert_ne!", "self.assert"];
/// What takes a test out of a run.
const SKIPS: &[&str] = &[
    "#[ignore",
    "pytest.mark.skip",
    "pytest.mark.xfail",
    "pytest.skip(",
    "@unittest.skip",
    "@skip",
    "skipTest(",
    "it.skip(",
    "test.skip(",
    "describe.skip(",
    "xit(",
    "xtest(",
    "xdescribe(",
    "it.todo(",
    "test.todo(",
    "it.only(",
    "test.only(",
    "t.Skip",
    "@Disabled",
    "@Ignore",
    "skip \"",
    "skip '",
    "pending(",
    "@tag :skip",
    "#[cfg(any())]",
];

/// Names that are defined in `text` and that may be a test's. Most lines define nothing, and are
/// passed by without being looked at as lines.
pub(super) fn test_names(text: &str) -> Vec<&str> {
    let bytes = text.as_bytes();
    let mut pairs = BytePositions::of(bytes, may_name);
    let (mut names, mut from) = (Vec::new(), 0);
    while let Some(at) = pairs.next_from(from) {
        from = at + 1;
        if names_at(bytes, at) {
            let before = bytes.get(..at).unwrap_or_default();
            let begin = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
            let line = text.get(begin..).and_then(|rest| lines(rest).next()).unwrap_or_default();
            names.extend(name_in(line));
            // A line has one name: nothing more is looked for in it.
            from = from.max(begin + line.len());
        }
    }
    names
}

fn name_in(line: &str) -> Option<&str> {
    defined(line).or_else(|| described(line))
}

/// Whether each of [`DEFINES`], or what is between a call of [`CALLS`] and a name, has such a pair
/// of bytes. Few other words have.
const fn may_name(byte: u8, behind: u8) -> bool {
    let quote = (behind == b'\'') | (behind == b'"') | (behind == b'`');
    ((byte == b'f') & ((behind == b'n') | (behind == b'u')))
        | ((byte == b'e') & (behind == b'f'))
        | ((byte == b'v') & (behind == b'o'))
        | ((byte == b'(') & quote)
}

/// The same of the pair at `at` with what stands around it.
fn names_at(bytes: &[u8], at: usize) -> bool {
    let rest = bytes.get(at..).unwrap_or_default();
    let before = at.checked_sub(1).and_then(|at| bytes.get(at)).copied().unwrap_or(b'\n');
    match rest.first() {
        Some(b'f') => rest.starts_with(b"fn ") || rest.starts_with(b"fun"),
        Some(b'e') => before == b'd' && rest.starts_with(b"ef "),
        Some(b'v') => rest.starts_with(b"void "),
        // What a call ends in, or space behind it.
        _ => matches!(before, b't' | b'h' | b'y') || !before.is_ascii_graphic(),
    }
}

/// `fn adds() {`, `def test_adds(self):`, `func TestAdds(t *testing.T) {`
fn defined(line: &str) -> Option<&str> {
    let rest = line.get(end_of_word(line)?..)?.trim_start();
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
    let opens = rest[end..].trim_start().starts_with(['(', '<', ':']) || rest.len() == end;
    (end > 0 && opens).then(|| &rest[..end])
}

/// Where the word that defines ends, the first of [`DEFINES`] that is there. No other sign stands
/// before it than these, and most lines have one early: nothing is looked for behind it.
fn end_of_word(line: &str) -> Option<usize> {
    let before = plain_beginning(line).as_bytes();
    // All these words end in one of four letters and a space.
    let pairs = before.windows(2).enumerate();
    let ends = pairs.filter(|(_, pair)| matches!(pair, [b'n' | b'f' | b'c' | b'd', b' ']));
    let words = ends.filter_map(|(at, _)| {
        let end = at + 2;
        let begun = before.get(..end)?;
        let word = DEFINES.iter().position(|word| begun.ends_with(word.as_bytes()))?;
        Some((word, end))
    });
    words.min().map(|(_, end)| end)
}

/// The line up to its first sign that stands before no word that defines.
fn plain_beginning(line: &str) -> &str {
    let is_plain =
        |c: char| c.is_alphanumeric() || c.is_whitespace() || matches!(c, '_' | '(' | ')' | '@');
    let is_ascii_plain = |byte: u8| byte.is_ascii() && is_plain(char::from(byte));
    let plain = line.bytes().take_while(|byte| is_ascii_plain(*byte)).count();
    let end = match line.as_bytes().get(plain) {
        Some(byte) if !byte.is_ascii() => line.find(|c| !is_plain(c)).unwrap_or(line.len()),
        _ => plain,
    };
    line.get(..end).unwrap_or_default()
}

/// `it('adds tax', …`
fn described(line: &str) -> Option<&str> {
    // Told by its first letter, most lines need no look behind it.
    let first = line.bytes().find(|byte| !byte.is_ascii_whitespace())?;
    if first.is_ascii() && !matches!(first, b'i' | b't' | b's' | 0x0b) {
        return None;
    }
    let line = line.trim_start();
    if !["it", "test", "specify"].iter().any(|call| line.starts_with(call)) {
        return None;
    }
    let (call, rest) = line.split_once('(')?;
    if !CALLS.contains(&call.trim_end()) {
        return None;
    }
    let quote = rest.chars().next().filter(|c| matches!(c, '\'' | '"' | '`'))?;
    let name = &rest[1..];
    name.split(quote).next().filter(|name| !name.is_empty())
}

/// Lines that assert something, without the space around them; in a file that holds more than
/// tests only those that code does not have.
pub(super) fn assertions(text: &str, only_tests: bool) -> impl Iterator<Item = &str> {
    let words = if only_tests { ASSERTS } else { ASSERTS_OF_TESTS };
    // All words of the shorter list have this in them, and most texts do not.
    let text = if only_tests || text.contains("assert") { text } else { "" };
    let words: Vec<&str> = words.iter().copied().filter(|word| text.contains(word)).collect();
    let text = if words.is_empty() { "" } else { text };
    lines(text).map(str::trim).filter(move |line| words.iter().any(|word| line.contains(word)))
}

/// How often something skips tests.
pub(super) fn count_skip_marks(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut pairs = BytePositions::of(bytes, may_skip);
    let (mut count, mut from) = (0, 0);
    while let Some(at) = pairs.next_from(from) {
        count += skip_marks_at(bytes, at);
        from = at + 1;
    }
    count
}

/// Whether a mark of [`SKIPS`] may have these two bytes in it: every mark has such a pair, and code
/// has few.
const fn may_skip(byte: u8, behind: u8) -> bool {
    let called = (byte == b'o') | (byte == b'y') | (byte == b'g');
    let behind_x = (behind == b'f') | (behind == b'i') | (behind == b't') | (behind == b'd');
    ((byte == b'k') & (behind == b'i'))
        | ((byte == b'x') & behind_x)
        | ((behind == b'(') & called)
        | (byte == b'@')
        | ((byte == b'#') & (behind == b'['))
}

/// How many of the marks have their anchor at `at`.
fn skip_marks_at(bytes: &[u8], at: usize) -> usize {
    let of = |table: &[u32; 256], at: usize| {
        bytes.get(at).and_then(|byte| table.get(usize::from(*byte))).copied().unwrap_or_default()
    };
    let of = of(&FIRST, at) & of(&SECOND, at + 1);
    let marks = SKIPS.iter().enumerate().filter(|(n, _)| of >> n & 1 == 1);
    let stands = |(_, mark): &(usize, &&str)| {
        let begin = at.checked_sub(anchor(mark.as_bytes()));
        begin.and_then(|begin| bytes.get(begin..)).is_some_and(|b| b.starts_with(mark.as_bytes()))
    };
    if of == 0 { 0 } else { marks.filter(stands).count() }
}

/// By byte, the marks whose anchor begins with it: bit `n` stands for the `n`th.
static FIRST: [u32; 256] = anchored(0);
/// The same for the second byte of the anchor.
static SECOND: [u32; 256] = anchored(1);

const fn anchored(further: usize) -> [u32; 256] {
    let mut anchored = [0; 256];
    let mut n = 0;
    while n < SKIPS.len() {
        let mark = SKIPS[n].as_bytes();
        anchored[mark[anchor(mark) + further] as usize] |= 1 << n;
        n += 1;
    }
    anchored
}

/// The place of the two bytes of a mark that are looked for first.
const fn anchor(mark: &[u8]) -> usize {
    let mut at = mark.len() - 2;
    while at > 0 && !may_skip(mark[at], mark[at + 1]) {
        at -= 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a11_names_are_found_behind_the_words_that_define() {
        for (text, expected) in [
            ("fn adds() {\n  pub async fn takes<T>(a: T)", &["adds", "takes"][..]),
            ("void fn x() {", &["x"]),
            ("typedef x(", &["x"]),
            ("@it fun größer(", &["größer"]),
            ("ünder fn x(", &["x"]),
            ("« fn x(", &[]),
            ("let f = fn x(", &[]),
            ("// fn x(", &[]),
            ("fn  (", &[]),
            ("fn x y", &[]),
            ("function", &[]),
            ("it('fn x(', a", &["fn x("]),
            ("test.only(\"adds\")", &["adds"]),
        ] {
            assert_eq!(test_names(text), expected, "{text}");
        }
    }

    #[test]
    fn a11_every_mark_that_skips_has_an_anchor_that_is_looked_for() {
        for mark in SKIPS {
            let at = anchor(mark.as_bytes());
            assert!(may_skip(mark.as_bytes()[at], mark.as_bytes()[at + 1]), "{mark}");
        }
        assert!((0..=u8::MAX).all(|byte| !may_skip(0, byte)));
    }

    #[test]
    fn a11_every_mark_that_skips_is_counted_wherever_it_stands() {
        for mark in SKIPS {
            // `test.skip(` stands in it as well.
            let times = if *mark == "pytest.skip(" { 2 } else { 1 };
            assert_eq!(count_skip_marks(mark), times, "{mark}");
            assert_eq!(count_skip_marks(&format!("{mark}{mark} é{mark}")), 3 * times, "{mark}");
            let all_but_last = &mark[..mark.len() - 1];
            assert_eq!(count_skip_marks(all_but_last), 0, "{mark}");
        }
        assert_eq!(count_skip_marks("xit.skip('a')"), 1);
        assert_eq!(count_skip_marks("xdescribe.skip(xit(skip '"), 3);
        assert_eq!(count_skip_marks("skip(it.skip skip\""), 0);
    }

    proptest! {
        #[test]
        fn a11_marks_and_names_are_those_that_a_plain_search_finds(
            parts in prop::collection::vec(prop::sample::select(vec![
                "fn ", "def ", "func ", "function ", "fun ", "void ", " ", "\t", "\u{b}", "\u{a0}", "x", "é", "(",
                ")", "@", "_", "<", "=", "\n", "\r\n", "it", "test", "specify", "('", "it.skip(", "skip '", "@skip", "#[ignore", "t.", "Skip", "xit(", "«",
            ]), 0..12),
        ) {
            let text = parts.concat();
            let marks: usize = SKIPS.iter().map(|mark| text.matches(mark).count()).sum();
            prop_assert_eq!(count_skip_marks(&text), marks);
            let names: Vec<&str> = text.lines().filter_map(name_in).collect();
            prop_assert_eq!(test_names(&text), names, "{:?}", text);
            for line in text.lines() {
                let plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '(' | ')' | '@');
                let behind = DEFINES.iter().find_map(|word| {
                    let at = line.find(word)?;
                    let starts = line[..at].split_whitespace().all(|word| word.chars().all(plain));
                    starts.then_some(at + word.len())
                });
                prop_assert_eq!(end_of_word(line), behind);
            }
        }
    }
}
