/** Load to put on one HTTP server: each connection sends its next request once it has its answer. */
export interface LoadPlan {
  port: number;
  connections: number;
  /** No request is begun after this; those under way are awaited. */
  seconds: number;
  /** Most requests, whatever time is left. */
  most: number;
  /** The number of the first request. */
  first: number;
  /**
   * Requests as they go over the wire, sent in turn. `{n}` stands for a request's number and
   * `{turn}` for the times that all of them were sent before it, each in {@link DIGITS} digits,
   * so that a request is as long as its template.
   */
  requests: readonly string[];
  /** The status of an answer that counts. */
  expected: number;
}

export const DIGITS = 8;

/** The outcome of a load. */
export interface LoadOutcome {
  /** Answers of the expected status. */
  answered: number;
  /** Answers of any other, by status. */
  others: Record<string, number>;
  /** The first request number that was not used. */
  next: number;
  seconds: number;
  /** Of the generator itself, in microseconds. */
  cpuMicros: number;
  /** Of all answers, in milliseconds. */
  latency: { p50: number; p99: number; max: number };
}

/**
 * Renders a request; `{n}` and `{turn}` may stand in the path, a header or the body, which is JSON
 * already where it is a text.
 */
export function renderRequest(request: {
  method: string;
  path: string;
  headers: Readonly<Record<string, string>>;
  body?: unknown;
}): string {
  const body = textOf(request.body);
  const headers = {
    host: "127.0.0.1",
    ...request.headers,
    ...(body !== "" && {
      "content-type": "application/json",
      "content-length": String(Buffer.byteLength(fill(body, 0, 0))),
    }),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return `${request.method} ${request.path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n${body}`;
}

function textOf(body: unknown): string {
  if (typeof body === "string") return body;
  return body === undefined ? "" : JSON.stringify(body);
}

/** A number as it stands in a request. */
export const digits = (number: number): string => String(number).padStart(DIGITS, "0");

/** Puts a request's number and turn into its template. */
export const fill = (template: string, n: number, turn: number): string =>
  template.replaceAll("{n}", digits(n)).replaceAll("{turn}", digits(turn));
