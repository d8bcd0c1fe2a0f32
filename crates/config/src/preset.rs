//! The presets: commented TOML files, compiled in.

use crate::origin::LayerOrigin;
use crate::reading::{LayerContents, SourcedValue, read_text};
use crate::setting::Setting;
use crate::settings::find;
use crate::value::SettingValue;

/// A preset.
#[derive(Debug, Clone, Copy)]
pub struct PolicyPreset {
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
pub const PRESETS: &[PolicyPreset] = &[
    PolicyPreset {
        name: DEFAULT,
        about: "Repetition is stopped; no budgets.",
        text: include_str!("../presets/default.toml"),
    },
    PolicyPreset {
        name: "budget",
        about: "Budgets of calls, turns, time and failing test runs.",
        text: include_str!("../presets/budget.toml"),
    },
    PolicyPreset {
        name: "tdd",
        about: "Attempts per test and per slice, scope, protected tests.",
        text: include_str!("../presets/tdd.toml"),
    },
    PolicyPreset {
        name: "loop",
        about: "Stagnation of a loop.",
        text: include_str!("../presets/loop.toml"),
    },
    PolicyPreset {
        name: "service",
        about: "Breakers around every tool.",
        text: include_str!("../presets/service.toml"),
    },
    PolicyPreset {
        name: "guided",
        about: "Two levels, analysis, guided retry.",
        text: include_str!("../presets/guided.toml"),
    },
];

/// The preset of this name.
#[must_use]
pub fn find_preset(name: &str) -> Option<&'static PolicyPreset> {
    PRESETS.iter().find(|preset| preset.name == name)
}

impl PolicyPreset {
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
    pub fn unsupported_setting(&self) -> Option<&'static Setting> {
        if self.name == DEFAULT {
            return None;
        }
        let mut settings = self.read().writes.into_iter().filter_map(|write| find(write.key));
        settings.find(|setting| !setting.is_supported())
    }

    /// Its values of rules that exist, without line numbers: a person has no such file.
    pub(crate) fn writes(&self) -> Vec<SourcedValue> {
        let mut writes = self.read().writes;
        writes.retain(|write| find(write.key).is_some_and(Setting::is_supported));
        for write in &mut writes {
            write.source.place = None;
        }
        writes
    }

    fn read(&self) -> LayerContents {
        read_text(self.text, &LayerOrigin::Preset(self.name.to_owned()))
    }
}

/// The value of a setting when nobody sets it.
pub(crate) fn default_of(setting: &Setting) -> Option<SettingValue> {
    let writes = PRESETS.first()?.read().writes;
    writes.into_iter().find(|write| write.key == setting.key).map(|write| write.value)
}

/// Whether a preset or a published design names this role.
pub(crate) fn is_known_role(role: &str) -> bool {
    PRESETS.iter().any(|preset| preset.read().roles.iter().any(|known| known == role))
}
