//! `[inbox]`: whose answers to a trip are taken, and where they arrive.

use super::escalate::{own, text};
use crate::kind::SettingKind;
use crate::setting::{PolicyField, Setting};

pub(super) const DOC: &str =
    "Whose answers to a trip are taken, and where they arrive. Only your own file may say it.";

/// The channels whose messages can carry a one-time code.
const CODE_CHANNELS: &[&str] = &["command", "webhook", "slack", "discord", "ntfy", "email"];

pub(super) const SETTINGS: &[Setting] = &[
    own(Setting::list("inbox.allow", |p| &mut p.escalate.inbox.allow))
        .doc("Logins at GitHub and GitLab: a comment of theirs at the issue of a task answers its trip. Never the login of the token on this machine."),
    own(Setting::new("inbox.codes", SettingKind::Choices(CODE_CHANNELS))
        .field(PolicyField::List(|p| &mut p.escalate.inbox.codes)))
        .doc("Channels whose messages carry a one-time code, with which their reader answers. Such a message is sent by the `fusebox run` or `loop` that tripped, or by a person's or an operator's `fusebox inbox`, `reconcile` or `escalate`."),
    text("inbox.file", |p| &mut p.escalate.inbox.file)
        .doc("A file, or a folder of files, in which answers with a one-time code arrive; `off` reads none."),
    own(Setting::time("inbox.every", |p| &mut p.escalate.inbox.every))
        .doc("Time between two looks into the inbox while `fusebox run` waits for a person."),
];
