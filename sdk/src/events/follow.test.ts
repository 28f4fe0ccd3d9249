import { createParser } from "eventsource-parser";
import { expect, test } from "vitest";
import { readMessages, type StreamMessage } from "./follow.ts";

const TEXT = [
  "retry: 2000\nid: 7\n\n",
  ":\n\n",
  'id: 8\nevent: entry.joined\ndata: {"name":"Ada ✓ 🏆"}\n\n',
  "id: 9\r\nevent: entry.joined\r\ndata: 1\r\ndata: 2\r\n\r\n",
  "data:no space\n\n",
  'event: end\ndata: {"reason":"stopping"}\n\n',
].join("");

/** Creates a body with parts of `size` bytes. */
const bodyOf = (text: string, size: number): ReadableStream<Uint8Array> => {
  const bytes = new TextEncoder().encode(text);
  return new ReadableStream({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size)
        controller.enqueue(bytes.subarray(at, at + size));
      controller.close();
    },
  });
};

/** Returns the messages that a known parser of the format finds. */
function oracle(text: string): Pick<StreamMessage, "type" | "data">[] {
  const read: Pick<StreamMessage, "type" | "data">[] = [];
  const parser = createParser({
    onEvent: ({ event, data }) => read.push({ type: event ?? "message", data }),
  });
  parser.feed(text);
  return read;
}

test("messages are read alike however the bytes are cut, as a known reader of the format reads them", async () => {
  const expected = oracle(TEXT);
  expect(expected).toHaveLength(4);
  for (const size of [1, 2, 3, 7, 64, 10_000]) {
    let parts = 0;
    const messages = await Array.fromAsync(readMessages(bodyOf(TEXT, size), () => void parts++));
    expect(parts).toBe(Math.ceil(new TextEncoder().encode(TEXT).length / size));
    const withData = messages.filter(({ data }) => data !== undefined);
    expect(withData.map(({ type, data }) => ({ type, data }))).toEqual(expected);
    expect(messages.map(({ id }) => id)).toEqual(["7", "8", "9", undefined, undefined]);
  }
});

test("what ends in the middle of a message tells nothing of it", async () => {
  const messages = readMessages(bodyOf("data: 1\n\nid: 2\ndata: 2", 5), () => undefined);
  expect((await Array.fromAsync(messages)).map(({ data }) => data)).toEqual(["1"]);
});

test("a message that never ends is given up before it fills the memory", async () => {
  const body = bodyOf(`data: ${"x".repeat(3_000_000)}`, 65_536);
  await expect(Array.fromAsync(readMessages(body, () => undefined))).rejects.toThrow("is too long");
});
