/** Time limits after which work counts as lost. A limit that is not set is not checked. */
export interface Bounds {
  /** From the end or the cancellation of a tournament until its money is paid out. */
  settleWithinMs?: number;
  /** From the start of a join, or the staging of a message, a mail or an event, until it is done. */
  pendingWithinMs?: number;
}

const PUBLISHERS = ["tournament", "entry", "wallet", "settlement", "game"];

export const boundChecks = ({
  settleWithinMs,
  pendingWithinMs,
}: Bounds): Record<string, string> => ({
  ...(settleWithinMs !== undefined && {
    [`every tournament is settled within ${settleWithinMs} ms of its end`]: `
    SELECT tournament.id AS tournament, tournament.status, tournament.ends_at,
      settlement.state AS settlement_state, settlement.due_at, settlement.last_error
    FROM tournament.tournament
      LEFT JOIN settlement.settlement ON settlement.tournament_id = tournament.id
      LEFT JOIN tournament.test_clock ON tournament.test AND test_clock.game_id = tournament.game_id
      CROSS JOIN LATERAL (SELECT now() + coalesce(ahead, interval '0') - ${toInterval(settleWithinMs)})
        AS latest (moment)
    WHERE (tournament.status IN ('published', 'settling')
        AND least(tournament.ends_at, settlement.due_at) < latest.moment)
      OR (settlement.state <> 'done' AND settlement.due_at < latest.moment)`,
  }),
  ...(pendingWithinMs !== undefined && {
    [`no join, message, mail or event is pending for more than ${pendingWithinMs} ms`]: `
    SELECT * FROM (
      SELECT 'join' AS what, id, created_at AS since
      FROM entry.entry JOIN entry.pending_join ON entry_id = id
      UNION ALL SELECT 'message', id, created_at FROM tournament.outbox
      UNION ALL SELECT 'mail', id, created_at FROM identity.outbox
      UNION ALL SELECT 'mail', id, created_at FROM events.outbox
      ${PUBLISHERS.map(selectEvents).join(" ")}
    ) AS pending
    WHERE since < now() - ${toInterval(pendingWithinMs)}`,
  }),
});

const toInterval = (ms: number) => `make_interval(secs => ${ms / 1_000})`;

/** Selects the events of a service that are not in the log yet. Their id is NULL: they have only numbers. */
const selectEvents = (service: string) =>
  `UNION ALL SELECT 'event of ${service}', NULL, created_at FROM ${service}.event_out`;
