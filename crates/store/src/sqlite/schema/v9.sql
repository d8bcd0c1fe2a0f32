-- v9
-- What a state has beside it: what the caps of the agent, the session or the task have come to, as one line of JSON, and
-- behind a line feed how far a session's main conversation was read, which may have line feeds. A program of the version
-- before that still runs writes a state without this column, and leaves it as it is. It is one column: a hook prepares
-- statements that name each.
ALTER TABLE scope ADD COLUMN beside TEXT NOT NULL DEFAULT '';
-- The position stood in `recent` of its session.
UPDATE scope SET beside = char(10) || CAST(recent AS TEXT), recent = x''
  WHERE kind = 2 AND CAST(recent AS TEXT) GLOB '[[{0-9]*';
-- Each of these caps had a row (4) of its own.
CREATE TABLE record_cap AS
  SELECT CASE substr(name, 1, 3) WHEN 'ses' THEN 2 WHEN 'tas' THEN 3 ELSE 1 END AS kind,
    CASE substr(name, 1, 3) WHEN 'sub'
      THEN substr(subject, instr(subject, ' of ') + 4) || char(31)
        || substr(subject, 1, instr(subject, ' of ') - 1)
      ELSE subject END AS key,
    name, row, CASE WHEN json_valid(durable) THEN durable ELSE '{"unreadable":true}' END AS body
  FROM (SELECT substr(key, 7, instr(substr(key, 7), '/') - 1) AS name,
      substr(key, 7 + instr(substr(key, 7), '/')) AS subject, key AS row, durable
    FROM scope WHERE kind = 4 AND key >= 'spend/' AND key < 'spend0')
  WHERE name IN ('session', 'subagent', 'task')
    OR name LIKE 'session.%' OR name LIKE 'subagent.%' OR name LIKE 'task.%';
UPDATE scope SET beside = (SELECT json_group_object(name, json(body)) FROM record_cap
      WHERE record_cap.kind = scope.kind AND record_cap.key = scope.key)
    || CASE beside WHEN '' THEN char(10) ELSE beside END
  WHERE (kind, key) IN (SELECT kind, key FROM record_cap);
DELETE FROM scope WHERE kind = 4 AND key IN (SELECT row FROM record_cap);
DROP TABLE record_cap;
