//! Under which names a model may stand in a table: clients write a provider before it, and a region, a date or a
//! context size around it.

/// Prefixes of regions and of providers that resell models.
const REGIONS: &[&str] = &["us.", "eu.", "apac.", "global.", "anthropic.", "openai."];
/// Endings that name a variant with the same prices.
const ENDINGS: &[&str] = &["[1m]", ":0", "-v1", "-v2", "-latest", ":thinking"];

/// Names of a model from the most to the least exact: as the client writes it, and without what is around it.
pub(crate) fn spellings(name: &str) -> Vec<String> {
    let lower = name.trim().to_ascii_lowercase();
    let mut names = vec![lower.clone()];
    let mut add = |name: &str| {
        if !name.is_empty() && !names.iter().any(|known| known == name) {
            names.push(name.to_owned());
        }
    };
    let bare = lower.rsplit('/').next().unwrap_or_default();
    let bare = bare.split('@').next().unwrap_or_default();
    add(bare);
    let mut core = bare;
    while let Some(rest) = REGIONS.iter().find_map(|region| core.strip_prefix(region)) {
        core = rest;
        add(core);
    }
    while let Some(rest) = ENDINGS.iter().find_map(|ending| core.strip_suffix(ending)) {
        core = rest;
        add(core);
    }
    let undated = without_date(core);
    add(undated);
    if undated.starts_with("claude") {
        // Some write `claude-opus-4.5`.
        add(&undated.replace('.', "-"));
    }
    names
}

/// One name for a model that records and bills write differently: `Claude Sonnet 4.5`, `anthropic/claude-sonnet-4-5` and
/// `claude-sonnet-4-5-20250929` are `claude-sonnet-4-5`.
#[must_use]
pub fn common_name(name: &str) -> String {
    let joined = name.trim().replace([' ', '_'], "-");
    let plain = spellings(&joined).pop().unwrap_or_default();
    plain.replace('.', "-")
}

/// The name without `-20251001` or `-2025-10-01` at its end.
fn without_date(name: &str) -> &str {
    let mut rest = name;
    for length in [9, 11] {
        if let Some((before, date)) =
            name.len().checked_sub(length).and_then(|at| name.split_at_checked(at))
            && date.starts_with('-')
            && date.bytes().all(|byte| byte == b'-' || byte.is_ascii_digit())
            && date.bytes().filter(u8::is_ascii_digit).count() == 8
        {
            rest = before;
        }
    }
    rest
}

/// The beginnings of a name that end where a word or a number does, from the longest to the shortest: its families.
pub(crate) fn families(name: &str) -> impl Iterator<Item = &str> {
    name.char_indices().rev().filter(|(_, c)| matches!(c, '-' | '.')).map(|(at, _)| &name[..at])
}

/// Whether a known model belongs to a family.
pub(crate) fn is_of_family(model: &str, family: &str) -> bool {
    let rest = model.strip_prefix(family);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['-', '.']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_around_a_name_is_taken_off() {
        for (name, expected) in [
            ("claude-opus-4-5", "claude-opus-4-5"),
            ("Claude-Opus-4-5-20251101", "claude-opus-4-5"),
            ("anthropic/claude-opus-4.5", "claude-opus-4-5"),
            ("us.anthropic.claude-opus-4-5-20251101-v1:0", "claude-opus-4-5"),
            ("claude-opus-4-5@20251101", "claude-opus-4-5"),
            ("claude-sonnet-4-5[1m]", "claude-sonnet-4-5"),
            ("openai/gpt-5.1-2025-11-13", "gpt-5.1"),
            ("é", "é"),
            ("", ""),
        ] {
            assert_eq!(spellings(name).last().unwrap(), expected, "{name}");
        }
    }

    #[test]
    fn names_of_one_model_are_one() {
        for name in [
            "Claude Sonnet 4.5",
            "anthropic/claude-sonnet-4-5",
            "claude-sonnet-4-5-20250929",
            "us.anthropic.claude-sonnet-4-5-20250929-v1:0",
            "claude-sonnet-4-5[1m]",
        ] {
            assert_eq!(common_name(name), "claude-sonnet-4-5");
        }
        assert_eq!(common_name("gpt-5.1-codex"), "gpt-5-1-codex");
        assert_eq!(common_name("openai/gpt-5.1-2025-11-13"), "gpt-5-1");
        assert_eq!(common_name(""), "");
    }

    #[test]
    fn families_become_wider() {
        let all: Vec<&str> = families("gpt-5.9-codex").collect();
        assert_eq!(all, ["gpt-5.9", "gpt-5", "gpt"]);
        assert!(is_of_family("gpt-5.2", "gpt-5"));
        assert!(!is_of_family("gpt-52", "gpt-5"));
    }
}
