//! The numbers that a history gives, and what they would have stopped and saved in it.

use super::quantile::conformal_threshold;
use super::{GoodRunShare, TooFewRuns, WorkAmounts, WorkMeasure, WorkOutcome, WorkRecord};

/// A limit that fits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProposedLimit {
    /// What is limited.
    pub measure: WorkMeasure,
    /// The limit, as a setting of this measure takes it: rounded up to what people write.
    pub limit: u64,
    /// The good runs that it comes from.
    pub runs: usize,
    /// How many of them stay within it.
    pub within: usize,
    /// What it would have stopped of the finished runs that are not good.
    pub others: StoppedWork,
}

/// Runs that a limit would have stopped, and what came after.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct StoppedWork {
    /// How many.
    pub runs: usize,
    /// What they took after the limit.
    pub saved: WorkAmounts,
}

/// Proposes a limit of one measure, which stops at most `share` of good runs.
///
/// A run whose trips a person dismissed as wrong is a good one that needs what the whole session took. Such runs can
/// only raise the number: the others have to be enough for one, and it is the larger one of those with and without
/// them. A run of which an amount is not known does not count for it.
///
/// # Errors
/// When there are too few good runs.
pub fn propose(
    records: &[&WorkRecord],
    measure: WorkMeasure,
    share: GoodRunShare,
) -> Result<ProposedLimit, TooFewRuns> {
    let by_outcome = records.iter().filter(|record| !record.is_wrongly_tripped && record.is_good());
    let is_known = |amount: &u64| measure == WorkMeasure::ToolCalls || *amount > 0;
    let plain: Vec<u64> =
        by_outcome.map(|record| record.peak.get(measure)).filter(is_known).collect();
    let good = records.iter().filter(|record| record.is_good());
    let all: Vec<u64> = good.map(|record| record.need(measure)).filter(is_known).collect();
    let runs = all.len();
    let without = conformal_threshold(plain, share)?;
    let with_dismissed = conformal_threshold(all.clone(), share)?;
    let limit = limit_above(measure, with_dismissed.max(without));
    let within = all.iter().filter(|need| !stops(measure, **need, limit)).count();
    let mut others = StoppedWork::default();
    let is_other =
        |record: &&&WorkRecord| !record.is_good() && record.outcome != WorkOutcome::Unfinished;
    for record in records.iter().filter(is_other) {
        if let Some(saved) = record.after_limit(measure, limit) {
            others.runs += 1;
            others.saved.add(&saved);
        }
    }
    Ok(ProposedLimit { measure, limit, runs, within, others })
}

/// The smallest limit that does not stop a run which needs `amount`.
fn limit_above(measure: WorkMeasure, amount: u64) -> u64 {
    match measure {
        // A budget of N calls admits N.
        WorkMeasure::ToolCalls => amount,
        // The others are used up when they are reached: whole minutes, thousands of tokens, cents.
        WorkMeasure::ActiveTime => (amount + 1).next_multiple_of(60_000),
        WorkMeasure::OutputTokens => (amount + 1).next_multiple_of(1_000),
        WorkMeasure::Cost => (amount + 1).next_multiple_of(10_000),
    }
}

/// Whether a limit stops a run that needs `amount`.
fn stops(measure: WorkMeasure, amount: u64, limit: u64) -> bool {
    match measure {
        WorkMeasure::ToolCalls => amount > limit,
        WorkMeasure::ActiveTime | WorkMeasure::OutputTokens | WorkMeasure::Cost => amount >= limit,
    }
}

impl WorkRecord {
    /// What the run needed: what limits counted, or all of it where stopping it was wrong.
    fn need(&self, measure: WorkMeasure) -> u64 {
        let amounts = if self.is_wrongly_tripped { self.total } else { self.peak };
        amounts.get(measure)
    }

    /// What came after a limit; `None` where the run stays within it.
    fn after_limit(&self, measure: WorkMeasure, limit: u64) -> Option<WorkAmounts> {
        if !stops(measure, self.peak.get(measure), limit) {
            return None;
        }
        let at = self.steps.iter().position(|step| stops(measure, step.used.get(measure), limit));
        let before = match (measure, at) {
            // The call beyond the limit is refused.
            (WorkMeasure::ToolCalls, Some(at)) => {
                at.checked_sub(1).and_then(|before| self.steps.get(before))
            }
            (_, Some(at)) => self.steps.get(at),
            (_, None) => return Some(WorkAmounts::default()),
        };
        Some(self.total.beyond(&before.map(|step| step.total).unwrap_or_default()))
    }
}

#[cfg(test)]
mod tests {
    use fusebox_engine::{SessionId, TaskId, Timestamp};

    use super::*;
    use crate::work::{WorkKind, WorkStep};

    /// A session of one prompt with so many calls, each of one second.
    fn record(calls: u64, outcome: WorkOutcome) -> WorkRecord {
        let amounts =
            |n| WorkAmounts { tool_calls: n, active_ms: n * 1_000, ..WorkAmounts::default() };
        let steps = (1..=calls).map(|n| WorkStep { used: amounts(n), total: amounts(n) });
        WorkRecord {
            session: SessionId::parse("s").unwrap(),
            task: TaskId::parse("t").unwrap(),
            client: "claude".to_owned(),
            role: String::new(),
            project: String::new(),
            kind: WorkKind::Unattended,
            last: Timestamp(1),
            outcome,
            is_wrongly_tripped: false,
            hit_calibrated: false,
            peak: amounts(calls),
            total: amounts(calls),
            steps: steps.collect(),
        }
    }

