import { memoize } from "@tms/kit/batching/shared-calls";
import { refusedFor } from "@tms/kit/errors/remote-error";
import { derivedId } from "@tms/kit/values/ids";
import type { ClosedRegistration, ReadStandingsResponse } from "@tms/proto/tms/entry/v1/entry";
import type { Refusal } from "@tms/proto/tms/error/v1/reason";
import { Payer } from "@tms/proto/tms/game/v1/game";
import { AbandonReason } from "@tms/proto/tms/tournament/v1/tournament";
import { AccountType, TransferKind } from "@tms/proto/tms/wallet/v1/wallet";
import { toKey, toPool, toStepRequest } from "./clients.ts";
import type { Context } from "./context.ts";
import type { UnpaidRow } from "./db/payouts.ts";
import type { SettlementRow } from "./db/settlements.ts";
import { BeyondRepairError } from "./errors.ts";
import {
  canPayOut,
  hasEnough,
  planPrizes,
  toPrizes,
  toRefunds,
  type PlannedPayout,
} from "./prizes.ts";

// Each step can be interrupted and repeated. `begin`, `plan` and `record` return the settlement in its next
// state, or undefined if another worker has made the change or has the lease.

export type Inputs = ReturnType<typeof createInputs>;

const PAGE_SIZE = 2_000;

/** Creates the inputs of an attempt. Reads the tournament, final ranks and first page at most once. */
export function createInputs({ calls, entries }: Context, settlement: SettlementRow) {
  const finalRanks = memoize(async () => (await calls.beginSettlement(settlement)).finalRanks);
  const readPage = (pageToken: string) =>
    entries.readStandings({ ...toKey(settlement), pageSize: PAGE_SIZE, pageToken });
  let frozen: ReadStandingsResponse | undefined;
  const firstPage = memoize(async () => frozen ?? (await readPage("")));
  return {
    finalRanks,
    tournament: memoize(async () => {
      const tournament = await calls.getTournament(settlement);
      if (!tournament.terms)
        throw new BeyondRepairError("the tournament service returned a tournament without terms");
      return tournament;
    }),
    async ranking(groups: number) {
      const ranking = await calls.freezeRanking({
        settlement,
        finalRanks: await finalRanks(),
        groups,
      });
      frozen = ranking.standings;
      return ranking;
    },
    /** Yields pages of standings. Reads the next page while the caller handles the current page. */
    async *standings() {
      let page = await firstPage();
      while (page.nextPageToken !== "") {
        const next = readPage(page.nextPageToken);
        // Without this handler, a failure before the page is awaited would end the process.
        next.catch(() => undefined);
        yield page;
        page = await next;
      }
      yield page;
    },
  };
}

/** Closes the registration and the prize pool, and chooses between payouts and refunds. */
export async function begin(context: Context, settlement: SettlementRow, inputs: Inputs) {
  const [closed, { currency }] = await Promise.all([
    context.calls.closeRegistration(settlement),
    inputs.tournament(),
  ]);
  const [kind, poolMinor] = await Promise.all([
    chooseKind(context, settlement, inputs, closed),
    context.calls.closeAccount({ ref: toPool(settlement), currency }),
  ]);
  if (poolMinor === undefined)
    throw new BeyondRepairError("the wallet returned no balance for the closed pool");
  return await context.queries.begin({ ...settlement, kind, currency, poolMinor });
}

async function chooseKind(
  context: Context,
  settlement: SettlementRow,
  inputs: Inputs,
  closed: ClosedRegistration,
): Promise<SettlementRow["kind"]> {
  if (settlement.kind === "refund") return "refund";
  const { terms } = await inputs.tournament();
  const abandon = (reason: AbandonReason) =>
    context.tournaments.abandonSettlement({ ...toStepRequest(settlement, "abandon"), reason });
  try {
    if (!hasEnough(closed, terms)) {
      await abandon(AbandonReason.TOO_FEW_ENTRIES);
      return "refund";
    }
    const finalRanks = await inputs.finalRanks();
    if (canPayOut(closed)) return "payout";
    // If the frozen ranking has groups, the game gave a rank to a gamer who is not disqualified.
    if (finalRanks.length > 0 && (await inputs.ranking(1)).groups.length > 0) return "payout";
    await abandon(AbandonReason.NOBODY_TO_PAY);
    return "refund";
  } catch (error) {
    // The tournament was cancelled meanwhile, so its fees are refunded.
    if (refusedFor(error, "TOURNAMENT_NOT_PUBLISHED")) return "refund";
    throw error;
  }
}

