//! Which of the three classes a file belongs to.

use super::{Glob, WriteTarget};
use crate::ScopeGlobs;

/// Folders of scratch files, which belong to no task.
const SCRATCH: &[&str] = &[
    "/tmp/",
    "/var/tmp/",
    "/private/tmp/",
    "/private/var/tmp/",
    "/var/folders/",
    "/private/var/folders/",
    "/dev/",
];
/// Folders where a client keeps its own plans and notes.
const NOTES: &[&str] = &["/.claude/plans/", "/.claude/projects/"];

/// What may be done to a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ScopeClass {
    /// It belongs to the task.
    Within,
    /// It may be changed with a justification.
    Justify,
    /// It may not be changed.
    Forbidden,
}

/// The class of a file that a call writes.
pub(crate) fn scope_class(globs: &ScopeGlobs, file: &WriteTarget) -> ScopeClass {
    let path = file.path.as_str();
    if file.outside {
        let scratch = SCRATCH.iter().any(|start| path.starts_with(start));
        let notes = NOTES.iter().any(|part| path.contains(part));
        return if scratch || notes { ScopeClass::Within } else { ScopeClass::Justify };
    }
    // The narrower list goes first.
    if lists(&globs.justify, path) {
        ScopeClass::Justify
    } else if lists(&globs.files, path) {
        ScopeClass::Within
    } else if lists(&globs.forbid, path) {
        ScopeClass::Forbidden
    } else {
        ScopeClass::Justify
    }
}

/// Whether a list of globs matches the path. A glob that cannot be read matches nothing.
pub(crate) fn lists(globs: &[String], path: &str) -> bool {
    let matches = |glob: &str| Glob::parse(glob).is_ok_and(|glob| glob.matches(path));
    let (out, of): (Vec<&str>, Vec<&str>) =
        globs.iter().map(String::as_str).partition(|glob| glob.starts_with('!'));
    of.into_iter().any(&matches)
        && !out.iter().filter_map(|glob| glob.strip_prefix('!')).any(matches)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(path: &str, expected: ScopeClass) {
        let owned = |globs: &[&str]| globs.iter().map(|glob| (*glob).to_owned()).collect();
        let globs = ScopeGlobs {
            files: owned(&["src/**", "!src/db/**", "src/pages/cart/routes/**"]),
            justify: owned(&["src/lib.rs", "web/routes/menu.ts"]),
            forbid: owned(&["**/routes/**", "**/migrations/**"]),
        };
        let outside = path.starts_with('/');
        let file = WriteTarget { path: path.to_owned(), key: 1, outside, test: false };
        assert_eq!(scope_class(&globs, &file), expected, "{path}");
    }

    #[test]
    fn a06_classes_are_asked_in_their_order() {
        for (path, expected) in [
            ("src/cart.rs", ScopeClass::Within),
            ("src/pages/cart/routes/a.ts", ScopeClass::Within),
            ("src/routes/a.ts", ScopeClass::Within),
            ("web/routes/a.ts", ScopeClass::Forbidden),
            ("web/routes/menu.ts", ScopeClass::Justify),
            ("src/lib.rs", ScopeClass::Justify),
            ("src/db/a.rs", ScopeClass::Justify),
            ("src/db/migrations/1.sql", ScopeClass::Forbidden),
            ("Cargo.toml", ScopeClass::Justify),
            ("", ScopeClass::Justify),
            ("/home/me/.bashrc", ScopeClass::Justify),
            ("/home/me/other/routes/a.ts", ScopeClass::Justify),
            ("/tmp/scratch.txt", ScopeClass::Within),
            ("/tmpx", ScopeClass::Justify),
            ("/dev/null", ScopeClass::Within),
            ("/home/me/.claude/plans/a.md", ScopeClass::Within),
        ] {
            check(path, expected);
        }
    }
}
