//! Which environment variables are settings, and which are none of ours.

use crate::names::closest;
use crate::notice::{Notice, NoticeKind};
use crate::origin::{Origin, Source};
use crate::problem::{Fault, Problem, Suggestion};
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
pub(crate) enum Variable {
    /// A setting.
    Setting(&'static Setting),
    /// Probably a slip.
    Slip(Problem),
    /// Passed over, and said so.
    Remarkable(Notice),
    /// None of ours.
    Foreign,
}

/// Looks at one variable. An empty one is as good as absent.
pub(crate) fn variable(name: &str, value: &str) -> Variable {
    if value.is_empty() || OTHERS.contains(&name) {
        return Variable::Foreign;
    }
    if let Some(setting) = all().find(|setting| setting.variables.contains(&name)) {
        return published(name, setting);
    }
    if !name.starts_with(PREFIX) {
        return Variable::Foreign;
    }
    match all().find(|setting| setting.variable() == name) {
        Some(setting) => Variable::Setting(setting),
        None => unknown(name),
    }
}

/// A variable with a published name may belong to another program: as long as nothing here obeys
/// it, it is passed over.
fn published(name: &str, setting: &'static Setting) -> Variable {
    if setting.built() {
        return Variable::Setting(setting);
    }
    let message = format!("{name} is not used: this version does not have {} yet", setting.key);
    Variable::Remarkable(Notice {
        kind: NoticeKind::VariableIgnored,
        key: Some(setting.key),
        message,
    })
}

fn unknown(name: &str) -> Variable {
    let known: Vec<String> =
        all().filter(|setting| setting.built()).map(Setting::variable).collect();
    // The prefix is common to all: only the rest tells them apart.
    let rest = |name: &'_ str| name.trim_start_matches(PREFIX).to_lowercase();
    let candidates: Vec<String> = known.iter().map(|known| rest(known)).collect();
    match closest(&rest(name), candidates.iter().map(String::as_str)) {
        Some(near) => {
            let near = format!("{PREFIX}{}", near.to_uppercase());
            let suggestion = Suggestion::DidYouMean(near);
            let fault = Fault::Unknown {
                written: printable(name).into_owned(),
                what: "setting",
                suggestion,
            };
            let at = Source::of(Origin::Environment(name.to_owned()));
            Variable::Slip(Problem { at, fault })
        }
        None => Variable::Remarkable(Notice {
            kind: NoticeKind::VariableIgnored,
            key: None,
            message: format!("{} is not a setting and is not used", printable(name)),
        }),
    }
}
