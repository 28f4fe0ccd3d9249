import { startTimeLimit } from "../../client/limits.ts";
import type { EnvironmentEvent } from "../../types.ts";
import { newWebhookSecret, signedHeaders } from "../../webhooks/sign.ts";
import type { Call, Command } from "../framework/command.ts";
import { Misuse } from "../framework/errors.ts";
import { untilInterrupted } from "../framework/interrupted.ts";
import { filterOf, TYPES_OPTION } from "./events.ts";

// As long as a webhook endpoint may take.
const LONGEST_MS = 15_000;
const USER_AGENT = "TMS-Webhooks/1.0";

export const listen: Command = {
  name: "listen",
  summary: "forward events to a server on your machine, signed like webhooks",
  about: `Prints the secret that verifies deliveries, then a line per event with the response of your server.
Each run uses a new secret, unless you set --secret. The command sends only new events, one at a time and in
order. It sends each event once. It does not retry deliveries that fail or time out.`,
  options: {
    forward: { value: "URL", about: "the URL that receives the events", isRequired: true },
    events: TYPES_OPTION,
    secret: { value: "SECRET", about: "the secret that signs the deliveries: whsec_…" },
  },
  examples: [
    "tms listen --forward http://127.0.0.1:3000/webhooks",
    "tms listen --forward http://127.0.0.1:3000/webhooks --events 'entry.*,tournament.completed'",
  ],
  run: runListen,
};

async function runListen(call: Call): Promise<void> {
  const { option, output } = call;
  const url = forwardTo(option("forward") ?? "");
  const secret = option("secret") ?? newWebhookSecret();
  const sign = (event: EnvironmentEvent, body: string) =>
    signedHeaders({ id: event.id, timestamp: Math.floor(Date.now() / 1_000), body }, secret);
  const filter = filterOf(call, "events");
  const { tms } = await call.connect();
  const signal = untilInterrupted();
  const { nextAfter: after } = await tms.events.list({ order: "newest", limit: 1 }).page();
  // Whoever waits for this line misses nothing that happens after it.
  output.print({ secret, forward: url }, `Forwarding to ${url}, signed with ${secret}`);
  const onLost = () => output.note("The connection was lost. Reconnecting.");
  try {
    for await (const event of tms.events.stream({ ...filter, after, signal, onLost })) {
      const body = JSON.stringify(event);
      const headers = await sign(event, body);
      const { answer, durationMs } = await deliver(url, headers, body, signal);
      const { id, type, sequence } = event;
      output.print(
        { event: { id, type, sequence }, answer, durationMs },
        `${event.timestamp}  ${String(sequence).padStart(6)}  ${type.padEnd(22)}  ${answer}  ${durationMs} ms`,
      );
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

function forwardTo(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== "")
    throw new Misuse("--forward must be an http or https URL without credentials.");
  return url.href;
}

/** Sends one delivery; its status, or in a word why there is none. */
async function deliver(
  url: string,
  headers: Record<string, string>,
  body: string,
  signal: AbortSignal,
): Promise<{ answer: number | string; durationMs: number }> {
  const startedAt = performance.now();
  const limit = startTimeLimit(LONGEST_MS, "the delivery took too long", signal);
  const done = (answer: number | string) => ({
    answer,
    durationMs: Math.round(performance.now() - startedAt),
  });
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", "user-agent": USER_AGENT, ...headers },
      body,
      redirect: "manual",
      signal: limit.signal,
    });
    await response.body?.cancel();
    return done(response.status);
  } catch (error) {
    signal.throwIfAborted();
    return done(limit.signal.aborted ? "timeout" : wordOf(error));
  } finally {
    limit.end();
  }
}

function wordOf(error: unknown): string {
  const { cause } = error as { cause?: { code?: string } };
  return cause?.code === "ECONNREFUSED" ? "refused" : "failed";
}
