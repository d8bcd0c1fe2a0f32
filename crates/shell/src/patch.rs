//! The headers of a patch: which files it names, and what becomes of them.

/// What a header says of its file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PatchAction {
    /// `*** Add File: a`
    Add,
    /// `*** Update File: a`
    Update,
    /// `*** Delete File: a`
    Delete,
    /// `*** Move to: a`
    MoveTo,
    /// `--- a/a`
    OldFile,
    /// `+++ b/a`
    NewFile,
    /// `rename from a`
    RenameFrom,
    /// `rename to a`
    RenameTo,
}

impl PatchAction {
    /// Whether the header is of the form that `apply_patch` takes, and not of a diff.
    #[must_use]
    pub fn is_apply_patch(self) -> bool {
        matches!(self, Self::Add | Self::Update | Self::Delete | Self::MoveTo)
    }
}

/// How each header begins.
const HEADERS: [(&str, PatchAction); 8] = [
    ("*** Add File:", PatchAction::Add),
    ("*** Update File:", PatchAction::Update),
    ("*** Delete File:", PatchAction::Delete),
    ("*** Move to:", PatchAction::MoveTo),
    ("--- ", PatchAction::OldFile),
    ("+++ ", PatchAction::NewFile),
    ("rename from ", PatchAction::RenameFrom),
    ("rename to ", PatchAction::RenameTo),
];

/// What a line of a patch says if it is a header, and the path as written, without a time stamp.
#[must_use]
pub fn patch_header(line: &str) -> Option<(PatchAction, &str)> {
    let (path, action) = HEADERS
        .iter()
        .find_map(|(start, action)| line.strip_prefix(start).map(|path| (path, *action)))?;
    let path = if action.is_apply_patch() { path } else { path.split('\t').next().unwrap_or(path) };
    Some((action, path.trim()))
}

/// The files that a patch names: those of `apply_patch` headers where it has any, else those of a
/// diff, without `a/` and `b/`.
#[must_use]
pub fn patched_files(patch: &str) -> Vec<&str> {
    let headers: Vec<(PatchAction, &str)> = patch.lines().filter_map(patch_header).collect();
    let is_apply_patch = headers.iter().any(|(action, _)| action.is_apply_patch());
    let of_this_form = headers.into_iter().filter(|(a, _)| a.is_apply_patch() == is_apply_patch);
    let files = of_this_form.map(|(_, path)| match is_apply_patch {
        true => path,
        false => path.strip_prefix("a/").or(path.strip_prefix("b/")).unwrap_or(path),
    });
    files.filter(|path| is_apply_patch || *path != "/dev/null").collect()
}

/// A file that a patch changes, moves or removes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChangedPath<'t> {
    /// The path as written.
    pub path: &'t str,
    /// Whether a folder stands before it that is none of its own: `a/` or `b/`.
    pub may_have_prefix: bool,
}

/// How the text begins that `apply_patch` takes.
const APPLY_PATCH: &str = "*** Begin Patch";
/// How a text that is a patch begins, behind an indentation.
const BEGINNINGS: [&str; 7] = [
    APPLY_PATCH,
    "*** Update File:",
    "*** Add File:",
    "*** Delete File:",
    "diff --git ",
    "--- ",
    "Index: ",
];

/// Whether a text is a patch, and does not only hold one.
#[must_use]
pub fn is_patch(text: &str) -> bool {
    let text = text.trim_start();
    BEGINNINGS.iter().any(|start| text.starts_with(start))
        || text.starts_with("From ") && text.contains("\ndiff --git ")
}

/// The files that a patch of either form changes, moves or removes. What stands in its hunks is content.
#[must_use]
pub fn changed_paths(patch: &str) -> Vec<ChangedPath<'_>> {
    let lines: Vec<&str> = patch.lines().collect();
    let is_apply_patch = patch.contains("*** ");
    let (mut found, mut left) = (Vec::new(), HunkLines::default());
    // Whether the line belongs to a change of `apply_patch`, whose lines are not counted.
    let mut in_change = false;
    for (at, line) in lines.iter().enumerate() {
        let text = line.trim_start();
        let is_header = is_apply_patch
            && (text.len() == line.len() || !in_change)
            && patch_header(text).is_some_and(|(action, _)| action.is_apply_patch());
        if is_header {
            (left, in_change) = (HunkLines::default(), false);
            let path = patch_header(text).map_or("", |(_, path)| path);
            found.push(ChangedPath { path, may_have_prefix: false });
            continue;
        }
        if left.take(line) {
            continue;
        }
        if let Some(hunk) = HunkLines::of(text) {
            left = hunk;
            continue;
        }
        in_change |= is_apply_patch && !found.is_empty() && line.starts_with(['@', '+', '-', ' ']);
        let next = |by: usize| lines.get(at + by).map_or("", |next| next.trim_start());
        let before = at.checked_sub(1).map_or("", |before| lines[before].trim_start());
        diff_header(text, before, [next(1), next(2)], in_change, &mut found);
    }
    found
}

