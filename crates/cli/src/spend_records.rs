//! What the records of this machine's clients cost, for commands that show it beside something else.

use std::collections::BTreeMap;

use fusebox_engine::spend::{
    DayZone, SpendCalendar, SpendPolicy, SubscriptionWindow, UnusualFactor, UsualCost,
};
use fusebox_engine::{Incident, PicoUsd, SessionId, Timestamp};
use fusebox_prices::PriceTable;
use fusebox_runtime::project::project_folder;
use fusebox_spend::{
    CostSum, Grouping, PricedResponse, ProjectNames, SessionFact, SpendFilter, SpendQuery,
};
use fusebox_spend::{SpendSummary, UsageIndex, priced_responses, start_of_day};

use jiff::tz::TimeZone;
use serde::Serialize;

use crate::commands::spend::{facts, folders, index_file};
use crate::policy::PolicyArgs;
use crate::{Context, Result, clock, commands, display, policy};

const HOUR_MS: u64 = 3_600_000;

/// The records that are known, with what was added to them until now.
pub(crate) struct SpendRecords {
    index: UsageIndex,
    prices: PriceTable,
    zone: TimeZone,
    unusual: UnusualFactor,
}

/// What a session used of models.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct SessionUsage {
    /// What it cost.
    pub(crate) cost: CostSum,
    /// All tokens, those that caches had too.
    pub(crate) tokens: u64,
}

/// What a session cost, and what of it came after it was stopped.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub(crate) struct IncidentCost {
    /// All of the session.
    #[serde(rename = "cost_usd")]
    pub(crate) session: CostSum,
    /// What was spent after the incident.
    #[serde(rename = "cost_after_usd")]
    pub(crate) after: CostSum,
}

impl IncidentCost {
    /// For people: `$4.10, $0.30 of it after the trip`.
    pub(crate) fn sentence(self) -> String {
        let after = match self.after.usd.is_zero() {
            true => "nothing".to_owned(),
            false => shown(self.after),
        };
        format!("{}, {after} of it after the trip", shown(self.session))
    }
}

/// Where days and weeks of sums begin: as the policy of this folder says, and in UTC where that was asked for.
pub(crate) fn calendar(context: &Context) -> (SpendCalendar, TimeZone) {
    let calendar = spend_policy(context).calendar;
    (calendar, zone_of(calendar))
}

fn zone_of(calendar: SpendCalendar) -> TimeZone {
    match calendar.days {
        DayZone::Local => display::zone().clone(),
        DayZone::Utc => TimeZone::UTC,
    }
}

/// The settings of `[spend]` in this folder. Sums are shown whatever is wrong with them.
fn spend_policy(context: &Context) -> SpendPolicy {
    let compiled = policy::compiled(context, Some(&context.dir), &PolicyArgs::default(), None);
    compiled.map(|compiled| compiled.policy.spend).unwrap_or_default()
}

impl SpendRecords {
    /// Reads what is new in the records; `None` where no client keeps any. What cannot be read is left out:
    /// `fusebox spend` names it.
    pub(crate) fn read(context: &Context) -> Result<Option<Self>> {
        let Ok(paths) = folders::with_usage(&[], context) else { return Ok(None) };
        let file = index_file(&paths, context)?;
        let mut index = UsageIndex::load(&file);
        let threads = std::thread::available_parallelism().map_or(2, usize::from);
        let notes = fusebox_spend::update(&mut index, &paths, threads, |_| |_| {});
        if notes.has_news {
            // Without it, the same is read again the next time.
            let _ = index.save(&file);
        }
        let prices = commands::prices::table(context)?;
        Ok((!index.ledger().rows().is_empty()).then(|| {
            let SpendPolicy { calendar, unusual, .. } = spend_policy(context);
            Self { index, prices, zone: zone_of(calendar), unusual }
        }))
    }

