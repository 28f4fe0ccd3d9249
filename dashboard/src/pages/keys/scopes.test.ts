import { expect, test } from "vitest";
import { describeScopes, isImplied, KEY_SCOPES, withImplied } from "./scopes.ts";

const ALL = KEY_SCOPES.map(({ value }) => value);

test("includes the scope of scores in the scope of entries", () => {
  expect(withImplied(["entries:write"])).toEqual(["entries:write", "scores:write"]);
  expect(isImplied("scores:write", ["entries:write"])).toBe(true);
  expect(isImplied("scores:write", ["scores:write"])).toBe(false);
});

test("describes the scopes of a key as the form does", () => {
  expect(describeScopes(["read", ...ALL])).toBe("full access");
  const without = ALL.filter((scope) => scope !== "scores:write");
  expect(describeScopes(["read", ...without])).toBe("full access");
  expect(describeScopes(["read", "entries:write"])).toBe("read, entries, scores");
  expect(describeScopes(["read"])).toBe("read");
});
