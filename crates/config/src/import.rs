//! Translates the configuration of other designs into settings of ours, and says what it leaves.

mod document;

use std::collections::BTreeSet;

use serde::Serialize;

use self::document::{Node, read_document};
use crate::environment::{VariableMeaning, variable_meaning};
use crate::key_path::{KeyPath, KeyTarget, ROLES, WRAPPERS, shown};
use crate::layer_values::checked_value;
use crate::origin::{LayerOrigin, ValueSource};
use crate::raw_value::{RawValue, printable};
use crate::setting::Setting;
use crate::settings::SECTIONS;
use crate::value::SettingValue;

/// How deep a table with a breaker's settings may stand.
const MAX_DEPTH: usize = 8;
/// Why a key stays behind that has nothing to do with us.
const FOREIGN: &str = "is no setting of a circuit breaker";

/// What a file of another design means here.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct ImportedSettings {
    /// A configuration file with the settings.
    pub toml: String,
    /// Settings whose value is written alike here.
    pub understood: Vec<ImportedSetting>,
    /// Settings whose value is written in another way here.
    pub translated: Vec<ImportedSetting>,
    /// What was left.
    pub left: Vec<LeftKey>,
}

/// A setting of another design and what it is here.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ImportedSetting {
    /// As it is written there.
    pub written: String,
    /// Our key.
    pub key: String,
    /// Its value as it is written here.
    pub value: String,
}

/// A key that was left.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LeftKey {
    /// The key.
    pub key: String,
    /// Why.
    pub why: String,
}

/// Reads a file of another design: YAML, JSON, TOML or variables, by the end of its name.
///
/// # Errors
/// What is wrong with the file, in a sentence.
pub fn import_settings(name: &str, text: &str) -> Result<ImportedSettings, String> {
    let mut import = Import::default();
    match read_document(name, text)? {
        Node::Variables(variables) => import.variables(&variables),
        Node::Table(entries) => import.outside(&mut Vec::new(), &entries),
        Node::Value(_) | Node::Nothing => return Err("it holds no settings".to_owned()),
    }
    import.imported.toml = import.to_toml();
    Ok(import.imported)
}

/// A walk through a file.
#[derive(Default)]
struct Import {
    values: Vec<(Option<String>, &'static Setting, SettingValue)>,
    imported: ImportedSettings,
}

impl Import {
    /// Entries outside of the tables that published designs keep a breaker's settings in: only their own
    /// names mean something there.
    fn outside(&mut self, path: &mut Vec<String>, entries: &[(String, Node)]) {
        for (name, node) in entries {
            path.push(name.clone());
            let alone = std::slice::from_ref(name);
            match (node, KeyPath::new(alone).target()) {
                (Node::Table(inner), _) if WRAPPERS.contains(&name.as_str()) => {
                    self.inside(path, path.len() - 1, inner);
                }
                (Node::Table(inner), _) if holds_wrapper(inner, MAX_DEPTH) => {
                    self.outside(path, inner)
                }
                (Node::Value(raw), KeyTarget::Setting(setting)) if setting.key != name => {
                    self.value(path, path.len() - 1, setting, raw);
                }
                (Node::Value(raw), KeyTarget::Nothing) if self.is_replaced(path, name, raw) => {}
                _ => self.leave(path, FOREIGN.to_owned()),
            }
            path.pop();
        }
    }

    /// Entries of such a table, which begins at `from` in the path.
    fn inside(&mut self, path: &mut Vec<String>, from: usize, entries: &[(String, Node)]) {
        for (name, node) in entries {
            path.push(name.clone());
            let key_path = path.get(from..).unwrap_or_default().to_vec();
            let key_path = KeyPath::new(&key_path);
            match (key_path.target(), node) {
                (KeyTarget::Section, Node::Table(inner)) => self.inside(path, from, inner),
                // A role or a section without settings of its own.
                (KeyTarget::Section, Node::Nothing) => {}
                (KeyTarget::Setting(setting), Node::Value(raw)) => {
                    self.value(path, from, setting, raw);
                }
                (KeyTarget::Nothing, Node::Value(raw)) if self.is_replaced(path, name, raw) => {}
                (KeyTarget::Nothing, Node::Table(_)) => {
                    self.leave(path, format!("is no section; {}", key_path.nearest_section()));
                }
                (KeyTarget::Nothing, _) => {
                    self.leave(path, format!("is no setting; {}", key_path.nearest_setting()));
                }
                // No published design has caps on spending.
                (KeyTarget::CapScope(_), _) => self.leave(path, FOREIGN.to_owned()),
                (KeyTarget::Section | KeyTarget::Setting(_), _) => {
                    self.leave(path, "has no value that a setting takes".to_owned());
                }
            }
            path.pop();
        }
    }

