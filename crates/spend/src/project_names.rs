//! Which project each folder of the records belongs to. Several folders can be one project.

use std::collections::HashMap;

/// Finds the project that a folder belongs to.
pub type ProjectFinder = fn(&str) -> String;

/// Looks up the project of each folder once: a lookup reads the disk.
#[derive(Debug, Clone)]
pub struct ProjectNames<'l> {
    project_of: ProjectFinder,
    known: HashMap<&'l str, String>,
}

impl<'l> ProjectNames<'l> {
    /// An empty cache of what `project_of` answers.
    #[must_use]
    pub fn new(project_of: ProjectFinder) -> Self {
        Self { project_of, known: HashMap::new() }
    }

    /// The project of a folder.
    pub fn of(&mut self, folder: &'l str) -> &str {
        let project_of = self.project_of;
        self.known.entry(folder).or_insert_with(|| project_of(folder))
    }
}
