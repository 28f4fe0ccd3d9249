import { expect, test } from "vitest";
import { labelEvent } from "./events.ts";

test.for([
  ["tournament.created", "Tournament created"],
  ["api_key.rolled", "API key rolled"],
  ["entry.joined", "Gamer joined"],
  ["score.recorded", "Scores recorded"],
  // A type that a later release may add.
  ["season_pass.half_price", "Season pass half price"],
] as const)("derives the label of the event type %s: %s", ([type, label]) => {
  expect(labelEvent(type)).toBe(label);
});
