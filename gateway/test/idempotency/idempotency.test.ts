import { hash } from "node:crypto";
import { createLogger } from "@tms/kit/process/log";
import { derivedId, newId } from "@tms/kit/values/ids";
import { KeyScope, Payer } from "@tms/proto/tms/game/v1/game";
import { AccountType, TransferKind } from "@tms/proto/tms/wallet/v1/wallet";
import { apiOf, type Api } from "../../../test/harness/api.ts";
import { created, published, tournamentBody } from "../../../test/harness/tournament.ts";
import { createGame, watchCalls } from "../../../test/world/actions.ts";
import { apiIn, createApi } from "../../../test/world/callers.ts";
import { describe, expect, test as base } from "../../../test/world/test.ts";
import { createMemoryStore } from "../../src/idempotency/stores.ts";
import type { IdempotencyStore, KeyRecord } from "../../src/idempotency/store.ts";

/** `apiWith` calls a gateway whose store of answers is another. `calls` are creations of tournaments. */
const test = base
  .extend(
    "apiWith",
    ({ newGateway }) =>
      async (idempotency: IdempotencyStore) =>
        await createApi(await newGateway({ idempotency })),
  )
  .extend("calls", ({ live }) => watchCalls(live, "CreateTournament"));

const TERMS = { startTime: "2090-05-01T18:00:00Z", endTime: "2090-05-01T20:00:00Z" };
const create = (api: Api, key: string, change: object = {}) =>
  api.post("/tournament/create", tournamentBody(api, { ...TERMS, ...change }), {
    headers: { "idempotency-key": key },
  });
const replayed = ({ headers }: { headers: Headers }) => headers.get("idempotency-replayed");

describe("a repeat", () => {
  test("gets the first answer and does nothing", async ({ api, calls }) => {
    const [first, second] = [await create(api, "k/1"), await create(api, "k/1")];
    expect([replayed(first), replayed(second)]).toEqual([null, "true"]);
    expect([second.status, second.text]).toEqual([201, first.text]);
    for (const name of ["content-type", "location"])
      expect(second.headers.get(name)).toBe(first.headers.get(name));
    expect(second.headers.get("x-request-id")).not.toBe(first.headers.get("x-request-id"));
    expect(calls()).toHaveLength(1);
  });

  test("gets the first refusal", async ({ newApi: newGame, live }) => {
    const api = await newGame({ payer: Payer.WALLET });
    const path = await published(api, { entryFee: 1 });
    const joins = watchCalls(live, "BatchJoin");
    const options = { headers: { "idempotency-key": "j" } };
    const join = () => api.post(`${path}/join`, { gamer: "poor" }, options);
    const [first, second] = [await join(), await join()];
    expect(second.body).toEqual(first.body);
    expect([second.status, second.headers.get("content-type")]).toEqual([
      402,
      "application/problem+json",
    ]);
    expect(joins()).toHaveLength(1);
  });

  test("is refused with another body or for another resource", async ({ api }) => {
    await create(api, "k");
    const [path, other] = [await created(api, TERMS), await created(api, TERMS)];
    const options = { headers: { "idempotency-key": "k" } };
    expect((await api.patch(`${path}/publish`, undefined, options)).status).toBe(200);
    for (const { status, body } of [
      await create(api, "k", { name: "Another tournament" }),
      await api.patch(`${other}/publish`, undefined, options),
    ])
      expect([status, body.code]).toEqual([422, "idempotency_key_reused"]);
  });

  test("of another caller or operation is new", async ({ api, newApi: newGame, live }) => {
    const options = { headers: { "idempotency-key": "k" } };
    const deposit = (by: Api, amount: number) =>
      by.post("/wallet/ada/deposit", { amount }, options);
    const path = await published(api, { scoring: {} });
    await api.post(`${path}/join`, { gamer: "ada" });
    const scorer = await apiIn(live.gateway, api.gameId, { scopes: [KeyScope.SCORES_WRITE] });
    const scored = await scorer.post(`${path}/score`, { gamer: "ada", score: 1 }, options);
    const peer = await apiIn(live.gateway, api.gameId);
    const answers = [
      scored,
      await create(api, "k"),
      await deposit(api, 5),
      await deposit(peer, 6),
      await deposit(await newGame(), 5),
    ];
    for (const answer of answers) expect([answer.status, replayed(answer)]).toEqual([201, null]);
    expect((await api.get("/wallet/ada")).body.wallet.balance).toBe(11);
  });

  test("by a key that was rolled meanwhile gets the first answer", async ({ live, api }) => {
    const options = { headers: { "idempotency-key": "k" } };
    const deposit = (by: Api) => by.post("/wallet/ada/deposit", { amount: 5 }, options);
    const { gameId } = api;
    const first = await deposit(api);
    let apiKeyId = (await live.game.listApiKeys({ gameId })).apiKeys[0]?.id ?? "";
    for (let rolls = 0; rolls < 2; rolls++) {
      const rolled = await live.game.rollApiKey({
        requestId: newId(),
        gameId,
        apiKeyId,
        graceSeconds: 0,
      });
      apiKeyId = rolled.apiKey?.id ?? "";
      const again = await deposit(apiOf(live.gateway.url, { gameId, apiKey: rolled.secret }));
      expect([again.text, replayed(again)]).toEqual([first.text, "true"]);
    }
  });

  test("is told to wait while the first is under way", async ({ api, live }) => {
    using silence = live.hold("CreateTournament");
    const first = create(api, "k");
    await silence.met;
    const early = await create(api, "k");
    expect([early.status, early.body.code]).toEqual([409, "request_in_flight"]);
    expect(early.headers.get("retry-after")).toBe("1");
    silence[Symbol.dispose]();
    expect((await first).status).toBe(201);
    expect(replayed(await create(api, "k"))).toBe("true");
  });

  test("happens again after a passing failure or an invalid request", async ({ api, live }) => {
    {
      using _outage = live.fail("CreateTournament");
      expect((await create(api, "k")).status).toBe(503);
    }
    expect((await create(api, "k", { name: 5 })).status).toBe(400);
    const again = await create(api, "k");
    expect([again.status, replayed(again)]).toEqual([201, null]);
    const deposit = (amount: number) =>
      api.post("/wallet/ada/deposit", { amount }, { headers: { "idempotency-key": "d" } });
    expect((await deposit(0.001)).status).toBe(400);
    const mended = await deposit(0.01);
    expect([mended.status, replayed(mended)]).toEqual([201, null]);
  });
});

