import { lookup as systemLookup } from "node:dns";
import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import type { LookupFunction } from "node:net";
import type { FailureWord } from "../db/tables.ts";
import { createLookup, isPublicAddress, literalAddress, type Lookup } from "./addresses.ts";

/** Thrown if an address is not allowed, or if a receiver breaks a limit. */
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

/** Returns the word for a failed request. A broken connection counts as refused. */
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
 * Creates connections, only to public addresses unless private ones are allowed. Names are checked by the
 * lookup of the connection, so a name cannot pass the check and then lead elsewhere. Proxies and settings
 * of the environment have no effect.
 *
 * Private addresses are allowed on developers' machines only. The operating system then resolves names,
 * so that /etc/hosts and the names of a company's network work.
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
    /** Returns the agent for a URL. Throws a SendError if its host is an address that is not public. */
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
      // A name is refused if even one of its addresses is not public.
      else if (!allowPrivate && !addresses.every(({ address }) => isPublicAddress(address)))
        done(new SendError("an address is not public", "address_blocked"), "");
      else if (options.all) done(null, addresses);
      else done(null, first.address, first.family);
    });
