import { Code, ConnectError } from "@connectrpc/connect";
import { describe, expect, test } from "vitest";
import { connectTo, within } from "@tms/kit/rpc/client";
import { DomainError } from "@tms/kit/errors/domain-error";
import { RemoteError } from "@tms/kit/errors/remote-error";
import { newId } from "@tms/kit/values/ids";
import { TEST_TOKEN, type TestService } from "@tms/kit/testing/serve";
import {
  Health,
  HealthCheckResponse_ServingStatus as Status,
} from "@tms/proto/grpc/health/v1/health";
import { ServerReflection } from "@tms/proto/grpc/reflection/v1/reflection";
import { GameService } from "@tms/proto/tms/game/v1/game";
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

  test("of an unknown service can be watched for its coming", async () => {
    const service = await serveGames(async () => ({}));
    const watching = service.client(Health).watch({ service: "tms.no.v1.Service" });
    for await (const { status } of watching) {
      expect(status).toBe(Status.SERVICE_UNKNOWN);
      break;
    }
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
  test("brings its caller's deadline, and less of it is left for the next hop", async () => {
    const seen: (number | undefined)[] = [];
    const service = await serveGames(async (context) => {
      seen.push(context.timeoutMs(), within(context).timeoutMs);
      return {};
    });
    await service.client(GameService).getGame({ gameId: newId() }, { timeoutMs: 5_000 });
    const [here = 0, next = 0] = seen;
    expect(here).toBeGreaterThan(0);
    expect(here).toBeLessThanOrEqual(5_000);
    expect(next).toBeLessThan(here);
  });

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

  test("that breaks the rules of its proto is refused before the handler", async () => {
    let calls = 0;
    const service = await serveGames(async () => ({ calls: calls++ }));
    const game = connectTo(GameService, service.url, TEST_TOKEN);
    const refused = await game.getGame({ gameId: "no id" }).catch((error: unknown) => error);
    expect(refused).toMatchObject({ reason: "INVALID_ARGUMENT", fields: [{ field: "game_id" }] });
    expect(calls).toBe(0);
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

  test("gives up after that with the other service's failure", async () => {
    const { counter, getGame } = failing(9, unavailable);
    const service = await serveGames(getGame);
    const call = connectTo(GameService, service.url, TEST_TOKEN).getGame({ gameId: newId() });
    const error = await call.catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(RemoteError);
    expect(error).toMatchObject({ reason: "UNAVAILABLE" });
    expect(counter.calls).toBe(3);
  });

  test("does not repeat what was refused for good", async () => {
    const { counter, getGame } = failing(9, new DomainError("GAME_NOT_FOUND", "No such game."));
    const service = await serveGames(getGame);
    const call = connectTo(GameService, service.url, TEST_TOKEN).getGame({ gameId: newId() });
    await expect(call).rejects.toMatchObject({ reason: "GAME_NOT_FOUND" });
    expect(counter.calls).toBe(1);
  });

  test("of a service that is not there gives up within its deadline", async () => {
    const call = connectTo(GameService, "http://127.0.0.1:1", TEST_TOKEN).getGame(
      { gameId: newId() },
      { timeoutMs: 2_000 },
    );
    await expect(call).rejects.toMatchObject({ reason: "UNAVAILABLE" });
  });
});
