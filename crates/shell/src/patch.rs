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
}
