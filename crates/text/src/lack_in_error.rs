//! Finds what an error says that is lacking: a licence, a library, a setting, a service.

use super::word_runs;

/// What is said in fewer words names nothing (`404 Not Found`).
const LEAST_WORDS: usize = 4;
/// How programs say that they lack something, lower-cased.
const LACKING: [&str; 23] = [
    "can't locate ",
    "cannot locate ",
    "cannot find ",
    "can't find ",
    "could not find ",
    "couldn't find ",
    "could not locate ",
    "unable to find ",
    "unable to locate ",
    "cannot resolve ",
    "can't resolve ",
    "could not resolve ",
    "not found",
    " cannot be found",
    " not installed",
    " is not set",
    " are not set",
    " must be set",
    " not configured",
    " not available",
    " not supplied",
    " not provided",
    " is missing",
];
/// What ends a clause.
const CLAUSE_ENDS: [&str; 6] = [": ", ". ", "! ", "; ", " (", " - "];
/// What the system says of any file that is given to a program.
const NO_SUCH_FILE: &str = "no such file or directory";

/// What the line of an error says is lacking: `No Gurobi license found`, `Cannot find module 'a'`, with what follows, which may be its
/// name. Who asks for it stands in front and is no part of it. `None` where the line says no such thing.
#[must_use]
pub fn lack_in_error(error: &str) -> Option<&str> {
    let lower = error.to_ascii_lowercase();
    let at = LACKING.iter().filter_map(|words| lower.find(words)).min();
    let at = at.or_else(|| none_found(&lower))?;
    let start = clause_start(error, at);
    let lack = error.get(start..)?.trim();
    let behind = lower.get(at..)?;
    let ends = CLAUSE_ENDS.iter().filter_map(|sign| behind.find(sign));
    let clause = lower.get(start..at + ends.min().unwrap_or(behind.len()))?;
    let is_word = |word: &&str| word.starts_with(|sign: char| sign.is_alphabetic());
    let says_enough = word_runs(lack).filter(is_word).nth(LEAST_WORDS - 1).is_some();
    (says_enough && !clause.contains(NO_SUCH_FILE)).then_some(lack)
}

/// Where a line says `no … found`.
fn none_found(lower: &str) -> Option<usize> {
    let found = lower.find(" found").or_else(|| lower.find(" available"))?;
    let begins = |at: usize| at == 0 || lower[..at].ends_with([' ', '(']);
    lower[..found].match_indices("no ").map(|(at, _)| at).filter(|at| begins(*at)).last()
}

/// Where the clause begins in which the byte `at` of a line stands.
fn clause_start(line: &str, at: usize) -> usize {
    let front = line.get(..at).unwrap_or_default();
    let ends = CLAUSE_ENDS.iter().filter_map(|sign| Some(front.rfind(sign)? + sign.len()));
    ends.max().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a13_what_an_error_says_is_lacking() {
        for (error, lack) in [
            (
                "gurobipy.GurobiError: No Gurobi license found (user dev, host calc-03)",
                Some("No Gurobi license found (user dev, host calc-03)"),
            ),
            (
                "GurobiError: Failed to connect to server 'localhost' (port 41954). No Gurobi license found",
                Some("No Gurobi license found"),
            ),
            (
                "cx_Oracle.DatabaseError: DPI-1047: Cannot locate a 64-bit Oracle Client library: \"libclntsh.so: cannot open shared object file: No such file or directory\"",
                Some(
                    "Cannot locate a 64-bit Oracle Client library: \"libclntsh.so: cannot open shared object file: No such file or directory\"",
                ),
            ),
            (
                "Error: Cannot find module '@rollup/linux-x64'",
                Some("Cannot find module '@rollup/linux-x64'"),
            ),
            ("Error: STRIPE_KEY is not set", Some("STRIPE_KEY is not set")),
            ("required setting is not set: api.url", Some("required setting is not set: api.url")),
            (
                "Could not resolve dependencies for project a: Could not find artifact b",
                Some("Could not resolve dependencies for project a: Could not find artifact b"),
            ),
            (
                "! Package fontspec Error: The font \"Arno\" cannot be found; this may be",
                Some("The font \"Arno\" cannot be found; this may be"),
            ),
            ("psycopg2.errors.UndefinedTable: relation \"users\" does not exist", None),
            ("HTTP/1.1 404 Not Found", None),
            ("cat: a.txt: No such file or directory", None),
            ("AssertionError: 3 != 4", None),
            ("", None),
        ] {
            assert_eq!(lack_in_error(error), lack, "{error}");
        }
    }
}
