import { and, count, eq, getColumns, isNull, sql } from "drizzle-orm";
import type { Queryable, Tx } from "@tms/kit/database/handle";
import type { SealedColumn } from "@tms/kit/database/resealing";
import { dispatch, endpoint } from "./tables.ts";

type Stored = typeof endpoint.$inferSelect;

/** An endpoint as callers see it, without its secrets. */
export interface EndpointRow extends Omit<
  Stored,
  "test" | "sealedSecret" | "previousSealedSecret" | "failingMailedAt" | "removedAt"
> {
  position: bigint;
  /** The number of events after the position. */
  lagEvents: bigint;
  /** The age of the oldest of these events. */
  lagSeconds: bigint;
}

const SHOWN = `SELECT e.id, e.game_id AS "gameId", e.url, e.description, e.events,
    e.enabled_at AS "enabledAt", e.disabled_reason AS "disabledReason",
    e.failing_since AS "failingSince", e.last_success_at AS "lastSuccessAt",
    e.last_failure_at AS "lastFailureAt", e.created_at AS "createdAt",
    CASE WHEN e.previous_ends_at > now() THEN e.previous_ends_at END AS "previousEndsAt",
    d.position, greatest(coalesce(h.last_sequence, 0) - d.position, 0) AS "lagEvents",
    coalesce((SELECT greatest(extract(epoch FROM now() - waiting.created_at), 0)::bigint
      FROM event waiting WHERE waiting.game_id = e.game_id AND waiting.sequence > d.position
      ORDER BY waiting.sequence LIMIT 1), 0) AS "lagSeconds"
  FROM endpoint e
  JOIN dispatch d ON d.endpoint_id = e.id
  LEFT JOIN event_head h ON h.game_id = e.game_id
  WHERE e.game_id = $1 AND e.removed_at IS NULL`;

/** Finds an endpoint unless it was removed. */
export async function findEndpoint(
  db: Queryable,
  gameId: string,
  id: string,
): Promise<EndpointRow | undefined> {
  const { rows } = await db.$client.query<EndpointRow>({
    name: "find-endpoint",
    text: `${SHOWN} AND e.id = $2`,
    values: [gameId, id],
  });
  return rows[0];
}

/** Lists the endpoints of an environment, newest first. */
export async function listEndpoints(db: Queryable, gameId: string): Promise<EndpointRow[]> {
  const { rows } = await db.$client.query<EndpointRow>({
    name: "list-endpoints",
    text: `${SHOWN} ORDER BY e.id DESC`,
    values: [gameId],
  });
  return rows;
}

/** Counts the endpoints of an environment. The count is exact under the lock of the head. */
export async function countEndpoints(tx: Tx, gameId: string): Promise<number> {
  const [row] = await tx
    .select({ endpoints: count() })
    .from(endpoint)
    .where(and(eq(endpoint.gameId, gameId), isNull(endpoint.removedAt)));
  return row?.endpoints ?? 0;
}

/** Stores an endpoint that gets the events after a position. */
export async function insertEndpoint(
  tx: Tx,
  row: typeof endpoint.$inferInsert,
  position: bigint,
): Promise<void> {
  await tx.insert(endpoint).values(row);
  await tx.insert(dispatch).values({ endpointId: row.id, gameId: row.gameId, position });
}

/** An endpoint with its encrypted secrets. */
export interface WholeEndpoint extends Stored {
  /** Whether the previous secret still signs. */
  isRolling: boolean;
}

const selectWhole = (db: Queryable, gameId: string, id: string) =>
  db
    .select({
      ...getColumns(endpoint),
      isRolling: sql<boolean>`coalesce(${endpoint.previousEndsAt} > now(), false)`,
    })
    .from(endpoint)
    .where(and(eq(endpoint.id, id), eq(endpoint.gameId, gameId), isNull(endpoint.removedAt)));

/** Finds an endpoint with its secrets unless it was removed. */
export async function findWhole(
  db: Queryable,
  gameId: string,
  id: string,
): Promise<WholeEndpoint | undefined> {
  const [row] = await selectWhole(db, gameId, id);
  return row;
}

/** Locks an endpoint against other changes. */
export async function lockEndpoint(
  tx: Tx,
  gameId: string,
  id: string,
): Promise<WholeEndpoint | undefined> {
  const [row] = await selectWhole(tx, gameId, id).for("no key update");
  return row;
}

/** The properties of an endpoint that callers can change. */
export interface EndpointChange extends Partial<
  Pick<Stored, "url" | "description" | "events" | "disabledReason">
> {}

/** Changes a locked endpoint. An endpoint that is enabled is no longer failing. */
export async function changeEndpoint(tx: Tx, id: string, change: EndpointChange): Promise<void> {
  const enabling = change.disabledReason === null && {
    enabledAt: sql`now()`,
    failingSince: null,
  };
  await tx
    .update(endpoint)
    // An empty change must set some column.
    .set({ url: sql`${endpoint.url}`, ...change, ...enabling })
    .where(eq(endpoint.id, id));
}

/** Replaces the secret of a locked endpoint. The previous secret signs for `graceSeconds`. */
export async function rollSecret(
  tx: Tx,
  id: string,
  sealedSecret: Buffer,
  graceSeconds: number,
): Promise<void> {
  const isKept = graceSeconds > 0;
  await tx
    .update(endpoint)
    .set({
      sealedSecret,
      previousSealedSecret: isKept ? sql`${endpoint.sealedSecret}` : null,
      previousEndsAt: isKept ? sql`now() + make_interval(secs => ${graceSeconds})` : null,
    })
    .where(eq(endpoint.id, id));
}

/** Removes a locked endpoint, and deletes its secrets. */
export async function removeEndpoint(tx: Tx, id: string): Promise<void> {
  await tx
    .update(endpoint)
    .set({
      removedAt: sql`now()`,
      sealedSecret: Buffer.alloc(0),
      previousSealedSecret: null,
      previousEndsAt: null,
    })
    .where(eq(endpoint.id, id));
}

/** The columns to encrypt again after a change of keys. */
export const SEALED_SECRETS: readonly SealedColumn[] = [
  { table: "endpoint", column: "sealed_secret" },
  { table: "endpoint", column: "previous_sealed_secret" },
];

/** The health of an endpoint, by its newest attempts. */
export interface Health extends Pick<
  Stored,
  "failingSince" | "lastSuccessAt" | "lastFailureAt" | "failingMailedAt" | "disabledReason"
> {}

/** Stores the health of a locked endpoint. */
export async function storeHealth(tx: Tx, id: string, health: Health): Promise<void> {
  await tx.update(endpoint).set(health).where(eq(endpoint.id, id));
}
