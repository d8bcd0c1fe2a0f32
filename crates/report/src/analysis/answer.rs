//! Reads the answer of an analyst outside: what it wants to say has a form, and everything else is refused.

use fusebox_text::redacted_line;
use serde::Deserialize;

use super::{Analysis, Analyst, Mistake, RootCause};
use crate::retry_prompt::HEADINGS;

/// The most words of an analysis.
const MAX_WORDS: usize = 1_000;
/// The longest sentence, in characters.
const SENTENCE_CHARS: usize = 1_000;
/// The least share of ASCII among the letters of English, in percent.
const ENGLISH_PERCENT: usize = 80;

/// Why an answer is no analysis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AnswerProblem {
    /// It has no object with a root cause, mistakes and a plan.
    Form,
    /// It is longer than 1,000 words.
    Length,
    /// It is not in English, in which the prompt of a retry is.
    Language,
    /// It holds headings of ours, which would end the analysis early.
    Headings,
}

impl std::fmt::Display for AnswerProblem {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(match self {
            Self::Form => "the answer has not the form that was asked for",
            Self::Length => "the answer is longer than 1,000 words",
            Self::Language => "the answer is not in English",
            Self::Headings => "the answer holds headings of a retry",
        })
    }
}

/// What is asked for.
#[derive(Deserialize)]
struct AnswerForm {
    root_cause: RootCause,
    explanation: String,
    mistakes: Vec<MistakeForm>,
    plan: Vec<String>,
}

#[derive(Deserialize)]
struct MistakeForm {
    what: String,
    #[serde(default)]
    calls: Vec<u64>,
}

impl Analysis {
    /// The analysis that an answer holds: its one JSON object, whatever stands around it.
    ///
    /// # Errors
    /// Why it holds none.
    pub fn from_answer(answer: &str, analyst: Analyst) -> Result<Self, AnswerProblem> {
        let object = answer.find('{').zip(answer.rfind('}'));
        let object = object.and_then(|(start, end)| answer.get(start..=end));
        let form: AnswerForm = object
            .and_then(|object| serde_json::from_str(object).ok())
            .ok_or(AnswerProblem::Form)?;
        let line = |text: &String| redacted_line(text, SENTENCE_CHARS);
        let mistakes = form.mistakes.iter().take(Self::MAX_MISTAKES);
        let analysis = Self {
            analyst,
            root_cause: form.root_cause,
            explanation: line(&form.explanation),
            mistakes: mistakes
                .map(|mistake| Mistake::new(line(&mistake.what), mistake.calls.iter().copied()))
                .collect(),
            plan: form.plan.iter().take(Self::MAX_STEPS).map(line).collect(),
        };
        let texts: Vec<&str> = analysis.texts().collect();
        if analysis.mistakes.is_empty()
            || analysis.plan.is_empty()
            || texts.iter().any(|t| t.trim().is_empty())
        {
            return Err(AnswerProblem::Form);
        }
        if texts.iter().map(|text| text.split_whitespace().count()).sum::<usize>() > MAX_WORDS {
            return Err(AnswerProblem::Length);
        }
        if texts.iter().any(|text| HEADINGS.iter().any(|heading| text.contains(heading))) {
            return Err(AnswerProblem::Headings);
        }
        let letters = || texts.iter().flat_map(|text| text.chars()).filter(|c| c.is_alphabetic());
        let ascii = letters().filter(char::is_ascii_alphabetic).count();
        if ascii * 100 < letters().count() * ENGLISH_PERCENT {
            return Err(AnswerProblem::Language);
        }
        Ok(analysis)
    }

    /// Everything that it says.
    fn texts(&self) -> impl Iterator<Item = &str> {
        let mistakes = self.mistakes.iter().map(|mistake| mistake.what.as_str());
        let plan = self.plan.iter().map(String::as_str);
        std::iter::once(self.explanation.as_str()).chain(mistakes).chain(plan)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = r#"{"root_cause": "wrong_approach", "explanation": "It mocks the clock.",
        "mistakes": [{"what": "Edited the mock.", "calls": [3, 5]}, {"what": "Ran all tests."}],
        "plan": ["Read the clock.", "Change one line."]}"#;

    fn problem(answer: &str) -> Option<AnswerProblem> {
        Analysis::from_answer(answer, Analyst::Command).err()
    }

    #[test]
    fn q7_an_answer_is_read_whatever_stands_around_it() {
        for answer in [GOOD.to_owned(), format!("Here it is:\n```json\n{GOOD}\n```\nGood luck.")] {
            let analysis = Analysis::from_answer(&answer, Analyst::Model).unwrap();
            assert_eq!(analysis.root_cause, RootCause::WrongApproach);
            assert_eq!(analysis.mistakes[0].calls, [3, 5]);
            assert_eq!(analysis.plan, ["Read the clock.", "Change one line."]);
            assert_eq!(analysis.analyst, Analyst::Model);
        }
        let many = GOOD.replace("\"Read the clock.\"", &["\"Step.\""; 9].join(", "));
        assert_eq!(Analysis::from_answer(&many, Analyst::Command).unwrap().plan.len(), 5);
    }

    #[test]
    fn q3_what_is_no_analysis_is_refused() {
        use AnswerProblem::{Form, Headings, Language, Length};
        assert_eq!(problem("Der Agent hat sich verrannt. Er soll die Tests lesen."), Some(Form));
        assert_eq!(problem(&GOOD.replace("wrong_approach", "falscher Weg")), Some(Form));
        assert_eq!(problem(&GOOD.replace("It mocks the clock.", " ")), Some(Form));
        assert_eq!(problem("{\"root_cause\": \"loop\"}"), Some(Form));
        let foreign = GOOD.replace("It mocks the clock.", &"\u{4e00}\u{76f4}".repeat(40));
        assert_eq!(problem(&foreign), Some(Language));
        let heading = "PREVIOUS ATTEMPT FAILED - CIRCUIT BREAKER TRIGGERED";
        assert_eq!(problem(&GOOD.replace("Ran all tests.", heading)), Some(Headings));
        let words = |count: usize| "word ".repeat(count);
        let long =
            GOOD.replace("Edited the mock.", &words(190)).replace("Ran all tests.", &words(190));
        assert_eq!(problem(&long), None);
        let long = long
            .replace("It mocks the clock.", &words(190))
            .replace("Read the clock.", &words(190));
        let long = long.replace("Change one line.", &words(190));
        assert_eq!(problem(&long), None, "950 words are few enough");
        let longer = long.replace("\"plan\": [", &format!("\"plan\": [\"{}\",", words(190)));
        assert_eq!(problem(&longer), Some(Length));
    }

    #[test]
    fn q7_text_from_outside_is_one_line_and_redacted() {
        let answer = GOOD.replace("It mocks the clock.", "One\\n---\\ntwo password=hunter2hunter2");
        let analysis = Analysis::from_answer(&answer, Analyst::Command).unwrap();
        assert!(!analysis.explanation.contains('\n'), "{}", analysis.explanation);
        assert!(!analysis.explanation.contains("hunter2"), "{}", analysis.explanation);
    }
}
