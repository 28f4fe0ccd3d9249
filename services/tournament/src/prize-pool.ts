import type { HandlerContext } from "@connectrpc/connect";
import { memoize } from "@tms/kit/batching/memoize";
import { found } from "@tms/kit/errors/domain-error";
import { isTransient } from "@tms/kit/errors/transient";
import { within } from "@tms/kit/rpc/client";
import { AccountType } from "@tms/proto/tms/wallet/v1/wallet";
import type { Context } from "./context.ts";
import { findTournament, type TournamentKey, type TournamentRow } from "./db/tournaments.ts";

/** Prize pools in minor units, by tournament id. */
type Pools = ReadonlyMap<string, bigint>;

/**
 * Starts to read the prize pools of tournaments, which can belong to several games. Returns a function that
 * waits for the pool of one tournament. The ledger is called once per currency, without tournaments that
 * cannot hold money. If the ledger is unavailable, the pool of a published tournament is computed as the sum
 * of its entry fees, which is the same amount. Only the ledger knows the pools of other tournaments.
 */
export function readPrizePools(
  clients: Pick<Context, "wallet" | "entry">,
  tournaments: readonly TournamentRow[],
  call: HandlerContext,
): (tournament: TournamentRow) => Promise<bigint> {
  const pools = new Map<string, Promise<bigint>>();
  // The list can contain a tournament twice.
  const entered = [...new Map(tournaments.map((row) => [row.id, row])).values()].filter(
    mayHoldMoney,
  );
  for (const rows of Map.groupBy(entered, (row) => row.currency).values()) {
    const byLedger = poolsByLedger(clients, rows, call);
    for (const ofGame of Map.groupBy(rows, (row) => row.gameId).values()) {
      const published = ofGame.filter(({ status }) => status === "published");
      const byEntries = memoize(() => poolsByEntries(clients, published, call));
      for (const row of ofGame) pools.set(row.id, poolOf(row, byLedger, byEntries));
    }
  }
  return ({ id }) => pools.get(id) ?? Promise.resolve(0n);
}

async function poolOf(
  { id, status }: TournamentRow,
  byLedger: Promise<Pools>,
  byEntries: () => Promise<Pools>,
): Promise<bigint> {
  const read = async (pools: Promise<Pools>) => (await pools).get(id) ?? 0n;
  try {
    return await read(byLedger);
  } catch (error) {
    if (status !== "published" || !isTransient(error)) throw error;
    return await read(byEntries());
  }
}

/**
 * Reads the status and the prize pool of a tournament for the response of a change. Call it before the
 * change, so that nothing changes if the pool cannot be read. Reads only the pool of a published tournament.
 * For any other tournament, the change is refused, no fee was ever charged, or the response is already
 * stored.
 */
export async function readPoolBefore(
  context: Pick<Context, "db" | "wallet" | "entry">,
  key: TournamentKey,
  call: HandlerContext,
): Promise<{ published: boolean; poolMinor: bigint; test: boolean }> {
  const row = found(await findTournament(context.db, key), "TOURNAMENT_NOT_FOUND");
  const published = row.status === "published";
  const poolMinor = published ? await readPrizePools(context, [row], call)(row) : 0n;
  return { published, poolMinor, test: row.test };
}

// Fees are charged from the publication on. A tournament is completed only after its pool is empty.
const mayHoldMoney = ({ entryFeeMinor, status }: TournamentRow): boolean =>
  entryFeeMinor > 0n && status !== "pending" && status !== "completed";

// Limits the call to the ledger, so that time remains to call the entry service if the ledger does not
// respond.
const LEDGER_LIMIT_MS = 3_000;

/** Reads the pools of tournaments with the same currency. */
async function poolsByLedger(
  { wallet }: Pick<Context, "wallet">,
  tournaments: readonly TournamentRow[],
  call: HandlerContext,
): Promise<Pools> {
  const [first] = tournaments;
  if (first === undefined) return new Map();
  const refs = tournaments.map((row) => ({
    gameId: row.gameId,
    type: AccountType.PRIZE_POOL,
    ownerId: row.id,
  }));
  const { timeoutMs = LEDGER_LIMIT_MS, ...options } = within(call);
  const { balances } = await wallet.batchGetBalances(
    { refs, currency: first.currency },
    { ...options, timeoutMs: Math.min(timeoutMs, LEDGER_LIMIT_MS) },
  );
  if (balances.length !== refs.length) throw new Error("the ledger returned too few balances");
  return new Map(tournaments.map((row, index) => [row.id, balances[index]?.minorUnits ?? 0n]));
}

/** Computes the pools of one game's published tournaments from their fees and numbers of entries. */
async function poolsByEntries(
  { entry }: Pick<Context, "entry">,
  tournaments: readonly TournamentRow[],
  call: HandlerContext,
): Promise<Pools> {
  const gameId = tournaments[0]?.gameId ?? "";
  const tournamentIds = tournaments.map(({ id }) => id);
  const { entries } = await entry.batchCountEntries({ gameId, tournamentIds }, within(call));
  if (entries.length !== tournaments.length)
    throw new Error("the entry service returned too few counts");
  return new Map(
    tournaments.map((row, index) => [row.id, row.entryFeeMinor * BigInt(entries[index] ?? 0)]),
  );
}
