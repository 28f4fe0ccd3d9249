/** Bounds of the structure of a JSON text. */
export interface JsonBounds {
  /** Levels of arrays and objects within each other. */
  depth: number;
  /** Members of any one object. */
  members: number;
  /** Brackets that open, commas and colons, all together. */
  marks: number;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * Finds the bound that a JSON text exceeds, in one pass over its bytes that stops there and allocates
 * nothing: parsing a hostile mebibyte takes as long as serving a hundred requests. The result means
 * nothing for a text that is no JSON; the parser refuses it anyway.
 */
export function exceededBound(bytes: Uint8Array, bounds: JsonBounds): keyof JsonBounds | undefined {
  // Colons in the container at each level; arrays have none.
  const members = new Uint32Array(bounds.depth + 1);
  let depth = 0;
  let marks = 0;
  for (let at = 0; at < bytes.length; at++) {
    switch (bytes[at]) {
      case QUOTE:
        at = endOfText(bytes, at);
        break;
      case OPEN_ARRAY:
      case OPEN_OBJECT:
        if (++depth > bounds.depth) return "depth";
        members[depth] = 0;
        marks++;
        break;
      case CLOSE_ARRAY:
      case CLOSE_OBJECT:
        depth = Math.max(0, depth - 1);
        break;
      case COLON:
        members[depth] = (members[depth] ?? 0) + 1;
        if ((members[depth] ?? 0) > bounds.members) return "members";
        marks++;
        break;
      case COMMA:
        marks++;
    }
    if (marks > bounds.marks) return "marks";
  }
  return undefined;
}

/** Where the text that begins at a quote ends. */
function endOfText(bytes: Uint8Array, quote: number): number {
  let at = quote + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}
