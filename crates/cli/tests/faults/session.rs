//! Sessions told to the hook, and what is left of them in the store.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;

use serde_json::{Value, json};

use crate::transcript::{CommandOutput, settled};
use crate::world::{World, bash};

/// What the client does with the call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Answer {
    Passes,
    Denied,
}

impl CommandOutput {
    /// What Claude Code does after this answer; the hook has to have ended as planned.
    #[track_caller]
    pub(crate) fn answer(&self) -> Answer {
        assert_eq!(self.code, 0, "{self:?}");
        if self.out.is_empty() {
            return Answer::Passes;
        }
        match self.json()["hookSpecificOutput"]["permissionDecision"].as_str() {
            Some("deny") => Answer::Denied,
            Some(other) => panic!("{other}: {self:?}"),
            None => Answer::Passes,
        }
    }

    /// The call passed, and nothing was said on standard error.
    #[track_caller]
    pub(crate) fn passes_quietly(&self) {
        assert_eq!((self.answer(), self.err.as_str()), (Answer::Passes, ""), "{self:?}");
    }
}

impl World {
    /// A home in which the programs of the system are found.
    pub(crate) fn with_programs() -> Self {
        Self::with_variables(&[("PATH", "/usr/bin:/bin")])
    }

    /// The same, for a user to whom permissions apply.
    pub(crate) fn unprivileged() -> Self {
        let mut world = Self::with_programs();
        world.copy_programs();
        world.drop_rights();
        world
    }

    pub(crate) fn database(&self) -> PathBuf {
        self.state_dir().join("fusebox.db")
    }

    /// The log of failures, without the times.
    pub(crate) fn errors(&self) -> Vec<String> {
        let text = fs::read_to_string(self.state_dir().join("errors.log")).unwrap_or_default();
        let text = settled(&self.home, &text);
        text.lines().map(|line| line.split_once(' ').unwrap().1.to_owned()).collect()
    }

    pub(crate) fn event_of(&self, session: &str, event: &str, mut fields: Value) -> Vec<u8> {
        fields.as_object_mut().unwrap().entry("session_id").or_insert(json!(session));
        self.event(event, fields)
    }

    /// Gives the hook an event as it stands.
    pub(crate) fn give(&self, event: &[u8]) -> CommandOutput {
        self.finish(&mut self.hook(), event)
    }

    pub(crate) fn tell(&self, session: &str, event: &str, fields: Value) -> CommandOutput {
        self.give(&self.event_of(session, event, fields))
    }

    /// A person speaks to a session.
    pub(crate) fn prompt(&self, session: &str) -> CommandOutput {
        self.tell(session, "UserPromptSubmit", json!({"prompt": "go on"}))
    }

    /// The event before a call.
    pub(crate) fn call(&self, session: &str, id: &str) -> Vec<u8> {
        self.event_of(session, "PreToolUse", bash(id, &format!("echo {id}")))
    }

    /// Lets the hook answer a call.
    pub(crate) fn ask(&self, session: &str, id: &str) -> CommandOutput {
        self.give(&self.call(session, id))
    }

    /// Runs the same command `n` times in a session; it fails where it is admitted.
    pub(crate) fn loops(&self, session: &str, n: usize) {
        for n in 0..n {
            let mut call = bash(&format!("c{n}"), "make test");
            if self.tell(session, "PreToolUse", call.clone()).answer() == Answer::Passes {
                call["error"] = "Exit code 2\norders.c: error: no such field".into();
                self.tell(session, "PostToolUseFailure", call).answer();
            }
        }
    }

    /// Session `s1` is open: it ran the same failing command until it was stopped.
    pub(crate) fn trip_by_looping(&self) {
        self.loops("s1", 8);
        assert_eq!(self.ask("s1", "after").answer(), Answer::Denied);
        self.wait_for_delivery();
        let notes = self.notes();
        assert!(notes.iter().any(|note| fs::read_to_string(note).unwrap().contains("\"s1\"")));
    }

    /// The notes of open sessions.
    pub(crate) fn notes(&self) -> Vec<PathBuf> {
        let files = |dir: PathBuf| fs::read_dir(dir).into_iter().flatten().flatten();
        let folders = files(self.path(".cache/fusebox/open"));
        folders.flat_map(|folder| files(folder.path())).map(|note| note.path()).collect()
    }

    /// Waits for the delivery that a trip has started, so that nothing else is at work here.
    pub(crate) fn wait_for_delivery(&self) {
        let waiting = "SELECT count(*) FROM outbox WHERE state = 0";
        until("the delivery", || self.number(waiting) == 0);
        self.wait_until_idle();
    }

    /// Waits until no process works here: one that ends removes what lies in the state folder by
    /// name, also when it was replaced, and one that begins makes what is missing.
    pub(crate) fn wait_until_idle(&self) {
        until("an end of all work", || !is_worked_in(&self.home));
    }

    /// Puts everything in the write-ahead log into the database.
    pub(crate) fn checkpoint_log(&self) {
        self.sql().query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).unwrap();
    }

    /// The database is one, and whole.
    #[track_caller]
    pub(crate) fn is_sound(&self) {
        assert_eq!(self.text("PRAGMA integrity_check"), "ok");
    }

    /// The ids of the log of a session, in the order of their numbers, which have no gap.
    #[track_caller]
    pub(crate) fn logged(&self, session: &str) -> Vec<String> {
        let sql = self.sql();
        let mut rows = sql.prepare("SELECT n, id FROM log WHERE session = ?1 ORDER BY n").unwrap();
        let rows = rows.query_map([session], |row| Ok((row.get::<_, i64>(0)?, row.get(1)?)));
        let rows: Vec<(i64, String)> = rows.unwrap().map(Result::unwrap).collect();
        let numbers: Vec<i64> = rows.iter().map(|row| row.0).collect();
        assert_eq!(numbers, (0..rows.len().try_into().unwrap()).collect::<Vec<i64>>());
        // What stands in for the start of a session that was not reported is no event of the client.
        let told = rows.into_iter().map(|row| row.1);
        told.filter(|id: &String| id != "unreported-start").collect()
    }
}

/// Waits until it is so, two minutes at most: a delivery whose process was late begins again after its lease.
#[track_caller]
pub(crate) fn until(what: &str, so: impl Fn() -> bool) {
    for _ in 0..6_000 {
        if so() {
            return;
        }
        sleep(Duration::from_millis(20));
    }
    panic!("{what} did not come within two minutes");
}

/// Whether another process has a file below this folder open, or is there; not known where there is
/// no `/proc`.
fn is_worked_in(folder: &Path) -> bool {
    let own = std::process::id().to_string();
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    let others = processes.filter(|process| process.file_name().to_str() != Some(own.as_str()));
    let mut links = others.flat_map(|process| {
        let files = fs::read_dir(process.path().join("fd")).into_iter().flatten().flatten();
        files.map(|file| file.path()).chain([process.path().join("cwd")])
    });
    links.any(|link| fs::read_link(link).is_ok_and(|at| at.starts_with(folder)))
}
