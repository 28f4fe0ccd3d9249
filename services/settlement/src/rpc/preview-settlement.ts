import { within } from "@tms/kit/rpc/client";
import type { Context, Rpcs } from "../context.ts";
import { KINDS, payoutMessage } from "../messages.ts";
import { previewSettlement as preview } from "../preview.ts";

const DEFAULT_PAGE_SIZE = 50;

/** What a settlement that began now would pay, with a page of its payouts. */
export const previewSettlement =
  (context: Context): Rpcs["previewSettlement"] =>
  async ({ gameId, tournamentId, pageSize, pageToken }, call) => {
    const page = { size: pageSize || DEFAULT_PAGE_SIZE, pageToken };
    const plan = await preview(context, { gameId, tournamentId }, page, within(call));
    const { currency, ranking } = plan;
    const money = (minorUnits: bigint) => ({ currency, minorUnits });
    return {
      kind: KINDS.value(plan.kind),
      pool: money(plan.poolMinor),
      platformFee: money(plan.platformFeeMinor),
      entries: ranking.entries,
      prizes: plan.prizes.map(({ rank, entries, eachMinor }) => ({
        rank,
        entries,
        each: money(eachMinor),
      })),
      payouts: plan.shares.map((share) => payoutMessage(share, currency, 0n)),
      nextPageToken: plan.nextPageToken,
      ...(ranking.asOf && { asOf: ranking.asOf }),
    };
  };
