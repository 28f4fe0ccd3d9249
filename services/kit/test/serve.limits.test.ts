import { once } from "node:events";
import { connect, constants, type ClientHttp2Session } from "node:http2";
import { connect as connectTcp } from "node:net";
import { Code, ConnectError, type HandlerContext } from "@connectrpc/connect";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "@tms/kit/values/ids";
import { serveForTest, TEST_TOKEN, type TestService } from "@tms/kit/testing/serve";
import { GameService } from "@tms/proto/tms/game/v1/game";

let service: TestService;
let session: ClientHttp2Session;
beforeAll(async () => {
  service = await serveForTest(() => ({
    services: [GameService],
    routes: (router) => router.service(GameService, { getGame: (_, call) => keepable(call) }),
    ready: async () => true,
  }));
  session = connect(service.url);
});
afterAll(async () => {
  session.destroy();
  await service.close();
});

function keepable(call: HandlerContext) {
  if ((call.timeoutMs() ?? 0) >= 2 ** 31) throw new Error("no timer can keep this deadline");
  return {};
}

const ask = (headers: Record<string, string>) =>
  service.client(GameService).getGame({ gameId: newId() }, { headers });

describe("a call", () => {
  test.for(["99999999H", "99999999M", "99999999S"])(
    "with the deadline %s, which no timer can keep, is served",
    async (timeout) => {
      const stream = session.request({
        ":method": "POST",
        ":path": `/${GameService.typeName}/GetGame`,
        "content-type": "application/grpc",
        authorization: `Bearer ${TEST_TOKEN}`,
        "grpc-timeout": timeout,
      });
      // A frame whose message is a game_id.
      const id = Buffer.from(newId());
      stream.end(Buffer.concat([Buffer.of(0, 0, 0, 0, id.length + 2, 0x0a, id.length), id]));
      stream.resume();
      const [trailers] = (await once(stream, "trailers")) as [Record<string, string>];
      expect(trailers["grpc-status"]).toBe("0");
    },
  );

  test("with Connect's deadline beyond any timer is served", async () => {
    await expect(ask({ "connect-timeout-ms": "9999999999" })).resolves.toBeDefined();
  });

  test("with a deadline that is none is refused", async () => {
    const error = await ask({ "connect-timeout-ms": "soon" }).catch(ConnectError.from);
    expect(error).toMatchObject({ code: Code.InvalidArgument });
  });

  test("whose request never ends is reset", async () => {
    const stream = session.request({
      ":method": "POST",
      ":path": `/${GameService.typeName}/GetGame`,
      "content-type": "application/grpc",
      authorization: `Bearer ${TEST_TOKEN}`,
    });
    stream.on("error", () => undefined);
    stream.write(Buffer.of(0, 0, 0));
    await once(stream, "close");
    expect(stream.rstCode).toBe(constants.NGHTTP2_CANCEL);
  });
});

/** One call with a large body; tells the status it is refused with. */
async function refusedWith(headers: Record<string, string>, head: Buffer): Promise<string> {
  const stream = session.request({
    ":method": "POST",
    ":path": `/${GameService.typeName}/GetGame`,
    "content-type": "application/grpc",
    authorization: `Bearer ${TEST_TOKEN}`,
    ...headers,
  });
  let [http, grpc] = ["", ""];
  stream.on("response", (given) => (http = String(given[":status"])));
  stream.on("trailers", (given) => (grpc = String(given["grpc-status"] ?? "")));
  stream.on("error", () => undefined).resume();
  stream.end(Buffer.concat([head, Buffer.alloc(300_000)]));
  await once(stream, "close");
  return `${http} ${grpc} reset ${stream.rstCode}`;
}

const FITTING = Buffer.of(0, 0, 4, 0x93, 0xe0);
test.for([
  ["a deadline that is none", { "grpc-timeout": "-1S" }, FITTING, "200 3"],
  ["an unknown compression", { "grpc-encoding": "zstd" }, FITTING, "200 12"],
  ["another content type", { "content-type": "text/plain" }, FITTING, "415 "],
  ["want of a token", { authorization: "" }, FITTING, "200 16"],
  ["a message beyond measure", {}, Buffer.of(0, 255, 255, 255, 255), "200 8"],
] as const)(
  "a connection outlives calls refused unread for %s",
  async ([, headers, head, status]) => {
    // Held unread, they would come to more than a connection may hold.
    const answers = new Set<string>();
    for (let call = 0; call < 100; call++) answers.add(await refusedWith(headers, head));
    expect([...answers]).toEqual([`${status} reset 0`]);
  },
);

describe("a service", () => {
  test("reads no message beyond 4 MiB", async () => {
    const gameId = "x".repeat(4 * 1024 * 1024);
    const error = await service.client(GameService).getGame({ gameId }).catch(ConnectError.from);
    expect(error).toMatchObject({ code: Code.ResourceExhausted });
  });

  test("takes 1,000 calls at once on one connection", async () => {
    if (session.connecting) await once(session, "remoteSettings");
    expect(session.remoteSettings.maxConcurrentStreams).toBe(1_000);
  });

  test("has 1,000 connections at most", async () => {
    const sockets = Array.from({ length: 1_001 }, () => connectTcp(service.port, "127.0.0.1"));
    const hungUp = Promise.race(sockets.map((socket) => once(socket.resume(), "close")));
    await hungUp;
    for (const socket of sockets) socket.destroy();
    await expect.poll(() => ask({}).then(() => "served", String)).toBe("served");
  });
});
