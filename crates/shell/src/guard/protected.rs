//! Which paths are protected, however they are spelled.
//!
//! Nothing here reads the file system: a path is taken as written, with `.`, `..`, home folders,
//! `/proc/…/root` and braces resolved, and `*`, `?`, `[…]` compared as a shell would.

use std::borrow::Cow;
use std::cell::OnceCell;

use fusebox_scan::BytePositions;

use crate::changed_paths;

use super::client_traits::{HOOK_SETTINGS, NAMES_IN_PATHS, TRANSCRIPT_FOLDERS};
use super::hook_files::HookFile;
use super::spelling::{
    MAX_PATTERN, PathParts, alternatives, fits, is_in_new_temporary, is_unknown,
};

/// How a path relates to what is protected, from harmless to protected.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Protection {
    /// Neither protected nor above anything protected.
    #[default]
    Unrelated,
    /// A folder above hooks that holds other things, too: moving it away or removing it does harm.
    HookAncestor,
    /// A folder above something protected: moving or removing it does harm.
    Ancestor,
    /// The folder of a client that holds protected settings.
    ClientFolder,
    /// Protected, or inside something protected.
    Protected,
}

/// Fusebox's own files, protected wherever they lie, as the last names of their paths.
const OWN_FILES: &[&[&str]] = &[
    &[".fusebox.toml"],
    &["$XDG_STATE_HOME", "fusebox"],
    &["$XDG_CONFIG_HOME", "fusebox"],
    &["$FUSEBOX_STATE_DIR"],
    &["$FUSEBOX_CONFIG"],
];

/// The beginning of our own name, and those of clients: paths to protected files contain one of them.
const OWN_NAME: &[u8; 6] = b"fusebo";

fn names_in_paths() -> impl Iterator<Item = &'static [u8; 6]> {
    std::iter::once(OWN_NAME).chain(NAMES_IN_PATHS)
}

/// Every path that is protected by its last names.
fn names_of_protected() -> impl Iterator<Item = &'static [&'static str]> {
    OWN_FILES.iter().chain(HOOK_SETTINGS).copied()
}

/// One bit for each kind of byte that [`ProtectedPaths::may_be_named_in`] looks for: the letters of
/// two names, the signs of a pattern, the sign of a variable.
const SIGNS: [u8; 256] = {
    let bytes = b"fFuUbBcClLdD**??[[{{$$";
    let bits = [1, 2, 4, 8, 16, 32, PATTERN, PATTERN, PATTERN, PATTERN, VARIABLE];
    let mut signs = [0; 256];
    let mut n = 0;
    while n < bytes.len() {
        signs[bytes[n] as usize] = bits[n / 2];
        n += 1;
    }
    signs
};
const PATTERN: u8 = 64;
const VARIABLE: u8 = 128;

/// The bits of all these bytes.
const fn signs_of(bytes: &[u8]) -> u8 {
    let (mut signs, mut n) = (0, 0);
    while n < bytes.len() {
        signs |= SIGNS[bytes[n] as usize];
        n += 1;
    }
    signs
}

/// The protected paths of a session.
pub struct ProtectedPaths<'p> {
    roots: &'p [String],
    /// The agent's folder, absolute.
    cwd: Option<&'p str>,
    /// The folder that the session began in, absolute.
    project: Option<PathParts<'p>>,
    is_cwd_relevant: OnceCell<bool>,
    parts: OnceCell<Vec<PathParts<'p>>>,
    unusual_names: OnceCell<Vec<&'p str>>,
    /// The files of hooks that are there and that Fusebox alone writes, by their absolute paths.
    hook_paths: &'p [String],
    hook_files: OnceCell<Vec<HookFile<'p>>>,
}

impl<'p> ProtectedPaths<'p> {
    /// Protects these paths, and what is protected by its name wherever it lies.
    #[must_use]
    pub fn new(roots: &'p [String]) -> Self {
        Self {
            roots,
            cwd: None,
            project: None,
            is_cwd_relevant: OnceCell::new(),
            parts: OnceCell::new(),
            unusual_names: OnceCell::new(),
            hook_paths: &[],
            hook_files: OnceCell::new(),
        }
    }

    /// Reads relative paths from this folder, if it is absolute.
    #[must_use]
    pub fn from(self, cwd: Option<&'p str>) -> Self {
        let cwd = cwd.filter(|cwd| cwd.starts_with('/') && *cwd != "/");
        Self { cwd: cwd.map(|cwd| cwd.trim_end_matches('/')), ..self }
    }

