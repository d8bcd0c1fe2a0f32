//! The glob of a path that exists.

use std::path::Path;

use fusebox_engine::scope::Glob;

/// The glob of a path below `folder` that exists: of a file itself, of a folder all that is in it.
pub(super) fn glob_of_existing(folder: &Path, path: &str) -> Option<String> {
    let bare = path.trim_start_matches("./").trim_end_matches('/');
    if bare.is_empty() || bare == "." {
        return path.starts_with('.').then(|| "**".to_owned());
    }
    let goes_up = Path::new(bare).components().any(|part| part.as_os_str() == "..");
    let meta =
        if goes_up || bare.starts_with('/') { None } else { folder.join(bare).metadata().ok() };
    meta.map(|meta| match meta.is_dir() {
        true => format!("{}/**", Glob::escaped(bare)),
        false => Glob::escaped(bare),
    })
}
