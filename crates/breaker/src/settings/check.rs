//! The rules for settings: a limit that could never be reached is rejected, not ignored.

use std::time::Duration;

use super::{Decide, OpenPeriod, Settings, Trip};
use crate::InvalidSettings;

/// The largest count window: two bits a call, so 256 KB.
const MAX_WINDOW: u32 = 1 << 20;
const MAX_BUCKETS: u32 = 1024;
const MAX_PERMITS: u32 = 1024;

impl Settings {
    /// Whether these settings can work.
    ///
    /// # Errors
    ///
    /// Names the first setting that cannot.
    ///
    /// ```
    /// use fusebox_breaker::{OpenPeriod, Settings};
    /// use std::time::Duration;
    ///
    /// let settings = Settings { open: OpenPeriod::Fixed(Duration::ZERO), ..Settings::default() };
    /// assert_eq!(settings.check().unwrap_err().to_string(), "open must be more than zero");
    /// ```
    pub fn check(&self) -> Result<(), InvalidSettings> {
        self.check_trip()?;
        self.check_open()?;
        self.check_half_open()?;
        if let Some(slow) = &self.slow_call {
            positive("slow_call.threshold", slow.threshold)?;
            share("slow_call.rate", slow.rate)?;
        }
        Ok(())
    }

    fn check_trip(&self) -> Result<(), InvalidSettings> {
        match &self.trip {
            Trip::Consecutive { failures } => between("trip.failures", *failures, u32::MAX)?,
            Trip::CountWindow { size, rate } => {
                between("trip.size", *size, MAX_WINDOW)?;
                let rule = "must not be more than the window holds: it could never trip";
                require(rate.min_calls <= *size, "trip.rate.min_calls", rule)?;
            }
            Trip::TimeWindow { length, buckets, .. } => {
                positive("trip.length", *length)?;
                between("trip.buckets", *buckets, MAX_BUCKETS)?;
            }
            Trip::TumblingWindow { length, .. } => positive("trip.length", *length)?,
        }
        if let Some(rate) = self.trip.rate() {
            between("trip.rate.min_calls", rate.min_calls, u32::MAX)?;
            share("trip.rate.threshold", rate.threshold)?;
            between("trip.rate.failures_in_a_row", rate.failures_in_a_row.unwrap_or(1), u32::MAX)?;
        }
        Ok(())
    }

    fn check_open(&self) -> Result<(), InvalidSettings> {
        match &self.open {
            OpenPeriod::Fixed(period) => positive("open", *period),
            OpenPeriod::Steps(steps) => {
                require(!steps.is_empty(), "open.steps", "must name one period at least")?;
                steps.iter().try_for_each(|step| positive("open.steps", *step))
            }
            OpenPeriod::Growing { first, factor, ceiling, jitter } => {
                positive("open.first", *first)?;
                require((1.0..=f64::MAX).contains(factor), "open.factor", "must be 1 or more")?;
                require(ceiling >= first, "open.ceiling", "must not be shorter than `first`")?;
                require((0.0..=1.0).contains(jitter), "open.jitter", "must be between 0 and 1")
            }
        }
    }

    fn check_half_open(&self) -> Result<(), InvalidSettings> {
        let half_open = &self.half_open;
        between("half_open.permits", half_open.permits, MAX_PERMITS)?;
        positive("half_open.lease", half_open.lease)?;
        if let Some(max) = half_open.max {
            positive("half_open.max", max)?;
        }
        between("half_open.decide", half_open.decide.needed(), u32::MAX)?;
        match half_open.decide {
            Decide::Successes(_) => Ok(()),
            Decide::Rate { threshold, .. } => share("half_open.decide.threshold", threshold),
        }
    }
}

fn require(is_met: bool, path: &'static str, rule: &'static str) -> Result<(), InvalidSettings> {
    if is_met { Ok(()) } else { Err(InvalidSettings { path, rule }) }
}

fn between(path: &'static str, value: u32, max: u32) -> Result<(), InvalidSettings> {
    require(value > 0, path, "must be at least 1")?;
    require(value <= max, path, "is too large")
}

fn positive(path: &'static str, value: Duration) -> Result<(), InvalidSettings> {
    require(!value.is_zero(), path, "must be more than zero")
}

fn share(path: &'static str, value: f64) -> Result<(), InvalidSettings> {
    require(value > 0.0 && value <= 1.0, path, "must be in (0, 1]")
}
