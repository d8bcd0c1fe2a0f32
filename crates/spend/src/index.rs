//! What was read, in one file that is replaced as a whole: a crash between reading and saving loses nothing, because
//! the old index stands and the files are read again, and counts nothing twice, because rows and positions are one.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Write;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use fusebox_engine::Timestamp;
use fusebox_engine::spend::{CapWindow, SubscriptionWindow};
use fusebox_usage::UsageFormat;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use crate::file_reader::FileProgress;
use crate::ledger::Ledger;

/// The first bytes of an index, with the version of its form. A change of what readers understand changes it too.
const MAGIC: &[u8] = b"fusebox usage 2\n";

/// What was read of all files, and how far.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct UsageIndex {
    pub(crate) files: BTreeMap<PathBuf, FileProgress>,
    pub(crate) ledger: Ledger,
}

/// Why an index could not be saved.
#[derive(Debug, thiserror::Error)]
pub enum IndexError {
    /// The file or its folder.
    #[error("{path}: {error}", path = path.display())]
    File {
        /// The path.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// The index has no form in bytes.
    #[error("the index cannot be written: {0}")]
    Form(#[from] postcard::Error),
}

impl UsageIndex {
    /// Reads an index. There is none where the file is absent, damaged or of another version: everything is read anew.
    #[must_use]
    pub fn load(path: &Path) -> Self {
        let bytes = fs::read(path).unwrap_or_default();
        let body = bytes.strip_prefix(MAGIC).and_then(|rest| rest.split_at_checked(8));
        let Some((digest, body)) = body else { return Self::default() };
        if digest != xxh3_64(body).to_le_bytes() {
            return Self::default();
        }
        postcard::from_bytes(body).unwrap_or_default()
    }

    /// Replaces the file.
    ///
    /// # Errors
    /// When the system does not allow it; the old index stands.
    pub fn save(&self, path: &Path) -> Result<(), IndexError> {
        let body = postcard::to_allocvec(self)?;
        let bytes = [MAGIC, &xxh3_64(&body).to_le_bytes(), &body].concat();
        let unfinished = path.with_extension(format!("new-{}", std::process::id()));
        let written = write_private(&unfinished, &bytes)
            .and_then(|()| fs::rename(&unfinished, path))
            .map_err(|error| IndexError::File { path: path.to_owned(), error });
        if written.is_err() {
            let _ = fs::remove_file(&unfinished);
        }
        written
    }

    /// How much of its subscription each client says is used, in windows that have not ended, by the client's name.
    #[must_use]
    pub fn subscriptions(&self, now: Timestamp) -> Vec<(&'static str, SubscriptionWindow)> {
        let mut newest: BTreeMap<(&str, CapWindow), SubscriptionWindow> = BTreeMap::new();
        for file in self.files.values() {
            let Some(format) = UsageFormat::named(&file.format) else { continue };
            for told in file.windows().iter().filter(|told| told.ends > now) {
                let known = newest.entry((format.client, told.window)).or_insert(*told);
                // Within a window the used share only grows.
                if (told.ends, told.used) > (known.ends, known.used) {
                    *known = *told;
                }
            }
        }
        newest.into_iter().map(|((client, _), told)| (client, told)).collect()
    }

    /// What was read.
    #[must_use]
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }
}

/// Writes a file that only its owner may read.
fn write_private(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    }
    let mut options = File::options();
    let mut file = options.write(true).create(true).truncate(true).mode(0o600).open(path)?;
    file.write_all(bytes)
}
