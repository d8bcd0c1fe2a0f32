//! Brings an index up to date, on several threads.

use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::file_reader::{FileReading, read_file};
use crate::found_files::{FoundFile, UnreadPath, find_files};
use crate::index::UsageIndex;

/// What was noticed while reading.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ScanNotes {
    /// Paths that could not be read.
    pub unread: Vec<UnreadPath>,
    /// Files whose last line is still being written.
    pub unfinished: Vec<PathBuf>,
    /// Files with records that are too long to be read.
    pub long: Vec<PathBuf>,
    /// Files with damaged records.
    pub damaged: Vec<PathBuf>,
    /// Files that were cut or replaced since the last reading.
    pub replaced: Vec<PathBuf>,
    /// The number of files that are records of clients.
    pub files: usize,
    /// Whether anything was read that the index did not have.
    pub has_news: bool,
}

/// Reads what is new at and below `paths` into the index. `start` is told how many bytes there are, and gives what is
/// told of each part that was read.
pub fn update<P: Fn(u64) + Sync>(
    index: &mut UsageIndex,
    paths: &[PathBuf],
    threads: usize,
    start: impl FnOnce(u64) -> P,
) -> ScanNotes {
    let (files, unread) = find_files(paths);
    let mut notes = ScanNotes { unread, ..ScanNotes::default() };
    let is_new = |file: &&FoundFile| {
        index.files.get(&file.path).is_none_or(|known| known.stamp != file.stamp)
    };
    let new: Vec<&FoundFile> = files.iter().filter(is_new).collect();
    let progress = start(new.iter().map(|file| file.stamp.size).sum());
    let readings = read_all(&new, index, threads, &progress);
    // In the order of the paths, so that of copies the same one is the first every time.
    for (file, reading) in new.into_iter().zip(readings) {
        match reading {
            Some(Ok(reading)) => {
                notes.has_news = true;
                for (is_noted, paths) in [
                    (reading.is_unfinished, &mut notes.unfinished),
                    (reading.long_lines > 0, &mut notes.long),
                    (reading.damaged > 0, &mut notes.damaged),
                    (reading.is_replaced, &mut notes.replaced),
                ] {
                    if is_noted {
                        paths.push(file.path.clone());
                    }
                }
                index.ledger.merge(&reading.ledger);
                index.files.insert(file.path.clone(), reading.progress);
            }
            Some(Err(error)) => notes.unread.push(UnreadPath::new(&file.path, &error)),
            None => {}
        }
    }
    let is_record = |file: &&FoundFile| {
        index.files.get(&file.path).is_some_and(|known| !known.format.is_empty())
    };
    notes.files = files.iter().filter(is_record).count();
    notes
}

/// Reads files, each on one of the threads.
fn read_all<P: Fn(u64) + Sync>(
    files: &[&FoundFile],
    index: &UsageIndex,
    threads: usize,
    progress: &P,
) -> Vec<Option<std::io::Result<FileReading>>> {
    let next = AtomicUsize::new(0);
    let readings: Vec<Mutex<Option<std::io::Result<FileReading>>>> =
        files.iter().map(|_| Mutex::new(None)).collect();
    let work = || {
        while let Some((file, slot)) = {
            let at = next.fetch_add(1, Ordering::Relaxed);
            files.get(at).zip(readings.get(at))
        } {
            let reading = read_file(&file.path, index.files.get(&file.path), progress);
            if let Ok(mut slot) = slot.lock() {
                *slot = Some(reading);
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.min(files.len()) {
            scope.spawn(work);
        }
        work();
    });
    readings.into_iter().map(|slot| slot.into_inner().unwrap_or(None)).collect()
}