    fn responses(&self) -> impl Iterator<Item = PricedResponse<'_>> {
        priced_responses(self.index.ledger(), &self.prices)
    }

    fn sum<'a>(&'a self, takes: impl Fn(&PricedResponse<'a>) -> bool) -> CostSum {
        let costs = self.responses().filter(|response| takes(response)).map(|it| it.cost);
        costs.fold(CostSum::default(), CostSum::with)
    }

    /// What a session cost; `None` where no record is of it.
    pub(crate) fn of_session(&self, session: &SessionId) -> Option<CostSum> {
        self.by_session().get(session.as_str()).map(|usage| usage.cost)
    }

    /// What other sessions of a session's project cost, where the session costs far more.
    pub(crate) fn usual_where_exceeded(&self, session: &str) -> Option<UsualCost> {
        // By session of the project: its last response, and its cost.
        let folder = self.responses().find(|response| response.session == session)?.folder;
        let project = project_folder(folder);
        let mut projects = ProjectNames::new(project_folder);
        let mut sessions: BTreeMap<&str, (Timestamp, PicoUsd)> = BTreeMap::new();
        for response in self.responses().filter(|it| projects.of(it.folder) == project) {
            let (last, cost) = sessions.entry(response.session).or_default();
            *last = response.at.max(*last);
            *cost = cost.saturating_add(response.cost.usd);
        }
        let (_, cost) = sessions.remove(session)?;
        let mut others: Vec<(Timestamp, PicoUsd)> = sessions.into_values().collect();
        others.sort_unstable();
        let usual = UsualCost::of_latest(others.into_iter().rev().map(|(_, cost)| cost));
        usual.is_exceeded_by(cost, self.unusual).then_some(usual)
    }

    /// What each session used, by the client's id.
    pub(crate) fn by_session(&self) -> BTreeMap<&str, SessionUsage> {
        let mut sessions: BTreeMap<&str, SessionUsage> = BTreeMap::new();
        for response in self.responses() {
            let usage = sessions.entry(response.session).or_default();
            usage.cost = usage.cost.with(response.cost);
            usage.tokens = usage.tokens.saturating_add(response.tokens);
        }
        sessions
    }

    /// What all agents spent on the local day.
    pub(crate) fn today(&self) -> CostSum {
        let zone = &self.zone;
        let now = jiff::Timestamp::from_millisecond(i64::try_from(clock::now().0).unwrap_or(0));
        let day = now.map(|now| now.to_zoned(zone.clone()).date());
        let start = day.ok().and_then(|day| start_of_day(day, zone));
        start.map_or_else(CostSum::default, |start| self.sum(|response| response.at >= start))
    }

    /// What all agents spent in the last hour.
    pub(crate) fn last_hour(&self) -> CostSum {
        let start = Timestamp(clock::now().0.saturating_sub(HOUR_MS));
        self.sum(|response| response.at >= start)
    }

    /// What the session of an incident cost; `None` where no record is of it.
    pub(crate) fn of_incident(&self, incident: &Incident) -> Option<IncidentCost> {
        let of_session =
            |response: &PricedResponse<'_>| response.session == incident.session.as_str();
        self.responses().any(|response| of_session(&response)).then(|| IncidentCost {
            session: self.sum(of_session),
            after: self.sum(|response| of_session(response) && response.at > incident.at),
        })
    }

    /// How much of its subscription each client's records say is used.
    pub(crate) fn subscriptions(&self, now: Timestamp) -> Vec<(&'static str, SubscriptionWindow)> {
        self.index.subscriptions(now)
    }

    /// The sums by model and role, of all that is recorded.
    pub(crate) fn by_model_and_role(&self, context: &Context) -> Result<SpendSummary> {
        let query = SpendQuery {
            groupings: vec![Grouping::Model, Grouping::Fact(SessionFact::Role)],
            filter: SpendFilter::default(),
            zone: self.zone.clone(),
            facts: facts::of_sessions(context)?,
            project_of: project_folder,
        };
        Ok(query.sum(self.index.ledger(), &self.prices))
    }
}

/// For people: `$1.23`; an estimate is marked: `~$1.23`.
pub(crate) fn shown(cost: CostSum) -> String {
    let mark = if cost.is_estimate { "~" } else { "" };
    format!("{mark}{}", shown_usd(cost.usd))
}

/// For people: `$1.23`.
pub(crate) fn shown_usd(cost: PicoUsd) -> String {
    format!("${}", cost.to_cents())
}

/// For people: `far more than the usual $0.10`.
pub(crate) fn beyond(usual: UsualCost) -> String {
    format!("far more than the usual {}", shown_usd(usual.median))
}
