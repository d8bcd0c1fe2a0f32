//! A home with a real repository as its project.

use std::fs;
use std::ops::Deref;
use std::path::Path;
use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

use serde_json::{Value, json};

use super::work_tree::WorkTree;
use crate::transcript::CommandOutput;
use crate::world::World;

pub(super) const PATH: &str = "/usr/local/bin:/usr/bin:/bin";

/// A repository in a home of its own.
pub(super) struct Repo {
    pub(super) world: World,
    work_tree: WorkTree,
}

impl Deref for Repo {
    type Target = WorkTree;

    fn deref(&self) -> &WorkTree {
        &self.work_tree
    }
}

impl Repo {
    /// A repository without a commit, on branch `main`.
    pub(super) fn empty() -> Self {
        let world = World::with_variables(&[("PATH", PATH)]);
        let top = world.path("project");
        fs::remove_dir(top.join(".git")).unwrap();
        let repo = Self { world, work_tree: WorkTree { top } };
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
        Self { work_tree: WorkTree { top: self.world.path(folder) }, ..self }
    }

    /// The commit behind a ref, if there is one.
    pub(super) fn commit_of(&self, reference: &str) -> Option<String> {
        let (found, id) = self.try_git(&["rev-parse", "-q", "--verify", reference]);
        found.then(|| id.trim().to_owned())
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
