import type { CallOptions } from "@connectrpc/connect";
import { Status } from "@tms/proto/tms/tournament/v1/tournament";
import { AccountType } from "@tms/proto/tms/wallet/v1/wallet";
import type { Peers } from "./context.ts";
import type { TournamentRow } from "./db/tournaments.ts";

/**
 * The prize pools of one game's tournaments, by tournament id, in one call to the ledger. Nothing
 * is asked about those that cannot hold money, which can so be read while the ledger is away:
 * absent means zero.
 */
export async function readPrizePools(
  peers: Pick<Peers, "wallet">,
  tournaments: readonly TournamentRow[],
  options: CallOptions,
): Promise<ReadonlyMap<string, bigint>> {
  const entered = tournaments.filter(mayHoldMoney);
  const [first] = entered;
  if (first === undefined) return new Map();
  const refs = entered.map((row) => ({
    gameId: row.gameId,
    type: AccountType.PRIZE_POOL,
    ownerId: row.id,
  }));
  // A game has one currency for good, so its tournaments share it.
  const { balances } = await peers.wallet.batchGetBalances(
    { refs, currency: first.currency },
    options,
  );
  if (balances.length !== refs.length) throw new Error("the ledger returned too few balances");
  return new Map(entered.map((row, index) => [row.id, balances[index]?.minorUnits ?? 0n]));
}

/** The prize pool of one tournament. */
export async function readPrizePool(
  peers: Pick<Peers, "wallet">,
  tournament: TournamentRow,
  options: CallOptions,
): Promise<bigint> {
  return (await readPrizePools(peers, [tournament], options)).get(tournament.id) ?? 0n;
}

// Fees come in from the publication on; a tournament is completed only once its pool is empty.
const mayHoldMoney = ({ entryFeeMinor, status }: TournamentRow): boolean =>
  entryFeeMinor > 0n && status !== Status.PENDING && status !== Status.COMPLETED;
