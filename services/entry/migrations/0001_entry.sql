-- Gamers, the registrations of tournaments, and entries.

CREATE TABLE gamer (
  id uuid CONSTRAINT gamer_pkey PRIMARY KEY,
  game_id uuid NOT NULL,
  handle text COLLATE "C" NOT NULL
    CONSTRAINT gamer_handle_length CHECK (char_length(handle) BETWEEN 1 AND 64)
    -- Clients resolve these names in URLs: they send `/wallet/./deposit` as `/wallet/deposit`.
    CONSTRAINT gamer_handle_no_dots CHECK (handle NOT IN ('.', '..')),
  -- True in a test environment. The times of the row are then from the test clock.
  test boolean NOT NULL DEFAULT false,
  -- The name that is shown for the gamer; null means the handle.
  display_name text
    CONSTRAINT gamer_display_name_length CHECK (char_length(display_name) BETWEEN 1 AND 64),
  -- A JSON object as the game sent it, or null. No decision depends on metadata.
  metadata text CONSTRAINT gamer_metadata_length CHECK (octet_length(metadata) <= 2048),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT gamer_handle_key UNIQUE (game_id, handle)
);
COMMENT ON TABLE gamer IS 'The players of each game, by handle.';

CREATE TABLE registration (
  tournament_id uuid CONSTRAINT registration_pkey PRIMARY KEY,
  game_id uuid NOT NULL,
  -- True in a test environment. The times of the registration and its entries are then from the test clock.
  test boolean NOT NULL DEFAULT false,
  currency text NOT NULL,
  fee_minor bigint NOT NULL CONSTRAINT registration_fee_not_negative CHECK (fee_minor >= 0),
  payer text NOT NULL CONSTRAINT registration_payer_known CHECK (payer IN ('game', 'wallet')),
  -- Null means no limit.
  max_entries integer CONSTRAINT registration_max_entries_positive CHECK (max_entries > 0),
  registration_closes_at timestamptz(3) NOT NULL,
  ends_at timestamptz(3) NOT NULL,
  -- Seats of confirmed and of pending entries.
  seats_taken integer NOT NULL DEFAULT 0,
  eliminated integer NOT NULL DEFAULT 0,
  -- Entries that were taken out of the ranking; their seats stay taken.
  disqualified integer NOT NULL DEFAULT 0,
  -- The time of the last elimination. The next one gets a later time, even if the clock steps back.
  last_eliminated_at timestamptz(3),
  closed_at timestamptz(3),
  -- Only the previous release uses this column.
  ranked_up_to uuid,
  frozen_at timestamptz(3),
  -- True if the tournament takes scores and has a board.
  scored boolean NOT NULL DEFAULT false,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT registration_seats CHECK (seats_taken >= 0 AND seats_taken <= max_entries),
  CONSTRAINT registration_eliminated CHECK (eliminated >= 0 AND eliminated <= seats_taken),
  CONSTRAINT registration_disqualified CHECK (disqualified >= 0 AND disqualified <= seats_taken)
  -- Each join updates the row. Free space in the page keeps the new row version on the same page.
) WITH (fillfactor = 50);
COMMENT ON TABLE registration IS 'The terms that joins need, and the number of taken seats. The first join copies the terms, which do not change after publication.';

