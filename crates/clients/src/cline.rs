//! The command line of Cline, measured with 3.0.65.

mod facts;
mod hooks;
mod reply;

pub(crate) use hooks::{CLIENT, INSTALLER};
