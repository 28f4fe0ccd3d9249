import { EventSourceParserStream, type EventSourceMessage } from "eventsource-parser/stream";

/** An open stream of events. */
export interface OpenStream {
  status: number;
  headers: Headers;
  /** Reads the next message. It is undefined after the end of the stream. */
  next(): Promise<EventSourceMessage | undefined>;
  /** Reads so many messages. */
  take(count: number): Promise<EventSourceMessage[]>;
  /** Hangs up. */
  close(): void;
}

/** Opens a stream. Throws an Error for another answer. */
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
