import { once } from "node:events";
import { connect as connectHttp2, constants, type ClientHttp2Session } from "node:http2";
import { connect as connectTcp } from "node:net";

const CALL = {
  ":method": "POST",
  ":path": "/grpc.health.v1.Health/Check",
  "content-type": "application/grpc",
  te: "trailers",
};
const PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
const SETTINGS = frame(4, 0, 0, Buffer.alloc(0));

/** The abuses of one connection to a service. */
export const ABUSES: Readonly<Record<string, (url: string) => Promise<void>>> = {
  "opens and resets streams": (url) =>
    withSession(url, (session) => {
      for (let index = 0; index < 3_000 && !session.destroyed; index++)
        quiet(session.request(CALL)).close(constants.NGHTTP2_CANCEL);
    }),
  "opens more streams than are allowed and never ends their bodies": (url) =>
    withSession(url, (session) => {
      for (let index = 0; index < 1_050 && !session.destroyed; index++)
        quiet(session.request(CALL)).write(Buffer.of(0, 0, 0));
    }),
  "sends headers beyond measure": (url) =>
    withSession(url, (session) => {
      quiet(session.request({ ...CALL, "x-long": "x".repeat(60_000) })).end();
      quiet(session.request({ ...CALL, ...manyHeaders(500) })).end();
    }),
  "sends a body beyond measure": (url) =>
    withSession(url, (session) => {
      const head = Buffer.of(0, 0x7f, 0xff, 0xff, 0xff);
      quiet(session.request(CALL)).end(Buffer.concat([head, Buffer.alloc(6 * 1024 * 1024)]));
    }),
  "asks for paths and methods there are not": (url) =>
    withSession(url, (session) => {
      for (const path of ["/", "/x", "/tms.wallet.v1.WalletService/", "*", `/${"x".repeat(9_000)}`])
        for (const method of ["GET", "POST", "DELETE"])
          quiet(session.request({ ...CALL, ":method": method, ":path": path })).end();
    }),
  "floods with SETTINGS": (url) => withBytes(url, repeat(SETTINGS, 20_000)),
  "floods with PING": (url) => withBytes(url, repeat(frame(6, 0, 0, Buffer.alloc(8)), 20_000)),
  "floods with empty DATA": (url) =>
    withBytes(url, repeat(frame(0, 0, 1, Buffer.alloc(0)), 20_000)),
  "floods with WINDOW_UPDATE": (url) =>
    withBytes(url, repeat(frame(8, 0, 0, Buffer.of(0x7f, 0xff, 0xff, 0xff)), 100)),
  "never ends a header block": (url) =>
    withBytes(
      url,
      Buffer.concat([
        frame(1, 0, 1, Buffer.of(0x82)),
        repeat(frame(9, 0, 1, Buffer.alloc(1_000, 0x82)), 2_000),
      ]),
    ),
  "sends a frame beyond measure": (url) => withBytes(url, frame(0, 0, 1, Buffer.alloc(1_000_000))),
  "sends no HTTP/2 at all": (url) => withTcp(url, "GET / HTTP/1.1\r\nhost: x\r\n\r\n"),
  "sends garbage": (url) =>
    withTcp(url, Buffer.from(Array.from({ length: 5_000 }, (_, i) => (i * 31) % 256))),
  "says nothing and leaves": (url) => withTcp(url, PREFACE.slice(0, 5)),
};

const manyHeaders = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`x-${index}`, "y"]));

const repeat = (bytes: Buffer, times: number): Buffer =>
  Buffer.concat(Array.from({ length: times }, () => bytes));

function frame(type: number, flags: number, stream: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

type Stream = ReturnType<ClientHttp2Session["request"]>;

/** Ignores the outcome: an unhandled error would end this process. */
function quiet(stream: Stream): Stream {
  return stream.on("error", () => undefined).resume();
}

/** Long enough for the server to read what was sent. */
const LEAVE_AFTER_MS = 300;

async function withSession(
  url: string,
  abuse: (session: ClientHttp2Session) => void,
): Promise<void> {
  const session = connectHttp2(url);
  session.on("error", () => undefined);
  await once(session, "connect");
  abuse(session);
  const closed = new Promise((resolve) => session.once("close", resolve));
  const leaving = setTimeout(() => session.destroy(), LEAVE_AFTER_MS);
  await closed;
  clearTimeout(leaving);
}

const withBytes = (url: string, bytes: Buffer): Promise<void> =>
  withTcp(url, Buffer.concat([Buffer.from(PREFACE), SETTINGS, bytes]));

async function withTcp(url: string, bytes: string | Buffer): Promise<void> {
  const socket = connectTcp(Number(new URL(url).port), "127.0.0.1");
  socket.on("error", () => undefined).resume();
  const closed = new Promise((resolve) => socket.once("close", resolve));
  const leaving = setTimeout(() => socket.destroy(), LEAVE_AFTER_MS);
  socket.write(bytes);
  await closed;
  clearTimeout(leaving);
}
