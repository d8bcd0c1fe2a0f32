//! The tests of a task by the names a person gives them.

use fusebox_engine::TestAttempts;
use fusebox_runtime::query::TaskView;
use fusebox_text::printable_line;

/// Names that are listed; the rest is a number.
const NAMED: usize = 5;

/// The counted tests that are meant by this name: the whole name, or its end.
pub(crate) fn called<'a>(view: &'a TaskView, name: &str) -> Vec<&'a str> {
    let names = view.per_test_attempts.keys().map(String::as_str);
    names.filter(|known| TestAttempts::is_named(known, name)).collect()
}

/// The tests that fail now, in one line; none where nothing is known to fail.
pub(crate) fn failing(view: &TaskView) -> Option<String> {
    let failing = view.per_test_attempts.iter().filter(|(_, test)| test.failing);
    let names: Vec<&str> = failing.map(|(name, _)| name.as_str()).collect();
    (!names.is_empty()).then(|| names_in_line(&names))
}

/// Names in one line of bounded length.
pub(crate) fn names_in_line(names: &[&str]) -> String {
    let shown: Vec<String> = names.iter().take(NAMED).map(|name| short(name, 80)).collect();
    match names.len().saturating_sub(NAMED) {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

/// A name in at most `chars` characters: its end, which tells it from the others.
pub(crate) fn short(name: &str, chars: usize) -> String {
    let name = printable_line(name, 1_000);
    let cut = name.chars().count().saturating_sub(chars);
    if cut == 0 {
        return name;
    }
    let end: String = name.chars().skip(cut + 1).collect();
    format!("…{end}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_long_name_the_end_stays() {
        assert_eq!(short("cart::adds", 10), "cart::adds");
        assert_eq!(short("cart::totals::adds", 10), "…als::adds");
        assert_eq!(short("a\u{1b}[31mb", 10), "ab");
    }

    #[test]
    fn a_line_names_five() {
        assert_eq!(names_in_line(&["a", "b"]), "a, b");
        assert_eq!(names_in_line(&["a", "b", "c", "d", "e", "f", "g"]), "a, b, c, d, e and 2 more");
    }
}
