//! Recognises calls that take so many rows or things at a time, by how many they say they changed.

use fusebox_text::word_runs;

use crate::named_words::is_among;

/// A longer answer tells more than how much was changed, in bytes.
const LONGEST: usize = 160;

/// Whether a call that takes so many rows or things at a time says that it changed as many as it may: there are more of
/// them, the next are others, and its answer is equal to nothing. Where it changed fewer, nothing is left; and one
/// row is no batch. How many a statement takes that stands in a file is not known: a round number is as many.
pub(crate) fn is_changed_batch(body: &str, label: Option<&str>, more: &[u16]) -> bool {
    let Some(label) = label.filter(|_| body.len() <= LONGEST) else { return false };
    let is_of_statement =
        |count| takes_rows(label, more, count) || is_file_of_statements(label) && is_round(count);
    changed_rows(body).is_some_and(|count| count > 1 && is_of_statement(count))
        || things_taken_away(body).is_some_and(|count| takes_batches(label, more, count))
}

/// Whether a call has the statements of a file carried out: `psql -f backfill.sql`.
fn is_file_of_statements(label: &str) -> bool {
    let mut words = label.split_whitespace();
    words.any(|word| word.trim_end_matches(['"', '\'', ')', ';']).ends_with(".sql"))
}

/// Whether so many rows are as many as one says to take: `UPDATE 5000`.
fn is_round(count: u64) -> bool {
    count >= 500 && count.is_multiple_of(100)
}

/// The last line of an answer that is no end of a transaction.
fn last_answer(body: &str) -> Option<&str> {
    let mut lines = body.lines().rev().map(str::trim);
    lines.find(|line| !(line.is_empty() || matches!(*line, "COMMIT" | "COMMIT;")))
}

/// How many rows an answer says were changed.
fn changed_rows(body: &str) -> Option<u64> {
    let line = last_answer(body)?.trim_start_matches('(');
    let mut starts = ["UPDATE ", "DELETE ", "INSERT 0 ", "Query OK, "].iter();
    let count = starts.find_map(|start| line.strip_prefix(start));
    let count = count.or_else(|| line.contains(" rows affected").then_some(line))?;
    count.split(' ').next()?.parse().ok()
}

/// How many things an answer says are no longer where they were: `Archived 1000 events`. `None` where it counts something else as
/// well: what is left, or what failed.
fn things_taken_away(body: &str) -> Option<u64> {
    const VERBS: [&str; 10] = [
        "anonymised",
        "anonymized",
        "archived",
        "deleted",
        "drained",
        "evicted",
        "expired",
        "moved",
        "purged",
        "removed",
    ];
    let line = last_answer(body)?;
    word_runs(line).find(|word| VERBS.iter().any(|verb| verb.eq_ignore_ascii_case(word)))?;
    // How long it took has a unit or a fraction.
    let mut counts = line.split_whitespace().filter_map(|word| {
        let number =
            word.trim_matches(|sign: char| !sign.is_alphanumeric()).replace([',', '_'], "");
        number.parse().ok()
    });
    counts.next().filter(|_| counts.next().is_none())
}

/// Whether a call of a program says that it takes `count` things at a time: by that number (`BATCH=250`), or by a word and as a round one.
fn takes_batches(label: &str, more: &[u16], count: u64) -> bool {
    const WORDS: [&str; 5] = ["batch", "batches", "chunk", "chunks", "limit"];
    let number = count.to_string();
    let says = |known: &str| {
        word_runs(label)
            .flat_map(|word| word.split('_'))
            .any(|word| word.eq_ignore_ascii_case(known))
            || is_among(more, known)
    };
    count >= 100 && (says(&number) || count.is_multiple_of(100) && WORDS.into_iter().any(says))
}

