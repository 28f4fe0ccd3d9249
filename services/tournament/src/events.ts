import { equals } from "@bufbuild/protobuf";
import type { Tx } from "@tms/kit/database/handle";
import type { Change } from "@tms/kit/events/event";
import { stageEvents } from "@tms/kit/events/stage";
import type { Origin } from "@tms/kit/rpc/origin";
import type { CancelReason } from "@tms/proto/tms/event/v1/event";
import { TournamentTermsSchema } from "@tms/proto/tms/tournament/v1/tournament";
import type { TournamentRow } from "./db/tournaments.ts";
import type { Winners } from "./db/winners.ts";
import { termsMessage, tournamentMessage } from "./messages.ts";

export interface TournamentChange {
  row: TournamentRow;
  change: Change;
}

export const stageChanges = (tx: Tx, origin: Origin, changes: readonly TournamentChange[]) =>
  stageEvents(
    tx,
    changes.map(({ row, change }) => ({ gameId: row.gameId, time: row.updatedAt, origin, change })),
  );

export const changed = (
  change: "tournamentCreated" | "tournamentPublished" | "tournamentSettling",
  row: TournamentRow,
): TournamentChange => ({
  row,
  change: { case: change, value: { tournament: tournamentMessage(row) } },
});

/** Returns the event of an update, or none if the terms are the same. */
export function updated(row: TournamentRow, before: TournamentRow): TournamentChange[] {
  const tournament = tournamentMessage(row);
  const previous = termsMessage(before);
  if (equals(TournamentTermsSchema, termsMessage(row), previous)) return [];
  return [{ row, change: { case: "tournamentUpdated", value: { tournament, previous } } }];
}

export const completed = (
  row: TournamentRow,
  poolMinor: bigint,
  winners: Winners,
): TournamentChange => ({
  row,
  change: {
    case: "tournamentCompleted",
    value: {
      tournament: tournamentMessage(row, undefined, winners),
      pool: { currency: row.currency, minorUnits: poolMinor },
    },
  },
});

export const cancelled = (row: TournamentRow, reason: CancelReason): TournamentChange => ({
  row,
  change: { case: "tournamentCancelled", value: { tournament: tournamentMessage(row), reason } },
});
