import { expect, test } from "vitest";
import { describeScopes, findIncluding, MORE_SCOPES, withIncluded } from "./scopes.ts";

test("includes the scope of scores in the scope of entries", () => {
  expect(withIncluded(["entries:write"])).toEqual(["entries:write", "scores:write"]);
  expect(findIncluding("scores:write", ["entries:write"])).toBe("entries:write");
  expect(findIncluding("scores:write", ["scores:write"])).toBe(undefined);
});

test("describes the scopes of a key as the form does", () => {
  expect(describeScopes(["read", ...MORE_SCOPES])).toBe("full access");
  const without = MORE_SCOPES.filter((scope) => scope !== "scores:write");
  expect(describeScopes(["read", ...without])).toBe("full access");
  expect(describeScopes(["read", "entries:write"])).toBe("read, entries, scores");
  expect(describeScopes(["read"])).toBe("read");
});
