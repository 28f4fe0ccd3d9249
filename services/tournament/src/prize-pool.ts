import type { HandlerContext } from "@connectrpc/connect";
import { within } from "@tms/kit/rpc/client";
import { isTransient } from "@tms/kit/errors/transient";
import { Status } from "@tms/proto/tms/tournament/v1/tournament";
import { AccountType } from "@tms/proto/tms/wallet/v1/wallet";
import type { Peers } from "./context.ts";
import type { TournamentRow } from "./db/tournaments.ts";

/** Prize pools in minor units, by tournament id. */
type Pools = ReadonlyMap<string, bigint>;

/**
 * The prize pools of one game's tournaments, by tournament id, in one call to the ledger; absent
 * means zero. Nothing is asked about those that cannot hold money. While the ledger is away, those
 * of published tournaments are what their entries paid, which is the same; of those being settled
 * or refunded nobody else knows.
 */
export async function readPrizePools(
  peers: Pick<Peers, "wallet" | "entry">,
  tournaments: readonly TournamentRow[],
  call: HandlerContext,
): Promise<Pools> {
  const entered = tournaments.filter(mayHoldMoney);
  try {
    return await poolsByLedger(peers, entered, call);
  } catch (error) {
    const paidInOnly = entered.every(({ status }) => status === Status.PUBLISHED);
    if (!paidInOnly || !isTransient(error)) throw error;
    return await poolsByEntries(peers, entered, call);
  }
}

/** The prize pool of one tournament. */
export async function readPrizePool(
  peers: Pick<Peers, "wallet" | "entry">,
  tournament: TournamentRow,
  call: HandlerContext,
): Promise<bigint> {
  return (await readPrizePools(peers, [tournament], call)).get(tournament.id) ?? 0n;
}

/**
 * The prize pools of tournaments of any games, as far as the ledger tells them without delay; the
 * others are absent.
 */
export async function readPoolsAtHand(
  peers: Pick<Peers, "wallet">,
  tournaments: readonly TournamentRow[],
  call: HandlerContext,
): Promise<Pools> {
  const [entered, empty] = [tournaments.filter(mayHoldMoney), tournaments.filter(holdsNone)];
  const pools = new Map(empty.map(({ id }) => [id, 0n]));
  const byCurrency = Map.groupBy(entered, (row) => row.currency).values();
  const told = [...byCurrency].map((rows) => poolsByLedger(peers, rows, call, AT_HAND_MS));
  for (const outcome of await Promise.allSettled(told))
    if (outcome.status === "fulfilled") for (const [id, pool] of outcome.value) pools.set(id, pool);
    else if (!isTransient(outcome.reason)) throw outcome.reason;
  return pools;
}

// Fees come in from the publication on; a tournament is completed only once its pool is empty.
const mayHoldMoney = ({ entryFeeMinor, status }: TournamentRow): boolean =>
  entryFeeMinor > 0n && status !== Status.PENDING && status !== Status.COMPLETED;
const holdsNone = (tournament: TournamentRow): boolean => !mayHoldMoney(tournament);

// Leaves time to ask elsewhere when the ledger is silent.
const LEDGER_LIMIT_MS = 3_000;
// Whoever needs nothing of the ledger waits this long for those who do.
const AT_HAND_MS = 500;

/** Those of tournaments that share a currency, as one game's always do. */
async function poolsByLedger(
  { wallet }: Pick<Peers, "wallet">,
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
  { entry }: Pick<Peers, "entry">,
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
