//! Reads Python's own tracebacks.

/// The position of `  File "tests/test_a.py", line 12, in test_x`.
pub(super) fn frame(line: &str) -> Option<(&str, u32)> {
    let (file, rest) = line.trim_start().strip_prefix("File \"")?.split_once("\", line ")?;
    let number = rest.split(',').next()?;
    Some((file, number.trim().parse().ok()?))
}
