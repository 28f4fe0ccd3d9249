import MiniSearch from "minisearch";
import { beforeAll, expect, test } from "vitest";
import { SEARCH_OPTIONS } from "../src/search-options.ts";
import { readGuide } from "./guide.ts";
import { searchIndex } from "./search-index.ts";

let index: MiniSearch;
beforeAll(async () => {
  index = MiniSearch.loadJSON(searchIndex(await readGuide()), SEARCH_OPTIONS);
});

test.for([
  ["tournament_full", "/problems/tournament-full"],
  ["insufficient_funds", "/problems/insufficient-funds"],
  ["entry.joined", "/docs/event-types#entry-joined"],
  ["tms keys create", "/docs/cli#tms-keys-create"],
  ["quickstart", "/docs/quickstart"],
  ["idempotency key", "/docs/idempotency"],
  ["retry", "/docs/idempotency#retrying"],
  ["seals", "/docs/seals"],
] as const)("who searches for %s finds %s first", ([words, address]) => {
  expect(index.search(words).map(({ id }): unknown => id)[0]).toBe(address);
});

test.for(["idempotncy", "elimnation", "settlemnt"])("%s is found although mistyped", (word) => {
  expect(index.search(word).length).toBeGreaterThan(0);
});
