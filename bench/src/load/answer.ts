/** The status and length of an HTTP/1.1 answer. */
export interface Answer {
  status: number;
  bytes: number;
}

const HEAD_END = Buffer.from("\r\n\r\n");
const LENGTH = Buffer.from("\r\ncontent-length: ");
const ZERO = 48;
const CARRIAGE_RETURN = 13;

/**
 * Reads the answer at the beginning of `data`; returns undefined while a part is missing. Reads
 * only the status and the length, because a full parser would cost more than the server.
 */
export function readAnswer(data: Buffer): Answer | undefined {
  const headEnd = data.indexOf(HEAD_END);
  if (headEnd < 0) return undefined;
  const at = data.indexOf(LENGTH);
  if (at < 0 || at > headEnd)
    throw new Error(`A response has no content-length header: ${data.toString()}`);
  const bytes = headEnd + HEAD_END.length + numberAt(data, at + LENGTH.length);
  // The status has a fixed position: "HTTP/1.1 201 Created".
  return data.length < bytes ? undefined : { status: numberAt(data, 9, 12), bytes };
}

function numberAt(data: Buffer, from: number, to = data.length): number {
  let number = 0;
  for (let at = from; at < to && data[at] !== CARRIAGE_RETURN; at++)
    number = number * 10 + (data[at] ?? ZERO) - ZERO;
  return number;
}
