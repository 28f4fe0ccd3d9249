import {
  CANCELLED,
  NODATA,
  NOTFOUND,
  promises,
  TIMEOUT,
  type LookupAddress,
  type LookupAllOptions,
} from "node:dns";
import { isIPv6 } from "node:net";
import { callbackify } from "node:util";
import ipaddr from "ipaddr.js";
import { singleFlight } from "@tms/kit/batching/shared-calls";

// IPv6 addresses outside this range can contain a private IPv4 address, such as ::10.0.0.1.
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Returns whether an address is a public unicast address. A mapped IPv4 address counts as the IPv4 address.
 * Other IPv6 forms that embed an IPv4 address (compatible, NAT64, 6to4, Teredo) are not public.
 */
export function isPublicAddress(text: string): boolean {
  // An address with a zone belongs to a network interface of this machine.
  if (!ipaddr.isValid(text) || text.includes("%")) return false;
  const address = ipaddr.parse(toCanonical(text));
  if (address instanceof ipaddr.IPv4) return address.range() === "unicast";
  if (address.isIPv4MappedAddress()) return address.toIPv4Address().range() === "unicast";
  return address.range() === "unicast" && address.match(GLOBAL_UNICAST);
}

// ipaddr.js treats ::8.8.8.8 as a mapped address, but not the equal address ::808:808.
const toCanonical = (text: string): string =>
  isIPv6(text) ? new URL(`http://[${text}]`).hostname.slice(1, -1) : text;

/** Returns the address without brackets, or undefined if the host is a name. */
export function literalAddress(hostname: string): string | undefined {
  const bare = hostname.replace(/^\[|\]$/g, "");
  return ipaddr.isValid(bare) ? bare : undefined;
}

/** A function that finds all addresses of a host name, like dns.lookup. */
export type Lookup = (
  hostname: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

// The second try waits about twice as long as the first.
const QUERIES = { timeout: 1_000, tries: 2 };
// Two of the five seconds for a connection remain for TCP and TLS.
const LIMIT_MS = 3_000;

const LOCALHOST = /(^|\.)localhost\.?$/i;
const LOOPBACK: LookupAddress[] = [
  { address: "127.0.0.1", family: 4 },
  { address: "::1", family: 6 },
];

/**
 * Creates a lookup that asks the nameservers directly, without /etc/hosts and search domains. dns.lookup
 * would block one of the few threads of the process until the nameserver answers. A few silent nameservers
 * could then stop all deliveries and new connections to Postgres. Fails with ENOTFOUND, EAI_AGAIN or
 * ETIMEDOUT.
 */
export function createLookup(nameservers?: readonly string[]): Lookup {
  const share = singleFlight<LookupAddress[]>();
  const find = callbackify((hostname: string) =>
    share(hostname, () => findAddresses(hostname, nameservers)),
  );
  return (hostname, _, done) => find(hostname, done);
}

async function findAddresses(hostname: string, nameservers: readonly string[] | undefined) {
  // RFC 6761: nameservers must not be asked for localhost.
  if (LOCALHOST.test(hostname)) return LOOPBACK;
  // Each lookup has its own resolver, so that a cancellation does not affect other lookups.
  const resolver = new promises.Resolver(QUERIES);
  if (nameservers !== undefined) resolver.setServers(nameservers);
  const limit = setTimeout(() => resolver.cancel(), LIMIT_MS);
  const [four, six] = await Promise.allSettled([
    resolver.resolve4(hostname),
    resolver.resolve6(hostname),
  ]);
  clearTimeout(limit);
  // IPv4 addresses come first, because some clusters cannot send to IPv6 addresses.
  const addresses = [...toAddresses(four, 4), ...toAddresses(six, 6)];
  if (addresses.length === 0) throw lookupError(hostname, [four, six]);
  return addresses;
}

const toAddresses = (found: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] =>
  found.status === "rejected" ? [] : found.value.map((address) => ({ address, family }));

/** Returns an error with a new code, because a nameserver's ECONNREFUSED would look like the receiver's. */
function lookupError(hostname: string, found: readonly PromiseSettledResult<string[]>[]) {
  const codes = found.map((each) => (each.status === "rejected" ? getCode(each.reason) : NODATA));
  const fail = (message: string, code: string) => Object.assign(new Error(message), { code });
  if (codes.some((code) => code === TIMEOUT || code === CANCELLED))
    return fail(`the nameservers of ${hostname} do not answer`, "ETIMEDOUT");
  return codes.every((code) => code === NOTFOUND || code === NODATA)
    ? fail(`${hostname} has no address`, "ENOTFOUND")
    : fail(`${hostname} cannot be looked up: ${codes.join(", ")}`, "EAI_AGAIN");
}

/** Returns the code of a system error, such as ECONNRESET, or any other error as a string. */
export const getCode = (error: unknown): string =>
  error instanceof Error && "code" in error ? String(error.code) : String(error);
