import type { MessageInitShape } from "@bufbuild/protobuf";
import { collected } from "@tms/kit/rpc/outcomes";
import { newId } from "@tms/kit/values/ids";
import { scoringMessage, type ScoringTerms } from "@tms/kit/values/scoring";
import type { ScoreOutcome, ScoreRequestSchema } from "@tms/proto/tms/entry/v1/entry";
import type { EntryUnderTest, TournamentKey } from "./service.ts";

/** A score as a test gives it; numbers as they are written. */
export interface GivenScore {
  handle: string;
  score: number;
  tieBreaks?: number[];
  attempt?: string;
  requestId?: string;
  metadata?: string;
  hold?: boolean;
  repeatable?: boolean;
  withRank?: boolean;
  /** Another tournament of the same game. */
  tournamentId?: string;
  origin?: { actor: string; requestId: string };
}

/** A published tournament that takes scores, with gamers in it. */
export async function scoredTournament(
  { newTournament, joinAll }: EntryUnderTest,
  handles: readonly string[],
  scoring: Partial<ScoringTerms> = {},
  ofGame: { gameId?: string } = {},
): Promise<TournamentKey> {
  const tournament = newTournament({ ...ofGame, scoring: scoringMessage(scoring) });
  for (let first = 0; first < handles.length; first += MOST_AT_ONCE)
    await joinAll(tournament, handles.slice(first, first + MOST_AT_ONCE));
  return tournament;
}
const MOST_AT_ONCE = 1_000;

/** Sends scores in one call; returns what became of each, in their order. */
export async function submit(
  { entry }: Pick<EntryUnderTest, "entry">,
  tournament: TournamentKey,
  given: readonly GivenScore[],
): Promise<ScoreOutcome[]> {
  const scores = given.map(
    ({ score, tieBreaks = [], ...rest }): MessageInitShape<typeof ScoreRequestSchema> => ({
      requestId: newId(),
      ...tournament,
      ...rest,
      score: BigInt(score),
      tieBreaks: tieBreaks.map(BigInt),
    }),
  );
  const outcomes = await collected(entry.batchSubmitScore({ scores }));
  return outcomes.toSorted((a, b) => a.index - b.index);
}

/** An outcome in short: the reason of a refusal, otherwise the score that the gamer's attempts come to. */
export function inShort({ outcome }: ScoreOutcome): string | number | null {
  if (outcome.case === "refused") return outcome.value.reason;
  const score = outcome.value?.standing?.score;
  return score === undefined ? null : Number(score);
}

/** The rank that an outcome tells; null for one that tells none. */
export const rankIn = ({ outcome }: ScoreOutcome): number | null =>
  outcome.case === "score" ? (outcome.value.standing?.rank ?? null) : null;
