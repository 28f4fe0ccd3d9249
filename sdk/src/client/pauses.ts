import { TmsError } from "../errors.ts";

// A retry can succeed only after these statuses. Proxies send 425.
const TRANSIENT: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);
const FIRST_MS = 250;
const MAX_MS = 8_000;
const MAX_OBEYED_MS = 30_000;

// If a process of the service crashes, `request_in_flight` ends at the latest 30 seconds later.
const MAX_IN_FLIGHT_MS = 60_000;

/**
 * Returns a function for one call. The function returns the pause after a failure in milliseconds, or
 * undefined if the call must fail. The problem `request_in_flight` means that an earlier attempt is in
 * progress. A wait for its response does not count as a retry, because the attempt may have moved money.
 */
export function createPauses(retries: number): (error: unknown) => number | undefined {
  let failures = 0;
  let inFlightMs = 0;
  return (error) => {
    if (retries === 0) return undefined;
    if (error instanceof TmsError && error.code === "request_in_flight") {
      const pauseMs = Math.max(error.retryAfterMs ?? 0, FIRST_MS) * (1 + Math.random() / 2);
      inFlightMs += pauseMs;
      return inFlightMs > MAX_IN_FLIGHT_MS ? undefined : pauseMs;
    }
    failures += 1;
    const pauseMs = failures > retries ? undefined : pauseBefore(failures, error);
    // The call fails instead of waiting longer, so that the caller can decide.
    return pauseMs === undefined || pauseMs > MAX_OBEYED_MS ? undefined : pauseMs;
  };
}

/**
 * Returns the pause before the next attempt, in milliseconds. It is at least as long as the response demands.
 * Returns undefined if a retry cannot succeed.
 */
function pauseBefore(retry: number, error: unknown): number | undefined {
  const growing = Math.min(MAX_MS, FIRST_MS * 2 ** (retry - 1));
  // A random part of up to a half, so that clients that failed together do not retry together.
  const pauseMs = growing * (1 + Math.random() / 2);
  if (!(error instanceof TmsError)) return pauseMs;
  return TRANSIENT.has(error.status) ? Math.max(error.retryAfterMs ?? 0, pauseMs) : undefined;
}

// Longer than any rate limit of the service.
const MAX_LOOP_PAUSE_MS = 300_000;

/** Returns the pause of an endless loop in milliseconds, or undefined if a retry cannot succeed. */
export function pauseInLoop(failures: number, error: unknown): number | undefined {
  const pauseMs = pauseBefore(failures, error);
  return pauseMs && Math.min(MAX_LOOP_PAUSE_MS, pauseMs);
}

/** Waits `ms` milliseconds. Rejects with the reason of the signal if the signal aborts first. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const giveUp = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", giveUp);
      resolve();
    }, ms);
    signal.addEventListener("abort", giveUp, { once: true });
  });
}

/** Returns the Retry-After of a response in milliseconds from now. The header has seconds or a date. */
export function retryAfterMs(headers: Headers): number | undefined {
  const text = headers.get("retry-after")?.trim() ?? "";
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}
