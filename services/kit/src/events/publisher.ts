import type { Client } from "@connectrpc/connect";
import type pg from "pg";
import type { EventService } from "@tms/proto/tms/event/v1/event";
import { arrayLiteral } from "../database/array-literal.ts";
import type { Db } from "../database/handle.ts";
import { ownConnection } from "../database/pool.ts";
import { isTransient } from "../errors/transient.ts";
import { traced } from "../process/fault-points.ts";
import type { Logger } from "../process/log.ts";
import { startLoop, type LoopStep } from "../process/loop.ts";
import type { Shutdown } from "../process/shutdown.ts";
import { inParts } from "../rpc/streams.ts";
import { createHeldRows, createSender, type Expand, type StagedRow } from "./sender.ts";

// Short, because a query for staged events takes only 0.2 ms.
const EVERY_MS = 100;
// The maximum size of rows that are read together: a quarter of the largest message. A larger row is read
// alone, because rows are not divided. The sender divides the events of expanded spans.
const MAX_BYTES = 1_048_576;
// The least weight of a row, so that at most 256 rows are sent together.
const MIN_BYTES = MAX_BYTES / 256;
const MAX_PAUSE_MS = 5_000;
const ALARM_AGE_MS = 60_000;
const ALARM_EVERY_MS = 60_000;

/**
 * Creates the publisher, which sends staged events to the event log and deletes recorded events. Each event
 * is sent at least once. Only one replica publishes at a time. While the events service is unavailable, the
 * publisher pauses for up to five seconds. Logs an error, at most once a minute, while the oldest row is
 * older than a minute. A service that stages spans of payouts needs `expand`.
 */
export function createPublisher(
  db: Db,
  events: Client<typeof EventService>,
  log: Logger,
  shutdown: Shutdown,
  expand?: Expand,
) {
  const leadership = createLeadership(db, "publisher", log);
  shutdown.add("the publisher's connection", () => leadership.release());
  const held = createHeldRows();
  const send = createSender(events, held, log, expand);
  let alarmedAt = -Infinity;

  async function runOnce(signal?: AbortSignal): Promise<boolean> {
    const client = await leadership.acquire();
    if (client === undefined) return false;
    held.begin();
    let page = 0;
    let published = false;
    for await (const queued of queuedRows(client)) {
      if (page++ === 0) alarm(queued);
      const due = queued.filter(({ id }) => !held.isPassedOver(id));
      published ||= due.length > 0;
      for (const part of inParts(due, ({ bytes }) => Math.max(bytes, MIN_BYTES), MAX_BYTES)) {
        // After an outage, publishing all rows can take longer than the time that a process has to stop.
        if (signal?.aborted) return published;
        await publish(client, part, signal);
      }
    }
    return published;
  }

  async function publish(
    client: pg.Client,
    part: readonly QueuedRow[],
    signal: AbortSignal | undefined,
  ) {
    const ids = part.map(({ id }) => id);
    const { rows } = await client.query<StagedRow>({
      name: "staged-events",
      text: `SELECT id, events FROM event_out WHERE id = ANY($1::bigint[]) ORDER BY id`,
      values: [arrayLiteral(ids)],
    });
    for await (const sent of send(rows)) {
      const done = sent.filter((id) => !held.isPassedOver(id));
      // The query keeps the connection in use. Otherwise Postgres could close it as idle during many calls.
      await (done.length > 0 ? forgetRows(client, done) : client.query("SELECT"));
      done.forEach(held.release);
      if (signal?.aborted) return;
    }
  }

  function alarm([oldest, ...others]: readonly QueuedRow[]): void {
    if (oldest === undefined || oldest.ageMs < ALARM_AGE_MS) return;
    if (performance.now() - alarmedAt < ALARM_EVERY_MS) return;
    alarmedAt = performance.now();
    const about = { rows: others.length + 1, oldestMs: Math.round(oldest.ageMs) };
    log.error(about, "events have been waiting for more than a minute to be recorded");
  }

  return { runOnce, start: () => startLoop("events", EVERY_MS, pausing(runOnce, log), log) };
}

function pausing(step: LoopStep, log: Logger): LoopStep {
  let failures = 0;
  let notBefore = 0;
  return async (signal) => {
    if (performance.now() < notBefore) return false;
    try {
      const more = await step(signal);
      failures = 0;
      return more;
    } catch (error) {
      notBefore = performance.now() + Math.min(EVERY_MS * 2 ** ++failures, MAX_PAUSE_MS);
      if (!isTransient(error)) throw error;
      if (failures === 1) log.warn({ err: error }, "events cannot be published; they stay staged");
      return false;
    }
  };
}