/** Stores the plan, the same in each attempt. Throws BeyondRepairError if it does not add up to the pool. */
export async function plan(context: Context, settlement: SettlementRow, inputs: Inputs) {
  const makePlan = settlement.kind === "refund" ? planRefunds : planPayouts;
  const planned = await makePlan(context, settlement, inputs);
  const sizes = { ...settlement, entries: planned.entries };
  const { count, entries, totalMinor } = await context.queries.sumPayouts(sizes);
  if (totalMinor + planned.feeMinor !== settlement.poolMinor) {
    // If the lease was lost, payouts were not stored, and renewLease throws TakenOverError.
    await context.queries.renewLease(settlement);
    throw new BeyondRepairError(
      `the planned payouts of ${totalMinor} and the fee of ${planned.feeMinor} do not equal the pool of ${settlement.poolMinor}`,
    );
  }
  if (entries !== count)
    throw new BeyondRepairError(`the plan has ${count} payouts for ${entries} entries`);
  return await context.queries.plan({ ...settlement, ...planned, payouts: count });
}

async function planPayouts(context: Context, settlement: SettlementRow, inputs: Inputs) {
  const [{ terms, platformFeeBps }] = await Promise.all([inputs.tournament(), inputs.finalRanks()]);
  const split = terms?.prizeSplit ?? [];
  const { groups, entries } = await inputs.ranking(Math.max(1, split.length));
  const poolMinor = settlement.poolMinor ?? 0n;
  const { platformFeeMinor, prizes } = planPrizes({ poolMinor, platformFeeBps, split, groups });
  const lastRank = prizes.at(-1)?.rank ?? 0;
  let count = 0;
  let rankBefore = 0;
  for await (const page of inputs.standings()) {
    const payouts = toPrizes(page, prizes, rankBefore);
    await storePage(context, settlement, page, { payouts, before: count, toGame: false });
    count += payouts.length;
    rankBefore = page.ranks.at(-1) ?? 0;
    if (rankBefore > lastRank) break;
  }
  return { feeMinor: platformFeeMinor, entries };
}

async function planRefunds(context: Context, settlement: SettlementRow, inputs: Inputs) {
  const toGame = (await inputs.tournament()).payer === Payer.GAME;
  let entries = 0;
  for await (const page of inputs.standings()) {
    const payouts = toRefunds(page, page.feeMinorUnits);
    await storePage(context, settlement, page, { payouts, before: entries, toGame });
    entries += page.entryIds.length;
  }
  return { feeMinor: 0n, entries };
}

/** Stores payouts at the positions after `before`. Renews the lease if another page follows. */
async function storePage(
  { queries }: Context,
  settlement: SettlementRow,
  { nextPageToken }: ReadStandingsResponse,
  planned: { payouts: readonly PlannedPayout[]; before: number; toGame: boolean },
) {
  const { before, toGame } = planned;
  const payouts = planned.payouts.map((payout, index) => ({
    ...payout,
    position: before + index + 1,
  }));
  if (payouts.length > 0) await queries.insertPayouts({ settlement, payouts, toGame });
  if (nextPageToken !== "") await queries.renewLease(settlement);
}

/**
 * Pays the platform fee and all payouts. A repeat uses the same transfer ids. A refused transfer does not
 * block others. Throws BeyondRepairError after a refusal or if money is left, TakenOverError without a lease.
 */
export async function pay(context: Context, settlement: SettlementRow) {
  // A closed pool receives no money, so a pool that was empty when it was closed has nothing to pay.
  if (settlement.poolMinor === 0n) return;
  const currency = settlement.currency ?? "";
  const refusals: Refusal[] = [];
  const disburse = async (credits: Credits) => {
    const { refused } = await context.calls.disburse({
      debit: toPool(settlement),
      currency,
      referenceId: settlement.tournamentId,
      ...credits,
    });
    for (const { refusal } of refused) if (refusal) refusals.push(refusal);
  };
  await allSettled([
    payPlatformFee(settlement, disburse),
    payPayouts(context, settlement, refusals, disburse),
  ]);
  const [first] = refusals;
  if (first !== undefined)
    throw new BeyondRepairError(
      `the ledger refused ${refusals.length} of the payouts; the first refusal is ${first.reason}: ${first.message}`,
    );
  const left = await context.calls.getBalance({ ref: toPool(settlement), currency });
  if (left !== 0n) throw new BeyondRepairError(`the pool still holds ${left} after all payouts`);
}

