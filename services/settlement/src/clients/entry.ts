import type { CallOptions, Client } from "@connectrpc/connect";
import { collected, soleResult } from "@tms/kit/rpc/outcomes";
import type {
  ClosedRegistration,
  EntryService,
  FrozenRanking,
} from "@tms/proto/tms/entry/v1/entry";
import type { FinalRank } from "@tms/proto/tms/tournament/v1/tournament";
import type { SettlementRow } from "../db/settlements.ts";
import { streamedOutcomes } from "../batching/outcomes.ts";
import { NotYetError } from "../errors.ts";
import { keyOf } from "./requests.ts";

/** A ranking to freeze: the ranks its game gave, and how many rank groups are of interest. */
export interface RankingRequest {
  settlement: SettlementRow;
  finalRanks: readonly FinalRank[];
  groups: number;
}

/** A settlement's calls to the entry service. */
export interface BatchedEntryClient {
  /** Closes the registration; tells how many entries it has. Throws NotYetError while joins are under way. */
  closeRegistration(settlement: SettlementRow): Promise<ClosedRegistration>;
  /** Freezes the ranking; returns all of its standings too, where these are few. */
  freezeRanking(request: RankingRequest): Promise<FrozenRanking>;
}

type Entries = Client<typeof EntryService>;

export function batchedEntryClient(entries: Entries): BatchedEntryClient {
  const close = streamedOutcomes((settlements: readonly SettlementRow[]) =>
    entries.batchCloseRegistration({ registrations: settlements.map(toClose) }),
  );
  const freeze = (requests: readonly RankingRequest[]) =>
    entries.batchFreezeRanking({ rankings: requests.map(rankingToFreeze) });
  const freezeTogether = streamedOutcomes(freeze);
  return {
    async closeRegistration(settlement) {
      const closed = await close(settlement);
      if (typeof closed === "number") throw new NotYetError(`${closed} joins are still pending`);
      return closed;
    },
    // Ranks that a game gave may be as many as one request takes in all.
    freezeRanking: async (request) =>
      request.finalRanks.length > 0
        ? soleResult(await collected(freeze([request])))
        : await freezeTogether(request),
  };
}

const toClose = (settlement: SettlementRow) => ({ ...keyOf(settlement), test: settlement.test });

const rankingToFreeze = ({ settlement, finalRanks, groups }: RankingRequest) => ({
  ...keyOf(settlement),
  finalRanks: [...finalRanks],
  groups,
});

/** Closes one registration, whether or not joins are under way; throws why that was refused. */
export async function closeRegistration(
  entries: Entries,
  settlement: SettlementRow,
  options: CallOptions,
): Promise<void> {
  const request = { registrations: [toClose(settlement)] };
  soleResult(await collected(entries.batchCloseRegistration(request, options)));
}
