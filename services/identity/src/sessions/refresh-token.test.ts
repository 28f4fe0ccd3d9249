import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createKeyring, parseKeyring, type Keyring } from "@tms/kit/values/keyring";
import { isGenuine, parseRefreshToken, refreshToken } from "./refresh-token.ts";

const ring = (...ids: string[]): Keyring => {
  const keys = parseKeyring(ids.map(createKeyring).join(","));
  if (keys === undefined) throw new Error("a made keyring was refused");
  return keys;
};
const keys = ring("a");
const sessions = fc.record({
  id: fc.uuid(),
  salt: fc.uint8Array({ minLength: 16, maxLength: 16 }),
});
const generations = fc.integer({ min: 1, max: 2 ** 31 - 1 });

describe("a refresh token", () => {
  test("names its session and generation, is genuine, and always the same", () => {
    fc.assert(
      fc.property(sessions, generations, (session, generation) => {
        const token = refreshToken(keys, session, generation);
        expect(token).toMatch(/^tmsr_[\w-]{70}$/);
        const claim = parseRefreshToken(token);
        expect(claim).toMatchObject({ sessionId: session.id, generation });
        expect(claim && isGenuine(keys, claim, session.salt)).toBe(true);
        expect(refreshToken(keys, session, generation)).toBe(token);
      }),
    );
  });

  test("is not genuine once any character of it is another", () => {
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const characters = fc.constantFrom(...Array.from(alphabet));
    fc.assert(
      fc.property(
        sessions,
        generations,
        fc.nat(69),
        characters,
        (session, generation, at, other) => {
          const token = refreshToken(keys, session, generation);
          const index = "tmsr_".length + at;
          fc.pre(token[index] !== other);
          const claim = parseRefreshToken(token.slice(0, index) + other + token.slice(index + 1));
          expect(claim !== undefined && isGenuine(keys, claim, session.salt)).toBe(false);
        },
      ),
    );
  });

  test("is not read from any other text, and no text throws", () => {
    const session = { id: "0198a5f0-0000-7000-8000-0123456789ab", salt: randomBytes(16) };
    const token = refreshToken(keys, session, 1);
    for (const text of [token.slice(0, -1), `${token}A`, ` ${token}`, token.toUpperCase()])
      expect(parseRefreshToken(text)).toBeUndefined();
    const texts = fc.oneof(
      fc.string(),
      fc.string().map((text) => `tmsr_${text}`),
    );
    fc.assert(
      fc.property(texts, (text) => {
        expect(parseRefreshToken(text)).toBeUndefined();
      }),
    );
  });
});
