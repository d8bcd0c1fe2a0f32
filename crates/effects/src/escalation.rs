//! Tells people of a trip: queues a message for each channel, and sends it.

mod message;
mod recipient;

use std::error::Error;
use std::fmt;
use std::path::Path;

use fusebox_channels::{DeliveryError, OneTimeCode, PriorAttempts, SendContext, random_id};
use fusebox_engine::{Duration, EscalationSettings, Incident, IncidentStatus, Timestamp};
use fusebox_runtime::escalation::{EscalationLevel, EscalationRequest, MessageOrder, SUMMARY_TIME};
use fusebox_runtime::{Runtime, RuntimeError, agent_run, clock, inbox, query, task};
use fusebox_store::{DeliveryOutcome, OutboxKind, OutboxRow, failpoint};

use self::recipient::Recipient;
pub(crate) use self::recipient::{forge, of_channel};
use crate::{DrainContext, desktop, find_incident};

/// How long an outage is waited out.
const PATIENCE: Duration = Duration::from_secs(7 * 24 * 3_600);
/// The first pause between two attempts, doubled after each; the longest of them, whatever a server asks for.
const FIRST_PAUSE: Duration = Duration::from_secs(60);
const LONGEST_PAUSE: Duration = Duration::from_secs(3_600);
const LONGEST_WAIT: Duration = Duration::from_secs(12 * 3_600);
/// How long a process that may not send a code keeps others from it.
const HELD_PAUSE: Duration = Duration::from_secs(1);
/// Where programs of channels run: a folder that is always there and that no agent writes to.
pub(crate) const NEUTRAL_FOLDER: &str = "/";

/// The settings of the channels cannot be read now. A person may mend them, so that nothing is lost by it.
#[derive(Debug)]
struct UnreadableSettings(String);

impl fmt::Display for UnreadableSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for UnreadableSettings {}

fn read_settings(context: &DrainContext<'_>) -> Result<EscalationSettings, UnreadableSettings> {
    (context.escalate)().map_err(UnreadableSettings)
}

