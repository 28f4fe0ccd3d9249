import { withoutCredentials } from "@tms/kit/values/credentials";
import { createConnections, type Connections } from "./agent.ts";
import type { FailureWord } from "../db/tables.ts";
import { failureWord } from "./failure.ts";
import type { Lookup } from "./lookup.ts";
import { post, ReceiverError } from "./post.ts";
import { signedHeaders, type Message } from "./sign.ts";

/** What came of one request to an endpoint. */
export interface Outcome {
  startedAt: Date;
  durationMs: number;
  /** The HTTP status; null where none came. */
  status: number | null;
  /** Why it failed, where the status does not say it. */
  error: FailureWord | null;
  /** The first KiB of the answer. */
  answer: string;
  /** From the answer's Retry-After, where it asks for a pause. */
  retryAfterMs: number | null;
}

/** Sends events to endpoints. */
export interface Sender {
  /** Sends one event, once. Rejects only when `signal` ends it; whatever else happens is an outcome. */
  send(
    url: string,
    message: Message,
    secrets: readonly Uint8Array[],
    signal?: AbortSignal,
  ): Promise<Outcome>;
  close(): Promise<void>;
}

/** What a sender may be told besides; the limit and the look-up are for tests. */
export interface SenderOptions {
  allowPrivate: boolean;
  limitMs?: number;
  lookup?: Lookup;
}

const LIMIT_MS = 15_000;
const MAX_BYTES = 65_536;
const KEPT_BYTES = 1_024;
const LONGEST_PAUSE_MS = 86_400_000;

/** Creates the sender of a process. A request takes at most 15 seconds, with the whole answer. */
export function createSender({ allowPrivate, limitMs = LIMIT_MS, lookup }: SenderOptions): Sender {
  const connections = createConnections(allowPrivate, lookup);
  return {
    async send(url, message, secrets, signal) {
      const startedAt = new Date();
      const begun = performance.now();
      const limit = AbortSignal.timeout(limitMs);
      const signals = [limit, signal ?? []].flat();
      const found = await exchange(connections, url, message, secrets, signals);
      signal?.throwIfAborted();
      return { startedAt, durationMs: Math.round(performance.now() - begun), ...found };
    },
    close: async () => connections.close(),
  };
}

type Found = Pick<Outcome, "status" | "error" | "answer" | "retryAfterMs">;

async function exchange(
  connections: Connections,
  url: string,
  message: Message,
  secrets: readonly Uint8Array[],
  signals: AbortSignal[],
): Promise<Found> {
  const found: Found = { status: null, error: null, answer: "", retryAfterMs: null };
  const kept: Buffer[] = [];
  const signal = AbortSignal.any(signals);
  try {
    const target = new URL(url);
    const response = await post({
      url: target,
      agent: connections.agentFor(target),
      headers: signedHeaders(message, secrets, Date.now()),
      body: message.body,
      signal,
    });
    const { statusCode = 0, headers } = response;
    found.status = statusCode;
    found.retryAfterMs = pauseOf(statusCode, headers["retry-after"]);
    if (statusCode >= 300 && statusCode < 400) found.error = "redirect";
    await keepFirst(response, kept);
  } catch (error) {
    found.error = failureWord(signal.aborted ? signal.reason : error);
  }
  return { ...found, answer: textOf(kept) };
}

async function keepFirst(body: AsyncIterable<Buffer>, kept: Buffer[]): Promise<void> {
  let read = 0;
  // Read to its end, so that the connection can be used again.
  for await (const chunk of body) {
    // Copied, because a part would keep the whole chunk in memory.
    if (read < KEPT_BYTES) kept.push(Buffer.from(chunk.subarray(0, KEPT_BYTES - read)));
    read += chunk.length;
    if (read > MAX_BYTES) throw new ReceiverError("the answer is too large", "TMS_TOO_LARGE");
  }
}

// Postgres cannot store U+0000, and a receiver may answer with what it was configured with.
const textOf = (kept: readonly Buffer[]): string =>
  withoutCredentials(Buffer.concat(kept).toString("utf8").replaceAll("\0", "\u{fffd}")).slice(
    0,
    KEPT_BYTES,
  );

const ASKS_FOR_A_PAUSE = new Set([429, 503]);

/** How long an answer asks to wait: seconds, or until a date; at most a day. */
function pauseOf(status: number, retryAfter: string | string[] | undefined): number | null {
  if (!ASKS_FOR_A_PAUSE.has(status) || typeof retryAfter !== "string") return null;
  const isSeconds = /^\d{1,9}$/.test(retryAfter.trim());
  const ms = isSeconds ? Number(retryAfter) * 1_000 : Date.parse(retryAfter) - Date.now();
  return Number.isFinite(ms) && ms > 0 ? Math.min(ms, LONGEST_PAUSE_MS) : null;
}

/** Whether the receiver has taken the event. */
export const isSuccess = ({ status, error }: Pick<Outcome, "status" | "error">): boolean =>
  error === null && status !== null && status >= 200 && status < 300;
