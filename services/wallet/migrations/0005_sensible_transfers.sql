-- A kind of transfer moves money between certain types of account and no others: docs/money.md
-- lists them. What was made before stays; `tms audit` names what made no sense.

-- The types of account that a kind may debit (an amount below zero) or credit, a bit each:
-- external, game, gamer, prize pool, platform. As an integer, which costs least to aggregate.
CREATE FUNCTION parties(kind smallint, amount bigint) RETURNS integer
LANGUAGE sql IMMUTABLE RETURN CASE WHEN amount < 0
  THEN CASE kind
    WHEN 3 THEN B'01100'::integer
    WHEN 4 THEN B'00010'::integer
    WHEN 5 THEN B'00010'::integer
    WHEN 6 THEN B'00010'::integer
    WHEN 1 THEN B'10000'::integer
    WHEN 2 THEN B'01101'::integer
    ELSE 0
  END
  ELSE CASE kind
    WHEN 3 THEN B'00010'::integer
    WHEN 4 THEN B'00100'::integer
    WHEN 5 THEN B'00001'::integer
    WHEN 6 THEN B'01100'::integer
    WHEN 1 THEN B'01100'::integer
    WHEN 2 THEN B'10000'::integer
    ELSE 0
  END
END;

-- As before, but for the parties: the accounts' rows are at hand here, so that they cost no look-up.
CREATE OR REPLACE FUNCTION post_transfers() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = wallet, pg_temp
-- Its plan is made once per connection, perhaps while the tables are empty; it must stay a
-- look-up per account when there are millions.
SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  touched bigint;
  moved bigint;
  senseless bigint;
  with_closed bigint;
BEGIN
  WITH delta AS (
    SELECT account_id, game_id, currency, sum(amount)::bigint AS amount,
      bit_and(parties) AS parties, bool_or(needs_open) AS needs_open
    FROM (
      SELECT debit_account_id AS account_id, game_id, currency, -amount_minor AS amount,
        parties(kind, -amount_minor) AS parties, needs_open(kind, -amount_minor) AS needs_open
      FROM posted
      UNION ALL
      SELECT credit_account_id, game_id, currency, amount_minor,
        parties(kind, amount_minor), needs_open(kind, amount_minor)
      FROM posted
    ) AS posting
    GROUP BY account_id, game_id, currency
  ), changed AS (
    UPDATE account SET balance_minor = balance_minor + delta.amount
    FROM delta
    WHERE account.id = delta.account_id
      AND account.game_id = delta.game_id
      AND account.currency = delta.currency
    RETURNING (delta.parties >> (5 - account.type)) & 1 = 0 AS senseless,
      delta.needs_open AND account.closed_at IS NOT NULL AS with_closed
  )
  SELECT (SELECT count(*) FROM delta), count(*),
    count(*) FILTER (WHERE changed.senseless), count(*) FILTER (WHERE changed.with_closed)
  INTO touched, moved, senseless, with_closed
  FROM changed;
  IF moved <> touched THEN
    RAISE EXCEPTION 'a transfer names an account of another game or currency, or none'
      USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'transfer_account_fkey';
  END IF;
  IF senseless > 0 THEN
    RAISE EXCEPTION 'a transfer makes no sense between accounts of these types'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'transfer_makes_sense';
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

REVOKE ALL ON FUNCTION parties(smallint, bigint) FROM PUBLIC;