/// What becomes of a delivery that ended with this error: it is given up, unless only the settings are to blame.
pub(crate) fn after_error(row: &OutboxRow, error: &(dyn Error + 'static)) -> DeliveryOutcome {
    let (now, text) = (clock::now(), error.to_string());
    if error.is::<UnreadableSettings>() && now.since(row.queued) < PATIENCE {
        return DeliveryOutcome::Retry { at: next_attempt(now, row.attempts, None), error: text };
    }
    DeliveryOutcome::Failed { error: text }
}

/// Queues the messages of a trip. An issue is told of the trips of its task, unless a run may still try again.
pub(crate) fn queue_at_trip(
    runtime: &mut Runtime,
    incident: &Incident,
    context: &DrainContext<'_>,
) -> Result<(), Box<dyn Error>> {
    if incident.observed_only {
        return Ok(());
    }
    let settings = read_settings(context)?;
    let mut levels = vec![EscalationLevel::Trip];
    levels.extend(incident.cause.spend_cap().map(|_| EscalationLevel::CapReached));
    let has_issue = issue_of(runtime, incident)?.is_some();
    // A cap of a window has room again when that ends: nobody is asked in public for it.
    let ends_by_itself = incident.cause.ends_with_window();
    if has_issue && !ends_by_itself && !is_watched_by_run(runtime, incident)? {
        levels.push(EscalationLevel::NeedsPerson);
    }
    queue(runtime, incident, &levels, true, &settings)
}

/// Whether a run watches over the agent, and will say what becomes of the trip: one that goes on, or one that has
/// ended.
fn is_watched_by_run(runtime: &Runtime, incident: &Incident) -> Result<bool, RuntimeError> {
    let store = runtime.store();
    let is_watched = query::run_of(store, &incident.session)?.is_some();
    let mut running = agent_run::unfinished(store)?.into_iter();
    Ok(is_watched
        || running.any(|run| run.task == incident.task)
        || query::is_of_run(store, incident)?)
}

/// Queues the messages of a run that hands its trip to a person.
pub(crate) fn queue_of_run(
    runtime: &mut Runtime,
    body: &str,
    context: &DrainContext<'_>,
) -> Result<(), Box<dyn Error>> {
    let request = EscalationRequest::read(body).ok_or("the request cannot be read")?;
    let Some(id) = &request.incident else { return Ok(()) };
    let incident = find_incident(runtime, id)?;
    if incident.cause.ends_with_window() {
        return Ok(());
    }
    let settings = read_settings(context)?;
    // Who is told that nobody but a person helps is told so after retries too.
    let levels = [request.level, EscalationLevel::NeedsPerson];
    queue(runtime, &incident, &levels, false, &settings)?;
    let is_told = !channels_of(&settings, &levels).is_empty();
    match issue_of(runtime, &incident)? {
        Some(issue) if !is_told => {
            let text =
                format!("nobody was told at {issue}: `escalate.needs_person` names no channel");
            Err(text.into())
        }
        Some(_) | None => Ok(()),
    }
}

/// Queues the messages of an incident for people who are told that it needs one, as a person asks for it.
///
/// # Errors
/// When the store fails.
pub fn queue_for_person(
    runtime: &mut Runtime,
    incident: &Incident,
    settings: &EscalationSettings,
) -> Result<(), Box<dyn Error>> {
    queue(runtime, incident, &[EscalationLevel::NeedsPerson], false, settings)
}

/// The channels of these levels, each once, in the order of the settings.
fn channels_of(settings: &EscalationSettings, levels: &[EscalationLevel]) -> Vec<String> {
    let mut channels: Vec<String> = Vec::new();
    for level in EscalationLevel::ALL.iter().filter(|level| levels.contains(level)) {
        let named = match level {
            EscalationLevel::Trip => &settings.trip,
            EscalationLevel::CapReached => &settings.cap_reached,
            EscalationLevel::RetryFailed => &settings.retry_failed,
            EscalationLevel::NeedsPerson => &settings.needs_person,
        };
        let new = named.iter().filter(|channel| !channels.contains(channel));
        channels.extend(new.cloned().collect::<Vec<_>>());
    }
    channels
}

fn queue(
    runtime: &mut Runtime,
    incident: &Incident,
    levels: &[EscalationLevel],
    waits_for_summary: bool,
    settings: &EscalationSettings,
) -> Result<(), Box<dyn Error>> {
    let channels = channels_of(settings, levels);
    let Some(level) = levels.iter().copied().max().filter(|_| !channels.is_empty()) else {
        return Ok(());
    };
    let template = MessageOrder { level, waits_for_summary, ..template(runtime, incident)? };
    let mut orders = Vec::new();
    let asks_person = matches!(level, EscalationLevel::RetryFailed | EscalationLevel::NeedsPerson);
    for to in recipient::of_channels(&channels, template.issue.is_some()) {
        let (id, to) = (random_id()?, to.name());
        let carries_code = asks_person && settings.inbox.codes.contains(&to);
        orders.push(MessageOrder { id, to, carries_code, ..template.clone() });
    }
    let now = clock::now();
    Ok(runtime.store_mut().write(|tx| {
        for order in &orders {
            // What the notification at the machine says is said there once.
            if order.to == recipient::DESKTOP && waits_for_summary {
                let id = incident.id.as_str();
                tx.queue(&OutboxKind::DesktopNote, id, id, now)?;
            } else {
                order.queue(tx, now)?;
            }
        }
        Ok::<_, RuntimeError>(())
    })?)
}

/// An order about an incident without an id and a recipient.
fn template(runtime: &Runtime, incident: &Incident) -> Result<MessageOrder, Box<dyn Error>> {
    let work = message::work_of(runtime, incident)?;
    Ok(MessageOrder {
        id: String::new(),
        incident: incident.id.clone(),
        level: EscalationLevel::Trip,
        to: String::new(),
        branch: work.branch,
        commit: work.commit,
        issue: issue_of(runtime, incident)?,
        waits_for_summary: false,
        carries_code: false,
    })
}

/// The issue that the task of an incident is about.
fn issue_of(runtime: &Runtime, incident: &Incident) -> Result<Option<String>, Box<dyn Error>> {
    Ok(task::find(runtime.store(), &incident.task)?.and_then(|task| task.issue))
}

/// Sends one message.
pub(crate) fn deliver(
    runtime: &mut Runtime,
    row: &OutboxRow,
    context: &DrainContext<'_>,
) -> Result<DeliveryOutcome, Box<dyn Error>> {
    let order = MessageOrder::read(&row.body).ok_or("the message cannot be read")?;
    let incident = find_incident(runtime, &order.incident)?;
    let to = Recipient::parse(&order.to)
        .ok_or_else(|| format!("this version knows no channel `{}`", order.to))?;
    if let Some(outcome) = before_summary(&order, &incident, &to) {
        return Ok(outcome);
    }
    if order.carries_code && !context.answers.covers(&order.incident) {
        return Ok(held_for_authority(row));
    }
    let sent = send(runtime, row, &order, &incident, &to, context)?;
    let Err(error) = sent else { return Ok(DeliveryOutcome::Done) };
    let text = format!("{}: {error}", order.to);
    let now = clock::now();
    let (wait, is_late) = match error {
        DeliveryError::Later { wait, .. } => (wait, now.since(row.queued) >= PATIENCE),
        DeliveryError::Never(_) => (None, true),
    };
    if is_late {
        return Ok(DeliveryOutcome::Failed { error: text });
    }
    Ok(DeliveryOutcome::Retry { at: next_attempt(now, row.attempts, wait), error: text })
}

/// An issue is told when its agent has summarised its work, or had a minute for it. A person who answers the trip
/// before needs no issue.
fn before_summary(
    order: &MessageOrder,
    incident: &Incident,
    to: &Recipient,
) -> Option<DeliveryOutcome> {
    if !order.waits_for_summary || !to.is_told_of_trip() {
        return None;
    }
    if incident.status != IncidentStatus::Open {
        return Some(DeliveryOutcome::Done);
    }
    let at = incident.at.after(SUMMARY_TIME);
    let is_early = incident.summary.is_none() && clock::now() < at;
    is_early.then(|| DeliveryOutcome::Retry { at, error: String::new() })
}

/// A message with a code is left to a process that may send it.
fn held_for_authority(row: &OutboxRow) -> DeliveryOutcome {
    let now = clock::now();
    if now.since(row.queued) >= PATIENCE {
        let error = "it carries a code, and nobody came to send it: `fusebox inbox` in a terminal, or `fusebox reconcile` with \
            an operator's token";
        return DeliveryOutcome::Failed { error: error.to_owned() };
    }
    DeliveryOutcome::Retry { at: now.after(HELD_PAUSE), error: String::new() }
}

/// When the next attempt is made: after the time that the server asked for, else after a pause that doubles.
fn next_attempt(now: Timestamp, attempts: u64, wait: Option<std::time::Duration>) -> Timestamp {
    let doublings = u32::try_from(attempts.saturating_sub(1)).unwrap_or(u32::MAX).min(16);
    let pause = Duration(FIRST_PAUSE.0.saturating_mul(1 << doublings)).min(LONGEST_PAUSE);
    let asked = wait.map(|wait| Duration(u64::try_from(wait.as_millis()).unwrap_or(u64::MAX)));
    now.after(asked.map_or(pause, |asked| asked.max(Duration::from_secs(1)).min(LONGEST_WAIT)))
}

fn send(
    runtime: &mut Runtime,
    row: &OutboxRow,
    order: &MessageOrder,
    incident: &Incident,
    to: &Recipient,
    context: &DrainContext<'_>,
) -> Result<Result<(), DeliveryError>, Box<dyn Error>> {
    if *to == Recipient::Desktop {
        let around = query::incident_context(runtime.store(), incident)?;
        let shown = desktop::notify(incident, &around, context.path);
        return Ok(shown.map_err(DeliveryError::Never));
    }
    let settings = read_settings(context)?;
    let mut message = message::of(runtime, order, incident)?;
    if order.carries_code && incident.status == IncidentStatus::Open {
        message.code = Some(make_code(runtime, order, incident)?);
    }
    let send = SendContext { dir: Path::new(NEUTRAL_FOLDER), now_ms: clock::now().0 };
    // A process that died may have sent it.
    let prior = PriorAttempts { were_made: row.attempts > 1, since_ms: row.queued.0 };
    failpoint::reach("before-request");
    let sent = to.send(&settings, order, &message, prior, &send);
    failpoint::reach("after-reply");
    Ok(sent)
}

/// Makes the code of a message, and keeps its digest before anybody can use it. One of an earlier attempt is void.
fn make_code(
    runtime: &mut Runtime,
    order: &MessageOrder,
    incident: &Incident,
) -> Result<String, Box<dyn Error>> {
    let (code, now) = (OneTimeCode::make()?, clock::now());
    let digest = code.digest()?;
    inbox::update(runtime.store_mut(), &incident.id, now, |record| {
        record.keep_code(&order.to, digest.clone(), now);
    })?;
    Ok(code.shown())
}

/// What is missing or wrong in the settings of channels that a level names.
#[must_use]
pub fn channel_problems(settings: &EscalationSettings) -> Vec<String> {
    recipient::problems(settings, &channels_of(settings, &EscalationLevel::ALL))
}

/// A request that a person is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChannelRequest {
    /// The level that it belongs to.
    pub level: EscalationLevel,
    /// The channel, and of a forge the step.
    pub to: String,
    /// The request, or what is missing for it.
    pub request: Result<String, String>,
}

