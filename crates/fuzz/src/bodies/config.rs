//! Checks configuration files.

use fusebox_config::{
    CompileRequest, CompiledPolicy, ConfigProblem, PolicyLayer, ProblemKind, compile_policy,
    settings,
};

/// The most roles of a file that are compiled, which bounds the cost.
const MOST_ROLES: usize = 3;

/// A file gives a policy that its printed form gives again, or problems with positions inside the file. A project's file
/// never loosens the user's policy.
pub(super) fn body(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let user = || PolicyLayer::user("config.toml", text.as_ref());
    match compile_policy(&[user()], &CompileRequest::default()) {
        Ok(compiled) => {
            check_printed(&compiled);
            for role in compiled.roles.iter().take(MOST_ROLES) {
                let request = CompileRequest { role: Some(role), ..CompileRequest::default() };
                if let Ok(of_role) = compile_policy(&[user()], &request) {
                    assert_eq!(of_role.policy.role.as_ref(), Some(role).filter(|r| !r.is_empty()));
                }
            }
        }
        Err(problems) => {
            assert!(problems.iter().count() > 0);
            let widths: Vec<usize> = text.split('\n').map(|line| line.chars().count()).collect();
            problems.iter().for_each(|problem| check_problem(problem, &widths));
        }
    }
    check_project(&text);
}

/// Checks that the output of `config show` compiles to the same policy.
fn check_printed(compiled: &CompiledPolicy) {
    let mut shown = String::new();
    for entry in &compiled.provenance {
        shown.push_str(&format!("{} = {}\n", entry.key, entry.value));
    }
    let again = compile_policy(
        &[PolicyLayer::user("shown.toml", shown.as_str())],
        &CompileRequest::default(),
    );
    let again = again.map(|again| again.policy).map_err(|problems| problems.to_string());
    assert_eq!(again.as_ref(), Ok(&compiled.policy), "{shown}");
    for notice in &compiled.notices {
        assert!(!notice.message.contains(char::is_control), "{:?}", notice.message);
    }
}

/// A problem is one line, and its place is in the text, whose lines have so many characters.
fn check_problem(problem: &ConfigProblem, widths: &[usize]) {
    let said = problem.to_string();
    // What the TOML reader says may have several lines.
    let is_syntax = matches!(problem.kind, ProblemKind::Syntax(_));
    let odd = |c: char| c.is_control() && !(is_syntax && c == '\n');
    assert!(!said.contains(odd), "{said:?}");
    let Some(place) = problem.at.position else { return };
    let width = place.line.checked_sub(1).and_then(|line| widths.get(line));
    assert!(width.is_some(), "line {} of {}: {said}", place.line, widths.len());
    let columns = 1..=width.map_or(0, |width| width + 1);
    assert!(columns.contains(&place.column), "column {}: {said}", place.column);
}

/// Checks the same text as a project's file under a user without a file.
fn check_project(text: &str) {
    let Ok(project) =
        compile_policy(&[PolicyLayer::project(".fusebox.toml", text)], &CompileRequest::default())
    else {
        return;
    };
    let Ok(user) = compile_policy(&[], &CompileRequest::default()) else {
        panic!("the default is valid")
    };
    for setting in settings::all() {
        let values = (setting.read(&user.policy), setting.read(&project.policy));
        if let (Some(held), Some(wanted)) = values {
            let loosens = setting.loosening.is_looser(&held, &wanted);
            assert!(!loosens, "a project loosens {}: {held:?} → {wanted:?}", setting.key);
        }
    }
}
