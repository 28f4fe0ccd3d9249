import type { ReadStandingsResponse } from "@tms/proto/tms/entry/v1/entry";
import { Payer } from "@tms/proto/tms/game/v1/game";
import type { Context } from "../context.ts";
import type { Payout } from "../db/payouts.ts";
import { renewLease } from "../db/leases.ts";
import type { SettlementRow } from "../db/settlements.ts";
import { BeyondRepairError } from "../errors.ts";
import type { Inputs } from "./inputs.ts";
import { planPrizes } from "../prizes.ts";
import { keyOf } from "../clients/requests.ts";
import { prizesOf, refundsOf, type Share } from "./payouts.ts";
import { standings } from "./standings.ts";

/**
 * Stores who gets what. The plan is deterministic, so an interrupted attempt is made again. Returns
 * the settlement, or undefined when another worker was quicker.
 */
export async function plan(
  context: Context,
  settlement: SettlementRow,
  inputs: Inputs,
): Promise<SettlementRow | undefined> {
  const tournamentId = settlement.tournamentId;
  const planned =
    settlement.kind === "refund"
      ? await planRefunds(context, settlement, inputs)
      : await planPayouts(context, settlement, inputs);
  const { count, entries, totalMinor } = await context.queries.sumPayouts(tournamentId);
  if (totalMinor + planned.feeMinor !== settlement.poolMinor) {
    // Whoever lost the lease meanwhile stored nothing: that is no fault of the plan.
    await renewLease(context.db, settlement);
    throw new BeyondRepairError(
      `the planned payouts of ${totalMinor} and the fee of ${planned.feeMinor} do not equal the pool of ${settlement.poolMinor}`,
    );
  }
  if (entries !== count)
    throw new BeyondRepairError(`the plan has ${count} payouts for ${entries} entries`);
  return await context.queries.toPaying({ settlement, payouts: count, ...planned });
}

interface Planned {
  feeMinor: bigint;
  entries: number;
}

async function planPayouts(
  context: Context,
  settlement: SettlementRow,
  inputs: Inputs,
): Promise<Planned> {
  const [tournament] = await Promise.all([inputs.tournament(), inputs.begun()]);
  const split = tournament.terms?.prizeSplit ?? [];
  const frozen = await inputs.ranking(Math.max(1, split.length));
  const { platformFeeMinor, prizes } = planPrizes({
    poolMinor: settlement.poolMinor ?? 0n,
    platformFeeBps: tournament.platformFeeBps,
    split,
    groups: frozen.groups,
  });
  const lastRank = prizes.at(-1)?.rank ?? 0;
  let count = 0;
  let rankBefore = 0;
  for await (const page of standings(context, inputs, keyOf(settlement))) {
    const payouts = positioned(prizesOf(page, prizes, rankBefore), count);
    count += payouts.length;
    rankBefore = page.ranks.at(-1) ?? 0;
    await storePage(context, settlement, page, false, payouts);
    if (rankBefore > lastRank) break;
  }
  return { feeMinor: platformFeeMinor, entries: frozen.entries };
}

/** Payouts behind so many others in a plan. */
const positioned = (shares: readonly Share[], before: number): Payout[] =>
  shares.map((share, index) => ({ ...share, position: before + index + 1 }));

async function planRefunds(
  context: Context,
  settlement: SettlementRow,
  inputs: Inputs,
): Promise<Planned> {
  const toGame = (await inputs.tournament()).payer === Payer.GAME;
  let entries = 0;
  for await (const page of standings(context, inputs, keyOf(settlement))) {
    const payouts = positioned(refundsOf(page, page.feeMinorUnits), entries);
    entries += page.entryIds.length;
    await storePage(context, settlement, page, toGame, payouts);
  }
  return { feeMinor: 0n, entries };
}

async function storePage(
  context: Context,
  settlement: SettlementRow,
  page: ReadStandingsResponse,
  toGame: boolean,
  payouts: readonly Payout[],
): Promise<void> {
  if (payouts.length > 0) await context.queries.insertPayouts({ settlement, toGame, payouts });
  if (page.nextPageToken !== "") await renewLease(context.db, settlement);
}
