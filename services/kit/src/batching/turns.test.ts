import { expect, test } from "vitest";
import { createTurns } from "./turns.ts";

const LIMITS = { atOnce: 2, mostWaiting: 1 };

test("no more run at once, no more wait, and a failure ends a turn like a success", async () => {
  const takeTurn = createTurns(LIMITS);
  const ends: ((fails: boolean) => void)[] = [];
  let running = 0;
  const work = () =>
    takeTurn(async () => {
      running++;
      await new Promise<void>((resolve, reject) => {
        ends.push((fails) => (fails ? reject(new Error("planted")) : resolve()));
      }).finally(() => running--);
    });
  const [first, second, third] = [work(), work(), work()];
  await expect(work()).rejects.toMatchObject({ reason: "OVERLOADED" });
  expect(running).toBe(2);
  ends[0]?.(true);
  await expect(first).rejects.toThrow("planted");
  expect(running).toBe(2);
  ends[1]?.(false);
  ends[2]?.(false);
  await Promise.all([second, third]);
  expect(running).toBe(0);
});
