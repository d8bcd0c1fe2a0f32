//! `[escalate]`: which channels carry the news of a trip, at which level, and how each is reached.

use fusebox_engine::Policy;

use crate::kind::SettingKind;
use crate::loosening::LooserDirection;
use crate::setting::{PolicyField, Setting, SettingScope};

pub(super) const DOC: &str = "Who is told of a trip, and through what. Only your own file may say it: a project names no program and no address.";

/// The channels, in the order in which they are tried.
const CHANNELS: &[&str] =
    &["desktop", "command", "webhook", "slack", "discord", "ntfy", "email", "github", "gitlab"];

pub(super) const SETTINGS: &[Setting] = &[
    channels("escalate.trip", |p| &mut p.escalate.trip)
        .doc("Channels of every trip, at once."),
    channels("escalate.cap_reached", |p| &mut p.escalate.cap_reached)
        .doc("Channels of a trip by a cap on what is spent, besides those of `escalate.trip`."),
    channels("escalate.retry_failed", |p| &mut p.escalate.retry_failed)
        .doc("Channels of a run that was tried again and tripped again."),
    channels("escalate.needs_person", |p| &mut p.escalate.needs_person)
        .doc("Channels of a trip that waits for a person: of a run that is not tried again, and of a task that names an issue."),
    own(Setting::list("escalate.command", |p| &mut p.escalate.command))
        .doc("The program of the channel `command`, and its arguments: it reads the message as JSON on its standard input."),
    text("escalate.webhook", |p| &mut p.escalate.webhook)
        .doc("The address of the channel `webhook`, which receives the message as JSON."),
    text("escalate.webhook_secret", |p| &mut p.escalate.webhook_secret)
        .doc("Where the secret is that signs it (HMAC-SHA256): `env:NAME`, `file:/PATH`, or `command:LINE` whose output it is. Never the secret itself."),
    text("escalate.slack", |p| &mut p.escalate.slack)
        .doc("Where the address of the channel `slack` is: `env:NAME`, `file:/PATH`, or `command:LINE` whose output it is. Never the address itself: it is a secret."),
    text("escalate.discord", |p| &mut p.escalate.discord)
        .doc("The same for the channel `discord`."),
    text("escalate.ntfy", |p| &mut p.escalate.ntfy)
        .doc("The address of the topic of the channel `ntfy`, or where it is: `env:NAME`, `file:/PATH` or `command:LINE`."),
    text("escalate.ntfy_token", |p| &mut p.escalate.ntfy_token)
        .doc("Where the token of ntfy is, if it wants one: `env:NAME`, `file:/PATH` or `command:LINE`."),
    own(Setting::list("escalate.email", |p| &mut p.escalate.email))
        .doc("The addresses of the channel `email`."),
    text("escalate.sendmail", |p| &mut p.escalate.sendmail)
        .doc("The program that sends e-mail; `off` is `sendmail`."),
    text("escalate.github_token", |p| &mut p.escalate.github_token)
        .doc("Where the token of the channel `github` is: `env:NAME`, `file:/PATH` or `command:LINE`; `off` is `gh auth token`."),
    text("escalate.github_api", |p| &mut p.escalate.github_api)
        .doc("The address of GitHub's interface; `off` is the public one."),
    text("escalate.gitlab_token", |p| &mut p.escalate.gitlab_token)
        .doc("Where the token of the channel `gitlab` is: `env:NAME`, `file:/PATH` or `command:LINE`."),
    text("escalate.gitlab_api", |p| &mut p.escalate.gitlab_api)
        .doc("The address of GitLab's interface; `off` is the public one."),
];

/// A list of channels.
const fn channels(key: &'static str, field: fn(&mut Policy) -> &mut Vec<String>) -> Setting {
    own(Setting::new(key, SettingKind::Choices(CHANNELS)).field(PolicyField::List(field)))
}

/// A text that need not be set.
pub(super) const fn text(key: &'static str, field: fn(&mut Policy) -> &mut String) -> Setting {
    own(Setting::new(key, SettingKind::Text).field(PolicyField::Text(field)))
}

/// A setting of the user's file alone.
pub(super) const fn own(setting: Setting) -> Setting {
    setting.looser(LooserDirection::AnyChange).scope(SettingScope::UserFile)
}
