//! The sum of one cap, for one thing that it adds up, in its current window.

use fusebox_calendar::{BLOCK_LENGTH, Period, block_start};
use fusebox_engine::spend::{
    CapLimit, CapName, CapStanding, CapWindow, DayZone, SpendCalendar, SubscriptionWindow,
};
use fusebox_engine::{Duration, IncidentId, LimitedSum, PicoUsd, Ratio, Timestamp};
use fusebox_store::{ScopeKind, ScopeRow, StoreTx};
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};

use super::sums::{CapPlace, CapSums, CappedRecord, ReadCaps};
use crate::{RuntimeError, codec};

/// The beginning of every key.
pub(super) const PREFIX: &str = "spend/";
/// The longest subject that is shown, in characters.
const SHOWN_CHARS: usize = 64;

/// One cap of one session, one task, or whatever else it adds up.
#[derive(Debug, Clone)]
pub(super) struct CapRow {
    place: CapPlace,
    /// The cap.
    pub(super) name: CapName,
    /// What it adds up.
    subject: String,
    /// The cap as configured.
    pub(super) limit: CapLimit,
    sum: CapSum,
    /// The incident whose cap has room again since the sum was saved.
    pub(super) closed: Option<IncidentId>,
}

/// What is stored. Each hook reads and writes it: what is as by default is left out.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct CapSum {
    /// The limit as text, for lists: a hook has it from its policy.
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<String>,
    #[serde(skip_serializing_if = "is_default")]
    usd: PicoUsd,
    #[serde(skip_serializing_if = "is_default")]
    tokens: u64,
    /// How much of a subscription's window is used, in hundredths of a percent.
    #[serde(skip_serializing_if = "is_default")]
    share: u64,
    /// Where days and weeks begin.
    #[serde(skip_serializing_if = "is_default")]
    calendar: SpendCalendar,
    /// When the window began and ends; none for a lifetime.
    #[serde(skip_serializing_if = "Option::is_none")]
    window: Option<(Timestamp, Timestamp)>,
    /// The window that held before this one began. A clock that jumped comes back to it, and so does an event that
    /// arrives late.
    #[serde(skip_serializing_if = "Option::is_none")]
    other: Option<Box<CapSum>>,
    /// What people added, in the unit of the limit.
    #[serde(skip_serializing_if = "is_default")]
    allowed: u64,
    /// What people added until a time.
    #[serde(skip_serializing_if = "Option::is_none")]
    allowed_until: Option<(u64, Timestamp)>,
    /// Whether it was warned of.
    #[serde(skip_serializing_if = "is_default")]
    warned: bool,
    /// The incident of the event that first found it spent.
    #[serde(skip_serializing_if = "Option::is_none")]
    incident: Option<IncidentId>,
    /// Whether the stored row could not be read: it counts as spent until a person allows more.
    #[serde(skip_serializing_if = "is_default")]
    unreadable: bool,
}

impl CapRow {
    /// Reads the sum as it is at `now`: in a new window it begins anew.
    pub(super) fn load(
        sums: CapSums<'_>,
        name: CapName,
        subject: String,
        limit: CapLimit,
        calendar: SpendCalendar,
        now: Timestamp,
    ) -> Result<Self, RuntimeError> {
        let beside_record = sums.read.records.zip(CappedRecord::of(name.scope));
        let (place, mut sum) = if let Some((records, record)) = beside_record {
            (CapPlace::Record(record), records.sum(record, name))
        } else {
            let key = format!("{PREFIX}{name}/{subject}");
            let sum = sums.of_row(&key)?;
            (CapPlace::Row(key), sum)
        };
        sum.calendar = calendar;
        let mut row = Self { place, name, subject, limit, sum, closed: None };
        row.pass_time(now);
        Ok(row)
    }

    /// The row that is stored under a key, as it is at `now`; `None` where it does not say what it is of, and of a cap
    /// whose sum stands beside a record: a program of an earlier version that still runs has written it.
    pub(super) fn of_row(key: String, row: &ScopeRow, now: Timestamp) -> Option<Self> {
        let (name, subject) = key.strip_prefix(PREFIX)?.split_once('/')?;
        let (name, subject): (CapName, _) = (name.parse().ok()?, subject.to_owned());
        if CappedRecord::of(name.scope).is_some() {
            return None;
        }
        Self::stored(CapPlace::Row(key), name, subject, CapSum::stored(row), now)
    }

