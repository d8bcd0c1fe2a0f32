//! Layers in, one policy out, with the origin of every value.

use fusebox_engine::Policy;
use serde::Serialize;

use crate::idle::idle;
use crate::layer::PolicyLayer;
use crate::layering::{WinningValues, lay};
use crate::notice::{NoticeKind, PolicyNotice};
use crate::origin::ValueSource;
use crate::preset::is_known_role;
use crate::preset_choice::{PresetBase, choose};
use crate::problem::ConfigProblems;
use crate::raw::printable;
use crate::reading::{LayerContents, SourcedValue, read};
use crate::setting::Setting;
use crate::settings::all;

/// For whom a policy is made.
#[derive(Debug, Clone, Copy, Default)]
pub struct CompileRequest<'a> {
    /// The agent's role; absent or empty is none.
    pub role: Option<&'a str>,
    /// Presets that the caller puts underneath the chosen ones (`run` and `loop` add `budget`).
    pub underneath: &'a [&'a str],
}

/// A policy, and how it came about.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CompiledPolicy {
    /// What the engine obeys.
    pub policy: Policy,
    /// Every setting of this version, in the order of the reference.
    pub provenance: Vec<SettingProvenance>,
    /// What a person should know.
    pub notices: Vec<PolicyNotice>,
    /// Every role that a file or a chosen preset has numbers for, sorted.
    pub roles: Vec<String>,
}

/// One setting, its value, and where that came from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SettingProvenance {
    /// The setting.
    pub key: &'static str,
    /// The value as TOML: `200`, `"2h"`, `["bell"]`.
    pub value: String,
    /// Where it was written.
    pub source: ValueSource,
}

/// Makes the policy for `request` out of `layers`.
///
/// # Errors
/// Everything that is wrong in any layer, and a preset whose rules this version does not have.
pub fn compile_policy(
    layers: &[PolicyLayer],
    request: &CompileRequest<'_>,
) -> Result<CompiledPolicy, ConfigProblems> {
    let role = request.role.filter(|role| !role.is_empty());
    let mut layers: Vec<&PolicyLayer> = layers.iter().collect();
    layers.sort_by_key(|layer| strength(layer));
    let mut all_read = LayerContents::default();
    for layer in layers {
        let LayerContents { writes, problems, notices, roles } = read(layer);
        all_read.writes.extend(writes);
        all_read.problems.extend(problems);
        all_read.notices.extend(notices);
        all_read.roles.extend(roles);
    }
    let LayerContents { writes, mut problems, mut notices, roles } = all_read;
    let may_loosen = may_loosen(&writes);
    let choice = choose(&writes, request.underneath, role, &may_loosen);
    notices.extend(choice.notice);
    let base = match choice.base {
        Ok(base) => base,
        Err(missing) => {
            problems.extend(missing);
            return Err(ConfigProblems(problems));
        }
    };
    if !problems.is_empty() {
        return Err(ConfigProblems(problems));
    }
    let PresetBase { names, writes: preset_writes, chosen } = base;
    let written = writes.into_iter().filter(|write| write.key != "preset");
    let preset_roles: Vec<String> =
        preset_writes.iter().filter_map(|write| write.source.role.clone()).collect();
    let (winners, laid) = lay(preset_writes.into_iter().chain(written), role, &may_loosen);
    notices.extend(laid);
    notices.extend(role.and_then(|role| unknown_role(role, &roles)));
    let mut all_roles = roles;
    all_roles.extend(preset_roles);
    all_roles.sort();
    all_roles.dedup();
    let mut policy = to_policy(&winners);
    notices.extend(idle(&winners, &policy));
    policy.role = role.map(str::to_owned);
    policy.preset = names;
    Ok(CompiledPolicy {
        provenance: provenance(&winners, &chosen),
        policy,
        notices,
        roles: all_roles,
    })
}

fn strength(layer: &PolicyLayer) -> u8 {
    match layer {
        PolicyLayer::User { .. } => 0,
        PolicyLayer::Project { .. } => 1,
        PolicyLayer::Task { .. } => 2,
        PolicyLayer::Environment { .. } => 3,
        PolicyLayer::Flag { .. } => 4,
    }
}

fn may_loosen(writes: &[SourcedValue]) -> Vec<String> {
    let lists = writes.iter().filter(|write| write.key == "project_may_loosen");
    lists.flat_map(|write| write.value.items()).cloned().collect()
}

fn unknown_role(role: &str, written: &[String]) -> Option<PolicyNotice> {
    if written.iter().any(|known| known == role) || is_known_role(role) {
        return None;
    }
    let message =
        format!("role {} is in no preset and no file: it has the defaults", printable(role));
    Some(PolicyNotice { kind: NoticeKind::UnknownRole, key: None, message })
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
