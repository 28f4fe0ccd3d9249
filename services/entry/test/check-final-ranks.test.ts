import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { toRemoteError } from "@tms/kit/errors/status";
import { refusal, startEntry, type TournamentKey, type EntryUnderTest } from "./service.ts";

let service: EntryUnderTest;
let tournament: TournamentKey;
beforeAll(async () => {
  service = await startEntry();
  tournament = service.newTournament();
  await service.joinAll(tournament, ["ann", "bob", "cid", "Zo\u00eb", "out"]);
  await service.eliminate(tournament, "out");
});
afterAll(() => service?.close());

type Placed = [handle: string, rank: number];
const check = (...placed: Placed[]) =>
  service.entry.checkFinalRanks({
    ...tournament,
    finalRanks: placed.map(([handle, rank]) => ({ handle, rank })),
  });

describe("final ranks", () => {
  test("are valid when they rank gamers still in from 1 without gaps, some or all of them", async () => {
    await check();
    await check(["ann", 1]);
    await check(["bob", 2], ["ann", 1], ["cid", 2], ["Zoe\u0308", 4]);
    await check(["ann", 1], ["bob", 1], ["cid", 1]);
  });

  test.for([
    ["start at 2", [["ann", 2]]],
    [
      "leave a gap",
      [
        ["ann", 1],
        ["bob", 3],
      ],
    ],
    [
      "leave none after a tie",
      [
        ["ann", 1],
        ["bob", 1],
        ["cid", 2],
      ],
    ],
  ] as [string, Placed[]][])("are invalid when they %s", async ([, placed]) => {
    const error = await check(...placed).catch(toRemoteError);
    expect(error).toMatchObject({ reason: "RANKS_INVALID", fields: [{ field: "final_ranks" }] });
  });

  test.for([
    ["nobody knows", "zed", "GAMER_NOT_FOUND"],
    ["was eliminated", "out", "GAMER_ALREADY_ELIMINATED"],
    ["is named twice", "ann", "INVALID_ARGUMENT"],
  ] as const)("are refused for a gamer who %s, naming the field", async ([, handle, reason]) => {
    const error = await check(["ann", 1], [handle, 2]).catch(toRemoteError);
    expect(error).toMatchObject({ reason, fields: [{ field: "final_ranks[1].handle" }] });
  });

  test("of another game's tournament find none", async () => {
    const stranger = { ...tournament, gameId: service.newTournament().gameId, finalRanks: [] };
    expect(await refusal(service.entry.checkFinalRanks(stranger))).toBe("TOURNAMENT_NOT_FOUND");
  });
});
