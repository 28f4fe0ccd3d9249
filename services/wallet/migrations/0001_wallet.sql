-- The ledger. The database enforces its invariants: the service's role can neither change nor delete a
-- transfer, and cannot write balances. Only the trigger below changes balances. It credits the amount that
-- it debits, so every currency always sums to zero.

-- Types of account and kinds of transfer. docs/money.md says which kind moves money between which types.
CREATE TYPE account_type AS ENUM ('external', 'game', 'gamer', 'prize_pool', 'platform');
CREATE TYPE transfer_kind AS ENUM
  ('deposit', 'withdrawal', 'entry_fee', 'payout', 'platform_fee', 'refund');

CREATE TABLE account (
  id uuid CONSTRAINT account_pkey PRIMARY KEY,
  game_id uuid NOT NULL,
  type account_type NOT NULL,
  owner_id uuid NOT NULL,
  currency text COLLATE "C" NOT NULL,
  balance_minor bigint NOT NULL DEFAULT 0,
  -- The lowest allowed balance; null means no limit.
  floor_minor bigint CONSTRAINT account_floor_not_positive CHECK (floor_minor <= 0),
  closed_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  -- The account's latest seal. It changes together with the balance, under the same lock.
  seals bigint NOT NULL DEFAULT 0,
  sealed_through bigint NOT NULL DEFAULT 0,
  seal_digest bytea,
  CONSTRAINT account_owner_key UNIQUE (game_id, type, owner_id, currency),
  CONSTRAINT account_floor CHECK (balance_minor >= floor_minor),
  CONSTRAINT account_floor_of_type
    CHECK (type IN ('external', 'game') OR floor_minor IS NOT DISTINCT FROM 0),
  -- Clients of the REST API may read balances as doubles.
  CONSTRAINT account_balance_exact CHECK (abs(balance_minor) <= 9007199254740991),
  CONSTRAINT account_seal_whole CHECK ((seals = 0) = (seal_digest IS NULL))
) WITH (fillfactor = 50); -- room beside hot balances keeps their updates off the indexes

CREATE TABLE transfer (
  id uuid CONSTRAINT transfer_pkey PRIMARY KEY,
  -- Assigned while both accounts are locked. Within an account, it increases in the order of commits.
  sequence bigint GENERATED ALWAYS AS IDENTITY,
  game_id uuid NOT NULL,
  currency text COLLATE "C" NOT NULL,
  debit_account_id uuid NOT NULL,
  credit_account_id uuid NOT NULL,
  amount_minor bigint NOT NULL CONSTRAINT transfer_amount_positive CHECK (amount_minor > 0),
  kind transfer_kind NOT NULL,
  reference_id uuid,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT transfer_accounts_differ CHECK (debit_account_id <> credit_account_id)
);
CREATE INDEX transfer_debit_idx ON transfer (debit_account_id, sequence);
CREATE INDEX transfer_credit_idx ON transfer (credit_account_id, sequence);

CREATE TABLE refusal (
  transfer_id uuid CONSTRAINT refusal_pkey PRIMARY KEY,
  -- The digest of the refused content. Other content with the same id gets another error.
  content_digest bytea NOT NULL,
  reason text NOT NULL,
  message text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);

CREATE TABLE seal (
  -- No foreign key is needed, because the trigger inserts a seal from its account's row.
  account_id uuid NOT NULL,
  number bigint NOT NULL CONSTRAINT seal_number_positive CHECK (number > 0),
  -- The last sequence that the seal covers. The seal starts after the previous seal of the account.
  through_sequence bigint NOT NULL,
  transfers bigint NOT NULL CONSTRAINT seal_not_empty CHECK (transfers > 0),
  digest bytea NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT seal_pkey PRIMARY KEY (account_id, number)
);

