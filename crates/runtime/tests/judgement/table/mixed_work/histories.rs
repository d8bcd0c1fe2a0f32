//! Histories of git, refactors over many files, and reviews.

use super::super::call::{edit, laps, look, search, shell};
use super::super::case::{Case, healthy, nudged_at_most, stuck};
use super::{count, each, in_turn};

pub(super) fn cases() -> Vec<Case> {
    let conflict = |n: usize| {
        format!(
            "Auto-merging src/cart.rs\nCONFLICT (content): Merge conflict in src/cart.rs\nerror: could not apply 4f2c9d{n}... Change part {n}\nhint: After resolving the conflicts, mark them with \"git add\", then run \"git cherry-pick --continue\"."
        )
    };
    vec![
        healthy("the last commit of every file, always the first", each(|name| shell(format!("git log -1 --format=%h,%s -- src/{name}.rs"), "4f2c9d0,Import", 0))),
        healthy("lines that one commit wrote", count(14, |n| shell(format!("git blame -s -L {n},{n} src/cart.rs | cut -d' ' -f1"), "4f2c9d0", 0))),
        healthy("commits that are picked, each with a conflict", (1..=8).flat_map(|n| [
            shell(format!("git cherry-pick 4f2c9d{n}"), conflict(n), 1),
            look("src/cart.rs", format!("<<<<<<< HEAD\nlet a = {n};\n=======\nlet b = {n};\n>>>>>>> 4f2c9d{n}")),
            edit("src/cart.rs", format!("<<<<<<< HEAD {n}"), format!("let b = {n};")),
            shell("git add -A && git -c core.editor=true cherry-pick --continue", format!("[main 77ab{n}] Change part {n}\n 1 file changed"), 0),
        ]).collect()),
        healthy("a rebase that stops at every commit", laps(10, |n| [
            edit("src/cart.rs", format!("<<<<<<< HEAD {n}"), format!("let b = {n};")),
            shell("git add src/cart.rs && git rebase --continue", format!("Auto-merging src/cart.rs\nCONFLICT (content): Merge conflict in src/cart.rs\nerror: could not apply 4f2c9d{n}... Change part {n}"), 1),
        ])),
        healthy("a name that is replaced, with a count after each file", (0..12).flat_map(|n| [
            shell(format!("sed -i 's/old_total/total/g' src/part{n}.rs"), "", 0),
            shell("rg -l old_total src | wc -l", format!("{}", 11 - n), 0),
        ]).collect()),
        healthy("a function that is gone, file after file", laps(14, |n| [
            edit(format!("src/part{n}.rs"), "old_total()", "total()"),
            shell("cargo check 2>&1 | grep -A1 '^error' | head -2", format!("error[E0425]: cannot find function `old_total` in this scope\n  --> src/part{}.rs:12:5", n + 1), 0),
        ])),
        healthy("patches that are taken from mails", count(12, |n| shell(format!("git am patches/{n:04}.patch"), format!("Applying: Change part {n}"), 0))),
        healthy("a review of many files, with a remark to each", NAMES_OF_FILES.iter().flat_map(|name| [
            shell(format!("git diff main -- src/{name}.rs"), format!("+fn {name}() {{}}\n-fn old_{name}() {{}}"), 0),
            shell(format!("gh api repos/acme/shop/pulls/7/comments -f path=src/{name}.rs -f body='Fine.' --silent"), "", 0),
        ]).collect()),
        healthy("files that are moved, and built after each", (0..10).flat_map(|n| [
            shell(format!("git mv src/part{n}.rs src/parts/part{n}.rs"), "", 0),
            edit("src/lib.rs", format!("mod part{n};"), format!("#[path = \"parts/part{n}.rs\"] mod part{n};")),
            shell("cargo check -q", "", 0),
        ]).collect()),
        healthy("releases that hold a commit, asked one by one", count(14, |n| shell(format!("git merge-base --is-ancestor 4f2c9d0 v1.{n} && echo yes"), "yes", 0))),
        nudged_at_most("words that no commit ever held", each(|name| shell(format!("git log -S old_{name} --oneline"), "", 0))),
        stuck("a pick that is continued, skipped and begun anew", in_turn(16, &["git cherry-pick --continue", "git cherry-pick 4f2c9d1", "git add -A && git cherry-pick --continue", "git cherry-pick -x 4f2c9d1"], "error: could not apply 4f2c9d1... Change part 1\nhint: After resolving the conflicts, mark them with \"git add\"", 1)).refused(),
        stuck("a rebase with a conflict that nobody mends", laps(7, |_| [
            shell("git rebase --continue", "src/cart.rs: needs merge\nYou must edit all merge conflicts and then\nmark them as resolved using git add", 1),
            shell("git status --short", "UU src/cart.rs", 0),
            look("src/cart.rs", "<<<<<<< HEAD\nlet a = 1;\n=======\nlet b = 1;\n>>>>>>> 4f2c9d1"),
        ])),
        stuck("a change that is read again and again", laps(6, |_| [
            shell("git diff main --stat", " src/cart.rs | 4 ++--\n 1 file changed", 0),
            shell("git diff main", "-let a = 1;\n+let b = 1;", 0),
            look("src/cart.rs", "let b = 1;"),
            shell("git log --oneline main..HEAD", "4f2c9d1 Change part 1", 0),
        ])),
        stuck("a name that no replacement reaches", ["sed -i s/oldTotal/total/g src/*.rs", "perl -pi -e s/oldTotal/total/g src/*.rs", "find src -name '*.rs' -exec sed -i s/oldTotal/total/g {} +", "rg -l oldTotal src | xargs sed -i s/oldTotal/total/g", "sed -i -E s/oldTotal/total/g src/*.rs", "sed -i s/OldTotal/total/g src/*.rs", "perl -i -pe s/old.Total/total/g src/*.rs", "sed -i s/old-total/total/g src/*.rs"]
            .into_iter().flat_map(|command| [shell(command, "", 0), shell("cargo check 2>&1 | grep '^error'", "error[E0425]: cannot find function `old_total` in this scope", 0)]).collect()),
        stuck("one commit that is shown in every way", in_turn(15, &["git show 4f2c9d1", "git show 4f2c9d1 --no-color", "git log -1 -p 4f2c9d1", "git --no-pager show 4f2c9d1", "git show 4f2c9d1 | cat"], "commit 4f2c9d1\n    Change part 1\n-let a = 1;\n+let b = 1;", 0)).refused(),
        stuck("a search for one name, with other flags", ["", "-n", "-i", "-w", "-F", "--hidden", "-uu", "--no-ignore", "-g '*.rs'", "-t rust", "-l", "--pretty"]
            .map(|flags| shell(format!("rg {flags} old_total src"), "", 1)).to_vec()),
        healthy("names that are searched for, each somewhere else", each(|name| search(format!("fn {name}"), "src", format!("src/{name}.rs:4:fn {name}() {{")))),
    ]
}

const NAMES_OF_FILES: [&str; 9] =
    ["cart", "tax", "order", "voucher", "stock", "price", "gift", "bill", "user"];
