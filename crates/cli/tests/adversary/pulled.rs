//! A real `git pull` that brings a colleague's settings and policy, by the agent and by a person.

use std::process::Stdio;

use crate::sandbox::search_path;
use crate::tampering::Guarded;

const SETTINGS: &str = ".claude/settings.json";
const POLICY: &str = ".fusebox.toml";
const STRICT: &str = "[limits]\ntool_calls = 500\n";

/// A session in a project with a repository, whose settings have our hooks. A colleague has a clone.
struct SharedProject {
    home: Guarded,
}

impl SharedProject {
    fn new() -> Self {
        let home = Guarded::new();
        let shared = Self { home };
        assert_eq!(shared.home.world.run("install claude --scope project").code, 0);
        shared.home.world.write(&format!("project/{POLICY}"), STRICT);
        shared.git("rm -rf .git; git init -q -b main . && git add -A && git commit -qm ours && \
            git clone -q --bare . ../upstream.git && git remote add origin ../upstream.git && \
            git fetch -q && git branch -q -u origin/main && git clone -q ../upstream.git ../colleague");
        shared.home.tell("UserPromptSubmit", serde_json::json!({"prompt": "go on"}));
        shared
    }

    /// A colleague changes their clone by a command line, and pushes it.
    fn colleague(&self, line: &str) {
        self.git(&format!(
            "cd ../colleague && {line} && git add -A && git commit -qm theirs && git push -q"
        ));
    }

    /// A person runs a command line in the project.
    fn git(&self, line: &str) {
        let mut shell = self.home.world.command("bash");
        let ended = shell
            .args(["-c", line])
            .env("PATH", search_path())
            .env("GIT_CONFIG_COUNT", "2")
            .env("GIT_CONFIG_KEY_0", "user.name")
            .env("GIT_CONFIG_VALUE_0", "a")
            .env("GIT_CONFIG_KEY_1", "user.email")
            .env("GIT_CONFIG_VALUE_1", "a@b.c")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        assert!(ended.unwrap().success(), "{line}");
    }

    fn read(&self, file: &str) -> String {
        self.home.world.read(&format!("project/{file}"))
    }

    fn state(&self) -> String {
        self.home.state()["state"].as_str().unwrap().to_owned()
    }
}

const GRANTED: &str =
    r#"sed -i '1s/{/{"permissions": {"allow": ["Bash(make)"]},/' .claude/settings.json"#;

#[test]
fn g02_what_a_pull_brings_beside_the_protection_stays() {
    let mut project = SharedProject::new();
    project.colleague(GRANTED);
    assert_eq!(project.home.call("git pull -q")[0], "");
    project.home.call("ls");
    assert!(project.read(SETTINGS).contains("Bash(make)"));
    assert_eq!(project.state(), "closed");
    assert_eq!(project.home.world.run("status").err, "");
}

#[test]
fn g01_a_policy_that_an_agent_pulls_loosens_nothing_until_a_person_accepts_it() {
    let mut project = SharedProject::new();
    project.colleague("echo 'mode = \"observe\"' > .fusebox.toml");
    assert_eq!(project.home.call("git pull -q")[0], "");
    project.home.call("ls");
    assert_eq!(project.read(POLICY), "mode = \"observe\"\n");
    assert_eq!(project.state(), "closed");
    let said = project.home.world.run("status").err;
    assert!(said.contains("mode, limits.tool_calls. To accept it: fusebox guard accept"), "{said}");
    project.home.world.person_does(&["guard", "accept", "--yes"]);
    assert_eq!(project.home.world.run("status").err, "");
}

#[test]
fn g01_hooks_that_an_agents_pull_takes_away_are_put_back() {
    let mut project = SharedProject::new();
    let before = project.read(SETTINGS);
    project.colleague("git rm -q .claude/settings.json");
    project.home.call("git pull -q");
    project.home.call("ls");
    assert_eq!(project.read(SETTINGS), before);
    assert_eq!(project.state(), "open");
}

#[test]
fn g02_what_a_person_pulls_between_two_calls_holds() {
    let mut project = SharedProject::new();
    project.colleague("git rm -q .claude/settings.json; echo 'mode = \"enforce\"' > .fusebox.toml");
    project.home.call("ls");
    project.git("git pull -q");
    project.home.call("ls");
    assert!(!project.home.world.path("project").join(SETTINGS).exists());
    assert_eq!(project.read(POLICY), "mode = \"enforce\"\n");
    assert_eq!(project.state(), "closed");
    assert_eq!(project.home.world.run("status").err, "");
}
