//! The assertion as it stands in the source, where the runner only says that something differs.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use fusebox_text::{printable_line, redact};

/// The largest file that is looked into, in bytes.
const MAX_BYTES: u64 = 2 << 20;
/// An assertion is followed over so many lines.
const MAX_LINES: usize = 6;
/// The longest assertion kept, in characters.
const MAX_CHARS: usize = 240;

/// The statement that begins at `line`, from 1, of a file inside `folder`; `None` where the file
/// lies elsewhere, is no plain file, or has no such line.
pub(super) fn statement(folder: &Path, file: &str, line: u32) -> Option<String> {
    let folder = folder.canonicalize().ok()?;
    // Links are followed first: what lies outside the folder is none of the report's business.
    let path = folder.join(file).canonicalize().ok()?;
    let meta = path.metadata().ok()?;
    if !path.starts_with(&folder) || !meta.is_file() || meta.len() > MAX_BYTES {
        return None;
    }
    let mut text = String::new();
    File::open(path).ok()?.take(MAX_BYTES).read_to_string(&mut text).ok()?;
    let mut statement = String::new();
    let mut open = 0_i32;
    for line in text.lines().skip(usize::try_from(line).ok()?.checked_sub(1)?).take(MAX_LINES) {
        let line = line.trim();
        open += balance(line);
        if !statement.is_empty() && !line.starts_with([')', ']', '}']) {
            statement.push(' ');
        }
        statement.push_str(line);
        if open <= 0 {
            break;
        }
    }
    (!statement.is_empty()).then(|| printable_line(&redact(&statement), MAX_CHARS))
}

/// Brackets that a line opens and does not close.
fn balance(line: &str) -> i32 {
    line.chars().fold(0, |open, c| match c {
        '(' | '[' | '{' => open + 1,
        ')' | ']' | '}' => open - 1,
        _ => open,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_statement_is_read_where_it_begins_and_only_inside_the_folder() {
        let dir = tempfile::TempDir::new().unwrap();
        let source = "fn t() {\n    assert_eq!(\n        add(1, 2),\n        4,\n    );\n    check!(x);\n}\n";
        std::fs::create_dir(dir.path().join("src")).unwrap();
        std::fs::write(dir.path().join("src/lib.rs"), source).unwrap();
        std::fs::write(dir.path().join("secret"), "password = 1\n").unwrap();
        std::os::unix::fs::symlink("../secret", dir.path().join("src/link.rs")).unwrap();
        let read = |file, line| statement(&dir.path().join("src"), file, line);
        assert_eq!(read("lib.rs", 2).as_deref(), Some("assert_eq!( add(1, 2), 4,);"));
        assert_eq!(read("lib.rs", 6).as_deref(), Some("check!(x);"));
        for (file, line) in
            [("lib.rs", 0), ("lib.rs", 99), ("../secret", 1), ("link.rs", 1), ("", 1)]
        {
            assert_eq!(read(file, line), None, "{file}:{line}");
        }
    }
}
