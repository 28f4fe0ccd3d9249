import { invalidField } from "../errors/domain-error.ts";

const LONGEST = 64;
// No character can be spelled with more than four, each of at most two units of UTF-16. What is
// longer is too long in NFC as well, and costs nothing to refuse.
const LONGEST_SPELLING = LONGEST * 4 * 2;
// Control characters, and halves of characters that no text can hold.
const FORBIDDEN = /[\p{Cc}\p{Cs}]/u;
// To a URL these are steps, not names: `/wallet/./deposit` is sent as `/wallet/deposit`.
const DOTS = new Set([".", ".."]);

const LENGTH_RULE = `must have 1 to ${LONGEST} characters`;

/** All that is asked of a handle, as a clause that follows its field's name. */
export const HANDLE_RULE = `${LENGTH_RULE}, none of them a control character, and be neither "." nor ".."`;

/** Whether a text is a gamer's handle, however it is spelled. */
export const isHandle = (text: string): boolean => spell(text).fault === undefined;

/**
 * A gamer's handle in Unicode NFC, compared exactly from here on; throws INVALID_ARGUMENT, with
 * where the handle stands in its request.
 */
export function normalizeHandle(handle: string, fieldOf = () => "handle"): string {
  const { normal, fault } = spell(handle);
  if (fault !== undefined) throw invalidField(fieldOf(), fault);
  return normal;
}

function spell(handle: string): { normal: string; fault?: string } {
  if (handle.length > LONGEST_SPELLING) return { normal: handle, fault: LENGTH_RULE };
  const normal = handle.normalize("NFC");
  if (FORBIDDEN.test(normal)) return { normal, fault: "must not hold control characters" };
  if (DOTS.has(normal)) return { normal, fault: 'must be neither "." nor ".."' };
  const length = Array.from(normal).length;
  return length < 1 || length > LONGEST ? { normal, fault: LENGTH_RULE } : { normal };
}
