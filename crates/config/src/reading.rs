//! One layer read: every value checked against its setting, every problem kept.

use std::collections::BTreeMap;

use crate::document::{Document, Written, document};
use crate::environment::{Variable, variable};
use crate::layer::Layer;
use crate::names::{Address, Target, closest, shown};
use crate::notice::Notice;
use crate::origin::{Origin, Source};
use crate::preset::PRESETS;
use crate::problem::{Fault, Problem, Suggestion};
use crate::raw::quoted;
use crate::setting::{Reach, Setting};
use crate::settings::find;
use crate::value::Value;

/// A checked value and where it was written.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Write {
    pub(crate) key: &'static str,
    pub(crate) value: Value,
    pub(crate) source: Source,
}

/// What one layer says.
#[derive(Debug, Default)]
pub(crate) struct Reading {
    pub(crate) writes: Vec<Write>,
    pub(crate) problems: Vec<Problem>,
    pub(crate) notices: Vec<Notice>,
    pub(crate) roles: Vec<String>,
}

/// Reads one layer.
pub(crate) fn read(layer: &Layer) -> Reading {
    match layer {
        Layer::User { path, text } => read_text(text, &Origin::User(path.clone())),
        Layer::Project { path, text } => read_text(text, &Origin::Project(path.clone())),
        Layer::Task { id, values } => {
            let mut reading = Reading::default();
            for (key, value) in values {
                reading.pair(key, value, Origin::Task(id.clone()));
            }
            reading
        }
        Layer::Environment { variables } => read_environment(variables),
        Layer::Flag { name, key, value } => {
            let mut reading = Reading::default();
            reading.pair(key, value, Origin::Flag(name.clone()));
            reading
        }
    }
}

/// Reads the text of a file, or of a preset.
pub(crate) fn read_text(text: &str, origin: &Origin) -> Reading {
    let Document { written, problems, roles } = document(text, origin);
    let mut reading = Reading { problems, roles, ..Reading::default() };
    let mut first_lines = BTreeMap::new();
    for written in written {
        let line = written.source.place.map_or(0, |place| place.line);
        let identity = (written.setting.key, written.source.role.clone());
        match first_lines.get(&identity) {
            Some(&first_line) => {
                let fault = Fault::Twice { key: written.label(), first_line };
                reading.problems.push(Problem { at: written.source, fault });
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
fn read_environment(variables: &[(String, String)]) -> Reading {
    let mut reading = Reading::default();
    let (ours, published): (Vec<_>, Vec<_>) =
        variables.iter().partition(|(name, _)| name.starts_with("FUSEBOX_"));
    for (name, value) in published.into_iter().chain(ours) {
        match variable(name, value) {
            Variable::Setting(setting) => reading.check(Written {
                setting,
                name: setting.key.to_owned(),
                raw: setting.kind.raw_from_text(value),
                source: Source::of(Origin::Environment(name.clone())),
                value_place: None,
            }),
            Variable::Slip(problem) => reading.problems.push(problem),
            Variable::Remarkable(notice) => reading.notices.push(notice),
            Variable::Foreign => {}
        }
    }
    reading
}

impl Reading {
    fn pair(&mut self, key: &str, value: &str, origin: Origin) {
        let path: Vec<String> = key.split('.').map(str::to_owned).collect();
        let address = Address::of(&path);
        let source = Source { role: address.role.map(str::to_owned), ..Source::of(origin) };
        match address.target() {
            Target::Setting(setting) => self.check(Written {
                setting,
                name: shown(&path),
                raw: setting.kind.raw_from_text(value),
                source,
                value_place: None,
            }),
            Target::Section | Target::Nothing => {
                let suggestion = address.nearest_setting();
                let written = shown(&path);
                let fault = Fault::Unknown { written, what: "setting", suggestion };
                self.problems.push(Problem { at: source, fault });
            }
        }
    }

    fn check(&mut self, written: Written) {
        match check(&written) {
            Ok(value) => {
                let Written { setting, source, .. } = written;
                self.writes.push(Write { key: setting.key, value, source });
            }
            Err(fault) => {
                let at = if matches!(fault, Fault::Value { .. } | Fault::Unknown { .. }) {
                    written.source.at(written.value_place)
                } else {
                    written.source
                };
                self.problems.push(Problem { at, fault });
            }
        }
    }
}

impl Written {
    /// The setting, with the name under which it was written if that is another one.
    fn label(&self) -> String {
        let Setting { key, .. } = self.setting;
        if self.name.ends_with(key) { self.name.clone() } else { format!("{} ({key})", self.name) }
    }
}

fn check(written: &Written) -> Result<Value, Fault> {
    let Written { setting, source, .. } = written;
    let from_preset = matches!(source.origin, Origin::Preset(_));
    if !setting.built() && !from_preset {
        return Err(Fault::NotBuilt { key: written.label() });
    }
    let in_user_file = matches!(source.origin, Origin::User(_)) || from_preset;
    let place = match setting.reach {
        Reach::UserFile if source.role.is_some() || !in_user_file => {
            Some("here; it belongs at the top of your own config.toml")
        }
        Reach::NotInRoles if source.role.is_some() => Some("for a role; it belongs at the top"),
        Reach::UserFile | Reach::NotInRoles | Reach::Everywhere => None,
    };
    if let Some(place) = place {
        return Err(Fault::Misplaced { key: setting.key, place });
    }
    let value = setting.kind.check(&written.raw).map_err(|mismatch| Fault::Value {
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

fn check_presets(value: &Value) -> Result<(), Fault> {
    let names = || PRESETS.iter().map(|preset| preset.name);
    for name in value.items() {
        if !names().any(|known| known == name) {
            let suggestion = match closest(name, names()) {
                Some(near) => Suggestion::DidYouMean(quoted(near)),
                None => Suggestion::OneOf(names().collect::<Vec<_>>().join(", ")),
            };
            return Err(Fault::Unknown { written: quoted(name), what: "preset", suggestion });
        }
    }
    Ok(())
}

fn check_keys(value: &Value) -> Result<(), Fault> {
    for key in value.items() {
        if find(key).is_none() {
            let path: Vec<String> = key.split('.').map(str::to_owned).collect();
            let suggestion = Address::of(&path).nearest_setting();
            return Err(Fault::Unknown { written: shown(&path), what: "setting", suggestion });
        }
    }
    Ok(())
}
