import { expect, test } from "vitest";
import type { Scoring } from "../../api/schema.d.ts";
import { limitsText, scoreText, tiesText } from "./texts.ts";

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

test("describes scoring in words", () => {
  expect(scoreText(scoring)).toBe("best attempt, higher is better");
  expect(scoreText({ ...scoring, operator: "sum", counted: 5, direction: "lower" })).toBe(
    "sum of the best 5 attempts, lower is better",
  );
  expect(tiesText(scoring)).toBe("shared rank");
  expect(tiesText({ ...scoring, tieBreaks: ["lower", "higher"], ties: "earliest" })).toBe(
    "tie-break 1 (lower is better), then tie-break 2 (higher is better), then earliest score first",
  );
  expect(limitsText(scoring)).toBe("any");
  expect(limitsText({ ...scoring, min: 0, reviewFrom: 1_000 })).toBe(
    "at least 0, held for review at 1,000 or better",
  );
});
