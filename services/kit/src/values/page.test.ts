import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cutPage, decodePageToken, encodePageToken, TOKEN_PART } from "./page.ts";

const PATTERNS = [TOKEN_PART.count, TOKEN_PART.time, TOKEN_PART.id];
const POSITION = ["3", "2026-01-31T23:59:59.999Z", "0198a5f0-0000-7000-8000-0123456789ab"];
const tokenOf = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

const LIST = ["entries", "a tournament", undefined];
const decode = (token: string) => decodePageToken(token, LIST, PATTERNS);
const cut = (rows: number[]) => cutPage(rows, 2, LIST, (last) => [last]);

describe("a page token", () => {
  test("carries a position there and back, and is empty for the first page", () => {
    expect(decode(encodePageToken(LIST, [3, ...POSITION.slice(1)]))).toEqual(POSITION);
    expect(decode("")).toBeUndefined();
  });

  test("of random text is refused, and never fails otherwise", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (text) => {
        for (const token of [text, Buffer.from(text).toString("base64url")])
          if (token !== "") expect(() => decode(token)).toThrow("page token");
      }),
    );
  });

  test.for([
    ["too few parts", POSITION.slice(1)],
    ["too many parts", [...POSITION, "1"]],
    ["a number Postgres has no room for", POSITION.with(0, "9999999999")],
    ["a month that does not exist", POSITION.with(1, "2026-13-01T00:00:00.000Z")],
    ["an hour that does not exist", POSITION.with(1, "2026-01-01T24:00:00.000Z")],
    ["a line break after its end", POSITION.with(0, "3\n")],
    ["SQL", POSITION.with(2, "' OR 1=1 --")],
  ] as const)("with %s is refused", ([, position]) => {
    expect(() => decode(encodePageToken(LIST, position))).toThrow("page token");
  });

  test.for([
    ["another tournament's", ["entries", "another"]],
    ["another list's", ["payouts", "a tournament", undefined]],
    ["of another filter", ["entries", "a tournament", 1]],
  ])("%s is refused", ([, list]) => {
    expect(() => decode(encodePageToken(list as string[], POSITION))).toThrow("page token");
  });

  test("that holds JSON of another shape is refused", () => {
    for (const value of [{ a: 1 }, null, "x", POSITION])
      expect(() => decode(tokenOf(value))).toThrow("page token");
  });
});

test("a page is cut to its size and points on only when there is more", () => {
  expect(cut([])).toEqual({ items: [], nextPageToken: "" });
  expect(cut([1, 2])).toEqual({ items: [1, 2], nextPageToken: "" });
  expect(cut([1, 2, 3])).toEqual({ items: [1, 2], nextPageToken: encodePageToken(LIST, [2]) });
});
