export type Direction = "higher" | "lower";
export type AttemptState = "counted" | "held" | "void";
export type Verdict = "accept" | "void" | "hold";

/** The terms by which attempts become a ranking. */
export interface Scoring {
  operator: "best" | "last" | "sum";
  /** With `sum`: the number of best attempts that are added up; all by default. */
  counted?: number | null;
  direction: Direction;
  tieBreaks: readonly Direction[];
  ties: "shared" | "earliest";
  /** The number of attempts that a gamer has. */
  attempts: number;
  /** Attempts with this score or a better one are held for review. */
  reviewFrom?: number | null;
  noScore: "out" | "in";
}

/** An attempt: its score, followed by its tie-breaks. */
export interface Attempt {
  numbers: readonly number[];
  state: AttemptState;
  /** Its position among all attempts: a sequence number or a moment. */
  at: number;
}

/** The result of a gamer's attempts. */
export interface ScoreResult {
  numbers: readonly number[];
  /** The position of the attempt that last changed the numbers. */
  reached: number;
}

/** The state of an attempt after a review. */
export const STATE_AFTER: Readonly<Record<Verdict, AttemptState>> = {
  accept: "counted",
  void: "void",
  hold: "held",
};

/** Compares lists of numbers; negative when the first list comes first. */
export function compareLists(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((number, index) => number !== other[index]);
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
}

/** Returns the numbers with signs, so that a smaller number is always better. */
export const toSortKey = ({ direction, tieBreaks }: Scoring, numbers: readonly number[]) =>
  numbers.map((number, at) => ([direction, ...tieBreaks][at] === "lower" ? number : -number));

/** Whether an attempt with this score waits for a review. */
export const isHeld = ({ reviewFrom, direction }: Scoring, score: number): boolean =>
  reviewFrom != null && (direction === "lower" ? score <= reviewFrom : score >= reviewFrom);

/** Folds a gamer's attempts, in their order; null if none counts. */
export function foldAttempts(scoring: Scoring, attempts: readonly Attempt[]): ScoreResult | null {
  const counted = attempts.filter(({ state }) => state === "counted");
  let result: ScoreResult | null = null;
  for (const [index, { at }] of counted.entries()) {
    const numbers = combine(scoring, counted.slice(0, index + 1));
    if (String(result?.numbers) !== String(numbers)) result = { numbers, reached: at };
  }
  return result;
}

function combine(scoring: Scoring, attempts: readonly Attempt[]): readonly number[] {
  const all = attempts.map(({ numbers }) => numbers);
  if (scoring.operator === "last") return all.at(-1) ?? [];
  const best = all.toSorted((one, other) =>
    compareLists(toSortKey(scoring, one), toSortKey(scoring, other)),
  );
  if (scoring.operator === "best") return best[0] ?? [];
  const added = best.slice(0, scoring.counted ?? all.length);
  return (all[0] ?? []).map((_, at) => added.reduce((sum, each) => sum + (each[at] ?? 0), 0));
}
