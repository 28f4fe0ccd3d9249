import { expect, test } from "vitest";
import type { Scoring } from "../../api/schema.d.ts";
import { listTabs, tabSearch, tournamentParams, tournamentSearch } from "./search.ts";

test("ignores invalid filters of an address", () => {
  const search = tournamentSearch({ status: "lost", endsFrom: "soon", endsUntil: "2030-05-01" });
  expect(search).toEqual({ endsUntil: "2030-05-01" });
});

test("includes both days, from midnight to midnight in the viewer's zone", () => {
  const query = tournamentParams({ endsFrom: "2030-05-01", endsUntil: "2030-05-01" });
  expect(query.endsAfter).toBe(new Date(2030, 4, 1).toISOString());
  expect(query.endsBefore).toBe(new Date(2030, 4, 2).toISOString());
});

test("keeps the filters on another page", () => {
  const search = { status: "pending", cursor: "b" };
  expect(tournamentSearch(search)).toEqual(search);
  expect(tournamentSearch({ ...search, cursor: undefined })).toEqual({ status: "pending" });
});

test("reads the tab, the state of scores and the gamer of an address, and ignores invalid values", () => {
  const whole = { tab: "scores", state: "held", gamer: "ada" };
  expect(tabSearch(whole)).toEqual(whole);
  expect(tabSearch({ tab: "prizes", state: "lost", gamer: "", page: "2" })).toEqual({});
  expect(tabSearch({ tab: "toString", state: 1, gamer: 7 })).toEqual({});
});

test("shows the leaderboard and scores only if the tournament takes scores", () => {
  const others = ["entries", "settlement", "money", "json"];
  expect(listTabs({})).toEqual(others);
  expect(listTabs({ scoring: {} as Scoring })).toEqual(["leaderboard", "scores", ...others]);
});
