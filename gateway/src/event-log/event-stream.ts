import type { RecordedEvent } from "@tms/proto/tms/event/v1/event";
import type { OpenedReader } from "./event-feed.ts";
import type { FeedEnd } from "./feed-reader.ts";

/** The log that one caller follows. */
export interface StreamedLog {
  reader: OpenedReader;
  /** The position of the caller. */
  after: bigint;
  /** The first page after the position, if it is already read. */
  first: Page | undefined;
  /** Reads the page after a position. */
  read: (after: bigint) => Promise<Page>;
}

/** A part of a log. */
export interface Page {
  events: readonly RecordedEvent[];
  nextAfter: bigint;
}

// The time after which a quiet stream gets a comment. A stream without traffic for thirty seconds is closed.
const HEARTBEAT_MS = 15_000;
// The time after which an EventSource client reconnects.
const RETRY_MS = 2_000;

/**
 * Yields the text of a stream of server-sent events: the events since the caller's position, then new
 * events. The generator reads pages only as fast as the caller reads the text.
 */
export async function* eventStream(log: StreamedLog): AsyncGenerator<string, void> {
  const { reader, after, first, read } = log;
  // Clients do not dispatch a message without data, but they keep its id. A client that has seen no event
  // therefore reconnects with the position.
  yield `retry: ${RETRY_MS}\nid: ${after}\n\n`;
  let page = first;
  for (let position = after; reader.ended() === undefined; page = undefined) {
    if (page === undefined && reader.begin(position)) break;
    const { events, nextAfter } = page ?? (await read(position));
    if (events.length > 0) yield events.map(toMessage).join("");
    position = nextAfter;
  }
  while (reader.ended() === undefined) {
    const events = await reader.next(HEARTBEAT_MS);
    if (events.length > 0) yield events.map(toMessage).join("");
    else if (reader.ended() === undefined) yield ":\n\n";
  }
  const reason = reader.ended();
  if (reason !== undefined) yield endMessage(reason);
}

// Bodies are minified JSON, so they are one line.
const toMessage = ({ sequence, type, body }: RecordedEvent): string =>
  `id: ${sequence}\nevent: ${type}\ndata: ${body}\n\n`;

/** Returns the last message of a stream that the gateway ends. The caller reconnects with its last id. */
const endMessage = (reason: FeedEnd): string =>
  `event: end\ndata: ${JSON.stringify({ reason })}\n\n`;
