//! Chooses the presets that a policy starts from, and decides whether a project may choose them.

use crate::layer_values::SourcedValue;
use crate::layering::{WinningValues, apply_layers, is_looser, unused_notice};
use crate::notice::PolicyNotice;
use crate::origin::{LayerOrigin, ValueSource};
use crate::preset::{DEFAULT, PolicyPreset, find_preset};
use crate::value::SettingValue;

/// The presets that a policy starts from.
#[derive(Debug)]
pub(crate) struct PresetBase {
    /// Their names in order; `default` only when it is the only one.
    pub(crate) names: Vec<String>,
    /// Their values, the weaker first.
    pub(crate) values: Vec<SourcedValue>,
    /// Which layer chose them.
    pub(crate) chosen: SourcedValue,
}

/// Takes the strongest choice among `values`. The notice reports a project's choice that is not
/// used.
pub(crate) fn choose_presets(
    values: &[SourcedValue],
    underneath: &[&str],
    role: Option<&str>,
    may_loosen: &[String],
) -> (SourcedValue, Option<PolicyNotice>) {
    let mut chosen = SourcedValue {
        key: "preset",
        value: SettingValue::List(vec![DEFAULT.to_owned()]),
        source: ValueSource::of(LayerOrigin::Preset(DEFAULT.to_owned())),
    };
    let mut users: Option<&SourcedValue> = None;
    let mut notice = None;
    let is_free = may_loosen.iter().any(|key| key == "preset");
    for value in values.iter().filter(|value| value.key == "preset") {
        match (&value.source.origin, users) {
            (LayerOrigin::User(_), _) => users = Some(value),
            (LayerOrigin::Project(_), Some(user)) if !is_free => {
                if let Some(key) = first_looser_key(user, value, underneath, role) {
                    let why = format!("it loosens {key} of your");
                    notice = Some(unused_notice(user, value, &why));
                    continue;
                }
            }
            _ => {}
        }
        chosen = value.clone();
    }
    (chosen, notice)
}

impl PresetBase {
    /// The presets of a choice.
    pub(crate) fn new(chosen: SourcedValue, underneath: &[&str]) -> Self {
        let presets = list_presets(&chosen, underneath);
        let mut names: Vec<String> = presets.iter().map(|preset| preset.name.to_owned()).collect();
        if names.len() > 1 {
            names.retain(|name| name != DEFAULT);
        }
        let values = presets.iter().flat_map(|preset| preset.supported_values()).collect();
        let chosen = SourcedValue { value: SettingValue::List(names.clone()), ..chosen };
        Self { names, values, chosen }
    }
}

/// `default`, then what the caller puts underneath, then the chosen ones; each once, at its last
/// position.
fn list_presets(chosen: &SourcedValue, underneath: &[&str]) -> Vec<&'static PolicyPreset> {
    let chosen = chosen.value.items().iter().map(String::as_str);
    let mut presets: Vec<&'static PolicyPreset> = Vec::new();
    let names = underneath.iter().copied().chain(chosen).filter(|name| *name != DEFAULT);
    for preset in names.filter_map(find_preset) {
        presets.retain(|earlier| earlier.name != preset.name);
        presets.push(preset);
    }
    presets.splice(0..0, find_preset(DEFAULT));
    presets
}

/// The first setting that the project's presets make looser than the user's do.
fn first_looser_key(
    user: &SourcedValue,
    project: &SourcedValue,
    underneath: &[&str],
    role: Option<&str>,
) -> Option<&'static str> {
    let values = |choice: &SourcedValue| -> WinningValues {
        let presets = list_presets(choice, underneath).into_iter();
        apply_layers(presets.flat_map(PolicyPreset::supported_values), role, &[]).0
    };
    let project = values(project);
    values(user).into_iter().find_map(|(key, own)| {
        let other = project.get(key)?;
        is_looser(key, &own.value, &other.value).then_some(key)
    })
}
