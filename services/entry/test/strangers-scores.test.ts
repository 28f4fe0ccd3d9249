import { collected } from "@tms/kit/rpc/outcomes";
import { newId } from "@tms/kit/values/ids";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inShort, scoredTournament } from "./scores.ts";
import { startEntry, type EntryUnderTest } from "./service.ts";

let service: EntryUnderTest;
beforeAll(async () => {
  service = await startEntry();
});
afterAll(() => service?.close());

test("a score is recorded whatever another game asks for the same tournament at the same time", async () => {
  const tournament = await scoredTournament(service, ["ann"], { attempts: 50 });
  const stranger = { ...tournament, gameId: newId() };
  await service.entry.createGamer({ requestId: newId(), gameId: stranger.gameId, handle: "ann" });
  const scores = Array.from({ length: 50 }, (_, n) => ({
    ...(n % 2 === 0 ? tournament : stranger),
    requestId: newId(),
    handle: "ann",
    score: 1n,
  }));
  const outcomes = await collected(service.entry.batchSubmitScore({ scores }));
  const told = outcomes.toSorted((a, b) => a.index - b.index).map(inShort);
  expect(told).toEqual(scores.map((_, n) => (n % 2 === 0 ? 1 : "TOURNAMENT_NOT_FOUND")));
});
