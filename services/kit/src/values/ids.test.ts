import fc from "fast-check";
import { v5, version } from "uuid";
import { describe, expect, test } from "vitest";
import { SYSTEM, formatActor, parseActor } from "./actor.ts";
import { derivedId, isId, newId } from "./ids.ts";
import { metadataOf } from "./input.ts";
import { type ScoringTerms, scoringMessage, scoringTermsOf } from "./scoring.ts";

test("new ids are UUIDv7, all different, and in the order they were made", () => {
  const ids = Array.from({ length: 20_000 }, newId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids.map(version))).toEqual(new Set([7]));
});

test("derived ids are the name-based UUIDs that RFC 9562 describes", () => {
  fc.assert(
    // The names include long names.
    fc.property(fc.array(fc.string({ unit: "binary", size: "medium" })), (parts) => {
      const id = derivedId(...parts);
      expect(id).toBe(v5(parts.join("/"), "6f1d9c0e-7f0a-4c55-9d0e-3f6c1b1f5a10"));
      expect(isId(id)).toBe(true);
    }),
  );
});

const ID = "0197d9a5-11c2-7f0e-8a54-7f3f2a9b6c01";

test.for([{ type: "api_key", id: ID } as const, { type: "user", id: ID } as const, SYSTEM])(
  "$type is read back from its text",
  (actor) => {
    expect(parseActor(formatActor(actor))).toEqual(actor);
  },
);

test("ids are canonical", () => {
  expect(parseActor(`user:${ID.toUpperCase()}`)).toEqual({ type: "user", id: ID });
});

test.for([
  ID,
  "user:",
  "system:",
  `system:${ID}`,
  `USER:${ID}`,
  `user:${ID} `,
  `user:${ID}\n`,
  `user:${ID}, api_key:${ID}`,
  "user:not-a-uuid-but-of-the-same-length-000",
  `user:${ID.replaceAll("0", "o")}`,
])("%j names nobody", (text) => {
  expect(parseActor(text)).toBeUndefined();
});

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

const EVERYTHING: ScoringTerms = {
  operator: "sum",
  counted: 5,
  direction: "lower",
  tieBreaks: ["higher", "lower"],
  ties: "earliest",
  attempts: 7,
  min: -9_007_199_254_740_991,
  max: 0,
  reviewFrom: 9_007_199_254_740_991,
  noScore: "in",
};

test("scoring travels without loss", () => {
  expect(scoringTermsOf(scoringMessage(EVERYTHING))).toEqual(EVERYTHING);
});
