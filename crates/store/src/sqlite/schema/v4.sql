-- Breakers that all sessions share. `rank` is what goes last where there are too many: 0 clean,
-- 1 with failures, 2 open, 3 held by a person.
CREATE TABLE IF NOT EXISTS breaker (
  key TEXT PRIMARY KEY NOT NULL,
  rank INTEGER NOT NULL,
  at_ms INTEGER NOT NULL,
  body TEXT NOT NULL
) STRICT;
-- Totals that outlive what they were counted from.
CREATE TABLE IF NOT EXISTS counter (
  name TEXT PRIMARY KEY NOT NULL,
  value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
