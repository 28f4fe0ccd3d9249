import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { metadataOf } from "./input.ts";

describe("metadata", () => {
  test("of any JSON object is kept as it was sent, and an empty text is none", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.nat(3), (object, spaces) => {
        const text = JSON.stringify(object, null, spaces);
        expect(metadataOf("metadata", text)).toBe(text);
      }),
    );
    expect(metadataOf("metadata", "")).toBeNull();
  });

  test.each(["x", "{", "{} {}", "null", "1", '"text"', "[]", "[{}]", " ", "{'a':1}"])(
    "of %j, which is no JSON object, is refused by its field",
    (text) => {
      expect(() => metadataOf("patch.metadata", text)).toThrow(
        "patch.metadata must be a JSON object",
      );
    },
  );
});
