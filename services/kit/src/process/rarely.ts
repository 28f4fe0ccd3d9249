const PAUSE_MS = 10_000;

/** Returns a function that logs at most one failure in ten seconds, with the number of unlogged failures. */
export function warnRarely(
  log: { warn(about: object, message: string): void },
  message: string,
): (error: unknown) => void {
  let notBefore = 0;
  let unsaid = 0;
  return (error) => {
    if (performance.now() < notBefore) {
      unsaid++;
      return;
    }
    notBefore = performance.now() + PAUSE_MS;
    log.warn({ err: error, unsaid }, message);
    unsaid = 0;
  };
}
