import type { Logger } from "./log.ts";

/** The close functions of a process. The function that was added last runs first. */
export interface Shutdown {
  add(what: string, close: () => unknown): void;
  /** Runs all close functions once. Logs failures and continues. */
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
      // Closes immediately, because a process can be stopped while it starts.
      if (opened.disposed) void closing();
      else opened.defer(closing);
    },
    run: () => opened.disposeAsync(),
  };
}
