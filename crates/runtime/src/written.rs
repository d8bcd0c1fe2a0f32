//! Where a call writes, links and `..` resolved: read from the file system, and only while a scope
//! is on.

use std::collections::{BTreeSet, VecDeque};
use std::ffi::OsString;
use std::path::{Component, Path, PathBuf};

use fusebox_engine::state::SessionState;
use fusebox_engine::{WriteTarget, WriteTargets};
use fusebox_observe::{CallEffects, ResolveWrites, is_test_file};
use fusebox_text::{printable_line, redact};
use xxhash_rust::xxh3::xxh3_64;

use crate::project::work_tree_top;
use crate::task::Task;

/// The most links that one path is followed through, as on Linux.
const LINKS: usize = 40;

/// Where paths are seen from.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct PathBase<'a> {
    /// The folder of the named task, if there is one.
    pub(crate) task: Option<&'a str>,
    /// The folder that the session began in.
    pub(crate) session: Option<&'a str>,
}

impl<'a> PathBase<'a> {
    /// That of a session, and of the task that it serves.
    pub(crate) fn of(task: Option<&'a Task>, session: &'a SessionState) -> Self {
        let task = task.map(|task| task.folder.as_str());
        Self { task, session: session.folder.as_deref() }
    }
}

impl ResolveWrites for PathBase<'_> {
    fn resolve_writes(&self, effects: &CallEffects<'_>, cwd: Option<&str>) -> WriteTargets {
        let cwd = cwd.or(self.session).map(Path::new).filter(|cwd| cwd.is_absolute());
        let mut targets = WriteTargets::default();
        let paths = effects.write_paths();
        if paths.is_empty() {
            return targets;
        }
        let root = root(self, cwd);
        let mut known = BTreeSet::new();
        for path in &paths {
            let short_enough = path.len() <= WriteTargets::PATH_BYTES;
            let Some(places) = places(path, cwd).filter(|_| short_enough) else {
                targets.more = true;
                continue;
            };
            for place in places {
                let file = reached(&place, root.as_deref());
                let is_elsewhere = effects.is_by_server() && file.outside;
                if !is_elsewhere && known.insert(file.path.clone()) {
                    targets.files.push(file);
                }
            }
        }
        targets.more |= targets.files.len() > WriteTargets::FILES;
        targets.files.truncate(WriteTargets::FILES);
        targets
    }
}

/// The folder that globs are written from: the task's where the session works in it, else the top
/// of the git work tree around the session, else the session's own.
pub(crate) fn root(ground: &PathBase<'_>, cwd: Option<&Path>) -> Option<PathBuf> {
    let session = ground.session.map(Path::new).filter(|folder| folder.is_absolute());
    let session = resolved(session.or(cwd)?)?;
    let task = ground.task.and_then(|folder| resolved(Path::new(folder)));
    if let Some(task) = task.filter(|task| session.starts_with(task)) {
        return Some(task);
    }
    Some(work_tree_top(&session).unwrap_or(&session).to_owned())
}

/// The files that a path may mean. A client and a shell read `link/..` in two ways: both count.
/// `None` where it is unknown.
fn places(path: &str, cwd: Option<&Path>) -> Option<Vec<PathBuf>> {
    if path.starts_with('~') {
        return Some(vec![PathBuf::from(path)]);
    }
    let whole = match cwd {
        Some(cwd) => cwd.join(path),
        None => PathBuf::from(path),
    };
    if !whole.is_absolute() {
        return Some(vec![without_dots(&whole)]);
    }
    let mut places = vec![resolved(&whole)?];
    if whole.components().any(|part| part == Component::ParentDir) {
        let other = resolved(&without_dots(&whole))?;
        if other != places[0] {
            places.push(other);
        }
    }
    Some(places)
}

fn reached(place: &Path, root: Option<&Path>) -> WriteTarget {
    let inside = match root {
        Some(root) => place.strip_prefix(root).ok(),
        None => Some(place).filter(|place| place.is_relative() && !place.starts_with("..")),
    };
    let path = inside.unwrap_or(place).to_string_lossy();
    WriteTarget {
        path: printable_line(&redact(&path), WriteTargets::PATH_BYTES),
        key: short(&path),
        outside: inside.is_none() || path.starts_with('~'),
        test: is_test_file(&path),
    }
}

#[expect(clippy::cast_possible_truncation, reason = "32 bits are enough for the files of a task")]
fn short(path: &str) -> u32 {
    xxh3_64(path.as_bytes()) as u32
}