    /// Protects these files, which hold hooks and nothing else, by their absolute paths.
    #[must_use]
    pub fn with_hook_files(self, files: &'p [String]) -> Self {
        Self { hook_paths: files, ..self }
    }

    fn hook_files(&self) -> &[HookFile<'p>] {
        let files =
            || self.hook_paths.iter().map(|path| HookFile::at(path, self.homes())).collect();
        self.hook_files.get_or_init(files)
    }

    /// Protects what is known by its name in this project, in the folders around it and in the home folder
    /// only: other projects have files of the same names.
    #[must_use]
    pub fn in_project(self, folder: Option<&'p str>) -> Self {
        let project = folder.filter(|folder| folder.starts_with('/')).map(PathParts::of);
        Self { project, ..self }
    }

    /// The agent's folder, if a relative path in it can be protected. In most folders none can.
    pub(super) fn relevant_cwd(&self) -> Option<&'p str> {
        let is_relevant = |cwd: &str| {
            has_client_name(cwd, signs_of(cwd.as_bytes()))
                || self.protection_beside_hooks(cwd) != Protection::Unrelated
                || self.may_lie_in_hooks(cwd)
                    && self.protection_of_path(cwd) > Protection::HookAncestor
        };
        self.cwd.filter(|cwd| *self.is_cwd_relevant.get_or_init(|| is_relevant(cwd)))
    }

    /// Whether a folder can be one of a client with a file of hooks in it. A cheap test that most folders fail.
    fn may_lie_in_hooks(&self, folder: &str) -> bool {
        // Only a folder that a variable moved is not below one with a dot.
        let is_moved =
            |path: &String| path.strip_prefix(folder).is_some_and(|rest| !rest.contains("/."));
        // The last two are spellings of another folder.
        !self.hook_paths.is_empty()
            && (["/.", "//"].iter().any(|part| folder.contains(part))
                || folder.starts_with("/proc/")
                || self.hook_paths.iter().any(is_moved))
    }

    /// The path joined to the agent's folder, where that matters.
    #[must_use]
    pub fn seen_from_cwd<'t>(&self, path: &'t str) -> Cow<'t, str> {
        let cwd = if path.starts_with("..") { self.cwd } else { self.relevant_cwd() };
        match cwd.filter(|_| !is_rooted(path)) {
            Some(cwd) => Cow::Owned(format!("{cwd}/{path}")),
            None => Cow::Borrowed(path),
        }
    }

    /// The path as something that runs in `dir` names it; as the agent does where that is not known.
    pub(super) fn seen_from<'t>(&self, dir: Option<&str>, path: &'t str) -> Cow<'t, str> {
        match dir.filter(|_| !is_rooted(path)) {
            Some(dir) => Cow::Owned(format!("{dir}/{path}")),
            None => self.seen_from_cwd(path),
        }
    }

    /// How the path relates to what is protected. Of several paths that braces stand for, the closest.
    pub(super) fn protection(&self, path: &str) -> Protection {
        if !self.may_be_named_in(path) || is_in_new_temporary(path) {
            return Protection::Unrelated;
        }
        if path.contains('{') && path.contains(',') {
            let all = alternatives(path);
            return all.iter().map(|one| self.protection_of_path(one)).max().unwrap_or_default();
        }
        self.protection_of_path(path)
    }

    /// Whether the path is protected.
    #[must_use]
    pub fn has(&self, path: &str) -> bool {
        self.protection(path) == Protection::Protected
    }

    /// Whether a path leads to a folder that is protected as a whole, or into it. One that ends alike elsewhere does not.
    #[must_use]
    pub fn has_own(&self, path: &str) -> bool {
        let path = PathParts::of(path);
        self.root_parts().iter().any(|root| {
            let names = root.names.len();
            path.absolute == root.absolute && matching_names(&path.names, &root.names) == names
        })
    }

    /// Whether a path is protected, or a folder above something that is.
    #[must_use]
    pub fn has_in_tree(&self, path: &str) -> bool {
        self.protection(path) > Protection::Unrelated
    }

    /// Whether a patch changes, moves or removes a protected file.
    #[must_use]
    pub fn has_patched(&self, patch: &str) -> bool {
        self.has_patched_by(patch, 1, |path| self.has(&self.seen_from_cwd(path)))
    }

    /// The same, where a path is protected if `is_protected` says so. Of a diff, up to so many folders in front of a
    /// path may be left out.
    pub(super) fn has_patched_by<'t>(
        &self,
        patch: &'t str,
        folders: usize,
        is_protected: impl Fn(&str) -> bool,
    ) -> bool {
        changed_paths(patch).iter().any(|changed| {
            // A diff has a folder before each path, unless it was told to leave it out.
            let left_out = if changed.may_have_prefix { folders } else { 0 };
            let below = |path: &&'t str| path.split_once('/').map(|(_, path)| path);
            let mut paths = std::iter::successors(Some(changed.path), below);
            paths.by_ref().take(left_out + 1).any(&is_protected)
        })
    }

    fn protection_of_path(&self, path: &str) -> Protection {
        let parts = PathParts::of(path);
        self.protection_of_parts(&parts).max(self.protection_by_hook_files(&parts))
    }

    /// How a path relates to the files of hooks that are there.
    fn protection_by_hook_files(&self, path: &PathParts<'_>) -> Protection {
        let reach = |path: &PathParts<'_>| {
            let files = self.hook_files().iter();
            files.map(|file| file.reach(path)).max().unwrap_or_default()
        };
        self.of_hooks(path, reach)
    }

    /// Whether a path leads to a folder in which such a file lies.
    pub(super) fn is_hook_folder(&self, path: &str) -> bool {
        let lies_in =
            |path: &PathParts<'_>| self.hook_files().iter().any(|file| file.lies_in(path));
        self.of_hooks(&PathParts::of(path), lies_in)
    }

    /// What is true of a path, a relative one read from the agent's folder. Without files of hooks nothing is.
    fn of_hooks<T: Default>(&self, path: &PathParts<'_>, of: impl Fn(&PathParts<'_>) -> T) -> T {
        if self.hook_paths.is_empty() {
            return T::default();
        }
        let is_relative =
            !path.absolute && !path.names.first().is_some_and(|f| f.starts_with(['~', '$', '`']));
        match self.cwd.filter(|_| is_relative) {
            Some(cwd) => {
                let joined = format!("{cwd}/{}", path.names.join("/"));
                of(&PathParts::of(&joined))
            }
            None => of(path),
        }
    }

    /// Whether a pattern of names is meant for a file of hooks, and not for all files of its kind (`*.json`).
    pub(super) fn aims_at_hooks(&self, pattern: &str) -> bool {
        let last = pattern.rsplit('/').next().unwrap_or_default();
        let stem = last.rsplit_once('.').map_or(last, |(stem, _)| stem);
        let letters: String = stem.chars().filter(|c| c.is_ascii_alphanumeric()).collect();
        let fits_name = |file: &HookFile<'_>| fits(last, file.name()) || file.name().contains(last);
        letters.len() >= 3 && self.hook_files().iter().any(fits_name)
            || pattern.contains('/')
                && self.hook_files().iter().any(|file| {
                    file.reach_anywhere(&PathParts::of(pattern).names) >= Protection::ClientFolder
                })
    }

    /// Whether a text contains the name of a settings folder with a file of hooks in it.
    pub(super) fn names_hook_folders(&self, text: &str) -> bool {
        !self.hook_paths.is_empty()
            && self.hook_files().iter().any(|file| text.contains(file.settings_folder()))
    }

    /// Whether a file of hooks that is there has a name with this ending.
    pub(super) fn has_hook_of_extension(&self, end: &str) -> bool {
        let end = end.trim_start_matches('.');
        self.hook_files().iter().any(|file| {
            file.name().rsplit_once('.').is_some_and(|(_, own)| own.eq_ignore_ascii_case(end))
        })
    }

    /// Whether a word is the name of a folder above a file of hooks, or such a folder's path.
    pub(super) fn names_hook_folder(&self, word: &str) -> bool {
        let names = PathParts::of(word).names;
        self.hook_files().iter().any(|file| file.reach_anywhere(&names) > Protection::Unrelated)
    }

    /// How pieces of code relate to what is protected, of which several in a row may be a path.
    pub(super) fn protection_of_pieces(&self, names: Vec<&str>) -> Protection {
        let files = self.hook_files().iter();
        let hooks = files.map(|file| file.reach_anywhere(&names)).max().unwrap_or_default();
        hooks.max(self.protection_of_parts(&PathParts { absolute: false, names }))
    }

    /// How the path relates to what is protected beside files of hooks.
    pub(super) fn protection_beside_hooks(&self, path: &str) -> Protection {
        self.protection_of_parts(&PathParts::of(path))
    }

    fn root_parts(&self) -> &[PathParts<'p>] {
        self.parts.get_or_init(|| self.roots.iter().map(|root| PathParts::of(root)).collect())
    }

    /// The same for a path that is already in parts.
    fn protection_of_parts(&self, parts: &PathParts<'_>) -> Protection {
        let by_root = self.root_parts().iter().map(|root| protection_by_root(parts, root)).max();
        let by_root = by_root.unwrap_or_default();
        if !parts.names.iter().any(|name| may_begin_protected_name(name)) {
            return by_root;
        }
        let is_near = |at: usize| {
            let below = || self.folder_below_project(&parts.folder(at));
            !self.is_elsewhere(parts, at) && !below().is_some_and(|below| has_test_data(&below))
        };
        let own = OWN_FILES.iter().map(|name| {
            protection_by_names(&parts.names, name, |at| !self.is_elsewhere(parts, at))
        });
        let settings =
            HOOK_SETTINGS.iter().map(|name| protection_by_names(&parts.names, name, is_near));
        let closest = own.chain(settings).fold(by_root, Protection::max);
        if is_in_transcript(&parts.names) { Protection::Protected } else { closest }
    }

    /// Whether the folder of the first names of a path is known to be another project's: neither the home
    /// folder, nor the session's project or a folder in it or around it.
    fn is_elsewhere(&self, path: &PathParts<'_>, names: usize) -> bool {
        let folder = &path.names[..names];
        let Some(project) = self.project.as_ref().filter(|_| path.absolute) else { return false };
        let common = matching_names(folder, &project.names);
        let is_around = common == folder.len() || common == project.names.len();
        !is_around && !self.is_home(folder)
    }

    /// Whether these names lead from the root to the home folder.
    fn is_home(&self, folder: &[&str]) -> bool {
        self.homes().map(PathParts::of).any(|home| {
            folder.len() == home.names.len() && matching_names(folder, &home.names) == folder.len()
        })
    }

    /// The home folder, as often as the protected paths say it.
    fn homes(&self) -> impl Iterator<Item = &'p str> {
        let tails = self.roots.iter().filter_map(|root| root.strip_prefix('~'));
        self.roots.iter().flat_map(move |root| {
            let homes = tails.clone().filter_map(|tail| root.strip_suffix(tail));
            homes.filter(|home| home.starts_with('/'))
        })
    }

    /// Whether a folder is known to lie inside the session's project, and to be neither its top nor the home folder: no
    /// client that runs in the project reads hooks there.
    pub(super) fn is_below_project(&self, folder: &str) -> bool {
        self.folder_below_project(folder).is_some()
    }

    /// The path of such a folder from the project's top on.
    fn folder_below_project(&self, folder: &str) -> Option<String> {
        let project = self.project.as_ref()?;
        let joined = match folder.starts_with('/') {
            true => Cow::Borrowed(folder),
            false if folder.starts_with(['~', '$', '`']) => return None,
            false => Cow::Owned(format!("{}/{folder}", self.cwd?)),
        };
        let folder = PathParts::of(&joined);
        let is_below = folder.names.len() > project.names.len()
            && matching_names(&folder.names, &project.names) == project.names.len()
            && !self.is_home(&folder.names);
        is_below.then(|| folder.names[project.names.len()..].join("/"))
    }

    /// Whether a text can name something protected at all. A cheap test that most texts fail.
    #[must_use]
    pub fn may_be_named_in(&self, text: &str) -> bool {
        let signs = signs_of(text.as_bytes());
        let is_code = || text.contains(['\'', '"', '`']);
        let is_dotted = || text.starts_with('.') || text.contains("/.");
        let variable = || {
            ["HOME", "XDG_", "CLAUDE", "CLINE", "COPILOT", "OPENCODE", "FUSEBOX"]
                .iter()
                .any(|v| text.contains(v))
        };
        text.starts_with(['/', '~'])
            || text.starts_with("..")
            || has_client_name(text, signs)
            || (!self.hook_paths.is_empty()
                && (is_dotted() || is_code() && self.names_hook_folders(text)))
            || (signs & PATTERN != 0 && is_dotted())
            || (signs & VARIABLE != 0 && variable())
            || self.unusual_names().iter().any(|name| text.contains(name))
    }

    /// The last names of protected paths that are configured and do not contain `fusebox`.
    fn unusual_names(&self) -> &[&'p str] {
        self.unusual_names.get_or_init(|| {
            let is_ours =
                |root: &&String| root.ends_with("fusebox") || root.ends_with("fusebox-hook");
            let moved = self.roots.iter().filter(|root| !is_ours(root));
            moved.filter_map(|root| root.rsplit('/').next()).collect()
        })
    }

    /// Whether a name pattern such as `fuse*` matches something protected, or a folder of it.
    pub(super) fn matches_name(&self, pattern: &str) -> bool {
        let of_roots = self.roots.iter().filter_map(|root| root.rsplit('/').next());
        // `hooks` alone is a word of ordinary searches.
        let hooks = self.hook_files().iter().map(HookFile::name);
        let named = names_of_protected().flatten().map(|name| -> &str { name });
        let mut all = of_roots.chain(named).chain(hooks).chain(["fusebox.db", "fusebox"]);
        all.any(|name| fits(pattern, name)) || self.has(pattern)
    }
}

