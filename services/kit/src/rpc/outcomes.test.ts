import { describe, expect, test, vi } from "vitest";
import { DomainError } from "../errors/domain-error.ts";
import { toRefusal } from "../errors/status.ts";
import type { Logger } from "../process/log.ts";
import { collected, refusedAlone, resultOf, soleResult } from "./outcomes.ts";
import { inParts, settledInGroups } from "./streams.ts";

const full = new DomainError("TOURNAMENT_FULL", "All seats are taken.");
const refused = { outcome: { case: "refused", value: toRefusal(full) } } as const;
const entry = { outcome: { case: "entry", value: { id: "e1" } } } as const;

describe("an item of a batch", () => {
  const log = { error: vi.fn<(fields: object, message: string) => void>() };
  const logger = log as unknown as Logger;

  test("that fails is refused alone, and what nobody foresaw is logged", async () => {
    const failure = new Error("a column is missing");
    const fails = (error: Error) =>
      refusedAlone(logger, async () => {
        throw error;
      });
    expect(await fails(full)).toBe(full);
    expect(log.error).not.toHaveBeenCalled();
    expect(await fails(failure)).toMatchObject({ reason: "INTERNAL" });
    expect(log.error).toHaveBeenCalledExactlyOnceWith({ err: failure }, expect.any(String));
  });

  test("reads as its result or its refusal", () => {
    expect(resultOf(entry)).toEqual({ id: "e1" });
    expect(resultOf(refused)).toMatchObject({ reason: "TOURNAMENT_FULL" });
    expect(() => resultOf({ outcome: { case: undefined } })).toThrow("has no outcome");
  });
});

test("a batch of one gives its result, or throws as a call for one would", () => {
  expect(soleResult([entry])).toEqual({ id: "e1" });
  expect(() => soleResult([refused])).toThrow("All seats are taken.");
  expect(() => soleResult([])).toThrow("one item is empty");
});

test("outcomes that are sent one after another are collected", async () => {
  async function* responses() {
    yield { outcomes: [1, 2] };
    yield { outcomes: [3] };
  }
  expect(await collected(responses())).toEqual([1, 2, 3]);
});

const cut = (...weights: number[]) => inParts(weights, (weight) => weight, 10);

test("items that fit together are one part, in their order", () => {
  expect(cut(4, 6, 0)).toEqual([[4, 6, 0]]);
  expect(cut(4, 7, 3, 1)).toEqual([[4], [7, 3], [1]]);
});

test("an item that weighs too much is a part of its own", () => {
  expect(cut(1, 99, 1)).toEqual([[1], [99], [1]]);
});

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
