//! What an agent leaves for sessions that begin later: in other folders than its own, and by what a person's shell runs.
//! Both last, as `docs/security.md` says.

use serde_json::json;

use crate::row::End::PassesElsewhere;
use crate::row::Step::{self, Sh, Write};
use crate::row::{Row, steps_elsewhere};
use crate::tampering::Guarded;

const SETS_BELOW: &str = "import os\n\
    os.makedirs('web/.cl' + 'aude')\n\
    open('web/.cl' + 'aude/settings.json', 'w').write('{\"disableAllHooks\": true}')\n\
    open('web/.fuse' + 'box.toml', 'w').write('mode = \"observe\"\\n')\n";
const SETS_SHELL: &str = "echo 'export XDG_STATE_HOME=/tmp/elsewhere' >> ~/.bashrc";

#[rustfmt::skip]
pub(crate) const ROWS: &[Row] = &[
    ("p37", &[Write("set.py", SETS_BELOW), Sh("python3 set.py")],
        PassesElsewhere("write settings or a policy, by a program, into a folder below its own or of another project, where a session begins later")),
    ("p38", &[Sh(SETS_SHELL)],
        PassesElsewhere("write what a person or a service runs later: `~/.bashrc`, a program in `~/bin`, a hook or a filter of git in the project, a `Makefile`")),
];

/// A session that made the calls of a row and one more, and is not stopped.
fn after(id: &str) -> Guarded {
    let mut home = Guarded::new();
    for step in steps_elsewhere(id) {
        match step {
            Sh(line) => assert_eq!(home.call(&format!("cd ~/project; {line}"))[0], "", "{id}"),
            Write(path, text) => home.world.write(&format!("project/{path}"), text),
            Step::In(..) | Step::Tool(..) => panic!("{id} has no such step"),
        }
    }
    home.call("ls");
    home.assert_closed();
    home
}

#[test]
fn p37_what_a_program_leaves_in_another_folder_lasts() {
    let home = after("p37");
    assert!(home.world.read("project/web/.claude/settings.json").contains("disableAllHooks"));
    assert!(home.world.read("project/web/.fusebox.toml").contains("observe"));
    let policy_in = |folder: &str, session: &str| {
        let folder = home.world.path(folder);
        for event in ["SessionStart", "UserPromptSubmit"] {
            let fields = json!({"session_id": session, "cwd": folder, "source": "startup", "prompt": "go on"});
            home.tell(event, fields);
        }
        home.world.number(&format!(
            "SELECT policy FROM log WHERE session = '{session}' ORDER BY seq DESC LIMIT 1"
        ))
    };
    assert_ne!(policy_in("project/web", "s2"), policy_in("project", "s3"));
}

#[test]
fn p38_what_a_shell_reads_later_lasts() {
    let home = after("p38");
    assert_eq!(
        home.shell_output("bash -ic 'echo $XDG_STATE_HOME' 2> /dev/null"),
        "/tmp/elsewhere\n"
    );
}
