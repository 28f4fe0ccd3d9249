import type { NewEvent } from "@tms/kit/events/event";
import type { Origin } from "@tms/kit/rpc/origin";
import { Payer } from "@tms/proto/tms/game/v1/game";
import { wordsOf } from "@tms/kit/values/words";
import { SYSTEM } from "@tms/kit/values/actor";
import type { EntryRow } from "./db/entries.ts";
import type { FrozenRegistration } from "./db/ranking.ts";
import { entryMessage } from "./messages.ts";
import type { Ranked } from "./ranking/entry-rank.ts";
import type { ReviewedScore } from "./db/scoring/reviewed.ts";
import { reviewedMessage } from "./scoring/messages.ts";

/** An entry, and whose doing its join is. */
export interface JoinedRow extends Ranked<EntryRow> {
  origin: Origin;
}

const PAYERS = wordsOf(Payer);

/** A gamer is in, and has paid. The moment is that of the seat, which the entry shows as well. */
export const joined = (row: JoinedRow): NewEvent => ({
  gameId: row.gameId,
  time: row.joinedAt,
  origin: row.origin,
  change: {
    case: "entryJoined",
    value: {
      entry: entryMessage(row),
      payer: row.feeMinor > 0n ? PAYERS.value(row.payer) : Payer.UNSPECIFIED,
    },
  },
});

/** Gamers were taken out of the ranking, each in an event of their own. */
export const disqualified = (
  rows: readonly Ranked<EntryRow>[],
  reason: string,
  origin: Origin,
): NewEvent[] =>
  rows.map((row) => ({
    gameId: row.gameId,
    time: row.updatedAt,
    origin,
    change: { case: "entryDisqualified", value: { entry: entryMessage(row), reason } },
  }));

/** Gamers stand again as they did, each in an event of their own. */
export const reinstated = (
  rows: readonly Ranked<EntryRow>[],
  reason: string,
  origin: Origin,
): NewEvent[] =>
  rows.map((row) => ({
    gameId: row.gameId,
    time: row.updatedAt,
    origin,
    change: { case: "entryReinstated", value: { entry: entryMessage(row), reason } },
  }));

/** Somebody decided on attempts of a game's tournament, each in an event of its own. */
export const reviewed = (
  gameId: string,
  rows: readonly ReviewedScore[],
  origin: Origin,
): NewEvent[] =>
  rows.map((row) => ({
    gameId,
    time: row.decisions[0]?.decidedAt ?? row.attempt.createdAt,
    origin,
    change: { case: "scoreReviewed", value: { score: reviewedMessage(row) } },
  }));

/** Gamers are out together, each in an event of their own. */
export const eliminated = (rows: readonly Ranked<EntryRow>[], origin: Origin): NewEvent[] =>
  rows.map((row) => ({
    gameId: row.gameId,
    time: row.updatedAt,
    origin,
    change: { case: "entryEliminated", value: { entry: entryMessage(row) } },
  }));

/** The ranking of a tournament is final. Settlements have that done by themselves. */
export const rankingFrozen = ({ gameId, tournamentId, at }: FrozenRegistration): NewEvent => ({
  gameId,
  time: at,
  origin: { actor: SYSTEM, requestId: null },
  change: { case: "rankingFrozen", value: { tournamentId, version: 1 } },
});
