import type { Settings } from "../client/options.ts";
import { startTimeLimit } from "../client/limits.ts";
import { pause, pauseInLoop } from "../client/pauses.ts";
import { randomId, readAnswer } from "../client/send.ts";
import { TmsConnectionError, TmsError } from "../errors.ts";

export interface Followed {
  /** The path of the stream with its query. */
  path: string;
  /** Only messages after this position. */
  after: number;
  signal: AbortSignal | undefined;
  /** Called before a lost stream is opened again. The reason is undefined if the service ended the stream. */
  onLost: ((why: unknown) => void) | undefined;
}

// The service sends data at least every fifteen seconds.
const MAX_SILENCE_MS = 20_000;

/**
 * Returns the data of the messages of a stream, in order and each once. Opens a lost stream again after the
 * last message, with new credentials and growing pauses. Throws a TmsError for a problem that a retry cannot
 * solve. Throws the reason of the signal if the signal aborts.
 */
export async function* follow(
  settings: Settings,
  { path, after, signal = new AbortController().signal, onLost }: Followed,
): AsyncGenerator<string, void> {
  let position = after;
  for (let failures = 0; ;) {
    let why: unknown;
    try {
      for await (const { id, type, data } of openStream(settings, path, position, signal)) {
        failures = 0;
        if (type === "end") break;
        if (id !== undefined) position = Number(id);
        if (data !== undefined) yield data;
      }
    } catch (error) {
      signal.throwIfAborted();
      why = error;
    }
    // Failures never end the attempts. Only a problem that a retry cannot solve does.
    failures += 1;
    const pauseMs = pauseInLoop(failures, why);
    if (pauseMs === undefined) throw why;
    onLost?.(why);
    await pause(pauseMs, signal);
  }
}

/** Returns the messages of one connection. Throws if the connection breaks or sends nothing for too long. */
async function* openStream(
  settings: Settings,
  path: string,
  position: number,
  signal: AbortSignal,
) {
  const requestId = randomId();
  const credentials = await settings.headers();
  const limit = startTimeLimit(MAX_SILENCE_MS, "the stream sent no data for too long", signal);
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
    yield* readMessages(response.body, limit.restart);
  } catch (error) {
    if (error instanceof TmsError) throw error;
    const message = `The event stream from ${new URL(settings.baseUrl).origin} was interrupted.`;
    throw new TmsConnectionError(message, { requestId, idempotencyKey: null, cause: error });
  } finally {
    limit.end();
  }
}

export interface StreamMessage {
  /** The position after the message. */
  id: string | undefined;
  /** The type of the message. The default is `message`. */
  type: string;
  /** The data. A message without data has only a position. */
  data: string | undefined;
}

// An event has less than 32 KiB.
const MAX_MESSAGE_CHARACTERS = 1024 * 1024;

/**
 * Reads the messages of a server-sent event stream. A carriage return alone does not end a line. Calls
 * `onBytes` for all data, including comments. Throws if a message does not end within 1 Mi characters.
 */
export async function* readMessages(
  body: ReadableStream<Uint8Array>,
  onBytes: () => void,
): AsyncGenerator<StreamMessage, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      onBytes();
      // The last block can end within a line break, so it stays in `rest`.
      const blocks = (rest + decoder.decode(value, { stream: true })).split(/\r?\n\r?\n/);
      rest = blocks.pop() ?? "";
      if (rest.length > MAX_MESSAGE_CHARACTERS)
        throw new Error("a message of the stream is too long");
      for (const block of blocks) {
        const message = parseMessage(block);
        if (message !== undefined) yield message;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Returns the message in a block of lines. Returns undefined if the block has only comments. */
function parseMessage(block: string): StreamMessage | undefined {
  const data: string[] = [];
  let id: string | undefined;
  let type = "message";
  for (const line of block.split(/\r?\n/)) {
    const [, name = "", value = ""] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
    if (name === "data") data.push(value);
    else if (name === "id") id = value;
    else if (name === "event") type = value;
  }
  if (data.length === 0 && id === undefined) return undefined;
  return { id, type, data: data.length === 0 ? undefined : data.join("\n") };
}
