//! Programs whose operands are the files they change.

use super::super::command::{SimpleCommand, has_word};
use super::{WriteCollector, has_option, operands, option_value};

/// Where `sed` is given its script.
const SED_SCRIPTS: &str = "-e -f --expression --file";

pub(super) fn collect(found: &mut WriteCollector<'_>, program: &str) {
    let command = found.command;
    match program {
        "rm" | "rmdir" | "unlink" | "shred" | "mv" => found.operands(""),
        "mkdir" => found.operands("-m --mode"),
        "touch" => found.operands("-d -t -r --date --reference"),
        "truncate" => found.operands("-s -r --size --reference"),
        // Without a file it only copies to standard output.
        "tee" | "sponge" => found.optional_words(operands(command, "")),
        "chmod" | "chown" | "chgrp" => {
            let mode = usize::from(!has_option(command, '\0', "reference"));
            found.words(operands(command, "").skip(mode));
        }
        "cp" | "install" | "ln" => copied(found, program),
        "rsync" | "scp" => synced(found),
        "dd" => found.optional_words(option_value(command, "of").as_ref()),
        "uniq" => found.optional_words(operands(command, "-f -s -w").nth(1)),
        "sort" => found.optional_words(option_value(command, "-o --output").as_ref()),
        "sed" | "gsed" => edited_in_place(found),
        "perl" | "ruby" => edited_by_perl(found),
        "patch" => found.words(operands(command, "-p -i -d -o -r").take(1)),
        "awk" | "gawk" => found.writes_unnamed |= option_value(command, "-i").is_some(),
        "find" => found.writes_unnamed |= command.has("-delete"),
        "curl" => downloaded_by_curl(found),
        "wget" => downloaded_by_wget(found),
        "unzip" | "tar" | "gzip" | "gunzip" | "xz" | "zstd" | "bzip2" | "zip" | "7z" => {
            found.writes_unnamed |= unpacks(command, program)
        }
        "split" | "csplit" | "ed" => found.writes_unnamed = true,
        _ => {}
    }
}

fn copied(found: &mut WriteCollector<'_>, program: &str) {
    const VALUED: &str = "-t --target-directory -m -o -g -S";
    let command = found.command;
    if let Some(folder) = option_value(command, "-t --target-directory") {
        return found.word(&folder);
    }
    if program == "install" && has_option(command, 'd', "directory") {
        return found.operands(VALUED);
    }
    let files = operands(command, VALUED);
    let has_target = files.clone().count() > 1;
    found.words(files.last().into_iter().filter(|_| has_target));
}

fn synced(found: &mut WriteCollector<'_>) {
    const VALUED: &str = "-e --exclude --include --filter -f -P -i -F";
    let command = found.command;
    let is_rehearsal = command.program() == "rsync" && has_option(command, 'n', "dry-run");
    let target = operands(command, VALUED).last();
    let is_local = |text: &str| !text.contains(':');
    let target = target.filter(|target| !is_rehearsal && is_local(&target.text));
    found.optional_words(target);
}

fn edited_in_place(found: &mut WriteCollector<'_>) {
    let command = found.command;
    let in_place = |arg: &str| {
        arg.starts_with("--in-place")
            || arg.strip_prefix('-').is_some_and(|short| {
                // `-i.bak` and `-Ei`, but not the file after an attached `-e…` or `-f…`.
                !short.starts_with('-')
                    && short.split(['e', 'f']).next().is_some_and(|s| s.contains('i'))
            })
    };
    if !command.args().any(in_place) {
        return;
    }
    let has_script = command.args().any(|arg| {
        has_word(SED_SCRIPTS, arg) || arg.starts_with("--expression=") || arg.starts_with("--file=")
    });
    // `-i ''`, as on BSD, leaves an empty operand.
    let files = operands(command, SED_SCRIPTS).filter(|word| !word.text.is_empty());
    found.words(files.skip(usize::from(!has_script)));
}

fn edited_by_perl(found: &mut WriteCollector<'_>) {
    const IN_PLACE: &[&str] = &["-i", "-pi", "-ni", "-0pi", "-lpi"];
    let command = found.command;
    if command.args().any(|arg| IN_PLACE.iter().any(|start| arg.starts_with(start))) {
        let valued = "-e -pe -pie -ne -I -M -0pie";
        found.operands(valued);
    }
}

fn downloaded_by_curl(found: &mut WriteCollector<'_>) {
    let command = found.command;
    let is_short = |arg: &str| arg.len() > 1 && arg.starts_with('-') && !arg.starts_with("--");
    let names_output = |arg: &str| arg == "--output" || (is_short(arg) && arg.ends_with('o'));
    let target = command.words().iter().skip_while(|word| !names_output(&word.text)).nth(1);
    found.optional_words(target.filter(|word| !is_discarded(&word.text)));
    found.writes_unnamed |=
        command.args().any(|arg| arg == "--remote-name" || (is_short(arg) && arg.ends_with('O')));
}

fn downloaded_by_wget(found: &mut WriteCollector<'_>) {
    let command = found.command;
    if command.has("--spider") || command.has("-qO-") || command.has("-O-") {
        return;
    }
    match option_value(command, "-O -qO --output-document") {
        Some(word) if is_discarded(&word.text) => {}
        Some(word) => found.word(&word),
        None => found.writes_unnamed = true,
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
            let by_letter = !first.starts_with("--") && mode.contains(['x', 'c', 'r', 'u']);
            let long = ["extract", "create", "append", "update", "get"];
            !has_option(command, 'O', "to-stdout")
                && (by_letter || long.iter().any(|name| has_option(command, '\0', name)))
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
