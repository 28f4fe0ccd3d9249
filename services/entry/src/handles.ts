import { invalidField } from "@tms/kit/errors";

const LONGEST = 64;
// Control characters, and halves of characters that no text can hold.
const FORBIDDEN = /[\p{Cc}\p{Cs}]/u;

/** A gamer handle in Unicode NFC, compared exactly from here on; throws INVALID_ARGUMENT. */
export function normalizeHandle(handle: string, field = "handle"): string {
  const normal = handle.normalize("NFC");
  if (FORBIDDEN.test(normal)) throw invalidField(field, "must not hold control characters");
  const length = Array.from(normal).length;
  if (length < 1 || length > LONGEST)
    throw invalidField(field, `must have 1 to ${LONGEST} characters`);
  return normal;
}
