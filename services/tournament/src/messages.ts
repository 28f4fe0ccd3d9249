import { equals } from "@bufbuild/protobuf";
import type { Tx } from "@tms/kit/database/handle";
import type { Change } from "@tms/kit/events/event";
import { stageEvents } from "@tms/kit/events/stage";
import type { Origin } from "@tms/kit/rpc/origin";
import { toMessage } from "@tms/kit/values/message";
import { scoringMessage } from "@tms/kit/values/scoring";
import { wordsOf } from "@tms/kit/values/words";
import type { CancelReason } from "@tms/proto/tms/event/v1/event";
import { Payer } from "@tms/proto/tms/game/v1/game";
import {
  Status,
  TournamentSchema,
  TournamentTermsSchema,
  type Tournament,
  type TournamentTerms,
} from "@tms/proto/tms/tournament/v1/tournament";
import type { TournamentRow, Winners } from "./db/tournaments.ts";

export const PAYERS = wordsOf(Payer);
export const STATUSES = wordsOf(Status);

const NOBODY: Winners = { gamerIds: [], count: 0 };

export const tournamentMessage = (
  row: TournamentRow,
  poolMinor?: bigint,
  winners: Winners = NOBODY,
): Tournament =>
  toMessage(TournamentSchema, {
    ...row,
    terms: termsMessage(row),
    prizePool: poolMinor === undefined ? null : { currency: row.currency, minorUnits: poolMinor },
    winnerGamerIds: winners.gamerIds,
    winnerCount: winners.count,
    createTime: row.createdAt,
    updateTime: row.updatedAt,
  });

export const termsMessage = (row: TournamentRow): TournamentTerms =>
  toMessage(TournamentTermsSchema, {
    ...row,
    entryFeeMinorUnits: row.entryFeeMinor,
    startTime: row.startsAt,
    endTime: row.endsAt,
    registrationCloseTime: row.registrationClosesAt,
    scoring: row.scoring && scoringMessage(row.scoring),
  });

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
