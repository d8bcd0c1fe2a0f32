//! Files of variables that a client loads into its own environment, and so into that of its hooks. They hold the
//! person's secrets: only the lines that can switch hooks off are compared and kept.

use std::collections::BTreeSet;

use fusebox_shell::guard::{GEMINI_VARIABLES, asks_for_no_sandbox, holds_options};

use crate::hook_settings::{SwitchedOff, newly_off, reaches_hooks};
use crate::{FilePart, GuardedFile};

/// The file in the person's settings folder.
pub(crate) const OF_PERSON: GuardedFile =
    GuardedFile::switches_of_person(".env", lost_variables).in_part(PART);
/// The file in the person's home.
pub(crate) const OF_HOME: GuardedFile =
    GuardedFile::switches_of_person("../.env", lost_variables).in_part(PART);
/// The file in the project's settings folder.
pub(crate) const OF_PROJECT_SETTINGS: GuardedFile =
    GuardedFile::switches_of_project(".env", lost_variables).in_part(PART);
/// The file in the project's root.
pub(crate) const OF_PROJECT: GuardedFile =
    GuardedFile::switches_of_project("../.env", lost_variables).in_part(PART);
/// The file in the person's settings folder of a client that sets variables again which are set.
pub(crate) const OVERRIDING_OF_PERSON: GuardedFile =
    GuardedFile::switches_of_person(".env", |accepted, present| {
        OVERRIDING.lost_protection(accepted, present)
    })
    .in_part(FilePart {
        kept: |content| OVERRIDING.kept_part(content),
        restored: |accepted, present| OVERRIDING.restored(accepted, present),
    });

const PART: FilePart = FilePart {
    kept: |content| READ_BY_SEVERAL.kept_part(content),
    restored: |accepted, present| READ_BY_SEVERAL.restored(accepted, present),
};

fn lost_variables(accepted: Option<&[u8]>, present: Option<&[u8]>) -> Vec<String> {
    READ_BY_SEVERAL.lost_protection(accepted, present)
}

/// One list for the clients of which several read the same file, and set what is not set yet.
const READ_BY_SEVERAL: EnvFileForm =
    EnvFileForm { variables: &GEMINI_VARIABLES, always_set: &["HOME"] };

/// These two find the shell of a hook.
const OVERRIDING: EnvFileForm = EnvFileForm { variables: &["PATH", "SHELL"], always_set: &[] };

/// Which variables count in such a file beside those of every hook.
#[derive(Debug, Clone, Copy)]
struct EnvFileForm {
    variables: &'static [&'static str],
    /// Those that the client leaves as they are.
    always_set: &'static [&'static str],
}

impl EnvFileForm {
    /// Compares two contents; see [`LostProtection`](crate::LostProtection).
    fn lost_protection(self, accepted: Option<&[u8]>, present: Option<&[u8]>) -> Vec<String> {
        let of = |content: Option<&[u8]>| -> SwitchedOff {
            let lines = self.lines(content.unwrap_or_default()).into_iter();
            let text = |line: &VariableLine<'_>| String::from_utf8_lossy(line.text).into_owned();
            lines.map(|line| (line.name.to_owned(), text(&line))).collect()
        };
        newly_off(&of(accepted), &of(present))
    }

    /// The part of a content that is kept: the lines that can switch hooks off.
    fn kept_part(self, content: &[u8]) -> Vec<u8> {
        let lines = self.lines(content).into_iter();
        lines.flat_map(|line| [line.text, b"\n"]).flatten().copied().collect()
    }

    /// The present content with the lines of the accepted part in the place of its own.
    fn restored(self, accepted: &[u8], present: &[u8]) -> Vec<u8> {
        let (before, now) = (self.lines(accepted), self.lines(present));
        let kept: BTreeSet<&[u8]> = before.iter().map(|line| line.text).collect();
        let mut restored = Vec::with_capacity(present.len());
        let mut at = 0;
        for line in now.iter().filter(|line| !kept.contains(line.text)) {
            restored.extend_from_slice(&present[at..line.start]);
            let end = line.start + line.text.len();
            at = end + usize::from(present[end..].starts_with(b"\n"));
        }
        restored.extend_from_slice(&present[at..]);
        let there: BTreeSet<&[u8]> = now.iter().map(|line| line.text).collect();
        for line in before.iter().filter(|line| !there.contains(line.text)) {
            if !restored.is_empty() && !restored.ends_with(b"\n") {
                restored.push(b'\n');
            }
            restored.extend_from_slice(line.text);
            restored.push(b'\n');
        }
        restored
    }