    /// A sum that stands beside a record, as it is at `now`; `None` where it does not say what its limit is.
    pub(super) fn of_record(
        record: CappedRecord,
        (name, sum): (CapName, CapSum),
        subject: String,
        now: Timestamp,
    ) -> Option<Self> {
        Self::stored(CapPlace::Record(record), name, subject, sum, now)
    }

    fn stored(
        place: CapPlace,
        name: CapName,
        subject: String,
        sum: CapSum,
        now: Timestamp,
    ) -> Option<Self> {
        let limit = sum.limit.as_ref()?.parse().ok()?;
        let mut row = Self { place, name, subject, limit, sum, closed: None };
        row.pass_time(now);
        Some(row)
    }

    /// Ends the window and what people allowed for a time.
    fn pass_time(&mut self, now: Timestamp) {
        let was_spent = self.is_spent();
        self.turn_to_window(now);
        self.sum.allowed_until.take_if(|(_, until)| now >= *until);
        if was_spent && !self.is_spent() {
            self.closed = self.closed.take().or(self.sum.incident.take());
        }
    }

    /// Turns to the window of a time. What was spent in another one stays with that: each amount counts once, in the
    /// window of its event. A clock that was set back does not end a window.
    fn turn_to_window(&mut self, now: Timestamp) {
        let is_over = self.sum.window.is_some_and(|(_, until)| now >= until);
        if is_over {
            self.closed = self.sum.incident.take();
        }
        let other = self.sum.other.take_if(|other| is_over || other.holds(now));
        if let Some(other) = other.filter(|other| other.holds(now)) {
            let left = std::mem::replace(&mut self.sum, *other);
            self.sum.other = Some(Box::new(left));
        } else if is_over {
            let empty = CapSum { calendar: self.sum.calendar, ..CapSum::default() };
            let ended = std::mem::replace(&mut self.sum, empty);
            self.sum.other = Some(Box::new(ended));
        }
    }

    /// Begins the window of the first amount. Before that none is needed: the rules of the machine's zone cost more to
    /// read than the rest of an event.
    fn begin_window(&mut self, now: Timestamp) {
        if self.sum.window.is_none() {
            self.sum.window = window(self.name.window, self.sum.calendar, now);
        }
    }

    /// Adds what a response cost.
    pub(super) fn add(&mut self, usd: PicoUsd, tokens: u64, now: Timestamp) {
        self.begin_window(now);
        self.sum.usd = self.sum.usd.saturating_add(usd);
        self.sum.tokens = self.sum.tokens.saturating_add(tokens);
    }

    /// Notes how much of a subscription's window is used. Within a window it only grows, and no window is longer than
    /// the provider's: who tells it is a client's file, which an agent may write.
    pub(super) fn note_share(&mut self, told: &SubscriptionWindow, now: Timestamp) {
        if told.ends <= now {
            return;
        }
        let latest = now.after(subscription_length(self.name.window));
        if self.sum.window.is_none() {
            self.sum.window = Some((now, told.ends.min(latest)));
        }
        self.sum.share = self.sum.share.max(told.used);
    }

    /// Notes that the share which is warned of is reached. Says whether it is for the first time.
    pub(super) fn nears(&mut self, share: Ratio) -> bool {
        self.beside_limit().is_near(share) && !std::mem::replace(&mut self.sum.warned, true)
    }

    /// Whether nothing is left.
    pub(super) fn is_spent(&self) -> bool {
        self.sum.unreadable || self.beside_limit().is_used_up()
    }

    /// Whether it is of a subscription's window.
    pub(super) fn is_share(&self) -> bool {
        matches!(self.limit, CapLimit::Share(_))
    }

    /// Whether nothing is left, and no event has found that yet.
    pub(super) fn is_spent_first(&self) -> bool {
        self.is_spent() && self.sum.incident.is_none()
    }

    /// Notes the incident that was opened for the spent cap.
    pub(super) fn open(&mut self, incident: Option<&IncidentId>) {
        self.sum.incident = incident.cloned();
    }

    /// Lets this much more be spent, from what was spent or may be, whichever is more. An amount in another unit
    /// changes nothing.
    pub(super) fn allow(&mut self, more: CapLimit, until: Option<Timestamp>, now: Timestamp) {
        if !more.is_like(self.limit) {
            return;
        }
        if std::mem::take(&mut self.sum.unreadable) {
            self.sum = CapSum { incident: self.sum.incident.take(), ..CapSum::default() };
        }
        self.begin_window(now);
        let beyond = self.beside_limit().addition_for(more.amount());
        match (until, &mut self.sum.allowed_until) {
            (None, _) => self.sum.allowed = self.sum.allowed.saturating_add(beyond),
            (Some(_), Some((allowed, _))) => *allowed = allowed.saturating_add(beyond),
            (Some(until), allowed @ None) => *allowed = Some((beyond, until)),
        }
        self.sum.warned = false;
        self.closed = self.sum.incident.take();
    }

