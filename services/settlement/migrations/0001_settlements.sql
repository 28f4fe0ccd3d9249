CREATE TABLE settlement (
  tournament_id uuid CONSTRAINT settlement_pkey PRIMARY KEY,
  game_id uuid NOT NULL,
  -- 1 payout, 2 refund.
  kind smallint NOT NULL CONSTRAINT settlement_kind_known CHECK (kind IN (1, 2)),
  -- 1 scheduled, 2 planning, 3 paying, 4 done.
  state smallint NOT NULL DEFAULT 1 CONSTRAINT settlement_state_known CHECK (state BETWEEN 1 AND 4),
  due_at timestamptz(3) NOT NULL,
  currency text,
  pool_minor bigint CONSTRAINT settlement_pool_not_negative CHECK (pool_minor >= 0),
  fee_minor bigint CONSTRAINT settlement_fee_in_pool CHECK (fee_minor BETWEEN 0 AND pool_minor),
  entries integer,
  payouts integer,
  -- When a worker takes it up next. A worker at it keeps this in the future, as its lease.
  retry_at timestamptz(3) NOT NULL,
  failures integer NOT NULL DEFAULT 0,
  -- Failures that were no outage: an outage is waited out, a defect is not.
  defects integer NOT NULL DEFAULT 0,
  last_error text,
  -- Set when it failed too often or beyond repair: it waits for an operator.
  dead_at timestamptz(3),
  finished_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT settlement_plan_whole CHECK (state < 2 OR (currency IS NOT NULL AND pool_minor IS NOT NULL)),
  CONSTRAINT settlement_done_whole CHECK ((state = 4) = (finished_at IS NOT NULL))
);
CREATE INDEX settlement_open_idx ON settlement (retry_at) WHERE state < 4 AND dead_at IS NULL;

-- The plan: who gets what. Never changed once stored.
CREATE TABLE payout (
  tournament_id uuid NOT NULL CONSTRAINT payout_settlement_fkey REFERENCES settlement,
  entry_id uuid NOT NULL,
  -- Order of payment, from 1; best rank first.
  position integer NOT NULL CONSTRAINT payout_position_positive CHECK (position > 0),
  gamer_id uuid NOT NULL,
  handle text NOT NULL,
  rank integer,
  amount_minor bigint NOT NULL CONSTRAINT payout_amount_positive CHECK (amount_minor > 0),
  to_game boolean NOT NULL,
  transfer_id uuid NOT NULL CONSTRAINT payout_transfer_key UNIQUE,
  CONSTRAINT payout_pkey PRIMARY KEY (tournament_id, position),
  CONSTRAINT payout_entry_key UNIQUE (tournament_id, entry_id)
);

-- Progress: all payouts up to a position were confirmed by the ledger.
CREATE TABLE payment (
  tournament_id uuid NOT NULL CONSTRAINT payment_settlement_fkey REFERENCES settlement,
  through_position integer NOT NULL,
  paid_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT payment_pkey PRIMARY KEY (tournament_id, through_position)
);

GRANT USAGE ON SCHEMA settlement TO tms_settlement;
GRANT SELECT, INSERT, UPDATE ON settlement TO tms_settlement;
GRANT SELECT, INSERT ON payout, payment TO tms_settlement;
