import { once } from "node:events";
import { connect as connectHttp2, constants } from "node:http2";
import { connect } from "node:net";
import {
  Code,
  ConnectError,
  type ConnectRouter,
  type Transport,
  createClient,
} from "@connectrpc/connect";
import { createConnectTransport, createGrpcTransport } from "@connectrpc/connect-node";
import { withToken } from "@tms/kit/callers/token";
import { DomainError } from "@tms/kit/errors/domain-error";
import { RemoteError } from "@tms/kit/errors/remote-error";
import { toRemoteError } from "@tms/kit/errors/status";
import { isTransient } from "@tms/kit/errors/transient";
import { connectTo, within } from "@tms/kit/rpc/client";
import { TEST_TOKEN, type TestService, serveForTest } from "@tms/kit/testing/serve";
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
import { describe, expect, onTestFinished, test } from "vitest";
import { ask, codeOf, serveGames } from "./games-service.ts";

const probe = async (service: TestService, path: string) =>
  (await fetch(`http://127.0.0.1:${service.probePort}${path}`)).status;

async function* questions() {
  yield { messageRequest: { case: "listServices" as const, value: "" } };
  const symbol = `${GameService.typeName}.GetGame`;
  yield { messageRequest: { case: "fileContainingSymbol" as const, value: symbol } };
  yield { messageRequest: { case: "fileByFilename" as const, value: "nowhere.proto" } };
}

/** A handler that fails so many times, and counts its calls. */
const failing = (failures: number, error: Error) => {
  const counter = { calls: 0 };
  const getGame = async () => {
    if (counter.calls++ < failures) throw error;
    return {};
  };
  return { counter, getGame };
};

describe("health", () => {
  test("tells whether the server and each service can serve", async () => {
    const service = await serveGames(async () => ({}));
    const health = service.client(Health);
    for (const name of ["", GameService.typeName])
      expect((await health.check({ service: name })).status).toBe(Status.SERVING);
    expect(await codeOf(health.check({ service: "tms.no.v1.Service" }))).toBe(Code.NotFound);
    expect([await probe(service, "/livez"), await probe(service, "/readyz")]).toEqual([200, 200]);
    expect(await probe(service, "/other")).toBe(404);
  });

  test("is lost, while life is not, when what the service needs is gone", async () => {
    const service = await serveGames(
      async () => ({}),
      () => Promise.reject(new Error("no database")),
    );
    expect((await service.client(Health).check({})).status).toBe(Status.NOT_SERVING);
    expect([await probe(service, "/livez"), await probe(service, "/readyz")]).toEqual([200, 503]);
  });

  test("asked for by many at once is one question to the database", async () => {
    let asks = 0;
    const answer = Promise.withResolvers<boolean>();
    const service = await serveGames(
      async () => ({}),
      () => (asks++, answer.promise),
    );
    const asked = Array.from({ length: 50 }, () => service.client(Health).check({}));
    // It comes after them on the same connection: when it is answered they have arrived.
    await ask(service);
    answer.resolve(true);
    for (const { status } of await Promise.all(asked)) expect(status).toBe(Status.SERVING);
    expect(asks).toBeLessThan(5);
  });

  test("can be watched as it changes", async () => {
    let healthy = true;
    const service = await serveGames(
      async () => ({}),
      async () => healthy,
    );
    const seen: Status[] = [];
    for await (const { status } of service.client(Health).watch({})) {
      seen.push(status);
      healthy = !healthy;
      if (seen.length === 3) break;
    }
    expect(seen).toEqual([Status.SERVING, Status.NOT_SERVING, Status.SERVING]);
  });
});

describe("reflection", () => {
  test("lists the services and gives the file of each", async () => {
    const service = await serveGames(async () => ({}));
    const cases: (string | undefined)[] = [];
    const names: string[] = [];
    for await (const answer of service.client(ServerReflection).serverReflectionInfo(questions())) {
      cases.push(answer.messageResponse.case);
      if (answer.messageResponse.case === "listServicesResponse")
        names.push(...answer.messageResponse.value.service.map(({ name }) => name));
    }
    expect(names).toEqual([GameService.typeName, Health.typeName]);
    expect(cases).toEqual(["listServicesResponse", "fileDescriptorResponse", "errorResponse"]);
  });
});

describe("a call", () => {
  test("that its caller gives up is told to the handler", async () => {
    const [arrived, told] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const service = await serveGames(async (context) => {
      context.signal.addEventListener("abort", () => told.resolve());
      arrived.resolve();
      await told.promise;
      return {};
    });
    const giveUp = new AbortController();
    const call = service
      .client(GameService)
      .getGame({ gameId: newId() }, { signal: giveUp.signal });
    await arrived.promise;
    giveUp.abort();
    expect(await codeOf(call)).toBe(Code.Canceled);
    await told.promise;
  });
});

