import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isHandle, normalizeHandle } from "./handles.ts";

describe("a handle", () => {
  test("is the same however its accents are written", () => {
    expect(normalizeHandle("Zoe\u0308")).toBe("Zo\u00eb");
  });

  test("has 1 to 64 characters, whatever their size", () => {
    for (const letter of ["a", "é", "漢", "🏆"]) {
      expect(normalizeHandle(letter.repeat(64))).toBe(letter.repeat(64));
      expect(() => normalizeHandle(letter.repeat(65))).toThrow("1 to 64");
    }
    expect(() => normalizeHandle("")).toThrow("1 to 64");
  });

  test("is counted in its composed form", () => {
    expect(normalizeHandle("e\u0301".repeat(64))).toHaveLength(64);
    expect(() => normalizeHandle("\u0958".repeat(33))).toThrow("1 to 64");
  });

  test.each([".", ".."])("is not %j, which is no name in a URL", (handle) => {
    expect(() => normalizeHandle(handle)).toThrow("must not be");
    expect(normalizeHandle(`${handle}.x`)).toBe(`${handle}.x`);
  });

  test.each(["\0", "\n", "\t", "\u007f", "\u0085", "\ud800", "\udc00"])(
    "holds no %j",
    (character) => {
      expect(() => normalizeHandle(`a${character}b`)).toThrow("control characters");
    },
  );

  test("once accepted is accepted again unchanged", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", minLength: 1, maxLength: 20 }), (text) => {
        let handle: string;
        try {
          handle = normalizeHandle(text);
        } catch (error) {
          expect(error).toMatchObject({
            reason: "INVALID_ARGUMENT",
            fields: [{ field: "handle" }],
          });
          expect(isHandle(text)).toBe(false);
          return;
        }
        expect(isHandle(text)).toBe(true);
        expect(normalizeHandle(handle)).toBe(handle);
        expect(handle.isWellFormed()).toBe(true);
      }),
    );
  });
});
