//! Every public item of the breaker, which is a library of its own, shows how it is used.

use crate::{complain, files, read, root};

/// What begins an item that needs an example.
const KINDS: &[&str] = &["fn ", "const fn ", "async fn ", "struct ", "enum ", "trait "];
/// Public in its module alone, which is private.
const SEALED: &str = "pub trait Sealed";

#[test]
fn every_public_item_of_the_breaker_has_an_example() {
    let mut missing = Vec::new();
    for path in files(&root().join("crates/breaker/src"), &[".rs"]) {
        let text = read(&path);
        let of_file = without_example(&text).into_iter();
        let shown = path.display();
        missing.extend(of_file.map(|(line, item)| format!("{shown}:{line}: no example: {item}")));
    }
    complain(&missing);
}

/// The public items whose documentation has no block of code, and their lines.
fn without_example(text: &str) -> Vec<(usize, &str)> {
    let lines: Vec<&str> = text.lines().collect();
    let mut in_trait = false;
    let mut found = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let item = line.trim_start();
        if !line.starts_with(' ') {
            in_trait = line.starts_with("pub trait") && !line.starts_with(SEALED);
        }
        let public = item.strip_prefix("pub ").filter(|_| !item.starts_with(SEALED));
        let of_trait = (in_trait && line.starts_with("    fn ")).then_some(item);
        let needs =
            public.or(of_trait).is_some_and(|item| KINDS.iter().any(|kind| item.starts_with(kind)));
        if needs && !documentation(&lines[..index]).any(|line| line.contains("```")) {
            found.push((index + 1, item));
        }
    }
    found
}

/// The documentation above an item: the lines of its comment, with the attributes between them left out.
fn documentation<'a>(above: &'a [&'a str]) -> impl Iterator<Item = &'a str> {
    let mut in_attribute = false;
    let belongs = move |line: &&str| {
        in_attribute |= line.ends_with(")]") && !line.starts_with("#[");
        let ends = line.starts_with("#[");
        let belongs = in_attribute || ends || line.starts_with("///");
        in_attribute &= !ends;
        belongs
    };
    let lines = above.iter().rev().map(|line| line.trim()).take_while(belongs);
    lines.filter(|line| line.starts_with("///"))
}

#[test]
fn an_item_without_an_example_is_named() {
    let check = |text: &str, expected: &[(usize, &str)]| {
        assert_eq!(without_example(text), expected, "{text}");
    };
    let shown = "/// It.\n///\n/// ```\n/// it();\n/// ```\n";
    check(&format!("{shown}pub fn it() {{"), &[]);
    check("/// It.\npub fn it() {", &[(2, "pub fn it() {")]);
    check("pub const fn it() {", &[(1, "pub const fn it() {")]);
    check("/// It.\n#[derive(Debug)]\npub struct It;", &[(3, "pub struct It;")]);
    let attributes = "#[inline]\n#[cfg_attr(\n    feature = \"serde\",\n    derive(X)\n)]\n";
    check(&format!("{shown}{attributes}pub enum It {{"), &[]);
    check(&format!("{attributes}pub enum It {{"), &[(6, "pub enum It {")]);
    // The example of another item is none.
    check(&format!("{shown}pub fn it() {{}}\n/// No.\npub fn no() {{"), &[(8, "pub fn no() {")]);
    check(
        &format!("{shown}pub trait It {{\n    /// No.\n    fn no(&self);"),
        &[(8, "fn no(&self);")],
    );
    check("impl It for X {\n    fn no(&self) {", &[]);
    check("pub(crate) fn it() {\nfn own() {", &[]);
}
