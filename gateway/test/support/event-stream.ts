import { newId } from "@tms/kit/values/ids";
import { EventSourceParserStream, type EventSourceMessage } from "eventsource-parser/stream";

import type { EventTypeName } from "../../src/resources/events/types.ts";
import type { TestGateway } from "./gateway.ts";

/** An open stream of events, read by the library of the format. */
export interface OpenStream {
  status: number;
  headers: Headers;
  /** The next message; undefined once the stream has ended. */
  next(): Promise<EventSourceMessage | undefined>;
  /** The next messages, so many. */
  take(count: number): Promise<EventSourceMessage[]>;
  /** Goes away. */
  close(): void;
}

/** Opens a stream; the answer must be one. */
export async function openStream(
  url: string,
  headers: Record<string, string>,
): Promise<OpenStream> {
  const gone = new AbortController();
  const response = await fetch(url, { headers, signal: gone.signal });
  if (!response.ok || response.body === null)
    throw new Error(`no stream: ${response.status} ${await response.text()}`);
  const messages = response.body
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array<ArrayBuffer>>)
    .pipeThrough(new EventSourceParserStream())
    .getReader();
  const next = async () => (await messages.read()).value;
  return {
    status: response.status,
    headers: response.headers,
    next,
    async take(count) {
      const taken: EventSourceMessage[] = [];
      while (taken.length < count) {
        const message = await next();
        if (message === undefined) throw new Error(`the stream ended after ${taken.length}`);
        taken.push(message);
      }
      return taken;
    },
    close: () => gone.abort(),
  };
}

/** A key of an environment of its own, what tells events there, and what follows them. */
export function newEnvironment(at: TestGateway) {
  const { game, key } = at.fakes.games.add();
  const tell = (type: EventTypeName, tournament?: string, data: object = {}) =>
    at.fakes.events.tell(game.id, { id: newId(), type, data, ...(tournament && { tournament }) });
  const follow = (query = "", headers: Record<string, string> = {}) =>
    openStream(`${at.url}/event/stream${query}`, { "x-api-key": key, ...headers });
  const get = (path: string, headers: Record<string, string> = {}) =>
    at.send("GET", path, undefined, { "x-api-key": key, ...headers });
  return { game, key, tell, follow, get };
}

/** The sequences of messages. */
export const numbersOf = (messages: readonly { id?: string | undefined }[]) =>
  messages.map(({ id }) => Number(id));
