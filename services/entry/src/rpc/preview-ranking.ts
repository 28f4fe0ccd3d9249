import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { createLimiter } from "@tms/kit/batching/limiter";
import { atOneMoment } from "@tms/kit/database/transaction";
import type { PreviewRankingRequest } from "@tms/proto/tms/entry/v1/entry";
import type { Context, Rpcs } from "../context.ts";
import {
  confirmedOf,
  findRegistrations,
  readTime,
  type RegistrationState,
} from "../db/registrations.ts";
import { notPublished, tooManyReads, tournamentNotFound } from "../errors.ts";
import { standingsColumns } from "../messages.ts";
import {
  previewRanking as previewPlain,
  previewScored,
  type RankingPreview,
} from "../ranking/preview.ts";
import { requireTournament } from "../registration.ts";

// As a page of final standings may, it may look for those without a score among all who are in.
const LIMITS = { atOnce: 2, mostWaiting: 256 };

/** The ranking that an end at this moment would freeze, as far as places have prizes. */
export function previewRanking(context: Context): Rpcs["previewRanking"] {
  const limited = createLimiter(LIMITS, tooManyReads);
  return async function preview(request) {
    const { gameId, tournamentId } = request;
    const seen = await limited(() => read(context, request), gameId);
    if (seen) return answer(seen.registration, seen.preview);
    const tournament = await requireTournament(context, { gameId, tournamentId });
    // Somebody joined meanwhile.
    if (tournament === undefined) return await preview(request);
    const { test } = tournament;
    return { asOf: timestampFromDate(await readTime(context.db, { gameId, test })) };
  };
}

/** Reads a ranking of one moment; undefined before the first join. */
const read = (
  { db }: Context,
  { gameId, tournamentId, places: prizeRanks, pageSize: size, pageToken }: PreviewRankingRequest,
) =>
  atOneMoment(db, async (tx) => {
    const [registration] = await findRegistrations(tx, [tournamentId]);
    if (registration === undefined) return undefined;
    if (registration.gameId !== gameId) throw tournamentNotFound();
    if (registration.frozenAt !== null) throw notPublished();
    const previewOf = registration.scored ? previewScored : previewPlain;
    return {
      registration,
      preview: await previewOf(tx, registration, { prizeRanks, size, pageToken }),
    };
  });

const answer = (
  registration: RegistrationState,
  { payable, groups, page, continued }: RankingPreview,
) => ({
  entries: confirmedOf(registration),
  ...(payable !== undefined && { payable }),
  groups: [...groups],
  standings: {
    ...standingsColumns(page.items),
    feeMinorUnits: registration.feeMinor,
    nextPageToken: page.nextPageToken,
  },
  continued,
  asOf: timestampFromDate(registration.readAt),
});