describe("a key of the release before", () => {
  /** A store that has a record under the name that a gateway of the release before gave it. */
  function storeWith(gameId: string, known: Omit<KeyRecord, "fingerprint">) {
    const store = createMemoryStore();
    const earlier = hash("sha256", `${gameId}/k`, "base64url");
    let fingerprint = "";
    return {
      ...store,
      begin: (id: string, given: string) => {
        fingerprint = given;
        return store.begin(id, given);
      },
      find: async (id: string) => (id === earlier ? { fingerprint, ...known } : undefined),
    };
  }
  const ANSWER = { status: 201, headers: { "content-type": "application/json" }, body: "{}" };

  test.for([
    ["that was answered", ANSWER, [201, "true", 0]],
    ["that is in flight", "inFlight", [409, null, 0]],
    ["that is reserved", "reserved", [201, null, 1]],
  ] as const)("%s is recognised", async ([, state, outcome], { live, newGateway, calls }) => {
    const { gameId } = await createGame(live);
    const idempotency = storeWith(gameId, { state });
    const api = await apiIn(await newGateway({ idempotency, documented: false }), gameId);
    const answer = await create(api, "k");
    expect([answer.status, replayed(answer), calls().length]).toEqual(outcome);
    const [call] = calls();
    if (call !== undefined)
      expect(call.request).toMatchObject({ requestId: derivedId(gameId, "http", "k") });
  });
});

test("moves no money again that a gateway of the release before moved", async ({ api, live }) => {
  const { gameId } = api;
  const { gamer } = (await api.post("/gamer/create", { handle: "ada" })).body;
  await live.wallet.batchTransfer({
    transfers: [
      {
        id: derivedId(derivedId(gameId, "http", "k"), "transfer"),
        kind: TransferKind.DEPOSIT,
        debit: { gameId, type: AccountType.EXTERNAL, ownerId: gameId },
        credit: { gameId, type: AccountType.GAMER, ownerId: gamer.id },
        amount: { currency: "USD", minorUnits: 500n },
      },
    ],
  });
  const options = { headers: { "idempotency-key": "k" } };
  expect((await api.post("/wallet/ada/deposit", { amount: 5 }, options)).status).toBe(201);
  expect((await api.get("/wallet/ada")).body.wallet.balance).toBe(5);
});

