//! Files of hooks that are there and that Fusebox alone writes: which of them a path names, or lies above.

use super::client_traits::SETTINGS_VARIABLES;
use super::protected::{Protection, matching_names};
use super::spelling::{PathParts, is_unknown};

/// A file of hooks, by the names of its path.
#[derive(Debug)]
pub(super) struct HookFile<'p> {
    /// The names from the root on.
    names: Vec<&'p str>,
    /// The number of names in front of the client's settings folder (`.cline`, `.github`).
    settings: usize,
    /// The number of names that lead to the home folder, if the file lies below it.
    home: Option<usize>,
    /// The number of names that lead to the folder that is the client's alone: `.cline`, but `.github/hooks`.
    client_folder: usize,
}

/// Folders of settings that hold more than those of one client.
const SHARED_FOLDERS: [&str; 2] = [".github", ".config"];

impl<'p> HookFile<'p> {
    /// The file at an absolute path, with the home folder as it is known.
    pub(super) fn at(path: &'p str, mut homes: impl Iterator<Item = &'p str>) -> Self {
        let names = PathParts::of(path).names;
        let below = |home: &&str| {
            path.strip_prefix(home.trim_end_matches('/')).is_some_and(|rest| rest.starts_with('/'))
        };
        let home = homes.find(below).map(|home| PathParts::of(home).names.len());
        let folders = names.len().saturating_sub(1);
        let dotted = names[..folders].iter().rposition(|name| name.starts_with('.'));
        // A folder that a variable moved has any name.
        let settings = dotted.unwrap_or(names.len().saturating_sub(3));
        let is_shared = names.get(settings).is_some_and(|name| SHARED_FOLDERS.contains(name));
        Self { client_folder: settings + 1 + usize::from(is_shared), settings, home, names }
    }

    /// The name of the file.
    pub(super) fn name(&self) -> &'p str {
        self.names.last().copied().unwrap_or_default()
    }

    /// The name of the client's settings folder.
    pub(super) fn settings_folder(&self) -> &'p str {
        self.names.get(self.settings).copied().unwrap_or_default()
    }

    /// How a path relates to the file.
    pub(super) fn reach(&self, path: &PathParts<'_>) -> Protection {
        let names = path.names.as_slice();
        let Some((first, rest)) = names.split_first().filter(|_| !path.absolute) else {
            return self.reach_from(names, 0);
        };
        match *first {
            "~" => self.home.map_or(Protection::Unrelated, |home| self.reach_from(rest, home)),
            "$XDG_CONFIG_HOME" if self.names.get(self.settings) == Some(&".config") => {
                self.reach_from(rest, self.settings + 1)
            }
            "$CLAUDE_CONFIG_DIR" => Protection::Unrelated,
            known if SETTINGS_VARIABLES.contains(&known) => {
                self.reach_from(rest, self.client_folder)
            }
            _ => self.reach_anywhere(names),
        }
    }

    /// How names relate to the file that begin with its settings folder at any place.
    pub(super) fn reach_anywhere(&self, names: &[&str]) -> Protection {
        let of_tail = |at: usize| {
            let begins = !is_unknown(names[at]);
            let reach = if begins {
                self.reach_from(&names[at..], self.settings)
            } else {
                Protection::Unrelated
            };
            // A shared folder below an unknown one is another project's as well.
            let is_meant = at == 0 || reach > Protection::HookAncestor;
            if is_meant { reach } else { Protection::Unrelated }
        };
        (0..names.len()).map(of_tail).max().unwrap_or_default()
    }

    /// The same for names that begin at one of its own.
    fn reach_from(&self, path: &[&str], from: usize) -> Protection {
        let Some(own) = self.names.get(from..) else { return Protection::Unrelated };
        let common = matching_names(path, own);
        let is_pattern = |name: &str| name.contains(['*', '?', '[']);
        let is_plain = |name: &str| !is_pattern(name) && !is_unknown(name);
        // A pattern in place of a shared folder's `hooks` is not meant for hooks.
        let below_shared = self.client_folder > self.settings + 1;
        let names_client = match (self.client_folder - 1).checked_sub(from) {
            Some(at) if below_shared => path.get(at).is_some_and(|name| is_plain(name)),
            Some(at) => path.get(at).is_some_and(|name| !is_unknown(name)),
            None => true,
        };
        if common == own.len() {
            let last = path[own.len() - 1];
            return match names_client {
                _ if is_unknown(last) => Protection::Unrelated,
                true if !is_pattern(last) || last.starts_with("fusebox") => Protection::Protected,
                true => Protection::ClientFolder,
                false => Protection::HookAncestor,
            };
        }
        if common < path.len() || path.iter().any(|name| is_unknown(name)) {
            return Protection::Unrelated;
        }
        let is_above = from + path.len() < self.client_folder;
        if is_above || !names_client { Protection::HookAncestor } else { Protection::ClientFolder }
    }

    /// Whether the names are those of the folder that the file lies in.
    pub(super) fn lies_in(&self, path: &PathParts<'_>) -> bool {
        let with_file = [path.names.as_slice(), &[self.name()]].concat();
        let below = PathParts { absolute: path.absolute, names: with_file };
        self.reach(&below) == Protection::Protected
    }
}
