import { afterAll, beforeAll, expect, test } from "vitest";
import { scoredTournament, submit } from "./scores.ts";
import { freezeOutcomes, inShort, startEntry, type EntryUnderTest } from "./service.ts";

let service: EntryUnderTest;
beforeAll(async () => {
  service = await startEntry();
});
afterAll(() => service?.close());

test("many rankings by scores are frozen at once, more than there are connections", async () => {
  const gameId = service.newTournament().gameId;
  const rankings = await Promise.all(
    Array.from({ length: 24 }, async () => {
      const tournament = await scoredTournament(service, ["ann", "bob"], {}, { gameId });
      await submit(service, tournament, [{ handle: "ann", score: 5 }]);
      await service.closeRegistration(tournament);
      return { ...tournament, placed: { bob: 1 } };
    }),
  );
  const frozen = await freezeOutcomes(service.entry, rankings);
  expect(frozen.map(inShort)).toEqual(rankings.map(() => ({ frozen: 2 })));
});