CREATE TABLE request (
  id uuid CONSTRAINT request_pkey PRIMARY KEY,
  fingerprint bytea NOT NULL,
  response bytea,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX request_created_at_idx ON request (created_at);

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

COMMENT ON TABLE account IS 'The balance of each owner, by game, type and currency. Rows are never deleted.';
COMMENT ON TABLE transfer IS 'All movements of money. Rows are never changed or deleted.';
COMMENT ON TABLE refusal IS 'The ids of refused transfers. Rows are never deleted, because a late repeat must not succeed after its caller has acted on the refusal.';
COMMENT ON TABLE seal IS 'Digests of batches of journal lines. Each digest includes the previous one. A seal that was noted elsewhere proves that no earlier line was changed.';
-- Not compressed, because compression would take longer than the rest of the insert.
ALTER TABLE event_out ALTER COLUMN events SET STORAGE EXTERNAL;
COMMENT ON TABLE event_out IS 'Events that are staged with their change and not yet in the event log.';
COMMENT ON TABLE request IS 'Responses of mutations. They are kept for a week to answer repeated requests.';

-- Returns the account types that a kind may debit (negative amount) or credit, one bit per type. The result
-- is an integer, because integers cost least to aggregate.
CREATE FUNCTION allowed_types(kind transfer_kind, amount bigint) RETURNS integer
LANGUAGE sql IMMUTABLE RETURN CASE WHEN amount < 0
  THEN CASE kind
    WHEN 'entry_fee' THEN B'01100'::integer
    WHEN 'payout' THEN B'00010'::integer
    WHEN 'platform_fee' THEN B'00010'::integer
    WHEN 'refund' THEN B'00010'::integer
    WHEN 'deposit' THEN B'10000'::integer
    WHEN 'withdrawal' THEN B'01101'::integer
    ELSE 0
  END
  ELSE CASE kind
    WHEN 'entry_fee' THEN B'00010'::integer
    WHEN 'payout' THEN B'00100'::integer
    WHEN 'platform_fee' THEN B'00001'::integer
    WHEN 'refund' THEN B'01100'::integer
    WHEN 'deposit' THEN B'01100'::integer
    WHEN 'withdrawal' THEN B'10000'::integer
    ELSE 0
  END
END;

-- Returns the bit of an account type in allowed_types().
CREATE FUNCTION type_bit(type account_type) RETURNS integer
LANGUAGE sql IMMUTABLE RETURN CASE type
  WHEN 'external' THEN B'10000'::integer
  WHEN 'game' THEN B'01000'::integer
  WHEN 'gamer' THEN B'00100'::integer
  WHEN 'prize_pool' THEN B'00010'::integer
  WHEN 'platform' THEN B'00001'::integer
  ELSE 0
END;

-- Returns true if a transfer needs an open account. A closed account receives only payouts, platform fees
-- and refunds, and pays no entry fees. Its balance can be withdrawn.
CREATE FUNCTION needs_open(kind transfer_kind, amount bigint) RETURNS boolean
LANGUAGE sql IMMUTABLE RETURN CASE WHEN amount > 0
  THEN kind NOT IN ('payout', 'platform_fee', 'refund')
  ELSE kind = 'entry_fee'
END;

-- Returns true if a transfer is in the journal of the credited account, false for the debited account. Only
-- prize pools and external accounts have journals, so no gamer's account needs seals.
CREATE FUNCTION stands_in_credit(kind transfer_kind) RETURNS boolean
LANGUAGE sql IMMUTABLE RETURN kind IN ('withdrawal', 'entry_fee');

-- Returns the number of a kind in a journal line. The number never changes, because seals cover it.
CREATE FUNCTION kind_number(kind transfer_kind) RETURNS integer
LANGUAGE sql IMMUTABLE RETURN CASE kind
  WHEN 'entry_fee' THEN 3
  WHEN 'payout' THEN 4
  WHEN 'platform_fee' THEN 5
  WHEN 'refund' THEN 6
  WHEN 'deposit' THEN 1
  WHEN 'withdrawal' THEN 2
END;

-- Returns the journal line of a transfer, which a seal covers. docs/guide/seals.md documents the format.
CREATE FUNCTION journal_line(
  sequence bigint, id uuid, effect_minor bigint, other_account_id uuid, kind transfer_kind,
  reference_id uuid, created_at timestamptz
) RETURNS text
LANGUAGE sql STABLE RETURN concat(
  sequence, ' ', id, ' ', effect_minor, ' ', other_account_id, ' ', kind_number(kind), ' ',
  coalesce(reference_id::text, '-'), ' ', (date_part('epoch', created_at) * 1000)::bigint, E'\n');

-- Returns the digest over the previous digest, or for the first seal the account's id, and over the lines.
CREATE FUNCTION seal_digest(account_id uuid, previous bytea, lines text) RETURNS bytea
LANGUAGE sql STABLE RETURN sha256(convert_to(
  concat(coalesce(encode(previous, 'hex'), account_id::text), E'\n', lines), 'UTF8'));

-- Moves the balances of the accounts that transfers name, then seals the transfers. Two statements cost
-- less than one, which would carry the text of the lines with every row of an account.
CREATE FUNCTION post_transfers() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = wallet, pg_temp
-- Each connection plans the function once, perhaps on empty tables. The settings make the plan look up each
-- account, even if there are millions of accounts later.
SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  touched bigint;
  moved bigint;
  of_wrong_type bigint;
  with_closed bigint;
BEGIN
  WITH delta AS (
    SELECT account_id, game_id, currency, sum(amount)::bigint AS amount,
      bit_and(allowed_types) AS allowed_types, bool_or(needs_open) AS needs_open
    FROM (
      SELECT debit_account_id AS account_id, game_id, currency, -amount_minor AS amount,
        allowed_types(kind, -amount_minor) AS allowed_types,
        needs_open(kind, -amount_minor) AS needs_open
      FROM posted
      UNION ALL
      SELECT credit_account_id, game_id, currency, amount_minor,
        allowed_types(kind, amount_minor), needs_open(kind, amount_minor)
      FROM posted
    ) AS posting
    GROUP BY account_id, game_id, currency
  ), changed AS (
    UPDATE account SET balance_minor = balance_minor + delta.amount
    FROM delta
    WHERE account.id = delta.account_id
      AND account.game_id = delta.game_id
      AND account.currency = delta.currency
    RETURNING delta.allowed_types & type_bit(account.type) = 0 AS of_wrong_type,
      delta.needs_open AND account.closed_at IS NOT NULL AS with_closed
  )
  SELECT (SELECT count(*) FROM delta), count(*),
    count(*) FILTER (WHERE changed.of_wrong_type), count(*) FILTER (WHERE changed.with_closed)
  INTO touched, moved, of_wrong_type, with_closed
  FROM changed;
  IF moved <> touched THEN
    RAISE EXCEPTION 'a transfer names an account of another game or currency, or none'
      USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'transfer_account_fkey';
  END IF;
  IF of_wrong_type > 0 THEN
    RAISE EXCEPTION 'a transfer of this kind is not for accounts of these types'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'transfer_kind_allowed';
  END IF;
  IF with_closed > 0 THEN
    RAISE EXCEPTION 'a transfer needs an account that is closed'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'account_open';
  END IF;

  WITH journal AS (
    SELECT account_id, count(*) AS lines, min(sequence) AS first_sequence,
      max(sequence) AS last_sequence, string_agg(line, '' ORDER BY sequence) AS text
    FROM (
      SELECT sequence,
        CASE WHEN stands_in_credit(kind) THEN credit_account_id ELSE debit_account_id END AS account_id,
        CASE WHEN stands_in_credit(kind)
          THEN journal_line(sequence, id, amount_minor, debit_account_id, kind, reference_id, created_at)
          ELSE journal_line(sequence, id, -amount_minor, credit_account_id, kind, reference_id, created_at)
        END AS line
      FROM posted
    ) AS entry
    GROUP BY account_id
  ), head AS (
    UPDATE account SET seals = seals + 1, sealed_through = last_sequence,
      seal_digest = seal_digest(id, account.seal_digest, journal.text)
    FROM journal
    WHERE account.id = journal.account_id AND first_sequence > account.sealed_through
    RETURNING account.id, seals, sealed_through, lines, account.seal_digest
  ), sealed AS (
    INSERT INTO seal (account_id, number, through_sequence, transfers, digest)
    SELECT id, seals, sealed_through, lines, head.seal_digest FROM head
  )
  SELECT (SELECT count(*) FROM journal), count(*) INTO touched, moved FROM head;
  IF moved <> touched THEN
    RAISE EXCEPTION 'a transfer was numbered before its accounts were locked'
      USING ERRCODE = 'serialization_failure';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER transfer_posts AFTER INSERT ON transfer
  REFERENCING NEW TABLE AS posted
  FOR EACH STATEMENT EXECUTE FUNCTION post_transfers();

-- Rejects transfers with refused ids. The service cannot check this before it inserts: a refusal may be
-- stored while the service waits for the locks of the accounts.
CREATE FUNCTION keep_refused() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = wallet, pg_temp AS $$
BEGIN
  -- An array, so that ids that follow each other share a look-up.
  IF EXISTS (SELECT FROM refusal WHERE transfer_id = ANY (ARRAY(SELECT id FROM posted))) THEN
    RAISE EXCEPTION 'a refused transfer stays refused'
      USING ERRCODE = 'unique_violation', CONSTRAINT = 'transfer_not_refused';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER transfer_stays_refused AFTER INSERT ON transfer
  REFERENCING NEW TABLE AS posted
  FOR EACH STATEMENT EXECUTE FUNCTION keep_refused();

-- Rejects a refusal of a transfer that was made. Otherwise the caller would free a seat that is paid. The
-- counterpart of transfer_stays_refused.
CREATE FUNCTION keep_made() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = wallet, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM transfer WHERE id = ANY (ARRAY(SELECT transfer_id FROM refused))) THEN
    RAISE EXCEPTION 'a transfer that was made is not refused'
      USING ERRCODE = 'unique_violation', CONSTRAINT = 'refusal_of_unmade';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER refusal_of_unmade AFTER INSERT ON refusal
  REFERENCING NEW TABLE AS refused
  FOR EACH STATEMENT EXECUTE FUNCTION keep_made();

