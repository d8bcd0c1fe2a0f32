//! Tightens a policy: in the middle of a session it does not loosen before a person's next prompt.

use fusebox_engine::Policy;

use crate::CompiledPolicy;
use crate::setting::Setting;
use crate::settings::all;

/// `current` with every value of `next` that is not looser.
///
/// What is not a setting (the names of the presets, the role) is `next`'s.
#[must_use]
pub fn tighten_policy(current: &Policy, next: &Policy) -> Policy {
    let mut policy = next.clone();
    for setting in all() {
        let (Some(held), Some(wanted)) = (setting.read(current), setting.read(next)) else {
            continue;
        };
        if setting.loosening.is_looser(&held, &wanted) {
            setting.write(&mut policy, &held);
        }
    }
    policy
}

/// `next` under [`tighten_policy`], where the settings that stay `current`'s keep its origins.
#[must_use]
pub fn tighten_compiled(current: &CompiledPolicy, next: CompiledPolicy) -> CompiledPolicy {
    let policy = tighten_policy(&current.policy, &next.policy);
    let stays = loosened_keys(&current.policy, &next.policy);
    let mut compiled = CompiledPolicy { policy, ..next };
    for entry in &mut compiled.provenance {
        let held = current.provenance.iter().find(|held| held.key == entry.key);
        if let Some(held) = held.filter(|held| stays.contains(&held.key)) {
            entry.clone_from(held);
        }
    }
    compiled.roles.extend(current.roles.iter().cloned());
    compiled.roles.sort();
    compiled.roles.dedup();
    compiled
}

/// The keys of the settings that are looser in `next` than in `current`.
#[must_use]
pub fn loosened_keys(current: &Policy, next: &Policy) -> Vec<&'static str> {
    let is_looser = |setting: &&'static Setting| {
        let values = setting.read(current).zip(setting.read(next));
        values.is_some_and(|(held, wanted)| setting.loosening.is_looser(&held, &wanted))
    };
    all().filter(is_looser).map(|setting| setting.key).collect()
}

#[cfg(test)]
mod tests {
    use fusebox_engine::{EnforcementMode, Limit};

    use super::*;

    #[test]
    fn in_the_middle_of_a_session_a_policy_only_tightens() {
        let mut current = Policy::default();
        current.limits.tool_calls = Limit::at(100);
        let mut next = Policy { mode: EnforcementMode::Observe, ..Policy::default() };
        next.limits.tool_calls = Limit::at(500);
        next.limits.turns = Limit::at(7);
        next.repetition.ignore = vec!["bash".to_owned()];
        let policy = tighten_policy(&current, &next);
        assert_eq!(policy.mode, EnforcementMode::Enforce);
        assert_eq!(policy.limits.tool_calls, Limit::at(100));
        assert_eq!(policy.limits.turns, Limit::at(7));
        assert_eq!(policy.repetition.ignore, Vec::<String>::new());
        assert_eq!(
            loosened_keys(&current, &next),
            ["mode", "limits.tool_calls", "repetition.ignore"]
        );
    }
}
