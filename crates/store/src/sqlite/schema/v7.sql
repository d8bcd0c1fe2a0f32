-- What a hook seldom asks for, in one table: SQLite reads the definition of every table whenever it opens
-- the file. `rank` is 1 of a run that is open; of a breaker what it has to tell: 0 clean, 1 with failures,
-- 2 open, 3 held by a person.
CREATE TABLE IF NOT EXISTS document (
  kind TEXT NOT NULL,
  key TEXT NOT NULL,
  task TEXT NOT NULL DEFAULT '',
  rank INTEGER NOT NULL DEFAULT 0,
  at_ms INTEGER NOT NULL DEFAULT 0,
  body ANY,
  PRIMARY KEY (kind, key)
) STRICT;
INSERT INTO document (kind, key, task, at_ms, body)
  SELECT 'test_run', task || char(31) || printf('%020d', n), task, at_ms, body FROM run;
INSERT INTO document (kind, key, at_ms, body) SELECT 'report', incident, at_ms, body FROM report;
INSERT INTO document (kind, key, task, rank, at_ms, body)
  SELECT 'agent_run', id, task, open, at_ms, body FROM agent_run;
INSERT INTO document (kind, key, task, at_ms, body)
  SELECT 'session_record', id, task, at_ms, body FROM session_record;
INSERT INTO document (kind, key, rank, at_ms, body)
  SELECT 'breaker', key, rank, at_ms, body FROM breaker;
INSERT INTO document (kind, key, body) SELECT 'total', name, value FROM counter;
INSERT INTO document (kind, key, at_ms, body)
  SELECT 'withheld_file', substr(path, 10), at_ms, NULL FROM accepted_file WHERE path LIKE 'withheld:%';
INSERT INTO document (kind, key, at_ms, body)
  SELECT 'accepted_file', path, at_ms, content FROM accepted_file WHERE path NOT LIKE 'withheld:%';
DROP TABLE run;
DROP TABLE report;
DROP TABLE agent_run;
DROP TABLE session_record;
DROP TABLE breaker;
DROP TABLE counter;
DROP TABLE accepted_file;
