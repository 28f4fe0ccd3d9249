-- A hash chain over the ledger. Every transfer stands in the journal of one of its two accounts, and
-- every batch posted into a journal is sealed with a digest that covers the digest before it: whoever
-- noted a seal can prove later that nothing up to it was changed. docs/money.md says how.
-- And a closed account takes what it is still owed: closing one must not stop a settlement.

CREATE TABLE seal (
  -- It exists: a seal is inserted from its account's row. A foreign key would check that again.
  account_id uuid NOT NULL,
  number bigint NOT NULL CONSTRAINT seal_number_positive CHECK (number > 0),
  -- Covers the journal's transfers after the seal before it, up to this one.
  through_sequence bigint NOT NULL,
  transfers bigint NOT NULL CONSTRAINT seal_not_empty CHECK (transfers > 0),
  digest bytea NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT seal_pkey PRIMARY KEY (account_id, number)
);

-- The head of an account's chain moves together with its balance, under the same lock.
ALTER TABLE account
  ADD COLUMN seals bigint NOT NULL DEFAULT 0,
  ADD COLUMN sealed_through bigint NOT NULL DEFAULT 0,
  ADD COLUMN seal_digest bytea,
  ADD CONSTRAINT account_seal_whole CHECK ((seals = 0) = (seal_digest IS NULL));

-- A transfer's journal: the pool's or the outside world's, so that no gamer's wallet needs a chain.
CREATE FUNCTION stands_in_credit(kind smallint) RETURNS boolean
LANGUAGE sql IMMUTABLE RETURN kind IN (2, 3);

-- A transfer as a line of its journal: what a seal is computed from.
CREATE FUNCTION journal_line(
  sequence bigint, id uuid, effect_minor bigint, other_account_id uuid, kind smallint,
  reference_id uuid, created_at timestamptz
) RETURNS text
LANGUAGE sql STABLE RETURN concat(
  sequence, ' ', id, ' ', effect_minor, ' ', other_account_id, ' ', kind, ' ',
  coalesce(reference_id::text, '-'), ' ', (date_part('epoch', created_at) * 1000)::bigint, E'\n');

-- What a closed account has no part in: credits other than payouts, platform fees and refunds, and
-- entry fees out of it. What is left in it can be withdrawn.
CREATE FUNCTION needs_open(kind smallint, amount bigint) RETURNS boolean
LANGUAGE sql IMMUTABLE RETURN CASE WHEN amount > 0 THEN kind NOT IN (4, 5, 6) ELSE kind = 3 END;

-- The digest of a seal: over the digest before it, or at first the account's id, and its lines.
CREATE FUNCTION seal_digest(account_id uuid, previous bytea, lines text) RETURNS bytea
LANGUAGE sql STABLE RETURN sha256(convert_to(
  concat(coalesce(encode(previous, 'hex'), account_id::text), E'\n', lines), 'UTF8'));

CREATE OR REPLACE FUNCTION post_transfers() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = wallet, pg_temp
-- Its plan is made once per connection, perhaps while the tables are empty; it must stay a
-- look-up per account when there are millions.
SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  touched bigint;
  moved bigint;
  with_closed bigint;
