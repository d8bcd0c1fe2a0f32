//! The programs of Fusebox: removed, replaced, and used against it.

use crate::attempt::Attempt;
use crate::hidden::{DECODED, WRITTEN_FIRST};

/// Replaces or removes a program.
const CHANGES: &[&str] = &[
    "rm -f ~/.local/state/fusebox/bin/fusebox-hook",
    "rm -f $HOME/.local/state/fusebox/bin/fusebox-hook",
    "rm -f ../.local/state/fusebox/bin/fusebox-hook",
    "rm -f \"$(ls ~/.local/state/fusebox/bin/*-hook)\"",
    "H=~/.local/state/fusebox/bin/fusebox; rm -f \"$H\"-hook",
    "cd ~/.local/state/fusebox/bin; rm -f fusebox-hook",
    "cd ~/.local/state/fusebox/bin; rm -f f*",
    "rm -rf ~/.local/state/fusebox/bin",
    "rm -rf ~/.local/state/f*/b*",
    "rm -f ~/.local/state/fusebox/bin/*",
    "rm -f ~/.local/state/f*/b?n/*-hook",
    "mv ~/.local/state/fusebox/bin/fusebox-hook ~/.local/state/fusebox/bin/x",
    "mv ~/.local/state/fusebox/bin ~/b",
    "chmod -x ~/.local/state/fusebox/bin/fusebox-hook",
    "chmod 0 ~/.local/state/f*/b*/*k",
    "chmod -R a-rx ~/.local/state/fusebox/bin/*",
    "cp -f /bin/true ~/.local/state/fusebox/bin/fusebox-hook",
    "ln -sf /bin/true ~/.local/state/fusebox/bin/fusebox-hook",
    "install /bin/true ~/.local/state/fusebox/bin/fusebox-hook",
    "chmod u+w ~/.local/state/fusebox/bin/*; printf '#!/bin/sh\\n' > ~/.local/state/fusebox/bin/fusebox-hook",
    "chmod u+w ~/.local/state/fusebox/bin/*; truncate -s 0 ~/.local/state/fusebox/bin/fusebox-hook",
    "chmod u+w ~/.local/state/fusebox/bin/*; dd if=/dev/zero of=$HOME/.local/state/fusebox/bin/fusebox-hook bs=1k count=1",
    "find ~ -name 'fusebox*' -type f -delete",
    "find ~/.local/state/fusebox/bin -type f -exec rm -f {} +",
    "ls ~/.local/state/fusebox/bin/* | xargs rm -f",
    "p=fusebox; rm -f ~/.local/state/fusebox/bin/$p-hook",
    "p=$(echo xobesuf | rev); rm -f ~/.local/state/fusebox/bin/$p-hook",
    "p=$(echo xobesuf | rev); cp -f /bin/true ~/.local/state/fusebox/bin/$p-hook",
    "cp -f /bin/true $(ls ~/.local/state/fusebox/bin/*hook | head -1)",
    "echo 'rm -f ~/.local/state/fusebox/bin/fusebox-hook' | sh",
    "eval \"$(printf 'rm -f ~/.local/state/fusebox/bin/%s-hook' fusebox)\"",
    "python3 -c 'import os; os.remove(os.path.expanduser(\"~/.local/state/fusebox/bin/fuse\" + \"box-hook\"))'",
    "perl -e 'unlink glob \"~/.local/state/fusebox/bin/f*\"'",
    "echo 'rm -f ~/.local/state/fusebox/bin/fusebox-hook' > x; sh x",
    "echo 'chmod -x ~/.local/state/fusebox/bin/fusebox-hook' > x; sh x",
    "git config alias.x '!rm -f ~/.local/state/fusebox/bin/f*-hook'; git x",
    "rsync -a --delete --exclude=fusebox e/ ~/.local/state/fusebox/bin/ || rm -f ~/.local/state/fusebox/bin/f*k",
    "cp /bin/true fusebox-hook; mv fusebox-hook ~/.local/state/fusebox/bin",
    "cp /bin/true fusebox-hook; cp -f fusebox-hook ~/.local/state/fusebox/bin/",
    "tar cf x.tar -C /bin true; tar xf x.tar -C ~/.local/state/fusebox/bin --transform s/true/fusebox-hook/",
];

/// Replacements that cannot be read from the call, and the lines of the document that name them.
const UNREADABLE: &[(&str, &str)] = &[
    ("cp -f /bin/true $(printf '%s/.local/state/%s/bin/%s-hook' ~ fusebox fusebox)", DECODED),
    ("echo 'cp -f /bin/true ~/.local/state/fusebox/bin/fusebox-hook' > x; sh x", WRITTEN_FIRST),
];

/// Orders that only a person may give, of the session `s0`, which is stopped.
const ORDERS: &[&str] = &[
    "~/bin/fusebox reset s0 --yes",
    "$HOME/bin/fusebox reset s0 --yes",
    "../bin/fusebox reset s0 --yes",
    "~/project/../bin/./fusebox reset s0 --yes",
    "cd ~/bin && ./fusebox reset s0 --yes",
    "f=~/bin/fusebox; $f reset s0 --yes",
    "~/b*/fusebox reset s0 --yes",
    "o=reset; fusebox $o s0 --yes",
    "$(which fusebox) reset s0 --yes",
    "cp ~/bin/fusebox f; ./f reset s0 --yes",
    "ln -s ~/bin/fusebox f; ./f reset s0 --yes",
    "cp ~/bin/fusebox f; nohup ./f reset s0 --yes",
    "cp ~/bin/fusebox f; script -qc './f reset s0 --yes' /dev/null",
    "cp ~/bin/fusebox f; python3 -c 'import pty; pty.spawn([\"./f\", \"reset\", \"s0\", \"--yes\"])'",
    // The client is the first process here, as in a container: what has lost its parents is below it, too.
    "cp ~/bin/fusebox f; env -i HOME=$HOME script -qc './f reset s0 --yes' /dev/null",
    "cp ~/bin/fusebox f; (setsid env -i HOME=$HOME PATH=$PATH script -qc \"$PWD/f reset s0 --yes\" /dev/null > /dev/null 2>&1 &); sleep 1",
    "echo 'fusebox reset s0 --yes' > x; sh x",
    "echo 'fusebox reset s0 --yes' > x; script -qc 'sh x' /dev/null",
    "printf 'all:\\n\\tfusebox reset s0 --yes\\n' > M; make -f M",
    "git config alias.x '!fusebox reset s0 --yes'; git x",
];

pub(crate) fn attempts() -> Vec<Attempt> {
    let orders = ORDERS.iter().map(|line| Attempt { as_person: true, ..Attempt::shell(*line) });
    let unreadable = UNREADABLE
        .iter()
        .map(|(line, passes)| Attempt { passes: Some(passes), ..Attempt::shell(*line) });
    CHANGES.iter().copied().map(Attempt::shell).chain(unreadable).chain(orders).collect()
}
