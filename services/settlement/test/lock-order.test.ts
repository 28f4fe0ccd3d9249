import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "@tms/kit/values/ids";
import { claim } from "../src/db/leases.ts";
import { recordPayments } from "../src/db/payments.ts";
import { toDone, toPaying, toPlanning } from "../src/db/progress.ts";
import { startSettlement, type SettlementUnderTest } from "./service.ts";

let service: SettlementUnderTest;
beforeAll(async () => {
  service = await startSettlement();
});
afterAll(() => service.close());

type State = "scheduled" | "planning" | "paying";
type Statement = (ids: readonly string[]) => Promise<unknown>;

const STATEMENTS: [string, State, Statement][] = [
  ["taken up", "scheduled", (ids) => claim(service.context.db, ids)],
  [
    "begun",
    "scheduled",
    (ids) =>
      toPlanning(
        service.context.db,
        ids.map((tournamentId) => ({
          tournamentId,
          kind: "payout" as const,
          currency: "USD",
          poolMinor: 0n,
        })),
      ),
  ],
  [
    "planned",
    "planning",
    (ids) =>
      toPaying(
        service.context.db,
        ids.map((tournamentId) => ({
          settlement: { tournamentId, leaseUntil: new Date(0) },
          feeMinor: 0n,
          entries: 0,
          payouts: 0,
        })),
      ),
  ],
  [
    "paid",
    "paying",
    (ids) =>
      recordPayments(
        service.context.db,
        ids.map((id) => ({
          settlement: { tournamentId: id, gameId: newId(), leaseUntil: new Date(0) },
          throughPosition: 1,
          events: Buffer.alloc(0),
        })),
      ),
  ],
  ["finished", "paying", (ids) => toDone(service.context.db, ids)],
];

/** Three due settlements, by the order of their ids. */
async function threeIn(state: State): Promise<[string, string, string]> {
  const { rows } = await service.context.db.$client.query<{ id: string }>(
    `INSERT INTO settlement (tournament_id, game_id, kind, state, due_at, run_at, currency, pool_minor)
     SELECT id, id, 'payout', $2, now(), now(), 'USD', 0 FROM unnest($1::uuid[]) AS id
     RETURNING tournament_id AS id`,
    [[newId(), newId(), newId()], state],
  );
  const [first, second, third] = rows.map((row) => row.id).toSorted();
  return [first!, second!, third!];
}

const waiting = async () => {
  const { rows } = await service.admin.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows[0]?.count;
};

test.for(STATEMENTS)(
  "two workers whose settlements are %s at once, in any order, do not wait in a circle",
  async ([, state, statement]) => {
    const [first, second, third] = await threeIn(state);
    const holder = await service.admin.connect();
    try {
      await holder.query("BEGIN");
      await holder.query(
        `SELECT 1 FROM settlement.settlement WHERE tournament_id = $1 FOR UPDATE`,
        [third],
      );
      // Without an order it has the second by now, and next it wants the first.
      const one = statement([second, third, first]);
      await expect.poll(waiting).toBe(1);
      const other = statement([first, second]);
      await expect.poll(waiting).toBe(2);
      await holder.query("COMMIT");
      await Promise.all([one, other]);
    } finally {
      await holder.query("ROLLBACK");
      holder.release();
    }
  },
);
