export const ledgerChecks = {
  "every account's balance is the sum of its transfers": `
    WITH posting AS (
      SELECT debit_account_id AS account_id, -amount_minor AS amount FROM wallet.transfer
      UNION ALL
      SELECT credit_account_id, amount_minor FROM wallet.transfer
    ), recomputed AS (
      SELECT account_id, sum(amount) AS balance FROM posting GROUP BY account_id
    )
    SELECT account.id AS account, account.type, account.owner_id AS owner,
      account.balance_minor AS balance, coalesce(recomputed.balance, 0) AS recomputed
    FROM wallet.account LEFT JOIN recomputed ON recomputed.account_id = account.id
    WHERE account.balance_minor <> coalesce(recomputed.balance, 0)`,
  // Double entry: each debit is the credit of another account of the game.
  "the balances of every currency add up to zero in every game": `
    SELECT game_id AS game, currency, sum(balance_minor) AS sum FROM wallet.account
    GROUP BY game_id, currency HAVING sum(balance_minor) <> 0`,
  // Accounts of gamers, prize pools and the platform are never below zero. The account of a game owes at most
  // the credit limit with which it was opened. An external account can owe any amount.
  "no account is below its floor, and every floor matches the account's type and game": `
    SELECT account.id AS account, account.type, account.owner_id AS owner,
      account.balance_minor AS balance, account.floor_minor AS floor,
      game.credit_limit_minor AS credit_limit
    FROM wallet.account
      LEFT JOIN game.game ON game.id = account.game_id AND account.type = 'game'
    WHERE account.balance_minor < account.floor_minor
      OR (account.type = 'external' AND account.floor_minor IS NOT NULL)
      OR (account.type IN ('gamer', 'prize_pool', 'platform') AND account.floor_minor IS DISTINCT FROM 0)
      OR (account.type = 'game' AND game.id IS NULL)
      OR (account.type = 'game' AND game.opened_at IS NOT NULL
        AND account.floor_minor IS DISTINCT FROM -game.credit_limit_minor)`,
  "every transfer moves a positive amount between two accounts of its game and currency": `
    SELECT transfer.id AS transfer, transfer.game_id AS game, transfer.currency,
      transfer.amount_minor AS amount, transfer.debit_account_id AS debit,
      transfer.credit_account_id AS credit
    FROM wallet.transfer
      LEFT JOIN wallet.account AS debit ON debit.id = transfer.debit_account_id
        AND debit.game_id = transfer.game_id AND debit.currency = transfer.currency
      LEFT JOIN wallet.account AS credit ON credit.id = transfer.credit_account_id
        AND credit.game_id = transfer.game_id AND credit.currency = transfer.currency
    WHERE debit.id IS NULL OR credit.id IS NULL OR debit.id = credit.id
      OR transfer.amount_minor <= 0`,
  // The database refuses other kinds. This check finds transfers that its administrator made.
  "every transfer has a kind that is allowed between its account types": `
    SELECT transfer.id AS transfer, transfer.game_id AS game, transfer.currency,
      transfer.amount_minor AS amount, transfer.created_at AS made, transfer.kind,
      debit.type AS debited, debit.owner_id AS payer,
      credit.type AS credited, credit.owner_id AS receiver
    FROM wallet.transfer
      JOIN wallet.account AS debit ON debit.id = transfer.debit_account_id
      JOIN wallet.account AS credit ON credit.id = transfer.credit_account_id
    WHERE (kind::text, debit.type::text, credit.type::text) NOT IN (VALUES
      ('deposit', 'external', 'game'), ('deposit', 'external', 'gamer'),
      ('withdrawal', 'game', 'external'), ('withdrawal', 'gamer', 'external'),
      ('withdrawal', 'platform', 'external'),
      ('entry_fee', 'game', 'prize_pool'), ('entry_fee', 'gamer', 'prize_pool'),
      ('payout', 'prize_pool', 'gamer'),
      ('platform_fee', 'prize_pool', 'platform'),
      ('refund', 'prize_pool', 'game'), ('refund', 'prize_pool', 'gamer'))`,
  // Recomputes every seal from its transfers and the stored digest of the previous seal. A transfer that was
  // changed, removed, added or moved gives another digest.
  "every seal is the digest of its transfers and of the previous seal": `
    WITH chain AS (
      SELECT *, lag(through_sequence) OVER journal AS after, lag(digest) OVER journal AS previous,
        row_number() OVER journal AS place
      FROM wallet.seal WINDOW journal AS (PARTITION BY account_id ORDER BY number)
    )
    SELECT chain.account_id AS account, chain.number AS seal, chain.transfers, covered.transfers AS found
    FROM chain CROSS JOIN LATERAL (
      SELECT count(*) AS transfers, string_agg(line, '' ORDER BY sequence) AS lines
      FROM (
        SELECT sequence, wallet.journal_line(
          sequence, id, -amount_minor, credit_account_id, kind, reference_id, created_at) AS line
        FROM wallet.transfer
        WHERE debit_account_id = chain.account_id AND NOT wallet.stands_in_credit(kind)
          AND (chain.after IS NULL OR sequence > chain.after) AND sequence <= chain.through_sequence
        UNION ALL
        SELECT sequence, wallet.journal_line(
          sequence, id, amount_minor, debit_account_id, kind, reference_id, created_at)
        FROM wallet.transfer
        WHERE credit_account_id = chain.account_id AND wallet.stands_in_credit(kind)
          AND (chain.after IS NULL OR sequence > chain.after) AND sequence <= chain.through_sequence
      ) AS line
    ) AS covered
    WHERE chain.number <> chain.place OR chain.transfers <> covered.transfers
      OR chain.digest <> wallet.seal_digest(chain.account_id, chain.previous, covered.lines)`,
  // Finds faults that the chain of seals cannot show: a missing last seal, and transfers without a seal.
  "every account refers to its last seal, and every transfer is sealed": `
    SELECT 'head' AS what, account.id AS account, account.seals AS seal, last.number AS found
    FROM wallet.account
      FULL JOIN (SELECT DISTINCT ON (account_id) * FROM wallet.seal
        ORDER BY account_id, number DESC) AS last ON last.account_id = account.id
    WHERE account.seals IS DISTINCT FROM coalesce(last.number, 0)
      OR account.sealed_through IS DISTINCT FROM coalesce(last.through_sequence, 0)
      OR account.seal_digest IS DISTINCT FROM last.digest
    UNION ALL
    SELECT 'unsealed transfer', account.id, account.seals, transfer.sequence
    FROM wallet.transfer JOIN wallet.account ON account.id = CASE
      WHEN wallet.stands_in_credit(kind) THEN credit_account_id ELSE debit_account_id END
    WHERE transfer.sequence > account.sealed_through`,
  // Holds at any moment, even between a charge and its payout.
  "the fees of every prize pool equal its payouts, platform fee, refunds and balance": `
    WITH moved AS (
      SELECT CASE kind WHEN 'entry_fee' THEN credit_account_id ELSE debit_account_id END AS id,
        coalesce(sum(amount_minor) FILTER (WHERE kind = 'entry_fee'), 0) AS fees,
        coalesce(sum(amount_minor) FILTER (WHERE kind = 'payout'), 0) AS payouts,
        coalesce(sum(amount_minor) FILTER (WHERE kind = 'platform_fee'), 0) AS platform_fee,
        coalesce(sum(amount_minor) FILTER (WHERE kind = 'refund'), 0) AS refunds
      FROM wallet.transfer
      WHERE kind IN ('entry_fee', 'payout', 'platform_fee', 'refund') GROUP BY 1
    )
    SELECT pool.owner_id AS tournament, coalesce(fees, 0) AS fees, coalesce(payouts, 0) AS payouts,
      coalesce(platform_fee, 0) AS platform_fee, coalesce(refunds, 0) AS refunds,
      pool.balance_minor AS remains
    FROM wallet.account AS pool LEFT JOIN moved USING (id)
    WHERE pool.type = 'prize_pool' AND coalesce(fees - payouts - platform_fee - refunds, 0) <> pool.balance_minor`,
  "a prize pool receives only entry fees of its tournament, and pays only its prizes, platform fee and refunds": `
    SELECT transfer.id AS transfer, transfer.kind, pool.owner_id AS tournament,
      transfer.reference_id AS reference
    FROM wallet.account AS pool
      JOIN wallet.transfer ON pool.id IN (transfer.debit_account_id, transfer.credit_account_id)
    WHERE pool.type = 'prize_pool' AND (transfer.reference_id IS DISTINCT FROM pool.owner_id
      OR (transfer.credit_account_id = pool.id AND transfer.kind <> 'entry_fee')
      OR (transfer.debit_account_id = pool.id AND transfer.kind NOT IN ('payout', 'platform_fee', 'refund')))`,
};
