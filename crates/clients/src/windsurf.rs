//! Windsurf's Cascade, from its documents.

mod facts;
mod hooks;

pub(crate) use hooks::{CLIENT, INSTALLER};
