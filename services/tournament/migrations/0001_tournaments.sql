-- Tournaments, their winners, and messages that settlement has not received yet.

CREATE TABLE tournament (
  id uuid CONSTRAINT tournament_pkey PRIMARY KEY,
  game_id uuid NOT NULL,
  -- True in a test environment. The times of the tournament are then by the test clock.
  test boolean NOT NULL DEFAULT false,
  name text NOT NULL CONSTRAINT tournament_name_length CHECK (char_length(name) BETWEEN 1 AND 200),
  description text NOT NULL
    CONSTRAINT tournament_description_length CHECK (char_length(description) <= 5000),
  entry_fee_minor bigint NOT NULL
    CONSTRAINT tournament_entry_fee_range CHECK (entry_fee_minor BETWEEN 0 AND 9007199254740991),
  starts_at timestamptz(3) NOT NULL,
  ends_at timestamptz(3) NOT NULL,
  -- Null means that registration is open until the end.
  registration_closes_at timestamptz(3),
  -- Null means no limit.
  max_entries integer CONSTRAINT tournament_max_entries_range CHECK (max_entries BETWEEN 1 AND 1000000),
  min_entries integer NOT NULL
    CONSTRAINT tournament_min_entries_range CHECK (min_entries BETWEEN 0 AND 1000000),
  -- Shares per rank, best first; empty means the winner takes all.
  prize_split integer[] NOT NULL
    CONSTRAINT tournament_prize_split_length CHECK (cardinality(prize_split) <= 100),
  -- The rules that turn scores into ranks. Null if the tournament takes no scores.
  scoring jsonb,
  -- A JSON object in the text that the game sent. The service does not interpret it. Null if there is none.
  metadata text CONSTRAINT tournament_metadata_length CHECK (octet_length(metadata) <= 4096),
  -- The id that the game gave. It never changes; null if there is none.
  external_id text COLLATE "C"
    CONSTRAINT tournament_external_id_visible CHECK (external_id ~ '^[!-~]{1,100}$'),
  -- The terms of the game at creation. Later changes of the game do not affect the tournament.
  currency text COLLATE "C" NOT NULL,
  payer text NOT NULL CONSTRAINT tournament_payer_known CHECK (payer IN ('game', 'wallet')),
  platform_fee_bps integer NOT NULL
    CONSTRAINT tournament_platform_fee_range CHECK (platform_fee_bps BETWEEN 0 AND 5000),
  status text COLLATE "C" NOT NULL DEFAULT 'pending' CONSTRAINT tournament_status_known
    CHECK (status IN ('pending', 'published', 'settling', 'completed', 'cancelled')),
  -- The final ranks that the game sent when it ended the tournament.
  final_ranks jsonb NOT NULL DEFAULT '[]',
  -- The only gamer with rank 1. Null if several gamers share the rank.
  winner_gamer_id uuid CONSTRAINT tournament_winner_when_completed
    CHECK (winner_gamer_id IS NULL OR status = 'completed'),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT tournament_ends_after_start CHECK (ends_at > starts_at),
  CONSTRAINT tournament_registration_closes_by_end CHECK (registration_closes_at <= ends_at),
  CONSTRAINT tournament_seats_suffice CHECK (min_entries <= max_entries)
);
CREATE INDEX tournament_game_idx ON tournament (game_id, id DESC);
CREATE INDEX tournament_game_status_idx ON tournament (game_id, status, id DESC);
-- An external id is unique within its environment.
CREATE UNIQUE INDEX tournament_external_id_key ON tournament (game_id, external_id)
  WHERE external_id IS NOT NULL;
COMMENT ON TABLE tournament IS 'Tournaments, with their terms, status and outcome.';

-- No foreign key, because it would look up the tournament again for each of up to 1,000,000 winners. The
-- transaction that inserts winners has locked their tournament.
CREATE TABLE winner (
  tournament_id uuid NOT NULL,
  gamer_id uuid NOT NULL,
  CONSTRAINT winner_pkey PRIMARY KEY (tournament_id, gamer_id)
);
COMMENT ON TABLE winner IS 'The gamers with rank 1, if several gamers share it.';

CREATE TABLE test_clock (
  game_id uuid CONSTRAINT test_clock_pkey PRIMARY KEY,
  ahead interval NOT NULL CONSTRAINT test_clock_ahead_range
    CHECK (ahead BETWEEN interval '0' AND interval '732 days')
);
COMMENT ON TABLE test_clock IS
  'The time by which the clocks of test environments are ahead of real time. It never decreases.';

-- All tournaments of an environment have the same value of `test`, so the function reads one of them.
CREATE FUNCTION refuse_live_clock() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM test_clock WHERE game_id = NEW.game_id)
    AND NOT (SELECT test FROM tournament WHERE game_id = NEW.game_id LIMIT 1)
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

CREATE TABLE outbox (
  id uuid CONSTRAINT outbox_pkey PRIMARY KEY,
  topic text NOT NULL,
  payload jsonb NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  -- Not rounded to milliseconds, because a rounded time could be in the future and delay the message.
  due_at timestamptz NOT NULL DEFAULT now(),
  dead_at timestamptz(3),
  last_error text,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX outbox_due_idx ON outbox (due_at) WHERE dead_at IS NULL;
COMMENT ON TABLE outbox IS 'Messages that the settlement service has not received yet.';

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

GRANT USAGE ON SCHEMA tournament TO tms_tournament;
GRANT SELECT, INSERT, UPDATE ON tournament TO tms_tournament;
GRANT SELECT, INSERT ON winner TO tms_tournament;
GRANT SELECT, INSERT, UPDATE (ahead) ON test_clock TO tms_tournament;
GRANT SELECT, INSERT, DELETE ON event_out TO tms_tournament;
GRANT SELECT, INSERT, UPDATE, DELETE ON request, outbox TO tms_tournament;
