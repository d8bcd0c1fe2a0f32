//! The sums of what was spent, by what a person asks for.

use std::collections::{BTreeMap, BTreeSet};

use fusebox_engine::{PicoUsd, Timestamp, TokenCounts};
use fusebox_prices::{PriceTable, PricedModel, WEB_SEARCH};
use jiff::tz::TimeZone;
use serde::{Serialize, Serializer};

use crate::ledger::{Ledger, UsageRow};
use crate::project_names::{ProjectFinder, ProjectNames};
use fusebox_calendar::{Calendar, Period, block_starts, minute};

/// What the sums are taken by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Grouping {
    /// A stretch of the calendar.
    Period(Period),
    /// Five hours of a subscription.
    Block,
    /// A session.
    Session,
    /// A subagent within its session.
    Subagent,
    /// A model.
    Model,
    /// A project: a repository with its folders and linked work trees, or a folder outside of any.
    Project,
    /// A client.
    Client,
    /// A git branch.
    Branch,
    /// Whether the breaker of the session was open: `after a trip`, or nothing.
    AfterTrip,
    /// What is known of the session beside its records.
    Fact(SessionFact),
}

/// One of the [`SessionFacts`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SessionFact {
    /// The task.
    Task,
    /// The issue.
    Issue,
    /// The role.
    Role,
    /// How the work ended.
    Outcome,
}

/// What is known of a session beside its records. A text is empty where nothing is known.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SessionFacts {
    /// Its task.
    pub task: String,
    /// The issue that the task works on.
    pub issue: String,
    /// The role of its agent.
    pub role: String,
    /// How the work ended.
    pub outcome: String,
    /// When its breaker was open.
    pub open: Vec<OpenSpan>,
}

/// A time in which the breaker of a session was open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OpenSpan {
    /// When it tripped.
    pub from: Timestamp,
    /// When a person answered; none where nobody has.
    pub until: Option<Timestamp>,
}

/// Which responses are summed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SpendFilter {
    /// Those from this time on.
    pub since: Option<Timestamp>,
    /// Those before this time.
    pub until: Option<Timestamp>,
}

impl SessionFacts {
    fn get(&self, fact: SessionFact) -> &str {
        match fact {
            SessionFact::Task => &self.task,
            SessionFact::Issue => &self.issue,
            SessionFact::Role => &self.role,
            SessionFact::Outcome => &self.outcome,
        }
    }
}

impl SessionFacts {
    /// Whether the breaker was open then.
    fn is_open_at(&self, at: Timestamp) -> bool {
        let is_within =
            |span: &OpenSpan| at > span.from && span.until.is_none_or(|until| at < until);
        self.open.iter().any(is_within)
    }
}

impl SpendFilter {
    fn takes(&self, row: &UsageRow) -> bool {
        self.since.is_none_or(|since| row.at >= since)
            && self.until.is_none_or(|until| row.at < until)
    }
}

/// What responses cost. In JSON it is the amount.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CostSum {
    /// In US dollars.
    pub usd: PicoUsd,
    /// Whether the model of one of them has no price here, so that the sum is an estimate.
    pub is_estimate: bool,
}

impl CostSum {
    /// The sum with another one.
    #[must_use]
    pub fn with(self, other: Self) -> Self {
        Self {
            usd: self.usd.saturating_add(other.usd),
            is_estimate: self.is_estimate || other.is_estimate,
        }
    }
}

impl From<PicoUsd> for CostSum {
    fn from(usd: PicoUsd) -> Self {
        Self { usd, is_estimate: false }
    }
}

impl Serialize for CostSum {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.usd.serialize(serializer)
    }
}

/// A sum.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Spent {
    /// What it cost in US dollars.
    pub cost_usd: PicoUsd,
    /// The tokens.
    pub tokens: TokenCounts,
    /// Searches of the web that a provider made.
    pub web_searches: u64,
    /// The number of responses.
    pub responses: u64,
    /// Models without a price, whose cost is an estimate.
    pub unknown_models: BTreeSet<String>,
}

/// The sum of one group.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SpendGroup {
    /// The names of the group, one for each grouping.
    pub names: Vec<String>,
    /// What was spent.
    #[serde(flatten)]
    pub spent: Spent,
}

/// All sums.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct SpendSummary {
    /// The groups, in the order of their names.
    pub groups: Vec<SpendGroup>,
    /// The sum of all.
    pub total: Spent,
}

/// What is summed, and by what.
#[derive(Debug, Clone)]
pub struct SpendQuery {
    /// What the sums are taken by.
    pub groupings: Vec<Grouping>,
    /// Which responses are summed.
    pub filter: SpendFilter,
    /// The zone of the days.
    pub zone: TimeZone,
    /// What is known of sessions, by the client's id.
    pub facts: BTreeMap<String, SessionFacts>,
    /// Which project a folder belongs to.
    pub project_of: ProjectFinder,
}

impl SpendQuery {
    /// Sums the responses of a ledger.
    #[must_use]
    pub fn sum(&self, ledger: &Ledger, prices: &PriceTable) -> SpendSummary {
        let rows: Vec<&UsageRow> =
            ledger.rows().iter().filter(|row| self.filter.takes(row)).collect();
        let mut pricing = Pricing { ledger, prices, models: vec![None; ledger.text_count()] };
        let mut namers: Vec<GroupNamer<'_>> =
            self.groupings.iter().map(|by| GroupNamer::new(*by, &rows, self)).collect();
        let mut groups: BTreeMap<Vec<String>, Spent> = BTreeMap::new();
        let mut total = Spent::default();
        for row in rows {
            let names = namers.iter_mut().map(|namer| namer.name(row, ledger, &self.facts));
            let group = groups.entry(names.collect()).or_default();
            let cost = pricing.cost(row);
            for spent in [group, &mut total] {
                spent.add(row, cost.usd);
                if cost.is_estimate {
                    spent.add_unknown(ledger.text(row.model));
                }
            }
        }
        let groups = groups.into_iter().map(|(names, spent)| SpendGroup { names, spent });
        SpendSummary { groups: groups.collect(), total }
    }
}

