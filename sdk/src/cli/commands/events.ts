import { startTimeLimit } from "../../client/limits.ts";
import type { EventFilter } from "../../resources/events.ts";
import type { Tms } from "../../tms.ts";
import type { EnvironmentEvent } from "../../types.ts";
import { newWebhookSecret, signedHeaders } from "../../webhooks/sign.ts";
import { defineCommand } from "../command.ts";
import { Misuse } from "../failures.ts";
import * as option from "../options.ts";
import { untilInterrupted, type Output } from "../output.ts";
import { definedValues, readNumber, readWords, takeItems } from "../values.ts";

// The service refuses unknown types.
const readTypes = readWords as (text: string, name: string) => NonNullable<EventFilter["types"]>;
const TYPES_OPTION = option.of(
  "TYPES",
  "only events of these types: entry.joined,payout.*",
  readTypes,
);

export const events = defineCommand({
  name: "events",
  summary: "show events, and follow new events",
  about: `The newest event comes last. With --follow, the command shows each event once, in order and without gaps,
even if the connection is lost.`,
  options: {
    follow: option.flag("show new events until you press Ctrl-C", "f"),
    types: TYPES_OPTION,
    tournament: option.text("TOURNAMENT", "only events of this tournament"),
    after: option.of(
      "SEQUENCE",
      "only events after this sequence number, oldest first",
      readNumber(Number.MAX_SAFE_INTEGER),
    ),
    limit: option.logLimit("events"),
  },
  examples: [
    "tms events --follow",
    "tms events --types 'entry.*,payout.paid'",
    "tms events -f --json | jq .data",
  ],
  async run({ options: { follow, after, types, tournament, limit }, connect, output }) {
    const filter = definedValues({ types, tournament });
    const count = option.logCount(limit, follow);
    const part = { ...filter, limit: Math.max(1, count) };
    const show = (event: EnvironmentEvent) => showEvent(output, event);
    const { tms } = await connect();
    // The end of the log is read first, so that --follow shows all later events.
    const end = (await tms.events.list({ order: "newest", limit: 1 }).page()).nextAfter;
    if (after === undefined) {
      const newest = tms.events.list({ ...part, order: "newest", before: end + 1 });
      (await takeItems(newest, count)).toReversed().forEach(show);
    }
    if (follow) return await followEvents(tms, output, filter, after ?? end, show);
    if (after === undefined) return;
    (await takeItems(tms.events.list({ ...part, after }), count)).forEach(show);
  },
});

async function followEvents(
  tms: Tms,
  output: Output,
  filter: EventFilter,
  after: number,
  handle: (event: EnvironmentEvent, signal: AbortSignal) => unknown,
): Promise<void> {
  const signal = untilInterrupted();
  const onLost = () => output.note("The connection was lost. Reconnecting.");
  try {
    for await (const event of tms.events.stream({ ...filter, after, signal, onLost }))
      await handle(event, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

const formatStart = ({ timestamp, sequence, type }: EnvironmentEvent): string =>
  [timestamp, String(sequence).padStart(6), type.padEnd(22)].join("  ");

function showEvent(output: Output, event: EnvironmentEvent): void {
  const cells = [formatStart(event), findSubject(event.data), event.id];
  output.print(event, cells.filter((cell) => cell !== "").join("  "));
}

function findSubject(data: object): string {
  const [[kind, subject] = ["", undefined]] = Object.entries(data) as [string, unknown][];
  const { name, gamerHandle, id } = (subject ?? {}) as Partial<Record<string, unknown>>;
  const text = [gamerHandle, name, id].find((one) => typeof one === "string");
  return typeof text === "string" ? text : kind;
}

// The service uses the same time limit for webhook endpoints.
const MAX_DELIVERY_MS = 15_000;
const USER_AGENT = "TMS-Webhooks/1.0";

export const listen = defineCommand({
  name: "listen",
  summary: "forward events to a server on your machine, signed like webhooks",
  about: `Prints the secret that verifies deliveries, then a line per event with the response of your server.
Each run uses a new secret, unless you set --secret. The command sends only new events, one at a time and in
order. It sends each event once. It does not retry deliveries that fail or time out.`,
  options: {
    forward: option.required(option.of("URL", "the URL that receives the events", readUrl)),
    events: TYPES_OPTION,
    secret: option.text("SECRET", "the secret that signs the deliveries: whsec_…"),
  },
  examples: [
    "tms listen --forward http://127.0.0.1:3000/webhooks",
    "tms listen --forward http://127.0.0.1:3000/webhooks --events 'entry.*,tournament.completed'",
  ],
  async run({ options, connect, output }) {
    const { forward, events: types, secret = newWebhookSecret() } = options;
    const { tms } = await connect();
    const { nextAfter: after } = await tms.events.list({ order: "newest", limit: 1 }).page();
    // Printed after the end of the log was read, so that all events after this line are forwarded.
    output.print({ secret, forward }, `Forwarding to ${forward}, signed with ${secret}`);
    const forwardEvent = async (event: EnvironmentEvent, signal: AbortSignal) => {
      const { id, type, sequence } = event;
      const body = JSON.stringify(event);
      const timestamp = Math.floor(Date.now() / 1_000);
      const headers = await signedHeaders({ id, timestamp, body }, secret);
      const startedAt = performance.now();
      const answer = await deliver(forward, headers, body, signal);
      const durationMs = Math.round(performance.now() - startedAt);
      output.print(
        { event: { id, type, sequence }, answer, durationMs },
        `${formatStart(event)}  ${answer}  ${durationMs} ms`,
      );
    };
    await followEvents(tms, output, definedValues({ types }), after, forwardEvent);
  },
});

function readUrl(text: string, name: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== "")
    throw new Misuse(`${name} must be an http or https URL without credentials.`);
  return url.href;
}

/** Returns the status of the response, or `timeout`, `refused` or `failed`. */
async function deliver(
  url: string,
  headers: Record<string, string>,
  body: string,
  signal: AbortSignal,
): Promise<number | string> {
  const limit = startTimeLimit(MAX_DELIVERY_MS, "the delivery took too long", signal);
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", "user-agent": USER_AGENT, ...headers },
      body,
      redirect: "manual",
      signal: limit.signal,
    });
    await response.body?.cancel();
    return response.status;
  } catch (error) {
    signal.throwIfAborted();
    if (limit.signal.aborted) return "timeout";
    const { cause } = error as { cause?: { code?: string } };
    return cause?.code === "ECONNREFUSED" ? "refused" : "failed";
  } finally {
    limit.end();
  }
}
