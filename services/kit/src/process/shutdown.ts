import type { Logger } from "./log.ts";

/** Closes what was opened, in the opposite order. */
export interface Shutdown {
  /** Registers a close beside its open. */
  add(what: string, close: () => unknown): void;
  /** Runs every close once; one that fails is logged and does not stop the others. */
  run(): Promise<void>;
}

export function createShutdown(log: Logger): Shutdown {
  const steps: { what: string; close: () => unknown }[] = [];
  return {
    add: (what, close) => void steps.push({ what, close }),
    async run() {
      for (let step = steps.pop(); step; step = steps.pop()) {
        try {
          await step.close();
        } catch (error) {
          log.error({ err: error }, `closing ${step.what} failed`);
        }
      }
    },
  };
}
