//! The report files that test runs write (`attempts.junit`), as the disk has them.
//!
//! They lie where the agent works, and a transaction waits for them: no link is followed, and what
//! is looked at and read is bounded. What is beyond the bounds is not there.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use fusebox_engine::Timestamp;
use fusebox_engine::scope::Glob;
use fusebox_store::own_file;

/// Entries of folders that are looked at for one glob.
const MOST_ENTRIES: usize = 5_000;
/// Reports that are read for one run.
const MOST_FILES: usize = 500;
/// Bytes that are read for one run.
const MOST_BYTES: u64 = 16 << 20;
/// Names of a path, where `**` stands for any number of them.
const MOST_DEPTH: usize = 32;
/// A file system's clock may be this far behind.
const BEHIND: Duration = Duration::from_millis(20);

/// The reports below `folder` that were written at `since` or later, one after the other.
pub(crate) fn written(folder: &Path, globs: &[String], since: Timestamp) -> Option<String> {
    let since = SystemTime::UNIX_EPOCH.checked_add(Duration::from_millis(since.0))?;
    let since = since.checked_sub(BEHIND)?;
    let mut files: Vec<PathBuf> =
        globs.iter().flat_map(|glob| files_matching(folder, glob)).collect();
    let written = |file: &PathBuf| file.symlink_metadata()?.modified();
    files.retain(|file| written(file).is_ok_and(|at| at >= since));
    files.sort();
    files.dedup();
    let mut text = String::new();
    let mut room = MOST_BYTES;
    for file in files.iter().take(MOST_FILES) {
        let Ok(Some((file, _))) = own_file::open(file) else { continue };
        let mut bytes = Vec::new();
        if file.take(room).read_to_end(&mut bytes).is_ok() {
            room -= bytes.len() as u64;
            text.push_str(&String::from_utf8_lossy(&bytes));
            text.push('\n');
        }
    }
    (!text.is_empty()).then_some(text)
}

/// The files that a glob stands for.
fn files_matching(folder: &Path, glob: &str) -> Vec<PathBuf> {
    let Ok(whole) = Glob::parse(glob) else { return Vec::new() };
    let names = glob.split('/').filter(|name| !matches!(*name, "" | "."));
    // A folder stands for all that is in it.
    let names: Vec<&str> = names.chain(glob.ends_with('/').then_some("**")).collect();
    let is_known = |name: &&str| !name.contains(['*', '?', '[', '{', '\\']);
    let known = names.iter().copied().take_while(is_known).count();
    // Only folders that the glob can match are entered.
    let told = names.iter().take_while(|name| !name.contains("**")).count();
    let above = |depth: usize| Glob::parse(&names.get(..depth)?.join("/")).ok();
    let walk = ReportSearch {
        whole,
        above: (1..=told).map_while(above).collect(),
        depth: if told == names.len() { told } else { MOST_DEPTH },
    };
    let inside = names.get(..known).unwrap_or_default().join("/");
    let mut files = Vec::new();
    if leads_through_links(folder, &inside) {
        return files;
    }
    if known == names.len() {
        files.push(folder.join(inside));
    } else {
        let mut entries = MOST_ENTRIES;
        walk.folder(folder, &inside, known, &mut entries, &mut files);
    }
    files
}

/// Whether a part of the path is a link, and so may lead elsewhere.
fn leads_through_links(folder: &Path, inside: &str) -> bool {
    let ancestors = Path::new(inside).ancestors().filter(|path| !path.as_os_str().is_empty());
    let is_link = |path: &Path| folder.join(path).symlink_metadata().is_ok_and(|m| m.is_symlink());
    ancestors.into_iter().any(is_link)
}

struct ReportSearch {
    whole: Glob,
    /// What the first name of a path has to be, the first two, and so on.
    above: Vec<Glob>,
    /// The most names of a path.
    depth: usize,
}

impl ReportSearch {
    /// Looks through a folder `inside` the one that the glob is written from, `depth` names below.
    fn folder(
        &self,
        top: &Path,
        inside: &str,
        depth: usize,
        entries: &mut usize,
        files: &mut Vec<PathBuf>,
    ) {
        let Ok(found) = std::fs::read_dir(top.join(inside)) else { return };
        for entry in found.flatten() {
            let Some(left) = entries.checked_sub(1) else { return };
            *entries = left;
            let (Ok(kind), Ok(name)) = (entry.file_type(), entry.file_name().into_string()) else {
                continue;
            };
            let path = if inside.is_empty() { name } else { format!("{inside}/{name}") };
            if kind.is_file() && self.whole.matches(&path) {
                files.push(top.join(&path));
            } else if kind.is_dir() && depth + 1 < self.depth && self.may_hold(&path, depth) {
                self.folder(top, &path, depth + 1, entries, files);
            }
        }
    }