interface QueuedRow {
  id: bigint;
  bytes: number;
  ageMs: number;
}

/**
 * The number of rows in a page. Pages are needed, because many rows wait while the events service is
 * unreachable.
 */
const PAGE = 1_000;

/**
 * Yields the staged rows in pages, in the order of their ids. Ends at the largest id that is visible at the
 * beginning. A row with a smaller id may become visible later. Rows that depend on this row have ids after
 * the end, so a later pass yields all of them in order.
 */
async function* queuedRows(client: pg.ClientBase): AsyncGenerator<QueuedRow[], void> {
  let after = 0n;
  let through: bigint | null = null;
  for (;;) {
    const found: pg.QueryResult<QueuedRow & { last: bigint }> = await client.query({
      name: "queued-events",
      text: `SELECT id, octet_length(events) AS bytes,
          (extract(epoch FROM clock_timestamp() - created_at) * 1000)::float8 AS "ageMs",
          (SELECT max(id) FROM event_out) AS last
        FROM event_out WHERE id > $1 AND ($2::bigint IS NULL OR id <= $2) ORDER BY id LIMIT $3`,
      values: [after, through, PAGE],
    });
    const last = found.rows.at(-1);
    if (last === undefined) return;
    yield found.rows;
    if (found.rows.length < PAGE) return;
    after = last.id;
    through ??= last.last;
  }
}

const forgetRows = (client: pg.ClientBase, ids: readonly bigint[]) =>
  traced("event-out.forget", () =>
    client.query({
      name: "forget-events",
      text: `DELETE FROM event_out WHERE id = ANY($1::bigint[])`,
      values: [arrayLiteral(ids)],
    }),
  );

const TRY_EVERY_MS = 1_000;
// If a leader hangs, Postgres closes its connection after this time, and another replica can lead. A working
// leader is not idle for so long.
const IDLE_LIMIT_MS = 30_000;

/**
 * Makes one replica at a time the leader, by a lock that lasts as long as its connection. The leader works on
 * this connection, so that a replica that has lost the lock cannot continue. `acquire` returns the
 * connection, or undefined if this replica is not the leader.
 */
export function createLeadership(db: Db, what: string, log: Logger) {
  let leading: pg.Client | undefined;
  let triedAt = -Infinity;

  async function acquire(): Promise<pg.Client | undefined> {
    if (leading || performance.now() - triedAt < TRY_EVERY_MS) return leading;
    triedAt = performance.now();
    // Uses the pool, so that a follower does not open a connection for each try.
    if (!(await isGiven(db.$client, MAY_BE_FREE, what))) return undefined;
    const client = ownConnection(db, `-c idle_session_timeout=${IDLE_LIMIT_MS}`);
    // The listeners are added before the first query, because the connection can break at any time.
    client.on("error", (error) =>
      log.warn({ err: error, what }, "the leader lost its database connection"),
    );
    client.on("end", () => {
      if (leading === client) leading = undefined;
    });
    try {
      await client.connect();
      if (await isGiven(client, LOCK, what)) leading = client;
      return leading;
    } finally {
      if (leading !== client) await close(client);
    }
  }

  return {
    acquire,
    async release() {
      const client = leading;
      leading = undefined;
      if (client) await close(client);
    },
  };
}

/** The key of the lock. It contains the schema, because services share a database. */
const KEY = `hashtextextended(current_schema() || '/' || $1, 0)`;

// A standby has locks of its own, but its leader could change nothing.
const LOCK = `SELECT pg_try_advisory_lock(${KEY})
  AND current_setting('transaction_read_only') = 'off' AS given`;
// A shared lock, so that simultaneous checks of several replicas do not fail each other.
const MAY_BE_FREE = `SELECT pg_try_advisory_xact_lock_shared(${KEY}) AS given`;

async function isGiven(client: pg.Client | pg.Pool, question: string, what: string) {
  const { rows } = await client.query<{ given: boolean }>(question, [what]);
  return rows[0]?.given ?? false;
}

// The failure is ignored, because a broken connection cannot be closed cleanly.
const close = (client: pg.Client): Promise<void> => client.end().catch(() => undefined);
