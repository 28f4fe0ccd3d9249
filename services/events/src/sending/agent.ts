import { lookup as systemLookup } from "node:dns";
import type { LookupFunction } from "node:net";
import { Agent, buildConnector } from "undici";
import { isPublicAddress, literalAddress } from "../endpoints/address.ts";
import { createLookup, type Lookup } from "./lookup.ts";

/** Thrown instead of connecting to an address that is not public. */
export class AddressBlockedError extends Error {
  override name = "AddressBlockedError";
  readonly code = "TMS_ADDRESS_BLOCKED";
}

const CONNECT_LIMIT_MS = 5_000;
const MOST_BYTES = 65_536;

/**
 * Makes connections to endpoints, to public addresses alone unless private ones are allowed. The
 * addresses are checked as they are connected to, so a name that has another address by then gains
 * nothing. No proxy and no setting of the environment is looked at, and no redirect is followed.
 *
 * Where private addresses are allowed, nobody but the developer has endpoints: names are looked up as
 * the system does it, so that those of /etc/hosts and of a company's network work.
 */
export function createAgent(
  allowPrivate: boolean,
  limitMs: number,
  lookup: Lookup = allowPrivate ? systemLookup : createLookup(),
): Agent {
  const connect = buildConnector({
    timeout: CONNECT_LIMIT_MS,
    autoSelectFamily: true,
    rejectUnauthorized: true,
    allowH2: false,
    lookup: checkingLookup(allowPrivate, lookup),
  });
  return new Agent({
    maxResponseSize: MOST_BYTES,
    headersTimeout: limitMs,
    bodyTimeout: limitMs,
    allowH2: false,
    // A literal address is connected to without a look-up.
    connect: (options, done) => {
      const address = literalAddress(options.hostname);
      if (address !== undefined && !allowPrivate && !isPublicAddress(address))
        done(new AddressBlockedError("the address is not public"), null);
      else connect(options, done);
    },
  });
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
