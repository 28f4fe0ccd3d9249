import { until } from "@tms/stack/until";
import type { ChaosSystem } from "../system.ts";
import type { Fault } from "./fault.ts";

const EDGE = "settlement→postgres";
/** Time for the blow, between a payment and the note that it was made. */
const DELAY_MS = 40;
const PATIENCE_MS = 2_000;

const PAID_UNRECORDED = `
  SELECT FROM settlement.settlement
    JOIN settlement.payout USING (tournament_id)
    JOIN wallet.transfer ON transfer.id = payout.transfer_id
  WHERE settlement.state = 'paying' AND payout.position > coalesce((
    SELECT max(through_position) FROM settlement.payment
    WHERE payment.tournament_id = settlement.tournament_id), 0)`;

/** kill -9 of the worker at the worst moment: it has paid, and not yet said so. */
export const ambush: Fault = {
  weight: 2,
  // The process it kills, so that it and other faults of settlement take turns.
  draw: () => ({ target: "settlement" }),
  async begin(system) {
    const edge = system.network.edge(EDGE);
    edge.set({ delayMs: DELAY_MS });
    const struck = await lieInWait(system);
    if (struck) await system.kill("settlement");
    return async () => {
      edge.set("open");
      if (struck) await system.restart("settlement");
    };
  },
};

/** Whether the moment came. */
async function lieInWait({ admin }: ChaosSystem): Promise<boolean> {
  const deadline = performance.now() + PATIENCE_MS;
  return await admin((client) =>
    until(
      async () => {
        const { rowCount } = await client.query(PAID_UNRECORDED);
        if ((rowCount ?? 0) > 0) return "struck";
        return performance.now() > deadline ? "missed" : null;
      },
      { timeoutMs: 2 * PATIENCE_MS, everyMs: 1, what: "the ambush" },
    ),
  ).then((end) => end === "struck");
}
