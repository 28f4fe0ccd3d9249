import type { Logger } from "./log.ts";

export type Shutdown = ReturnType<typeof createShutdown>;

/** Creates the list of a process's close functions. The function that was added last runs first. */
export function createShutdown(log: Logger) {
  const opened = new AsyncDisposableStack();
  return {
    add(what: string, close: () => unknown): void {
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
    /** Runs all close functions once. Logs failures and continues. */
    run: (): Promise<void> => opened.disposeAsync(),
  };
}
