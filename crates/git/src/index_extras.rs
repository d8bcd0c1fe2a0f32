//! Stores what an index holds that a tree cannot, as a tree of its own, and restores it.
//!
//! Folders `1`, `2` and `3` hold base, ours and theirs of a conflict; `new` holds intents to add.

use crate::index::{IndexEntry, IndexExtras, IndexFile};
use crate::private_dir::PrivateDir;
use crate::{ObjectId, Result};

/// The folder of intents to add.
const INTENDED: &str = "new";

impl IndexExtras {
    /// Stores conflicts and intents to add; returns `None` when there are none.
    pub(crate) fn write_tree(&self, private: &PrivateDir<'_>) -> Result<Option<ObjectId>> {
        if self.unmerged.is_empty() && self.intended.is_empty() {
            return Ok(None);
        }
        let mut lines = Vec::new();
        for entry in &self.unmerged {
            push_line(&mut lines, entry, 0, &format!("{}/", entry.stage));
        }
        for entry in &self.intended {
            push_line(&mut lines, entry, 0, &format!("{INTENDED}/"));
        }
        let index = private.new_index("extras.index")?;
        index.add_entries(lines)?;
        let tree = index.write_tree()?;
        index.remove()?;
        Ok(Some(tree))
    }
}

/// Adds the conflicts and intents that the tree `extras` holds to `index`.
pub(crate) fn restore(index: &IndexFile<'_>, extras: &ObjectId) -> Result<()> {
    let command = index.repository.git().command("ls-tree").args(["-r", "-z", extras.as_str()]);
    let mut conflicts = Vec::new();
    let mut intended = Vec::new();
    for (folder, entry) in command.nul_separated()?.iter().filter_map(|line| parse(line)) {
        match folder.parse() {
            Ok(stage @ 1..=3) => push_line(&mut conflicts, &entry, stage, ""),
            _ if folder == INTENDED => intended.push(entry.path),
            _ => {}
        }
    }
    if !conflicts.is_empty() {
        index.add_entries(conflicts)?;
    }
    // A file that was gone when the state was saved is no intent any more.
    intended.retain(|path| index.repository.path_on_disk(path).symlink_metadata().is_ok());
    if !intended.is_empty() {
        let command = index.command("add").args(["-N", "-f", "--ignore-errors"]);
        command.stdin_pathspecs(&intended).run()?;
    }
    Ok(())
}

/// Appends an entry in the format of `git update-index --index-info`.
fn push_line(lines: &mut Vec<u8>, entry: &IndexEntry, stage: u8, folder: &str) {
    lines.extend_from_slice(format!("{} {} {stage}\t{folder}", entry.mode, entry.id).as_bytes());
    lines.extend_from_slice(&entry.path);
    lines.push(0);
}

/// Parses `100644 blob <id><TAB><folder>/<path>`.
fn parse(line: &[u8]) -> Option<(String, IndexEntry)> {
    let tab = line.iter().position(|byte| *byte == b'\t')?;
    let mut fields = std::str::from_utf8(line.get(..tab)?).ok()?.split(' ');
    let (mode, _, id) = (fields.next()?.to_owned(), fields.next()?, fields.next()?);
    let path = line.get(tab + 1..)?;
    let slash = path.iter().position(|byte| *byte == b'/')?;
    let folder = std::str::from_utf8(path.get(..slash)?).ok()?.to_owned();
    let path = path.get(slash + 1..)?.to_vec();
    Some((folder, IndexEntry { mode, id: ObjectId::parse(id)?, stage: 0, path }))
}
