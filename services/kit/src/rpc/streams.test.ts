import { expect, test } from "vitest";
import { settledInGroups } from "./streams.ts";

test("values are given as they come, also those that come after a group was given", async () => {
  const [late, last] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  const groups = settledInGroups([Promise.resolve("soon"), late.promise, last.promise]);
  expect(await groups.next()).toEqual({ done: false, value: ["soon"] });
  for (const [promise, name] of [
    [late, "late"],
    [last, "last"],
  ] as const) {
    const group = groups.next();
    promise.resolve(name);
    expect(await group).toEqual({ done: false, value: [name] });
  }
  expect(await groups.next()).toMatchObject({ done: true });
});

test("a rejection ends them", async () => {
  const groups = settledInGroups([Promise.reject(new Error("gone"))]);
  await expect(groups.next()).rejects.toThrow("gone");
});
