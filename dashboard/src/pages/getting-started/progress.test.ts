import { expect, test } from "vitest";
import { keepDone, type Progress } from "./progress.ts";

const NOTHING: Progress = {
  hasKey: false,
  tournamentId: undefined,
  isPublished: false,
  endsAt: undefined,
  hasEntry: false,
  isPaid: false,
};

test("keeps a step done if a newer tournament has not reached it", () => {
  const before = { ...NOTHING, hasKey: true, isPublished: true, hasEntry: true, isPaid: true };
  const now = { ...NOTHING, tournamentId: "newer" };
  expect(keepDone(before, now)).toEqual({ ...before, tournamentId: "newer" });
});

test("counts what a step needs as done", () => {
  expect(keepDone(undefined, { ...NOTHING, isPaid: true })).toMatchObject({
    isPublished: true,
    hasEntry: true,
  });
  expect(keepDone(undefined, NOTHING)).toEqual(NOTHING);
});
