import { createClient, type HandlerContext, type Interceptor } from "@connectrpc/connect";
import { createConnectTransport, createGrpcTransport } from "@connectrpc/connect-node";
import { withToken } from "@tms/kit/callers/token";
import { toRemoteError } from "@tms/kit/errors/status";
import { connectTo, within } from "@tms/kit/rpc/client";
import { ACTOR_HEADER, originHeaders, originOf, type Origin } from "@tms/kit/rpc/origin";
import { registerFake } from "@tms/kit/testing/fake";
import { serveForTest, TEST_TOKEN } from "@tms/kit/testing/serve";
import { SYSTEM } from "@tms/kit/values/actor";
import { newId } from "@tms/kit/values/ids";
import { Health } from "@tms/proto/grpc/health/v1/health";
import { GameService } from "@tms/proto/tms/game/v1/game";
import { pino } from "pino";
import { describe, expect, test as base } from "vitest";

type GetGame = (request: { gameId: string }, call: HandlerContext) => object | Promise<object>;

/** A line of a service's log. */
type Line = Record<string, unknown>;

/**
 * Two real services, one behind the other. Games are named by their ids, so that what arrived can be
 * told apart however the calls are mixed.
 */
const test = base.extend("places", { scope: "file" }, async ({}, { onCleanup }) => {
  const arrived = new Map<string, { atFirst: Origin; atSecond?: Origin }>();
  const lines: Line[] = [];
  const log = pino(
    { level: "debug" },
    { write: (line: string) => void lines.push(JSON.parse(line) as Line) },
  );
  const serve = (getGame: GetGame) =>
    serveForTest(
      () => ({
        services: [GameService],
        routes: (router) => registerFake(router, GameService, { getGame }),
        ready: async () => true,
      }),
      log,
    );
  const second = await serve(({ gameId }, call) => {
    Object.assign(arrived.get(gameId) ?? {}, { atSecond: originOf(call) });
    return {};
  });
  const next = connectTo(GameService, second.url, TEST_TOKEN);
  const first = await serve(async ({ gameId }, call) => {
    arrived.set(gameId, { atFirst: originOf(call) });
    return await next.getGame({ gameId }, within(call));
  });
  onCleanup(async () => {
    await first.close();
    await second.close();
  });
  const ask = (headers: Record<string, string>, gameId: string = newId()) =>
    connectTo(GameService, first.url, TEST_TOKEN).getGame({ gameId }, { headers });
  return { url: first.url, arrived, takeLines: () => lines.splice(0), ask };
});

const ORIGINS: Origin[] = [
  { actor: { type: "api_key", id: newId() }, requestId: "trace:1" },
  { actor: { type: "api_key", id: newId() }, requestId: newId() },
  { actor: { type: "user", id: newId() }, requestId: newId() },
  { actor: SYSTEM, requestId: null },
];

test("keeps the origins of calls at once from service to service", async ({ places }) => {
  const { arrived, ask } = places;
  const calls = Array.from({ length: 40 }, (_, n) => ({
    gameId: newId(),
    origin: ORIGINS[n % ORIGINS.length] as Origin,
  }));
  await Promise.all(calls.map(({ gameId, origin }) => ask(originHeaders(origin), gameId)));
  for (const { gameId, origin } of calls)
    expect(arrived.get(gameId)).toEqual({ atFirst: origin, atSecond: origin });
});

test("logs each RPC once, with who acts and by which request", async ({ places }) => {
  const { takeLines, ask } = places;
  takeLines();
  const [key, , person] = ORIGINS as [Origin, Origin, Origin];
  for (const headers of [originHeaders(key), originHeaders(person), {}]) await ask(headers);
  const served = takeLines().filter(({ msg }) => msg === "call served");
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
] as const)("over %s", ([, createTransport]) => {
  const clientWith = (baseUrl: string, actor: string, ...more: Interceptor[]) => {
    const set: Interceptor = (next) => (request) => {
      request.header.set(ACTOR_HEADER, actor);
      return next(request);
    };
    return createTransport({ httpVersion: "2", baseUrl, interceptors: [set, ...more] });
  };

  test.for(["user:<script>", `user:${newId()}, user:${newId()}`, `owner:${newId()}`, "system:"])(
    "refuses %j, which is no actor, and repeats it in no line and no answer",
    async (actor, { places: { url, arrived, takeLines } }) => {
      takeLines();
      const gameId = newId();
      const games = createClient(GameService, clientWith(url, actor, withToken(TEST_TOKEN)));
      const refused = toRemoteError(
        await games.getGame({ gameId }).catch((error: unknown) => error),
      );
      expect(refused).toMatchObject({
        reason: "INVALID_ARGUMENT",
        fields: [{ field: ACTOR_HEADER }],
      });
      expect(arrived.has(gameId)).toBe(false);
      const lines = takeLines();
      expect(lines).toHaveLength(1);
      expect(JSON.stringify([lines, refused.message])).not.toContain(actor);
    },
  );

  test("neither believes nor logs a stranger's actor", async ({ places }) => {
    const { url, arrived, takeLines } = places;
    takeLines();
    const gameId = newId();
    const stranger = clientWith(url, `user:${newId()}`);
    const call = createClient(GameService, stranger).getGame({ gameId });
    expect(toRemoteError(await call.catch((error: unknown) => error)).reason).toBe(
      "CALLER_UNKNOWN",
    );
    for (const transport of [stranger, clientWith(url, "user:<script>")])
      await createClient(Health, transport).check({});
    expect(arrived.has(gameId)).toBe(false);
    const lines = takeLines();
    expect(lines.filter((line) => "actor" in line)).toEqual([]);
    expect(lines.filter(({ msg }) => msg === "call served")).toHaveLength(2);
  });
});

test("leaves out a request id that is not fit for a log", async ({ places }) => {
  const { arrived, takeLines, ask } = places;
  const [gameId, actor] = [newId(), { type: "user", id: newId() } as const];
  const headers = { ...originHeaders({ actor, requestId: null }), "x-request-id": "<script>" };
  await ask(headers, gameId);
  expect(arrived.get(gameId)?.atFirst).toEqual({ actor, requestId: null });
  expect(JSON.stringify(takeLines())).not.toContain("<script>");
});
