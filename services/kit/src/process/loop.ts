import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "./log.ts";

/** A step of background work; true when there is more to do at once. */
export type LoopStep = (signal: AbortSignal) => Promise<boolean>;

/** A running loop. */
export interface Loop {
  /** Does a step soon instead of at the end of the pause. */
  wake(): void;
  /** Lets the step under way finish and stops. */
  stop(): Promise<void>;
}

/**
 * Repeats a step with a pause between, at once while there is more to do. A step that fails is
 * logged and tried again after the pause: the loop itself never ends before `stop`.
 */
export function startLoop(name: string, everyMs: number, step: LoopStep, log: Logger): Loop {
  const stopping = new AbortController();
  let pause = new AbortController();
  let woken = false;

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      woken = false;
      let more = false;
      try {
        more = await step(stopping.signal);
      } catch (error) {
        log.warn({ err: error, loop: name }, "a background step failed and will be repeated");
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
    async stop() {
      stopping.abort();
      wake();
      await running;
    },
  };
}
