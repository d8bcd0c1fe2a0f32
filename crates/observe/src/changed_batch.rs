//! Recognises statements that take so many rows at a time, by what they changed.

use crate::named_words::is_among;

/// Whether a statement that takes so many rows at a time says that it changed as many as it may: there are more of
/// them, the next are others, and its answer is equal to nothing. Where it changed fewer, nothing is left; and one
/// row is no batch. How many a statement takes that stands in a file is not known: a round number is as many.
pub(crate) fn is_changed_batch(body: &str, label: Option<&str>, more: &[u16]) -> bool {
    let count = changed_rows(body).filter(|count| *count > 1);
    count.zip(label).is_some_and(|(count, label)| {
        takes_rows(label, more, count) || is_file_of_statements(label) && is_round(count)
    })
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

/// How many rows an answer says were changed.
fn changed_rows(body: &str) -> Option<u64> {
    const LONGEST: usize = 160;
    let line = Some(body).filter(|body| body.len() <= LONGEST)?.lines().next_back()?;
    let line = line.trim().trim_start_matches('(');
    let mut starts = ["UPDATE ", "DELETE ", "Query OK, "].iter();
    let count = starts.find_map(|start| line.strip_prefix(start));
    let count = count.or_else(|| line.contains(" rows affected").then_some(line))?;
    count.split(' ').next()?.parse().ok()
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
