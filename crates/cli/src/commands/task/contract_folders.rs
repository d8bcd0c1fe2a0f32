//! The folders of the files that a contract names.

use std::collections::BTreeSet;
use std::io::Read;
use std::path::Path;

use fusebox_engine::scope::Glob;

use super::path_glob::glob_of_existing;
use crate::{CliError, Result};

/// The part of a contract that is read, in bytes.
const CONTRACT_BYTES: u64 = 1 << 20;
/// The most folders that a contract may name.
const FOLDERS: usize = 100;

/// The globs of the folders whose files the contract names, in order.
pub(super) fn read(contract: &Path, folder: &Path) -> Result<Vec<String>> {
    let failed = |error: std::io::Error| {
        CliError::failed(format!("cannot read the contract {}: {error}", contract.display()))
            .hint("--contract names another one, --files the files themselves")
    };
    let mut text = Vec::new();
    let file = std::fs::File::open(contract).map_err(failed)?;
    file.take(CONTRACT_BYTES).read_to_end(&mut text).map_err(failed)?;
    Ok(folders_named(&String::from_utf8_lossy(&text), folder).into_iter().take(FOLDERS).collect())
}

fn folders_named(text: &str, folder: &Path) -> BTreeSet<String> {
    let is_separator = |c: char| c.is_whitespace() || "`'\"()<>,;|".contains(c);
    let words = text.split(is_separator).filter(|word| !word.contains("://"));
    words.filter_map(|word| folder_of_word(word, folder)).collect()
}

/// The glob of the folder of a file that the word names. A file at the top is itself alone.
fn folder_of_word(word: &str, folder: &Path) -> Option<String> {
    let word =
        word.strip_prefix(&*folder.to_string_lossy()).map_or(word, |w| w.trim_start_matches('/'));
    let word = word.trim_start_matches("./").trim_end_matches(['.', ':', '!', '?', '*']);
    // `src/cart.rs:14`
    let path = match word.rsplit_once(':') {
        Some((path, line)) if line.chars().all(|c| c.is_ascii_digit()) => path,
        _ => word,
    };
    if path.starts_with(['/', '~', '-', '.', '#']) || path.split('/').any(|name| name == "..") {
        return None;
    }
    let Some((parent, name)) = path.trim_end_matches('/').rsplit_once('/') else {
        return glob_of_existing(folder, path).filter(|_| path.contains(['.', '/']));
    };
    let full_path = folder.join(path);
    if full_path.is_dir() {
        return glob_of_existing(folder, path);
    }
    // A file that does not exist yet is known by its extension.
    let ending =
        name.rsplit_once('.').filter(|(stem, _)| !stem.is_empty()).map(|(_, ending)| ending);
    let planned = ending.is_some_and(|ending| {
        (1..=10).contains(&ending.len()) && ending.starts_with(|c: char| c.is_ascii_alphabetic())
    });
    (planned || full_path.is_file()).then(|| format!("{}/**", Glob::escaped(parent)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a06_a_contract_names_folders() {
        let dir = tempfile::tempdir().unwrap();
        for file in ["src/cart/totals.rs", "docs/x", "Cargo.toml", "app/[id]/page.tsx"] {
            let path = dir.path().join(file);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, "").unwrap();
        }
        let text = "# Totals\n\nSee https://example.com/a/b.html and/or version 1.2.\n\
            `src/cart/totals.rs:14` calls [new](src/money/round.rs). It reads Cargo.toml, docs/ and\n\
            app/[id]/page.tsx; never ../other/x.rs, /etc/passwd or missing.toml. Either/or.";
        let found: Vec<String> = folders_named(text, dir.path()).into_iter().collect();
        assert_eq!(
            found,
            ["Cargo.toml", "app/\\[id\\]/**", "docs/**", "src/cart/**", "src/money/**"]
        );
    }
}
