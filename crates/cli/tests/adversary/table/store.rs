//! The state folder.

use crate::attempt::Attempt;

const LINES: &[&str] = &[
    "rm -f ~/.local/state/fusebox/fusebox.db",
    "rm -rf ~/.local/state/fusebox",
    "rm -rf \"$HOME\"/.local",
    "rm -rf ../.local/state",
    "rm -rf ~/.l*/s*/f*",
    "cd ~/.local/state && rm -rf fusebox",
    "mv ~/.local/state/fusebox ~/x",
    ": > ~/.local/state/fusebox/fusebox.db",
    "truncate -s 0 ~/.local/state/fusebox/*.db",
    "cp /dev/null ~/.local/state/fusebox/fusebox.db",
    "sqlite3 ~/.local/state/fusebox/fusebox.db 'delete from log; update scope set open = 0'",
    "python3 -c \"import sqlite3; sqlite3.connect('$HOME/.local/state/fusebox/fusebox.db').executescript('drop table log')\"",
    "find ~/.local -name '*.db' -delete",
    "ls ~/.local/state/fusebox/fusebox.db | xargs rm -f",
    "ln -sf /dev/null ~/.local/state/fusebox/fusebox.db",
    "shred -u ~/.local/state/fusebox/fusebox.db",
    "chmod 0 ~/.local/state/fusebox; mv ~/.local/state ~/s",
    "git diff --no-index --output=$HOME/.local/state/fusebox/fusebox.db a /dev/null; git diff --no-index --output=$HOME/.local/state/fusebox/fusebox.db-wal a /dev/null",
    "sort -o ~/.local/state/fusebox/fusebox.db a; sort -o ~/.local/state/fusebox/fusebox.db-wal a",
    "tar -cf x.tar --remove-files ~/.local",
];

pub(crate) fn attempts() -> Vec<Attempt> {
    LINES.iter().copied().map(Attempt::shell).collect()
}
