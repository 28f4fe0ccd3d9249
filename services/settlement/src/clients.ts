import type { MessageInitShape } from "@bufbuild/protobuf";
import type { CallOptions, Client } from "@connectrpc/connect";
import { DomainError } from "@tms/kit/errors/domain-error";
import { refusedFor } from "@tms/kit/errors/remote-error";
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
  type RefusedTransfer,
} from "@tms/proto/tms/wallet/v1/wallet";
import { batched, batchedOutcomes } from "./batched.ts";
import type { SettlementKey, SettlementRow } from "./db/settlements.ts";
import { NotYetError } from "./errors.ts";

export interface Clients {
  tournaments: Client<typeof TournamentService>;
  entries: Client<typeof EntryService>;
  wallet: Client<typeof WalletService>;
}

export const toKey = ({ gameId, tournamentId }: SettlementKey) => ({ gameId, tournamentId });

/**
 * Returns the key of a settlement, and a request id that is derived from the tournament and the step. A
 * repeat of the step therefore has the same request id.
 */
export const toStepRequest = (settlement: SettlementRow, step: string) => ({
  requestId: derivedId("settlement", settlement.tournamentId, step),
  ...toKey(settlement),
});

/** Returns the reference of the prize pool's account. */
export const toPool = ({ gameId, tournamentId }: SettlementRow) => ({
  gameId,
  type: AccountType.PRIZE_POOL,
  ownerId: tournamentId,
});

const toRegistration = ({ gameId, tournamentId, test }: SettlementRow) => ({
  gameId,
  tournamentId,
  test,
});

/** Reads a tournament. Throws TOURNAMENT_NOT_FOUND if the tournament does not belong to the game. */
export async function getTournament(
  { tournaments }: Pick<Clients, "tournaments">,
  key: SettlementKey,
  options: CallOptions,
  withPrizePools = false,
): Promise<Tournament> {
  const request = { tournaments: [toKey(key)], withPrizePools };
  try {
    return soleResult(await collected(tournaments.batchGetTournaments(request, options)));
  } catch (error) {
    throw refusedFor(error, "TOURNAMENT_NOT_FOUND")
      ? new DomainError("TOURNAMENT_NOT_FOUND")
      : error;
  }
}

/** Closes a registration, even if joins are pending. */
export async function closeRegistration(
  { entries }: Pick<Clients, "entries">,
  settlement: SettlementRow,
  options: CallOptions,
): Promise<void> {
  const request = { registrations: [toRegistration(settlement)] };
  soleResult(await collected(entries.batchCloseRegistration(request, options)));
}

/** A ranking to freeze, with the ranks that the game gave and the number of rank groups to return. */
interface RankingRequest {
  settlement: SettlementRow;
  finalRanks: readonly FinalRank[];
  groups: number;
}

/** A tournament to complete, with the winners that are not recorded yet. */
interface Completion {
  settlement: SettlementRow;
  winners: string[];
}

interface Account {
  ref: ReturnType<typeof toPool>;
  currency: string;
}

type Disbursement = MessageInitShape<typeof DisbursementSchema>;

// BatchFinishSettlement takes at most 100 winners of a tournament.
const MAX_LAST_WINNERS = 100;
// The maximum number of transfers in a disbursement that shares a call with others. Small tournaments do not
// have more prizes.
const SMALL_DISBURSEMENT = 32;

/**
 * Creates the calls of settlements to other services. Settlements that run at the same time share their
 * calls.
 */
export function createCalls({ tournaments, entries, wallet }: Clients) {
  const close = batchedOutcomes((settlements: readonly SettlementRow[]) =>
    entries.batchCloseRegistration({ registrations: settlements.map(toRegistration) }),
  );
  const freeze = (requests: readonly RankingRequest[]) =>
    entries.batchFreezeRanking({
      rankings: requests.map(({ settlement, finalRanks, groups }) => ({
        ...toKey(settlement),
        finalRanks: [...finalRanks],
        groups,
      })),
    });
  const freezeTogether = batchedOutcomes(freeze);
  const finish = batchedOutcomes(async function* (completions: readonly Completion[]) {
    const ends = completions.map(({ settlement, winners }) => ({
      tournament: toKey(settlement),
      winnerGamerIds: winners,
      poolMinorUnits: settlement.poolMinor ?? 0n,
    }));
    const { outcomes } = await tournaments.batchFinishSettlement({ ends });
    yield { outcomes: outcomes.map(({ outcome }, index) => ({ outcome, index })) };
  });
  return {
    getTournament: batchedOutcomes((settlements: readonly SettlementRow[]) =>
      tournaments.batchGetTournaments({ tournaments: settlements.map(toKey) }),
    ),
    /** Closes the registration, and returns the number of entries. Throws while joins are pending. */
    async closeRegistration(settlement: SettlementRow): Promise<ClosedRegistration> {
      const closed = await close(settlement);
      if (typeof closed === "number") throw new NotYetError(`${closed} joins are still pending`);
      return closed;
    },
    /** Moves the tournament to settling, and returns the ranks that its game gave. */
    beginSettlement: batchedOutcomes((settlements: readonly SettlementRow[]) =>
      tournaments.batchBeginSettlement({ tournaments: settlements.map(toKey) }),
    ),
    /**
     * Freezes the ranking, and returns its best rank groups. A small ranking is returned with all standings.
     */
    freezeRanking: async (request: RankingRequest) =>
      // A ranking with final ranks is sent alone, because one request takes only as many final ranks as one
      // game can give.
      request.finalRanks.length > 0
        ? soleResult(await collected(freeze([request])))
        : await freezeTogether(request),
    /** Records the last winners, at most 1,000, and completes the tournament. */
    async finishSettlement({ settlement, winners }: Completion): Promise<void> {
      if (winners.length <= MAX_LAST_WINNERS) return void (await finish({ settlement, winners }));
      const request = toStepRequest(settlement, "last-winners");
      await tournaments.recordWinners({ ...request, gamerIds: winners });
      await finish({ settlement, winners: [] });
    },
    /** Closes an account, and returns its balance in minor units. */
    closeAccount: batched(async (accounts: readonly Account[]) => {
      const closed = await wallet.batchCloseAccount({ accounts: [...accounts] });
      return closed.accounts.map((account) => account.balance?.minorUnits);
    }),
    /** Makes the transfers of a disbursement, and returns the refused transfers. */
    disburse: batched(
      async (disbursements: readonly Disbursement[]): Promise<RefusedTransfer[][]> => {
        const { outcomes } = await wallet.batchDisburse({ disbursements: [...disbursements] });
        return outcomes.map(({ refused }) => refused);
      },
      ({ transferIds = [] }) => transferIds.length > SMALL_DISBURSEMENT,
    ),
    /** Returns the balance of an account in minor units. */
    getBalance: batched(async (accounts: readonly Account[]) => {
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

export type Calls = ReturnType<typeof createCalls>;
