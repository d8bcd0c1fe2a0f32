//! A home with a real repository as its project, and everything that can be seen of that.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

use serde_json::{Value, json};

use crate::transcript::CommandOutput;
use crate::world::World;

pub(super) const PATH: &str = "/usr/local/bin:/usr/bin:/bin";

/// A repository in a home of its own.
pub(super) struct Repo {
    pub(super) world: World,
    pub(super) top: PathBuf,
}

/// What a person sees.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct State {
    files: BTreeMap<Vec<u8>, String>,
    status: String,
    index: String,
    branch: String,
    commit: String,
}

impl Repo {
    /// A repository without a commit, on branch `main`.
    pub(super) fn empty() -> Self {
        let world = World::with_variables(&[("PATH", PATH)]);
        let top = world.path("project");
        fs::remove_dir(top.join(".git")).unwrap();
        let repo = Self { world, top };
        repo.git(&["init", "-q", "-b", "main"]);
        repo.world.write(".config/fusebox/config.toml", "notify = []\n");
        repo
    }

    /// A repository with a few files and one commit.
    pub(super) fn new() -> Self {
        let repo = Self::empty();
        repo.write("a.txt", "one\n");
        repo.write("src/lib.rs", "fn main() {}\n");
        repo.write("gone.txt", "to be deleted\n");
        repo.write(".gitignore", "*.log\n");
        repo.commit("first");
        repo
    }

    /// The same home, where the work is done in another folder of it.
    pub(super) fn inside(self, folder: &str) -> Self {
        Self { top: self.world.path(folder), ..self }
    }

    pub(super) fn write(&self, path: &str, text: &str) {
        let path = self.top.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub(super) fn read(&self, path: &str) -> String {
        fs::read_to_string(self.top.join(path)).unwrap()
    }

    pub(super) fn exists(&self, path: impl AsRef<Path>) -> bool {
        self.top.join(path).symlink_metadata().is_ok()
    }

    pub(super) fn try_git(&self, args: &[&str]) -> (bool, String) {
        let output = Command::new("git")
            .args(["-c", "user.name=P", "-c", "user.email=p@example.org", "-C"])
            .arg(&self.top)
            .args(["-c", "protocol.file.allow=always"])
            .args(args)
            .env_clear()
            .env("PATH", PATH)
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_EDITOR", "true")
            .output()
            .unwrap();
        let said = [output.stdout, output.stderr].concat();
        (output.status.success(), String::from_utf8_lossy(&said).into_owned())
    }

    pub(super) fn git(&self, args: &[&str]) -> String {
        let (success, said) = self.try_git(args);
        assert!(success, "git {args:?}: {said}");
        said
    }

    pub(super) fn commit(&self, message: &str) {
        self.git(&["add", "-A"]);
        self.git(&["commit", "-q", "-m", message]);
    }

    /// The commit behind a ref, if there is one.
    pub(super) fn commit_of(&self, reference: &str) -> Option<String> {
        let (found, id) = self.try_git(&["rev-parse", "-q", "--verify", reference]);
        found.then(|| id.trim().to_owned())
    }

    pub(super) fn state(&self) -> State {
        let mut files = BTreeMap::new();
        collect(&self.top, &self.top, &mut files);
        State {
            files,
            status: self.git(&["status", "--porcelain=v2", "--ignored", "-z"]),
            index: self.git(&["ls-files", "-s", "-z"]),
            branch: self.try_git(&["symbolic-ref", "-q", "HEAD"]).1,
            commit: self.commit_of("HEAD").unwrap_or_default(),
        }
    }

    pub(super) fn run(&self, words: &str) -> CommandOutput {
        let mut command = self.world.fusebox();
        self.world.finish(command.args(words.split_whitespace()).current_dir(&self.top), b"")
    }

    /// As a person at a terminal, who types `answer`.
    pub(super) fn person(&self, words: &[&str], answer: &str) -> CommandOutput {
        self.world.person_at(&self.top, PATH, words, answer)
    }

    /// What a person does, which succeeds.
    #[track_caller]
    pub(super) fn person_does(&self, words: &[&str]) -> CommandOutput {
        let ran = self.person(words, "y\n");
        assert_eq!(ran.code, 0, "{words:?}: {}{}", ran.out, ran.err);
        ran
    }

    /// The same with programs of `folder` before all others.
    pub(super) fn person_with(&self, folder: &Path, words: &[&str], answer: &str) -> CommandOutput {
        let path = format!("{}:{PATH}", folder.display());
        self.world.person_at(&self.top, &path, words, answer)
    }

    /// The hook, with these programs.
    pub(super) fn hook(&self, path: &str) -> Command {
        let mut command = self.world.hook_below_shell();
        command.current_dir(&self.top).env("PATH", path);
        command
    }

    pub(super) fn event(&self, session: &str, event: &str, mut fields: Value) -> Vec<u8> {
        fields["session_id"] = json!(session);
        fields["cwd"] = json!(self.top);
        self.world.event(event, fields)
    }

    /// Tells one event of Claude Code, which must pass without a word on standard error.
    pub(super) fn send_hook_event(
        &self,
        session: &str,
        event: &str,
        fields: Value,
    ) -> CommandOutput {
        let ran = self.world.finish(&mut self.hook(PATH), &self.event(session, event, fields));
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.out);
        ran
    }

    /// A session that was given a prompt; its checkpoint is there.
    pub(super) fn begun(&self, session: &str) {
        self.send_hook_event(session, "SessionStart", json!({"source": "startup"}));
        self.send_hook_event(session, "UserPromptSubmit", json!({"prompt": "make it pass"}));
        self.settled(session);
    }

    /// Asks for a call that changes a file.
    pub(super) fn edits(&self, session: &str, path: &str) -> CommandOutput {
        let input = json!({"file_path": self.top.join(path), "content": path});
        let id = format!("{session}-{path}");
        let fields = json!({"tool_name": "Write", "tool_input": input, "tool_use_id": id});
        self.send_hook_event(session, "PreToolUse", fields)
    }

    /// What is known of a session.
    pub(super) fn status(&self, session: &str) -> Value {
        self.run(&format!("task show {session} --json")).json()
    }

    /// Waits for what becomes of the checkpoint.
    pub(super) fn settled(&self, session: &str) -> Value {
        for _ in 0..1_000 {
            let view = self.status(session);
            if !view["checkpoint"].is_null() || !view["checkpoint_missing"].is_null() {
                return view;
            }
            sleep(Duration::from_millis(10));
        }
        panic!("{:?}", self.run("doctor").transcript());
    }
}

fn collect(top: &Path, folder: &Path, files: &mut BTreeMap<Vec<u8>, String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.file_name().is_some_and(|name| name == ".git") {
            continue;
        }
        let meta = path.symlink_metadata().unwrap();
        if meta.is_dir() {
            collect(top, &path, files);
            continue;
        }
        let what = if meta.is_symlink() {
            format!("link {}", fs::read_link(&path).unwrap().display())
        } else {
            let bytes = fs::read(&path).unwrap();
            format!("{:o} {}", meta.permissions().mode() & 0o111, String::from_utf8_lossy(&bytes))
        };
        let name = path.strip_prefix(top).unwrap().as_os_str().as_bytes().to_vec();
        files.insert(name, what);
    }
}
