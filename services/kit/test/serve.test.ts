import { once } from "node:events";
import { connect as connectHttp2, constants } from "node:http2";
import { connect } from "node:net";
import { Code, ConnectError, type ConnectRouter, createClient } from "@connectrpc/connect";
import { createConnectTransport, createGrpcTransport } from "@connectrpc/connect-node";
import { withToken } from "@tms/kit/callers/token";
import { DomainError } from "@tms/kit/errors/domain-error";
import { RemoteError } from "@tms/kit/errors/remote-error";
import { toRemoteError } from "@tms/kit/errors/status";
import { isTransient } from "@tms/kit/errors/transient";
import { connectTo, within } from "@tms/kit/rpc/client";
import { TEST_TOKEN, type TestService } from "@tms/kit/testing/serve";
import { newId } from "@tms/kit/values/ids";
import { ErrorInfoSchema } from "@tms/proto/google/rpc/error_details";
import {
  Health,
  HealthCheckResponse_ServingStatus as Status,
} from "@tms/proto/grpc/health/v1/health";
import { ServerReflection } from "@tms/proto/grpc/reflection/v1/reflection";
import { EntryService } from "@tms/proto/tms/entry/v1/entry";
import { GameService } from "@tms/proto/tms/game/v1/game";
import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { ask, codeOf, serveGames, serveRoutes } from "./games-service.ts";

const NEVER = new Promise<object>(() => undefined);
const answer = async () => ({});
const gamesOf = (url: string) => connectTo(GameService, url, TEST_TOKEN);
const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );

describe("health", () => {
  const probe = (service: TestService, ...paths: string[]) =>
    Promise.all(
      paths.map(
        async (path) => (await fetch(`http://127.0.0.1:${service.probePort}${path}`)).status,
      ),
    );

  test("tells whether the server and each service can serve", async () => {
    const service = await serveGames(answer);
    const health = service.client(Health);
    for (const name of ["", GameService.typeName])
      expect((await health.check({ service: name })).status).toBe(Status.SERVING);
    expect(await codeOf(health.check({ service: "tms.no.v1.Service" }))).toBe(Code.NotFound);
    expect(await probe(service, "/livez", "/readyz", "/other")).toEqual([200, 200, 404]);
  });

  test("is lost, while life is not, without what the service needs", async () => {
    const ready = () => Promise.reject(new Error("no database"));
    const service = await serveGames(answer, { ready });
    expect((await service.client(Health).check({})).status).toBe(Status.NOT_SERVING);
    expect(await probe(service, "/livez", "/readyz")).toEqual([200, 503]);
  });

  test("can be watched as it changes, until the service stops", async () => {
    let healthy = true;
    const service = await serveGames(answer, { ready: async () => healthy });
    const watching = service.client(Health).watch({})[Symbol.asyncIterator]();
    for (const status of [Status.SERVING, Status.NOT_SERVING, Status.SERVING]) {
      expect((await watching.next()).value).toMatchObject({ status });
      healthy = !healthy;
    }
    healthy = true;
    const end = watching.next();
    await service.close();
    expect(await end).toMatchObject({ done: true });
  });
});

test("reflection lists the services and gives the file of each", async () => {
  async function* questions() {
    const symbol = `${GameService.typeName}.GetGame`;
    yield { messageRequest: { case: "listServices" as const, value: "" } };
    yield { messageRequest: { case: "fileContainingSymbol" as const, value: symbol } };
    yield { messageRequest: { case: "fileByFilename" as const, value: "nowhere.proto" } };
  }
  const reflection = (await serveGames(answer)).client(ServerReflection);
  const answers = await Array.fromAsync(reflection.serverReflectionInfo(questions()));
  expect(answers.map(({ messageResponse }) => messageResponse)).toMatchObject([
    {
      case: "listServicesResponse",
      value: { service: [{ name: GameService.typeName }, { name: Health.typeName }] },
    },
    { case: "fileDescriptorResponse" },
    { case: "errorResponse" },
  ]);
});

test.for([
  ["three times", new ConnectError("later", Code.Unavailable), "UNAVAILABLE", 3],
  ["once", new DomainError("GAME_NOT_FOUND", "No such game."), "GAME_NOT_FOUND", 1],
] as const)("makes a call %s that fails with %s", async ([, error, reason, count]) => {
  let calls = 0;
  const service = await serveGames(async () => {
    calls++;
    throw error;
  });
  const call = gamesOf(service.url).getGame({ gameId: newId() });
  await expect(call).rejects.toMatchObject({ reason });
  expect(calls).toBe(count);
});

describe("a service that stops", () => {
  const takesConnections = async (port: number) => {
    const socket = connect(port, "127.0.0.1");
    const connected = await once(socket, "connect").catch(() => undefined);
    socket.destroy();
    return connected !== undefined;
  };

  test("finishes the call in flight, and takes no other and no connection", async () => {
    const [arrived, leave] = [Promise.withResolvers<AbortSignal>(), Promise.withResolvers<void>()];
    const service = await serveGames(async ({ signal }) => {
      arrived.resolve(signal);
      await leave.promise;
      return { game: { id: "answered" } };
    });
    const inFlight = ask(service);
    const signal = await arrived.promise;
    const closed = service.close();
    await expect.poll(() => takesConnections(service.port)).toBe(false);
    expect(signal.aborted).toBe(false);
    leave.resolve();
    expect((await inFlight).game?.id).toBe("answered");
    await closed;
    expect(await codeOf(ask(service))).toBe(Code.Unavailable);
  });

  test("tells the caller of a call that does not end in time", async () => {
    const arrived = Promise.withResolvers<void>();
    const service = await serveGames(async ({ signal }) => {
      arrived.resolve();
      await once(signal, "abort");
      throw signal.reason;
    });
    const inFlight = ask(service).catch(ConnectError.from);
    await arrived.promise;
    await service.close();
    expect(await inFlight).toMatchObject({
      code: Code.Unavailable,
      rawMessage: "the service is shutting down",
    });
  });

  test("waits no longer than its limit for a peer that does not read", async () => {
    const service = await serveGames(answer);
    await service.client(Health).watch({})[Symbol.asyncIterator]().next();
    await service.close();
    expect(await codeOf(ask(service))).toBe(Code.Unavailable);
  });
});

