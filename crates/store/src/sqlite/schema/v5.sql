-- Files whose protected content an agent must not change, as a person last left them; no text is a file
-- that does not exist.
CREATE TABLE IF NOT EXISTS accepted_file (
  path TEXT PRIMARY KEY NOT NULL,
  content BLOB,
  at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
