//! The presets: commented TOML files, compiled in.

use crate::origin::Origin;
use crate::reading::{Reading, Write, read_text};
use crate::setting::Setting;
use crate::settings::find;
use crate::value::Value;

/// A preset.
#[derive(Debug, Clone, Copy)]
pub struct Preset {
    /// Its name.
    pub name: &'static str,
    /// What it is for.
    pub about: &'static str,
    /// Its file.
    pub text: &'static str,
}

/// One value of a preset.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PresetValue {
    /// The setting.
    pub key: &'static str,
    /// The role in whose table it stands.
    pub role: Option<String>,
    /// The value as TOML.
    pub value: String,
}

/// The preset that is underneath every other one.
pub(crate) const DEFAULT: &str = "default";

/// Every preset.
pub const PRESETS: &[Preset] = &[
    Preset {
        name: DEFAULT,
        about: "Repetition is stopped; no budgets.",
        text: include_str!("../presets/default.toml"),
    },
    Preset {
        name: "budget",
        about: "Budgets of calls, turns, time and failing test runs.",
        text: include_str!("../presets/budget.toml"),
    },
    Preset {
        name: "tdd",
        about: "Attempts per test and per slice, scope, protected tests.",
        text: include_str!("../presets/tdd.toml"),
    },
    Preset {
        name: "loop",
        about: "Stagnation of a loop.",
        text: include_str!("../presets/loop.toml"),
    },
    Preset {
        name: "service",
        about: "Breakers around every tool.",
        text: include_str!("../presets/service.toml"),
    },
    Preset {
        name: "guided",
        about: "Two levels, analysis, guided retry.",
        text: include_str!("../presets/guided.toml"),
    },
];

/// The preset of this name.
#[must_use]
pub fn preset(name: &str) -> Option<&'static Preset> {
    PRESETS.iter().find(|preset| preset.name == name)
}

impl Preset {
    /// Its values by line, those of rules that do not exist yet included.
    #[must_use]
    pub fn values(&self) -> Vec<PresetValue> {
        let writes = self.read().writes.into_iter();
        let values = writes.filter_map(|write| {
            let setting = find(write.key)?;
            let value = setting.kind.to_toml(&write.value);
            Some(PresetValue { key: write.key, role: write.source.role, value })
        });
        values.collect()
    }

    /// The first of its settings whose rule does not exist yet; `default` takes a rule in when
    /// it is built, so it misses none.
    #[must_use]
    pub fn missing(&self) -> Option<&'static Setting> {
        if self.name == DEFAULT {
            return None;
        }
        let mut settings = self.read().writes.into_iter().filter_map(|write| find(write.key));
        settings.find(|setting| !setting.built())
    }

    /// Its values of rules that exist, without line numbers: a person has no such file.
    pub(crate) fn writes(&self) -> Vec<Write> {
        let mut writes = self.read().writes;
        writes.retain(|write| find(write.key).is_some_and(Setting::built));
        for write in &mut writes {
            write.source.place = None;
        }
        writes
    }

    fn read(&self) -> Reading {
        read_text(self.text, &Origin::Preset(self.name.to_owned()))
    }
}

/// The value of a setting when nobody sets it.
pub(crate) fn default_of(setting: &Setting) -> Option<Value> {
    let writes = PRESETS.first()?.read().writes;
    writes.into_iter().find(|write| write.key == setting.key).map(|write| write.value)
}

/// Whether a preset or a published design names this role.
pub(crate) fn is_known_role(role: &str) -> bool {
    PRESETS.iter().any(|preset| preset.read().roles.iter().any(|known| known == role))
}
