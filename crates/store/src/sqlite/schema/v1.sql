-- What happened, in the order of commits. A repeated id or number never gets in.
CREATE TABLE IF NOT EXISTS log (
  seq INTEGER PRIMARY KEY,
  session TEXT NOT NULL,
  n INTEGER NOT NULL,
  id TEXT NOT NULL,
  agent TEXT NOT NULL,
  task TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  kind TEXT NOT NULL,
  observation TEXT NOT NULL,
  verdict TEXT NOT NULL,
  policy INTEGER NOT NULL,
  versions INTEGER NOT NULL,
  UNIQUE (session, n),
  UNIQUE (session, id)
) STRICT;
-- State of an agent (1), a session (2), a task (3). With rowids: a state of 1 to 4 KB then stays on
-- one page, and a hook writes 5 pages instead of 8.
CREATE TABLE IF NOT EXISTS scope (
  kind INTEGER NOT NULL,
  key TEXT NOT NULL,
  durable TEXT NOT NULL,
  recent BLOB NOT NULL,
  recent_version INTEGER NOT NULL,
  open INTEGER NOT NULL,
  at_ms INTEGER NOT NULL,
  PRIMARY KEY (kind, key)
) STRICT;
CREATE TABLE IF NOT EXISTS incident (
  id TEXT PRIMARY KEY NOT NULL,
  session TEXT NOT NULL,
  task TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  status TEXT NOT NULL,
  open INTEGER NOT NULL,
  body TEXT NOT NULL
) STRICT;
-- Effects to carry out: 0 pending, 1 done, 2 given up. Nobody takes one before not_before_ms.
CREATE TABLE IF NOT EXISTS outbox (
  seq INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  key TEXT NOT NULL,
  body TEXT NOT NULL,
  queued_ms INTEGER NOT NULL,
  state INTEGER NOT NULL DEFAULT 0,
  attempts INTEGER NOT NULL DEFAULT 0,
  not_before_ms INTEGER NOT NULL DEFAULT 0,
  error TEXT NOT NULL DEFAULT '',
  UNIQUE (kind, key)
) STRICT;
CREATE TABLE IF NOT EXISTS policy (
  seq INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE,
  place TEXT NOT NULL,
  digest INTEGER NOT NULL,
  body TEXT NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS process (
  pid INTEGER NOT NULL,
  started INTEGER NOT NULL,
  session TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  PRIMARY KEY (pid, started)
) STRICT, WITHOUT ROWID;
