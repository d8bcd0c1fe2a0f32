//! Recognises what a shell reports about a missing program, and about one that was killed.

use crate::lines::starts_with_any;

/// Whether the line reports that a program is missing.
pub(super) fn is_missing(line: &str) -> bool {
    const STARTS: &[&str] = &[
        "zsh: command not found: ",
        "fish: Unknown command: ",
        "error: no such command: `",
        "error: no such subcommand: `",
        "error: linker `",
        "error: toolchain '",
        "npm error could not determine executable to run",
        "npm ERR! could not determine executable to run",
        "npm error 404 Not Found - GET ",
        "npm ERR! 404 Not Found - GET ",
    ];
    starts_with_any(line, STARTS)
        || line.ends_with(": command not found")
        || line.ends_with(": executable file not found in $PATH")
        || line.contains("' is not recognized as an internal or external command")
        || (line.starts_with("error Command \"") && line.ends_with("\" not found."))
        || no_module(line)
        || no_file(line)
}

/// Whether a shell did not find the file: `sh: 1: pytest: not found`, `make: pytest: No such file
/// or directory`.
fn no_file(line: &str) -> bool {
    const SAYS: &[&str] = &[": not found", ": No such file or directory", ": Command not found"];
    const SHELLS: &[&str] = &["sh", "bash", "dash", "ash", "zsh", "env", "make", "gmake"];
    let Some(rest) = SAYS.iter().find_map(|says| line.strip_suffix(says)) else { return false };
    let Some((speaker, _)) = rest.split_once(": ") else { return false };
    let speaker = speaker.rsplit('/').next().unwrap_or(speaker);
    let speaker = speaker.split('[').next().unwrap_or(speaker);
    SHELLS.contains(&speaker)
}

/// Whether Python did not find a program's module: `/usr/bin/python3: No module named pytest`. A
/// failed import inside a program reads differently.
fn no_module(line: &str) -> bool {
    line.split_once(": No module named ").is_some_and(|(program, module)| {
        let program = program.rsplit('/').next().unwrap_or(program);
        program.starts_with("py") && !program.contains(' ') && !module.starts_with('\'')
    })
}

/// Whether the line reports that a program died.
pub(super) fn died(line: &str) -> bool {
    const STARTS: &[&str] = &[
        "Fatal Python error: ",
        "fatal runtime error: ",
        "terminate called after throwing an instance of ",
        "FATAL ERROR: ",
    ];
    let is_child = line.trim_start().starts_with("process didn't exit successfully: ")
        && line.contains(" (signal: ");
    is_child
        || starts_with_any(line, STARTS)
        || line.contains("==ERROR: AddressSanitizer: ")
        || killed(line)
}

/// Whether a shell reports a killed program: `Segmentation fault (core dumped)`, `bash: line 1:
/// 3290 Killed   python3 a.py`.
fn killed(line: &str) -> bool {
    const DEATHS: &[&str] = &[
        "Segmentation fault",
        "Killed",
        "Aborted",
        "Bus error",
        "Illegal instruction",
        "Trace/breakpoint trap",
    ];
    let alone = line.strip_suffix(" (core dumped)").unwrap_or(line);
    if DEATHS.contains(&alone) {
        return true;
    }
    let Some((_, job)) = line.split_once(": line ").and_then(|(_, rest)| rest.split_once(": "))
    else {
        return false;
    };
    let job = job.trim_start();
    let death = job.trim_start_matches(|c: char| c.is_ascii_digit());
    death.len() < job.len() && starts_with_any(death.trim_start(), DEATHS)
}
