-- Runs of agents under supervision. `open` while nobody has written down how one ended.
CREATE TABLE IF NOT EXISTS agent_run (
  id TEXT PRIMARY KEY NOT NULL,
  task TEXT NOT NULL,
  open INTEGER NOT NULL,
  at_ms INTEGER NOT NULL,
  body TEXT NOT NULL
) STRICT;
