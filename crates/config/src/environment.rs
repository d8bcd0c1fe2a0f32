//! Which environment variables are settings.

use crate::misspelling::closest;
use crate::notice::{NoticeKind, PolicyNotice};
use crate::origin::{LayerOrigin, ValueSource};
use crate::problem::{ConfigProblem, NameSuggestion, ProblemKind};
use crate::raw_value::printable;
use crate::setting::Setting;
use crate::settings::{all, supported};

pub(crate) const PREFIX: &str = "FUSEBOX_";

/// Variables of Fusebox that are not settings, separated by spaces.
const OTHER_VARIABLES: &str = "FUSEBOX_AGENT FUSEBOX_BIN_DIR FUSEBOX_CLIENT FUSEBOX_CONFIG FUSEBOX_CORPUS \
    FUSEBOX_HOOK_SECRET FUSEBOX_LOG FUSEBOX_OPERATOR_TOKEN_FILE FUSEBOX_ROLE FUSEBOX_RUN FUSEBOX_SESSION FUSEBOX_SOCKET FUSEBOX_STATE_DIR FUSEBOX_STORE FUSEBOX_TASK";

/// What an environment variable means to the loader.
#[derive(Debug)]
pub(crate) enum VariableMeaning {
    /// A setting.
    Setting(&'static Setting),
    /// Probably a misspelt setting.
    Misspelt(ConfigProblem),
    /// Ignored, with a notice.
    Unused(PolicyNotice),
    /// Not ours.
    Foreign,
}

/// Classifies a variable. An empty value counts as absent.
pub(crate) fn variable_meaning(name: &str, value: &str) -> VariableMeaning {
    if value.is_empty() || OTHER_VARIABLES.split(' ').any(|other| other == name) {
        return VariableMeaning::Foreign;
    }
    match all().find(|setting| setting.env_aliases.contains(&name)) {
        Some(setting) if setting.is_supported() => VariableMeaning::Setting(setting),
        // The variable may belong to another program: this version does not have the setting.
        Some(Setting { key, .. }) => {
            let message = format!("{name} is not used: this version does not have {key} yet");
            let kind = NoticeKind::VariableIgnored;
            VariableMeaning::Unused(PolicyNotice::new(kind, Some(key), message))
        }
        None if !name.starts_with(PREFIX) => VariableMeaning::Foreign,
        None => match all().find(|setting| setting.env_variable() == name) {
            Some(setting) => VariableMeaning::Setting(setting),
            None => unknown_variable(name),
        },
    }
}

fn unknown_variable(name: &str) -> VariableMeaning {
    // The prefix is common to all: only the rest tells them apart.
    let rest = |name: &str| name.trim_start_matches(PREFIX).to_lowercase();
    let known: Vec<String> = supported().map(|setting| rest(&setting.env_variable())).collect();
    let written = printable(name).into_owned();
    match closest(&rest(name), known.iter().map(String::as_str)) {
        Some(near) => {
            let near = format!("{PREFIX}{}", near.to_uppercase());
            let suggestion = NameSuggestion::DidYouMean(near);
            VariableMeaning::Misspelt(ConfigProblem {
                at: ValueSource::of(LayerOrigin::Environment(name.to_owned())),
                kind: ProblemKind::Unknown { written, what: "setting", suggestion },
            })
        }
        None => {
            let message = format!("{written} is not a setting and is not used");
            VariableMeaning::Unused(PolicyNotice::new(NoticeKind::VariableIgnored, None, message))
        }
    }
}
