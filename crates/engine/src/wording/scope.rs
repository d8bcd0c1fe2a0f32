//! What is said of writes outside the scope of a task.

use crate::{NamedFiles, ReasonFault, ScopeEvidence, WriteTargets};

pub(super) fn message(evidence: &ScopeEvidence) -> String {
    match evidence {
        ScopeEvidence::TooManyFiles => format!(
            "This call changes more than the {} files that can be checked against the scope of \
             this task. Change fewer at a time.",
            WriteTargets::FILES
        ),
        ScopeEvidence::Forbidden { files, test } => {
            let why = "may not be changed in this task, and nothing justifies it.";
            violation(&list_files(files), why, test)
        }
        ScopeEvidence::StillUnjustified { files, test } => {
            let why = "was refused before, and it is still not justified.";
            violation(&list_files(files), why, test)
        }
        ScopeEvidence::UnrelatedReason { file, about, test } => {
            let why = format!("is about `{about}`, which is not part of this task.");
            violation(&format!("The reason for {}", file_name(file)), &why, test)
        }
        ScopeEvidence::NeedsJustification { files, failing } => {
            how_to_justify(files, failing.as_deref())
        }
        ScopeEvidence::RejectedReason { file, fault } => {
            format!("This does not justify {}: {}.", file_name(file), what_is_wrong(fault))
        }
    }
}

fn violation(what: &str, why: &str, test: &str) -> String {
    format!(
        "{what} {why} It counts as a failed attempt at `{test}`. Stay inside the scope, or say what \
         blocks you with `fusebox report blocked \"...\"`."
    )
}

fn how_to_justify(files: &NamedFiles, failing: Option<&str>) -> String {
    let outside = format!("{} is outside the scope of this task.", list_files(files));
    let Some(test) = failing else {
        return format!(
            "{outside} Only a test that fails now can justify it: run the tests first, or stay \
             inside the scope. Scratch files go to /tmp. Writing it again is a failed attempt."
        );
    };
    let file = files.named.first().map(String::as_str).unwrap_or_default();
    format!(
        "{outside} If `{test}` cannot pass without it, say why in one sentence, as a command of \
         its own, and then write it: fusebox justify {} --test {} --because \"one sentence\". \
         Writing it again without that is a failed attempt. Scratch files go to /tmp.",
        shell_quoted(file),
        shell_quoted(test)
    )
}

fn what_is_wrong(fault: &ReasonFault) -> String {
    let words = match fault {
        ReasonFault::OtherTestFails { named, failing } => {
            return format!("`{named}` does not fail now; `{failing}` does");
        }
        ReasonFault::NoFailingTest => "no test fails now; run the tests first",
        ReasonFault::TooShort => "say in one sentence why the test cannot pass without it",
        ReasonFault::TooLong => "one sentence has at most 300 characters",
        ReasonFault::SeveralSentences => "one sentence is enough, and no more than one is read",
    };
    words.to_owned()
}

/// The files as a sentence begins with them.
fn list_files(files: &NamedFiles) -> String {
    let named: Vec<String> = files.named.iter().map(|file| file_name(file)).collect();
    let named = named.join(", ");
    match files.more {
        0 => named,
        more => format!("{named} and {more} more"),
    }
}

fn file_name(path: &str) -> String {
    if path.is_empty() { "the folder itself".to_owned() } else { format!("`{path}`") }
}

/// A word quoted for a shell where that is needed.
fn shell_quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./:@+".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}
