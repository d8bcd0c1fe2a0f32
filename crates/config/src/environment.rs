//! Which environment variables are settings, and which are none of ours.

use crate::names::closest;
use crate::notice::{NoticeKind, PolicyNotice};
use crate::origin::{LayerOrigin, ValueSource};
use crate::problem::{ConfigProblem, NameSuggestion, ProblemKind};
use crate::raw::printable;
use crate::setting::Setting;
use crate::settings::all;

const PREFIX: &str = "FUSEBOX_";

/// Variables of Fusebox that are not settings.
pub(crate) const OTHERS: &[&str] = &[
    "FUSEBOX_AGENT",
    "FUSEBOX_BIN_DIR",
    "FUSEBOX_CLIENT",
    "FUSEBOX_CONFIG",
    "FUSEBOX_CORPUS",
    "FUSEBOX_LOG",
    "FUSEBOX_ROLE",
    "FUSEBOX_RUN",
    "FUSEBOX_SESSION",
    "FUSEBOX_STATE_DIR",
    "FUSEBOX_STORE",
    "FUSEBOX_TASK",
];

/// What a variable is to us.
#[derive(Debug)]
pub(crate) enum EnvironmentVariable {
    /// A setting.
    Setting(&'static Setting),
    /// Probably a slip.
    Slip(ConfigProblem),
    /// Passed over, and said so.
    Remarkable(PolicyNotice),
    /// None of ours.
    Foreign,
}

/// Looks at one variable. An empty one is as good as absent.
pub(crate) fn variable(name: &str, value: &str) -> EnvironmentVariable {
    if value.is_empty() || OTHERS.contains(&name) {
        return EnvironmentVariable::Foreign;
    }
    if let Some(setting) = all().find(|setting| setting.variables.contains(&name)) {
        return published(name, setting);
    }
    if !name.starts_with(PREFIX) {
        return EnvironmentVariable::Foreign;
    }
    match all().find(|setting| setting.env_variable() == name) {
        Some(setting) => EnvironmentVariable::Setting(setting),
        None => unknown(name),
    }
}

/// A variable with a published name may belong to another program: as long as nothing here obeys
/// it, it is passed over.
fn published(name: &str, setting: &'static Setting) -> EnvironmentVariable {
    if setting.is_supported() {
        return EnvironmentVariable::Setting(setting);
    }
    let message = format!("{name} is not used: this version does not have {} yet", setting.key);
    EnvironmentVariable::Remarkable(PolicyNotice {
        kind: NoticeKind::VariableIgnored,
        key: Some(setting.key),
        message,
    })
}

fn unknown(name: &str) -> EnvironmentVariable {
    let known: Vec<String> =
        all().filter(|setting| setting.is_supported()).map(Setting::env_variable).collect();
    // The prefix is common to all: only the rest tells them apart.
    let rest = |name: &'_ str| name.trim_start_matches(PREFIX).to_lowercase();
    let candidates: Vec<String> = known.iter().map(|known| rest(known)).collect();
    match closest(&rest(name), candidates.iter().map(String::as_str)) {
        Some(near) => {
            let near = format!("{PREFIX}{}", near.to_uppercase());
            let suggestion = NameSuggestion::DidYouMean(near);
            let fault = ProblemKind::Unknown {
                written: printable(name).into_owned(),
                what: "setting",
                suggestion,
            };
            let at = ValueSource::of(LayerOrigin::Environment(name.to_owned()));
            EnvironmentVariable::Slip(ConfigProblem { at, fault })
        }
        None => EnvironmentVariable::Remarkable(PolicyNotice {
            kind: NoticeKind::VariableIgnored,
            key: None,
            message: format!("{} is not a setting and is not used", printable(name)),
        }),
    }
}