interface Credits {
  creditType: AccountType;
  kind: TransferKind;
  transferIds: string[];
  ownerIds: string[];
  minorUnits: bigint[];
}

type Disburse = (credits: Credits) => Promise<void>;

/** Waits until all work has ended, even if some of it fails. Then throws the first failure. */
async function allSettled(work: readonly Promise<void>[]) {
  for (const outcome of await Promise.allSettled(work))
    if (outcome.status === "rejected") throw outcome.reason;
}

async function payPlatformFee(settlement: SettlementRow, disburse: Disburse) {
  const feeMinor = settlement.feeMinor ?? 0n;
  if (feeMinor === 0n) return;
  await disburse({
    creditType: AccountType.PLATFORM,
    kind: TransferKind.PLATFORM_FEE,
    transferIds: [derivedId("platform-fee", settlement.tournamentId)],
    ownerIds: [settlement.gameId],
    minorUnits: [feeMinor],
  });
}

/**
 * Pays two batches at a time. Records the batches in order, so that all payouts up to a recorded position are
 * paid. Records nothing after a refusal, so that the next attempt starts with the first unrecorded batch.
 */
async function payPayouts(
  { queries }: Context,
  settlement: SettlementRow,
  refusals: readonly Refusal[],
  disburse: Disburse,
) {
  let position: number | null = null;
  let earlier: Promise<void> = Promise.resolve();
  let latest = earlier;

  async function payAndRecord(payouts: readonly UnpaidRow[], first: UnpaidRow, last: UnpaidRow) {
    await allSettled([earlier, disburse(toCredits(settlement, payouts))]);
    if (refusals.length === 0)
      await queries.recordPayment(settlement, first.position, last.position);
    else await queries.renewLease(settlement);
  }

  try {
    while (position === null || position !== settlement.payouts) {
      const payouts: UnpaidRow[] = await queries.findUnpaid({ ...settlement, position });
      const [first, last] = [payouts[0], payouts.at(-1)];
      if (first === undefined || last === undefined) break;
      latest = payAndRecord(payouts, first, last);
      // Until the promise is awaited, its rejection must not count as unhandled.
      latest.catch(() => undefined);
      await earlier;
      earlier = latest;
      position = last.position;
    }
  } finally {
    await latest;
  }
}

function toCredits({ gameId, kind }: SettlementRow, payouts: readonly UnpaidRow[]): Credits {
  // All payouts of a plan go to gamers, or all go to the game.
  const toGame = payouts[0]?.toGame ?? false;
  return {
    creditType: toGame ? AccountType.GAME : AccountType.GAMER,
    kind: kind === "refund" ? TransferKind.REFUND : TransferKind.PAYOUT,
    transferIds: payouts.map((payout) => payout.transferId),
    ownerIds: payouts.map((payout) => (toGame ? gameId : payout.gamerId)),
    minorUnits: payouts.map((payout) => payout.amountMinor),
  };
}

// RecordWinners takes at most 1,000 winners.
const MAX_WINNERS = 1_000;

/** Finishes the settlement. Unless it is a refund, first completes the tournament with its winners. */
export async function record(context: Context, settlement: SettlementRow, inputs: Inputs) {
  if (settlement.kind !== "refund") {
    let part = 0;
    let winners: string[] = [];
    for await (const next of readWinners(inputs)) {
      if (winners.length > 0) {
        const request = toStepRequest(settlement, `winners-${part++}`);
        await context.tournaments.recordWinners({ ...request, gamerIds: winners });
        await context.queries.renewLease(settlement);
      }
      winners = next;
    }
    await context.calls.finishSettlement({ settlement, winners });
  }
  return await context.queries.finish(settlement);
}

async function* readWinners(inputs: Inputs) {
  for await (const { gamerIds, ranks } of inputs.standings()) {
    const winners = gamerIds.filter((_, index) => ranks[index] === 1);
    for (let start = 0; start < winners.length; start += MAX_WINNERS)
      yield winners.slice(start, start + MAX_WINNERS);
    if (winners.length < gamerIds.length) return;
  }
}
