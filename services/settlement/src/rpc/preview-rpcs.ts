import { DomainError } from "@tms/kit/errors/domain-error";
import { passOn } from "@tms/kit/errors/remote-error";
import { within } from "@tms/kit/rpc/client";
import type { PreviewRankingResponse, ReadStandingsResponse } from "@tms/proto/tms/entry/v1/entry";
import { Status } from "@tms/proto/tms/tournament/v1/tournament";
import { getTournament, toKey } from "../clients.ts";
import type { Rpcs } from "../context.ts";
import type { SettlementRow } from "../db/settlements.ts";
import { KINDS, payoutMessage } from "../messages.ts";
import {
  canPayOut,
  hasEnough,
  planPrizes,
  toPrizes,
  toRefunds,
  type PrizePlan,
} from "../prizes.ts";

type Kind = SettlementRow["kind"];

const DEFAULT_PAGE_SIZE = 50;

export const previewRpcs = {
  /** Returns the prizes and a page of the payouts or refunds, as if the settlement began now. */
  async previewSettlement(context, request, call) {
    const key = toKey(request);
    const options = within(call);
    const tournament = await getTournament(context, key, options, true);
    if (tournament.status !== Status.PUBLISHED) throw new DomainError("TOURNAMENT_NOT_PUBLISHED");
    const { currency, platformFeeBps, terms } = tournament;
    const poolMinor = tournament.prizePool?.minorUnits ?? 0n;
    const split = terms?.prizeSplit ?? [];
    const token = parseToken(request.pageToken);
    const pageSize = request.pageSize || DEFAULT_PAGE_SIZE;
    const ranking = await context.entries
      .previewRanking(
        {
          ...key,
          places: Math.max(1, split.length),
          pageSize: token?.kind === "refund" ? 0 : pageSize,
          pageToken: token?.kind === "payout" ? token.pageToken : "",
        },
        options,
      )
      .catch(passOn("INVALID_PAGE_TOKEN", "TOURNAMENT_NOT_PUBLISHED"));
    const kind = hasEnough(ranking, terms) && canPayOut(ranking) ? "payout" : "refund";
    if (token && token.kind !== kind)
      throw invalidToken("belongs to a plan that no longer applies");
    const plan =
      kind === "payout"
        ? prizePage(
            ranking,
            planPrizes({ poolMinor, platformFeeBps, split, groups: ranking.groups }),
          )
        : refundPage(
            await context.entries
              .readStandings({ ...key, pageSize, pageToken: token?.pageToken ?? "" }, options)
              .catch(passOn("INVALID_PAGE_TOKEN")),
          );
    const money = (minorUnits: bigint) => ({ currency, minorUnits });
    return {
      kind: KINDS.value(kind),
      pool: money(poolMinor),
      platformFee: money(plan.platformFeeMinor),
      entries: ranking.entries,
      prizes: plan.prizes.map(({ rank, entries, eachMinor }) => ({
        rank,
        entries,
        each: money(eachMinor),
      })),
      payouts: plan.payouts.map((payout) => payoutMessage(payout, currency)),
      nextPageToken: plan.nextPageToken && `${PREFIXES[kind]}.${plan.nextPageToken}`,
      ...(ranking.asOf && { asOf: ranking.asOf }),
    };
  },
} satisfies Rpcs;

function prizePage({ standings, continued }: PreviewRankingResponse, plan: PrizePlan) {
  if (standings === undefined) return { ...plan, payouts: [], nextPageToken: "" };
  const { ranks, nextPageToken } = standings;
  const payouts = toPrizes(standings, plan.prizes, continued ? (ranks[0] ?? 0) : 0);
  const lastRank = ranks.at(-1) ?? 0;
  // The remainder goes to the earliest entry of a rank, so later entries of the rank get only `eachMinor`.
  const isPaidAfter = plan.prizes.some(({ rank, eachMinor, remainderMinor }) =>
    rank > lastRank ? eachMinor + remainderMinor > 0n : rank === lastRank && eachMinor > 0n,
  );
  return { ...plan, payouts, nextPageToken: isPaidAfter ? nextPageToken : "" };
}

function refundPage(standings: ReadStandingsResponse) {
  const payouts = toRefunds(standings, standings.feeMinorUnits);
  const nextPageToken = payouts.length > 0 ? standings.nextPageToken : "";
  return { platformFeeMinor: 0n, prizes: [], payouts, nextPageToken };
}

// The first letter of a page token is the kind of its plan, because the kind can change between two calls.
const PREFIXES = { payout: "p", refund: "r" } as const satisfies Record<Kind, string>;

function parseToken(text: string): { kind: Kind; pageToken: string } | undefined {
  if (text === "") return undefined;
  const [, prefix, pageToken] = /^([pr])\.(.+)$/.exec(text) ?? [];
  if (pageToken === undefined) throw invalidToken("does not belong to this list");
  return { kind: prefix === "r" ? "refund" : "payout", pageToken };
}

const invalidToken = (description: string) =>
  new DomainError("INVALID_PAGE_TOKEN", `The page token ${description}.`, {
    fields: [{ field: "page_token", description }],
  });
