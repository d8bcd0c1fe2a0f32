-- Tasks that outlive their sessions; `folder` is where a session without a task finds its own.
CREATE TABLE IF NOT EXISTS task (
  id TEXT PRIMARY KEY NOT NULL,
  folder TEXT NOT NULL,
  open INTEGER NOT NULL,
  at_ms INTEGER NOT NULL,
  body TEXT NOT NULL
) STRICT;
-- How far the client's own record of a conversation was read.
CREATE TABLE IF NOT EXISTS tail (
  session TEXT NOT NULL,
  agent TEXT NOT NULL,
  body TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  PRIMARY KEY (session, agent)
) STRICT, WITHOUT ROWID;
-- Test runs that failed or could not run, by task.
CREATE TABLE IF NOT EXISTS run (
  task TEXT NOT NULL,
  n INTEGER NOT NULL,
  at_ms INTEGER NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (task, n)
) STRICT;
-- What a person is told of an incident, as it stood at the trip.
CREATE TABLE IF NOT EXISTS report (
  incident TEXT PRIMARY KEY NOT NULL,
  at_ms INTEGER NOT NULL,
  body TEXT NOT NULL
) STRICT;
