import { invalidField } from "@tms/kit/errors/domain-error";
import ipaddr from "ipaddr.js";

const IPV4_BITS = 32;
const IPV6_BITS = 128;
// The bits before the IPv4 address in an IPv4-mapped address.
const MAPPED_BITS = IPV6_BITS - IPV4_BITS;

/**
 * Returns networks in their stored form, each once. `203.0.113.9/24` becomes `203.0.113.0/24`. An address
 * becomes a network of one address. A network in IPv4-mapped form becomes the IPv4 network. Throws
 * INVALID_ARGUMENT with the faulty item of `field`.
 */
export function ipRangesOf(field: string, texts: readonly string[]): string[] {
  const ranges = texts.map((text, index) => {
    const range = canonical(text);
    if (range === undefined)
      throw invalidField(
        `${field}[${index}]`,
        "must be an IP address or a network such as 203.0.113.0/24",
      );
    return range;
  });
  return [...new Set(ranges)];
}

function canonical(text: string): string | undefined {
  const [address = "", bits, ...rest] = text.split("/");
  // The library also accepts texts such as 010.1 and fe80::1%eth0, which other programs read differently.
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
