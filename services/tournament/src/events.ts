import { equals } from "@bufbuild/protobuf";
import type { Tx } from "@tms/kit/database/handle";
import type { Change } from "@tms/kit/events/event";
import { stageEvents } from "@tms/kit/events/stage";
import type { Origin } from "@tms/kit/rpc/origin";
import { CancelReason } from "@tms/proto/tms/event/v1/event";
import { AbandonReason, TournamentTermsSchema } from "@tms/proto/tms/tournament/v1/tournament";
import type { TournamentRow } from "./db/tournaments.ts";
import type { Winners } from "./db/winners.ts";
import { termsMessage, tournamentMessage } from "./messages.ts";

/** A change of a tournament: the row as it stands after it, and what is told of it. */
export interface TournamentChange {
  row: TournamentRow;
  change: Change;
}

/** Stages what changed about tournaments, in the transaction that changed them. */
export const stageChanges = (
  tx: Tx,
  origin: Origin,
  changes: readonly TournamentChange[],
): Promise<void> =>
  stageEvents(
    tx,
    changes.map(({ row, change }) => ({ gameId: row.gameId, time: row.updatedAt, origin, change })),
  );

/** It exists. */
export const created = (row: TournamentRow): TournamentChange => ({
  row,
  change: { case: "tournamentCreated", value: { tournament: tournamentMessage(row) } },
});

/** Its terms were others; nothing to tell when they were the same. */
export function updated(row: TournamentRow, before: TournamentRow): TournamentChange[] {
  const tournament = tournamentMessage(row);
  const previous = termsMessage(before);
  if (equals(TournamentTermsSchema, termsMessage(row), previous)) return [];
  return [{ row, change: { case: "tournamentUpdated", value: { tournament, previous } } }];
}

/** Gamers can enter it. */
export const published = (row: TournamentRow): TournamentChange => ({
  row,
  change: { case: "tournamentPublished", value: { tournament: tournamentMessage(row) } },
});

/** It has ended and will be paid out. */
export const settling = (row: TournamentRow): TournamentChange => ({
  row,
  change: { case: "tournamentSettling", value: { tournament: tournamentMessage(row) } },
});

/** It is paid out. */
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

/** Its game called it off. */
export const calledOff = (row: TournamentRow): TournamentChange =>
  cancelled(row, CancelReason.REQUESTED);

/** It ended, and cannot be paid out. */
export const abandoned = (row: TournamentRow, reason: AbandonReason): TournamentChange =>
  cancelled(
    row,
    reason === AbandonReason.NOBODY_TO_PAY
      ? CancelReason.NOBODY_TO_PAY
      : CancelReason.TOO_FEW_ENTRIES,
  );

const cancelled = (row: TournamentRow, reason: CancelReason): TournamentChange => ({
  row,
  change: { case: "tournamentCancelled", value: { tournament: tournamentMessage(row), reason } },
});
