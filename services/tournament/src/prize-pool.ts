import type { HandlerContext } from "@connectrpc/connect";
import { memoize } from "@tms/kit/batching/memoize";
import { DomainError } from "@tms/kit/errors/domain-error";
import { isTransient } from "@tms/kit/errors/transient";
import { within } from "@tms/kit/rpc/client";
import { AccountType } from "@tms/proto/tms/wallet/v1/wallet";
import type { Context } from "./context.ts";
import { findTournament, type TournamentKey, type TournamentRow } from "./db/tournaments.ts";

/** Prize pools in minor units, by tournament id. */
type Pools = ReadonlyMap<string, bigint>;

/**
 * Starts to read the prize pools of tournaments, also of several games; gives each one's as soon as
 * it is known. The ledger is called once per currency, and not about those that cannot hold money.
 * While it is away, the pool of a published tournament is what its entries paid, which is the same;
 * of one that is settled or refunded nobody else knows.
 */
export function readPrizePools(
  clients: Pick<Context, "wallet" | "entry">,
  tournaments: readonly TournamentRow[],
  call: HandlerContext,
): (tournament: TournamentRow) => Promise<bigint> {
  const pools = new Map<string, Promise<bigint>>();
  // One may be asked for twice.
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
 * Reads the prize pool that a change's response needs before the change is made, and whether the
 * tournament is of a test environment, which never changes: when the pool cannot be
 * known, the call fails with nothing done. Only a published tournament's pool is asked for; any
 * other is about to be refused, never took a fee, or has its answer stored already.
 */
export async function readPoolBefore(
  context: Pick<Context, "db" | "wallet" | "entry">,
  key: TournamentKey,
  call: HandlerContext,
): Promise<{ published: boolean; poolMinor: bigint; test: boolean }> {
  const row = await findTournament(context.db, key);
  if (row === undefined) throw new DomainError("TOURNAMENT_NOT_FOUND");
  const published = row.status === "published";
  const poolMinor = published ? await readPrizePools(context, [row], call)(row) : 0n;
  return { published, poolMinor, test: row.test };
}

// Fees come in from the publication on; a tournament is completed only once its pool is empty.
const mayHoldMoney = ({ entryFeeMinor, status }: TournamentRow): boolean =>
  entryFeeMinor > 0n && status !== "pending" && status !== "completed";

// Leaves time to ask elsewhere when the ledger is silent.
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

/** Computes the pools of one game's published tournaments. */
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
