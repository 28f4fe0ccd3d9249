import { connect } from "node:net";

/** One response as it came over the wire. */
export interface WireResponse {
  status: number;
  headers: Map<string, string>;
  body: string;
}

export interface Exchange {
  responses: WireResponse[];
  /** The bytes after the last whole response. */
  rest: string;
  /** Whether the server hung up before the time was over. */
  ended: boolean;
}

/**
 * Sends bytes that no HTTP client would send, and reads until the server hangs up or the time
 * is over. `bodiless` says that the request was HEAD, whose answer has a length and no body.
 */
export function exchange(
  port: number,
  bytes: Uint8Array,
  options: { timeoutMs: number; halfClose?: boolean; bodiless?: boolean },
): Promise<Exchange> {
  const { timeoutMs, halfClose = false, bodiless = false } = options;
  return new Promise((resolve) => {
    const chunks: Uint8Array[] = [];
    let ended = true;
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
    const timer = setTimeout(() => {
      ended = false;
      socket.destroy();
    }, timeoutMs);
    socket.on("data", (chunk: Buffer) => chunks.push(chunk));
    // A reset after the answer is how servers refuse what was still being sent.
    socket.on("error", () => undefined);
    socket.on("end", () => socket.end());
    socket.on("close", () => {
      clearTimeout(timer);
      resolve({ ...parse(Buffer.concat(chunks), bodiless), ended });
    });
    socket.write(bytes);
    if (halfClose) socket.end();
  });
}

function parse(bytes: Buffer, bodiless: boolean): { responses: WireResponse[]; rest: string } {
  const responses: WireResponse[] = [];
  let rest = bytes;
  for (;;) {
    const end = rest.indexOf("\r\n\r\n");
    if (end < 0) return { responses, rest: rest.toString("latin1") };
    const [first = "", ...lines] = rest.subarray(0, end).toString("latin1").split("\r\n");
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1] ?? 0);
    const headers = new Map(lines.map(headerOf));
    const length = status < 200 || bodiless ? 0 : Number(headers.get("content-length") ?? 0);
    const whole = end + 4 + length;
    if (rest.length < whole) return { responses, rest: rest.toString("latin1") };
    const body = rest.subarray(end + 4, whole).toString();
    if (status >= 200) responses.push({ status, headers, body });
    rest = rest.subarray(whole);
  }
}

function headerOf(line: string): [string, string] {
  const colon = line.indexOf(":");
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
}
