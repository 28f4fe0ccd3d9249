import type { MessageInitShape } from "@bufbuild/protobuf";
import type { CallOptions, Client } from "@connectrpc/connect";
import { passOn } from "@tms/kit/errors/remote-error";
import { collected, soleResult } from "@tms/kit/rpc/outcomes";
import { derivedId } from "@tms/kit/values/ids";
import type { ClosedRegistration, EntryService } from "@tms/proto/tms/entry/v1/entry";
import type {
  FinalRank,
  Tournament,
  TournamentService,
} from "@tms/proto/tms/tournament/v1/tournament";
import {
  AccountType,
  type WalletService,
  type DisbursementSchema,
} from "@tms/proto/tms/wallet/v1/wallet";
import { batched, batchedOutcomes } from "@tms/kit/batching/batched";
import type { SettlementKey, SettlementRow } from "./db/settlements.ts";
import { NotYetError } from "./errors.ts";

export interface Clients {
  tournaments: Client<typeof TournamentService>;
  entries: Client<typeof EntryService>;
  wallet: Client<typeof WalletService>;
}

export const toKey = ({ gameId, tournamentId }: SettlementKey) => ({ gameId, tournamentId });

/** Returns the key and the request id of a step. A repeat of the step has the same request id. */
export const toStepRequest = (settlement: SettlementRow, step: string) => ({
  requestId: derivedId("settlement", settlement.tournamentId, step),
  ...toKey(settlement),
});

export const toPool = ({ gameId, tournamentId }: SettlementRow) => ({
  gameId,
  type: AccountType.PRIZE_POOL,
  ownerId: tournamentId,
});

const toRegistration = ({ test, ...row }: SettlementRow) => ({ ...toKey(row), test });

/** Returns a tournament. Throws TOURNAMENT_NOT_FOUND if the game has no such tournament. */
export async function getTournament(
  { tournaments }: Pick<Clients, "tournaments">,
  key: SettlementKey,
  options: CallOptions,
  withPrizePools = false,
): Promise<Tournament> {
  const request = { tournaments: [toKey(key)], withPrizePools };
  return await collected(tournaments.batchGetTournaments(request, options))
    .then(soleResult)
    .catch(passOn("TOURNAMENT_NOT_FOUND"));
}

export async function closeRegistration(
  { entries }: Pick<Clients, "entries">,
  settlement: SettlementRow,
  options: CallOptions,
) {
  const request = { registrations: [toRegistration(settlement)] };
  soleResult(await collected(entries.batchCloseRegistration(request, options)));
}

type Completion = { settlement: SettlementRow; winners: string[] };
type RankingRequest = { settlement: SettlementRow; finalRanks: FinalRank[]; groups: number };
type Account = { ref: ReturnType<typeof toPool>; currency: string };
type Disbursement = MessageInitShape<typeof DisbursementSchema>;

// BatchFinishSettlement takes at most 100 winners of a tournament.
const MAX_LAST_WINNERS = 100;
// BatchDisburse accepts 4,096 transfers in total: 32 for each of 128 disbursements. A larger disbursement
// gets its own call.
const SMALL_DISBURSEMENT = 32;

/** The limits of shared calls and statements. Each batch RPC that settlements call accepts 128 items. */
export const LIMITS = { maxBatch: 128, inFlight: 2, maxWaiting: 4_096 };

/** Creates functions that call other services in batches, which concurrent settlements share. */
export function createBatchedClients({ tournaments, entries, wallet }: Clients) {
  const close = batchedOutcomes(LIMITS, (settlements: readonly SettlementRow[]) =>
    entries.batchCloseRegistration({ registrations: settlements.map(toRegistration) }),
  );
  const finish = batchedOutcomes(LIMITS, async function* (completions: readonly Completion[]) {
    const ends = completions.map(({ settlement, winners }) => ({
      tournament: toKey(settlement),
      winnerGamerIds: winners,
      poolMinorUnits: settlement.poolMinor ?? 0n,
    }));
    const { outcomes } = await tournaments.batchFinishSettlement({ ends });
    yield { outcomes: outcomes.map(({ outcome }, index) => ({ outcome, index })) };
  });
  return {
    getTournament: batchedOutcomes(LIMITS, (settlements: readonly SettlementRow[]) =>
      tournaments.batchGetTournaments({ tournaments: settlements.map(toKey) }),
    ),
    /** Throws NotYetError if joins are still pending. */
    async closeRegistration(settlement: SettlementRow): Promise<ClosedRegistration> {
      const closed = await close(settlement);
      if (typeof closed === "number") throw new NotYetError(`${closed} joins are still pending`);
      return closed;
    },
    beginSettlement: batchedOutcomes(LIMITS, (settlements: readonly SettlementRow[]) =>
      tournaments.batchBeginSettlement({ tournaments: settlements.map(toKey) }),
    ),
    /** Freezes a ranking. Returns the best `groups` rank groups, and standings of 100 entries or fewer. */
    freezeRanking: batchedOutcomes(
      LIMITS,
      (requests: readonly RankingRequest[]) =>
        entries.batchFreezeRanking({
          rankings: requests.map(({ settlement, ...rest }) => ({ ...toKey(settlement), ...rest })),
        }),
      // A ranking may need all 10,000 final ranks of a request, so rankings with final ranks are sent alone.
      ({ finalRanks }) => finalRanks.length > 0,
    ),
    /** Records the last winners, at most 1,000, and completes the tournament. */
    async finishSettlement({ settlement, winners }: Completion) {
      if (winners.length <= MAX_LAST_WINNERS) return await finish({ settlement, winners });
      const request = toStepRequest(settlement, "last-winners");
      await tournaments.recordWinners({ ...request, gamerIds: winners });
      return await finish({ settlement, winners: [] });
    },
    closeAccount: batched(LIMITS, async (accounts: readonly Account[]) => {
      const closed = await wallet.batchCloseAccount({ accounts: [...accounts] });
      return closed.accounts.map((account) => account.balance?.minorUnits);
    }),
    disburse: batched(
      LIMITS,
      async (disbursements: readonly Disbursement[]) =>
        (await wallet.batchDisburse({ disbursements: [...disbursements] })).outcomes,
      ({ transferIds = [] }) => transferIds.length > SMALL_DISBURSEMENT,
    ),
    getBalance: batched(LIMITS, async (accounts: readonly Account[]) => {
      const balances = new Map<Account, bigint | undefined>();
      for (const [currency, same] of Map.groupBy(accounts, (account) => account.currency)) {
        const refs = same.map(({ ref }) => ref);
        const read = await wallet.batchGetBalances({ refs, currency });
        same.forEach((account, index) => balances.set(account, read.balances[index]?.minorUnits));
      }
      return accounts.map((account) => balances.get(account));
    }),
  };
}

export type BatchedClients = ReturnType<typeof createBatchedClients>;
