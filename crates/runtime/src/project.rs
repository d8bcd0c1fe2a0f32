//! Which project a folder belongs to: the repository around it, whichever of its folders and linked work trees it is.
//!
//! Reads the files of git, since a hook asks this, where a process of git would cost more than the whole event.

use std::fs::{self, File};
use std::io::Read as _;
use std::path::{Path, PathBuf};

use fusebox_engine::state::SessionState;
use fusebox_engine::{Fact, Observation};

/// The largest of the small files in which git names a folder or a branch, in bytes.
const MAX_BYTES: u64 = 8 << 10;
/// The part of the head of a repository before the name of a branch.
const HEADS: &str = "ref: refs/heads/";

/// The folder of the project that a folder belongs to: the main work tree of its repository, the repository itself where
/// it has none, and the folder as it is outside of any.
#[must_use]
pub fn project_folder(folder: &str) -> String {
    let absolute = Some(Path::new(folder)).filter(|folder| folder.is_absolute());
    let known = absolute.and_then(WorkTree::around).map(|tree| tree.main_folder());
    known.map_or_else(|| folder.to_owned(), |project| project.to_string_lossy().into_owned())
}

/// The top of the git work tree around a folder.
#[must_use]
pub fn work_tree_top(folder: &Path) -> Option<&Path> {
    WorkTree::around(folder).map(|tree| tree.top)
}

/// `BRANCH in FOLDER` of the work tree around a folder; `None` outside of any and on no branch.
pub(crate) fn branch(folder: &Path) -> Option<String> {
    let tree = WorkTree::around(folder)?;
    let head = small_file(&tree.git_dir.join("HEAD"))?;
    let name = head.strip_prefix(HEADS)?.trim();
    Some(format!("{name} in {}", tree.top.display()))
}

/// Adds its project to the start of a session, where it is another folder than the session's.
pub(crate) fn meet(observation: &mut Observation, session: &SessionState) {
    let Fact::SessionStart(start) = &mut observation.fact else { return };
    let Some(folder) = start.cwd.as_ref().or(session.folder.as_ref()) else { return };
    let project = project_folder(folder);
    start.project = Some(project).filter(|project| project != folder);
}

/// The git work tree around a folder.
struct WorkTree<'p> {
    top: &'p Path,
    /// Its own part of the repository.
    git_dir: PathBuf,
}

impl<'p> WorkTree<'p> {
    /// The nearest repository. An empty or broken `.git` is none, as for git, which goes on to the folder above; where
    /// there is nothing better, the outermost of them counts: no work leaves a project because its repository broke.
    fn around(folder: &'p Path) -> Option<Self> {
        let trees = || folder.ancestors().filter_map(Self::at);
        trees().find(Self::is_repository).or_else(|| trees().last())
    }

    /// The work tree whose top is this folder, if there is a `.git`, of whatever kind.
    fn at(top: &'p Path) -> Option<Self> {
        let dot_git = top.join(".git");
        if fs::metadata(&dot_git).ok()?.is_dir() {
            return Some(Self { top, git_dir: dot_git });
        }
        // A file in a linked work tree and in a submodule.
        let named = small_file(&dot_git).unwrap_or_default();
        let named = named.strip_prefix("gitdir:").map(|named| top.join(named.trim()));
        Some(Self { top, git_dir: named.unwrap_or(dot_git) })
    }

    /// Whether git would take it for one.
    fn is_repository(&self) -> bool {
        let is_folder = |name: &str| self.git_dir.join(name).is_dir();
        let is_of_git = |head: String| {
            let head = head.trim_end();
            head.starts_with("ref: refs/")
                || head.len() >= 40 && head.bytes().all(|byte| byte.is_ascii_hexdigit())
        };
        small_file(&self.git_dir.join("HEAD")).is_some_and(is_of_git)
            && (is_folder("objects") && is_folder("refs")
                || self.git_dir.join("commondir").is_file())
    }

    /// The main work tree, else the repository; the top of this one where it is no linked work tree.
    fn main_folder(&self) -> PathBuf {
        let linked = self.shared_dir().map(|shared| match shared.file_name() {
            Some(name) if name == ".git" => shared.parent().unwrap_or(&shared).to_owned(),
            _ => shared,
        });
        linked.unwrap_or_else(|| self.top.to_owned())
    }

    /// The folder of the repository that this linked work tree shares. The repository has to have the work tree among its
    /// own: a file that came with a download makes nobody part of another project.
    fn shared_dir(&self) -> Option<PathBuf> {
        let shared = small_file(&self.git_dir.join("commondir"))?;
        let shared = self.git_dir.join(shared.trim()).canonicalize().ok()?;
        let back = small_file(&self.git_dir.join("gitdir"))?;
        let back = self.git_dir.join(back.trim()).canonicalize().ok()?;
        let is_its_own = back == self.top.join(".git").canonicalize().ok()?
            && self.git_dir.canonicalize().ok()?.parent()? == shared.join("worktrees");
        is_its_own.then_some(shared)
    }
}

