//! What an answer says of the thing that was asked about.

use serde::{Deserialize, Serialize};

/// What the answer to a call that asks about a thing, and changes nothing, says of it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AskedThing {
    /// None of the others.
    #[default]
    Other,
    /// There is none: a search that finds nothing.
    Absent,
    /// It is not done yet, and others go on with it.
    UnderWay,
}
