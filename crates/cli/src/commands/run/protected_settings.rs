//! The clients' settings that a confined command must leave alone, whether they exist or not.

use std::path::{Path, PathBuf};

use fusebox_clients::{CLIENTS, ClientSettings, FolderOwner, GuardedFile, Placeholder};
use fusebox_supervisor::confine::ProtectedPlaces;

use crate::Context;
use crate::commands::install::target::{project_root, user_folder};

/// Adds every file that can take hooks away or switch them off: the person's, those of every folder of the
/// project from the working folder up, and the administrator's.
pub(super) fn add_to(places: &mut ProtectedPlaces, context: &Context) {
    for settings in CLIENTS.iter().filter_map(|client| client.settings) {
        // A client does not start where the administrator's file is there and is no file.
        let managed = settings.managed_file.map(PathBuf::from);
        places.read_only.extend(managed.filter(|file| file.exists()));
        let user_folder = user_folder(context, settings);
        for guarded in guarded_files(settings, FolderOwner::Person) {
            let path = settings.guarded_path(guarded, user_folder.as_deref(), &context.dir);
            let Some(path) = path else { continue };
            if let Placeholder::File(text) = guarded.placeholder {
                places.placeholder_texts.insert(path.clone(), text.to_owned());
            }
            places.read_only.push(path);
        }
        for folder in project_folders(&context.dir) {
            for guarded in guarded_files(settings, FolderOwner::Project) {
                let path = settings.guarded_path(guarded, None, folder);
                places.read_only.extend(path.map(|path| place_in_project(path, guarded, places)));
            }
        }
    }
}

/// The folders of the project from the working folder `dir` up to its root.
pub(super) fn project_folders(dir: &Path) -> impl Iterator<Item = &Path> {
    let root = project_root(dir);
    dir.ancestors().take_while(move |folder| folder.starts_with(root))
}

fn guarded_files(
    settings: &'static ClientSettings,
    owner: FolderOwner,
) -> impl Iterator<Item = &'static GuardedFile> {
    // A file of which only a part is guarded is the agent's to write; what it loses is put back.
    let is_whole = move |guarded: &&GuardedFile| guarded.owner == owner && guarded.part.is_none();
    settings.guarded_files.iter().filter(is_whole)
}

/// What is protected for a settings file at `path` in a project: where it would have to be a file and there
/// is none, the folder of settings as a whole, because git would see a file.
fn place_in_project(path: PathBuf, guarded: &GuardedFile, places: &ProtectedPlaces) -> PathBuf {
    // In the home folder, a project's settings are the person's.
    let is_known = places.placeholder_texts.contains_key(&path);
    let exists = std::fs::symlink_metadata(&path).is_ok();
    match path.parent() {
        Some(folder) if guarded.placeholder != Placeholder::Folder && !is_known && !exists => {
            folder.to_owned()
        }
        _ => path,
    }
}
