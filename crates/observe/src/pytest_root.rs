//! Where pytest's names of tests begin: they are relative to its root folder, which may be one below the folder of the
//! command line.

use fusebox_engine::test_run::TestCall;
use fusebox_test_output::ParsedTestRun;

/// Gives the names of a run of pytest the folder of their root in front, so that `tests/test_api.py::test_health` in ten
/// services is ten tests. Where the command line names more than one path, or the whole of it is not known, they stay.
pub(crate) fn name_from_start(run: &mut ParsedTestRun, call: &TestCall) {
    let Some(root) = root_of(run, call) else { return };
    let join = |name: &str| [&root, "/", name].concat();
    run.failures.iter_mut().for_each(|failure| failure.name = join(&failure.name));
    run.passed_names.iter_mut().for_each(|name| *name = join(name));
}

/// The root folder, as seen from where the command line starts; `None` where it starts there, or that is not known.
fn root_of(run: &ParsedTestRun, call: &TestCall) -> Option<String> {
    if call.runner != "pytest" {
        return None;
    }
    let is_path = |filter: &&String| filter.contains('/') && !filter.contains(' ');
    let mut paths = call.filters.iter().filter(is_path);
    let operand = paths.next().filter(|_| paths.next().is_none())?;
    let operand = operand.split("::").next().unwrap_or_default().trim_start_matches("./");
    if operand.starts_with(['/', '~', '.']) || operand.contains(['…', '$', '*']) {
        return None;
    }
    let file = |name: &str| {
        let (file, _) = name.split_once("::").filter(|(file, _)| file.ends_with(".py"))?;
        Some(file.to_owned())
    };
    let files: Option<Vec<String>> =
        run.failures.iter().map(|failure| file(&failure.name)).collect();
    let files = files.filter(|files| !files.is_empty())?;
    let root = start_of(operand, files.first()?)?;
    files.iter().all(|file| start_of(operand, file) == Some(root)).then(|| root.to_owned())
}

/// The part of an operand that stands before the name of this file, which is relative to that folder.
fn start_of<'o>(operand: &'o str, file: &str) -> Option<&'o str> {
    let begins = |rest: &str| {
        file.strip_prefix(rest).is_some_and(|after| after.is_empty() || after.starts_with('/'))
    };
    if begins(operand) {
        return None;
    }
    let mut parts = operand.match_indices('/').map(|(at, _)| (&operand[..at], &operand[at + 1..]));
    match parts.find(|(_, rest)| begins(rest)) {
        Some((root, _)) => Some(root),
        None => (!operand.ends_with(".py")).then_some(operand),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a01_the_root_is_the_part_of_the_path_that_no_name_has() {
        for (operand, file, root) in [
            ("services/cart", "tests/test_api.py", Some("services/cart")),
            ("services/cart/tests", "tests/test_api.py", Some("services/cart")),
            ("services/cart/tests/test_api.py", "tests/test_api.py", Some("services/cart")),
            ("services/cart", "services/cart/tests/test_api.py", None),
            ("tests/test_api.py", "tests/test_api.py", None),
            ("tests/unit", "tests/unit/test_api.py", None),
            ("tests/test_other.py", "tests/test_api.py", None),
        ] {
            assert_eq!(start_of(operand, file), root, "{operand} {file}");
        }
    }
}
