//! The values of presets.

use crate::layer_values::{LayerValues, SourcedValue};
use crate::origin::LayerOrigin;
use crate::preset::{DEFAULT, PRESETS, PolicyPreset};
use crate::setting::Setting;
use crate::settings::find;
use crate::value::SettingValue;

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

impl PolicyPreset {
    /// Its values by line, including those of settings that this version does not have.
    #[must_use]
    pub fn values(&self) -> Vec<PresetValue> {
        let values =
            self.read().values.into_iter().filter_map(|SourcedValue { key, value, source }| {
                let value = find(key)?.kind.to_toml(&value);
                Some(PresetValue { key, role: source.role, value })
            });
        values.collect()
    }

    /// The first of its settings that does nothing in this version yet; of the default preset, which
    /// has every setting, none.
    #[must_use]
    pub fn unsupported_setting(&self) -> Option<&'static Setting> {
        if self.name == DEFAULT {
            return None;
        }
        let mut settings = self.read().values.into_iter().filter_map(|value| find(value.key));
        settings.find(|setting| !setting.is_supported())
    }

    /// Its values of settings that this version has, without positions: the user has no such file.
    pub(crate) fn supported_values(&self) -> Vec<SourcedValue> {
        let mut values = self.read().values;
        values.retain(|value| find(value.key).is_some_and(Setting::is_supported));
        values.iter_mut().for_each(|value| value.source.position = None);
        values
    }

    fn read(&self) -> LayerValues {
        let mut layer = LayerValues::default();
        layer.add_toml(self.text, &LayerOrigin::Preset(self.name.to_owned()));
        layer
    }
}

/// The value of a setting in the default preset.
pub(crate) fn default_of(setting: &Setting) -> Option<SettingValue> {
    let values = PRESETS.first()?.read().values;
    values.into_iter().find(|value| value.key == setting.key).map(|value| value.value)
}

/// Whether a preset has a table for this role.
pub(crate) fn is_known_role(role: &str) -> bool {
    PRESETS.iter().any(|preset| preset.read().roles.iter().any(|known| known == role))
}