    /// Every line that sets such a variable. What stands within quotes of several lines counts as well: readers do
    /// not agree where they end.
    fn lines(self, content: &[u8]) -> Vec<VariableLine<'_>> {
        let mut lines = Vec::new();
        let mut start = 0;
        while start < content.len() {
            let line = &content[start..];
            if let Some((name, value_at)) = assigned_name(line) {
                // The value may begin on a later line than the name.
                let len = value_at + value_len(name, &line[value_at..]);
                if self.reaches_hooks(name, &String::from_utf8_lossy(&line[value_at..len])) {
                    lines.push(VariableLine { name, start, text: &line[..len] });
                    start += len;
                    continue;
                }
            }
            let len = line_len(line);
            start += len + first_char(&line[len..]).map_or(0, char::len_utf8);
        }
        lines
    }

    fn reaches_hooks(self, name: &str, value: &str) -> bool {
        reaches_hooks(name, value, self.variables)
            && !self.always_set.contains(&name)
            && !asks_for_no_sandbox(name, value)
    }
}

/// A line that sets a variable.
struct VariableLine<'t> {
    name: &'t str,
    start: usize,
    text: &'t [u8],
}

const QUOTES: [char; 3] = ['\'', '"', '`'];
/// The longest value of several lines, in bytes.
const MAX_VALUE_BYTES: usize = 1 << 16;

/// The length of the value at the beginning of a text, with the rest of its line. Where options say what a variable
/// does, they may stand in a later line of what is in quotes.
fn value_len(name: &str, text: &[u8]) -> usize {
    let quote = text.first().filter(|byte| QUOTES.contains(&char::from(**byte)));
    let closing = quote.filter(|_| holds_options(name)).and_then(|quote| {
        let inside = text[1..].iter().take(MAX_VALUE_BYTES);
        inside.enumerate().position(|(at, byte)| byte == quote && text[at] != b'\\')
    });
    let end = closing.map_or(0, |at| at + 2);
    end + line_len(&text[end..])
}

/// The name that the first line of a text sets, and where its value begins. Line ends may stand before and behind what
/// sets it; none are passed over where there is no name, so that every one is read a few times and no more.
fn assigned_name(text: &[u8]) -> Option<(&str, usize)> {
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"_.-%()".contains(byte);
    let line = after(text, is_blank);
    let exported = line.strip_prefix(b"export").map(|rest| after(rest, is_space));
    let line = exported.filter(|rest| rest.len() + 6 < line.len()).unwrap_or(line);
    let name_len = line.iter().position(|byte| !is_name(byte)).unwrap_or(line.len());
    let name = str::from_utf8(&line[..name_len]).ok().filter(|name| !name.is_empty())?;
    let [b'=' | b':', value @ ..] = after(&line[name_len..], is_space) else { return None };
    let (here, below) = (after(value, is_blank), after(value, is_space));
    // Behind a line end stands a value in quotes, or another variable.
    let is_quoted = first_char(below).is_some_and(|first| QUOTES.contains(&first));
    let value = if is_quoted { below } else { here };
    Some((name, text.len() - value.len()))
}

fn is_line_end(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\u{2028}' | '\u{2029}')
}

/// What JavaScript takes for a blank, beside the ends of lines.
fn is_blank(c: char) -> bool {
    is_space(c) && !is_line_end(c)
}

fn is_space(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}'
}

/// What stands behind the first characters that are all of a kind.
fn after(mut text: &[u8], is_of_kind: fn(char) -> bool) -> &[u8] {
    while let Some(first) = first_char(text).filter(|first| is_of_kind(*first)) {
        text = &text[first.len_utf8()..];
    }
    text
}

/// The first character; `None` at the end, and before bytes that are none.
fn first_char(text: &[u8]) -> Option<char> {
    let first = &text[..text.len().min(4)];
    first.utf8_chunks().next()?.valid().chars().next()
}

