-- v10
-- An event that stands in the row of the one behind it: its kind, its id and its observation, a line each. It then has the
-- number `n`, and the event of the row the next one.
ALTER TABLE log ADD COLUMN earlier TEXT NOT NULL DEFAULT '';
