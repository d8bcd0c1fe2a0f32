//! Reads a person's answer: one line of a small grammar in whatever text surrounds it.
//!
//! `fusebox [CODE] guidance TEXT`, `reset`, `dismiss`, `rollback` or `spend allow AMOUNT`. The line begins where the
//! text's line does: one that is quoted, listed, indented or in a block of code is nobody's word.

use fusebox_engine::spend::CapLimit;
use fusebox_runtime::person_order::GUIDANCE_BYTES;
use fusebox_text::excerpt::prefix_up_to;

/// Bytes of a message that are read: what is longer was not typed.
const TEXT_BYTES: usize = 256 << 10;

/// The first words of orders.
const VERBS: &[&str] = &["guidance", "reset", "dismiss", "rollback", "spend"];
/// A shorter word is not taken for a code with a mistake.
const CODE_BYTES: usize = 8;

/// What a person orders.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum AnswerOrder {
    /// The breaker closes, and the agent is told.
    Guidance(String),
    /// The breaker closes.
    Reset,
    /// The trip was wrong.
    Dismiss,
    /// The work returns to the checkpoint, and the breaker closes.
    Rollback,
    /// More may be spent.
    SpendAllow(CapLimit),
}

/// A line that is addressed to us.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct AnswerLine {
    /// The line itself.
    pub(crate) text: String,
    /// The one-time code; none where the line has none.
    pub(crate) code: Option<String>,
    /// What is ordered, or why it cannot be understood.
    pub(crate) order: Result<AnswerOrder, AnswerMistake>,
}

/// Why a line cannot be understood.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum AnswerMistake {
    /// The words after `fusebox` are no order.
    #[error("it is none of `guidance TEXT`, `reset`, `dismiss`, `rollback`, `spend allow AMOUNT`")]
    UnknownOrder,
    /// The guidance is too long for the agent.
    #[error("the guidance is longer than {GUIDANCE_BYTES} bytes")]
    LongGuidance,
    /// Its mail is not as it was typed.
    #[error(
        "its mail is in quoted-printable or base64, or the line was cut at `=`; save it decoded, as plain text"
    )]
    Encoded,
    /// The amount cannot be read.
    #[error("the amount is neither like `5 USD` nor like `200000 tokens`")]
    Amount,
}

impl AnswerOrder {
    /// It as it would be typed, for records.
    pub(crate) fn shown(&self) -> String {
        match self {
            Self::Guidance(text) => format!("guidance {text}"),
            Self::Reset => "reset".to_owned(),
            Self::Dismiss => "dismiss".to_owned(),
            Self::Rollback => "rollback".to_owned(),
            Self::SpendAllow(more) => format!("spend allow {}", more.shown()),
        }
    }
}

/// The lines of a text that are addressed to us. Whoever needs a code says so with `has_codes`: such a text may be a
/// mail, with its header.
pub(crate) fn read_lines(text: &str, has_codes: bool) -> Vec<AnswerLine> {
    let text = prefix_up_to(text, TEXT_BYTES);
    let mut fence: Option<&str> = None;
    let (mut is_encoded, mut had_encoded) = (false, false);
    let mut lines = Vec::new();
    let mut rest = text.lines().peekable();
    while let Some(line) = rest.next() {
        if has_codes {
            // A part of a mail begins, with a header of its own.
            is_encoded = is_encoding_header(line) || is_encoded && !line.starts_with("--");
            had_encoded |= is_encoded;
        }
        let mark = fence_mark(line);
        match (fence, mark) {
            (None, Some(mark)) => fence = Some(mark),
            (Some(open), Some(mark)) if open == mark => fence = None,
            (Some(_), _) => {}
            (None, None) if is_ours(line) => {
                let mut whole = line.to_owned();
                let mut is_cut = is_encoded || line.trim_end().ends_with('=');
                if is_guidance(line, has_codes) {
                    while let Some(next) = rest.next_if(|next| goes_on(next)) {
                        is_cut |= next.trim_end().ends_with('=');
                        whole = format!("{} {}", whole.trim_end(), next.trim());
                    }
                }
                let read = read_line(&whole, has_codes);
                lines.extend(read.map(|read| match has_codes && is_cut {
                    true => AnswerLine { order: Err(AnswerMistake::Encoded), ..read },
                    false => read,
                }));
            }
            (None, None) => {}
        }
    }
    if had_encoded && lines.is_empty() {
        let order = Err(AnswerMistake::Encoded);
        lines.push(AnswerLine { text: text.to_owned(), code: None, order });
    }
    lines
}

