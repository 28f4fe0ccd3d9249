import { over } from "@tms/kit/database/handle";
import { newId } from "@tms/kit/values/ids";
import { encodePageToken } from "@tms/kit/values/page";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listGamers } from "../src/db/gamer-list.ts";
import { refusal, startEntry, type EntryUnderTest } from "./service.ts";

let service: EntryUnderTest;
beforeAll(async () => {
  service = await startEntry();
});
afterAll(() => service?.close());

/** A game that has gamers of these handles. */
async function gameOf(...handles: string[]): Promise<string> {
  const gameId = newId();
  for (const handle of handles)
    await service.entry.createGamer({ requestId: newId(), gameId, handle });
  return gameId;
}

async function listed(gameId: string, handlePrefix = "", pageSize = 0): Promise<string[]> {
  const handles: string[] = [];
  let pageToken = "";
  do {
    const page = await service.entry.listGamers({ gameId, handlePrefix, pageSize, pageToken });
    if (pageSize > 0) expect(page.gamers.length).toBeLessThanOrEqual(pageSize);
    handles.push(...page.gamers.map(({ handle }) => handle));
    pageToken = page.nextPageToken;
  } while (pageToken !== "");
  return handles;
}

const ANNE = ["Anne", "ann", "anna", "anne", "bob", "änne", "中", "🎲"];

describe("a game's gamers", () => {
  test.each([1, 2, 3, 8, 50])("stand in pages of %i in the order of code points", async (size) => {
    expect(await listed(await gameOf(...ANNE), "", size)).toEqual(ANNE);
  });

  test("that begin with a prefix are those, compared exactly", async () => {
    const gameId = await gameOf(...ANNE);
    for (const size of [1, 2, 50]) {
      expect(await listed(gameId, "ann", size)).toEqual(["ann", "anna", "anne"]);
      expect(await listed(gameId, "Ann", size)).toEqual(["Anne"]);
    }
    expect(await listed(gameId, "🎲")).toEqual(["🎲"]);
    expect(await listed(gameId, "zed")).toEqual([]);
  });

  test("are found by any spelling of the prefix, and not by half a letter of it", async () => {
    const gameId = await gameOf("änne", "a_b", "a%b");
    expect(await listed(gameId, "a\u0308")).toEqual(["änne"]);
    expect(await listed(gameId, "a_")).toEqual(["a_b"]);
    expect(await listed(gameId, "a%")).toEqual(["a%b"]);
  });

  test("are no other game's", async () => {
    await gameOf("ada");
    expect(await listed(await gameOf("bob"))).toEqual(["bob"]);
  });

  test("come in pages that no newcomer shifts", async () => {
    const gameId = await gameOf("a", "c", "e");
    const first = await service.entry.listGamers({ gameId, pageSize: 2 });
    for (const handle of ["b", "d"])
      await service.entry.createGamer({ requestId: newId(), gameId, handle });
    const { nextPageToken: pageToken } = first;
    const second = await service.entry.listGamers({ gameId, pageSize: 9, pageToken });
    expect(second.gamers.map(({ handle }) => handle)).toEqual(["d", "e"]);
  });
});

test("reads no more rows than a page has, whatever the prefix", async () => {
  const gameId = await gameOf("a");
  await service.admin.query(
    `INSERT INTO entry.gamer (id, game_id, handle)
     SELECT gen_random_uuid(), $1, 'g' || n FROM generate_series(1, 5000) AS n`,
    [gameId],
  );
  const [, last] = await listGamers(service.context.db, gameId, "", undefined, 2);
  for (const afterId of [undefined, last?.id])
    expect(await rowsRead(gameId, "g3", afterId)).toBeLessThanOrEqual(4);
});

/** How many gamers a page of two reads, on a connection of its own. */
async function rowsRead(gameId: string, prefix: string, afterId: string | undefined) {
  const connection = await service.context.db.$client.connect();
  const readSoFar = async () => {
    const { rows } = await connection.query<{ read: bigint }>(
      `SELECT (idx_tup_fetch + seq_tup_read)::bigint AS read FROM pg_stat_xact_user_tables
       WHERE schemaname = 'entry' AND relname = 'gamer'`,
    );
    return Number(rows[0]?.read);
  };
  try {
    await connection.query("BEGIN");
    const before = await readSoFar();
    await listGamers(over(connection), gameId, prefix, afterId, 3);
    return (await readSoFar()) - before;
  } finally {
    await connection.query("ROLLBACK");
    connection.release();
  }
}

test.for([
  ["no token at all", () => "nonsense"],
  ["another game's", (prefix: string) => encodePageToken(["gamers", newId(), prefix], [newId()])],
])("refuses a token that is %s", async ([, tokenOf]) => {
  const gameId = await gameOf("ada");
  const pageToken = typeof tokenOf === "function" ? tokenOf("") : "";
  expect(await refusal(service.entry.listGamers({ gameId, pageToken }))).toBe("INVALID_PAGE_TOKEN");
});

test.for([
  ["U+0000", "a\0"],
  ["65 characters", "x".repeat(65)],
] as const)("refuses a prefix of %s", async ([, handlePrefix]) => {
  const call = service.entry.listGamers({ gameId: newId(), handlePrefix });
  expect(await refusal(call)).toBe("INVALID_ARGUMENT");
});
