import { arrayLiteral, toArrays, toLiterals } from "@tms/kit/database/array-literal";
import type { Queryable, Tx } from "@tms/kit/database/handle";
import { first, insertion, oneOf } from "@tms/kit/database/rows-of";
import { and, asc, desc, eq, getColumns, gt, lte, sql, type SQL } from "drizzle-orm";
import { event, eventGate, eventHead } from "./tables.ts";

export interface Head extends Readonly<typeof eventHead.$inferSelect> {}

/** Returns the head of an environment, or undefined before its first event. */
export const findHead = (db: Queryable, gameId: string) =>
  first(db.select().from(eventHead).where(eq(eventHead.gameId, gameId)));

const selectHeads = (db: Queryable, gameIds: readonly string[]) =>
  db.select().from(eventHead).where(oneOf(eventHead.gameId, gameIds));

const toSequences = (heads: readonly Head[]) =>
  new Map(heads.map(({ gameId, lastSequence }) => [gameId, lastSequence]));

export const findLastSequences = async (db: Queryable, gameIds: readonly string[]) =>
  toSequences(await selectHeads(db, gameIds));

/**
 * Locks heads in the order of their ids, creates missing heads, and returns the last sequences. Read events
 * in a later statement, because a statement that waits for locks does not see events committed meanwhile.
 */
export async function lockHeads(tx: Tx, gameIds: readonly string[]) {
  let heads = await lockExisting(tx, gameIds);
  const missing = gameIds.filter((id) => !heads.has(id)).toSorted();
  if (missing.length > 0) {
    await tx.execute(sql`INSERT INTO event_head (game_id)
      SELECT * FROM unnest(${arrayLiteral(missing)}::uuid[]) ON CONFLICT DO NOTHING`);
    heads = await lockExisting(tx, gameIds);
  }
  return heads;
}

const lockExisting = async (tx: Tx, gameIds: readonly string[]) =>
  toSequences(await selectHeads(tx, gameIds).orderBy(eventHead.gameId).for("update"));

/** The channel that announces new events after their commit. */
export const HEADS_CHANNEL = "event_head";

export function parseHead(payload: string): { gameId: string; last: bigint } {
  const [gameId = "", last = ""] = payload.split(" ");
  return { gameId, last: /^\d+$/.test(last) ? BigInt(last) : 0n };
}

/** Stores the last sequences and announces them after the commit. */
export async function moveHeads(tx: Tx, heads: ReadonlyMap<string, bigint>) {
  const ids = arrayLiteral([...heads.keys()]);
  const sequences = arrayLiteral([...heads.values()]);
  await tx.execute(sql`
    WITH changed AS (
      UPDATE event_head SET last_sequence = moved.last_sequence
      FROM unnest(${ids}::uuid[], ${sequences}::bigint[]) AS moved (game_id, last_sequence)
      WHERE event_head.game_id = moved.game_id
      RETURNING event_head.game_id, event_head.last_sequence)
    SELECT pg_notify(${HEADS_CHANNEL}, game_id || ' ' || last_sequence) FROM changed`);
}

/** The facts about a tournament that decide whether an event can enter the log. */
export type DependencyState = Readonly<Omit<typeof eventGate.$inferSelect, "id" | "createdAt">>;

export const INITIAL_STATE: DependencyState = {
  published: false,
  ended: false,
  plannedPayouts: null,
  paidPayouts: 0,
  over: false,
};

const { createdAt: _, ...STATE } = getColumns(eventGate);

/** Returns the states of tournaments. The heads of their environments must be locked. */
export async function findStates(tx: Tx, ids: readonly string[]) {
  if (ids.length === 0) return new Map();
  const rows = await tx.select(STATE).from(eventGate).where(oneOf(eventGate.id, ids));
  return new Map(rows.map(({ id, ...state }) => [id, state]));
}

// Late events need the state after the tournament is over, so its age begins then.
const insertStates = insertion(
  eventGate,
  STATE,
  `ON CONFLICT (id) DO UPDATE SET published = excluded.published, ended = excluded.ended,
    planned_payouts = excluded.planned_payouts, paid_payouts = excluded.paid_payouts,
    over = excluded.over, created_at = CASE WHEN excluded.over AND NOT event_gate.over THEN now()
      ELSE event_gate.created_at END`,
);

export const storeStates = (tx: Tx, states: ReadonlyMap<string, DependencyState>) =>
  insertStates(
    tx,
    Array.from(states, ([id, state]) => ({ id, ...state })),
  );

export type NewEvent = Omit<typeof event.$inferSelect, "createdAt">;

