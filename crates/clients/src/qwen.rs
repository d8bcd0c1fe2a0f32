//! Qwen Code, measured with 0.24.4.

mod facts;
mod hooks;

pub(crate) use hooks::{CLIENT, INSTALLER};
