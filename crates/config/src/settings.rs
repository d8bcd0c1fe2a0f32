//! The table of every setting, one file per section.

mod attempts;
mod escalate;
mod general;
mod guided;
mod inbox;
mod limits;
mod on_trip;
mod prices;
mod repetition;
mod report;
mod run;
mod scope;
mod service;
mod spend;
mod stagnation;
mod unattended;
mod watch;

use crate::setting::Setting;

/// A section of the configuration file.
#[derive(Debug, Clone, Copy)]
pub struct SettingSection {
    /// Its name; empty for the settings at the top of the file.
    pub name: &'static str,
    /// What it is for.
    pub doc: &'static str,
    /// Its settings, in the order of the reference.
    pub settings: &'static [Setting],
}

impl SettingSection {
    /// Its settings whose rule this version has.
    pub(crate) fn supported(&self) -> impl Iterator<Item = &'static Setting> {
        self.settings.iter().filter(|setting| setting.is_supported())
    }
}

/// Every section, in the order of the reference.
pub const SECTIONS: &[SettingSection] = &[
    SettingSection { name: "", doc: general::DOC, settings: general::SETTINGS },
    SettingSection { name: "limits", doc: limits::DOC, settings: limits::SETTINGS },
    SettingSection { name: "repetition", doc: repetition::DOC, settings: repetition::SETTINGS },
    SettingSection { name: "attempts", doc: attempts::DOC, settings: attempts::SETTINGS },
    SettingSection { name: "scope", doc: scope::DOC, settings: scope::SETTINGS },
    SettingSection { name: "stagnation", doc: stagnation::DOC, settings: stagnation::SETTINGS },
    SettingSection { name: "service", doc: service::DOC, settings: service::SETTINGS },
    SettingSection { name: "guided", doc: guided::DOC, settings: guided::SETTINGS },
    SettingSection { name: "spend", doc: spend::DOC, settings: spend::SETTINGS },
    SettingSection { name: "prices", doc: prices::DOC, settings: prices::SETTINGS },
    SettingSection { name: "unattended", doc: unattended::DOC, settings: unattended::SETTINGS },
    SettingSection { name: "run", doc: run::DOC, settings: run::SETTINGS },
    SettingSection { name: "watch", doc: watch::DOC, settings: watch::SETTINGS },
    SettingSection { name: "on_trip", doc: on_trip::DOC, settings: on_trip::SETTINGS },
    SettingSection { name: "report", doc: report::DOC, settings: report::SETTINGS },
    SettingSection { name: "escalate", doc: escalate::DOC, settings: escalate::SETTINGS },
    SettingSection { name: "inbox", doc: inbox::DOC, settings: inbox::SETTINGS },
];

/// Every setting, in the order of the reference.
pub fn all() -> impl Iterator<Item = &'static Setting> {
    SECTIONS.iter().flat_map(|section| section.settings)
}

/// Every setting whose rule this version has.
pub(crate) fn supported() -> impl Iterator<Item = &'static Setting> {
    SECTIONS.iter().flat_map(SettingSection::supported)
}

/// The setting of this key.
#[must_use]
pub fn find(key: &str) -> Option<&'static Setting> {
    all().find(|setting| setting.key == key)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use fusebox_engine::{PUBLISHED_VARIABLES, Policy, Rule};

    use super::*;

    #[test]
    fn every_key_alias_and_variable_is_one_of_a_kind() {
        let mut seen = BTreeSet::new();
        for setting in all() {
            let names = std::iter::once(&setting.key).chain(setting.aliases);
            for name in names.chain(setting.env_aliases) {
                assert!(seen.insert(*name), "{name} stands twice");
            }
            assert!(seen.insert(setting.env_variable().leak()), "{}", setting.env_variable());
        }
    }

    #[test]
    fn every_published_variable_is_a_setting_and_every_program_reads_it() {
        let names: BTreeSet<&str> =
            all().flat_map(|setting| setting.env_aliases).copied().collect();
        assert_eq!(names, BTreeSet::from(PUBLISHED_VARIABLES));
    }

    #[test]
    fn every_key_stands_in_its_section_and_says_what_it_is() {
        for section in SECTIONS {
            for setting in section.settings {
                assert_eq!(setting.section(), section.name, "{}", setting.key);
                assert!(setting.doc.ends_with('.') && setting.doc.len() > 20, "{}", setting.key);
            }
        }
    }

    #[test]
    fn every_rule_that_has_a_number_has_a_setting() {
        for rule in Rule::ALL {
            if SECTIONS.iter().any(|section| rule.name().split('.').next() == Some(section.name)) {
                let of_cap = || find(&format!("{rule}.lifetime"));
                assert!(find(rule.name()).or_else(of_cap).is_some(), "{rule}");
            }
        }
    }

    #[test]
    fn a_built_setting_writes_what_it_reads() {
        let policy = Policy::default();
        for setting in all() {
            let Some(value) = setting.read(&policy) else { continue };
            let mut written = policy.clone();
            setting.write(&mut written, &value);
            assert_eq!(written, policy, "{}", setting.key);
        }
    }
}
