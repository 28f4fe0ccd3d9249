import type { ReadStandingsResponse } from "@tms/proto/tms/entry/v1/entry";
import { Payer } from "@tms/proto/tms/game/v1/game";
import type { Context } from "../context.ts";
import type { Payout } from "../db/payouts.ts";
import type { SettlementRow } from "../db/settlements.ts";
import { BeyondRepairError } from "../errors.ts";
import { planPrizes, toPrizes, toRefunds, type Share } from "../prizes.ts";
import type { Inputs } from "./inputs.ts";

/**
 * Stores the payouts of a settlement, and moves it to paying. A repeat makes the same plan. Returns undefined
 * if another worker was faster. Throws BeyondRepairError if the plan does not add up to the pool.
 */
export async function plan(
  context: Context,
  settlement: SettlementRow,
  inputs: Inputs,
): Promise<SettlementRow | undefined> {
  const planned =
    settlement.kind === "refund"
      ? await planRefunds(context, settlement, inputs)
      : await planPayouts(context, settlement, inputs);
  const { count, entries, totalMinor } = await context.queries.sumPayouts(settlement);
  if (totalMinor + planned.feeMinor !== settlement.poolMinor) {
    // A worker that has lost its lease has stored no payouts, so a difference does not mean a wrong plan. In
    // this case, renewLease throws TakenOverError.
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
    const payouts = toPayouts(toPrizes(page, prizes, rankBefore), count);
    count += payouts.length;
    rankBefore = page.ranks.at(-1) ?? 0;
    await storePage(context, settlement, page, { payouts, toGame: false });
    if (rankBefore > lastRank) break;
  }
  return { feeMinor: platformFeeMinor, entries };
}

/** Gives shares their positions, after the given number of earlier payouts. */
const toPayouts = (shares: readonly Share[], before: number): Payout[] =>
  shares.map((share, index) => ({ ...share, position: before + index + 1 }));

async function planRefunds(context: Context, settlement: SettlementRow, inputs: Inputs) {
  const toGame = (await inputs.tournament()).payer === Payer.GAME;
  let entries = 0;
  for await (const page of inputs.standings()) {
    const payouts = toPayouts(toRefunds(page, page.feeMinorUnits), entries);
    entries += page.entryIds.length;
    await storePage(context, settlement, page, { payouts, toGame });
  }
  return { feeMinor: 0n, entries };
}

async function storePage(
  { queries }: Context,
  settlement: SettlementRow,
  { nextPageToken }: ReadStandingsResponse,
  planned: { payouts: readonly Payout[]; toGame: boolean },
): Promise<void> {
  if (planned.payouts.length > 0) await queries.insertPayouts({ settlement, ...planned });
  if (nextPageToken !== "") await queries.renewLease(settlement);
}
