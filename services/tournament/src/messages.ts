import { toMessage } from "@tms/kit/values/message";
import { scoringMessage } from "@tms/kit/values/scoring";
import { wordsOf } from "@tms/kit/values/words";
import { Payer } from "@tms/proto/tms/game/v1/game";
import {
  Status,
  TournamentSchema,
  TournamentTermsSchema,
  type Tournament,
  type TournamentTerms,
} from "@tms/proto/tms/tournament/v1/tournament";
import type { TournamentRow } from "./db/tournaments.ts";
import type { Winners } from "./db/winners.ts";

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
