//! The two values of a failed comparison, read from the output of many test runners.

use fusebox_text::ansi;

use ValueOrder::{ActualFirst, ExpectedFirst, Unknown};

/// The longest value that a sentence can hold, in characters.
const MAX_CHARS: usize = 60;
/// The longest text that is about one failure only, in bytes.
const MAX_TEXT_BYTES: usize = 600;
/// What runners write after the second value.
const SUFFIXES: &[&str] = &[
    " + where ",
    " At index ",
    " First diff",
    " Full diff",
    " Use -v",
    " (compared",
    " Number of calls",
    " Test: ",
    " Messages: ",
    " Diff:",
    " Ignoring ",
    " : ",
];

/// The two values of a failed comparison.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ComparedValues {
    /// The runner says which is which.
    Known {
        /// What the test wants.
        expected: String,
        /// What the code gave.
        actual: String,
    },
    /// The runner only says on which side each stands.
    Sides {
        /// The first.
        left: String,
        /// The second.
        right: String,
    },
}

impl ComparedValues {
    /// The values that `error` names, else those that `assertion` itself names. The assertion also
    /// helps to tell the sides apart: a side whose source is its own value is a constant that the
    /// test wants.
    pub(crate) fn read(error: &str, assertion: Option<&str>) -> Option<Self> {
        // An assertion in source form names expressions, not values.
        let is_known = |values: &Self| matches!(values, Self::Known { .. });
        let found = Self::of_text(error);
        let found = found.or_else(|| Self::of_text(assertion?).filter(is_known))?;
        let Self::Sides { left, right } = &found else { return Some(found) };
        let Some((a, b)) = assertion.and_then(sources) else { return Some(found) };
        let (expected, actual) = match (is_source(a, left), is_source(b, right)) {
            (false, true) => (right, left),
            (true, false) => (left, right),
            _ => return Some(found),
        };
        Some(Self::Known { expected: expected.clone(), actual: actual.clone() })
    }

    fn of_text(text: &str) -> Option<Self> {
        // A whole output holds sources and other tests, so only short texts are read.
        let text =
            Some(text).filter(|text| text.len() <= MAX_TEXT_BYTES).map(ansi::to_plain_text)?;
        diff(&text).or_else(|| FORMATS.iter().find_map(|format| read_format(*format, &text)))
    }
}

fn is_source(source: &str, value: &str) -> bool {
    let bare = |text: &str| text.trim_matches(['"', '\'']).to_owned();
    bare(source) == bare(value)
}

/// A difference of one line: vitest and mocha show both values below each other.
fn diff(text: &str) -> Option<ComparedValues> {
    let text = text.trim();
    let (expected, actual) = if let Some(rest) = text.strip_prefix("- Expected") {
        let rest = rest.trim_start().strip_prefix("+ Received")?.trim_start();
        rest.strip_prefix("- ")?.split_once("+ ")?
    } else {
        let rest = text.strip_prefix("+ expected - actual")?.trim_start();
        let (actual, expected) = rest.strip_prefix('-')?.split_once('+')?;
        (expected, actual)
    };
    let one = |text: &str| !text.contains([' ', '+']);
    let (expected, actual) = (short_value(expected)?, short_value(actual)?);
    (one(&expected) && one(&actual)).then_some(ComparedValues::Known { expected, actual })
}

