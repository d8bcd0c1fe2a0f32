//! Which secrets are redacted, and which innocent texts are left as they are.

mod blind_innocents;
mod blind_kinds;
mod command_kinds;
mod everyday_innocents;
mod everyday_kinds;
mod file_kinds;
mod fresh_innocents;
mod fresh_kinds;
mod further_kinds;
mod innocents;
mod kinds;
mod later_innocents;
mod later_kinds;
mod made_kinds;
mod marked_up;
mod neighbour_innocents;
mod neighbour_kinds;
mod nested_names;
mod outsider_innocents;
mod outsider_kinds;
mod prose_innocents;
mod random;
mod recorded;
mod setup_innocents;
mod setup_kinds;
mod shape_kinds;
mod spoken_kinds;
mod tables;
mod unseen_innocents;
mod unseen_kinds;
mod whole_words;

/// The texts of a list, one a line; a `¶` is a line end in one.
fn lines(texts: &str) -> impl Iterator<Item = String> {
    texts.lines().filter(|line| !line.is_empty()).map(|line| line.replace('¶', "\n"))
}
