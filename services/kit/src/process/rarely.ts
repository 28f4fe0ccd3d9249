const PAUSE_MS = 10_000;

/**
 * A warning for what may fail with every request: said at once, and then at most every ten seconds, with
 * how often it was not said since.
 */
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
