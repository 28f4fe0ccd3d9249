import { randomInt } from "node:crypto";

// No vowels, so that it spells nothing, and no digits that look like letters (RFC 8628, 6.1).
const LETTERS = "BCDFGHJKLMNPQRSTVWXZ";
const LENGTH = 8;
const HALF = LENGTH / 2;

/** A code that a tool shows and a person types, such as WDJB-MJHT. */
export function makeUserCode(): string {
  const letters = Array.from({ length: LENGTH }, () => LETTERS.charAt(randomInt(LETTERS.length)));
  return `${letters.slice(0, HALF).join("")}-${letters.slice(HALF).join("")}`;
}

/** A user code without what people add or leave out when they type it. */
export const canonicalUserCode = (text: string): string =>
  text.toUpperCase().replaceAll(/[^A-Z]/g, "");
