import { BlockList, isIP } from "node:net";

/** Networks from which a key may be used. */
export type AddressRanges = Pick<BlockList, "check">;

const FAMILIES = { 4: "ipv4", 6: "ipv6" } as const;

/** Reads ranges in CIDR form; undefined if there are none, which means everywhere. */
export function addressRanges(texts: readonly string[]): AddressRanges | undefined {
  if (texts.length === 0) return undefined;
  const list = new BlockList();
  for (const text of texts) {
    const [network = "", prefix = ""] = text.split("/");
    const family = familyOf(network);
    // What cannot be read lets nobody in.
    if (family === undefined || !/^\d{1,3}$/.test(prefix)) continue;
    if (Number(prefix) > (family === "ipv4" ? 32 : 128)) continue;
    list.addSubnet(network, Number(prefix), family);
  }
  return list;
}

/** Whether an address lies in one of the ranges; an IPv4 address also in its IPv6 form. */
export function isWithin(ranges: AddressRanges | undefined, address: string): boolean {
  if (ranges === undefined) return true;
  const [plain = ""] = address.split("%");
  const family = familyOf(plain);
  return family !== undefined && ranges.check(plain, family);
}

const familyOf = (address: string) =>
  FAMILIES[isIP(address) as 4 | 6] as "ipv4" | "ipv6" | undefined;
