import { afterAll, beforeAll, expect, test } from "vitest";
import { over, type Tx } from "@tms/kit/database/handle";
import { findConfirmedEntries, findEntries } from "../src/db/entries.ts";
import { confirmPending } from "../src/db/pending-joins.ts";
import { findEntrants } from "../src/db/entrants.ts";
import { closeRegistrations, findRegistrations } from "../src/db/registrations.ts";
import { listStandings } from "../src/db/standings.ts";
import { startEntry, type TournamentKey, type EntryUnderTest } from "./service.ts";

let service: EntryUnderTest;
beforeAll(async () => {
  service = await startEntry();
});
afterAll(() => service?.close());

const ENTRIES = 20_000;
const ASKED = 20;
const names = Array.from({ length: ASKED }, (_, n) => `g${n + 1}`);

/** Look-ups of joins, eliminations and readings, for twenty gamers of a tournament. */
async function lookUp(tx: Tx, { gameId, tournamentId }: TournamentKey): Promise<number> {
  const entrants = await findEntrants(
    tx,
    names.map((handle) => ({ gameId, tournamentId, handle })),
  );
  const ids = entrants.flatMap((entrant) => entrant.entryId ?? []);
  const gamerIds = entrants.map((entrant) => entrant.gamerId);
  const entries = await findEntries(tx, ids);
  await findConfirmedEntries(tx, tournamentId, gamerIds);
  await confirmPending(
    tx,
    ids.map((id) => ({ entryId: id, tournamentId, gameId, event: new Uint8Array(300) })),
  );
  await listStandings(tx, tournamentId, null, ASKED);
  await findRegistrations(tx, [tournamentId]);
  await closeRegistrations(tx, [{ gameId, tournamentId, test: false }]);
  return entries.length;
}

/** Runs a transaction on every connection of the service and leaves nothing of it. */
async function onEach<T>(work: (tx: Tx) => Promise<T>): Promise<T[]> {
  const { db } = service.context;
  const connections = await Promise.all(Array.from({ length: 6 }, () => db.$client.connect()));
  return await Promise.all(
    connections.map(async (connection) => {
      const tx = over(connection);
      try {
        await connection.query("BEGIN");
        return await work(tx);
      } finally {
        await connection.query("ROLLBACK");
        connection.release();
      }
    }),
  );
}

const readSoFar = async (tx: Tx) => {
  const { rows } = await tx.$client.query<{ read: bigint }>(
    `SELECT sum(idx_tup_fetch + seq_tup_read)::bigint AS read FROM pg_stat_xact_user_tables
     WHERE schemaname = 'entry'`,
  );
  return rows[0]?.read ?? 0n;
};

test("statements planned while the tables were vacuumed empty read no more than they must", async () => {
  for (const table of ["entry", "pending_join", "registration", "gamer"]) {
    await service.admin.query(`ALTER TABLE entry.${table} SET (autovacuum_enabled = false)`);
    await service.admin.query(`VACUUM ANALYZE entry.${table}`);
  }
  const tournament = service.newTournament();
  expect(await onEach((tx) => lookUp(tx, tournament))).toEqual(Array(6).fill(0));
  await service.join(tournament, "first");
  await service.admin.query(
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
  const readByAnyone = async () => {
    const read = await onEach(async (tx) => {
      const before = await readSoFar(tx);
      expect(await lookUp(tx, tournament)).toBe(ASKED);
      return (await readSoFar(tx)) - before;
    });
    return Math.max(...read.map(Number));
  };
  await expect.poll(readByAnyone, { interval: 200 }).toBeLessThan(ENTRIES / 10);
});
