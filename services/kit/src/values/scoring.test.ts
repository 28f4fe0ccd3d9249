import { create } from "@bufbuild/protobuf";
import { ScoringSchema } from "@tms/proto/tms/tournament/v1/tournament";
import { expect, test } from "vitest";
import { scoringMessage, scoringTermsOf, type ScoringTerms } from "./scoring.ts";

const EVERYTHING: ScoringTerms = {
  operator: "sum",
  counted: 5,
  direction: "lower",
  tieBreaks: ["higher", "lower"],
  ties: "earliest",
  attempts: 7,
  min: -9_007_199_254_740_991,
  max: 0,
  reviewFrom: 9_007_199_254_740_991,
  noScore: "in",
};

test("scoring travels without loss", () => {
  expect(scoringTermsOf(scoringMessage(EVERYTHING))).toEqual(EVERYTHING);
});

test("what is left out of scoring is the best of 10,000 attempts, and higher is better", () => {
  const byDefault: ScoringTerms = {
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
  expect(scoringTermsOf(create(ScoringSchema))).toEqual(byDefault);
  expect(scoringTermsOf(scoringMessage({}))).toEqual(byDefault);
});
