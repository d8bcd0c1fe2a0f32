//! Keeps the calibrated limits current: one row for each client and project, read when a session begins and written
//! after one has ended, outside the hook.

use std::collections::{BTreeMap, BTreeSet};

use fusebox_engine::state::SessionState;
use fusebox_engine::{CalibratedLimit, Fact, Observation, Policy, Timestamp, WorkMeasure};
use fusebox_store::StoreTx;
use serde::{Deserialize, Serialize};

use super::{GoodRunShare, WorkKind, WorkRecord, finished_work, propose};
use crate::{Runtime, RuntimeError, machine_document};

/// The beginning of the keys of the rows.
const PREFIX: &str = "calibrated:";

/// What is limited: with few good runs the first of these alone, and one more with each 20 of them.
const ORDER: [WorkMeasure; 4] =
    [WorkMeasure::ToolCalls, WorkMeasure::Cost, WorkMeasure::ActiveTime, WorkMeasure::OutputTokens];

/// The limits of a client in a project.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
struct ProjectLimits {
    groups: Vec<WorkGroup>,
}

/// The limits of some of the work of a project.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct WorkGroup {
    /// The role of its agents; none for all work.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    role: Option<String>,
    /// Who drives it.
    driver: WorkDriver,
    limits: Vec<CalibratedLimit>,
}

/// Who drives the work of a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum WorkDriver {
    /// Hook sessions to which only machines give prompts.
    Machine,
    /// `fusebox run` and `fusebox loop`.
    Supervisor,
    /// Anybody.
    Any,
}

impl WorkDriver {
    const ALL: [Self; 3] = [Self::Machine, Self::Supervisor, Self::Any];

    fn takes(self, kind: WorkKind) -> bool {
        match self {
            Self::Machine => kind == WorkKind::Unattended,
            Self::Supervisor => matches!(kind, WorkKind::Run | WorkKind::Loop),
            Self::Any => true,
        }
    }
}

impl ProjectLimits {
    fn group(&self, role: Option<&str>, driver: WorkDriver) -> Option<&WorkGroup> {
        self.groups.iter().find(|group| group.role.as_deref() == role && group.driver == driver)
    }

    /// The limits of the work that is most like a session: of its role before all roles, of its driver before all.
    fn of_session(&self, role: Option<&str>, driver: WorkDriver) -> Vec<CalibratedLimit> {
        let roles = role.map(Some).into_iter().chain([None]);
        let mut groups =
            roles.flat_map(|role| [driver, WorkDriver::Any].map(|driver| self.group(role, driver)));
        groups.find_map(|group| group).map(|group| group.limits.clone()).unwrap_or_default()
    }

    /// The limits that the records give; `before` are those until now.
    fn of_records(records: &[&WorkRecord], before: &Self) -> Self {
        let named = records.iter().map(|record| record.role.as_str()).filter(|it| !it.is_empty());
        let roles =
            std::iter::once(None).chain(named.collect::<BTreeSet<_>>().into_iter().map(Some));
        let mut groups = Vec::new();
        for (role, driver) in roles.flat_map(|role| WorkDriver::ALL.map(|driver| (role, driver))) {
            let is_in_group = |record: &&&WorkRecord| {
                driver.takes(record.kind) && role.is_none_or(|role| record.role == role)
            };
            let records: Vec<&WorkRecord> = records.iter().filter(is_in_group).copied().collect();
            let known = before.group(role, driver).map_or(&[][..], |group| &group.limits);
            let limits = limits(&records, known);
            if !limits.is_empty() {
                groups.push(WorkGroup { role: role.map(str::to_owned), driver, limits });
            }
        }
        Self { groups }
    }
}

/// The limits that records give. A limit that stopped any of that work does not fall: what it stopped is missing among
/// the good runs, and a number from the rest would fall again and again.
fn limits(records: &[&WorkRecord], before: &[CalibratedLimit]) -> Vec<CalibratedLimit> {
    let mut limits = proposals(records);
    if records.iter().any(|record| record.hit_calibrated) {
        for old in before {
            match limits.iter_mut().find(|new| new.measure == old.measure) {
                Some(new) if new.limit < old.limit => *new = *old,
                Some(_) => {}
                None => limits.push(*old),
            }
        }
    }
    limits
}

