//! Reads what people answered to trips, and carries it out as their word.
//!
//! Who wrote an answer is what counts. At GitHub and GitLab it is an author whom the person's own configuration names,
//! and never the login of this machine's token, as which an agent can write. Elsewhere it is whoever has the one-time
//! code of the trip.

mod answer_text;
mod apply;
mod authority;
mod codes;
mod finding;
mod forges;
mod reply_files;
mod secrets;

use std::collections::BTreeSet;

use fusebox_channels::DeliveryError;
use fusebox_engine::{Duration, EscalationSettings, Incident, IncidentStatus, Timestamp};
use fusebox_runtime::inbox::{self, InboxSources};
use fusebox_runtime::{Runtime, RuntimeError, clock, query};
use fusebox_store::IncidentFilter;

pub use self::answer_text::AnswerMistake;
pub use self::authority::AnswerAuthority;
pub use self::finding::{IgnoredAnswer, InboxFinding, InboxOutcome};
pub use self::secrets::{InboxSecrets, inbox_secrets};

/// How long after a trip was closed a late answer is still told of.
const LATE: Duration = Duration::from_secs(24 * 3_600);
/// The longest time that a server is left alone, whatever it asks for.
const LONGEST_REST: Duration = Duration::from_secs(12 * 3_600);

/// Where answers come from, and which of them ask to be left alone.
struct Sources<'a> {
    known: InboxSources,
    now: Timestamp,
    authority: &'a AnswerAuthority,
    /// Answers with a code that this look judged: what is left is judged by the next.
    judged_codes: usize,
}

impl Sources<'_> {
    /// Whether a source is to be left alone now. A clock that was set back does not make it longer.
    fn rests(&self, source: &str) -> bool {
        let until = self.known.rests.get(source);
        until.is_some_and(|until| self.now < *until && *until <= self.now.after(LONGEST_REST))
    }

    /// Notes that a source could not be read.
    fn unread(
        &mut self,
        source: &str,
        incident: Option<&Incident>,
        error: DeliveryError,
    ) -> InboxFinding {
        if let Some(wait) = forges::rest_of(&error) {
            let wait = Duration(u64::try_from(wait.as_millis()).unwrap_or(u64::MAX));
            let until = self.now.after(wait.min(LONGEST_REST));
            self.known.rests.insert(source.to_owned(), until);
        }
        InboxFinding {
            incident: incident.map(|incident| incident.id.clone()),
            source: source.to_owned(),
            by: None,
            outcome: InboxOutcome::Unread { error: error.to_string() },
        }
    }
}

/// Reads every source that the settings name once, and carries out what counts, for the trips of `authority`.
///
/// # Errors
/// When the store fails. A source that cannot be read is a finding.
pub fn read_inbox(
    runtime: &mut Runtime,
    settings: &EscalationSettings,
    authority: &AnswerAuthority,
) -> Result<Vec<InboxFinding>, RuntimeError> {
    if *authority == AnswerAuthority::NoTrip {
        return Ok(Vec::new());
    }
    let now = clock::now();
    let before = inbox::sources(runtime.store())?;
    let mut sources = Sources { known: before.clone(), now, authority, judged_codes: 0 };
    let mut found = Vec::new();
    forges::read(runtime, settings, &mut sources, &mut found)?;
    codes::read(runtime, settings, &mut sources, &mut found)?;
    if sources.known != before {
        inbox::keep_sources(runtime.store_mut(), &sources.known, now)?;
    }
    Ok(found)
}

/// Carries out the answers in a message that a program hands over. Each needs a one-time code. The caller has made
/// sure that it may answer every trip.
///
/// # Errors
/// When the store fails.
pub fn apply_reply(runtime: &mut Runtime, text: &str) -> Result<Vec<InboxFinding>, RuntimeError> {
    let (source, id) = ("message".to_owned(), "message".to_owned());
    codes::judge(runtime, &codes::Reply { source, id, text }, &AnswerAuthority::EveryTrip)
}

/// Whether answers to a trip are read: it is open, or was closed so lately that a late answer is told of.
fn is_read(incident: &Incident) -> bool {
    incident.status == IncidentStatus::Open
        || incident.closed_at.is_some_and(|at| clock::now().since(at) < LATE)
}

/// The trips that wait for a person, and those closed lately to which answers were read before.
fn incidents_to_read(runtime: &Runtime) -> Result<Vec<Incident>, RuntimeError> {
    let store = runtime.store();
    let open_only = IncidentFilter { open_only: true, ..IncidentFilter::default() };
    let mut incidents = query::incidents(store, &open_only)?;
    let known: BTreeSet<_> = incidents.iter().map(|incident| incident.id.clone()).collect();
    for (id, _) in inbox::records(store)? {
        if known.contains(&id) {
            continue;
        }
        let closed = query::find_incident(store, &id)?;
        incidents.extend(closed.filter(is_read));
    }
    Ok(incidents)
}
