//! The reference page of the configuration, made from the settings table.

use crate::loosening::LooserDirection;
use crate::preset::{DEFAULT, PRESETS};
use crate::preset_values::{PresetValue, default_of};
use crate::settings::{SECTIONS, SettingSection, all, supported};

const HEAD: &str = "\
# Configuration

<!-- Generated from the settings table: change crates/config/src/settings, not this page. -->

Fusebox reads TOML. A setting that nobody writes has its default; nothing needs to be written.

Who wins, the weakest first: preset, your file (`$XDG_CONFIG_HOME/fusebox/config.toml`), the project's file
(`.fusebox.toml`), the role's table, the task, the environment, a flag.

- **Roles.** `[roles.NAME]` holds what is different for a role, in the same sections: `[roles.pm.limits]`. A
  preset's number for a role never loosens what you or the project wrote.
- **Projects.** A project's file may tighten anything and loosen what the presets say, but not what you wrote in
  your own file, unless your `project_may_loosen` names the key. The column *looser* says which change that is.
- **In the middle of a session** what is stricter holds at once. What is looser holds from a person's next prompt on
  (or `fusebox reset`, or `dismiss`), whichever layer it stands in, the hook's `--observe` included; a new session
  has it from its beginning. Until then `fusebox status SESSION` says that an earlier, stricter policy holds.
- **Environment.** Every key has a variable: `limits.tool_calls` is `FUSEBOX_LIMITS_TOOL_CALLS`. Lists are written
  with commas.
- **Numbers.** No limit is `\"unlimited\"`; 0 and negative numbers are errors. Times are written like `90s`, `30m`,
  `1h30m` or `2h`; a bare number is seconds.

`fusebox config show` says where each value came from, `fusebox config check` what is wrong.
";

/// `docs/configuration.md`.
#[must_use]
pub fn reference_markdown() -> String {
    let mut page = HEAD.to_owned();
    for section in SECTIONS {
        page.push_str(&section_page(section));
    }
    page.push_str(&presets_page());
    page.push_str(&aliases_page());
    page.push_str(&unsupported_page());
    page
}

fn section_page(section: &SettingSection) -> String {
    if section.supported().next().is_none() {
        return String::new();
    }
    let heading = match section.name {
        "" => "Top of the file".to_owned(),
        name => format!("`[{name}]`"),
    };
    let mut page = format!(
        "\n## {heading}\n\n{}\n\n| key | value | default | looser | what |\n|---|---|---|---|---|\n",
        section.doc
    );
    for setting in section.supported() {
        let default = default_of(setting).map(|value| setting.kind.to_toml(&value));
        page.push_str(&format!(
            "| `{}` | {} | `{}` | {} | {} |\n",
            setting.name(),
            setting.kind.expected().replace('|', "\\|"),
            default.unwrap_or_default(),
            looser(setting.loosening),
            setting.doc,
        ));
    }
    page
}

fn looser(loosening: LooserDirection) -> String {
    match loosening {
        LooserDirection::Higher => "higher".to_owned(),
        LooserDirection::Lower => "lower".to_owned(),
        LooserDirection::Longer => "more entries".to_owned(),
        LooserDirection::Shorter => "fewer entries".to_owned(),
        LooserDirection::Becoming(loose) => format!("`{loose}`"),
        LooserDirection::Towards(words) => {
            format!("`{}`", words.last().copied().unwrap_or_default())
        }
        LooserDirection::SoonerRecovery => "sooner".to_owned(),
        LooserDirection::MoreSpending => "more".to_owned(),
        LooserDirection::AnyChange => "any change".to_owned(),
    }
}

/// What each preset of this version adds to the defaults.
fn presets_page() -> String {
    let mut page = "\n## Presets\n\n`default` is the column *default* above.\n".to_owned();
    for preset in PRESETS.iter().filter(|preset| preset.name != DEFAULT) {
        page.push_str(&format!("\n### `{}`\n\n{}\n\n", preset.name, preset.about));
        page.push_str("| key | value | role |\n|---|---|---|\n");
        for PresetValue { key, role, value } in preset.values() {
            let role = role.map_or(String::new(), |role| format!("`{role}`"));
            page.push_str(&format!("| `{key}` | `{value}` | {role} |\n"));
        }
    }
    page
}

fn aliases_page() -> String {
    let mut page =
        "\n## Names of published designs\n\nThey are accepted as well, at the top, in their \
         section, or in `[circuit_breaker]`; names in capitals are environment variables.\n\n| name | setting |\n|---|---|\n"
            .to_owned();
    for setting in supported() {
        for alias in setting.aliases.iter().chain(setting.env_aliases) {
            page.push_str(&format!("| `{alias}` | `{}` |\n", setting.key));
        }
    }
    page
}

/// The settings and presets that this version refuses.
fn unsupported_page() -> String {
    let keys: Vec<String> =
        all().filter(|setting| !setting.is_supported()).map(|s| format!("`{}`", s.key)).collect();
    if keys.is_empty() {
        return String::new();
    }
    format!(
        "\n## Not in this version yet\n\nThese settings are accepted, with a notice, and do nothing so \
         far: the gateway that trims conversations is not built yet.\n{}.\n",
        keys.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_is_on_the_page_and_tables_are_whole() {
        let page = reference_markdown();
        for setting in all() {
            let shown = if setting.is_supported() {
                format!("| `{}` |", setting.name())
            } else {
                format!("`{}`", setting.key)
            };
            assert!(page.contains(&shown), "{}", setting.key);
        }
        for line in page.lines().filter(|line| line.starts_with("| ")) {
            assert!(line.ends_with('|'), "{line}");
        }
    }

    #[test]
    fn a_setting_and_a_preset_are_shown_whole() {
        let page = reference_markdown();
        let turns = "| `turns` | a positive whole number or \"unlimited\" | `\"unlimited\"` | higher \
                     | Prompts by machines since a person's prompt. |";
        assert!(page.lines().any(|line| line == turns), "{page}");
        assert!(page.contains("| `limits.active_time` | `\"10m\"` | `pm` |"));
        assert!(page.contains("| `max_tool_calls` | `limits.tool_calls` |"));
        assert_eq!(looser(LooserDirection::Towards(&["enforce", "observe"])), "`observe`");
    }
}