/// As many limits as there are good runs for: together they stop at most 5 % of good runs.
fn proposals(records: &[&WorkRecord]) -> Vec<CalibratedLimit> {
    let share = GoodRunShare::FIVE_PERCENT;
    let is_known = |measure: &WorkMeasure| propose(records, *measure, share).is_ok();
    let measures: Vec<WorkMeasure> = ORDER.into_iter().filter(is_known).collect();
    let of_first = |count: usize| {
        let share = share.divided_by(count);
        let limits = measures[..count].iter().map(|measure| {
            let proposed = propose(records, *measure, share).ok()?;
            Some(CalibratedLimit {
                measure: *measure,
                limit: proposed.limit,
                within: proposed.within as u64,
                runs: proposed.runs as u64,
            })
        });
        limits.collect::<Option<Vec<_>>>()
    };
    (1..=measures.len()).rev().find_map(of_first).unwrap_or_default()
}

/// The key of a client in a project.
fn key(client: &str, project: &str) -> String {
    format!("{PREFIX}{client}\u{1f}{project}")
}

/// Adds the limits that fit to the start of a session. No row is read where limits are not calibrated.
pub(crate) fn meet_calibrated(
    reader: &dyn StoreTx,
    policy: &Policy,
    observation: &mut Observation,
    session: &SessionState,
) -> Result<(), RuntimeError> {
    if !policy.limits.calibrated {
        return Ok(());
    }
    let Fact::SessionStart(start) = &mut observation.fact else { return Ok(()) };
    let client = start.client.as_ref().or(session.client.as_ref());
    let role = start.role.as_deref().or(session.role.as_deref());
    let is_supervised = start.run.is_some();
    let driver = if is_supervised { WorkDriver::Supervisor } else { WorkDriver::Machine };
    if let (Some(client), Some(project)) = (client, session.project_of(start)) {
        let limits: ProjectLimits = machine_document::read(reader, &key(client, project))?;
        start.calibrated_limits = limits.of_session(role, driver);
    }
    Ok(())
}

/// Keeps one limit of tool calls for all work of a client in a project, as 19 of 20 good runs would give it. For the
/// simulator, whose sessions do not end as good runs.
///
/// # Errors
/// When the store fails.
pub fn keep_limit_of_calls(
    tx: &mut dyn StoreTx,
    client: &str,
    project: &str,
    limit: u64,
    now: Timestamp,
) -> Result<(), RuntimeError> {
    let limit = CalibratedLimit { measure: WorkMeasure::ToolCalls, limit, within: 19, runs: 20 };
    let group = WorkGroup { role: None, driver: WorkDriver::Any, limits: vec![limit] };
    keep(tx, &key(client, project), &ProjectLimits { groups: vec![group] }, now)
}

fn keep(
    tx: &mut dyn StoreTx,
    key: &str,
    limits: &ProjectLimits,
    now: Timestamp,
) -> Result<(), RuntimeError> {
    machine_document::keep(tx, key, "calibrated limits", limits, now)
}

/// Computes the limits of every client and project anew from what the store knows of finished work.
///
/// # Errors
/// When the store fails.
pub fn keep_limits_current(runtime: &mut Runtime, now: Timestamp) -> Result<(), RuntimeError> {
    let records = finished_work(runtime.store(), now)?;
    let mut projects: BTreeMap<String, Vec<&WorkRecord>> = BTreeMap::new();
    for record in records.iter().filter(|record| !record.project.is_empty()) {
        projects.entry(key(&record.client, &record.project)).or_default().push(record);
    }
    for (key, records) in projects {
        let before = machine_document::read(runtime.store().read(), &key)?;
        let limits = ProjectLimits::of_records(&records, &before);
        if limits.groups.is_empty() || limits == before {
            continue;
        }
        let store = runtime.store_mut();
        store.write(|tx| keep(tx, &key, &limits, now))?;
    }
    Ok(())
}
