import { Code, ConnectError } from "@connectrpc/connect";
import { createLogger } from "@tms/kit/process/log";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { IdempotencyStore } from "../../src/idempotency/store.ts";
import { newTournament, startGateway, type TestGateway } from "../support/gateway.ts";

let gateway: TestGateway;
beforeEach(async () => {
  gateway = await startGateway();
});
afterEach(() => gateway.close());

const create = (key: string, change: object = {}, to = gateway) =>
  to.send("POST", "/tournament/create", newTournament(to.game, change), { "idempotency-key": key });
const callsOf = (rpc: string, to = gateway) => to.fakes.calls.filter((call) => call.rpc === rpc);

test("a repeat gets the first answer and does nothing", async () => {
  const first = await create("k/1");
  const second = await create("k/1");
  expect(first.headers.get("idempotency-replayed")).toBeNull();
  expect(second.headers.get("idempotency-replayed")).toBe("true");
  expect(second.status).toBe(201);
  expect(second.body).toEqual(first.body);
  for (const name of ["content-type", "location"])
    expect(second.headers.get(name)).toBe(first.headers.get(name));
  expect(second.headers.get("x-request-id")).not.toBe(first.headers.get("x-request-id"));
  expect(callsOf("CreateTournament")).toHaveLength(1);
});

test("a refusal is repeated as well", async () => {
  const path = `/tournament/${(await create("t")).body.tournament.id}/join`;
  const join = () => gateway.send("POST", path, { gamer: "poor" }, { "idempotency-key": "j" });
  const [first, second] = [await join(), await join()];
  expect(second.body).toEqual(first.body);
  expect([second.status, second.headers.get("content-type")]).toEqual([
    402,
    "application/problem+json",
  ]);
  expect(callsOf("BatchJoin")).toHaveLength(1);
});

test("the same key for another body, path or method is refused", async () => {
  await create("k");
  const { id } = (await create("other")).body.tournament;
  const headers = { "idempotency-key": "k" };
  const answers = [
    await create("k", { name: "Another tournament" }),
    await gateway.send("PATCH", `/tournament/${id}/publish`, undefined, headers),
    await gateway.send("POST", `/gamer/create`, { handle: "ada" }, headers),
  ];
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
    Array.from({ length: 3 }, () => [422, "idempotency_key_reused"]),
  );
});

test("keys of two games are different keys", async () => {
  const other = gateway.fakes.games.add();
  await create("k");
  const theirs = await gateway.send("POST", "/tournament/create", newTournament(other.game), {
    "x-api-key": other.key,
    "idempotency-key": "k",
  });
  expect([theirs.status, theirs.headers.get("idempotency-replayed")]).toEqual([201, null]);
});

test("a repeat while the first is under way is told to wait", async () => {
  const arrived = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  gateway.fakes.before = (rpc) => {
    if (rpc !== "CreateTournament") return undefined;
    arrived.resolve();
    return held.promise;
  };
  const first = create("k");
  await arrived.promise;
  const early = await create("k");
  expect([early.status, early.body.code]).toEqual([409, "request_in_flight"]);
  expect(early.headers.get("retry-after")).toBe("1");
  held.resolve();
  expect((await first).status).toBe(201);
  expect((await create("k")).headers.get("idempotency-replayed")).toBe("true");
});

test.each([
  [
    "is out of reach",
    {
      begin: () => Promise.reject(new Error("away")),
      finish: () => Promise.reject(new Error("away")),
      release: () => Promise.reject(new Error("away")),
      reserve: () => Promise.reject(new Error("away")),
    },
  ],
  [
    "forgets everything",
    {
      begin: async () => ({ kind: "begun", token: "t", isReserved: false }),
      finish: async () => {},
      release: async () => {},
      reserve: async () => {},
    },
  ],
] satisfies [string, IdempotencyStore][])(
  "one request of a key at a time is worked on while the store %s",
  async (_, store) => {
    const alone = await startGateway({ idempotency: store });
    const arrived = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    alone.fakes.before = (rpc) => {
      if (rpc !== "CreateTournament") return undefined;
      arrived.resolve();
      return held.promise;
    };
    const first = create("k", {}, alone);
    await arrived.promise;
    expect((await create("k", {}, alone)).body.code).toBe("request_in_flight");
    expect((await create("k", { name: "Other" }, alone)).body.code).toBe("idempotency_key_reused");
    expect(callsOf("CreateTournament", alone)).toHaveLength(1);
    held.resolve();
    expect((await first).status).toBe(201);
    // The services recognise the repeat, for nobody else remembers it.
    expect((await create("k", {}, alone)).status).toBe(201);
    await alone.close();
  },
);

