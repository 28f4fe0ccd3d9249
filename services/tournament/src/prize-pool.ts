import type { HandlerContext } from "@connectrpc/connect";
import { memoize } from "@tms/kit/batching/shared-calls";
import { found } from "@tms/kit/errors/domain-error";
import { isTransient } from "@tms/kit/errors/transient";
import { within } from "@tms/kit/rpc/client";
import { AccountType } from "@tms/proto/tms/wallet/v1/wallet";
import type { Context } from "./context.ts";
import { findTournament, type TournamentKey, type TournamentRow } from "./db/tournaments.ts";

/** Prize pools in minor units, by tournament id. */
type Pools = ReadonlyMap<string, bigint>;

/**
 * Starts to read prize pools. Returns a function that waits for a pool. Calls the ledger once per currency.
 * If the ledger is unavailable, the pool of a published tournament is the sum of its entry fees.
 */
export function readPrizePools(
  clients: Pick<Context, "wallet" | "entry">,
  tournaments: readonly TournamentRow[],
  call: HandlerContext,
): (tournament: TournamentRow) => Promise<bigint> {
  const pools = new Map<string, Promise<bigint>>();
  // The list can contain a tournament twice.
  const distinct = [...new Map(tournaments.map((row) => [row.id, row])).values()];
  const entered = distinct.filter(mayHoldMoney);
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

/** Reads a tournament and its pool before a change, so that nothing changes if the pool cannot be read. */
export async function readPoolBefore(
  context: Pick<Context, "db" | "wallet" | "entry">,
  key: TournamentKey,
  call: HandlerContext,
) {
  const row = found(await findTournament(context.db, key), "TOURNAMENT_NOT_FOUND");
  const isPublished = row.status === "published";
  return { row, poolMinor: isPublished ? await readPrizePools(context, [row], call)(row) : 0n };
}

// Fees are charged from the publication on. A tournament is completed only after its pool is empty.
const mayHoldMoney = ({ entryFeeMinor, status }: TournamentRow): boolean =>
  entryFeeMinor > 0n && status !== "pending" && status !== "completed";

// Leaves time to call the entry service if the ledger does not respond.
const LEDGER_LIMIT_MS = 3_000;

async function poolsByLedger(
  { wallet }: Pick<Context, "wallet">,
  tournaments: readonly TournamentRow[],
  call: HandlerContext,
): Promise<Pools> {
  const [first] = tournaments;
  if (first === undefined) return new Map();
  const type = AccountType.PRIZE_POOL;
  const refs = tournaments.map((row) => ({ gameId: row.gameId, type, ownerId: row.id }));
  const { timeoutMs = LEDGER_LIMIT_MS, ...options } = within(call);
  const { balances } = await wallet.batchGetBalances(
    { refs, currency: first.currency },
    { ...options, timeoutMs: Math.min(timeoutMs, LEDGER_LIMIT_MS) },
  );
  if (balances.length !== refs.length) throw new Error("the ledger returned too few balances");
  return new Map(tournaments.map((row, index) => [row.id, balances[index]?.minorUnits ?? 0n]));
}

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
