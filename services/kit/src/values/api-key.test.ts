import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createApiKey, digestApiKey, isWellFormedApiKey } from "./api-key.ts";

describe("API keys", () => {
  test.each(["live", "test"] as const)(
    "carry their mode, 32 random bytes and a checksum",
    (mode) => {
      const key = createApiKey(mode);
      expect(key).toMatch(new RegExp(`^tms_${mode}_[0-9A-Za-z]{49}$`));
      expect(isWellFormedApiKey(key)).toBe(true);
      expect(createApiKey(mode)).not.toBe(key);
    },
  );

  test("are known for wrong when any one character is mistyped", () => {
    const key = createApiKey("live");
    const others = fc.constantFrom("0", "a", "Z", "_", "-", ".", " ", "é");
    fc.assert(
      fc.property(fc.nat(key.length - 1), others, (at, other) => {
        const mistyped = key.slice(0, at) + other + key.slice(at + 1);
        expect(isWellFormedApiKey(mistyped)).toBe(mistyped === key);
      }),
    );
  });

  test("are known for wrong when they are any other text", () => {
    fc.assert(fc.property(fc.string(), (text) => !isWellFormedApiKey(text)));
    expect(isWellFormedApiKey(`${createApiKey("live")}\n`)).toBe(false);
  });

  test("are stored as SHA-256", () => {
    expect(Buffer.from(digestApiKey("abc")).toString("hex")).toBe(
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    );
  });
});