/// Adds the files that a line names as a header of a diff. `in_change`: it may as well be a line of an `apply_patch`.
fn diff_header<'t>(
    line: &'t str,
    before: &str,
    [next, second]: [&'t str; 2],
    in_change: bool,
    found: &mut Vec<ChangedPath<'t>>,
) {
    let mut add = |path: &'t str| {
        let path = path.split('\t').next().unwrap_or(path).trim();
        found.push(ChangedPath { path, may_have_prefix: true });
    };
    if let Some(both) = line.strip_prefix("diff --git ") {
        // The same name twice: what is changed, given another mode or deleted. Others are told again below it.
        let Some((one, other)) = both.split_at_checked(both.len() / 2) else { return };
        let bare =
            |path: &'t str| path.trim().split_once('/').map_or(path.trim(), |(_, path)| path);
        if bare(one) == bare(other) {
            add(one);
        }
        return;
    }
    if in_change
        && !(line.starts_with("--- ") && next.starts_with("+++ ") && second.starts_with("@@ -"))
    {
        return;
    }
    if line.starts_with("--- ") && (next.starts_with("+++ ") || before.starts_with("*** ")) {
        add(&line[4..]);
        if let Some(new) = next.strip_prefix("+++ ") {
            add(new);
        }
        return;
    }
    for start in ["rename from ", "rename to ", "copy to ", "Index: "] {
        if let Some(path) = line.strip_prefix(start) {
            add(path);
        }
    }
}

/// How many lines of a hunk are still to come, of the old file and of the new one.
#[derive(Debug, Default, Clone, Copy)]
struct HunkLines {
    old: u64,
    new: u64,
}

impl HunkLines {
    /// `@@ -1,2 +1,3 @@`
    fn of(line: &str) -> Option<Self> {
        let mut words = line.strip_prefix("@@ ")?.split(' ');
        let mut count = |sign: char| {
            let range = words.next()?.strip_prefix(sign)?;
            let (start, count) = range.split_once(',').unwrap_or((range, "1"));
            start.parse::<u64>().ok()?;
            count.parse::<u64>().ok()
        };
        Some(Self { old: count('-')?, new: count('+')? })
    }

    /// Takes a line that belongs to the hunk.
    fn take(&mut self, line: &str) -> bool {
        if self.old == 0 && self.new == 0 {
            return line.starts_with('\\');
        }
        let (old, new) = match line.bytes().next() {
            Some(b'-') => (1, 0),
            Some(b'+') => (0, 1),
            Some(b' ' | b'\t') | None => (1, 1),
            Some(b'\\') => (0, 0),
            // The hunk ended early.
            Some(_) => {
                *self = Self::default();
                return false;
            }
        };
        self.old = self.old.saturating_sub(old);
        self.new = self.new.saturating_sub(new);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a06_patches_name_their_files() {
        let patch = "*** Begin Patch\n*** Update File: a.rs\n*** Move to: b.rs\n@@\n--- x\n+++ y\n\
            *** Delete File: c.rs\n";
        assert_eq!(patched_files(patch), ["a.rs", "b.rs", "c.rs"]);
        let diff = "--- a/x.rs\t2026\n+++ b/x.rs\t2026\n@@\n--- /dev/null\n+++ b/y.rs\n";
        assert_eq!(patched_files(diff), ["x.rs", "x.rs", "y.rs"]);
    }

    #[test]
    fn g01_what_a_patch_changes_stands_outside_of_its_hunks() {
        for (patch, expected) in [
            (
                "*** Begin Patch\n*** Update File: a\n@@\n *** Update File: b\n-x\n+y\n*** End Patch",
                "a",
            ),
            (
                "*** Begin Patch\n*** Add File: a\n+*** Update File: b\n+--- c\n+++ d\n*** Delete File: e",
                "a e",
            ),
            (
                "*** Begin Patch\n*** Update File: a\n@@\n --- b\n+++ c\n x\n*** Update File: d\n-x",
                "a d",
            ),
            (
                "*** Begin Patch\n*** Update File: a\n@@\n-x\n--- a/b\n+++ b/b\n@@ -1 +1 @@\n-x\n+y",
                "a a/b b/b",
            ),
            ("  *** Begin Patch\r\n  *** Update File:a\r\n@@\r\n-x", "a"),
            ("--- a/a\n+++ b/a\n@@ -1,3 +1,3 @@\n x\n --- a/b\n-+++ b/b\n++++ b/b\n", "a/a b/a"),
            ("--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@\n x\n--- b\n+++ c\n--- d\n+++ e\n", "a/a b/a d e"),
            (
                "--- a/a\n+++ b/a\n@@ -1 +1 @@\n-x\n+y\n--- a/b\n+++ /dev/null\n",
                "a/a b/a a/b /dev/null",
            ),
            ("diff --git a/a b/a\nold mode 100755\nnew mode 100644\n", "a/a"),
            ("diff --git a/a b/a\ndeleted file mode 100644\n", "a/a"),
            ("diff --git a/x y b/x y\nnew mode 100644\n", "a/x y"),
            ("diff --git é é\nnew mode 100644\n", "é"),
            ("diff --git a b\nsimilarity index 100%\nrename from a\nrename to b\n", "a b"),
            ("diff --git a/a b/c\nsimilarity index 100%\ncopy from a\ncopy to c\n", "c"),
            ("*** a/a\n--- b/a\n***************\n", "b/a"),
            ("Index: a\n====\n", "a"),
            ("see --- a and\n--- a rule\n", ""),
            ("a list\n--- a/b\n", ""),
        ] {
            let found: Vec<&str> = changed_paths(patch).iter().map(|one| one.path).collect();
            assert_eq!(found.join(" "), expected, "{patch}");
        }
    }

    #[test]
    fn g01_a_text_is_a_patch_or_holds_one() {
        for (text, expected) in [
            ("*** Begin Patch\n", true),
            ("\n  diff --git a/a b/a\n", true),
            ("--- a/a\n+++ b/a\n", true),
            ("From 4f2c9d1 Mon Sep 17\n\ndiff --git a/a b/a\n", true),
            ("From here on\n--- a\n", false),
            ("# A patch\n*** Begin Patch\n", false),
            ("```diff\n--- a/a\n+++ b/a\n```", false),
            ("", false),
        ] {
            assert_eq!(is_patch(text), expected, "{text}");
        }
    }
}