/// How long the first line is, without its end.
fn line_len(text: &[u8]) -> usize {
    let is_end = |at: &usize| match text[*at] {
        b'\n' | b'\r' => true,
        0xe2 => first_char(&text[*at..]).is_some_and(is_line_end),
        _ => false,
    };
    (0..text.len()).find(is_end).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(accepted: &str, present: &str, lost: &[&str], restored: &str) {
        let part = READ_BY_SEVERAL.kept_part(accepted.as_bytes());
        let names: Vec<String> =
            lost.iter().map(|name| format!("got `{name}`, which can switch hooks off")).collect();
        assert_eq!(
            READ_BY_SEVERAL.lost_protection(Some(&part), Some(present.as_bytes())),
            names,
            "{present}"
        );
        let back = READ_BY_SEVERAL.restored(&part, present.as_bytes());
        assert_eq!(String::from_utf8(back).unwrap(), restored, "{present}");
    }

    #[test]
    fn g01_a_variable_that_reaches_hooks_is_a_loss_in_every_spelling() {
        for line in [
            "GEMINI_CLI_HOME=/tmp",
            "  export GEMINI_CLI_HOME = '/tmp'",
            "export\tGEMINI_CLI_HOME: /tmp",
            "GEMINI_CLI_HOME\n=/tmp",
            "GEMINI_CLI_HOME=\n'/tmp'",
            "\u{a0}\u{2003}\u{3000}GEMINI_CLI_HOME\u{feff}=\u{a0}/tmp",
        ] {
            let text = format!("KEY=1\n{line}\nB=2\n");
            check("KEY=1\n", &text, &["GEMINI_CLI_HOME"], "KEY=1\nB=2\n");
        }
        check("", "A=1\rBASH_ENV=/x", &["BASH_ENV"], "A=1\r");
        check("A='x\n", "A='x\nLD_PRELOAD=/x\n'", &["LD_PRELOAD"], "A='x\n'");
        let options = "NODE_OPTIONS=\"--title=a\n --require /x.js\"\n";
        check("A=1\n", &format!("A=1\n{options}B=2\n"), &["NODE_OPTIONS"], "A=1\nB=2\n");
        let other = options.replace("/x.js", "/y.js");
        check(options, &other, &["NODE_OPTIONS"], options);
        check(
            "FUSEBOX_MODE=enforce\n",
            "FUSEBOX_MODE=observe\n",
            &["FUSEBOX_MODE"],
            "FUSEBOX_MODE=enforce\n",
        );
    }

    #[test]
    fn g02_the_rest_of_the_file_is_the_persons_and_is_not_kept() {
        check(
            "A=1\n",
            "A=2\nDATABASE_URL=postgres://u:p@h/d\n# LD_PRELOAD=/x\n",
            &[],
            "A=2\nDATABASE_URL=postgres://u:p@h/d\n# LD_PRELOAD=/x\n",
        );
        check(
            "",
            "NODE_OPTIONS=--max-old-space-size=8192\nENV=production\nLD_SDK_KEY=x\n",
            &[],
            "NODE_OPTIONS=--max-old-space-size=8192\nENV=production\nLD_SDK_KEY=x\n",
        );
        let options =
            "NODE_OPTIONS=\"--title=a\n --max-old-space-size=9\"\nNOTE='\n --require b'\n";
        check("", options, &[], options);
        check(
            "FUSEBOX_MODE=observe\nA=1\n",
            "A=1\nFUSEBOX_MODE=observe\n",
            &[],
            "A=1\nFUSEBOX_MODE=observe\n",
        );
        assert_eq!(
            READ_BY_SEVERAL.kept_part(b"TOKEN=secret\nFUSEBOX_MODE=observe\n"),
            b"FUSEBOX_MODE=observe\n"
        );
    }

    #[test]
    fn g02_a_secret_behind_an_empty_value_is_not_kept() {
        check(
            "FUSEBOX_MODE=\nGEMINI_API_KEY=k1\n",
            "FUSEBOX_MODE=\nGEMINI_API_KEY=k2\n",
            &[],
            "FUSEBOX_MODE=\nGEMINI_API_KEY=k2\n",
        );
        let kept = READ_BY_SEVERAL.kept_part(b"FUSEBOX_MODE= \n\nGEMINI_API_KEY=k1\n");
        assert_eq!(kept, b"FUSEBOX_MODE= \n");
    }

    #[test]
    fn g02_a_variable_that_takes_no_effect_is_no_loss() {
        for line in [
            "HOME=/x",
            "GEMINI_SANDBOX=",
            "GEMINI_SANDBOX=false",
            "QWEN_SANDBOX='0' # none",
            "GEMINI_SANDBOX=\" False \"",
        ] {
            let text = format!("A=1\n{line}\nB=2\n");
            check("", &text, &[], &text);
        }
        for value in ["docker", "true", "\"\ndocker\"", "\n'sandbox-exec'", "\"false#\ndocker\""] {
            let text = format!("GEMINI_SANDBOX={value}\n");
            let lost = READ_BY_SEVERAL.lost_protection(None, Some(text.as_bytes()));
            assert_eq!(lost.len(), 1, "{value}");
        }
        assert_eq!(OVERRIDING.lost_protection(None, Some(b"HOME=/x\n")).len(), 1);
        // The loader looks whether it is there.
        check("", "LD_SHOW_AUXV=\n", &["LD_SHOW_AUXV"], "");
    }

    #[test]
    fn g02_bytes_that_are_no_text_stay_as_they_are() {
        let present = b"PASSWORD=p\xe9ss\nBASH_ENV=/x\nNAME=\xe2\x80\n";
        let restored = READ_BY_SEVERAL.restored(b"", present);
        assert_eq!(restored, b"PASSWORD=p\xe9ss\nNAME=\xe2\x80\n");
        assert_eq!(READ_BY_SEVERAL.kept_part(b"BASH_ENV=/\xe9\n"), b"BASH_ENV=/\xe9\n");
    }

    /// Where each is read as often as there are lines, this does not end.
    #[test]
    fn g01_a_megabyte_of_one_line_end_or_word_is_read() {
        for part in [
            "\n",
            "\r",
            " \n",
            "\u{2028}",
            "A\n",
            "export\n",
            "A=\n",
            "A",
            " ",
            "=\n",
            "'\n",
            "NODE_OPTIONS='\n",
        ] {
            let text = format!("{}BASH_ENV=/x\n", part.repeat((1 << 20) / part.len()));
            let is_set = part != "A";
            let lost = READ_BY_SEVERAL.lost_protection(None, Some(text.as_bytes()));
            assert_eq!(lost.len(), usize::from(is_set), "{part:?}");
        }
    }
}
