//! Which presets a policy starts from, and whether a project may choose them.

use crate::layering::{WinningValues, is_looser, lay};
use crate::notice::{NoticeKind, PolicyNotice};
use crate::origin::{LayerOrigin, ValueSource};
use crate::preset::{DEFAULT, PolicyPreset, find_preset};
use crate::problem::{ConfigProblem, ProblemKind};
use crate::reading::SourcedValue;
use crate::settings::find;
use crate::value::SettingValue;

/// What a policy starts from.
#[derive(Debug)]
pub(crate) struct PresetBase {
    /// The presets in order; `default` is named only when it stands alone.
    pub(crate) names: Vec<String>,
    /// Their values, the weaker first.
    pub(crate) writes: Vec<SourcedValue>,
    /// Who chose them.
    pub(crate) chosen: SourcedValue,
}

/// The outcome of choosing.
#[derive(Debug)]
pub(crate) struct PresetChoice {
    /// What the policy starts from, or which rules are missing for it.
    pub(crate) base: Result<PresetBase, Vec<ConfigProblem>>,
    /// A project's choice that is not used.
    pub(crate) notice: Option<PolicyNotice>,
}

/// Takes the strongest choice among `writes`.
pub(crate) fn choose(
    writes: &[SourcedValue],
    underneath: &[&str],
    role: Option<&str>,
    may_loosen: &[String],
) -> PresetChoice {
    let mut chosen = nobodys_choice();
    let mut users: Option<SourcedValue> = None;
    let mut notice = None;
    for write in writes.iter().filter(|write| write.key == "preset") {
        match (&write.source.origin, &users) {
            (LayerOrigin::User(_), _) => users = Some(write.clone()),
            (LayerOrigin::Project(_), Some(users))
                if !may_loosen.iter().any(|key| key == "preset") =>
            {
                let looser = first_looser(users, write, underneath, role);
                if let Some(key) = looser {
                    notice = Some(not_used(users, write, key));
                    continue;
                }
            }
            _ => {}
        }
        chosen = write.clone();
    }
    PresetChoice { base: base(chosen, underneath), notice }
}

/// The choice that stands when nobody chose.
fn nobodys_choice() -> SourcedValue {
    SourcedValue {
        key: "preset",
        value: SettingValue::List(vec![DEFAULT.to_owned()]),
        source: ValueSource::of(LayerOrigin::Preset(DEFAULT.to_owned())),
    }
}

fn base(chosen: SourcedValue, underneath: &[&str]) -> Result<PresetBase, Vec<ConfigProblem>> {
    let presets = presets(&chosen, underneath);
    let missing: Vec<ConfigProblem> = presets
        .iter()
        .filter_map(|preset| {
            let key = preset.unsupported_setting()?.key;
            let fault = ProblemKind::PresetNotBuilt { preset: preset.name, key };
            Some(ConfigProblem { at: chosen.source.clone(), fault })
        })
        .collect();
    if !missing.is_empty() {
        return Err(missing);
    }
    let mut names: Vec<String> = presets.iter().map(|preset| preset.name.to_owned()).collect();
    if names.len() > 1 {
        names.retain(|name| name != DEFAULT);
    }
    let writes = presets.iter().flat_map(|preset| preset.writes()).collect();
    let chosen = SourcedValue { value: SettingValue::List(names.clone()), ..chosen };
    Ok(PresetBase { names, writes, chosen })
}

/// `default`, then what the caller puts underneath, then the chosen ones; each once, at its last
/// place.
fn presets(chosen: &SourcedValue, underneath: &[&str]) -> Vec<&'static PolicyPreset> {
    let chosen = chosen.value.items().iter().map(String::as_str);
    let mut presets: Vec<&'static PolicyPreset> = Vec::new();
    let known = underneath.iter().copied().chain(chosen).filter(|name| *name != DEFAULT);
    for preset in known.filter_map(find_preset) {
        presets.retain(|earlier| earlier.name != preset.name);
        presets.push(preset);
    }
    presets.splice(0..0, find_preset(DEFAULT));
    presets
}

/// The first setting that the project's presets leave looser than the user's do.
fn first_looser(
    users: &SourcedValue,
    project: &SourcedValue,
    underneath: &[&str],
    role: Option<&str>,
) -> Option<&'static str> {
    let winners = |choice: &SourcedValue| -> WinningValues {
        let writes = presets(choice, underneath).into_iter().flat_map(PolicyPreset::writes);
        lay(writes, role, &[]).0
    };
    let theirs = winners(project);
    winners(users).into_iter().find_map(|(key, ours)| {
        let next = theirs.get(key)?;
        is_looser(key, &ours.value, &next.value).then_some(key)
    })
}

fn not_used(users: &SourcedValue, project: &SourcedValue, looser: &'static str) -> PolicyNotice {
    let shown = |write: &SourcedValue| find("preset").map(|s| s.kind.to_toml(&write.value));
    let message = format!(
        "{}: preset = {} is not used: it loosens {looser} of your {} ({}); to allow it, add preset \
         to project_may_loosen",
        project.source,
        shown(project).unwrap_or_default(),
        shown(users).unwrap_or_default(),
        users.source
    );
    PolicyNotice { kind: NoticeKind::ProjectLoosens, key: Some("preset"), message }
}
