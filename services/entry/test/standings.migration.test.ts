import { readFile } from "node:fs/promises";
import { timestampDate } from "@bufbuild/protobuf/wkt";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startEntry, type Cup, type EntryUnderTest } from "./service.ts";

let under: EntryUnderTest;
beforeAll(async () => {
  under = await startEntry();
});
afterAll(() => under?.close());

const migration = (name: string) =>
  readFile(new URL(`../migrations/${name}.sql`, import.meta.url), "utf8");

async function lastElimination({ tournamentId }: Cup): Promise<Date | undefined> {
  const { rows } = await under.admin.query<{ at: Date }>(
    `SELECT last_eliminated_at AS at FROM entry.registration WHERE tournament_id = $1`,
    [tournamentId],
  );
  return rows[0]?.at;
}

test("entries whose ranks were stored at their elimination stand as all others do, and no handle is dots", async () => {
  const cup = under.newCup();
  await under.joinAll(cup, ["ann", "bob", "cid"]);
  const [cid] = await under.eliminate(cup, "cid");
  await under.joinAll(cup, ["dan"]);

  const client = await under.admin.connect();
  await client.query(`CREATE TABLE public.old_gamer AS TABLE entry.gamer;
    CREATE TABLE public.old_registration AS TABLE entry.registration;
    CREATE TABLE public.old_entry AS TABLE entry.entry;
    ALTER TABLE public.old_registration DROP COLUMN last_eliminated_at;
    DROP SCHEMA entry CASCADE; CREATE SCHEMA entry; SET search_path = entry`);
  for (const name of ["0001_entries", "0002_pending_joins", "0003_ranking_in_pieces"])
    await client.query(await migration(name));
  await client.query(`INSERT INTO gamer SELECT * FROM public.old_gamer;
    INSERT INTO registration SELECT * FROM public.old_registration;
    INSERT INTO entry SELECT * FROM public.old_entry;
    UPDATE entry SET rank = 3 WHERE round IS NOT NULL;
    INSERT INTO gamer (id, game_id, handle)
      SELECT gen_random_uuid(), game_id, dots
        FROM (SELECT DISTINCT game_id FROM gamer) games, unnest(ARRAY['.', '..', '...']) dots`);
  for (const name of ["0004_standings", "0005_handles"]) await client.query(await migration(name));
  client.release(true);

  const upgraded = await startEntry(under);
  expect(await lastElimination(cup)).toEqual(timestampDate(cid!.eliminateTime!));
  const [bob] = await upgraded.eliminate(cup, "bob");
  expect(await lastElimination(cup)).toEqual(timestampDate(bob!.eliminateTime!));
  const { entries } = await upgraded.entry.listEntries(cup);
  expect(entries.map(({ handle, rank }) => [handle, rank])).toEqual([
    ["ann", undefined],
    ["dan", undefined],
    ["bob", 3],
    ["cid", 4],
  ]);
  const { rows } = await under.admin.query<{ handles: string }>(
    `SELECT string_agg(replace(handle, id::text, 'ID'), ' ' ORDER BY handle DESC) AS handles
       FROM entry.gamer WHERE handle ~ '^[.]|^dot-'`,
  );
  expect(rows).toEqual([{ handles: "dot-ID dot-ID ..." }]);
  await upgraded.close();
});
