import { TmsConnectionError, TmsError } from "../errors.ts";
import { readAnswer } from "./answers.ts";
import { limitConcurrency } from "./concurrency.ts";
import type { Settings } from "./options.ts";
import { createPauses, pause } from "./pauses.ts";
import { randomId } from "./random-id.ts";
import { startTimeLimit } from "./time-limit.ts";

/** What is sent, in each attempt alike. */
interface Call {
  url: string;
  method: string;
  headers: Headers;
  body: string | null;
  /**
   * The request that the call is made of. Its signal follows the caller's only while the request itself
   * is referred to, in Node 20.
   */
  request: Request;
}

/**
 * Sends a request until an attempt succeeds, or fails with a problem that a retry cannot solve. All attempts
 * of a POST or PATCH have the same Idempotency-Key, so that the request takes effect once, even if a response
 * is lost. While the service processes an earlier attempt, the call waits for its response.
 */
export function createSend(settings: Settings): (request: Request) => Promise<Response> {
  const limited = limitConcurrency(settings.concurrency);
  return async (request) => {
    const call = await callOf(request);
    const { signal } = request;
    const pauseAfter = createPauses(settings.retries);
    for (;;) {
      const outcome = await limited(() => attempt(call, settings), signal);
      if (outcome instanceof Response) return outcome;
      const pauseMs = pauseAfter(outcome);
      if (pauseMs === undefined) throw outcome;
      await pause(pauseMs, signal);
    }
  };
}

async function callOf(request: Request): Promise<Call> {
  const { url, method } = request;
  const headers = new Headers(request.headers);
  const isReading = method === "GET" || method === "HEAD";
  if (!isReading && !headers.has("idempotency-key")) headers.set("idempotency-key", randomId());
  // An empty text would be sent as one, with a type that the service does not take.
  const body = isReading ? null : (await request.text()) || null;
  return { url, method, headers, body, request };
}

/** One attempt: its answer, or what it failed with. Throws where the caller gave up. */
async function attempt(
  call: Call,
  settings: Settings,
): Promise<Response | TmsError | TmsConnectionError> {
  const { url, method, body, request } = call;
  const headers = new Headers(call.headers);
  // An attempt that is never answered has a name, too.
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
      // The credential is for this address alone, and nothing else of a browser is for it.
      redirect: "manual",
      credentials: "omit",
    });
    return await readAnswer(response, { requestId, idempotencyKey });
  } catch (error) {
    request.signal.throwIfAborted();
    if (error instanceof TmsError) return error;
    const message = `No response from ${new URL(url).origin}: ${reasonOf(error)}`;
    return new TmsConnectionError(message, { requestId, idempotencyKey, cause: error });
  } finally {
    limit.end();
  }
}

// Node's fetch says what happened in the cause alone.
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error && cause.message !== "" ? cause.message : message;
}