/// An absolute path without links, `.` and `..`; what does not exist is taken as it is written.
/// `None` where links go round.
fn resolved(path: &Path) -> Option<PathBuf> {
    let names = |path: &Path| -> Vec<OsString> {
        path.components().map(|part| part.as_os_str().to_owned()).collect()
    };
    let mut open: VecDeque<OsString> = names(path).into();
    let mut done = PathBuf::from("/");
    let mut links = 0;
    while let Some(name) = open.pop_front() {
        match Path::new(&name).components().next() {
            Some(Component::ParentDir) => {
                done.pop();
            }
            Some(Component::RootDir) => done = PathBuf::from("/"),
            Some(Component::Normal(name)) => {
                let next = done.join(name);
                match std::fs::read_link(&next) {
                    Ok(target) => {
                        links += 1;
                        if links > LINKS {
                            return None;
                        }
                        for name in names(&target).into_iter().rev() {
                            open.push_front(name);
                        }
                    }
                    Err(_) => done = next,
                }
            }
            Some(Component::CurDir | Component::Prefix(_)) | None => {}
        }
    }
    Some(done)
}

/// The same by the text alone.
fn without_dots(path: &Path) -> PathBuf {
    let mut done = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if done.file_name().is_some() => {
                done.pop();
            }
            Component::ParentDir if done.has_root() => {}
            Component::ParentDir
            | Component::RootDir
            | Component::Prefix(_)
            | Component::Normal(_) => done.push(part),
        }
    }
    done
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use fusebox_engine::Tool;
    use serde_json::{Value, json};

    use super::*;

    fn resolved_writes(
        tool: &Tool,
        input: &Value,
        base: &PathBase<'_>,
        cwd: Option<&str>,
    ) -> WriteTargets {
        base.resolve_writes(&CallEffects::new(tool, Some(input)), cwd)
    }

    /// A work tree with links, and what writing `path` in it comes to.
    fn check(cwd: &str, path: &str, expected: &[&str]) {
        let dir = tempfile::tempdir().unwrap();
        let top = dir.path().canonicalize().unwrap();
        for folder in ["w/.git", "w/src/deep", "w/lib", "elsewhere"] {
            std::fs::create_dir_all(top.join(folder)).unwrap();
        }
        symlink("../lib", top.join("w/src/in")).unwrap();
        symlink("../../elsewhere", top.join("w/src/out")).unwrap();
        symlink("../lib/new.rs", top.join("w/src/dangling.rs")).unwrap();
        symlink("round", top.join("w/src/round")).unwrap();
        let fill = |text: &str| text.replace("{top}", top.to_str().unwrap());
        let session = fill("{top}/w/src");
        let input = json!({"file_path": fill(path)});
        let ground = PathBase { task: None, session: Some(&session) };
        let reach = resolved_writes(&Tool::Write, &input, &ground, Some(&fill(cwd)));
        let shown = |file: &WriteTarget| match file.outside {
            true => format!("!{}", file.path.replace(top.to_str().unwrap(), "{top}")),
            false => file.path.clone(),
        };
        let mut found: Vec<String> = reach.files.iter().map(shown).collect();
        found.extend(reach.more.then(|| "more".to_owned()));
        assert_eq!(found, expected, "{cwd} {path}");
    }

    #[test]
    fn a06_paths_are_resolved_before_they_are_matched() {
        let src = "{top}/w/src";
        check(src, "a.rs", &["src/a.rs"]);
        check(src, "{top}/w/src/./a.rs", &["src/a.rs"]);
        check(src, "../lib/a.rs", &["lib/a.rs"]);
        check(src, "in/a.rs", &["lib/a.rs"]);
        check(src, "in/new/a.rs", &["lib/new/a.rs"]);
        check(src, "dangling.rs", &["lib/new.rs"]);
        check(src, "out/a.rs", &["!{top}/elsewhere/a.rs"]);
        check(src, "in/../a.rs", &["a.rs", "src/a.rs"]);
        check(src, "missing/../a.rs", &["src/a.rs"]);
        check(src, "round/a.rs", &["more"]);
        check(src, "../../../../../../../../../../../etc/passwd", &["!/etc/passwd"]);
        check(src, "/proc/self/root/etc/passwd", &["!/etc/passwd"]);
        check(src, "~/x", &["!~/x"]);
        check("{top}/w/lib", "a.rs", &["lib/a.rs"]);
        check(src, &"a".repeat(2000), &["more"]);
    }

    #[test]
    fn a06_without_a_folder_paths_are_read_as_text() {
        let of = |path: &str| {
            let input = json!({"file_path": path});
            let reach = resolved_writes(&Tool::Write, &input, &PathBase::default(), None);
            reach.files.into_iter().map(|file| (file.path, file.outside)).collect::<Vec<_>>()
        };
        assert_eq!(of("src/../lib/a.rs"), [("lib/a.rs".to_owned(), false)]);
        assert_eq!(of("../a.rs"), [("../a.rs".to_owned(), true)]);
        assert_eq!(of("/w/a.rs"), [("/w/a.rs".to_owned(), true)]);
    }

    #[test]
    fn a06_more_files_than_can_be_judged_are_told() {
        let files: Vec<String> = (0..65).map(|n| format!("f{n}")).collect();
        let line = |count: usize| {
            let input = json!({"command": format!("rm {}", files[..count].join(" "))});
            resolved_writes(&Tool::Bash, &input, &PathBase::default(), Some("/nowhere")).more
        };
        assert!(!line(64));
        assert!(line(65));
    }
}
