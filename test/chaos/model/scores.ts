import type { LeaderboardLineBody } from "../../harness/bodies.ts";
import type { ScoringPlan } from "../plan.ts";
import type { Attempt } from "./attempts.ts";

type Numbers = readonly number[];

/** Compares a score and its tie-breaks with another one's; negative when the first is better. */
export function compareNumbers(scoring: ScoringPlan, one: Numbers, other: Numbers): number {
  const directions = [scoring.direction, ...scoring.tieBreaks];
  for (const [index, direction] of directions.entries()) {
    const difference = (one[index] ?? 0) - (other[index] ?? 0);
    if (difference !== 0) return direction === "lower" ? difference : -difference;
  }
  return 0;
}

/** Whether a score has its attempt wait for a review, whoever reports it. */
export const isHeldFrom = ({ reviewFrom, direction }: ScoringPlan, score: number): boolean =>
  reviewFrom !== undefined && (direction === "lower" ? score <= reviewFrom : score >= reviewFrom);

/** What a gamer's attempts may come to. */
interface Folded {
  numbers: Numbers;
  /** When it may have been reached: moments of batches. */
  reached: readonly number[];
}

/**
 * All that a gamer's attempts may come to, empty for nothing. What nobody is told, the order of attempts
 * of one batch, may decide which of them was the last.
 */
export function foldAttempts(scoring: ScoringPlan, attempts: readonly Attempt[]): Folded[] {
  const counted = attempts.filter(({ state }) => state === "counted");
  if (counted.length === 0) return [];
  const best = counted.toSorted((a, b) => compareNumbers(scoring, a.numbers, b.numbers));
  const momentsOf = (numbers: Numbers) =>
    counted.filter((attempt) => isSame(attempt.numbers, numbers)).map(({ at }) => at);
  switch (scoring.operator) {
    case "best": {
      const numbers = best[0]?.numbers ?? [];
      // One that is only as good does not move the moment.
      return [{ numbers, reached: [Math.min(...momentsOf(numbers))] }];
    }
    case "last": {
      const latest = Math.max(...counted.map(({ at }) => at));
      return counted
        .filter(({ at }) => at === latest)
        .map(({ numbers }) => ({ numbers, reached: momentsOf(numbers) }));
    }
    case "sum": {
      const added = best.slice(0, scoring.counted);
      const numbers = [scoring.direction, ...scoring.tieBreaks].map((_, index) =>
        added.reduce((sum, attempt) => sum + (attempt.numbers[index] ?? 0), 0),
      );
      return [{ numbers, reached: counted.map(({ at }) => at) }];
    }
  }
}

/** Checks that each line of a leaderboard tells what its gamer's attempts come to. */
export function checkBoard(
  scoring: ScoringPlan,
  attempts: readonly Attempt[],
  board: readonly LeaderboardLineBody[],
): string[] {
  // A void one neither counts nor is used up.
  const used = attempts.filter(({ state }) => state !== "void");
  const byGamer = Map.groupBy(used, ({ handle }) => handle);
  const listed = new Set(board.map(({ gamerHandle }) => gamerHandle));
  const missing = [...byGamer].filter(
    ([handle, ofGamer]) => foldAttempts(scoring, ofGamer).length > 0 && !listed.has(handle),
  );
  const tooMany = [...byGamer].filter(([, ofGamer]) => ofGamer.length > scoring.attempts);
  return [
    ...missing.map(([handle]) => `${handle} has a score and stands on no leaderboard`),
    ...tooMany.map(([handle, ofGamer]) => `${handle} has ${ofGamer.length} attempts`),
    ...board.flatMap((line) => checkLine(scoring, byGamer.get(line.gamerHandle) ?? [], line)),
  ];
}

function checkLine(
  scoring: ScoringPlan,
  attempts: readonly Attempt[],
  line: LeaderboardLineBody,
): string[] {
  const { gamerHandle, score, reachedAt } = line;
  const shown = JSON.stringify([score, line.tieBreaks, line.attempts, reachedAt]);
  const allowed = foldAttempts(scoring, attempts);
  const isRight =
    line.attempts === attempts.length &&
    (allowed.length === 0
      ? score === null && reachedAt === null
      : allowed.some(
          ({ numbers, reached }) =>
            isSame(numbersOf(line), numbers) && reached.includes(Date.parse(reachedAt ?? "")),
        ));
  if (isRight) return [];
  return [`${gamerHandle} has ${shown}, and the attempts are ${JSON.stringify(attempts)}`];
}

/** The score and the tie-breaks of a line. */
export const numbersOf = (line: LeaderboardLineBody): Numbers => [
  line.score ?? 0,
  ...line.tieBreaks,
];

/**
 * Those who are in with a score, by score: gamers who share a rank together, the best first. Among
 * equals of whom the earliest is better the ranks say who that was, and the moments must agree.
 */
export function scoreGroups(
  scoring: ScoringPlan,
  lines: readonly LeaderboardLineBody[],
): LeaderboardLineBody[][] {
  const groups: LeaderboardLineBody[][] = [];
  const compare = (a: LeaderboardLineBody, b: LeaderboardLineBody) =>
    compareNumbers(scoring, numbersOf(a), numbersOf(b)) ||
    (scoring.ties === "shared" ? 0 : momentOf(a) - momentOf(b) || a.rank - b.rank);
  for (const line of lines.toSorted(compare)) {
    const group = groups.at(-1);
    const isEqual = group?.[0] !== undefined && compare(group[0], line) === 0;
    if (isEqual) group?.push(line);
    else groups.push([line]);
  }
  return groups;
}

const momentOf = ({ reachedAt }: LeaderboardLineBody): number => Date.parse(reachedAt ?? "");

const isSame = (one: Numbers, other: Numbers): boolean =>
  one.length === other.length && one.every((number, index) => number === other[index]);
