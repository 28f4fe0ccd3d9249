import { timestampMs } from "@bufbuild/protobuf/wkt";
import { afterAll, beforeAll, expect, test } from "vitest";
import { scoredTournament, submit } from "./scores.ts";
import { freezeOutcomes, inShort, startEntry, type EntryUnderTest } from "./service.ts";

let service: EntryUnderTest;
beforeAll(async () => {
  service = await startEntry();
});
afterAll(() => service?.close());

test("a leaderboard that the game's ranks turn round is of a later moment", async () => {
  const tournament = await scoredTournament(service, ["ann", "bob"]);
  await submit(service, tournament, [
    { handle: "ann", score: 5 },
    { handle: "bob", score: 4 },
  ]);
  const read = async () => {
    const { standings, asOf } = await service.entry.readLeaderboard(tournament);
    return { handles: standings.map(({ handle }) => handle), at: asOf && timestampMs(asOf) };
  };
  const before = await read();
  await service.closeRegistration(tournament);
  await service.freeze(tournament, { bob: 1 });
  const after = await read();
  expect([before.handles, after.handles]).toEqual([
    ["ann", "bob"],
    ["bob", "ann"],
  ]);
  expect(after.at).toBeGreaterThan(before.at ?? Infinity);
});

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
