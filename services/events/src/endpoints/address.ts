import { isIPv6 } from "node:net";
import ipaddr from "ipaddr.js";

// All global unicast addresses are in here. An IPv4 address in other addresses, such as ::10.0.0.1, leads
// to a private network.
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Reports whether an IP address is a public unicast address, to which events may be sent. A mapped IPv4
 * address counts as the IPv4 address. All other forms that embed one (IPv4-compatible, NAT64, 6to4,
 * Teredo) are refused.
 */
export function isPublicAddress(text: string): boolean {
  // A zone names an interface of this machine.
  if (!ipaddr.isValid(text) || text.includes("%")) return false;
  const address = ipaddr.parse(toCanonical(text));
  if (address instanceof ipaddr.IPv4) return address.range() === "unicast";
  if (address.isIPv4MappedAddress()) return address.toIPv4Address().range() === "unicast";
  return address.range() === "unicast" && address.match(GLOBAL_UNICAST);
}

// The library takes ::8.8.8.8 for a mapped address, but not ::808:808, which is the same.
const toCanonical = (text: string): string =>
  isIPv6(text) ? new URL(`http://[${text}]`).hostname.slice(1, -1) : text;

/** Returns the address that a URL's host is; undefined for a name. */
export function literalAddress(hostname: string): string | undefined {
  const bare = hostname.replace(/^\[|\]$/g, "");
  return ipaddr.isValid(bare) ? bare : undefined;
}