-- A join writes its entry only once. Pending and refused joins have rows in separate, small tables.
CREATE TABLE entry (
  id uuid CONSTRAINT entry_pkey PRIMARY KEY,
  -- No foreign keys are needed, and they would check each row. The gamer and the registration exist, because
  -- the insert locks the registration, and the service's role can delete neither.
  tournament_id uuid NOT NULL,
  gamer_id uuid NOT NULL,
  request_id uuid NOT NULL CONSTRAINT entry_request_key UNIQUE,
  joined_at timestamptz(3) NOT NULL DEFAULT now(),
  eliminated_at timestamptz(3),
  -- The number of eliminated entries after this elimination. Entries that are eliminated together share
  -- the number. The rank is computed from it and from the number of entries, so later joins do not
  -- change this row.
  exit_number integer,
  -- The final rank from the game, for an entry that was in at the end.
  placement integer CONSTRAINT entry_placement_positive CHECK (placement > 0),
  -- True if the entry is out of the ranking. It keeps an earlier elimination, which a reinstatement restores.
  disqualified boolean NOT NULL DEFAULT false,
  -- A JSON object as the join sent it, or null. No decision depends on metadata.
  metadata text CONSTRAINT entry_metadata_length CHECK (octet_length(metadata) <= 2048),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT entry_eliminated_whole CHECK ((exit_number IS NULL) = (eliminated_at IS NULL)),
  CONSTRAINT entry_placement_of_one_still_in CHECK (exit_number IS NULL OR placement IS NULL),
  CONSTRAINT entry_placement_of_one_ranked CHECK (NOT disqualified OR placement IS NULL)
);
COMMENT ON TABLE entry IS 'The entries of gamers in tournaments, including entries whose fee is still being charged.';
CREATE UNIQUE INDEX entry_gamer_key ON entry (tournament_id, gamer_id);
-- Lists a gamer's entries by age. Newer entries have greater ids.
CREATE INDEX entry_of_gamer_idx ON entry (gamer_id, id);
-- The order of the standings: entries that are in, by placement; eliminated entries, latest first;
-- disqualified entries. Placements and exit numbers are far below 1,000,000,000.
CREATE INDEX entry_standings_idx ON entry (
  tournament_id,
  (CASE WHEN disqualified THEN 1000000000
    ELSE coalesce(1000000000 - exit_number, placement, 0) END),
  joined_at, id
);

CREATE TABLE entry_decision (
  -- Increases with each decision on an entry, because decisions lock the registration.
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT entry_decision_pkey PRIMARY KEY,
  tournament_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  decision text COLLATE "C" NOT NULL
    CONSTRAINT entry_decision_known CHECK (decision IN ('disqualify', 'reinstate')),
  -- The state of the entry before the decision. A reinstatement undoes a disqualification or an elimination.
  was text COLLATE "C" NOT NULL
    CONSTRAINT entry_decision_was_known CHECK (was IN ('in', 'eliminated', 'disqualified')),
  reason text NOT NULL
    CONSTRAINT entry_decision_reason_length CHECK (char_length(reason) BETWEEN 1 AND 500),
  -- The caller and the REST request; empty for the product itself.
  actor text NOT NULL,
  rest_request_id text NOT NULL,
  decided_at timestamptz(3) NOT NULL
);
CREATE INDEX entry_decision_entry_idx ON entry_decision (entry_id, id);
COMMENT ON TABLE entry_decision IS 'The disqualifications and reinstatements of entries, with actor and reason. Rows are only added. The latest row counts.';

CREATE TABLE pending_join (
  tournament_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  -- The caller and the REST request of the join. The process that confirms the entry reports them.
  actor text NOT NULL DEFAULT '',
  rest_request_id text NOT NULL DEFAULT '',
  attempts integer NOT NULL DEFAULT 0,
  -- The earliest time at which recovery charges the entry again.
  retry_at timestamptz(3) NOT NULL DEFAULT now() + interval '5 seconds',
  CONSTRAINT pending_join_pkey PRIMARY KEY (tournament_id, entry_id)
  -- Rows live for milliseconds, so vacuum starts after a number of changes, not a share of the table.
) WITH (
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000,
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 10000
);
COMMENT ON TABLE pending_join IS 'Entries whose fee is neither charged nor refused yet. Deleting the row confirms the entry. Recovery reads the table after a crash.';

