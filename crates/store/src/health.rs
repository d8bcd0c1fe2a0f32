//! How the database is: for `fusebox doctor`.

/// How the database is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoreHealth {
    /// The version of its schema.
    pub schema_version: i64,
    /// `wal`, or a rollback journal (`delete`) where the file system cannot share memory.
    pub journal: String,
    /// The size of the database file in bytes.
    pub bytes: u64,
    /// The size of its write-ahead log in bytes.
    pub wal_bytes: u64,
    /// What is wrong with it, in SQLite's words; empty when it is sound.
    pub problems: Vec<String>,
}
