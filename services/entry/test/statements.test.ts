import { over, type Tx } from "@tms/kit/database/handle";
import { newId } from "@tms/kit/values/ids";
import { join, publishTournament, type TournamentKey } from "../../../test/world/actions.ts";
import { expect, test } from "../../../test/world/test.ts";
import type { World } from "../../../test/world/world.ts";
import { findConfirmedEntries, findEntries } from "../src/db/entries.ts";
import { listGamers } from "../src/db/gamers.ts";
import { confirmPending, findKnown } from "../src/db/joins.ts";
import { closeRegistrations, findRegistrations } from "../src/db/registrations.ts";
import { listStandings } from "../src/db/standings.ts";

/** Works in a transaction of the service's connections that is rolled back. */
async function rolledBack<T>(world: World, work: (tx: Tx) => Promise<T>): Promise<T> {
  const connection = await world.contexts.entry.db.$client.connect();
  try {
    await connection.query("BEGIN");
    return await work(over(connection));
  } finally {
    await connection.query("ROLLBACK");
    connection.release();
  }
}

/** Returns the number of rows of a table, or of all, that some work in a transaction reads. */
async function countReads(tx: Tx, table: string | null, work: () => Promise<unknown>) {
  const readSoFar = async () => {
    const { rows } = await tx.$client.query<{ read: number }>(
      `SELECT sum(idx_tup_fetch + seq_tup_read)::int AS read FROM pg_stat_xact_user_tables
       WHERE schemaname = 'entry' AND relname = coalesce($1, relname)`,
      [table],
    );
    return rows[0]?.read ?? 0;
  };
  const before = await readSoFar();
  await work();
  return (await readSoFar()) - before;
}

test("lists gamers without reading more rows than a page has", async ({ world }) => {
  const gameId = newId();
  await world.admin.query(
    `INSERT INTO entry.gamer (id, game_id, handle)
     SELECT gen_random_uuid(), $1, 'g' || n FROM generate_series(1, 5000) AS n`,
    [gameId],
  );
  const [, last] = await listGamers(world.contexts.entry.db, gameId, "", undefined, 2);
  for (const afterId of [undefined, last?.id]) {
    const read = await rolledBack(world, (tx) =>
      countReads(tx, "gamer", () => listGamers(tx, gameId, "g3", afterId, 3)),
    );
    expect(read).toBeLessThanOrEqual(4);
  }
});

test("reads few rows by statements planned while the tables were empty", async ({ world }) => {
  const [ENTRIES, CONNECTIONS] = [20_000, 6];
  const names = Array.from({ length: 20 }, (_, n) => `g${n + 1}`);
  const tournament = await publishTournament(world);
  const lookUp = async (tx: Tx, { gameId, tournamentId }: TournamentKey): Promise<number> => {
    const joins = names.map((handle) => ({ gameId, tournamentId, handle, requestId: newId() }));
    const entrants = await findKnown(tx, joins);
    const ids = entrants.flatMap((entrant) => entrant.byKey ?? []);
    const entries = await findEntries(tx, ids);
    const gamerIds = entrants.flatMap((entrant) => entrant.gamerId ?? []);
    await findConfirmedEntries(tx, tournamentId, gamerIds);
    const events = entries.map(() => Buffer.alloc(300));
    await confirmPending(tx, entries, events);
    await listStandings(tx, [tournamentId], null, names.length);
    await findRegistrations(tx, [tournamentId]);
    await closeRegistrations(tx, [{ gameId, tournamentId, test: false }]);
    return entries.length;
  };
  const onEach = <T>(work: (tx: Tx) => Promise<T>) =>
    Promise.all(Array.from({ length: CONNECTIONS }, () => rolledBack(world, work)));

  const TABLES = ["entry", "pending_join", "registration", "gamer"];
  for (const table of TABLES) {
    await world.admin.query(`ALTER TABLE entry.${table} SET (autovacuum_enabled = false)`);
    await world.admin.query(`TRUNCATE entry.${table} CASCADE`);
    await world.admin.query(`VACUUM ANALYZE entry.${table}`);
  }
  expect(new Set(await onEach((tx) => lookUp(tx, tournament)))).toEqual(new Set([0]));
  await join(world, tournament, "first");
  await world.admin.query(
    `WITH known AS (
       INSERT INTO entry.gamer (id, game_id, handle)
       SELECT gen_random_uuid(), $1, 'g' || n FROM generate_series(1, $3::int) AS n RETURNING id
     ), entered AS (
       INSERT INTO entry.entry (id, tournament_id, gamer_id, request_id)
       SELECT gen_random_uuid(), $2, id, gen_random_uuid() FROM known RETURNING id
     )
     INSERT INTO entry.pending_join (tournament_id, entry_id) SELECT $2, id FROM entered LIMIT 200`,
    [tournament.gameId, tournament.tournamentId, ENTRIES],
  );
  const readMost = async () =>
    Math.max(
      ...(await onEach((tx) =>
        countReads(tx, null, async () => expect(await lookUp(tx, tournament)).toBe(names.length)),
      )),
    );
  await expect.poll(readMost, { interval: 200 }).toBeLessThan(ENTRIES / 10);
});