-- Rejects changes to the closing time of a closed account.
CREATE FUNCTION keep_closed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a closed account stays closed'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'account_stays_closed';
END $$;

CREATE TRIGGER account_stays_closed BEFORE UPDATE OF closed_at ON account
  FOR EACH ROW WHEN (OLD.closed_at IS DISTINCT FROM NEW.closed_at AND OLD.closed_at IS NOT NULL)
  EXECUTE FUNCTION keep_closed();

REVOKE ALL ON ALL FUNCTIONS IN SCHEMA wallet FROM PUBLIC;
-- The service needs these functions to read a journal.
GRANT EXECUTE ON FUNCTION
  stands_in_credit(transfer_kind),
  kind_number(transfer_kind),
  journal_line(bigint, uuid, bigint, uuid, transfer_kind, uuid, timestamptz) TO tms_wallet;
GRANT USAGE ON SCHEMA wallet TO tms_wallet;
GRANT SELECT,
  INSERT (id, game_id, type, owner_id, currency, floor_minor, closed_at),
  UPDATE (floor_minor, closed_at)
  ON account TO tms_wallet;
-- Only the database sets the sequence and the time of a transfer.
GRANT SELECT,
  INSERT (id, game_id, currency, debit_account_id, credit_account_id, amount_minor, kind, reference_id)
  ON transfer TO tms_wallet;
GRANT SELECT, INSERT ON refusal TO tms_wallet;
-- The service reads seals; the trigger writes them.
GRANT SELECT ON seal TO tms_wallet;
GRANT SELECT, INSERT, DELETE ON event_out TO tms_wallet;
GRANT SELECT, INSERT, UPDATE, DELETE ON request TO tms_wallet;
