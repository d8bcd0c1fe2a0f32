//! Which of the files that Fusebox alone writes hold its hooks. Where a client gives the name of such a file, a person may
//! have one of their own: its content decides, and what it says is noted beside the fingerprint, so that it is read once.

use std::path::Path;

use super::fingerprint::Fingerprint;
use super::{GuardedSettings, read};

/// The files of hooks that a look found.
#[derive(Default)]
pub(super) struct HookFileLooks<'a> {
    /// Each file that is there, its path, and its bit in the note; none where its name is ours.
    there: Vec<(&'a GuardedSettings, String, u64)>,
    /// How many names clients gave so far, of files that are there and of those that are not.
    given: usize,
}

impl<'a> HookFileLooks<'a> {
    /// Adds a file that Fusebox alone writes.
    pub(super) fn add(&mut self, file: &'a GuardedSettings, path: &Path, is_there: bool) {
        let name = path.file_name().unwrap_or_default();
        let is_ours = name.as_encoded_bytes().starts_with(b"fusebox");
        let bit = if is_ours { 0 } else { Fingerprint::hook_file_bit(self.given) };
        self.given += usize::from(!is_ours);
        if is_there {
            self.there.push((file, path.to_string_lossy().into_owned(), bit));
        }
    }

    /// The paths of those that hold our hooks, and their bits. `noted` has the bits of the same files as they are now.
    pub(super) fn that_hold_hooks(self, noted: Option<u64>) -> (Vec<String>, u64) {
        let mut bits = 0;
        let holds = |(file, path, bit): (&GuardedSettings, String, u64)| {
            let holds = match noted {
                _ if bit == 0 => true,
                Some(noted) => noted & bit != 0,
                None => holds_hooks(file, Path::new(&path)),
            };
            bits |= if holds { bit } else { 0 };
            holds.then_some(path)
        };
        let paths = self.there.into_iter().filter_map(holds).collect();
        (paths, bits)
    }
}

fn holds_hooks(file: &GuardedSettings, path: &Path) -> bool {
    !(file.lost_protection)(read(path).content.as_deref(), None).is_empty()
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::super::{GuardedClient, GuardedFiles};
    use super::*;

    static READ: AtomicUsize = AtomicUsize::new(0);

    fn lost_protection(before: Option<&[u8]>, _: Option<&[u8]>) -> Vec<String> {
        READ.fetch_add(1, Ordering::Relaxed);
        let is_ours = before.is_some_and(|text| text.starts_with(b"ours"));
        if is_ours { vec!["lost".to_owned()] } else { Vec::new() }
    }

    #[test]
    fn g01_a_file_of_hooks_is_read_where_its_metadata_differs_and_not_at_every_event() {
        let dir = tempfile::tempdir().unwrap();
        let names = ["none.sh", "ours.sh", "theirs.sh", "fusebox.json"];
        let file = |name: &&str| GuardedSettings {
            path: dir.path().join(name),
            holds_hooks: true,
            is_own: true,
            lost_protection,
            part: None,
        };
        let files = names.iter().map(file).collect();
        let clients = vec![GuardedClient { is_running: true, files }];
        let guarded = GuardedFiles { clients, ..GuardedFiles::default() };
        for (name, text) in [("ours.sh", "ours"), ("theirs.sh", "echo"), ("fusebox.json", "")] {
            fs::write(dir.path().join(name), text).unwrap();
        }
        let look = |noted: Option<u64>, expected: &[&str], reads: usize| {
            READ.store(0, Ordering::Relaxed);
            let looks = guarded.look(None, noted);
            let found = looks.hook_files.iter().map(|path| path.rsplit('/').next().unwrap());
            assert_eq!(found.collect::<Vec<_>>(), expected);
            assert_eq!(READ.load(Ordering::Relaxed), reads, "{noted:?}");
            Some(looks.fingerprint)
        };
        let noted = look(None, &["ours.sh", "fusebox.json"], 2);
        assert_eq!(look(noted, &["ours.sh", "fusebox.json"], 0), noted);
        fs::write(dir.path().join("theirs.sh"), "ours too").unwrap();
        let noted = look(noted, &["ours.sh", "theirs.sh", "fusebox.json"], 2);
        look(noted, &["ours.sh", "theirs.sh", "fusebox.json"], 0);
        fs::write(dir.path().join("ours.sh"), "echo").unwrap();
        let noted = look(noted, &["theirs.sh", "fusebox.json"], 2);
        fs::write(dir.path().join("none.sh"), "ours").unwrap();
        fs::remove_file(dir.path().join("theirs.sh")).unwrap();
        let noted = look(noted, &["none.sh", "fusebox.json"], 2);
        look(noted, &["none.sh", "fusebox.json"], 0);
    }
}
