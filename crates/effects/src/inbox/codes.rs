//! Answers with a one-time code: from an ntfy topic, from files, and from a message that a program hands over.

use std::path::Path;

use fusebox_channels::{SendContext, is_code, topic_messages};
use fusebox_engine::{EscalationSettings, Incident, IncidentId, Timestamp};
use fusebox_runtime::inbox::{self, InboxRecord};
use fusebox_runtime::{Runtime, RuntimeError, clock, query};
use fusebox_text::digest;

use super::answer_text::{AnswerLine, AnswerMistake, read_lines};
use super::apply::{Answer, apply};
use super::finding::{IgnoredAnswer, InboxFinding, InboxOutcome};
use super::reply_files::ReplyFiles;
use super::{AnswerAuthority, Sources};
use crate::escalation::{NEUTRAL_FOLDER, of_channel};

/// The channel whose topic is read.
const NTFY: &str = "ntfy";
/// The server's clock may be behind ours.
const CLOCK_SKEW_MS: u64 = 60_000;

/// What is kept of the answers to a trip. It is read once for all lines: whether a code may still be used is
/// decided when its answer is claimed.
type TripRecord = (IncidentId, InboxRecord);

/// A text that may hold an answer.
pub(super) struct Reply<'a> {
    /// Where it was found, for people.
    pub(super) source: String,
    /// What no other text has.
    pub(super) id: String,
    pub(super) text: &'a str,
}

impl Reply<'_> {
    /// What no other line has: a digest of a code of 128 bits tells nobody the code.
    fn id_of(&self, line: &AnswerLine) -> String {
        format!("{}:{:016x}", self.id, digest::of_text(&line.text))
    }
}

/// Reads the topic and the files, where a trip has a code.
pub(super) fn read(
    runtime: &mut Runtime,
    settings: &EscalationSettings,
    sources: &mut Sources<'_>,
    found: &mut Vec<InboxFinding>,
) -> Result<(), RuntimeError> {
    if settings.inbox.codes.is_empty() {
        return Ok(());
    }
    let records = inbox::records(runtime.store())?;
    let Some(since) = oldest_code(runtime, &records)? else { return Ok(()) };
    let begin = found.len();
    if settings.inbox.codes.iter().any(|channel| channel == NTFY) && !sources.rests(NTFY) {
        read_topic(runtime, settings, (since, &records), sources, found)?;
    }
    if !settings.inbox.file.is_empty() {
        read_files(runtime, Path::new(&settings.inbox.file), &records, sources, found)?;
    }
    count_wrong(runtime, found.get(begin..).unwrap_or_default())
}

/// Reads the files in which replies arrive, one after the other.
fn read_files(
    runtime: &mut Runtime,
    place: &Path,
    records: &[TripRecord],
    sources: &mut Sources<'_>,
    found: &mut Vec<InboxFinding>,
) -> Result<(), RuntimeError> {
    let mut files = ReplyFiles::list(place);
    while let Some((file, text)) = files.next_text() {
        // A line that is moved to another file is the same.
        let reply = Reply { source: format!("file {file}"), id: "file".to_owned(), text: &text };
        judge_once(runtime, &reply, records, sources, found)?;
    }
    for error in files.errors {
        let (incident, by, source) = (None, None, "file".to_owned());
        let outcome = InboxOutcome::Unread { error };
        found.push(InboxFinding { incident, source, by, outcome });
    }
    Ok(())
}

/// When the oldest code was made that somebody may still use, or was told is spent.
fn oldest_code(
    runtime: &Runtime,
    records: &[TripRecord],
) -> Result<Option<Timestamp>, RuntimeError> {
    let mut oldest: Option<Timestamp> = None;
    for (id, record) in records {
        let Some(made) = record.oldest_code() else { continue };
        let incident = query::find_incident(runtime.store(), id)?;
        if incident.is_some_and(|incident| super::is_read(&incident)) {
            oldest = Some(oldest.map_or(made, |oldest| oldest.min(made)));
        }
    }
    Ok(oldest)
}

fn read_topic(
    runtime: &mut Runtime,
    settings: &EscalationSettings,
    (since, records): (Timestamp, &[TripRecord]),
    sources: &mut Sources<'_>,
    found: &mut Vec<InboxFinding>,
) -> Result<(), RuntimeError> {
    let context = SendContext { dir: Path::new(NEUTRAL_FOLDER), now_ms: clock::now().0 };
    let since_ms = since.0.saturating_sub(CLOCK_SKEW_MS);
    let messages = match topic_messages(&of_channel(settings), since_ms, &context) {
        Ok(messages) => messages,
        Err(error) => {
            found.push(sources.unread(NTFY, None, error));
            return Ok(());
        }
    };
    for message in &messages {
        let id = format!("ntfy:{}", message.id);
        let source = format!("ntfy message {}", message.id);
        let reply = Reply { source, id, text: &message.message };
        judge_once(runtime, &reply, records, sources, found)?;
    }
    Ok(())
}

