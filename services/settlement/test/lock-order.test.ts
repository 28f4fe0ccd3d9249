import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "@tms/kit/values/ids";
import { SettlementKind, SettlementState } from "@tms/proto/tms/settlement/v1/settlement";
import { recordPayments } from "../src/db/payouts.ts";
import { toDone, toPaying, toPlanning } from "../src/db/progress.ts";
import { claim } from "../src/db/settlements.ts";
import { startSettlement, type SettlementUnderTest } from "./service.ts";

const { SCHEDULED, PLANNING, PAYING } = SettlementState;

let under: SettlementUnderTest;
beforeAll(async () => {
  under = await startSettlement();
});
afterAll(() => under.close());

type Statement = (ids: readonly string[]) => Promise<unknown>;

const STATEMENTS: [string, SettlementState, Statement][] = [
  ["taken up", SCHEDULED, (ids) => claim(under.context.db, ids)],
  [
    "begun",
    SCHEDULED,
    (ids) =>
      toPlanning(
        under.context.db,
        ids.map((tournamentId) => ({
          tournamentId,
          kind: SettlementKind.PAYOUT,
          currency: "USD",
          poolMinor: 0n,
        })),
      ),
  ],
  [
    "planned",
    PLANNING,
    (ids) =>
      toPaying(
        under.context.db,
        ids.map((tournamentId) => ({ tournamentId, feeMinor: 0n, entries: 0, payouts: 0 })),
      ),
  ],
  [
    "paid",
    PAYING,
    (ids) =>
      recordPayments(
        under.context.db,
        ids.map((id) => ({
          settlement: { tournament_id: id, retry_at: new Date(0) },
          throughPosition: 1,
        })),
      ),
  ],
  ["finished", PAYING, (ids) => toDone(under.context.db, ids)],
];

/** Three due settlements, by the order of their ids. */
async function threeIn(state: SettlementState): Promise<[string, string, string]> {
  const { rows } = await under.context.db.$client.query<{ id: string }>(
    `INSERT INTO settlement (tournament_id, game_id, kind, state, due_at, retry_at, currency, pool_minor)
     SELECT id, id, 1, $2, now(), now(), 'USD', 0 FROM unnest($1::uuid[]) AS id
     RETURNING tournament_id AS id`,
    [[newId(), newId(), newId()], state],
  );
  const [first, second, third] = rows.map((row) => row.id).toSorted();
  return [first!, second!, third!];
}

const waiting = async () => {
  const { rows } = await under.admin.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows[0]?.count;
};

test.for(STATEMENTS)(
  "two workers whose settlements are %s at once, in any order, do not wait in a circle",
  async ([, state, statement]) => {
    const [first, second, third] = await threeIn(state);
    const holder = await under.admin.connect();
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
