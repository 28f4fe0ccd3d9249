/** Load for one HTTP server. Each connection sends its next request when it has an answer. */
export interface LoadPlan {
  port: number;
  connections: number;
  /** No request begins after this time; pending requests are awaited. */
  seconds: number;
  /** The number of the first request; 0 if undefined. */
  first?: number;
  /** The number of requests; unlimited if undefined. */
  maxRequests?: number;
  /**
   * Requests as they go over the wire, sent in turn. `{n}` stands for the number of a request.
   * `{turn}` stands for the number of times that all requests were sent before it.
   */
  requests: readonly string[];
  /** The status of an answer that counts. */
  expected: number;
}

/** The outcome of a load. */
export interface LoadOutcome {
  /** Answers of the expected status. */
  answered: number;
  /** Answers of any other status, by status. */
  others: Record<string, number>;
  /** The first unused request number. */
  next: number;
  seconds: number;
  /** The processor time of the generator. */
  cpuMicros: number;
  /** The latencies of all answers, in milliseconds. */
  latency: { p50: number; p99: number };
}

// `{n}` and `{turn}` get as many digits, so that the length of a body is known beforehand.
const DIGITS = 8;

/** Formats a number as it stands in a request. */
export const formatNumber = (number: number): string => String(number).padStart(DIGITS, "0");

/** Renders a request; `{n}` and `{turn}` may stand in the path, a header or the body. */
export function renderRequest(request: {
  method: string;
  path: string;
  headers: Readonly<Record<string, string>>;
  /** JSON, if it is a string. */
  body?: unknown;
}): string {
  const { body = "" } = request;
  const content = typeof body === "string" ? body : JSON.stringify(body);
  const headers = {
    host: "127.0.0.1",
    ...request.headers,
    ...(content !== "" && {
      "content-type": "application/json",
      "content-length": String(
        Buffer.byteLength(content.replaceAll(/\{(n|turn)\}/g, formatNumber(0))),
      ),
    }),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return `${request.method} ${request.path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n${content}`;
}
