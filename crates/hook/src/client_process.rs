//! The process of a client that does not tell its id: the nearest ancestor of the hook that is no shell.

use std::fs;

use fusebox_runtime::process::{upwards, words};

/// Shells that a client may start a hook through.
const SHELLS: &[&str] = &["sh", "bash", "dash", "zsh", "ash", "busybox", "fish"];
/// First processes of a system or a container, to which orphans are given: none is a client.
const INIT_PROGRAMS: &[&str] = &[
    "init",
    "systemd",
    "launchd",
    "tini",
    "dumb-init",
    "docker-init",
    "catatonit",
    "s6-svscan",
    "runit",
];
/// How many shells may lie between, at most.
const MAX_SHELLS: usize = 4;

/// The process of a client.
pub(crate) struct ClientProcess {
    /// Its id; `None` where the system does not say.
    pub(crate) pid: Option<u32>,
    /// The words of its command line.
    words: Vec<String>,
}

impl ClientProcess {
    /// The process above this one.
    pub(crate) fn above() -> Self {
        let above = upwards(std::os::unix::process::parent_id()).take(MAX_SHELLS + 1);
        let mut processes = above.map(|(pid, _)| Self { pid: Some(pid), words: words(pid) });
        let found = processes.find(|process| !process.is_shell());
        let found = found.filter(|process| !process.is_init());
        found.unwrap_or(Self { pid: None, words: Vec::new() })
    }

    fn is_shell(&self) -> bool {
        self.is_one_of(SHELLS)
    }

    fn is_init(&self) -> bool {
        self.pid == Some(1) && (self.words.is_empty() || self.is_one_of(INIT_PROGRAMS))
    }

    fn is_one_of(&self, programs: &[&str]) -> bool {
        let program = self.words.first().and_then(|word| word.rsplit('/').next());
        program.is_some_and(|name| programs.contains(&name.trim_start_matches('-')))
    }

    /// Whether a person sits in front of it: it reads from a terminal, and has none of these words.
    pub(crate) fn is_attended(&self, headless: &[&str]) -> bool {
        let Some(pid) = self.pid else { return false };
        let input = fs::read_link(format!("/proc/{pid}/fd/0")).unwrap_or_default();
        let reads_terminal = ["/dev/pts/", "/dev/tty"]
            .iter()
            .any(|terminal| input.to_string_lossy().starts_with(terminal));
        reads_terminal && !self.words.iter().skip(1).any(|word| is_headless(word, headless))
    }
}

/// Whether a word, or its option without the value, is one of those.
fn is_headless(word: &str, headless: &[&str]) -> bool {
    let option = word.split_once('=').map_or(word, |(option, _)| option);
    headless.contains(&option)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn process(words: &[&str]) -> ClientProcess {
        let words = words.iter().map(|word| (*word).to_owned()).collect();
        ClientProcess { pid: None, words }
    }

    #[test]
    fn a_shell_is_passed_over() {
        for (words, expected) in [
            (&["/bin/sh", "-c", "x"][..], true),
            (&["-zsh"], true),
            (&["node", "/usr/bin/gemini"], false),
            (&[], false),
        ] {
            assert_eq!(process(words).is_shell(), expected, "{words:?}");
        }
    }

    #[test]
    fn a_headless_word_stands_alone_or_before_its_value() {
        for (word, expected) in [
            ("-p", true),
            ("--prompt=do it", true),
            ("exec", true),
            ("--print", false),
            ("a-p", false),
        ] {
            assert_eq!(is_headless(word, &["-p", "--prompt", "exec"]), expected, "{word}");
        }
    }

    #[test]
    fn nobody_sits_in_front_of_an_unknown_process() {
        assert!(!process(&["codex"]).is_attended(&["exec"]));
    }
}