/// What each level would send of an incident. It sends nothing, and reads no secret.
///
/// # Errors
/// When the store fails.
pub fn channel_requests(
    runtime: &Runtime,
    incident: &Incident,
    settings: &EscalationSettings,
) -> Result<Vec<ChannelRequest>, Box<dyn Error>> {
    let template = MessageOrder { id: "0".repeat(32), ..template(runtime, incident)? };
    let has_issue = template.issue.is_some();
    let mut requests = Vec::new();
    for level in EscalationLevel::ALL {
        for to in recipient::of_channels(&channels_of(settings, &[level]), has_issue) {
            let order = MessageOrder { level, to: to.name(), ..template.clone() };
            let message = message::of(runtime, &order, incident)?;
            let request = to.shown(settings, &order, &message);
            requests.push(ChannelRequest { level, to: to.name(), request });
        }
    }
    Ok(requests)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn esc2_pauses_double_and_end_and_a_server_says_how_long() {
        let at = |attempts| next_attempt(Timestamp(0), attempts, None).0 / 1_000;
        assert_eq!([1, 2, 3, 7, 60].map(at), [60, 120, 240, 3_600, 3_600]);
        let asked = |seconds| {
            let wait = Some(std::time::Duration::from_secs(seconds));
            next_attempt(Timestamp(0), 9, wait).0 / 1_000
        };
        assert_eq!([0, 5, 1_000_000].map(asked), [1, 5, 43_200]);
    }

    #[test]
    fn esc2_a_channel_of_two_levels_is_told_once() {
        let settings = EscalationSettings {
            trip: vec!["slack".to_owned()],
            cap_reached: vec!["slack".to_owned(), "email".to_owned()],
            ..EscalationSettings::default()
        };
        let both = [EscalationLevel::CapReached, EscalationLevel::Trip];
        assert_eq!(channels_of(&settings, &both), ["slack", "email"]);
        assert_eq!(channels_of(&settings, &[EscalationLevel::NeedsPerson]), [""; 0]);
    }
}
