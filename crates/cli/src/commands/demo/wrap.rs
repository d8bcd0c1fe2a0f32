//! Breaks styled text into lines that fit a terminal.

/// The lines of `text`, at most `width` wide where a space allows it. What does not fit goes on
/// under the beginning of its line.
pub(super) fn wrap(text: &str, width: usize) -> Vec<String> {
    text.lines().flat_map(|line| wrap_line(line, width)).collect()
}

fn wrap_line(line: &str, width: usize) -> Vec<String> {
    if shown_width(line) <= width {
        return vec![line.to_owned()];
    }
    let indent = line.len() - line.trim_start_matches(' ').len();
    let (indent, words) = line.split_at(indent);
    let mut lines = Vec::new();
    let mut current = indent.to_owned();
    for word in words.split(' ') {
        let empty = shown_width(&current) == indent.len();
        if !empty && shown_width(&current) + 1 + shown_width(word) > width {
            let style = open_style(&current);
            let end = if style.is_empty() { "" } else { RESET };
            lines.push(format!("{current}{end}"));
            current = format!("{indent}{style}");
        } else if !empty {
            current.push(' ');
        }
        current.push_str(word);
    }
    lines.push(current);
    lines
}

/// Columns without what only changes the style.
fn shown_width(text: &str) -> usize {
    anstream::adapter::strip_str(text).to_string().chars().count()
}

/// The styles that hold at the end of `text`.
fn open_style(text: &str) -> String {
    let since = text.rsplit(RESET).next().unwrap_or_default();
    let codes = since.split('\u{1b}').skip(1).filter_map(|rest| rest.split_once('m'));
    codes.map(|(code, _)| format!("\u{1b}{code}m")).collect()
}

/// Ends every style.
const RESET: &str = "\u{1b}[0m";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_fit_and_go_on_under_their_beginning() {
        for (text, expected) in [
            ("", &[][..]),
            ("one two", &["one two"]),
            ("one two three four", &["one two", "three four"]),
            ("  one two three", &["  one two", "  three"]),
            ("a-word-that-is-too-long b", &["a-word-that-is-too-long", "b"]),
            ("a\n\nb", &["a", "", "b"]),
            (
                "  \u{1b}[2mone two three\u{1b}[0m",
                &["  \u{1b}[2mone two\u{1b}[0m", "  \u{1b}[2mthree\u{1b}[0m"],
            ),
            ("\u{1b}[1mone\u{1b}[0m two ten", &["\u{1b}[1mone\u{1b}[0m two", "ten"]),
        ] {
            assert_eq!(wrap(text, 10), expected, "{text:?}");
        }
    }
}
