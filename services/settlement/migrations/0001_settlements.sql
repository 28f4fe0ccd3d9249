-- Settlements, their plans, and the progress of their payments.

CREATE TABLE settlement (
  tournament_id uuid CONSTRAINT settlement_pkey PRIMARY KEY,
  game_id uuid NOT NULL,
  -- True in a test environment. due_at and finished_at are then by the test clock, other times are real.
  test boolean NOT NULL DEFAULT false,
  kind text COLLATE "C" NOT NULL CONSTRAINT settlement_kind_known CHECK (kind IN ('payout', 'refund')),
  state text COLLATE "C" NOT NULL DEFAULT 'scheduled' CONSTRAINT settlement_state_known
    CHECK (state IN ('scheduled', 'planning', 'paying', 'done')),
  -- The end of the tournament, or the time of its refund.
  due_at timestamptz(3) NOT NULL,
  currency text,
  pool_minor bigint CONSTRAINT settlement_pool_not_negative CHECK (pool_minor >= 0),
  fee_minor bigint CONSTRAINT settlement_fee_in_pool CHECK (fee_minor BETWEEN 0 AND pool_minor),
  entries integer,
  payouts integer,
  -- The real time from which a worker may start: the due time, or the end of a pause after a failure.
  run_at timestamptz(3) NOT NULL,
  -- The end of the lease of a worker. After that, another worker may take over.
  lease_until timestamptz(3),
  failures integer NOT NULL DEFAULT 0,
  -- Failures other than outages. Too many make the settlement dead, because retries do not help.
  defects integer NOT NULL DEFAULT 0,
  last_error text,
  -- Set if the settlement failed too often or beyond repair. The settlement then waits for an operator.
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
-- For advances of a test clock, which reschedule settlements and wait for them. Has no live settlements.
CREATE INDEX settlement_test_idx ON settlement (game_id, due_at)
  WHERE test AND state <> 'done' AND dead_at IS NULL;
COMMENT ON TABLE settlement IS
  'The due time and the progress of each settlement. The queue only starts settlements on time.';

-- No foreign key and no unique entry_id, because a plan can have hundreds of thousands of rows. The service
-- checks each whole plan once, before its first payment.
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

-- All settlements of an environment have the same value of `test`, so the function reads one of them. It does
-- so only at the first advance of a clock, so an index for it would cost more than it saves.
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

GRANT USAGE ON SCHEMA settlement TO tms_settlement;
GRANT SELECT, INSERT, UPDATE ON settlement TO tms_settlement;
GRANT SELECT, INSERT ON payout, payment TO tms_settlement;
GRANT SELECT, INSERT, UPDATE (ahead) ON test_clock TO tms_settlement;
GRANT SELECT, INSERT, DELETE ON event_out TO tms_settlement;