    /// When the day ends in which `now` is.
    pub(super) fn end_of_day(&self, now: Timestamp) -> Option<Timestamp> {
        window(CapWindow::Day, self.sum.calendar, now).map(|(_, until)| until)
    }

    /// How far it has come.
    pub(super) fn standing(&self) -> CapStanding {
        let subject = self.subject.as_str();
        let shown = subject.char_indices().rev().nth(SHOWN_CHARS - 1);
        let shown = shown.map_or(subject, |(from, _)| &subject[from..]);
        let LimitedSum { used, limit } = self.beside_limit();
        let spent = if self.sum.unreadable { limit } else { used };
        CapStanding {
            name: self.name,
            subject: shown.to_owned(),
            spent: self.limit.with_amount(spent),
            limit: self.limit.with_amount(limit),
            until: self.sum.window.map(|(_, until)| until),
            incident: self.sum.incident.clone(),
        }
    }

    /// Saves the sum. One beside a record of the event is saved with that.
    pub(super) fn save(
        self,
        (tx, read): (&mut dyn StoreTx, ReadCaps<'_>),
        now: Timestamp,
    ) -> Result<(), RuntimeError> {
        let (name, is_spent) = (self.name, self.is_spent());
        let (place, sum) = self.into_stored();
        if let CapPlace::Row(key) = &place {
            let durable = codec::json("a spending cap", &sum)?;
            let row = ScopeRow::of_record(durable, is_spent, now);
            tx.save_scope(ScopeKind::Machine, key, &row)?;
        }
        read.put(place, name, sum);
        Ok(())
    }

    /// Keeps the sum for the next event.
    pub(super) fn keep(self, read: ReadCaps<'_>) {
        read.put(self.place, self.name, self.sum);
    }

    /// Where the sum is stored, and what is: with the limit, which one of a new window does not have yet.
    pub(super) fn into_stored(mut self) -> (CapPlace, CapSum) {
        self.sum.limit = Some(self.limit.to_string());
        (self.place, self.sum)
    }

    /// What was spent, beside the cap with what people added, in the unit of the cap.
    fn beside_limit(&self) -> LimitedSum {
        let used = match self.limit {
            CapLimit::Usd(_) => self.sum.usd.picos(),
            CapLimit::Tokens(_) => self.sum.tokens,
            CapLimit::Share(_) => self.sum.share,
        };
        let for_a_time = self.sum.allowed_until.map_or(0, |(allowed, _)| allowed);
        let limit = self.limit.amount().saturating_add(self.sum.allowed).saturating_add(for_a_time);
        LimitedSum { used, limit }
    }
}

impl CapSum {
    /// The sum in a row.
    pub(super) fn stored(row: &ScopeRow) -> Self {
        serde_json::from_str(&row.durable).unwrap_or_else(|_| Self::unreadable())
    }

    /// Adds the plain text of a sum that is an amount and nothing else; `None` of any other.
    pub(super) fn push_plain_text(&self, name: CapName, text: &mut String) -> Option<()> {
        let Self {
            limit: Some(limit),
            usd,
            tokens,
            share: 0,
            calendar,
            window: None,
            other: None,
            allowed: 0,
            allowed_until: None,
            warned: false,
            incident: None,
            unreadable: false,
        } = self
        else {
            return None;
        };
        if !is_default(calendar) {
            return None;
        }
        for part in [name.to_string(), usd.picos().to_string(), tokens.to_string()] {
            text.push_str(&part);
            text.push(' ');
        }
        text.push_str(limit);
        Some(())
    }

    /// Reads what [`Self::push_plain_text`] wrote.
    pub(super) fn of_plain_text(text: &str) -> Option<(CapName, Self)> {
        let mut parts = text.splitn(4, ' ');
        let name = parts.next()?.parse().ok()?;
        let usd = PicoUsd::from_picos(parts.next()?.parse().ok()?);
        let tokens = parts.next()?.parse().ok()?;
        let limit = Some(parts.next()?.to_owned());
        Some((name, Self { limit, usd, tokens, ..Self::default() }))
    }

    /// The sum of a row that cannot be read.
    pub(super) fn unreadable() -> Self {
        Self { unreadable: true, ..Self::default() }
    }