/// How a runner writes a comparison: what stands before the first value, between both, and after
/// the second (the line's end where it is empty), and which value comes first.
type ComparisonFormat = (&'static str, &'static str, &'static str, ValueOrder);

#[derive(Clone, Copy)]
enum ValueOrder {
    ExpectedFirst,
    ActualFirst,
    Unknown,
}

/// The first format that fits counts: the more words it has, the earlier it stands.
const FORMATS: &[ComparisonFormat] = &[
    ("expected: <", "> but was: <", ">", ExpectedFirst),
    ("expected:<", "> but was:<", ">", ExpectedFirst),
    ("expected [", "] but found [", "]", ExpectedFirst),
    ("Failed asserting that ", " matches expected ", ".", ActualFirst),
    ("Failed asserting that ", " is identical to ", ".", ActualFirst),
    ("expected ", " to strictly equal ", " //", ActualFirst),
    ("expected ", " to deeply equal ", " //", ActualFirst),
    ("expected ", " to equal ", " //", ActualFirst),
    ("expected ", " to be ", " //", ActualFirst),
    ("expected ", " but got ", "", ExpectedFirst),
    ("expected ", ", got ", "", ExpectedFirst),
    ("expected ", ", but was ", "", ExpectedFirst),
    ("want ", ", got ", "", ExpectedFirst),
    ("got ", ", want ", "", ActualFirst),
    ("got: ", ", want: ", "", ActualFirst),
    (" = ", ", want ", "", ActualFirst),
    ("left: ", "right: ", "", Unknown),
    ("equal to: ", "Received: ", "", ExpectedFirst),
    ("Expected: ", "Received: ", "", ExpectedFirst),
    ("Expected: ", "Actual: ", "", ExpectedFirst),
    ("expected: ", "actual  : ", "", ExpectedFirst),
    ("expected: ", "actual : ", "", ExpectedFirst),
    ("expected: ", "but was: ", "", ExpectedFirst),
    ("expected: ", "got: ", "", ExpectedFirst),
    (" differ: ", " != ", "", Unknown),
    ("AssertionError: ", " != ", "", Unknown),
    ("assert ", " == ", "", Unknown),
    ("", " !== ", "", ActualFirst),
];

fn read_format(
    (before, between, after, order): ComparisonFormat,
    text: &str,
) -> Option<ComparedValues> {
    let (head, rest) = text.split_once(between)?;
    let head = head.trim_end_matches([' ', '\n', '\t', ',']);
    let line = head.rsplit('\n').next()?;
    let first = if before.is_empty() { line } else { line.rsplit_once(before)?.1 };
    let line = rest.lines().next()?;
    let second = if after.is_empty() { until_suffix(line) } else { line.split(after).next()? };
    let (first, second) = (short_value(first)?, short_value(second)?);
    // "expected a name, got a number" is a sentence, most often of a parser.
    if before == "expected " && !(is_literal(&first) && is_literal(&second)) {
        return None;
    }
    Some(match order {
        ExpectedFirst => ComparedValues::Known { expected: first, actual: second },
        ActualFirst => ComparedValues::Known { expected: second, actual: first },
        Unknown => ComparedValues::Sides { left: first, right: second },
    })
}

/// The value at the start of a text: to its closing quote where it is quoted, else to words that
/// runners add, or to the next line of a Go log.
fn until_suffix(text: &str) -> &str {
    let text = text.trim_start();
    if let Some(quote) = text.chars().next().filter(|c| matches!(c, '"' | '\''))
        && let Some(inside) = text.get(1..).and_then(|rest| rest.find(quote))
    {
        return text.get(..inside + 2).unwrap_or(text);
    }
    let suffix = SUFFIXES.iter().filter_map(|words| text.find(words)).min();
    let text = suffix.and_then(|end| text.get(..end)).unwrap_or(text);
    let log = text.find("_test.go:").and_then(|at| text.get(..at)?.rfind(' '));
    log.and_then(|end| text.get(..end)).unwrap_or(text)
}

fn is_literal(text: &str) -> bool {
    let words = ["true", "false", "True", "False", "null", "nil", "None", "undefined", "NaN"];
    words.contains(&text)
        || text.starts_with(|c: char| c.is_ascii_digit() || "-+.'\"[{(".contains(c))
}

fn short_value(text: &str) -> Option<String> {
    let text = text.trim().trim_end_matches([',', ';']).trim_end();
    let fits =
        !text.is_empty() && text.chars().count() <= MAX_CHARS && !text.contains(char::is_control);
    fits.then(|| text.to_owned())
}

/// The sources of both sides of an assertion, where it is simple enough to see them.
fn sources(assertion: &str) -> Option<(&str, &str)> {
    let assertion = assertion.trim().trim_end_matches(';');
    if let Some(rest) = assertion.strip_prefix("assert ")
        && let Some((a, b)) = rest.split_once(" == ")
    {
        return Some((a.trim(), first_argument(b)));
    }
    let (name, arguments) = assertion.split_once('(')?;
    if !name.to_ascii_lowercase().contains("eq") {
        return None;
    }
    let arguments = arguments.strip_suffix(')')?;
    let (a, b) = arguments.split_at_checked(top_comma(arguments)?)?;
    Some((a.trim(), first_argument(b.get(1..)?)))
}

fn first_argument(text: &str) -> &str {
    let end = top_comma(text).unwrap_or(text.len());
    text.get(..end).unwrap_or(text).trim()
}

/// Where the first comma outside brackets is.
fn top_comma(text: &str) -> Option<usize> {
    let mut depth = 0_i32;
    text.char_indices().find_map(|(at, c)| {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
        (c == ',' && depth == 0).then_some(at)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each row: what the runner prints, the assertion, the expected and the actual value.
    #[track_caller]
    fn check_known(rows: &[(&str, &str, &str, &str)]) {
        for (error, assertion, expected, actual) in rows {
            let (expected, actual) = ((*expected).to_owned(), (*actual).to_owned());
            let wanted = Some(ComparedValues::Known { expected, actual });
            assert_eq!(ComparedValues::read(error, Some(assertion)), wanted, "{error:?}");
        }
    }

    #[test]
    fn runners_that_say_which_is_which() {
        check_known(&[
            ("Expected: 110\nReceived: 100", "", "110", "100"),
            ("Expected: 110, Received: 100", "", "110", "100"),
            (
                "org.opentest4j.AssertionFailedError: expected: <110> but was: <100>",
                "",
                "110",
                "100",
            ),
            ("java.lang.AssertionError: expected:<200> but was:<401>", "", "200", "401"),
            ("AssertionError: expected 500 to be 200 // Object.is equality", "", "200", "500"),
            ("cart_test.go:14: Total() = 100, want 110", "", "110", "100"),
            ("got 100, want 110", "", "110", "100"),
            ("Failed asserting that 100 matches expected 110.", "", "110", "100"),
            ("  expected: 110\n       got: 100", "", "110", "100"),
            ("Expected values to be strictly equal:\n\n100 !== 110\n", "", "110", "100"),
            ("\u{1b}[32mexpected: 1\u{1b}[0m\n     got: 2", "", "1", "2"),
        ]);
    }

    #[test]
    fn a_side_that_is_its_own_source_is_what_the_test_wants() {
        check_known(&[
            ("assert 100 == 110", "assert total == 110", "110", "100"),
            ("assert 100 == 110", "assert 100 == total", "100", "110"),
            ("left: 3, right: 4", "assert_eq!(sum(1, 2), 4)", "4", "3"),
            ("  left: 3\n right: 4", "assert_eq!(sum(1, 2), 4);", "4", "3"),
            ("AssertionError: 3 != 4", "self.assertEqual(add(1, 2), 4)", "4", "3"),
        ]);
    }

    #[test]
    fn a_runner_says_more_than_the_values_on_one_line() {
        let one = r#"assert add(1, 1) == 3, "one and one""#;
        let text = "assert text == \"c\"";
        let equal = "self.assertEqual(add(1, 1), 3, 'x')";
        check_known(&[
            ("AssertionError: one and one assert 2 == 3 + where 2 = add(1, 1)", one, "3", "2"),
            ("AssertionError: assert 'a - b' == 'c' - c + a - b", text, "'c'", "'a - b'"),
            ("AssertionError: 2 != 3 : one and one", equal, "3", "2"),
            ("sum_test.go:14: Add(1, 1) = 2, want 3 sum_test.go:16: a second line", "", "3", "2"),
            ("expected: 2 got: 0 (compared using ==)", "", "2", "0"),
            ("Not equal: expected: 3 actual : 2 Test: TestAdd", "", "3", "2"),
            ("- Expected + Received - 3 + -1", "AssertionError: expected -1 to be 3", "3", "-1"),
            ("+ expected - actual --1 +3", "AssertionError: expected -1 to equal 3", "3", "-1"),
            ("+ expected - actual {", "AssertionError: expected -1 to equal 3", "3", "-1"),
        ]);
    }

    #[test]
    fn sides_stay_sides_where_nothing_tells_them_apart() {
        for (error, left, right) in [
            ("left: 3, right: 4", "3", "4"),
            ("assertion `left == right` failed\n  left: \"a\"\n right: \"b\"", "\"a\"", "\"b\""),
            ("AssertionError: [1] != [2]", "[1]", "[2]"),
            (
                "AssertionError: Lists differ: [1, 3] != [1, 4] First differing element 1: 3 4",
                "[1, 3]",
                "[1, 4]",
            ),
        ] {
            let wanted = ComparedValues::Sides { left: left.to_owned(), right: right.to_owned() };
            assert_eq!(ComparedValues::read(error, None), Some(wanted), "{error:?}");
        }
    }

    #[test]
    fn what_is_no_comparison_has_no_values() {
        assert_eq!(
            ComparedValues::read("ValueError: bad key", Some("assert add(1, 1) == 3")),
            None
        );
        let output = format!("{}assert total == 3", "line of output\n".repeat(60));
        let long = format!("left: {}, right: 2", "9".repeat(61));
        let sentences = ["SyntaxError: expected `;`, got `}`", "expected the user to be an admin"];
        let broken = ["KeyError: 'tax'", "", " == ", "assert x", "!==", "assert  == 3"];
        for text in sentences.into_iter().chain(broken).chain([&*output, &*long]) {
            assert_eq!(ComparedValues::read(text, None), None, "{text:?}");
        }
    }
}
