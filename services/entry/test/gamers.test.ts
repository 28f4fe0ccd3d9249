import { newId } from "@tms/kit/values/ids";
import {
  eliminate,
  getReason,
  join,
  publishTournament,
  readPages,
  toRefusal,
  type TournamentKey,
} from "../../../test/world/actions.ts";
import { describe, expect, test } from "../../../test/world/test.ts";
import type { World } from "../../../test/world/world.ts";
import { finish, tournamentOf } from "./actions.ts";

/** Creates gamers in a game of their own; returns the game's id. */
async function createGamers({ entry }: World, ...names: string[]): Promise<string> {
  const gameId = newId();
  for (const handle of names) await entry.createGamer({ requestId: newId(), gameId, handle });
  return gameId;
}

describe("a gamer", () => {
  test("is created once, in any spelling of the handle", async ({ world }) => {
    const request = { requestId: newId(), gameId: newId(), handle: "Zo\u00eb" };
    const first = await world.entry.createGamer(request);
    expect(first).toMatchObject({ created: true, gamer: { handle: "Zo\u00eb" } });
    const respelled = { ...request, handle: "Zoe\u0308" };
    expect(await world.entry.createGamer(respelled)).toEqual(first);
    const again = await world.entry.createGamer({ ...respelled, requestId: newId() });
    expect(again).toEqual({ ...first, created: false });
  });

  test("is changed in what the patch names and in nothing else", async ({ world }) => {
    const gameId = await createGamers(world, "ada");
    const update = async (patch: object) => {
      const request = { requestId: newId(), gameId, handle: "ada", patch };
      return (await world.entry.updateGamer(request)).gamer;
    };
    const { gamer: before } = await world.entry.getGamer({ gameId, handle: "ada" });
    expect(before).toMatchObject({ displayName: "", metadata: "" });
    const metadata = `{"a":1}`;
    expect(await update({ displayName: "Ada" })).toMatchObject({
      displayName: "Ada",
      metadata: "",
    });
    const both = await update({ metadata });
    const { id, createTime } = before ?? {};
    expect(both).toMatchObject({ id, createTime, handle: "ada", displayName: "Ada", metadata });
    expect((await world.entry.getGamer({ gameId, handle: "ada" })).gamer).toEqual(both);
    expect(await update({ displayName: "" })).toMatchObject({ displayName: "", metadata });
  });

  test.for([
    ["a blank name", { displayName: "  " }, "patch.display_name"],
    ["65 characters", { displayName: "x".repeat(65) }, "patch.display_name"],
    ["U+0000", { displayName: "a\0" }, "patch.display_name"],
    ["an escape sequence", { displayName: "\u001b[2J" }, "patch.display_name"],
    ["a line break", { displayName: "a\nb" }, "patch.display_name"],
    ["a change of direction", { displayName: "\u202eada" }, "patch.display_name"],
    ["an isolate", { displayName: "ada\u2066" }, "patch.display_name"],
    ["metadata that is no JSON object", { metadata: "[]" }, "patch.metadata"],
    ["metadata beyond 2 KiB", { metadata: "x".repeat(2_049) }, "patch.metadata"],
  ] as const)("is not changed by %s", async ([, patch, field], { world }) => {
    const gameId = await createGamers(world, "ada");
    const request = { requestId: newId(), gameId, handle: "ada", patch };
    expect(await world.entry.updateGamer(request).catch(toRefusal)).toMatchObject({
      reason: "INVALID_ARGUMENT",
      fields: [{ field }],
    });
    const { gamer } = await world.entry.getGamer({ gameId, handle: "ada" });
    expect(gamer).toMatchObject({ displayName: "", metadata: "" });
  });

  test("may be shown like another, in any characters", async ({ world }) => {
    const gameId = await createGamers(world, "ada", "bob");
    const rename = async (handle: string, displayName: string) => {
      const request = { requestId: newId(), gameId, handle, patch: { displayName } };
      return (await world.entry.updateGamer(request)).gamer?.displayName;
    };
    const name = "🏆".repeat(64);
    expect([await rename("ada", name), await rename("bob", name)]).toEqual([name, name]);
    expect(await rename("ada", "Zoe\u0308")).toBe("Zo\u00eb");
  });
});

