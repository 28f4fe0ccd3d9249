import ipaddr from "ipaddr.js";

/**
 * Whether an IP address is a public unicast one, to which events may be sent. An IPv4 address that is
 * written as mapped IPv6 is looked at as itself; forms that lead to an IPv4 address by way of a gateway
 * (NAT64, 6to4, Teredo) are none.
 */
export function isPublicAddress(text: string): boolean {
  // A zone names an interface of this machine.
  if (!ipaddr.isValid(text) || text.includes("%")) return false;
  const address = ipaddr.parse(text);
  if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress())
    return address.toIPv4Address().range() === "unicast";
  return address.range() === "unicast";
}

/** The address that a URL's host is, if it is one and no name. */
export function literalAddress(hostname: string): string | undefined {
  const bare = hostname.replace(/^\[|\]$/g, "");
  return ipaddr.isValid(bare) ? bare : undefined;
}
