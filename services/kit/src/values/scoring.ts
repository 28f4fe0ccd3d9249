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

/**
 * The rules that turn the attempts of a tournament into standings. Publishing fixes them. All numbers are
 * integers within ±(2^53 − 1), so that a JavaScript number represents each of them exactly.
 */
export interface ScoringTerms {
  /** The function that combines the attempts of a gamer into one score. */
  operator: WordOf<typeof ScoreOperator>;
  /** With `sum`: the number of best attempts that are added up; null means all. */
  counted: number | null;
  direction: Direction;
  /** The direction of each tie-break, in the order in which tie-breaks are compared. */
  tieBreaks: Direction[];
  /** The treatment of equal gamers: they share a rank, or the earlier gamer is better. */
  ties: WordOf<typeof ScoreTies>;
  attempts: number;
  /** Lower scores are refused; null means no limit. */
  min: number | null;
  /** Higher scores are refused; null means no limit. */
  max: number | null;
  /** Attempts with this score or a better score are held for review; null means none. */
  reviewFrom: number | null;
  /** The treatment of gamers without a score. With `out`, they rank after all others and win nothing. */
  noScore: WordOf<typeof NoScore>;
}

/** The maximum number of attempts of a gamer, unless the scoring of the tournament sets a lower number. */
export const MAX_ATTEMPTS = 10_000;

const OPERATORS = wordsOf(ScoreOperator);
const DIRECTIONS = wordsOf(ScoreDirection);
const TIES = wordsOf(ScoreTies);
const NO_SCORES = wordsOf(NoScore);

/** Converts a message to terms, and adds the defaults. */
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

/** Converts terms to a message, and adds the defaults. */
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
