//! One layer read: every value checked against its setting, every problem kept.

use std::collections::BTreeMap;

use crate::document::{ParsedDocument, WrittenValue, document};
use crate::environment::{EnvironmentVariable, variable};
use crate::layer::PolicyLayer;
use crate::names::{KeyPath, KeyTarget, closest, shown};
use crate::notice::PolicyNotice;
use crate::origin::{LayerOrigin, ValueSource};
use crate::preset::PRESETS;
use crate::problem::{ConfigProblem, NameSuggestion, ProblemKind};
use crate::raw::quoted;
use crate::setting::{Setting, SettingScope};
use crate::settings::find;
use crate::value::SettingValue;

/// A checked value and where it was written.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct SourcedValue {
    pub(crate) key: &'static str,
    pub(crate) value: SettingValue,
    pub(crate) source: ValueSource,
}

/// What one layer says.
#[derive(Debug, Default)]
pub(crate) struct LayerContents {
    pub(crate) writes: Vec<SourcedValue>,
    pub(crate) problems: Vec<ConfigProblem>,
    pub(crate) notices: Vec<PolicyNotice>,
    pub(crate) roles: Vec<String>,
}

/// Reads one layer.
pub(crate) fn read(layer: &PolicyLayer) -> LayerContents {
    match layer {
        PolicyLayer::User { path, text } => read_text(text, &LayerOrigin::User(path.clone())),
        PolicyLayer::Project { path, text } => read_text(text, &LayerOrigin::Project(path.clone())),
        PolicyLayer::Task { id, values } => {
            let mut reading = LayerContents::default();
            for (key, value) in values {
                reading.pair(key, value, LayerOrigin::Task(id.clone()));
            }
            reading
        }
        PolicyLayer::Environment { variables } => read_environment(variables),
        PolicyLayer::Flag { name, key, value } => {
            let mut reading = LayerContents::default();
            reading.pair(key, value, LayerOrigin::Flag(name.clone()));
            reading
        }
    }
}

/// Reads the text of a file, or of a preset.
pub(crate) fn read_text(text: &str, origin: &LayerOrigin) -> LayerContents {
    let ParsedDocument { written, problems, roles } = document(text, origin);
    let mut reading = LayerContents { problems, roles, ..LayerContents::default() };
    let mut first_lines = BTreeMap::new();
    for written in written {
        let line = written.source.place.map_or(0, |place| place.line);
        let identity = (written.setting.key, written.source.role.clone());
        match first_lines.get(&identity) {
            Some(&first_line) => {
                let fault = ProblemKind::Twice { key: written.label(), first_line };
                reading.problems.push(ConfigProblem { at: written.source, fault });
            }
            None => {
                first_lines.insert(identity, line);
                reading.check(written);
            }
        }
    }
    reading.problems.sort_by_key(|problem| problem.at.place);
    reading
}

/// Names of published designs first, so that our own names win over them.
fn read_environment(variables: &[(String, String)]) -> LayerContents {
    let mut reading = LayerContents::default();
    let (ours, published): (Vec<_>, Vec<_>) =
        variables.iter().partition(|(name, _)| name.starts_with("FUSEBOX_"));
    for (name, value) in published.into_iter().chain(ours) {
        match variable(name, value) {
            EnvironmentVariable::Setting(setting) => reading.check(WrittenValue {
                setting,
                name: setting.key.to_owned(),
                raw: setting.kind.raw_from_text(value),
                source: ValueSource::of(LayerOrigin::Environment(name.clone())),
                value_place: None,
            }),
            EnvironmentVariable::Slip(problem) => reading.problems.push(problem),
            EnvironmentVariable::Remarkable(notice) => reading.notices.push(notice),
            EnvironmentVariable::Foreign => {}
        }
    }
    reading
}

impl LayerContents {
    fn pair(&mut self, key: &str, value: &str, origin: LayerOrigin) {
        let path: Vec<String> = key.split('.').map(str::to_owned).collect();
        let address = KeyPath::of(&path);
        let source =
            ValueSource { role: address.role.map(str::to_owned), ..ValueSource::of(origin) };
        match address.target() {
            KeyTarget::Setting(setting) => self.check(WrittenValue {
                setting,
                name: shown(&path),
                raw: setting.kind.raw_from_text(value),
                source,
                value_place: None,
            }),
            KeyTarget::Section | KeyTarget::Nothing => {
                let suggestion = address.nearest_setting();
                let written = shown(&path);
                let fault = ProblemKind::Unknown { written, what: "setting", suggestion };
                self.problems.push(ConfigProblem { at: source, fault });
            }
        }
    }

    fn check(&mut self, written: WrittenValue) {
        match check(&written) {
            Ok(value) => {
                let WrittenValue { setting, source, .. } = written;
                self.writes.push(SourcedValue { key: setting.key, value, source });
            }
            Err(fault) => {
                let at = if matches!(fault, ProblemKind::Value { .. } | ProblemKind::Unknown { .. })
                {
                    written.source.at(written.value_place)
                } else {
                    written.source
                };
                self.problems.push(ConfigProblem { at, fault });
            }
        }
    }
}

impl WrittenValue {
    /// The setting, with the name under which it was written if that is another one.
    fn label(&self) -> String {
        let Setting { key, .. } = self.setting;
        if self.name.ends_with(key) { self.name.clone() } else { format!("{} ({key})", self.name) }
    }
}

fn check(written: &WrittenValue) -> Result<SettingValue, ProblemKind> {
    let WrittenValue { setting, source, .. } = written;
    let from_preset = matches!(source.origin, LayerOrigin::Preset(_));
    if !setting.is_supported() && !from_preset {
        return Err(ProblemKind::NotBuilt { key: written.label() });
    }
    let in_user_file = matches!(source.origin, LayerOrigin::User(_)) || from_preset;
    let place = match setting.reach {
        SettingScope::UserFile if source.role.is_some() || !in_user_file => {
            Some("here; it belongs at the top of your own config.toml")
        }
        SettingScope::NotInRoles if source.role.is_some() => {
            Some("for a role; it belongs at the top")
        }
        SettingScope::UserFile | SettingScope::NotInRoles | SettingScope::Everywhere => None,
    };
    if let Some(place) = place {
        return Err(ProblemKind::Misplaced { key: setting.key, place });
    }
    let value = setting.kind.check(&written.raw).map_err(|mismatch| ProblemKind::Value {
        key: written.label(),
        expected: setting.kind.expected(),
        found: mismatch.found,
        hint: mismatch.hint,
    })?;
    match setting.key {
        "preset" => check_presets(&value)?,
        "project_may_loosen" => check_keys(&value)?,
        _ => {}
    }
    Ok(value)
}

fn check_presets(value: &SettingValue) -> Result<(), ProblemKind> {
    let names = || PRESETS.iter().map(|preset| preset.name);
    for name in value.items() {
        if !names().any(|known| known == name) {
            let suggestion = match closest(name, names()) {
                Some(near) => NameSuggestion::DidYouMean(quoted(near)),
                None => NameSuggestion::OneOf(names().collect::<Vec<_>>().join(", ")),
            };
            return Err(ProblemKind::Unknown { written: quoted(name), what: "preset", suggestion });
        }
    }
    Ok(())
}

fn check_keys(value: &SettingValue) -> Result<(), ProblemKind> {
    for key in value.items() {
        if find(key).is_none() {
            let path: Vec<String> = key.split('.').map(str::to_owned).collect();
            let suggestion = KeyPath::of(&path).nearest_setting();
            return Err(ProblemKind::Unknown {
                written: shown(&path),
                what: "setting",
                suggestion,
            });
        }
    }
    Ok(())
}