/// Whether a path begins at a root, a home or a variable, so that it is the same from every folder.
pub(super) fn is_rooted(path: &str) -> bool {
    path.starts_with(['/', '~', '$'])
}

/// Whether a text with these signs contains our own name or that of a client, in letters of any case.
fn has_client_name(text: &str, signs: u8) -> bool {
    names_in_paths().any(|name| {
        let all = signs_of(name);
        signs & all == all && contains_name(text.as_bytes(), name)
    })
}

/// Whether the text contains the name in letters of any case. Searches for its first two letters.
fn contains_name(text: &[u8], name: &[u8; 6]) -> bool {
    let [first, second, ..] = *name;
    let mut begins = BytePositions::of(text, |byte, behind| {
        (byte.to_ascii_lowercase() == first) & (behind.to_ascii_lowercase() == second)
    });
    let mut from = 0;
    while let Some(at) = begins.next_from(from) {
        if text.get(at..at + 6).is_some_and(|part| part.eq_ignore_ascii_case(name)) {
            return true;
        }
        from = at + 1;
    }
    false
}

/// Whether a part of a path can be the first name of an entry of [`names_of_protected`] and [`TRANSCRIPT_FOLDERS`], which
/// all begin with a dot or are variables. Most paths have no such part.
fn may_begin_protected_name(part: &str) -> bool {
    part.starts_with(['.', '$', '*', '?', '[']) || part.len() > MAX_PATTERN
}

