import type { Context, Rpcs } from "../context.ts";
import { readStandings as readPage } from "../db/standings.ts";
import { standingsColumns } from "../messages.ts";
import { cutStandings, positionOf } from "../ranking/standings-page.ts";
import { findOwnRegistration } from "../registration.ts";

/** A page of a tournament's standings, as columns; one that nobody joined has none. */
export const readStandings =
  ({ db }: Context): Rpcs["readStandings"] =>
  async ({ gameId, tournamentId, pageSize: size, pageToken }) => {
    const after = positionOf(pageToken, tournamentId);
    const [registration, rows] = await Promise.all([
      findOwnRegistration(db, { gameId, tournamentId }),
      readPage(db, tournamentId, after, size + 1),
    ]);
    const { items, nextPageToken } = cutStandings(rows, size, tournamentId);
    const isFrozen = registration?.frozenAt != null;
    return {
      ...standingsColumns(items, (row) => row.entries ?? 0, isFrozen),
      feeMinorUnits: registration?.feeMinor ?? 0n,
      nextPageToken,
    };
  };
