import { newId } from "@tms/kit/values/ids";
import { textOfAnswer } from "@tms/kit/testing/answer-text";
import { searchText } from "@tms/kit/testing/leaks";
import { until } from "@tms/stack/until";
import type { GameAccess } from "@tms/stack/system/demo-game";
import type { Body } from "./bodies.ts";

/** A response, read to its end. */
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** The JSON of the response. For other content `detail` is the text. */
  body: Body;
}

/** Checks an answer of an operation. Throws an Error if the answer is not documented. */
export type CheckAnswer = (method: string, path: string, answer: Answer) => void;

/** Checks of answers, by base URL. */
export const answerChecks = new Map<string, CheckAnswer>();

export interface SendOptions {
  headers?: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
  /** Gives up on an answer. */
  signal?: AbortSignal | undefined;
}

/** Sends a request without headers of its own, and checks the answer if its base URL has a check. */
export async function send(
  baseUrl: string,
  method: string,
  path: string,
  { headers = {}, body, signal }: SendOptions = {},
): Promise<Answer> {
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    headers,
    ...(body !== undefined && { body }),
    ...(signal && { signal }),
  });
  const text = await textOfAnswer(response);
  // A problem and a record of the request log must not repeat a secret of the request.
  if (!response.ok || /^\/request(?:[/?]|$)/.test(path)) searchText(`an answer to ${method}`, text);
  const json = (response.headers.get("content-type") ?? "").includes("json");
  const parsed = (json ? JSON.parse(text) : { detail: text }) as Body;
  const answer = { status: response.status, headers: response.headers, text, body: parsed };
  answerChecks.get(baseUrl)?.(method, path, answer);
  return answer;
}

/** Repeats a request with the same key while a busy machine answers 503; returns its answer. */
export function whenServed(
  request: (headers: Record<string, string>) => Promise<Answer>,
): Promise<Answer> {
  const headers = { "idempotency-key": newId() };
  const attempt = async () => {
    const answer = await request(headers);
    return answer.status === 503 ? null : answer;
  };
  return until(attempt, { timeoutMs: 60_000, everyMs: 100, what: "an answer" });
}

export interface CallOptions {
  headers?: Record<string, string>;
  /** Sends this instead of the key's header. */
  auth?: Record<string, string>;
  /** Sends this string as it is. */
  raw?: string;
  /** Gives up on an answer. */
  signal?: AbortSignal;
}

/** A game, and the public API as its backend calls it. */
export interface Api extends GameAccess {
  call(method: string, path: string, body?: unknown, options?: CallOptions): Promise<Answer>;
  get(path: string, options?: CallOptions): Promise<Answer>;
  post(path: string, body?: unknown, options?: CallOptions): Promise<Answer>;
  patch(path: string, body?: unknown, options?: CallOptions): Promise<Answer>;
}

/** Calls the public API with a game's key. */
export function apiOf(baseUrl: string, access: GameAccess): Api {
  async function call(method: string, path: string, body?: unknown, options: CallOptions = {}) {
    const payload = options.raw ?? (body === undefined ? undefined : JSON.stringify(body));
    return await send(baseUrl, method, path, {
      headers: {
        ...(payload !== undefined && { "content-type": "application/json" }),
        ...(options.auth ?? { "x-api-key": access.apiKey }),
        ...options.headers,
      },
      ...(payload !== undefined && { body: payload }),
      signal: options.signal,
    });
  }
  return {
    ...access,
    call,
    get: (path, options) => call("GET", path, undefined, options),
    post: (path, body, options) => call("POST", path, body, options),
    patch: (path, body, options) => call("PATCH", path, body, options),
  };
}
