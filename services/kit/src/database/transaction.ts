import { sqlState, violatedConstraint } from "./errors.ts";
import { over, type Db, type Tx } from "./handle.ts";
import { databaseSpan, traced, type FaultPoint } from "../process/fault-points.ts";
import { inSpan } from "../tracing/spans.ts";

const ATTEMPTS = 4;
// serialization_failure and deadlock_detected: the transaction can succeed if it is repeated.
const REPEATABLE = new Set(["40001", "40P01"]);
// read_only_sql_transaction: the server became a standby, and another server is the new primary.
const STANDBY = "25006";

/**
 * Runs `work` in a transaction, and reports COMMIT as the durable write `faultPoint`. `work` must only run
 * queries, because it runs up to four times: again after a serialization failure, a deadlock, or a violation
 * of a constraint in `repeatOn`. Only a race may violate these constraints.
 */
export function transaction<T>(
  db: Db,
  faultPoint: FaultPoint,
  work: (tx: Tx) => Promise<T>,
  repeatOn: readonly string[] = [],
): Promise<T> {
  const begin = async (tx: Tx) => {
    // Awaited, because a write that is sent together with a failing BEGIN would be committed alone.
    await tx.$client.query("BEGIN");
    return await work(tx);
  };
  return attempt(db, faultPoint, begin, repeatOn);
}

interface ReadThenWrite<F, T> {
  /** Runs the first queries. They must not write: if BEGIN fails, a write would be committed alone. */
  read: (tx: Tx) => Promise<F>;
  /**
   * Runs the other queries. `last` takes statements that `write` does not await. COMMIT is sent after these
   * statements. If one of the statements fails, the transaction is rolled back.
   */
  write: (tx: Tx, read: F, last: (sent: Promise<unknown>) => void) => Promise<T>;
}

/** Runs a transaction that begins with reads, which are sent with BEGIN to save a round trip. */
export function readThenWrite<F, T>(
  db: Db,
  faultPoint: FaultPoint,
  { read, write }: ReadThenWrite<F, T>,
  repeatOn: readonly string[] = [],
): Promise<T> {
  const begin: Work<T> = async (tx, last) => {
    const begun = tx.$client.query("BEGIN");
    // Promise.resolve awaits the query once, because a query of Drizzle runs each time it is awaited.
    const reading = Promise.resolve(read(tx));
    // Waits for both, so that no read is still running when a failure releases the connection.
    await Promise.allSettled([begun, reading]);
    await begun;
    return await write(tx, await reading, last);
  };
  return attempt(db, faultPoint, begin, repeatOn);
}

/** Runs queries on one snapshot of the database. The queries can only read, and never wait for row locks. */
export async function atOneMoment<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return await onConnection(db, async (tx) => {
    await tx.$client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    const result = await work(tx);
    await tx.$client.query("ROLLBACK");
    return result;
  });
}

type Work<T> = (tx: Tx, last: (sent: Promise<unknown>) => void) => Promise<T>;

/** Runs a transaction until it commits. Gives up after four attempts, or when a repeat cannot help. */
async function attempt<T>(
  db: Db,
  faultPoint: FaultPoint,
  begin: Work<T>,
  repeatOn: readonly string[],
): Promise<T> {
  const run = async (tx: Tx) => {
    const sent: Promise<unknown>[] = [];
    const result = await begin(tx, (last) => {
      sent.push(last);
      // The failure is thrown below. Until then it must not be reported as unhandled.
      last.catch(() => undefined);
    });
    const committing = traced(faultPoint, () => tx.$client.query("COMMIT"), "COMMIT");
    await Promise.allSettled([...sent, committing]);
    await Promise.all(sent);
    const { command } = await committing;
    // Postgres answers COMMIT with ROLLBACK if a statement failed and `work` ignored the failure.
    if (command !== "COMMIT") throw new Error("the transaction was rolled back, not committed");
    return result;
  };
  const spanOptions = () => databaseSpan(faultPoint);
  for (let attempts = 1; ; attempts++) {
    try {
      return await inSpan(faultPoint, spanOptions, () => onConnection(db, run));
    } catch (error) {
      const repeatable =
        REPEATABLE.has(sqlState(error)) || repeatOn.includes(violatedConstraint(error));
      if (attempts >= ATTEMPTS || !repeatable) throw error;
    }
  }
}

/** Runs work on a connection. Rolls back after a failure. Closes a broken connection, or one to a standby. */
async function onConnection<T>(db: Db, run: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await db.$client.connect();
  const tx = over(client);
  let broken = false;
  const onError = () => void (broken = true);
  client.on("error", onError);
  try {
    return await run(tx);
  } catch (error) {
    await tx.$client.query("ROLLBACK").catch(() => void (broken = true));
    broken ||= sqlState(error) === STANDBY;
    throw error;
  } finally {
    client.off("error", onError);
    client.release(broken);
  }
}
