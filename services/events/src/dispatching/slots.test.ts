import { describe, expect, test } from "vitest";
import { createSlots, type Release } from "./slots.ts";

/** Slots, and who holds how many. */
function watched(most: number, beyondFirst: number) {
  const slots = createSlots({ most, beyondFirst });
  const held: string[] = [];
  const releases = new Map<string, Release[]>();
  async function hold(endpoint: string, limit: number): Promise<void> {
    const release = await slots.acquire(endpoint, limit);
    held.push(endpoint);
    releases.set(endpoint, [...(releases.get(endpoint) ?? []), release]);
  }
  const ask = (endpoint: string, limit = 8) => void hold(endpoint, limit);
  const free = (endpoint: string) => releases.get(endpoint)?.shift()?.();
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
  return { ask, free, held, settled };
}

describe("slots", () => {
  test("give an endpoint as many as it may have, and the next when one is free", async () => {
    const { ask, free, held, settled } = watched(10, 10);
    for (let count = 0; count < 4; count++) ask("a", 2);
    await settled();
    expect(held).toEqual(["a", "a"]);
    free("a");
    await settled();
    expect(held).toEqual(["a", "a", "a"]);
  });

  test("keep some for endpoints that have none", async () => {
    const { ask, held, settled } = watched(6, 3);
    for (let count = 0; count < 8; count++) ask("greedy");
    await settled();
    expect(held).toHaveLength(4);
    ask("b");
    ask("b");
    ask("c");
    await settled();
    expect(held.slice(4)).toEqual(["b", "c"]);
  });

  test("are never more than there are, and are given in the order of asking", async () => {
    const { ask, free, held, settled } = watched(2, 1);
    for (const endpoint of ["a", "b", "c", "d"]) ask(endpoint);
    await settled();
    expect(held).toEqual(["a", "b"]);
    free("b");
    await settled();
    expect(held).toEqual(["a", "b", "c"]);
    free("a");
    await settled();
    expect(held).toEqual(["a", "b", "c", "d"]);
  });
});
