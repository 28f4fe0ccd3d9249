import type { Logger } from "./log.ts";

/** The close functions of a process. They run in reverse order. */
export interface Shutdown {
  add(what: string, close: () => unknown): void;
  /** Runs all close functions once. A failure is logged. */
  run(): Promise<void>;
}

export function createShutdown(log: Logger): Shutdown {
  const opened = new AsyncDisposableStack();
  return {
    add(what, close) {
      const closing = async (): Promise<void> => {
        try {
          await close();
        } catch (error) {
          log.error({ err: error }, `failed to close ${what}`);
        }
      };
      // A process can be stopped while it starts.
      if (opened.disposed) void closing();
      else opened.defer(closing);
    },
    run: () => opened.disposeAsync(),
  };
}
