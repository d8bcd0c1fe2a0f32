//! Reads the places that stack frames name, in Python and in JavaScript.

/// The position of `  File "tests/test_a.py", line 12, in test_x`.
#[must_use]
pub fn python_frame(line: &str) -> Option<(&str, u32)> {
    let (file, rest) = line.trim_start().strip_prefix("File \"")?.split_once("\", line ")?;
    let number = rest.split(',').next()?;
    Some((file, number.trim().parse().ok()?))
}

/// The position at the end of `explode (src/math.js:5:9)` or `src/math.js:5:9`.
#[must_use]
pub fn script_place(text: &str) -> Option<(&str, u32)> {
    let text = text.trim_end().trim_end_matches(" {").trim_end_matches(')');
    let (text, column) = text.rsplit_once(':')?;
    column.parse::<u32>().ok()?;
    let (text, line) = text.rsplit_once(':')?;
    let line = line.parse().ok()?;
    let file = text.rsplit_once('(').or_else(|| text.rsplit_once(' ')).map_or(text, |(_, f)| f);
    let file = file.strip_prefix("file://").unwrap_or(file);
    (!file.is_empty()).then_some((file, line))
}
