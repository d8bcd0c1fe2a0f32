//! `STATE.md`: what a planner writes of the slice of work that is under way, and of its step.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use fusebox_text::redact;

/// Its paths in the folder of the task; the first that exists is read.
const PLACES: &[&str] = &[".greenlight/STATE.md", "STATE.md"];
/// What is read of it, in bytes.
const MAX_BYTES: u64 = 16 << 10;
/// What is kept of it, in characters.
const MAX_CHARS: usize = 4_000;

/// The beginning of the file, redacted; `None` where there is none inside the folder.
pub(super) fn read(folder: &Path) -> Option<String> {
    let folder = folder.canonicalize().ok()?;
    let text = PLACES.iter().find_map(|place| {
        // Links are followed first: what lies outside the folder is none of the report's business.
        let path = folder.join(place).canonicalize().ok()?;
        if !path.starts_with(&folder) || !path.metadata().ok()?.is_file() {
            return None;
        }
        let mut bytes = Vec::new();
        File::open(path).ok()?.take(MAX_BYTES).read_to_end(&mut bytes).ok()?;
        Some(String::from_utf8_lossy(&bytes).into_owned())
    })?;
    let text: String = redact(text.trim()).chars().take(MAX_CHARS).collect();
    (!text.is_empty()).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
