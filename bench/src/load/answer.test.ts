import { expect, test } from "vitest";
import { readAnswer } from "./answer.ts";

const HEAD = "HTTP/1.1 201 Created\r\nx-note: \u00e9\r\ncontent-length: 12\r\nDate: today\r\n\r\n";

test("reads status and length of an answer", () => {
  const data = Buffer.from(`${HEAD}twelve bytes`);
  expect(readAnswer(data)).toEqual({ status: 201, bytes: data.length });
});

test("waits for what is missing, wherever the answer was cut", () => {
  const data = Buffer.from(`${HEAD}twelve bytes`);
  for (let length = 0; length < data.length; length++)
    expect(readAnswer(data.subarray(0, length))).toBeUndefined();
});

test("is not misled by a length within the body", () => {
  const body = "\r\ncontent-length: 99\r\n\r\n";
  const head = `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n`;
  expect(readAnswer(Buffer.from(head + body))?.bytes).toBe(head.length + body.length);
});

test("refuses an answer without a length", () => {
  const chunked = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n";
  expect(() => readAnswer(Buffer.from(chunked))).toThrow("without a length");
});
