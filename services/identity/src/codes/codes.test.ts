import fc from "fast-check";
import { expect, test } from "vitest";
import { createKeyring, parseKeyring, type Keyring } from "@tms/kit/values/keyring";
import { digestCode, digestsOf, makeDigits, makeToken } from "./codes.ts";
import { makeUserCode } from "./user-code.ts";

const parsed = parseKeyring(`${createKeyring("new")},${createKeyring("old")}`);
if (parsed === undefined) throw new Error("a made keyring was refused");
const keys: Keyring = parsed;

test("codes have six digits, tokens 32 bytes, user codes eight consonants", () => {
  for (let times = 0; times < 500; times++) {
    expect(makeDigits()).toMatch(/^\d{6}$/);
    expect(makeToken()).toMatch(/^[\w-]{43}$/);
    expect(makeUserCode()).toMatch(/^[B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4}$/);
  }
});

test("a code's digest holds for its kind, its owner and its key alone", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (owner, code) => {
      const digest = digestCode(keys, "verify_email", owner, code);
      expect(digestsOf(keys, "verify_email", owner, code)).toContainEqual(digest);
      expect(digestsOf(keys, "reset_password", owner, code)).not.toContainEqual(digest);
      expect(digestsOf(keys, "verify_email", `${owner}x`, code)).not.toContainEqual(digest);
      expect(digestsOf([keys[1] ?? keys[0]], "verify_email", owner, code)).not.toContainEqual(
        digest,
      );
    }),
  );
});
