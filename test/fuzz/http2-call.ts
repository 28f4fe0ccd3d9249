import { connect, constants, type ClientHttp2Session, type IncomingHttpHeaders } from "node:http2";

/** How a call ended, as it came over the wire. */
export interface RawAnswer {
  /** 0 when the stream was reset before any answer. */
  httpStatus: number;
  headers: IncomingHttpHeaders;
  trailers: IncomingHttpHeaders;
  body: Buffer;
  /** The code of the reset; 0 when there was none. */
  resetCode: number;
  /** Why the whole session ended, if it did. */
  sessionEnd: string;
}

const sessions = new Map<string, ClientHttp2Session>();
const ends = new Map<string, string>();
const PATIENCE_MS = 35_000;

/** Sends one request over HTTP/2 as it is, on one session per server. */
export function callRaw(
  url: string,
  path: string,
  { headers, body }: { headers: Record<string, string>; body: Uint8Array },
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const stream = sessionOf(url).request({ ":method": "POST", ":path": path, ...headers });
    const answer: RawAnswer = {
      httpStatus: 0,
      headers: {},
      trailers: {},
      body: Buffer.alloc(0),
      resetCode: 0,
      sessionEnd: "",
    };
    const chunks: Buffer[] = [];
    stream.setTimeout(PATIENCE_MS, () => {
      stream.close(constants.NGHTTP2_CANCEL);
      reject(new Error(`no answer within ${PATIENCE_MS} ms`));
    });
    stream.on("response", (received) => {
      answer.httpStatus = received[":status"] ?? 0;
      answer.headers = { ...received };
    });
    stream.on("trailers", (received) => (answer.trailers = { ...received }));
    stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    // A reset is an answer too; its code is looked at.
    stream.on("error", () => undefined);
    stream.on("close", () =>
      resolve({
        ...answer,
        body: Buffer.concat(chunks),
        resetCode: stream.rstCode,
        sessionEnd: ends.get(url) ?? "",
      }),
    );
    stream.end(body);
  });
}

function sessionOf(url: string): ClientHttp2Session {
  const known = sessions.get(url);
  if (known !== undefined && !known.closed && !known.destroyed) return known;
  // This side must hold more of an oversized message than the service does.
  const session = connect(url, { maxSessionMemory: 1_000 });
  session.on("goaway", (code) => ends.set(url, `GOAWAY ${code}`));
  session.on("error", (error) => {
    ends.set(url, error.message);
    session.destroy();
  });
  sessions.set(url, session);
  return session;
}

/** Closes the sessions there are. */
export function closeSessions(): void {
  for (const session of sessions.values()) session.destroy();
  sessions.clear();
}
