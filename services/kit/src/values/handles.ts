import { invalidField } from "../errors/domain-error.ts";

const MAX_LENGTH = 64;
// A character of NFC can be spelled with up to four characters, each of at most two UTF-16 units.
const MAX_SPELLING_LENGTH = MAX_LENGTH * 4 * 2;
// Control characters and lone surrogates.
const FORBIDDEN = /[\p{Cc}\p{Cs}]/u;
// Special path segments in a URL: `/wallet/./deposit` is sent as `/wallet/deposit`.
const DOTS = new Set([".", ".."]);

const LENGTH_RULE = `must have 1 to ${MAX_LENGTH} characters`;

/** The rule for handles, as a clause that follows a field's name. */
export const HANDLE_RULE = `${LENGTH_RULE}, no control characters, and must not be "." or ".."`;

export const isHandle = (text: string): boolean => spell(text).fault === undefined;

/** Returns a handle in Unicode NFC. Throws INVALID_ARGUMENT for the field that `fieldOf` names. */
export function normalizeHandle(handle: string, fieldOf = () => "handle"): string {
  const { normal, fault } = spell(handle);
  if (fault !== undefined) throw invalidField(fieldOf(), fault);
  return normal;
}

function spell(handle: string): { normal: string; fault?: string } {
  if (handle.length > MAX_SPELLING_LENGTH) return { normal: handle, fault: LENGTH_RULE };
  const normal = handle.normalize("NFC");
  if (FORBIDDEN.test(normal)) return { normal, fault: "must not contain control characters" };
  if (DOTS.has(normal)) return { normal, fault: 'must not be "." or ".."' };
  // A string of at most 64 UTF-16 units has at most 64 characters. Only a longer string must be split.
  const { length } = normal.length > MAX_LENGTH ? Array.from(normal) : normal;
  return length < 1 || length > MAX_LENGTH ? { normal, fault: LENGTH_RULE } : { normal };
}
