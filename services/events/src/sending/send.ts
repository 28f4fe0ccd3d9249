import { activeSpan, continueTrace, SpanKind, traceHeaders } from "@tms/kit/tracing/spans";
import { withoutCredentials } from "@tms/kit/values/credentials";
import { createHmac } from "node:crypto";
import type { FailureWord } from "../db/tables.ts";
import type { Lookup } from "./addresses.ts";
import {
  createConnections,
  post,
  SendError,
  toFailureWord,
  type Connections,
} from "./connections.ts";

export interface Outcome {
  startedAt: Date;
  durationMs: number;
  /** Null if there was no answer. */
  status: number | null;
  /** Null if the answer is complete and is not a redirect. */
  error: FailureWord | null;
  /** The first KiB of the answer's body, without credentials. */
  answer: string;
  retryAfterMs: number | null;
}

/** An event to send. The body is the JSON of the event in the REST API. */
export interface Message {
  eventId: string;
  body: string;
  eventType?: string;
  traceContext?: string | null;
}

export type Sender = ReturnType<typeof createSender>;

export interface SenderOptions {
  allowPrivate: boolean;
  limitMs?: number;
  lookup?: Lookup;
}

const LIMIT_MS = 15_000;
const MAX_ANSWER_BYTES = 65_536;
const KEPT_BYTES = 1_024;
const MAX_PAUSE_MS = 86_400_000;

/** Creates the sender. A request, including its whole answer, takes at most `limitMs`. */
export function createSender({ allowPrivate, limitMs = LIMIT_MS, lookup }: SenderOptions) {
  const connections = createConnections(allowPrivate, lookup);
  return {
    /** Rejects only if `signal` ends the request. All other failures are outcomes. */
    async send(
      url: string,
      message: Message,
      secrets: readonly Uint8Array[],
      signal?: AbortSignal,
    ): Promise<Outcome> {
      const startedAt = new Date();
      const startMs = performance.now();
      const signals = [AbortSignal.timeout(limitMs), signal ?? []].flat();
      const found = await continueTrace(
        message.traceContext,
        `webhook ${message.eventType ?? ""}`,
        () => ({
          kind: SpanKind.CLIENT,
          attributes: {
            "http.request.method": "POST",
            // Only the host name, because the path of the URL may contain a secret of the receiver.
            "server.address": URL.parse(url)?.hostname ?? "",
            "tms.event_id": message.eventId,
          },
        }),
        () => exchange(connections, url, message, secrets, AbortSignal.any(signals)),
      );
      signal?.throwIfAborted();
      return { startedAt, durationMs: Math.round(performance.now() - startMs), ...found };
    },
    close: async () => connections.close(),
  };
}

async function exchange(
  connections: Connections,
  url: string,
  message: Message,
  secrets: readonly Uint8Array[],
  signal: AbortSignal,
): Promise<Omit<Outcome, "startedAt" | "durationMs">> {
  const found: Pick<Outcome, "status" | "error" | "retryAfterMs"> = {
    status: null,
    error: null,
    retryAfterMs: null,
  };
  const kept: Buffer[] = [];
  try {
    const target = new URL(url);
    const response = await post({
      url: target,
      agent: connections.agentFor(target),
      headers: { ...signedHeaders(message, secrets, Date.now()), ...traceHeaders() },
      body: message.body,
      signal,
    });
    const { statusCode = 0, headers } = response;
    found.status = statusCode;
    found.retryAfterMs = parseRetryAfter(statusCode, headers["retry-after"]);
    if (statusCode >= 300 && statusCode < 400) found.error = "redirect";
    await readAnswer(response, kept);
  } catch (error) {
    found.error = toFailureWord(signal.aborted ? signal.reason : error);
  }
  const { status, error } = found;
  if (status !== null) activeSpan()?.setAttribute("http.response.status_code", status);
  if (!isSuccess(found)) activeSpan()?.setAttribute("error.type", error ?? String(status));
  return { ...found, answer: toText(kept) };
}

/** Returns the headers of Standard Webhooks 1.0, with one signature per secret. `nowMs` is Unix time. */
export function signedHeaders(
  { eventId, body }: Message,
  secrets: readonly Uint8Array[],
  nowMs: number,
): Record<string, string> {
  const seconds = Math.floor(nowMs / 1_000);
  const signatures = secrets.map((secret) => {
    const mac = createHmac("sha256", secret).update(`${eventId}.${seconds}.${body}`);
    return `v1,${mac.digest("base64")}`;
  });
  return {
    "content-type": "application/json",
    "user-agent": "TMS-Webhooks/1.0",
    "webhook-id": eventId,
    "webhook-timestamp": String(seconds),
    "webhook-signature": signatures.join(" "),
  };
}

async function readAnswer(body: AsyncIterable<Buffer>, kept: Buffer[]): Promise<void> {
  let read = 0;
  // The answer is read to its end, so that the connection can be used again.
  for await (const chunk of body) {
    // The part is copied, because a view would keep the whole chunk in memory.
    if (read < KEPT_BYTES) kept.push(Buffer.from(chunk.subarray(0, KEPT_BYTES - read)));
    read += chunk.length;
    if (read > MAX_ANSWER_BYTES) throw new SendError("the answer is too large", "too_large");
  }
}

// Replaces U+0000, which Postgres cannot store, and credentials, which a receiver may send back.
const toText = (kept: readonly Buffer[]): string =>
  withoutCredentials(Buffer.concat(kept).toString("utf8").replaceAll("\0", "\u{fffd}")).slice(
    0,
    KEPT_BYTES,
  );

/** Returns milliseconds, at most a day, or null. Only the statuses 429 and 503 can ask for a pause. */
function parseRetryAfter(status: number, header: string | undefined): number | null {
  if ((status !== 429 && status !== 503) || header === undefined) return null;
  const isSeconds = /^\d{1,9}$/.test(header.trim());
  const ms = isSeconds ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) && ms > 0 ? Math.min(ms, MAX_PAUSE_MS) : null;
}

export const isSuccess = ({ status, error }: Pick<Outcome, "status" | "error">): boolean =>
  error === null && status !== null && status >= 200 && status < 300;
