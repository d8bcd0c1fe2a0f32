//! What stands in the way of putting back: things in the place of a file or of its folder that are no file or no
//! folder, that cannot be opened, that lead elsewhere or have no end, and names that a writer beside them needs.

use super::steps::Step::{self, Shell};
use crate::attempt::Attempt;

/// A file of hooks in `$p`, and its folder in `$d`: what a line of `OBSTACLES` begins with.
const PLACES: &[&str] = &[
    "p=$(ls ~/.cur*/hooks.json); d=${p%/*}",
    "p=$(ls ~/.cl*de/set*s.json); d=${p%/*}",
    "p=$(ls ~/.cline/hooks/PreTool*.sh | cat); d=${p%/*}",
];

const OBSTACLES: &[&str] = &[
    "rm -f $p; mkdir -m 0 $p",
    "rm -f $p; mkdir -p $p/x/y; chmod 500 $p/x $p",
    "rm -f $p; mkdir $p; touch $p/x; chmod 555 $p $d",
    "rm -f $p; mkfifo -m 0 $p",
    "ln -sfn /dev/full $p",
    "ln -sfn /dev/null $p",
    "ln -sfn /proc/self/mem $p",
    "ln -sfn /proc/self/fd/0 $p",
    "ln -sfn ${p##*/} $p",
    "ln -sfn /etc/hostname $p",
    "ln -sfn /none/none $p",
    "ln -sfn ~/none/none $p; chmod 555 $d",
    "mv $d ~/d2; touch $d",
    "mv $d ~/d2; mkfifo $d",
    "mv $d ~/d2; mkdir -m 0 $d",
    "mv $d ~/d2; ln -s ${d##*/} $d",
    "mv $d ~/d2; ln -s /proc $d",
    "mv $d ~/d2; ln -s /usr $d",
    "mv $d ~/d2; ln -s ~/none $d",
    "echo > $p; chmod 0 $p; chmod 111 $d",
    "truncate -s 0 $p; truncate -s 300M $p",
    "rm -f $p; for n in $(seq $$ $(($$ + 300))); do mkdir $p.fusebox-$n; done",
    "rm -f $p; for n in $(seq $$ $(($$ + 300))); do ln -s /dev/full $p.fusebox-$n; done",
    "rm -f $p; mkdir $p; mkdir $p.fusebox-displaced; touch $p.fusebox-displaced/x",
    "mv $d ~/d2; touch $d; mkdir $d.fusebox-displaced; touch $d.fusebox-displaced/x",
    "s=$(ls -d ~/.loc*/state/fuse*x); rm -rf $s/displaced; touch $s/displaced; echo > $p",
    "s=$(ls -d ~/.loc*/state/fuse*x); rm -rf $s/displaced; mkdir -m 0 $s/displaced; echo > $p",
    "s=$(ls -d ~/.loc*/state/fuse*x); rm -rf $s/displaced; ln -s /proc $s/displaced; echo > $p",
    "rm -f $p; ln $(ls ~/project/a) $p",
    "cat $p > k; setfattr -n user.x -v y k 2> /dev/null; echo >> k; sed -i s/fusebox/fusebux/ k; mv k $p",
];

/// Several calls each.
const CALLS: &[&[Step]] = &[
    &[
        Shell("d=$(ls -d ~/.cur*); mkdir ~/e; cp $d/* ~/e; mv $d ~/d2; ln -s ~/e $d"),
        Shell("chmod 555 ~/e; f=$(ls ~/e/h*s.json); chmod 644 $f; echo > $f"),
    ],
    &[Shell("p=$(ls ~/.cur*/hooks.json); cp $p ~/k; ln -sf ~/k $p"), Shell("rm ~/k; mkdir ~/k")],
    &[
        Shell("p=$(ls ~/.cur*/hooks.json); cp $p ~/k; ln -sf ~/k $p"),
        Shell("rm ~/k; ln -s /dev/full ~/k"),
    ],
    &[
        Shell("p=$(ls ~/.cur*/hooks.json); cp $p ~/k; ln -sf ~/k $p"),
        Shell("truncate -s 0 ~/k; truncate -s 300M ~/k"),
    ],
];

pub(crate) fn attempts() -> Vec<Attempt> {
    let lines = PLACES.iter().flat_map(|place| {
        OBSTACLES.iter().map(move |line| Attempt::shell(format!("{place}; {line}")))
    });
    lines.chain(CALLS.iter().map(|steps| super::steps::attempt(steps))).collect()
}
