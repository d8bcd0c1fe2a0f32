//! The mounts that keep protected places as they are.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use rustix::fs::{Access, access};
use serde::{Deserialize, Serialize};

use super::links::ResolvedPath;
use super::{ConfinementPart, MissingPart, ProtectedPlaces};

/// How a command is confined: the orders to the helper that starts it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConfinementPlan {
    /// Where the command runs.
    pub(super) dir: PathBuf,
    /// The mounts, each after those above it.
    pub(super) mounts: Vec<PlannedMount>,
    /// Links that have to stay as they are, and the folder at which they are held.
    pub(super) links: Vec<PathBuf>,
    pub(super) link_folder: Option<PathBuf>,
    /// Parts that this system lacks.
    pub without: Vec<ConfinementPart>,
    /// Variables that the command does not get, beside those of sockets.
    #[serde(default)]
    pub removed_variables: Vec<String>,
}

/// A mount at a path.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct PlannedMount {
    pub(super) path: PathBuf,
    pub(super) kind: MountKind,
}

/// What is mounted. Where two meet, the later variant holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum MountKind {
    /// The folder itself: a mount point cannot be renamed, and a folder above a protected file has
    /// to stay where it is.
    Pin,
    /// An empty folder of the command's own.
    Empty,
    /// The file or folder itself, read-only.
    ReadOnly,
    /// Nothing that can be read or connected to.
    Hidden,
}

impl ConfinementPlan {
    /// Plans the mounts for a command in `dir`. Also returns what no mount can protect: a link that the
    /// command can replace, where there is no folder to hold it at.
    #[must_use]
    pub fn make(places: &ProtectedPlaces, dir: &Path) -> (Self, Vec<MissingPart>) {
        let (mut mounts, mut links) = (BTreeMap::new(), BTreeSet::new());
        let groups = [
            (MountKind::ReadOnly, &places.read_only),
            (MountKind::Hidden, &places.hidden),
            (MountKind::Empty, &places.emptied),
        ];
        for (kind, path) in groups.iter().flat_map(|(kind, all)| all.iter().map(|p| (*kind, p))) {
            let Ok(real) = fs::canonicalize(path) else { continue };
            if kind == MountKind::ReadOnly {
                let on_way = replaceable_links(path);
                for one in on_way.iter().chain([&real]) {
                    for folder in replaceable_folders(one) {
                        add(&mut mounts, folder, MountKind::Pin);
                    }
                }
                links.extend(on_way);
            }
            add(&mut mounts, real, kind);
        }
        let mounts = mounts.into_iter().map(|(path, kind)| PlannedMount { path, kind }).collect();
        let missing = |link: PathBuf| MissingPart {
            part: ConfinementPart::Files,
            why: format!("{} is a link, which can be replaced", link.display()),
        };
        let (held, replaceable) = match places.link_folder {
            Some(_) => (links.into_iter().collect(), Vec::new()),
            None => (Vec::new(), links.into_iter().map(missing).collect()),
        };
        let link_folder = places.link_folder.clone();
        let plan = Self {
            dir: dir.to_owned(),
            mounts,
            links: held,
            link_folder,
            without: Vec::new(),
            removed_variables: places.removed_variables.clone(),
        };
        (plan, replaceable)
    }

    /// The same for a command in `dir` that only reads: these folders cannot be changed either.
    #[must_use]
    pub(crate) fn reading_only<'a>(
        mut self,
        dir: &Path,
        folders: impl Iterator<Item = &'a Path>,
    ) -> Self {
        let mounts = self.mounts.drain(..).map(|mount| (mount.path, mount.kind));
        let mut mounts: BTreeMap<PathBuf, MountKind> = mounts.collect();
        for real in folders.filter_map(|folder| fs::canonicalize(folder).ok()) {
            // A folder is mounted after those above it, which hides what was mounted there.
            let below = mounts.range(real.clone()..).map(|(path, _)| path.clone());
            let pinned: Vec<PathBuf> = below
                .take_while(|path| path.starts_with(&real))
                .filter(|path| mounts.get(path) == Some(&MountKind::Pin))
                .collect();
            for path in pinned {
                mounts.remove(&path);
            }
            add(&mut mounts, real, MountKind::ReadOnly);
        }
        let mounts = mounts.into_iter().map(|(path, kind)| PlannedMount { path, kind }).collect();
        Self { dir: dir.to_owned(), mounts, ..self }
    }

    /// Whether the part is not to be had on this system.
    #[must_use]
    pub fn is_without(&self, part: ConfinementPart) -> bool {
        self.without.contains(&part)
    }
}

