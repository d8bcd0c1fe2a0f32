//! A real repository as a person works in it, and everything of it that they see. The tests of the programs include this
//! file too.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A folder in which git runs.
pub(crate) struct WorkTree {
    pub(crate) top: PathBuf,
}

/// Everything of a repository that a person sees.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct WorkTreeState {
    /// The kind and content of each file, ignored ones included.
    pub(crate) files: BTreeMap<Vec<u8>, String>,
    pub(crate) status: String,
    index: String,
    /// The branch; empty where HEAD is detached.
    pub(crate) head: String,
    commit: String,
}

impl WorkTree {
    pub(crate) fn path(&self, path: impl AsRef<OsStr>) -> PathBuf {
        self.top.join(path.as_ref())
    }

    pub(crate) fn write(&self, path: impl AsRef<OsStr>, text: impl AsRef<[u8]>) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub(crate) fn read(&self, path: impl AsRef<OsStr>) -> String {
        String::from_utf8_lossy(&fs::read(self.path(path)).unwrap()).into_owned()
    }

    pub(crate) fn exists(&self, path: impl AsRef<OsStr>) -> bool {
        self.path(path).symlink_metadata().is_ok()
    }

    /// Git as a person runs it, without a configuration of this machine.
    pub(crate) fn try_git<S: AsRef<OsStr>>(&self, args: &[S]) -> (bool, String) {
        let output = Command::new("git")
            .args(["-c", "user.name=P", "-c", "user.email=p@example.org", "-C"])
            .arg(&self.top)
            .args(["-c", "protocol.file.allow=always", "-c", "advice.sparseIndexExpanded=false"])
            .args(args)
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_EDITOR", "true")
            .output()
            .unwrap();
        let said = [output.stdout, output.stderr].concat();
        (output.status.success(), String::from_utf8_lossy(&said).into_owned())
    }

    #[track_caller]
    pub(crate) fn git<S: AsRef<OsStr>>(&self, args: &[S]) -> String {
        let (success, said) = self.try_git(args);
        let shown: Vec<_> = args.iter().map(|arg| arg.as_ref().to_string_lossy()).collect();
        assert!(success, "git {shown:?}: {said}");
        said
    }

    pub(crate) fn commit(&self, message: &str) {
        self.git(&["add", "-A"]);
        self.git(&["commit", "-q", "--allow-empty", "-m", message]);
    }

    /// Makes two branches that disagree about `a.txt`, and stays on `main`.
    pub(crate) fn disagree(&self) {
        self.git(&["switch", "-q", "-c", "side"]);
        self.write("a.txt", "theirs\n");
        self.write("side.txt", "side\n");
        self.commit("theirs");
        self.git(&["switch", "-q", "main"]);
        self.write("a.txt", "ours\n");
        self.commit("ours");
    }

    pub(crate) fn state(&self) -> WorkTreeState {
        WorkTreeState {
            files: files(&self.top),
            status: self.git(&["status", "--porcelain=v2", "--untracked-files=all", "--ignored"]),
            index: self.git(&["ls-files", "-s", "-t"]),
            head: self.try_git(&["symbolic-ref", "-q", "HEAD"]).1,
            commit: self.try_git(&["rev-parse", "-q", "--verify", "HEAD"]).1,
        }
    }
}

/// Every file below `top`, git dirs left out: its kind and content.
fn files(top: &Path) -> BTreeMap<Vec<u8>, String> {
    let mut found = BTreeMap::new();
    let mut open = vec![top.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let meta = path.symlink_metadata().unwrap();
            if path.file_name() == Some(OsStr::new(".git")) {
                continue;
            }
            let shown = if meta.is_dir() {
                open.push(path);
                continue;
            } else if meta.is_symlink() {
                format!("link to {}", fs::read_link(&path).unwrap().display())
            } else {
                let kind = if meta.permissions().mode() & 0o100 == 0 { "file" } else { "program" };
                format!("{kind} {}", fs::read(&path).unwrap().escape_ascii())
            };
            found.insert(path.strip_prefix(top).unwrap().as_os_str().as_bytes().to_vec(), shown);
        }
    }
    found
}
