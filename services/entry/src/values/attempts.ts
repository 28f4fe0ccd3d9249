/** What is compared: a score, and as many further numbers as the terms name. */
export interface Result {
  score: number;
  tieBreaks: readonly number[];
}

/** What is known of an attempt: a held one waits for a review, a void one was taken back. */
export type AttemptState = "counted" | "held" | "void";

/** What a review decides on an attempt. */
export type Verdict = "accept" | "void" | "hold";

/** An attempt of a gamer, as far as the standing follows from it. */
export interface FoldedAttempt extends Result {
  /** Its place in the board's order. */
  sequence: number;
  state: AttemptState;
}

/** What a gamer's attempts come to. */
export interface Fold {
  /** Null before the first attempt that counts: no score is no score, never zero. */
  result: Result | null;
  /** The attempts that are added up, best first, where only the best of them are; else empty. */
  best: readonly Result[];
  /** How many attempts are used up. */
  attempts: number;
  /** The sequence of the attempt that last changed the result. */
  reached: number | null;
}
