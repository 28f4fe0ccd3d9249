import {
  createClient,
  type ConnectRouter,
  type HandlerContext,
  type Interceptor,
} from "@connectrpc/connect";
import { createConnectTransport, createGrpcTransport } from "@connectrpc/connect-node";
import { withToken } from "@tms/kit/callers/token";
import { RemoteError } from "@tms/kit/errors/remote-error";
import { toRemoteError } from "@tms/kit/errors/status";
import { connectTo, within } from "@tms/kit/rpc/client";
import { ACTOR_HEADER, originHeaders, originOf, type Origin } from "@tms/kit/rpc/origin";
import { registerFake } from "@tms/kit/testing/fake";
import { serveForTest, TEST_TOKEN, type TestService } from "@tms/kit/testing/serve";
import { SYSTEM } from "@tms/kit/values/actor";
import { newId } from "@tms/kit/values/ids";
import { Health } from "@tms/proto/grpc/health/v1/health";
import { GameService } from "@tms/proto/tms/game/v1/game";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

// Two real services, one behind the other. Games are named by their ids, so that what arrived can be
// told apart however the calls are mixed.
let first: TestService;
let second: TestService;
let arrived: Map<string, { atFirst: Origin; atSecond?: Origin }>;
let lines: Record<string, unknown>[] = [];

beforeAll(async () => {
  second = await serveGames(({ gameId }, call) => {
    Object.assign(arrived.get(gameId) ?? {}, { atSecond: originOf(call) });
    return {};
  });
  const next = connectTo(GameService, second.url, TEST_TOKEN);
  first = await serveGames(async ({ gameId }, call) => {
    arrived.set(gameId, { atFirst: originOf(call) });
    return await next.getGame({ gameId }, within(call));
  });
});
afterAll(async () => {
  await first?.close();
  await second?.close();
});
beforeEach(() => {
  arrived = new Map();
  lines = [];
});

type GetGame = (request: { gameId: string }, call: HandlerContext) => object | Promise<object>;

function serveGames(getGame: GetGame): Promise<TestService> {
  const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>);
  const routes = (router: ConnectRouter) => registerFake(router, GameService, { getGame });
  return serveForTest(
    () => ({ services: [GameService], routes, ready: async () => true }),
    pino({ level: "debug" }, { write }),
  );
}

const ask = (headers: Record<string, string>, gameId: string) =>
  connectTo(GameService, first.url, TEST_TOKEN).getGame({ gameId }, { headers });

const reasonOf = (call: Promise<unknown>) =>
  call.then(
    () => "served",
    (error: unknown) => (error instanceof RemoteError ? error : toRemoteError(error)).reason,
  );

const ORIGINS: Origin[] = [
  { actor: { type: "api_key", id: newId() }, requestId: "trace:1" },
  { actor: { type: "api_key", id: newId() }, requestId: newId() },
  { actor: { type: "user", id: newId() }, requestId: newId() },
  { actor: SYSTEM, requestId: null },
];

test("calls of two keys, a person and the product at once keep their own origins from service to service", async () => {
  const calls = Array.from({ length: 40 }, (_, n) => ({
    gameId: newId(),
    origin: ORIGINS[n % ORIGINS.length] as Origin,
  }));
  await Promise.all(calls.map(({ gameId, origin }) => ask(originHeaders(origin), gameId)));
  for (const { gameId, origin } of calls)
    expect(arrived.get(gameId)).toEqual({ atFirst: origin, atSecond: origin });
});

test("each RPC is logged once, with who acts and by which request", async () => {
  const [key, , person] = ORIGINS as [Origin, Origin, Origin];
  await ask(originHeaders(key), newId());
  await ask(originHeaders(person), newId());
  await ask({}, newId());
  const served = lines.filter(({ msg }) => msg === "call served");
  // Both services have a line of each call.
  expect(served.map(({ actor, requestId }) => [actor, requestId])).toEqual(
    [key, key, person, person, undefined, undefined].map((origin) => [
      origin?.actor,
      origin?.requestId,
    ]),
  );
});

describe.for([
  ["connect", createConnectTransport],
  ["grpc", createGrpcTransport],
] as const)("over %s", ([, transportOf]) => {
  const clientWith = (header: Record<string, string>, ...more: Interceptor[]) => {
    const set: Interceptor = (next) => (request) => {
      for (const [name, value] of Object.entries(header)) request.header.set(name, value);
      return next(request);
    };
    const options = { httpVersion: "2" as const, baseUrl: first.url };
    return transportOf({ ...options, interceptors: [set, ...more] });
  };

  test.for(["user:<script>", `user:${newId()}, user:${newId()}`, `owner:${newId()}`, "system:"])(
    "an actor that is none, %j, is an invalid argument that no line and no answer repeats",
    async (actor) => {
      const games = createClient(
        GameService,
        clientWith({ [ACTOR_HEADER]: actor }, withToken(TEST_TOKEN)),
      );
      const refused = await games.getGame({ gameId: newId() }).catch(toRemoteError);
      expect(refused).toMatchObject({ reason: "INVALID_ARGUMENT" });
      expect(refused).toMatchObject({ fields: [{ field: ACTOR_HEADER }] });
      expect(arrived.size).toBe(0);
      expect(lines).toHaveLength(1);
      for (const told of [JSON.stringify(lines), (refused as RemoteError).message])
        expect(told).not.toContain(actor);
    },
  );

  test("a stranger's actor is neither believed nor logged", async () => {
    const stranger = clientWith({ [ACTOR_HEADER]: `user:${newId()}` });
    const games = createClient(GameService, stranger);
    expect(await reasonOf(games.getGame({ gameId: newId() }))).toBe("CALLER_UNKNOWN");
    await createClient(Health, stranger).check({});
    await createClient(Health, clientWith({ [ACTOR_HEADER]: "user:<script>" })).check({});
    expect(arrived.size).toBe(0);
    expect(lines.filter((line) => "actor" in line)).toEqual([]);
    expect(lines.filter(({ msg }) => msg === "call served")).toHaveLength(2);
  });
});

test("a request id that is not fit for a log is left out", async () => {
  const [gameId, actor] = [newId(), { type: "user", id: newId() } as const];
  const headers = { ...originHeaders({ actor, requestId: null }), "x-request-id": "<script>" };
  await ask(headers, gameId);
  expect(arrived.get(gameId)?.atFirst).toEqual({ actor, requestId: null });
  expect(JSON.stringify(lines)).not.toContain("<script>");
});
