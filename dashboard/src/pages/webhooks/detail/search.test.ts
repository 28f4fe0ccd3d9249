import { expect, test } from "vitest";
import { deliverySearch } from "./search.ts";

test("an address keeps the filters that mean something, and nothing else", () => {
  const asked = { state: "failed", type: "entry.*", open: "an-event", cursor: "next" };
  expect(deliverySearch({ ...asked, other: "x" })).toEqual(asked);
  expect(deliverySearch({ state: "lost", type: "entry.sung", open: 7, cursor: "" })).toEqual({});
});