test("failures that a repeat may mend are not kept", async () => {
  gateway.fakes.before = (rpc) => {
    if (rpc === "CreateTournament") throw new ConnectError("down", Code.Unavailable);
  };
  expect((await create("k")).status).toBe(503);
  gateway.fakes.before = () => undefined;
  const again = await create("k");
  expect([again.status, again.headers.get("idempotency-replayed")]).toEqual([201, null]);
});

test("a request that is not valid does not use its key up", async () => {
  expect((await create("k", { name: 5 })).status).toBe(400);
  expect((await create("k")).status).toBe(201);
});

test("nor does one that only its handler finds invalid", async () => {
  const deposit = (amount: number) =>
    gateway.send("POST", "/wallet/ada/deposit", { amount }, { "idempotency-key": "d" });
  expect((await deposit(0.001)).status).toBe(400);
  const mended = await deposit(0.01);
  expect([mended.status, mended.headers.get("idempotency-replayed")]).toEqual([201, null]);
});

test("services see one request_id per key, and a new one without", async () => {
  for (const key of ["k/1", "k%2F1"]) await create(key);
  for (let i = 0; i < 2; i++)
    await gateway.send("POST", "/tournament/create", newTournament(gateway.game));
  const ids = callsOf("CreateTournament").map(({ request }) => request["requestId"]);
  expect(new Set(ids).size).toBe(4);
});

test.each(["", "with space", "ü", "x".repeat(256), "a, b"])("%j is no key", async (key) => {
  const headers = { "idempotency-key": key };
  const { status, body } = await gateway.send("POST", "/gamer/create", { handle: "ada" }, headers);
  expect([status, body.code]).toEqual([400, "idempotency_key_invalid"]);
});

test("reading takes no notice of it", async () => {
  for (let i = 0; i < 2; i++) {
    const { status } = await gateway.send("GET", "/tournament", undefined, {
      "idempotency-key": "k",
    });
    expect(status).toBe(200);
  }
});

const lost = async () => {
  throw new Error("Redis is gone");
};
const broken: IdempotencyStore = { begin: lost, finish: lost, release: lost, reserve: lost };

describe("when the store is out of reach", () => {
  test("requests go on, and services recognise the repeat", async () => {
    const without = await startGateway({ idempotency: broken });
    const first = await create("k", {}, without);
    const second = await create("k", {}, without);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body.tournament.id).toBe(first.body.tournament.id);
    const moved = await Promise.all(
      [1, 2].map(() =>
        without.send("POST", "/wallet/ada/deposit", { amount: 5 }, { "idempotency-key": "d" }),
      ),
    );
    expect(moved.map(({ status }) => status)).toEqual([201, 201]);
    expect((await without.send("GET", "/wallet/ada")).body.wallet.balance).toBe(5);
    const other = await without.send(
      "POST",
      "/wallet/ada/deposit",
      { amount: 6 },
      { "idempotency-key": "d" },
    );
    expect([other.status, other.body.code]).toEqual([422, "idempotency_key_reused"]);
    await without.close();
  });

  test("the log says so once for many requests, without what they sent", async () => {
    const lines: string[] = [];
    const log = createLogger("gateway", "info", { write: (line) => void lines.push(line) });
    const refused = async (...args: unknown[]) => {
      throw Object.assign(new Error("OOM"), { command: { name: "evalsha", args } });
    };
    const store: IdempotencyStore = {
      begin: async () => ({ kind: "begun", token: "t", isReserved: false }),
      finish: refused,
      release: refused,
      reserve: refused,
    };
    const without = await startGateway({ idempotency: store, log });
    const names = Array.from({ length: 20 }, (_, at) => `Secret plan ${at}`);
    const made = await Promise.all(names.map((name, at) => create(`k${at}`, { name }, without)));
    expect(new Set(made.map(({ status }) => status))).toEqual(new Set([201]));
    await without.close();
    const told = lines.filter((line) => line.includes("the idempotency store is out of reach"));
    expect(told).toHaveLength(1);
    expect(lines.join("")).not.toContain("Secret plan");
  });

  test("an answer that could not be kept is given all the same", async () => {
    const store: IdempotencyStore = {
      begin: async () => ({ kind: "begun", token: "t", isReserved: false }),
      finish: lost,
      release: lost,
      reserve: lost,
    };
    const without = await startGateway({ idempotency: store });
    expect((await create("k", {}, without)).status).toBe(201);
    await without.close();
  });
});