    fn may_hold(&self, path: &str, depth: usize) -> bool {
        self.above.get(depth).is_none_or(|above| above.matches(path))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// A folder with these files, each with its path as its content, all of this second.
    fn with(files: &[&str]) -> tempfile::TempDir {
        let dir = tempfile::tempdir().unwrap();
        for file in files {
            let path = dir.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, file).unwrap();
        }
        dir
    }

    fn read(dir: &tempfile::TempDir, glob: &str) -> Vec<String> {
        let text = written(dir.path(), &[glob.to_owned()], Timestamp(1)).unwrap_or_default();
        text.lines().map(str::to_owned).collect()
    }

    #[test]
    fn a09_reports_are_found_where_the_glob_says() {
        let dir =
            with(&["a.xml", "m/out/TEST-a.xml", "m/out/deep/b.xml", "n/out/c.xml", "n/o/d.xml"]);
        for (glob, found) in [
            ("a.xml", &["a.xml"][..]),
            ("./a.xml", &["a.xml"]),
            ("*.xml", &["a.xml"]),
            ("m/out/*.xml", &["m/out/TEST-a.xml"]),
            ("*/out/*.xml", &["m/out/TEST-a.xml", "n/out/c.xml"]),
            ("m/out/**/*.xml", &["m/out/TEST-a.xml", "m/out/deep/b.xml"]),
            ("**/{c,d}.xml", &["n/o/d.xml", "n/out/c.xml"]),
            ("{m/out,n/o}/*.xml", &["m/out/TEST-a.xml", "n/o/d.xml"]),
            ("./*/out/./c.xml", &["n/out/c.xml"]),
            ("m/out/", &["m/out/TEST-a.xml", "m/out/deep/b.xml"]),
            ("*/out", &[]),
            ("none/*.xml", &[]),
        ] {
            assert_eq!(read(&dir, glob), found, "{glob}");
        }
    }

    #[test]
    fn a09_only_what_the_run_wrote_is_read() {
        let dir = with(&["old.xml", "new.xml"]);
        let at = |ms| SystemTime::UNIX_EPOCH + Duration::from_millis(ms);
        let old = fs::File::options().write(true).open(dir.path().join("old.xml")).unwrap();
        old.set_modified(at(999_000)).unwrap();
        let report_since = |since| written(dir.path(), &["*.xml".to_owned()], Timestamp(since));
        assert_eq!(report_since(1_000_000).as_deref(), Some("new.xml\n"));
        assert_eq!(
            report_since(999_010).as_deref(),
            Some("new.xml\nold.xml\n"),
            "its clock is behind"
        );
        assert_eq!(report_since(u64::MAX / 2), None);
    }

    #[test]
    fn a09_links_and_pipes_are_no_reports() {
        let dir = with(&["real/a.xml", "b.xml"]);
        let path = |name: &str| dir.path().join(name);
        std::os::unix::fs::symlink(path("real"), path("link")).unwrap();
        std::os::unix::fs::symlink(path("b.xml"), path("real/c.xml")).unwrap();
        rustix::fs::mkfifoat(rustix::fs::CWD, path("p.xml"), rustix::fs::Mode::RWXU).unwrap();
        for glob in ["link/a.xml", "link/*.xml", "*/../a.xml", "real/c.xml", "p.xml", "p*.xml"] {
            assert_eq!(read(&dir, glob), [""; 0], "{glob}");
        }
        assert_eq!(read(&dir, "*/*.xml"), ["real/a.xml"]);
    }

    #[test]
    fn a09_a_folder_without_end_is_left() {
        let dir = with(&["a.xml"]);
        let many = dir.path().join("many");
        fs::create_dir(&many).unwrap();
        for n in 0..=MOST_ENTRIES {
            fs::write(many.join(format!("{n}.txt")), "").unwrap();
        }
        fs::write(many.join("z.xml"), "z").unwrap();
        assert_eq!(read(&dir, "*.xml"), ["a.xml"], "it is not entered");
        let mut entries = MOST_ENTRIES;
        let whole = Glob::parse("many/*.txt").unwrap();
        let walk = ReportSearch { whole, above: Vec::new(), depth: 2 };
        let mut files = Vec::new();
        walk.folder(dir.path(), "many", 1, &mut entries, &mut files);
        assert_eq!(entries, 0);
        assert!(files.len() <= MOST_ENTRIES);
    }
}
