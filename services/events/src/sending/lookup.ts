import {
  CANCELLED,
  NODATA,
  NOTFOUND,
  promises,
  TIMEOUT,
  type LookupAddress,
  type LookupAllOptions,
} from "node:dns";
import { callbackify } from "node:util";
import { singleFlight } from "@tms/kit/batching/single-flight";

/** Finds all addresses of a name, as dns.lookup does. */
export type Lookup = (
  hostname: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

// The second query of each kind waits twice as long as the first, each a bit more or less.
const QUERIES = { timeout: 1_000, tries: 2 };
// With several nameservers the queries alone would take longer. Two seconds of the five that a
// connection may take are left for TCP and TLS.
const LIMIT_MS = 3_000;

const LOCALHOST = /(^|\.)localhost\.?$/i;
const LOOPBACK: LookupAddress[] = [
  { address: "127.0.0.1", family: 4 },
  { address: "::1", family: 6 },
];

/**
 * Creates a lookup that asks the nameservers itself. dns.lookup would hold one of the few threads that
 * the whole process shares, for as long as a nameserver likes not to answer: a few endpoints with such
 * names would stop the deliveries of all others, and new connections to Postgres too. Neither
 * /etc/hosts nor search domains count. Requests for one name share a lookup that is under way. Fails
 * with ENOTFOUND, EAI_AGAIN or ETIMEDOUT, after three seconds at most.
 */
export function createLookup(nameservers?: readonly string[]): Lookup {
  const share = singleFlight<LookupAddress[]>();
  const find = callbackify((hostname: string) =>
    share(hostname, () => findAddresses(hostname, nameservers)),
  );
  return (hostname, _, done) => find(hostname, done);
}

async function findAddresses(
  hostname: string,
  nameservers: readonly string[] | undefined,
): Promise<LookupAddress[]> {
  // No nameserver may say where this is (RFC 6761).
  if (LOCALHOST.test(hostname)) return LOOPBACK;
  // Each lookup has its own, so that the end of one cancels nobody else's queries.
  const resolver = new promises.Resolver(QUERIES);
  if (nameservers !== undefined) resolver.setServers(nameservers);
  const limit = setTimeout(() => resolver.cancel(), LIMIT_MS);
  const [four, six] = await Promise.allSettled([
    resolver.resolve4(hostname),
    resolver.resolve6(hostname),
  ]);
  clearTimeout(limit);
  // A name may have addresses of one family alone. Those of IPv4 come first: not every cluster has
  // a way out by IPv6.
  const addresses = [...addressesOf(four, 4), ...addressesOf(six, 6)];
  if (addresses.length === 0) throw lookupError(hostname, [four, six]);
  return addresses;
}

const addressesOf = (found: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] =>
  found.status === "rejected" ? [] : found.value.map((address) => ({ address, family }));

/** What went wrong, by the codes of dns.lookup: some of the resolver's mean something else of a connection. */
function lookupError(
  hostname: string,
  found: readonly PromiseSettledResult<string[]>[],
): NodeJS.ErrnoException {
  const codes = found.map((each) => (each.status === "rejected" ? codeOf(each.reason) : NODATA));
  if (codes.some((code) => code === TIMEOUT || code === CANCELLED))
    return failed(`the nameservers of ${hostname} do not answer`, "ETIMEDOUT");
  return codes.every((code) => code === NOTFOUND || code === NODATA)
    ? failed(`${hostname} has no address`, "ENOTFOUND")
    : failed(`${hostname} cannot be looked up: ${codes.join(", ")}`, "EAI_AGAIN");
}

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error ? String(error.code) : String(error);

const failed = (message: string, code: string): NodeJS.ErrnoException =>
  Object.assign(new Error(message), { code });
