import type { CallOptions } from "@connectrpc/connect";
import { DomainError } from "@tms/kit/errors/domain-error";
import { refusedFor } from "@tms/kit/errors/remote-error";
import { collected, soleResult } from "@tms/kit/rpc/outcomes";
import type { PreviewRankingResponse } from "@tms/proto/tms/entry/v1/entry";
import { Status, type Tournament } from "@tms/proto/tms/tournament/v1/tournament";
import type { Clients } from "./clients/clients.ts";
import type { SettlementKey, SettlementRow } from "./db/settlements.ts";
import { tournamentNotFound, tournamentNotPublished } from "./errors.ts";
import { planPrizes, type PrizePlan } from "./prizes.ts";
import { areTooFew, isNobodyPaid } from "./steps/kind.ts";
import { prizesOf, refundsOf, type Share } from "./steps/payouts.ts";

/** What a settlement that began now would pay, as far as it was asked for. */
export interface Preview extends PrizePlan {
  kind: SettlementRow["kind"];
  currency: string;
  poolMinor: bigint;
  ranking: PreviewRankingResponse;
  shares: Share[];
  nextPageToken: string;
}

/** Which page of the payouts is asked for. */
export interface PreviewPage {
  size: number;
  pageToken: string;
}

type Others = Pick<Clients, "tournaments" | "entries">;

/**
 * Tells what a settlement that began now would pay, by the functions that make its plan. Nothing is
 * stored, closed or moved. Throws TOURNAMENT_NOT_PUBLISHED unless the tournament is open.
 */
export async function previewSettlement(
  clients: Others,
  key: SettlementKey,
  page: PreviewPage,
  options: CallOptions,
): Promise<Preview> {
  const tournament = await findOpen(clients, key, options);
  const asked = positionOf(page.pageToken);
  const split = tournament.terms?.prizeSplit ?? [];
  const ranking = await clients.entries
    .previewRanking(
      {
        ...key,
        places: Math.max(1, split.length),
        pageSize: asked?.kind === "refund" ? 0 : page.size,
        pageToken: asked?.kind === "payout" ? asked.pageToken : "",
      },
      options,
    )
    .catch(rejectToken);
  const isRefund = areTooFew(ranking, tournament.terms) || isNobodyPaid(ranking);
  const kind = isRefund ? "refund" : "payout";
  if (asked && asked.kind !== kind) throw planChanged();
  const poolMinor = tournament.prizePool?.minorUnits ?? 0n;
  const { currency, platformFeeBps } = tournament;
  const shared = { kind, currency, poolMinor, ranking } as const;
  if (isRefund) {
    const size = { pageSize: page.size, pageToken: asked?.pageToken ?? "" };
    const standings = clients.entries.readStandings({ ...key, ...size }, options);
    const entries = await standings.catch(rejectToken);
    const shares = refundsOf(entries, entries.feeMinorUnits);
    const next = shares.length > 0 ? entries.nextPageToken : "";
    return {
      ...shared,
      platformFeeMinor: 0n,
      prizes: [],
      shares,
      nextPageToken: tokenOf(kind, next),
    };
  }
  const plan = planPrizes({ poolMinor, platformFeeBps, split, groups: ranking.groups });
  return { ...shared, ...plan, ...winnersOf(ranking, plan, kind) };
}

/** Throws a refusal of the caller's page token as it is, and any other failure unchanged. */
function rejectToken(error: unknown): never {
  throw refusedFor(error, "INVALID_PAGE_TOKEN")
    ? invalidToken("does not belong to this list")
    : error;
}

/** Reads a tournament that can be entered, with its pool; throws why it is none. */
async function findOpen(
  { tournaments }: Others,
  { gameId, tournamentId }: SettlementKey,
  options: CallOptions,
): Promise<Tournament> {
  const request = { tournaments: [{ gameId, tournamentId }], withPrizePools: true };
  try {
    const found = soleResult(await collected(tournaments.batchGetTournaments(request, options)));
    if (found.status !== Status.PUBLISHED) throw tournamentNotPublished();
    return found;
  } catch (error) {
    throw refusedFor(error, "TOURNAMENT_NOT_FOUND") ? tournamentNotFound() : error;
  }
}

function winnersOf(
  { standings, continued }: PreviewRankingResponse,
  { prizes }: PrizePlan,
  kind: SettlementRow["kind"],
): Pick<Preview, "shares" | "nextPageToken"> {
  if (standings === undefined) return { shares: [], nextPageToken: "" };
  const { ranks, nextPageToken } = standings;
  const shares = prizesOf(standings, prizes, continued ? (ranks[0] ?? 0) : 0);
  // A pool may be too small for all who share a rank: behind its earliest nobody is paid.
  const lastRank = ranks.at(-1) ?? 0;
  const isMorePaid = prizes.some(
    ({ rank, eachMinor, remainderMinor }) =>
      (rank === lastRank && eachMinor > 0n) ||
      (rank > lastRank && (eachMinor > 0n || remainderMinor > 0n)),
  );
  return { shares, nextPageToken: tokenOf(kind, isMorePaid ? nextPageToken : "") };
}

const KINDS = { p: "payout", r: "refund" } as const;

/** A page token of a plan of this kind; empty on the last page. */
const tokenOf = (kind: SettlementRow["kind"], pageToken: string): string =>
  pageToken && `${kind === "refund" ? "r" : "p"}.${pageToken}`;

/** What a page token asks for; undefined for the first page. */
function positionOf(token: string) {
  if (token === "") return undefined;
  const [, kind = "", pageToken = ""] = /^([pr])\.(.+)$/.exec(token) ?? [];
  if (kind !== "p" && kind !== "r") throw invalidToken("does not belong to this list");
  return { kind: KINDS[kind], pageToken };
}

const planChanged = () => invalidToken("belongs to a plan that no longer applies");

const invalidToken = (description: string) =>
  new DomainError("INVALID_PAGE_TOKEN", `The page token ${description}.`, {
    fields: [{ field: "page_token", description }],
  });
