import MiniSearch from "minisearch";
import { expect, test } from "vitest";
import { SEARCH_OPTIONS } from "../src/search-options.ts";
import { readGuide, readProblems } from "./guide.ts";
import { searchIndex } from "./search-index.ts";

const pages = [...(await readGuide()), ...readProblems()];
const index = MiniSearch.loadJSON(searchIndex(pages), SEARCH_OPTIONS);

test.for([
  ["tournament_full", "/problems/tournament-full"],
  ["insufficient_funds", "/problems/insufficient-funds"],
  ["entry.joined", "/docs/event-types#entry-joined"],
  ["tms keys create", "/docs/cli#tms-keys-create"],
  ["quickstart", "/docs/quickstart"],
  ["idempotency key", "/docs/idempotency"],
  ["retry", "/docs/idempotency#retrying"],
  ["seals", "/docs/seals"],
] as const)("finds %s first on %s", ([words, address]) => {
  expect(index.search(words).map(({ id }): unknown => id)[0]).toBe(address);
});

test.for(["idempotncy", "elimnation", "settlemnt"])("finds the mistyped word %s", (word) => {
  expect(index.search(word).length).toBeGreaterThan(0);
});
