//! The environment variables and settings of every git process that this crate starts.

/// Variables that are removed: they would point git to another repository, index, configuration or
/// program.
pub(crate) const REMOVED_VARIABLES: &[&str] = &[
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_ASKPASS",
    "GIT_ATTR_SOURCE",
    "GIT_COMMON_DIR",
    "GIT_CONFIG",
    "GIT_CONFIG_COUNT",
    "GIT_CONFIG_PARAMETERS",
    "GIT_DEFAULT_HASH",
    "GIT_DIFF_OPTS",
    "GIT_DIR",
    "GIT_EDITOR",
    "GIT_EXTERNAL_DIFF",
    "GIT_GLOB_PATHSPECS",
    "GIT_GRAFT_FILE",
    "GIT_ICASE_PATHSPECS",
    "GIT_IMPLICIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_INDEX_VERSION",
    "GIT_INTERNAL_SUPER_PREFIX",
    "GIT_NAMESPACE",
    "GIT_NOGLOB_PATHSPECS",
    "GIT_NO_REPLACE_OBJECTS",
    "GIT_OBJECT_DIRECTORY",
    "GIT_PAGER",
    "GIT_PREFIX",
    "GIT_QUARANTINE_PATH",
    "GIT_REDIRECT_STDERR",
    "GIT_REDIRECT_STDOUT",
    "GIT_REFLOG_ACTION",
    "GIT_REPLACE_REF_BASE",
    "GIT_SHALLOW_FILE",
    "GIT_TRACE",
    "GIT_TRACE2",
    "GIT_TRACE2_EVENT",
    "GIT_TRACE2_PERF",
    "GIT_WORK_TREE",
    "LANGUAGE",
];

/// Variables that every git process gets. The identity makes commits work in a repository that
/// configures none.
pub(crate) const VARIABLES: &[(&str, &str)] = &[
    ("GIT_OPTIONAL_LOCKS", "0"),
    ("GIT_TERMINAL_PROMPT", "0"),
    ("GIT_LITERAL_PATHSPECS", "1"),
    ("LC_ALL", "C"),
    ("GIT_AUTHOR_NAME", "Fusebox"),
    ("GIT_AUTHOR_EMAIL", "fusebox@localhost"),
    ("GIT_COMMITTER_NAME", "Fusebox"),
    ("GIT_COMMITTER_EMAIL", "fusebox@localhost"),
];

/// Settings that every git process gets: no hook or monitor runs, nothing is cleaned up in the
/// background, and no signature is asked for.
pub(crate) const SETTINGS: &[&str] = &[
    "core.hooksPath=/dev/null",
    "core.fsmonitor=false",
    "core.safecrlf=false",
    "core.splitIndex=false",
    "commit.gpgSign=false",
    "tag.gpgSign=false",
    "log.showSignature=false",
    "gc.auto=0",
    "maintenance.auto=false",
    "i18n.commitEncoding=UTF-8",
    "submodule.recurse=false",
];

/// Settings of commands whose objects have to be on disk before files are changed: a power cut must
/// not take both a file and its copy.
pub(crate) const DURABLE_SETTINGS: &[&str] =
    &["core.fsync=committed,loose-object", "core.fsyncMethod=batch"];
