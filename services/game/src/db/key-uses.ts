import { and, eq, isNull, lt, or, sql } from "drizzle-orm";
import type { Tx } from "@tms/kit/database/handle";
import { prepared } from "@tms/kit/database/prepared";
import { oneOf, rowsOf } from "@tms/kit/database/rows-of";
import { apiKey } from "./tables.ts";

/** The last use of a key. */
export interface KeyUse {
  id: string;
  lastUsedAt: Date;
  lastUsedAddress: string;
}

const [used, usesOf] = rowsOf("used", {
  id: apiKey.id,
  lastUsedAt: apiKey.lastUsedAt,
  lastUsedAddress: apiKey.lastUsedAddress,
});

// A gateway's clock may be ahead.
const minute = sql`date_trunc('minute', least(${used.lastUsedAt}, now()), 'UTC')`;
const note = prepared((db) =>
  db
    .update(apiKey)
    .set({ lastUsedAt: minute, lastUsedAddress: sql`${used.lastUsedAddress}` })
    .from(used)
    .where(
      and(eq(apiKey.id, used.id), or(isNull(apiKey.lastUsedAt), lt(apiKey.lastUsedAt, minute))),
    ),
);

/**
 * Notes uses, one per key, to the minute. Within the minute that is noted already nothing is written,
 * so a busy key costs one write a minute.
 */
export async function recordUses(tx: Tx, uses: readonly KeyUse[]): Promise<void> {
  const ids = uses.map(({ id }) => id);
  // In the order of their ids, so that two gateways that report the same keys wait for each other.
  await tx
    .select({ id: apiKey.id })
    .from(apiKey)
    .where(oneOf(apiKey.id, ids))
    .orderBy(apiKey.id)
    .for("no key update");
  await note(tx, usesOf(uses));
}
