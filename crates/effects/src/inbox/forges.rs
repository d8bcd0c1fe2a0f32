//! Answers at GitHub and GitLab: comments at the issues of a trip, and the end of the one that asks for a person.

use std::path::Path;
use std::time::Duration;

use fusebox_channels::{
    DeliveryError, Forge, ForgeComment, ForgeKind, ForgeStep, ForgeTarget, IssueEnd, SendContext,
};
use fusebox_engine::{EscalationSettings, Incident, Timestamp};
use fusebox_runtime::escalation::MessageOrder;
use fusebox_runtime::inbox::{self, InboxRecord};
use fusebox_runtime::{Runtime, RuntimeError, clock};
use fusebox_store::{DeliveryState, OutboxKind, OutboxRow};

use super::answer_text::{AnswerOrder, read_lines};
use super::apply::{Answer, apply};
use super::finding::{IgnoredAnswer, InboxFinding, InboxOutcome};
use super::{Sources, incidents_to_read};
use crate::escalation::{NEUTRAL_FOLDER, forge};

/// Whose word counts.
struct Authors<'a> {
    allow: &'a [String],
    /// The login of our token, as which an agent can write.
    own: String,
}

impl Authors<'_> {
    fn judge(&self, login: &str) -> Result<(), IgnoredAnswer> {
        // Both servers take a login in any case.
        if login.eq_ignore_ascii_case(&self.own) {
            return Err(IgnoredAnswer::OwnLogin);
        }
        let is_allowed = self.allow.iter().any(|one| one.eq_ignore_ascii_case(login));
        if is_allowed { Ok(()) } else { Err(IgnoredAnswer::NotAllowed) }
    }
}

/// A trip that was told at a forge.
struct ToldTrip {
    incident: Incident,
    /// The issue of its task.
    issue: ForgeTarget,
    /// The id of the message that wrote the issue that asks for a person, and when it was queued.
    asked: Option<(String, Timestamp)>,
}

/// Reads the answers at both forges.
pub(super) fn read(
    runtime: &mut Runtime,
    settings: &EscalationSettings,
    sources: &mut Sources<'_>,
    found: &mut Vec<InboxFinding>,
) -> Result<(), RuntimeError> {
    if settings.inbox.allow.is_empty() {
        return Ok(());
    }
    let incidents = incidents_to_read(runtime)?;
    for kind in ForgeKind::ALL {
        let mut told = told_trips(runtime, &incidents, kind)?;
        told.retain(|trip| sources.authority.covers(&trip.incident.id));
        if told.is_empty() || sources.rests(kind.name()) {
            continue;
        }
        let forge = forge(kind, settings).map_err(|text| DeliveryError::Later { text, wait: None });
        let context = SendContext { dir: Path::new(NEUTRAL_FOLDER), now_ms: clock::now().0 };
        let login = forge.and_then(|forge| Ok((forge.login(&context)?, forge)));
        let (own, forge) = match login {
            Ok(read) => read,
            Err(error) => {
                found.push(sources.unread(kind.name(), None, error));
                continue;
            }
        };
        let authors = Authors { allow: &settings.inbox.allow, own };
        let mut reader = ForgeReader { runtime, kind, forge: &forge, authors, context, found };
        for trip in &told {
            if let Err(error) = reader.read_trip(trip)? {
                let unread = sources.unread(kind.name(), Some(&trip.incident), error);
                reader.found.push(unread);
            }
            if sources.rests(kind.name()) {
                break;
            }
        }
    }
    Ok(())
}

/// The trips that wait for an answer, or were answered lately, and that this forge was told of.
fn told_trips(
    runtime: &Runtime,
    incidents: &[Incident],
    kind: ForgeKind,
) -> Result<Vec<ToldTrip>, RuntimeError> {
    let mut told = Vec::new();
    for incident in incidents {
        let row = |step: ForgeStep| {
            let key = format!("{}:{}.{}", incident.id, kind.name(), step.name());
            runtime.store().read().effect(&OutboxKind::Message, &key)
        };
        let order = |row: &OutboxRow| MessageOrder::read(&row.body);
        let (comment, issue) = (row(ForgeStep::Comment)?, row(ForgeStep::Issue)?);
        let named = comment.as_ref().or(issue.as_ref()).and_then(order);
        let target = named.and_then(|order| ForgeTarget::parse(order.issue.as_deref()?));
        let is_done = |row: &OutboxRow| matches!(row.delivery, DeliveryState::Done);
        let asked = issue.filter(is_done).and_then(|row| Some((order(&row)?.id, row.queued)));
        told.extend(target.map(|issue| ToldTrip { incident: incident.clone(), issue, asked }));
    }
    Ok(told)
}

/// Reads the answers to one trip after the other.
struct ForgeReader<'a> {
    runtime: &'a mut Runtime,
    kind: ForgeKind,
    forge: &'a Forge,
    authors: Authors<'a>,
    context: SendContext<'a>,
    found: &'a mut Vec<InboxFinding>,
}

