-- The ledger. Its invariants are the database's own: the service's role can neither change nor
-- remove a transfer, and has no right on balances at all. A balance moves only through the
-- trigger below, which credits what it debits, so every currency always sums to zero.

CREATE TABLE account (
  id uuid CONSTRAINT account_pkey PRIMARY KEY,
  game_id uuid NOT NULL,
  type smallint NOT NULL CONSTRAINT account_type_known CHECK (type BETWEEN 1 AND 5),
  owner_id uuid NOT NULL,
  currency text COLLATE "C" NOT NULL,
  balance_minor bigint NOT NULL DEFAULT 0,
  floor_minor bigint CONSTRAINT account_floor_not_positive CHECK (floor_minor <= 0),
  closed_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT account_owner_key UNIQUE (game_id, type, owner_id, currency),
  CONSTRAINT account_floor CHECK (balance_minor >= floor_minor),
  -- Only the world outside (1) and a game (2) may owe.
  CONSTRAINT account_floor_of_type CHECK (type IN (1, 2) OR floor_minor IS NOT DISTINCT FROM 0),
  -- The REST edge carries balances as doubles.
  CONSTRAINT account_balance_exact CHECK (abs(balance_minor) <= 9007199254740991)
) WITH (fillfactor = 50); -- room beside hot balances keeps their updates off the indexes

CREATE TABLE transfer (
  id uuid CONSTRAINT transfer_pkey PRIMARY KEY,
  -- Drawn while both accounts are locked: within an account it grows with commit order.
  sequence bigint GENERATED ALWAYS AS IDENTITY,
  game_id uuid NOT NULL,
  currency text COLLATE "C" NOT NULL,
  debit_account_id uuid NOT NULL,
  credit_account_id uuid NOT NULL,
  amount_minor bigint NOT NULL CONSTRAINT transfer_amount_positive CHECK (amount_minor > 0),
  kind smallint NOT NULL CONSTRAINT transfer_kind_known CHECK (kind BETWEEN 1 AND 6),
  reference_id uuid,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT transfer_accounts_differ CHECK (debit_account_id <> credit_account_id)
);
CREATE INDEX transfer_debit_idx ON transfer (debit_account_id, sequence);
CREATE INDEX transfer_credit_idx ON transfer (credit_account_id, sequence);

-- A refused transfer stays refused: a late repeat must not succeed after its maker has already
-- acted on the refusal.
CREATE TABLE refusal (
  transfer_id uuid CONSTRAINT refusal_pkey PRIMARY KEY,
  content_digest bytea NOT NULL,
  reason text NOT NULL,
  message text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);

CREATE FUNCTION post_transfers() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = wallet, pg_temp
-- Its plan is made once per connection, perhaps while the tables are empty; it must stay a
-- look-up per account when there are millions.
SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  touched bigint;
  moved bigint;
  into_closed bigint;
BEGIN
  WITH delta AS (
    SELECT account_id, game_id, currency, sum(amount)::bigint AS amount, bool_or(amount > 0) AS entered
    FROM (
      SELECT debit_account_id AS account_id, game_id, currency, -amount_minor AS amount FROM posted
      UNION ALL
      SELECT credit_account_id, game_id, currency, amount_minor FROM posted
    ) AS posting
    GROUP BY account_id, game_id, currency
  ), changed AS (
    UPDATE account SET balance_minor = balance_minor + delta.amount
    FROM delta
    WHERE account.id = delta.account_id
      AND account.game_id = delta.game_id
      AND account.currency = delta.currency
    RETURNING delta.entered AND account.closed_at IS NOT NULL AS into_closed
  )
  SELECT (SELECT count(*) FROM delta), count(*), count(*) FILTER (WHERE changed.into_closed)
  INTO touched, moved, into_closed
  FROM changed;

  IF moved <> touched THEN
    RAISE EXCEPTION 'a transfer names an account of another game or currency, or none'
      USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'transfer_account_fkey';
  END IF;
  IF into_closed > 0 THEN
    RAISE EXCEPTION 'a transfer credits a closed account'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'account_open';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER transfer_posts AFTER INSERT ON transfer
  REFERENCING NEW TABLE AS posted
  FOR EACH STATEMENT EXECUTE FUNCTION post_transfers();

-- A closed account stays closed, at the time it was closed.
CREATE FUNCTION keep_closed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a closed account stays closed'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'account_stays_closed';
END $$;

CREATE TRIGGER account_stays_closed BEFORE UPDATE OF closed_at ON account
  FOR EACH ROW WHEN (OLD.closed_at IS DISTINCT FROM NEW.closed_at AND OLD.closed_at IS NOT NULL)
  EXECUTE FUNCTION keep_closed();

CREATE TABLE request (
  id uuid CONSTRAINT request_pkey PRIMARY KEY,
  fingerprint bytea NOT NULL,
  response bytea,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX request_created_at_idx ON request (created_at);

REVOKE ALL ON FUNCTION post_transfers(), keep_closed() FROM PUBLIC;
GRANT USAGE ON SCHEMA wallet TO tms_wallet;
GRANT SELECT,
  INSERT (id, game_id, type, owner_id, currency, floor_minor, closed_at),
  UPDATE (floor_minor, closed_at)
  ON account TO tms_wallet;
-- Order and time of a transfer are the database's to say.
GRANT SELECT,
  INSERT (id, game_id, currency, debit_account_id, credit_account_id, amount_minor, kind, reference_id)
  ON transfer TO tms_wallet;
GRANT SELECT, INSERT ON refusal TO tms_wallet;
GRANT SELECT, INSERT, UPDATE, DELETE ON request TO tms_wallet;
