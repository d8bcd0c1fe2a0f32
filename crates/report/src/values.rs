//! The two values of a failed comparison, read from the words of many test runners.

use fusebox_text::ansi;

/// The longest value that a sentence can hold, in characters.
const MAX: usize = 60;
/// The longest text that speaks of one failure, in bytes.
const MAX_TEXT: usize = 600;
/// What runners write behind the second value.
const BEHIND: &[&str] = &[
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
pub(super) enum ComparedValues {
    /// The runner says which is which.
    Told {
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
    pub(super) fn read(error: &str, assertion: Option<&str>) -> Option<Self> {
        let named = Self::of_text(error);
        let found = named.or_else(|| Self::of_text(assertion?).filter(Self::are_values))?;
        let Self::Sides { left, right } = &found else { return Some(found) };
        let Some((a, b)) = assertion.and_then(sources) else { return Some(found) };
        let (expected, actual) = match (is_source(a, left), is_source(b, right)) {
            (false, true) => (right, left),
            (true, false) => (left, right),
            _ => return Some(found),
        };
        Some(Self::Told { expected: expected.clone(), actual: actual.clone() })
    }

    fn of_text(text: &str) -> Option<Self> {
        // A whole output holds sources and other tests; only what speaks of one failure is read.
        let text = Some(text).filter(|text| text.len() <= MAX_TEXT).map(ansi::to_plain_text)?;
        diff(&text).or_else(|| FORMS.iter().find_map(|form| form.read(&text)))
    }

    /// An assertion in source form names expressions, not values.
    fn are_values(&self) -> bool {
        matches!(self, Self::Told { .. })
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
    let (expected, actual) = (value(expected)?, value(actual)?);
    (one(&expected) && one(&actual)).then_some(ComparedValues::Told { expected, actual })
}

/// How a runner writes a comparison: what stands before the first value, between both, and after the
/// second (the line's end where it is empty).
struct Form {
    before: &'static str,
    between: &'static str,
    after: &'static str,
    order: Order,
}

#[derive(Clone, Copy)]
enum Order {
    ExpectedFirst,
    ActualFirst,
    Unknown,
}

const fn form(
    before: &'static str,
    between: &'static str,
    after: &'static str,
    order: Order,
) -> Form {
    Form { before, between, after, order }
}

/// The first that fits is believed: the more words a form has, the earlier it stands.
const FORMS: &[Form] = &[
    form("expected: <", "> but was: <", ">", Order::ExpectedFirst),
    form("expected:<", "> but was:<", ">", Order::ExpectedFirst),
    form("expected [", "] but found [", "]", Order::ExpectedFirst),
    form("Failed asserting that ", " matches expected ", ".", Order::ActualFirst),
    form("Failed asserting that ", " is identical to ", ".", Order::ActualFirst),
    form("expected ", " to strictly equal ", " //", Order::ActualFirst),
    form("expected ", " to deeply equal ", " //", Order::ActualFirst),
    form("expected ", " to equal ", " //", Order::ActualFirst),
    form("expected ", " to be ", " //", Order::ActualFirst),
    form("expected ", " but got ", "", Order::ExpectedFirst),
    form("expected ", ", got ", "", Order::ExpectedFirst),
    form("expected ", ", but was ", "", Order::ExpectedFirst),
    form("want ", ", got ", "", Order::ExpectedFirst),
    form("got ", ", want ", "", Order::ActualFirst),
    form("got: ", ", want: ", "", Order::ActualFirst),
    form(" = ", ", want ", "", Order::ActualFirst),
    form("left: ", "right: ", "", Order::Unknown),
    form("equal to: ", "Received: ", "", Order::ExpectedFirst),
    form("Expected: ", "Received: ", "", Order::ExpectedFirst),
    form("Expected: ", "Actual: ", "", Order::ExpectedFirst),
    form("expected: ", "actual  : ", "", Order::ExpectedFirst),
    form("expected: ", "actual : ", "", Order::ExpectedFirst),
    form("expected: ", "but was: ", "", Order::ExpectedFirst),
    form("expected: ", "got: ", "", Order::ExpectedFirst),
    form(" differ: ", " != ", "", Order::Unknown),
    form("AssertionError: ", " != ", "", Order::Unknown),
    form("assert ", " == ", "", Order::Unknown),
    form("", " !== ", "", Order::ActualFirst),
];

impl Form {
    fn read(&self, text: &str) -> Option<ComparedValues> {
        let (head, rest) = text.split_once(self.between)?;
        let head = head.trim_end_matches([' ', '\n', '\t', ',']);
        let line = head.rsplit('\n').next()?;
        let first = if self.before.is_empty() { line } else { line.rsplit_once(self.before)?.1 };
        let line = rest.lines().next()?;
        let second =
            if self.after.is_empty() { ended(line) } else { line.split(self.after).next()? };
        let (first, second) = (value(first)?, value(second)?);
        // "expected a name, got a number" is a sentence, most often of a parser.
        let sentence = self.before == "expected " && !(is_literal(&first) && is_literal(&second));
        if sentence {
            return None;
        }
        Some(match self.order {
            Order::ExpectedFirst => ComparedValues::Told { expected: first, actual: second },
            Order::ActualFirst => ComparedValues::Told { expected: second, actual: first },
            Order::Unknown => ComparedValues::Sides { left: first, right: second },
        })
    }
}

/// The text up to what is written behind a value: to its own end where it is quoted, else to words
/// that runners add, or to the next line of a Go log.
fn ended(text: &str) -> &str {
    let text = text.trim_start();
    if let Some(quote) = text.chars().next().filter(|c| matches!(c, '"' | '\''))
        && let Some(inside) = text.get(1..).and_then(|rest| rest.find(quote))
    {
        return text.get(..inside + 2).unwrap_or(text);
    }
    let behind = BEHIND.iter().filter_map(|words| text.find(words)).min();
    let text = behind.and_then(|end| text.get(..end)).unwrap_or(text);
    let log = text.find("_test.go:").and_then(|at| text.get(..at)?.rfind(' '));
    log.and_then(|end| text.get(..end)).unwrap_or(text)
}

fn is_literal(text: &str) -> bool {
    let words = ["true", "false", "True", "False", "null", "nil", "None", "undefined", "NaN"];
    words.contains(&text)
        || text.starts_with(|c: char| c.is_ascii_digit() || "-+.'\"[{(".contains(c))
}

fn value(text: &str) -> Option<String> {
    let text = text.trim().trim_end_matches([',', ';']).trim_end();
    let fits = !text.is_empty() && text.chars().count() <= MAX && !text.contains(char::is_control);
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

    #[track_caller]
    fn told(error: &str, assertion: &str, expected: &str, actual: &str) {
        let wanted =
            ComparedValues::Told { expected: expected.to_owned(), actual: actual.to_owned() };
        assert_eq!(ComparedValues::read(error, Some(assertion)), Some(wanted), "{error:?}");
    }

    #[track_caller]
    fn sides(error: &str, left: &str, right: &str) {
        let wanted = ComparedValues::Sides { left: left.to_owned(), right: right.to_owned() };
        assert_eq!(ComparedValues::read(error, None), Some(wanted), "{error:?}");
    }

    #[test]
    fn runners_that_say_which_is_which() {
        told("Expected: 110\nReceived: 100", "", "110", "100");
        told("Expected: 110, Received: 100", "", "110", "100");
        told(
            "org.opentest4j.AssertionFailedError: expected: <110> but was: <100>",
            "",
            "110",
            "100",
        );
        told("java.lang.AssertionError: expected:<200> but was:<401>", "", "200", "401");
        told("AssertionError: expected 500 to be 200 // Object.is equality", "", "200", "500");
        told("cart_test.go:14: Total() = 100, want 110", "", "110", "100");
        told("got 100, want 110", "", "110", "100");
        told("Failed asserting that 100 matches expected 110.", "", "110", "100");
        told("  expected: 110\n       got: 100", "", "110", "100");
        told("Expected values to be strictly equal:\n\n100 !== 110\n", "", "110", "100");
        told("\u{1b}[32mexpected: 1\u{1b}[0m\n     got: 2", "", "1", "2");
    }

    #[test]
    fn a_side_that_is_its_own_source_is_what_the_test_wants() {
        told("assert 100 == 110", "assert total == 110", "110", "100");
        told("assert 100 == 110", "assert 100 == total", "100", "110");
        told("left: 3, right: 4", "assert_eq!(sum(1, 2), 4)", "4", "3");
        told("  left: 3\n right: 4", "assert_eq!(sum(1, 2), 4);", "4", "3");
        told("AssertionError: 3 != 4", "self.assertEqual(add(1, 2), 4)", "4", "3");
    }

    #[test]
    fn a_runner_says_more_than_the_values_on_one_line() {
        let one = r#"assert add(1, 1) == 3, "one and one""#;
        told("AssertionError: one and one assert 2 == 3 + where 2 = add(1, 1)", one, "3", "2");
        told(
            "AssertionError: assert 'a - b' == 'c' - c + a - b",
            "assert text == \"c\"",
            "'c'",
            "'a - b'",
        );
        told(
            "AssertionError: 2 != 3 : one and one",
            "self.assertEqual(add(1, 1), 3, 'x')",
            "3",
            "2",
        );
        told("sum_test.go:14: Add(1, 1) = 2, want 3 sum_test.go:16: a second line", "", "3", "2");
        told("expected: 2 got: 0 (compared using ==)", "", "2", "0");
        told("Not equal: expected: 3 actual : 2 Test: TestAdd", "", "3", "2");
        told("- Expected + Received - 3 + -1", "AssertionError: expected -1 to be 3", "3", "-1");
        told("+ expected - actual --1 +3", "AssertionError: expected -1 to equal 3", "3", "-1");
        told("+ expected - actual {", "AssertionError: expected -1 to equal 3", "3", "-1");
        sides(
            "AssertionError: Lists differ: [1, 3] != [1, 4] First differing element 1: 3 4",
            "[1, 3]",
            "[1, 4]",
        );
    }

    #[test]
    fn sides_stay_sides_where_nothing_tells_them_apart() {
        sides("left: 3, right: 4", "3", "4");
        sides("assertion `left == right` failed\n  left: \"a\"\n right: \"b\"", "\"a\"", "\"b\"");
        sides("AssertionError: [1] != [2]", "[1]", "[2]");
    }

    #[test]
    fn what_is_no_comparison_has_no_values() {
        assert_eq!(ComparedValues::read("SyntaxError: expected `;`, got `}`", None), None);
        assert_eq!(ComparedValues::read("expected the user to be an admin", None), None);
        let source = Some("assert add(1, 1) == 3");
        assert_eq!(ComparedValues::read("ValueError: bad key", source), None);
        let output = format!("{}assert total == 3", "line of output\n".repeat(60));
        assert_eq!(ComparedValues::read(&output, None), None);
        for text in ["KeyError: 'tax'", "", " == ", "assert x", "!==", "assert  == 3"] {
            assert_eq!(ComparedValues::read(text, None), None, "{text:?}");
        }
        assert_eq!(
            ComparedValues::read(&format!("left: {}, right: 2", "9".repeat(61)), None),
            None
        );
    }
}
