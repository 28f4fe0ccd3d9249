import { lookup as systemLookup } from "node:dns";
import { Agent as HttpAgent, request as requestPlain, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as requestSecure } from "node:https";
import type { LookupFunction, Socket } from "node:net";
import type { FailureWord } from "../db/tables.ts";
import {
  createLookup,
  getCode,
  isPublicAddress,
  literalAddress,
  type Lookup,
} from "./addresses.ts";

/** The error of a host without an address, of a blocked address, or of a receiver that exceeds a limit. */
export class SendError extends Error {
  override name = "SendError";
  readonly word: FailureWord;
  constructor(message: string, word: FailureWord) {
    super(message);
    this.word = word;
  }
}

const WORDS_BY_CODE: readonly (readonly [RegExp, FailureWord])[] = [
  [/^HPE_(HEADER|CHUNK_EXTENSIONS)_OVERFLOW$/, "too_large"],
  [/^ETIMEDOUT$/, "timeout"],
  [/^(ENOTFOUND|EAI_AGAIN|EAI_FAIL|EAI_NODATA)$/, "dns"],
  [/^(EPROTO$|CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO_SELF_SIGNED_|SELF_SIGNED_)/, "tls"],
  [/^UNABLE_TO_(GET_ISSUER|VERIFY_LEAF)_/, "tls"],
];

/** Returns the failure word of an error; `refused` for unlisted errors, such as a broken connection. */
export const toFailureWord = (error: unknown): FailureWord => findWord(error) ?? "refused";

function findWord(error: unknown): FailureWord | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof SendError) return error.word;
  if (error.name === "TimeoutError") return "timeout";
  const code = "code" in error ? String(error.code) : "";
  const [, word] = WORDS_BY_CODE.find(([pattern]) => pattern.test(code)) ?? [];
  const inner = error instanceof AggregateError ? error.errors : [];
  return word ?? [...inner, error.cause].map(findWord).find((found) => found !== undefined);
}

export type Connections = ReturnType<typeof createConnections>;

const IDLE_MS = 4_000;
const MAX_IDLE_PER_ORIGIN = 32;

/**
 * Creates the connections to receivers. A connection uses the addresses that were checked, so a name cannot
 * lead to another address after the check. Proxy settings of the environment have no effect. With
 * `allowPrivate`, the operating system resolves names, so that /etc/hosts and the names of a company's
 * network work.
 */
export function createConnections(
  allowPrivate: boolean,
  lookup: Lookup = allowPrivate ? systemLookup : createLookup(),
) {
  const options = {
    keepAlive: true,
    timeout: IDLE_MS,
    maxFreeSockets: MAX_IDLE_PER_ORIGIN,
    autoSelectFamily: true,
    lookup: checkAddresses(lookup, allowPrivate),
  };
  const plain = new HttpAgent(options);
  const secure = new HttpsAgent({ ...options, rejectUnauthorized: true });
  return {
    /** Returns the agent of a URL. Throws a SendError if the host is an address that is not allowed. */
    agentFor(url: URL): HttpAgent {
      // The lookup does not check a literal address, because a connection to it needs no lookup.
      const address = literalAddress(url.hostname);
      if (address !== undefined && !allowPrivate && !isPublicAddress(address))
        throw new SendError("the address is not public", "address_blocked");
      return url.protocol === "https:" ? secure : plain;
    },
    close(): void {
      plain.destroy();
      secure.destroy();
    },
  };
}

const checkAddresses =
  (lookup: Lookup, allowPrivate: boolean): LookupFunction =>
  (hostname, options, done) =>
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error !== null) done(error, "");
      else if (first === undefined) done(new SendError(`${hostname} has no address`, "dns"), "");
      // If one address of a name is not public, the name is refused.
      else if (!allowPrivate && !addresses.every(({ address }) => isPublicAddress(address)))
        done(new SendError("an address is not public", "address_blocked"), "");
      else if (options.all) done(null, addresses);
      else done(null, first.address, first.family);
    });

interface Post {
  url: URL;
  agent: HttpAgent;
  headers: Record<string, string>;
  body: string;
  signal: AbortSignal;
}

const CONNECT_LIMIT_MS = 5_000;
// Also applies to the headers of informational answers.
const MAX_HEADER_BYTES = 16_384;
const MAX_INFORMATIONAL = 16;

/**
 * Sends a request. Returns the answer as soon as its headers are complete. Does not follow redirects. Repeats
 * the request if the receiver closed a reused connection before the first byte of an answer.
 */
export async function post(one: Post): Promise<IncomingMessage> {
  for (;;) {
    const attempt = await sendOnce(one);
    if (attempt !== undefined) return attempt;
  }
}

async function sendOnce({ url, body, ...options }: Post) {
  const send = url.protocol === "https:" ? requestSecure : requestPlain;
  const request = send(url, { method: "POST", maxHeaderSize: MAX_HEADER_BYTES, ...options });
  const answer = Promise.withResolvers<IncomingMessage>();
  let response: IncomingMessage | undefined;
  let informational = 0;
  let isAnswered = () => false;
  request.on("response", (begun) => {
    // The error is ignored here, because the reader of the body gets the error even if the read begins later.
    response = begun.on("error", () => undefined);
    answer.resolve(begun);
  });
  // A chunk may contain an answer followed by invalid data. The body of the answer then fails too.
  request.on("error", (error) => {
    response?.destroy(error);
    answer.reject(error);
  });
  // An answer with the status 101 closes the connection without a response and without an error.
  request.on("close", () => answer.reject(new Error("the connection closed without an answer")));
  request.on("information", () => {
    if (++informational > MAX_INFORMATIONAL)
      request.destroy(new SendError("too many informational answers", "too_large"));
  });
  request.on("socket", (socket: Socket) => {
    const before = socket.bytesRead;
    isAnswered = () => socket.bytesRead > before;
    if (request.reusedSocket) return;
    const limit = setTimeout(() => {
      request.destroy(new SendError("no connection in time", "timeout"));
    }, CONNECT_LIMIT_MS);
    socket.once(url.protocol === "https:" ? "secureConnect" : "connect", () => clearTimeout(limit));
    socket.once("close", () => clearTimeout(limit));
  });
  request.end(body);
  try {
    return await answer.promise;
  } catch (error) {
    const isClosed = ["ECONNRESET", "EPIPE"].includes(getCode(error));
    if (request.reusedSocket && !isAnswered() && isClosed) return undefined;
    throw error;
  }
}
