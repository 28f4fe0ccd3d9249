import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { atOneMoment } from "@tms/kit/database/transaction";
import { DomainError, invalidField, required } from "@tms/kit/errors/domain-error";
import { toOutcome, toRefusal } from "@tms/kit/errors/status";
import { requireTimeLeft } from "@tms/kit/rpc/limits";
import { settledInGroups } from "@tms/kit/rpc/streams";
import { cutPage, decodePageToken, TOKEN_PART } from "@tms/kit/values/page";
import type { PreviewRankingRequest } from "@tms/proto/tms/entry/v1/entry";
import type { Context, Rpcs } from "../context.ts";
import { countConfirmed, countPayable, readTime } from "../db/registrations.ts";
import { finishPending, closeNow, type CloseOutcome } from "../joining/close.ts";
import { standingsColumns } from "../messages.ts";
import { isCompetitionRanking, takeGroups } from "../ranking/competition-rank.ts";
import { freezeRankings, type FrozenRanking } from "../ranking/freeze.ts";
import { getNamed, unlessIn } from "../ranking/named-entries.ts";
import {
  before,
  findPayableGroups,
  readRanking,
  type PartPosition,
} from "../ranking/ranking-parts.ts";
import { readStandingsPage } from "../ranking/standings-page.ts";
import { findOwnRegistration, requireTournament } from "../registration.ts";

// The maximum number of final ranks in a request, which is also the maximum for one ranking.
const MAX_FINAL_RANKS = 10_000;
// A response with 64 standings of 100 entries, with the longest handles, stays below 4 MiB.
const MAX_OUTCOMES = 64;

export const rankingRpcs = {
  async *batchCloseRegistration(context, { registrations }) {
    const closed = await closeNow(context.db, registrations);
    const outcomes = closed.map(async (registration, index) => ({
      index,
      outcome: toCloseOutcome(await finishPending(context, registration)),
    }));
    for await (const known of settledInGroups(outcomes)) yield { outcomes: known };
  },

  async checkFinalRanks(context, request) {
    const { finalRanks } = request;
    await requireTournament(context, request);
    if (!isCompetitionRanking(finalRanks.map(({ rank }) => rank))) {
      const description = "must start at 1 and have no gaps. Tied gamers share a rank (1, 2, 2, 4)";
      throw new DomainError("RANKS_INVALID", `The final ranks ${description}.`, {
        fields: [{ field: "final_ranks", description }],
      });
    }
    const handles = finalRanks.map(({ handle }) => handle);
    await getNamed(context.db, request, handles, (i) => `final_ranks[${i}].handle`, unlessIn);
    return {};
  },

  async *batchFreezeRanking(context, { rankings }, { signal }) {
    const given = rankings.reduce((sum, { finalRanks }) => sum + finalRanks.length, 0);
    if (given > MAX_FINAL_RANKS)
      throw invalidField("rankings", `can have at most ${MAX_FINAL_RANKS} final ranks in total`);
    for await (const groups of settledInGroups(await freezeRankings(context, rankings, signal))) {
      const outcomes = groups.flat().map(({ index, outcome }) => ({
        index,
        outcome: toOutcome("frozen", outcome instanceof Error ? outcome : frozenMessage(outcome)),
      }));
      for (let start = 0; start < outcomes.length; start += MAX_OUTCOMES)
        yield { outcomes: outcomes.slice(start, start + MAX_OUTCOMES) };
    }
  },

  async readStandings({ db }, request) {
    const page = await readStandingsPage(db, request, request.pageSize);
    if (page === undefined) return {};
    const { items, nextPageToken, feeMinor: feeMinorUnits } = page;
    return { ...standingsColumns(items), feeMinorUnits, nextPageToken };
  },

  async previewRanking(context, request, call) {
    const { gameId } = request;
    const read = () =>
      context.limitPreviews(async () => {
        requireTimeLeft(call);
        return await readPreview(context, request);
      }, gameId);
    const preview = await read();
    if (preview) return preview;
    const tournament = await requireTournament(context, request);
    // The registration was opened after the first read.
    if (tournament === undefined) return required(await read(), "a registration disappeared");
    const { test } = tournament;
    return { asOf: timestampFromDate(await readTime(context.db, { gameId, test })) };
  },
} satisfies Rpcs;

function toCloseOutcome(outcome: CloseOutcome) {
  if (outcome instanceof Error) return { case: "refused", value: toRefusal(outcome) } as const;
  const { pending, seatsTaken: entries } = outcome;
  if (pending > 0) return { case: "unfinished", value: pending } as const;
  // Without pending entries, the number of seats is the number of entries.
  return { case: "closed", value: { entries, payable: countPayable(outcome) } } as const;
}

const frozenMessage = ({ registration, groups, standings }: FrozenRanking) => ({
  entries: registration.seatsTaken,
  groups: [...groups],
  ...(standings && {
    standings: { ...standingsColumns(standings), feeMinorUnits: registration.feeMinor },
  }),
});

// A page token contains the part of the ranking, the sort key (empty or 5 to 41 bytes), join time and id.
const TOKEN_PARTS = [/^[0-2]$/, /^(([0-9a-f]{2}){5,41})?$/, TOKEN_PART.time, TOKEN_PART.id];

/**
 * Returns the winners if the tournament ended now: the best rank groups that cover `places`, and a page of
 * their entries; undefined without a registration. Throws TOURNAMENT_NOT_PUBLISHED if the ranking is frozen.
 */
const readPreview = ({ db }: Context, request: PreviewRankingRequest) =>
  atOneMoment(db, async (tx) => {
    const registration = await findOwnRegistration(tx, request);
    if (registration === undefined) return undefined;
    if (registration.frozenAt !== null) throw new DomainError("TOURNAMENT_NOT_PUBLISHED");
    const { tournamentId, places, pageSize: size, pageToken } = request;
    const groups = takeGroups(await findPayableGroups(tx, registration, places), places);
    const ranks = new Map(groups.map(({ place, rank }) => [place, rank]));

    // An entry whose sort key changes between two pages may appear twice or not at all.
    const list = ["ranking preview", tournamentId];
    const from = toPosition(decodePageToken(pageToken, list, TOKEN_PARTS));
    const rows = size === 0 ? [] : await readRanking(tx, registration, "payable", from, size + 1);
    const winners = rows.flatMap((row) => {
      const rank = ranks.get(row.place);
      return rank === undefined ? [] : [{ ...row, rank }];
    });
    const page = cutPage(winners, size, list, (row) => [
      row.part,
      row.place ?? "",
      new Date(row.joinedMs).toISOString(),
      row.id,
    ]);

    const [first] = winners;
    const start = from.after && first && { part: first.part, after: before(first.place) };
    const [earliest] = start ? await readRanking(tx, registration, "payable", start, 1) : [];
    return {
      entries: countConfirmed(registration),
      payable: countPayable(registration),
      groups: [...groups],
      standings: {
        ...standingsColumns(page.items),
        feeMinorUnits: registration.feeMinor,
        nextPageToken: page.nextPageToken,
      },
      // True if an entry before the page shares the rank of the first entry of the page.
      continued: earliest !== undefined && earliest.id !== first?.id,
      asOf: timestampFromDate(registration.readAt),
    };
  });

function toPosition(token: string[] | undefined): PartPosition {
  if (token === undefined) return { part: 0, after: null };
  const [part, place = "", joinedAt = "", id = ""] = token;
  return {
    part: Number(part),
    after: { place: place || null, joinedMs: Date.parse(joinedAt), id },
  };
}
