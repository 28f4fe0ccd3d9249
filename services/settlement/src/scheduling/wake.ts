import type { Context } from "../context.ts";
import type { SettlementRow } from "../db/settlements.ts";

/** Wakes a worker at the settlement's moment. While the queue is away, the sweeper does. */
export async function wake(
  { queue, log }: Pick<Context, "queue" | "log">,
  { tournamentId, runAt }: SettlementRow,
): Promise<void> {
  try {
    await queue.add([{ tournamentId, at: runAt }]);
  } catch (error) {
    log.warn(
      { err: error, tournamentId },
      "a wake-up could not be queued; the sweeper will start the settlement",
    );
  }
}
