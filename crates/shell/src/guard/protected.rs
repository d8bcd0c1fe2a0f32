//! Which paths belong to the circuit breaker, however they are spelled.
//!
//! Nothing here looks at the disk: a path is read as written, with `.`, `..`, home folders,
//! `/proc/…/root` and braces resolved, and `*`, `?`, `[…]` compared as a shell would.

use std::borrow::Cow;
use std::cell::OnceCell;

use fusebox_scan::BytePositions;

use crate::{PatchAction, patch_header};

use super::spelling::{MAX_PATTERN, PathParts, alternatives, fits, is_unknown};

/// How near a path is to what is protected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Protection {
    /// It has nothing to do with it.
    Away,
    /// Some folder above it: harm is done by moving or removing it.
    Above,
    /// The client's own folder, which holds the settings.
    Holds,
    /// The thing itself, or in it.
    Inside,
}

/// Protected wherever they lie: a project's policy, a client's hook settings.
const BY_NAME: &[&[&str]] = &[
    &[".fusebox.toml"],
    &[".claude", "settings.json"],
    &[".claude", "settings.local.json"],
    &["$CLAUDE_CONFIG_DIR", "settings.json"],
    &["$XDG_STATE_HOME", "fusebox"],
    &["$XDG_CONFIG_HOME", "fusebox"],
    &["$FUSEBOX_STATE_DIR"],
    &["$FUSEBOX_CONFIG"],
];

/// The client's record of its conversations, which the breaker reads.
const TRANSCRIPTS: &[&[&str]] = &[&[".claude", "projects"], &["$CLAUDE_CONFIG_DIR", "projects"]];

/// What a byte tells of the text that it is in: a letter of one of the names that
/// [`ProtectedPaths::may_be_in`] looks for, a pattern, a variable. One bit each.
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

/// What the bytes tell together.
const fn signs_of(bytes: &[u8]) -> u8 {
    let (mut signs, mut n) = (0, 0);
    while n < bytes.len() {
        signs |= SIGNS[bytes[n] as usize];
        n += 1;
    }
    signs
}

/// The paths of this place.
pub struct ProtectedPaths<'p> {
    roots: &'p [String],
    /// Where the agent is, absolute.
    cwd: Option<&'p str>,
    near: OnceCell<bool>,
    parts: OnceCell<Vec<PathParts<'p>>>,
    others: OnceCell<Vec<&'p str>>,
}

impl<'p> ProtectedPaths<'p> {
    /// Protects these roots, and what is protected by name.
    #[must_use]
    pub fn new(roots: &'p [String]) -> Self {
        Self {
            roots,
            cwd: None,
            near: OnceCell::new(),
            parts: OnceCell::new(),
            others: OnceCell::new(),
        }
    }

    /// The same for an agent in this folder, where that is known.
    #[must_use]
    pub fn from(self, cwd: Option<&'p str>) -> Self {
        let cwd = cwd.filter(|cwd| cwd.starts_with('/') && *cwd != "/");
        Self { cwd: cwd.map(|cwd| cwd.trim_end_matches('/')), ..self }
    }

