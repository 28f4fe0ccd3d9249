import { expect, test } from "vitest";
import { entriesText } from "./entries-text.ts";

test("one entry is one, and no other number is", () => {
  expect([0, 1, 2].map(entriesText)).toEqual(["0 entries", "1 entry", "2 entries"]);
});