describe("a client", () => {
  const unavailable = new ConnectError("later", Code.Unavailable);

  test("tries again twice what was unavailable", async () => {
    const { counter, getGame } = failing(2, unavailable);
    const service = await serveGames(getGame);
    await connectTo(GameService, service.url, TEST_TOKEN).getGame({ gameId: newId() });
    expect(counter.calls).toBe(3);
  });

  test("does not repeat what was refused for good", async () => {
    const { counter, getGame } = failing(9, new DomainError("GAME_NOT_FOUND", "No such game."));
    const service = await serveGames(getGame);
    const call = connectTo(GameService, service.url, TEST_TOKEN).getGame({ gameId: newId() });
    await expect(call).rejects.toMatchObject({ reason: "GAME_NOT_FOUND" });
    expect(counter.calls).toBe(1);
  });
});

async function takesConnections(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

describe("a service that stops", () => {
  test("finishes the call in flight and takes no other", async () => {
    const [arrived, leave] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const service = await serveGames(async () => {
      arrived.resolve();
      await leave.promise;
      return { game: { id: "answered" } };
    });
    const inFlight = ask(service);
    await arrived.promise;
    const closed = service.close();
    leave.resolve();
    expect((await inFlight).game?.id).toBe("answered");
    await closed;
    expect(await codeOf(ask(service))).toBe(Code.Unavailable);
  });

  test("takes no connection any more, and aborts nothing that is under way", async () => {
    const [arrived, leave] = [Promise.withResolvers<AbortSignal>(), Promise.withResolvers<void>()];
    const service = await serveGames(async ({ signal }) => {
      arrived.resolve(signal);
      await leave.promise;
      return {};
    });
    const inFlight = ask(service);
    const signal = await arrived.promise;
    const closed = service.close();
    await expect.poll(() => takesConnections(service.port)).toBe(false);
    expect(signal.aborted).toBe(false);
    leave.resolve();
    await inFlight;
    await closed;
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
      rawMessage: "the service is stopping",
    });
  });

  test("ends a health watch", async () => {
    const service = await serveGames(async () => ({}));
    const watching = service.client(Health).watch({})[Symbol.asyncIterator]();
    await watching.next();
    const end = watching.next();
    await service.close();
    expect(await end).toMatchObject({ done: true });
  });

  test("waits no longer than its limit for a peer who does not read", async () => {
    const service = await serveGames(async () => ({}));
    await service.client(Health).watch({})[Symbol.asyncIterator]().next();
    await service.close();
    expect(await codeOf(ask(service))).toBe(Code.Unavailable);
  });
});

const NEVER = new Promise<object>(() => undefined);
/** Starts a service that hangs, and that asks itself within another call. */
async function serveHanging(): Promise<TestService> {
  const service = await serveForTest(() => ({
    services: [GameService],
    routes: (router) =>
      router.service(GameService, {
        getGame: () => NEVER,
        async listApiKeys({ gameId }, call) {
          await connectTo(GameService, service.url, TEST_TOKEN).getGame({ gameId }, within(call));
          return {};
        },
      }),
    ready: () => Promise.resolve(true),
  }));
  onTestFinished(() => service.close());
  return service;
}

const interceptors = [withToken(TEST_TOKEN)];
const overConnect = (service: TestService) =>
  createConnectTransport({ httpVersion: "2", baseUrl: service.url, interceptors });
const overGrpc = (service: TestService) =>
  createGrpcTransport({ baseUrl: service.url, interceptors });

/** What a call with this header alone comes to: the client itself would wait for ever. */
async function askWith(
  transport: Transport,
  headers: Record<string, string>,
  rpc: "getGame" | "listApiKeys" = "getGame",
) {
  const client = createClient(GameService, transport);
  const answer = client[rpc]({ gameId: newId() }, { headers });
  return await answer.catch((error: unknown) => ConnectError.from(error));
}

test("a handler that hangs is answered for by its caller's deadline, with a reason", async () => {
  const service = await serveHanging();
  const [overHttp, grpc] = [overConnect(service), overGrpc(service)];
  for (const failure of await Promise.all([
    askWith(overHttp, { "connect-timeout-ms": "60" }),
    askWith(grpc, { "grpc-timeout": "60m" }),
    askWith(grpc, { "grpc-timeout": "60000u" }),
    askWith(overHttp, { "connect-timeout-ms": "1" }),
  ])) {
    if (!(failure instanceof ConnectError)) throw new Error("it was answered");
    expect(failure.code).toBe(Code.DeadlineExceeded);
    expect(failure.findDetails(ErrorInfoSchema)).toMatchObject([{ reason: "DEADLINE_EXCEEDED" }]);
    expect(toRemoteError(failure).reason).toBe("DEADLINE_EXCEEDED");
  }
});

