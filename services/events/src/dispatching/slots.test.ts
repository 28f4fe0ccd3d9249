import { describe, expect, test } from "vitest";
import { createSlots, type Release } from "./slots.ts";

/** Creates slots, and a list of the endpoints that got one. Endpoint `a2` belongs to game `a`. */
function createWatched(count: number) {
  const slots = createSlots(count);
  const held: string[] = [];
  const releases = new Map<string, Release[]>();
  async function hold(endpointId: string, limit: number): Promise<void> {
    const release = await slots.acquire({ gameId: endpointId.slice(0, 1), endpointId }, limit);
    held.push(endpointId);
    releases.set(endpointId, [...(releases.get(endpointId) ?? []), release]);
  }
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
  return {
    held,
    async ask(endpointId: string, requests: number, limit = 8) {
      for (let request = 0; request < requests; request++) void hold(endpointId, limit);
      await settled();
    },
    async free(endpointId: string) {
      releases.get(endpointId)?.shift()?.();
      await settled();
    },
  };
}

describe("slots", () => {
  test("keep an endpoint's limit, and serve the next request when one ends", async () => {
    const { ask, free, held } = createWatched(10);
    await ask("a1", 4, 2);
    expect(held).toEqual(["a1", "a1"]);
    await free("a1");
    expect(held).toEqual(["a1", "a1", "a1"]);
  });

  test("leave another game a share, however much one asks for", async () => {
    const { ask, held } = createWatched(8);
    // Each endpoint has its first request and more from the slots.
    await ask("a1", 8);
    await ask("a2", 8);
    expect(held).toHaveLength(2 + 4);
    await ask("b1", 8);
    expect(held.slice(6)).toEqual(["b1", "b1", "b1"]);
    await ask("c1", 8);
    expect(held.slice(9)).toEqual(["c1", "c1"]);
  });

  test("let the first request of any endpoint through, and the others in the order of asking", async () => {
    const { ask, free, held } = createWatched(2);
    await ask("a1", 3);
    await ask("b1", 3);
    expect(held).toEqual(["a1", "a1", "b1", "b1"]);
    await ask("c1", 1);
    await free("a1");
    expect(held).toEqual(["a1", "a1", "b1", "b1", "c1", "a1"]);
  });
});
