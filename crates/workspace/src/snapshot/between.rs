//! What differs between two snapshots, whether or not their trees are stored.

use std::collections::BTreeMap;

use super::take::Snapshot;
use crate::Error;
use crate::changes::{Change, Entry, Raw};
use crate::repository::Repository;

impl Repository {
    /// What differs between the files of two snapshots, path by path; a renamed file is deleted
    /// and added.
    ///
    /// # Errors
    /// When git fails, for example as what it stored of the older one was cleaned up.
    pub fn between(&self, a: &Snapshot, b: &Snapshot) -> Result<Vec<Change>, Error> {
        let bases = self.compare(&a.base, &b.base)?;
        let mut paths: BTreeMap<&[u8], Sides> = BTreeMap::new();
        for Raw { old, new, path } in &bases {
            paths.insert(path, Sides { a: old.as_ref(), b: new.as_ref() });
        }
        // A path in which the bases are the same is in both as one of the snapshots says.
        for Raw { old, path, .. } in a.beside.iter().chain(&b.beside) {
            paths.entry(path).or_insert(Sides { a: old.as_ref(), b: old.as_ref() });
        }
        for Raw { new, path, .. } in &a.beside {
            paths.entry(path).and_modify(|sides| sides.a = new.as_ref());
        }
        for Raw { new, path, .. } in &b.beside {
            paths.entry(path).and_modify(|sides| sides.b = new.as_ref());
        }
        let differ = paths.into_iter().filter(|(_, sides)| sides.a != sides.b);
        Ok(differ.map(|(path, sides)| sides.change(path)).collect())
    }
}

/// A path in both states.
struct Sides<'a> {
    a: Option<&'a Entry>,
    b: Option<&'a Entry>,
}

impl Sides<'_> {
    fn change(self, path: &[u8]) -> Change {
        let (old, new) = (self.a.cloned(), self.b.cloned());
        Raw { old, new, path: path.to_vec() }.shown()
    }
}
