import { derivedId, newId } from "@tms/kit/values/ids";
import { AccountType } from "@tms/proto/tms/wallet/v1/wallet";
import type pg from "pg";
import { toHandle } from "../load/requests.ts";

/** A gamer with money. */
export interface Gamer {
  id: string;
  accountId: string;
}

/** The currency of all benchmarks. */
export const CURRENCY = "USD";

/** Returns the id that the wallet derives for an account. */
export const toAccountId = (gameId: string, type: AccountType, ownerId: string): string =>
  derivedId("account", gameId, String(type), ownerId, CURRENCY);

// Enough for any number of fees, and far below the largest balance.
const DEPOSIT_MINOR = 10_000_000;
const CHUNK = 5_000;

/** Creates the gamers 0 to `count` of a game with a deposit each. The ledger's trigger counts it. */
export async function fundGamers(db: pg.Pool, gameId: string, count: number): Promise<Gamer[]> {
  const external = toAccountId(gameId, AccountType.EXTERNAL, gameId);
  await db.query(
    `INSERT INTO wallet.account (id, game_id, type, owner_id, currency)
     VALUES ($1, $2, 'external', $2, $3) ON CONFLICT DO NOTHING`,
    [external, gameId, CURRENCY],
  );
  const gamers = Array.from({ length: count }, (): Gamer => {
    const id = newId();
    return { id, accountId: toAccountId(gameId, AccountType.GAMER, id) };
  });
  for (let start = 0; start < count; start += CHUNK) {
    const chunk = gamers.slice(start, start + CHUNK);
    const ids = chunk.map(({ id }) => id);
    const handles = chunk.map((_, index) => toHandle(start + index));
    const accounts = chunk.map(({ accountId }) => accountId);
    await db.query({
      name: "fund-gamers",
      text: FUND_GAMERS,
      values: [gameId, ids, handles, accounts, CURRENCY, external, DEPOSIT_MINOR],
    });
  }
  return gamers;
}

// The trigger of a transfer needs the account, and runs at the end of the statement.
const FUND_GAMERS = `
  WITH named AS (
    INSERT INTO entry.gamer (id, game_id, handle)
    SELECT id, $1, handle FROM unnest($2::uuid[], $3::text[]) AS gamer (id, handle)
  ), opened AS (
    INSERT INTO wallet.account (id, game_id, type, owner_id, currency, floor_minor)
    SELECT id, $1, 'gamer', owner_id, $5, 0 FROM unnest($4::uuid[], $2::uuid[]) AS account (id, owner_id)
  )
  INSERT INTO wallet.transfer
    (id, game_id, currency, debit_account_id, credit_account_id, amount_minor, kind)
  SELECT gen_random_uuid(), $1, $5, $6, id, $7, 'deposit' FROM unnest($4::uuid[]) AS account (id)`;
