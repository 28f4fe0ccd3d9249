import { expect, test } from "vitest";
import { created, published, settled } from "../harness/tournament.ts";
import { joined } from "../harness/gamers.ts";
import { newGame } from "./game.ts";

test("an eliminated gamer gets a rank at once; those eliminated together share it", async () => {
  const api = await newGame();
  const path = await published(api);
  await joined(api, path, "ada", "bob", "cyd", "dan");
  const one = await api.patch(`${path}/eliminate`, { gamer: "dan" });
  expect(one.status).toBe(200);
  expect(one.body.entries).toMatchObject([
    {
      gamerHandle: "dan",
      eliminated: true,
      rank: 4,
      provisional: true,
      eliminatedAt: expect.stringMatching(/Z$/),
    },
  ]);
  const two = await api.patch(`${path}/eliminate`, { gamers: ["cyd", "bob"] });
  expect(two.body.entries.map((e) => [e.gamerHandle, e.rank])).toEqual([
    ["cyd", 2],
    ["bob", 2],
  ]);
  const { entries } = (await api.get(`${path}/entries`)).body;
  expect(entries.map((e) => [e.gamerHandle, e.rank])).toEqual([
    ["ada", null],
    ["bob", 2],
    ["cyd", 2],
    ["dan", 4],
  ]);
});

test("ranks follow who went out later, whoever joins in between, live and in the end", async () => {
  const api = await newGame();
  const path = await published(api);
  await joined(api, path, "a", "b", "c");
  const first = await api.patch(`${path}/eliminate`, { gamer: "c" });
  expect(first.body.entries).toMatchObject([{ rank: 3, provisional: true }]);
  await joined(api, path, "d", "e", "f");
  const second = await api.patch(`${path}/eliminate`, { gamer: "d" });
  expect(second.body.entries).toMatchObject([{ rank: 5, provisional: true }]);
  const live = (await api.get(`${path}/entries`)).body.entries;
  expect(live.map((e) => [e.gamerHandle, e.rank, e.provisional])).toEqual([
    ["a", null, false],
    ["b", null, false],
    ["e", null, false],
    ["f", null, false],
    ["d", 5, true],
    ["c", 6, true],
  ]);
  expect(Date.parse(live[4]?.eliminatedAt ?? "")).toBeGreaterThan(
    Date.parse(live[5]?.eliminatedAt ?? ""),
  );
  await api.patch(`${path}/complete`);
  await settled(api, path);
  const final = (await api.get(`${path}/entries`)).body.entries;
  expect(final.map((e) => [e.gamerHandle, e.rank, e.provisional])).toEqual(
    live.map((e) => [e.gamerHandle, e.rank ?? 1, false]),
  );
});

test("a rank is no longer provisional once all seats are taken", async () => {
  const api = await newGame();
  const path = await published(api, { maxEntries: 2 });
  await joined(api, path, "ada");
  const open = await api.patch(`${path}/eliminate`, { gamer: "ada" });
  expect(open.body.entries).toMatchObject([{ rank: 1, provisional: true }]);
  await joined(api, path, "bob");
  const { entries } = (await api.get(`${path}/entries`)).body;
  expect(entries).toMatchObject([
    { gamerHandle: "bob", rank: null, provisional: false },
    { gamerHandle: "ada", rank: 2, provisional: false },
  ]);
});

test.for([
  ["a gamer nobody knows", "zoe", 404, "gamer_not_found"],
  ["a gamer who is not in", "eve", 404, "gamer_not_entered"],
  ["a gamer eliminated before", "cyd", 409, "gamer_already_eliminated"],
] as const)("with %s all stay in", async ([, handle, status, code]) => {
  const api = await newGame();
  const path = await published(api);
  await api.post("/gamer/create", { handle: "eve" });
  await joined(api, path, "ada", "bob", "cyd");
  await api.patch(`${path}/eliminate`, { gamer: "cyd" });
  const answer = await api.patch(`${path}/eliminate`, { gamers: ["ada", handle] });
  expect([answer.status, answer.body.code]).toEqual([status, code]);
  const { entries } = (await api.get(`${path}/entries`)).body;
  expect(entries.filter((e) => !e.eliminated).map((e) => e.gamerHandle)).toEqual(["ada", "bob"]);
});

test.for([
  ["nobody", {}],
  ["both forms", { gamer: "ada", gamers: ["bob"] }],
  ["an empty list", { gamers: [] }],
  ["a gamer twice", { gamers: ["ada", "ada"] }],
  ["more than 1,000", { gamers: Array.from({ length: 1_001 }, (_, i) => `g${i}`) }],
  ["an unknown field", { gamer: "ada", reason: "cheat" }],
] as const)("naming %s is 400", async ([, body]) => {
  const api = await newGame();
  const path = await published(api);
  await joined(api, path, "ada", "bob");
  expect((await api.patch(`${path}/eliminate`, body)).status).toBe(400);
  const { entries } = (await api.get(`${path}/entries`)).body;
  expect(entries.every((e) => !e.eliminated)).toBe(true);
});

test("and complete refuse a thousand gamers who are not in, and go on", async () => {
  const api = await newGame();
  const path = await published(api);
  await joined(api, path, "ada");
  const nobodies = Array.from({ length: 1_000 }, (_, index) => `nobody-${index}`);
  const eliminated = await api.patch(`${path}/eliminate`, { gamers: nobodies });
  expect([eliminated.status, eliminated.body.code]).toEqual([404, "gamer_not_found"]);
  const ranks = nobodies.map((gamer, index) => ({ gamer, rank: index + 1 }));
  const completed = await api.patch(`${path}/complete`, { ranks });
  expect([completed.status, completed.body.code]).toEqual([404, "gamer_not_found"]);
  expect((await api.patch(`${path}/eliminate`, { gamer: "ada" })).status).toBe(200);
});

test("in a pending tournament is refused", async () => {
  const api = await newGame();
  const path = await created(api);
  const { status, body } = await api.patch(`${path}/eliminate`, { gamer: "ada" });
  expect([status, body.code]).toEqual([409, "tournament_not_published"]);
});

test("repeated with the same Idempotency-Key is one elimination", async () => {
  const api = await newGame();
  const path = await published(api);
  await joined(api, path, "ada", "bob");
  const options = { headers: { "idempotency-key": "out-1" } };
  const first = await api.patch(`${path}/eliminate`, { gamer: "bob" }, options);
  const second = await api.patch(`${path}/eliminate`, { gamer: "bob" }, options);
  expect(second.status).toBe(200);
  expect(second.body).toEqual(first.body);
});