CREATE TABLE refused_join (
  -- The id of the request.
  id uuid CONSTRAINT refused_join_pkey PRIMARY KEY,
  entry_id uuid NOT NULL,
  tournament_id uuid NOT NULL,
  gamer_id uuid NOT NULL,
  reason text NOT NULL,
  message text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX refused_join_created_at_idx ON refused_join (created_at);
COMMENT ON TABLE refused_join IS 'Joins whose charge was refused. They are kept for a week, so that a repeat is also refused.';

CREATE TABLE test_clock (
  game_id uuid CONSTRAINT test_clock_pkey PRIMARY KEY,
  ahead interval NOT NULL CONSTRAINT test_clock_ahead_range
    CHECK (ahead BETWEEN interval '0' AND interval '732 days')
);
COMMENT ON TABLE test_clock IS
  'The time by which the clocks of test environments are ahead of real time. It never decreases.';

-- Rejects a clock in a live environment. One gamer is enough, because `test` is equal in an environment.
CREATE FUNCTION refuse_live_clock() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM test_clock WHERE game_id = NEW.game_id)
    AND NOT (SELECT test FROM gamer WHERE game_id = NEW.game_id LIMIT 1)
  THEN
    RAISE EXCEPTION 'a live environment has no clock of its own'
      USING ERRCODE = 'restrict_violation', CONSTRAINT = 'test_clock_of_test';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER test_clock_of_test BEFORE INSERT ON test_clock
  FOR EACH ROW EXECUTE FUNCTION refuse_live_clock();

