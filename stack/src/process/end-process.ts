import { until } from "../until.ts";

/** A signal to send, and how long to wait for its effect. */
export type EndStep = readonly [signal: NodeJS.Signals, waitMs: number];

/**
 * Ends a process, ever more firmly, and returns once it is gone. Whether it still runs is asked
 * before every signal, so that none can reach a stranger who was given the same process id.
 */
export async function endProcess(
  pid: number,
  isRunning: () => boolean,
  steps: readonly EndStep[],
): Promise<void> {
  for (const [index, [signal, waitMs]] of steps.entries()) {
    if (!isRunning()) return;
    send(pid, signal);
    const gone = until(() => !isRunning(), {
      timeoutMs: waitMs,
      everyMs: 5,
      what: `The end of process ${pid} after ${signal}`,
    });
    const isLast = index === steps.length - 1;
    await (isLast ? gone : gone.catch(() => undefined));
  }
}

/** A process may end by itself between the question and the signal. */
function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}
