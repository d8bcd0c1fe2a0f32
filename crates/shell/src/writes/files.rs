//! Tools whose operands are the files they change.

use super::super::command::SimpleCommand;
use super::{WriteCollector, has_option, operands, value_of};

pub(super) fn writes(found: &mut WriteCollector, command: &SimpleCommand<'_>, program: &str) {
    match program {
        "tee" | "sponge" => {
            // Without a file it only copies to standard output.
            for word in operands(command, &[]) {
                found.word(command, word);
            }
        }
        "rm" | "rmdir" | "unlink" | "shred" | "mv" => found.words(command, operands(command, &[])),
        "mkdir" => found.words(command, operands(command, &["-m", "--mode"])),
        "touch" => {
            found.words(command, operands(command, &["-d", "-t", "-r", "--date", "--reference"]));
        }
        "truncate" => {
            found.words(command, operands(command, &["-s", "-r", "--size", "--reference"]));
        }
        "chmod" | "chown" | "chgrp" => {
            let mode = usize::from(!has_option(command, '\0', "reference"));
            found.words(command, operands(command, &[]).skip(mode));
        }
        "cp" | "install" | "ln" => copied(found, command, program),
        "rsync" | "scp" => synced(found, command),
        "dd" => {
            if let Some(word) = value_of(command, &["of"]) {
                found.word(command, &word);
            }
        }
        "sed" | "gsed" => edited_in_place(found, command),
        "perl" | "ruby" => perl(found, command),
        "sort" => {
            if let Some(word) = value_of(command, &["-o", "--output"]) {
                found.word(command, &word);
            }
        }
        "patch" => match operands(command, &["-p", "-i", "-d", "-o", "-r"]).next() {
            Some(word) => found.word(command, word),
            None => found.unknown = true,
        },
        "awk" | "gawk" => found.unknown |= value_of(command, &["-i"]).is_some(),
        "find" => found.unknown |= command.has("-delete"),
        "curl" | "wget" => downloaded(found, command, program),
        "unzip" | "tar" | "gzip" | "gunzip" | "xz" | "zstd" | "bzip2" | "zip" | "7z" => {
            found.unknown |= unpacks(command, program);
        }
        "split" | "csplit" | "ed" => found.unknown = true,
        _ => {}
    }
}

fn copied(found: &mut WriteCollector, command: &SimpleCommand<'_>, program: &str) {
    const VALUED: &[&str] = &["-t", "--target-directory", "-m", "-o", "-g", "-S"];
    if let Some(word) = value_of(command, &["-t", "--target-directory"]) {
        return found.word(command, &word);
    }
    if program == "install" && has_option(command, 'd', "directory") {
        return found.words(command, operands(command, VALUED));
    }
    let files = operands(command, VALUED);
    let named = files.clone().count() > 1;
    found.words(command, files.last().into_iter().filter(|_| named));
}

fn synced(found: &mut WriteCollector, command: &SimpleCommand<'_>) {
    const VALUED: &[&str] = &["-e", "--exclude", "--include", "--filter", "-f", "-P", "-i", "-F"];
    let rehearsal = command.program() == "rsync" && has_option(command, 'n', "dry-run");
    if let Some(last) = operands(command, VALUED).last().filter(|_| !rehearsal)
        && !last.text.contains(':')
    {
        found.word(command, last);
    }
}

fn edited_in_place(found: &mut WriteCollector, command: &SimpleCommand<'_>) {
    let in_place = command.args().any(|arg| {
        arg.starts_with("--in-place")
            || arg.strip_prefix('-').is_some_and(|short| {
                // `-i.bak` and `-Ei`, but not the file after an attached `-e…` or `-f…`.
                !short.starts_with('-')
                    && short.split(['e', 'f']).next().is_some_and(|s| s.contains('i'))
            })
    });
    if !in_place {
        return;
    }
    const VALUED: &[&str] = &["-e", "-f", "--expression", "--file"];
    let given = command.args().any(|arg| {
        VALUED.contains(&arg) || arg.starts_with("--expression=") || arg.starts_with("--file=")
    });
    // `-i ''`, the BSD way, leaves an empty operand.
    let files = operands(command, VALUED).filter(|word| !word.text.is_empty());
    found.words(command, files.skip(usize::from(!given)));
}

fn perl(found: &mut WriteCollector, command: &SimpleCommand<'_>) {
    let in_place = command.args().any(|arg| {
        arg.strip_prefix('-').is_some_and(|short| {
            short.starts_with('i')
                || short.starts_with("pi")
                || short.starts_with("ni")
                || short.starts_with("0pi")
                || short.starts_with("lpi")
        })
    });
    if in_place {
        found.words(command, operands(command, &["-e", "-pe", "-pie", "-ne", "-I", "-M", "-0pie"]));
    }
}

fn downloaded(found: &mut WriteCollector, command: &SimpleCommand<'_>, program: &str) {
    if program == "curl" {
        let clustered = |arg: &str| {
            arg.len() > 1 && arg.starts_with('-') && !arg.starts_with("--") && arg.ends_with('o')
        };
        let words = command.words();
        if let Some(at) = words.iter().position(|w| w.text == "--output" || clustered(&w.text)) {
            for word in words.iter().skip(at + 1).take(1).filter(|w| !is_discarded(&w.text)) {
                found.word(command, word);
            }
        }
        found.unknown |= command.args().any(|arg| {
            arg == "--remote-name"
                || (arg.starts_with('-') && !arg.starts_with("--") && arg.ends_with('O'))
        });
        return;
    }
    if command.has("--spider") || command.has("-qO-") || command.has("-O-") {
        return;
    }
    match value_of(command, &["-O", "-qO", "--output-document"]) {
        Some(word) if is_discarded(&word.text) => {}
        Some(word) => found.word(command, &word),
        None => found.unknown = true,
    }
}

fn is_discarded(path: &str) -> bool {
    matches!(path, "-" | "/dev/null" | "/dev/stdout" | "/dev/stderr")
}

fn unpacks(command: &SimpleCommand<'_>, program: &str) -> bool {
    let first = command.args().next().unwrap_or_default();
    match program {
        "tar" => {
            let mode = first.trim_start_matches('-');
            let to_stdout = has_option(command, 'O', "to-stdout");
            let letters = !first.starts_with("--") && mode.contains(['x', 'c', 'r', 'u']);
            let long = ["extract", "create", "append", "update", "get"];
            !to_stdout && (letters || long.iter().any(|name| has_option(command, '\0', name)))
        }
        "unzip" => !["-l", "-t", "-p", "-Z", "-v"].contains(&first),
        "zip" => true,
        "7z" => matches!(first, "x" | "e" | "a" | "u" | "d"),
        _ => {
            !(has_option(command, 'c', "stdout")
                || has_option(command, 't', "test")
                || command.piped_from)
        }
    }
}
