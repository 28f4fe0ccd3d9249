import { Code, ConnectError, createClient, type Transport } from "@connectrpc/connect";
import { createConnectTransport, createGrpcTransport } from "@connectrpc/connect-node";
import { afterAll, beforeAll, expect, test } from "vitest";
import { toRemoteError } from "@tms/kit/errors";
import { newId } from "@tms/kit/ids";
import { serveForTest, type TestService } from "@tms/kit/testing";
import { ErrorInfoSchema } from "@tms/proto/google/rpc/error_details";
import { GameService } from "@tms/proto/tms/game/v1/game";

let service: TestService;
const neverAnswered = Promise.withResolvers<object>();
beforeAll(async () => {
  service = await serveForTest(() => ({
    services: [GameService],
    routes: (router) => router.service(GameService, { getGame: () => neverAnswered.promise }),
    ready: () => Promise.resolve(true),
  }));
});
afterAll(() => service?.close());

/** What a call with this header alone comes to: the client itself would wait for ever. */
const askWith = (transport: Transport, headers: Record<string, string>) =>
  createClient(GameService, transport)
    .getGame({ gameId: newId() }, { headers })
    .catch((error: unknown) => ConnectError.from(error));

test("a handler that hangs is answered for by its caller's deadline, with a reason", async () => {
  const connect = createConnectTransport({ httpVersion: "2", baseUrl: service.url });
  const grpc = createGrpcTransport({ baseUrl: service.url });
  for (const failure of await Promise.all([
    askWith(connect, { "connect-timeout-ms": "60" }),
    askWith(grpc, { "grpc-timeout": "60m" }),
    askWith(grpc, { "grpc-timeout": "60000u" }),
    askWith(connect, { "connect-timeout-ms": "1" }),
  ])) {
    if (!(failure instanceof ConnectError)) throw new Error("it was answered");
    expect(failure.code).toBe(Code.DeadlineExceeded);
    expect(failure.findDetails(ErrorInfoSchema)).toMatchObject([{ reason: "DEADLINE_EXCEEDED" }]);
    expect(toRemoteError(failure).reason).toBe("DEADLINE_EXCEEDED");
  }
});
