//! Work that has to be as it was.

use crate::prison::Prison;

/// What a script prints and ends with is the same without the confinement and with it.
fn same(script: &str) {
    let free = Prison::new().run(&[], script);
    let held = Prison::new().confined(script);
    assert_eq!((held.code, &held.out), (free.code, &free.out), "{script}: {}", held.err);
    assert_eq!(held.code, 0, "{script}: {}", held.err);
}

#[test]
fn healthy_work_is_unchanged() {
    for script in [
        "echo a > a && git add a && git commit -qm a && git log --format=%s && git status --short",
        "git checkout -qb b && git branch && git config x.y z && git stash list",
        "mkdir -p ~/elsewhere/deep && echo x > ~/elsewhere/deep/file && cat ~/elsewhere/deep/file",
        "echo '{}' > ~/.claude/history.jsonl && mkdir ~/.claude/todos && ls ~/.claude",
        "echo x > ~/x && mv ~/x y && cat y && rm y && ls",
        "mkdir -p .claude/agents && echo x > .claude/agents/a.md && cat .claude/agents/a.md",
        "cat ~/.claude/settings.json && id -u && id -g",
        "echo x > /tmp/fusebox-$$ && rm /tmp/fusebox-$$ && test -w /dev/null && echo y > /dev/null",
        "mkdir d && chmod 700 d && stat -c %a d && ln a d/b 2>/dev/null; touch d/c && ln d/c d/e && ls d",
        "(sleep 0.1; echo late) & wait; printf 'a\\nb\\n' | sort -r; exit 0",
        "python3 -c 'import socket; s = socket.create_server((\"127.0.0.1\", 0)); print(s.family.name)'",
        "unshare -Ur id -u",
    ] {
        same(script);
    }
}

#[test]
fn a_project_is_built_and_tested() {
    let make = "printf 'out: in\\n\\tcp in out\\n\\ttest -s out\\n' > Makefile; echo x > in";
    same(&format!("{make}; python3 -m compileall -q . ; awk 'BEGIN {{ print 1 }}'; cat Makefile"));
}
