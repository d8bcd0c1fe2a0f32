//! Confinement: what a command and everything below it cannot write, replace, signal or reach.
//!
//! [`ConfinementPlan::make`] turns [`ProtectedPlaces`] into mounts. A helper process, started in place of
//! the command, calls [`enter`] and then executes the command. On Linux alone.

#[cfg(target_os = "linux")]
mod enter;
mod links;
mod placeholders;
mod plan;
mod sockets;
#[cfg(target_os = "linux")]
mod user_namespace;

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

pub use self::placeholders::{
    PlaceholderLease, remove_stale_placeholders, runs_with_stale_placeholders,
};
pub use self::plan::ConfinementPlan;
pub use self::sockets::{REMOVED_VARIABLES, SOCKET_VARIABLES, SocketVariables};
use crate::SupervisorError;

/// What a confined command must leave alone.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ProtectedPlaces {
    /// Files and folders that cannot be changed. One that does not exist cannot be made.
    pub read_only: Vec<PathBuf>,
    /// The text of the file that takes the place of one of these, where it does not exist. An empty
    /// folder takes that of others.
    pub placeholder_texts: BTreeMap<PathBuf, String>,
    /// Files and sockets that cannot be opened.
    pub hidden: Vec<PathBuf>,
    /// Variables that the command does not get.
    pub removed_variables: Vec<String>,
    /// Folders of sockets: the command has empty ones of its own.
    pub emptied: Vec<PathBuf>,
    /// A folder of ours, empty inside, at which links are held in their places.
    pub link_folder: Option<PathBuf>,
}

impl ProtectedPlaces {
    /// Adds what links lead to that lead to nothing yet: it cannot be made either.
    pub fn add_missing_targets(&mut self) {
        for path in self.read_only.clone() {
            if !path.is_symlink() || path.exists() {
                continue;
            }
            let target = links::ResolvedPath::of(&path).target;
            if let Some(text) = self.placeholder_texts.get(&path).cloned() {
                self.placeholder_texts.insert(target.clone(), text);
            }
            self.read_only.push(target);
        }
    }
}

/// A part of the confinement, which a system may lack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ConfinementPart {
    /// Protected files cannot be changed: user and mount namespaces.
    Files,
    /// Other processes cannot be signalled or traced: Landlock's scopes (Linux 6.12).
    Processes,
}

impl std::fmt::Display for ConfinementPart {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Files => "protected files can be changed",
            Self::Processes => "other processes can be signalled",
        })
    }
}

/// A part that could not be had, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MissingPart {
    /// The part.
    pub part: ConfinementPart,
    /// Why, for people.
    pub why: String,
}

/// Confines this process, which has one thread. Returns what could not be had.
///
/// # Errors
/// When a descriptor that it inherited leads around the confinement.
#[cfg(target_os = "linux")]
pub fn enter(plan: &ConfinementPlan) -> Result<Vec<MissingPart>, SupervisorError> {
    enter::enter(plan)
}

/// Confines nothing: there is no confinement on this system.
///
/// # Errors
/// Never.
#[cfg(not(target_os = "linux"))]
pub fn enter(_: &ConfinementPlan) -> Result<Vec<MissingPart>, SupervisorError> {
    let why = "it is offered on Linux alone".to_owned();
    Ok(vec![MissingPart { part: ConfinementPart::Files, why }])
}
