import { expect, test } from "vitest";
import type { Body, ReviewedScoreBody, ScoreBody } from "../../harness/bodies.ts";
import { after, call } from "../fixtures/history.ts";
import type { Decision } from "../plan.ts";
import { checkListed } from "./reviews.ts";

const score = { id: "s1", gamerHandle: "ada", state: "counted", createdAt: "" };
const RECORDED = call(
  { kind: "score", tournament: 0, given: { gamer: "ada", score: 7, tieBreaks: [] } },
  [0, 1],
);
RECORDED.answers = [{ score: { ...score, tieBreaks: [] as number[] } as ScoreBody } as Body];

const reviewed = (decision: Decision, state: string, moment: number) => {
  const decisions = [{ decision, decidedAt: String(moment) }];
  return call(
    { kind: "review", tournament: 0, decision, picks: [], unknown: false },
    [moment, moment],
    { kind: "acknowledged", body: { scores: [{ ...score, state, decisions }] } as Body },
  );
};
const listed = (state: string, ...decisions: [number, Decision][]) =>
  ({
    ...score,
    state,
    decisions: decisions.map(([moment, decision]) => ({ decision, decidedAt: String(moment) })),
  }) as ReviewedScoreBody;

const CALLS = [RECORDED, reviewed("void", "void", 2), reviewed("accept", "counted", 3)];
const faults = (calls: typeof CALLS, ...scores: ReviewedScoreBody[]) =>
  checkListed(after(...calls).history, 0, scores);

test("the latest decision on an attempt holds", () => {
  expect(faults([RECORDED], listed("counted"))).toEqual([]);
  expect(faults(CALLS, listed("counted", [2, "void"], [3, "accept"]))).toEqual([]);
});

test.each<[string, ReviewedScoreBody[]]>([
  ["a lost attempt", []],
  ["an attempt of nobody", [listed("counted"), { ...listed("counted"), id: "s2" }]],
  ["a lost decision", [listed("void", [2, "void"])]],
  ["a decision that does not hold", [listed("void", [2, "void"], [3, "accept"])]],
  ["an earlier decision that holds", [listed("void", [3, "accept"], [2, "void"])]],
])("%s is found", (_, scores) => {
  expect(faults(CALLS, ...scores)).not.toEqual([]);
});

test("a state that nobody decided on is found", () => {
  expect(faults([RECORDED], listed("held"))).not.toEqual([]);
});
