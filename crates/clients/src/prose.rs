//! What an agent says in plain words: questions, claims that it is done, lines that read like errors.

/// How much of the end of a text is read, in bytes.
const END_BYTES: usize = 8 << 10;
/// The longest sentence in which a claim is looked for, in characters: longer ones tell a story.
const CLAIM_CHARS: usize = 160;

/// Questions in what was said, code left out.
pub(crate) fn questions(said: &str) -> u64 {
    sentences(said).iter().filter(|sentence| sentence.ends_with('?')).count() as u64
}

/// Whether it says that the work is done, and does not say that it is not.
pub(crate) fn claims_complete(said: &str) -> bool {
    let mut claimed = false;
    for sentence in sentences(said) {
        let sentence = sentence.to_lowercase();
        let words: Vec<&str> = sentence
            .split(|c: char| !c.is_alphanumeric() && c != '\'')
            .filter(|word| !word.is_empty())
            .collect();
        if sentence.ends_with('?') || sentence.chars().count() > CLAIM_CHARS {
            continue;
        }
        if words.iter().any(|word| UNDONE.contains(word)) {
            // What is left counts for more than what was claimed before it.
            claimed = claimed && !is_claim(&words);
        } else if is_claim(&words) {
            claimed = true;
        }
    }
    claimed
}

/// Words with which a sentence about the end says that it is not there.
const UNDONE: &[&str] = &[
    "not",
    "isn't",
    "aren't",
    "wasn't",
    "haven't",
    "hasn't",
    "can't",
    "cannot",
    "couldn't",
    "won't",
    "once",
    "when",
    "if",
    "until",
    "unless",
    "before",
    "partially",
    "partly",
    "almost",
    "nearly",
    "incomplete",
    "unfinished",
    "todo",
];
/// What is done, in a claim.
const WORK: &[&str] = &[
    "all",
    "everything",
    "task",
    "tasks",
    "work",
    "implementation",
    "feature",
    "job",
    "project",
    "fix",
    "plan",
    "i",
    "i'm",
    "we",
    "now",
    "status",
];
/// That it is.
const DONE: &[&str] = &["done", "complete", "completed", "finished"];

fn is_claim(words: &[&str]) -> bool {
    let done = words.iter().any(|word| DONE.contains(word));
    let bare = words.len() <= 2 && words.last().is_some_and(|word| DONE.contains(word));
    let passing = words.windows(3).any(|three| {
        matches!(
            three,
            ["all", "tests", "pass"] | ["all", "tests", "passed"] | ["tests", "now", "pass"]
        ) || matches!(three, ["tests", "are", "passing" | "green"] | ["all", "tests", "passing"])
    });
    bare || passing || (done && words.iter().any(|word| WORK.contains(word)))
}

/// The sentences at the end of a text, fenced code left out.
fn sentences(said: &str) -> Vec<&str> {
    let mut begin = said.len().saturating_sub(END_BYTES);
    while !said.is_char_boundary(begin) {
        begin += 1;
    }
    let said = said.get(begin..).unwrap_or_default();
    let mut sentences = Vec::new();
    for part in said.split("```").step_by(2) {
        let mut rest = part;
        while !rest.is_empty() {
            let (sentence, after) = rest.split_at(end_of_sentence(rest));
            rest = after;
            let mark = |c: char| c.is_whitespace() || "*_`#>-\"')".contains(c);
            let sentence = sentence.trim_matches(mark);
            if !sentence.is_empty() {
                sentences.push(sentence);
            }
        }
    }
    sentences
}

/// Where the first sentence ends: at a line break, or a mark that no word follows (`a.txt` goes on).
fn end_of_sentence(text: &str) -> usize {
    let mut marked = false;
    for (at, c) in text.char_indices() {
        if c == '\n' || (marked && c.is_whitespace()) {
            return at + c.len_utf8();
        }
        marked = matches!(c, '.' | '!' | '?') || (marked && "*_`\"')".contains(c));
    }
    text.len()
}

/// Whether a line of plain output reads like the error with which a program ends.
pub(crate) fn is_error(line: &str) -> bool {
    let line = line.trim_start_matches(|c: char| !c.is_alphabetic());
    let begin =
        |words: &str| line.get(..words.len()).is_some_and(|head| head.eq_ignore_ascii_case(words));
    let named = || {
        let name = line.split(':').next().unwrap_or_default();
        let last = name.rsplit('.').next().unwrap_or_default();
        name.len() < line.len()
            && !name.contains(' ')
            && (last.ends_with("Error") || last.ends_with("Exception"))
    };
    ["error:", "error[", "fatal:", "panic:", "npm err!", "npm error", "failed to ", "api error"]
        .iter()
        .any(|w| begin(w))
        || line.contains(": error: ")
        || line.contains(" ERROR ")
        || (line.starts_with("thread '") && line.contains("panicked at"))
        || named()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_counted_outside_code() {
        for (said, expected) in [
            ("", 0),
            ("Done.", 0),
            ("Should I go on?", 1),
            ("Which one?\nA or B? Tell me.", 2),
            ("See:\n```\nwhat?\n```\nThat is it.", 0),
            ("**May I?**", 1),
            ("GET /a?b=c is fixed", 0),
        ] {
            assert_eq!(questions(said), expected, "{said}");
        }
    }

    #[test]
    fn l07_a_claim_of_completion_is_told_from_a_plan() {
        for said in [
            "Done.",
            "All work is done. The file is written.",
            "The task is complete!",
            "I have finished the implementation.",
            "**Status: COMPLETE**",
            "All tests pass.",
            "Fixed it.\n\nEverything is done.",
            "There was an error before. It could not build. All tasks are completed.",
        ] {
            assert!(claims_complete(said), "{said}");
        }
        for said in [
            "",
            "The task is not complete.",
            "I haven't finished the work.",
            "Once the task is done, run the tests.",
            "Is the work done?",
            "I'm done with the first half. The task is not complete yet.",
            "Running both.",
            "The command has finished.",
            "The implementation is incomplete.",
            "```\nAll tests pass\n```",
        ] {
            assert!(!claims_complete(said), "{said}");
        }
    }

    #[test]
    fn an_error_line_is_told_from_talk_about_errors() {
        for line in [
            "error: could not compile `a`",
            "error[E0308]: mismatched types",
            "Error: connect ECONNREFUSED 127.0.0.1:9",
            "fatal: not a git repository",
            "npm ERR! code 1",
            "src/a.c:3:1: error: expected",
            "2026-01-01T00:00:00Z ERROR core::tools: no",
            "thread 'main' panicked at src/a.rs:1:2:",
            "requests.exceptions.ConnectionError: refused",
            "ValueError: x",
            "API Error: 529 overloaded",
        ] {
            assert!(is_error(line), "{line}");
        }
        for line in
            ["", "no errors", "0 errors", "I fixed the error.", "handle Error: see docs", "é"]
        {
            assert!(!is_error(line), "{line}");
        }
    }
}
