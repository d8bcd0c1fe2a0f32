//! Which paths are protected, however they are spelled.
//!
//! Nothing here reads the file system: a path is taken as written, with `.`, `..`, home folders,
//! `/proc/…/root` and braces resolved, and `*`, `?`, `[…]` compared as a shell would.

use std::borrow::Cow;
use std::cell::OnceCell;

use fusebox_scan::BytePositions;

use crate::{PatchAction, patch_header};

use super::client_traits::{
    FOLDERS_IN_PATHS, HOOK_SETTINGS, NAMES_IN_PATHS, OWN_HOOK_FILES, TRANSCRIPT_FOLDERS,
};
use super::spelling::{
    MAX_PATTERN, PathParts, alternatives, fits, is_in_new_temporary, is_unknown,
};

/// How a path relates to what is protected, from harmless to protected.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Protection {
    /// Neither protected nor above anything protected.
    #[default]
    Unrelated,
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
        }
    }

    /// Reads relative paths from this folder, if it is absolute.
    #[must_use]
    pub fn from(self, cwd: Option<&'p str>) -> Self {
        let cwd = cwd.filter(|cwd| cwd.starts_with('/') && *cwd != "/");
        Self { cwd: cwd.map(|cwd| cwd.trim_end_matches('/')), ..self }
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
            names_in_paths().any(|name| contains_name(cwd.as_bytes(), name))
                || self.protection_of_path(cwd) != Protection::Unrelated
        };
        self.cwd.filter(|cwd| *self.is_cwd_relevant.get_or_init(|| is_relevant(cwd)))
    }

    /// The path joined to the agent's folder, where that matters.
    #[must_use]
    pub fn seen_from_cwd<'t>(&self, path: &'t str) -> Cow<'t, str> {
        let cwd = if path.starts_with("..") { self.cwd } else { self.relevant_cwd() };
        match cwd.filter(|_| !path.starts_with(['/', '~', '$'])) {
            Some(cwd) => Cow::Owned(format!("{cwd}/{path}")),
            None => Cow::Borrowed(path),
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

    /// Whether a patch names a protected file.
    #[must_use]
    pub fn has_patched(&self, patch: &str) -> bool {
        patch.lines().filter_map(|line| patch_header(line.trim_start())).any(|(action, path)| {
            let names = |path: &str| self.has(&self.seen_from_cwd(path));
            // A diff has a folder before each path, unless it was told to leave it out.
            let below = path.split_once('/').filter(|_| !action.is_apply_patch());
            action != PatchAction::RenameFrom
                && (names(path) || below.is_some_and(|(_, path)| names(path)))
        })
    }

    fn protection_of_path(&self, path: &str) -> Protection {
        self.protection_of_parts(&PathParts::of(path))
    }

    /// The same for a path that is already in parts.
    pub(super) fn protection_of_parts(&self, parts: &PathParts<'_>) -> Protection {
        let roots =
            self.parts.get_or_init(|| self.roots.iter().map(|root| PathParts::of(root)).collect());
        let by_root = roots.iter().map(|root| protection_by_root(parts, root)).max();
        let by_root = by_root.unwrap_or_default();
        if !parts.names.iter().any(|name| may_begin_protected_name(name)) {
            return by_root;
        }
        let is_near = |at: usize| {
            let below = || self.folder_below_project(&parts.folder(at));
            !self.is_elsewhere(parts, at) && !below().is_some_and(|below| has_test_data(&below))
        };
        let is_read =
            |at: usize| !self.is_elsewhere(parts, at) && !self.is_below_project(&parts.folder(at));
        let own = OWN_FILES.iter().map(|name| {
            protection_by_names(&parts.names, name, |at| !self.is_elsewhere(parts, at))
        });
        let settings =
            HOOK_SETTINGS.iter().map(|name| protection_by_names(&parts.names, name, is_near));
        let files =
            OWN_HOOK_FILES.iter().map(|name| protection_by_hook_file(&parts.names, name, is_read));
        let closest = own.chain(settings).chain(files).fold(by_root, Protection::max);
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
        let tails = self.roots.iter().filter_map(|root| root.strip_prefix('~'));
        let homes = self.roots.iter().flat_map(|root| {
            let homes = tails.clone().filter_map(|tail| root.strip_suffix(tail));
            homes.filter(|home| home.starts_with('/'))
        });
        homes.map(PathParts::of).any(|home| {
            folder.len() == home.names.len() && matching_names(folder, &home.names) == folder.len()
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
    pub(super) fn may_be_named_in(&self, text: &str) -> bool {
        let signs = signs_of(text.as_bytes());
        let is_dotted = || text.starts_with('.') || text.contains("/.");
        let variable = || {
            ["HOME", "XDG_", "CLAUDE", "CLINE", "OPENCODE", "FUSEBOX"]
                .iter()
                .any(|v| text.contains(v))
        };
        let has = |name: &[u8; 6]| {
            let all = signs_of(name);
            signs & all == all && contains_name(text.as_bytes(), name)
        };
        text.starts_with(['/', '~'])
            || text.starts_with("..")
            || names_in_paths().any(has)
            || (is_dotted() && FOLDERS_IN_PATHS.iter().any(|name| text.contains(name)))
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
        let hooks = OWN_HOOK_FILES.iter().filter_map(|name| name.last());
        let named = names_of_protected().flatten().chain(hooks).map(|name| -> &str { name });
        let mut all = of_roots.chain(named).chain(["fusebox.db", "fusebox"]);
        all.any(|name| fits(pattern, name)) || self.has(pattern)
    }
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
fn matching_names(path: &[&str], names: &[&str]) -> usize {
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

/// How a path relates to a file of hooks that Fusebox alone writes. Other files in its folder are other people's; but
/// whatever moves or removes the folder, or the client's folder above it, or what a pattern matches, reaches ours.
fn protection_by_hook_file(
    path: &[&str],
    name: &[&str],
    is_near: impl Fn(usize) -> bool,
) -> Protection {
    // From so many names on a folder is the client's: `.cline`, but `.config/opencode`. `.github` is everybody's, and
    // only its `hooks` counts.
    let (min_names, is_client_folder) = match name[0] {
        ".github" => (2, false),
        ".config" | "$XDG_CONFIG_HOME" => (2, true),
        _ => (1, true),
    };
    let begins = |at: &usize| !is_unknown(path[*at]) && fits(path[*at], name[0]) && is_near(*at);
    let reach = |at: usize| {
        let rest = &path[at..];
        let common = matching_names(rest, name);
        if common == name.len() {
            let last = rest[name.len() - 1];
            let is_plain =
                last.eq_ignore_ascii_case(name[name.len() - 1]) || last.starts_with("fusebox");
            let is_pattern = last.contains(['*', '?', '[']) && rest.len() == name.len();
            return match (is_plain, is_pattern) {
                (true, _) => Protection::Protected,
                (false, true) => Protection::ClientFolder,
                (false, false) => Protection::Unrelated,
            };
        }
        let is_folder = common == rest.len()
            && common >= min_names
            && !rest.iter().any(|part| is_unknown(part))
            && (is_client_folder
                || rest[1..].iter().any(|part| part.eq_ignore_ascii_case("hooks")));
        if is_folder { Protection::ClientFolder } else { Protection::Unrelated }
    };
    (0..path.len()).filter(begins).map(reach).max().unwrap_or_default()
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
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_is_protected_by_name_is_told_by_its_first_part() {
        let files = OWN_HOOK_FILES.iter().chain(TRANSCRIPT_FOLDERS).copied();
        for name in names_of_protected().chain(files) {
            assert!(may_begin_protected_name(name[0]), "{name:?}");
        }
    }

    proptest! {
        #[test]
        fn what_may_name_something_protected_is_what_a_plain_search_finds(
            parts in prop::collection::vec(prop::sample::select(vec![
                "fusebo", "FuSeBo", "claude", "clau", "de", "fuse", "bo", "x", "/", "/.", ".", "*", "?", "[", "{",
                "$", "HOME", "XDG_", "é", "settings.json", "projects", "a.jsonl", "~", "..", "f", "cL",
                "a word that reaches to the end of what is looked at in one go, cl",
            ]), 0..8),
        ) {
            let text = parts.concat();
            let lower = text.to_ascii_lowercase();
            let expected = text.starts_with(['/', '~'])
                || text.starts_with("..")
                || lower.contains("fusebo")
                || lower.contains("claude")
                || (text.contains(['*', '?', '[', '{']) && (text.starts_with('.') || text.contains("/.")))
                || (text.contains('$') && ["HOME", "XDG_", "CLAUDE", "CLINE", "OPENCODE", "FUSEBOX"].iter().any(|v| text.contains(v)));
            let roots = ["/h/.local/state/fusebox".to_owned()];
            let protected = ProtectedPaths::new(&roots);
            prop_assert_eq!(protected.may_be_named_in(&text), expected);
            let path = PathParts::of(&text);
            let named = names_of_protected().map(|name| protection_by_names(&path.names, name, |_| true)).max();
            let near = named.max(Some(protection_by_root(&path, &PathParts::of(&roots[0]))));
            let files = OWN_HOOK_FILES.iter();
            let near = near.max(files.map(|name| protection_by_hook_file(&path.names, name, |_| true)).max());
            let near = if is_in_transcript(&path.names) { Some(Protection::Protected) } else { near };
            prop_assert_eq!(Some(protected.protection_of_parts(&path)), near);
        }
    }

    #[test]
    fn a_folder_of_tests_counts_inside_of_the_project_alone() {
        let roots = ["/h/.local/state/fusebox".to_owned()];
        for (project, path, expected) in [
            ("/h/test/app", "/h/test/app/web/.claude/settings.json", Protection::Protected),
            ("/h/test/app", "/h/test/app/spec/x/.claude/settings.json", Protection::Unrelated),
            ("/h/app", "/h/app/tests/.claude/settings.json", Protection::Unrelated),
            ("/h/app", "/h/tests/.claude/settings.json", Protection::Unrelated),
            (
                "/home/username/app",
                "/home/username/app/a/.claude/settings.json",
                Protection::Protected,
            ),
        ] {
            let protected = ProtectedPaths::new(&roots).in_project(Some(project));
            let found = protected.protection_of_path(path);
            assert_eq!(found, expected, "{path} in {project}");
        }
    }

    #[test]
    fn another_projects_files_have_the_same_names() {
        let roots = ["/h/.local/state/fusebox", "~/.local/state/fusebox"].map(str::to_owned);
        let protected = ProtectedPaths::new(&roots).from(Some("/h/p/src")).in_project(Some("/h/p"));
        for (path, expected) in [
            ("/h/p/.fusebox.toml", Protection::Protected),
            ("/h/.fusebox.toml", Protection::Protected),
            ("/h/p/a/.claude/settings.json", Protection::Protected),
            ("/h/.claude/settings.json", Protection::Protected),
            ("../.fusebox.toml", Protection::Protected),
            ("~/.claude/settings.json", Protection::Protected),
            ("../../.local/state/fusebox/fusebox.db", Protection::Protected),
            ("../../.local/state", Protection::Ancestor),
            ("/h/other/.fusebox.toml", Protection::Unrelated),
            ("../../other/.fusebox.toml", Protection::Unrelated),
            ("/h/p/../other/.claude", Protection::Unrelated),
            ("/tmp/x/.claude/settings.json", Protection::Unrelated),
        ] {
            assert_eq!(protected.protection(&protected.seen_from_cwd(path)), expected, "{path}");
        }
    }

    #[test]
    fn a_path_is_known_however_it_is_spelled() {
        let roots = ["/h/.local/state/fusebox", "~/.local/state/fusebox", "/h/.config/fusebox"];
        let roots = roots.map(str::to_owned);
        for (path, expected) in [
            ("/h/.local/state/fusebox", Protection::Protected),
            ("/h/.local/state/fusebox/fusebox.db", Protection::Protected),
            ("/h/x/../.local//state/./fusebox/", Protection::Protected),
            ("/proc/self/root/h/.local/state/fusebox", Protection::Protected),
            ("$HOME/.local/state/fusebox", Protection::Protected),
            ("${HOME}/.local/state/fuse*", Protection::Protected),
            ("~/.l*/st?te/[f]usebox/x", Protection::Protected),
            ("~/.local/state/*", Protection::Protected),
            ("${XDG_STATE_HOME:-$HOME/.local/state}/fusebox", Protection::Protected),
            ("link/.local/state/fusebox", Protection::Protected),
            (".fusebox.toml", Protection::Protected),
            ("a/b/.fusebox.toml", Protection::Protected),
            ("~/.claude/settings.{json,bak}", Protection::Protected),
            ("~/{.claude/settings.json,x}", Protection::Protected),
            (".claude/$NAME", Protection::Protected),
            (".CLAUDE/Settings.json", Protection::Protected),
            ("~/.claude/projects/-p/s1.jsonl", Protection::Protected),
            (".claude", Protection::ClientFolder),
            ("/h/p/.claude/", Protection::ClientFolder),
            ("/h/.local", Protection::Ancestor),
            ("/", Protection::Ancestor),
            ("~", Protection::Ancestor),
            ("~/.local/state", Protection::Ancestor),
            ("~/.claude/projects/-p/memory/a.md", Protection::Unrelated),
            ("~/.claude/commands/x.md", Protection::Unrelated),
            ("/h/.local/state/fuseboxes", Protection::Unrelated),
            ("/h/.local/share", Protection::Unrelated),
            ("settings.json", Protection::Unrelated),
            ("~/.copilot/hooks/fusebox.json", Protection::Protected),
            (".github/hooks/fusebox.json", Protection::Protected),
            ("~/.copilot/hooks/fusebox-vscode.json", Protection::Protected),
            (".github/hooks/fusebox-vscode.json", Protection::Protected),
            (".github/hooks/fusebox-notes.json", Protection::Unrelated),
            ("/h/.kiro/hooks/./fusebox.json", Protection::Protected),
            ("$HOME/.config/opencode/plugin/fusebox.js", Protection::Protected),
            (".opencode/plugin/fusebox.js", Protection::Protected),
            (".cline/hooks/PreToolUse.sh", Protection::Protected),
            ("~/.cline/hooks/./PostToolUse.sh", Protection::Protected),
            ("$CLINE_DIR/hooks/PreToolUse.sh", Protection::Protected),
            ("$COPILOT_HOME/hooks/fusebox.json", Protection::Protected),
            ("$OPENCODE_CONFIG_DIR/plugin/fusebox.js", Protection::Protected),
            (".cline/hooks", Protection::ClientFolder),
            (".cline/hooks/", Protection::ClientFolder),
            ("~/.cline", Protection::ClientFolder),
            ("~/.cline/hooks/*", Protection::ClientFolder),
            (".cline/hooks/*.sh", Protection::ClientFolder),
            (".cline/hooks/P*Use.sh", Protection::ClientFolder),
            (".cline/h*", Protection::ClientFolder),
            ("$CLINE_DIR/hooks", Protection::ClientFolder),
            ("~/.copilot/hooks", Protection::ClientFolder),
            ("~/.copilot/hooks/*.json", Protection::ClientFolder),
            (".kiro/hooks", Protection::ClientFolder),
            ("~/.config/opencode/plugin", Protection::ClientFolder),
            ("~/.config/opencode", Protection::ClientFolder),
            (".cline/hooks/T*", Protection::Unrelated),
            (".cline/hooks/$F", Protection::Unrelated),
            (".cline/rules", Protection::Unrelated),
            (".github/workflows", Protection::Unrelated),
            (".github/*.yml", Protection::Unrelated),
            (".cline/hooks/TaskStart.sh", Protection::Unrelated),
            ("hooks/PreToolUse.sh", Protection::Unrelated),
            (".github", Protection::Unrelated),
            (".github/hooks/mine.json", Protection::Unrelated),
            (".github/hooks/*", Protection::ClientFolder),
            (".opencode/plugin/mine.js", Protection::Unrelated),
            ("src/hooks/fusebox.json", Protection::Unrelated),
            ("~/.gemini/settings.json", Protection::Unrelated),
            (".vscode/settings.json", Protection::Unrelated),
            ("*", Protection::Unrelated),
            ("*/*.json", Protection::Unrelated),
            ("**/*.toml", Protection::Unrelated),
            ("$A/$B", Protection::Unrelated),
            ("$DIR", Protection::Unrelated),
            ("pkg/.config", Protection::Unrelated),
            ("src/fusebox/mod.rs", Protection::Unrelated),
            ("", Protection::Unrelated),
            ("é{,}/\u{0}*[", Protection::Unrelated),
        ] {
            assert_eq!(ProtectedPaths::new(&roots).protection(path), expected, "{path}");
        }
    }
}
