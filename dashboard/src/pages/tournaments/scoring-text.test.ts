import { expect, test } from "vitest";
import type { Scoring } from "../../api/types.ts";
import { limitsText, scoreText, tiesText } from "./scoring-text.ts";

const scoring: Scoring = {
  operator: "best",
  counted: null,
  direction: "higher",
  tieBreaks: [],
  ties: "shared",
  attempts: 10_000,
  min: null,
  max: null,
  reviewFrom: null,
  noScore: "out",
};

test("scoring is told in words", () => {
  expect(scoreText(scoring)).toBe("the best attempt, higher is better");
  expect(scoreText({ ...scoring, operator: "sum", counted: 5, direction: "lower" })).toBe(
    "the best 5 attempts added up, lower is better",
  );
  expect(tiesText(scoring)).toBe("share the rank");
  expect(tiesText({ ...scoring, tieBreaks: ["lower", "higher"], ties: "earliest" })).toBe(
    "lower tie-break 1, then higher tie-break 2, then who reached it first",
  );
  expect(limitsText(scoring)).toBe("any");
  expect(limitsText({ ...scoring, min: 0, reviewFrom: 1_000 })).toBe(
    "from 0, held for review from 1,000",
  );
});
