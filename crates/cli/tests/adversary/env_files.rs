//! Files of variables that clients load for themselves and their hooks: what switches hooks off there is put back, the
//! rest is the agent's to write, and nothing else of them is kept.

use std::fs;

use crate::tampering::{Guarded, check_other_client};

const OFF: &str = "which can switch hooks off";

#[test]
fn g01_a_variable_in_a_file_that_a_client_loads_is_put_back() {
    for (client, file, line) in [
        ("gemini", ".gemini/.env", "GEMINI_CLI_SYSTEM_SETTINGS_PATH=/tmp/x"),
        ("gemini", ".env", "export BASH_ENV=/tmp/x"),
        ("gemini", "project/.gemini/.env", "LD_PRELOAD = '/tmp/x.so'"),
        ("gemini", "project/.env", "NODE_OPTIONS=\"--require /tmp/x.js\""),
        ("gemini", "project/.env", "NODE_OPTIONS=\"--title=a\n --require /tmp/x.js\""),
        ("qwen", ".qwen/.env", "QWEN_HOME=/tmp/x"),
        ("qwen", "project/.qwen/.env", "FUSEBOX_MODE=observe"),
        ("qwen", "project/.env", "QWEN_CODE_SIMPLE=1"),
        ("codex", ".codex/.env", "XDG_STATE_HOME=/tmp/x"),
        ("codex", ".codex/.env", "PATH=/tmp/x:/usr/bin"),
    ] {
        check_other_client(client, file, "", &format!("{line}\n"), Some(OFF));
        let key = "API_KEY=\"k\"\n";
        check_other_client(client, file, key, &format!("{key}{line}\n"), Some(OFF));
    }
}

#[test]
fn g01_a_variable_behind_what_is_read_of_a_file_stops_the_session() {
    let mut home = Guarded::new();
    assert_eq!(home.world.run("install gemini").code, 0);
    home.world.write(".env", "A=1\n");
    home.call("ls");
    let text = "# comment\n".repeat((4 << 20) / 10 + 1) + "GEMINI_CLI_HOME=/tmp/x\n";
    fs::write(home.world.path("new"), &text).unwrap();
    home.call("echo 'cp ~/new ~/.env' > x; sh x");
    home.assert_tripped();
    assert!(home.world.run("show").out.contains("longer than settings are read"));
    assert!(home.world.read(".env") == text, "nothing of it is lost");
}

#[test]
fn g02_the_rest_of_a_file_of_variables_is_the_agents_to_write() {
    for (client, file, text) in [
        ("gemini", "project/.env", "DATABASE_URL=postgres://u:p@h/d\nENV=test\nPATH=/x\n"),
        ("gemini", ".gemini/.env", "GEMINI_API_KEY=k2\nGEMINI_MODEL=gemini-2.5-flash\n"),
        ("qwen", "project/.env", "NODE_OPTIONS=--max-old-space-size=8192\nLD_SDK_KEY=sdk\n"),
        ("codex", ".codex/.env", "OPENAI_BASE_URL=http://localhost:1\n# LD_PRELOAD=/x\n"),
        ("gemini", "project/.env", "HOME=/x\nGEMINI_SANDBOX=false\n"),
        ("copilot", "project/.env", "LD_PRELOAD=/tmp/x.so\n"),
    ] {
        check_other_client(client, file, "A=1\n", text, None);
    }
}

#[test]
fn g02_what_else_was_written_into_a_file_of_variables_stays_and_is_kept_nowhere() {
    let mut home = Guarded::new();
    assert_eq!(home.world.run("install gemini").code, 0);
    home.world.write("project/.env", "PAY_KEY=zQ7first\n");
    home.call("ls");
    let text = "PAY_KEY=zQ7second\nBASH_ENV=/tmp/x\nPORT=8080\n";
    fs::write(home.world.path("new"), text).unwrap();
    home.call("echo 'cp ~/new .env' > x; sh x");
    home.assert_tripped();
    assert_eq!(home.world.read("project/.env"), "PAY_KEY=zQ7second\nPORT=8080\n");
    let found = |word: &str| {
        let search = format!("grep -rlF {word} ~/.local/state/fusebox ~/.cache/fusebox");
        !home.shell_output(&search).is_empty()
    };
    assert!(!found("zQ7first") && !found("zQ7second"));
    assert!(found("BASH_ENV"), "the difference is named");
}

#[test]
fn g02_a_persons_variable_is_accepted() {
    let mut home = Guarded::new();
    assert_eq!(home.world.run("install gemini").code, 0);
    home.call("ls");
    home.world.write("project/.env", "BASH_ENV=/mine\n");
    home.call("ls");
    home.assert_closed();
    assert_eq!(home.world.read("project/.env"), "BASH_ENV=/mine\n");
}
