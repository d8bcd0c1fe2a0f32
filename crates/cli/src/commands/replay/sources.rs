//! The paths that are searched for recorded sessions, and the warnings about paths without any.

use std::path::{Path, PathBuf};

use fusebox_clients::CLIENTS;
use fusebox_replay::{SearchResult, SessionFiles, find_sessions};

use super::folding::FoldedFiles;
use crate::commands::install::target::user_folder;
use crate::{CliError, Context, Result, style};

/// The paths that are searched.
#[derive(Debug)]
pub(super) struct ReplayPaths {
    paths: Vec<PathBuf>,
}

impl ReplayPaths {
    /// The paths that the user named, or the transcripts of Claude Code.
    pub(super) fn of(paths: &[PathBuf], context: &Context) -> Result<Self> {
        if !paths.is_empty() {
            return Ok(Self { paths: paths.to_vec() });
        }
        let folder = transcripts(context);
        match folder.filter(|folder| folder.is_dir()) {
            Some(folder) => Ok(Self { paths: vec![folder] }),
            None => Err(CliError::usage("no path was named, and Claude Code has kept no sessions")
                .hint("`fusebox replay PATH…` reads recorded sessions of any agent")
                .hint("CLAUDE_CONFIG_DIR says where Claude Code keeps its own, if not ~/.claude")),
        }
    }

    /// Finds the sessions and warns about paths without any.
    pub(super) fn find(&self, context: &Context) -> SearchResult {
        let found = find_sessions(&self.paths);
        for refused in &found.unreadable {
            not_read(&refused.path, &refused.reason.to_string(), context);
        }
        for path in self.paths.iter().filter(|path| path.is_dir()) {
            let refused = found.unreadable.iter().any(|refused| refused.path.starts_with(path));
            if !refused && !holds_any(path, &found.sources) {
                not_read(path, "no recorded session is in this folder", context);
            }
        }
        found
    }

    /// Returns a usage error if nothing could be read, so that a wrong path does not look like good news.
    pub(super) fn check_read(&self, folded: &[FoldedFiles<'_>]) -> Result<()> {
        if folded.iter().any(|one| one.sessions().next().is_some()) {
            return Ok(());
        }
        let paths: Vec<String> = self.paths.iter().map(|p| p.display().to_string()).collect();
        Err(CliError::usage(format!("no recorded session could be read at {}", paths.join(", ")))
            .hint("`fusebox replay --help` lists the formats that are understood"))
    }
}

fn not_read(path: &Path, why: &str, context: &Context) {
    let mark = style::warning("not read:");
    context.inform(&format!("{mark} {}: {why}", path.display()));
}

/// Whether a source is in the folder, which a link may have reached under another name.
fn holds_any(folder: &Path, sources: &[SessionFiles]) -> bool {
    let files = || sources.iter().flat_map(|source| &source.files);
    files().any(|file| file.starts_with(folder))
        || folder.canonicalize().is_ok_and(|folder| {
            files().any(|file| file.canonicalize().is_ok_and(|file| file.starts_with(&folder)))
        })
}

fn transcripts(context: &Context) -> Option<PathBuf> {
    let settings = CLIENTS.iter().find_map(|client| client.settings)?;
    Some(user_folder(context, settings)?.join(settings.transcripts_folder?))
}
