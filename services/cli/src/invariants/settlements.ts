export const settlementChecks = {
  // Ranks every paid tournament again by results instead of places, and divides its pool. The remainder of
  // rounding goes to the best rank, and within a rank to the gamer who joined first.
  "every payout plan follows the final ranking and the prize split of its tournament": `
    SELECT * FROM (
      WITH paid AS (
        SELECT settlement.tournament_id, settlement.fee_minor, settlement.pool_minor,
          div(settlement.pool_minor * tournament.platform_fee_bps::numeric, 10000) AS fee,
          CASE WHEN cardinality(tournament.prize_split) = 0 THEN '{1}' ELSE tournament.prize_split END
            AS shares
        FROM settlement.settlement
          JOIN tournament.tournament ON tournament.id = settlement.tournament_id
        WHERE settlement.kind = 'payout' AND settlement.state IN ('paying', 'done')
          AND settlement.pool_minor > 0
      ), ranked AS (
        SELECT tournament_id, entry.id AS entry_id,
          rank() OVER (PARTITION BY tournament_id ORDER BY strength) AS rank,
          count(*) OVER (PARTITION BY tournament_id, strength) AS tied,
          row_number() OVER (PARTITION BY tournament_id, strength ORDER BY entry.joined_at, entry.id) AS nth
        FROM paid
          JOIN entry.entry USING (tournament_id)
          LEFT JOIN entry.board USING (tournament_id)
          LEFT JOIN entry.standing USING (tournament_id, gamer_id)
          CROSS JOIN LATERAL (
            SELECT CASE
              WHEN entry.exit_number IS NOT NULL THEN ARRAY[4, -entry.exit_number]
              WHEN entry.placement IS NOT NULL THEN ARRAY[1, entry.placement]
              WHEN standing.score IS NOT NULL THEN ARRAY(
                SELECT 2::numeric UNION ALL (
                  SELECT CASE direction WHEN 'higher' THEN -number ELSE number END
                  FROM unnest(
                      ARRAY[standing.score] || standing.tie_breaks,
                      ARRAY(SELECT jsonb_array_elements_text(
                        jsonb_build_array(board.scoring -> 'direction') || (board.scoring -> 'tieBreaks')))
                    ) WITH ORDINALITY AS part (number, direction, n)
                  ORDER BY n
                )) || CASE board.scoring ->> 'ties' WHEN 'earliest' THEN standing.reached_sequence END
              WHEN board.scoring ->> 'noScore' = 'out' THEN NULL
              ELSE ARRAY[3]
            END::numeric[] AS strength
          ) AS result
        WHERE NOT entry.disqualified AND strength IS NOT NULL
      ), weighed AS (
        SELECT ranked.*, paid.pool_minor - paid.fee AS net,
          (SELECT sum(share) FROM unnest(paid.shares[rank:rank + tied - 1]) AS share) AS weight
        FROM ranked JOIN paid USING (tournament_id)
        WHERE rank <= cardinality(paid.shares)
      ), divided AS (
        SELECT *, div(net * weight, sum(weight) FILTER (WHERE nth = 1) OVER pool) AS amount
        FROM weighed WINDOW pool AS (PARTITION BY tournament_id)
      ), won AS (
        SELECT *, amount +
          CASE rank WHEN 1 THEN net - sum(amount) FILTER (WHERE nth = 1) OVER pool ELSE 0 END AS whole
        FROM divided WINDOW pool AS (PARTITION BY tournament_id)
      ), promised AS (
        SELECT tournament_id, entry_id, rank,
          div(whole, tied) + CASE nth WHEN 1 THEN mod(whole, tied) ELSE 0 END AS amount
        FROM won
      )
      SELECT coalesce(promised.tournament_id, planned.tournament_id) AS tournament,
        coalesce(promised.entry_id, planned.entry_id) AS entry, 'the plan has another payout' AS fault,
        promised.rank, promised.amount, planned.rank AS planned_rank, planned.amount_minor AS planned
      FROM (SELECT * FROM promised WHERE amount > 0) AS promised
        FULL JOIN (SELECT payout.* FROM settlement.payout JOIN paid USING (tournament_id)) AS planned
          ON planned.entry_id = promised.entry_id
      WHERE (planned.rank, planned.amount_minor) IS DISTINCT FROM (promised.rank, promised.amount)
      UNION ALL
      SELECT tournament_id, NULL, 'the plan has another platform fee', NULL, fee, NULL, fee_minor FROM paid
      WHERE fee_minor IS DISTINCT FROM fee
      UNION ALL
      SELECT tournament_id, NULL, 'the ranking is not final', NULL, NULL, NULL, NULL
      FROM paid JOIN entry.registration USING (tournament_id)
      WHERE registration.frozen_at IS NULL
    ) AS examined`,
  "every payout and refund matches its plan, and every payout planned by a finished settlement is made": `
    SELECT coalesce(payout.transfer_id, transfer.id) AS transfer,
      coalesce(payout.tournament_id, transfer.reference_id) AS tournament,
      payout.amount_minor AS planned, transfer.amount_minor AS paid,
      payout.gamer_id AS gamer, credit.owner_id AS receiver, debit.owner_id AS payer
    FROM settlement.payout
      JOIN settlement.settlement USING (tournament_id)
      FULL JOIN (SELECT * FROM wallet.transfer WHERE kind IN ('payout', 'refund')) AS transfer
        ON transfer.id = payout.transfer_id
      LEFT JOIN wallet.account AS debit ON debit.id = transfer.debit_account_id
      LEFT JOIN wallet.account AS credit ON credit.id = transfer.credit_account_id
    WHERE (payout.transfer_id IS NULL)
      OR (transfer.id IS NULL AND settlement.state = 'done')
      OR (transfer.id IS NOT NULL AND (
        transfer.amount_minor <> payout.amount_minor
        OR transfer.reference_id IS DISTINCT FROM payout.tournament_id
        OR transfer.kind <> CASE settlement.kind
          WHEN 'payout' THEN 'payout'::wallet.transfer_kind ELSE 'refund' END
        OR debit.owner_id <> payout.tournament_id OR debit.type <> 'prize_pool'
        OR credit.owner_id <> CASE WHEN payout.to_game THEN settlement.game_id ELSE payout.gamer_id END
        OR credit.type <> CASE
          WHEN payout.to_game THEN 'game'::wallet.account_type ELSE 'gamer' END))`,
  "every finished settlement paid out its complete pool, as prizes and platform fee or as refunds": `
    SELECT settlement.tournament_id AS tournament, settlement.kind, settlement.pool_minor AS pool,
      settlement.fee_minor AS planned_fee, moved.fees_in, moved.payouts, moved.platform_fee,
      moved.refunds, pool.balance_minor AS left_in_pool
    FROM settlement.settlement
      LEFT JOIN wallet.account AS pool
        ON pool.type = 'prize_pool' AND pool.owner_id = settlement.tournament_id
        AND pool.game_id = settlement.game_id AND pool.currency = settlement.currency
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(amount_minor) FILTER (WHERE kind = 'entry_fee'), 0) AS fees_in,
          coalesce(sum(amount_minor) FILTER (WHERE kind = 'payout'), 0) AS payouts,
          coalesce(sum(amount_minor) FILTER (WHERE kind = 'platform_fee'), 0) AS platform_fee,
          coalesce(sum(amount_minor) FILTER (WHERE kind = 'refund'), 0) AS refunds
        FROM wallet.transfer
        WHERE pool.id IN (transfer.debit_account_id, transfer.credit_account_id)
      ) AS moved
    WHERE settlement.state = 'done' AND (
      moved.fees_in <> settlement.pool_minor
      OR coalesce(pool.balance_minor, 0) <> 0
      OR moved.platform_fee <> coalesce(settlement.fee_minor, 0)
      OR CASE settlement.kind
        WHEN 'payout' THEN moved.payouts + moved.platform_fee <> settlement.pool_minor OR moved.refunds <> 0
        ELSE moved.refunds <> moved.fees_in OR moved.payouts + moved.platform_fee <> 0
      END)`,
  // A tournament with neither a settlement nor a message that requests one would stay open forever. A worker
  // that cancels a tournament below its minEntries turns the settlement into a refund a moment later. A due
  // settlement that has not begun is therefore no fault.
  "every published tournament will be settled, and every cancelled tournament with fees will be refunded": `
    SELECT tournament.id AS tournament, tournament.status, tournament.ends_at,
      settlement.kind AS settlement_kind
    FROM tournament.tournament
      LEFT JOIN settlement.settlement ON settlement.tournament_id = tournament.id
    WHERE NOT EXISTS (
        SELECT FROM tournament.outbox
        WHERE dead_at IS NULL AND payload ->> 'tournamentId' = tournament.id::text)
      AND CASE tournament.status
        WHEN 'published' THEN settlement.tournament_id IS NULL
        WHEN 'settling' THEN settlement.tournament_id IS NULL
        WHEN 'cancelled' THEN settlement.kind IS DISTINCT FROM 'refund'
          AND (settlement.state = 'scheduled' AND settlement.due_at <= now() + coalesce((
            SELECT ahead FROM tournament.test_clock
            WHERE tournament.test AND test_clock.game_id = tournament.game_id), interval '0')) IS NOT TRUE AND EXISTS (
          SELECT FROM wallet.account
          WHERE type = 'prize_pool' AND owner_id = tournament.id AND balance_minor > 0)
        ELSE false
      END`,
};
