//! Reads one layer: checks every value against its setting, and reports every problem.

use std::collections::BTreeMap;

use crate::environment::{PREFIX, VariableMeaning, variable_meaning};
use crate::key_path::{KeyPath, KeyTarget, shown};
use crate::layer::{LayerText, PolicyLayer};
use crate::misspelling::closest;
use crate::notice::{NoticeKind, PolicyNotice};
use crate::origin::{LayerOrigin, ValueSource};
use crate::preset::{PRESETS, find_preset};
use crate::problem::{ConfigProblem, NameSuggestion, ProblemKind};
use crate::raw_value::quoted;
use crate::setting::{Setting, SettingScope};
use crate::settings::find;
use crate::toml_document::{TomlDocument, WrittenValue};
use crate::value::SettingValue;

/// A checked value and where it was written.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct SourcedValue {
    pub(crate) key: &'static str,
    pub(crate) value: SettingValue,
    pub(crate) source: ValueSource,
}

/// The checked content of one or more layers.
#[derive(Debug, Default)]
pub(crate) struct LayerValues {
    pub(crate) values: Vec<SourcedValue>,
    pub(crate) problems: Vec<ConfigProblem>,
    pub(crate) notices: Vec<PolicyNotice>,
    pub(crate) roles: Vec<String>,
}

impl LayerValues {
    /// Adds the content of a layer.
    pub(crate) fn add_layer(&mut self, layer: &PolicyLayer) {
        match &layer.text {
            LayerText::Toml(text) => self.add_toml(text, &layer.origin),
            LayerText::Pairs(pairs) => {
                for (key, value) in pairs {
                    self.add_pair(key, value, &layer.origin);
                }
            }
            LayerText::Variables(variables) => self.add_environment(variables),
        }
    }

    /// Adds the content of a file, or of a preset.
    pub(crate) fn add_toml(&mut self, text: &str, origin: &LayerOrigin) {
        let TomlDocument { values, problems, roles } = TomlDocument::parse(text, origin);
        let first_problem = self.problems.len();
        self.problems.extend(problems);
        self.roles.extend(roles);
        let mut first_lines = BTreeMap::new();
        for written in values {
            let line = written.source.position.map_or(0, |position| position.line);
            let identity = (written.setting.key, written.source.role.clone());
            if let Some(&first_line) = first_lines.get(&identity) {
                let kind = ProblemKind::Twice { key: written.label(), first_line };
                self.problems.push(ConfigProblem { at: written.source, kind });
            } else {
                first_lines.insert(identity, line);
                self.add_value(written);
            }
        }
        if let Some(own) = self.problems.get_mut(first_problem..) {
            own.sort_by_key(|problem| problem.at.position);
        }
    }

    /// Adds the variables. Names of published designs come first, so that our own names win.
    fn add_environment(&mut self, variables: &[(String, String)]) {
        let (own, published): (Vec<_>, Vec<_>) =
            variables.iter().partition(|(name, _)| name.starts_with(PREFIX));
        for (name, value) in published.into_iter().chain(own) {
            match variable_meaning(name, value) {
                VariableMeaning::Setting(setting) => {
                    let source = ValueSource::of(LayerOrigin::Environment(name.clone()));
                    let name = setting.key.to_owned();
                    self.add_value(WrittenValue::of_text(setting, name, value, source));
                }
                VariableMeaning::Misspelt(problem) => self.problems.push(problem),
                VariableMeaning::Unused(notice) => self.notices.push(notice),
                VariableMeaning::Foreign => {}
            }
        }
    }

    fn add_pair(&mut self, key: &str, value: &str, origin: &LayerOrigin) {
        let path: Vec<String> = key.split('.').map(str::to_owned).collect();
        let key_path = KeyPath::new(&path);
        let role = key_path.role.map(str::to_owned);
        let at = ValueSource { role, ..ValueSource::of(origin.clone()) };
        match key_path.target() {
            KeyTarget::Setting(setting) | KeyTarget::CapScope(setting) => {
                let written = WrittenValue::of_text(setting, shown(&path), value, at);
                self.add_value(written);
            }
            KeyTarget::Section | KeyTarget::Nothing => {
                self.problems.push(ConfigProblem { at, kind: unknown_setting(&path) });
            }
        }
    }