impl ForgeReader<'_> {
    /// Reads the answers to a trip. The inner error is that of the server.
    fn read_trip(&mut self, trip: &ToldTrip) -> Result<Result<(), DeliveryError>, RuntimeError> {
        let mut first_error = None;
        let asking = match self.asking_issue(trip)? {
            Ok(asking) => asking,
            Err(error) if rest_of(&error).is_some() => return Ok(Err(error)),
            // The list of issues may be out of reach, and the issue of the task be answered.
            Err(error) => {
                first_error = Some(error);
                None
            }
        };
        for issue in [Some(&trip.issue), asking.as_ref()].into_iter().flatten() {
            let at = trip.incident.at.0;
            match self.forge.comments(issue, at, &self.context) {
                Ok(comments) => self.judge_comments(trip, &comments)?,
                // One issue may be gone while the other has the answer.
                Err(error) => first_error = first_error.or(Some(error)),
            }
        }
        if let Some(issue) = asking {
            match self.forge.issue_end(&issue, &self.context) {
                Ok(end) => self.judge_end(trip, &issue, end)?,
                Err(error) => first_error = first_error.or(Some(error)),
            }
        }
        Ok(first_error.map_or(Ok(()), Err))
    }

    /// The issue that asks for a person; its number is looked for once.
    fn asking_issue(
        &mut self,
        trip: &ToldTrip,
    ) -> Result<Result<Option<ForgeTarget>, DeliveryError>, RuntimeError> {
        let Some((message, queued)) = &trip.asked else { return Ok(Ok(None)) };
        let id = &trip.incident.id;
        let mut number = self.record(trip)?.issue;
        if number.is_none() {
            number = match self.forge.find_issue(&trip.issue, message, queued.0, &self.context) {
                Ok(number) => number,
                Err(error) => return Ok(Err(error)),
            };
            inbox::update(self.runtime.store_mut(), id, clock::now(), |it| it.issue = number)?;
        }
        Ok(Ok(number.map(|issue| ForgeTarget { issue, ..trip.issue.clone() })))
    }

    fn record(&self, trip: &ToldTrip) -> Result<InboxRecord, RuntimeError> {
        inbox::record(self.runtime.store(), &trip.incident.id)
    }

    fn judge_comments(
        &mut self,
        trip: &ToldTrip,
        comments: &[ForgeComment],
    ) -> Result<(), RuntimeError> {
        let record = self.record(trip)?;
        for comment in comments {
            let lines = read_lines(&comment.text, false);
            let id = format!("{}:comment:{}", self.kind.name(), comment.id);
            if lines.is_empty() || record.has_seen(&id) {
                continue;
            }
            let order = self.judge_comment(trip, comment).and_then(|()| match lines.as_slice() {
                [line] => line.order.clone().map_err(IgnoredAnswer::Mistake),
                _ => Err(IgnoredAnswer::SeveralOrders),
            });
            let source = format!("{} comment {}", self.kind.name(), comment.id);
            self.answer(trip, &id, source, &comment.author, order)?;
        }
        Ok(())
    }

    fn judge_comment(&self, trip: &ToldTrip, comment: &ForgeComment) -> Result<(), IgnoredAnswer> {
        self.authors.judge(&comment.author)?;
        if comment.is_of_program {
            return Err(IgnoredAnswer::Program);
        }
        if comment.is_edited {
            return Err(IgnoredAnswer::Edited);
        }
        // The server tells whole seconds.
        if comment.at_ms < trip.incident.at.0 / 1_000 * 1_000 {
            return Err(IgnoredAnswer::Older);
        }
        Ok(())
    }

    /// An allowed person who closes the issue that asks for one has ended the trip.
    fn judge_end(
        &mut self,
        trip: &ToldTrip,
        issue: &ForgeTarget,
        end: IssueEnd,
    ) -> Result<(), RuntimeError> {
        let IssueEnd::Closed { by, at } = end else { return Ok(()) };
        let id = format!("{}:closed:{}:{at}", self.kind.name(), issue.issue);
        if self.record(trip)?.has_seen(&id) {
            return Ok(());
        }
        let by = by.unwrap_or_default();
        let order = self.authors.judge(&by).map(|()| AnswerOrder::Reset);
        let source = format!("{} issue {} closed", self.kind.name(), issue.issue);
        self.answer(trip, &id, source, &by, order)
    }

    /// Carries out an answer that counts, and notes what became of it.
    fn answer(
        &mut self,
        trip: &ToldTrip,
        id: &str,
        source: String,
        by: &str,
        order: Result<AnswerOrder, IgnoredAnswer>,
    ) -> Result<(), RuntimeError> {
        let incident = &trip.incident;
        let outcome = match &order {
            Ok(order) => apply(self.runtime, incident, &Answer { id: id.to_owned(), by, order })?,
            Err(ignored) => Some(InboxOutcome::Ignored(ignored.clone())),
        };
        let Some(outcome) = outcome else { return Ok(()) };
        let store = self.runtime.store_mut();
        let now = clock::now();
        inbox::update(store, &incident.id, now, |record| record.note_seen(id, now))?;
        let by = Some(by.to_owned()).filter(|by| !by.is_empty());
        self.found.push(InboxFinding { incident: Some(incident.id.clone()), source, by, outcome });
        Ok(())
    }
}

/// How long a server is left alone that asks for it.
pub(super) fn rest_of(error: &DeliveryError) -> Option<Duration> {
    match error {
        DeliveryError::Later { wait, .. } => *wait,
        DeliveryError::Never(_) => None,
    }
}
