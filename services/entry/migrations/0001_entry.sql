-- Gamers, the registrations of tournaments, and entries.

CREATE TABLE gamer (
  id uuid CONSTRAINT gamer_pkey PRIMARY KEY,
  game_id uuid NOT NULL,
  handle text COLLATE "C" NOT NULL
    CONSTRAINT gamer_handle_length CHECK (char_length(handle) BETWEEN 1 AND 64)
    -- To a URL these are steps, not names: `/wallet/./deposit` is sent as `/wallet/deposit`.
    CONSTRAINT gamer_handle_no_dots CHECK (handle NOT IN ('.', '..')),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT gamer_handle_key UNIQUE (game_id, handle)
);
COMMENT ON TABLE gamer IS 'The players of each game, by handle.';

CREATE TABLE registration (
  tournament_id uuid CONSTRAINT registration_pkey PRIMARY KEY,
  game_id uuid NOT NULL,
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
  -- The next elimination is later than this, even if the clock stepped back.
  last_eliminated_at timestamptz(3),
  closed_at timestamptz(3),
  -- While the ranking is being frozen: every entry up to this gamer has its placement.
  ranked_up_to uuid,
  frozen_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT registration_seats CHECK (seats_taken >= 0 AND seats_taken <= max_entries),
  CONSTRAINT registration_eliminated CHECK (eliminated >= 0 AND eliminated <= seats_taken)
  -- Each join updates its row: the free half of a page lets an update stay on it.
) WITH (fillfactor = 50);
COMMENT ON TABLE registration IS 'What a join must know of its tournament, copied when the first join asks for it (none of it changes once a tournament is published), and the seats taken.';

-- An entry is written once: joins that are pending or were refused stand in small tables of their
-- own, so that a join makes no second version of its entry.
CREATE TABLE entry (
  id uuid CONSTRAINT entry_pkey PRIMARY KEY,
  -- The gamer and the registration exist: an entry is inserted under the lock of its registration,
  -- and the service's role can delete neither. Foreign keys would check that again, row by row.
  tournament_id uuid NOT NULL,
  gamer_id uuid NOT NULL,
  request_id uuid NOT NULL CONSTRAINT entry_request_key UNIQUE,
  joined_at timestamptz(3) NOT NULL DEFAULT now(),
  eliminated_at timestamptz(3),
  -- How many were out once this one was. Entries eliminated together share it; a later elimination
  -- has a greater one. The rank of an eliminated entry follows from it and from how many entries
  -- there are, so later joins write nothing.
  exit_number integer,
  -- Where the game placed an entry that was in to the end.
  placement integer CONSTRAINT entry_placement_positive CHECK (placement > 0),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT entry_eliminated_whole CHECK ((exit_number IS NULL) = (eliminated_at IS NULL)),
  CONSTRAINT entry_placement_of_one_still_in CHECK (exit_number IS NULL OR placement IS NULL)
);
COMMENT ON TABLE entry IS 'The gamers who are in a tournament, or whose fee is being charged.';
-- One gamer, one entry.
CREATE UNIQUE INDEX entry_gamer_key ON entry (tournament_id, gamer_id);
-- The order of the standings: those still in, as the game placed them, then the eliminated, the last
-- one out first. Placements and exit numbers are far below 1,000,000,000.
CREATE INDEX entry_standings_idx ON entry
  (tournament_id, coalesce(1000000000 - exit_number, placement, 0), joined_at, id);

CREATE TABLE pending_join (
  tournament_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  -- Whose doing the join is, and by which REST request, for whoever confirms it.
  actor text NOT NULL DEFAULT '',
  rest_request_id text NOT NULL DEFAULT '',
  attempts integer NOT NULL DEFAULT 0,
  -- When recovery takes it up next.
  retry_at timestamptz(3) NOT NULL DEFAULT now() + interval '5 seconds',
  CONSTRAINT pending_join_pkey PRIMARY KEY (tournament_id, entry_id)
  -- Rows live for milliseconds, so vacuum goes by their number, not by the table's size.
) WITH (
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000,
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 10000
);
COMMENT ON TABLE pending_join IS 'Entries whose fee is not charged or refused yet; deleting the row confirms the entry. Recovery reads it after a crash.';

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
COMMENT ON TABLE refused_join IS 'Joins whose charge was refused, kept for a week so that a repeat is refused as well.';

CREATE TABLE request (
  id uuid CONSTRAINT request_pkey PRIMARY KEY,
  fingerprint bytea NOT NULL,
  response bytea,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX request_created_at_idx ON request (created_at);
COMMENT ON TABLE request IS 'Answers of mutations, kept for a week for whoever repeats one.';

CREATE TABLE event_out (
  -- In the order of commits, as far as one change depends on another.
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT event_out_pkey PRIMARY KEY,
  game_id uuid NOT NULL,
  events bytea NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
  -- Rows live for milliseconds, so vacuum goes by their number, not by the table's size.
) WITH (
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000,
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 10000
);
COMMENT ON TABLE event_out IS 'What changed, staged with the change until it stands in the log.';

-- Entries are for good; only a pending one can be deleted.
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
GRANT SELECT, INSERT, DELETE ON event_out TO tms_entry;
-- Retention locks the rows it deletes, which takes the right to update them.
GRANT SELECT, INSERT, UPDATE, DELETE ON entry, pending_join, refused_join, request TO tms_entry;
