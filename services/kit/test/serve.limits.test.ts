import { once } from "node:events";
import { connect, constants, type ClientHttp2Stream } from "node:http2";
import { connect as connectTcp } from "node:net";
import { Code, ConnectError } from "@connectrpc/connect";
import { newId } from "@tms/kit/values/ids";
import { serveForTest, TEST_TOKEN } from "@tms/kit/testing/serve";
import { GameService } from "@tms/proto/tms/game/v1/game";
import { expect, test as base } from "vitest";

type Headers = Record<string, string>;

/** `server` refuses deadlines that no timer can keep. `open` opens a stream of a call to it. */
const test = base.extend("server", { scope: "file" }, async ({}, { onCleanup }) => {
  const ids: string[] = [];
  const service = await serveForTest(() => ({
    services: [GameService],
    routes: (router) =>
      router.service(GameService, {
        getGame({ gameId }, call) {
          ids.push(gameId);
          if ((call.timeoutMs() ?? 0) >= 2 ** 31) throw new Error("no timer can keep it");
          return {};
        },
      }),
    ready: async () => true,
  }));
  const session = connect(service.url);
  onCleanup(async () => {
    session.destroy();
    await service.close();
  });
  const fixed = {
    ":method": "POST",
    ":path": `/${GameService.typeName}/GetGame`,
    "content-type": "application/grpc",
    authorization: `Bearer ${TEST_TOKEN}`,
  };
  const games = service.client(GameService);
  const ask = (headers: Headers, gameId: string = newId()) =>
    games.getGame({ gameId }, { headers }).then(() => "served", ConnectError.from);
  const open = (headers: Headers = {}): ClientHttp2Stream =>
    session.request({ ...fixed, ...headers }).on("error", () => undefined);
  return { port: service.port, session, open, ask, ids };
});

test.for(["99999999H", "99999999M", "99999999S"])(
  "serves a call with the deadline %s, which no timer can keep",
  async (timeout, { server: { open } }) => {
    const stream = open({ "grpc-timeout": timeout });
    // A frame whose message is a game_id.
    const id = Buffer.from(newId());
    stream.end(Buffer.concat([Buffer.of(0, 0, 0, 0, id.length + 2, 0x0a, id.length), id]));
    stream.resume();
    const [trailers] = (await once(stream, "trailers")) as [Headers];
    expect(trailers["grpc-status"]).toBe("0");
  },
);

test("serves Connect's longest deadline, and refuses one that is none", async ({
  server: { ask },
}) => {
  expect(await ask({ "connect-timeout-ms": "9999999999" })).toBe("served");
  expect(await ask({ "connect-timeout-ms": "soon" })).toMatchObject({ code: Code.InvalidArgument });
});

test("resets a call whose request never ends", async ({ server: { open } }) => {
  const stream = open();
  stream.write(Buffer.of(0, 0, 0));
  await once(stream, "close");
  expect(stream.rstCode).toBe(constants.NGHTTP2_CANCEL);
});

test("does not run a call that was cut off", async ({ server: { open, session, ids } }) => {
  const stream = open({ "content-type": "application/proto" });
  // Each multiple of three bytes is a valid message.
  stream.end(Buffer.alloc(3_000_000, "\n\u0001x"));
  await new Promise(setImmediate);
  stream.close(constants.NGHTTP2_CANCEL);
  await new Promise((resolve) => session.ping(resolve));
  expect(ids).not.toContain("x");
});

const FITTING = Buffer.of(0, 0, 4, 0x93, 0xe0);
test.for([
  ["a deadline that is none", { "grpc-timeout": "-1S" }, FITTING, "200 3"],
  ["an unknown compression", { "grpc-encoding": "zstd" }, FITTING, "200 12"],
  ["another content type", { "content-type": "text/plain" }, FITTING, "415 "],
  ["want of a token", { authorization: "" }, FITTING, "200 16"],
  ["a message beyond measure", {}, Buffer.of(0, 255, 255, 255, 255), "200 8"],
] as const)(
  "keeps a connection after calls that it refuses unread for %s",
  async ([, headers, head, status], { server: { open } }) => {
    // Held unread, they would come to more than a connection may hold.
    for (let call = 0; call < 100; call++) {
      const stream = open({ ...headers });
      let [http, grpc] = ["", ""];
      stream.on("response", (given) => (http = String(given[":status"])));
      stream.on("trailers", (given) => (grpc = String(given["grpc-status"] ?? "")));
      stream.resume().end(Buffer.concat([head, Buffer.alloc(300_000)]));
      await once(stream, "close");
      expect([`${http} ${grpc}`, stream.rstCode]).toEqual([status, 0]);
    }
  },
);

test("reads no message beyond 4 MiB", async ({ server: { ask } }) => {
  const long = "x".repeat(4 * 1024 * 1024);
  expect(await ask({}, long)).toMatchObject({ code: Code.InvalidArgument });
});

test("takes 1,000 calls at once on one connection", async ({ server: { session } }) => {
  if (session.connecting) await once(session, "remoteSettings");
  expect(session.remoteSettings.maxConcurrentStreams).toBe(1_000);
});

test("has 1,000 connections at most", async ({ server: { port, ask } }) => {
  const sockets = Array.from({ length: 1_001 }, () => connectTcp(port, "127.0.0.1"));
  await Promise.race(sockets.map((socket) => once(socket.resume(), "close")));
  for (const socket of sockets) socket.destroy();
  await expect.poll(() => ask({})).toBe("served");
});
