//! Compiles queries over the records.

/// Any text is a query whose statement only reads and has as many parameters as values, or one sentence that says why
/// not. No text of the query stands in the statement.
pub(super) fn body(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    match fusebox_audit::compile(&text) {
        Ok(query) => {
            assert!(query.sql.starts_with("SELECT "), "{}", query.sql);
            assert!(!query.sql.contains([';', '"']), "{}", query.sql);
            assert!(!query.columns.is_empty());
            let last = query.parameters.len();
            assert!(!query.sql.contains(&format!("?{}", last + 1)), "{}", query.sql);
            assert!(last == 0 || query.sql.contains(&format!("?{last}")), "{}", query.sql);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
