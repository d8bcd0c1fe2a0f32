//! `STATE.md`: what a planner writes of the slice of work that is under way, and of its step.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use fusebox_text::redact;

use crate::project::work_tree_top;

/// Its paths in a folder; the first that exists is read.
const PLACES: &[&str] = &[".greenlight/STATE.md", "STATE.md"];
/// What is read of it, in bytes.
const MAX_BYTES: u64 = 16 << 10;
/// What is kept of it, in characters.
const MAX_CHARS: usize = 4_000;

/// The beginning of the file, redacted: the one beside the slice's contract, else the nearest from the
/// folder of the task up to the root of its repository. `None` where there is none.
pub(super) fn read(folder: &Path, contract: Option<&Path>) -> Option<String> {
    let folder = folder.canonicalize().ok()?;
    let top = work_tree_top(&folder).unwrap_or(&folder);
    let slice = contract.and_then(|file| folder.join(file).parent()?.canonicalize().ok());
    let above = folder.ancestors().take_while(|parent| parent.starts_with(top));
    let mut folders = slice.as_deref().into_iter().chain(above);
    let text =
        folders.find_map(|folder| PLACES.iter().find_map(|at| text(&folder.join(at), top)))?;
    let text: String = redact(text.trim()).chars().take(MAX_CHARS).collect();
    (!text.is_empty()).then_some(text)
}

/// The beginning of a file that lies inside `top`.
fn text(path: &Path, top: &Path) -> Option<String> {
    // Links are followed first: what lies outside the repository is none of the report's business.
    let path = path.canonicalize().ok()?;
    if !path.starts_with(top) || !path.metadata().ok()?.is_file() {
        return None;
    }
    let mut bytes = Vec::new();
    File::open(path).ok()?.take(MAX_BYTES).read_to_end(&mut bytes).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(folder: &Path) -> Option<String> {
        super::read(folder, None)
    }

    #[test]
    fn the_state_of_a_slice_is_read_inside_the_folder_and_without_secrets() {
        let dir = tempfile::TempDir::new().unwrap();
        let inside = dir.path().join("project");
        std::fs::create_dir_all(inside.join(".greenlight")).unwrap();
        assert_eq!(read(&inside), None);
        let secret = dir.path().join("secret");
        std::fs::write(&secret, "not yours").unwrap();
        std::os::unix::fs::symlink(&secret, inside.join(".greenlight/STATE.md")).unwrap();
        assert_eq!(read(&inside), None);
        std::fs::write(inside.join("STATE.md"), "# Slice 4\nstep: 3\n").unwrap();
        assert_eq!(read(&inside).unwrap(), "# Slice 4\nstep: 3");
        std::fs::remove_file(inside.join(".greenlight/STATE.md")).unwrap();
        std::fs::write(inside.join(".greenlight/STATE.md"), "password = hunter2hunter2").unwrap();
        assert!(!read(&inside).unwrap().contains("hunter2"), "{:?}", read(&inside));
    }

    #[test]
    fn the_state_of_a_slice_is_found_beside_its_contract_and_up_to_the_root_of_the_repository() {
        let dir = tempfile::TempDir::new().unwrap();
        let (top, package) = (dir.path().join("repo"), dir.path().join("repo/packages/cart"));
        std::fs::create_dir_all(&package).unwrap();
        std::fs::write(dir.path().join("STATE.md"), "of nobody").unwrap();
        std::fs::write(top.join("STATE.md"), "of the repository").unwrap();
        assert_eq!(read(&package), None, "no repository: only its own folder");
        std::fs::create_dir(top.join(".git")).unwrap();
        assert_eq!(read(&package).unwrap(), "of the repository");
        std::fs::write(package.join("STATE.md"), "of the package").unwrap();
        assert_eq!(read(&package).unwrap(), "of the package");
        std::fs::create_dir_all(top.join("slices/4")).unwrap();
        std::fs::write(top.join("slices/4/STATE.md"), "of slice 4").unwrap();
        let contract = |path: &str| super::read(&package, Some(Path::new(path)));
        assert_eq!(contract("../../slices/4/contract.md").unwrap(), "of slice 4");
        assert_eq!(contract("../../slices/5/contract.md").unwrap(), "of the package");
        assert_eq!(contract("../../../contract.md").unwrap(), "of the package");
    }
}