/// Whether a statement takes `count` rows at a time: `LIMIT 5000`, in its label or behind it (`more`).
fn takes_rows(label: &str, more: &[u16], count: u64) -> bool {
    const COMMENTS: [&str; 3] = ["-- ", "/*", " # "];
    let comment = COMMENTS.iter().filter_map(|start| label.find(start)).min();
    let statement = &label[..comment.unwrap_or(label.len())];
    let number = count.to_string();
    let mut words = statement.split_whitespace();
    while let Some(word) = words.next() {
        if !word.trim_start_matches('(').eq_ignore_ascii_case("limit") {
            continue;
        }
        let Some(taken) = words.next() else { return is_among(more, &number) };
        // `LIMIT 5000)"`
        let rest = taken.strip_prefix(number.as_str());
        if rest.is_some_and(|rest| !rest.starts_with(|sign: char| sign.is_alphanumeric())) {
            return true;
        }
        let is_cut = taken.ends_with('…') && comment.is_none();
        if is_cut && is_among(more, &number) {
            return true;
        }
    }
    comment.is_none() && is_among(more, "limit") && is_among(more, &number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::named_words::words_behind;

    #[test]
    fn r02_a_batch_changes_as_many_rows_as_it_may_take() {
        for (label, body, expected) in [
            ("mysql -e 'DELETE FROM a WHERE old LIMIT 500'", "Query OK, 500 rows affected", true),
            (
                "psql -c \"DELETE FROM a WHERE id IN (SELECT id FROM a limit 50)\"",
                "DELETE 50",
                true,
            ),
            ("sqlcmd -Q 'DELETE FROM a LIMIT 20;'", "(20 rows affected)", true),
            ("mysql -e 'DELETE FROM a LIMIT 500'", "Query OK, 312 rows affected", false),
            ("mysql -e 'DELETE FROM a LIMIT 500'", "Query OK, 50 rows affected", false),
            ("psql -c 'DELETE FROM a LIMIT 1'", "DELETE 1", false),
            ("psql -c 'UPDATE plan SET limit = 5'", "UPDATE 5", false),
            ("psql -c 'UPDATE rate_limit SET n = 5'", "UPDATE 5", false),
            ("psql -c 'UPDATE plan SET fee = 5 -- LIMIT 3'", "UPDATE 3", false),
            ("mysql -e 'UPDATE plan SET fee = 5' # limit 3", "Query OK, 3 rows affected", false),
            ("psql -c 'DELETE FROM a LIMIT 500'", "ERROR:  syntax error", false),
            ("psql $DB -f sql/backfill.sql", "UPDATE 50000", true),
            ("mysql shop < purge.sql", "Query OK, 1500 rows affected", true),
            ("psql -f sql/backfill.sql", "UPDATE 42117", false),
            ("psql -f sql/fees.sql", "UPDATE 100", false),
            ("psql events -f archive.sql", "BEGIN\nINSERT 0 10000\nCOMMIT", true),
            ("psql events -f archive.sql", "BEGIN\nDELETE 4000\nCOMMIT", true),
            ("psql events -f archive.sql", "BEGIN\nINSERT 0 412\nCOMMIT", false),
            ("psql events -f archive.sql", "BEGIN\nINSERT 0 0\nCOMMIT", false),
            ("./bin/archive --batch 1000", "Archived 1000 events.", true),
            ("./bin/archive --batch-size 250", "archived 250 events in 1.2s", true),
            ("BATCH_SIZE=2500 rake carts:purge", "2,500 carts deleted", true),
            ("./manage.py purge_batch", "5000 sessions removed", true),
            ("./manage.py purge_batch", "412 sessions removed", false),
            ("./manage.py purge_batch", "0 sessions removed", false),
            ("./manage.py purge_batch", "5000 sessions removed, 31000 left", false),
            ("./manage.py purge", "5000 sessions removed", false),
            ("./manage.py purge --limit 20", "20 sessions removed", false),
            ("./manage.py fill --batch 500", "500 rows checked", false),
            ("psql -c 'UPDATE a SET b = 1'", "UPDATE 50000", false),
        ] {
            assert_eq!(is_changed_batch(body, Some(label), &[]), expected, "{label}: {body}");
        }
        assert!(!is_changed_batch("DELETE 500", None, &[]));
    }

    #[test]
    fn r02_a_batch_is_known_by_what_stands_behind_its_label() {
        let statement =
            "psql shop -c 'DELETE FROM carts WHERE id IN (SELECT id FROM carts LIMIT 5000)'";
        for kept in [40, statement.len() - 7, statement.len() - 4] {
            let (label, more) = (&statement[..kept], words_behind(statement, kept));
            let label = if kept > 60 { [label, "…"].concat() } else { label.to_owned() };
            assert!(is_changed_batch("DELETE 5000", Some(&label), &more), "{label}");
            assert!(!is_changed_batch("DELETE 500", Some(&label), &more), "{label}");
        }
    }
}
