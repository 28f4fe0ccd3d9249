import { lookup as systemLookup } from "node:dns";
import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import type { LookupFunction } from "node:net";
import { isPublicAddress, literalAddress } from "../endpoints/address.ts";
import { createLookup, type Lookup } from "./lookup.ts";

/** Thrown instead of connecting to an address that is not public. */
export class AddressBlockedError extends Error {
  override name = "AddressBlockedError";
  readonly code = "TMS_ADDRESS_BLOCKED";
}

/** Keeps connections to endpoints. */
export interface Connections {
  /** Returns the agent for a URL. Throws AddressBlockedError if its host is an address that is not public. */
  agentFor(url: URL): HttpAgent;
  close(): void;
}

// For how long a connection without a request is kept, and how many of them per origin.
const KEPT_MS = 4_000;
const MAX_KEPT = 32;

/**
 * Makes connections to endpoints, to public addresses alone unless private ones are allowed. Names are
 * checked by the lookup that decides where the connection goes, so a name that has another address by
 * then gains nothing. No proxy and no setting of the environment is looked at.
 *
 * Where private addresses are allowed, nobody but the developer has endpoints: names are looked up as
 * the system does it, so that those of /etc/hosts and of a company's network work.
 */
export function createConnections(
  allowPrivate: boolean,
  lookup: Lookup = allowPrivate ? systemLookup : createLookup(),
): Connections {
  const options = {
    keepAlive: true,
    timeout: KEPT_MS,
    maxFreeSockets: MAX_KEPT,
    autoSelectFamily: true,
    lookup: checkingLookup(allowPrivate, lookup),
  };
  const plain = new HttpAgent(options);
  const secure = new HttpsAgent({ ...options, rejectUnauthorized: true });
  return {
    agentFor(url) {
      // A literal address is connected to without a lookup.
      const address = literalAddress(url.hostname);
      if (address !== undefined && !allowPrivate && !isPublicAddress(address))
        throw new AddressBlockedError("the address is not public");
      return url.protocol === "https:" ? secure : plain;
    },
    close() {
      plain.destroy();
      secure.destroy();
    },
  };
}

function checkingLookup(allowPrivate: boolean, lookup: Lookup): LookupFunction {
  return (hostname, options, done) =>
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      const isBlocked =
        !allowPrivate && addresses?.some(({ address }) => !isPublicAddress(address));
      if (error !== null || first === undefined) done(error ?? notFound(hostname), "");
      // One that is not public is enough: whoever answers so tries something.
      else if (isBlocked) done(new AddressBlockedError("an address is not public"), "");
      else if (options.all) done(null, addresses);
      else done(null, first.address, first.family);
    });
}

const notFound = (hostname: string): NodeJS.ErrnoException =>
  Object.assign(new Error(`${hostname} has no address`), { code: "ENOTFOUND" });
