import {
  CancelReason,
  type TournamentCancelled,
  type TournamentCompleted,
  type TournamentUpdated,
} from "@tms/proto/tms/event/v1/event";
import type { Game } from "@tms/proto/tms/game/v1/game";
import type { Tournament } from "@tms/proto/tms/tournament/v1/tournament";
import { wordsOf } from "@tms/kit/values/words";
import { tournamentListItemJson } from "@tms/resources/tournament";
import { exponentOf } from "@tms/resources/values/currency";
import { toMajor } from "@tms/resources/values/money";
import { shortened, shortenedTogether } from "./shorten.ts";

const REASONS = wordsOf(CancelReason);

/** A tournament's own data. Its prize pool is the ledger's and is left out. */
export const tournamentData = (tournament: Tournament | undefined, game: Game) => ({
  tournament: shortened(tournamentOf(tournament, game)),
});

/** What an update changed: the tournament, and the fields that had other values before. */
export function updatedData({ tournament, previous }: TournamentUpdated, game: Game) {
  if (tournament === undefined || previous === undefined) throw new Error("an event has no change");
  const after = tournamentOf(tournament, game);
  const before = {
    // What there is now and was not before.
    ...("scoring" in after && { scoring: null }),
    ...("metadata" in after && { metadata: null }),
    ...tournamentOf({ ...tournament, terms: previous }, game),
  };
  const changed = Object.entries(before).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(after[name as keyof typeof after]),
  );
  const [shown, former] = shortenedTogether(after, Object.fromEntries(changed) as object);
  return { tournament: shown, previous: former };
}

/** How a tournament ended. */
export function completedData({ tournament, pool }: TournamentCompleted, game: Game) {
  return {
    ...tournamentData(tournament, game),
    winner: tournament?.winnerGamerId ?? null,
    winners: tournament?.winnerGamerIds ?? [],
    winnersCount: tournament?.winnerCount ?? 0,
    pool: toMajor(pool?.minorUnits ?? 0n, exponentOf(game)),
  };
}

/** Why a tournament was called off. */
export function cancelledData({ tournament, reason }: TournamentCancelled, game: Game) {
  const word = REASONS.word(reason);
  if (word === undefined) throw new Error("an event has no cancellation reason");
  return { ...tournamentData(tournament, game), reason: word };
}

function tournamentOf(tournament: Tournament | undefined, game: Game) {
  if (tournament === undefined) throw new Error("an event has no tournament");
  const { prizePool: _, ...shown } = tournamentListItemJson(tournament, game);
  return shown;
}
