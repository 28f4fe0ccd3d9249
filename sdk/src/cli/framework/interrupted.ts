/** A signal for what goes on until Ctrl-C, after which the command ends well. */
export function untilInterrupted(): AbortSignal {
  const interrupted = new AbortController();
  process.once("SIGINT", () => interrupted.abort());
  process.once("SIGTERM", () => interrupted.abort());
  return interrupted.signal;
}
