import { describe, expect, test } from "vitest";
import { createWorkerPool } from "./queue.ts";

/** Creates work that ends when a test finishes it. */
function heldWork() {
  const started: string[] = [];
  const held = new Map<string, PromiseWithResolvers<void>>();
  const work = async (id: string) => {
    started.push(id);
    const task = Promise.withResolvers<void>();
    held.set(id, task);
    await task.promise;
  };
  return { started, work, finish: (id: string) => held.get(id)?.resolve() };
}

describe("a worker pool", () => {
  test("runs a limited number at a time, and the others when slots become free", async () => {
    const { started, work, finish } = heldWork();
    const pool = createWorkerPool(work, 2);
    const [a] = ["a", "b", "c", "d"].map((id) => pool.run(id));
    expect(started).toEqual(["a", "b"]);
    finish("a");
    await a;
    expect(started).toEqual(["a", "b", "c"]);
  });

  test("runs a settlement once if it is requested again before it ends", async () => {
    const { started, work, finish } = heldWork();
    const pool = createWorkerPool(work, 1);
    const asked = ["a", "a", "b", "b"].map((id) => pool.run(id));
    finish("a");
    await asked[1];
    expect(started).toEqual(["a", "b"]);
    finish("b");
    await Promise.all(asked);
    expect(started).toEqual(["a", "b"]);
    void pool.run("a");
    expect(started).toEqual(["a", "b", "a"]);
  });

  test("closes when the running work has ended, and starts no waiting work", async () => {
    const { started, work, finish } = heldWork();
    const pool = createWorkerPool(work, 1);
    const [, waiting] = ["a", "b"].map((id) => pool.run(id));
    let closed = false;
    const closing = pool.close().then(() => (closed = true));
    await Promise.resolve();
    expect(closed).toBe(false);
    finish("a");
    await Promise.all([closing, waiting]);
    expect(started).toEqual(["a"]);
  });
});
