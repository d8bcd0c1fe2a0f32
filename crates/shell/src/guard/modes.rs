//! Modes that `chmod` sets: whether the owner can read and start the files afterwards.

use crate::SimpleCommand;

/// Whether `chmod` leaves to the owner what hooks need: to be read and, where they are programs, to be started.
pub(super) fn keeps_hooks_usable(command: &SimpleCommand<'_>) -> bool {
    mode(command).is_some_and(|mode| mode.split(',').all(keeps_owner))
}

/// The files that `chmod` is given.
pub(super) fn files<'c>(command: &'c SimpleCommand<'_>) -> impl Iterator<Item = &'c str> {
    let mut has_mode = false;
    let mut only_operands = false;
    command.args().filter(move |arg| {
        if !only_operands && is_option(arg) {
            only_operands = *arg == "--";
            return false;
        }
        std::mem::replace(&mut has_mode, true)
    })
}

fn mode<'c>(command: &'c SimpleCommand<'_>) -> Option<&'c str> {
    let mut only_operands = false;
    command.args().find(|arg| {
        let is_option = !only_operands && is_option(arg);
        only_operands |= *arg == "--";
        !is_option
    })
}

/// Whether a word is an option of `chmod` and not a mode such as `-x`.
fn is_option(word: &str) -> bool {
    let letters = word.strip_prefix('-').unwrap_or_default();
    word.starts_with("--") || !letters.is_empty() && letters.bytes().all(|b| b"Rcfv".contains(&b))
}

/// Whether a part of a mode takes neither reading nor starting from the owner.
fn keeps_owner(part: &str) -> bool {
    if !part.is_empty() && part.bytes().all(|byte| matches!(byte, b'0'..=b'7')) {
        return u32::from_str_radix(part, 8).is_ok_and(|mode| mode & 0o500 == 0o500);
    }
    let Some(at) = part.find(['+', '-', '=']) else { return false };
    let (who, changes) = part.split_at(at);
    let is_owner = who.is_empty() || who.contains(['u', 'a']);
    let mut rest = changes;
    while let Some(sign) = rest.bytes().next() {
        let end = rest[1..].find(['+', '-', '=']).map_or(rest.len(), |end| end + 1);
        let letters = &rest[1..end];
        let known = letters.bytes().all(|byte| b"rwxXstugo".contains(&byte));
        let has = |wanted: &[char]| letters.contains(wanted);
        let keeps = match sign {
            b'+' => known,
            b'-' => known && !(is_owner && has(&['r', 'x', 'X', 'u', 'g', 'o'])),
            _ => known && (!is_owner || letters == "u" || has(&['r']) && has(&['x', 'X'])),
        };
        if !keeps {
            return false;
        }
        rest = &rest[end..];
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    #[test]
    fn g01_a_mode_leaves_hooks_usable_or_not() {
        for (line, expected) in [
            ("chmod +x a", true),
            ("chmod u+x -- a", true),
            ("chmod -v -- 755 a", true),
            ("chmod 0700 a", true),
            ("chmod u=rwx,go=rx a", true),
            ("chmod -R u=rwX,go=rX a", true),
            ("chmod -R go-w a", true),
            ("chmod ug+rwx-w a", true),
            ("chmod -x a", false),
            ("chmod a-x a", false),
            ("chmod a-x,+x a", false),
            ("chmod u=rw a", false),
            ("chmod 644 a", false),
            ("chmod 000 a", false),
            ("chmod u-r a", false),
            ("chmod $M a", false),
            ("chmod --reference=b a", false),
            ("chmod", false),
        ] {
            let line = parse(line);
            assert_eq!(keeps_hooks_usable(&line.commands[0]), expected, "{}", line.text);
        }
    }

    #[test]
    fn the_files_stand_behind_the_mode() {
        let line = parse("chmod -R -v u+x -- a -b");
        assert_eq!(files(&line.commands[0]).collect::<Vec<_>>(), ["a", "-b"]);
    }
}
