interface Check {
  promise: string;
  /** Returns the rows that break the promise. */
  sql: string;
  values: readonly unknown[];
}

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

const settledWithin = (ms: number): Check => ({
  promise: `every tournament is settled within ${ms} ms of its end`,
  sql: `SELECT tournament.id AS tournament, tournament.status, tournament.ends_at,
       settlement.state AS settlement_state, settlement.due_at, settlement.last_error
     FROM tournament.tournament
       LEFT JOIN settlement.settlement ON settlement.tournament_id = tournament.id
       LEFT JOIN tournament.test_clock ON tournament.test AND test_clock.game_id = tournament.game_id
       CROSS JOIN LATERAL (SELECT now() + coalesce(ahead, interval '0') - make_interval(secs => $1))
         AS latest (moment)
     WHERE (tournament.status IN ('published', 'settling')
         AND least(tournament.ends_at, settlement.due_at) < latest.moment)
       OR (settlement.state <> 'done' AND settlement.due_at < latest.moment)`,
  values: [ms / 1_000],
});

const nothingPendingFor = (ms: number): Check => ({
  promise: `no join, message, mail or event is pending for more than ${ms} ms`,
  sql: `SELECT 'join' AS what, id, created_at AS since FROM entry.entry
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
  values: [ms / 1_000],
});

const PUBLISHERS = ["tournament", "entry", "wallet", "settlement", "game"];

/** Selects the events of a service that are not in the log. They have numbers instead of ids. */
const unpublished = (service: string) =>
  `UNION ALL
   SELECT 'event of ${service}', NULL, created_at FROM ${service}.event_out
   WHERE created_at < now() - make_interval(secs => $1)`;