fn fence_mark(line: &str) -> Option<&'static str> {
    ["```", "~~~"].into_iter().find(|mark| line.trim_start().starts_with(mark))
}

/// Whether a line of a mail's header says that its text is not as it was typed.
fn is_encoding_header(line: &str) -> bool {
    line.split_once(':').is_some_and(|(name, value)| {
        let value = value.trim();
        name.eq_ignore_ascii_case("content-transfer-encoding")
            && ["quoted-printable", "base64"].iter().any(|one| value.eq_ignore_ascii_case(one))
    })
}

fn is_ours(line: &str) -> bool {
    split_word(line).0.eq_ignore_ascii_case("fusebox") && !line.starts_with(char::is_whitespace)
}

/// Whether a line of ours begins a guidance.
fn is_guidance(line: &str, has_codes: bool) -> bool {
    let mut words = line.split_whitespace().skip(1).take(1 + usize::from(has_codes));
    words.any(|word| word.eq_ignore_ascii_case("guidance"))
}

/// Whether a line after a guidance belongs to it: mail programs break long lines.
fn goes_on(line: &str) -> bool {
    let is_end = line.trim().is_empty() || line.starts_with("--") || line.starts_with('>');
    !is_end && !is_ours(line) && fence_mark(line).is_none()
}

fn read_line(line: &str, has_codes: bool) -> Option<AnswerLine> {
    let (_, rest) = split_word(line);
    let (word, after) = split_word(rest);
    let is_verb = VERBS.iter().any(|verb| verb.eq_ignore_ascii_case(word));
    let (code, rest) = match has_codes && !is_verb {
        // Our own messages come back, and show commands.
        true if word.len() < CODE_BYTES => return None,
        true => (Some(word.to_owned()), after),
        false => (None, rest),
    };
    Some(AnswerLine { text: line.to_owned(), code, order: read_order(rest) })
}

fn read_order(text: &str) -> Result<AnswerOrder, AnswerMistake> {
    let (verb, rest) = split_word(text);
    let order = match verb.to_ascii_lowercase().as_str() {
        "reset" if rest.is_empty() => AnswerOrder::Reset,
        "dismiss" if rest.is_empty() => AnswerOrder::Dismiss,
        "rollback" if rest.is_empty() => AnswerOrder::Rollback,
        "guidance" if rest.len() > GUIDANCE_BYTES => return Err(AnswerMistake::LongGuidance),
        "guidance" if !rest.is_empty() => AnswerOrder::Guidance(rest.to_owned()),
        "spend" => {
            let (word, amount) = split_word(rest);
            if !word.eq_ignore_ascii_case("allow") {
                return Err(AnswerMistake::UnknownOrder);
            }
            AnswerOrder::SpendAllow(amount.parse().map_err(|_| AnswerMistake::Amount)?)
        }
        _ => return Err(AnswerMistake::UnknownOrder),
    };
    Ok(order)
}

