import type { Tx } from "@tms/kit/database/handle";

/** Returns the time of a transaction's changes, by the clock of Postgres. */
export async function momentOf(tx: Tx): Promise<Date> {
  const { rows } = await tx.$client.query<{ now: Date }>(`SELECT now()::timestamptz(3) AS now`);
  if (rows[0] === undefined) throw new Error("Postgres returned no time");
  return rows[0].now;
}
