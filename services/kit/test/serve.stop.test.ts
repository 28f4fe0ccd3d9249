import { once } from "node:events";
import { connect } from "node:net";
import { Code, ConnectError } from "@connectrpc/connect";
import { describe, expect, test } from "vitest";
import { Health } from "@tms/proto/grpc/health/v1/health";
import { ask, codeOf, serveGames } from "./games-service.ts";

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
