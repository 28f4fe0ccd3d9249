import {
  CancelReason,
  type TournamentCancelled,
  type TournamentCompleted,
  type TournamentUpdated,
} from "@tms/proto/tms/event/v1/event";
import type { Game } from "@tms/proto/tms/game/v1/game";
import type { Tournament } from "@tms/proto/tms/tournament/v1/tournament";
import { wordsOf } from "@tms/kit/values/words";
import { EventTournament } from "@tms/resources/tournament";
import { exponentOf } from "@tms/resources/values/currency";
import { toMajor } from "@tms/resources/values/money";

const REASONS = wordsOf(CancelReason);

// An event has less than 32 KiB. Everything except descriptions and metadata has at most 8 KB. 5,000
// characters take more than these bytes only if most of them have four bytes.
const MAX_BYTES = 20_000;
const MAX_PREVIOUS_BYTES = 4_000;
// Characters of six bytes, such as control characters, fit as well.
const CUT_LENGTH = 600;

/** Returns a tournament without its prize pool, which belongs to the ledger. */
export const tournamentData = (
  { tournament }: { tournament?: Tournament | undefined },
  game: Game,
) => {
  const json = EventTournament.toJson(tournament, game);
  return { tournament: cut(json, MAX_BYTES - metadataBytes(json)) };
};

/** Returns the tournament, and the previous values of the changed fields. */
export function tournamentUpdatedData({ tournament, previous }: TournamentUpdated, game: Game) {
  if (tournament === undefined || previous === undefined) throw new Error("an event has no change");
  const after = EventTournament.toJson(tournament, game);
  const before = {
    // Null if the field was added.
    ...("scoring" in after && { scoring: null }),
    ...("metadata" in after && { metadata: null }),
    ...EventTournament.toJson({ ...tournament, terms: previous }, game),
  };
  const changed: Cuttable = Object.fromEntries(
    Object.entries(before).filter(
      ([name, value]) =>
        JSON.stringify(value) !== JSON.stringify(after[name as keyof typeof after]),
    ),
  );
  return {
    tournament: cut(after, MAX_BYTES - metadataBytes(after) - metadataBytes(changed)),
    previous: cut(changed, MAX_PREVIOUS_BYTES),
  };
}

export const tournamentCompletedData = (value: TournamentCompleted, game: Game) => ({
  ...tournamentData(value, game),
  winner: value.tournament?.winnerGamerId ?? null,
  winners: value.tournament?.winnerGamerIds ?? [],
  winnersCount: value.tournament?.winnerCount ?? 0,
  pool: toMajor(value.pool?.minorUnits ?? 0n, exponentOf(game)),
});

export function tournamentCancelledData(value: TournamentCancelled, game: Game) {
  const reason = REASONS.word(value.reason);
  if (reason === undefined) throw new Error("an event has no cancellation reason");
  return { ...tournamentData(value, game), reason };
}

interface Cuttable {
  description?: string;
  metadata?: object | null;
}

/** Shortens a description that has more than `maxBytes`. */
function cut<T extends Cuttable>(json: T, maxBytes: number): T {
  const { description } = json;
  if (description === undefined || countBytes(description) <= maxBytes) return json;
  return { ...json, description: `${Array.from(description).slice(0, CUT_LENGTH).join("")}…` };
}

const metadataBytes = ({ metadata }: Cuttable): number => (metadata ? countBytes(metadata) : 0);

const countBytes = (value: string | object): number => Buffer.byteLength(JSON.stringify(value));
