import { BlockList, isIP } from "node:net";

/** Networks from which a key may be used, by family: a range of IPv6 admits no IPv4 address. */
export type AddressRanges = Record<"ipv4" | "ipv6", BlockList>;

const FAMILIES = { 4: "ipv4", 6: "ipv6" } as const;

/** Reads ranges in CIDR form; undefined if there are none, which means everywhere. */
export function addressRanges(texts: readonly string[]): AddressRanges | undefined {
  if (texts.length === 0) return undefined;
  const ranges: AddressRanges = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const text of texts) {
    const [network = "", prefix = ""] = text.split("/");
    const family = familyOf(network);
    // What cannot be read lets nobody in.
    if (family === undefined || !/^\d{1,3}$/.test(prefix)) continue;
    if (Number(prefix) > (family === "ipv4" ? 32 : 128)) continue;
    ranges[family].addSubnet(network, Number(prefix), family);
  }
  return ranges;
}

/** Whether an address lies in one of the ranges; an IPv4 address also in its IPv6 form. */
export function isWithin(ranges: AddressRanges | undefined, address: string): boolean {
  if (ranges === undefined) return true;
  const [plain = ""] = address.replace(/^::ffff:(?=\d+\.)/i, "").split("%");
  const family = familyOf(plain);
  return family !== undefined && ranges[family].check(plain, family);
}

const familyOf = (address: string) =>
  FAMILIES[isIP(address) as 4 | 6] as "ipv4" | "ipv6" | undefined;
