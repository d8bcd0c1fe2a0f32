//! Answers to trips that arrive from elsewhere: which one was taken, which were seen, and the one-time codes of each trip.

use std::collections::BTreeMap;

use fusebox_engine::{Duration, Incident, IncidentId, IncidentStatus, Timestamp};
use fusebox_store::{ScopeKind, Store, StoreTx};
use serde::{Deserialize, Serialize};

use crate::machine_document::{self, keep_newest};
use crate::{Runtime, RuntimeError, incidents};

/// The beginning of the keys of the rows, one for each incident.
const PREFIX: &str = "inbox:";
/// The key of the row with where the sources were read last.
const SOURCES: &str = "inbox_sources";
/// Answers whose ids are kept of one incident, the newest.
const SEEN: usize = 500;
/// Answers with a code whose ids are kept, the newest: no look judges more.
pub const CODES_SEEN: usize = 10_000;
/// Wrong codes after which the codes of a trip are void. A code has 128 random bits: the bound is against noise alone.
const TRIES: u32 = 100_000;
/// How long a taken answer belongs to one process: one that died carried it out or did not.
const LEASE: Duration = Duration::from_secs(120);

/// What is known of the answers to one trip.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct InboxRecord {
    /// The number of the issue that asks for a person, once it was found.
    pub issue: Option<u64>,
    /// The answers that were judged.
    seen: Vec<SeenAnswer>,
    codes: Vec<AnswerCode>,
    /// The answer that was taken.
    pub answer: Option<TakenAnswer>,
}

/// An answer that was judged for one trip.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct SeenAnswer {
    id: String,
    /// When, by this machine's clock.
    at: Timestamp,
    /// Whether it was this trip's to carry out.
    is_taken: bool,
}

impl SeenAnswer {
    /// Whether it counts for no other trip that began at this time.
    fn is_spent_for(&self, began: Timestamp) -> bool {
        self.is_taken || self.at < began
    }
}

/// A one-time code of a channel.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct AnswerCode {
    channel: String,
    digest: String,
    made_at: Timestamp,
    wrong_tries: u32,
}

/// An answer that was taken.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TakenAnswer {
    /// What no other answer has: the comment, or the message.
    pub id: String,
    /// Who answered: a login, or the channel whose code it was.
    pub by: String,
    /// What was ordered, redacted.
    pub order: String,
    /// When it was taken.
    pub at: Timestamp,
    /// Whether it was carried out.
    #[serde(default)]
    pub is_applied: bool,
}

/// Whether an answer is this process's to carry out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AnswerClaim {
    /// It is.
    Taken,
    /// The trip is not open any more.
    Closed(IncidentStatus),
    /// Another answer was carried out.
    Answered,
    /// It was taken for another trip, or judged before this one began.
    Spent,
    /// A process carries out an answer, or died while it did.
    Busy,
}

/// Where the sources of answers were read last.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct InboxSources {
    /// Sources that asked to be left alone until then.
    pub rests: BTreeMap<String, Timestamp>,
    /// The ids of answers with a code that were judged.
    seen: Vec<String>,
}

impl InboxSources {
    /// Whether this answer was judged before.
    #[must_use]
    pub fn has_seen(&self, id: &str) -> bool {
        self.seen.iter().any(|seen| seen == id)
    }

    /// Notes that an answer was judged.
    pub fn note_seen(&mut self, id: &str) {
        if !self.has_seen(id) {
            self.seen.push(id.to_owned());
            keep_newest(&mut self.seen, CODES_SEEN);
        }
    }
}

impl InboxRecord {
    /// Whether this answer was judged before.
    #[must_use]
    pub fn has_seen(&self, id: &str) -> bool {
        self.seen.iter().any(|seen| seen.id == id)
    }

    /// Notes that an answer was judged.
    pub fn note_seen(&mut self, id: &str, at: Timestamp) {
        self.note(id, at, false);
    }

    fn note(&mut self, id: &str, at: Timestamp, is_taken: bool) {
        if !self.has_seen(id) {
            self.seen.push(SeenAnswer { id: id.to_owned(), at, is_taken });
            keep_newest(&mut self.seen, SEEN);
        }
    }

    /// Whether an answer counts for no other trip that began at this time.
    fn has_spent(&self, id: &str, began: Timestamp) -> bool {
        self.answer.as_ref().is_some_and(|answer| answer.id == id)
            || self.seen.iter().any(|seen| seen.id == id && seen.is_spent_for(began))
    }

    /// Keeps the digest of a new code of a channel; an earlier one is void.
    pub fn keep_code(&mut self, channel: &str, digest: String, made_at: Timestamp) {
        self.codes.retain(|code| code.channel != channel);
        self.codes.push(AnswerCode {
            channel: channel.to_owned(),
            digest,
            made_at,
            wrong_tries: 0,
        });
    }

    /// Whether it has codes that can still be used.
    #[must_use]
    pub fn has_codes(&self) -> bool {
        !self.codes.is_empty()
    }

    /// When the oldest of its codes was made.
    #[must_use]
    pub fn oldest_code(&self) -> Option<Timestamp> {
        self.codes.iter().map(|code| code.made_at).min()
    }

