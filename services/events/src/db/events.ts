import { and, eq, getColumns } from "drizzle-orm";
import { arrayLiteral, toArrays } from "@tms/kit/database/array-literal";
import type { Queryable, Tx } from "@tms/kit/database/handle";
import { oneOf } from "@tms/kit/database/rows-of";
import { event, eventGate } from "./tables.ts";

/** The facts about a tournament that decide whether an event can enter the log. */
export interface DependencyState extends Readonly<
  Omit<typeof eventGate.$inferSelect, "id" | "createdAt">
> {}

export const INITIAL_STATE: DependencyState = {
  published: false,
  ended: false,
  plannedPayouts: null,
  paidPayouts: 0,
  over: false,
};

const { createdAt: _, ...STATE } = getColumns(eventGate);

/** Returns the dependency states of tournaments, by id. The head of the environment guards them. */
export async function findStates(
  tx: Tx,
  ids: readonly string[],
): Promise<Map<string, DependencyState>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.select(STATE).from(eventGate).where(oneOf(eventGate.id, ids));
  return new Map(rows.map(({ id, ...state }) => [id, state]));
}

export async function storeStates(
  tx: Tx,
  states: ReadonlyMap<string, DependencyState>,
): Promise<void> {
  if (states.size === 0) return;
  await tx.$client.query({
    name: "store-states",
    text: `INSERT INTO event_gate (id, published, ended, planned_payouts, paid_payouts, over)
      SELECT * FROM unnest($1::uuid[], $2::boolean[], $3::boolean[], $4::integer[], $5::integer[],
        $6::boolean[])
      ON CONFLICT (id) DO UPDATE SET published = excluded.published, ended = excluded.ended,
        planned_payouts = excluded.planned_payouts, paid_payouts = excluded.paid_payouts,
        over = excluded.over`,
    values: [
      arrayLiteral([...states.keys()]),
      ...toArrays(
        [...states.values()],
        "published",
        "ended",
        "plannedPayouts",
        "paidPayouts",
        "over",
      ),
    ],
  });
}

/** An event to store. */
export interface NewEvent extends Omit<typeof event.$inferInsert, "createdAt" | "tournamentId"> {
  tournamentId: string | null;
}

export interface EventRow extends Pick<typeof event.$inferSelect, "sequence" | "type" | "body"> {}

/** An event of a list. */
export interface ListedEventRow extends EventRow {
  /** Empty if the event is about no tournament. */
  tournamentId: string;
}

/** Returns the ids that are in the log. */
export async function findKnown(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await tx.$client.query<{ id: string }>({
    name: "known-events",
    text: `SELECT id FROM event WHERE id = ANY($1::uuid[])`,
    values: [arrayLiteral(ids)],
  });
  return new Set(rows.map(({ id }) => id));
}

// JSON contains this character only escaped. An array would escape every quotation mark of the bodies.
const SEPARATOR = "\u001e";

/** Stores events under the locked heads of their environments. */
export async function insertEvents(tx: Tx, events: readonly NewEvent[]): Promise<void> {
  await tx.$client.query({
    name: "insert-events",
    text: `INSERT INTO event (game_id, sequence, id, type, tournament_id, body, audited)
      SELECT * FROM unnest($1::uuid[], $2::bigint[], $3::uuid[], $4::text[], $5::uuid[],
        string_to_array($6, '${SEPARATOR}'), $7::boolean[])`,
    values: [
      arrayLiteral(events.map((one) => one.gameId)),
      arrayLiteral(events.map((one) => one.sequence)),
      arrayLiteral(events.map((one) => one.id)),
      arrayLiteral(events.map((one) => one.type)),
      arrayLiteral(events.map((one) => one.tournamentId ?? "NULL")),
      events.map((one) => one.body).join(SEPARATOR),
      arrayLiteral(events.map((one) => String(one.audited))),
    ],
  });
}

/** Finds an event unless it was deleted. */
export async function findEvent(
  db: Queryable,
  gameId: string,
  id: string,
): Promise<EventRow | undefined> {
  const [row] = await db
    .select({ sequence: event.sequence, type: event.type, body: event.body })
    .from(event)
    .where(and(eq(event.id, id), eq(event.gameId, gameId)));
  return row;
}

/** Selects events of a log. */
export interface EventFilter {
  gameId: string;
  /** Whole types, such as `entry.joined`. */
  types: readonly string[];
  /** The first words of types, such as `entry`. */
  families: readonly string[];
  tournamentId: string | undefined;
  /** Selects only events about access or caused by people. */
  audited: boolean;
}

/** A range of sequences, and its order. */
export interface EventRange {
  /** Exclusive. */
  after: bigint;
  /** Inclusive. */
  through: bigint;
  newestFirst: boolean;
}

/** The bytes after which a response takes no further events: half of what a message holds. */
export const MAX_BYTES = 2_097_152;

/** Lists at most `limit` events, as many as fit into one message. */
export async function listEvents(
  db: Queryable,
  { gameId, types, families, tournamentId, audited }: EventFilter,
  { after, through, newestFirst }: EventRange,
  limit: number,
): Promise<ListedEventRow[]> {
  const order = newestFirst ? "DESC" : "ASC";
  const { rows } = await db.$client.query<ListedEventRow>({
    name: `list-events-${order}-${Number(tournamentId !== undefined)}${Number(audited)}`,
    text: `SELECT sequence, type, body, coalesce(tournament_id::text, '') AS "tournamentId" FROM (
        SELECT sequence, type, body, tournament_id,
          sum(octet_length(body)) OVER (ORDER BY sequence ${order}) - octet_length(body) AS bytes_before
        FROM (
          SELECT sequence, type, body, tournament_id FROM event
          WHERE game_id = $1 AND sequence > $2 AND sequence <= $3
            AND (cardinality($4::text[]) + cardinality($5::text[]) = 0
              OR type = ANY($4::text[]) OR split_part(type, '.', 1) = ANY($5::text[]))
            ${tournamentId === undefined ? "" : "AND tournament_id = $7"}
            ${audited ? "AND audited" : ""}
          ORDER BY sequence ${order} LIMIT $6
        ) AS page
      ) AS weighed WHERE bytes_before < ${MAX_BYTES} ORDER BY sequence ${order}`,
    values: [
      gameId,
      after,
      through,
      types,
      families,
      limit,
      ...(tournamentId === undefined ? [] : [tournamentId]),
    ],
  });
  return rows;
}

/**
 * Returns the sequence of the `count`th event of a range about the tournament, or among the audited events
 * if the filter names no tournament. Returns undefined if there are fewer.
 */
export async function findNth(
  db: Queryable,
  { gameId, tournamentId }: EventFilter,
  { after, through, newestFirst }: EventRange,
  count: bigint,
): Promise<bigint | undefined> {
  const order = newestFirst ? "DESC" : "ASC";
  const { rows } = await db.$client.query<{ sequence: bigint }>({
    name: `nth-event-${order}-${Number(tournamentId !== undefined)}`,
    text: `SELECT sequence FROM event WHERE game_id = $1 AND sequence > $2 AND sequence <= $3
        AND ${tournamentId === undefined ? "audited" : "tournament_id = $5"}
      ORDER BY sequence ${order} OFFSET $4 LIMIT 1`,
    values: [
      gameId,
      after,
      through,
      count - 1n,
      ...(tournamentId === undefined ? [] : [tournamentId]),
    ],
  });
  return rows[0]?.sequence;
}