    /// A percentage that may be lost was meant once, where now one that must remain is: translates it.
    fn is_replaced(&mut self, path: &[String], name: &str, raw: &RawValue) -> bool {
        let RawValue::Integer(percent) = raw else { return false };
        let floor = crate::settings::find("stagnation.output_floor");
        let (Some(floor), "output_decline", 1..=99) = (floor, name, *percent) else { return false };
        self.add(path, None, floor, raw, &RawValue::Integer(100 - percent));
        true
    }

    fn value(&mut self, path: &[String], from: usize, setting: &'static Setting, raw: &RawValue) {
        let role = KeyPath::new(path.get(from..).unwrap_or_default()).role.map(str::to_owned);
        self.add(path, role, setting, raw, raw);
    }

    fn variables(&mut self, variables: &[(String, String)]) {
        for (name, value) in variables {
            let path = std::slice::from_ref(name);
            match variable_meaning(name, value) {
                VariableMeaning::Setting(setting) => {
                    let raw = setting.kind.raw_from_text(value);
                    self.add(path, None, setting, &raw, &raw);
                }
                VariableMeaning::Misspelt(problem) => self.leave(path, problem.kind.to_string()),
                VariableMeaning::Unused(notice) => self.leave(path, notice.message),
                VariableMeaning::Foreign => self.leave(path, FOREIGN.to_owned()),
            }
        }
    }

    /// Checks a value, which stands for what is `written`.
    fn add(
        &mut self,
        path: &[String],
        role: Option<String>,
        setting: &'static Setting,
        written: &RawValue,
        raw: &RawValue,
    ) {
        let origin = ValueSource::of(LayerOrigin::User(std::path::PathBuf::new()));
        let source = ValueSource { role: role.clone(), ..origin };
        let value = match checked_value(setting, setting.key.to_owned(), raw.clone(), source) {
            Ok(value) => value,
            Err(kind) => return self.leave(path, kind.to_string()),
        };
        if !setting.is_supported() {
            let why = format!("is {}, whose rule this version does not have yet", setting.key);
            return self.leave(path, why);
        }
        let is_same = |(known, other, _): &(Option<String>, &Setting, SettingValue)| {
            *known == role && other.key == setting.key
        };
        if self.values.iter().any(is_same) {
            return self.leave(path, format!("is {}, which is there already", setting.key));
        }
        let shown_value = setting.kind.to_toml(&value);
        let is_list = matches!(written, RawValue::List(_));
        let written_value = if is_list { shown_value.clone() } else { written.to_string() };
        let numbers = written.number().zip(shown_value.parse::<f64>().ok());
        let is_alike = written_value == shown_value || numbers.is_some_and(|(a, b)| a == b);
        let imported = ImportedSetting {
            written: format!("{} = {written_value}", shown(path)),
            key: match &role {
                Some(role) => format!("{}.{}", shown(&[ROLES, role]), setting.key),
                None => setting.key.to_owned(),
            },
            value: shown_value,
        };
        let lists = &mut self.imported;
        let list = if is_alike { &mut lists.understood } else { &mut lists.translated };
        list.push(imported);
        self.values.push((role, setting, value));
    }

    fn leave(&mut self, path: &[String], why: String) {
        let why = printable(&why).to_string();
        self.imported.left.push(LeftKey { key: shown(path), why });
    }

    /// The settings as a configuration file: without a role first, then role by role.
    fn to_toml(&self) -> String {
        let mut seen = BTreeSet::new();
        let roles = self.values.iter().filter_map(|(role, ..)| role.as_deref());
        let roles = roles.filter(|role| seen.insert(*role)).map(Some);
        let mut toml = String::new();
        for role in std::iter::once(None).chain(roles) {
            for section in SECTIONS {
                let of_section = section.settings.iter().filter_map(|setting| {
                    let mut values = self.values.iter();
                    let (.., value) = values
                        .find(|(of, other, _)| of.as_deref() == role && other.key == setting.key)?;
                    Some(format!("{} = {}\n", setting.name(), setting.kind.to_toml(value)))
                });
                let lines: String = of_section.collect();
                if lines.is_empty() {
                    continue;
                }
                let header = match (role, section.name) {
                    (None, "") => String::new(),
                    (None, name) => format!("[{name}]\n"),
                    (Some(role), "") => format!("[{}]\n", shown(&[ROLES, role])),
                    (Some(role), name) => format!("[{}]\n", shown(&[ROLES, role, name])),
                };
                let gap = if toml.is_empty() { "" } else { "\n" };
                toml.push_str(&format!("{gap}{header}{lines}"));
            }
        }
        toml
    }
}

/// Whether a table of a breaker's settings stands somewhere below.
fn holds_wrapper(entries: &[(String, Node)], depth: usize) -> bool {
    depth > 0
        && entries.iter().any(|(name, node)| {
            let Node::Table(inner) = node else { return false };
            WRAPPERS.contains(&name.as_str()) || holds_wrapper(inner, depth - 1)
        })
}

#[cfg(test)]
mod tests;