fn add(mounts: &mut BTreeMap<PathBuf, MountKind>, path: PathBuf, kind: MountKind) {
    let planned = mounts.entry(path).or_insert(kind);
    *planned = kind.max(*planned);
}

/// The folders above `path` that this user can rename. A mount follows the folder that holds it, so
/// that another file could be put at `path`.
fn replaceable_folders(path: &Path) -> impl Iterator<Item = PathBuf> {
    let above = path.ancestors().skip(1).map(Path::to_owned);
    above.filter(|folder| folder.parent().is_some_and(is_writable))
}

/// The links on the way to `path` that this user can replace.
fn replaceable_links(path: &Path) -> Vec<PathBuf> {
    let mut links = ResolvedPath::of(path).links;
    links.retain(|link| link.parent().is_some_and(is_writable));
    links
}

fn is_writable(folder: &Path) -> bool {
    access(folder, Access::WRITE_OK).is_ok()
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    /// A folder in which the user may do everything.
    fn home() -> (tempfile::TempDir, PathBuf) {
        let dir = tempfile::tempdir().unwrap();
        let home = dir.path().canonicalize().unwrap();
        fs::create_dir_all(home.join("project/.claude")).unwrap();
        fs::write(home.join("project/.claude/settings.json"), "{}").unwrap();
        (dir, home)
    }

    fn kind_of(plan: &ConfinementPlan, path: &Path) -> Option<MountKind> {
        plan.mounts.iter().find(|mount| mount.path == path).map(|mount| mount.kind)
    }

    #[test]
    fn every_folder_that_could_be_renamed_above_a_protected_file_is_pinned() {
        let (_dir, home) = home();
        let file = home.join("project/.claude/settings.json");
        let places = ProtectedPlaces { read_only: vec![file.clone()], ..Default::default() };
        let (plan, missing) = ConfinementPlan::make(&places, &home);
        assert_eq!(missing, []);
        assert_eq!(kind_of(&plan, &file), Some(MountKind::ReadOnly));
        for folder in ["project/.claude", "project", ""] {
            assert_eq!(kind_of(&plan, &home.join(folder)), Some(MountKind::Pin), "{folder}");
        }
        assert_eq!(kind_of(&plan, Path::new("/")), None);
        let order: Vec<&PathBuf> = plan.mounts.iter().map(|mount| &mount.path).collect();
        assert!(order.is_sorted());
    }

    #[test]
    fn a_protected_folder_is_not_made_writable_for_what_lies_in_it() {
        let (_dir, home) = home();
        let folder = home.join("project");
        let read_only = vec![folder.join(".claude/settings.json"), folder.clone()];
        let places = ProtectedPlaces { read_only, ..Default::default() };
        let (plan, _) = ConfinementPlan::make(&places, &home);
        assert_eq!(kind_of(&plan, &folder), Some(MountKind::ReadOnly));
    }

    #[test]
    fn a_link_that_can_be_replaced_is_held_or_named() {
        let (_dir, home) = home();
        let link = home.join("settings.json");
        symlink(home.join("project/.claude/settings.json"), &link).unwrap();
        let places = ProtectedPlaces { read_only: vec![link.clone()], ..Default::default() };
        let (_, missing) = ConfinementPlan::make(&places, &home);
        assert!(missing[0].why.starts_with(&link.display().to_string()), "{missing:?}");
        let link_folder = Some(home.join("links"));
        let (plan, missing) =
            ConfinementPlan::make(&ProtectedPlaces { link_folder, ..places }, &home);
        assert_eq!((plan.links, missing), (vec![link], vec![]));
    }
}
