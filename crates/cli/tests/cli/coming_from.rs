//! The page for those who come from another design names commands, settings and options that exist.

use std::path::Path;

use crate::world::World;

/// What stands between backticks in the page.
fn quoted() -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/coming-from.md");
    let page = std::fs::read_to_string(path).unwrap();
    let lines = page.lines().filter(|line| !line.starts_with("```"));
    lines
        .flat_map(|line| line.split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>())
        .collect()
}

#[test]
fn every_command_and_option_of_the_page_exists() {
    let world = World::new();
    let commands: Vec<String> =
        quoted().into_iter().filter(|words| words.starts_with("fusebox ")).collect();
    assert!(commands.len() > 20, "{commands:?}");
    for command in commands {
        let words: Vec<&str> = command.split_whitespace().skip(1).collect();
        let names: Vec<&str> = words
            .iter()
            .copied()
            .take_while(|word| word.chars().all(|c| c.is_ascii_lowercase()))
            .collect();
        let help = world.run(&format!("help {}", names.join(" ")));
        assert_eq!(help.code, 0, "`{command}`: {}", help.err);
        for option in words.iter().filter(|word| word.starts_with("--")) {
            assert!(help.out.contains(option), "`{command}` has no {option}");
        }
    }
}

#[test]
fn every_setting_of_the_page_exists() {
    let world = World::new();
    let sections =
        ["limits", "repetition", "attempts", "scope", "stagnation", "service", "guided", "report"];
    let is_key = |text: &String| {
        let section = text.split_once('.').map(|(section, _)| section);
        section.is_some_and(|section| sections.contains(&section)) && !text.contains(' ')
    };
    let keys: Vec<String> = quoted().into_iter().filter(is_key).collect();
    assert!(keys.len() > 20, "{keys:?}");
    for key in keys {
        let (section, name) = key.split_once('.').unwrap();
        let shown = world.run("config show --all").out;
        let of_section = shown.split(&format!("[{section}]\n")).nth(1).unwrap_or_default();
        let of_section = of_section.split("\n[").next().unwrap_or_default();
        let is_there = of_section.lines().any(|line| line.starts_with(&format!("{name} = ")));
        assert!(is_there, "{key} is no setting");
    }
}
