//! Statements of an audit: who is to blame for one that cannot be answered.

use fusebox_store::{SelectedValue, StoreError, StoreLocation, select};
use tempfile::TempDir;

use crate::{open, sql};

fn answer(dir: &TempDir, statement: &str) -> Result<Vec<Vec<SelectedValue>>, StoreError> {
    select(&StoreLocation::from(dir.path()), statement, &[], 10)
}

#[test]
fn a_statement_that_cannot_be_answered_is_not_damage_of_the_file() {
    let dir = TempDir::new().unwrap();
    drop(open(&dir));
    for (statement, says) in [
        ("SELECT id FROM incident ORDER BY count(*)", "misuse of aggregate"),
        ("SELECT FROM", "syntax error"),
        ("SELECT abs(-9223372036854775807 - 1)", "integer overflow"),
        ("SELECT ?1", "parameter"),
        ("DELETE FROM incident", "query is not"),
    ] {
        let error = answer(&dir, statement).unwrap_err();
        assert!(matches!(error, StoreError::Query { .. }), "{statement}: {error:?}");
        let text = error.to_string();
        assert!(text.starts_with("the query cannot be answered ("), "{text}");
        assert!(text.to_lowercase().contains(says), "{statement}: {text}");
    }
    assert_eq!(answer(&dir, "SELECT 1").unwrap(), [[SelectedValue::Integer(1)]]);
}

#[test]
fn what_the_file_lacks_is_damage_of_it() {
    let dir = TempDir::new().unwrap();
    drop(open(&dir));
    let error = answer(&dir, "SELECT json_extract('{', '$.a')").unwrap_err();
    assert!(matches!(error, StoreError::Row { .. }), "{error:?}");
    sql(&dir).execute_batch("DROP TABLE incident").unwrap();
    let error = answer(&dir, "SELECT id FROM incident").unwrap_err();
    assert!(matches!(error, StoreError::Corrupt { .. }), "{error:?}");
}
