//! What a person's orders print, at the widths of a phone, a terminal and a desk, with and without colour.

use serde_json::json;
use textwrap::core::display_width;

use super::repo::Repo;
use crate::world::AT;

/// Orders in the sequence in which they are given. Each session that they name has tripped.
const ORDERS: &[&[&str]] = &[
    &["task", "start", "42", "--slice", "注文の合計を計算する部分を直してテストを通す"],
    &["checkpoint", "--task", "42"],
    &["bypass", "s-rocket-🚀", "--for", "30m"],
    &["pause", "s-rocket-🚀", "--for", "30m", "the database is being moved to another machine"],
    &["resume", "s-rocket-🚀"],
    &["pause", "--all", "the database is being moved to another machine"],
    &["resume"],
    &["reset", "s-guided", "--guidance", "Read the header first. 先に読む。"],
    &["reset", "s-closed"],
    &["dismiss", "s-wrong", "--wrong"],
    &["run", "--task", "42", "--", "/bin/true"],
    &["skip", "orders::totals::rounds_half_to_even_for_every_currency", "--task", "42"],
    &["task", "rescope", "42", "--slice", "only the rounding of halves, and nothing else of it"],
    &["rollback", "42", "--dry-run"],
    &["rollback", "42", "--yes"],
    &["attempts", "list"],
    &["attempts", "diff", "1", "--task", "42"],
    &["attempts", "restore", "1", "--task", "42"],
    &["task", "complete", "42"],
    &["loop", "--task", "night", "--prompt", "a.txt", "--max", "1", "--", "/bin/true"],
    &["operator", "create", "night-shift"],
    &["operator", "remove", "night-shift"],
    &["guard", "accept"],
    &["install", "claude"],
    &["uninstall", "claude"],
    &["purge", "--older-than", "1d"],
];

/// The commands of [`ORDERS`].
pub(crate) fn ordered_commands() -> impl Iterator<Item = &'static str> {
    ORDERS.iter().map(|words| words[0])
}

/// What each order printed in a home of its own with so many columns, on both streams.
fn printed_by_orders(columns: &'static str, color: &str) -> Vec<String> {
    let mut repo = Repo::new();
    repo.world.set_variable("COLUMNS", columns);
    for session in ["s-rocket-🚀", "s-guided", "s-closed", "s-wrong"] {
        repo.world.decide(&[json!({"session": session, "id": "start", "at_ms": AT - 1,
            "type": "session_start", "client": "claude", "cwd": repo.world.path("project")})]);
        repo.world.tripped(session);
    }
    let mut printed = Vec::new();
    for words in ORDERS {
        if words.contains(&"--dry-run") {
            repo.write("出荷管理システム/注文-サービス.txt", "a new file of a long name\n");
        }
        let ran = repo.person(&[*words, &["--color", color]].concat(), "y\n");
        // A loop that ran its one iteration without a result ends as one that waits for a person.
        let expected = if words[0] == "loop" { 4 } else { 0 };
        assert_eq!(ran.code, expected, "{words:?}: {}{}", ran.out, ran.err);
        printed.push(ran.out + &ran.err);
    }
    printed
}

#[test]
fn what_an_order_prints_fits_at_60_80_and_160_columns_with_and_without_colour() {
    let mut wrong: Vec<String> = Vec::new();
    for columns in ["60", "80", "160"] {
        let printed = printed_by_orders(columns, "never");
        let coloured = printed_by_orders(columns, "always");
        let most: usize = columns.parse().unwrap();
        // A command to type, a path, and a name that a person typed are never cut.
        let is_whole = |line: &str| line.contains("fusebox") || line.contains('/');
        for ((words, plain), coloured) in ORDERS.iter().zip(&printed).zip(coloured) {
            let label = format!("{} at {columns}", words.join(" "));
            assert!(!plain.contains('\u{1b}'), "{label}: {plain}");
            let stripped = anstream::adapter::strip_str(&coloured).to_string();
            assert_eq!(stripped.lines().count(), plain.lines().count(), "{label}: {stripped}");
            let wide = plain.lines().find(|line| display_width(line) > most && !is_whole(line));
            wrong.extend(wide.map(|line| format!("{label} is too wide: {line}")));
            let blank = plain.lines().find(|line| line.ends_with(' '));
            wrong.extend(blank.map(|line| format!("{label} ends in a blank: {line:?}")));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
