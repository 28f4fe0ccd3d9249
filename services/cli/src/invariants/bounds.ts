import { queryCheck, type Check } from "./check.ts";

/** How long work may take before it counts as lost. What is not given is not asked. */
export interface Bounds {
  /** From a tournament's end, or its cancellation, until its money is paid out. */
  settleWithinMs?: number;
  /** From the start of a join, or the staging of a message or a mail, until it is finished. */
  pendingWithinMs?: number;
}

/** The checks that the given bounds call for. */
export function checksOf({ settleWithinMs, pendingWithinMs }: Bounds): Check[] {
  return [
    ...(settleWithinMs === undefined ? [] : [settledWithin(settleWithinMs)]),
    ...(pendingWithinMs === undefined ? [] : [nothingPendingFor(pendingWithinMs)]),
  ];
}

const settledWithin = (ms: number) =>
  queryCheck(
    `every tournament is settled ${ms} ms after its end`,
    `SELECT tournament.id AS tournament, tournament.status, tournament.ends_at,
       settlement.state AS settlement_state, settlement.due_at, settlement.last_error
     FROM tournament.tournament
       LEFT JOIN settlement.settlement ON settlement.tournament_id = tournament.id
     WHERE (tournament.status IN ('published', 'settling')
         AND least(tournament.ends_at, settlement.due_at) < now() - make_interval(secs => $1))
       OR (settlement.state <> 'done' AND settlement.due_at < now() - make_interval(secs => $1))`,
    [ms / 1_000],
  );

const nothingPendingFor = (ms: number) =>
  queryCheck(
    `nothing is pending for longer than ${ms} ms`,
    `SELECT 'join' AS what, id, created_at AS since FROM entry.entry
       JOIN entry.pending_join ON entry_id = id
     WHERE created_at < now() - make_interval(secs => $1)
     UNION ALL
     SELECT 'message', id, created_at FROM tournament.outbox
     WHERE created_at < now() - make_interval(secs => $1)
     UNION ALL
     SELECT 'mail', id, created_at FROM identity.outbox
     WHERE created_at < now() - make_interval(secs => $1)`,
    [ms / 1_000],
  );