/// Counts the wrong codes of one look against every code, once all are judged: a right one comes first.
fn count_wrong(runtime: &mut Runtime, found: &[InboxFinding]) -> Result<(), RuntimeError> {
    let wrong = InboxOutcome::Ignored(IgnoredAnswer::WrongCode);
    let wrong = found.iter().filter(|finding| finding.outcome == wrong).count();
    if wrong == 0 {
        return Ok(());
    }
    let number = u32::try_from(wrong).unwrap_or(u32::MAX);
    for (id, _) in inbox::records(runtime.store())?.iter().filter(|(_, record)| record.has_codes())
    {
        inbox::update(runtime.store_mut(), id, clock::now(), |it| it.note_wrong_codes(number))?;
    }
    Ok(())
}

/// Judges each line of a reply that was not judged before.
fn judge_once(
    runtime: &mut Runtime,
    reply: &Reply<'_>,
    records: &[TripRecord],
    sources: &mut Sources<'_>,
    found: &mut Vec<InboxFinding>,
) -> Result<(), RuntimeError> {
    for line in read_lines(reply.text, true) {
        let id = reply.id_of(&line);
        if sources.judged_codes < inbox::CODES_SEEN
            && !sources.known.has_seen(&id)
            && let Some(finding) = judge_line(runtime, (reply, records), &line, sources.authority)?
        {
            sources.judged_codes += 1;
            sources.known.note_seen(&id);
            found.push(finding);
        }
    }
    Ok(())
}

/// Carries out the answers in a reply whose codes count. Each line stands for itself.
pub(super) fn judge(
    runtime: &mut Runtime,
    reply: &Reply<'_>,
    authority: &AnswerAuthority,
) -> Result<Vec<InboxFinding>, RuntimeError> {
    let lines = read_lines(reply.text, true);
    let records = inbox::records(runtime.store())?;
    let judged = |line| judge_line(runtime, (reply, &records), line, authority).transpose();
    let found: Vec<InboxFinding> =
        lines.iter().filter_map(judged).collect::<Result<_, RuntimeError>>()?;
    count_wrong(runtime, &found)?;
    Ok(found)
}

fn judge_line(
    runtime: &mut Runtime,
    (reply, records): (&Reply<'_>, &[TripRecord]),
    line: &AnswerLine,
    authority: &AnswerAuthority,
) -> Result<Option<InboxFinding>, RuntimeError> {
    let finding = |incident, by, outcome| {
        Ok(Some(InboxFinding { incident, source: reply.source.clone(), by, outcome }))
    };
    if let (None, Err(AnswerMistake::Encoded)) = (&line.code, &line.order) {
        let mistake = IgnoredAnswer::Mistake(AnswerMistake::Encoded);
        return finding(None, None, InboxOutcome::Ignored(mistake));
    }
    if line.code.is_none() {
        return finding(None, None, InboxOutcome::Ignored(IgnoredAnswer::NoCode));
    }
    let known = trip_of_code(runtime, records, line)?;
    let Some((incident, by)) = known else {
        return finding(None, None, InboxOutcome::Ignored(IgnoredAnswer::WrongCode));
    };
    // It is left to whoever may answer that trip.
    if !authority.covers(&incident.id) {
        return Ok(None);
    }
    let outcome = match &line.order {
        Ok(order) => {
            let id = reply.id_of(line);
            apply(runtime, &incident, &Answer { id, by: &by, order })?
        }
        Err(mistake) => Some(InboxOutcome::Ignored(IgnoredAnswer::Mistake(*mistake))),
    };
    match outcome {
        Some(outcome) => finding(Some(incident.id), Some(by), outcome),
        None => Ok(None),
    }
}

/// The trip whose code a line has, and to whom the code was sent.
fn trip_of_code(
    runtime: &Runtime,
    records: &[TripRecord],
    line: &AnswerLine,
) -> Result<Option<(Incident, String)>, RuntimeError> {
    let typed = line.code.as_deref().unwrap_or_default();
    let of_record = |(id, record): &TripRecord| {
        let channel = record.channel_of_code(|digest| is_code(typed, digest))?;
        Some((id.clone(), format!("the reader of {channel}")))
    };
    let Some((id, by)) = records.iter().find_map(of_record) else { return Ok(None) };
    Ok(query::find_incident(runtime.store(), &id)?.map(|incident| (incident, by)))
}
