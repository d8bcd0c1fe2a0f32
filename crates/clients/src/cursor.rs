//! Cursor, from its documents.

mod facts;
pub(crate) mod hooks;

pub(crate) use hooks::{CLIENT, INSTALLER};
