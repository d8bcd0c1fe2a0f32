//! Every rule that is cited can be looked up: ids stand in `docs/rules.md`, and each one there is proven.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The first letters of ids.
const SECTIONS: &str = "ABLRS";
/// Pages that a reader of this repository cannot open.
const PAGES_OF_OTHERS: &[&str] = &["behaviour.md", "design.md", "ehaviour §", "esign §"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// The files of the repository that can cite a rule, with their text.
fn texts() -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut open: Vec<PathBuf> =
        ["crates", "docs", "tests", "benches"].iter().map(|dir| root().join(dir)).collect();
    while let Some(dir) = open.pop() {
        for entry in std::fs::read_dir(dir).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let is_recorded = matches!(name.as_str(), "target" | "fixtures" | "corpus" | "reports");
            if path.is_dir() && !is_recorded && !name.starts_with('.') {
                open.push(path);
            } else if path.is_file()
                && [".rs", ".md", ".py"].iter().any(|ending| name.ends_with(ending))
                && name != "citations.rs"
            {
                let text = std::fs::read_to_string(&path).unwrap();
                found.push((path, text));
            }
        }
    }
    found
}

/// `word` as an id, written `R7`.
fn id(word: &str) -> Option<String> {
    let number: u32 = word.get(1..)?.parse().ok()?;
    let letter = word.chars().next()?.to_ascii_uppercase();
    (SECTIONS.contains(letter) && (1..100).contains(&number)).then(|| format!("{letter}{number}"))
}

/// The ids in the names of tests: `r04_r16_searches_…`.
fn ids_of_tests(text: &str) -> BTreeSet<String> {
    let names = text.split("fn ").skip(1).chain(text.split("def test_").skip(1));
    let ids = names.flat_map(|name| {
        let name = name.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next();
        name.unwrap_or_default().split('_').map_while(|part| id(part).filter(|_| part.len() == 3))
    });
    ids.collect()
}

/// The ids that comments and pages cite in words.
fn ids_in_words(path: &Path, text: &str) -> BTreeSet<String> {
    let is_code = path.extension().is_some_and(|ending| ending == "rs");
    let lines = text.lines().filter(|line| !is_code || line.trim_start().starts_with("//"));
    let words = lines.flat_map(|line| line.split(|c: char| !c.is_ascii_alphanumeric()));
    words.filter(|word| word.starts_with(|c: char| c.is_ascii_uppercase())).filter_map(id).collect()
}

/// The ids that `docs/rules.md` explains.
fn explained() -> BTreeSet<String> {
    let page = std::fs::read_to_string(root().join("docs/rules.md")).unwrap();
    page.lines().filter_map(|line| id(line.strip_prefix("| ")?.split(' ').next()?)).collect()
}

#[test]
fn every_cited_rule_is_explained_and_every_explained_rule_is_proven() {
    let explained = explained();
    let mut proven = BTreeSet::new();
    let mut complaints = Vec::new();
    for (path, text) in texts() {
        let tested = ids_of_tests(&text);
        for cited in ids_in_words(&path, &text).union(&tested).filter(|id| !explained.contains(*id))
        {
            complaints.push(format!("{}: {cited} does not stand in docs/rules.md", path.display()));
        }
        for page in PAGES_OF_OTHERS.iter().filter(|page| text.contains(**page)) {
            complaints.push(format!("{}: cites a page that is not here ({page})", path.display()));
        }
        proven.extend(tested);
    }
    complaints.extend(explained.difference(&proven).map(|id| format!("{id}: no test proves it")));
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
}
