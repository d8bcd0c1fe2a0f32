//! The presets: commented TOML files, compiled in.

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

/// The preset below every other one.
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
        about: "Two levels: a warning, and a number at which the turn is stopped.",
        text: include_str!("../presets/guided.toml"),
    },
];

/// The preset of this name.
#[must_use]
pub fn find_preset(name: &str) -> Option<&'static PolicyPreset> {
    PRESETS.iter().find(|preset| preset.name == name)
}
