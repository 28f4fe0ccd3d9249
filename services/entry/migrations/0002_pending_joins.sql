-- An entry is written once. What is under way, or was refused, stands in small tables of its
-- own, so that a join costs no second version of its entry and none of the entry's indexes
-- has to be kept for states that last milliseconds.

-- Joins whose fee is not decided yet. Removing the row confirms the entry.
CREATE TABLE pending_join (
  tournament_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  -- When recovery takes it up next.
  attempts integer NOT NULL DEFAULT 0,
  retry_at timestamptz(3) NOT NULL DEFAULT now() + interval '5 seconds',
  CONSTRAINT pending_join_pkey PRIMARY KEY (tournament_id, entry_id)
);
-- Rows live for milliseconds: what they leave behind is cleared away by count, not by share.
ALTER TABLE pending_join SET (
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000,
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 10000
);

-- Joins that could not be paid, by their request, so that a repeat is refused as well.
CREATE TABLE refused_join (
  id uuid CONSTRAINT refused_join_pkey PRIMARY KEY,
  entry_id uuid NOT NULL,
  tournament_id uuid NOT NULL,
  gamer_id uuid NOT NULL,
  reason text NOT NULL,
  message text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX refused_join_created_at_idx ON refused_join (created_at);

INSERT INTO pending_join (tournament_id, entry_id, attempts, retry_at)
  SELECT tournament_id, id, attempts, retry_at FROM entry WHERE state = 1;
INSERT INTO refused_join (id, entry_id, tournament_id, gamer_id, reason, message, created_at)
  SELECT request_id, id, tournament_id, gamer_id, refusal_reason, coalesce(refusal_message, ''),
    created_at
  FROM entry WHERE state = 3;

DROP TRIGGER entry_kept ON entry;
DELETE FROM entry WHERE state = 3;
DROP INDEX entry_gamer_key, entry_pending_idx, entry_refused_idx, entry_standings_idx;
ALTER TABLE entry
  DROP COLUMN state,
  DROP COLUMN refusal_reason,
  DROP COLUMN refusal_message,
  DROP COLUMN attempts,
  DROP COLUMN retry_at;

-- One gamer, one entry; a refused one leaves the place free for another attempt.
CREATE UNIQUE INDEX entry_gamer_key ON entry (tournament_id, gamer_id);
CREATE INDEX entry_standings_idx ON entry (tournament_id, coalesce(rank, 0), joined_at, id);

-- Entries are for good; only one that is not paid for yet can go.
CREATE OR REPLACE FUNCTION keep_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM pending_join WHERE tournament_id = OLD.tournament_id AND entry_id = OLD.id
  ) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'only a pending entry can be deleted'
    USING ERRCODE = 'restrict_violation', CONSTRAINT = 'entry_kept';
END $$;

CREATE TRIGGER entry_kept BEFORE DELETE ON entry FOR EACH ROW EXECUTE FUNCTION keep_entry();

GRANT SELECT, INSERT, UPDATE, DELETE ON pending_join TO tms_entry;
-- Rows are locked while they are forgotten, which takes the right to update them.
GRANT SELECT, INSERT, UPDATE, DELETE ON refused_join TO tms_entry;