/// The first word, and what stands after it.
fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim();
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn orders(text: &str) -> Vec<Result<AnswerOrder, AnswerMistake>> {
        read_lines(text, false).into_iter().map(|line| line.order).collect()
    }

    #[test]
    fn esc5_a_line_of_the_grammar_is_an_order() {
        let spend = AnswerOrder::SpendAllow("5 USD".parse().unwrap());
        for (text, order) in [
            ("fusebox reset", AnswerOrder::Reset),
            ("Fusebox  RESET \r\n", AnswerOrder::Reset),
            ("Thanks!\n\nfusebox dismiss\n\nBest", AnswerOrder::Dismiss),
            ("fusebox rollback", AnswerOrder::Rollback),
            ("fusebox spend allow 5", spend.clone()),
            ("fusebox spend allow 5 USD", spend),
            (
                "fusebox guidance use  make; not ninja",
                AnswerOrder::Guidance("use  make; not ninja".to_owned()),
            ),
        ] {
            assert_eq!(orders(text), [Ok(order)], "{text}");
        }
    }

    #[test]
    fn esc5_what_is_no_line_of_its_own_is_nobodys_word() {
        for text in [
            "",
            "> fusebox reset",
            "    fusebox reset",
            " fusebox reset",
            "- fusebox reset",
            "`fusebox reset`",
            "please type fusebox reset",
            "fusebox-reset",
            "fuseboxes reset",
            "```\nfusebox reset\n```",
            "~~~ sh\nfusebox reset\n```\nfusebox reset\n~~~",
            "```\nfusebox reset",
            "/fusebox reset",
        ] {
            assert_eq!(orders(text), [], "{text}");
        }
    }

    #[test]
    fn esc5_a_line_that_is_nearly_one_says_why_not() {
        for (text, mistake) in [
            ("fusebox", AnswerMistake::UnknownOrder),
            ("fusebox guidance", AnswerMistake::UnknownOrder),
            ("fusebox reset please", AnswerMistake::UnknownOrder),
            ("fusebox spend 5", AnswerMistake::UnknownOrder),
            ("fusebox spend allow much", AnswerMistake::Amount),
            ("fusebox spend allow -5", AnswerMistake::Amount),
            ("fusebox spend allow 0", AnswerMistake::Amount),
            ("fusebox bypass", AnswerMistake::UnknownOrder),
        ] {
            assert_eq!(orders(text), [Err(mistake)], "{text}");
        }
        let long = format!("fusebox guidance {}", "x".repeat(GUIDANCE_BYTES + 1));
        assert_eq!(orders(&long), [Err(AnswerMistake::LongGuidance)]);
        let longest = format!("fusebox guidance {}", "x".repeat(GUIDANCE_BYTES));
        assert!(orders(&longest)[0].is_ok());
    }

    #[test]
    fn esc5_a_code_stands_before_the_order() {
        let line = &read_lines("fusebox K7QF-223 reset", true)[0];
        let expected = (Some("K7QF-223"), &Ok(AnswerOrder::Reset));
        assert_eq!((line.code.as_deref(), &line.order), expected);
        let line = &read_lines("fusebox Spend allow 5", true)[0];
        assert!(line.code.is_none() && line.order.is_ok());
        assert_eq!(read_lines("fusebox show 9f3c", true), []);
    }

    #[test]
    fn esc5_a_guidance_goes_on_up_to_an_empty_line() {
        for end in ["", "\n\nBest", "\n> quoted", "\n-- \nAlice"] {
            let text = format!("fusebox guidance use make\n and not ninja{end}");
            let whole = AnswerOrder::Guidance("use make and not ninja".to_owned());
            assert_eq!(orders(&text), [Ok(whole)], "{text}");
        }
        assert_eq!(orders("fusebox guidance a\nfusebox reset").len(), 2);
        assert_eq!(orders("fusebox reset\nThanks"), [Ok(AnswerOrder::Reset)]);
        let long = format!("fusebox guidance a\n{}", "x".repeat(GUIDANCE_BYTES));
        assert_eq!(orders(&long), [Err(AnswerMistake::LongGuidance)]);
    }

    #[test]
    fn esc7_an_encoded_mail_says_so_and_a_plain_part_of_it_counts() {
        let read = |text: &str| -> Vec<_> {
            read_lines(text, true).into_iter().map(|line| line.order).collect()
        };
        let header = |encoding: &str| format!("Content-Transfer-Encoding: {encoding}\r\n\r\n");
        let order = "fusebox K7QF-223 reset\r\n";
        for encoding in ["quoted-printable", "BASE64"] {
            assert_eq!(read(&(header(encoding) + order)), [Err(AnswerMistake::Encoded)]);
        }
        assert_eq!(read(&(header("base64") + "ZnVzZWJveA==")), [Err(AnswerMistake::Encoded)]);
        assert_eq!(read(&(header("8bit") + order)), [Ok(AnswerOrder::Reset)]);
        let parts = format!("{}{order}--b\r\n{}<p>", header("7bit"), header("base64"));
        assert_eq!(read(&parts), [Ok(AnswerOrder::Reset)]);
        for after in ["", "make"] {
            let cut = format!("fusebox K7QF-223 guidance use =\r\n{after}\r\n");
            assert_eq!(read(&cut), [Err(AnswerMistake::Encoded)]);
        }
    }

    #[test]
    fn esc5_a_text_of_any_length_is_read_to_a_bound() {
        let text = format!("fusebox reset\n{}\nfusebox reset", "ü".repeat(10 << 20));
        assert_eq!(orders(&text).len(), 1);
    }
}
