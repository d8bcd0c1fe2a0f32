//! Reads one file from where the last reading ended.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::os::unix::fs::FileExt;
use std::path::Path;

use fusebox_engine::Timestamp;
use fusebox_engine::spend::SubscriptionWindow;
use fusebox_usage::{ReaderState, RecordFraming, UsageFormat, UsageRecord};
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use crate::found_files::FileStamp;
use crate::ledger::Ledger;
use crate::opencode_store;

/// Bytes that are read to recognise a file.
const HEAD_BYTES: usize = 64 << 10;
/// Bytes whose digest tells whether a file begins as before.
const DIGEST_BYTES: usize = 256;
/// Bytes read at a time.
const READ_BYTES: usize = 1 << 20;
/// The longest line, or whole file, that is read, in bytes. Records of usage are far shorter.
const MAX_RECORD_BYTES: usize = 16 << 20;

/// How far a file was read.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct FileProgress {
    /// The file as it was when it was read.
    pub(crate) stamp: FileStamp,
    /// The name of its format; empty if it is no record of a known client.
    pub(crate) format: String,
    /// The bytes that are read, up to the end of a line.
    offset: u64,
    /// The digest of the first bytes.
    head: u64,
    /// The digest of the last bytes before the offset.
    tail: u64,
    state: ReaderState,
    /// The time of the last record that had one.
    last_at: Timestamp,
}

/// What a reading brought.
#[derive(Debug, Default)]
pub(crate) struct FileReading {
    pub(crate) progress: FileProgress,
    pub(crate) ledger: Ledger,
    /// Whether the last line has no end and is no record yet.
    pub(crate) is_unfinished: bool,
    /// The number of lines that were too long to be read.
    pub(crate) long_lines: u64,
    /// The number of records that are damaged.
    pub(crate) damaged: u64,
    /// Whether the file was cut or replaced since the last reading, and is read from its start.
    pub(crate) is_replaced: bool,
}

impl FileProgress {
    /// How much of a subscription's windows the file last said to be used.
    pub(crate) fn windows(&self) -> &[SubscriptionWindow] {
        &self.state.windows
    }
}

/// Reads what is new in a file since `before`.
pub(crate) fn read_file(
    path: &Path,
    before: Option<&FileProgress>,
    progress: &dyn Fn(u64),
) -> std::io::Result<FileReading> {
    let mut file = File::open(path)?;
    let stamp = FileStamp::of_file(path, &file.metadata()?);
    let mut head = vec![0; HEAD_BYTES.min(usize::try_from(stamp.size).unwrap_or(HEAD_BYTES))];
    let length = read_full(&mut file, &mut head)?;
    head.truncate(length);
    let digest = xxh3_64(&head[..head.len().min(DIGEST_BYTES)]);
    if opencode_store::is_database(&head) {
        progress(stamp.size);
        return opencode_store::read_store(path, stamp);
    }
    let Some(format) = UsageFormat::recognise(&head) else {
        progress(stamp.size);
        return Ok(FileReading {
            progress: FileProgress { stamp, ..FileProgress::default() },
            ..FileReading::default()
        });
    };
    let is_continued = |before: &&FileProgress| {
        format.framing == RecordFraming::Lines
            && before.format == format.name
            && before.stamp.is_same_file(&stamp)
            && stamp.size >= before.offset
            && before.head == digest
            && digest_before(&file, before.offset).is_ok_and(|digest| digest == before.tail)
    };
    let continued = before.filter(is_continued).cloned().unwrap_or_default();
    let format_name = format.name.to_owned();
    let known = FileProgress { stamp, format: format_name, head: digest, ..continued };
    let was_read = before.is_some_and(|before| before.format == format.name && before.offset > 0);
    let is_replaced = was_read && format.framing == RecordFraming::Lines && known.offset == 0;
    let mut reading = FileReading { progress: known, is_replaced, ..FileReading::default() };
    progress(reading.progress.offset);
    file.seek(SeekFrom::Start(reading.progress.offset))?;
    match format.framing {
        RecordFraming::Lines => read_lines(&mut file, format, &mut reading, progress)?,
        RecordFraming::Whole => read_whole(&mut file, format, &mut reading, progress)?,
    }
    reading.progress.tail = digest_before(&file, reading.progress.offset)?;
    reading.damaged = std::mem::take(&mut reading.progress.state.damaged);
    Ok(reading)
}

