//! Which presets a policy starts from, and whether a project may choose them.

use crate::layering::{Winners, is_looser, lay};
use crate::notice::{Notice, NoticeKind};
use crate::origin::{Origin, Source};
use crate::preset::{DEFAULT, Preset, preset};
use crate::problem::{Fault, Problem};
use crate::reading::Write;
use crate::settings::find;
use crate::value::Value;

/// What a policy starts from.
#[derive(Debug)]
pub(crate) struct Base {
    /// The presets in order; `default` is named only when it stands alone.
    pub(crate) names: Vec<String>,
    /// Their values, the weaker first.
    pub(crate) writes: Vec<Write>,
    /// Who chose them.
    pub(crate) chosen: Write,
}

/// The outcome of choosing.
#[derive(Debug)]
pub(crate) struct Choice {
    /// What the policy starts from, or which rules are missing for it.
    pub(crate) base: Result<Base, Vec<Problem>>,
    /// A project's choice that is not used.
    pub(crate) notice: Option<Notice>,
}

/// Takes the strongest choice among `writes`.
pub(crate) fn choose(
    writes: &[Write],
    underneath: &[&str],
    role: Option<&str>,
    may_loosen: &[String],
) -> Choice {
    let mut chosen = nobodys_choice();
    let mut users: Option<Write> = None;
    let mut notice = None;
    for write in writes.iter().filter(|write| write.key == "preset") {
        match (&write.source.origin, &users) {
            (Origin::User(_), _) => users = Some(write.clone()),
            (Origin::Project(_), Some(users)) if !may_loosen.iter().any(|key| key == "preset") => {
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
    Choice { base: base(chosen, underneath), notice }
}

/// The choice that stands when nobody chose.
fn nobodys_choice() -> Write {
    Write {
        key: "preset",
        value: Value::List(vec![DEFAULT.to_owned()]),
        source: Source::of(Origin::Preset(DEFAULT.to_owned())),
    }
}

fn base(chosen: Write, underneath: &[&str]) -> Result<Base, Vec<Problem>> {
    let presets = presets(&chosen, underneath);
    let missing: Vec<Problem> = presets
        .iter()
        .filter_map(|preset| {
            let key = preset.missing()?.key;
            let fault = Fault::PresetNotBuilt { preset: preset.name, key };
            Some(Problem { at: chosen.source.clone(), fault })
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
    let chosen = Write { value: Value::List(names.clone()), ..chosen };
    Ok(Base { names, writes, chosen })
}

/// `default`, then what the caller puts underneath, then the chosen ones; each once, at its last
/// place.
fn presets(chosen: &Write, underneath: &[&str]) -> Vec<&'static Preset> {
    let chosen = chosen.value.items().iter().map(String::as_str);
    let mut presets: Vec<&'static Preset> = Vec::new();
    let known = underneath.iter().copied().chain(chosen).filter(|name| *name != DEFAULT);
    for preset in known.filter_map(preset) {
        presets.retain(|earlier| earlier.name != preset.name);
        presets.push(preset);
    }
    presets.splice(0..0, preset(DEFAULT));
    presets
}

/// The first setting that the project's presets leave looser than the user's do.
fn first_looser(
    users: &Write,
    project: &Write,
    underneath: &[&str],
    role: Option<&str>,
) -> Option<&'static str> {
    let winners = |choice: &Write| -> Winners {
        let writes = presets(choice, underneath).into_iter().flat_map(Preset::writes);
        lay(writes, role, &[]).0
    };
    let theirs = winners(project);
    winners(users).into_iter().find_map(|(key, ours)| {
        let next = theirs.get(key)?;
        is_looser(key, &ours.value, &next.value).then_some(key)
    })
}

fn not_used(users: &Write, project: &Write, looser: &'static str) -> Notice {
    let shown = |write: &Write| find("preset").map(|s| s.kind.to_toml(&write.value));
    let message = format!(
        "{}: preset = {} is not used: it loosens {looser} of your {} ({}); to allow it, add preset \
         to project_may_loosen",
        project.source,
        shown(project).unwrap_or_default(),
        shown(users).unwrap_or_default(),
        users.source
    );
    Notice { kind: NoticeKind::ProjectLoosens, key: Some("preset"), message }
}
