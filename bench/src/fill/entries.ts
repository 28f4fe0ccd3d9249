import { newId } from "@tms/kit/values/ids";
import type pg from "pg";
import { accountId, AccountType, CURRENCY } from "./accounts.ts";
import { arrayLiteral } from "./array-literal.ts";
import type { Gamer } from "./gamers.ts";
import { FEE_MINOR, type Tournament } from "./tournaments.ts";

/** Paid entries, rendered for one statement. */
export interface EntryBatch {
  entries: number;
  values: string[];
}

// The rows of a join, in the product's own tables with all their indexes and triggers: the
// transfer, whose id is the entry's, moves both balances by its trigger.
const INSERT_ENTRIES = `
  WITH entered AS (
    INSERT INTO entry.entry (id, tournament_id, gamer_id, request_id)
    SELECT id, $2, gamer_id, request_id
    FROM unnest($3::uuid[], $4::uuid[], $5::uuid[]) AS new (id, gamer_id, request_id)
  ), seated AS (
    UPDATE entry.registration SET seats_taken = seats_taken + cardinality($3::uuid[]) WHERE tournament_id = $2
  )
  INSERT INTO wallet.transfer
    (id, game_id, currency, debit_account_id, credit_account_id, amount_minor, kind, reference_id)
  SELECT id, $1, '${CURRENCY}', payer, $7, ${FEE_MINOR}, 'entry_fee', $2
  FROM unnest($3::uuid[], $6::uuid[]) AS fee (id, payer)`;

/** Renders the entries of gamers into a tournament. */
export function renderEntries(tournament: Tournament, gamers: readonly Gamer[]): EntryBatch {
  const ids = gamers.map(() => newId());
  return {
    entries: gamers.length,
    values: [
      tournament.gameId,
      tournament.id,
      arrayLiteral(ids),
      arrayLiteral(gamers.map((gamer) => gamer.id)),
      arrayLiteral(ids.map(() => newId())),
      arrayLiteral(gamers.map((gamer) => gamer.accountId)),
      poolOf(tournament),
    ],
  };
}

/** Inserts them, in one statement. */
export async function insertEntries(db: pg.Pool, batch: EntryBatch): Promise<void> {
  await db.query({ name: "insert-entries", text: INSERT_ENTRIES, values: batch.values });
}

/** Opens the registration and the prize pool of a tournament, as its first join would. */
export async function openTournament(db: pg.Pool, tournament: Tournament): Promise<void> {
  await db.query(
    `INSERT INTO entry.registration
       (tournament_id, game_id, currency, fee_minor, payer, registration_closes_at, ends_at)
     VALUES ($1, $2, $3, $4, 'wallet', $5, $5) ON CONFLICT DO NOTHING`,
    [tournament.id, tournament.gameId, CURRENCY, FEE_MINOR, tournament.endsAt],
  );
  await db.query(
    `INSERT INTO wallet.account (id, game_id, type, owner_id, currency, floor_minor)
     VALUES ($1, $2, 'prize_pool', $3, $4, 0) ON CONFLICT DO NOTHING`,
    [poolOf(tournament), tournament.gameId, tournament.id, CURRENCY],
  );
}

const CHUNK = 5_000;

/** Enters gamers into a tournament without going through the services. */
export async function fillTournament(
  db: pg.Pool,
  tournament: Tournament,
  gamers: readonly Gamer[],
): Promise<void> {
  await openTournament(db, tournament);
  for (let start = 0; start < gamers.length; start += CHUNK)
    await insertEntries(db, renderEntries(tournament, gamers.slice(start, start + CHUNK)));
}

const poolOf = (tournament: Tournament) =>
  accountId(tournament.gameId, AccountType.PRIZE_POOL, tournament.id);
