import { describe, expect, it } from "vitest";
import type { Exit } from "../src/process/exit.ts";
import { keepRunning, type Part } from "../src/keep-running.ts";

const KILLED: Exit = { code: null, signal: "SIGKILL" };
const never = new Promise<Exit>(() => undefined);

/** A part whose ends are those given; after the last it runs for ever. */
function part(...ends: readonly Exit[]): Part & { starts: number } {
  const left = [...ends];
  return {
    name: "The part",
    starts: 0,
    ended: async () => left.shift() ?? (await never),
    async startAgain() {
      this.starts++;
    },
  };
}

describe("what keeps a part running", () => {
  it("returns when it is interrupted", async () => {
    const interruption = new AbortController();
    const keeping = keepRunning(part(), interruption.signal, () => undefined);
    interruption.abort();
    await keeping;
  });

  it("returns at once when it was interrupted before it began", async () => {
    await keepRunning(part(), AbortSignal.abort(), () => undefined);
  });

  it("starts the part again whenever it ends", async () => {
    const interruption = new AbortController();
    const ending = part(KILLED, KILLED);
    const said: string[] = [];
    const keeping = keepRunning(ending, interruption.signal, (line) => said.push(line));
    await expect.poll(() => ending.starts).toBe(2);
    interruption.abort();
    await keeping;
    expect(said).toEqual(Array(2).fill("The part was ended by SIGKILL; starting it again."));
  });

  it("gives a part up that ends again and again", async () => {
    const ends = Array.from({ length: 9 }, () => KILLED);
    const keeping = keepRunning(part(...ends), new AbortController().signal, () => undefined);
    await expect(keeping).rejects.toThrow("The part ended again and again, and was given up.");
  });
});