/// One response with its cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PricedResponse<'l> {
    /// The client's id of the session.
    pub session: &'l str,
    /// The folder in which the client worked.
    pub folder: &'l str,
    /// When it was written.
    pub at: Timestamp,
    /// What it cost.
    pub cost: CostSum,
    /// All of its tokens, those that the cache had too.
    pub tokens: u64,
}

/// The responses of a ledger, each with its cost.
pub fn priced_responses<'l>(
    ledger: &'l Ledger,
    prices: &'l PriceTable,
) -> impl Iterator<Item = PricedResponse<'l>> {
    let mut pricing = Pricing { ledger, prices, models: vec![None; ledger.text_count()] };
    ledger.rows().iter().map(move |row| PricedResponse {
        session: ledger.text(row.session),
        folder: ledger.text(row.folder),
        at: row.at,
        cost: pricing.cost(row),
        tokens: row.tokens.total(),
    })
}

impl Spent {
    fn add(&mut self, row: &UsageRow, cost: PicoUsd) {
        self.cost_usd = self.cost_usd.saturating_add(cost);
        self.tokens.add(&row.tokens);
        self.web_searches = self.web_searches.saturating_add(row.web_searches);
        self.responses += 1;
    }

    fn add_unknown(&mut self, model: &str) {
        if !self.unknown_models.contains(model) {
            self.unknown_models.insert(model.to_owned());
        }
    }
}

/// The prices of the models of a ledger, looked up once.
struct Pricing<'l> {
    ledger: &'l Ledger,
    prices: &'l PriceTable,
    models: Vec<Option<PricedModel>>,
}

impl Pricing<'_> {
    /// What a response cost: where the model has no price here, what the client computed, else the dearest known prices
    /// of its family.
    fn cost(&mut self, row: &UsageRow) -> CostSum {
        let name = self.ledger.text(row.model);
        let Some(slot) = self.models.get_mut(row.model as usize) else {
            return CostSum::default();
        };
        let model = slot.get_or_insert_with(|| self.prices.price_of(name));
        let is_estimate = !model.is_known();
        if is_estimate && !row.reported_cost().is_zero() {
            return CostSum { usd: row.reported_cost(), is_estimate };
        }
        let tokens = model.cost(&row.tokens, row.service, Some(row.at));
        let usd = tokens.saturating_add(WEB_SEARCH.times(row.web_searches));
        CostSum { usd, is_estimate }
    }
}

/// Names the group of a row.
enum GroupNamer<'z> {
    Period(Calendar),
    Block(Vec<Timestamp>, &'z TimeZone),
    Project(ProjectNames<'z>),
    Other(Grouping),
}

impl<'z> GroupNamer<'z> {
    fn new(by: Grouping, rows: &[&UsageRow], query: &'z SpendQuery) -> Self {
        match by {
            Grouping::Period(period) => Self::Period(Calendar::new(period, query.zone.clone())),
            Grouping::Block => {
                let mut times: Vec<Timestamp> = rows.iter().map(|row| row.at).collect();
                times.sort_unstable();
                Self::Block(block_starts(times.into_iter()), &query.zone)
            }
            Grouping::Project => Self::Project(ProjectNames::new(query.project_of)),
            Grouping::Session
            | Grouping::Subagent
            | Grouping::Model
            | Grouping::Client
            | Grouping::Branch
            | Grouping::AfterTrip
            | Grouping::Fact(_) => Self::Other(by),
        }
    }

    fn name(
        &mut self,
        row: &UsageRow,
        ledger: &'z Ledger,
        facts: &BTreeMap<String, SessionFacts>,
    ) -> String {
        match self {
            Self::Period(calendar) => calendar.name(row.at),
            Self::Block(starts, zone) => {
                let after = starts.partition_point(|start| *start <= row.at);
                let start = after.checked_sub(1).and_then(|at| starts.get(at));
                minute(start.copied().unwrap_or(row.at), zone)
            }
            Self::Project(names) => names.of(ledger.text(row.folder)).to_owned(),
            Self::Other(by) => text_of(*by, row, ledger, facts).to_owned(),
        }
    }
}

/// The text by which rows are grouped.
fn text_of<'l>(
    by: Grouping,
    row: &UsageRow,
    ledger: &'l Ledger,
    facts: &'l BTreeMap<String, SessionFacts>,
) -> &'l str {
    match by {
        Grouping::Session => ledger.text(row.session),
        Grouping::Subagent => ledger.text(row.agent),
        Grouping::Model => ledger.text(row.model),
        Grouping::Client => ledger.text(row.client),
        Grouping::Branch => ledger.text(row.branch),
        Grouping::AfterTrip => {
            let facts = facts.get(ledger.text(row.session));
            let is_stuck = facts.is_some_and(|facts| facts.is_open_at(row.at));
            if is_stuck { "after a trip" } else { "" }
        }
        Grouping::Fact(fact) => {
            facts.get(ledger.text(row.session)).map_or("", |facts| facts.get(fact))
        }
        Grouping::Period(_) | Grouping::Block | Grouping::Project => "",
    }
}
