//! The reference pages in `docs/` are made from the code. With `FUSEBOX_BLESS=1` this writes them;
//! without it, a page that has drifted fails.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

#[path = "generated/cli.rs"]
mod cli;
#[path = "generated/clients.rs"]
mod clients;
#[path = "generated/decide.rs"]
mod decide;
#[path = "generated/detectors.rs"]
mod detectors;
#[path = "generated/json.rs"]
mod json;

use std::path::Path;

#[track_caller]
#[expect(clippy::disallowed_methods, reason = "the test's one setting")]
fn check(page: &str, generated: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(page);
    if std::env::var_os("FUSEBOX_BLESS").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, generated).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    let line = found.lines().zip(generated.lines()).position(|(a, b)| a != b);
    assert!(
        found == generated,
        "docs/{page} has drifted (line {:?}): run FUSEBOX_BLESS=1 cargo test -p fusebox --test generated",
        line.map(|line| line + 1)
    );
}

#[test]
fn configuration() {
    check("configuration.md", &fusebox_config::reference_markdown());
}

#[test]
fn command_line() {
    check("cli.md", &cli::page());
}

#[test]
fn the_clients() {
    check("clients.md", &clients::page());
}

#[test]
fn the_protocol_of_decide() {
    check("decide.md", &decide::page());
}

#[test]
fn the_detectors() {
    check("detectors.md", &detectors::page());
}

#[test]
fn the_json_outputs() {
    check("json.md", &json::page());
}