    /// Whether a time lies in its window.
    fn holds(&self, at: Timestamp) -> bool {
        self.window.is_some_and(|(from, until)| from <= at && at < until)
    }
}

/// The window around a time; a subscription's is told by its client.
fn window(
    window: CapWindow,
    calendar: SpendCalendar,
    now: Timestamp,
) -> Option<(Timestamp, Timestamp)> {
    let period = match window {
        CapWindow::Lifetime => return None,
        CapWindow::FiveHours => {
            let start = block_start(now);
            return Some((start, start.after(BLOCK_LENGTH)));
        }
        CapWindow::Day => Period::Day,
        CapWindow::Week => Period::Week(calendar.week_starts),
        CapWindow::Month => Period::Month,
    };
    let zone = match calendar.days {
        DayZone::Local => TimeZone::system(),
        DayZone::Utc => TimeZone::UTC,
    };
    period.bounds(now, &zone)
}

/// The longest that a subscription's window lasts, with a clock that is an hour wrong.
fn subscription_length(window: CapWindow) -> Duration {
    match window {
        CapWindow::Week => Duration::from_hours(7 * 24 + 1),
        CapWindow::FiveHours | CapWindow::Lifetime | CapWindow::Day | CapWindow::Month => {
            Duration::from_hours(6)
        }
    }
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR_MS: u64 = 3_600_000;

    fn row(name: &str, limit: &str) -> CapRow {
        let (name, limit) = (name.parse().unwrap(), limit.parse().unwrap());
        let (place, subject) = (CapPlace::Row(String::new()), String::new());
        CapRow { place, name, subject, limit, sum: CapSum::default(), closed: None }
    }

    fn at(hours: u64) -> Timestamp {
        Timestamp(1_000 * 24 * HOUR_MS + hours * HOUR_MS)
    }

    #[test]
    fn m03_a_window_begins_with_its_first_amount_and_its_end_gives_room() {
        let mut all = row("all.five_hours", "100 tokens");
        all.pass_time(at(0));
        assert_eq!(all.standing().until, None, "nothing was spent yet");
        all.add(PicoUsd::ZERO, 100, Timestamp(at(2).0 + 1));
        assert_eq!(all.standing().until, Some(at(7)), "from the full hour");
        let incident = IncidentId::from_digest(1);
        all.open(Some(&incident));
        all.pass_time(Timestamp(at(7).0 - 1));
        assert!(all.is_spent());
        all.pass_time(at(7));
        assert!(!all.is_spent());
        assert_eq!(all.closed, Some(incident));
        assert_eq!(all.standing().spent.amount(), 0);
    }

    #[test]
    fn m03_a_clock_that_jumps_opens_no_window_again_and_counts_nothing_twice() {
        let tokens = |row: &CapRow| row.standing().spent.amount();
        let mut all = row("all.five_hours", "100 tokens");
        all.add(PicoUsd::ZERO, 90, at(2));
        // Set back: the window goes on.
        all.pass_time(at(0));
        all.add(PicoUsd::ZERO, 10, at(0));
        assert!(all.is_spent());
        // Set ahead, where something is spent, and back again.
        all.pass_time(at(9));
        assert_eq!(tokens(&all), 0);
        all.add(PicoUsd::ZERO, 5, at(9));
        all.pass_time(at(6));
        assert_eq!((tokens(&all), all.is_spent()), (100, true), "what it was");
        assert_eq!(all.standing().until, Some(at(7)));
        // The window that had begun too early comes, with what was spent in it.
        all.pass_time(at(10));
        assert_eq!(tokens(&all), 5);
        // An event that is late counts in its own window.
        all.pass_time(at(6));
        all.add(PicoUsd::ZERO, 1, at(6));
        all.pass_time(at(10));
        assert_eq!(tokens(&all), 5);
        all.pass_time(at(14));
        assert_eq!(tokens(&all), 0);
    }

    #[test]
    fn m05_what_a_person_allows_ahead_lasts_for_the_window() {
        let mut all = row("all.five_hours", "100 tokens");
        all.allow("50 tokens".parse().unwrap(), None, at(1));
        all.add(PicoUsd::ZERO, 149, at(2));
        all.pass_time(at(5));
        assert!(!all.is_spent());
        all.pass_time(at(6));
        assert_eq!(all.standing().limit.amount(), 100);
    }

    #[test]
    fn m03_a_row_that_cannot_be_read_counts_as_spent_until_a_person_allows_more() {
        let mut all = CapRow { sum: CapSum::unreadable(), ..row("all.day", "100 tokens") };
        all.pass_time(at(500));
        assert!(all.is_spent());
        all.allow("50 tokens".parse().unwrap(), None, at(500));
        assert!(!all.is_spent());
    }
}
