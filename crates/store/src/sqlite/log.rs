//! The table `log`.

use fusebox_engine::{AgentId, EventId, SessionId, Timestamp};
use rusqlite::types::Type;
use rusqlite::{ErrorCode, Row, params};

use super::columns::{self, bits, count, digest, id, ms, timestamp, unsigned};
use super::{SqliteStore, scope};
use crate::{
    AppendOutcome, DecidedEvent, EarlierEvent, LogRow, LogRows, LogSelection, LoggedEvent,
    ScopeKind, SessionRow, SessionSelection, StoreError,
};

impl LogRows for SqliteStore {
    fn append(&mut self, row: &LogRow<'_>) -> Result<AppendOutcome, StoreError> {
        // The number is that of the first event in the row.
        let (earlier, n) = match &row.earlier {
            Some(earlier) => (to_text(earlier), row.n.saturating_sub(1)),
            None => (String::new(), row.n),
        };
        let written = self.with(|conn| {
            let mut insert = conn.prepare_cached(
                "INSERT INTO log (session, n, id, agent, task, at_ms, kind, observation, verdict,
                   policy, versions, earlier)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
            )?;
            let written = insert.execute(params![
                row.session.as_str(),
                count(n),
                row.id.as_str(),
                row.agent.as_str(),
                row.task.as_str(),
                ms(row.at),
                row.kind,
                row.observation,
                row.verdict,
                bits(row.policy),
                row.versions,
                earlier
            ]);
            match written {
                Ok(_) => Ok(Some(conn.last_insert_rowid())),
                Err(error) if error.sqlite_error_code() == Some(ErrorCode::ConstraintViolation) => {
                    Ok(None)
                }
                Err(error) => Err(error),
            }
        })?;
        if let Some(seq) = written {
            return Ok(AppendOutcome::New(seq.cast_unsigned()));
        }
        match self.find_event(row.session, row.id)? {
            Some(decided) => Ok(AppendOutcome::Duplicate { verdict: decided.verdict }),
            None => Err(StoreError::LostUpdate { session: row.session.to_string(), n: row.n }),
        }
    }

    fn find_event(
        &self,
        session: &SessionId,
        id: &EventId,
    ) -> Result<Option<DecidedEvent>, StoreError> {
        let find = |statement: &str| {
            self.one(statement, params![session.as_str(), id.as_str()], |row| {
                Ok(DecidedEvent {
                    n: unsigned(row, 0)?,
                    agent: columns::id(row, 1)?,
                    at: timestamp(row, 2)?,
                    observation: row.get(3)?,
                    verdict: row.get(4)?,
                })
            })
        };
        // `$` is the character behind `#`: what begins with the id and `#` lies between.
        let newest = find(
            "SELECT n, agent, at_ms, observation, verdict FROM log
             WHERE session = ?1 AND id >= ?2 || '#' AND id < ?2 || '$'
               AND length(id) = length(?2) + 9 ORDER BY id DESC LIMIT 1",
        )?;
        let find_first = || {
            find(
                "SELECT n, agent, at_ms, observation, verdict FROM log
                 WHERE session = ?1 AND id = ?2",
            )
        };
        newest.map_or_else(find_first, |event| Ok(Some(event)))
    }

    fn log(
        &self,
        select: LogSelection<'_>,
        after: u64,
        limit: u32,
    ) -> Result<Vec<LoggedEvent>, StoreError> {
        let (filter, key) = match select {
            LogSelection::All => ("?1 = ''", ""),
            LogSelection::Session(session) => ("session = ?1", session.as_str()),
            LogSelection::Task(task) => ("task = ?1", task.as_str()),
        };
        let rows = self.all(
            &format!("{COLUMNS} WHERE {filter} AND seq > ?2 ORDER BY seq LIMIT ?3"),
            params![key, count(after), limit],
            read,
        )?;
        Ok(rows.into_iter().flatten().flatten().collect())
    }

    fn newest(&self, session: &SessionId, limit: u32) -> Result<Vec<LoggedEvent>, StoreError> {
        let mut newest = self.all(
            &format!("{COLUMNS} WHERE session = ?1 ORDER BY n DESC LIMIT ?2"),
            params![session.as_str(), limit],
            read,
        )?;
        newest.reverse();
        Ok(newest.into_iter().flatten().flatten().collect())
    }

    fn end_of_log(&self) -> Result<u64, StoreError> {
        let last =
            self.one("SELECT seq FROM log ORDER BY seq DESC LIMIT 1", [], |row| unsigned(row, 0))?;
        Ok(last.unwrap_or(0))
    }

    fn oldest_event(&self) -> Result<Option<Timestamp>, StoreError> {
        self.one(
            "SELECT at_ms FROM log WHERE typeof(at_ms) = 'integer' AND at_ms >= 0
             ORDER BY seq LIMIT 1",
            [],
            |row| timestamp(row, 0),
        )
    }

    fn calls_before(
        &self,
        session: &SessionId,
        agent: &AgentId,
        n: u64,
    ) -> Result<u64, StoreError> {
        let calls = self.one(
            "SELECT count(*) FROM log
             WHERE session = ?1 AND agent = ?2 AND n < ?3 AND kind = 'request'",
            params![session.as_str(), agent.as_str(), count(n)],
            |row| unsigned(row, 0),
        )?;
        Ok(calls.unwrap_or(0))
    }

    fn newest_beside(&self, session: &SessionId) -> Result<Option<Timestamp>, StoreError> {
        self.one(
            "SELECT at_ms FROM log
             WHERE session <> ?1 AND typeof(at_ms) = 'integer' AND at_ms >= 0
             ORDER BY seq DESC LIMIT 1",
            params![session.as_str()],
            |row| timestamp(row, 0),
        )
    }

    fn next_number(&self, session: &SessionId) -> Result<u64, StoreError> {
        let next = self.one(
            "SELECT n + 1 + (earlier <> '') FROM log WHERE session = ?1 ORDER BY n DESC LIMIT 1",
            params![session.as_str()],
            |row| unsigned(row, 0),
        )?;
        Ok(next.unwrap_or(0))
    }

    fn sessions(&self, selection: SessionSelection<'_>) -> Result<Vec<SessionRow>, StoreError> {
        let (candidates, key) = candidates(selection);
        let of_task = match selection {
            SessionSelection::OfTask(_) => "WHERE last.task = ?1",
            SessionSelection::All
            | SessionSelection::NewestAndOpen(_)
            | SessionSelection::Id(_)
            | SessionSelection::IdPrefix(_) => "WHERE ?1 = ?1",
        };
        let mut sessions = self.all(
            &format!(
                "WITH RECURSIVE each (session) AS ({candidates})
             SELECT each.session, last.task, first.at_ms, last.at_ms,
               last.n + 1 + (last.earlier <> '') - first.n
             FROM each
             JOIN log AS first ON first.session = each.session
               AND first.n = (SELECT min(n) FROM log WHERE session = each.session)
             JOIN log AS last ON last.session = each.session
               AND last.n = (SELECT max(n) FROM log WHERE session = each.session)
             {of_task}"
            ),
            params![key],
            |row| {
                Ok(SessionRow {
                    session: id(row, 0)?,
                    task: id(row, 1)?,
                    first: timestamp(row, 2)?,
                    last: timestamp(row, 3)?,
                    events: unsigned(row, 4)?,
                })
            },
        )?;
        sessions.sort_by(|a, b| b.last.cmp(&a.last).then_with(|| a.session.cmp(&b.session)));
        Ok(sessions)
    }
}

