import { BlockList, isIP } from "node:net";

/** The networks from which a key may be used, by family. An IPv6 range admits no IPv4 address. */
export type AddressRanges = Record<"ipv4" | "ipv6", BlockList>;

const FAMILIES = { 4: "ipv4", 6: "ipv6" } as const;

/** Reads ranges in CIDR form. Returns undefined, which allows all addresses, if `texts` is empty. */
export function addressRanges(texts: readonly string[]): AddressRanges | undefined {
  if (texts.length === 0) return undefined;
  const ranges: AddressRanges = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const text of texts) {
    const [network = "", prefix = ""] = text.split("/");
    const family = familyOf(network);
    // An unreadable range admits no address.
    if (family === undefined || !/^\d{1,3}$/.test(prefix)) continue;
    if (Number(prefix) > (family === "ipv4" ? 32 : 128)) continue;
    ranges[family].addSubnet(network, Number(prefix), family);
  }
  return ranges;
}

/** Returns true for an address in a range, or if `ranges` is undefined. Accepts IPv4 in IPv6 form. */
export function isWithin(ranges: AddressRanges | undefined, address: string): boolean {
  if (ranges === undefined) return true;
  const plain = plainAddress(address);
  const family = familyOf(plain);
  return family !== undefined && ranges[family].check(plain, family);
}

const familyOf = (address: string) =>
  FAMILIES[isIP(address) as 4 | 6] as "ipv4" | "ipv6" | undefined;

/** Removes the IPv6 prefix of an IPv4 address, and an IPv6 zone, which has no meaning elsewhere. */
export const plainAddress = (address: string): string =>
  (address.split("%")[0] ?? "").replace(/^::ffff:(?=\d+\.)/i, "");
