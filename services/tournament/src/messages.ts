import { create } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
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

export function tournamentMessage(
  row: TournamentRow,
  prizePoolMinor?: bigint,
  winners: Winners = NOBODY,
): Tournament {
  return create(TournamentSchema, {
    id: row.id,
    gameId: row.gameId,
    terms: termsMessage(row),
    currency: row.currency,
    payer: PAYERS.value(row.payer),
    platformFeeBps: row.platformFeeBps,
    status: STATUSES.value(row.status),
    ...(prizePoolMinor !== undefined && {
      prizePool: { currency: row.currency, minorUnits: prizePoolMinor },
    }),
    ...(row.winnerGamerId !== null && { winnerGamerId: row.winnerGamerId }),
    winnerGamerIds: winners.gamerIds,
    winnerCount: winners.count,
    createTime: timestampFromDate(row.createdAt),
    updateTime: timestampFromDate(row.updatedAt),
    test: row.test,
  });
}

export function termsMessage(row: TournamentRow): TournamentTerms {
  const { registrationClosesAt, maxEntries } = row;
  return create(TournamentTermsSchema, {
    name: row.name,
    description: row.description,
    entryFeeMinorUnits: row.entryFeeMinor,
    startTime: timestampFromDate(row.startsAt),
    endTime: timestampFromDate(row.endsAt),
    ...(registrationClosesAt && { registrationCloseTime: timestampFromDate(registrationClosesAt) }),
    ...(maxEntries !== null && { maxEntries }),
    minEntries: row.minEntries,
    prizeSplit: row.prizeSplit,
    ...(row.scoring && { scoring: scoringMessage(row.scoring) }),
    metadata: row.metadata ?? "",
    ...(row.externalId !== null && { externalId: row.externalId }),
  });
}
