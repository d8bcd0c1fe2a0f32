//! opencode, from its types and from recorded calls of 1.18.33.

mod facts;
mod hooks;
mod plugin_file;

pub(crate) use hooks::{CLIENT, INSTALLER};
