import fc from "fast-check";
import { v5, version } from "uuid";
import { expect, test } from "vitest";
import { derivedId, isId, newId } from "./ids.ts";

test("new ids are UUIDv7, all different, and in the order they were made", () => {
  const ids = Array.from({ length: 20_000 }, newId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids.map(version))).toEqual(new Set([7]));
});

test("derived ids are the name-based UUIDs that RFC 9562 describes", () => {
  fc.assert(
    // Long ones too.
    fc.property(fc.array(fc.string({ unit: "binary", size: "medium" })), (parts) => {
      const id = derivedId(...parts);
      expect(id).toBe(v5(parts.join("/"), "6f1d9c0e-7f0a-4c55-9d0e-3f6c1b1f5a10"));
      expect(isId(id)).toBe(true);
    }),
  );
});