/// A query for the ids of the sessions that may be meant, and its parameter `?1`.
fn candidates(selection: SessionSelection<'_>) -> (String, &str) {
    let sessions = scope::number(ScopeKind::Session);
    match selection {
        SessionSelection::All => (ids_in_steps(), ""),
        SessionSelection::IdPrefix(prefix) => (ids_in_steps(), prefix),
        SessionSelection::Id(session) => ("SELECT ?1".to_owned(), session.as_str()),
        SessionSelection::NewestAndOpen(newest) => {
            let query = format!(
                "SELECT key FROM (SELECT key FROM scope WHERE kind = {sessions}
                                  ORDER BY at_ms DESC LIMIT {newest})
                 UNION SELECT session FROM incident WHERE open = 1"
            );
            (query, "")
        }
        // A session without a named task is its own.
        SessionSelection::OfTask(task) => {
            let query = format!(
                "SELECT ?1 UNION SELECT key FROM scope WHERE kind = {sessions}
                   AND (NOT json_valid(durable) OR json_extract(durable, '$.task') = ?1)"
            );
            (query, task.as_str())
        }
    }
}

/// The ids that begin with `?1`: one step in an index for each session, instead of a walk over
/// the whole log.
fn ids_in_steps() -> String {
    "SELECT min(session) FROM log WHERE session >= ?1 AND session < ?1 || char(0x10ffff)
     UNION ALL
     SELECT (SELECT min(session) FROM log
             WHERE session > each.session AND session < ?1 || char(0x10ffff))
     FROM each WHERE session IS NOT NULL"
        .to_owned()
}

const COLUMNS: &str = "SELECT seq, session, n, id, agent, task, at_ms, kind, observation, verdict,
    policy, versions, earlier FROM log";

/// Reads a row: the event before it, if that stands in it too, and its own.
fn read(row: &Row<'_>) -> rusqlite::Result<[Option<LoggedEvent>; 2]> {
    let mut event = LoggedEvent {
        seq: unsigned(row, 0)?,
        session: id(row, 1)?,
        n: unsigned(row, 2)?,
        id: id(row, 3)?,
        agent: id(row, 4)?,
        task: id(row, 5)?,
        at: timestamp(row, 6)?,
        kind: row.get(7)?,
        observation: row.get(8)?,
        verdict: row.get(9)?,
        policy: digest(row, 10)?,
        versions: row.get(11)?,
    };
    let earlier: String = row.get(EARLIER)?;
    if earlier.is_empty() {
        return Ok([None, Some(event)]);
    }
    let is_damaged = || rusqlite::Error::InvalidColumnType(EARLIER, "earlier".into(), Type::Text);
    let (kind, id, observation) = of_text(&earlier).ok_or_else(is_damaged)?;
    let (kind, observation) = (kind.to_owned(), observation.to_owned());
    let before = LoggedEvent { id, kind, observation, verdict: String::new(), ..event.clone() };
    event.n += 1;
    Ok([Some(before), Some(event)])
}

/// The column of the event before.
const EARLIER: usize = 12;

/// What a row has of the event before it: its kind, its id and its observation, a line each.
fn to_text(earlier: &EarlierEvent<'_>) -> String {
    [earlier.kind, "\n", earlier.id.as_str(), "\n", earlier.observation].concat()
}

fn of_text(text: &str) -> Option<(&str, EventId, &str)> {
    let mut parts = text.splitn(3, '\n');
    Some((parts.next()?, EventId::parse(parts.next()?).ok()?, parts.next()?))
}
