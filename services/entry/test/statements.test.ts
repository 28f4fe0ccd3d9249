import { afterAll, beforeAll, expect, test } from "vitest";
import { over, type Tx } from "@tms/kit/database/handle";
import { newId } from "@tms/kit/values/ids";
import { SYSTEM } from "@tms/kit/values/actor";
import { recordDecision } from "../src/db/decisions.ts";
import { findEntries } from "../src/db/entries.ts";
import { decideOn, findAttempts } from "../src/db/scoring/attempts.ts";
import { recorder } from "./reviews.ts";
import { scoredTournament } from "./scores.ts";
import { handles, startEntry, type EntryUnderTest } from "./service.ts";

let service: EntryUnderTest;
beforeAll(async () => {
  service = await startEntry();
});
afterAll(() => service?.close());

/** Does something on a connection and leaves nothing of it. */
async function undone<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  const connection = await service.context.db.$client.connect();
  try {
    await connection.query("BEGIN");
    return await work(over(connection));
  } finally {
    await connection.query("ROLLBACK");
    connection.release();
  }
}

test("decisions on few or many are recorded by the same statements", async () => {
  const names = handles(5);
  const tournament = await scoredTournament(service, names, { attempts: 1 });
  const scores = names.map((handle): [string, number] => [handle, 1]);
  const attemptIds = await recorder(() => service)(tournament, ...scores);
  const statements = await undone(async (tx) => {
    const attempts = await findAttempts(tx, attemptIds);
    const origin = { actor: SYSTEM, requestId: null };
    const decision = {
      verdict: "void",
      reason: "cheats",
      actor: "system",
      decidedAt: new Date(),
    } as const;
    const made = async (count: number) => {
      const entries = Array.from({ length: count }, () => ({ id: newId(), was: "in" as const }));
      await recordDecision(tx, tournament.tournamentId, entries, {
        decision: "disqualify",
        reason: "cheats",
        origin,
      });
      await decideOn(tx, attempts.slice(0, count), "void", { ...decision, restRequestId: "" });
      const { rows } = await tx.$client.query<{ name: string }>(
        "SELECT name FROM pg_prepared_statements ORDER BY name",
      );
      return rows;
    };
    return [await made(1), await made(4)];
  });
  expect(statements[1]).toEqual(statements[0]);
});

test("entries that are out are read with one look at the disqualified", async () => {
  const [out, gone] = [50, 400];
  const { gameId, tournamentId } = await service.tournamentOf("first");
  const { rows } = await service.admin.query<{ id: string }>(
    `WITH known AS (
       INSERT INTO entry.gamer (id, game_id, handle)
       SELECT gen_random_uuid(), $1, 'g' || n FROM generate_series(1, $3::int) AS n
       RETURNING id, substr(handle, 2)::int AS n
     )
     INSERT INTO entry.entry (id, tournament_id, gamer_id, request_id, exit_number, eliminated_at,
       disqualified)
     SELECT gen_random_uuid(), $2, id, gen_random_uuid(), CASE WHEN n <= $4 THEN $4::int END,
       CASE WHEN n <= $4 THEN now() END, n > $4 FROM known RETURNING id`,
    [gameId, tournamentId, out + gone, out],
  );
  const ids = rows.map(({ id }) => id).slice(0, out);
  const read = await undone(async (tx) => {
    const entries = await findEntries(tx, ids);
    expect(entries.map(({ disqualifiedAhead }) => disqualifiedAhead)).toEqual(ids.map(() => gone));
    const found = await tx.$client.query<{ read: number }>(
      `SELECT idx_tup_fetch::int AS read FROM pg_stat_xact_user_tables
       WHERE schemaname = 'entry' AND relname = 'entry'`,
    );
    return found.rows[0]?.read;
  });
  expect(read).toBeLessThan(3 * (out + gone));
});
