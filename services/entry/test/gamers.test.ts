import { once } from "node:events";
import { connect } from "node:http2";
import { serveForTest, TEST_TOKEN } from "@tms/kit/testing/serve";
import { newId } from "@tms/kit/values/ids";
import { EntryService } from "@tms/proto/tms/entry/v1/entry";
import {
  eliminate,
  getReason,
  join,
  publishTournament,
  toRefusal,
  type TournamentKey,
} from "../../../test/world/actions.ts";
import { describe, expect, test } from "../../../test/world/test.ts";
import type { World } from "../../../test/world/world.ts";
import { routes } from "../src/routes.ts";
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
    ["a name that shows nothing", { displayName: "\u3164" }, "patch.display_name"],
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

  test("keeps a newer name if an older change is repeated", async ({ world }) => {
    const gameId = await createGamers(world, "ada");
    const older = { requestId: newId(), gameId, handle: "ada", patch: { displayName: "Old" } };
    await world.entry.updateGamer(older);
    const newer = { ...older, requestId: newId(), patch: { displayName: "New" } };
    await world.entry.updateGamer(newer);
    expect((await world.entry.updateGamer(older)).gamer?.displayName).toBe("Old");
    const { gamer } = await world.entry.getGamer({ gameId, handle: "ada" });
    expect(gamer?.displayName).toBe("New");
  });
});

describe("the gamers of a game", () => {
  async function list({ entry }: World, gameId: string, handlePrefix = "", pageSize = 0) {
    const found: string[] = [];
    let pageToken = "";
    do {
      const page = await entry.listGamers({ gameId, handlePrefix, pageSize, pageToken });
      if (pageSize > 0) expect(page.gamers.length).toBeLessThanOrEqual(pageSize);
      found.push(...page.gamers.map(({ handle }) => handle));
      pageToken = page.nextPageToken;
    } while (pageToken !== "");
    return found;
  }
  const ANNE = ["Anne", "ann", "anna", "anne", "bob", "änne", "中", "🎲"];

  test("are listed in the order of code points, in pages of any size", async ({ world }) => {
    const gameId = await createGamers(world, ...ANNE);
    await createGamers(world, "stranger");
    for (const size of [1, 2, 3, 8, 50]) {
      expect(await list(world, gameId, "", size)).toEqual(ANNE);
      expect(await list(world, gameId, "ann", size)).toEqual(["ann", "anna", "anne"]);
      expect(await list(world, gameId, "Ann", size)).toEqual(["Anne"]);
    }
    expect(await list(world, gameId, "🎲")).toEqual(["🎲"]);
    expect(await list(world, gameId, "zed")).toEqual([]);
  });

  test("are found by any spelling of a prefix, and not by half a letter of it", async ({
    world,
  }) => {
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

interface Edge {
  /** The name of the handle in a request. */
  field: string;
  call: (world: World, tournament: TournamentKey, handle: string) => Promise<unknown>;
}

const EDGES: Record<string, Edge> = {
  createGamer: {
    field: "handle",
    call: ({ entry }, tournament, handle) =>
      entry.createGamer({ ...tournament, requestId: newId(), handle }),
  },
  getGamer: {
    field: "handle",
    call: ({ entry }, tournament, handle) => entry.getGamer({ ...tournament, handle }),
  },
  batchJoin: { field: "handle", call: join },
  eliminate: {
    field: "handles[1]",
    call: (world, tournament, handle) => eliminate(world, tournament, "ann", handle),
  },
  checkFinalRanks: {
    field: "final_ranks[0].handle",
    call: ({ entry }, tournament, handle) =>
      entry.checkFinalRanks({ ...tournament, finalRanks: [{ handle, rank: 1 }] }),
  },
  batchFreezeRanking: {
    field: "rankings[0].final_ranks[0].handle",
    call: (world, tournament, handle) => finish(world, tournament, { [handle]: 1 }),
  },
};
// 256 characters that come to 64, the most there can be of either.
const SPELLED_LONG = "\u1f82".repeat(64).normalize("NFD");
const TOO_LONG = "e".padEnd(257, "\u0301");
const INVALID = [".", "..", "a\nb", "a\0b", "x".repeat(65), "\u0958".repeat(33), TOO_LONG];

describe.for(Object.entries(EDGES))("a handle in %s", ([, { field, call }]) => {
  test("is refused if it is invalid, naming its field", async ({ world }) => {
    for (const handle of INVALID) {
      const tournament = await tournamentOf(world, "ann");
      expect(await call(world, tournament, handle).catch(toRefusal)).toMatchObject({
        reason: "INVALID_ARGUMENT",
        message: expect.stringContaining(field),
      });
    }
  });

  test("may be spelled with more characters than it has", async ({ world }) => {
    const tournament = await tournamentOf(world, "ann", SPELLED_LONG.normalize("NFC"));
    const reason = await getReason(call(world, tournament, SPELLED_LONG));
    expect(["accepted", "GAMER_ALREADY_JOINED"]).toContain(reason);
  });
});

describe("a handle", () => {
  test("is one gamer in two spellings, and has 64 characters of any size", async ({ world }) => {
    const tournament = await publishTournament(world);
    expect((await join(world, tournament, "Zoe\u0308")).handle).toBe("Zo\u00eb");
    expect(await getReason(join(world, tournament, "Zo\u00eb"))).toBe("GAMER_ALREADY_JOINED");
    expect(await eliminate(world, tournament, "Zoe\u0308")).toHaveLength(1);
    expect(await getReason(join(world, tournament, "🏆".repeat(64)))).toBe("accepted");
    expect(await getReason(join(world, tournament, "🏆".repeat(65)))).toBe("INVALID_ARGUMENT");
  });

  test("is never made of dots, even in the database", async ({ world }) => {
    for (const handle of [".", ".."]) {
      const insert = world.admin.query(
        "INSERT INTO entry.gamer (id, game_id, handle) VALUES ($1, $1, $2)",
        [newId(), handle],
      );
      await expect(insert).rejects.toMatchObject({ constraint: "gamer_handle_no_dots" });
    }
  });

  // A generated client writes no half characters.
  test("is refused with half a character in JSON", async ({ world }) => {
    const service = await serveForTest(() => ({
      services: [EntryService],
      routes: routes(world.contexts.entry),
      ready: async () => true,
    }));
    const session = connect(service.url);
    const call = session.request({
      ":method": "POST",
      ":path": "/tms.entry.v1.EntryService/CreateGamer",
      "content-type": "application/json",
      authorization: `Bearer ${TEST_TOKEN}`,
    });
    call.end(JSON.stringify({ gameId: newId(), requestId: newId(), handle: "a\ud800" }));
    const [headers] = (await once(call, "response")) as [Record<string, unknown>];
    session.destroy();
    await service.close();
    expect(headers[":status"]).toBe(400);
  });
});
