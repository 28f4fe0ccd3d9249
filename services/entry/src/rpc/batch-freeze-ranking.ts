import { create } from "@bufbuild/protobuf";
import type { Tx } from "@tms/kit/database/handle";
import { transaction } from "@tms/kit/database/transaction";
import {
  BatchFreezeRankingResponseSchema,
  type BatchFreezeRankingRequest,
  type BatchFreezeRankingResponse,
} from "@tms/proto/tms/entry/v1/entry";
import type { Context } from "../context.ts";
import {
  lockRegistrations,
  markFrozen,
  type TournamentKey,
  type RegistrationRow,
} from "../db/registrations.ts";
import { findUnfinished } from "../db/pending-joins.ts";
import { scanSmallStandings, type TournamentStandingRow } from "../db/standings.ts";
import { rankOf } from "../ranking/competition-rank.ts";

// With this many in each of 128 tournaments the response stays well below 4 MiB.
const MOST_SEATS = 100;

/** Freezes small rankings together; what else there is to a ranking is left to FreezeRanking. */
export async function batchFreezeRanking(
  context: Context,
  { registrations: keys }: BatchFreezeRankingRequest,
): Promise<BatchFreezeRankingResponse> {
  const registrations = await transaction(context.db, "entry.freeze-ranking", (tx) =>
    freeze(tx, keys),
  );
  const ids = registrations.map((registration) => registration.tournament_id);
  const rows = await scanSmallStandings(context.db, ids, MOST_SEATS);
  const rowsOf = Map.groupBy(rows, (row) => row.tournament_id);
  return create(BatchFreezeRankingResponseSchema, {
    frozen: registrations.map((registration) => ({
      tournamentId: registration.tournament_id,
      standings: standingsOf(registration, rowsOf.get(registration.tournament_id) ?? []),
    })),
  });
}

/** Freezes those that can be; returns them together with those frozen before. */
async function freeze(tx: Tx, keys: readonly TournamentKey[]): Promise<RegistrationRow[]> {
  const gameOf = new Map(keys.map((key) => [key.tournamentId.toLowerCase(), key.gameId]));
  // Sent together, executed in this order: what is under way is read under the locks.
  const [locked, underWay] = await Promise.all([
    lockRegistrations(tx, [...gameOf.keys()]),
    findUnfinished(tx, [...gameOf.keys()]),
  ]);
  const unfinished = new Set(underWay);
  const registrations = locked.filter(
    (registration) =>
      registration.game_id === gameOf.get(registration.tournament_id)?.toLowerCase() &&
      registration.closed_at !== null &&
      registration.seats_taken <= MOST_SEATS &&
      !unfinished.has(registration.tournament_id),
  );
  const fresh = registrations.filter((registration) => registration.frozen_at === null);
  if (fresh.length > 0)
    await markFrozen(
      tx,
      fresh.map((registration) => registration.tournament_id),
    );
  return registrations;
}

const standingsOf = (registration: RegistrationRow, rows: readonly TournamentStandingRow[]) => ({
  entryIds: rows.map((row) => row.id),
  gamerIds: rows.map((row) => row.gamer_id),
  handles: rows.map((row) => row.handle),
  ranks: rows.map((row) => rankOf(row, registration.seats_taken, true) ?? 0),
  feeMinorUnits: registration.fee_minor,
});
