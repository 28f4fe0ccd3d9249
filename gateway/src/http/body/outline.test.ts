import fc from "fast-check";
import { expect, test } from "vitest";
import { exceededBound, type JsonBounds } from "./outline.ts";

const bounds = (part: Partial<JsonBounds> = {}): JsonBounds => ({
  depth: 1_000,
  members: 1_000,
  marks: 100_000,
  ...part,
});
const exceeded = (text: string, part: Partial<JsonBounds>) =>
  exceededBound(Buffer.from(text), bounds(part));

test.each<[string, Partial<JsonBounds>, string | undefined]>([
  ["[[1]]", { depth: 2 }, undefined],
  ["[[[1]]]", { depth: 2 }, "depth"],
  ["[[],[],[]]", { depth: 2 }, undefined],
  ['{"a":{"b":1},"c":{"d":1}}', { members: 2 }, undefined],
  ['{"a":1,"b":{"c":1},"d":1}', { members: 2 }, "members"],
  ["[1,2,3]", { members: 1 }, undefined],
  ["[1,2,3]", { marks: 3 }, undefined],
  ["[1,2,3,4]", { marks: 3 }, "marks"],
  [String.raw`["[{,:\"[[[,,,", "\\"]`, { marks: 2, depth: 1 }, undefined],
  [String.raw`["\\",["\\\"",[1]]]`, { depth: 2 }, "depth"],
])("%s within %o: %s", (text, part, expected) => {
  expect(exceeded(text, part)).toBe(expected);
});

test("what is no JSON comes to an end too", () => {
  for (const text of ['"', '"\\', "]]]]", "}:", "", ",", "[", "\u{1F600}"])
    expect(exceeded(text, {})).toBeUndefined();
});

test("tells of any JSON how many marks it has, and how deep it is", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value);
      const [marks, depth] = [marksOf(value), depthOf(value)];
      expect(exceeded(text, { marks, depth })).toBeUndefined();
      if (marks > 0) expect(exceeded(text, { marks: marks - 1 })).toBe("marks");
      if (depth > 0) expect(exceeded(text, { depth: depth - 1 })).toBe("depth");
    }),
  );
});

const inside = (value: unknown): unknown[] =>
  typeof value === "object" && value !== null ? Object.values(value) : [];

function marksOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  const values = inside(value);
  const own = 1 + Math.max(0, values.length - 1) + (Array.isArray(value) ? 0 : values.length);
  return values.reduce<number>((sum, one) => sum + marksOf(one), own);
}

function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...inside(value).map(depthOf));
}
