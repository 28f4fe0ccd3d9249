/** Where an answer of an HTTP/1.1 server ends, and its status. */
export interface Answer {
  status: number;
  bytes: number;
}

const HEAD_END = Buffer.from("\r\n\r\n");
const LENGTH = Buffer.from("\r\ncontent-length: ");
const ZERO = 48;
const CARRIAGE_RETURN = 13;

/**
 * Reads the answer that `data` begins with, or returns undefined while a part is missing. It
 * knows only what Node's own server sends to keep-alive requests, a status line and a length:
 * a full parser would cost more than the server under test.
 */
export function readAnswer(data: Buffer): Answer | undefined {
  const headEnd = data.indexOf(HEAD_END);
  if (headEnd < 0) return undefined;
  const at = data.indexOf(LENGTH);
  if (at < 0 || at > headEnd)
    throw new Error(`an answer came without a length: ${data.toString()}`);
  const bytes = headEnd + HEAD_END.length + numberAt(data, at + LENGTH.length);
  // "HTTP/1.1 201 Created": the status always stands in the same place.
  return data.length < bytes ? undefined : { status: numberAt(data, 9, 12), bytes };
}

function numberAt(data: Buffer, from: number, to = data.length): number {
  let number = 0;
  for (let at = from; at < to && data[at] !== CARRIAGE_RETURN; at++)
    number = number * 10 + (data[at] ?? ZERO) - ZERO;
  return number;
}
