/** A message of a stream of server-sent events. */
export interface StreamMessage {
  /** Where to go on after it; undefined where it says nothing. */
  id: string | undefined;
  /** What kind of message it is; `message` where it says nothing. */
  type: string;
  /** Undefined where it has none: such a message says only where to go on. */
  data: string | undefined;
}

// An event has less than 32 KiB.
const LONGEST_MESSAGE = 1024 * 1024;

/**
 * Reads the messages of a stream (the event stream format of HTML; a carriage return alone ends no line).
 * `onBytes` is told of everything that comes, comments included. Throws for a message without an end.
 */
export async function* messagesOf(
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
      // Its end may be that of a line break that goes on in the next part.
      const blocks = (rest + decoder.decode(value, { stream: true })).split(/\r?\n\r?\n/);
      rest = blocks.pop() ?? "";
      if (rest.length > LONGEST_MESSAGE) throw new Error("a message of the stream is too long");
      for (const block of blocks) {
        const message = messageOf(block);
        if (message !== undefined) yield message;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** The message that lines stand for; undefined where all of them are comments, or say nothing. */
function messageOf(block: string): StreamMessage | undefined {
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
