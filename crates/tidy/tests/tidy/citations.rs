//! Every rule that is cited can be looked up: ids stand in `docs/rules.md`, and each one there is proven.

use std::collections::BTreeSet;
use std::path::Path;

use crate::{complain, files, read, root};

/// The first letters of ids.
const SECTIONS: &str = "ABGKLMQRS";
/// Pages that a reader of this repository cannot open.
const PAGES_OF_OTHERS: &[&str] = &["behaviour.md", "design.md", "ehaviour §", "esign §"];

/// Whether a file of the repository can cite a rule: it is neither recorded nor this one.
fn can_cite(path: &Path) -> bool {
    let recorded = ["cases", "fixtures", "corpus", "reports", "citations.rs"];
    let own = path.strip_prefix(root()).unwrap();
    !own.iter().any(|part| recorded.iter().any(|name| part == *name))
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
        name.unwrap_or_default().split('_').map_while(|part| id(part).filter(|_| part.len() <= 3))
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
    let page = read(&root().join("docs/rules.md"));
    page.lines().filter_map(|line| id(line.strip_prefix("| ")?.split(' ').next()?)).collect()
}

#[test]
fn every_cited_rule_is_explained_and_every_explained_rule_is_proven() {
    let explained = explained();
    let mut proven = BTreeSet::new();
    let mut complaints = Vec::new();
    let folders = ["crates", "docs", "tests", "benches"].map(|dir| root().join(dir));
    let all = folders.iter().flat_map(|dir| files(dir, &[".rs", ".md", ".py"]));
    for path in all.filter(|path| can_cite(path)) {
        let text = read(&path);
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
    complain(&complaints);
}
