import { and, count, eq, isNull, sql } from "drizzle-orm";
import type { Queryable, Tx } from "@tms/kit/database/handle";
import type { SealedColumn } from "@tms/kit/database/resealing";
import { dispatch, endpoint } from "./tables.ts";

type Stored = typeof endpoint.$inferSelect;

/** An endpoint as it is shown, without its secrets, and how far it has come. */
export interface EndpointRow extends Omit<
  Stored,
  "test" | "sealedSecret" | "previousSealedSecret" | "failingMailedAt" | "removedAt"
> {
  position: bigint;
  /** How many events stand in the log after the position, and for how long the oldest has. */
  lagEvents: bigint;
  lagSeconds: bigint;
}

/** An endpoint to be stored. */
export interface NewEndpoint extends Pick<
  Stored,
  "id" | "gameId" | "test" | "url" | "description" | "events" | "sealedSecret"
> {
  position: bigint;
}

/** An endpoint with its sealed secrets. */
export interface WholeEndpoint extends Omit<Stored, "createdAt" | "removedAt"> {
  /** Whether the secret before signs, too. */
  isRolling: boolean;
}

/** What of an endpoint can be changed. */
export interface EndpointChange extends Partial<
  Pick<Stored, "url" | "description" | "events" | "disabledReason">
> {}

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

/** One endpoint of an environment, unless it was removed. */
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

/** An environment's endpoints, newest first. */
export async function listEndpoints(db: Queryable, gameId: string): Promise<EndpointRow[]> {
  const { rows } = await db.$client.query<EndpointRow>({
    name: "list-endpoints",
    text: `${SHOWN} ORDER BY e.id DESC`,
    values: [gameId],
  });
  return rows;
}

/** How many endpoints an environment has. Exact under the lock of its head. */
export async function countEndpoints(tx: Tx, gameId: string): Promise<number> {
  const [row] = await tx
    .select({ endpoints: count() })
    .from(endpoint)
    .where(and(eq(endpoint.gameId, gameId), isNull(endpoint.removedAt)));
  return row?.endpoints ?? 0;
}

/** Stores an endpoint that sees the events after a position. */
export async function insertEndpoint(tx: Tx, { position, ...row }: NewEndpoint): Promise<void> {
  await tx.insert(endpoint).values(row);
  await tx.insert(dispatch).values({ endpointId: row.id, gameId: row.gameId, position });
}

const WHOLE = {
  id: endpoint.id,
  gameId: endpoint.gameId,
  test: endpoint.test,
  url: endpoint.url,
  description: endpoint.description,
  events: endpoint.events,
  sealedSecret: endpoint.sealedSecret,
  previousSealedSecret: endpoint.previousSealedSecret,
  previousEndsAt: endpoint.previousEndsAt,
  enabledAt: endpoint.enabledAt,
  disabledReason: endpoint.disabledReason,
  failingSince: endpoint.failingSince,
  lastSuccessAt: endpoint.lastSuccessAt,
  lastFailureAt: endpoint.lastFailureAt,
  failingMailedAt: endpoint.failingMailedAt,
  isRolling: sql<boolean>`coalesce(${endpoint.previousEndsAt} > now(), false)`,
};

const isPresent = (gameId: string, id: string) =>
  and(eq(endpoint.id, id), eq(endpoint.gameId, gameId), isNull(endpoint.removedAt));

/** An endpoint with its sealed secrets; undefined for one that is none, or was removed. */
export async function findWhole(
  db: Queryable,
  gameId: string,
  id: string,
): Promise<WholeEndpoint | undefined> {
  const [row] = await db.select(WHOLE).from(endpoint).where(isPresent(gameId, id));
  return row;
}

/** One endpoint with its secrets, locked against other changes. */
export async function lockEndpoint(
  tx: Tx,
  gameId: string,
  id: string,
): Promise<WholeEndpoint | undefined> {
  const [row] = await tx
    .select(WHOLE)
    .from(endpoint)
    .where(isPresent(gameId, id))
    .for("no key update");
  return row;
}

/** Changes a locked endpoint. One that is enabled begins anew: it is not failing. */
export async function changeEndpoint(tx: Tx, id: string, change: EndpointChange): Promise<void> {
  const enabling = change.disabledReason === null && {
    enabledAt: sql`now()`,
    failingSince: null,
  };
  await tx
    .update(endpoint)
    // Setting a column to itself lets a change of nothing be a statement, too.
    .set({ url: sql`${endpoint.url}`, ...change, ...enabling })
    .where(eq(endpoint.id, id));
}

/** Gives a locked endpoint another secret; the present one signs for `graceSeconds` more. */
export async function rollSecret(
  tx: Tx,
  id: string,
  sealedSecret: Buffer,
  graceSeconds: number,
): Promise<void> {
  const previous =
    graceSeconds === 0
      ? { previousSealedSecret: null, previousEndsAt: null }
      : {
          previousSealedSecret: sql`${endpoint.sealedSecret}`,
          previousEndsAt: sql`now() + make_interval(secs => ${graceSeconds})`,
        };
  await tx
    .update(endpoint)
    .set({ sealedSecret, ...previous })
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

/** The secrets of endpoints, which are sealed anew after a change of keys; see resealing.ts of the kit. */
export const SEALED_SECRETS: readonly SealedColumn[] = [
  { table: "endpoint", column: "sealed_secret" },
  { table: "endpoint", column: "previous_sealed_secret" },
];

/** How an endpoint does, as its newest attempts show it. */
export interface Health extends Pick<
  Stored,
  "failingSince" | "lastSuccessAt" | "lastFailureAt" | "failingMailedAt" | "disabledReason"
> {}

/** Stores how a locked endpoint does. */
export async function storeHealth(tx: Tx, id: string, health: Health): Promise<void> {
  await tx.update(endpoint).set(health).where(eq(endpoint.id, id));
}
