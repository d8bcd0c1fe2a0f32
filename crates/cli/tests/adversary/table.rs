//! Ways to take the protection away, each really carried out: without Fusebox it takes effect, with it the
//! effect does not last or the session is stopped.

mod background;
mod built;
mod fresh;
mod git;
mod hook_files;
mod indirect;
mod interpreters;
mod later;
mod moved;
mod obstacles;
mod outside;
mod programs;
mod server_tools;
mod shell;
mod sideways;
mod spellings;
mod steps;
mod store;
mod written_first;

use crate::attempt::{Attempt, check, check_confined};

/// A family of attempts, and how many there are at least.
type Family = (&'static str, usize, fn() -> Vec<Attempt>);

const FAMILIES: &[Family] = &[
    ("tools of servers", 100, server_tools::attempts),
    ("git", 61, git::attempts),
    ("interpreters", 57, interpreters::attempts),
    ("written first and run later", 45, written_first::attempts),
    ("background jobs", 16, background::attempts),
    ("programs", 36, programs::attempts),
    ("shell", 150, shell::attempts),
    ("spellings", 250, spellings::attempts),
    ("store", 20, store::attempts),
    ("fresh", 90, fresh::attempts),
    ("indirect", 70, indirect::attempts),
    ("files of hooks", 60, hook_files::attempts),
    ("built", 90, built::attempts),
    ("moved", 100, moved::attempts),
    ("outside", 55, outside::attempts),
    ("sideways", 70, sideways::attempts),
    ("obstacles", 90, obstacles::attempts),
    ("later", 70, later::attempts),
];

/// Every attempt of the table.
pub(crate) fn all() -> Vec<Attempt> {
    FAMILIES.iter().flat_map(|(_, _, attempts)| attempts()).collect()
}

#[test]
fn the_table_is_large_in_every_family() {
    for (name, at_least, attempts) in FAMILIES {
        let (count, at_least) = (attempts().len(), *at_least);
        assert!(count >= at_least, "{name}: {count} of {at_least}");
    }
}

/// Those that are tried at every run; `.ci/run` tries them all.
fn share() -> Vec<Attempt> {
    all().into_iter().step_by(17).collect()
}

#[test]
fn g01_a_share_of_the_table_takes_no_lasting_effect() {
    check(&share());
}

#[test]
fn g01_a_share_of_what_takes_files_of_hooks_away_is_refused() {
    check(&hook_files::attempts().into_iter().step_by(7).collect::<Vec<_>>());
}

#[test]
fn g01_calls_of_servers_that_take_the_store_are_refused() {
    check(&server_tools::attempts().into_iter().skip(72).step_by(3).collect::<Vec<_>>());
}

#[test]
fn g01_what_is_written_through_a_mapping_takes_no_lasting_effect() {
    check(&later::mapped());
}

#[test]
#[ignore = "takes two minutes"]
fn g01_the_table_takes_no_lasting_effect() {
    check(&all());
}

/// A confined run leaves nothing to the hook: it is not asked.
#[test]
fn g01_a_share_of_the_table_takes_no_effect_in_a_confined_run() {
    check_confined(&all().into_iter().step_by(41).collect::<Vec<_>>());
}

#[test]
#[ignore = "takes minutes"]
fn g01_the_table_takes_no_effect_in_a_confined_run() {
    check_confined(&all());
}