/// The text of a small plain file.
fn small_file(path: &Path) -> Option<String> {
    // Whoever opens a pipe may wait for ever.
    if !fs::metadata(path).ok()?.is_file() {
        return None;
    }
    let mut text = String::new();
    File::open(path).ok()?.take(MAX_BYTES).read_to_string(&mut text).ok()?;
    Some(text)
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    fn git(folder: &Path, words: &[&str]) {
        let mut command = Command::new("git");
        command.current_dir(folder).env("HOME", folder).env("GIT_CONFIG_NOSYSTEM", "1");
        command.args([
            "-c",
            "user.name=A",
            "-c",
            "user.email=a@b",
            "-c",
            "init.defaultBranch=main",
        ]);
        assert!(command.args(words).output().unwrap().status.success(), "{words:?}");
    }

    fn project_of(folder: &Path) -> PathBuf {
        PathBuf::from(project_folder(folder.to_str().unwrap()))
    }

    #[test]
    fn a_project_is_the_main_work_tree_of_its_repository() {
        let dir = tempfile::tempdir().unwrap();
        let base = dir.path().canonicalize().unwrap();
        let shop = base.join("shop");
        fs::create_dir_all(shop.join("src/cart")).unwrap();
        git(&shop, &["init"]);
        git(&shop, &["commit", "--allow-empty", "-m", "first"]);
        git(&shop, &["worktree", "add", "../fix"]);
        git(&shop, &["worktree", "add", "inner/fix2"]);
        fs::create_dir(base.join("fix/src")).unwrap();
        for inside in ["shop", "shop/src/cart", "fix", "fix/src", "shop/inner/fix2"] {
            assert_eq!(project_of(&base.join(inside)), shop, "{inside}");
        }
        assert_eq!(
            branch(&base.join("fix/src")),
            Some(format!("fix in {}", base.join("fix").display()))
        );
        // One of a repository without a main work tree.
        git(&base, &["clone", "--bare", "shop", "bare.git"]);
        git(&base.join("bare.git"), &["worktree", "add", "../of-bare"]);
        assert_eq!(project_of(&base.join("of-bare")), base.join("bare.git"));
        // A submodule is a project of its own, and so is a folder outside of any repository.
        git(&shop, &["-c", "protocol.file.allow=always", "submodule", "add", "../bare.git", "lib"]);
        assert_eq!(project_of(&shop.join("lib")), shop.join("lib"));
        assert_eq!(project_of(&base), base);
        assert_eq!(project_folder("src"), "src", "nobody knows where it begins");
    }

    #[test]
    fn a_file_that_names_a_foreign_repository_makes_no_part_of_it() {
        let dir = tempfile::tempdir().unwrap();
        let base = dir.path().canonicalize().unwrap();
        let (shop, fake) = (base.join("shop"), base.join("fake"));
        fs::create_dir(&shop).unwrap();
        git(&shop, &["init"]);
        git(&shop, &["commit", "--allow-empty", "-m", "first"]);
        git(&shop, &["worktree", "add", "../fix"]);
        fs::create_dir(&fake).unwrap();
        fs::copy(base.join("fix/.git"), fake.join(".git")).unwrap();
        assert_eq!(project_of(&fake), fake);
        // Files of a download that name each other and a repository that knows none of them.
        let download = base.join("download");
        fs::create_dir_all(download.join(".fake")).unwrap();
        fs::write(download.join(".git"), "gitdir: .fake\n").unwrap();
        fs::write(download.join(".fake/commondir"), "../../shop/.git\n").unwrap();
        fs::write(download.join(".fake/gitdir"), "../.git\n").unwrap();
        assert_eq!(project_of(&download), download);
        // What is no plain file is not waited for.
        fs::remove_file(fake.join(".git")).unwrap();
        assert!(Command::new("mkfifo").arg(fake.join(".git")).status().unwrap().success());
        assert_eq!(project_of(&fake), fake);
        assert_eq!(branch(&fake), None);
    }

    #[test]
    fn m03_an_empty_or_broken_repository_inside_of_a_project_is_no_project() {
        let dir = tempfile::tempdir().unwrap();
        let shop = dir.path().canonicalize().unwrap().join("shop");
        let inner = shop.join("src");
        fs::create_dir_all(&inner).unwrap();
        git(&shop, &["init"]);
        let dot_git = inner.join(".git");
        let is_inside = |what: &str| assert_eq!(project_of(&inner), shop, "{what}");
        fs::create_dir(&dot_git).unwrap();
        is_inside("an empty folder");
        fs::write(dot_git.join("HEAD"), "ref: refs/heads/main\n").unwrap();
        is_inside("a head alone");
        fs::create_dir(dot_git.join("objects")).unwrap();
        fs::create_dir(dot_git.join("refs")).unwrap();
        assert_eq!(project_of(&inner), inner, "a repository of its own");
        fs::write(dot_git.join("HEAD"), "").unwrap();
        is_inside("an empty head");
        fs::remove_dir_all(&dot_git).unwrap();
        for text in ["", "gitdir: nowhere\n", "gitdir: .\n"] {
            fs::write(&dot_git, text).unwrap();
            is_inside(text);
        }
        assert_eq!(branch(&inner), Some(format!("main in {}", shop.display())));
        fs::remove_file(shop.join(".git/HEAD")).unwrap();
        is_inside("both broken");
    }

    #[test]
    fn m03_a_branch_is_read_from_a_repository_and_from_a_linked_work_tree() {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path().join("shop");
        let inner = root.join("src");
        fs::create_dir_all(root.join(".git/worktrees/other")).unwrap();
        fs::create_dir_all(&inner).unwrap();
        assert_eq!(branch(&inner), None, "a repository without a head");
        fs::write(root.join(".git/HEAD"), "ref: refs/heads/fix/cart\n").unwrap();
        assert_eq!(branch(&inner), Some(format!("fix/cart in {}", root.display())));
        let other = dir.path().join("other");
        fs::create_dir_all(&other).unwrap();
        fs::write(other.join(".git"), "gitdir: ../shop/.git/worktrees/other\n").unwrap();
        fs::write(root.join(".git/worktrees/other/HEAD"), "ref: refs/heads/next\n").unwrap();
        assert_eq!(branch(&other), Some(format!("next in {}", other.display())));
        fs::write(root.join(".git/HEAD"), "0123456789abcdef\n").unwrap();
        assert_eq!(branch(&inner), None, "a detached head is on no branch");
    }
}