CREATE TABLE request (
  id uuid CONSTRAINT request_pkey PRIMARY KEY,
  fingerprint bytea NOT NULL,
  response bytea,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX request_created_at_idx ON request (created_at);
COMMENT ON TABLE request IS 'Responses of mutations. They are kept for a week to answer repeated requests.';

CREATE TABLE event_out (
  -- A change that depends on another change has a greater id.
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT event_out_pkey PRIMARY KEY,
  game_id uuid NOT NULL,
  events bytea NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
  -- Rows live for milliseconds, so vacuum starts after a number of changes, not a share of the table.
) WITH (
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000,
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 10000
);
-- Not compressed, because compression would take longer than the rest of the insert.
ALTER TABLE event_out ALTER COLUMN events SET STORAGE EXTERNAL;
COMMENT ON TABLE event_out IS 'Events that are staged with their change and not yet in the event log.';

CREATE TABLE board (
  tournament_id uuid CONSTRAINT board_pkey PRIMARY KEY,
  game_id uuid NOT NULL,
  -- True in a test environment. The times of the board are then from the test clock.
  test boolean NOT NULL,
  -- How scores become ranks, copied when the registration was opened.
  scoring jsonb NOT NULL,
  starts_at timestamptz(3) NOT NULL,
  ends_at timestamptz(3) NOT NULL,
  -- The sequence of the latest attempt. Attempts have sequences in the order of their commits.
  sequence bigint NOT NULL DEFAULT 0 CONSTRAINT board_sequence_not_negative CHECK (sequence >= 0),
  changed_at timestamptz(3) NOT NULL DEFAULT now(),
  -- The number of entries with a sort key. It equals the sum of the strata, which no read has to add up.
  listed integer NOT NULL DEFAULT 0 CONSTRAINT board_listed_not_negative CHECK (listed >= 0),
  closed_at timestamptz(3)
  -- Each batch of scores updates the row. Free space in the page keeps the new row version on the same page.
) WITH (fillfactor = 50);
COMMENT ON TABLE board IS 'One row per tournament that takes scores. A change of a sort key locks the row. Changes other than scores lock the registration first.';

CREATE TABLE attempt (
  -- Derived from tournament, handle and name or request id, so that a repeated attempt is stored once.
  id uuid CONSTRAINT attempt_pkey PRIMARY KEY,
  tournament_id uuid NOT NULL,
  gamer_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  -- The name from the game; null if the request id names the attempt.
  name text COLLATE "C",
  sequence bigint NOT NULL CONSTRAINT attempt_sequence_positive CHECK (sequence > 0),
  score bigint NOT NULL,
  tie_breaks bigint[] NOT NULL
    CONSTRAINT attempt_tie_breaks_few CHECK (cardinality(tie_breaks) <= 3),
  state text COLLATE "C" NOT NULL
    CONSTRAINT attempt_state_known CHECK (state IN ('counted', 'held', 'void')),
  -- A JSON object as the game sent it; empty for none.
  metadata text NOT NULL,
  created_at timestamptz(3) NOT NULL
);
-- Finds the attempts from which a standing is computed.
CREATE UNIQUE INDEX attempt_gamer_idx ON attempt (tournament_id, gamer_id, sequence);
-- Lists attempts of one state, newest first. A list of all states merges the lists of the three states.
CREATE INDEX attempt_state_idx ON attempt (tournament_id, state, sequence);
COMMENT ON TABLE attempt IS 'The scores that gamers submitted. Standings are computed from them. The state is the state after the latest decision.';

CREATE TABLE attempt_decision (
  -- Increases with each decision, because decisions lock the board.
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT attempt_decision_pkey PRIMARY KEY,
  tournament_id uuid NOT NULL,
  attempt_id uuid NOT NULL,
  verdict text COLLATE "C" NOT NULL
    CONSTRAINT attempt_decision_known CHECK (verdict IN ('accept', 'void', 'hold')),
  -- The state that the attempt had before.
  was text COLLATE "C" NOT NULL
    CONSTRAINT attempt_decision_was_known CHECK (was IN ('counted', 'held', 'void')),
  reason text NOT NULL
    CONSTRAINT attempt_decision_reason_length CHECK (char_length(reason) BETWEEN 1 AND 500),
  -- The caller and the REST request; empty for the product itself.
  actor text NOT NULL,
  rest_request_id text NOT NULL,
  decided_at timestamptz(3) NOT NULL
);
CREATE INDEX attempt_decision_attempt_idx ON attempt_decision (attempt_id, id);
COMMENT ON TABLE attempt_decision IS 'The decisions on attempts, with actor and reason. Rows are only added. The latest row counts.';

CREATE TABLE standing (
  tournament_id uuid NOT NULL,
  gamer_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  joined_at timestamptz(3) NOT NULL,
  -- Null if no attempt counts.
  score bigint,
  tie_breaks bigint[] NOT NULL,
  -- The score and tie-breaks of each added attempt, if only the best attempts are added; else empty.
  best bigint[] NOT NULL,
  attempts integer NOT NULL CONSTRAINT standing_attempts_not_negative CHECK (attempts >= 0),
  -- The attempt that last changed score or tie-breaks.
  reached_sequence bigint,
  reached_at timestamptz(3),
  -- The sort key: a better entry has lower bytes. Null for an entry that the leaderboard does not list.
  place bytea,
  CONSTRAINT standing_pkey PRIMARY KEY (tournament_id, gamer_id),
  CONSTRAINT standing_reached_whole CHECK (
    (score IS NULL) = (reached_sequence IS NULL) AND (score IS NULL) = (reached_at IS NULL)
  )
);
CREATE INDEX standing_place_idx ON standing (tournament_id, place, joined_at, entry_id)
  WHERE place IS NOT NULL;
COMMENT ON TABLE standing IS 'The result of the attempts of each gamer, and the sort key of the entry.';

CREATE TABLE stratum (
  tournament_id uuid NOT NULL,
  -- The lowest sort key of the range. The range ends before the lowest sort key of the next stratum.
  first bytea NOT NULL,
  entries integer NOT NULL CONSTRAINT stratum_entries_not_negative CHECK (entries >= 0),
  CONSTRAINT stratum_pkey PRIMARY KEY (tournament_id, first)
) WITH (fillfactor = 50);
COMMENT ON TABLE stratum IS 'The number of entries in a range of sort keys of a board. A rank is the sum of the better strata and a count within one stratum.';

-- Rejects the deletion of a confirmed entry.
CREATE FUNCTION keep_entry() RETURNS trigger LANGUAGE plpgsql AS $$
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

GRANT USAGE ON SCHEMA entry TO tms_entry;
GRANT SELECT, INSERT, UPDATE ON gamer, registration TO tms_entry;
GRANT SELECT, INSERT, UPDATE (ahead) ON test_clock TO tms_entry;
GRANT SELECT, INSERT, DELETE ON event_out TO tms_entry;
GRANT SELECT, INSERT, UPDATE ON board, attempt, standing TO tms_entry;
GRANT SELECT, INSERT ON entry_decision, attempt_decision TO tms_entry;
GRANT SELECT, INSERT, UPDATE, DELETE ON stratum TO tms_entry;
-- Retention locks the rows that it deletes, and the lock needs the right to update.
GRANT SELECT, INSERT, UPDATE, DELETE ON entry, pending_join, refused_join, request TO tms_entry;
