//! Searches the records of open sessions for the entry that a forked session's record begins with.
//!
//! All records together are searched within one budget, so that an event of a fork costs a few
//! milliseconds however many sessions are open and however long they are.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use fusebox_engine::SessionId;
use fusebox_runtime::answer::CopySource;
use fusebox_store::own_file;
use memchr::memmem::{self, Finder};

/// How much of the fork's own record is searched for its first entry with an id, in bytes.
const FIRST_RECORDS: usize = 256 << 10;
/// How much of each other record is searched before more of any, in bytes: a copy begins as the other one
/// does, unless that one was compacted.
const HEAD: u64 = 64 << 10;
/// How much is searched of all records together, in bytes.
const MAX_SEARCHED: u64 = 8 << 20;
/// How much is read at once, in bytes.
const PART: usize = 64 << 10;

/// Which of these sessions has a record that the one at `path` begins with a copy of.
pub(crate) fn copied_from(path: &Path, sessions: &[SessionId]) -> CopySource {
    search_within(MAX_SEARCHED, path, sessions).unwrap_or(CopySource::Unknown)
}

/// `None` while the fork has no record with an id.
fn search_within(budget: u64, path: &Path, sessions: &[SessionId]) -> Option<CopySource> {
    let (mut file, _) = own_file::open(path).ok()??;
    let mut head = Vec::new();
    file.by_ref().take(FIRST_RECORDS as u64).read_to_end(&mut head).ok()?;
    let finder = Finder::new(first_record_id(&head)?);
    let mut search = RecordSearch { finder, left: budget, part: Vec::new() };
    let mut records = records_of(path.parent()?, sessions);
    for (record, session) in &mut records {
        if search.finds(record, HEAD) {
            return Some(CopySource::Session((*session).clone()));
        }
    }
    for (record, session) in &mut records {
        if search.finds(record, u64::MAX) {
            return Some(CopySource::Session((*session).clone()));
        }
    }
    Some(CopySource::Nobody)
}

/// The open records of sessions, the one that was written to last first. Ids are no file names: the files
/// that there are have names.
fn records_of<'a>(folder: &Path, sessions: &'a [SessionId]) -> Vec<(File, &'a SessionId)> {
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let of_session = |path: PathBuf| {
        let name = path.file_stem()?.to_str()?;
        let session = sessions.iter().find(|session| session.as_str() == name)?;
        let (file, metadata) = own_file::open(&path).ok()??;
        Some((metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH), file, session))
    };
    let mut found: Vec<_> = files.filter_map(|file| of_session(file.path())).collect();
    found.sort_by_key(|(modified, ..)| std::cmp::Reverse(*modified));
    found.into_iter().map(|(_, file, session)| (file, session)).collect()
}

/// A search for one text in several files, as far as the budget reaches.
struct RecordSearch<'n> {
    finder: Finder<'n>,
    /// How many bytes may still be searched.
    left: u64,
    part: Vec<u8>,
}

impl RecordSearch<'_> {
    /// Whether the text is in the next `limit` bytes of a file. The next search in it goes on there.
    fn finds(&mut self, file: &mut File, limit: u64) -> bool {
        let overlap = self.finder.needle().len() - 1;
        let mut rest = limit.min(self.left);
        self.part.clear();
        while rest > 0 {
            let kept = overlap.min(self.part.len());
            self.part.drain(..self.part.len() - kept);
            let wanted = rest.min(PART as u64);
            let Ok(read) = file.by_ref().take(wanted).read_to_end(&mut self.part) else { break };
            if read == 0 {
                break;
            }
            self.left -= read as u64;
            rest -= read as u64;
            if self.finder.find(&self.part).is_some() {
                return true;
            }
        }
        let back = overlap.min(self.part.len());
        let _ = file.seek(SeekFrom::Current(-i64::try_from(back).unwrap_or_default()));
        false
    }
}

/// The first id of an entry, with its key: a copy keeps it.
fn first_record_id(head: &[u8]) -> Option<&[u8]> {
    const KEY: &[u8] = b"\"uuid\":\"";
    const ID_BYTES: usize = 36;
    let at = memmem::find(head, KEY)?;
    head.get(at..at + KEY.len() + ID_BYTES)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    const ID: &str = "\"uuid\":\"fe2253a8-a83d-463b-b8cb-cecc1083c2d5\"";

    /// Records of `p0`, `p1` … with so many bytes before the id, and after it; `None` has no id.
    #[track_caller]
    fn check(budget: u64, before: &[Option<usize>], expected: &CopySource) {
        let dir = tempfile::tempdir().unwrap();
        let fork = dir.path().join("fork.jsonl");
        fs::write(&fork, format!("{{{ID}}}\n")).unwrap();
        let mut sessions = Vec::new();
        for (n, bytes) in before.iter().enumerate() {
            sessions.push(SessionId::parse(format!("p{n}")).unwrap());
            let text = match bytes {
                Some(bytes) => format!("{}{ID}{}", " ".repeat(*bytes), " ".repeat(100)),
                None => " ".repeat(300_000),
            };
            fs::write(dir.path().join(format!("p{n}.jsonl")), text).unwrap();
        }
        let found = search_within(budget, &fork, &sessions);
        assert_eq!(found.as_ref(), Some(expected), "{budget} {before:?}");
    }

    #[test]
    fn g07_a_record_is_searched_wherever_the_entry_lies() {
        let of = |n: usize| CopySource::Session(SessionId::parse(format!("p{n}")).unwrap());
        // At the beginning, across the ends of parts, and deep.
        for before in [0, 10, PART - 44, PART - 20, PART - 1, PART, 2 * PART - 7, 1_000_000] {
            check(MAX_SEARCHED, &[Some(before)], &of(0));
            check(MAX_SEARCHED, &[None, Some(before), None], &of(1));
        }
        check(MAX_SEARCHED, &[None, None], &CopySource::Nobody);
        check(MAX_SEARCHED, &[], &CopySource::Nobody);
    }

    #[test]
    fn g07_all_records_together_are_searched_within_one_budget() {
        let of = |n: usize| CopySource::Session(SessionId::parse(format!("p{n}")).unwrap());
        // The beginning of every record comes before the rest of any.
        check(4 * HEAD, &[None, None, None, Some(1_000)], &of(3));
        check(4 * HEAD, &[None, None, None, Some(300_000)], &CopySource::Nobody);
        check(100, &[Some(200)], &CopySource::Nobody);
        check(300, &[Some(200)], &of(0));
    }

    #[test]
    fn g07_nothing_is_known_before_the_fork_has_a_record() {
        let dir = tempfile::tempdir().unwrap();
        let fork = dir.path().join("fork.jsonl");
        assert_eq!(copied_from(&fork, &[]), CopySource::Unknown);
        fs::write(&fork, "{\"type\":\"mode\"}\n").unwrap();
        assert_eq!(copied_from(&fork, &[]), CopySource::Unknown);
    }
}
