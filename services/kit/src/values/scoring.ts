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

/** Which of two numbers is better. */
export type Direction = WordOf<typeof ScoreDirection>;

/**
 * How a tournament's attempts become standings; fixed by publishing. All numbers are integers within
 * ±(2^53 − 1), so a JavaScript number holds each of them exactly.
 */
export interface ScoringTerms {
  /** How a gamer's attempts become one score. */
  operator: WordOf<typeof ScoreOperator>;
  /** With `sum`: only the best so many attempts are added up; null adds up all. */
  counted: number | null;
  /** Which score is better. */
  direction: Direction;
  /** Which of the further numbers are better, in the order in which they are compared. */
  tieBreaks: Direction[];
  /** Whether gamers who are equal in all of this share a rank, or who was there first is better. */
  ties: WordOf<typeof ScoreTies>;
  /** How many attempts a gamer has. */
  attempts: number;
  /** Lower scores are refused; null means no limit. */
  min: number | null;
  /** Higher scores are refused; null means no limit. */
  max: number | null;
  /** Attempts as good as this or better are held for review; null means none. */
  reviewFrom: number | null;
  /** Whether gamers who are in to the end without a score rank behind everybody and win nothing. */
  noScore: WordOf<typeof NoScore>;
}

/** How many attempts a gamer has unless the game says otherwise. */
export const MOST_ATTEMPTS = 10_000;

const OPERATORS = wordsOf(ScoreOperator);
const DIRECTIONS = wordsOf(ScoreDirection);
const TIES = wordsOf(ScoreTies);
const NO_SCORES = wordsOf(NoScore);

/** What a message says about scoring, with everything that it leaves out as it is by default. */
export const scoringTermsOf = (message: Scoring): ScoringTerms => ({
  operator: OPERATORS.word(message.operator) ?? "best",
  counted: message.counted ?? null,
  direction: directionOf(message.direction),
  tieBreaks: message.tieBreaks.map(directionOf),
  ties: TIES.word(message.ties) ?? "shared",
  attempts: message.attempts || MOST_ATTEMPTS,
  min: numberOf(message.min),
  max: numberOf(message.max),
  reviewFrom: numberOf(message.reviewFrom),
  noScore: NO_SCORES.word(message.noScore) ?? "out",
});

/** Scoring as services tell each other of it; what is left out is as it is by default. */
export const scoringMessage = (terms: Partial<ScoringTerms>): Scoring =>
  create(ScoringSchema, {
    operator: OPERATORS.value(terms.operator ?? "best"),
    ...(terms.counted != null && { counted: terms.counted }),
    direction: DIRECTIONS.value(terms.direction ?? "higher"),
    tieBreaks: (terms.tieBreaks ?? []).map((direction) => DIRECTIONS.value(direction)),
    ties: TIES.value(terms.ties ?? "shared"),
    attempts: terms.attempts ?? MOST_ATTEMPTS,
    ...(terms.min != null && { min: BigInt(terms.min) }),
    ...(terms.max != null && { max: BigInt(terms.max) }),
    ...(terms.reviewFrom != null && { reviewFrom: BigInt(terms.reviewFrom) }),
    noScore: NO_SCORES.value(terms.noScore ?? "out"),
  });

const directionOf = (direction: ScoreDirection): Direction =>
  DIRECTIONS.word(direction) ?? "higher";

const numberOf = (number: bigint | undefined): number | null =>
  number === undefined ? null : Number(number);
