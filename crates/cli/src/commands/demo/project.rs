//! The crate that the scripted agents work on: small, without dependencies, with a test that fails.

/// Its files: path in the repository, content.
pub(super) const FILES: &[(&str, &str)] = &[
    ("Cargo.toml", MANIFEST),
    (".gitignore", "Cargo.lock\n"),
    (SOURCE, include_str!("project/till.rs")),
    (RULE, include_str!("project/rounding.md")),
];

const MANIFEST: &str = "\
[package]
name = \"till\"
version = \"0.1.0\"
edition = \"2021\"

[lib]
doctest = false
";

/// The source with the defect and its test.
pub(super) const SOURCE: &str = "src/lib.rs";

/// The rule that the agents read only when a person names it.
pub(super) const RULE: &str = "docs/rounding.md";

/// One replacement in [`SOURCE`].
#[derive(Debug, Clone, Copy)]
pub(super) struct SourceEdit {
    /// The text to replace; it occurs once.
    pub(super) old: &'static str,
    /// The text in its place.
    pub(super) new: &'static str,
}

/// An honest try: it rounds a half up. The test expects the even cent.
pub(super) const HONEST: SourceEdit = SourceEdit {
    old: "    cents * (100 - percent) / 100\n",
    new: "    (cents * (100 - percent) + 50) / 100\n",
};

/// Changes what the test expects instead of what the code does.
pub(super) const DISHONEST: SourceEdit = SourceEdit {
    old: "assert_eq!(discounted(25, 50), 12);",
    new: "assert_eq!(discounted(25, 50), 13);",
};

/// The correct fix after [`HONEST`].
pub(super) const RIGHT: SourceEdit = SourceEdit {
    old: "    (cents * (100 - percent) + 50) / 100\n",
    new: "    let exact = cents * (100 - percent);
    let (whole, rest) = (exact / 100, exact % 100);
    let up = rest > 50 || (rest == 50 && whole % 2 == 1);
    whole + u64::from(up)
",
};

/// The policy of a project that counts attempts.
pub(super) const TDD: &str = "preset = \"tdd\"   # three tries at a test, seven in a slice\n";

/// Three honest tries at the same test; each changes what the one before wrote.
pub(super) const TRIES: [SourceEdit; 3] = [
    HONEST,
    SourceEdit {
        old: "    (cents * (100 - percent) + 50) / 100\n",
        new: "    ((cents * (100 - percent)) as f64 / 100.0).round() as u64\n",
    },
    SourceEdit {
        old: "    ((cents * (100 - percent)) as f64 / 100.0).round() as u64\n",
        new: "    (cents * (100 - percent) + 49) / 100\n",
    },
];

/// The correct fix after [`TRIES`].
pub(super) const RIGHT_AT_LAST: SourceEdit =
    SourceEdit { old: "    (cents * (100 - percent) + 49) / 100\n", new: RIGHT.new };

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_edit_finds_its_place_once() {
        let (_, source) = FILES.iter().find(|(path, _)| *path == SOURCE).unwrap();
        let tried = source.replacen(HONEST.old, HONEST.new, 1);
        for (text, edit) in [(*source, HONEST), (&tried, DISHONEST), (&tried, RIGHT)] {
            assert_eq!(text.matches(edit.old).count(), 1, "{}", edit.old);
        }
        let mut text = (*source).to_owned();
        for edit in TRIES.iter().chain([&DISHONEST, &RIGHT_AT_LAST]) {
            assert_eq!(text.matches(edit.old).count(), 1, "{}", edit.old);
            text = text.replacen(edit.old, edit.new, 1);
        }
    }
}
