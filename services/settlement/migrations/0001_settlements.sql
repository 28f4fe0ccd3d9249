-- Settlements, their plans, and how far each plan is paid.

CREATE TABLE settlement (
  tournament_id uuid CONSTRAINT settlement_pkey PRIMARY KEY,
  game_id uuid NOT NULL,
  -- Its environment is a test environment, whose clock its times go by, all but run_at and lease_until.
  test boolean NOT NULL DEFAULT false,
  kind text COLLATE "C" NOT NULL CONSTRAINT settlement_kind_known CHECK (kind IN ('payout', 'refund')),
  state text COLLATE "C" NOT NULL DEFAULT 'scheduled' CONSTRAINT settlement_state_known
    CHECK (state IN ('scheduled', 'planning', 'paying', 'done')),
  -- When the tournament ends.
  due_at timestamptz(3) NOT NULL,
  currency text,
  pool_minor bigint CONSTRAINT settlement_pool_not_negative CHECK (pool_minor >= 0),
  fee_minor bigint CONSTRAINT settlement_fee_in_pool CHECK (fee_minor BETWEEN 0 AND pool_minor),
  entries integer,
  payouts integer,
  -- When a worker may take it up, by real time: at its end, or after the pause that follows a failure.
  run_at timestamptz(3) NOT NULL,
  -- Until when a worker has it; another takes it up after that.
  lease_until timestamptz(3),
  failures integer NOT NULL DEFAULT 0,
  -- Failures that were no outage: an outage is waited out, a defect is not.
  defects integer NOT NULL DEFAULT 0,
  last_error text,
  -- Set when it failed too often or beyond repair: it waits for an operator.
  dead_at timestamptz(3),
  finished_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT settlement_plan_whole
    CHECK (state = 'scheduled' OR (currency IS NOT NULL AND pool_minor IS NOT NULL)),
  CONSTRAINT settlement_done_whole CHECK ((state = 'done') = (finished_at IS NOT NULL))
);
CREATE INDEX settlement_open_idx ON settlement (run_at) WHERE state <> 'done' AND dead_at IS NULL;
-- Operators look for a few dead settlements among all settlements.
CREATE INDEX settlement_dead_idx ON settlement (tournament_id) WHERE dead_at IS NOT NULL;
CREATE INDEX settlement_live_idx ON settlement (state, tournament_id)
  WHERE state <> 'done' AND dead_at IS NULL;
-- The settlements that the clock of a test environment moves and waits for. Has no live settlements.
CREATE INDEX settlement_test_idx ON settlement (game_id, due_at)
  WHERE test AND state <> 'done' AND dead_at IS NULL;
COMMENT ON TABLE settlement IS
  'The due time and the progress of each settlement. The queue only starts settlements on time.';

-- A plan is written and read by the hundred thousand. That its settlement exists, and that it names
-- each entry once, is checked once for the whole plan before anything is paid, not row by row.
CREATE TABLE payout (
  tournament_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  -- Order of payment, from 1; best rank first.
  position integer NOT NULL CONSTRAINT payout_position_positive CHECK (position > 0),
  gamer_id uuid NOT NULL,
  handle text NOT NULL,
  rank integer,
  amount_minor bigint NOT NULL CONSTRAINT payout_amount_positive CHECK (amount_minor > 0),
  -- True when the money goes to the game's own account, which paid the fee.
  to_game boolean NOT NULL,
  transfer_id uuid NOT NULL,
  CONSTRAINT payout_pkey PRIMARY KEY (tournament_id, position)
);
COMMENT ON TABLE payout IS 'The plan of each settlement: recipients and amounts. A stored row never changes.';

CREATE TABLE payment (
  tournament_id uuid NOT NULL CONSTRAINT payment_settlement_fkey REFERENCES settlement,
  through_position integer NOT NULL,
  paid_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT payment_pkey PRIMARY KEY (tournament_id, through_position)
);
COMMENT ON TABLE payment IS
  'The progress of payments. The ledger has confirmed all payouts of a plan up to the position.';

CREATE TABLE test_clock (
  game_id uuid CONSTRAINT test_clock_pkey PRIMARY KEY,
  ahead interval NOT NULL CONSTRAINT test_clock_ahead_range
    CHECK (ahead BETWEEN interval '0' AND interval '732 days')
);
COMMENT ON TABLE test_clock IS
  'The time by which the clocks of test environments are ahead of real time. It never decreases.';

-- All rows of an environment agree in whether it is a test environment, so that one tells. It is looked
-- for once per environment, when its clock is first advanced, without an index that each settlement
-- would pay for.
CREATE FUNCTION refuse_live_clock() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM test_clock WHERE game_id = NEW.game_id)
    AND NOT (SELECT test FROM settlement WHERE game_id = NEW.game_id LIMIT 1)
  THEN
    RAISE EXCEPTION 'a live environment has no clock of its own'
      USING ERRCODE = 'restrict_violation', CONSTRAINT = 'test_clock_of_test';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER test_clock_of_test BEFORE INSERT ON test_clock
  FOR EACH ROW EXECUTE FUNCTION refuse_live_clock();

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
-- Not compressed: it would take longer than all else, for rows that live for milliseconds.
ALTER TABLE event_out ALTER COLUMN events SET STORAGE EXTERNAL;
COMMENT ON TABLE event_out IS 'Events that are staged with their change and not yet in the event log.';

GRANT USAGE ON SCHEMA settlement TO tms_settlement;
GRANT SELECT, INSERT, UPDATE ON settlement TO tms_settlement;
GRANT SELECT, INSERT ON payout, payment TO tms_settlement;
GRANT SELECT, INSERT, UPDATE (ahead) ON test_clock TO tms_settlement;
GRANT SELECT, INSERT, DELETE ON event_out TO tms_settlement;
