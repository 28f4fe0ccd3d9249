import type { HandlerContext } from "@connectrpc/connect";
import { within } from "@tms/kit/rpc/client";
import { isTransient } from "@tms/kit/errors/transient";
import { AccountType } from "@tms/proto/tms/wallet/v1/wallet";
import type { Clients, Context } from "./context.ts";
import { findTournament, type TournamentKey, type TournamentRow } from "./db/tournaments.ts";
import { tournamentNotFound } from "./errors.ts";

/** Prize pools in minor units, by tournament id. */
type Pools = ReadonlyMap<string, bigint>;

/**
 * The prize pools of one game's tournaments, by tournament id, in one call to the ledger; absent
 * means zero. Nothing is asked about those that cannot hold money. While the ledger is away, those
 * of published tournaments are what their entries paid, which is the same; of those being settled
 * or refunded nobody else knows.
 */
export async function readPrizePools(
  clients: Pick<Clients, "wallet" | "entry">,
  tournaments: readonly TournamentRow[],
  call: HandlerContext,
): Promise<Pools> {
  const entered = tournaments.filter(mayHoldMoney);
  try {
    return await poolsByLedger(clients, entered, call);
  } catch (error) {
    const paidInOnly = entered.every(({ status }) => status === "published");
    if (!paidInOnly || !isTransient(error)) throw error;
    return await poolsByEntries(clients, entered, call);
  }
}

/** The prize pool of one tournament. */
export async function readPrizePool(
  clients: Pick<Clients, "wallet" | "entry">,
  tournament: TournamentRow,
  call: HandlerContext,
): Promise<bigint> {
  return (await readPrizePools(clients, [tournament], call)).get(tournament.id) ?? 0n;
}

/**
 * Reads the prize pool that a change's response needs before the change is made: when it cannot be
 * known, the call fails with nothing done. Only a published tournament's pool is asked for; any
 * other is about to be refused, never took a fee, or has its answer stored already.
 */
export async function readPoolBefore(
  context: Pick<Context, "db" | "wallet" | "entry">,
  key: TournamentKey,
  call: HandlerContext,
): Promise<{ published: boolean; poolMinor: bigint }> {
  const row = await findTournament(context.db, key);
  if (row === undefined) throw tournamentNotFound();
  const published = row.status === "published";
  return { published, poolMinor: published ? await readPrizePool(context, row, call) : 0n };
}

/**
 * The prize pools of tournaments of any games, as far as the ledger tells them without delay; the
 * others are absent.
 */
export async function readPoolsAtHand(
  clients: Pick<Clients, "wallet">,
  tournaments: readonly TournamentRow[],
  call: HandlerContext,
): Promise<Pools> {
  const [entered, empty] = [tournaments.filter(mayHoldMoney), tournaments.filter(holdsNone)];
  const pools = new Map(empty.map(({ id }) => [id, 0n]));
  const byCurrency = Map.groupBy(entered, (row) => row.currency).values();
  const told = [...byCurrency].map((rows) => poolsByLedger(clients, rows, call, AT_HAND_MS));
  for (const outcome of await Promise.allSettled(told))
    if (outcome.status === "fulfilled") for (const [id, pool] of outcome.value) pools.set(id, pool);
    else if (!isTransient(outcome.reason)) throw outcome.reason;
  return pools;
}

// Fees come in from the publication on; a tournament is completed only once its pool is empty.
const mayHoldMoney = ({ entryFeeMinor, status }: TournamentRow): boolean =>
  entryFeeMinor > 0n && status !== "pending" && status !== "completed";
const holdsNone = (tournament: TournamentRow): boolean => !mayHoldMoney(tournament);

// Leaves time to ask elsewhere when the ledger is silent.
const LEDGER_LIMIT_MS = 3_000;
// Whoever needs nothing of the ledger waits this long for those who do.
const AT_HAND_MS = 500;

/** Those of tournaments that share a currency, as one game's always do. */
async function poolsByLedger(
  { wallet }: Pick<Clients, "wallet">,
  tournaments: readonly TournamentRow[],
  call: HandlerContext,
  limitMs = LEDGER_LIMIT_MS,
): Promise<Pools> {
  const [first] = tournaments;
  if (first === undefined) return new Map();
  const refs = tournaments.map((row) => ({
    gameId: row.gameId,
    type: AccountType.PRIZE_POOL,
    ownerId: row.id,
  }));
  const { timeoutMs = limitMs, ...options } = within(call);
  const { balances } = await wallet.batchGetBalances(
    { refs, currency: first.currency },
    { ...options, timeoutMs: Math.min(timeoutMs, limitMs) },
  );
  if (balances.length !== refs.length) throw new Error("the ledger returned too few balances");
  return new Map(tournaments.map((row, index) => [row.id, balances[index]?.minorUnits ?? 0n]));
}

async function poolsByEntries(
  { entry }: Pick<Clients, "entry">,
  tournaments: readonly TournamentRow[],
  call: HandlerContext,
): Promise<Pools> {
  const gameId = tournaments[0]?.gameId ?? "";
  const tournamentIds = tournaments.map(({ id }) => id);
  const { entries } = await entry.batchCountEntries({ gameId, tournamentIds }, within(call));
  if (entries.length !== tournaments.length) throw new Error("a tournament was not counted");
  return new Map(
    tournaments.map((row, index) => [row.id, row.entryFeeMinor * BigInt(entries[index] ?? 0)]),
  );
}
