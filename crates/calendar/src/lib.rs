//! Days, weeks and months of a time zone, and the blocks of five hours of subscriptions. Pure.

use fusebox_engine::spend::WeekStart;
use fusebox_engine::{Duration, Timestamp};
use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{ToSpan, Unit};

/// How long a block of a subscription lasts.
pub const BLOCK_LENGTH: Duration = Duration::from_hours(5);
const HOUR_MS: u64 = 3_600_000;

/// A stretch of the calendar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Period {
    /// A day, of 23 to 25 hours where clocks are changed.
    Day,
    /// A week from this day.
    Week(WeekStart),
    /// A month.
    Month,
}

/// Names the periods of times. Times come in the order of their sessions, so that the last answer is often the next.
pub struct Calendar {
    period: Period,
    zone: TimeZone,
    /// The last period: from, until, and its name.
    last: Option<(u64, u64, String)>,
}

impl Calendar {
    /// Names periods in a time zone.
    #[must_use]
    pub fn new(period: Period, zone: TimeZone) -> Self {
        Self { period, zone, last: None }
    }

    /// The period of a time: its first day, or its month. Empty for a time that no calendar has.
    pub fn name(&mut self, at: Timestamp) -> String {
        if let Some((from, until, name)) = &self.last
            && (*from..*until).contains(&at.0)
        {
            return name.clone();
        }
        let named = self.period_of(at);
        let name = named.as_ref().map_or_else(String::new, |(.., name)| name.clone());
        self.last = named;
        name
    }

    fn period_of(&self, at: Timestamp) -> Option<(u64, u64, String)> {
        let (first, next) = self.period.days_around(at, &self.zone)?;
        let name = match self.period {
            Period::Day | Period::Week(_) => first.to_string(),
            Period::Month => first.strftime("%Y-%m").to_string(),
        };
        Some((start_of_day(first, &self.zone)?.0, start_of_day(next, &self.zone)?.0, name))
    }
}

impl Period {
    /// When the period of a time begins and the next one does; `None` for a time that no calendar has.
    #[must_use]
    pub fn bounds(self, at: Timestamp, zone: &TimeZone) -> Option<(Timestamp, Timestamp)> {
        let (first, next) = self.days_around(at, zone)?;
        Some((start_of_day(first, zone)?, start_of_day(next, zone)?))
    }

    /// The first day of the period of a time, and of the next one.
    fn days_around(self, at: Timestamp, zone: &TimeZone) -> Option<(Date, Date)> {
        let date = local_date(at, zone)?;
        Some(match self {
            Self::Day => (date, date.tomorrow().ok()?),
            Self::Week(starts) => {
                let weekday = i64::from(date.weekday().to_monday_zero_offset());
                let days_since_start = (weekday - days_after_monday(starts)).rem_euclid(7);
                let first = date.checked_sub(days_since_start.days()).ok()?;
                (first, first.checked_add(7.days()).ok()?)
            }
            Self::Month => {
                let first = date.first_of_month();
                (first, first.checked_add(1.month()).ok()?)
            }
        })
    }
}

fn days_after_monday(starts: WeekStart) -> i64 {
    match starts {
        WeekStart::Monday => 0,
        WeekStart::Saturday => 5,
        WeekStart::Sunday => 6,
    }
}

/// When the block of five hours begins whose first response is this one: with its full hour.
#[must_use]
pub fn block_start(first: Timestamp) -> Timestamp {
    Timestamp(first.0 - first.0 % HOUR_MS)
}

/// The date of a time in a zone.
fn local_date(at: Timestamp, zone: &TimeZone) -> Option<Date> {
    let at = jiff::Timestamp::from_millisecond(i64::try_from(at.0).ok()?).ok()?;
    Some(at.to_zoned(zone.clone()).date())
}

/// When a day begins in a zone; the first moment that exists where midnight does not.
#[must_use]
pub fn start_of_day(date: Date, zone: &TimeZone) -> Option<Timestamp> {
    let zoned = date.to_zoned(zone.clone()).ok()?.start_of_day().ok()?;
    u64::try_from(zoned.timestamp().as_millisecond()).ok().map(Timestamp)
}

