import type { Queryable } from "./handle.ts";
import { queryRows } from "./rows-of.ts";
import { newId } from "../values/ids.ts";
import type { Logger } from "../process/log.ts";
import { startLoop, type Loop } from "../process/loop.ts";
import { traced } from "../process/fault-points.ts";
import { continueTrace, SpanKind, traceContext } from "../tracing/spans.ts";

/** A message that was stored in a transaction to be delivered later, such as a call or an email. */
export interface StagedMessage<T extends object> {
  id: string;
  topic: string;
  /** The content, and the trace context of the change if the change was in a sampled trace. */
  payload: T & { traceContext?: string };
  /** The time since the message was staged, by the clock of Postgres. */
  ageMs: number;
}

/** A function that delivers a message. Repeats must be harmless, because the relay can repeat a delivery. */
export type Deliver<T extends object> = (message: StagedMessage<T>) => Promise<void>;

/** A message is dead after this many attempts, which take about five days. */
const MAX_ATTEMPTS = 7_200;
const MAX_PAUSE_S = 60;
// Longer than the deadline of any delivery, so that two relays never deliver a message at the same time.
const LEASE_S = 30;
const AT_ONCE = 32;
const EVERY_MS = 500;

export async function stage<T extends object>(tx: Queryable, topic: string, payload: T) {
  const id = newId();
  const content = JSON.stringify({ ...payload, traceContext: traceContext() });
  const text = `INSERT INTO outbox (id, topic, payload) VALUES ($1, $2, $3)`;
  await tx.$client.query(text, [id, topic, content]);
  return id;
}

/**
 * Creates a relay that delivers staged messages, each at least once and in any order. A failed delivery is
 * repeated after a growing pause. Other messages are delayed only while hanging deliveries occupy more than
 * half of the slots. A dead message stays in the table for an operator. Needs the table `outbox`.
 */
export function createRelay<T extends object>(
  db: Queryable,
  deliver: Deliver<T>,
  log: Logger,
  atOnce = AT_ONCE,
) {
  const underWay = new Set<Promise<unknown>>();

  async function deliverOne(message: StagedMessage<T>) {
    const { id, topic, payload } = message;
    try {
      const name = `deliver ${topic}`;
      const options = () => ({ kind: SpanKind.PRODUCER });
      await continueTrace(payload.traceContext, name, options, () => deliver(message));
    } catch (error) {
      await recordFailure(db, id, error);
      log.warn({ err: error, message: id, topic }, "message delivery failed");
      return;
    }
    await traced("outbox.forget", () => db.$client.query(`DELETE FROM outbox WHERE id = $1`, [id]));
  }

  /** Starts deliveries if at least half of the slots are free. Returns the number of new deliveries. */
  async function begin(ended?: () => void): Promise<number> {
    const room = atOnce - underWay.size;
    // Waits for several free slots, because leasing messages one by one would cost a query for each.
    if (room < atOnce / 2) return 0;
    const messages = await lease<T>(db, DUE, room);
    for (const message of messages) {
      const warn = (error: unknown) =>
        log.warn({ err: error, message: message.id }, "a delivery outcome was not stored");
      const delivery = deliverOne(message)
        .catch(warn)
        .finally(() => {
          underWay.delete(delivery);
          ended?.();
        });
      underWay.add(delivery);
    }
    return messages.length;
  }

  return {
    /** Delivers one round of due messages. Returns true if there may be more. */
    async runOnce(): Promise<boolean> {
      const begun = await begin();
      await Promise.all(underWay);
      return begun === atOnce;
    },
    /** Delivers a message now, or leaves it for a retry. Does nothing if it is leased, dead or not due. */
    async flush(id: string): Promise<void> {
      const [message] = await lease<T>(db, ONE, id);
      if (message !== undefined) await deliverOne(message);
    },
    start(): Loop {
      // A finished delivery makes room for another due message.
      const step = async () => void (await begin(() => loop.wake()));
      const loop: Loop = startLoop("outbox", EVERY_MS, step, log);
      return {
        ...loop,
        async stop() {
          await loop.stop();
          await Promise.all(underWay);
        },
      };
    },
  };
}

const DUE = "dead_at IS NULL AND due_at <= now() ORDER BY due_at LIMIT $2";
// Selects only the message for which a caller waits, so that other due messages do not delay the caller.
const ONE = "id = $2 AND dead_at IS NULL AND due_at <= now()";

/** Leases the messages that `which` selects with `value` as `$2`. Skips messages locked by other relays. */
const lease = <T extends object>(db: Queryable, which: string, value: number | string) =>
  traced("outbox.lease", () =>
    queryRows<StagedMessage<T>>(db, {
      text: `UPDATE outbox SET attempts = attempts + 1, due_at = now() + make_interval(secs => $1)
        WHERE id = ANY(ARRAY(SELECT id FROM outbox WHERE ${which} FOR UPDATE SKIP LOCKED))
        RETURNING id, topic, payload,
          (extract(epoch FROM clock_timestamp() - created_at) * 1000)::float8 AS "ageMs"`,
      values: [LEASE_S, value],
    }),
  );

async function recordFailure(db: Queryable, id: string, error: unknown): Promise<void> {
  const text = error instanceof Error ? error.message : String(error);
  await traced("outbox.record-failure", () =>
    db.$client.query(
      `UPDATE outbox SET
       last_error = left($2, 500),
       due_at = now() + make_interval(secs => least($3, power(2, least(attempts, 10)) / 4)),
       dead_at = CASE WHEN attempts >= $4 THEN now() END
     WHERE id = $1`,
      [id, text, MAX_PAUSE_S, MAX_ATTEMPTS],
    ),
  );
}
