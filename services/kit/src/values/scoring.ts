import { create } from "@bufbuild/protobuf";
import {
  NoScore,
  ScoreDirection,
  ScoreOperator,
  ScoreTies,
  ScoringSchema,
  type Scoring,
} from "@tms/proto/tms/tournament/v1/tournament";
import { wordsOf, type WordOf } from "./words.ts";

export type Direction = WordOf<typeof ScoreDirection>;

/** The rules that turn attempts into standings, fixed at publication. All numbers are safe integers. */
export interface ScoringTerms {
  operator: WordOf<typeof ScoreOperator>;
  /** With `sum`: the number of best attempts that are added up; null means all. */
  counted: number | null;
  direction: Direction;
  tieBreaks: Direction[];
  /** The treatment of equal gamers: they share a rank, or the first to reach the score is better. */
  ties: WordOf<typeof ScoreTies>;
  attempts: number;
  /** Lower scores are refused; null means no limit. */
  min: number | null;
  /** Higher scores are refused; null means no limit. */
  max: number | null;
  /** Attempts with this score or a better score are held for review; null means none. */
  reviewFrom: number | null;
  /** The treatment of gamers without a score: `out` ranks them last, unpaid. `in` pays them by rank. */
  noScore: WordOf<typeof NoScore>;
}

/** The maximum number of attempts of a gamer, unless the scoring sets a lower number. */
export const MAX_ATTEMPTS = 10_000;

const OPERATORS = wordsOf(ScoreOperator);
const DIRECTIONS = wordsOf(ScoreDirection);
const TIES = wordsOf(ScoreTies);
const NO_SCORES = wordsOf(NoScore);

export const scoringTermsOf = (message: Scoring): ScoringTerms => ({
  operator: OPERATORS.word(message.operator) ?? "best",
  counted: message.counted ?? null,
  direction: directionOf(message.direction),
  tieBreaks: message.tieBreaks.map(directionOf),
  ties: TIES.word(message.ties) ?? "shared",
  attempts: message.attempts || MAX_ATTEMPTS,
  min: numberOf(message.min),
  max: numberOf(message.max),
  reviewFrom: numberOf(message.reviewFrom),
  noScore: NO_SCORES.word(message.noScore) ?? "out",
});

export const scoringMessage = (terms: Partial<ScoringTerms>): Scoring =>
  create(ScoringSchema, {
    operator: OPERATORS.value(terms.operator ?? "best"),
    ...(terms.counted != null && { counted: terms.counted }),
    direction: DIRECTIONS.value(terms.direction ?? "higher"),
    tieBreaks: (terms.tieBreaks ?? []).map((direction) => DIRECTIONS.value(direction)),
    ties: TIES.value(terms.ties ?? "shared"),
    attempts: terms.attempts ?? MAX_ATTEMPTS,
    ...(terms.min != null && { min: BigInt(terms.min) }),
    ...(terms.max != null && { max: BigInt(terms.max) }),
    ...(terms.reviewFrom != null && { reviewFrom: BigInt(terms.reviewFrom) }),
    noScore: NO_SCORES.value(terms.noScore ?? "out"),
  });

const directionOf = (direction: ScoreDirection): Direction =>
  DIRECTIONS.word(direction) ?? "higher";

const numberOf = (number: bigint | undefined): number | null =>
  number === undefined ? null : Number(number);
