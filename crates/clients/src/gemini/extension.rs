//! The extension of Fusebox for Gemini CLI: where the client keeps it, and how a person switches it off.

use serde_json::Value;

use crate::install::{HookPackage, PackageFolder, PackagePlace};

pub(super) const PACKAGE: HookPackage = HookPackage {
    name: "extension of Fusebox",
    removal: "gemini extensions uninstall fusebox",
    place: PackagePlace::Folder(&PackageFolder {
        package: "extensions/fusebox",
        switches: "extensions/extension-enablement.json",
        is_off,
    }),
    made_for: None,
};

/// Whether the list of overrides of the extension has a folder in which it is disabled.
pub(crate) fn is_off(text: &str) -> bool {
    let Ok(switches) = serde_json::from_str::<Value>(text) else { return false };
    let overrides = switches["fusebox"]["overrides"].as_array();
    overrides.is_some_and(|all| {
        all.iter().any(|one| one.as_str().is_some_and(|path| path.starts_with('!')))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_override_with_an_exclamation_mark_switches_the_extension_off() {
        for (text, expected) in [
            (r#"{"fusebox":{"overrides":["!/home/me/*"]}}"#, true),
            (r#"{"fusebox":{"overrides":["/home/me/*","!/home/me/work/*"]}}"#, true),
            (r#"{"fusebox":{"overrides":["/home/me/*"]}}"#, false),
            (r#"{"other":{"overrides":["!/home/me/*"]}}"#, false),
            ("", false),
            ("[]", false),
        ] {
            assert_eq!(is_off(text), expected, "{text}");
        }
    }
}
