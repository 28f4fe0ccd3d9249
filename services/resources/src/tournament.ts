import type { Game } from "@tms/proto/tms/game/v1/game";
import {
  Status,
  type Tournament,
  type TournamentTerms,
} from "@tms/proto/tms/tournament/v1/tournament";
import { scoringTermsOf } from "@tms/kit/values/scoring";
import { exponentOf } from "./values/currency.ts";
import { ifMetadata } from "./values/metadata.ts";
import { toMajor } from "./values/money.ts";
import { isoOf, isoOrNull } from "./values/times.ts";

/** The statuses of a tournament as callers see them. */
export const STATUSES = ["pending", "published", "settling", "completed", "cancelled"] as const;

/** A tournament as callers see it. */
export function tournamentJson(tournament: Tournament | undefined, game: Game) {
  if (tournament === undefined) throw new Error("a service returned no tournament");
  return {
    ...termsJson(tournament, game),
    winners: tournament.winnerGamerIds,
    winnersCount: tournament.winnerCount,
    ...stamps(tournament),
  };
}

/** A tournament in a list, for which the service leaves out the winners. */
export const tournamentListItemJson = (tournament: Tournament, game: Game) => ({
  ...termsJson(tournament, game),
  ...stamps(tournament),
});

function termsJson(tournament: Tournament, game: Game) {
  const terms = termsOf(tournament);
  return {
    _id: tournament.id,
    id: tournament.id,
    game: { _id: game.id, id: game.id, name: game.name },
    name: terms.name,
    description: terms.description,
    entryFee: toMajor(terms.entryFeeMinorUnits, exponentOf(game)),
    prizePool: toMajor(tournament.prizePool?.minorUnits ?? 0n, exponentOf(game)),
    currency: tournament.currency,
    status: statusName(tournament.status),
    startTime: isoOf(terms.startTime),
    endTime: isoOf(terms.endTime),
    registrationClosesAt: isoOrNull(terms.registrationCloseTime),
    maxEntries: terms.maxEntries ?? null,
    minEntries: terms.minEntries,
    prizeSplit: terms.prizeSplit,
    // Tournaments without these look as they did before there were any.
    ...(terms.scoring && { scoring: scoringTermsOf(terms.scoring) }),
    ...(terms.externalId !== undefined && { externalId: terms.externalId }),
    ...ifMetadata(terms.metadata),
    winner: tournament.winnerGamerId ?? null,
  };
}

const stamps = (tournament: Tournament) => ({
  createdAt: isoOf(tournament.createTime),
  updatedAt: isoOf(tournament.updateTime),
});

function termsOf({ terms }: Tournament): TournamentTerms {
  if (terms === undefined) throw new Error("a service returned a tournament without terms");
  return terms;
}

type StatusName = (typeof STATUSES)[number];

const STATUS_OF: Record<StatusName, Status> = {
  pending: Status.PENDING,
  published: Status.PUBLISHED,
  settling: Status.SETTLING,
  completed: Status.COMPLETED,
  cancelled: Status.CANCELLED,
};

/** The service's status for its name in the REST API. */
export const statusOf = (name: StatusName): Status => STATUS_OF[name];

function statusName(status: Status): StatusName {
  const name = STATUSES.find((candidate) => STATUS_OF[candidate] === status);
  if (name === undefined) throw new Error(`a tournament has the unknown status ${status}`);
  return name;
}
