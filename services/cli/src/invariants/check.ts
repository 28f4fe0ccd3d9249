import pg from "pg";

export type Finding = Readonly<Record<string, unknown>>;

export interface Check {
  promise: string;
  run(db: pg.ClientBase): Promise<readonly Finding[]>;
}

/** Queries for the rows that break a promise, by the promise. */
export type Checks = Readonly<Record<string, string>>;

// One more than the report shows.
const MAX_FINDINGS = 21;

// Money and counts are exact.
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, BigInt);

export const queryCheck = (
  promise: string,
  sql: string,
  values: readonly unknown[] = [],
): Check => ({
  promise,
  run: async (db) => {
    const text = `${sql} LIMIT ${MAX_FINDINGS}`;
    return (await db.query<Finding>({ text, values: [...values], types })).rows;
  },
});

/** Time limits after which work counts as lost. A limit that is not set is not checked. */
export interface Bounds {
  /** From the end or the cancellation of a tournament until its money is paid out. */
  settleWithinMs?: number;
  /** From the start of a join, or the staging of a message, a mail or an event, until it is done. */
  pendingWithinMs?: number;
}

export function boundChecks({ settleWithinMs, pendingWithinMs }: Bounds): Check[] {
  return [
    ...(settleWithinMs === undefined ? [] : [settledWithin(settleWithinMs)]),
    ...(pendingWithinMs === undefined ? [] : [nothingPendingFor(pendingWithinMs)]),
  ];
}

const settledWithin = (ms: number) =>
  queryCheck(
    `every tournament is settled within ${ms} ms of its end`,
    `SELECT tournament.id AS tournament, tournament.status, tournament.ends_at,
       settlement.state AS settlement_state, settlement.due_at, settlement.last_error
     FROM tournament.tournament
       LEFT JOIN settlement.settlement ON settlement.tournament_id = tournament.id
       LEFT JOIN tournament.test_clock ON tournament.test AND test_clock.game_id = tournament.game_id
       CROSS JOIN LATERAL (SELECT now() + coalesce(ahead, interval '0') - make_interval(secs => $1))
         AS latest (moment)
     WHERE (tournament.status IN ('published', 'settling')
         AND least(tournament.ends_at, settlement.due_at) < latest.moment)
       OR (settlement.state <> 'done' AND settlement.due_at < latest.moment)`,
    [ms / 1_000],
  );

const nothingPendingFor = (ms: number) =>
  queryCheck(
    `no join, message, mail or event is pending for more than ${ms} ms`,
    `SELECT 'join' AS what, id, created_at AS since FROM entry.entry
       JOIN entry.pending_join ON entry_id = id
     WHERE created_at < now() - make_interval(secs => $1)
     UNION ALL
     SELECT 'message', id, created_at FROM tournament.outbox
     WHERE created_at < now() - make_interval(secs => $1)
     UNION ALL
     SELECT 'mail', id, created_at FROM identity.outbox
     WHERE created_at < now() - make_interval(secs => $1)
     UNION ALL
     SELECT 'mail', id, created_at FROM events.outbox
     WHERE created_at < now() - make_interval(secs => $1)
     ${PUBLISHERS.map(unpublished).join("")}`,
    [ms / 1_000],
  );

const PUBLISHERS = ["tournament", "entry", "wallet", "settlement", "game"];

/** Selects the events of a service that are not in the log. They have numbers instead of ids. */
const unpublished = (service: string) =>
  `UNION ALL
   SELECT 'event of ${service}', NULL, created_at FROM ${service}.event_out
   WHERE created_at < now() - make_interval(secs => $1)`;
