//! Transcripts of every command: the real binaries, a home of their own, an empty environment.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod agent;
mod ask;
mod calibrate;
mod calibrated;
mod cap_clients;
mod cap_recorded;
mod cap_scopes;
mod caps;
mod client_order;
mod coming_from;
mod config;
mod config_check;
mod config_import;
mod crowd;
mod debug;
mod decide;
mod doctor;
mod documented;
mod help;
mod hook_prices;
mod install;
mod json_output;
mod judgement;
mod kept_work;
mod operators;
mod output;
mod pause;
mod persons;
mod prices;
mod prompt;
mod purge;
mod replay;
mod replay_closer;
mod replay_input;
mod replay_samples;
mod scope;
mod service;
mod show;
mod skip;
mod spend;
mod spend_bill;
mod spend_page;
mod spend_shown;
mod status;
mod tail;
mod task;
mod transcript;
mod unattended;
mod uninstall;
mod widths;
#[expect(dead_code, reason = "some is for faults and for supervised runs")]
mod world;