export type EventRow = Pick<NewEvent, "sequence" | "type" | "body"> & {
  /** Empty if the event is about no tournament. */
  tournamentId: string;
};

export async function findKnown(tx: Tx, ids: readonly string[]) {
  const rows = await tx.select({ id: event.id }).from(event).where(oneOf(event.id, ids));
  return new Set(rows.map(({ id }) => id));
}

// Separates the bodies in one text parameter. No body contains this character, because JSON escapes it. In an
// array parameter, every quotation mark of the bodies would be escaped.
const SEPARATOR = "\u001e";

/** Inserts events. The heads of their environments must be locked. */
export async function insertEvents(tx: Tx, events: readonly NewEvent[]) {
  await tx.$client.query({
    name: "insert-events",
    text: `INSERT INTO event (game_id, sequence, id, type, tournament_id, body, audited,
        trace_context)
      SELECT * FROM unnest($1::uuid[], $2::bigint[], $3::uuid[], $4::text[], $5::uuid[],
        string_to_array($6, '${SEPARATOR}'), $7::boolean[], $8::text[])`,
    values: [
      ...toLiterals(events, "gameId", "sequence", "id", "type", "tournamentId"),
      events.map((one) => one.body).join(SEPARATOR),
      ...toLiterals(events, "audited"),
      ...toArrays(events, "traceContext"),
    ],
  });
}

export const findEvent = (db: Queryable, gameId: string, id: string) =>
  first(
    db
      .select({ id: event.id, sequence: event.sequence, type: event.type, body: event.body })
      .from(event)
      .where(and(eq(event.id, id), eq(event.gameId, gameId))),
  );

export interface EventFilter {
  gameId: string;
  /** Types or groups of types, such as `entry.*`; empty means all. */
  types: readonly string[];
  tournamentId: string | undefined;
  /** Selects only events about access or caused by people. */
  audited: boolean;
}

export interface EventRange {
  /** Exclusive. */
  after: bigint;
  /** Inclusive. */
  through: bigint;
  newestFirst: boolean;
}

/** SQL: whether an `event` has one of the types or groups, such as `*`, `entry.*` or `entry.joined`. */
export const isOneOf = (types: readonly string[]): SQL =>
  sql`${sql.param(types)}::text[] &&
    ARRAY['*', event.type, split_part(event.type, '.', 1) || '.*']`;

const isInRange = (
  { gameId, tournamentId, audited }: Omit<EventFilter, "types">,
  { after, through }: EventRange,
) =>
  and(
    eq(event.gameId, gameId),
    gt(event.sequence, after),
    lte(event.sequence, through),
    tournamentId === undefined ? undefined : eq(event.tournamentId, tournamentId),
    audited ? sql`${event.audited}` : undefined,
  );

/** The number of bytes of event bodies at which a list ends, which is half the size limit of a message. */
export const MAX_BYTES = 2_097_152;

/** Lists up to `limit` events. Stops after {@link MAX_BYTES}, so that the events fit into one message. */
export async function listEvents(
  db: Queryable,
  filter: EventFilter,
  range: EventRange,
  limit: number,
): Promise<EventRow[]> {
  const order = range.newestFirst ? sql`sequence DESC` : sql`sequence`;
  const hasType = filter.types.length > 0 ? isOneOf(filter.types) : undefined;
  const { rows } = await db.execute<EventRow>(sql`
    SELECT sequence, type, body, coalesce(tournament_id::text, '') AS "tournamentId" FROM (
      SELECT *, sum(octet_length(body)) OVER (ORDER BY ${order}) - octet_length(body) AS bytes_before
      FROM (SELECT sequence, type, body, tournament_id FROM event
        WHERE ${and(isInRange(filter, range), hasType)} ORDER BY ${order} LIMIT ${limit}) AS page
    ) AS weighed WHERE bytes_before < ${MAX_BYTES} ORDER BY ${order}`);
  return rows;
}

/**
 * Returns the sequence of the `count`th event of the filter's tournament, or of the `count`th audited event
 * if the filter has no tournament. Returns undefined if there are fewer events.
 */
export async function findNth(
  db: Queryable,
  filter: EventFilter,
  range: EventRange,
  count: number,
) {
  const audited = filter.tournamentId === undefined;
  const [row] = await db
    .select({ sequence: event.sequence })
    .from(event)
    .where(isInRange({ ...filter, audited }, range))
    .orderBy(range.newestFirst ? desc(event.sequence) : asc(event.sequence))
    .offset(count - 1)
    .limit(1);
  return row?.sequence;
}
