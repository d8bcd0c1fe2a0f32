//! The version of a client, as its program says it.

use std::process::Command;
use std::time::Duration;

use fusebox_clients::Client;

use crate::Context;
use crate::child_process::output_of;
use crate::client_program::program_of;

/// A client is a large program; one that does not answer is as one that is not there.
const TIMEOUT: Duration = Duration::from_secs(10);

/// The version that the client on the `PATH` prints; `None` where there is none.
pub(crate) fn of(client: &Client, context: &Context) -> Option<String> {
    let program = program_of(client, context)?;
    let output = output_of(Command::new(program).arg("--version"), "", TIMEOUT).ok()?;
    version_in(&String::from_utf8_lossy(&output.stdout)).map(str::to_owned)
}

/// The first word of a text that is a version. Wrapper scripts may print that of Node.js before it.
fn version_in(text: &str) -> Option<&str> {
    let names_node = |line: &&str| line.contains("node") || line.contains("npm");
    let mut lines = text.lines().filter(|line| !names_node(line));
    lines.find_map(version_of_line).or_else(|| text.lines().find_map(version_of_line))
}

fn version_of_line(text: &str) -> Option<&str> {
    let is_version = |word: &&str| {
        let mut parts = word.split(['-', '+']).next().unwrap_or_default().split('.');
        parts.clone().count() > 1
            && parts.all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let words = text.split_whitespace().map(|word| word.trim_start_matches('v'));
    words.into_iter().find(is_version)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_is_found_in_what_clients_print() {
        for (text, expected) in [
            ("2.1.330 (Claude Code)\n", Some("2.1.330")),
            ("codex-cli 0.169.0", Some("0.169.0")),
            ("v1.0.102-beta.1", Some("1.0.102-beta.1")),
            ("no version here. 3", None),
            ("Now using node v22.1.0 (npm v10.2.4)\n2.1.330 (Claude Code)\n", Some("2.1.330")),
            ("claude on node 1.2.3", Some("1.2.3")),
            ("", None),
        ] {
            assert_eq!(version_in(text), expected, "{text}");
        }
    }
}
