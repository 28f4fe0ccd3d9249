import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { createLimiter } from "@tms/kit/batching/limiter";
import { atOneMoment } from "@tms/kit/database/transaction";
import { DomainError, invalidField } from "@tms/kit/errors/domain-error";
import { toRefusal } from "@tms/kit/errors/refusal";
import { settledInGroups } from "@tms/kit/rpc/streams";
import type { PreviewRankingRequest } from "@tms/proto/tms/entry/v1/entry";
import type { Context, Rpcs } from "../context.ts";
import { countConfirmed, countPayable, findRegistrations, readTime } from "../db/registrations.ts";
import { notPublished, tooManyReads, tournamentNotFound } from "../errors.ts";
import { finishPending, closeNow, type CloseOutcome } from "../joining/close.ts";
import { standingsColumns, toOutcome } from "../messages.ts";
import { isCompetitionRanking } from "../ranking/competition-rank.ts";
import { freezeRankings, type FrozenRanking } from "../ranking/freeze.ts";
import { getNamed, unlessIn } from "../ranking/named-entries.ts";
import * as preview from "../ranking/preview.ts";
import { requireTournament } from "../registration.ts";

/**
 * Closes registrations together. Then finishes the pending joins of each registration separately, and sends
 * each outcome as soon as it is known.
 */
export const batchCloseRegistration = (context: Context): Rpcs["batchCloseRegistration"] =>
  async function* ({ registrations }) {
    const closed = await closeNow(context.db, registrations);
    const outcomes = closed.map(async (registration, index) => ({
      index,
      outcome: toCloseOutcome(await finishPending(context, registration)),
    }));
    for await (const known of settledInGroups(outcomes)) yield { outcomes: known };
  };

function toCloseOutcome(outcome: CloseOutcome) {
  if (outcome instanceof Error) return { case: "refused", value: toRefusal(outcome) } as const;
  const { pending, seatsTaken: entries } = outcome;
  if (pending > 0) return { case: "unfinished", value: pending } as const;
  // Without pending entries, the number of seats is the number of entries.
  const payable = countPayable(outcome);
  return { case: "closed", value: { entries, payable } } as const;
}

/** Throws unless the final ranks are a ranking of gamers who are still in. */
export const checkFinalRanks =
  (context: Context): Rpcs["checkFinalRanks"] =>
  async (request) => {
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
  };

// The maximum number of final ranks in a request. One ranking may have as many.
const MAX_FINAL_RANKS = 10_000;
// A response with this many standings of 100 entries and the longest handles stays below 4 MiB.
const MAX_OUTCOMES = 64;

/** Gives every entry its final rank. A repeat returns the frozen ranking. */
export const batchFreezeRanking = (context: Context): Rpcs["batchFreezeRanking"] =>
  async function* ({ rankings }, { signal }) {
    const given = rankings.reduce((sum, { finalRanks }) => sum + finalRanks.length, 0);
    if (given > MAX_FINAL_RANKS)
      throw invalidField("rankings", `can have at most ${MAX_FINAL_RANKS} final ranks in total`);
    for await (const groups of settledInGroups(await freezeRankings(context, rankings, signal))) {
      const outcomes = groups.flat().map(({ index, outcome }) => ({
        index,
        outcome: toOutcome("frozen", outcome, frozenMessage),
      }));
      for (let start = 0; start < outcomes.length; start += MAX_OUTCOMES)
        yield { outcomes: outcomes.slice(start, start + MAX_OUTCOMES) };
    }
  };

const frozenMessage = ({ registration, groups, standings }: FrozenRanking) => ({
  // Without pending entries, the number of seats is the number of entries.
  entries: registration.seatsTaken,
  groups: [...groups],
  ...(standings && {
    standings: { ...standingsColumns(standings), feeMinorUnits: registration.feeMinor },
  }),
});

// Limits concurrent previews, because a preview may search all entries for entries without a score.
const PREVIEWS = { atOnce: 2, mostWaiting: 256 };

/** Previews the ranks with prizes as if the tournament ended now. */
export function previewRanking(context: Context): Rpcs["previewRanking"] {
  const limited = createLimiter(PREVIEWS, tooManyReads);
  return async function read(request) {
    const { gameId, tournamentId } = request;
    const answer = await limited(() => readPreview(context, request), gameId);
    if (answer) return answer;
    const tournament = await requireTournament(context, { gameId, tournamentId });
    // The registration was opened after the first read.
    if (tournament === undefined) return await read(request);
    const { test } = tournament;
    return { asOf: timestampFromDate(await readTime(context.db, { gameId, test })) };
  };
}

/** Reads a preview. Returns undefined if the tournament has no registration, which the first join opens. */
const readPreview = (
  { db }: Context,
  { gameId, tournamentId, places: prizeRanks, pageSize: size, pageToken }: PreviewRankingRequest,
) =>
  atOneMoment(db, async (tx) => {
    const [registration] = await findRegistrations(tx, [tournamentId]);
    if (registration === undefined) return undefined;
    if (registration.gameId !== gameId) throw tournamentNotFound();
    if (registration.frozenAt !== null) throw notPublished();
    const asked = { prizeRanks, size, pageToken };
    const { groups, page, continued } = await preview.previewRanking(tx, registration, asked);
    return {
      entries: countConfirmed(registration),
      payable: countPayable(registration),
      groups: [...groups],
      standings: {
        ...standingsColumns(page.items),
        feeMinorUnits: registration.feeMinor,
        nextPageToken: page.nextPageToken,
      },
      continued,
      asOf: timestampFromDate(registration.readAt),
    };
  });
