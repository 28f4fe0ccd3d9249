import { and, desc, eq, getColumns, isNull, sql } from "drizzle-orm";
import type { Queryable, Tx } from "@tms/kit/database/handle";
import type { EncryptedColumn } from "@tms/kit/database/reencryption";
import { first } from "@tms/kit/database/rows-of";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import { dispatch, endpoint, event, eventHead } from "./tables.ts";

type Stored = typeof endpoint.$inferSelect;

const LAG = {
  position: dispatch.position,
  /** The number of events after the position. */
  lagEvents: sql<bigint>`greatest(coalesce(${eventHead.lastSequence}, 0) - ${dispatch.position}, 0)`,
  /** The age of the oldest event after the position; 0 if there is none. */
  lagSeconds: sql<bigint>`coalesce((
    SELECT greatest(extract(epoch FROM now() - ${event.createdAt}), 0)::bigint FROM ${event}
    WHERE ${event.gameId} = ${endpoint.gameId} AND ${event.sequence} > ${dispatch.position}
    ORDER BY ${event.sequence} LIMIT 1), 0)`,
};

const select = (db: Queryable, gameId: string, id?: string) =>
  db
    .select({
      ...getColumns(endpoint),
      /** Null unless a previous secret still signs. */
      previousEncryptedSecret: sql<Buffer | null>`CASE WHEN ${endpoint.previousEndsAt} > now()
        THEN ${endpoint.previousEncryptedSecret} END`,
      ...LAG,
    })
    .from(endpoint)
    .innerJoin(dispatch, eq(dispatch.endpointId, endpoint.id))
    .leftJoin(eventHead, eq(eventHead.gameId, endpoint.gameId))
    .where(
      and(
        eq(endpoint.gameId, gameId),
        isNull(endpoint.removedAt),
        id === undefined ? undefined : eq(endpoint.id, id),
      ),
    );

export type EndpointRow = Awaited<ReturnType<typeof select>>[number];

export const findEndpoint = (db: Queryable, gameId: string, id: string) =>
  first(select(db, gameId, id));

export const lockEndpoint = (tx: Tx, gameId: string, id: string) =>
  first(select(tx, gameId, id).for("no key update", { of: endpoint }));

export const listEndpoints = async (db: Queryable, gameId: string) =>
  await select(db, gameId).orderBy(desc(endpoint.id));

/** Counts endpoints. The count is exact while the caller holds the lock of the head. */
export const countEndpoints = async (tx: Tx, gameId: string) =>
  await tx.$count(endpoint, and(eq(endpoint.gameId, gameId), isNull(endpoint.removedAt)));

/** Inserts an endpoint that receives the events after `position`. */
export async function insertEndpoint(tx: Tx, row: typeof endpoint.$inferInsert, position: bigint) {
  await tx.insert(endpoint).values(row);
  await tx.insert(dispatch).values({ endpointId: row.id, gameId: row.gameId, position });
}

async function update(tx: Tx, id: string, values: PgUpdateSetSource<typeof endpoint>) {
  await tx.update(endpoint).set(values).where(eq(endpoint.id, id));
}

type EndpointChange = Partial<Pick<Stored, "url" | "description" | "events" | "disabledReason">>;

/** Changes an endpoint. If the change enables the endpoint, clears its failing state. */
export async function changeEndpoint(tx: Tx, id: string, change: EndpointChange) {
  const isEnabled = change.disabledReason === null;
  const enabling = isEnabled && { enabledAt: sql`now()`, failingSince: null };
  // The URL is always set, because an UPDATE without a column is invalid.
  await update(tx, id, { url: sql`${endpoint.url}`, ...change, ...enabling });
}

export async function rollSecret(
  tx: Tx,
  id: string,
  encryptedSecret: Buffer,
  graceSeconds: number,
) {
  const isKept = graceSeconds > 0;
  await update(tx, id, {
    encryptedSecret,
    previousEncryptedSecret: isKept ? sql`${endpoint.encryptedSecret}` : null,
    previousEndsAt: isKept ? sql`now() + make_interval(secs => ${graceSeconds})` : null,
  });
}

export async function removeEndpoint(tx: Tx, id: string) {
  await update(tx, id, {
    removedAt: sql`now()`,
    encryptedSecret: Buffer.alloc(0),
    previousEncryptedSecret: null,
    previousEndsAt: null,
  });
}

export const ENCRYPTED_SECRETS: readonly EncryptedColumn[] = [
  { table: "endpoint", column: "sealed_secret" },
  { table: "endpoint", column: "previous_sealed_secret" },
];

export interface Health extends Pick<
  Stored,
  "failingSince" | "lastSuccessAt" | "lastFailureAt" | "failingMailedAt" | "disabledReason"
> {}

export const storeHealth = (tx: Tx, id: string, health: Health) => update(tx, id, health);
