import type { Tx } from "@tms/kit/database/handle";
import type { DueEvent } from "./due-events.ts";

/** Those of the events that are due again which somebody asked for since they were read. */
export async function findAskedSince(
  tx: Tx,
  endpointId: string,
  events: readonly DueEvent[],
): Promise<Set<bigint>> {
  const again = events.filter(({ dueAt }) => dueAt !== null);
  if (again.length === 0) return new Set();
  // Whoever asks makes a delivery due at that moment, and nobody else changes one while it is leased.
  const { rows } = await tx.$client.query<Pick<DueEvent, "sequence">>({
    name: "asked-since",
    text: `SELECT d.sequence FROM unnest($2::bigint[], $3::timestamptz[]) AS read (sequence, due_at)
      JOIN delivery d ON d.endpoint_id = $1 AND d.sequence = read.sequence
        AND d.state = 'retrying' AND d.next_attempt_at <> read.due_at`,
    values: [endpointId, again.map((one) => one.sequence), again.map((one) => one.dueAt)],
  });
  return new Set(rows.map(({ sequence }) => sequence));
}
