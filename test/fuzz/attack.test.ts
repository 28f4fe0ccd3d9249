import fc from "fast-check";
import { expect, test } from "vitest";
import { attackWith, type Attack } from "./attack.ts";
import { must } from "./finding.ts";

const SEED = 7;
const CASES = 50;
const LIMITS = { caseMs: 50, shrinkingMs: 200 };

/** Attacks with numbers; whatever is made of them is told by `run`. */
const numbers = (run: Attack<number>["run"]): Attack<number> => ({
  name: "numbers",
  cases: fc.nat(1_000),
  run,
});

const never = () => new Promise<void>(() => undefined);

test("a case that hangs is found", async () => {
  const found = await attackWith(numbers(never), SEED, CASES, LIMITS);
  expect(found?.complaint).toContain("no end within 50 ms");
});

test("a case that hangs among others is found", async () => {
  const hangs = numbers((number) => (number > 500 ? never() : Promise.resolve()));
  expect(await attackWith(hangs, SEED, CASES, LIMITS)).toMatchObject({ attack: "numbers" });
});

test("the smallest case that finds something is told", async () => {
  const attack = numbers(async (number) => must(number < 100, "too large"));
  const found = await attackWith(attack, SEED, CASES, { ...LIMITS, shrinkingMs: 10_000 });
  expect(found).toMatchObject({
    example: "[100]",
    complaint: expect.stringContaining("too large"),
  });
});

test("an attack that finds nothing says so", async () => {
  expect(
    await attackWith(
      numbers(() => Promise.resolve()),
      SEED,
      CASES,
      LIMITS,
    ),
  ).toBeNull();
});
