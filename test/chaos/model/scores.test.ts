import { expect, test } from "vitest";
import type { LeaderboardLineBody } from "../../harness/bodies.ts";
import type { ScoringPlan } from "../plan.ts";
import type { Attempt } from "./attempts.ts";
import { checkBoard, scoreGroups } from "./scores.ts";

const SCORING: ScoringPlan = {
  operator: "best",
  direction: "higher",
  tieBreaks: ["lower"],
  ties: "shared",
  attempts: 3,
  noScore: "out",
};

const attempt = (handle: string, at: number, ...numbers: number[]): Attempt => ({
  id: `${handle} ${at}`,
  handle,
  name: null,
  numbers,
  at,
  state: "counted",
});
const line = (
  gamerHandle: string,
  rank: number,
  [score, ...tieBreaks]: [number, ...number[]],
  { attempts, at }: { attempts: number; at: number },
): LeaderboardLineBody => ({
  gamerHandle,
  rank,
  score,
  tieBreaks,
  attempts,
  reachedAt: new Date(at).toISOString(),
  state: "in",
});

const ATTEMPTS = [
  attempt("ada", 1, 5, 2),
  attempt("ada", 2, 5, 1),
  attempt("ada", 3, 5, 1),
  attempt("bob", 4, 4, 0),
];
const ADA = line("ada", 1, [5, 1], { attempts: 3, at: 2 });
const BOB = line("bob", 2, [4, 0], { attempts: 1, at: 4 });

test("a leaderboard that tells what all attempts come to has no fault", () => {
  expect(checkBoard(SCORING, ATTEMPTS, [ADA, BOB])).toEqual([]);
});

test.each<[string, LeaderboardLineBody[]]>([
  ["a lost score", [line("ada", 1, [5, 2], { attempts: 2, at: 1 }), BOB]],
  ["an attempt that was counted twice", [{ ...ADA, attempts: 4 }, BOB]],
  ["a tie-break of another attempt", [{ ...ADA, tieBreaks: [0] }, BOB]],
  ["a moment that an equal attempt moved", [{ ...ADA, reachedAt: new Date(3).toISOString() }, BOB]],
  ["somebody with a score who is missing", [ADA]],
  ["somebody with a score of nobody", [ADA, BOB, line("cyd", 3, [0, 0], { attempts: 0, at: 5 })]],
])("%s is found", (_, board) => {
  expect(checkBoard(SCORING, ATTEMPTS, board)).not.toEqual([]);
});

test("held and void attempts make no score, and only held ones are used up", () => {
  const held: Attempt = { ...attempt("ada", 1, 9, 9), state: "held" };
  const taken: Attempt = { ...attempt("ada", 2, 8, 8), state: "void" };
  const attempts = [held, taken, attempt("ada", 3, 5, 1)];
  const shown = (numbers: [number, number], count: number, at: number) =>
    checkBoard(SCORING, attempts, [line("ada", 1, numbers, { attempts: count, at })]).length;
  expect([shown([5, 1], 2, 3), shown([5, 1], 3, 3), shown([9, 9], 2, 1)]).toEqual([0, 1, 1]);
  expect(shown([8, 8], 2, 2)).toBe(1);
  expect(checkBoard(SCORING, [held, taken], [])).toEqual([]);
});

test("more attempts than a gamer has are found", () => {
  const scoring = { ...SCORING, attempts: 2 };
  expect(checkBoard(scoring, ATTEMPTS, [ADA, BOB]).join()).toContain("ada has 3 attempts");
});

test("the latest attempt is the score, and of one moment any may be", () => {
  const last: ScoringPlan = { ...SCORING, operator: "last", tieBreaks: [] };
  const attempts = [attempt("ada", 1, 9), attempt("ada", 2, 3), attempt("ada", 2, 4)];
  const shown = (score: number, at: number) =>
    checkBoard(last, attempts, [line("ada", 1, [score], { attempts: 3, at })]).length;
  expect([shown(3, 2), shown(4, 2), shown(9, 1)]).toEqual([0, 0, 1]);
});

test("the best are added up, as many as count", () => {
  const sum: ScoringPlan = { ...SCORING, operator: "sum", counted: 2, tieBreaks: [] };
  const attempts = [attempt("ada", 1, 9), attempt("ada", 2, 3), attempt("ada", 3, 4)];
  const shown = (score: number) =>
    checkBoard(sum, attempts, [line("ada", 1, [score], { attempts: 3, at: 3 })]).length;
  expect([shown(13), shown(16), shown(12)]).toEqual([0, 1, 1]);
});

test("equals share a rank, unless the earliest is better", () => {
  const [late, early] = [
    line("late", 2, [4, 0], { attempts: 1, at: 9 }),
    line("early", 1, [4, 0], { attempts: 1, at: 1 }),
  ];
  const groups = (ties: ScoringPlan["ties"]) =>
    scoreGroups({ ...SCORING, ties }, [late, early]).map((group) =>
      group.map(({ gamerHandle }) => gamerHandle),
    );
  expect(groups("shared")).toEqual([["late", "early"]]);
  expect(groups("earliest")).toEqual([["early"], ["late"]]);
});
