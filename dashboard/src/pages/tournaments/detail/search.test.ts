import { expect, test } from "vitest";
import type { Scoring } from "../../../api/types.ts";
import { tabSearch, tabsOf } from "./search.ts";

test("an address names a tab, a state of scores and a gamer; whatever makes no sense is left out", () => {
  const whole = { tab: "scores", state: "held", gamer: "ada" };
  expect(tabSearch(whole)).toEqual(whole);
  expect(tabSearch({ tab: "prizes", state: "lost", gamer: "", page: "2" })).toEqual({});
  expect(tabSearch({ tab: "toString", state: 1, gamer: 7 })).toEqual({});
});

test("only a tournament that takes scores has a leaderboard and scores", () => {
  const others = ["entries", "settlement", "money", "json"];
  expect(tabsOf({})).toEqual(others);
  const scoring = {
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
  } satisfies Scoring;
  expect(tabsOf({ scoring })).toEqual(["leaderboard", "scores", ...others]);
});