/// The digest of the bytes before an offset: a file that was cut and grew again has others.
fn digest_before(file: &File, offset: u64) -> std::io::Result<u64> {
    let mut bytes = [0; DIGEST_BYTES];
    let length = usize::try_from(offset).unwrap_or(usize::MAX).min(DIGEST_BYTES);
    file.read_exact_at(&mut bytes[..length], offset - length as u64)?;
    Ok(xxh3_64(&bytes[..length]))
}

fn read_whole(
    file: &mut File,
    format: &UsageFormat,
    reading: &mut FileReading,
    progress: &dyn Fn(u64),
) -> std::io::Result<()> {
    let mut text = Vec::new();
    file.take(MAX_RECORD_BYTES as u64 + 1).read_to_end(&mut text)?;
    if text.len() > MAX_RECORD_BYTES {
        reading.long_lines += 1;
    } else {
        reading.read_text(format, &text);
    }
    progress(text.len() as u64);
    Ok(())
}

fn read_lines(
    file: &mut File,
    format: &UsageFormat,
    reading: &mut FileReading,
    progress: &dyn Fn(u64),
) -> std::io::Result<()> {
    let mut buffer = vec![0; READ_BYTES];
    let mut length = 0;
    let mut is_in_long_line = false;
    loop {
        if length == buffer.len() {
            buffer.resize(buffer.len() * 2, 0);
        }
        let added = file.read(&mut buffer[length..])?;
        if added == 0 {
            break;
        }
        progress(added as u64);
        length += added;
        if is_in_long_line {
            let end = buffer[..length].iter().position(|byte| *byte == b'\n');
            let passed = end.map_or(length, |end| end + 1);
            is_in_long_line = end.is_none();
            reading.progress.offset += passed as u64;
            buffer.copy_within(passed..length, 0);
            length -= passed;
        }
        let done = reading.read_text(format, &buffer[..length]);
        reading.progress.offset += done as u64;
        buffer.copy_within(done..length, 0);
        length -= done;
        if length > MAX_RECORD_BYTES {
            reading.long_lines += 1;
            reading.progress.offset += length as u64;
            length = 0;
            is_in_long_line = true;
        }
        if length < READ_BYTES && buffer.len() > READ_BYTES {
            buffer.truncate(READ_BYTES);
            buffer.shrink_to_fit();
        }
    }
    let rest = buffer[..length].trim_ascii();
    if !rest.is_empty() && !is_in_long_line {
        // The last line of a file may lack its end. It is read now and once more when it has one: its responses
        // are known by then.
        reading.is_unfinished = !rest.ends_with(b"}");
        let line = [rest, b"\n"].concat();
        let state = reading.progress.state.clone();
        reading.read_text(format, &line);
        reading.progress.state = state;
    }
    Ok(())
}

impl FileReading {
    /// Reads text; returns how much of it is done.
    fn read_text(&mut self, format: &UsageFormat, text: &[u8]) -> usize {
        let Self { progress, ledger, .. } = self;
        let FileProgress { state, last_at, stamp, .. } = progress;
        let modified = u64::try_from(stamp.modified_s).unwrap_or_default().saturating_mul(1_000);
        let mut add = |record: UsageRecord<'_>| {
            // A record without a time is as old as the one before it, or as the file.
            let at =
                record.at.unwrap_or(if last_at.0 > 0 { *last_at } else { Timestamp(modified) });
            *last_at = at;
            ledger.add(format.client, &record, at);
        };
        format.read(text, state, &mut add)
    }
}

/// Fills the buffer as far as the file goes.
fn read_full(file: &mut File, buffer: &mut [u8]) -> std::io::Result<usize> {
    let mut length = 0;
    while length < buffer.len() {
        match file.read(&mut buffer[length..])? {
            0 => break,
            added => length += added,
        }
    }
    Ok(length)
}
