//! Recognises lines that first bring what runs, or what tools made, back to how it began: `nx reset && nx build`.

use fusebox_shell::{SimpleCommand, clears, is_printer, parse};

use crate::call_effects::removes_made_files;

/// Whether the line of this short form resets something and then runs something else.
pub(crate) fn resets_first(label: &str) -> bool {
    // Most calls are one command, and need not be parsed.
    if !label.contains(['&', ';']) {
        return false;
    }
    let line = parse(label);
    let is_cut = label.ends_with('…');
    let mut acting = line.commands.iter().filter(|command| !is_idle(command)).peekable();
    let mut resets_one = false;
    while let Some(command) = acting.next() {
        let is_last = acting.peek().is_none() && !is_cut;
        resets_one |= !is_last && resets(command);
    }
    resets_one && line.commands.last().is_some_and(|last| is_cut || !resets(last))
}

/// Whether the command does nothing of its own: it goes to a folder, waits or prints.
fn is_idle(command: &SimpleCommand<'_>) -> bool {
    is_printer(command) || matches!(command.program(), "cd" | "sleep" | "true" | ":")
}

/// Whether the command resets what runs or what tools made, and which they make or start again. What git brings back are sources.
pub(crate) fn resets(command: &SimpleCommand<'_>) -> bool {
    const VERBS: [&str; 14] = [
        "clean",
        "clear",
        "dedupe",
        "down",
        "invalidate",
        "kill",
        "prune",
        "purge",
        "repair",
        "reset",
        "restart",
        "shutdown",
        "stop",
        "teardown",
    ];
    let says_so = |word: &str| word.split([':', '-', '_']).any(|part| VERBS.contains(&part));
    let is_option =
        |word: &str| word.strip_prefix("--").is_some_and(|option| VERBS.contains(&option));
    let operands = || command.args().filter(|word| !word.starts_with('-'));
    // What names a part resets that part, and the next call may ask about the next.
    let resets_all = || {
        operands().last().is_some_and(says_so)
            || operands().count() < 2 && command.args().any(is_option)
    };
    let is_free =
        !command.piped_from && !command.pipes_to && command.written_redirects().next().is_none();
    is_free
        && match command.program() {
            "git" => command.args().next() == Some("clean"),
            "kill" | "killall" | "pkill" => true,
            "rm" | "rmdir" | "rimraf" => removes_made_files(command),
            // They build as well.
            "make" | "gmake" | "just" | "mvn" | "mvnw" | "gradle" | "gradlew" => {
                operands().all(says_so) && resets_all()
            }
            _ => clears(command) || resets_all(),
        }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a13_lines_that_reset_something_first() {
        for line in [
            "npx nx reset && npx nx build checkout",
            "npx nx daemon --stop; rm -rf .nx/cache dist && npx nx build checkout",
            "rm -rf node_modules && npm ci",
            "docker compose down -v && docker compose up -d",
            "cd web && npm cache clean --force && npm ci 2>&1 | tail -4",
            "php artisan config:clear && php artisan serve",
            "./gradlew --stop && ./gradlew assembleDebug",
            "make clean && make",
            "killall node; sleep 3; npx nx build",
            "git clean -xfd && pnpm build",
            "rm -rf tmp .angular/cache node_modules/.cache && NX_DAEMON=fal…",
        ] {
            assert_eq!(resets_first(line), !line.starts_with("rm -rf tmp"), "{line}");
        }
        for line in [
            "npx nx build",
            "npx nx reset",
            "rm -rf src/old && make",
            "make clean all && make check",
            "git reset --hard && make",
            "npm test && npm run clean",
            "make web && make api",
            "cd web && make",
            "echo reset && make",
            "docker compose stop web && docker compose up -d",
            "./tenant reset a && make",
            "npm ci --no-clean && make",
            "",
        ] {
            assert!(!resets_first(line), "{line}");
        }
    }
}
