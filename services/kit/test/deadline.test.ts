import { Code, ConnectError, createClient, type Transport } from "@connectrpc/connect";
import { createConnectTransport, createGrpcTransport } from "@connectrpc/connect-node";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectTo, within } from "@tms/kit/rpc/client";
import { withToken } from "@tms/kit/callers/token";
import { toRemoteError } from "@tms/kit/errors/status";
import { newId } from "@tms/kit/values/ids";
import { serveForTest, TEST_TOKEN, type TestService } from "@tms/kit/testing/serve";
import { ErrorInfoSchema } from "@tms/proto/google/rpc/error_details";
import { GameService } from "@tms/proto/tms/game/v1/game";

let service: TestService;
const neverAnswered = Promise.withResolvers<object>();
beforeAll(async () => {
  service = await serveForTest(() => ({
    services: [GameService],
    routes: (router) =>
      router.service(GameService, {
        getGame: () => neverAnswered.promise,
        async listApiKeys({ gameId }, call) {
          await connectTo(GameService, service.url, TEST_TOKEN).getGame({ gameId }, within(call));
          return {};
        },
      }),
    ready: () => Promise.resolve(true),
  }));
});
afterAll(() => service?.close());

const interceptors = [withToken(TEST_TOKEN)];
const overConnect = () =>
  createConnectTransport({ httpVersion: "2", baseUrl: service.url, interceptors });
const overGrpc = () => createGrpcTransport({ baseUrl: service.url, interceptors });

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
  const [connect, grpc] = [overConnect(), overGrpc()];
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

test("a caller that leaves no time for the services behind learns that, not that they are away", async () => {
  for (const failure of await Promise.all([
    askWith(overConnect(), { "connect-timeout-ms": "100" }, "listApiKeys"),
    askWith(overConnect(), { "connect-timeout-ms": "1" }, "listApiKeys"),
    askWith(overGrpc(), { "grpc-timeout": "0n" }, "listApiKeys"),
  ]))
    expect(failure).toMatchObject({ code: Code.DeadlineExceeded });
});