test("a caller that leaves no time for the services behind learns that, not that they are away", async () => {
  const service = await serveHanging();
  for (const failure of await Promise.all([
    askWith(overConnect(service), { "connect-timeout-ms": "100" }, "listApiKeys"),
    askWith(overConnect(service), { "connect-timeout-ms": "1" }, "listApiKeys"),
    askWith(overGrpc(service), { "grpc-timeout": "0n" }, "listApiKeys"),
  ]))
    expect(failure).toMatchObject({ code: Code.DeadlineExceeded });
});

// During a rollout a process of the new release meets replicas of the old one.

const OLDER = { getGame: () => ({}) };

/** A server of the older release, which knows the RPCs that its routes register alone. */
async function serveOlder(routes: (router: ConnectRouter) => void) {
  const service = await serveForTest(() => ({
    services: [GameService],
    routes,
    ready: async () => true,
  }));
  onTestFinished(() => service.close());
  return service;
}

const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );

const createGame = (url: string) =>
  connectTo(GameService, url, TEST_TOKEN).createGame({ requestId: newId(), name: "Chess" });

describe("a replica that does not know an RPC yet", () => {
  test.for([
    ["an RPC", (router: ConnectRouter) => void router.service(GameService, OLDER)],
    ["a service", () => undefined],
  ] as const)("that lacks %s is away, and its callers wait", async ([, routes]) => {
    const { url } = await serveOlder(routes);
    const failure = await failureOf(createGame(url));
    expect(failure).toBeInstanceOf(RemoteError);
    expect(failure).toMatchObject({ reason: "UNAVAILABLE" });
    expect(isTransient(failure)).toBe(true);
  });

  test("is away for a stream as well", async () => {
    const { url } = await serveOlder((router) => void router.service(GameService, OLDER));
    const joined = Array.fromAsync(connectTo(EntryService, url, TEST_TOKEN).batchJoin({}));
    expect(await failureOf(joined)).toMatchObject({ reason: "UNAVAILABLE" });
  });

  test("makes a service that needs it unavailable, and the log says which RPC is missing", async () => {
    const { url } = await serveOlder((router) => void router.service(GameService, OLDER));
    const lines: { msg: string; level: number }[] = [];
    const note = (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number]);
    const newer = await serveForTest(
      () => ({
        services: [GameService],
        routes: (router) =>
          router.service(GameService, { getGame: async () => (await createGame(url), {}) }),
        ready: async () => true,
      }),
      pino({ level: "error" }, { write: note }),
    );
    onTestFinished(() => newer.close());
    const failure = await failureOf(newer.client(GameService).getGame({ gameId: newId() }));
    expect(toRemoteError(failure)).toMatchObject({ reason: "UNAVAILABLE" });
    expect(lines).toEqual([
      expect.objectContaining({ msg: expect.stringContaining("does not know an RPC") }),
    ]);
  });
});

test.each([constants.NGHTTP2_CANCEL, constants.NGHTTP2_INTERNAL_ERROR])(
  "a caller that resets its call with code %i is no fault of the service asked within it",
  async (code) => {
    const asked = Promise.withResolvers<void>();
    const failed = Promise.withResolvers<unknown>();
    const neverAnswered = Promise.withResolvers<object>();
    const service = await serveForTest(() => ({
      services: [GameService],
      routes: (router) =>
        router.service(GameService, {
          getGame() {
            asked.resolve();
            return neverAnswered.promise;
          },
          async listApiKeys({ gameId }, call) {
            const games = connectTo(GameService, service.url, TEST_TOKEN);
            await games.getGame({ gameId }, within(call)).catch(failed.resolve);
            return {};
          },
        }),
      ready: () => Promise.resolve(true),
    }));
    const session = connectHttp2(service.url);
    const call = session.request({
      ":method": "POST",
      ":path": "/tms.game.v1.GameService/ListApiKeys",
      "content-type": "application/json",
      authorization: `Bearer ${TEST_TOKEN}`,
    });
    call.on("error", () => undefined);
    call.end(JSON.stringify({ gameId: newId() }));
    await asked.promise;
    call.close(code);
    expect(await failed.promise).toMatchObject({ reason: "UNAVAILABLE" });
    neverAnswered.resolve({});
    session.close();
    await once(session, "close");
    await service.close();
  },
);
