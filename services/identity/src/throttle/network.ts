import { isIPv6 } from "node:net";

const GROUPS = 8;
const GROUP_BITS = 16;

/**
 * The part of an address that one subscriber has: all of an IPv4 address, the first half of an IPv6
 * one, whose other half anybody can choose anew for each request.
 */
export const networkOf = (address: string): string => prefixOf(address, 64);

/** The part of an address that one site can have: all of an IPv4 address, the /48 of an IPv6 one. */
export const siteOf = (address: string): string => prefixOf(address, 48);

function prefixOf(address: string, bits: number): string {
  const [, mapped] = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(address) ?? [];
  if (mapped !== undefined) return mapped;
  const [plain = ""] = address.split("%");
  if (!isIPv6(plain)) return address;
  // The host of a URL is the address in its one canonical spelling.
  const [head = "", tail] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split("::");
  const [before, after] = [groupsOf(head), groupsOf(tail ?? "")];
  const zeros = tail === undefined ? 0 : GROUPS - before.length - after.length;
  const groups = [...before, ...Array<string>(zeros).fill("0"), ...after];
  return `${groups.slice(0, bits / GROUP_BITS).join(":")}::/${bits}`;
}

const groupsOf = (text: string): string[] => (text === "" ? [] : text.split(":"));
