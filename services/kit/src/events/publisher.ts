import type { Client } from "@connectrpc/connect";
import type pg from "pg";
import type { EventService } from "@tms/proto/tms/event/v1/event";
import type { Db } from "../database/handle.ts";
import { isTransient } from "../errors/transient.ts";
import type { Logger } from "../process/log.ts";
import { startLoop, type Loop, type LoopStep } from "../process/loop.ts";
import type { Shutdown } from "../process/shutdown.ts";
import { inParts } from "../rpc/parts.ts";
import { createHeldRows } from "./held-rows.ts";
import { createLeadership } from "./leader.ts";
import { createSender, type Expand } from "./sender.ts";
import { eventsOfRows, forgetRows, queuedRows, touch, type QueuedRow } from "./queue.ts";

// Events should get their sequence soon after their commit, and a query for staged events takes only 0.2 ms.
const EVERY_MS = 100;
// A quarter of the largest message. The rest is room for a larger row, because a row is not divided. The
// sender divides the events of expanded spans.
const MAX_BYTES = 1_048_576;
// The least weight of a row, so that at most 256 rows are sent together.
const MIN_BYTES = MAX_BYTES / 256;
const LONGEST_PAUSE_MS = 5_000;
const ALARM_AGE_MS = 60_000;
const ALARM_EVERY_MS = 60_000;

export interface Publisher {
  /** Publishes staged events. Returns false if no event was due or another replica leads. */
  runOnce(signal?: AbortSignal): Promise<boolean>;
  start(): Loop;
}

/**
 * Creates the publisher, which sends staged events to the log and deletes recorded events. Each event is sent
 * at least once. Only one replica publishes at a time. While the log cannot be reached, the publisher pauses
 * for up to five seconds between attempts. It logs an error, at most once a minute, while the oldest row is
 * older than a minute. `expand` expands spans of payouts, for a service that stages them.
 */
export function createPublisher(
  db: Db,
  events: Client<typeof EventService>,
  log: Logger,
  shutdown: Shutdown,
  expand?: Expand,
): Publisher {
  const leadership = createLeadership(db, "publisher", log);
  shutdown.add("the publisher's connection", () => leadership.release());
  const held = createHeldRows();
  const send = createSender(events, held, log, expand);
  let alarmedAt = -Infinity;

  async function runOnce(signal?: AbortSignal): Promise<boolean> {
    const client = await leadership.acquire();
    if (client === undefined) return false;
    held.begin();
    let isFirst = true;
    let published = false;
    for await (const queued of queuedRows(client)) {
      if (isFirst) alarm(queued);
      isFirst = false;
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
    const rows = await eventsOfRows(
      client,
      part.map(({ id }) => id),
    );
    for await (const sent of send(rows)) {
      const done = sent.filter((id) => !held.isPassedOver(id));
      // Without a query, Postgres would close the idle connection during many calls. Another replica would
      // lead.
      await (done.length > 0 ? forgetRows(client, done) : touch(client));
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

  return {
    runOnce,
    start: () => startLoop("events", EVERY_MS, pausing(runOnce, log), log),
  };
}

/** Returns a step that pauses after failures. The pause grows with the number of failures. */
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
      notBefore = performance.now() + Math.min(EVERY_MS * 2 ** ++failures, LONGEST_PAUSE_MS);
      if (!isTransient(error)) throw error;
      if (failures === 1) log.warn({ err: error }, "events cannot be published; they stay staged");
      return false;
    }
  };
}
