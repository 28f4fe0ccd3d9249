import type { Context, Rpcs } from "../context.ts";
import type { RegistrationRow } from "../db/registrations.ts";
import { listStandingsBriefly } from "../db/standings.ts";
import { standingsColumns } from "../messages.ts";
import { rankOf } from "../ranking/competition-rank.ts";
import { isFinalToken, isRankedByScores, readFinalPage } from "../ranking/scored-ranking.ts";
import { cutStandings, positionOf } from "../ranking/standings-page.ts";
import { findOwnRegistration } from "../registration.ts";

/** A page of a tournament's standings, as columns; one that nobody joined has none. */
export const readStandings =
  (context: Context): Rpcs["readStandings"] =>
  async ({ gameId, tournamentId, pageSize: size, pageToken }) => {
    const { db } = context;
    const isFinal = isFinalToken(pageToken, tournamentId);
    const after = isFinal ? null : positionOf(pageToken, tournamentId);
    const [registration, rows] = await Promise.all([
      findOwnRegistration(db, { gameId, tournamentId }),
      isFinal ? [] : listStandingsBriefly(db, tournamentId, after, size + 1),
    ]);
    if (registration && isRankedByScores(registration))
      return await readScored(context, registration, size, isFinal ? pageToken : "");
    const { items, nextPageToken } = cutStandings(rows, size, tournamentId);
    const isFrozen = registration?.frozenAt != null;
    const ranked = items.map((row) => ({ ...row, rank: rankOf(row, row.entries ?? 0, isFrozen) }));
    return {
      ...standingsColumns(ranked),
      feeMinorUnits: registration?.feeMinor ?? 0n,
      nextPageToken,
    };
  };

async function readScored(
  { db }: Context,
  { tournamentId, feeMinor: feeMinorUnits }: RegistrationRow,
  size: number,
  pageToken: string,
) {
  const { items, nextPageToken } = await readFinalPage(db, tournamentId, size, pageToken);
  return { ...standingsColumns(items), feeMinorUnits, nextPageToken };
}
