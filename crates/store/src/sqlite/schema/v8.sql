-- How far a conversation was read is a row of `scope` (5), by session and agent: a hook prepares the statements of that
-- table anyway, and SQLite reads the definition of every table whenever it opens the file.
INSERT INTO scope (kind, key, durable, recent, recent_version, open, at_ms)
  SELECT 5, session || char(31) || agent, body, x'', 0, 0, at_ms FROM tail;
DROP TABLE tail;