/// How a path relates to these names, one after the other at any place in it that is `near`.
fn protection_by_names(
    path: &[&str],
    names: &[&str],
    is_near: impl Fn(usize) -> bool,
) -> Protection {
    let begins = |at: &usize| !is_unknown(path[*at]) && fits(path[*at], names[0]) && is_near(*at);
    let reach = |at: usize| match matching_names(&path[at..], names) {
        all if all == names.len() => Protection::Protected,
        some if at + some == path.len() => Protection::ClientFolder,
        _ => Protection::Unrelated,
    };
    (0..path.len()).filter(begins).map(reach).max().unwrap_or_default()
}

/// The number of names with which the path begins.
pub(super) fn matching_names(path: &[&str], names: &[&str]) -> usize {
    path.iter().zip(names).take_while(|(part, name)| fits(part, name)).count()
}

fn protection_by_root(path: &PathParts<'_>, root: &PathParts<'_>) -> Protection {
    if path.absolute && root.absolute {
        return match matching_names(&path.names, &root.names) {
            all if all == root.names.len() => Protection::Protected,
            some if some == path.names.len() => Protection::Ancestor,
            _ => Protection::Unrelated,
        };
    }
    let Some(("~", tail)) = root.names.split_first().map(|(first, tail)| (*first, tail)) else {
        return Protection::Unrelated;
    };
    if tail.is_empty() {
        return Protection::Unrelated;
    }
    match (path.names.split_first(), protection_by_names(&path.names, tail, |_| true)) {
        (_, Protection::Protected) => Protection::Protected,
        (Some((&"~", [])), _) => Protection::Ancestor,
        (Some((&"~", rest)), _) if matching_names(rest, tail) == rest.len() => Protection::Ancestor,
        _ => Protection::Unrelated,
    }
}

/// Whether a folder is one of tests or their data.
fn has_test_data(folder: &str) -> bool {
    const NAMES: [&str; 12] = [
        "tests",
        "test",
        "testdata",
        "test-data",
        "test_data",
        "fixtures",
        "fixture",
        "__tests__",
        "__fixtures__",
        "spec",
        "specs",
        "snapshots",
    ];
    folder.split('/').any(|name| NAMES.contains(&name))
}

fn is_in_transcript(path: &[&str]) -> bool {
    let ends = path.last().is_some_and(|last| last.ends_with(".jsonl"));
    ends && TRANSCRIPT_FOLDERS
        .iter()
        .any(|name| protection_by_names(path, name, |_| true) == Protection::Protected)
}

#[cfg(test)]
mod tests;
