import { TmsError, type Problem } from "../errors.ts";
import { retryAfterMs } from "./pauses.ts";

// No answer of the API comes near it.
const MOST_BYTES = 64 * 1024 * 1024;

/** The ids of a request that was sent. */
export interface Sent {
  requestId: string;
  /** Null for a reading. */
  idempotencyKey: string | null;
}

/**
 * Reads a whole answer. A refusal is thrown as a TmsError, as is what cannot come from the API; other
 * errors mean that the rest of the answer was lost.
 */
export async function readAnswer(
  response: Response,
  { requestId, idempotencyKey }: Sent,
): Promise<Response> {
  const text = await readText(response);
  const { status, headers } = response;
  const id = headers.get("x-request-id") ?? requestId;
  const json = parse(text, headers.get("content-type") ?? "");
  if (response.ok && json !== undefined)
    return new Response(text, { status, headers: { "x-request-id": id } });
  const problem = isProblem(json) ? json : unexpected(response, id);
  throw new TmsError(problem, { retryAfterMs: retryAfterMs(headers), idempotencyKey });
}

async function readText(response: Response): Promise<string> {
  if (response.body === null) return "";
  const decoder = new TextDecoder();
  const reader = response.body.getReader();
  let [text, bytes] = ["", 0];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > MOST_BYTES) {
      await reader.cancel();
      throw new Error(`the response has more than ${MOST_BYTES} bytes`);
    }
    text += decoder.decode(value, { stream: true });
  }
}

function parse(text: string, type: string): unknown {
  if (!/^application\/(problem\+)?json\b/i.test(type)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isProblem(json: unknown): json is Problem {
  const { code, status, detail, requestId } = (json ?? {}) as Partial<Problem>;
  const texts = [code, detail, requestId];
  return typeof status === "number" && texts.every((text) => typeof text === "string");
}

function unexpected({ status, type, url }: Response, requestId: string): Problem {
  const what = type === "opaqueredirect" ? "a redirect" : `status ${status}`;
  return {
    type: "about:blank",
    title: "Unexpected response",
    status,
    detail: `The response (${what}) does not come from the service. Check baseUrl, and any proxy in between.`,
    instance: URL.canParse(url) ? new URL(url).pathname : "/",
    code: "unexpected_answer",
    requestId,
  };
}