    /// The channel whose code this is, by its digest. One that was tried too often is void.
    pub fn channel_of_code(&self, is_code: impl Fn(&str) -> bool) -> Option<&str> {
        let mut codes = self.codes.iter().filter(|code| code.wrong_tries < TRIES);
        codes.find(|code| is_code(&code.digest)).map(|code| code.channel.as_str())
    }

    /// Counts wrong codes; after too many, the codes are void.
    pub fn note_wrong_codes(&mut self, number: u32) {
        for code in &mut self.codes {
            code.wrong_tries = code.wrong_tries.saturating_add(number);
        }
    }
}

/// What is known of the answers to a trip.
///
/// # Errors
/// When the store fails.
pub fn record(store: &Store, incident: &IncidentId) -> Result<InboxRecord, RuntimeError> {
    machine_document::read(store.read(), &key(incident))
}

/// Every trip of which something is known.
///
/// # Errors
/// When the store fails.
pub fn records(store: &Store) -> Result<Vec<(IncidentId, InboxRecord)>, RuntimeError> {
    let rows = store.read().scopes(ScopeKind::Machine, PREFIX)?;
    let of_row = |(key, row): &(String, _)| {
        let id = IncidentId::parse(key.strip_prefix(PREFIX)?).ok()?;
        Some((id, machine_document::of_row(row)))
    };
    Ok(rows.iter().filter_map(of_row).collect())
}

/// Changes what is known of the answers to a trip.
///
/// # Errors
/// When the store fails.
pub fn update(
    store: &mut Store,
    incident: &IncidentId,
    now: Timestamp,
    change: impl Fn(&mut InboxRecord),
) -> Result<(), RuntimeError> {
    store.write(|tx| {
        tx.require_durable();
        change_in(tx, incident, now, &change)
    })
}

fn change_in(
    tx: &mut dyn StoreTx,
    incident: &IncidentId,
    now: Timestamp,
    change: impl Fn(&mut InboxRecord),
) -> Result<(), RuntimeError> {
    let before: InboxRecord = machine_document::read(tx, &key(incident))?;
    let mut record = before.clone();
    change(&mut record);
    if record == before {
        return Ok(());
    }
    machine_document::keep(tx, &key(incident), "the answers to a trip", &record, now)
}

/// Takes an answer, so that no other process carries it or another one out. Where a process died with one, the next
/// answer is taken after a while, as long as the trip is open.
///
/// # Errors
/// When the store fails.
pub fn claim(
    runtime: &mut Runtime,
    incident: &IncidentId,
    answer: &TakenAnswer,
) -> Result<AnswerClaim, RuntimeError> {
    let now = answer.at;
    runtime.store_mut().write(|tx| {
        tx.require_durable();
        let Some(known) = incidents::find(tx, incident)? else {
            return Ok(AnswerClaim::Closed(IncidentStatus::Dismissed));
        };
        if known.status != IncidentStatus::Open {
            return Ok(AnswerClaim::Closed(known.status));
        }
        if is_spent(tx, &known, &answer.id)? {
            return Ok(AnswerClaim::Spent);
        }
        let record: InboxRecord = machine_document::read(tx, &key(incident))?;
        match &record.answer {
            Some(other) if other.is_applied => return Ok(AnswerClaim::Answered),
            // A clock that was set back holds nothing up.
            Some(other) if now >= other.at && now.since(other.at) < LEASE => {
                return Ok(AnswerClaim::Busy);
            }
            Some(_) | None => {}
        }
        change_in(tx, incident, now, |record| record.answer = Some(answer.clone()))?;
        Ok(AnswerClaim::Taken)
    })
}

/// Whether an answer counts for another trip. Only this machine's clock is asked: that of a server may be ahead, and an
/// answer to an earlier trip seem younger than this one.
fn is_spent(tx: &dyn StoreTx, incident: &Incident, answer: &str) -> Result<bool, RuntimeError> {
    let own = key(&incident.id);
    let rows = tx.scopes(ScopeKind::Machine, PREFIX)?;
    Ok(rows.iter().filter(|(key, _)| *key != own).any(|(_, row)| {
        machine_document::of_row::<InboxRecord>(row).has_spent(answer, incident.at)
    }))
}

/// Says how carrying out a taken answer ended. After one that was carried out every other is a second one; after one
/// that could not be, another answer may be taken.
///
/// # Errors
/// When the store fails.
pub fn finish(
    runtime: &mut Runtime,
    incident: &IncidentId,
    answer: &TakenAnswer,
    is_applied: bool,
) -> Result<(), RuntimeError> {
    update(runtime.store_mut(), incident, answer.at, |record| {
        record.note(&answer.id, answer.at, true);
        record.answer = is_applied.then(|| TakenAnswer { is_applied, ..answer.clone() });
    })
}

/// Where the sources were read last.
///
/// # Errors
/// When the store fails.
pub fn sources(store: &Store) -> Result<InboxSources, RuntimeError> {
    machine_document::read(store.read(), SOURCES)
}

/// Keeps where the sources were read last.
///
/// # Errors
/// When the store fails.
pub fn keep_sources(
    store: &mut Store,
    sources: &InboxSources,
    now: Timestamp,
) -> Result<(), RuntimeError> {
    store.write(|tx| machine_document::keep(tx, SOURCES, "the sources of answers", sources, now))
}

fn key(incident: &IncidentId) -> String {
    format!("{PREFIX}{incident}")
}
