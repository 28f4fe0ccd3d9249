import type { ChaosSystem } from "../system.ts";
import { nothing, type Fault } from "./fault.ts";

const STATEMENTS = [
  `UPDATE settlement.settlement SET run_at = least(run_at, now()), lease_until = NULL
   WHERE state <> 'done' AND dead_at IS NULL AND due_at <= now()
     AND greatest(run_at, lease_until) > now()`,
  `UPDATE tournament.outbox SET due_at = now() WHERE due_at > now()`,
  `UPDATE identity.outbox SET due_at = now() WHERE due_at > now()`,
  `UPDATE entry.pending_join SET retry_at = now() WHERE retry_at > now()`,
];

/**
 * Ends every lease and every pause before a repeat, as their time would. To a worker that still
 * holds one it is what a freeze past its lease is: another is at the same settlement. It also
 * spares short seeds the wait for what a killed worker held.
 */
export async function expireLeases({ admin }: Pick<ChaosSystem, "admin">): Promise<void> {
  await admin(async (client) => {
    // Rows that somebody holds just now are waited for, but not for long.
    await client.query("SET statement_timeout = 1000");
    for (const statement of STATEMENTS) await client.query(statement).catch(() => undefined);
  });
}

export const expireLeasesFault: Fault = {
  weight: 3,
  draw: () => ({ target: "leases" }),
  async begin(system) {
    await expireLeases(system);
    return nothing;
  },
};
