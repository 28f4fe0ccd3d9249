import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "./log.ts";

/** A step of background work. Returns true if there is more to do immediately. */
export type LoopStep = (signal: AbortSignal) => Promise<boolean | void>;

export type Loop = ReturnType<typeof startLoop>;

/**
 * Repeats a step and logs its failures. If the step fails or has no more work, waits `everyMs` or until
 * `wake` is called.
 */
export function startLoop(name: string, everyMs: number, step: LoopStep, log: Logger) {
  const stopping = new AbortController();
  let pause = new AbortController();
  let woken = false;

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      woken = false;
      let more: boolean | void = false;
      try {
        more = await step(stopping.signal);
      } catch (error) {
        log.warn({ err: error, loop: name }, "a background task failed and will be retried");
      }
      if (more || woken || stopping.signal.aborted) continue;
      pause = new AbortController();
      await delay(everyMs, undefined, { signal: pause.signal }).catch(() => undefined);
    }
  }

  const running = run();
  const wake = () => {
    woken = true;
    pause.abort();
  };
  return {
    wake,
    async stop(): Promise<void> {
      stopping.abort();
      wake();
      await running;
    },
  };
}
