//! What a reviewer should not have to look for.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod citations;
mod examples;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The longest file, in lines.
const MAX_LINES: usize = 600;
/// Names that say nothing about a purpose.
const EMPTY_NAMES: &[&str] =
    &["util", "utils", "common", "helper", "helpers", "misc", "imp", "manager"];
/// The rooms from the bottom up; a crate names only rooms further down.
const ROOMS: &[(&str, u8)] = &[
    ("advisor", 0),
    ("breaker", 0),
    ("mcp", 0),
    ("scan", 0),
    ("engine", 1),
    ("text", 1),
    ("shell", 1),
    ("channels", 1),
    ("test-output", 2),
    ("store", 2),
    ("clients", 2),
    ("config", 2),
    ("prices", 2),
    ("calendar", 2),
    ("report", 2),
    ("git", 2),
    ("audit", 2),
    ("observe", 3),
    ("usage", 3),
    ("runtime", 4),
    ("effects", 5),
    ("replay", 5),
    ("spend", 5),
    ("simulator", 5),
    ("supervisor", 6),
    ("guard", 6),
    ("hook", 6),
    ("cli", 7),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// The text of a file.
fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap()
}

/// Every file below `dir` with one of these endings, build output left out.
fn files(dir: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![dir.to_owned()];
    while let Some(dir) = open.pop() {
        for entry in std::fs::read_dir(dir).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if path.is_dir() && name != "target" && !name.starts_with('.') {
                open.push(path);
            } else if path.is_file() && endings.iter().any(|ending| name.ends_with(ending)) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

fn sources() -> Vec<(PathBuf, String)> {
    let rooms = ["crates", "benches"].map(|room| files(&root().join(room), &[".rs"]));
    rooms.into_iter().flatten().map(|path| (path.clone(), read(&path))).collect()
}

fn complain(complaints: &[String]) {
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
}

#[test]
fn every_file_says_its_purpose_first_and_stays_short() {
    let mut complaints = Vec::new();
    for (path, text) in sources() {
        let shown = path.display();
        if !text.starts_with("//! ") {
            complaints.push(format!("{shown}: the first line does not say its purpose (`//! …`)"));
        }
        let lines = text.lines().count();
        if lines > MAX_LINES {
            complaints.push(format!("{shown}: {lines} lines, at most {MAX_LINES}"));
        }
        let stem = path.file_stem().unwrap().to_string_lossy();
        if EMPTY_NAMES.contains(&stem.as_ref()) {
            complaints.push(format!("{shown}: the name says nothing about a purpose"));
        }
    }
    complain(&complaints);
}

#[test]
fn crates_name_only_rooms_further_down() {
    let level: BTreeMap<&str, u8> = ROOMS.iter().copied().collect();
    let mut complaints = Vec::new();
    for (room, own) in ROOMS {
        let text = read(&root().join("crates").join(room).join("Cargo.toml"));
        let normal = text.split("[dependencies]").nth(1).unwrap_or_default();
        let normal = normal.split("\n[").next().unwrap_or_default();
        let named = normal.lines().filter_map(|line| line.strip_prefix("fusebox-"));
        for other in named.filter_map(|line| line.split(['.', ' ']).next()) {
            if level[other] >= *own {
                complaints.push(format!("{room} (level {own}) names {other}"));
            }
        }
        if !text.contains("[lints]\nworkspace = true") {
            complaints.push(format!("{room} does not take the workspace's lints"));
        }
    }
    complain(&complaints);
}

fn tree(package: &str) -> BTreeSet<String> {
    let cargo = option_env!("CARGO").unwrap_or("cargo");
    let output = Command::new(cargo)
        .current_dir(root())
        .args(["tree", "--locked", "--offline", "-e", "normal", "--prefix", "none", "-f", "{lib}"])
        .args(["-p", package])
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines()
        .map(|name| name.trim_end_matches("(*)").trim())
        .filter(|name| !name.is_empty())
        .map(str::to_owned)
        .collect()
}

#[test]
fn the_engine_stays_pure() {
    let allowed = [
        // Words and states; its clock is never asked.
        "fusebox_breaker",
        "fusebox_engine",
        "itoa",
        "memchr",
        "proc_macro2",
        "quote",
        "serde",
        "serde_core",
        "serde_derive",
        "serde_json",
        "syn",
        "unicode_ident",
        "zmij",
    ];
    let found = tree("fusebox-engine");
    let extra: Vec<_> = found.iter().filter(|name| !allowed.contains(&name.as_str())).collect();
    assert!(extra.is_empty(), "the engine must not depend on {extra:?}");
}

#[test]
fn the_breaker_depends_on_nothing() {
    assert_eq!(tree("fusebox-breaker"), BTreeSet::from(["fusebox_breaker".to_owned()]));
}

#[test]
fn the_hook_stays_slim() {
    let all = tree("fusebox-hook");
    for banned in ["fusebox-advisor", "fusebox-channels", "fusebox-effects"] {
        assert!(!all.iter().any(|name| name == banned), "the hook must not link {banned}");
    }
    let external: Vec<String> =
        all.into_iter().filter(|name| !name.starts_with("fusebox")).collect();
    // Two of them read the tokens of TOML: what switches the hooks of Codex off stands in such a file. Two tell the
    // days of the machine's zone, which caps need.
    assert!(external.len() <= 33, "{} external crates: {external:?}", external.len());
    for banned in ["clap", "toml", "toml_edit", "regex", "tokio", "ureq", "reqwest"] {
        assert!(!external.iter().any(|name| name == banned), "the hook must not link {banned}");
    }
}

#[test]
fn every_detector_is_listed_and_tested() {
    let dir = root().join("crates/engine/src/detectors");
    let map = read(&dir.with_extension("rs"));
    let list = map.split("DETECTORS").nth(1).unwrap().split("];").next().unwrap();
    for path in files(&dir, &[".rs"]) {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let text = read(&path);
        // `test_support` draws windows for the tests of the others.
        if name != "test_support" {
            assert!(list.contains(&format!("{name}::")), "{name} is not in DETECTORS");
            assert!(text.contains("#[test]"), "{name} has no test");
        }
    }
}

#[test]
fn there_is_one_clippy_toml() {
    let found = files(&root(), &["clippy.toml"]);
    assert_eq!(found, [root().join("clippy.toml")], "a crate's own would replace the workspace's");
}

#[test]
fn the_clock_is_read_in_one_place() {
    let mut complaints = Vec::new();
    for (path, text) in sources() {
        let shown = path.strip_prefix(root()).unwrap().display().to_string();
        let allowed = shown.ends_with("runtime/src/clock.rs")
            || shown.ends_with("breaker/src/clock.rs")
            || shown.starts_with("crates/bench")
            || shown.starts_with("benches/")
            || shown.starts_with("crates/tidy")
            || shown.contains("/tests/")
            || shown.contains("commands/demo")
            || shown.ends_with("replay/src/bin/speed.rs")
            || shown.ends_with("replay/src/bin/cost.rs");
        for call in ["SystemTime::now(", "Instant::now("] {
            if text.contains(call) && !allowed {
                complaints.push(format!("{shown}: {call}"));
            }
        }
    }
    complain(&complaints);
}
