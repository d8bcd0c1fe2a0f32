//! A shown file without the numbers in front of its lines.

use std::borrow::Cow;

use fusebox_engine::WorkKind;

/// What a look shows, without the numbers that its program puts in front of the lines (`cat -n`, `nl`): the file is the same.
/// They stand below each other, with blanks in front; a count and a tab are an answer (`120\tout`).
pub(crate) fn without_line_numbers(body: &str, work: WorkKind) -> Cow<'_, str> {
    // An answer begins without its first blanks.
    if !(work.shows() && body.lines().take(2).any(|line| line.starts_with(' '))) {
        return Cow::Borrowed(body);
    }
    let mut before = None;
    let mut texts = Vec::new();
    for line in body.lines() {
        let Some((number, text)) = text_of_line(line) else { return Cow::Borrowed(body) };
        if before.is_some_and(|before| number != before + 1) {
            return Cow::Borrowed(body);
        }
        before = Some(number);
        texts.push(text);
    }
    Cow::Owned(texts.join("\n"))
}

/// The number and the text of a line that has one in front.
fn text_of_line(line: &str) -> Option<(u64, &str)> {
    let (number, text) = line.split_once(['\t', '→'])?;
    Some((number.trim_start().parse().ok()?, text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r06_numbers_of_lines_are_no_part_of_a_file() {
        let plain = |body| without_line_numbers(body, WorkKind::Look);
        assert_eq!(plain("     1\ta = 1\n     2\t\n     3\tb = 2"), "a = 1\n\nb = 2");
        assert_eq!(plain("7→a\n     8→b"), "a\nb");
        for body in
            ["     1\ta\n     3\tb", "a\tb", "     1\ta\nb", "120\tout", "41\tqueued\n42\tdone", ""]
        {
            assert_eq!(plain(body), body);
        }
        assert_eq!(without_line_numbers("     1\ta", WorkKind::Other), "     1\ta");
    }
}
