import { and, eq } from "drizzle-orm";
import { arrayLiteral } from "@tms/kit/database/array-literal";
import type { Queryable, Tx } from "@tms/kit/database/handle";
import { event } from "./tables.ts";

/** An event to be stored. */
export interface NewEvent extends Omit<typeof event.$inferInsert, "createdAt" | "tournamentId"> {
  tournamentId: string | null;
}

/** An event as it is read. */
export interface EventRow extends Pick<typeof event.$inferSelect, "sequence" | "type" | "body"> {}

/** An event as it is read with others. */
export interface ListedEventRow extends EventRow {
  /** Empty if it is about no tournament. */
  tournamentId: string;
}

/** Those of the ids that are in the log already. */
export async function findKnown(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await tx.$client.query<{ id: string }>({
    name: "known-events",
    text: `SELECT id FROM event WHERE id = ANY($1::uuid[])`,
    values: [arrayLiteral(ids)],
  });
  return new Set(rows.map(({ id }) => id));
}

// JSON never holds it as it is. In an array every quotation mark of the bodies would be escaped.
const APART = "\u001e";

/** Stores events under the locked heads of their environments. */
export async function insertEvents(tx: Tx, events: readonly NewEvent[]): Promise<void> {
  await tx.$client.query({
    name: "insert-events",
    text: `INSERT INTO event (game_id, sequence, id, type, tournament_id, body, audited)
      SELECT * FROM unnest($1::uuid[], $2::bigint[], $3::uuid[], $4::text[], $5::uuid[],
        string_to_array($6, '${APART}'), $7::boolean[])`,
    values: [
      arrayLiteral(events.map((one) => one.gameId)),
      arrayLiteral(events.map((one) => one.sequence)),
      arrayLiteral(events.map((one) => one.id)),
      arrayLiteral(events.map((one) => one.type)),
      arrayLiteral(events.map((one) => one.tournamentId ?? "NULL")),
      events.map((one) => one.body).join(APART),
      arrayLiteral(events.map((one) => String(one.audited))),
    ],
  });
}

/** One event of an environment, if it is kept. */
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

/** Which events of a log. */
export interface EventFilter {
  gameId: string;
  /** Whole types, such as `entry.joined`. */
  types: readonly string[];
  /** The first words of types, such as `entry`. */
  families: readonly string[];
  tournamentId: string | undefined;
  /** Only changes of access and what people did. */
  audited: boolean;
}

/** Which sequences, and in which order. */
export interface EventRange {
  /** Exclusive. */
  after: bigint;
  /** Inclusive. */
  through: bigint;
  newestFirst: boolean;
}

/** From so many bytes on an answer has no room for further events: half of what a message holds. */
export const MOST_BYTES = 2_097_152;

/** Events in the order of their sequences, at most `limit` and as many as fit into one message. */
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
      ) AS weighed WHERE bytes_before < ${MOST_BYTES} ORDER BY sequence ${order}`,
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
 * The sequence of the `count`th event of a range which the index of a tournament leads to, or else that
 * of the audited ones; undefined where there are fewer.
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
