import { newId } from "@tms/kit/values/ids";
import { Payer } from "@tms/proto/tms/game/v1/game";
import type { Api } from "../harness/api.ts";
import { audit } from "../harness/audit.ts";
import type { EntryBody } from "../harness/bodies.ts";
import { joined } from "../harness/gamers.ts";
import { idOf, published } from "../harness/tournament.ts";
import { describe, expect, test } from "../world/test.ts";

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const poolOf = async (api: Api, path: string) => (await api.get(path)).body.tournament.prizePool;
const entriesOf = async (api: Api, path: string): Promise<EntryBody[]> =>
  (await api.get(`${path}/entries?limit=1000`)).body.entries;

describe("join", () => {
  test("answers with the entry and charges the fee into the pool", async ({ api }) => {
    const path = await published(api, { entryFee: 2.5 });
    const metadata = { seed: 1 };
    const { status, body } = await api.post(`${path}/join`, { gamer: "ada", metadata });
    expect([status, body.message]).toEqual([201, "Tournament joined successfully"]);
    const { gamer } = (await api.get("/gamer/ada")).body;
    expect(body.entry).toEqual({
      id: expect.any(String),
      tournament: idOf(path),
      gamer: gamer.id,
      gamerHandle: "ada",
      metadata,
      entryFee: 2.5,
      joinedAt: expect.stringMatching(ISO),
      state: "in",
      eliminated: false,
      eliminatedAt: null,
      rank: null,
      provisional: false,
      createdAt: expect.stringMatching(ISO),
      updatedAt: expect.stringMatching(ISO),
    });
    const listed = await api.get(`${path}/entries?limit=10`);
    expect(listed.body).toEqual({ entries: [body.entry], nextCursor: null });
    expect(await poolOf(api, path)).toBe(2.5);
  });

  test("gives 150 seats to 420 gamers who race, and charges 150 fees", async ({ api, live }) => {
    const path = await published(api, { entryFee: 1, maxEntries: 150 });
    const gamers = Array.from({ length: 420 }, (_, n) => `racer-${n}`);
    const persistent = gamers.slice(0, 90);
    // Every second persistent gamer repeats the request with its key. The others send a new request.
    const answers = await Promise.all(
      [...gamers, ...persistent, ...persistent].map(async (gamer) => {
        const repeats = persistent.indexOf(gamer) % 2 === 1;
        const headers: Record<string, string> = repeats ? { "idempotency-key": gamer } : {};
        return { gamer, ...(await api.post(`${path}/join`, { gamer }, { headers })) };
      }),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]));
    const winners = new Set(
      answers.filter(({ status }) => status === 201).map(({ gamer }) => gamer),
    );
    expect(winners.size).toBe(150);
    expect(await poolOf(api, path)).toBe(150);
    const entered = (await entriesOf(api, path)).map(({ gamerHandle }) => gamerHandle);
    expect(entered.toSorted()).toEqual([...winners].toSorted());
    await audit(live.database.adminUrl);
  });
});

