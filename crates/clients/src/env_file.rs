//! Files of variables that a client loads into its own environment, and so into that of its hooks. They hold the
//! person's secrets: only the lines that can switch hooks off are compared and kept.

use std::collections::BTreeSet;

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
    kept: |content| CLIENTS.kept_part(content),
    restored: |accepted, present| CLIENTS.restored(accepted, present),
};

fn lost_variables(accepted: Option<&[u8]>, present: Option<&[u8]>) -> Vec<String> {
    CLIENTS.lost_protection(accepted, present)
}

/// One list for all clients, several of which read the same file.
const CLIENTS: EnvFileForm = EnvFileForm {
    variables: &[
        "GEMINI_CLI_HOME",
        "GEMINI_CLI_SYSTEM_SETTINGS_PATH",
        "GEMINI_CLI_SYSTEM_DEFAULTS_PATH",
        "GEMINI_CLI_TRUSTED_FOLDERS_PATH",
        "QWEN_HOME",
        "QWEN_RUNTIME_DIR",
        "QWEN_CODE_SYSTEM_SETTINGS_PATH",
        "QWEN_CODE_SYSTEM_DEFAULTS_PATH",
        "QWEN_CODE_TRUSTED_FOLDERS_PATH",
        "QWEN_CODE_SIMPLE",
        "QWEN_CODE_SAFE_MODE",
        // In a sandbox there is no program of ours.
        "GEMINI_SANDBOX",
        "QWEN_SANDBOX",
    ],
};

/// The last two find the shell of a hook.
const OVERRIDING: EnvFileForm = EnvFileForm { variables: &["PATH", "SHELL"] };

/// Which variables count in such a file beside those of every hook.
#[derive(Debug, Clone, Copy)]
struct EnvFileForm {
    variables: &'static [&'static str],
}

impl EnvFileForm {
    /// Compares two contents; see [`LostProtection`](crate::LostProtection).
    fn lost_protection(self, accepted: Option<&[u8]>, present: Option<&[u8]>) -> Vec<String> {
        let of = |content: Option<&[u8]>| -> SwitchedOff {
            let text = String::from_utf8_lossy(content.unwrap_or_default());
            let lines = self.lines(&text).into_iter();
            lines.map(|line| (line.name.to_owned(), line.text.to_owned())).collect()
        };
        newly_off(&of(accepted), &of(present))
    }

    /// The part of a content that is kept: the lines that can switch hooks off.
    fn kept_part(self, content: &[u8]) -> Vec<u8> {
        let text = String::from_utf8_lossy(content);
        let lines = self.lines(&text).into_iter();
        lines.flat_map(|line| [line.text, "\n"]).collect::<String>().into_bytes()
    }

    /// The present content with the lines of the accepted part in the place of its own.
    fn restored(self, accepted: &[u8], present: &[u8]) -> Vec<u8> {
        let (accepted, present) =
            (String::from_utf8_lossy(accepted), String::from_utf8_lossy(present));
        let (before, now) = (self.lines(&accepted), self.lines(&present));
        let kept: BTreeSet<&str> = before.iter().map(|line| line.text).collect();
        let mut restored = String::with_capacity(present.len());
        let mut at = 0;
        for line in now.iter().filter(|line| !kept.contains(line.text)) {
            restored.push_str(&present[at..line.start]);
            let end = line.start + line.text.len();
            at = end + usize::from(present[end..].starts_with('\n'));
        }
        restored.push_str(&present[at..]);
        let there: BTreeSet<&str> = now.iter().map(|line| line.text).collect();
        for line in before.iter().filter(|line| !there.contains(line.text)) {
            if !restored.is_empty() && !restored.ends_with('\n') {
                restored.push('\n');
            }
            restored.push_str(line.text);
            restored.push('\n');
        }
        restored.into_bytes()
    }

    /// Every line that sets such a variable. What stands within quotes of several lines counts as well: readers do
    /// not agree where they end.
    fn lines(self, text: &str) -> Vec<VariableLine<'_>> {
        let is_end = |c: char| matches!(c, '\n' | '\r' | '\u{2028}' | '\u{2029}');
        let mut lines = Vec::new();
        let mut start = 0;
        while start < text.len() {
            let line = &text[start..];
            if let Some((name, value_at)) = assigned_name(line) {
                // The value may begin on a later line than the name.
                let len = line[value_at..].find(is_end).map_or(line.len(), |end| value_at + end);
                if reaches_hooks(name, &line[value_at..len], self.variables) {
                    lines.push(VariableLine { name, start, text: &line[..len] });
                    start += len;
                    continue;
                }
            }
            start += line.find(is_end).map_or(line.len(), |end| {
                end + line[end..].chars().next().map_or(1, char::len_utf8)
            });
        }
        lines
    }
}

/// A line that sets a variable.
struct VariableLine<'t> {
    name: &'t str,
    start: usize,
    text: &'t str,
}

/// The name that the first line of a text sets, and where its value begins.
fn assigned_name(text: &str) -> Option<(&str, usize)> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || "_.-%()".contains(c);
    let line = text.trim_start_matches([' ', '\t', '\u{feff}', '\u{b}', '\u{c}']);
    let exported = line.strip_prefix("export").map(str::trim_start);
    let line = exported.filter(|rest| rest.len() + 6 < line.len()).unwrap_or(line);
    let name = &line[..line.find(|c| !is_name(c)).unwrap_or(line.len())];
    let rest = line[name.len()..].trim_start();
    let value = rest.strip_prefix(['=', ':'])?;
    (!name.is_empty()).then_some((name, text.len() - value.trim_start().len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(accepted: &str, present: &str, lost: &[&str], restored: &str) {
        let part = CLIENTS.kept_part(accepted.as_bytes());
        let names: Vec<String> =
            lost.iter().map(|name| format!("got `{name}`, which can switch hooks off")).collect();
        assert_eq!(
            CLIENTS.lost_protection(Some(&part), Some(present.as_bytes())),
            names,
            "{present}"
        );
        let back = CLIENTS.restored(&part, present.as_bytes());
        assert_eq!(String::from_utf8(back).unwrap(), restored, "{present}");
    }

    #[test]
    fn g01_a_variable_that_reaches_hooks_is_a_loss_in_every_spelling() {
        for line in [
            "GEMINI_CLI_HOME=/tmp",
            "  export GEMINI_CLI_HOME = '/tmp'",
            "export\tGEMINI_CLI_HOME: /tmp",
            "GEMINI_CLI_HOME\n=/tmp",
        ] {
            let text = format!("KEY=1\n{line}\nB=2\n");
            check("KEY=1\n", &text, &["GEMINI_CLI_HOME"], "KEY=1\nB=2\n");
        }
        check("", "A=1\rBASH_ENV=/x", &["BASH_ENV"], "A=1\r");
        check("A='x\n", "A='x\nLD_PRELOAD=/x\n'", &["LD_PRELOAD"], "A='x\n'");
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
        check(
            "FUSEBOX_MODE=observe\nA=1\n",
            "A=1\nFUSEBOX_MODE=observe\n",
            &[],
            "A=1\nFUSEBOX_MODE=observe\n",
        );
        assert_eq!(
            CLIENTS.kept_part(b"TOKEN=secret\nFUSEBOX_MODE=observe\n"),
            b"FUSEBOX_MODE=observe\n"
        );
    }
}