describe("a service that hangs", () => {
  /** `listApiKeys` asks the service itself, which never answers `getGame`. */
  async function serveHanging() {
    const asked = Promise.withResolvers<void>();
    const failed = Promise.withResolvers<unknown>();
    const service: TestService = await serveRoutes((router) =>
      router.service(GameService, {
        getGame() {
          asked.resolve();
          return NEVER;
        },
        async listApiKeys({ gameId }, call) {
          await gamesOf(service.url)
            .getGame({ gameId }, within(call))
            .catch((error: unknown) => {
              failed.resolve(error);
              throw error;
            });
          return {};
        },
      }),
    );
    const options = { baseUrl: service.url, interceptors: [withToken(TEST_TOKEN)] };
    const transports = {
      connect: createConnectTransport({ httpVersion: "2", ...options }),
      grpc: createGrpcTransport(options),
    };
    /** Calls with this deadline alone: the client itself would wait for ever. */
    const failWith = async (
      protocol: "connect" | "grpc",
      deadline: string,
      rpc: "getGame" | "listApiKeys",
    ) => {
      const name = protocol === "grpc" ? "grpc-timeout" : "connect-timeout-ms";
      const client = createClient(GameService, transports[protocol]);
      const call = client[rpc]({ gameId: newId() }, { headers: { [name]: deadline } });
      return ConnectError.from(await failureOf(call));
    };
    return { service, asked: asked.promise, failed: failed.promise, failWith };
  }

  test.for([
    ["connect", "60"],
    ["connect", "1"],
    ["grpc", "60m"],
    ["grpc", "60000u"],
  ] as const)(
    "is answered for over %s by the deadline %s, with a reason",
    async ([protocol, deadline]) => {
      const { failWith } = await serveHanging();
      const failure = await failWith(protocol, deadline, "getGame");
      expect(failure.code).toBe(Code.DeadlineExceeded);
      expect(failure.findDetails(ErrorInfoSchema)).toMatchObject([{ reason: "DEADLINE_EXCEEDED" }]);
      expect(toRemoteError(failure).reason).toBe("DEADLINE_EXCEEDED");
    },
  );

  test.for([
    ["connect", "100"],
    ["connect", "1"],
    ["grpc", "0n"],
  ] as const)(
    "does not count as away over %s within the deadline %s",
    async ([protocol, deadline]) => {
      const { failWith } = await serveHanging();
      expect((await failWith(protocol, deadline, "listApiKeys")).code).toBe(Code.DeadlineExceeded);
    },
  );

  test.for([constants.NGHTTP2_CANCEL, constants.NGHTTP2_INTERNAL_ERROR])(
    "is at no fault if its caller resets the call with code %i",
    async (code) => {
      const { service, asked, failed } = await serveHanging();
      const session = connectHttp2(service.url);
      const call = session.request({
        ":method": "POST",
        ":path": "/tms.game.v1.GameService/ListApiKeys",
        "content-type": "application/json",
        authorization: `Bearer ${TEST_TOKEN}`,
      });
      call.on("error", () => undefined).end(JSON.stringify({ gameId: newId() }));
      await asked;
      call.close(code);
      expect(await failed).toMatchObject({ reason: "UNAVAILABLE" });
      session.destroy();
    },
  );
});

// During a rollout a process of the new release meets replicas of the old one.
describe("a replica that does not know an RPC yet", () => {
  const OLDER = (router: ConnectRouter) =>
    void router.service(GameService, { getGame: () => ({}) });
  const createGame = (url: string) =>
    gamesOf(url).createGame({ requestId: newId(), name: "Chess" });

  test.for([
    ["an RPC", OLDER],
    ["a service", () => undefined],
  ] as const)("is away if it lacks %s, and its callers wait", async ([, routes]) => {
    const { url } = await serveRoutes(routes);
    const failure = await failureOf(createGame(url));
    expect(failure).toBeInstanceOf(RemoteError);
    expect(failure).toMatchObject({ reason: "UNAVAILABLE" });
    expect(isTransient(failure)).toBe(true);
    const joined = Array.fromAsync(connectTo(EntryService, url, TEST_TOKEN).batchJoin({}));
    expect(await failureOf(joined)).toMatchObject({ reason: "UNAVAILABLE" });
  });

  test("makes its callers unavailable, whose log names the missing RPC", async () => {
    const { url } = await serveRoutes(OLDER);
    const lines: { msg: string }[] = [];
    const write = (line: string) => void lines.push(JSON.parse(line) as { msg: string });
    const getGame = async () => (await createGame(url), {});
    const log = pino({ level: "error" }, { write });
    const newer = await serveRoutes((router) => router.service(GameService, { getGame }), {}, log);
    expect(toRemoteError(await failureOf(ask(newer)))).toMatchObject({ reason: "UNAVAILABLE" });
    expect(lines.map(({ msg }) => msg)).toEqual([
      expect.stringContaining("does not implement the RPC"),
    ]);
  });
});
