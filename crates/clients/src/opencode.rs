//! opencode, measured with 1.18.33.

mod facts;
mod hooks;
mod plugin_file;

pub(crate) use hooks::{CLIENT, INSTALLER};
