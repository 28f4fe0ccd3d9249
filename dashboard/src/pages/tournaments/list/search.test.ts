import { expect, test } from "vitest";
import { atCursor, tournamentQuery, tournamentSearch } from "./search.ts";

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
