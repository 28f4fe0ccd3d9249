import { TmsConnectionError, TmsError, type Problem } from "../errors.ts";
import { limitConcurrency, startTimeLimit } from "./limits.ts";
import type { Settings } from "./options.ts";
import { createPauses, pause, retryAfterMs } from "./pauses.ts";

/**
 * Returns a function that sends a request until an attempt succeeds, a retry cannot help, or no retries are
 * left. All attempts of a POST or PATCH have the same Idempotency-Key, so that the request takes effect once,
 * even if a response is lost. While an earlier attempt is in progress, the call waits for its response.
 */
export function createSend(settings: Settings): (request: Request) => Promise<Response> {
  const limited = limitConcurrency(settings.concurrency);
  return async (request) => {
    const { headers, method, signal } = request;
    const isRead = method === "GET" || method === "HEAD";
    if (!isRead && !headers.has("idempotency-key")) headers.set("idempotency-key", randomId());
    // `fetch` would send an empty string with a content type, which the service refuses.
    const body = isRead ? null : (await request.text()) || null;
    const pauseAfter = createPauses(settings.retries);
    for (;;) {
      const outcome = await limited(() => attempt(request, body, settings), signal);
      if (outcome instanceof Response) return outcome;
      const pauseMs = pauseAfter(outcome);
      if (pauseMs === undefined) throw outcome;
      await pause(pauseMs, signal);
    }
  };
}

/**
 * Makes one attempt. Returns the response or an error. Throws the reason of the caller's signal if it aborts.
 * This function keeps `request`, because in Node 20 its signal otherwise stops following the caller's signal.
 */
async function attempt(request: Request, body: string | null, settings: Settings) {
  const { url, method } = request;
  const headers = new Headers(request.headers);
  if (!headers.has("x-request-id")) headers.set("x-request-id", randomId());
  for (const [name, value] of Object.entries(await settings.headers()))
    if (!headers.has(name)) headers.set(name, value);
  const requestId = headers.get("x-request-id") ?? "";
  const idempotencyKey = headers.get("idempotency-key");
  const tooLate = `the request took longer than ${settings.timeoutMs} ms`;
  const limit = startTimeLimit(settings.timeoutMs, tooLate, request.signal);
  try {
    const response = await settings.fetch(url, {
      method,
      headers,
      body,
      signal: limit.signal,
      // A redirect must not receive the credential. A browser must not add its own credentials.
      redirect: "manual",
      credentials: "omit",
    });
    return await readAnswer(response, { requestId, idempotencyKey });
  } catch (error) {
    request.signal.throwIfAborted();
    if (error instanceof TmsError) return error;
    // The `fetch` of Node gives the reason only in the cause.
    const { message, cause } = error as Error;
    const reason = cause instanceof Error && cause.message !== "" ? cause.message : message;
    return new TmsConnectionError(`No response from ${new URL(url).origin}: ${reason}`, {
      requestId,
      idempotencyKey,
      cause: error,
    });
  } finally {
    limit.end();
  }
}

const ID_BYTES = 16;

/** Returns 32 random hexadecimal digits. In pages from plain HTTP, `crypto.randomUUID` does not exist. */
export const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(ID_BYTES)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");

// 64 MiB, far more than any response of the API.
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Reads a complete response. Throws a TmsError for a problem, and for a response that does not come from the
 * API or is too large. Throws other errors if the rest of the response was lost.
 */
export async function readAnswer(
  response: Response,
  { requestId, idempotencyKey }: { requestId: string; idempotencyKey: string | null },
): Promise<Response> {
  const text = await readText(response);
  const { status, headers } = response;
  const id = headers.get("x-request-id") ?? requestId;
  const json = text === undefined ? text : parseJson(text, headers.get("content-type") ?? "");
  if (response.ok && json !== undefined)
    return new Response(text, { status, headers: { "x-request-id": id } });
  const problem = isProblem(json) ? json : unexpectedAnswer(response, id, text === undefined);
  throw new TmsError(problem, { retryAfterMs: retryAfterMs(headers), idempotencyKey });
}

/** Reads the body as text. Returns undefined if the body has more than {@link MAX_BYTES}. */
async function readText(response: Response): Promise<string | undefined> {
  // The `fetch` of React Native has no streams.
  if (response.body?.getReader === undefined) return await response.text();
  const decoder = new TextDecoder();
  const reader = response.body.getReader();
  let [text, bytes] = ["", 0];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > MAX_BYTES) {
      await reader.cancel();
      return undefined;
    }
    text += decoder.decode(value, { stream: true });
  }
}

function parseJson(text: string, type: string): unknown {
  if (!/^application\/(problem\+)?json\b/i.test(type)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isProblem(json: unknown): json is Problem {
  const { code, status, detail, requestId } = (json ?? {}) as Partial<Problem>;
  const texts = [code, detail, requestId];
  return typeof status === "number" && texts.every((text) => typeof text === "string");
}

function unexpectedAnswer(
  { status, type, url }: Response,
  requestId: string,
  isTooLarge: boolean,
): Problem {
  const size = isTooLarge ? ", more than 64 MiB" : "";
  const kind = type === "opaqueredirect" ? "a redirect" : `status ${status}${size}`;
  return {
    type: "about:blank",
    title: "Unexpected response",
    status,
    detail: `The response (${kind}) does not come from the service. Check baseUrl, and any proxy in between.`,
    instance: URL.canParse(url) ? new URL(url).pathname : "/",
    code: "unexpected_answer",
    requestId,
  };
}
