-- How sessions ended that nobody supervised, as `agent_run` has it of the others.
CREATE TABLE IF NOT EXISTS session_record (
  id TEXT PRIMARY KEY NOT NULL,
  task TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  body TEXT NOT NULL
) STRICT;
