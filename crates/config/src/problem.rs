//! The problems of a configuration, each with its position and a way out.

use std::fmt;
use std::ops::Deref;

use serde::{Serialize, Serializer};

use crate::origin::ValueSource;

/// One problem, displayed as `config.toml:4:1: limits.tool_cals is not a setting; did you mean …?`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ConfigProblem {
    /// Where it was written.
    pub at: ValueSource,
    /// What is wrong.
    #[serde(rename = "message", serialize_with = "as_text")]
    pub kind: ProblemKind,
}

/// What is wrong with one value or line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ProblemKind {
    /// The file is not TOML.
    #[error("this is not valid TOML: {0}")]
    Syntax(String),
    /// There is nothing of this name.
    #[error("{written} is not a {what}; {suggestion}")]
    Unknown {
        /// The name as written.
        written: String,
        /// What was looked for: `setting`, `section` or `preset`.
        what: &'static str,
        /// The nearest name that exists.
        suggestion: NameSuggestion,
    },
    /// The setting does not take this value.
    #[error("{key} must be {expected}, not {found}{hint}")]
    Value {
        /// The setting, with the alias under which it was written.
        key: String,
        /// Which values it takes.
        expected: String,
        /// What was written.
        found: String,
        /// A way out, or nothing.
        hint: String,
    },
    /// The setting is written twice in one file.
    #[error("{key} is already set on line {first_line}")]
    Twice {
        /// The setting, with the alias under which it was written.
        key: String,
        /// The line of the first one.
        first_line: usize,
    },
    /// The setting may not be written here.
    #[error("{key} cannot be set {place}")]
    Misplaced {
        /// The setting.
        key: &'static str,
        /// Where it is written, and where it belongs.
        place: &'static str,
    },
    /// A section is written as a value.
    #[error("{name} is a section: write [{name}] and its settings below it")]
    SectionWithValue {
        /// The section.
        name: String,
    },
}

/// The nearest name that exists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NameSuggestion {
    /// Near enough to be a misspelling.
    DidYouMean(String),
    /// The nearest, although not near.
    Nearest(String),
    /// All of them.
    OneOf(String),
    /// Another setting has replaced it: how it is written now.
    Replaced(&'static str),
    /// Where they are listed: the text has too many unknown names to look each up.
    List,
}

impl fmt::Display for NameSuggestion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DidYouMean(name) => write!(f, "did you mean {name}?"),
            Self::Nearest(name) => write!(f, "the nearest is {name}"),
            Self::OneOf(names) => write!(f, "choose from {names}"),
            Self::Replaced(now) => f.write_str(now),
            Self::List => write!(f, "`fusebox config show` lists all"),
        }
    }
}

impl fmt::Display for ConfigProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.at.exact(), self.kind)
    }
}

/// Serializes a value as its `Display`.
fn as_text<S: Serializer>(value: impl fmt::Display, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&value)
}

/// All problems in the order of the layers and of the lines, then the presets that this version does
/// not have. Never empty.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(transparent)]
pub struct ConfigProblems(pub(crate) Vec<ConfigProblem>);

impl Deref for ConfigProblems {
    type Target = [ConfigProblem];

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl fmt::Display for ConfigProblems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        f.write_str(&lines.join("\n"))
    }
}
