import { BlockList, isIP, isIPv6 } from "node:net";
import ipaddr from "ipaddr.js";
import { invalidField } from "../errors/domain-error.ts";

const RULE = "must be an IP address or a network such as 203.0.113.0/24";
const IPV4_BITS = 32;
const IPV6_BITS = 128;
// The number of bits before the IPv4 address in an IPv4-mapped IPv6 address.
const MAPPED_BITS = IPV6_BITS - IPV4_BITS;

/**
 * Returns networks in their stored form, each once: `203.0.113.9/24` becomes `203.0.113.0/24`, an address
 * becomes a network of one address, and an IPv4-mapped network becomes the IPv4 network. Throws
 * INVALID_ARGUMENT for any other string.
 */
export function toNetworks(field: string, texts: readonly string[]): string[] {
  const networks = texts.map((text, index) => {
    const network = canonical(text);
    if (network === undefined) throw invalidField(`${field}[${index}]`, RULE);
    return network;
  });
  return [...new Set(networks)];
}

function canonical(text: string): string | undefined {
  const [address = "", bits, ...rest] = text.split("/");
  // The library also accepts strings such as 010.1 and fe80::1%eth0, which other programs read differently.
  const isAddress =
    ipaddr.IPv4.isValidFourPartDecimal(address) ||
    (ipaddr.IPv6.isValid(address) && !address.includes("%"));
  if (!isAddress || rest.length > 0 || (bits !== undefined && !/^(0|[1-9]\d{0,2})$/.test(bits)))
    return undefined;
  return networkOf(ipaddr.parse(address), bits === undefined ? undefined : Number(bits));
}

function networkOf(
  address: ipaddr.IPv4 | ipaddr.IPv6,
  bits = address.kind() === "ipv4" ? IPV4_BITS : IPV6_BITS,
): string | undefined {
  if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits >= MAPPED_BITS)
    return networkOf(address.toIPv4Address(), bits - MAPPED_BITS);
  const family = address instanceof ipaddr.IPv4 ? ipaddr.IPv4 : ipaddr.IPv6;
  if (bits > (family === ipaddr.IPv4 ? IPV4_BITS : IPV6_BITS)) return undefined;
  return `${family.networkAddressFromCIDR(`${address.toString()}/${bits}`).toString()}/${bits}`;
}

/** The networks from which a key may be used, by family. An IPv6 range admits no IPv4 address. */
export type AddressRanges = Record<"ipv4" | "ipv6", BlockList>;

/** Reads ranges in CIDR form. Returns undefined, which allows all addresses, if `texts` is empty. */
export function addressRanges(texts: readonly string[]): AddressRanges | undefined {
  if (texts.length === 0) return undefined;
  const ranges = { ipv4: new BlockList(), ipv6: new BlockList() };
  // An unreadable range admits no address.
  for (const text of texts.filter(ipaddr.isValidCIDR)) {
    const [network, bits] = ipaddr.parseCIDR(text);
    ranges[network.kind()].addSubnet(network.toString(), bits, network.kind());
  }
  return ranges;
}

/** Returns true for an address in a range, or if `ranges` is undefined. Accepts IPv4 in IPv6 form. */
export function isWithin(ranges: AddressRanges | undefined, address: string): boolean {
  if (ranges === undefined) return true;
  const plain = plainAddress(address);
  const family = isIPv6(plain) ? "ipv6" : "ipv4";
  return isIP(plain) !== 0 && ranges[family].check(plain, family);
}

/** Removes the IPv6 prefix of an IPv4 address. Removes an IPv6 zone, which has no meaning on other hosts. */
export const plainAddress = (address: string): string =>
  (address.split("%")[0] ?? "").replace(/^::ffff:(?=\d+\.)/i, "");