    /// The agent's folder, where a bare name in it may be one of ours: in most folders none is.
    pub(super) fn near(&self) -> Option<&'p str> {
        let is_near = |cwd: &str| {
            let own = |word: &str| cwd.to_ascii_lowercase().contains(word);
            own("fusebo") || own("claude") || self.one(cwd) != Protection::Away
        };
        self.cwd.filter(|cwd| *self.near.get_or_init(|| is_near(cwd)))
    }

    /// A path as seen from the agent's folder.
    #[must_use]
    pub fn seen_from_cwd<'t>(&self, path: &'t str) -> Cow<'t, str> {
        match self.near().filter(|_| !path.starts_with(['/', '~', '$'])) {
            Some(cwd) => Cow::Owned(format!("{cwd}/{path}")),
            None => Cow::Borrowed(path),
        }
    }

    /// How near the path is; of several that braces stand for, the nearest.
    pub(super) fn reach(&self, path: &str) -> Protection {
        if !self.may_be_in(path) {
            return Protection::Away;
        }
        if path.contains('{') && path.contains(',') {
            return alternatives(path)
                .iter()
                .map(|one| self.one(one))
                .max()
                .unwrap_or(Protection::Away);
        }
        self.one(path)
    }

    /// Whether the path is protected.
    #[must_use]
    pub fn has(&self, path: &str) -> bool {
        self.reach(path) == Protection::Inside
    }

    /// Whether a patch names a protected file.
    #[must_use]
    pub fn has_patched(&self, patch: &str) -> bool {
        patch.lines().filter_map(patch_header).any(|(action, path)| {
            action != PatchAction::RenameFrom && self.has(&self.seen_from_cwd(path))
        })
    }

    fn one(&self, path: &str) -> Protection {
        self.of(&PathParts::of(path))
    }

    /// The same for a path that is in parts already.
    pub(super) fn of(&self, parts: &PathParts<'_>) -> Protection {
        let roots = self.parts.get_or_init(|| {
            let mut roots: Vec<PathParts<'_>> =
                self.roots.iter().map(|root| PathParts::of(root)).collect();
            // The home folder has three names.
            roots.dedup();
            roots
        });
        let kept = roots.iter().map(|root| under(parts, root)).max().unwrap_or(Protection::Away);
        if !parts.names.iter().any(|name| may_be_named(name)) {
            return kept;
        }
        let named = BY_NAME.iter().map(|name| anywhere(&parts.names, name));
        let nearest = named.fold(kept, Protection::max);
        if is_transcript(&parts.names) { Protection::Inside } else { nearest }
    }

    /// A cheap look: whether a text can name something protected at all.
    pub(super) fn may_be_in(&self, text: &str) -> bool {
        const NAMES: [&[u8; 6]; 2] = [b"fusebo", b"claude"];
        let signs = signs_of(text.as_bytes());
        let is_dotted = || text.starts_with('.') || text.contains("/.");
        let variable = || ["HOME", "XDG_", "CLAUDE", "FUSEBOX"].iter().any(|v| text.contains(v));
        let has = |name: &[u8; 6]| {
            let all = signs_of(name);
            signs & all == all && contains(text.as_bytes(), name)
        };
        text.starts_with(['/', '~'])
            || NAMES.iter().any(|name| has(name))
            || (signs & PATTERN != 0 && is_dotted())
            || (signs & VARIABLE != 0 && variable())
            || self.others().iter().any(|name| text.contains(name))
    }

    /// The names of roots that a person moved elsewhere.
    fn others(&self) -> &[&'p str] {
        self.others.get_or_init(|| {
            let is_ours =
                |root: &&String| root.ends_with("fusebox") || root.ends_with("fusebox-hook");
            let moved = self.roots.iter().filter(|root| !is_ours(root));
            moved.filter_map(|root| root.rsplit('/').next()).collect()
        })
    }

    /// Whether a name pattern such as `fuse*` is for something protected, or a folder of it.
    pub(super) fn names_part(&self, pattern: &str) -> bool {
        let of_roots = self.roots.iter().filter_map(|root| root.rsplit('/').next());
        let named = BY_NAME.iter().flat_map(|name| name.iter().copied());
        let mut all = of_roots.chain(named).chain(["fusebox.db", "fusebox"]);
        all.any(|name| fits(pattern, name)) || self.has(pattern)
    }
}

