//! Words of a command line, quoted so that a shell reads exactly them.

use fusebox_text::printable_line;

/// One word. Plain words stay as they are, others are quoted; what a reader would not see (control
/// characters, writing direction) is written as an escape, which bash, zsh and ksh understand.
pub(crate) fn shell_quoted(text: &str) -> String {
    if text.chars().any(unseen) {
        return escaped(text);
    }
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-./:@%+,=".contains(c);
    if !text.is_empty() && text.chars().all(plain) && !text.starts_with('=') {
        return text.to_owned();
    }
    format!("'{}'", text.replace('\'', r"'\''"))
}

/// Whether a word would be read as an option.
pub(crate) fn is_option(text: &str) -> bool {
    text.starts_with('-')
}

fn unseen(c: char) -> bool {
    c != ' ' && !c.is_ascii_graphic() && printable_line(c.encode_utf8(&mut [0; 4]), 1).is_empty()
}

fn escaped(text: &str) -> String {
    let mut out = String::from("$'");
    for c in text.chars() {
        match c {
            '\'' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c if c.is_ascii() && unseen(c) => out.push_str(&format!("\\{:03o}", u32::from(c))),
            c if unseen(c) => out.push_str(&format!("\\U{:08x}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('\'');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(shell_quoted(text), expected, "{text:?}");
    }

    #[test]
    fn words_are_quoted_where_a_shell_would_read_them_otherwise() {
        check("tests/test_cart.py::test_total", "tests/test_cart.py::test_total");
        check("test_parse[1-2]", "'test_parse[1-2]'");
        check("adds two numbers", "'adds two numbers'");
        check("doesn't break", r"'doesn'\''t break'");
        check("$(rm -rf ~)`x`", "'$(rm -rf ~)`x`'");
        check("<suite>", "'<suite>'");
        check("", "''");
        check("a\nb", r"$'a\nb'");
        check("it's\u{1b}\\", r"$'it\'s\033\\'");
        check("a\u{202e}b", r"$'a\U0000202eb'");
        check("~", "'~'");
        check("=x", "'=x'");
        check("été", "'été'");
    }

    #[test]
    fn a_shell_reads_exactly_the_word() {
        for text in ["a b", "it's", "x\ny", "$HOME", "a\u{202e}b", "\\n", "*", "a\u{7}1", "!x"] {
            let script = format!("printf %s {}", shell_quoted(text));
            let out = std::process::Command::new("bash")
                .args(["-c", &script])
                .env("LC_ALL", "C.UTF-8")
                .output();
            let out = out.expect("bash runs");
            assert_eq!(String::from_utf8_lossy(&out.stdout), text, "{script}");
        }
    }
}
