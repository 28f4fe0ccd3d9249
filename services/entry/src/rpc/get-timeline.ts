import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { singleFlight } from "@tms/kit/batching/single-flight";
import { createLimiter } from "@tms/kit/batching/limiter";
import type { Context, Rpcs } from "../context.ts";
import type { TournamentKey } from "../db/registrations.ts";
import {
  countByBucket,
  findTimelineRegistration,
  type TimelineRegistration,
} from "../db/timeline.ts";
import { tooManyReads, tournamentNotFound } from "../errors.ts";
import { requireTournament } from "../registration.ts";
import { bucketsOf, pointsOf, type Point } from "../timeline/timeline.ts";

const DEFAULT_BUCKETS = 60;
// Each reads all entries of a tournament: a quarter of the connections, never those of joins.
const LIMITS = { atOnce: 2, mostWaiting: 64 };

/** How a tournament's entries and prize pool grew; all who ask at the same time share one answer. */
export function getTimeline(context: Context): Rpcs["getTimeline"] {
  const limited = createLimiter(LIMITS, tooManyReads);
  const reading = singleFlight<readonly Point[]>();

  async function read(row: TimelineRegistration, key: TournamentKey, most: number) {
    const buckets = bucketsOf(row, most);
    if (buckets === undefined) return [];
    return pointsOf(
      buckets,
      await countByBucket(context.db, key.tournamentId, buckets),
      row.feeMinor,
    );
  }

  return async (key) => {
    const row = await findTimelineRegistration(context.db, key.tournamentId);
    if (row === undefined) {
      await requireTournament(context, key);
      return {};
    }
    if (row.gameId !== key.gameId) throw tournamentNotFound();
    const most = key.buckets || DEFAULT_BUCKETS;
    const points = await reading(`${key.tournamentId}/${most}`, () =>
      limited(() => read(row, key, most), key.gameId),
    );
    return { points: points.map(pointMessage) };
  };
}

const pointMessage = ({ at, entries, eliminated, disqualified, prizePoolMinor }: Point) => ({
  time: timestampFromDate(at),
  entries,
  eliminated,
  disqualified,
  prizePoolMinorUnits: prizePoolMinor,
});