/// Whether the name is in the text, in letters of any case: told by its first two letters.
fn contains(text: &[u8], name: &[u8; 6]) -> bool {
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

/// Whether a part of a path may be the first of the names of [`BY_NAME`] and [`TRANSCRIPTS`], which
/// all begin with a dot or are variables: most paths have none such.
fn may_be_named(part: &str) -> bool {
    part.starts_with(['.', '$', '*', '?', '[']) || part.len() > MAX_PATTERN
}

/// Where the names stand one after the other in a path.
fn anywhere(path: &[&str], names: &[&str]) -> Protection {
    let begins = |at: &usize| !is_unknown(path[*at]) && fits(path[*at], names[0]);
    let reach = |at: usize| match matching(&path[at..], names) {
        all if all == names.len() => Protection::Inside,
        some if at + some == path.len() => Protection::Holds,
        _ => Protection::Away,
    };
    (0..path.len()).filter(begins).map(reach).max().unwrap_or(Protection::Away)
}

/// How many of the names the path begins with.
fn matching(path: &[&str], names: &[&str]) -> usize {
    path.iter().zip(names).take_while(|(part, name)| fits(part, name)).count()
}

fn under(path: &PathParts<'_>, root: &PathParts<'_>) -> Protection {
    if path.absolute && root.absolute {
        return match matching(&path.names, &root.names) {
            all if all == root.names.len() => Protection::Inside,
            some if some == path.names.len() => Protection::Above,
            _ => Protection::Away,
        };
    }
    let Some(("~", tail)) = root.names.split_first().map(|(first, tail)| (*first, tail)) else {
        return Protection::Away;
    };
    if tail.is_empty() {
        return Protection::Away;
    }
    match (path.names.split_first(), anywhere(&path.names, tail)) {
        (_, Protection::Inside) => Protection::Inside,
        (Some((&"~", [])), _) => Protection::Above,
        (Some((&"~", rest)), _) if matching(rest, tail) == rest.len() => Protection::Above,
        _ => Protection::Away,
    }
}

fn is_transcript(path: &[&str]) -> bool {
    let ends = path.last().is_some_and(|last| last.ends_with(".jsonl"));
    ends && TRANSCRIPTS.iter().any(|name| anywhere(path, name) == Protection::Inside)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_is_protected_by_name_is_told_by_its_first_part() {
        for name in BY_NAME.iter().chain(TRANSCRIPTS) {
            assert!(may_be_named(name[0]), "{name:?}");
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
                || lower.contains("fusebo")
                || lower.contains("claude")
                || (text.contains(['*', '?', '[', '{']) && (text.starts_with('.') || text.contains("/.")))
                || (text.contains('$') && ["HOME", "XDG_", "CLAUDE", "FUSEBOX"].iter().any(|v| text.contains(v)));
            let roots = ["/h/.local/state/fusebox".to_owned()];
            let protected = ProtectedPaths::new(&roots);
            prop_assert_eq!(protected.may_be_in(&text), expected);
            let path = PathParts::of(&text);
            let named = BY_NAME.iter().map(|name| anywhere(&path.names, name)).max();
            let near = named.max(Some(under(&path, &PathParts::of(&roots[0]))));
            let near = if is_transcript(&path.names) { Some(Protection::Inside) } else { near };
            prop_assert_eq!(Some(protected.of(&path)), near);
        }
    }

    #[test]
    fn a_path_is_known_however_it_is_spelled() {
        let roots = ["/h/.local/state/fusebox", "~/.local/state/fusebox", "/h/.config/fusebox"];
        let roots = roots.map(str::to_owned);
        for (path, expected) in [
            ("/h/.local/state/fusebox", Protection::Inside),
            ("/h/.local/state/fusebox/fusebox.db", Protection::Inside),
            ("/h/x/../.local//state/./fusebox/", Protection::Inside),
            ("/proc/self/root/h/.local/state/fusebox", Protection::Inside),
            ("$HOME/.local/state/fusebox", Protection::Inside),
            ("${HOME}/.local/state/fuse*", Protection::Inside),
            ("~/.l*/st?te/[f]usebox/x", Protection::Inside),
            ("~/.local/state/*", Protection::Inside),
            ("${XDG_STATE_HOME:-$HOME/.local/state}/fusebox", Protection::Inside),
            ("link/.local/state/fusebox", Protection::Inside),
            (".fusebox.toml", Protection::Inside),
            ("a/b/.fusebox.toml", Protection::Inside),
            ("~/.claude/settings.{json,bak}", Protection::Inside),
            ("~/{.claude/settings.json,x}", Protection::Inside),
            (".claude/$NAME", Protection::Inside),
            (".CLAUDE/Settings.json", Protection::Inside),
            ("~/.claude/projects/-p/s1.jsonl", Protection::Inside),
            (".claude", Protection::Holds),
            ("/h/p/.claude/", Protection::Holds),
            ("/h/.local", Protection::Above),
            ("/", Protection::Above),
            ("~", Protection::Above),
            ("~/.local/state", Protection::Above),
            ("~/.claude/projects/-p/memory/a.md", Protection::Away),
            ("~/.claude/commands/x.md", Protection::Away),
            ("/h/.local/state/fuseboxes", Protection::Away),
            ("/h/.local/share", Protection::Away),
            ("settings.json", Protection::Away),
            (".vscode/settings.json", Protection::Away),
            ("*", Protection::Away),
            ("*/*.json", Protection::Away),
            ("**/*.toml", Protection::Away),
            ("$A/$B", Protection::Away),
            ("$DIR", Protection::Away),
            ("pkg/.config", Protection::Away),
            ("src/fusebox/mod.rs", Protection::Away),
            ("", Protection::Away),
            ("é{,}/\u{0}*[", Protection::Away),
        ] {
            assert_eq!(ProtectedPaths::new(&roots).reach(path), expected, "{path}");
        }
    }
}
