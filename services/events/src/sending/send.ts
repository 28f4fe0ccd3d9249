import { request, type Dispatcher } from "undici";
import { withoutCredentials } from "@tms/kit/values/credentials";
import { createAgent } from "./agent.ts";
import type { FailureWord } from "../db/tables.ts";
import { failureWord } from "./failure.ts";
import type { Lookup } from "./lookup.ts";
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
const KEPT_BYTES = 1_024;
const LONGEST_PAUSE_MS = 86_400_000;

/** Creates the one sender of a process. A request takes 15 seconds at most, all in all. */
export function createSender({ allowPrivate, limitMs = LIMIT_MS, lookup }: SenderOptions): Sender {
  const agent = createAgent(allowPrivate, limitMs, lookup);
  return {
    async send(url, message, secrets, signal) {
      const startedAt = new Date();
      const begun = performance.now();
      const limit = AbortSignal.timeout(limitMs);
      const found = await exchange(agent, url, message, secrets, [limit, signal ?? []].flat());
      signal?.throwIfAborted();
      return { startedAt, durationMs: Math.round(performance.now() - begun), ...found };
    },
    close: () => agent.destroy(),
  };
}

type Found = Pick<Outcome, "status" | "error" | "answer" | "retryAfterMs">;

async function exchange(
  dispatcher: Dispatcher,
  url: string,
  message: Message,
  secrets: readonly Uint8Array[],
  signals: AbortSignal[],
): Promise<Found> {
  const found: Found = { status: null, error: null, answer: "", retryAfterMs: null };
  const kept: Buffer[] = [];
  try {
    const { statusCode, headers, body } = await request(url, {
      method: "POST",
      headers: signedHeaders(message, secrets, Date.now()),
      body: message.body,
      dispatcher,
      signal: AbortSignal.any(signals),
    });
    found.status = statusCode;
    found.retryAfterMs = pauseOf(statusCode, headers["retry-after"]);
    if (statusCode >= 300 && statusCode < 400) found.error = "redirect";
    await keepFirst(body, kept);
  } catch (error) {
    found.error = failureWord(error);
  }
  return { ...found, answer: textOf(kept) };
}

async function keepFirst(body: AsyncIterable<Buffer>, kept: Buffer[]): Promise<void> {
  let room = KEPT_BYTES;
  // Read to its end, as far as the agent lets it, so that the connection can be used again.
  for await (const chunk of body) {
    if (room > 0) kept.push(chunk.subarray(0, room));
    room -= chunk.length;
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
