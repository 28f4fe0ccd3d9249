import type { RecordedEvent } from "@tms/proto/tms/event/v1/event";
import type { FeedEnd } from "../../event-log/feed-reader.ts";
import type { OpenedReader } from "../../event-log/event-feed.ts";

/** A log as one stream shows it. */
export interface StreamedLog {
  reader: OpenedReader;
  /** Where the caller is. */
  after: bigint;
  /** What was read already of what comes after that; undefined where nothing was. */
  first: Page | undefined;
  /** Reads on from a position. */
  read: (after: bigint) => Promise<Page>;
}

/** A part of a log. */
export interface Page {
  events: readonly RecordedEvent[];
  nextAfter: bigint;
}

// Idle connections are closed after thirty seconds.
const HEARTBEAT_MS = 15_000;
// How soon a client of EventSource comes back when a stream is lost.
const RETRY_MS = 2_000;

/**
 * The text of a stream, in the form of server-sent events: what has happened since the caller's position,
 * then whatever happens. It goes on as fast as its text is taken.
 */
export async function* eventStream(log: StreamedLog): AsyncGenerator<string, void> {
  // A message without data is none, but its id is where a client that has seen no event comes back.
  yield `retry: ${RETRY_MS}\nid: ${log.after}\n\n`;
  yield* past(log);
  yield* present(log);
  const why = log.reader.ended();
  if (why !== undefined) yield endMessage(why);
}

/** Reads on until the feed can take over. */
async function* past({ reader, after, first, read }: StreamedLog): AsyncGenerator<string, void> {
  let page = first;
  for (let position = after; reader.ended() === undefined; page = undefined) {
    if (page === undefined && reader.begin(position)) return;
    const { events, nextAfter } = page ?? (await read(position));
    if (events.length > 0) yield events.map(message).join("");
    position = nextAfter;
  }
}

/** Hands on what happens, until the reader ends. */
async function* present({ reader }: StreamedLog): AsyncGenerator<string, void> {
  while (reader.ended() === undefined) {
    const events = await reader.next(HEARTBEAT_MS);
    if (events.length > 0) yield events.map(message).join("");
    else if (reader.ended() === undefined) yield ":\n\n";
  }
}

// Bodies are minified JSON, so they are one line.
const message = ({ sequence, type, body }: RecordedEvent): string =>
  `id: ${sequence}\nevent: ${type}\ndata: ${body}\n\n`;

/** The last message of a stream that this side ends: the caller comes back with its last id. */
const endMessage = (reason: FeedEnd): string =>
  `event: end\ndata: ${JSON.stringify({ reason })}\n\n`;