describe("many joins", () => {
  const join = (api: Api, path: string, gamers: unknown, key = newId()) =>
    api.post(`${path}/joins`, { gamers }, { headers: { "idempotency-key": key } });

  test("have a result each, are charged once each, and are safe to repeat", async ({ api }) => {
    const path = await published(api, { entryFee: 2, maxEntries: 601 });
    await joined(api, path, "g7");
    const gamers = Array.from({ length: 650 }, (_, n) =>
      n % 2 === 0 ? `g${n}` : { gamer: `g${n}`, metadata: { seed: n } },
    );
    const key = newId();
    const first = await join(api, path, gamers, key);
    expect(first.status).toBe(200);
    const codes = first.body.results.map(({ status, problem }) => problem?.code ?? status);
    expect(codes[7]).toBe("gamer_already_joined");
    expect(codes.filter((code) => code === 201)).toHaveLength(600);
    expect(codes.filter((code) => code === "tournament_full")).toHaveLength(49);
    const again = await join(api, path, gamers, key);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    const late = await join(api, path, gamers.slice(0, 3));
    expect(late.body.results.map(({ problem }) => problem?.code)).toEqual(
      codes.slice(0, 3).map((code) => (code === 201 ? "gamer_already_joined" : code)),
    );
    expect(await poolOf(api, path)).toBe(1_202);
    const entries = await entriesOf(api, path);
    expect(entries).toHaveLength(601);
    for (const { gamerHandle, metadata } of entries) {
      const n = Number(gamerHandle.slice(1));
      expect(metadata).toEqual(n % 2 === 0 || n === 7 ? undefined : { seed: n });
    }
  });

  test("refuse a gamer alone, and give an unpaid seat to the next", async ({ newApi }) => {
    const api = await newApi({ payer: Payer.WALLET });
    for (const gamer of ["ada", "bob"]) await api.post(`/wallet/${gamer}/deposit`, { amount: 5 });
    const path = await published(api, { entryFee: 2, maxEntries: 2 });
    const { body } = await join(api, path, [
      { gamer: "poor" },
      "ada",
      { gamer: "bob" },
      "ada",
      "cyd",
    ]);
    expect(body.results).toMatchObject([
      { status: 402, problem: { code: "insufficient_funds" } },
      { status: 201, entry: { gamerHandle: "ada" } },
      { status: 201, entry: { gamerHandle: "bob" } },
      { status: 409, problem: { code: "gamer_already_joined" } },
      { status: 409, problem: { code: "tournament_full" } },
    ]);
  });

  const LONG = { gamer: "bob", metadata: { text: "x".repeat(2_048) } };
  test.for([
    ["no gamer", [], "/gamers"],
    ["1,001 gamers", Array.from({ length: 1_001 }, (_, n) => `g${n}`), "/gamers"],
    ["a number", ["ada", 5], "/gamers/1"],
    ["a dot as handle", ["."], "/gamers/0"],
    ["an object without a gamer", [{}], "/gamers/0/gamer"],
    ["an unknown field", [{ gamer: "ada", team: 1 }], "/gamers/0/team"],
    ["a number as metadata", [{ gamer: "ada", metadata: 1 }], "/gamers/0/metadata"],
    ["too much metadata", ["ada", LONG], "/gamers/1/metadata"],
  ] as const)("refuse %s as a whole, by the field", async ([, gamers, pointer], { api }) => {
    const path = await published(api);
    const { status, body } = await join(api, path, gamers);
    expect([status, body.code]).toEqual([400, "invalid_argument"]);
    expect(body.errors).toMatchObject([{ pointer }]);
    expect(await entriesOf(api, path)).toEqual([]);
  });
});

const ranked = (entries: EntryBody[]) =>
  entries.map(({ gamerHandle, rank, provisional }) => [gamerHandle, rank, provisional]);

test("ranks eliminated gamers at once, with one rank for each elimination", async ({ api }) => {
  const path = await published(api);
  await joined(api, path, "ada", "J\u00f6rg", "cyd", "dan");
  const one = await api.patch(`${path}/eliminate`, { gamer: "dan" });
  expect([one.status, one.body.message]).toEqual([200, "Gamers eliminated successfully"]);
  expect(one.body.entries).toMatchObject([
    { gamerHandle: "dan", state: "eliminated", eliminated: true, rank: 4, provisional: true },
  ]);
  expect(one.body.entries[0]?.eliminatedAt).toMatch(ISO);
  const two = await api.patch(`${path}/eliminate`, { gamers: ["cyd", "Jo\u0308rg"] });
  expect(ranked(two.body.entries)).toEqual([
    ["cyd", 2, true],
    ["J\u00f6rg", 2, true],
  ]);
  expect(ranked(await entriesOf(api, path))).toEqual([
    ["ada", null, false],
    ["J\u00f6rg", 2, true],
    ["cyd", 2, true],
    ["dan", 4, true],
  ]);
});

