import { once } from "node:events";
import { connect } from "node:http2";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "@tms/kit/values/ids";
import { TEST_TOKEN } from "@tms/kit/testing/serve";
import {
  refusal,
  refusalOf,
  startEntry,
  type TournamentKey,
  type EntryUnderTest,
} from "./service.ts";

let service: EntryUnderTest;
beforeAll(async () => {
  service = await startEntry();
});
afterAll(() => service?.close());

async function tournamentOfAnn(): Promise<TournamentKey> {
  const tournament = service.newTournament();
  await service.join(tournament, "ann");
  return tournament;
}

// Each way a handle comes in, and what the field is called there.
const EDGES: Record<
  string,
  { field: string; call: (tournament: TournamentKey, handle: string) => Promise<unknown> }
> = {
  createGamer: {
    field: "handle",
    call: (tournament, handle) =>
      service.entry.createGamer({ ...tournament, requestId: newId(), handle }),
  },
  getGamer: {
    field: "handle",
    call: (tournament, handle) => service.entry.getGamer({ ...tournament, handle }),
  },
  batchJoin: { field: "handle", call: (tournament, handle) => service.join(tournament, handle) },
  eliminate: {
    field: "handles[1]",
    call: (tournament, handle) => service.eliminate(tournament, "ann", handle),
  },
  checkFinalRanks: {
    field: "final_ranks[0].handle",
    call: (tournament, handle) =>
      service.entry.checkFinalRanks({ ...tournament, finalRanks: [{ handle, rank: 1 }] }),
  },
  batchFreezeRanking: {
    field: "rankings[0].final_ranks[0].handle",
    async call(tournament, handle) {
      await service.closeRegistration(tournament);
      await service.freeze(tournament, { [handle]: 1 });
    },
  },
};
const INVALID = [".", "..", "a\nb", "x".repeat(65), "\u0958".repeat(33)];
// 256 characters that come to 64, the most there can be of either.
const SPELLED_LONG = "\u1f82".repeat(64).normalize("NFD");

describe.each(Object.entries(EDGES))("a handle in %s", (_, { field, call }) => {
  test.each(INVALID)("that is %j is refused, naming its field", async (handle) => {
    const error = await call(await tournamentOfAnn(), handle).catch(refusalOf);
    expect(error).toMatchObject({
      reason: "INVALID_ARGUMENT",
      message: expect.stringContaining(field),
    });
  });

  test("may be spelled with more characters than it has", async () => {
    const tournament = await tournamentOfAnn();
    await service.join(tournament, SPELLED_LONG.normalize("NFC"));
    const refused = await refusal(call(tournament, SPELLED_LONG));
    expect(["accepted", "GAMER_ALREADY_JOINED"]).toContain(refused);
  });

  test("may not be spelled longer than any handle can be", async () => {
    const error = await call(await tournamentOfAnn(), "e".padEnd(257, "\u0301")).catch(refusalOf);
    expect(error).toMatchObject({
      reason: "INVALID_ARGUMENT",
      message: expect.stringContaining(field),
    });
  });
});

test.each([".", ".."])("the database has no gamer called %j either", async (handle) => {
  const insert = service.admin.query(
    `INSERT INTO entry.gamer (id, game_id, handle) VALUES ($1, $1, $2)`,
    [newId(), handle],
  );
  await expect(insert).rejects.toMatchObject({ constraint: "gamer_handle_no_dots" });
});

describe("a handle in a call", () => {
  test("written in two ways is one gamer", async () => {
    const tournament = service.newTournament();
    expect((await service.join(tournament, "Zoe\u0308")).handle).toBe("Zo\u00eb");
    expect(await refusal(service.join(tournament, "Zo\u00eb"))).toBe("GAMER_ALREADY_JOINED");
    expect(await service.eliminate(tournament, "Zoe\u0308")).toHaveLength(1);
  });

  test("may have 64 characters of any size and no more", async () => {
    const tournament = service.newTournament();
    expect(await refusal(service.join(tournament, "🏆".repeat(64)))).toBe("accepted");
    expect(await refusal(service.join(tournament, "🏆".repeat(65)))).toBe("INVALID_ARGUMENT");
    expect(await refusal(service.join(tournament, ""))).toBe("INVALID_ARGUMENT");
  });

  test("with a control character is refused, naming the field", async () => {
    const error = await service.join(service.newTournament(), "a\u0000b").catch(refusalOf);
    expect(error).toMatchObject({ reason: "INVALID_ARGUMENT", fields: [{ field: "handle" }] });
  });

  test("that is half a character is refused, also as JSON", async () => {
    const gameId = newId();
    const status = await postJson("/tms.entry.v1.EntryService/CreateGamer", {
      gameId,
      requestId: newId(),
      handle: "a\ud800",
    });
    expect(status).toBe(400);
    const { rows } = await service.admin.query(`SELECT FROM entry.gamer WHERE game_id = $1`, [
      gameId,
    ]);
    expect(rows).toEqual([]);
  });
});

/** Calls as no generated client would: theirs write no half characters. */
async function postJson(path: string, body: object): Promise<unknown> {
  const session = connect(service.url);
  const call = session.request({
    ":method": "POST",
    ":path": path,
    "content-type": "application/json",
    authorization: `Bearer ${TEST_TOKEN}`,
  });
  call.end(JSON.stringify(body));
  const [headers] = (await once(call, "response")) as [Record<string, unknown>];
  session.destroy();
  return headers[":status"];
}
