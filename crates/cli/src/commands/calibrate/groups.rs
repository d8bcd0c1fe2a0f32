//! The proposals: for all work, and by who attends it, client and role.

use std::collections::{BTreeMap, BTreeSet};

use fusebox_runtime::work::{
    GoodRunShare, ProposedLimit, TooFewRuns, WorkAmounts, WorkMeasure, WorkOutcome, WorkRecord,
    propose,
};
use serde::Serialize;

use super::history::WorkHistory;

/// What was read, and what it proposes.
#[derive(Debug, Serialize)]
pub(super) struct Calibration {
    /// The bound of each configured limit.
    pub(super) stop_good: String,
    /// The good runs that it takes.
    pub(super) needs: usize,
    /// Sessions that Fusebox watched.
    pub(super) watched: usize,
    /// Sessions that clients recorded, and Fusebox did not watch.
    pub(super) recorded: usize,
    /// The runs by how they ended.
    pub(super) outcomes: BTreeMap<String, usize>,
    /// Runs whose trips were dismissed as wrong.
    pub(super) dismissed: usize,
    /// The limits that are configured.
    pub(super) limits: Vec<WorkMeasure>,
    /// All work first, then each kind, client and role.
    pub(super) groups: Vec<CalibratedGroup>,
    /// What is configured: for all who are not attended, then for each role.
    #[serde(skip)]
    pub(super) configured: Vec<CalibratedGroup>,
}

/// The proposals for a group of runs.
#[derive(Debug, Clone, Serialize)]
pub(super) struct CalibratedGroup {
    /// Who attends; none for all.
    pub(super) kind: Option<String>,
    /// The client; none for all.
    pub(super) client: Option<String>,
    /// The role; none for all.
    pub(super) role: Option<String>,
    /// Runs that have finished.
    pub(super) finished: usize,
    /// The good ones of them.
    pub(super) good: usize,
    /// One for each measure.
    pub(super) limits: Vec<GroupLimit>,
}

/// The proposal of one measure.
#[derive(Debug, Clone, Serialize)]
pub(super) struct GroupLimit {
    /// What is limited.
    pub(super) measure: WorkMeasure,
    /// The limit in the unit of the measure; none with too few good runs.
    pub(super) limit: Option<u64>,
    /// The good runs of which the amount is known.
    pub(super) runs: usize,
    /// Those of them that stay within it.
    pub(super) within: usize,
    /// The finished runs that it would have stopped, though not good.
    pub(super) others_stopped: usize,
    /// What those took after the limit.
    pub(super) saved: WorkAmounts,
}

impl Calibration {
    /// Proposes limits from a history; those of `measures` are configured.
    pub(super) fn of(history: &WorkHistory, measures: &[WorkMeasure], share: GoodRunShare) -> Self {
        let records = &history.records;
        let all: Vec<&WorkRecord> = records.iter().collect();
        let mut outcomes = BTreeMap::new();
        for record in records {
            *outcomes.entry(record.outcome.name().to_owned()).or_default() += 1;
        }
        let mut kinds: BTreeMap<(&str, &str, &str), Vec<&WorkRecord>> = BTreeMap::new();
        for record in records {
            let key = (record.kind.name(), record.client.as_str(), record.role.as_str());
            kinds.entry(key).or_default().push(record);
        }
        let mut groups = vec![CalibratedGroup::of(&all, share)];
        groups.extend(kinds.iter().map(|((kind, client, role), records)| {
            let named = |name: &str| Some(name.to_owned());
            let (kind, client, role) = (named(kind), named(client), named(role));
            CalibratedGroup { kind, client, role, ..CalibratedGroup::of(records, share) }
        }));
        Self {
            stop_good: share.to_string(),
            needs: share.runs_needed(),
            watched: history.watched,
            recorded: history.recorded,
            outcomes,
            dismissed: records.iter().filter(|record| record.is_wrongly_tripped).count(),
            limits: measures.to_vec(),
            groups,
            configured: configured(&all, share),
        }
    }
}

/// The groups that a configuration names: the work that nobody attends, of every role and of each one. Where too little
/// of it is known, all work of the role counts.
fn configured(all: &[&WorkRecord], share: GoodRunShare) -> Vec<CalibratedGroup> {
    let roles: BTreeSet<&str> = all.iter().map(|record| record.role.as_str()).collect();
    let named = roles.into_iter().filter(|role| !role.is_empty()).map(Some);
    let groups = std::iter::once(None).chain(named).map(|role| {
        let of_role: Vec<&WorkRecord> =
            all.iter().filter(|r| role.is_none_or(|role| r.role == role)).copied().collect();
        let is_unattended = |record: &&&WorkRecord| record.kind.name() == "unattended";
        let unattended: Vec<&WorkRecord> = of_role.iter().filter(is_unattended).copied().collect();
        // A dismissed trip must not change which work the number comes from: it could lower it.
        let is_plain = |record: &&&WorkRecord| record.is_good() && !record.is_wrongly_tripped;
        let good = unattended.iter().filter(is_plain).count();
        let role = role.map(str::to_owned);
        if good >= share.runs_needed() {
            let kind = Some("unattended".to_owned());
            return CalibratedGroup { kind, role, ..CalibratedGroup::of(&unattended, share) };
        }
        CalibratedGroup { role, ..CalibratedGroup::of(&of_role, share) }
    });
    groups.collect()
}

impl CalibratedGroup {
    fn of(records: &[&WorkRecord], share: GoodRunShare) -> Self {
        let is_finished = |record: &&&WorkRecord| record.outcome != WorkOutcome::Unfinished;
        let limits = WorkMeasure::ALL
            .iter()
            .map(|measure| GroupLimit::of(*measure, propose(records, *measure, share)));
        Self {
            kind: None,
            client: None,
            role: None,
            finished: records.iter().filter(is_finished).count(),
            good: records.iter().filter(|record| record.is_good()).count(),
            limits: limits.collect(),
        }
    }

    /// The good runs of which the amount of a measure is known.
    pub(super) fn runs(&self, measure: WorkMeasure) -> usize {
        self.limits.iter().find(|limit| limit.measure == measure).map_or(0, |limit| limit.runs)
    }

    /// The limit of a measure, if there are enough good runs.
    pub(super) fn limit(&self, measure: WorkMeasure) -> Option<&GroupLimit> {
        self.limits.iter().find(|limit| limit.measure == measure && limit.limit.is_some())
    }
}

impl GroupLimit {
    fn of(measure: WorkMeasure, proposed: Result<ProposedLimit, TooFewRuns>) -> Self {
        let runs = proposed.as_ref().map_or_else(|few| few.have, |known| known.runs);
        let known = proposed.ok();
        let others = known.map(|known| known.others).unwrap_or_default();
        Self {
            measure,
            limit: known.map(|known| known.limit),
            runs,
            within: known.map_or(0, |known| known.within),
            others_stopped: others.runs,
            saved: others.saved,
        }
    }
}
