//! The package of Fusebox for opencode: how the client's configuration names it.

use jsonc_parser::ast::Value;

use crate::install::{HookPackage, PackageFiles, PackagePlace};
use crate::settings::{SettingsText, items, member, split_byte_order_mark};

pub(super) const PACKAGE: HookPackage = HookPackage {
    name: "package of Fusebox",
    removal: "take it out of the list of plugins",
    place: PackagePlace::Named(&PackageFiles {
        person: &["opencode.jsonc", "opencode.json", "config.json"],
        project: &[
            "opencode.jsonc",
            "opencode.json",
            ".opencode/opencode.jsonc",
            ".opencode/opencode.json",
        ],
        names_ours,
    }),
    made_for: None,
};

/// Version 1 and version 2 spell the list of plugins differently.
const LISTS: &[&str] = &["plugin", "plugins"];

/// What the package is called, and the folder that it is in.
const NAMES: &[&str] = &["fusebox-opencode", "fusebox"];

fn names_ours(text: &str) -> bool {
    let Ok(settings) = SettingsText::parse(split_byte_order_mark(text).1) else { return false };
    let lists = LISTS.iter().filter_map(|list| member(&settings.root, list));
    lists.flat_map(items).filter_map(package_of).any(is_ours)
}

/// The package of an entry: a text, a text and options, or an object that names it.
fn package_of<'v>(entry: &'v Value<'_>) -> Option<&'v str> {
    let named = items(entry).first().or_else(|| member(entry, "package")).unwrap_or(entry);
    Some(named.as_string_lit()?.value.as_ref())
}

/// Whether a package is ours: by its name in the registry, or by the folder or the file that a path leads to.
fn is_ours(package: &str) -> bool {
    let is_path = package.starts_with(['/', '.', '~']) || package.starts_with("file:");
    let mut parts = package.rsplit('/').filter(|part| !part.is_empty() && *part != "index.js");
    let last = parts.next().unwrap_or_default();
    if is_path { NAMES.contains(&last) } else { last.split('@').next() == Some(NAMES[0]) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_package_is_named_in_every_spelling() {
        for (text, expected) in [
            (r#"{"plugin": ["/src/contrib/opencode/fusebox"]}"#, true),
            (r#"{"plugin": ["other", "fusebox-opencode@0.1.0"]}"#, true),
            (r#"{"plugin": ["./fusebox/index.js"]}"#, true),
            (r#"{"plugin": ["file:///src/contrib/opencode/fusebox/"]}"#, true),
            (r#"{"plugin": [["fusebox-opencode", {"a": 1}]]}"#, true),
            (r#"{"plugins": [{"package": "~/contrib/opencode/fusebox"}]}"#, true),
            ("\u{feff}{// mine\n\"plugins\": [\"fusebox-opencode\"]}", true),
            (r#"{"plugin": ["fusebox", "/src/fusebox/other", "opencode-fusebox"]}"#, false),
            (r#"{"plugin": {"fusebox-opencode": true}, "mcp": ["fusebox-opencode"]}"#, false),
            (r#"{"plugin": [{"name": "fusebox-opencode"}, 7, [], null]}"#, false),
            ("[]", false),
            ("", false),
        ] {
            assert_eq!(names_ours(text), expected, "{text}");
        }
    }
}
