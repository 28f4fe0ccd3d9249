import { readFile } from "node:fs/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { checkInvariants } from "../src/invariants.ts";
import { play, type Played } from "./played.ts";

let played: Played;
beforeEach(async () => void (played = await play()));
afterEach(() => played.close());

const migration = (name: string) =>
  readFile(new URL(`../../wallet/migrations/${name}.sql`, import.meta.url), "utf8");

test("a ledger from before there were seals is sealed by the migration", async () => {
  const { admin } = played;
  // The ledger as the first migration leaves it, with everything that was posted.
  await admin.query(`CREATE TABLE public.old_account AS TABLE wallet.account;
    CREATE TABLE public.old_transfer AS TABLE wallet.transfer;
    DROP SCHEMA wallet CASCADE; CREATE SCHEMA wallet; SET search_path = wallet`);
  await admin.query(await migration("0001_ledger"));
  await admin.query(`INSERT INTO account SELECT id, game_id, type, owner_id, currency, 0,
      floor_minor, closed_at, created_at FROM public.old_account;
    INSERT INTO transfer OVERRIDING SYSTEM VALUE SELECT * FROM public.old_transfer ORDER BY sequence`);
  await admin.query(await migration("0002_seals_and_closed_accounts"));
  const { rows } = await admin.query(`SELECT number::int, transfers::int FROM seal`);
  // The world outside, two pools; one seal over all of each.
  expect(rows).toHaveLength(3);
  expect(rows).toEqual(
    expect.arrayContaining([
      { number: 1, transfers: 2 },
      { number: 1, transfers: 4 },
    ]),
  );
  const results = await checkInvariants(admin);
  expect(results.filter(({ findings }) => findings.length > 0)).toEqual([]);
});
