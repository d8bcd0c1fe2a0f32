//! Recognizes questions, claims of completion and error lines in what an agent writes.

/// The end of a text that is read, in bytes.
const READ_BYTES: usize = 8 << 10;
/// The longest sentence that can be a claim, in characters; longer ones are narrative.
const MAX_CLAIM_CHARS: usize = 160;

/// Counts the questions in a text, outside of code.
pub(crate) fn count_questions(text: &str) -> u64 {
    sentences(text).iter().filter(|sentence| sentence.ends_with('?')).count() as u64
}

/// Whether a text says that the work is done, and does not say that work is left.
pub(crate) fn claims_complete(text: &str) -> bool {
    let mut claimed = false;
    for sentence in sentences(text) {
        let sentence = sentence.to_lowercase();
        let words: Vec<&str> = sentence
            .split(|c: char| !c.is_alphanumeric() && c != '\'')
            .filter(|word| !word.is_empty())
            .collect();
        if sentence.ends_with('?') || sentence.chars().count() > MAX_CLAIM_CHARS {
            continue;
        }
        if has_any(&words, UNDONE) {
            // Work that is left outweighs a claim before it.
            claimed = claimed && !is_claim(&words);
        } else if is_claim(&words) {
            claimed = true;
        }
    }
    claimed
}

/// Words by which a sentence says that the work is not done.
const UNDONE: &str = "not isn't aren't wasn't haven't hasn't can't cannot couldn't won't once when if until \
    unless before partially partly almost nearly incomplete unfinished todo";
/// Words for the work, in a claim.
const WORK: &str = "all everything task tasks work implementation feature job project fix plan i i'm we \
    now status";
/// Words for being done, in a claim.
const DONE: &str = "done complete completed finished";

fn has_any(words: &[&str], list: &str) -> bool {
    list.split_ascii_whitespace().any(|known| words.contains(&known))
}

fn is_claim(words: &[&str]) -> bool {
    let done = has_any(words, DONE);
    let bare = words.len() <= 2 && has_any(&words[words.len().saturating_sub(1)..], DONE);
    let passing = words.windows(3).any(|three| {
        matches!(
            three,
            ["all", "tests", "pass"] | ["all", "tests", "passed"] | ["tests", "now", "pass"]
        ) || matches!(three, ["tests", "are", "passing" | "green"] | ["all", "tests", "passing"])
    });
    bare || passing || (done && has_any(words, WORK))
}

/// The sentences at the end of a text, without fenced code.
fn sentences(text: &str) -> Vec<&str> {
    let mut begin = text.len().saturating_sub(READ_BYTES);
    while !text.is_char_boundary(begin) {
        begin += 1;
    }
    let text = text.get(begin..).unwrap_or_default();
    let mut sentences = Vec::new();
    for part in text.split("```").step_by(2) {
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

/// The end of the first sentence: a line break, or a mark before white space (`a.txt` is one word).
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

/// Whether a line of plain output looks like the error that ended a program.
pub(crate) fn is_error_line(line: &str) -> bool {
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
        for (text, expected) in [
            ("", 0),
            ("Done.", 0),
            ("Should I go on?", 1),
            ("Which one?\nA or B? Tell me.", 2),
            ("See:\n```\nwhat?\n```\nThat is it.", 0),
            ("**May I?**", 1),
            ("GET /a?b=c is fixed", 0),
        ] {
            assert_eq!(count_questions(text), expected, "{text}");
        }
    }

    #[test]
    fn l07_a_claim_of_completion_is_told_from_a_plan() {
        for text in [
            "Done.",
            "All work is done. The file is written.",
            "The task is complete!",
            "I have finished the implementation.",
            "**Status: COMPLETE**",
            "All tests pass.",
            "Fixed it.\n\nEverything is done.",
            "There was an error before. It could not build. All tasks are completed.",
        ] {
            assert!(claims_complete(text), "{text}");
        }
        for text in [
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
            assert!(!claims_complete(text), "{text}");
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
            assert!(is_error_line(line), "{line}");
        }
        for line in
            ["", "no errors", "0 errors", "I fixed the error.", "handle Error: see docs", "é"]
        {
            assert!(!is_error_line(line), "{line}");
        }
    }
}