describe("disqualify and reinstate", () => {
  const change = (api: Api, path: string, step: string, gamer: string, reason: string) =>
    api.patch(`${path}/${step}`, { gamer, reason });

  test("change the state, and keep who decided what and why", async ({ api }) => {
    const path = await published(api);
    await joined(api, path, "J\u00f6rg", "grace");
    const out = await change(api, path, "disqualify", "Jo\u0308rg", "Speed hack, case 77");
    expect([out.status, out.body.message]).toEqual([200, "Gamers disqualified successfully"]);
    expect(out.body.entries).toMatchObject([
      { gamerHandle: "J\u00f6rg", state: "disqualified", eliminated: false, rank: null },
    ]);
    expect((await entriesOf(api, path)).map(({ state }) => state)).toEqual(["in", "disqualified"]);
    const again = await change(api, path, "disqualify", "Jörg", "again");
    expect([again.status, again.body.code]).toEqual([409, "gamer_disqualified"]);
    expect(again.body.errors).toMatchObject([{ pointer: "/gamer" }]);
    const back = await change(api, path, "reinstate", "Jörg", "A false alarm");
    expect(back.body.entries).toMatchObject([{ gamerHandle: "J\u00f6rg", state: "in" }]);
    const nothing = await change(api, path, "reinstate", "Jörg", "again");
    expect([nothing.status, nothing.body.code]).toEqual([409, "gamer_not_disqualified"]);
    const decisionsOf = async (gamer: string) =>
      (await api.get(`${path}/entry/${encodeURIComponent(gamer)}`)).body.decisions;
    const made = {
      actor: { type: "api_key", id: expect.any(String) },
      decidedAt: expect.stringMatching(ISO),
    };
    expect(await decisionsOf("Jörg")).toEqual([
      { ...made, decision: "disqualify", was: "in", reason: "Speed hack, case 77" },
      { ...made, decision: "reinstate", was: "disqualified", reason: "A false alarm" },
    ]);
    expect(await decisionsOf("grace")).toEqual([]);
  });

  test.for([
    ["no reason", { gamer: "ada" }, "/reason"],
    ["an empty reason", { gamer: "ada", reason: "" }, "/reason"],
    ["a long reason", { gamer: "ada", reason: "x".repeat(501) }, "/reason"],
    ["a NUL in the reason", { gamer: "ada", reason: "a\0b" }, "/reason"],
    ["no gamer", { reason: "a cheat" }, "/gamer"],
    ["both forms", { gamer: "ada", gamers: ["bob"], reason: "a cheat" }, "/gamer"],
  ] as const)("are refused with %s", async ([, body, pointer], { api }) => {
    for (const step of ["disqualify", "reinstate"]) {
      const answer = await api.patch(`/tournament/${newId()}/${step}`, body);
      expect([answer.status, answer.body.errors[0]?.pointer]).toEqual([400, pointer]);
    }
  });
});

test("shows a timeline with no more moments than requested", async ({ api }) => {
  const path = await published(api, { entryFee: 2.5 });
  await joined(api, path, "ada", "bob", "cyd");
  await api.patch(`${path}/eliminate`, { gamer: "ada" });
  await api.patch(`${path}/disqualify`, { gamer: "bob", reason: "two accounts" });
  const { status, body } = await api.get(`${path}/timeline?buckets=2`);
  expect(status).toBe(200);
  expect(body.timeline).toHaveLength(2);
  expect(body.timeline.at(-1)).toEqual({
    at: expect.stringMatching(ISO),
    entries: 3,
    eliminated: 1,
    disqualified: 1,
    prizePool: 7.5,
  });
  // The time since the first join is cut into at most 60 parts of whole milliseconds.
  const { length } = (await api.get(`${path}/timeline`)).body.timeline;
  expect(length).toBeGreaterThan(2);
  expect(length).toBeLessThanOrEqual(60);
  for (const buckets of ["0", "201", "x"]) {
    const refused = await api.get(`${path}/timeline?buckets=${buckets}`);
    expect([refused.status, refused.body.errors[0]?.pointer]).toEqual([400, "/query/buckets"]);
  }
});