/// Names a moment to the minute.
#[must_use]
pub fn minute(at: Timestamp, zone: &TimeZone) -> String {
    let named = i64::try_from(at.0).ok().and_then(|ms| {
        let at = jiff::Timestamp::from_millisecond(ms).ok()?.round(Unit::Minute).ok()?;
        Some(at.to_zoned(zone.clone()).strftime("%Y-%m-%d %H:%M").to_string())
    });
    named.unwrap_or_default()
}

/// The beginnings of the blocks of five hours, in which a subscription counts: a block begins with the full hour of the
/// first response after the last block. `times` are sorted.
#[must_use]
pub fn block_starts(times: impl Iterator<Item = Timestamp>) -> Vec<Timestamp> {
    let mut starts: Vec<Timestamp> = Vec::new();
    for at in times {
        if starts.last().is_none_or(|start| at.since(*start) >= BLOCK_LENGTH) {
            starts.push(block_start(at));
        }
    }
    starts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        Timestamp(text.parse::<jiff::Timestamp>().unwrap().as_millisecond() as u64)
    }

    fn named(period: Period, zone: &str, times: &[(&str, &str)]) {
        let zone = TimeZone::get(zone).unwrap();
        let mut calendar = Calendar::new(period, zone);
        for (time, name) in times {
            assert_eq!(calendar.name(at(time)), *name, "{time}");
        }
    }

    #[test]
    fn a_day_is_that_of_the_zone_also_with_23_or_25_hours() {
        named(
            Period::Day,
            "America/New_York",
            &[
                // 2026-03-08 has 23 hours: it begins at 05:00 and ends at 04:00 UTC.
                ("2026-03-08T04:59:59.999Z", "2026-03-07"),
                ("2026-03-08T05:00:00Z", "2026-03-08"),
                ("2026-03-09T03:59:59.999Z", "2026-03-08"),
                ("2026-03-09T04:00:00Z", "2026-03-09"),
                // 2026-11-01 has 25 hours.
                ("2026-11-01T03:59:59.999Z", "2026-10-31"),
                ("2026-11-01T04:00:00Z", "2026-11-01"),
                ("2026-11-02T04:59:59.999Z", "2026-11-01"),
                ("2026-11-02T05:00:00Z", "2026-11-02"),
            ],
        );
    }

    #[test]
    fn a_week_begins_with_its_first_day_and_a_month_too() {
        let week = [
            ("2026-11-22T23:59:59Z", "2026-11-16"),
            ("2026-11-23T00:00:00Z", "2026-11-23"),
            ("2026-11-29T23:59:59Z", "2026-11-23"),
            ("2027-01-01T00:00:00Z", "2026-12-28"),
        ];
        named(Period::Week(WeekStart::Monday), "UTC", &week);
        let from_sunday = [
            ("2026-11-21T23:59:59Z", "2026-11-15"),
            ("2026-11-22T00:00:00Z", "2026-11-22"),
            ("2026-11-28T23:59:59Z", "2026-11-22"),
        ];
        named(Period::Week(WeekStart::Sunday), "UTC", &from_sunday);
        let from_saturday =
            [("2026-11-21T00:00:00Z", "2026-11-21"), ("2026-11-27T23:59:59Z", "2026-11-21")];
        named(Period::Week(WeekStart::Saturday), "UTC", &from_saturday);
        let month = [("2026-11-30T23:59:59Z", "2026-11"), ("2026-12-01T00:00:00Z", "2026-12")];
        named(Period::Month, "UTC", &month);
    }

    #[test]
    fn a_block_begins_with_the_hour_of_its_first_response() {
        let times = ["2026-11-24T08:40:00Z", "2026-11-24T12:59:59Z", "2026-11-24T13:00:00Z"];
        let starts = block_starts(times.into_iter().map(at));
        assert_eq!(starts, [at("2026-11-24T08:00:00Z"), at("2026-11-24T13:00:00Z")]);
        assert_eq!(block_starts(std::iter::empty()), []);
    }
}
