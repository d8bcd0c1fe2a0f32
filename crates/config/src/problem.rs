//! What is wrong with a configuration: every problem, each with its place and a way out.

use std::fmt;

use serde::{Serialize, Serializer, ser::SerializeStruct};

use crate::origin::ValueSource;

/// One problem, shown as `config.toml:4:1: limits.tool_cals is not a setting; did you mean …?`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfigProblem {
    /// Where it was written.
    pub at: ValueSource,
    /// What is wrong.
    pub fault: ProblemKind,
}

/// What is wrong with one value or line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ProblemKind {
    /// The file is not TOML.
    #[error("this is not valid TOML: {0}")]
    Syntax(String),
    /// Nothing of this name exists.
    #[error("{written} is not a {what}; {suggestion}")]
    Unknown {
        /// The name as written.
        written: String,
        /// What was looked for: `setting`, `section` or `preset`.
        what: &'static str,
        /// The nearest name that exists.
        suggestion: NameSuggestion,
    },
    /// The value is not one of the setting's.
    #[error("{key} must be {expected}, not {found}{hint}")]
    Value {
        /// The setting, with the alias under which it was written.
        key: String,
        /// What may be written.
        expected: String,
        /// What was written.
        found: String,
        /// A way out, or nothing.
        hint: String,
    },
    /// The same setting stands twice in one file.
    #[error("{key} is already set on line {first_line}")]
    Twice {
        /// The setting, with the alias under which it was written.
        key: String,
        /// Where it stands first.
        first_line: usize,
    },
    /// The rule of the setting does not exist yet.
    #[error("{key} belongs to a rule that this version does not have yet; remove it")]
    NotBuilt {
        /// The setting, with the alias under which it was written.
        key: String,
    },
    /// A rule of the preset does not exist yet.
    #[error("preset \"{preset}\" needs {key}, which this version does not have yet")]
    PresetNotBuilt {
        /// The preset.
        preset: &'static str,
        /// The first setting of the preset whose rule is missing.
        key: &'static str,
    },
    /// The setting may not stand here.
    #[error("{key} cannot be set {place}")]
    Misplaced {
        /// The setting.
        key: &'static str,
        /// Where it stands, and where it belongs.
        place: &'static str,
    },
    /// A section was given a value.
    #[error("{name} is a section: write [{name}] and its settings below it")]
    SectionWithValue {
        /// The section.
        name: String,
    },
}

/// The nearest name that exists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NameSuggestion {
    /// Near enough to be a slip.
    DidYouMean(String),
    /// The nearest there is.
    Nearest(String),
    /// All there are.
    OneOf(String),
    /// Where they are listed: too many names are unknown to look for each.
    List,
}

impl fmt::Display for NameSuggestion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DidYouMean(name) => write!(f, "did you mean {name}?"),
            Self::Nearest(name) => write!(f, "the nearest is {name}"),
            Self::OneOf(names) => write!(f, "choose from {names}"),
            Self::List => write!(f, "`fusebox config show` lists all"),
        }
    }
}

impl fmt::Display for ConfigProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.at.exact(), self.fault)
    }
}

impl Serialize for ConfigProblem {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Problem", 2)?;
        object.serialize_field("at", &self.at)?;
        object.serialize_field("message", &self.fault.to_string())?;
        object.end()
    }
}

/// Everything that is wrong, in the order of the layers and of the lines, then the presets that
/// this version does not have; never empty.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(transparent)]
pub struct ConfigProblems(pub(crate) Vec<ConfigProblem>);

impl ConfigProblems {
    /// Each problem.
    pub fn iter(&self) -> std::slice::Iter<'_, ConfigProblem> {
        self.0.iter()
    }
}

impl<'a> IntoIterator for &'a ConfigProblems {
    type Item = &'a ConfigProblem;
    type IntoIter = std::slice::Iter<'a, ConfigProblem>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Display for ConfigProblems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, problem) in self.0.iter().enumerate() {
            let separator = if index == 0 { "" } else { "\n" };
            write!(f, "{separator}{problem}")?;
        }
        Ok(())
    }
}