    fn calls(records: &[WorkRecord]) -> Result<ProposedLimit, TooFewRuns> {
        let records: Vec<&WorkRecord> = records.iter().collect();
        propose(&records, WorkMeasure::ToolCalls, GoodRunShare::FIVE_PERCENT)
    }

    #[test]
    fn a_limit_comes_from_good_runs_and_says_what_it_would_have_stopped() {
        let mut records: Vec<WorkRecord> =
            (1..=19).map(|n| record(n, WorkOutcome::Passed)).collect();
        records.push(record(50, WorkOutcome::Tripped));
        records.push(record(19, WorkOutcome::Failed));
        records.push(record(80, WorkOutcome::Unfinished));
        let proposed = calls(&records).unwrap();
        assert_eq!((proposed.limit, proposed.runs, proposed.within), (19, 19, 19));
        assert_eq!((proposed.others.runs, proposed.others.saved.tool_calls), (1, 31));
        let time = propose(
            &records.iter().collect::<Vec<_>>(),
            WorkMeasure::ActiveTime,
            GoodRunShare::FIVE_PERCENT,
        );
        assert_eq!(time.unwrap().limit, 60_000, "19 s and a millisecond, to the next minute");
        records.remove(0);
        assert_eq!(calls(&records).unwrap_err().have, 18);
    }

    /// The smallest tolerance of a mean of 200 splits, in the 10,000th part: three standard deviations. The share of
    /// new good runs above the threshold of 99 follows a beta distribution with a deviation of 2.2 %; the mean of 200
    /// has one of 0.16 %, and what is drawn for each split adds less than half of that.
    const TOLERANCE: u64 = 50;

    #[test]
    fn m08_over_200_random_splits_the_share_of_good_runs_past_the_limit_stays_under_the_bound() {
        let mut random = fastrand::Rng::with_seed(23);
        // Known outcomes: good runs of a long tail, and others that are longer.
        let mut good: Vec<WorkRecord> = (0..600)
            .map(|_| record(1 + 2_000 / random.u64(4..400), WorkOutcome::Committed))
            .collect();
        let others: Vec<WorkRecord> =
            (0..60).map(|_| record(random.u64(50..900), WorkOutcome::Failed)).collect();
        for (share, known) in [("5%", 19), ("5%", 99), ("10%", 99), ("1%", 99)] {
            let share: GoodRunShare = share.parse().unwrap();
            let (mut past, mut all) = (0, 0);
            for _ in 0..200 {
                random.shuffle(&mut good);
                let (calibrated, fresh) = good.split_at(known);
                let records: Vec<&WorkRecord> = calibrated.iter().chain(&others).collect();
                let limit = propose(&records, WorkMeasure::ToolCalls, share).unwrap().limit;
                past += fresh.iter().filter(|run| run.peak.tool_calls > limit).count() as u64;
                all += fresh.len() as u64;
            }
            let parts = past * 10_000 / all;
            let bound: f64 = share.to_string().trim_end_matches(" %").parse().unwrap();
            let bound = (bound * 100.0) as u64;
            assert!(parts <= bound + TOLERANCE, "{share} of {known}: {parts} in 10,000");
            // A limit that is far too high would hold the bound and stop nothing.
            let least = bound.saturating_sub(10_000 / (known as u64 + 1) + 2 * TOLERANCE);
            assert!(parts >= least, "{share} of {known}: {parts} in 10,000");
        }
    }

    #[test]
    fn a_run_of_which_an_amount_is_not_known_does_not_count_for_it() {
        let records: Vec<WorkRecord> = (1..=30).map(|n| record(n, WorkOutcome::Passed)).collect();
        let records: Vec<&WorkRecord> = records.iter().collect();
        let propose = |measure| propose(&records, measure, GoodRunShare::FIVE_PERCENT);
        assert_eq!(propose(WorkMeasure::Cost).unwrap_err().have, 0);
        assert_eq!(propose(WorkMeasure::ActiveTime).unwrap().runs, 30);
    }

    #[test]
    fn a_wrong_trip_can_only_raise_a_number() {
        let good = |n: u64| record(n, WorkOutcome::Passed);
        let dismissed =
            |n: u64| WorkRecord { is_wrongly_tripped: true, ..record(n, WorkOutcome::Tripped) };
        let mut records: Vec<WorkRecord> = (1..=39).map(good).collect();
        assert_eq!(calls(&records).unwrap().limit, 38);
        // As plain good runs, ten short ones would lower it: of 49, the 48th smallest is 38 still, of 60 the 58th 37.
        records.extend((0..21).map(|_| dismissed(1)));
        assert_eq!(calls(&records).unwrap().limit, 38);
        let mut few: Vec<WorkRecord> = (1..=18).map(good).collect();
        few.extend((0..9).map(|_| dismissed(1)));
        assert_eq!(calls(&few).unwrap_err().have, 18, "no number where there was none");
        records.extend((0..3).map(|_| dismissed(90)));
        assert!(calls(&records).unwrap().limit > 38);
    }
}
