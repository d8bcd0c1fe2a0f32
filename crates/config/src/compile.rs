//! Compiles layers into one policy, with the source of every value.

use fusebox_engine::{Limit, Policy};
use serde::Serialize;

use crate::ineffective::ineffective_settings;
use crate::layer::PolicyLayer;
use crate::layer_values::{LayerValues, SourcedValue};
use crate::layering::{WinningValues, apply_layers};
use crate::notice::{NoticeKind, PolicyNotice};
use crate::origin::{LayerOrigin, ValueSource};
use crate::preset_choice::{PresetBase, choose_presets};
use crate::preset_values::is_known_role;
use crate::problem::ConfigProblems;
use crate::raw_value::printable;
use crate::setting::Setting;
use crate::settings::all;
use crate::value::SettingValue;

/// What a policy is compiled for.
#[derive(Debug, Clone, Copy, Default)]
pub struct CompileRequest<'a> {
    /// The agent's role; an empty one is none.
    pub role: Option<&'a str>,
    /// Presets below the chosen ones (`run` and `loop` add `budget`).
    pub underneath: &'a [&'a str],
}

/// A policy, and how it came about.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CompiledPolicy {
    /// The policy for the engine.
    pub policy: Policy,
    /// Every setting of this version, in the order of the reference.
    pub provenance: Vec<SettingProvenance>,
    /// Remarks for a person.
    pub notices: Vec<PolicyNotice>,
    /// Every role that has a table in a file or a chosen preset, sorted.
    pub roles: Vec<String>,
}

/// The value of one setting, and where it was written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SettingProvenance {
    /// The setting.
    pub key: &'static str,
    /// The value as TOML: `200`, `"2h"`, `["bell"]`.
    pub value: String,
    /// Where it was written.
    pub source: ValueSource,
}

/// Compiles `layers` into the policy for `request`.
///
/// # Errors
/// All problems of all layers.
pub fn compile_policy(
    layers: &[PolicyLayer],
    request: &CompileRequest<'_>,
) -> Result<CompiledPolicy, ConfigProblems> {
    let role = request.role.filter(|role| !role.is_empty());
    let mut layers: Vec<&PolicyLayer> = layers.iter().collect();
    layers.sort_by_key(|layer| layer.origin.strength());
    let mut content = LayerValues::default();
    layers.into_iter().for_each(|layer| content.add_layer(layer));
    let LayerValues { values, problems, mut notices, mut roles } = content;
    let may_loosen = values.iter().filter(|value| value.key == "project_may_loosen");
    let may_loosen: Vec<String> =
        may_loosen.flat_map(|value| value.value.items()).cloned().collect();
    let (chosen, notice) = choose_presets(&values, request.underneath, role, &may_loosen);
    notices.extend(notice);
    if !problems.is_empty() {
        return Err(ConfigProblems(problems));
    }
    let base = PresetBase::new(chosen, request.underneath);
    let role_notice = role.filter(|role| !roles.iter().any(|known| known == role));
    roles.extend(base.values.iter().filter_map(|value| value.source.role.clone()));
    roles.sort();
    roles.dedup();
    let written = values.into_iter().filter(|value| value.key != "preset");
    let (winners, loosened) =
        apply_layers(base.values.into_iter().chain(written), role, &may_loosen);
    notices.extend(loosened);
    notices.extend(role_notice.and_then(unknown_role_notice));
    let mut policy = to_policy(&winners);
    let [calls, context] =
        ["limits.tool_calls", "limits.context_tokens"].map(|key| own_budget(&winners, key));
    policy.guided.raise_to(calls, context);
    notices.extend(ineffective_settings(&winners, &policy));
    policy.role = role.map(str::to_owned);
    policy.preset = base.names;
    Ok(CompiledPolicy { provenance: provenance(&winners, &base.chosen), policy, notices, roles })
}

/// The budget that a task names for itself, if it is the one that holds.
fn own_budget(winners: &WinningValues, key: &str) -> Option<Limit> {
    let own = winners.get(key)?;
    match (&own.source.origin, &own.value) {
        (LayerOrigin::Task(_), SettingValue::Limit(limit)) => Some(*limit),
        _ => None,
    }
}

fn unknown_role_notice(role: &str) -> Option<PolicyNotice> {
    if is_known_role(role) {
        return None;
    }
    let message =
        format!("role {} is in no preset and no file: it has the defaults", printable(role));
    Some(PolicyNotice::new(NoticeKind::UnknownRole, None, message))
}

fn to_policy(winners: &WinningValues) -> Policy {
    let mut policy = Policy::default();
    for setting in all() {
        if let Some(winner) = winners.get(setting.key) {
            setting.write(&mut policy, &winner.value);
        }
    }
    policy
}

fn provenance(winners: &WinningValues, preset: &SourcedValue) -> Vec<SettingProvenance> {
    let entry = |setting: &'static Setting| {
        let winner = if setting.key == preset.key { preset } else { winners.get(setting.key)? };
        let value = setting.kind.to_toml(&winner.value);
        Some(SettingProvenance { key: setting.key, value, source: winner.source.clone() })
    };
    all().filter_map(entry).collect()
}
