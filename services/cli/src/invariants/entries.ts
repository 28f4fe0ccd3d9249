export const entryChecks = {
  // A join reads its fee and times from the registration. The first join copies them from the tournament.
  // They never change after publication. A registration that was closed before the first join has no terms.
  "every registration has the game, currency, fee, payer, seats and times of its tournament": `
    SELECT registration.tournament_id AS tournament, tournament.status, registration.fee_minor AS fee,
      tournament.entry_fee_minor AS tournament_fee, registration.payer, tournament.payer AS tournament_payer,
      registration.max_entries, tournament.max_entries AS tournament_max_entries,
      registration.ends_at, tournament.ends_at AS tournament_ends_at
    FROM entry.registration LEFT JOIN tournament.tournament ON tournament.id = registration.tournament_id
    WHERE (registration.closed_at IS NULL OR registration.currency <> '' OR registration.seats_taken > 0)
      AND (registration.game_id, registration.currency, registration.fee_minor,
        registration.payer, registration.max_entries, registration.registration_closes_at, registration.ends_at)
      IS DISTINCT FROM (tournament.game_id, tournament.currency, tournament.entry_fee_minor,
        tournament.payer, tournament.max_entries,
        coalesce(tournament.registration_closes_at, tournament.ends_at), tournament.ends_at)`,
  // A registration stores the number of its entries, so that a join does not count them.
  "every tournament's taken seats equal its entries and do not exceed its limit": `
    SELECT registration.tournament_id AS tournament, registration.seats_taken, count(entry.id) AS entries,
      registration.max_entries
    FROM entry.registration LEFT JOIN entry.entry USING (tournament_id)
    GROUP BY registration.tournament_id
    HAVING count(entry.id) <> registration.seats_taken OR count(entry.id) > registration.max_entries`,
  // Counts per gamer, because two entries of one gamer would each have a valid charge and payout. If the game
  // pays the fees, no charge or refund names the gamer. Only the entry and the plan do.
  "each gamer is entered, charged, paid and refunded at most once per tournament": `
    SELECT * FROM (
      SELECT 'entered' AS what, tournament_id AS tournament, gamer_id AS gamer, count(*) AS times
      FROM entry.entry GROUP BY tournament_id, gamer_id
      UNION ALL
      SELECT 'planned for payment', tournament_id, gamer_id, count(*)
      FROM settlement.payout GROUP BY tournament_id, gamer_id
      UNION ALL
      SELECT CASE kind WHEN 'entry_fee' THEN 'charged' WHEN 'payout' THEN 'paid' ELSE 'refunded' END,
        reference_id, gamer.owner_id, count(*)
      FROM wallet.transfer JOIN wallet.account AS gamer ON gamer.type = 'gamer' AND gamer.id =
        CASE kind WHEN 'entry_fee' THEN transfer.debit_account_id ELSE transfer.credit_account_id END
      WHERE kind IN ('entry_fee', 'payout', 'refund') GROUP BY kind, reference_id, gamer.owner_id
    ) AS counted
    WHERE times > 1`,
  // The charge has the id of the entry. A pending entry may be charged. A refused entry is never charged.
  "every confirmed entry is charged once to its payer, and there are no other charges": `
    SELECT * FROM (
      SELECT entry.id AS entry,
        CASE
          WHEN registration.tournament_id IS NULL THEN 'the tournament has no registration'
          WHEN charge.id IS NULL THEN
            CASE WHEN pending.entry_id IS NULL AND registration.fee_minor > 0 THEN 'confirmed but not charged' END
          WHEN charge.kind <> 'entry_fee' OR charge.reference_id IS DISTINCT FROM entry.tournament_id
            OR charge.amount_minor <> registration.fee_minor THEN 'charged a wrong fee'
          WHEN debit.owner_id <> CASE registration.payer WHEN 'game' THEN registration.game_id ELSE entry.gamer_id END
            OR debit.type <> CASE registration.payer
              WHEN 'game' THEN 'game'::wallet.account_type ELSE 'gamer' END THEN 'charged to the wrong payer'
          WHEN credit.type <> 'prize_pool' OR credit.owner_id <> entry.tournament_id
            THEN 'not charged into the prize pool'
        END AS fault
      FROM entry.entry
        LEFT JOIN entry.registration USING (tournament_id)
        LEFT JOIN entry.pending_join AS pending
          ON pending.tournament_id = entry.tournament_id AND pending.entry_id = entry.id
        LEFT JOIN wallet.transfer AS charge ON charge.id = entry.id
        LEFT JOIN wallet.account AS debit ON debit.id = charge.debit_account_id
        LEFT JOIN wallet.account AS credit ON credit.id = charge.credit_account_id
      UNION ALL
      SELECT refused.entry_id, 'refused but charged'
      FROM entry.refused_join AS refused JOIN wallet.transfer ON transfer.id = refused.entry_id
      UNION ALL
      SELECT charge.id, 'the charge belongs to no entry'
      FROM wallet.transfer AS charge
      WHERE charge.kind = 'entry_fee'
        AND NOT EXISTS (SELECT FROM entry.entry WHERE entry.id = charge.id)
        AND NOT EXISTS (SELECT FROM entry.refused_join WHERE entry_id = charge.id)
    ) AS matched
    WHERE fault IS NOT NULL`,
};