    fn add_value(&mut self, written: WrittenValue) {
        let (kind, at) = match written.check_place() {
            Err(kind) => (kind, written.source),
            Ok(()) => match written.check_value() {
                Err(kind) => (kind, written.source.at(written.value_position)),
                Ok(value) => {
                    let label = written.label();
                    let WrittenValue { setting, source, .. } = written;
                    let in_preset = matches!(source.origin, LayerOrigin::Preset(_));
                    if !setting.is_supported() && !in_preset {
                        let message =
                            format!("{source}: {label} is accepted, but does nothing yet");
                        let kind = NoticeKind::NotBuilt;
                        return self.notices.push(PolicyNotice::new(
                            kind,
                            Some(setting.key),
                            message,
                        ));
                    }
                    return self.values.push(SourcedValue { key: setting.key, value, source });
                }
            },
        };
        self.problems.push(ConfigProblem { at, kind });
    }
}

/// Checks a value that is written for a setting at this place.
#[cfg(feature = "import")]
pub(crate) fn checked_value(
    setting: &'static Setting,
    name: String,
    raw: crate::raw_value::RawValue,
    source: ValueSource,
) -> Result<SettingValue, ProblemKind> {
    let written = WrittenValue { setting, name, raw, source, value_position: None };
    written.check_place()?;
    written.check_value()
}

impl WrittenValue {
    /// A value of the environment or the command line.
    fn of_text(setting: &'static Setting, name: String, text: &str, source: ValueSource) -> Self {
        let raw = setting.kind.raw_from_text(text);
        Self { setting, name, raw, source, value_position: None }
    }

    /// The key of the setting, with the name under which it was written if that is another one.
    fn label(&self) -> String {
        let Setting { key, .. } = self.setting;
        if self.name.ends_with(key) { self.name.clone() } else { format!("{} ({key})", self.name) }
    }

    /// Checks that it may be written here.
    fn check_place(&self) -> Result<(), ProblemKind> {
        let Setting { key, scope, .. } = self.setting;
        let in_role = self.source.role.is_some();
        let in_preset = matches!(self.source.origin, LayerOrigin::Preset(_));
        let in_user_file = in_preset || matches!(self.source.origin, LayerOrigin::User(_));
        let in_environment = matches!(self.source.origin, LayerOrigin::Environment(_));
        let place = match scope {
            SettingScope::UserFile if in_role || !in_user_file => {
                "here; it belongs in your own config.toml, in no role"
            }
            SettingScope::NotInRoles if in_role => "for a role; it belongs at the top",
            SettingScope::NotInProject if !in_user_file && !in_environment => {
                "here; it starts a program, and belongs in your own config.toml"
            }
            SettingScope::UserFile
            | SettingScope::NotInProject
            | SettingScope::NotInRoles
            | SettingScope::Everywhere => return Ok(()),
        };
        Err(ProblemKind::Misplaced { key, place })
    }

    fn check_value(&self) -> Result<SettingValue, ProblemKind> {
        let Setting { key, kind, .. } = self.setting;
        let value = kind.check(&self.raw).map_err(|mismatch| ProblemKind::Value {
            key: self.label(),
            expected: kind.expected(),
            found: mismatch.found,
            hint: mismatch.hint,
        })?;
        for name in value.items() {
            match *key {
                "preset" if find_preset(name).is_none() => {
                    return Err(unknown_preset(name));
                }
                "project_may_loosen" if find(name).is_none() => {
                    let path: Vec<String> = name.split('.').map(str::to_owned).collect();
                    return Err(unknown_setting(&path));
                }
                _ => {}
            }
        }
        Ok(value)
    }
}

fn unknown_setting(path: &[String]) -> ProblemKind {
    let suggestion = KeyPath::new(path).nearest_setting();
    ProblemKind::Unknown { written: shown(path), what: "setting", suggestion }
}

fn unknown_preset(name: &str) -> ProblemKind {
    let names: Vec<&str> = PRESETS.iter().map(|preset| preset.name).collect();
    let suggestion = match closest(name, names.iter().copied()) {
        Some(near) => NameSuggestion::DidYouMean(quoted(near)),
        None => NameSuggestion::OneOf(names.join(", ")),
    };
    ProblemKind::Unknown { written: quoted(name), what: "preset", suggestion }
}
