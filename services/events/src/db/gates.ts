import { getColumns } from "drizzle-orm";
import type { Tx } from "@tms/kit/database/handle";
import { arrayOf, oneOf } from "@tms/kit/database/rows-of";
import { eventGate } from "./tables.ts";

/** What the log knows of a tournament. */
export interface Gate extends Readonly<Omit<typeof eventGate.$inferSelect, "id" | "createdAt">> {}

const { createdAt: _, ...GATE } = getColumns(eventGate);

/** What it knows of one that it was told nothing of. */
export const CLOSED_GATE: Gate = {
  published: false,
  ended: false,
  plannedPayouts: null,
  paidPayouts: 0,
  over: false,
};

/** What the log knows of tournaments, by their ids. Whoever changes it holds their environment's head. */
export async function findGates(tx: Tx, ids: readonly string[]): Promise<Map<string, Gate>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.select(GATE).from(eventGate).where(oneOf(eventGate.id, ids));
  return new Map(rows.map(({ id, ...gate }) => [id, gate]));
}

/** Stores what the log knows of tournaments now. */
export async function storeGates(tx: Tx, gates: ReadonlyMap<string, Gate>): Promise<void> {
  if (gates.size === 0) return;
  const rows = [...gates.values()];
  await tx.$client.query({
    name: "store-gates",
    text: `INSERT INTO event_gate (id, published, ended, planned_payouts, paid_payouts, over)
      SELECT * FROM unnest($1::uuid[], $2::boolean[], $3::boolean[], $4::integer[], $5::integer[],
        $6::boolean[])
      ON CONFLICT (id) DO UPDATE SET published = excluded.published, ended = excluded.ended,
        planned_payouts = excluded.planned_payouts, paid_payouts = excluded.paid_payouts,
        over = excluded.over`,
    values: [
      arrayOf(eventGate.id, [...gates.keys()]),
      rows.map((gate) => gate.published),
      rows.map((gate) => gate.ended),
      rows.map((gate) => gate.plannedPayouts),
      rows.map((gate) => gate.paidPayouts),
      rows.map((gate) => gate.over),
    ],
  });
}
