import { DomainError } from "@tms/kit/errors/domain-error";
import { newId } from "@tms/kit/values/ids";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newTournament, startGateway, type TestGateway } from "../support/gateway.ts";

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());
beforeEach(() => {
  gateway.fakes.before = () => undefined;
});

const create = (change: object = {}) =>
  gateway.send("POST", "/tournament/create", newTournament(gateway.game, change));
const created = async (change?: object) =>
  `/tournament/${(await create(change)).body.tournament.id}`;

describe("many joins", () => {
  const join = (path: string, gamers: unknown, headers?: Record<string, string>) =>
    gateway.send("POST", `${path}/joins`, { gamers }, headers);

  test("have a result each, in their order, and each its own entry", async () => {
    const path = await created();
    const gamers = ["ada", { gamer: "poor" }, { gamer: "bob", metadata: { seed: 2 } }, "ada"];
    const { status, body } = await join(path, gamers);
    expect(status).toBe(200);
    expect(body.results).toMatchObject([
      { status: 201, entry: { gamerHandle: "ada" } },
      { status: 402, problem: { code: "insufficient_funds" } },
      { status: 201, entry: { gamerHandle: "bob", metadata: { seed: 2 } } },
      { status: 409, problem: { code: "gamer_already_joined" } },
    ]);
    const { entries } = (await gateway.send("GET", `${path}/entries`)).body;
    expect(entries.map(({ gamerHandle }) => gamerHandle)).toEqual(["ada", "bob"]);
  });

  test("repeated under one Idempotency-Key are the same joins, without one are refused each", async () => {
    const path = await created();
    const headers = { "idempotency-key": newId() };
    const first = await join(path, ["ada", "bob"], headers);
    const again = await join(path, ["ada", "bob"], headers);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    const { body } = await join(path, ["ada", "cyd"]);
    expect(body.results).toMatchObject([
      { status: 409, problem: { code: "gamer_already_joined" } },
      { status: 201 },
    ]);
  });

  test("that nobody can tell of are asked for anew by a repeat, which finds the same entries", async () => {
    const path = await created();
    const headers = { "idempotency-key": newId() };
    gateway.fakes.before = (rpc) => {
      if (rpc === "BatchJoin") throw new DomainError("UNAVAILABLE", "Nobody is there.");
    };
    const failed = await join(path, ["ada", "bob"], headers);
    expect([failed.status, failed.body.code]).toEqual([503, "unavailable"]);
    gateway.fakes.before = () => undefined;
    const { body } = await join(path, ["ada", "bob"], headers);
    expect(body.results).toMatchObject([{ status: 201 }, { status: 201 }]);
  });

  test("of a thousand gamers travel in few calls, and leave room for one who comes alone", async () => {
    const path = await created();
    const gamers = Array.from({ length: 1_000 }, (_, n) => ({ gamer: `g${n}` }));
    const before = gateway.fakes.calls.length;
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    gateway.fakes.before = (rpc) => (rpc === "BatchJoin" ? held : undefined);
    const many = join(path, gamers);
    const batches = () =>
      gateway.fakes.calls.slice(before).filter(({ rpc }) => rpc === "BatchJoin");
    await expect.poll(() => batches().length).toBe(1);
    const alone = gateway.send("POST", `${path}/join`, { gamer: "eve" });
    // By its answer, the join before it has arrived.
    await gateway.send("GET", path);
    release();
    expect((await alone).status).toBe(201);
    const { body } = await many;
    expect(body.results.map(({ status }) => status)).toEqual(gamers.map(() => 201));
    expect(batches().length).toBeLessThanOrEqual(6);
    const withEve = batches().findIndex(({ request }) =>
      (request["joins"] as { handle: string }[]).some(({ handle }) => handle === "eve"),
    );
    expect(withEve).toBeLessThan(3);
  });

  test.for([
    ["nobody", [], "/gamers"],
    ["1,001 gamers", Array.from({ length: 1_001 }, (_, n) => `g${n}`), "/gamers"],
    ["a number", ["ada", 5], "/gamers/1"],
    ["a dot as handle", ["."], "/gamers/0"],
    ["an object without a gamer", [{}], "/gamers/0/gamer"],
    ["an unknown field", [{ gamer: "ada", team: 1 }], "/gamers/0/team"],
    ["metadata that is no object", [{ gamer: "ada", metadata: 1 }], "/gamers/0/metadata"],
    [
      "too much metadata",
      ["ada", { gamer: "bob", metadata: { text: "x".repeat(2_048) } }],
      "/gamers/1/metadata",
    ],
  ] as const)("with %s are refused as a whole, by the field", async ([, gamers, pointer]) => {
    const path = await created();
    const { status, body } = await join(path, gamers);
    expect([status, body.code]).toEqual([400, "invalid_argument"]);
    expect(body.errors).toMatchObject([{ pointer }]);
    expect((await gateway.send("GET", `${path}/entries`)).body.entries).toEqual([]);
  });

  test("with metadata for each of 400 are served, and a mebibyte of brackets is not parsed", async () => {
    const path = await created();
    const gamers = Array.from({ length: 400 }, (_, n) => ({
      gamer: `g${n}`,
      metadata: { text: "x".repeat(1_900), n, a: { b: [1, 2, 3] } },
    }));
    const { body } = await join(path, gamers);
    expect(body.results.every(({ status }) => status === 201)).toBe(true);
    const brackets = `{"gamers":[{"gamer":"ada","metadata":{"a":[${"[],".repeat(300_000)}[]]}}]}`;
    const headers = { "x-api-key": gateway.key, "content-type": "application/json" };
    const refused = await gateway.raw("POST", `${path}/joins`, brackets, headers);
    expect([refused.status, refused.body.errors[0]?.pointer]).toEqual([400, ""]);
  });

  test("into a tournament that is none are refused as one", async () => {
    gateway.fakes.before = (rpc) => {
      if (rpc === "BatchJoin") throw new DomainError("TOURNAMENT_NOT_FOUND", "There is none.");
    };
    const { status, body } = await join(`/tournament/${newId()}`, ["ada", "bob"]);
    expect([status, body.code]).toEqual([404, "tournament_not_found"]);
  });
});
