import type { Context, Rpcs } from "../context.ts";
import { readSmallStandings } from "../db/standings.ts";
import { standingsColumns } from "../messages.ts";
import { freezeSmall } from "../ranking/freeze.ts";

// With this many in each of 128 tournaments the response stays well below 4 MiB.
const MOST_SEATS = 100;

/** Freezes small rankings together; others are left to FreezeRanking. */
export const batchFreezeRanking =
  ({ db }: Context): Rpcs["batchFreezeRanking"] =>
  async ({ registrations: keys }) => {
    const registrations = await freezeSmall(db, keys, MOST_SEATS);
    const ids = registrations.map((registration) => registration.tournamentId);
    const rows = await readSmallStandings(db, ids, MOST_SEATS);
    const standingsOf = Map.groupBy(rows, (row) => row.tournamentId);
    return {
      frozen: registrations.map(({ tournamentId, seatsTaken, feeMinor }) => ({
        tournamentId,
        standings: {
          ...standingsColumns(standingsOf.get(tournamentId) ?? [], () => seatsTaken, true),
          feeMinorUnits: feeMinor,
        },
      })),
    };
  };
