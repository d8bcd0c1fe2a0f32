//! Finds the client's own record of a session, and reads the last messages from it.

use std::fs;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use fusebox_clients::last_messages;
use fusebox_engine::SessionId;
use fusebox_report::MESSAGES;

/// The deepest folder below that of the records: Codex has one for each year, month and day.
const DEPTH: usize = 3;
/// Names of files that are looked at, at most.
const NAMES: usize = 50_000;
/// The end of a record that is read, in bytes.
const TAIL_BYTES: u64 = 512 << 10;

/// The last messages of a session, from the record that its client keeps in one of these folders; none where there is
/// no such record. Nothing of them is kept.
pub(crate) fn transcript_messages(
    folders: &[PathBuf],
    session: &SessionId,
) -> Vec<(String, String)> {
    let file = folders.iter().find_map(|folder| record_of(folder, session.as_str()));
    let tail = file.and_then(|file| end_of(&file).ok());
    tail.map(|tail| last_messages(&tail, MESSAGES)).unwrap_or_default()
}

/// The record of the session, by its name.
fn record_of(folder: &Path, session: &str) -> Option<PathBuf> {
    let (mut folders, mut looked_at) = (vec![(folder.to_owned(), 0)], 0);
    while let Some((folder, depth)) = folders.pop() {
        for entry in fs::read_dir(folder).ok()?.flatten() {
            looked_at += 1;
            if looked_at > NAMES {
                return None;
            }
            let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
            if is_folder && depth < DEPTH {
                folders.push((entry.path(), depth + 1));
            }
            let name = entry.file_name();
            let stem = name.to_str().and_then(|name| name.strip_suffix(".jsonl"));
            if !is_folder && stem.is_some_and(|stem| is_of_session(stem, session)) {
                return Some(entry.path());
            }
        }
    }
    None
}

/// Whether a record of this name is that of the session: `ID`, or Codex's `rollout-2026-11-26T07-15-26-ID`.
fn is_of_session(stem: &str, session: &str) -> bool {
    let rollout = || stem.strip_prefix("rollout-")?.strip_suffix(session)?.strip_suffix('-');
    let is_time = |time: &str| {
        let has_form = |byte: u8| byte.is_ascii_digit() || matches!(byte, b'-' | b'T');
        time.len() == "2026-11-26T07-15-26".len() && time.bytes().all(has_form)
    };
    stem == session || rollout().is_some_and(is_time)
}

/// The end of a file; a line or a character that was cut off there is no message.
fn end_of(file: &Path) -> std::io::Result<String> {
    let mut file = fs::File::open(file)?;
    let length = file.metadata()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(TAIL_BYTES)))?;
    let mut bytes = Vec::new();
    file.take(TAIL_BYTES).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