BEGIN
  WITH delta AS (
    SELECT account_id, game_id, currency, sum(amount)::bigint AS amount,
      bool_or(needs_open(kind, amount)) AS needs_open, count(line) AS lines, min(line_sequence) AS first_sequence,
      max(line_sequence) AS last_sequence, string_agg(line, '' ORDER BY sequence) AS text
    FROM (
      SELECT debit_account_id AS account_id, game_id, currency, sequence, kind, -amount_minor AS amount,
        CASE WHEN NOT stands_in_credit(kind) THEN sequence END AS line_sequence,
        CASE WHEN NOT stands_in_credit(kind) THEN journal_line(
          sequence, id, -amount_minor, credit_account_id, kind, reference_id, created_at) END AS line
      FROM posted
      UNION ALL
      SELECT credit_account_id, game_id, currency, sequence, kind, amount_minor,
        CASE WHEN stands_in_credit(kind) THEN sequence END,
        CASE WHEN stands_in_credit(kind) THEN journal_line(
          sequence, id, amount_minor, debit_account_id, kind, reference_id, created_at) END
      FROM posted
    ) AS posting
    GROUP BY account_id, game_id, currency
  ), changed AS (
    UPDATE account SET
      balance_minor = balance_minor + delta.amount,
      seals = CASE WHEN lines > 0 THEN seals + 1 ELSE seals END,
      sealed_through = CASE WHEN lines > 0 THEN last_sequence ELSE sealed_through END,
      seal_digest = CASE WHEN lines > 0
        THEN seal_digest(id, account.seal_digest, delta.text) ELSE account.seal_digest END
    FROM delta
    WHERE account.id = delta.account_id
      AND account.game_id = delta.game_id
      AND account.currency = delta.currency
      AND (lines = 0 OR first_sequence > account.sealed_through)
    RETURNING account.id, seals, sealed_through, account.seal_digest, lines,
      delta.needs_open AND account.closed_at IS NOT NULL AS with_closed
  ), sealed AS (
    INSERT INTO seal (account_id, number, through_sequence, transfers, digest)
    SELECT id, seals, sealed_through, lines, changed.seal_digest FROM changed WHERE lines > 0
  )
  SELECT (SELECT count(*) FROM delta), count(*), count(*) FILTER (WHERE changed.with_closed)
  INTO touched, moved, with_closed
  FROM changed;

  IF moved <> touched THEN
    PERFORM FROM posted, LATERAL (
        SELECT count(*) AS known FROM account
        WHERE id IN (debit_account_id, credit_account_id)
          AND account.game_id = posted.game_id AND account.currency = posted.currency
      ) AS side
      WHERE known < 2;
    IF FOUND THEN
      RAISE EXCEPTION 'a transfer names an account of another game or currency, or none'
        USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'transfer_account_fkey';
    END IF;
    RAISE EXCEPTION 'a transfer was numbered before its accounts were locked'
      USING ERRCODE = 'serialization_failure';
  END IF;
  IF with_closed > 0 THEN
    RAISE EXCEPTION 'a transfer needs an account that is closed'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'account_open';
  END IF;
  RETURN NULL;
END $$;

-- What was posted before there were seals is sealed now, in pieces that fit in memory.
DO $$
DECLARE
  piece record;
BEGIN
  FOR piece IN
    SELECT account_id, max(sequence) AS last_sequence, count(*) AS lines,
      string_agg(line, '' ORDER BY sequence) AS text
    FROM (
      SELECT journal.account_id, sequence,
        row_number() OVER (PARTITION BY journal.account_id ORDER BY sequence) / 100000 AS part,
        journal_line(sequence, id, journal.amount, journal.other_id, kind, reference_id, created_at) AS line
      FROM transfer, LATERAL (SELECT
        CASE WHEN stands_in_credit(kind) THEN credit_account_id ELSE debit_account_id END AS account_id,
        CASE WHEN stands_in_credit(kind) THEN debit_account_id ELSE credit_account_id END AS other_id,
        CASE WHEN stands_in_credit(kind) THEN amount_minor ELSE -amount_minor END AS amount
      ) AS journal
    ) AS line
    GROUP BY account_id, part ORDER BY account_id, part
  LOOP
    WITH head AS (
      UPDATE account SET seals = seals + 1, sealed_through = piece.last_sequence,
        seal_digest = seal_digest(id, account.seal_digest, piece.text)
      WHERE id = piece.account_id
      RETURNING id, seals, account.seal_digest
    )
    INSERT INTO seal (account_id, number, through_sequence, transfers, digest)
    SELECT id, seals, piece.last_sequence, piece.lines, head.seal_digest FROM head;
  END LOOP;
END $$;

REVOKE ALL ON FUNCTION
  stands_in_credit(smallint),
  needs_open(smallint, bigint),
  journal_line(bigint, uuid, bigint, uuid, smallint, uuid, timestamptz),
  seal_digest(uuid, bytea, text) FROM PUBLIC;
-- The service reads journals and seals; it writes neither.
GRANT SELECT ON seal TO tms_wallet;
GRANT EXECUTE ON FUNCTION
  stands_in_credit(smallint),
  journal_line(bigint, uuid, bigint, uuid, smallint, uuid, timestamptz) TO tms_wallet;
