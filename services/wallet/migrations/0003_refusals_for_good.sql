-- What was refused is never made, whoever inserts it. A service that looks before it inserts does
-- so too early: the refusal may have been given while it waited for the accounts' locks.
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

-- Balances first, then the seals of the few journals: text that every account's row must carry through
-- one statement costs more than a second one.
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
    SELECT account_id, game_id, currency, sum(amount)::bigint AS amount, bool_or(needs_open) AS needs_open
    FROM (
      SELECT debit_account_id AS account_id, game_id, currency, -amount_minor AS amount,
        needs_open(kind, -amount_minor) AS needs_open
      FROM posted
      UNION ALL
      SELECT credit_account_id, game_id, currency, amount_minor, needs_open(kind, amount_minor)
      FROM posted
    ) AS posting
    GROUP BY account_id, game_id, currency
  ), changed AS (
    UPDATE account SET balance_minor = balance_minor + delta.amount
    FROM delta
    WHERE account.id = delta.account_id
      AND account.game_id = delta.game_id
      AND account.currency = delta.currency
    RETURNING delta.needs_open AND account.closed_at IS NOT NULL AS with_closed
  )
  SELECT (SELECT count(*) FROM delta), count(*), count(*) FILTER (WHERE changed.with_closed)
  INTO touched, moved, with_closed
  FROM changed;
  IF moved <> touched THEN
    RAISE EXCEPTION 'a transfer names an account of another game or currency, or none'
      USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'transfer_account_fkey';
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

REVOKE ALL ON FUNCTION keep_refused() FROM PUBLIC;
