import { expect, test } from "vitest";
import type { Scoring } from "../../api/types.ts";
import { atCursor, tabSearch, tabsOf, tournamentQuery, tournamentSearch } from "./search.ts";

test("what makes no sense in an address is left out", () => {
  const search = tournamentSearch({ status: "lost", endsFrom: "soon", endsUntil: "2030-05-01" });
  expect(search).toEqual({ endsUntil: "2030-05-01" });
});

test("both days are included, from midnight to midnight where the viewer is", () => {
  const query = tournamentQuery({ endsFrom: "2030-05-01", endsUntil: "2030-05-01" });
  expect(query.endsAfter).toBe(new Date(2030, 4, 1).toISOString());
  expect(query.endsBefore).toBe(new Date(2030, 4, 2).toISOString());
});

test("another page keeps the filters", () => {
  expect(atCursor({ status: "pending", cursor: "a" }, "b")).toEqual({
    status: "pending",
    cursor: "b",
  });
  expect(atCursor({ status: "pending", cursor: "a" }, undefined)).toEqual({ status: "pending" });
});

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
