//! Words of test code, in any language: names of tests, assertions, marks that skip.

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
    "@pytest.mark.skip",
    "@pytest.mark.xfail",
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

/// Names that are defined in `text` and that may be a test's.
pub(super) fn test_names(text: &str) -> Vec<&str> {
    text.lines().filter_map(|line| defined(line).or_else(|| described(line))).collect()
}

/// `fn adds() {`, `def test_adds(self):`, `func TestAdds(t *testing.T) {`
fn defined(line: &str) -> Option<&str> {
    let rest = DEFINES.iter().find_map(|word| {
        let at = line.find(word)?;
        let starts = line[..at]
            .split_whitespace()
            .all(|w| w.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '(' | ')' | '@')));
        starts.then(|| line[at + word.len()..].trim_start())
    })?;
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
    let opens = rest[end..].trim_start().starts_with(['(', '<', ':']) || rest.len() == end;
    (end > 0 && opens).then(|| &rest[..end])
}

/// `it('adds tax', …`
fn described(line: &str) -> Option<&str> {
    let line = line.trim_start();
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
pub(super) fn asserts(text: &str, only_tests: bool) -> impl Iterator<Item = &str> {
    let words = if only_tests { ASSERTS } else { ASSERTS_OF_TESTS };
    text.lines().map(str::trim).filter(move |line| words.iter().any(|word| line.contains(word)))
}

/// How often something skips tests.
pub(super) fn skips(text: &str) -> usize {
    SKIPS.iter().map(|mark| text.matches(mark).count()).sum()
}