test("services see one request_id per key, and a new one without a key", async ({ api, calls }) => {
  for (const key of ["k/1", "k%2F1"]) await create(api, key);
  for (let n = 0; n < 2; n++) await created(api);
  const ids = calls().map(({ request }) => (request as { requestId: string }).requestId);
  expect(new Set(ids).size).toBe(4);
});

test.for(["", "with space", "ü", "x".repeat(256), "a, b"])(
  "refuses the key %j",
  async (key, { api }) => {
    const headers = { "idempotency-key": key };
    const { status, body } = await api.post("/gamer/create", { handle: "ada" }, { headers });
    expect([status, body.code]).toEqual([400, "idempotency_key_invalid"]);
    expect((await api.get("/tournament", { headers })).status).toBe(200);
  },
);

const lost = async () => {
  throw new Error("Redis is gone");
};
const BROKEN: IdempotencyStore = {
  begin: lost,
  find: lost,
  finish: lost,
  release: lost,
  reserve: lost,
};
const begun = async () => ({ token: "t", held: undefined });
const none = async () => undefined;
const FORGETFUL: IdempotencyStore = {
  begin: begun,
  find: none,
  finish: none,
  release: none,
  reserve: none,
};

describe("without a store of answers", () => {
  test.for([
    ["is out of reach", BROKEN],
    ["forgets everything", FORGETFUL],
    ["keeps nothing", { ...BROKEN, begin: begun, find: none }],
  ] as const)("that %s, services recognise each repeat", async ([, store], { apiWith, live }) => {
    const api = await apiWith(store);
    const path = await published(api, { entryFee: 1 });
    const requests: [path: string, bodies: object[]][] = [
      ["/gamer/create", [{ handle: "ada" }, { handle: "bob" }]],
      [`${path}/join`, [{ gamer: "ada" }, { gamer: "bob" }]],
      ["/wallet/ada/deposit", [{ amount: 5 }, { amount: 6 }]],
    ];
    for (const [target, [body, other]] of requests) {
      const options = { headers: { "idempotency-key": target } };
      const first = await api.post(target, body, options);
      const again = await api.post(target, body, options);
      expect(first.status).toBe(201);
      expect([again.status, again.body, replayed(again)]).toEqual([201, first.body, null]);
      const changed = await api.post(target, other, options);
      expect([changed.status, changed.body.code]).toEqual([422, "idempotency_key_reused"]);
    }
    expect((await api.get("/wallet/ada")).body.wallet.balance).toBe(5);
    const calls = watchCalls(live, "CreateTournament");
    using silence = live.hold("CreateTournament");
    const first = create(api, "k");
    await silence.met;
    expect((await create(api, "k")).body.code).toBe("request_in_flight");
    expect((await create(api, "k", { name: "B" })).body.code).toBe("idempotency_key_reused");
    expect(calls()).toHaveLength(1);
    silence[Symbol.dispose]();
    const { id } = (await first).body.tournament;
    expect((await create(api, "k")).body.tournament.id).toBe(id);
  });

  test("the log says so once, without what was sent", async ({ newGateway }) => {
    const lines: string[] = [];
    const log = createLogger("gateway", "info", { write: (line) => void lines.push(line) });
    const refused = async (...args: unknown[]) => {
      throw Object.assign(new Error("OOM"), { command: { name: "evalsha", args } });
    };
    const store = { ...FORGETFUL, finish: refused, release: refused, reserve: refused };
    const gateway = await newGateway({ idempotency: store, log });
    const api = await createApi(gateway);
    const names = Array.from({ length: 20 }, (_, n) => `Secret plan ${n}`);
    const made = await Promise.all(names.map((name, n) => create(api, `k${n}`, { name })));
    expect(new Set(made.map(({ status }) => status))).toEqual(new Set([201]));
    await gateway.close();
    const told = lines.filter((line) => line.includes("the idempotency store is unreachable"));
    expect(told).toHaveLength(1);
    expect(lines.join("")).not.toContain("Secret plan");
  });
});

test("a failed repeat leaves the key reserved for its request", async ({ apiWith, live }) => {
  const endings: string[] = [];
  const ends = (ending: string) => async () => void endings.push(ending);
  const api = await apiWith({
    begin: async (_, fingerprint) => ({ token: "t", held: { fingerprint, state: "reserved" } }),
    find: none,
    finish: ends("finished"),
    release: ends("released"),
    reserve: ends("reserved"),
  });
  using _outage = live.fail("CreateTournament");
  expect([(await create(api, "k")).status, endings]).toEqual([503, ["reserved"]]);
});
