import { readAnswer } from "../client/answers.ts";
import type { Settings } from "../client/options.ts";
import { pause, pauseInLoop } from "../client/pauses.ts";
import { randomId } from "../client/random-id.ts";
import { startTimeLimit } from "../client/time-limit.ts";
import { TmsConnectionError, TmsError } from "../errors.ts";
import { messagesOf } from "./server-sent.ts";

/** What is followed, and from where. */
export interface Followed {
  /** The path of the stream with its query. */
  path: string;
  /** Only what comes after this position. */
  after: number;
  signal: AbortSignal | undefined;
  /** Told whenever the stream is lost, with why, before it is opened again. */
  onLost: ((why: unknown) => void) | undefined;
}

// Something comes every fifteen seconds.
const SILENT_MS = 20_000;
// Never so many that pauses stop to grow, and none that ends the attempts.
const MOST_COUNTED = 10;

/**
 * Returns the data of the messages of a stream, in order and each once. A lost stream is opened again after
 * the last message, with new credentials and growing pauses. Throws a TmsError for a problem that a retry
 * cannot solve, and the reason of the signal.
 */
export async function* follow(
  settings: Settings,
  { path, after, signal = new AbortController().signal, onLost }: Followed,
): AsyncGenerator<string, void> {
  let position = after;
  for (let failures = 0; ;) {
    let why: unknown;
    try {
      for await (const { id, type, data } of connection(settings, path, position, signal)) {
        failures = 0;
        if (data === undefined) continue;
        if (type === "end") break;
        if (id !== undefined) position = Number(id);
        yield data;
      }
    } catch (error) {
      signal.throwIfAborted();
      why = error;
    }
    failures = Math.min(failures + 1, MOST_COUNTED);
    const pauseMs = pauseInLoop(failures, why);
    if (pauseMs === undefined) throw why;
    onLost?.(why);
    await pause(pauseMs, signal);
  }
}

/** The messages of one connection. Throws where it breaks or falls silent. */
async function* connection(
  settings: Settings,
  path: string,
  position: number,
  signal: AbortSignal,
) {
  const requestId = randomId();
  const credentials = await settings.headers();
  const limit = startTimeLimit(SILENT_MS, "the stream sent no data for too long", signal);
  try {
    const response = await settings.fetch(settings.baseUrl + path, {
      headers: {
        ...credentials,
        accept: "text/event-stream",
        "last-event-id": String(position),
        "x-request-id": requestId,
      },
      signal: limit.signal,
      redirect: "manual",
      credentials: "omit",
    });
    const isStream = /^text\/event-stream\b/i.test(response.headers.get("content-type") ?? "");
    if (!response.ok || !isStream || response.body === null) {
      await readAnswer(response, { requestId, idempotencyKey: null });
      throw new Error("the response is not an event stream");
    }
    yield* messagesOf(response.body, limit.restart);
  } catch (error) {
    if (error instanceof TmsError) throw error;
    const message = `The event stream from ${new URL(settings.baseUrl).origin} was interrupted.`;
    throw new TmsConnectionError(message, { requestId, idempotencyKey: null, cause: error });
  } finally {
    limit.end();
  }
}