describe("the gamers of a game", () => {
  async function list({ entry }: World, gameId: string, handlePrefix = "", pageSize = 0) {
    const pages = await readPages((pageToken) =>
      entry.listGamers({ gameId, handlePrefix, pageSize, pageToken }),
    );
    for (const { gamers } of pages) expect(gamers.length).toBeLessThanOrEqual(pageSize || Infinity);
    return pages.flatMap(({ gamers }) => gamers.map(({ handle }) => handle));
  }
  const ANNE = ["Anne", "ann", "anna", "anne", "bob", "änne", "中", "🎲"];

  test("are listed in the order of code points, in pages of any size", async ({ world }) => {
    const gameId = await createGamers(world, ...ANNE);
    await createGamers(world, "stranger");
    for (const size of [1, 3, 50]) {
      expect(await list(world, gameId, "", size)).toEqual(ANNE);
      expect(await list(world, gameId, "ann", size)).toEqual(["ann", "anna", "anne"]);
      expect(await list(world, gameId, "Ann", size)).toEqual(["Anne"]);
    }
    expect(await list(world, gameId, "🎲")).toEqual(["🎲"]);
    expect(await list(world, gameId, "zed")).toEqual([]);
  });

  test("are found by any spelling of a prefix, not by half a letter", async ({ world }) => {
    const gameId = await createGamers(world, "änne", "a_b", "a%b");
    expect(await list(world, gameId, "a\u0308")).toEqual(["änne"]);
    expect(await list(world, gameId, "a_")).toEqual(["a_b"]);
    expect(await list(world, gameId, "a%")).toEqual(["a%b"]);
    expect(await getReason(list(world, gameId, "a\0"))).toBe("INVALID_ARGUMENT");
  });

  test("come in pages that no newcomer shifts", async ({ world }) => {
    const gameId = await createGamers(world, "a", "c", "e");
    const { nextPageToken: pageToken } = await world.entry.listGamers({ gameId, pageSize: 2 });
    for (const handle of ["b", "d"])
      await world.entry.createGamer({ requestId: newId(), gameId, handle });
    const second = await world.entry.listGamers({ gameId, pageSize: 9, pageToken });
    expect(second.gamers.map(({ handle }) => handle)).toEqual(["d", "e"]);
  });
});

type Edge = (world: World, tournament: TournamentKey, handle: string) => Promise<unknown>;

test.for<[field: string, rpc: string, call: Edge]>([
  [
    "handle",
    "CreateGamer",
    ({ entry }, tournament, handle) =>
      entry.createGamer({ ...tournament, requestId: newId(), handle }),
  ],
  ["handle", "GetGamer", ({ entry }, { gameId }, handle) => entry.getGamer({ gameId, handle })],
  ["handle", "BatchJoin", join],
  [
    "handles[1]",
    "Eliminate",
    (world, tournament, handle) => eliminate(world, tournament, "ann", handle),
  ],
  [
    "final_ranks[0].handle",
    "CheckFinalRanks",
    ({ entry }, tournament, handle) =>
      entry.checkFinalRanks({ ...tournament, finalRanks: [{ handle, rank: 1 }] }),
  ],
  [
    "rankings[0].final_ranks[0].handle",
    "BatchFreezeRanking",
    (world, tournament, handle) => finish(world, tournament, { [handle]: 1 }),
  ],
])("refuses an invalid %s of %s, naming it", async ([field, , call], { world }) => {
  const tournament = await tournamentOf(world, "ann");
  for (const handle of [".", "a\nb", "a\0b", "x".repeat(65), "\u0958".repeat(33)])
    expect(await call(world, tournament, handle).catch(toRefusal)).toMatchObject({
      reason: "INVALID_ARGUMENT",
      message: expect.stringContaining(field),
    });
});

test("identifies one gamer by a handle in two spellings", async ({ world }) => {
  const tournament = await publishTournament(world);
  expect((await join(world, tournament, "Zoe\u0308")).handle).toBe("Zo\u00eb");
  expect(await getReason(join(world, tournament, "Zo\u00eb"))).toBe("GAMER_ALREADY_JOINED");
  expect(await eliminate(world, tournament, "Zoe\u0308")).toHaveLength(1);
  expect(await getReason(join(world, tournament, "🏆".repeat(64)))).toBe("accepted");
  expect(await getReason(join(world, tournament, "🏆".repeat(65)))).toBe("INVALID_ARGUMENT");
});
