//! One row for each response, whatever number of records tells of it.

use std::collections::HashMap;

use fusebox_engine::{PicoUsd, ServiceTier, Timestamp, TokenCounts};
use fusebox_usage::UsageRecord;
use serde::{Deserialize, Serialize};

/// The number of a text in a ledger.
pub(crate) type TextId = u32;

/// A response.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct UsageRow {
    pub(crate) identity: u64,
    pub(crate) at: Timestamp,
    pub(crate) client: TextId,
    pub(crate) session: TextId,
    pub(crate) agent: TextId,
    pub(crate) folder: TextId,
    pub(crate) branch: TextId,
    pub(crate) model: TextId,
    pub(crate) service: ServiceTier,
    pub(crate) tokens: TokenCounts,
    pub(crate) web_searches: u64,
    pub(crate) reported_picos: u64,
}

/// Responses, and the texts that they name.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Ledger {
    texts: Vec<String>,
    rows: Vec<UsageRow>,
    /// Made when the first row is added; reading alone needs neither.
    #[serde(skip)]
    row_of: HashMap<u64, u32>,
    #[serde(skip)]
    text_of: HashMap<String, TextId>,
}

impl Ledger {
    /// The responses, in the order in which they were read.
    #[must_use]
    pub fn rows(&self) -> &[UsageRow] {
        &self.rows
    }

    /// The time of the latest response.
    #[must_use]
    pub fn latest(&self) -> Option<Timestamp> {
        self.rows.iter().map(|row| row.at).max()
    }

    /// A text by its number.
    pub(crate) fn text(&self, id: TextId) -> &str {
        self.texts.get(id as usize).map_or("", String::as_str)
    }

    /// The number of texts.
    pub(crate) fn text_count(&self) -> usize {
        self.texts.len()
    }

    /// Adds what a record tells. Of a response that is known the larger counts stay: they grow while it is streamed.
    pub(crate) fn add(&mut self, client: &str, record: &UsageRecord<'_>, at: Timestamp) {
        let row = UsageRow {
            identity: record.identity,
            at,
            client: self.text_id(client),
            session: self.text_id(record.session),
            agent: self.text_id(record.agent),
            folder: self.text_id(record.project),
            branch: self.text_id(record.branch),
            model: self.text_id(record.model),
            service: record.service,
            tokens: record.tokens,
            web_searches: record.web_searches,
            reported_picos: record.reported_cost.picos(),
        };
        self.add_row(row);
    }

    /// Adds the rows of another ledger.
    pub(crate) fn merge(&mut self, other: &Self) {
        let ids: Vec<TextId> = other.texts.iter().map(|text| self.text_id(text)).collect();
        let id = |old: TextId| ids.get(old as usize).copied().unwrap_or_default();
        for row in &other.rows {
            self.add_row(UsageRow {
                client: id(row.client),
                session: id(row.session),
                agent: id(row.agent),
                folder: id(row.folder),
                branch: id(row.branch),
                model: id(row.model),
                ..*row
            });
        }
    }

    fn add_row(&mut self, row: UsageRow) {
        if self.row_of.len() != self.rows.len() {
            let rows = self.rows.iter().zip(0_u32..);
            self.row_of = rows.map(|(row, at)| (row.identity, at)).collect();
        }
        let next = u32::try_from(self.rows.len()).unwrap_or(u32::MAX);
        let at = *self.row_of.entry(row.identity).or_insert(next);
        match self.rows.get_mut(at as usize) {
            Some(known) => {
                known.tokens.raise_to(&row.tokens);
                known.web_searches = known.web_searches.max(row.web_searches);
                known.reported_picos = known.reported_picos.max(row.reported_picos);
            }
            None => self.rows.push(row),
        }
    }

    fn text_id(&mut self, text: &str) -> TextId {
        if self.text_of.len() != self.texts.len() {
            let texts = self.texts.iter().zip(0..);
            self.text_of = texts.map(|(text, id)| (text.clone(), id)).collect();
        }
        if let Some(id) = self.text_of.get(text) {
            return *id;
        }
        let id = TextId::try_from(self.texts.len()).unwrap_or(TextId::MAX);
        self.texts.push(text.to_owned());
        self.text_of.insert(text.to_owned(), id);
        id
    }
}

impl UsageRow {
    /// The cost that the client computed.
    pub(crate) fn reported_cost(&self) -> PicoUsd {
        PicoUsd::from_picos(self.reported_picos)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(identity: u64, output: u64, session: &'static str) -> UsageRecord<'static> {
        let tokens = TokenCounts { input: 3, output, ..TokenCounts::default() };
        UsageRecord { identity, tokens, session, model: "m", ..UsageRecord::default() }
    }

    #[test]
    fn m01_a_response_is_one_row_with_its_largest_counts() {
        let mut first = Ledger::default();
        for (identity, output) in [(1, 8), (1, 138), (2, 5), (1, 138)] {
            first.add("claude", &record(identity, output, "a"), Timestamp(7));
        }
        // A copy in another session, and one more response.
        let mut second = Ledger::default();
        second.add("claude", &record(1, 138, "b"), Timestamp(7));
        second.add("claude", &record(3, 1, "b"), Timestamp(9));
        // As after it was saved and read.
        let mut all = Ledger { row_of: HashMap::new(), text_of: HashMap::new(), ..first };
        all.merge(&second);
        let shown: Vec<_> = all
            .rows()
            .iter()
            .map(|row| (row.identity, row.tokens.output, all.text(row.session), row.at.0))
            .collect();
        assert_eq!(shown, [(1, 138, "a", 7), (2, 5, "a", 7), (3, 1, "b", 9)]);
    }
}
