//! Why a text from outside is not what it should be.

use fusebox_engine::InvalidId;

use crate::JsonError;

/// Why a hook payload or a canonical line could not be read. It names the field and what belongs
/// there; the line of a file is added by whoever knows it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WireError {
    /// The text is not JSON.
    #[error("this is not JSON: {} at column {}", .0.message, .0.column)]
    JsonValue(#[from] JsonError),
    /// The text is JSON, but not an object.
    #[error("expected a JSON object, found {found}")]
    NotAnObject {
        /// What it is.
        found: &'static str,
    },
    /// A field that must be there is not.
    #[error("`{field}` is missing; expected {expected}")]
    Missing {
        /// Its path.
        field: String,
        /// What belongs there.
        expected: &'static str,
    },
    /// A field holds something else.
    #[error("`{field}` is {found}; expected {expected}")]
    Wrong {
        /// Its path.
        field: String,
        /// What it holds.
        found: String,
        /// What belongs there.
        expected: String,
    },
    /// A field is not an identifier.
    #[error("`{field}` is not an id: {source}")]
    Id {
        /// Its path.
        field: String,
        /// Why.
        source: InvalidId,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_names_the_field_and_what_belongs_there() {
        let error = WireError::Missing { field: "session".to_owned(), expected: "a string" };
        assert_eq!(error.to_string(), "`session` is missing; expected a string");
    }
}
