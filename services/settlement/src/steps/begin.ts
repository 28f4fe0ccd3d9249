import { refusedFor } from "@tms/kit/errors/remote-error";
import type { ClosedRegistration } from "@tms/proto/tms/entry/v1/entry";
import { AbandonReason, type TournamentTerms } from "@tms/proto/tms/tournament/v1/tournament";
import { toPool, toStepRequest } from "../clients.ts";
import type { Context } from "../context.ts";
import type { SettlementRow } from "../db/settlements.ts";
import { BeyondRepairError } from "../errors.ts";
import type { Inputs } from "./inputs.ts";

/**
 * Closes the registration and the prize pool, and chooses between payout and refund. Afterwards the pool
 * cannot change. Returns undefined if another worker was faster.
 */
export async function begin(
  context: Context,
  settlement: SettlementRow,
  inputs: Inputs,
): Promise<SettlementRow | undefined> {
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
    // The frozen ranking has groups only if the game placed gamers who are not disqualified.
    if (finalRanks.length > 0 && (await inputs.ranking(1)).groups.length > 0) return "payout";
    await abandon(AbandonReason.NOBODY_TO_PAY);
    return "refund";
  } catch (error) {
    // The tournament was canceled just before its end.
    if (refusedFor(error, "TOURNAMENT_NOT_PUBLISHED")) return "refund";
    throw error;
  }
}

type EntryCounts = Pick<ClosedRegistration, "entries" | "payable">;

/**
 * Returns true if a tournament has as many entries as its terms require. Otherwise all fees are refunded.
 */
export const hasEnough = (
  { entries }: EntryCounts,
  terms: Pick<TournamentTerms, "minEntries"> | undefined,
): boolean => entries >= (terms?.minEntries ?? 0);

/**
 * Returns false if the tournament has entries but none of them can be paid. All fees are then refunded,
 * unless the game gave ranks to gamers who are not disqualified.
 */
export const canPayOut = ({ entries, payable }: EntryCounts): boolean =>
  entries === 0 || payable !== 0;
