import { newId } from "@tms/kit/values/ids";
import type pg from "pg";
import { digits } from "../load/plan.ts";
import { accountId, AccountType, CURRENCY } from "./accounts.ts";
import { arrayLiteral } from "./array-literal.ts";

/** A gamer with money. */
export interface Gamer {
  id: string;
  handle: string;
  accountId: string;
}

// Enough for any number of fees, and far from the largest balance.
const DEPOSIT_MINOR = 10_000_000;
const CHUNK = 5_000;

/** The handle of the gamer of a number; a load names gamers in the same way. */
export const handleOf = (number: number): string => `gamer-${digits(number)}`;

/** Records the gamers 0 to `count` of a game, each with a deposit that the ledger's own trigger counts. */
export async function fundGamers(db: pg.Pool, gameId: string, count: number): Promise<Gamer[]> {
  const external = accountId(gameId, AccountType.EXTERNAL, gameId);
  await db.query(
    `INSERT INTO wallet.account (id, game_id, type, owner_id, currency)
     VALUES ($1, $2, 'external', $2, $3) ON CONFLICT DO NOTHING`,
    [external, gameId, CURRENCY],
  );
  const gamers = Array.from({ length: count }, (_, number): Gamer => {
    const id = newId();
    return { id, handle: handleOf(number), accountId: accountId(gameId, AccountType.GAMER, id) };
  });
  for (let start = 0; start < count; start += CHUNK)
    await fundChunk(db, gameId, external, gamers.slice(start, start + CHUNK));
  return gamers;
}

/** One statement, hence one transaction; its parts run before the trigger that needs them. */
async function fundChunk(
  db: pg.Pool,
  gameId: string,
  external: string,
  gamers: readonly Gamer[],
): Promise<void> {
  const ids = arrayLiteral(gamers.map((gamer) => gamer.id));
  const accounts = arrayLiteral(gamers.map((gamer) => gamer.accountId));
  await db.query({
    name: "fund-gamers",
    text: `WITH named AS (
        INSERT INTO entry.gamer (id, game_id, handle)
        SELECT id, $1, handle FROM unnest($2::uuid[], $3::text[]) AS gamer (id, handle)
      ), opened AS (
        INSERT INTO wallet.account (id, game_id, type, owner_id, currency, floor_minor)
        SELECT id, $1, 'gamer', owner_id, $5, 0 FROM unnest($4::uuid[], $2::uuid[]) AS account (id, owner_id)
      )
      INSERT INTO wallet.transfer
        (id, game_id, currency, debit_account_id, credit_account_id, amount_minor, kind)
      SELECT gen_random_uuid(), $1, $5, $6, id, $7, 'deposit' FROM unnest($4::uuid[]) AS account (id)`,
    values: [
      gameId,
      ids,
      arrayLiteral(gamers.map((gamer) => gamer.handle)),
      accounts,
      CURRENCY,
      external,
      DEPOSIT_MINOR,
    ],
  });
}
