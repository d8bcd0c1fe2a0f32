//! A home of its own with a project in it, and `fusebox run` started there.

use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::Value;

use crate::transcript::CommandOutput;
use crate::world::{FUSEBOX, HOOK, World};

/// The longest wait for anything; a test that reaches it has failed.
const PATIENCE: Duration = Duration::from_secs(60);
/// For `env`: restores the default action of signals. A test that runs in the background would
/// inherit an ignored `INT`.
pub(crate) const DEFAULT_SIGNALS: &str = "--default-signal=INT,QUIT,HUP,TERM";
pub(crate) const PATH: &str = "/usr/local/bin:/usr/bin:/bin";

/// A home with a project in it.
pub(crate) struct Machine {
    pub(crate) world: World,
}

impl Machine {
    /// A machine on which these variables are set.
    pub(crate) fn with(variables: &[(&'static str, &str)]) -> Self {
        let own = [("PATH", PATH), ("HOOK", HOOK), ("FUSEBOX", FUSEBOX)];
        Self { world: World::with_variables(&[&own, variables].concat()) }
    }

    pub(crate) fn new() -> Self {
        Self::with(&[])
    }

    pub(crate) fn path(&self, inside: &str) -> PathBuf {
        self.world.path("project").join(inside)
    }

    /// Waits until a command of the run has written this file.
    pub(crate) fn wait_for(&self, inside: &str) -> String {
        self.until(inside, || {
            fs::read_to_string(self.path(inside)).ok().filter(|it| !it.is_empty())
        })
    }

    /// Whether a process with this in its command line is alive in this machine's folders.
    pub(crate) fn has_process(&self, mark: &str) -> bool {
        fs::read_dir("/proc").unwrap().flatten().any(|entry| {
            let line = fs::read(entry.path().join("cmdline")).unwrap_or_default();
            let folder = fs::read_link(entry.path().join("cwd")).unwrap_or_default();
            String::from_utf8_lossy(&line).replace('\0', " ").contains(mark)
                && folder.starts_with(&self.world.home)
        })
    }

    /// Waits until `there` returns a value.
    pub(crate) fn until<T>(&self, what: &str, there: impl Fn() -> Option<T>) -> T {
        self.within(PATIENCE, what, there)
    }

    /// The same, for what takes longer.
    pub(crate) fn within<T>(
        &self,
        patience: Duration,
        what: &str,
        there: impl Fn() -> Option<T>,
    ) -> T {
        let step = Duration::from_millis(20);
        for _ in 0..patience.as_millis() / step.as_millis() {
            if let Some(there) = there() {
                return there;
            }
            std::thread::sleep(step);
        }
        panic!("{what} did not come");
    }

    pub(crate) fn fusebox(&self) -> Command {
        let mut command = self.world.command("env");
        command.args([DEFAULT_SIGNALS, FUSEBOX]);
        command
    }

    /// Runs `fusebox` with these words to its end.
    pub(crate) fn run_fusebox(&self, words: &[&str]) -> CommandOutput {
        output_of(self.fusebox().args(words).spawn().unwrap())
    }

    /// Starts `fusebox run OPTIONS -- sh -c SCRIPT`.
    pub(crate) fn start(&self, options: &[&str], script: &str) -> Child {
        let mut command = self.fusebox();
        command.arg("run").args(options).args(["--", "sh", "-c", script]).spawn().unwrap()
    }

    /// The same, to its end.
    pub(crate) fn run(&self, options: &[&str], script: &str) -> CommandOutput {
        output_of(self.start(options, script))
    }

    /// The same, which must end with this code.
    #[track_caller]
    pub(crate) fn run_expecting(&self, code: i32, options: &[&str], script: &str) -> CommandOutput {
        let ran = self.run(options, script);
        assert_eq!(ran.code, code, "{script}: {}", ran.err);
        ran
    }

    /// The records of all runs, the latest first.
    pub(crate) fn records(&self) -> Vec<Value> {
        let Value::Array(records) = self.run_fusebox(&["runs", "--json"]).json() else { panic!() };
        records
    }

    /// The record of the latest run.
    pub(crate) fn record(&self) -> Value {
        self.records().remove(0)
    }

    /// How many effects of this kind were ever queued.
    pub(crate) fn queued(&self, kind: &str) -> i64 {
        let count = "SELECT count(*) FROM outbox WHERE kind = ?1";
        self.world.sql().query_row(count, [kind], |row| row.get(0)).unwrap()
    }

    /// A person at a terminal runs `fusebox` and answers yes.
    #[track_caller]
    pub(crate) fn person(&self, words: &[&str]) {
        self.world.person_does(words);
    }
}

/// Waits for the end of a command and returns its output.
pub(crate) fn output_of(child: Child) -> CommandOutput {
    let output = child.wait_with_output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    CommandOutput {
        code: output.status.code().unwrap_or(-1),
        out: text(&output.stdout),
        err: text(&output.stderr),
    }
}

/// Sends a signal by its name to one process.
pub(crate) fn kill(signal: &str, pid: u64) {
    assert!(try_kill(signal, pid), "no process {pid}");
}

/// The same; whether the process was there.
pub(crate) fn try_kill(signal: &str, pid: u64) -> bool {
    let mut command = Command::new("kill");
    command.arg(format!("-{signal}")).arg(pid.to_string()).stderr(Stdio::null());
    command.status().unwrap().success()
}
